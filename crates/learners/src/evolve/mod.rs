//! The evolution of the paper: thresholds, a first population, generation after generation.
//!
//! It is short enough to be read beside §3: the first [`Search::advance`] makes the first population,
//! every other one is a generation. Generators of random numbers are made from the seed, the
//! generation and the slot, so that results depend neither on threads nor on interruptions.

mod breed;
mod finish;
mod hall;
pub(crate) mod init;
pub mod options;
mod population;
pub mod replay;
mod saved;
mod select;
mod vary;

use std::sync::Arc;

use evolearner_evaluate::{
    Code, Covered, Evaluator, Examples, Job, Space, Term, concept, subtree, tree_of,
};
use evolearner_graph::codec::{Decoder, Encoder};
use evolearner_search::{
    Advance, Answer, BadOption, Context, Front, LimitOptions, Method, NotResumed, OptionSpec,
    Options, Progress, Random, Rating, Row, Search, Stage, Start, StopReason, Watch,
};

use crate::atomic::atomic;
use breed::{Breeder, Brood, Variation};
use hall::{Entry, HallOfFame};
use options::{AnswerFrom, Bloat, EvolutionOptions};
use population::Population;

/// Genetic programming, seeded by biased random walks.
pub struct Evolve;

impl Method for Evolve {
    fn id(&self) -> &'static str {
        "evolve"
    }

    fn about(&self) -> &'static str {
        "Genetic programming on concepts, seeded by biased random walks (EvoLearner, WWW 2022)."
    }

    fn options(&self) -> Vec<&'static OptionSpec> {
        EvolutionOptions::OPTIONS.iter().collect()
    }

    fn check(&self, options: &Options) -> Result<(), BadOption> {
        options::check(options)
    }

    /// The tournaments that handle length themselves get the quality alone.
    fn prices_length(&self, options: &Options) -> bool {
        options.get::<Bloat>("bloat") == Bloat::Parametric
    }

    fn start(&self, start: Start<'_>) -> Box<dyn Search> {
        Box::new(Evolution::new(start))
    }

    fn resume(
        &self,
        start: Start<'_>,
        context: &mut Context<'_>,
        saved: &mut Decoder<'_>,
    ) -> Result<Box<dyn Search>, NotResumed> {
        let mut evolution = Evolution::new(start);
        evolution.restore(context, saved)?;
        Ok(Box::new(evolution))
    }
}

/// An evolution between two generations.
struct Evolution {
    space: Arc<Space>,
    examples: Arc<Examples>,
    rating: Rating,
    options: Arc<EvolutionOptions>,
    seed: u64,
    population: Arc<Population>,
    /// The number of the population; 0 is the first.
    generation: u32,
    hall: HallOfFame,
    /// The best of each length of what needs no search.
    atomic: Vec<Entry>,
    /// What each thread needs to breed; kept for its memory.
    spare: Vec<(Breeder, Brood)>,
}

impl Evolution {
    fn new(start: Start<'_>) -> Self {
        Self {
            space: start.space.clone(),
            examples: start.examples.clone(),
            rating: start.rating.clone(),
            options: Arc::new(EvolutionOptions::read(start.options)),
            seed: LimitOptions::read(start.options).seed,
            population: Arc::default(),
            generation: 0,
            hall: HallOfFame::default(),
            atomic: Vec::new(),
            spare: Vec::new(),
        }
    }

