//! The tests of this crate that look at it from outside.

mod check;
mod english;
mod fuzz;
mod notations;
mod punning;
mod round_trip;
mod sparql;
mod writers;
