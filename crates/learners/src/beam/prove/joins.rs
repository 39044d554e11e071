//! Rating all concepts that are made of stored sets.

use std::cmp::Reverse;

use evolearner_evaluate::Covered;
use evolearner_graph::bits::for_this_machine;
use evolearner_search::parallel::in_order;

use super::operands::{Operands, Place, union};
use super::{BLOCKS_PER_ROUND, Found, Limits, Made, PAIRS_PER_BLOCK, ROOT, Rating, Sign};
use crate::beam::budget::Budget;
use crate::beam::layers::pairs_of_lengths;

impl Operands<'_> {
    /// Rates all concepts of a length that are neither joins nor negations of joins.
    pub(super) fn rate_alone(
        &self,
        length: usize,
        found: &mut Found,
        budget: &mut Budget<'_>,
    ) -> bool {
        let Self { layers, scorer, has_negation, .. } = self;
        let mut rate = |set: &[u64], made| {
            found.offer(scorer, scorer.covered(set), || Rating::Of(made));
        };
        layers.leaves(ROOT, length, &mut rate);
        for sign in [Sign::Positive, Sign::Negative] {
            let is_done = layers.restrictions(ROOT, length, sign, budget, |set, made| {
                rate(set, made);
                true
            });
            if !is_done {
                return false;
            }
        }
        if !has_negation {
            return true;
        }
        let mut rate = |set: &[u64], made| {
            found.offer(scorer, scorer.uncovered(scorer.covered(set)), || Rating::Not(made));
        };
        layers.leaves(ROOT, length - 1, &mut rate);
        [Sign::Positive, Sign::Negative].into_iter().all(|sign| {
            layers.restrictions(ROOT, length - 1, sign, budget, |set, made| {
                rate(set, made);
                true
            })
        })
    }

    /// Rates all joins of stored sets that have a length, or their complements: `¬ (C ⊔ D)` is a meet of
    /// complements and `¬ (C ⊓ D)` a union of them.
    pub(super) fn rate_joins(
        &self,
        length: usize,
        is_negated: bool,
        found: &mut Found,
        budget: &mut Budget<'_>,
    ) -> bool {
        let (rates_meets, rates_unions) =
            if is_negated { (self.has_union, true) } else { (true, self.has_union) };
        for (of_one, of_other) in pairs_of_lengths(length) {
            let side = |length: usize, fits: &dyn Fn(Covered) -> bool| -> Vec<(Place, Covered)> {
                let covered = self.of_length(length).map(|place| {
                    let covered = self.covered[place as usize];
                    (place, if is_negated { self.scorer.uncovered(covered) } else { covered })
                });
                covered.filter(|&(_, covered)| fits(covered)).collect()
            };
            if rates_meets {
                let fits = |covered: Covered| found.limits.below(covered.positives) > 0;
                let (ones, mut others) = (side(of_one, &fits), side(of_other, &fits));
                others.sort_unstable_by_key(|&(place, covered)| (covered.negatives, place));
                if !self.sorted::<false>(&ones, &others, is_negated, found, budget) {
                    return false;
                }
            }
            if rates_unions {
                let below = found.limits.below(u32::MAX);
                let fits = |covered: Covered| covered.negatives < below;
                let (ones, mut others) = (side(of_one, &fits), side(of_other, &fits));
                others
                    .sort_unstable_by_key(|&(place, covered)| (Reverse(covered.positives), place));
                if !self.sorted::<true>(&ones, &others, is_negated, found, budget) {
                    return false;
                }
            }
        }
        true
    }

    /// Rates meets, where the others ascend by the negatives that they cover, or unions, where they descend by
    /// the positives.
    fn sorted<const IS_UNION: bool>(
        &self,
        ones: &[(Place, Covered)],
        others: &[(Place, Covered)],
        is_negated: bool,
        found: &mut Found,
        budget: &mut Budget<'_>,
    ) -> bool {
        self.rate_pairs(
            ones,
            others.len(),
            found,
            budget,
            #[inline(always)]
            |&(one, of_one), found| {
                let mut n_seen = 0;
                for &(other, of_other) in others {
                    n_seen += 1;
                    let limits = &found.limits;
                    let is_end = if IS_UNION { Limits::end_unions } else { Limits::end_meets };
                    let is_allowed =
                        if IS_UNION { Limits::allow_union } else { Limits::allow_meet };
                    if is_end(limits, of_one, of_other) {
                        break;
                    }
                    if !is_allowed(limits, of_one, of_other) {
                        continue;
                    }
                    let meet = self.meet(one, other, is_negated);
                    let covered = if IS_UNION { union(of_one, of_other, meet) } else { meet };
                    found.offer(self.scorer, covered, || {
                        // What is a union of complements is the complement of a meet.
                        let made = if IS_UNION == is_negated { Made::And } else { Made::Or };
                        let rating = if is_negated { Rating::Not } else { Rating::Of };
                        rating(made(one, other))
                    });
                }
                n_seen
            },
        )
    }

    /// Rates the joins of each set with its partners; `rate` does so for one set and says how many
    /// partners were looked at.
    fn rate_pairs(
        &self,
        ones: &[(Place, Covered)],
        n_others: usize,
        found: &mut Found,
        budget: &mut Budget<'_>,
        rate: impl Fn(&(Place, Covered), &mut Found) -> u64 + Sync,
    ) -> bool {
        self.in_rounds(ones, n_others, found, budget, |ones, found| {
            let mut n_seen = 0;
            for_this_machine(
                #[inline(always)]
                || ones.iter().for_each(|one| n_seen += rate(one, found)),
            );
            self.cost_of_rating(n_seen)
        })
    }

    /// Rates the joins of sets with their partners, of which there are at most so many: blocks of sets one
    /// after the other or at the same time. `rate` does so for a block and says what it cost.
    pub(super) fn in_rounds<T: Sync>(
        &self,
        ones: &[T],
        n_others: usize,
        found: &mut Found,
        budget: &mut Budget<'_>,
        rate: impl Fn(&[T], &mut Found) -> u64 + Sync,
    ) -> bool {
        let per_block = (PAIRS_PER_BLOCK / n_others.max(1)).max(1);
        for round in ones.chunks(per_block * BLOCKS_PER_ROUND) {
            let blocks: Vec<_> = round.chunks(per_block).collect();
            let rated = in_order((self.n_threads)(), blocks.len(), |block| {
                let mut found = Found { limits: found.limits.clone(), best: None };
                (rate(blocks[block], &mut found), found.best)
            });
            let mut cost = 0;
            for (of_block, best) in rated {
                cost += of_block;
                if let Some((covered, rating)) = best {
                    found.offer(self.scorer, covered, || rating);
                }
            }
            if !budget.spend(cost) {
                return false;
            }
        }
        true
    }

    /// The work of rating so many pairs. Their sets lie far from each other in memory.
    fn cost_of_rating(&self, n_pairs: u64) -> u64 {
        n_pairs * (2 * self.layers.typed.universe(ROOT).n_words() as u64 + 10)
    }

    /// What is in both of two sets, or in neither.
    #[expect(clippy::inline_always, reason = "it is compiled for the machine at hand")]
    #[inline(always)]
    fn meet(&self, one: Place, other: Place, is_negated: bool) -> Covered {
        let meet = self.scorer.count_meet(self.words(one), self.words(other));
        if !is_negated {
            return meet;
        }
        let all = self.scorer.all;
        let (one, other) = (self.covered[one as usize], self.covered[other as usize]);
        Covered {
            positives: all.positives + meet.positives - one.positives - other.positives,
            negatives: all.negatives + meet.negatives - one.negatives - other.negatives,
        }
    }
}
