//! The loop of the paper: thresholds, a first population, generation after generation.
//!
//! It is short enough to be read beside §3: [`Run::new`] finds thresholds and makes the first
//! population, [`Run::advance`] is one generation, [`learn`] repeats it until something says stop.

use std::time::{Duration, Instant};

use evolearner_dl::ClassId;
use evolearner_graph::Graph;

use crate::space::{Space, NodeType};
use crate::atomic::atomic;
use crate::breed::{Breeder, Brood};
use crate::evaluate::{Covered, Evaluator};
use crate::examples::Examples;
use crate::front::{Front, Row};
use crate::hall::{Entry, HallOfFame};
use crate::init::{Shape, Walker, grow, grow_ramped};
use crate::observe::{Generation, Observer};
use crate::population::Population;
use crate::problem::Problem;
use crate::quality::Confusion;
use crate::random::{Random, Stage};
use crate::rows::RowMaker;
use crate::settings::{Answer, Bloat, InitMethod, Settings};
use crate::space::space;
use crate::stop::{CancelToken, StopReason, Watch};
use crate::term::{Term, tree_of, subtree};
use crate::universe::World;

/// How long each phase took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Phases {
    /// Finding thresholds.
    pub cuts: Duration,
    /// Making and evaluating the first population.
    pub init: Duration,
    /// All generations.
    pub evolve: Duration,
}

/// What a run found.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The answer, as the settings choose it.
    pub answer: Row,
    /// The best concept of every length.
    pub front: Front,
    /// The fittest of every generation.
    pub history: Vec<Generation>,
    /// Why it ended.
    pub stop: StopReason,
    /// Complete generations after the first population.
    pub generations: u32,
    /// Candidates evaluated; those that mean the same as a parent do not count.
    pub evaluations: u64,
    /// What the codes mean.
    pub space: Space,
    /// Phase times.
    pub phases: Phases,
    /// Positive examples.
    pub n_positives: u32,
    /// Negative examples.
    pub n_negatives: u32,
    /// The most specific class that all examples belong to.
    pub common_class: Option<ClassId>,
}

/// A worker: what one thread needs for itself.
pub(crate) struct Worker {
    breeder: Breeder,
    pub(crate) evaluator: Evaluator,
    brood: Brood,
}

/// A run between two generations.
pub struct Run<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) settings: &'a Settings,
    pub(crate) space: Space,
    pub(crate) examples: Examples,
    pub(crate) workers: Vec<Worker>,
    pub(crate) watch: Watch,
    start: Instant,
    /// Time that an earlier part of the run took, before it was resumed.
    pub(crate) earlier: Duration,
    pub(crate) population: Population,
    pub(crate) hall: HallOfFame,
    /// The best of each length of what needs no search.
    pub(crate) atomic: Vec<Entry>,
    pub(crate) rows: RowMaker<'a>,
    pub(crate) history: Vec<Generation>,
    pub(crate) generation: u32,
    pub(crate) evaluations: u64,
    pub(crate) phases: Phases,
}

/// Learns a concept.
pub fn learn(
    graph: &Graph,
    problem: &Problem,
    settings: &Settings,
    n_threads: usize,
    cancel: CancelToken,
    observer: &mut dyn Observer,
) -> Outcome {
    Run::new(graph, problem, settings, n_threads, cancel, observer).finish(observer)
}

impl<'a> Run<'a> {
    /// Finds thresholds and makes the first population.
    pub fn new(
        graph: &'a Graph,
        problem: &Problem,
        settings: &'a Settings,
        n_threads: usize,
        cancel: CancelToken,
        observer: &mut dyn Observer,
    ) -> Self {
        let mut run = Self::prepare(graph, problem, settings, n_threads, cancel);
        observer.start(&run.space);
        let start = Instant::now();
        run.evaluations = run.evaluate_atomic();
        run.make_first_population(problem);
        run.phases.init = start.elapsed();
        run.close_generation(observer);
        run
    }

