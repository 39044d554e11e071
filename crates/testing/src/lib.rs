//! What tests of several crates share.
//!
//! A fixed seed makes a run comparable with the last one and never meets anything else; a fresh seed
//! explores. Tests take both: [`laws!`] in place of `proptest!`, [`seeds`] where a loop draws its own
//! random numbers. The fresh seed is one per process and is printed, so that it stands in the
//! output of a test that fails; `PROPTEST_RNG_SEED` sets it, to see a failure again.
//!
//! [`draw`] makes graphs and concepts out of [`Random`] numbers; [`concepts`] and [`knowledge_bases`]
//! are strategies, which shrink what fails. [`fuzz`] damages texts for a bounded time, [`graphs`] makes
//! graphs of text and looks at all they have, [`data`] finds the benchmark files.

mod cases;
mod random;
pub mod draw;
pub mod concepts;
pub mod knowledge_bases;
pub mod fuzz;
pub mod graphs;
pub mod data;
mod full_disk;

pub mod fixture;

pub use cases::{case_seeds, configs, seeds};
pub use full_disk::FullDisk;
pub use proptest;
pub use random::Random;
