//! The sets of examples that a beam joins: atoms, and joins that were kept.

use std::cmp::Ordering;

use evolearner_dl::Constructor;
use evolearner_evaluate::{Code, Covered};
use evolearner_graph::bits::for_this_machine;
use foldhash::fast::FixedState;
use hashbrown::HashSet;

use super::layers::{Layers, ROOT};
use super::score::{Limits, Scorer};
use super::sets::{Made, Sets, and, hash, or};

/// Sets of examples, each with what it covers.
#[derive(Clone)]
pub(super) struct Pool {
    pub(super) scorer: Scorer,
    pub(super) sets: Sets,
    covered: Vec<Covered>,
}

impl Pool {
    pub(super) fn new(scorer: Scorer, n_words: usize) -> Self {
        Self { scorer, sets: Sets::new(n_words), covered: Vec::new() }
    }

    /// The same sets, rated differently.
    pub(super) fn rated_by(&self, scorer: Scorer) -> Self {
        let covered = (0..self.len()).map(|place| scorer.covered(self.sets.words(place)));
        Self { covered: covered.collect(), sets: self.sets.clone(), scorer }
    }

    /// Adds a set, unless it is known.
    pub(super) fn insert(&mut self, set: &[u64], made: Made) -> bool {
        let is_new = self.sets.insert(set, made);
        if is_new {
            self.covered.push(self.scorer.covered(set));
        }
        is_new
    }

    pub(super) fn len(&self) -> usize {
        self.covered.len()
    }

    /// Forgets all sets from a place on.
    pub(super) fn truncate(&mut self, n_kept: usize) {
        self.sets.truncate(n_kept);
        self.covered.truncate(n_kept);
    }

    #[inline]
    pub(super) fn covered(&self, place: usize) -> Covered {
        self.covered[place]
    }

    pub(super) fn quality(&self, place: usize) -> f64 {
        self.scorer.quality(self.covered[place])
    }

    /// Adds the best candidates; their places, best first.
    pub(super) fn keep(&mut self, best: Best) -> Vec<u32> {
        let mut out = vec![0; self.sets.n_words()];
        let candidates = best.finish();
        let place = |candidate: Candidate| {
            let (made, one, other) = match candidate.made {
                Joined::Known(place) => return place,
                Joined::And(one, other) => (Made::And(one, other), one, other),
                Joined::Or(one, other) => (Made::Or(one, other), one, other),
            };
            let (a, b) = (self.sets.words(one as usize), self.sets.words(other as usize));
            if matches!(made, Made::And(..)) {
                and(a, b, &mut out);
            } else {
                or(a, b, &mut out);
            }
            self.insert(&out, made);
            self.len() as u32 - 1
        };
        candidates.into_iter().map(place).collect()
    }

    /// The codes of a set.
    pub(super) fn codes(&self, place: usize, layers: &Layers) -> Vec<Code> {
        let mut codes = Vec::new();
        self.append_codes(place, layers, &mut codes);
        codes
    }

    fn append_codes(&self, place: usize, layers: &Layers, codes: &mut Vec<Code>) {
        layers.append_made(ROOT, self.sets.made(place), codes, &|part, codes| {
            self.append_codes(part, layers, codes);
        });
    }
}

/// A join, or a set of the pool, that may be kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) quality: f64,
    /// A hash of the set. It orders candidates that are equally good, and tells equal sets.
    hash: u64,
    /// The row of joins that it is from; 0 for a set of the pool. Of joins that are the same set, the
    /// first one stands, whichever thread found it.
    row: u32,
    pub(super) made: Joined,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Joined {
    /// A set of the pool.
    Known(u32),
    And(u32, u32),
    Or(u32, u32),
}

impl Candidate {
    fn rank(&self, other: &Self) -> Ordering {
        other.quality.total_cmp(&self.quality).then(self.hash.cmp(&other.hash))
    }

    fn rank_and_row(&self, other: &Self) -> Ordering {
        self.rank(other).then(self.row.cmp(&other.row))
    }
}

/// The best candidates of one length.
pub(super) struct Best {
    width: usize,
    kept: Vec<Candidate>,
    hashes: HashSet<u64, FixedState>,
    /// The quality that is needed to be kept.
    bound: f64,
    /// What has that quality.
    limits: Limits,
}