    /// A run that has its thresholds and no population yet.
    pub(crate) fn prepare(
        graph: &'a Graph,
        problem: &Problem,
        settings: &'a Settings,
        n_threads: usize,
        cancel: CancelToken,
    ) -> Self {
        let start = Instant::now();
        let space = space(graph, problem, &settings.space);
        let examples = Examples::new(graph, problem, settings.space.start_class);
        let world = World { graph, space: &space, examples: &examples };
        let worker = |_| Worker {
            breeder: Breeder::default(),
            evaluator: Evaluator::new(world, settings.space.forall, settings.limits.cache_bytes),
            brood: Brood::default(),
        };
        let workers = (0..n_threads.max(1)).map(worker).collect();
        let deadline = settings.limits.timeout.and_then(|limit| start.checked_add(limit));
        Self {
            graph,
            settings,
            space,
            examples,
            workers,
            watch: Watch { deadline, cancel },
            start,
            earlier: Duration::ZERO,
            population: Population::default(),
            hall: HallOfFame::default(),
            atomic: Vec::new(),
            rows: RowMaker::new(graph, settings),
            history: Vec::new(),
            generation: 0,
            evaluations: 0,
            phases: Phases { cuts: start.elapsed(), ..Phases::default() },
        }
    }

    /// Evaluates what needs no search, where the answer is the fittest of all that a run has seen.
    /// Returns how many that were; one evaluation is left to the first population.
    pub(crate) fn evaluate_atomic(&mut self) -> u64 {
        if self.settings.answer != Answer::WholeRun {
            return 0;
        }
        let limit = self.settings.limits.evaluations.map_or(u64::MAX, |limit| limit - 1);
        let mut n_evaluated = 0;
        let mut by_length: Vec<Option<Entry>> = Vec::new();
        for codes in atomic(&self.space) {
            if n_evaluated >= limit || n_evaluated % 64 == 63 && self.watch.reason().is_some() {
                break;
            }
            let world =
                World { graph: self.graph, space: &self.space, examples: &self.examples };
            let covered = self.workers[0].evaluator.evaluate(world, &tree_of(&codes));
            n_evaluated += 1;
            let (quality, fitness) = self.fitness(covered, codes.len() as u32);
            let length = crate::express::concept(&self.space, &codes).length();
            by_length.resize(by_length.len().max(length + 1), None);
            let place = &mut by_length[length];
            if place.as_ref().is_none_or(|kept| quality > kept.quality) {
                *place = Some(Entry { codes, covered, quality, fitness });
            }
        }
        self.atomic = by_length.into_iter().flatten().collect();
        n_evaluated
    }

    fn make_first_population(&mut self, problem: &Problem) {
        let init = self.settings.init;
        let examples = match init.method {
            InitMethod::WalkNegatives => problem.negatives(),
            _ => problem.positives(),
        };
        let mut walker =
            Walker::new(self.graph, &self.space, examples, init.max_triples, init.method);
        let mut codes = Vec::new();
        for slot in 0..self.settings.evolution.population {
            let mut random = Random::new(self.settings.seed, Stage::Init, 0, slot as u32);
            let (random, space) = (&mut random, &self.space);
            codes.clear();
            let concept = NodeType::Concept;
            match init.method {
                InitMethod::Grow => {
                    grow(random, space, Shape::Grow, init.depth, concept, &mut codes);
                }
                InitMethod::Full => {
                    grow(random, space, Shape::Full, init.depth, concept, &mut codes);
                }
                InitMethod::Ramped => {
                    grow_ramped(random, space, init.depth, concept, &mut codes);
                }
                _ => walker.walk(random, &mut codes),
            }
            let tree = tree_of(&codes);
            self.population.push(within(&tree, self.settings.evolution.max_depth));
        }
        let limit = self.settings.limits.evaluations.unwrap_or(u64::MAX);
        for slot in 0..self.population.len() {
            let is_over =
                self.evaluations >= limit || slot % 16 == 15 && self.watch.reason().is_some();
            if slot > 0 && is_over {
                self.population.truncate(slot);
                break;
            }
            let evaluator = &mut self.workers[0].evaluator;
            let world =
                World { graph: self.graph, space: &self.space, examples: &self.examples };
            let covered = evaluator.evaluate(world, self.population.tree(slot));
            self.evaluations += 1;
            self.rate(slot, covered);
        }
    }

    /// Appends what follows from what a candidate covers.
    fn rate(&mut self, slot: usize, covered: Covered) {
        let (quality, fitness) = self.fitness(covered, self.population.n_nodes[slot]);
        self.population.covered.push(covered);
        self.population.quality.push(quality);
        self.population.fitness.push(fitness);
    }

