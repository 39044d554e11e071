//! Sets of a length that can take part in something better than what is known.

use std::ops::Range;

use evolearner_evaluate::Covered;
use evolearner_graph::bits::for_this_machine;
use evolearner_search::parallel::in_order;

use super::operands::{Operands, Place};
use super::{
    BLOCKS_PER_ROUND, Limits, Made, PAIRS_PER_BLOCK, Partners, ROOT, Sets, Sign, and, hash, not, or,
};
use crate::beam::budget::Budget;
use crate::beam::layers::pairs_of_lengths;

impl Operands<'_> {
    /// What the sets cover that have at most a length.
    pub(super) fn up_to(&self, length: usize) -> impl Iterator<Item = Covered> {
        let places = (1..=length).flat_map(|length| self.of_length(length));
        places.map(|place| self.covered[place as usize])
    }

    /// Stores the sets of length `to` − 3 that can take part in a join of length `to`.
    pub(super) fn grow_tail(
        &mut self,
        to: usize,
        limits: &Limits,
        budget: &mut Budget<'_>,
    ) -> bool {
        let scorer = self.scorer;
        let partners = |most: usize| Partners::new(limits, self.up_to(most));
        let direct = partners(2);
        // `¬ C ⊓ D` and `¬ (C ⊓ D)`.
        let negated = self.has_negation.then(|| {
            let complements = self.up_to(1).map(|covered| scorer.uncovered(covered));
            [partners(1), Partners::new(limits, complements)]
        });
        let wants = |covered: Covered| {
            direct.allow(covered)
                || negated.as_ref().is_some_and(|negated| {
                    let covered = scorer.uncovered(covered);
                    negated.iter().any(|partners| partners.allow(covered))
                })
        };
        let mut new = NewSets {
            known: &self.layers.layer(ROOT).sets,
            n_known: self.n_full,
            tail: Sets::new(self.tail.n_words()),
            covered: Vec::new(),
        };
        let mut insert = |set: &[u64], made, covered| new.insert(set, hash(set), made, covered);
        let is_done = self.without_joins(to - 3, &wants, budget, &mut insert)
            && self.tail_joins(to - 3, &wants, &mut new, budget);
        self.tail = new.tail;
        self.covered.extend(new.covered);
        is_done
    }

    /// Passes on the sets of a length that are no joins.
    pub(super) fn without_joins(
        &self,
        length: usize,
        wants: &impl Fn(Covered) -> bool,
        budget: &mut Budget<'_>,
        take: &mut impl FnMut(&[u64], Made, Covered),
    ) -> bool {
        let mut wanted = |set: &[u64], made: Made| {
            let covered = self.scorer.covered(set);
            if wants(covered) {
                take(set, made, covered);
            }
        };
        self.layers.leaves(ROOT, length, &mut wanted);
        for sign in [Sign::Positive, Sign::Negative] {
            let is_done = self.layers.restrictions(ROOT, length, sign, budget, |set, made| {
                wanted(set, made);
                true
            });
            if !is_done {
                return false;
            }
        }
        if self.has_negation {
            let full = &self.layers.typed.universe(ROOT).full;
            let mut out = vec![0; full.len()];
            for place in self.of_length(length - 1) {
                let covered = self.scorer.uncovered(self.covered[place as usize]);
                if wants(covered) {
                    not(self.words(place), full, &mut out);
                    take(&out, Made::Not(place), covered);
                }
            }
        }
        true
    }

    /// Adds the joins of a length; the operands are sets of the layers.
    fn tail_joins(
        &self,
        length: usize,
        wants: &(impl Fn(Covered) -> bool + Sync),
        new: &mut NewSets<'_>,
        budget: &mut Budget<'_>,
    ) -> bool {
        for (of_one, of_other) in pairs_of_lengths(length) {
            let partners = self.partners(of_one, of_other);
            let ones: Vec<Place> = self.of_length(of_one).collect();
            let n_others = self.of_length(of_other).len();
            let per_block = (PAIRS_PER_BLOCK / n_others.max(1)).max(1);
            for round in ones.chunks(per_block * BLOCKS_PER_ROUND) {
                let n_known = new.tail.len();
                self.tail_round(round, per_block, &partners, wants, new);
                // A new set costs a hash, a copy and now and then a larger table.
                let n_new = (new.tail.len() - n_known) as u64;
                let n_pairs: u64 = round.iter().map(|&one| partners(one).len() as u64).sum();
                if !budget.spend(n_pairs * self.cost_of_join() + n_new * 250) {
                    return false;
                }
            }
        }
        true
    }

    /// What a set of one length is joined with among those of another.
    pub(super) fn partners(
        &self,
        of_one: usize,
        of_other: usize,
    ) -> impl Fn(Place) -> Range<Place> + Sync + use<> {
        let others = self.of_length(of_other);
        let is_same = of_one == of_other;
        move |one| {
            let first = if is_same { one + 1 } else { others.start };
            first.min(others.end)..others.end
        }
    }

    /// The work of making both joins of two sets.
    pub(super) fn cost_of_join(&self) -> u64 {
        self.layers.typed.universe(ROOT).n_words() as u64 / 2 + 8
    }

    /// Adds the joins of some sets with their partners. Several threads only find them; they are added in
    /// the order in which one thread finds them.
    fn tail_round(
        &self,
        ones: &[Place],
        per_block: usize,
        partners: &(impl Fn(Place) -> Range<Place> + Sync),
        wants: &(impl Fn(Covered) -> bool + Sync),
        new: &mut NewSets<'_>,
    ) {
        let blocks: Vec<&[Place]> = ones.chunks(per_block).collect();
        let n_threads = (self.n_threads)();
        if n_threads == 1 || blocks.len() == 1 {
            let mut insert = |set: &[u64], made, covered| new.insert(set, hash(set), made, covered);
            for_this_machine(
                #[inline(always)]
                || self.joined(ones, partners, wants, &mut insert),
            );
            return;
        }
        let known = &*new;
        let found = in_order(n_threads, blocks.len(), |block| {
            let (mut words, mut found) = (Vec::new(), Vec::new());
            let mut take = |set: &[u64], made, covered| {
                let hash = hash(set);
                if !known.contains(set, hash) {
                    words.extend_from_slice(set);
                    found.push((hash, made, covered));
                }
            };
            for_this_machine(
                #[inline(always)]
                || self.joined(blocks[block], partners, wants, &mut take),
            );
            (words, found)
        });
        for (words, found) in found {
            for (set, (hash, made, covered)) in words.chunks_exact(new.tail.n_words()).zip(found) {
                new.insert(set, hash, made, covered);
            }
        }
    }

    /// Passes on the joins of some sets with their partners.
    #[expect(clippy::inline_always, reason = "it is compiled for the machine at hand")]
    #[inline(always)]
    pub(super) fn joined(
        &self,
        ones: &[Place],
        partners: &impl Fn(Place) -> Range<Place>,
        wants: &impl Fn(Covered) -> bool,
        take: &mut impl FnMut(&[u64], Made, Covered),
    ) {
        let all = self.scorer.all;
        let mut out = vec![0; self.layers.typed.universe(ROOT).n_words()];
        for &one in ones {
            let (set, of_one) = (self.words(one), self.covered[one as usize]);
            for other in partners(one) {
                let (other_set, of_other) = (self.words(other), self.covered[other as usize]);
                let [meet, union] = self.join((set, of_one), (other_set, of_other));
                let is_news = |covered: Covered| covered != of_one && covered != of_other;
                if is_news(meet) && wants(meet) && meet != Covered::default() {
                    and(set, other_set, &mut out);
                    take(&out, Made::And(one, other), meet);
                }
                if self.has_union && is_news(union) && wants(union) && union != all {
                    or(set, other_set, &mut out);
                    take(&out, Made::Or(one, other), union);
                }
            }
        }
    }
}

/// Sets that are added to a tail.
struct NewSets<'p> {
    /// Sets that are not added again: the first so many of these, and those of the tail.
    known: &'p Sets,
    n_known: usize,
    tail: Sets,
    covered: Vec<Covered>,
}

impl NewSets<'_> {
    #[inline]
    fn insert(&mut self, set: &[u64], hash: u64, made: Made, covered: Covered) {
        if !self.is_in_layers(set, hash) && self.tail.insert_hashed(set, hash, made) {
            self.covered.push(covered);
        }
    }

    fn contains(&self, set: &[u64], hash: u64) -> bool {
        self.is_in_layers(set, hash) || self.tail.find_hashed(set, hash).is_some()
    }

    fn is_in_layers(&self, set: &[u64], hash: u64) -> bool {
        self.known.find_hashed(set, hash).is_some_and(|place| place < self.n_known)
    }
}
