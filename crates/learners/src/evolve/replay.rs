//! The evaluator on its own, for benches: candidates as an evolution makes them, evaluated with
//! tables of computed sets and without. `evolearner/examples/retrieval.rs` prints the figures of
//! `docs/retrieval.md`.

use std::sync::Arc;

use evolearner_dl::{CancelToken, Concept};
use evolearner_evaluate::{Covered, Evaluator, Examples, Space, Workers, concept};
use evolearner_graph::Graph;
use evolearner_search::{
    AnswerOptions, Context, Front, LimitOptions, Names, Options, Rating, Search, SpaceOptions,
    Start, Watch,
};

use super::Evolution;
use super::breed::{Breeder, Brood, Variation};
use super::options::EvolutionOptions;
use super::population::Population;

/// The generations of an evolution, and what they are evaluated against.
pub struct Replay {
    space: Arc<Space>,
    examples: Arc<Examples>,
    cache_bytes: usize,
    /// The generations from the first population on.
    pub generations: Vec<Generation>,
}

/// One generation of a replay.
pub struct Generation {
    /// The population, which has been evaluated when children are made.
    pub parents: Batch,
    /// The children that crossover alone makes of it, without those that have the key of a parent: a
    /// run does not evaluate these either.
    pub children: Batch,
}

/// Candidates that are evaluated one after the other.
pub struct Batch(Population);

impl Batch {
    /// The number of candidates.
    pub fn n_candidates(&self) -> usize {
        self.0.len()
    }

    /// The number of nodes of all candidates.
    pub fn n_nodes(&self) -> usize {
        self.0.n_nodes.iter().map(|&n| n as usize).sum()
    }
}

impl Replay {
    /// Runs for that many generations and keeps what was evaluated.
    pub fn new(graph: &Arc<Graph>, examples: Examples, options: &Options, n: u32) -> Self {
        let limits = LimitOptions::read(options);
        let answer = AnswerOptions::read(options);
        let rules = SpaceOptions::read(options).rules();
        let space = Arc::new(Space::new(graph.clone(), &examples, &rules));
        let examples = Arc::new(examples);
        let rating = Rating::new(Arc::new(answer.quality), answer.parsimony, true, &examples);
        let names = Names::default();
        let start =
            Start { space: &space, examples: &examples, rating: &rating, names: &names, options };
        let mut evolution = Evolution::new(start);
        let mut workers = Workers::new(1, &space, &examples, limits.cache_bytes());
        let mut front =
            Front::new(graph.clone(), examples.clone(), rating.clone(), rules.forall, false);
        let watch = Watch::new(None, CancelToken::default(), u64::MAX);
        let mut generations = Vec::new();
        for _ in 0..=n {
            evolution.advance(&mut Context {
                workers: &mut workers,
                front: &mut front,
                watch: &watch,
                evaluations: &mut 0,
                best_quality: &mut 0.0,
                report: &mut None,
            });
            generations.push(Generation::of(&evolution));
        }
        Self { space, examples, cache_bytes: limits.cache_bytes(), generations }
    }

    /// An evaluator that has evaluated nothing yet.
    pub fn fresh_evaluator(&self) -> Evaluator {
        Evaluator::new(self.space.clone(), self.examples.clone(), self.cache_bytes)
    }

    /// An evaluator that keeps nothing but the members of leaves.
    pub fn forgetful_evaluator(&self) -> Evaluator {
        Evaluator::new(self.space.clone(), self.examples.clone(), 0)
    }

    /// Evaluates candidates.
    pub fn evaluate(evaluator: &mut Evaluator, Batch(batch): &Batch) -> Vec<Covered> {
        (0..batch.len()).map(|slot| evaluator.covered(batch.tree(slot))).collect()
    }

    /// The first population, as concepts.
    pub fn first_concepts(&self) -> Vec<Concept> {
        let Batch(first) = &self.generations[0].parents;
        (0..first.len()).map(|slot| concept(&self.space, &first.codes(slot))).collect()
    }
}

impl Generation {
    /// The population that an evolution stands at, and its children.
    fn of(evolution: &Evolution) -> Self {
        let n_offspring = evolution.options.population;
        let options = EvolutionOptions {
            crossover_rate: 1.0,
            mutation_rate: 0.0,
            ..(*evolution.options).clone()
        };
        let variation = Variation {
            space: evolution.space.clone(),
            options: Arc::new(options),
            parents: evolution.population.clone(),
            seed: evolution.seed,
            generation: evolution.generation + 1,
            n_offspring,
        };
        let mut brood = Brood::default();
        Breeder::default().breed(&variation, 0..n_offspring.div_ceil(2), &mut brood);
        let mut children = Population::default();
        for (slot, parent) in brood.copy_of.iter().enumerate() {
            if parent.is_none() {
                children.push(brood.population.tree(slot));
            }
        }
        Self { parents: Batch((*evolution.population).clone()), children: Batch(children) }
    }
}

#[cfg(test)]
mod tests {
    use evolearner_evaluate::MAX_NODES;
    use evolearner_search::{Layer, Method};
    use evolearner_testing::fixture::uncles;

    use super::*;
    use crate::Evolve;

    /// The populations of a run, the first one and `n` more.
    fn populations(n: u32, changes: &[(&str, &str)]) -> Vec<Population> {
        let (graph, positives, negatives) = uncles();
        let examples = Examples::new(&positives, &negatives).expect("there are examples").0;
        let mut options = Options::new(Evolve.options());
        for (name, text) in changes {
            options.set_text(name, text, Layer::Caller).expect("the option is possible");
        }
        let replay = Replay::new(&Arc::new(graph), examples, &options, n);
        replay.generations.into_iter().map(|generation| generation.parents.0).collect()
    }

    #[test]
    fn no_candidate_is_higher_than_allowed() {
        let changes = [("max-depth", "2"), ("mutation-rate", "0.9"), ("population", "200")];
        let populations = populations(12, &changes);
        assert_eq!(populations.len(), 13);
        let heights = populations.iter().flat_map(|population| {
            (0..population.len()).map(|slot| population.tree(slot)[0].height())
        });
        assert_eq!(heights.max(), Some(2));
    }

    #[test]
    fn full_trees_of_great_height_are_bounded_in_nodes() {
        let changes = [
            ("population", "8"),
            ("max-depth", "60"),
            ("init", "full"),
            ("init-depth", "60..60"),
            ("without", "exists,forall,cardinality,negation"),
        ];
        for population in populations(2, &changes) {
            let n_nodes: Vec<usize> = (0..8).map(|slot| population.tree(slot).len()).collect();
            assert!(n_nodes.iter().all(|&n| n <= MAX_NODES), "{n_nodes:?}");
            assert!(n_nodes.iter().any(|&n| n > MAX_NODES / 2), "the bound was met: {n_nodes:?}");
        }
    }
}
