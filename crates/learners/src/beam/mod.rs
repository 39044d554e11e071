//! Systematic search: a beam over atoms, and complete search of short concepts.
//!
//! Every concept is a set of examples, and concepts with the same set are one. `layers` finds the
//! distinct sets by length, over universes whose members are types (see
//! [`Typed`](evolearner_evaluate::Typed)). A beam of the best sets of each length grows by joins with
//! atoms and with each other; then `prove` rates *all* concepts of length 1, 2, … as long as the
//! budget lasts. The order of all work is fixed and its amount is counted, so that a run has the same
//! result everywhere; nothing is random.

mod atoms;
mod boost;
mod budget;
mod choose;
mod counts;
mod exact;
mod features;
mod fit;
mod forest;
mod goal;
mod hypotheses;
mod joins;
mod layers;
mod options;
mod pool;
mod prove;
mod refine;
mod saved;
mod score;
mod sets;
mod state;
mod sweep;
mod uneven;

use std::sync::Arc;

use evolearner_dl::Concept;
use evolearner_evaluate::{Examples, Space, Typed, concept};
use evolearner_graph::codec::{Decoder, Encoder};
use evolearner_search::{
    Advance, Answer, Context, Member, Method, NotResumed, OptionSpec, Progress, Rating, Row,
    Search, Start, StopReason,
};

use atoms::{Atoms, nesting_of_atoms};
use choose::choose;
use layers::{Layers, ROOT};
use pool::Pool;
use prove::Prover;
use score::Scorer;
use state::{CutShort, Phase, State, is_printed_shorter, nesting};

use crate::redo::{Repeatable, Steps, resumed};

pub use exact::Exact;
pub(crate) use features::Features;
pub use hypotheses::{Hypotheses, HypothesisBounds};
pub(crate) use options::BeamOptions;
pub(crate) use saved::{read_found, write_found};

/// The most edges that are followed from the examples.
const MAX_EDGES: usize = 1_000_000;
/// The most examples that sets are made of. Of more, a sample decides what is worth counting on all.
const MAX_EXAMPLES: usize = 4_096;

/// A beam over systematically gathered atoms, and complete search of short concepts.
pub struct Beam;

impl Method for Beam {
    fn id(&self) -> &'static str {
        "beam"
    }

    fn about(&self) -> &'static str {
        "Tries every short concept, and longer ones by a beam of the best of each length."
    }

    fn options(&self) -> Vec<&'static OptionSpec> {
        BeamOptions::OPTIONS.iter().collect()
    }

    fn defaults(&self) -> &'static [(&'static str, &'static str)] {
        &[("splitter", "boundaries"), ("with", "presence,dates")]
    }

    fn for_repetition(&self) -> &'static [(&'static str, &'static str)] {
        &[("width", "40"), ("work", "0")]
    }

    fn start(&self, start: Start<'_>) -> Box<dyn Search> {
        Box::new(Systematic::new(start))
    }

    /// Nothing is random, so that the steps that were done are done again. Where the run is to end
    /// before that is through, it has what was saved.
    fn resume(
        &self,
        start: Start<'_>,
        context: &mut Context<'_>,
        saved: &mut Decoder<'_>,
    ) -> Result<Box<dyn Search>, NotResumed> {
        resumed(Systematic::new(start), start, context, saved)
    }
}

/// A systematic search between two steps.
struct Systematic {
    space: Arc<Space>,
    /// All examples, or some of them where there are very many.
    examples: Arc<Examples>,
    is_sample: bool,
    rating: Rating,
    options: BeamOptions,
    steps: Steps,
    state: Option<State>,
}

impl Systematic {
    fn new(start: Start<'_>) -> Self {
        let sample = start.examples.sample(MAX_EXAMPLES);
        let is_sample = sample.is_some();
        let examples = sample.map_or_else(|| start.examples.clone(), Arc::new);
        Self {
            space: start.space.clone(),
            rating: start.rating.with_total(examples.total()),
            examples,
            is_sample,
            options: BeamOptions::read(start.options),
            steps: Steps::default(),
            state: None,
        }
    }

    /// The same search at its beginning, with another rating.
    fn rated_by(&self, rating: Rating) -> Self {
        Self {
            space: self.space.clone(),
            examples: self.examples.clone(),
            is_sample: self.is_sample,
            rating,
            options: self.options.clone(),
            steps: Steps::default(),
            state: None,
        }
    }

    /// The state before the first step. Where a concept without parts gets everything right, the
    /// neighbourhood of the examples is not looked at.
    fn begin(&self) -> State {
        let alone = self.state(Typed::new(&self.space, &self.examples, 0, 0));
        let full = |leaf: &evolearner_evaluate::Leaf| {
            alone.pool.scorer.quality(alone.pool.scorer.covered(&leaf.members)) >= alone.perfect
        };
        if alone.layers.typed.universe(ROOT).leaves.iter().any(full) {
            return alone;
        }
        let nesting = self.options.nesting.min(nesting_of_atoms(self.options.filler_length));
        self.state(Typed::new(&self.space, &self.examples, nesting, MAX_EDGES))
    }

    /// Makes the universes that the beam did not need, if concepts of the lengths that are left to try
    /// can be nested so deep. They are often the largest ones: most runs with a short perfect concept
    /// never need them.
    fn deepen(&self, state: &mut State) {
        // Of a perfect concept, only shorter ones are of interest.
        let last = state.best.iter().position(|&best| best >= state.perfect);
        let last = last.map_or(self.options.max_length, |length| length - 1);
        let is_too_shallow =
            nesting(&state.layers.typed, last).is_some_and(|known| known < self.options.nesting);
        if is_too_shallow && state.work > 0 && state.deep_layers.is_none() {
            let typed = Typed::new(&self.space, &self.examples, self.options.nesting, MAX_EDGES);
            state.deep_layers = Some(Layers::new(self.space.clone(), Arc::new(typed)));
        }
    }

