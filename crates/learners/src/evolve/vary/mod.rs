//! New candidates from old ones.

mod crossover;
mod mutation;

pub(crate) use crossover::Crosser;
pub(crate) use mutation::mutate;

#[cfg(test)]
pub(crate) use crossover::is_well_typed;
