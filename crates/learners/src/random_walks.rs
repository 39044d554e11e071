//! Random walks alone: what the first population of the paper would find with the budget of a whole
//! run, and so what selection and variation add.

use std::sync::Arc;

use evolearner_evaluate::{Code, Examples, Space, concept, tree_of};
use evolearner_graph::codec::{Decoder, Encoder};
use evolearner_search::{
    Advance, Context, LimitOptions, Method, NotResumed, OptionSpec, Progress, Random, Rating,
    Search, Stage, Start, StopReason,
};

use crate::evolve::init::Walker;
use crate::evolve::options::{EvolutionOptions, InitMethod};

/// Biased random walks, as many as an evolution with the same options makes candidates.
pub struct RandomWalks;

/// The options of the evolution that walks have, too.
const SHARED: [&str; 3] = ["population", "generations", "max-triples"];

impl Method for RandomWalks {
    fn id(&self) -> &'static str {
        "random"
    }

    fn about(&self) -> &'static str {
        "Biased random walks from the positives, without evolution."
    }

    fn options(&self) -> Vec<&'static OptionSpec> {
        EvolutionOptions::OPTIONS.iter().filter(|spec| SHARED.contains(&spec.name)).collect()
    }

    fn start(&self, start: Start<'_>) -> Box<dyn Search> {
        Box::new(Walks::new(start))
    }

    /// A walk depends on the seed and its number alone, and walks are cheap: those of an interrupted
    /// run are made again.
    fn resume(
        &self,
        start: Start<'_>,
        context: &mut Context<'_>,
        saved: &mut Decoder<'_>,
    ) -> Result<Box<dyn Search>, NotResumed> {
        let mut walks = Walks::new(start);
        let n_done = saved.u32()?;
        if n_done > walks.n_batches {
            return Err(NotResumed::Damaged);
        }
        let evaluations = *context.evaluations;
        for _ in 0..n_done {
            walks.walk(context);
        }
        *context.evaluations = evaluations;
        Ok(Box::new(walks))
    }
}

struct Walks {
    space: Arc<Space>,
    examples: Arc<Examples>,
    rating: Rating,
    batch_size: usize,
    n_batches: u32,
    max_triples: usize,
    seed: u64,
    n_done: u32,
}

impl Walks {
    fn new(start: Start<'_>) -> Self {
        Self {
            space: start.space.clone(),
            examples: start.examples.clone(),
            rating: start.rating.clone(),
            batch_size: start.options.get("population"),
            // The first population of an evolution is the generation 0.
            n_batches: start.options.get::<u32>("generations") + 1,
            max_triples: start.options.get("max-triples"),
            seed: LimitOptions::read(start.options).seed,
            n_done: 0,
        }
    }

    /// Offers the concepts of one batch of walks, as far as the limits allow.
    fn walk(&mut self, context: &mut Context<'_>) {
        let examples = self.examples.positives();
        let mut walker = Walker::new(&self.space, examples, self.max_triples, InitMethod::Walk);
        let fixed = if self.n_done == 0 { &[Code::TOP, Code::BOTTOM][..] } else { &[] };
        let mut codes = Vec::new();
        for walk in 0..fixed.len() + self.batch_size {
            let is_over =
                context.is_used_up() || walk % 16 == 15 && context.watch.reason().is_some();
            if is_over && walk > 0 {
                break;
            }
            codes.clear();
            match fixed.get(walk) {
                Some(&code) => codes.push(code),
                None => {
                    let slot = (walk - fixed.len()) as u32;
                    let random = &mut Random::new(self.seed, Stage::Init, self.n_done, slot);
                    walker.walk(random, &mut codes);
                }
            }
            let covered = context.workers.own().covered(&tree_of(&codes));
            *context.evaluations += 1;
            let concept = concept(&self.space, &codes);
            if context.front.wants(concept.length(), self.rating.quality(covered)) {
                context.front.offer(&concept, covered);
            }
        }
        self.n_done += 1;
    }
}

impl Search for Walks {
    fn advance(&mut self, context: &mut Context<'_>) -> Advance {
        self.walk(context);
        let best = context.front.fittest().expect("⊤ was offered").clone();
        context.saw(best.quality);
        *context.report = Some(Progress {
            unit: "walk",
            number: u64::from(self.n_done) - 1,
            of: Some(u64::from(self.n_batches) - 1),
            best,
            columns: Vec::new(),
        });
        if self.n_done < self.n_batches {
            Advance::More
        } else {
            Advance::Done(StopReason::Complete)
        }
    }

    fn save(&self, out: &mut Encoder) {
        out.u32(self.n_done);
    }
}
