//! One generation from another: select, cross, mutate (§3.3), slot by slot.

use crate::space::Space;
use crate::code::Code;
use crate::population::Population;
use crate::random::{Random, Stage};
use crate::select::Contenders;
use crate::settings::Evolution;
use crate::term::{MAX_NODES, Term, replace_subtree, append_tree, subtree};
use crate::vary::{Crosser, mutate};

/// Makes offspring; keeps its scratch space between calls.
#[derive(Default)]
pub(crate) struct Breeder {
    crosser: Crosser,
    children: [Vec<Term>; 2],
    changed: Vec<Term>,
    codes: Vec<Code>,
    replacement: Vec<Term>,
}

/// The offspring of some pairs, and which of them are new.
#[derive(Default)]
pub(crate) struct Brood {
    pub(crate) population: Population,
    /// The parent that an offspring means the same as, if it does.
    pub(crate) copy_of: Vec<Option<u32>>,
}

impl Breeder {
    /// Makes the offspring of a range of pairs. Each pair has a generator of its own, so that the
    /// range does not matter.
    #[expect(clippy::too_many_arguments, reason = "what one generation depends on")]
    pub(crate) fn breed(
        &mut self,
        space: &Space,
        evolution: &Evolution,
        seed: u64,
        generation: u32,
        parents: &Population,
        pairs: std::ops::Range<usize>,
        n_offspring: usize,
        brood: &mut Brood,
    ) {
        brood.population.clear();
        brood.copy_of.clear();
        let contenders = Contenders { fitness: &parents.fitness, n_nodes: &parents.n_nodes };
        for pair in pairs {
            let mut random = Random::new(seed, Stage::Vary, generation, pair as u32);
            let select = |random: &mut Random| {
                contenders.select(random, evolution.bloat, evolution.tournament)
            };
            let slots = [select(&mut random), select(&mut random)];
            self.cross(&mut random, space, evolution, parents, slots);
            let n_children = (n_offspring - 2 * pair).min(2);
            for (child, &slot) in slots.iter().enumerate().take(n_children) {
                self.mutate(&mut random, space, evolution, child);
                let child = &self.children[child];
                let means_the_same = child[0].name == parents.tree(slot)[0].name;
                brood.population.push(child);
                brood.copy_of.push(means_the_same.then_some(slot as u32));
            }
        }
    }

    /// Puts the children of two parents into place; a child that is too high or too large gives way to one of
    /// its parents.
    fn cross(
        &mut self,
        random: &mut Random,
        space: &Space,
        evolution: &Evolution,
        parents: &Population,
        slots: [usize; 2],
    ) {
        let trees = slots.map(|slot| parents.tree(slot));
        self.children.iter_mut().for_each(Vec::clear);
        let cuts = if random.chance(evolution.crossover_rate) {
            self.crosser.cut(random, space, evolution.crossover, trees)
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
            if child[0].height() > evolution.max_depth || child.len() > MAX_NODES {
                child.clear();
                child.extend_from_slice(trees[random.below(2)]);
            }
        }
    }

    /// Changes a child now and then; one that becomes too high or too large stays as it was.
    fn mutate(
        &mut self,
        random: &mut Random,
        space: &Space,
        evolution: &Evolution,
        child: usize,
    ) {
        if !random.chance(evolution.mutation_rate) {
            return;
        }
        let child = &mut self.children[child];
        self.codes.clear();
        let cut = mutate(random, space, evolution.mutation, child, &mut self.codes);
        self.replacement.clear();
        append_tree(self.codes.iter().copied(), &mut self.replacement);
        self.changed.clear();
        replace_subtree(child, cut, &self.replacement, &mut self.changed);
        let changed = &self.changed;
        if changed[0].height() <= evolution.max_depth && changed.len() <= MAX_NODES {
            std::mem::swap(child, &mut self.changed);
        }
    }
}
