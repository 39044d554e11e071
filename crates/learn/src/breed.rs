//! One generation from another: select, cross, mutate (§3.3), slot by slot.

use crate::alphabet::Alphabet;
use crate::gene::Gene;
use crate::population::Population;
use crate::random::{Random, Stage};
use crate::select::Contenders;
use crate::settings::Evolution;
use crate::survey::{Survey, survey};
use crate::vary::{Crosser, mutate};

/// Makes offspring; keeps its scratch space between calls.
#[derive(Default)]
pub(crate) struct Breeder {
    crosser: Crosser,
    children: [Vec<Gene>; 2],
    surveys: [Survey; 2],
    changed: Vec<Gene>,
    stack: Vec<Survey>,
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
                let survey = self.surveys[child];
                let means_the_same = survey.name == parents.surveys[slot].name;
                brood.population.push(&self.children[child], survey);
                brood.copy_of.push(means_the_same.then_some(slot as u32));
            }
        }
    }

    /// Puts the children of two parents into place; a child that is too high gives way to one of
    /// its parents.
    fn cross(
        &mut self,
        random: &mut Random,
        alphabet: &Alphabet,
        evolution: &Evolution,
        parents: &Population,
        slots: [usize; 2],
    ) {
        let genes = slots.map(|slot| parents.genes(slot));
        let [one, other] = &mut self.children;
        one.clear();
        other.clear();
        let crosses = random.chance(evolution.crossover_rate)
            && self.crosser.cross(
                random,
                alphabet,
                evolution.crossover,
                genes[0],
                genes[1],
                one,
                other,
            );
        if !crosses {
            one.extend_from_slice(genes[0]);
            other.extend_from_slice(genes[1]);
            self.surveys = slots.map(|slot| parents.surveys[slot]);
            return;
        }
        for (child, surveyed) in self.children.iter_mut().zip(&mut self.surveys) {
            *surveyed = survey(child, &mut self.stack);
            if usize::from(surveyed.height) > evolution.max_depth {
                let parent = random.below(2);
                child.clear();
                child.extend_from_slice(genes[parent]);
                *surveyed = parents.surveys[slots[parent]];
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
        self.changed.clear();
        let genes = &mut self.children[child];
        mutate(random, alphabet, evolution.mutation, genes, &mut self.changed);
        let surveyed = survey(&self.changed, &mut self.stack);
        if usize::from(surveyed.height) <= evolution.max_depth {
            std::mem::swap(genes, &mut self.changed);
            self.surveys[child] = surveyed;
        }
    }
}
