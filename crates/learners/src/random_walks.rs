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
    /// run are made and counted again.
    fn resume(
        &self,
        start: Start<'_>,
        context: &mut Context<'_>,
        saved: &mut Decoder<'_>,
    ) -> Result<Box<dyn Search>, NotResumed> {
        let mut walks = Walks::new(start);
        let n_done = saved.u64()?;
        if n_done > walks.n_candidates {
            return Err(NotResumed::Damaged);
        }
        *context.evaluations = 0;
        walks.walk_to(n_done, context, |_| false);
        Ok(Box::new(walks))
    }
}

/// The candidates are `⊤`, `⊥` and then the walks, by their numbers.
struct Walks {
    space: Arc<Space>,
    examples: Arc<Examples>,
    rating: Rating,
    max_triples: usize,
    seed: u64,
    /// How many candidates are tried in one piece of work.
    batch: u64,
    n_candidates: u64,
    n_done: u64,
}

/// The candidates that are no walks.
const FIXED: [Code; 2] = [Code::TOP, Code::BOTTOM];

impl Walks {
    fn new(start: Start<'_>) -> Self {
        let batch = start.options.get::<u64>("population");
        // The first population of an evolution is the generation 0.
        let n_batches = start.options.get::<u64>("generations") + 1;
        Self {
            space: start.space.clone(),
            examples: start.examples.clone(),
            rating: start.rating.clone(),
            max_triples: start.options.get("max-triples"),
            seed: LimitOptions::read(start.options).seed,
            batch,
            n_candidates: FIXED.len() as u64 + batch * n_batches,
            n_done: 0,
        }
    }

    /// Tries the candidates up to a number, unless something says that it is over before.
    fn walk_to(
        &mut self,
        end: u64,
        context: &mut Context<'_>,
        is_over: impl Fn(&Context<'_>) -> bool,
    ) {
        let (space, examples) = (self.space.clone(), self.examples.clone());
        let mut walker =
            Walker::new(&space, examples.positives(), self.max_triples, InitMethod::Walk);
        let mut codes = Vec::new();
        while self.n_done < end && !(self.n_done > 0 && is_over(context)) {
            codes.clear();
            match FIXED.get(self.n_done as usize) {
                Some(&code) => codes.push(code),
                None => {
                    let walk = self.n_done - FIXED.len() as u64;
                    let (batch, slot) = (walk / self.batch, walk % self.batch);
                    let random =
                        &mut Random::new(self.seed, Stage::Init, batch as u32, slot as u32);
                    walker.walk(random, &mut codes);
                }
            }
            self.evaluate(&codes, context);
            self.n_done += 1;
        }
    }

    fn evaluate(&self, codes: &[Code], context: &mut Context<'_>) {
        let covered = context.workers.own().covered(&tree_of(codes));
        *context.evaluations += 1;
        let quality = self.rating.quality(covered);
        context.saw(quality);
        let concept = concept(&self.space, codes);
        if context.front.wants(concept.length(), quality) {
            context.front.offer(&concept, covered);
        }
    }
}

impl Search for Walks {
    fn advance(&mut self, context: &mut Context<'_>) -> Advance {
        let n_fixed = FIXED.len() as u64;
        if self.n_done < self.n_candidates {
            let end = (self.n_done + self.batch).min(self.n_candidates);
            self.walk_to(end, context, |context| {
                context.is_used_up()
                    || *context.evaluations % 16 == 0 && context.watch.reason().is_some()
            });
            *context.report = context.front.fittest().cloned().map(|best| Progress {
                unit: "walk".into(),
                number: self.n_done.saturating_sub(n_fixed),
                of: Some(self.n_candidates - n_fixed),
                best,
                columns: Vec::new(),
            });
        }
        let is_last = self.n_done == self.n_candidates;
        if is_last { Advance::Done(StopReason::Complete) } else { Advance::More }
    }

    fn save(&self, out: &mut Encoder) {
        out.u64(self.n_done);
    }
}