    /// Evaluates what needs no search, where the answer is the fittest of all that a run has seen.
    /// One evaluation is left to the first population.
    fn evaluate_atomic(&mut self, context: &mut Context<'_>) {
        if self.options.answer_from != AnswerFrom::WholeRun {
            return;
        }
        let mut by_length: Vec<Option<Entry>> = Vec::new();
        let limit = context.watch.max_evaluations.saturating_sub(1);
        for (n_done, codes) in atomic(&self.space).enumerate() {
            if *context.evaluations >= limit
                || n_done % 64 == 63 && context.watch.reason().is_some()
            {
                break;
            }
            let covered = context.workers.own().covered(&tree_of(&codes));
            *context.evaluations += 1;
            let entry = self.entry(codes, covered);
            context.saw(entry.quality);
            let length = concept(&self.space, &entry.codes).length();
            by_length.resize(by_length.len().max(length + 1), None);
            let place = &mut by_length[length];
            if place.as_ref().is_none_or(|kept| entry.quality > kept.quality) {
                *place = Some(entry);
            }
        }
        self.atomic = by_length.into_iter().flatten().collect();
    }

    fn make_first_population(&mut self, context: &mut Context<'_>) {
        let mut population = Population::default();
        let options = &*self.options;
        let mut draw = init::draw(&self.space, &self.examples, options);
        let mut codes = Vec::new();
        for slot in 0..options.population {
            codes.clear();
            draw(&mut Random::new(self.seed, Stage::Init, 0, slot as u32), &mut codes);
            population.push(within(&tree_of(&codes), options.max_depth));
        }
        for slot in 0..population.len() {
            let is_over =
                context.is_used_up() || slot % 16 == 15 && context.watch.reason().is_some();
            if slot > 0 && is_over {
                population.truncate(slot);
                break;
            }
            let covered = context.workers.own().covered(population.tree(slot));
            *context.evaluations += 1;
            self.rate(&mut population, slot, covered);
        }
        self.population = Arc::new(population);
    }

    /// Appends what follows from what a candidate covers.
    fn rate(&self, population: &mut Population, slot: usize, covered: Covered) {
        let quality = self.rating.search_quality(covered);
        population.covered.push(covered);
        population.quality.push(quality);
        population.fitness.push(self.rating.fitness(quality, population.n_nodes[slot] as usize));
    }

    /// A candidate with how it does.
    fn entry(&self, codes: Vec<Code>, covered: Covered) -> Entry {
        let quality = self.rating.search_quality(covered);
        let fitness = self.rating.fitness(quality, codes.len());
        Entry { codes, covered, quality, fitness }
    }

    /// Makes the next generation; nothing if the watch cut it short.
    fn breed(&mut self, context: &mut Context<'_>) -> Option<()> {
        let n_population = self.options.population;
        let n_offspring = n_population - self.options.elite.min(n_population);
        let n_pairs = n_offspring.div_ceil(2);
        let n_threads = context.workers.n_threads();
        let variation = Variation {
            space: self.space.clone(),
            options: self.options.clone(),
            parents: self.population.clone(),
            seed: self.seed,
            generation: self.generation + 1,
            n_offspring,
        };
        self.spare.resize_with(n_threads, Default::default);
        let jobs: Vec<Breeding> = std::mem::take(&mut self.spare)
            .into_iter()
            .enumerate()
            .map(|(index, (breeder, brood))| Breeding {
                variation: variation.clone(),
                pairs: index * n_pairs / n_threads..(index + 1) * n_pairs / n_threads,
                breeder,
                brood,
                watch: context.watch.clone(),
            })
            .collect();
        drop(variation);
        let jobs = context.workers.run(jobs);
        self.spare = jobs.into_iter().map(|job| (job.breeder, job.brood)).collect();
        self.take_over(n_offspring, context)
    }

