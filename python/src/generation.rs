//! What callbacks get to see.

use evolearner::{KnowledgeBase, Progress, Step};
use pyo3::prelude::*;

use crate::concept::Concept;

/// The state of a run after a step: what a callback receives. A step is a generation, or what
/// another learner counts.
#[pyclass(frozen, get_all, module = "evolearner")]
pub(crate) struct Generation {
    /// The number of the step; 0 is the first population.
    number: u64,
    /// How many there will be, if that is known.
    of: Option<u64>,
    /// What is counted, such as ``generation``.
    unit: String,
    /// Seconds since the run began.
    seconds: f64,
    /// Candidates evaluated so far.
    evaluations: u64,
    /// The quality of the best concept of this step.
    quality: f64,
    /// Its fitness.
    fitness: f64,
    /// The mean fitness of a generation; ``None`` where there is no population.
    mean_fitness: Option<f64>,
    /// The best concept of this step.
    concept: Py<Concept>,
}

impl Generation {
    pub(crate) fn new(py: Python<'_>, kb: &KnowledgeBase, step: Step) -> PyResult<Self> {
        let Step { seconds, evaluations, progress } = step;
        let Progress { unit, number, of, best, columns } = progress;
        let mean_fitness = columns.iter().find(|(name, _)| *name == "mean fitness");
        Ok(Self {
            number,
            of,
            unit: unit.into_owned(),
            seconds,
            evaluations,
            quality: best.quality,
            fitness: best.fitness,
            mean_fitness: mean_fitness.map(|(_, fitness)| *fitness),
            concept: Py::new(py, Concept::of_graph(best.concept, kb.shared_graph()))?,
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
