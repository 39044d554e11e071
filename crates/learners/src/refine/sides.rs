//! The examples that a concept covers, as sets of bits.

use std::sync::Arc;

use evolearner_evaluate::{Covered, Examples, Side, Weights};

/// The positives and the negatives that are looked at.
#[derive(Clone)]
pub struct Sides {
    /// Positives, a bit each by their places among the examples.
    pub positives: Vec<u64>,
    /// Negatives, likewise.
    pub negatives: Vec<u64>,
    /// What they count; nothing where all count the same.
    weights: Option<Arc<Weights>>,
}

impl Sides {
    /// All examples.
    pub fn new(examples: &Arc<Examples>) -> Self {
        Self {
            positives: examples.positive_bits().to_vec(),
            negatives: examples.negative_bits().to_vec(),
            weights: examples.weights().cloned(),
        }
    }

    /// What those of them count that are among some members.
    pub fn covered(&self, members: &[u64]) -> Covered {
        let count = |side, examples: &[u64]| match &self.weights {
            Some(weights) => weights.of_meet(side, examples, members),
            None => n_common(examples, members),
        };
        Covered {
            positives: count(Side::Positive, &self.positives),
            negatives: count(Side::Negative, &self.negatives),
        }
    }
}

/// How many members two sets share.
pub fn n_common(one: &[u64], other: &[u64]) -> u32 {
    one.iter().zip(other).map(|(one, other)| (one & other).count_ones()).sum()
}

/// Takes the members of one set out of another.
pub fn remove(from: &mut [u64], members: &[u64]) {
    for (from, members) in from.iter_mut().zip(members) {
        *from &= !members;
    }
}

/// Adds the members of one set to another.
pub fn insert(to: &mut [u64], members: &[u64]) {
    for (to, members) in to.iter_mut().zip(members) {
        *to |= members;
    }
}

/// Whether a set has no members.
pub fn is_empty(set: &[u64]) -> bool {
    set.iter().all(|&word| word == 0)
}
