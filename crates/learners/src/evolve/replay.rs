//! The hot loop on its own, for benches: candidates as a run makes them, evaluated with a memory
//! and without. `evolearner/examples/retrieval.rs` prints the figures of `docs/retrieval.md`.

use evolearner_dl::Concept;
use evolearner_graph::Graph;

use crate::breed::{Breeder, Brood};
use crate::evaluate::{Covered, Evaluator};
use crate::evolve::Run;
use crate::express::concept;
use crate::population::Population;
use crate::problem::Problem;
use crate::settings::Settings;
use crate::stop::CancelToken;
use crate::universe::World;

/// A run that stands at the end, and what was evaluated on the way.
pub struct Replay<'a> {
    run: Run<'a>,
    /// The generations from the first population on.
    pub generations: Vec<Step>,
}

/// One generation of a replay.
pub struct Step {
    /// The population, which has been evaluated when children are made.
    pub parents: Batch,
    /// The children that crossover alone makes of it, without those that mean the same as a
    /// parent: a run does not evaluate these either.
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

/// What is remembered from one candidate to the next.
pub struct Memory(Evaluator);

impl<'a> Replay<'a> {
    /// Runs for that many generations and keeps what was evaluated.
    pub fn new(
        graph: &'a Graph,
        problem: &Problem,
        settings: &'a Settings,
        n_generations: u32,
    ) -> Self {
        let mut run = Run::new(graph, problem, settings, 1, CancelToken::default(), &mut ());
        let mut generations = vec![Step::next(&run)];
        for _ in 0..n_generations {
            run.advance(&mut ());
            generations.push(Step::next(&run));
        }
        Self { run, generations }
    }

    /// A memory that is still empty.
    pub fn empty_memory(&self) -> Memory {
        self.memory_of(self.run.settings.limits.cache_bytes)
    }

    /// A memory that keeps nothing but the members of leaves.
    pub fn no_memory(&self) -> Memory {
        self.memory_of(0)
    }

    fn memory_of(&self, bytes: usize) -> Memory {
        Memory(Evaluator::new(self.world(), self.run.settings.space.forall, bytes))
    }

    fn world(&self) -> World<'_> {
        let Run { graph, space, examples, .. } = &self.run;
        World { graph, space, examples }
    }

    /// Evaluates candidates.
    pub fn evaluate(&self, memory: &mut Memory, Batch(batch): &Batch) -> Vec<Covered> {
        let slots = 0..batch.len();
        slots.map(|slot| memory.0.evaluate(self.world(), batch.tree(slot))).collect()
    }

    /// The first population, as concepts.
    pub fn first_concepts(&self) -> Vec<Concept> {
        let Batch(first) = &self.generations[0].parents;
        (0..first.len()).map(|slot| concept(&self.run.space, &first.codes(slot))).collect()
    }
}

impl Step {
    /// The population that a run stands at, and its children.
    fn next(run: &Run<'_>) -> Self {
        let mut evolution = run.settings.evolution;
        evolution.crossover_rate = 1.0;
        evolution.mutation_rate = 0.0;
        let mut brood = Brood::default();
        let n = evolution.population;
        Breeder::default().breed(
            &run.space,
            &evolution,
            run.settings.seed,
            run.generation + 1,
            &run.population,
            0..n.div_ceil(2),
            n,
            &mut brood,
        );
        let mut children = Population::default();
        for (slot, parent) in brood.copy_of.iter().enumerate() {
            if parent.is_none() {
                children.push(brood.population.tree(slot));
            }
        }
        Self { parents: Batch(run.population.clone()), children: Batch(children) }
    }
}