    /// `fitness(C) = quality(C) · x − nodes(C)` (§3.4); the tournaments that handle length
    /// themselves get the quality alone.
    pub(crate) fn fitness(&self, covered: Covered, n_nodes: u32) -> (f64, f64) {
        let (n_positives, n_negatives) = (self.examples.n_positives, self.examples.n_negatives);
        let confusion = Confusion::new(covered, n_positives, n_negatives);
        let quality = self.settings.fitness.quality.of(confusion);
        let penalty = match self.settings.evolution.bloat {
            Bloat::Parametric => f64::from(n_nodes),
            Bloat::DoubleTournament | Bloat::ProportionalTournament => 0.0,
        };
        (quality, quality * self.settings.fitness.parsimony - penalty)
    }

    /// Makes the next generation; tells why it could not be completed.
    fn step(&mut self) -> Result<(), StopReason> {
        let evolution = &self.settings.evolution;
        let n_offspring = evolution.population - evolution.elite.min(evolution.population);
        let n_pairs = n_offspring.div_ceil(2);
        let n_workers = self.workers.len();
        let (space, population) = (&self.space, &self.population);
        let (seed, generation) = (self.settings.seed, self.generation + 1);
        let range =
            |worker: usize| worker * n_pairs / n_workers..(worker + 1) * n_pairs / n_workers;
        let world = World { graph: self.graph, space, examples: &self.examples };
        let watch = &self.watch;
        each(&mut self.workers, |index, worker| {
            let brood = &mut worker.brood;
            worker.breeder.breed(
                space,
                evolution,
                seed,
                generation,
                population,
                range(index),
                n_offspring,
                brood,
            );
            for slot in 0..brood.population.len() {
                if slot % 16 == 0 && watch.reason().is_some() {
                    return;
                }
                let covered = match brood.copy_of[slot] {
                    Some(parent) => population.covered[parent as usize],
                    None => worker.evaluator.evaluate(world, brood.population.tree(slot)),
                };
                brood.population.covered.push(covered);
            }
        });
        self.take_over(n_offspring)
    }

    /// Replaces the population by the offspring and the elite.
    fn take_over(&mut self, n_offspring: usize) -> Result<(), StopReason> {
        let is_new = |parent: &&Option<u32>| parent.is_none();
        let broods = self.workers.iter().map(|worker| &worker.brood);
        let n_new: usize = broods.map(|brood| brood.copy_of.iter().filter(is_new).count()).sum();
        let (first, others) = self.workers.split_first_mut().expect("there is a worker");
        let mut next = std::mem::take(&mut first.brood.population);
        for worker in others {
            next.append(&worker.brood.population);
        }
        if next.covered.len() < n_offspring {
            return Err(self.watch.reason().unwrap_or(StopReason::Time));
        }
        let n_elite = self.settings.evolution.population - n_offspring;
        for slot in self.population.fittest(n_elite) {
            next.push(self.population.tree(slot));
            next.covered.push(self.population.covered[slot]);
        }
        for slot in 0..next.len() {
            let (quality, fitness) = self.fitness(next.covered[slot], next.n_nodes[slot]);
            next.quality.push(quality);
            next.fitness.push(fitness);
        }
        self.evaluations += n_new as u64;
        self.generation += 1;
        // The memory of the old population serves the next brood.
        self.workers[0].brood.population = std::mem::replace(&mut self.population, next);
        Ok(())
    }

    /// Keeps what is worth keeping of a complete generation and tells about it.
    fn close_generation(&mut self, observer: &mut dyn Observer) {
        for slot in 0..self.population.len() {
            let quality = self.population.quality[slot];
            if self.hall.wants(self.population.n_nodes[slot] as usize, quality) {
                self.hall.offer(self.entry(slot));
            }
        }
        let fitness = &self.population.fitness;
        let generation = Generation {
            number: self.generation,
            seconds: self.elapsed().as_secs_f64(),
            evaluations: self.evaluations,
            best: self.entry(self.population.best()),
            mean_fitness: fitness.iter().sum::<f64>() / fitness.len() as f64,
        };
        observer.generation(&generation);
        self.history.push(generation);
    }

