//! The sets that are stored for a proof.

use std::ops::Range;

use evolearner_evaluate::{Code, Covered};

use super::{Made, ROOT, Rating, Scorer, Sets, Threads};
use crate::beam::layers::Layers;

/// A place of a set: in the layers, or, from their end on, in the tail.
pub(super) type Place = u32;

/// The sets of one proof.
pub(super) struct Operands<'p> {
    pub(super) layers: &'p Layers,
    pub(super) scorer: &'p Scorer,
    pub(super) n_threads: Threads<'p>,
    /// The sets of the layers that take part.
    pub(super) n_full: usize,
    /// The length up to which all sets are in the layers.
    pub(super) full_length: usize,
    /// What all sets cover, by place.
    pub(super) covered: Vec<Covered>,
    /// Sets that are longer by one and can take part in one join.
    pub(super) tail: Sets,
    pub(super) has_union: bool,
    pub(super) has_negation: bool,
}

impl Operands<'_> {
    pub(super) fn words(&self, place: Place) -> &[u64] {
        let place = place as usize;
        if place < self.n_full {
            self.layers.layer(ROOT).sets.words(place)
        } else {
            self.tail.words(place - self.n_full)
        }
    }

    /// The places of the sets of a length.
    pub(super) fn of_length(&self, length: usize) -> Range<Place> {
        let range = if length <= self.full_length {
            self.layers.layer(ROOT).of_length(length)
        } else if length == self.full_length + 1 {
            self.n_full..self.n_full + self.tail.len()
        } else {
            0..0
        };
        range.start as Place..range.end as Place
    }

    /// What the joins of two sets cover.
    #[expect(clippy::inline_always, reason = "it is compiled for the machine at hand")]
    #[inline(always)]
    pub(super) fn join(&self, one: (&[u64], Covered), other: (&[u64], Covered)) -> [Covered; 2] {
        let meet = self.scorer.count_meet(one.0, other.0);
        [meet, union(one.1, other.1, meet)]
    }

    pub(super) fn codes(&self, rating: Rating) -> Vec<Code> {
        let mut codes = Vec::new();
        match rating {
            Rating::Of(made) => self.append_codes(made, &mut codes),
            Rating::Not(made) => {
                codes.push(Code::NOT);
                self.append_codes(made, &mut codes);
            }
            Rating::WithLast { of_last, is_union, partner } => {
                codes.push(if is_union { Code::OR } else { Code::AND });
                self.append_codes(of_last, &mut codes);
                self.layers.append_codes(ROOT, partner as usize, &mut codes);
            }
        }
        codes
    }

    fn append_codes(&self, made: Made, codes: &mut Vec<Code>) {
        self.layers.append_made(ROOT, made, codes, &|part, codes| match part
            .checked_sub(self.n_full)
        {
            Some(in_tail) => self.append_codes(self.tail.made(in_tail), codes),
            None => self.layers.append_codes(ROOT, part, codes),
        });
    }
}

/// What the union of two sets covers whose meet is known.
#[expect(clippy::inline_always, reason = "it is compiled for the machine at hand")]
#[inline(always)]
pub(super) fn union(one: Covered, other: Covered, meet: Covered) -> Covered {
    Covered {
        positives: one.positives + other.positives - meet.positives,
        negatives: one.negatives + other.negatives - meet.negatives,
    }
}
