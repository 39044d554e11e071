//! What a run tells while it goes on.

use crate::space::Space;
use crate::hall::Entry;

/// The state of a run after a generation.
#[derive(Clone, PartialEq, Debug)]
pub struct Generation {
    /// The number of the generation; 0 is the first population.
    pub number: u32,
    /// Seconds since the run began.
    pub seconds: f64,
    /// Evaluations so far.
    pub evaluations: u64,
    /// The fittest of this population.
    pub best: Entry,
    /// The mean fitness of this population.
    pub mean_fitness: f64,
}

/// Somebody who watches a run.
pub trait Observer {
    /// The run knows what candidates are made of.
    fn start(&mut self, space: &Space);

    /// A generation is complete.
    fn generation(&mut self, generation: &Generation);
}

/// Watches nothing.
impl Observer for () {
    fn start(&mut self, _alphabet: &Space) {}

    fn generation(&mut self, _generation: &Generation) {}
}