    fn state(&self, typed: Typed) -> State {
        let typed = Arc::new(typed);
        let root = typed.universe(ROOT);
        let scorer = Scorer::new(self.rating.clone(), &self.examples, &root.full);
        let perfect = scorer.quality(scorer.perfect());
        State {
            pool: Pool::new(scorer.clone(), root.n_words()),
            layers: Layers::new(self.space.clone(), typed),
            deep_layers: None,
            atoms: Atoms::new(self.options.filler_length),
            beam: vec![Vec::new()],
            plain_beam: vec![Vec::new()],
            best: vec![f64::NEG_INFINITY],
            perfect,
            prover: Prover::new(scorer),
            phase: Phase::Beam(1),
            proven: 0,
            pursuit: None,
            imperfect: 0,
            spent: 0,
            work: self.options.work * 1_000_000,
        }
    }

    /// Whether there is nothing left to do.
    fn is_over(&self) -> bool {
        self.state.as_ref().is_some_and(|state| matches!(state.phase, Phase::Over))
    }

    /// Does a step; the longest length that was looked at so far.
    fn step(&mut self, context: &mut Context<'_>) -> Result<usize, CutShort> {
        if self.state.is_none() {
            self.state = Some(self.begin());
        }
        let mut state = self.state.take().expect("it has begun");
        let done = self.step_of(&mut state, context);
        let longest = state.beam.len() - 1;
        self.state = Some(state);
        done.map(|()| longest)
    }

    fn step_of(&self, state: &mut State, context: &mut Context<'_>) -> Result<(), CutShort> {
        match state.phase {
            Phase::Beam(length) => {
                state.extend_beam(length, self.options.width, self.is_sample, context)?;
                let is_last = state.best[length] >= state.perfect
                    || length == self.options.max_length
                    || context.is_used_up();
                if is_last && state.best[length] < state.perfect {
                    state.sweep(self.options.max_length, self.is_sample, context);
                }
                state.phase = match (is_last, self.is_sample) {
                    (false, _) => Phase::Beam(length + 1),
                    (true, false) => Phase::Prove(1),
                    (true, true) => Phase::Over,
                };
                if matches!(state.phase, Phase::Prove(_)) {
                    self.deepen(state);
                    state.pursue(self.options.max_length, context);
                }
            }
            Phase::Prove(length) => {
                let is_proven = state.prove(length, context)?;
                let is_last = !is_proven
                    || state.best[length] >= state.perfect
                    || length + 1 == state.best.len();
                state.phase = if is_last { Phase::Reach } else { Phase::Prove(length + 1) };
            }
            Phase::Reach => {
                state.reach(context)?;
                state.phase = Phase::Over;
            }
            Phase::Over => return Err(CutShort),
        }
        Ok(())
    }
}

impl Search for Systematic {
    fn advance(&mut self, context: &mut Context<'_>) -> Advance {
        if self.is_over() {
            return Advance::Done(StopReason::Complete);
        }
        let n_before = *context.evaluations;
        let Ok(longest) = self.step(context) else {
            // The step is done again when the run goes on.
            *context.evaluations = n_before;
            return Advance::Stopped;
        };
        self.steps.count(context.front);
        let best = choose(context.front, self.options.answer).map(|(row, _)| row.clone());
        if let Some(best) = best {
            context.saw(best.quality);
            *context.report = Some(Progress {
                unit: "length".into(),
                number: longest as u64,
                of: Some(self.options.max_length as u64),
                best,
                columns: Vec::new(),
            });
        }
        if self.is_over() { Advance::Done(StopReason::Complete) } else { Advance::More }
    }

    fn finish(&mut self, context: &mut Context<'_>) -> Option<Answer> {
        let (row, because) = choose(context.front, self.options.answer)?;
        let answer =
            Answer { concept: row.concept.clone(), covered: row.covered, because, rating: None };
        Some(self.balanced(&answer, context).unwrap_or(answer))
    }

    fn committee(&mut self, context: &mut Context<'_>, answer: &Row) -> Vec<Member> {
        if self.options.committee < 2 {
            return Vec::new();
        }
        self.boosted(context, answer)
    }

    /// The sets that the beam kept; of a sample, they are not rated on all examples.
    fn rivals(&self, quality: f64) -> Vec<Concept> {
        let Some(state) = self.state.as_ref().filter(|_| !self.is_sample) else {
            return Vec::new();
        };
        let State { pool, layers, beam, .. } = state;
        let mut places: Vec<u32> = beam.iter().flatten().copied().collect();
        places.retain(|&place| pool.quality(place as usize) >= quality);
        places.sort_unstable();
        places.dedup();
        let codes = places.into_iter().map(|place| pool.codes(place as usize, layers));
        codes.map(|codes| concept(&self.space, &codes)).collect()
    }

    fn work(&self, evaluations: u64) -> u64 {
        let state = self.state.as_ref();
        let of_sets = state.map_or(0, |state| 6 * state.n_bits() as u64 + state.spent);
        10 * evaluations + 3 * self.space.n_read as u64 + of_sets
    }

    fn save(&self, out: &mut Encoder) {
        self.steps.save(&self.space, out);
    }
}

impl Repeatable for Systematic {
    fn steps(&mut self) -> &mut Steps {
        &mut self.steps
    }
}
