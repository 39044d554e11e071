//! What callbacks get to see.

use std::sync::Arc;

use evolearner::Graph;
use evolearner::learning::{Alphabet, Generation as Step, concept};
use pyo3::prelude::*;

use crate::concept::Concept;

/// The state of a run after a generation: what a callback receives.
#[pyclass(frozen, get_all, module = "evolearner")]
pub(crate) struct Generation {
    /// The number of the generation; 0 is the first population.
    number: u32,
    /// Seconds since the run began.
    seconds: f64,
    /// Candidates evaluated so far.
    evaluations: u64,
    /// The quality of the fittest concept of this generation.
    quality: f64,
    /// Its fitness.
    fitness: f64,
    /// The mean fitness of the generation.
    mean_fitness: f64,
    /// The fittest concept of this generation.
    concept: Py<Concept>,
}

impl Generation {
    pub(crate) fn new(
        py: Python<'_>,
        graph: &Arc<Graph>,
        alphabet: &Alphabet,
        step: &Step,
    ) -> PyResult<Self> {
        let concept = concept(alphabet, &step.best.genes);
        Ok(Self {
            number: step.number,
            seconds: step.seconds,
            evaluations: step.evaluations,
            quality: step.best.quality,
            fitness: step.best.fitness,
            mean_fitness: step.mean_fitness,
            concept: Py::new(py, Concept::of_graph(concept, graph))?,
        })
    }
}

#[pymethods]
impl Generation {
    fn __repr__(&self) -> String {
        let concept = self.concept.get().print();
        format!("Generation({}, quality={}, concept={concept})", self.number, self.quality)
    }
}
