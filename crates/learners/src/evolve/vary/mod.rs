//! New candidates from old ones.

mod crossover;
mod mutation;

pub(super) use crossover::Crosser;
pub(super) use mutation::mutate;
