//! How good a concept is: a measure on the examples, less a price for its length.

use std::sync::Arc;

use evolearner_evaluate::{Confusion, Covered, Examples, Measure, quality_of};

/// Rates what concepts cover.
#[derive(Clone)]
pub struct Rating {
    measure: Arc<dyn Measure>,
    /// What one unit of quality is worth in nodes.
    parsimony: f64,
    /// What a node costs.
    node_price: f64,
    /// What the examples of both sides count in sum.
    all: Covered,
}

impl Rating {
    /// A rating on some examples. Where length has no price, fitness is quality alone.
    pub fn new(
        measure: Arc<dyn Measure>,
        parsimony: f64,
        has_price: bool,
        examples: &Examples,
    ) -> Self {
        Self {
            measure,
            parsimony,
            node_price: if has_price { 1.0 } else { 0.0 },
            all: examples.total(),
        }
    }

    /// The same measure where the examples of both sides count so much in sum.
    #[must_use]
    pub fn with_total(&self, all: Covered) -> Self {
        Self { all, ..self.clone() }
    }

    /// The outcome on all examples.
    pub fn confusion(&self, covered: Covered) -> Confusion {
        Confusion::new(covered, self.all.positives, self.all.negatives)
    }

    /// The measure of what a concept covers.
    pub fn quality(&self, covered: Covered) -> f64 {
        self.measure.of(self.confusion(covered))
    }

    /// The quality by which a search compares concepts: 0 for one that covers nothing.
    #[inline]
    pub fn search_quality(&self, covered: Covered) -> f64 {
        quality_of(&*self.measure, self.confusion(covered))
    }

    /// `fitness(C) = quality(C) · x − nodes(C)` (§3.4).
    #[inline]
    pub fn fitness(&self, quality: f64, n_nodes: usize) -> f64 {
        quality * self.parsimony - n_nodes as f64 * self.node_price
    }

    /// The word for the measure.
    pub fn measure_id(&self) -> &str {
        self.measure.id()
    }

    /// What one unit of quality is worth in nodes.
    pub fn parsimony(&self) -> f64 {
        self.parsimony
    }
}
