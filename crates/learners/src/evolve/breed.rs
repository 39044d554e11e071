//! One generation from another: select, cross, mutate (§3.3), slot by slot.

use std::sync::Arc;

use evolearner_evaluate::{Code, MAX_NODES, Space, Term, append_tree, replace_subtree, subtree};
use evolearner_search::{Random, Stage};

use super::options::EvolutionOptions;
use super::population::Population;
use super::select::Contenders;
use super::vary::{Crosser, mutate};

/// What one generation depends on.
#[derive(Clone)]
pub(super) struct Variation {
    pub(super) space: Arc<Space>,
    pub(super) options: Arc<EvolutionOptions>,
    pub(super) parents: Arc<Population>,
    pub(super) seed: u64,
    pub(super) generation: u32,
    pub(super) n_offspring: usize,
}

/// Makes offspring; keeps its scratch space between calls.
#[derive(Default)]
pub(super) struct Breeder {
    crosser: Crosser,
    children: [Vec<Term>; 2],
    changed: Vec<Term>,
    codes: Vec<Code>,
    replacement: Vec<Term>,
}

/// The offspring of some pairs, and which of them are new.
#[derive(Default)]
pub(super) struct Brood {
    pub(super) population: Population,
    /// The parent that has the same key as an offspring, if one has.
    pub(super) copy_of: Vec<Option<u32>>,
}

impl Breeder {
    /// Makes the offspring of a range of pairs. Each pair has a generator of its own, so that the
    /// range does not matter.
    pub(super) fn breed(
        &mut self,
        variation: &Variation,
        pairs: std::ops::Range<usize>,
        brood: &mut Brood,
    ) {
        let Variation { options, parents, .. } = variation;
        brood.population.clear();
        brood.copy_of.clear();
        let contenders = Contenders { fitness: &parents.fitness, n_nodes: &parents.n_nodes };
        for pair in pairs {
            let random =
                &mut Random::new(variation.seed, Stage::Vary, variation.generation, pair as u32);
            let select =
                |random: &mut Random| contenders.select(random, options.bloat, options.tournament);
            let slots = [select(random), select(random)];
            self.cross(random, variation, slots);
            let n_children = (variation.n_offspring - 2 * pair).min(2);
            for (child, &slot) in slots.iter().enumerate().take(n_children) {
                self.mutate(random, variation, child);
                let child = &self.children[child];
                let is_copy = child[0].key == parents.tree(slot)[0].key;
                brood.population.push(child);
                brood.copy_of.push(is_copy.then_some(slot as u32));
            }
        }
    }

    /// Puts the children of two parents into place; a child that is too high or too large gives way
    /// to one of its parents.
    fn cross(&mut self, random: &mut Random, variation: &Variation, slots: [usize; 2]) {
        let Variation { space, options, parents, .. } = variation;
        let trees = slots.map(|slot| parents.tree(slot));
        self.children.iter_mut().for_each(Vec::clear);
        let cuts = if random.chance(options.crossover_rate) {
            self.crosser.cut(random, space, options.crossover, trees)
        } else {
            None
        };
        let Some(cuts) = cuts else {
            for (child, tree) in self.children.iter_mut().zip(trees) {
                child.extend_from_slice(tree);
            }
            return;
        };
        let [one, other] = [0, 1].map(|tree| &trees[tree][subtree(trees[tree], cuts[tree])]);
        replace_subtree(trees[0], cuts[0], other, &mut self.children[0]);
        replace_subtree(trees[1], cuts[1], one, &mut self.children[1]);
        for child in &mut self.children {
            if child[0].height() > options.max_depth || child.len() > MAX_NODES {
                child.clear();
                child.extend_from_slice(trees[random.below(2)]);
            }
        }
    }

    /// Changes a child now and then; one that becomes too high or too large stays as it was.
    fn mutate(&mut self, random: &mut Random, variation: &Variation, child: usize) {
        let Variation { space, options, .. } = variation;
        if !random.chance(options.mutation_rate) {
            return;
        }
        let child = &mut self.children[child];
        self.codes.clear();
        let cut = mutate(random, space, options.mutation, child, &mut self.codes);
        self.replacement.clear();
        append_tree(self.codes.iter().copied(), &mut self.replacement);
        self.changed.clear();
        replace_subtree(child, cut, &self.replacement, &mut self.changed);
        let changed = &self.changed;
        if changed[0].height() <= options.max_depth && changed.len() <= MAX_NODES {
            std::mem::swap(child, &mut self.changed);
        }
    }
}
