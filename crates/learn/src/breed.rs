//! One generation from another: select, cross, mutate (§3.3), slot by slot.

use crate::alphabet::Alphabet;
use crate::gene::{Gene, Op};
use crate::population::Population;
use crate::random::{Random, Stage};
use crate::select::Contenders;
use crate::settings::Evolution;
use crate::vary::{Crosser, mutate};

/// Makes offspring; keeps its scratch space between calls.
#[derive(Default)]
pub(crate) struct Breeder {
    crosser: Crosser,
    one: Vec<Gene>,
    other: Vec<Gene>,
    changed: Vec<Gene>,
    depths: Vec<(u8, u8)>,
}

/// The offspring of some pairs, and which of them are new.
#[derive(Default)]
pub(crate) struct Brood {
    pub(crate) population: Population,
    /// The parent that an offspring is a copy of, if it is one.
    pub(crate) copy_of: Vec<Option<u32>>,
    /// The most role restrictions above a node of any offspring.
    pub(crate) role_depth: usize,
}

impl Breeder {
    /// Makes the offspring of a range of pairs. Each pair has a generator of its own, so that the
    /// range does not matter.
    #[expect(clippy::too_many_arguments, reason = "what one generation depends on")]
    pub(crate) fn breed(
        &mut self,
        alphabet: &Alphabet,
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
        brood.role_depth = 0;
        let contenders = Contenders { fitness: &parents.fitness, n_nodes: &parents.n_nodes };
        for pair in pairs {
            let mut random = Random::new(seed, Stage::Vary, generation, pair as u32);
            let select = |random: &mut Random| {
                contenders.select(random, evolution.bloat, evolution.tournament)
            };
            let slots = [select(&mut random), select(&mut random)];
            self.cross(&mut random, alphabet, evolution, parents, slots);
            let n_children = (n_offspring - 2 * pair).min(2);
            for (child, &slot) in slots.iter().enumerate().take(n_children) {
                self.mutate(&mut random, alphabet, evolution, child);
                let genes = if child == 0 { &self.one } else { &self.other };
                let is_copy = genes == parents.genes(slot);
                let (_, role_depth) = measure(genes, &mut self.depths);
                brood.role_depth = brood.role_depth.max(role_depth);
                brood.population.push(genes);
                brood.copy_of.push(is_copy.then_some(slot as u32));
            }
        }
    }

    /// Puts the children of two parents into `one` and `other`; a child that is too high gives
    /// way to one of its parents.
    fn cross(
        &mut self,
        random: &mut Random,
        alphabet: &Alphabet,
        evolution: &Evolution,
        parents: &Population,
        slots: [usize; 2],
    ) {
        let genes = slots.map(|slot| parents.genes(slot));
        self.one.clear();
        self.other.clear();
        let crosses = random.chance(evolution.crossover_rate)
            && self.crosser.cross(
                random,
                alphabet,
                evolution.crossover,
                genes[0],
                genes[1],
                &mut self.one,
                &mut self.other,
            );
        if !crosses {
            self.one.extend_from_slice(genes[0]);
            self.other.extend_from_slice(genes[1]);
            return;
        }
        for child in [&mut self.one, &mut self.other] {
            if measure(child, &mut self.depths).0 > evolution.max_depth {
                child.clear();
                child.extend_from_slice(genes[random.below(2)]);
            }
        }
    }

    /// Changes a child now and then; one that becomes too high stays as it was.
    fn mutate(
        &mut self,
        random: &mut Random,
        alphabet: &Alphabet,
        evolution: &Evolution,
        child: usize,
    ) {
        if !random.chance(evolution.mutation_rate) {
            return;
        }
        let genes = if child == 0 { &mut self.one } else { &mut self.other };
        self.changed.clear();
        mutate(random, alphabet, evolution.mutation, genes, &mut self.changed);
        if measure(&self.changed, &mut self.depths).0 <= evolution.max_depth {
            std::mem::swap(genes, &mut self.changed);
        }
    }
}

/// The height of a tree in edges, and the most role restrictions above any of its nodes.
pub(crate) fn measure(genes: &[Gene], open: &mut Vec<(u8, u8)>) -> (usize, usize) {
    open.clear();
    open.push((0, 0));
    let (mut height, mut role_depth) = (0, 0);
    for gene in genes {
        let (depth, roles) = open.pop().expect("genes are one tree");
        height = height.max(depth);
        let is_restriction = matches!(gene.op(), Op::Some | Op::Only | Op::AtLeast | Op::AtMost);
        let below = (depth.saturating_add(1), roles.saturating_add(u8::from(is_restriction)));
        role_depth = role_depth.max(below.1);
        for _ in 0..gene.arity() {
            open.push(below);
        }
    }
    (height as usize, role_depth as usize)
}
