//! The atoms of a beam as features of the examples, for methods that are no beams.

use std::sync::Arc;

use evolearner_evaluate::{Code, Covered, Examples, Space, Typed};
use evolearner_search::{Rating, Watch};

use super::MAX_EDGES;
use super::atoms::{Atoms, nesting_of_atoms};
use super::budget::Budget;
use super::layers::{Layers, ROOT};
use super::pool::Pool;
use super::score::Scorer;
use super::sets::Made;

/// Classes, thresholds, truth values and restrictions, each as the set of examples that it covers:
/// positives in the first words, negatives in the others. Short ones come first. A complement has no
/// place of its own.
pub(crate) struct Features {
    layers: Layers,
    pool: Pool,
    places: Vec<u32>,
}

impl Features {
    /// The features of some examples; nothing where the run is to end before.
    pub(crate) fn new(
        space: &Arc<Space>,
        examples: &Examples,
        rating: &Rating,
        (filler_length, nesting): (usize, usize),
        watch: &Watch,
    ) -> Option<Self> {
        let nesting = nesting.min(nesting_of_atoms(filler_length));
        let typed = Arc::new(Typed::new(space, examples, nesting, MAX_EDGES));
        let root = typed.universe(ROOT);
        let scorer = Scorer::new(rating.clone(), examples, &root.full);
        let mut pool = Pool::new(scorer, root.n_words());
        let mut layers = Layers::new(space.clone(), typed);
        let mut atoms = Atoms::new(filler_length);
        let mut budget = Budget::new(watch, u64::MAX);
        let mut places = Vec::new();
        // A restriction with a number is longer than its filler by three, by four with an inverse role.
        for length in 1..=filler_length + 4 {
            atoms.gather(length, &mut layers, &mut pool, &mut budget);
            if budget.is_stopped || watch.reason().is_some() {
                return None;
            }
            let is_feature = |&place: &u32| !matches!(pool.sets.made(place as usize), Made::Not(_));
            places.extend(atoms.of_length(length).iter().copied().filter(is_feature));
        }
        Some(Self { layers, pool, places })
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// All examples that a concept can cover.
    pub(crate) fn full(&self) -> &[u64] {
        &self.layers.typed.universe(ROOT).full
    }

    /// The first word of the negatives.
    pub(crate) fn half(&self) -> usize {
        self.pool.scorer.half()
    }

    /// What the examples of a set count.
    pub(crate) fn covered(&self, set: &[u64]) -> Covered {
        self.pool.scorer.covered(set)
    }

    /// The examples that a feature covers.
    #[inline]
    pub(crate) fn set(&self, feature: usize) -> &[u64] {
        self.pool.sets.words(self.places[feature] as usize)
    }

    /// A feature as a concept.
    pub(crate) fn codes(&self, feature: usize) -> Vec<Code> {
        self.pool.codes(self.places[feature] as usize, &self.layers)
    }
}
