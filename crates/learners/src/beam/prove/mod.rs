//! Complete search: no concept up to a length does better than the best one known.
//!
//! To rate every concept of length L, sets up to length L − 3 are stored: the longer operand of a join has
//! at most length L − 2, and those of length L − 2 have a part of length 1 as their only partner, so that
//! their joins are rated when they are made. A negation is the complement of what is rated at L − 1. Sets
//! of the lengths L − 3 and L − 2 can take part in one join only, with a partner of length 1 or 2; they
//! are kept or rated only if the bounds of [`Partners`] allow that join to beat the best concept known.
//! Bounds hold for every measure that does not fall with the positives that are covered and does not rise
//! with the negatives.

mod joins;
mod last;
mod operands;
mod tail;

use evolearner_dl::Constructor;
use evolearner_evaluate::{Code, Covered};

use super::budget::Budget;
use super::layers::{Layers, ROOT, Sign};
use super::score::{Limits, Partners, Scorer};
use super::sets::{Made, Sets, and, hash, not, or};
use operands::{Operands, Place};

/// All sets up to this length are kept, whatever the length of the proof.
const SHORT: usize = 3;
/// The pairs of sets that a thread is given at a time: some tenths of a millisecond.
const PAIRS_PER_BLOCK: usize = 1 << 16;
/// Blocks after which what they found is put together. It does not depend on the number of threads, so that
/// neither what bounds spare nor what is spent does.
const BLOCKS_PER_ROUND: usize = 32;

/// How many threads there are for it, which may become more on the way.
pub(super) type Threads<'t> = &'t (dyn Fn() -> usize + Sync);

/// A concept of the examples that beats what was known.
#[derive(Debug)]
pub(super) struct Better {
    pub(super) covered: Covered,
    pub(super) codes: Vec<Code>,
}

/// What came of rating all concepts of a length.
pub(super) enum Rated {
    /// One is better than what was known; this is the best.
    Better(Better),
    /// None is.
    NoBetter,
    /// The budget did not suffice.
    CutShort,
}

/// Rates all concepts of a length.
pub(super) struct Prover {
    scorer: Scorer,
    /// What the sets of the layers cover, by their places.
    covered: Vec<Covered>,
}

/// How a concept that is rated is made of sets that are stored.
#[derive(Clone, Copy)]
enum Rating {
    Of(Made),
    /// The complement.
    Not(Made),
    /// A join of what is rated when it is made with a set of length 1.
    WithLast {
        of_last: Made,
        is_union: bool,
        partner: Place,
    },
}

/// The best concept found so far that is better than what was known.
struct Found {
    limits: Limits,
    best: Option<(Covered, Rating)>,
}

impl Found {
    #[inline]
    fn offer(&mut self, scorer: &Scorer, covered: Covered, rating: impl FnOnce() -> Rating) {
        if self.limits.allow(covered) {
            self.limits = scorer.better_than(scorer.quality(covered));
            self.best = Some((covered, rating()));
        }
    }
}

impl Prover {
    pub(super) fn new(scorer: Scorer) -> Self {
        Self { scorer, covered: Vec::new() }
    }

    /// Rates all concepts of a length against a quality that is known.
    pub(super) fn rate(
        &mut self,
        layers: &mut Layers,
        length: usize,
        quality: f64,
        n_threads: Threads<'_>,
        budget: &mut Budget<'_>,
    ) -> Rated {
        let full_length = length.saturating_sub(4).max(SHORT.min(length.saturating_sub(2)));
        let is_known =
            layers.extend(ROOT, full_length, budget) && layers.extend_fillers(ROOT, length, budget);
        if !is_known {
            return Rated::CutShort;
        }
        let layers = &*layers;
        let sets = &layers.layer(ROOT).sets;
        let n_full = layers.layer(ROOT).of_length(full_length).end.max(1);
        let new = self.covered.len()..sets.len();
        self.covered.extend(new.map(|place| self.scorer.covered(sets.words(place))));
        let language = layers.space.language;
        let mut operands = Operands {
            layers,
            scorer: &self.scorer,
            n_threads,
            n_full,
            covered: self.covered[..n_full.min(self.covered.len())].to_vec(),
            tail: Sets::new(sets.n_words()),
            full_length,
            has_union: language.has(Constructor::Union),
            has_negation: language.has(Constructor::Negation) && length > 1,
        };
        let mut found = Found { limits: self.scorer.better_than(quality), best: None };
        let of_tail = length.saturating_sub(3);
        let is_done = (of_tail <= full_length || operands.grow_tail(length, &found.limits, budget))
            && operands.rate_alone(length, &mut found, budget)
            && operands.rate_joins(length, false, &mut found, budget)
            && (!operands.has_negation
                || operands.rate_joins(length - 1, true, &mut found, budget))
            && (length < full_length + 3 || operands.rate_last(length, &mut found, budget));
        match found.best {
            _ if !is_done => Rated::CutShort,
            Some((covered, rating)) => {
                Rated::Better(Better { covered, codes: operands.codes(rating) })
            }
            None => Rated::NoBetter,
        }
    }
}
