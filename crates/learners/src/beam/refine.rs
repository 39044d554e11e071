//! Fillers that are longer than what can be enumerated, where they promise something.
//!
//! `∃ r.(A ⊓ d ≥ v)` is no join of shorter restrictions. For each role of the examples the fillers
//! whose restrictions do best are joined with every leaf, and the best of these again.

use evolearner_dl::Constructor;
use evolearner_evaluate::Op;

use super::budget::Budget;
use super::counts::Counts;
use super::layers::{Layers, ROOT};
use super::score::Scorer;
use super::sets::{Made, and, or};

/// The fillers of a role that are joined further.
const WIDTH: usize = 40;
/// How often fillers are joined with a leaf.
const N_ROUNDS: usize = 2;
/// The work for one role.
const WORK_PER_ROLE: u64 = 30_000_000;

/// A restriction of the examples with a filler that is not among the enumerated ones.
pub(super) struct Refined {
    pub(super) length: usize,
    pub(super) set: Vec<u64>,
    pub(super) made: Made,
}

/// A filler, and how good the best restriction with it is.
struct Filler {
    quality: f64,
    length: usize,
    set: Vec<u64>,
    made: Made,
}

/// The best restrictions with longer fillers.
pub(super) fn refine(
    layers: &mut Layers,
    scorer: &Scorer,
    budget: &mut Budget<'_>,
) -> Vec<Refined> {
    let typed = layers.typed.clone();
    let mut found = Vec::new();
    for role in 0..typed.universe(ROOT).roles.len() {
        let mut budget = budget.part(WORK_PER_ROLE);
        Role::new(layers, scorer, role).refine(&mut budget, &mut found);
    }
    found
}

/// A role of the examples whose fillers are refined.
struct Role<'l> {
    layers: &'l mut Layers,
    scorer: &'l Scorer,
    place: usize,
    /// The universe that it leads to.
    target: usize,
    n_successors: u64,
    count: Counts,
    out: Vec<u64>,
}

impl<'l> Role<'l> {
    fn new(layers: &'l mut Layers, scorer: &'l Scorer, role: usize) -> Self {
        let root = layers.typed.universe(ROOT);
        let (of_role, out) = (&root.roles[role], vec![0; root.n_words()]);
        let (target, n_successors) = (of_role.target, of_role.len() as u64);
        let count = Counts::new(layers.space.forall);
        Self { layers, scorer, place: role, target, n_successors, count, out }
    }

    fn refine(mut self, budget: &mut Budget<'_>, found: &mut Vec<Refined>) {
        let Some(mut best) = self.known(budget) else { return };
        for _ in 0..N_ROUNDS {
            let places: Vec<usize> = best.iter().map(|filler| self.place(filler)).collect();
            let mut next = self.joined(&best, &places, budget);
            keep_best(&mut next);
            for filler in &next {
                let place = self.place(filler);
                self.take_restrictions(filler, place, found);
            }
            best = next;
        }
    }

    /// The best of the enumerated fillers.
    fn known(&mut self, budget: &mut Budget<'_>) -> Option<Vec<Filler>> {
        let mut known = Vec::new();
        for length in 1..=self.layers.layer(self.target).length() {
            for place in self.layers.layer(self.target).of_length(length) {
                if !budget.spend(2 * self.n_successors) {
                    return None;
                }
                let layer = self.layers.layer(self.target);
                let (set, made) = (layer.sets.words(place).to_vec(), layer.sets.made(place));
                let quality = self.quality(&set);
                known.push(Filler { quality, length, set, made });
            }
        }
        keep_best(&mut known);
        Some(known)
    }

    /// The joins of fillers with leaves that are not known.
    fn joined(
        &mut self,
        fillers: &[Filler],
        places: &[usize],
        budget: &mut Budget<'_>,
    ) -> Vec<Filler> {
        let typed = self.layers.typed.clone();
        let leaves = &typed.universe(self.target).leaves;
        let mut set = vec![0; typed.universe(self.target).n_words()];
        let mut found: Vec<Filler> = Vec::new();
        let has_union = self.layers.space.language.has(Constructor::Union);
        let ops: &[Op] = if has_union { &[Op::And, Op::Or] } else { &[Op::And] };
        for (filler, &place) in fillers.iter().zip(places) {
            for leaf in leaves {
                let Some(of_leaf) = self.layers.layer(self.target).sets.find(&leaf.members) else {
                    continue;
                };
                let length = filler.length + 1 + self.layers.space.length_of_leaf(leaf.codes[0]);
                for &op in ops {
                    if !budget.spend(2 * self.n_successors + set.len() as u64) {
                        return found;
                    }
                    let (a, b) = (place as u32, of_leaf as u32);
                    let made = if op == Op::And {
                        and(&filler.set, &leaf.members, &mut set);
                        Made::And(a, b)
                    } else {
                        or(&filler.set, &leaf.members, &mut set);
                        Made::Or(a, b)
                    };
                    if !self.layers.layer(self.target).contains(&set) {
                        let quality = self.quality(&set);
                        found.push(Filler { quality, length, set: set.clone(), made });
                    }
                }
            }
        }
        found
    }

    /// The quality of the best restriction with a filler.
    fn quality(&mut self, filler: &[u64]) -> f64 {
        let Self { layers, scorer, place: role, count, out, .. } = self;
        let mut best = f64::NEG_INFINITY;
        layers.restrictions_with(*role, filler, count, out, |set, _, _| {
            best = best.max(scorer.quality(scorer.covered(set)));
        });
        best
    }

    fn place(&mut self, filler: &Filler) -> usize {
        let known = self.layers.layer(self.target).sets.find(&filler.set);
        known.unwrap_or_else(|| self.layers.add_further(self.target, &filler.set, filler.made))
    }

    fn take_restrictions(&mut self, filler: &Filler, place: usize, found: &mut Vec<Refined>) {
        let Self { layers, place: role, count, out, .. } = self;
        layers.restrictions_with(*role, &filler.set, count, out, |set, (op, number), more| {
            let (role, filler_place) = (*role as u16, place as u32);
            found.push(Refined {
                length: filler.length + more,
                set: set.to_vec(),
                made: Made::Restriction { op, number, role, filler: filler_place },
            });
        });
    }
}

/// Keeps the best fillers, of equals the shorter, each set once.
fn keep_best(fillers: &mut Vec<Filler>) {
    fillers.sort_by(|a, b| b.quality.total_cmp(&a.quality).then(a.length.cmp(&b.length)));
    let mut sets: Vec<Vec<u64>> = Vec::new();
    fillers.retain(|filler| {
        let is_kept = sets.len() < WIDTH && !sets.contains(&filler.set);
        if is_kept {
            sets.push(filler.set.clone());
        }
        is_kept
    });
}
