//! New candidates from old ones.

mod crossover;
mod mutation;

pub use crossover::Crosser;
pub use mutation::mutate;

#[cfg(test)]
pub(crate) use crossover::is_well_typed;
