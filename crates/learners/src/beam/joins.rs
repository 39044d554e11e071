//! The joins of what a beam has kept.

use evolearner_search::Watch;

use super::budget::Budget;
use super::layers::Layers;
use super::pool::{Best, Pool};

/// The sets of each length that are joined with each other.
const N_JOINED: usize = 100;

/// Joins of the sets that a beam has kept.
pub(super) struct Joins<'j, 'w> {
    pub(super) layers: &'j Layers,
    pub(super) beam: &'j [Vec<u32>],
    pub(super) budget: &'j mut Budget<'w>,
    pub(super) watch: &'j Watch,
    pub(super) n_evaluations: &'j mut u64,
}

impl Joins<'_, '_> {
    /// The best of some known sets of a length, of joins of kept sets with partners, and of joins of the
    /// best kept sets with each other; their places, best first.
    pub(super) fn best<P: ExactSizeIterator<Item = usize>>(
        &mut self,
        length: usize,
        width: usize,
        pool: &mut Pool,
        known: impl Iterator<Item = u32>,
        partners: impl Fn(usize) -> P,
    ) -> Vec<u32> {
        let mut best = Best::new(width, &pool.scorer);
        for place in known {
            *self.n_evaluations += 1;
            best.offer_known(pool, place as usize);
        }
        for of_one in 1..length.saturating_sub(1) {
            let of_other = length - 1 - of_one;
            let goes_on = self.beam[of_one]
                .iter()
                .all(|&one| self.rate(pool, &mut best, one, partners(of_other)));
            if goes_on && of_one <= of_other {
                let first = |length: usize| {
                    let kept = &self.beam[length];
                    kept[..kept.len().min(N_JOINED)].iter().map(|&place| place as usize)
                };
                first(of_one).all(|one| self.rate(pool, &mut best, one as u32, first(of_other)));
            }
        }
        pool.keep(best)
    }

    /// Rates the joins of one set with others; false if that was to be the last.
    fn rate(
        &mut self,
        pool: &Pool,
        best: &mut Best,
        one: u32,
        others: impl ExactSizeIterator<Item = usize>,
    ) -> bool {
        let n_others = others.len() as u64;
        *self.n_evaluations += n_others;
        best.offer_joins(pool, self.layers, one as usize, others);
        self.budget.spend(n_others * pool.sets.n_words() as u64)
            && *self.n_evaluations < self.watch.max_evaluations
    }
}