    pub(crate) fn entry(&self, slot: usize) -> Entry {
        Entry {
            codes: self.population.codes(slot),
            covered: self.population.covered[slot],
            quality: self.population.quality[slot],
            fitness: self.population.fitness[slot],
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.earlier + self.start.elapsed()
    }

    /// Whether the run is over.
    fn stop_reason(&self) -> Option<StopReason> {
        let limits = &self.settings.limits;
        let least = if limits.stop_when_solved { Some(1.0) } else { None };
        let least = limits.stop_at_quality.or(least);
        let is_solved =
            |least| self.hall.entries().chain(&self.atomic).any(|entry| entry.quality >= least);
        if self.generation >= self.settings.evolution.generations {
            Some(StopReason::Generations)
        } else if least.is_some_and(is_solved) {
            Some(StopReason::Solved)
        } else if limits.evaluations.is_some_and(|limit| self.evaluations >= limit) {
            Some(StopReason::Evaluations)
        } else {
            self.watch.reason()
        }
    }

    /// Makes one more generation, or tells why there is none.
    pub fn advance(&mut self, observer: &mut dyn Observer) -> Option<StopReason> {
        if let Some(reason) = self.stop_reason() {
            return Some(reason);
        }
        let start = Instant::now();
        let stopped = self.step().err();
        if stopped.is_none() {
            self.close_generation(observer);
        }
        self.phases.evolve += start.elapsed();
        stopped
    }

    /// The best concept of every length so far, to be shown while the run goes on.
    pub fn front(&self) -> Front {
        let mut front = Front::default();
        for entry in self.atomic.iter().chain(self.hall.front()) {
            let concept = self.rows.concept(&self.space, &entry.codes);
            front.offer(self.rows.row(concept, entry.covered, &self.examples));
        }
        front
    }

    /// Goes on to the end.
    pub fn finish(mut self, observer: &mut dyn Observer) -> Outcome {
        loop {
            if let Some(reason) = self.advance(observer) {
                return self.into_outcome(reason);
            }
        }
    }
}

/// The largest part of a tree along its first children that is not higher than allowed.
fn within(tree: &[Term], max_depth: usize) -> &[Term] {
    let mut at = 0;
    while tree[at].height() > max_depth {
        at += 1;
        while !tree[at].code.is_concept() {
            at += 1;
        }
    }
    &tree[subtree(tree, at)]
}

/// Runs a task for every worker, each on a thread of its own.
fn each(workers: &mut [Worker], task: impl Fn(usize, &mut Worker) + Sync) {
    if let [only] = workers {
        task(0, only);
        return;
    }
    std::thread::scope(|scope| {
        for (index, worker) in workers.iter_mut().enumerate() {
            let task = &task;
            scope.spawn(move || task(index, worker));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::uncles;
    use evolearner_dl::Constructor;
    use crate::settings::{Evolution, Init, Limits};
    use crate::term::MAX_NODES;

    fn small(seed: u64) -> Settings {
        Settings {
            evolution: Evolution { population: 101, generations: 12, ..Evolution::default() },
            seed,
            ..Settings::paper()
        }
    }

    /// Everything of an outcome that does not depend on the clock.
    fn timeless(outcome: &Outcome) -> impl PartialEq + std::fmt::Debug + use<> {
        let history: Vec<(u32, u64, Entry)> = outcome
            .history
            .iter()
            .map(|step| (step.number, step.evaluations, step.best.clone()))
            .collect();
        (outcome.answer.clone(), outcome.front.clone(), history, outcome.evaluations, outcome.stop)
    }

    #[test]
    fn any_number_of_threads_gives_the_same_result() {
        let (graph, problem) = uncles();
        let settings = small(3);
        let run = |n_threads| {
            learn(&graph, &problem, &settings, n_threads, CancelToken::default(), &mut ())
        };
        let one = timeless(&run(1));
        assert_eq!(one, timeless(&run(2)));
        assert_eq!(one, timeless(&run(3)));
        let other = small(4);
        let other = learn(&graph, &problem, &other, 1, CancelToken::default(), &mut ());
        assert_ne!(one, timeless(&other), "another seed is another run");
    }

    #[test]
    fn a_resumed_run_ends_like_an_unbroken_one() {
        let (graph, problem) = uncles();
        let settings = small(5);
        let unbroken = learn(&graph, &problem, &settings, 1, CancelToken::default(), &mut ());
        for n_before in [0, 1, 7, 12] {
            let token = CancelToken::default();
            let mut run = Run::new(&graph, &problem, &settings, 2, token.clone(), &mut ());
            for _ in 0..n_before {
                run.advance(&mut ());
            }
            let bytes = run.checkpoint();
            let resumed = Run::resume(&graph, &problem, &settings, 1, token, &mut (), &bytes)
                .expect("a fresh checkpoint is good");
            assert_eq!(timeless(&resumed.finish(&mut ())), timeless(&unbroken), "{n_before}");
        }
    }

    #[test]
    fn a_damaged_or_foreign_checkpoint_is_refused() {
        let (graph, problem) = uncles();
        let settings = small(5);
        let token = CancelToken::default();
        let bytes = Run::new(&graph, &problem, &settings, 1, token.clone(), &mut ()).checkpoint();
        let resume = |settings: &Settings, bytes: &[u8]| {
            Run::resume(&graph, &problem, settings, 1, token.clone(), &mut (), bytes).err()
        };
        use crate::checkpoint::CheckpointError;
        assert_eq!(resume(&small(6), &bytes), Some(CheckpointError::OtherRun));
        assert_eq!(resume(&settings, b"something else"), Some(CheckpointError::NotACheckpoint));
        for at in (8..bytes.len()).step_by(97) {
            assert_eq!(resume(&settings, &bytes[..at]), Some(CheckpointError::Damaged));
            let mut flipped = bytes.clone();
            flipped[at] ^= 1;
            assert_eq!(resume(&settings, &flipped), Some(CheckpointError::Damaged));
        }
    }

    #[test]
    fn every_stop_reason_is_reached() {
        let (graph, problem) = uncles();
        let stop = |limits: Limits, cancel: CancelToken| {
            let settings = Settings { limits, ..small(1) };
            learn(&graph, &problem, &settings, 1, cancel, &mut ()).stop
        };
        let token = CancelToken::default;
        let limits = Limits::default();
        assert_eq!(stop(limits, token()), StopReason::Generations);
        let few = Limits { evaluations: Some(150), ..limits };
        assert_eq!(stop(few, token()), StopReason::Evaluations);
        let short = Limits { timeout: Some(Duration::ZERO), ..limits };
        assert_eq!(stop(short, token()), StopReason::Time);
        let cancelled = token();
        cancelled.cancel();
        assert_eq!(stop(limits, cancelled), StopReason::Cancelled);
        let solved = Settings {
            limits: Limits { stop_when_solved: true, ..limits },
            evolution: Evolution { generations: 200, ..Evolution::default() },
            ..Settings::recommended()
        };
        let outcome = learn(&graph, &problem, &solved, 1, token(), &mut ());
        assert_eq!((outcome.stop, outcome.answer.quality), (StopReason::Solved, 1.0));
    }

    #[test]
    fn no_candidate_is_higher_than_allowed() {
        let (graph, problem) = uncles();
        let evolution =
            Evolution { max_depth: 2, mutation_rate: 0.9, population: 200, ..small(1).evolution };
        let settings = Settings { evolution, ..small(1) };
        let mut run = Run::new(&graph, &problem, &settings, 1, CancelToken::default(), &mut ());
        loop {
            for slot in 0..run.population.len() {
                assert!(run.population.tree(slot)[0].height() <= 2, "{}", run.generation);
            }
            if run.advance(&mut ()).is_some() {
                break;
            }
        }
    }

    #[test]
    fn full_trees_of_great_height_are_bounded_in_nodes() {
        let (graph, problem) = uncles();
        let mut settings = small(1);
        settings.evolution =
            Evolution { population: 8, generations: 2, max_depth: 60, ..settings.evolution };
        settings.init = Init { method: InitMethod::Full, depth: (60, 60), ..settings.init };
        for constructor in [
            Constructor::Exists,
            Constructor::Forall,
            Constructor::Cardinality,
            Constructor::Negation,
        ] {
            settings.space.language = settings.space.language.without(constructor);
        }
        let run = Run::new(&graph, &problem, &settings, 1, CancelToken::default(), &mut ());
        assert!((0..8).all(|slot| run.population.tree(slot).len() <= MAX_NODES));
    }

    #[test]
    fn uncles_are_learned() {
        let (graph, problem) = uncles();
        let solved = (1..=10)
            .filter(|&seed| {
                let settings = Settings { seed, ..Settings::paper() };
                let outcome =
                    learn(&graph, &problem, &settings, 1, CancelToken::default(), &mut ());
                outcome.answer.quality == 1.0 && outcome.answer.concept.length() <= 13
            })
            .count();
        assert!(solved >= 9, "{solved} of 10 seeds");
    }
}
