//! The tests of this crate that look at it from outside.

mod english;
mod notations;
mod random;
mod round_trip;
mod sparql;
mod writers;
