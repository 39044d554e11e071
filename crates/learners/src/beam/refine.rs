//! Fillers that are longer than what can be enumerated, where they promise something.
//!
//! `∃ r.(A ⊓ d ≥ v)` is no join of shorter restrictions. For each role of the examples the fillers
//! whose restrictions do best are joined with every leaf, and the best of these again.

use evolearner_dl::Constructor;
use evolearner_evaluate::Op;

use super::budget::Budget;
use super::counts::{Counts, TOGETHER};
use super::layers::{Layers, ROOT};
use super::score::Scorer;
use super::sets::{Made, and, or};

/// The fillers of a role that are joined further: few enough to be counted together.
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

/// A filler of a role.
struct Filler {
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
    /// The work of rating a filler.
    per_filler: u64,
    count: Counts,
}

impl<'l> Role<'l> {
    fn new(layers: &'l mut Layers, scorer: &'l Scorer, role: usize) -> Self {
        let target = layers.typed.universe(ROOT).roles[role].target;
        let per_filler = layers.cost_of_filler(role);
        let count = Counts::new(layers.space.forall);
        Self { layers, scorer, place: role, target, per_filler, count }
    }

    fn refine(mut self, budget: &mut Budget<'_>, found: &mut Vec<Refined>) {
        let Some(mut best) = self.known(budget) else { return };
        for _ in 0..N_ROUNDS {
            let places: Vec<usize> = best.iter().map(|filler| self.place(filler)).collect();
            let next = self.joined(&best, &places, budget);
            let next = self.best(next);
            if next.is_empty() {
                return;
            }
            let places: Vec<usize> = next.iter().map(|filler| self.place(filler)).collect();
            self.take_restrictions(&next, &places, found);
            best = next;
        }
    }

    /// The best of the enumerated fillers.
    fn known(&mut self, budget: &mut Budget<'_>) -> Option<Vec<Filler>> {
        let mut known = Vec::new();
        let layer = self.layers.layer(self.target);
        for length in 1..=layer.length() {
            for place in layer.of_length(length) {
                if !budget.spend(self.per_filler) {
                    return None;
                }
                let (set, made) = (layer.sets.words(place).to_vec(), layer.sets.made(place));
                known.push(Filler { length, set, made });
            }
        }
        Some(self.best(known))
    }

    /// The joins of fillers with leaves that are not known.
    fn joined(&self, fillers: &[Filler], places: &[usize], budget: &mut Budget<'_>) -> Vec<Filler> {
        let typed = &self.layers.typed;
        let leaves = &typed.universe(self.target).leaves;
        let mut set = vec![0; typed.universe(self.target).n_words()];
        let mut found: Vec<Filler> = Vec::new();
        let has_union = self.layers.space.language.has(Constructor::Union);
        let ops: &[Op] = if has_union { &[Op::And, Op::Or] } else { &[Op::And] };
        let layer = self.layers.layer(self.target);
        for (filler, &place) in fillers.iter().zip(places) {
            for leaf in leaves {
                let Some(of_leaf) = layer.sets.find(&leaf.members) else { continue };
                let length = filler.length + 1 + self.layers.space.length_of_leaf(leaf.codes[0]);
                for &op in ops {
                    if !budget.spend(self.per_filler + set.len() as u64) {
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
                    if !layer.contains(&set) {
                        found.push(Filler { length, set: set.clone(), made });
                    }
                }
            }
        }
        found
    }

    /// The fillers with the best restrictions, of equals the shorter, each set once.
    fn best(&mut self, fillers: Vec<Filler>) -> Vec<Filler> {
        let Self { layers, scorer, count, .. } = self;
        let mut qualities = vec![f64::NEG_INFINITY; fillers.len()];
        for (some, qualities) in fillers.chunks(TOGETHER).zip(qualities.chunks_mut(TOGETHER)) {
            let sets = some.iter().map(|filler| &filler.set[..]);
            layers.restrictions_with(self.place, sets, count, |filler, set, _, _| {
                let quality = scorer.quality(scorer.covered(set));
                qualities[filler] = qualities[filler].max(quality);
            });
        }
        let mut rated: Vec<(f64, Filler)> = qualities.into_iter().zip(fillers).collect();
        rated.sort_by(|(a, one), (b, other)| b.total_cmp(a).then(one.length.cmp(&other.length)));
        let mut best: Vec<Filler> = Vec::new();
        for (_, filler) in rated {
            if best.len() < WIDTH && best.iter().all(|known| known.set != filler.set) {
                best.push(filler);
            }
        }
        best
    }

    fn place(&mut self, filler: &Filler) -> usize {
        let known = self.layers.layer(self.target).sets.find(&filler.set);
        known.unwrap_or_else(|| self.layers.add_further(self.target, &filler.set, filler.made))
    }

    fn take_restrictions(
        &mut self,
        fillers: &[Filler],
        places: &[usize],
        found: &mut Vec<Refined>,
    ) {
        let Self { layers, place: role, count, .. } = self;
        let sets = fillers.iter().map(|filler| &filler.set[..]);
        layers.restrictions_with(*role, sets, count, |filler, set, (op, number), more| {
            let (role, place) = (*role as u16, places[filler] as u32);
            found.push(Refined {
                length: fillers[filler].length + more,
                set: set.to_vec(),
                made: Made::Restriction { op, number, role, filler: place },
            });
        });
    }
}
