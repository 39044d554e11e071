//! Concepts whose longer part is made and rated, and not stored.

use std::cmp::Reverse;

use evolearner_evaluate::Covered;
use evolearner_graph::bits::for_this_machine;

use super::operands::{Operands, Place};
use super::{Found, Made, Partners, ROOT, Rating};
use crate::beam::budget::Budget;
use crate::beam::layers::pairs_of_lengths;

/// The sets of length 1, with what they cover.
struct Shortest {
    /// Those with the fewest negatives first.
    to_meet: Vec<(Place, Covered)>,
    /// Those with the most positives first.
    to_unite: Vec<(Place, Covered)>,
}

impl Operands<'_> {
    /// Rates the joins of a length whose parts have length 1 and two less than the join.
    pub(super) fn rate_last(
        &self,
        length: usize,
        found: &mut Found,
        budget: &mut Budget<'_>,
    ) -> bool {
        let of_last = length - 2;
        let bounds = Partners::new(&found.limits, self.up_to(1));
        let wants = |covered: Covered| bounds.allow(covered);
        let shortest = self.shortest();
        let mut n_seen = 0;
        let mut rate = |set: &[u64], made, covered| {
            n_seen += self.rate_with(&shortest, (set, covered), made, found);
        };
        if !self.without_joins(of_last, &wants, budget, &mut rate)
            || !budget.spend(self.cost_of_last(n_seen))
        {
            return false;
        }
        pairs_of_lengths(of_last).all(|(of_one, of_other)| {
            let ones: Vec<Place> = self.of_length(of_one).collect();
            let others = self.partners(of_one, of_other);
            let n_others = self.of_length(of_other).len();
            self.in_rounds(&ones, n_others, found, budget, |ones, found| {
                let mut n_seen = 0;
                let mut rate = |set: &[u64], made, covered| {
                    n_seen += self.rate_with(&shortest, (set, covered), made, found);
                };
                for_this_machine(
                    #[inline(always)]
                    || self.joined(ones, &others, &wants, &mut rate),
                );
                let n_pairs: u64 = ones.iter().map(|&one| others(one).len() as u64).sum();
                n_pairs * self.cost_of_join() + self.cost_of_last(n_seen)
            })
        })
    }

    /// The work of rating so many pairs of a set and one of length 1, which are few and stay in the cache.
    fn cost_of_last(&self, n_pairs: u64) -> u64 {
        n_pairs * (self.layers.typed.universe(ROOT).n_words() as u64 / 2 + 4)
    }

    fn shortest(&self) -> Shortest {
        let all = self.of_length(1).map(|place| (place, self.covered[place as usize]));
        let (mut to_meet, mut to_unite): (Vec<_>, Vec<_>) = all.map(|one| (one, one)).unzip();
        to_meet.sort_unstable_by_key(|&(place, covered)| (covered.negatives, place));
        to_unite.sort_unstable_by_key(|&(place, covered)| (Reverse(covered.positives), place));
        if !self.has_union {
            to_unite.clear();
        }
        Shortest { to_meet, to_unite }
    }

    /// Rates the joins of a set with the shortest ones; how many of these were looked at.
    #[expect(clippy::inline_always, reason = "it is compiled for the machine at hand")]
    #[inline(always)]
    fn rate_with(
        &self,
        shortest: &Shortest,
        (set, of_set): (&[u64], Covered),
        of_last: Made,
        found: &mut Found,
    ) -> u64 {
        let mut n_seen = 0;
        for &(partner, covered) in &shortest.to_meet {
            n_seen += 1;
            if found.limits.end_meets(of_set, covered) {
                break;
            }
            if found.limits.allow_meet(of_set, covered) {
                let [meet, _] = self.join((set, of_set), (self.words(partner), covered));
                let rating = || Rating::WithLast { of_last, is_union: false, partner };
                found.offer(self.scorer, meet, rating);
            }
        }
        for &(partner, covered) in &shortest.to_unite {
            n_seen += 1;
            if found.limits.end_unions(of_set, covered) {
                break;
            }
            if found.limits.allow_union(of_set, covered) {
                let [_, union] = self.join((set, of_set), (self.words(partner), covered));
                let rating = || Rating::WithLast { of_last, is_union: true, partner };
                found.offer(self.scorer, union, rating);
            }
        }
        n_seen
    }
}
