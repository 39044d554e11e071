//! Files of learning problems.

mod common;
mod conf;
mod datasets;
mod fuzz;
mod no_panic;
