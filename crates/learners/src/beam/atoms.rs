//! The sets that a beam joins others with: names, restrictions, and their complements.

use std::cmp::Reverse;

use evolearner_dl::Constructor;
use evolearner_evaluate::Op;

use super::budget::Budget;
use super::layers::{Layers, ROOT, Sign};
use super::pool::Pool;
use super::refine::{Refined, refine};
use super::sets::{Made, not};

/// Cardinalities of the longest fillers are left out where there are so many atoms already: they would
/// multiply the time of the beam and bring nothing (docs/search.md).
const ENOUGH: usize = 1_500;
/// The most atoms of one length; those with the highest information gain stay.
const MAX_OF_LENGTH: usize = 3_000;
/// The work that fillers of one role may take.
const WORK_PER_ROLE: u64 = 20_000_000;

/// The atoms of a pool, by length.
pub(super) struct Atoms {
    filler_length: usize,
    /// Restrictions with longer fillers, once they were looked for.
    refined: Option<Vec<Refined>>,
    by_length: Vec<Vec<u32>>,
    /// Those among them that have no threshold.
    plain: Vec<Vec<u32>>,
}

/// How deep the restrictions of an atom are nested at most: one adds at least two to the length of its
/// filler.
pub(super) fn nesting_of_atoms(filler_length: usize) -> usize {
    1 + filler_length.saturating_sub(1) / 2
}

impl Atoms {
    pub(super) fn new(filler_length: usize) -> Self {
        Self { filler_length, refined: None, by_length: Vec::new(), plain: Vec::new() }
    }

    /// The places of the atoms of a length.
    pub(super) fn of_length(&self, length: usize) -> &[u32] {
        self.by_length.get(length).map_or(&[], Vec::as_slice)
    }

    /// The places of the atoms of a length that have no threshold.
    pub(super) fn plain(&self, length: usize) -> &[u32] {
        self.plain.get(length).map_or(&[], Vec::as_slice)
    }

    /// Whether some atoms have thresholds.
    pub(super) fn have_thresholds(&self) -> bool {
        let n_all: usize = self.by_length.iter().map(Vec::len).sum();
        self.plain.iter().map(Vec::len).sum::<usize>() < n_all
    }

    /// Adds the atoms of a length to the pool, unless they were added. Those of all shorter lengths were
    /// added before.
    pub(super) fn gather(
        &mut self,
        length: usize,
        layers: &mut Layers,
        pool: &mut Pool,
        budget: &mut Budget<'_>,
    ) {
        if self.by_length.len() > length {
            return;
        }
        let start = pool.len();
        let n_gathered: usize = self.by_length.iter().map(Vec::len).sum();
        let most = self.filler_length + if n_gathered < ENOUGH { 3 } else { 2 };
        if length <= most {
            let typed = layers.typed.clone();
            for role in &typed.universe(ROOT).roles {
                let longest = length.saturating_sub(layers.length_of(role)).min(self.filler_length);
                layers.extend(role.target, longest, &mut budget.part(WORK_PER_ROLE));
            }
            self.add(length, layers, pool, budget);
        }
        if length > self.filler_length + 1 {
            let refined = self.refined.get_or_insert_with(|| refine(layers, &pool.scorer, budget));
            for atom in refined.iter().filter(|atom| atom.length == length) {
                pool.insert(&atom.set, atom.made);
            }
        }
        let new = start as u32..pool.len() as u32;
        let is_plain = |place: &u32| {
            let codes = pool.codes(*place as usize, layers);
            codes.iter().all(|code| code.op() != Op::Cut)
        };
        self.plain.resize(length, Vec::new());
        self.plain.push(new.clone().filter(is_plain).collect());
        self.by_length.resize(length, Vec::new());
        self.by_length.push(new.collect());
    }

    fn add(&self, length: usize, layers: &Layers, pool: &mut Pool, budget: &mut Budget<'_>) {
        let n_words = pool.sets.n_words();
        let (mut sets, mut made): (Vec<u64>, Vec<Made>) = (Vec::new(), Vec::new());
        let mut take = |set: &[u64], how: Made| {
            sets.extend_from_slice(set);
            made.push(how);
        };
        layers.leaves(ROOT, length, &mut take);
        for sign in [Sign::Positive, Sign::Negative] {
            layers.restrictions(ROOT, length, sign, budget, |set, made| {
                take(set, made);
                true
            });
        }
        if length > 1 && layers.space.language.has(Constructor::Negation) {
            let full = &layers.typed.universe(ROOT).full;
            let mut out = vec![0; n_words];
            for &place in self.of_length(length - 1) {
                not(pool.sets.words(place as usize), full, &mut out);
                take(&out, Made::Not(place));
            }
        }
        let set = |at: usize| &sets[at * n_words..(at + 1) * n_words];
        let mut chosen: Vec<usize> = (0..made.len()).collect();
        if chosen.len() > MAX_OF_LENGTH {
            chosen.sort_by_cached_key(|&at| Reverse(ordered(pool.scorer.gain(set(at)))));
            chosen.truncate(MAX_OF_LENGTH);
            chosen.sort_unstable();
        }
        for at in chosen {
            pool.insert(set(at), made[at]);
        }
    }
}

/// A gain as a number in the same order.
fn ordered(gain: f64) -> i64 {
    (gain * f64::from(1u32 << 30)) as i64
}
