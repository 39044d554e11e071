//! The joins of what a beam has kept.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use evolearner_search::Watch;
use evolearner_search::parallel::team;

use super::layers::Layers;
use super::pool::{Best, Pool};

/// The sets of each length that are joined with each other.
const N_JOINED: usize = 100;
/// The words of joins that a thread is given at a time: about a tenth of a millisecond.
const WORDS_PER_BLOCK: usize = 1 << 17;
/// The words of joins for which one more thread is started: it takes several times as long to rate them.
const WORDS_PER_THREAD: usize = 1 << 18;

/// Joins of the sets that a beam has kept.
pub(super) struct Joins<'j> {
    pub(super) layers: &'j Layers,
    pub(super) beam: &'j [Vec<u32>],
    pub(super) n_threads: usize,
    pub(super) watch: &'j Watch,
}

/// A set, and those that it is joined with.
type Row<'j> = (u32, &'j [u32]);

/// What came of the joins of a length.
pub(super) struct Joined {
    /// The places of the best sets, best first.
    pub(super) kept: Vec<u32>,
    /// The words that were read.
    pub(super) n_words: u64,
}

impl<'j> Joins<'j> {
    /// The best of some known sets of a length, of joins of kept sets with partners, and of joins of the
    /// best kept sets with each other. Nothing if the run is to end before that is done.
    pub(super) fn best(
        &self,
        length: usize,
        width: usize,
        pool: &mut Pool,
        known: &[u32],
        partners: impl Fn(usize) -> &'j [u32],
        n_evaluations: &mut u64,
    ) -> Option<Joined> {
        let mut best = Best::new(width, &pool.scorer);
        for &place in known {
            best.offer_known(pool, place as usize);
        }
        *n_evaluations += known.len() as u64;
        let mut rows = self.rows(length, partners);
        let is_within = |(_, others): &Row<'_>| {
            let goes_on = *n_evaluations < self.watch.max_evaluations;
            *n_evaluations += if goes_on { others.len() as u64 } else { 0 };
            goes_on
        };
        rows.retain(is_within);
        let words_of = |(_, others): &Row<'_>| others.len() * pool.sets.n_words();
        let n_words = rows.iter().map(words_of).sum::<usize>();
        let n_threads = self.n_threads.min(1 + n_words / WORDS_PER_THREAD);
        let best = self.rate(pool, best, &rows, n_threads)?;
        Some(Joined { kept: pool.keep(best), n_words: n_words as u64 })
    }

    /// What is joined with what.
    fn rows(&self, length: usize, partners: impl Fn(usize) -> &'j [u32]) -> Vec<Row<'j>> {
        let mut rows = Vec::new();
        let first = |length: usize| {
            let kept = &self.beam[length];
            &kept[..kept.len().min(N_JOINED)]
        };
        for of_one in 1..length.saturating_sub(1) {
            let of_other = length - 1 - of_one;
            rows.extend(self.beam[of_one].iter().map(|&one| (one, partners(of_other))));
            if of_one <= of_other {
                rows.extend(first(of_one).iter().map(|&one| (one, first(of_other))));
            }
        }
        rows
    }

    /// The best joins of all rows, with those that are the best so far.
    fn rate(&self, pool: &Pool, best: Best, rows: &[Row<'_>], n_threads: usize) -> Option<Best> {
        let blocks = blocks(rows, WORDS_PER_BLOCK.div_ceil(pool.sets.n_words().max(1)));
        let width = best.width();
        let (next, so_far) = (AtomicUsize::new(0), Mutex::new(Some(best)));
        // What one thread cannot keep any more, no thread has to look at.
        let bound = Mutex::new(f64::NEG_INFINITY);
        let parts = team(n_threads, || {
            let so_far = so_far.lock().unwrap_or_else(PoisonError::into_inner).take();
            let mut best = so_far.unwrap_or_else(|| Best::new(width, &pool.scorer));
            while let Some(block) = blocks.get(next.fetch_add(1, Ordering::Relaxed)) {
                if self.watch.reason().is_some() {
                    return None;
                }
                for row in block.clone() {
                    let (one, others) = rows[row];
                    best.offer_joins(pool, self.layers, row as u32, one, others);
                }
                let mut bound = bound.lock().unwrap_or_else(PoisonError::into_inner);
                *bound = best.bounded(*bound, &pool.scorer);
            }
            Some(best)
        });
        parts.into_iter().collect::<Option<Vec<Best>>>()?.into_iter().reduce(Best::with)
    }
}

/// Rows cut into blocks with about so many joins each.
fn blocks(rows: &[Row<'_>], n_joins: usize) -> Vec<Range<usize>> {
    let mut blocks = Vec::new();
    let (mut start, mut n) = (0, 0);
    for (at, (_, others)) in rows.iter().enumerate() {
        n += others.len();
        if n >= n_joins || at + 1 == rows.len() {
            blocks.push(start..at + 1);
            (start, n) = (at + 1, 0);
        }
    }
    blocks
}
