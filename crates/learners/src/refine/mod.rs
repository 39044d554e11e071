//! Downward refinement of concepts, and searches by it.

mod concepts;
mod order;
mod syntactic;
mod position;
mod menu;
mod compat;
mod operator;
mod leaf;
mod el;
pub mod method;
pub mod options;
pub mod queue;
pub mod sides;
pub mod stepwise;
pub mod best_first;
#[cfg(test)]
mod tests;

pub use compat::Compat;
pub use concepts::{ConceptIdx, Concepts, Metric, Shape};
pub use operator::Operator;

/// Looks at the time once in a while, and bounds the work of an expansion.
pub struct Clock<'c> {
    is_over: &'c dyn Fn() -> bool,
    n_ticks: u32,
}

/// Why an expansion did not come to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CutShort {
    /// The time is up.
    Time,
    /// There are too many refinements to be kept.
    Work,
}

/// How much work is done between two looks at the time: some ten microseconds.
const TICKS: u32 = 256;
/// The most work of an expansion. A concept with more refinements of a length is not refined further:
/// they would have to be held in memory, and a search has no use for so many of one concept.
const MAX_TICKS: u32 = 1 << 20;

impl<'c> Clock<'c> {
    /// A clock for one expansion that asks whether the time is up.
    pub fn new(is_over: &'c dyn Fn() -> bool) -> Self {
        Self { is_over, n_ticks: 0 }
    }

    /// Counts a small piece of work.
    pub fn tick(&mut self) -> Result<(), CutShort> {
        self.n_ticks += 1;
        if self.n_ticks.is_multiple_of(TICKS) && (self.is_over)() {
            return Err(CutShort::Time);
        }
        if self.n_ticks > MAX_TICKS { Err(CutShort::Work) } else { Ok(()) }
    }
}