    /// Replaces the population by the offspring and the elite.
    fn take_over(&mut self, n_offspring: usize, context: &mut Context<'_>) -> Option<()> {
        let is_new = |parent: &&Option<u32>| parent.is_none();
        let broods = self.spare.iter().map(|(_, brood)| brood);
        let n_new: usize = broods.map(|brood| brood.copy_of.iter().filter(is_new).count()).sum();
        let (first, others) = self.spare.split_first_mut().expect("there is a thread");
        let mut next = std::mem::take(&mut first.1.population);
        for (_, brood) in others {
            next.append(&brood.population);
        }
        if next.covered.len() < n_offspring {
            return None;
        }
        let n_elite = self.options.population - n_offspring;
        for slot in self.population.fittest(n_elite) {
            next.push(self.population.tree(slot));
            next.covered.push(self.population.covered[slot]);
        }
        for slot in 0..next.len() {
            let quality = self.rating.search_quality(next.covered[slot]);
            next.quality.push(quality);
            next.fitness.push(self.rating.fitness(quality, next.n_nodes[slot] as usize));
        }
        *context.evaluations += n_new as u64;
        self.generation += 1;
        let last = std::mem::replace(&mut self.population, Arc::new(next));
        // The memory of the old population serves the next brood; threads are done with it.
        self.spare[0].1.population = Arc::try_unwrap(last).unwrap_or_default();
        Some(())
    }

    fn is_complete(&self) -> bool {
        self.generation >= self.options.generations
    }

    /// Keeps what is worth keeping of a complete generation and reports it.
    fn close_generation(&mut self, context: &mut Context<'_>) {
        let population = &*self.population;
        for slot in 0..population.len() {
            let quality = population.quality[slot];
            if self.hall.wants(population.n_nodes[slot] as usize, quality) {
                context.saw(quality);
                self.hall.offer(self.entry(population.codes(slot), population.covered[slot]));
            }
        }
        let best = population.best();
        let fitness = &population.fitness;
        *context.report = Some(Progress {
            unit: "generation".into(),
            number: u64::from(self.generation),
            of: Some(u64::from(self.options.generations)),
            best: Row {
                concept: concept(&self.space, &population.codes(best)),
                covered: population.covered[best],
                quality: population.quality[best],
                fitness: fitness[best],
            },
            columns: vec![(
                "mean fitness".into(),
                fitness.iter().sum::<f64>() / fitness.len() as f64,
            )],
        });
    }
}

impl Search for Evolution {
    fn advance(&mut self, context: &mut Context<'_>) -> Advance {
        if self.population.len() == 0 {
            self.evaluate_atomic(context);
            self.make_first_population(context);
        } else if self.is_complete() {
            // A run was resumed after its last generation.
            return Advance::Done(StopReason::Generations);
        } else if self.breed(context).is_none() {
            return Advance::Stopped;
        }
        self.close_generation(context);
        if self.is_complete() { Advance::Done(StopReason::Generations) } else { Advance::More }
    }

    fn show(&self, front: &mut Front) {
        for entry in self.atomic.iter().chain(self.hall.front()) {
            front.offer(&concept(&self.space, &entry.codes), entry.covered);
        }
    }

    fn finish(&mut self, context: &mut Context<'_>) -> Option<Answer> {
        self.offer_all(context);
        (self.options.answer_from == AnswerFrom::LastPopulation).then(|| {
            let best = self.population.best();
            Answer {
                concept: concept(&self.space, &self.population.codes(best)),
                covered: self.population.covered[best],
                because: "it is the fittest of the last population, as in the paper".to_owned(),
                rating: None,
            }
        })
    }

    fn save(&self, out: &mut Encoder) {
        self.write(out);
    }
}

/// The offspring of some pairs, bred and evaluated on one thread.
struct Breeding {
    variation: Variation,
    pairs: std::ops::Range<usize>,
    breeder: Breeder,
    brood: Brood,
    watch: Watch,
}

impl Job for Breeding {
    fn run(&mut self, evaluator: &mut Evaluator) {
        let Self { variation, pairs, breeder, brood, watch } = self;
        breeder.breed(variation, pairs.clone(), brood);
        for slot in 0..brood.population.len() {
            if slot % 16 == 0 && watch.reason().is_some() {
                return;
            }
            let covered = match brood.copy_of[slot] {
                Some(parent) => variation.parents.covered[parent as usize],
                None => evaluator.covered(brood.population.tree(slot)),
            };
            brood.population.covered.push(covered);
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