impl Best {
    pub(super) fn new(width: usize, scorer: &Scorer) -> Self {
        let bound = f64::NEG_INFINITY;
        let limits = scorer.as_good_as(bound);
        Self { width, kept: Vec::new(), hashes: HashSet::default(), bound, limits }
    }

    /// How many are kept.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// The quality that is needed to be kept here or, as is known from elsewhere, there; from now on it is
    /// needed here.
    pub(super) fn bounded(&mut self, elsewhere: f64, scorer: &Scorer) -> f64 {
        if elsewhere > self.bound {
            self.bound = elsewhere;
            self.limits = scorer.as_good_as(elsewhere);
        }
        self.bound
    }

    /// Takes a set that is in the pool already.
    pub(super) fn offer_known(&mut self, pool: &Pool, place: usize) {
        let covered = pool.covered(place);
        if self.limits.allow(covered) {
            let hash = hash(pool.sets.words(place));
            self.take(pool, covered, hash, 0, Joined::Known(place as u32));
        }
    }

    fn take(&mut self, pool: &Pool, covered: Covered, hash: u64, row: u32, made: Joined) {
        if !self.hashes.insert(hash) {
            return;
        }
        self.kept.push(Candidate { quality: pool.scorer.quality(covered), hash, row, made });
        if self.kept.len() >= 2 * self.width {
            self.prune(&pool.scorer);
        }
    }

    fn prune(&mut self, scorer: &Scorer) {
        if self.kept.len() > self.width {
            self.kept.select_nth_unstable_by(self.width - 1, Candidate::rank);
            self.kept.truncate(self.width);
            self.bounded(self.kept[self.width - 1].quality, scorer);
        }
    }

    /// Takes the joins of one set with others.
    pub(super) fn offer_joins(
        &mut self,
        pool: &Pool,
        layers: &Layers,
        row: u32,
        one: u32,
        others: &[u32],
    ) {
        let has_union = layers.space.language.has(Constructor::Union);
        let mut out = vec![0; pool.sets.n_words()];
        for_this_machine(
            #[inline(always)]
            || self.join(pool, row, one, others, has_union, &mut out),
        );
    }

    #[expect(clippy::inline_always, reason = "it is compiled for the machine at hand")]
    #[inline(always)]
    fn join(
        &mut self,
        pool: &Pool,
        row: u32,
        one: u32,
        others: &[u32],
        has_union: bool,
        out: &mut [u64],
    ) {
        let (set, of_one) = (pool.sets.words(one as usize), pool.covered(one as usize));
        for &other in others {
            let of_other = pool.covered(other as usize);
            let may_meet = self.limits.allow_meet(of_one, of_other);
            let may_unite = has_union && self.limits.allow_union(of_one, of_other);
            if !may_meet && !may_unite {
                continue;
            }
            let other_set = pool.sets.words(other as usize);
            let meet = pool.scorer.count_meet(set, other_set);
            if may_meet && self.limits.allow(meet) && meet != of_one && meet != of_other {
                and(set, other_set, out);
                let hash = hash(out);
                if pool.sets.find_hashed(out, hash).is_none() {
                    self.take(pool, meet, hash, row, Joined::And(one, other));
                }
            }
            let union = Covered {
                positives: of_one.positives + of_other.positives - meet.positives,
                negatives: of_one.negatives + of_other.negatives - meet.negatives,
            };
            if may_unite && self.limits.allow(union) && union != of_one && union != of_other {
                or(set, other_set, out);
                let hash = hash(out);
                if pool.sets.find_hashed(out, hash).is_none() {
                    self.take(pool, union, hash, row, Joined::Or(one, other));
                }
            }
        }
    }

    /// With those of another thread.
    pub(super) fn with(mut self, other: Self) -> Self {
        self.kept.extend(other.kept);
        self
    }

    /// The best ones, best first.
    pub(super) fn finish(mut self) -> Vec<Candidate> {
        self.kept.sort_unstable_by(Candidate::rank_and_row);
        self.kept.dedup_by_key(|candidate| candidate.hash);
        self.kept.truncate(self.width);
        self.kept
    }
}
