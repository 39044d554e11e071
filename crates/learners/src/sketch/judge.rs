//! What is kept of the fillings that were tried.

use std::sync::Arc;

use evolearner_dl::Concept;
use evolearner_dl::sketch::{Filling, Sketch};
use evolearner_evaluate::{Covered, Examples};
use evolearner_search::{Context, Rating};

use super::choices::Chosen;
use super::program::Program;

/// The most fillings that longer ones are made of.
const POOL: usize = 30;

/// A template with its roles, numbers and values, and the concept holes that are left.
pub(super) struct Template {
    pub(super) chosen: Chosen,
    pub(super) program: Program,
    pub(super) holes: Vec<ConceptHole>,
    /// Length, cost and demanded names without what stands in the holes.
    pub(super) length: usize,
    pub(super) cost: usize,
    pub(super) used: u64,
}

/// A concept hole of a template.
pub(super) struct ConceptHole {
    /// Its number in the sketch.
    pub(super) number: usize,
    /// Where its candidates are.
    pub(super) place: usize,
    /// How often it stands in the template.
    pub(super) n_places: usize,
    pub(super) max_length: usize,
}

/// A concept that is tried in a hole.
#[derive(Clone)]
pub(super) struct Tried {
    pub(super) concept: Concept,
    pub(super) members: Vec<u64>,
    pub(super) used: u64,
    pub(super) cost: usize,
}

/// Fillings that did well.
#[derive(Clone)]
pub(super) struct Good {
    pub(super) template: usize,
    /// One for each concept hole of the template.
    pub(super) fillings: Vec<Tried>,
    pub(super) members: Vec<u64>,
    pub(super) fitness: f64,
}

/// The best answer so far.
pub(super) struct Best {
    pub(super) concept: Concept,
    pub(super) covered: Covered,
    pub(super) quality: f64,
    pub(super) fitness: f64,
}

/// Rates fillings and keeps the good ones.
pub(super) struct Judge {
    pub(super) sketch: Arc<Sketch>,
    pub(super) examples: Arc<Examples>,
    pub(super) rating: Rating,
    pub(super) must_use: u64,
    pub(super) max_length: usize,
    pub(super) best: Option<Best>,
    /// The fittest, best first.
    pub(super) pool: Vec<Good>,
}

/// A concept in a hole, as far as rating needs it.
pub(super) struct Offered<'c> {
    pub(super) concept: &'c Concept,
    pub(super) members: &'c [u64],
    pub(super) used: u64,
    pub(super) length: usize,
    pub(super) cost: usize,
}

impl Judge {
    /// Rates a template with these concepts in its holes, unless it is too long or lacks a demanded
    /// name.
    pub(super) fn judge(
        &mut self,
        (number, template): (usize, &Template),
        offered: &[Offered<'_>],
        context: &mut Context<'_>,
    ) {
        let mut used = template.used;
        let (mut length, mut cost) = (template.length, template.cost);
        for (hole, offered) in template.holes.iter().zip(offered) {
            if offered.length > hole.max_length {
                return;
            }
            used |= offered.used;
            length += hole.n_places * offered.length;
            cost += hole.n_places * offered.cost;
        }
        if used != self.must_use || length > self.max_length {
            return;
        }
        let members = template.program.members(|hole| {
            let place = template.holes.iter().position(|known| known.number == hole);
            offered[place.expect("holes of the program are those of the template")].members
        });
        *context.evaluations += 1;
        let covered = self.covered(&members);
        let quality = self.rating.quality(covered);
        context.saw(quality);
        let fitness = self.rating.fitness(quality, cost);
        let is_best = self.best.as_ref().is_none_or(|best| fitness > best.fitness);
        if is_best || context.front.wants(length, quality) {
            let concept = self.filled(template, offered);
            context.front.offer(&concept, covered);
            if is_best {
                self.best = Some(Best { concept, covered, quality, fitness });
            }
        }
        self.keep(number, offered, members, fitness);
    }

    /// The concept with everything in its holes.
    fn filled(&self, template: &Template, offered: &[Offered<'_>]) -> Concept {
        let mut fillings = template.chosen.fillings.clone();
        for (hole, offered) in template.holes.iter().zip(offered) {
            fillings[hole.number] = Some(Filling::Concept(offered.concept.clone()));
        }
        self.sketch.fill(template.chosen.template, &fillings)
    }

    fn covered(&self, members: &[u64]) -> Covered {
        self.examples.covered_bits(members)
    }

    /// Keeps fillings that are among the fittest; of those that cover the same examples, the first.
    fn keep(&mut self, template: usize, offered: &[Offered<'_>], members: Vec<u64>, fitness: f64) {
        let is_full = self.pool.len() == POOL;
        if offered.is_empty()
            || is_full && self.pool.last().is_some_and(|last| last.fitness >= fitness)
            || self.pool.iter().any(|good| good.fitness >= fitness && good.members == members)
        {
            return;
        }
        let tried = |offered: &Offered<'_>| Tried {
            concept: offered.concept.clone(),
            members: offered.members.to_vec(),
            used: offered.used,
            cost: offered.cost,
        };
        let fillings = offered.iter().map(tried).collect();
        self.pool.retain(|good| good.members != members);
        let place = self.pool.partition_point(|good| good.fitness >= fitness);
        self.pool.insert(place, Good { template, fillings, members, fitness });
        self.pool.truncate(POOL);
    }

    /// Whether the best answer gets every example right.
    pub(super) fn is_perfect(&self) -> bool {
        let all = Covered { negatives: 0, ..self.examples.total() };
        self.best.as_ref().is_some_and(|best| best.covered == all)
    }
}
