//! The shortest concept that fits all examples, or that there is none up to a length.

use std::sync::Arc;

use evolearner_evaluate::{Code, Covered, Examples, Space, Typed, concept};
use evolearner_graph::codec::{Decoder, Encoder};
use evolearner_search::{
    Advance, Answer, Context, Method, NotResumed, OptionSpec, Progress, Proof, Rating, Search,
    Start, StopReason,
};

use super::budget::Budget;
use super::choose::{AnswerRule, choose};
use super::fit::{Fit, Fitted};
use super::layers::{Layers, ROOT};
use super::options::BeamOptions;
use super::score::Scorer;
use super::{MAX_EDGES, is_printed_shorter, nesting};
use crate::redo::{Repeatable, Steps, resumed};

/// Every length is searched completely, so that the first concept that fits is a shortest one.
pub struct Exact;

/// The options of the beam that this search has, too.
const SHARED: [&str; 3] = ["max-length", "nesting", "work"];
/// The share of the work that goes into fillers at most. The rest looks for concepts that fit with
/// the fillers that are known.
const SHARE_OF_FILLERS: f64 = 0.5;

impl Method for Exact {
    fn id(&self) -> &'static str {
        "exact"
    }

    fn about(&self) -> &'static str {
        "Finds the shortest concept that fits all examples, or shows that none up to a length does."
    }

    fn options(&self) -> Vec<&'static OptionSpec> {
        BeamOptions::OPTIONS.iter().filter(|spec| SHARED.contains(&spec.name)).collect()
    }

    fn defaults(&self) -> &'static [(&'static str, &'static str)] {
        &[("splitter", "boundaries"), ("with", "presence,dates"), ("work", "4000")]
    }

    fn for_repetition(&self) -> &'static [(&'static str, &'static str)] {
        &[("work", "200")]
    }

    fn start(&self, start: Start<'_>) -> Box<dyn Search> {
        Box::new(Fitting::new(start))
    }

    /// Nothing is random, so that the lengths that were searched are searched again.
    fn resume(
        &self,
        start: Start<'_>,
        context: &mut Context<'_>,
        saved: &mut Decoder<'_>,
    ) -> Result<Box<dyn Search>, NotResumed> {
        resumed(Fitting::new(start), start, context, saved)
    }
}

/// A search between two lengths.
struct Fitting {
    space: Arc<Space>,
    examples: Arc<Examples>,
    rating: Rating,
    max_length: usize,
    nesting: usize,
    /// Work that is left, for fillers and for everything else.
    work: [u64; 2],
    steps: Steps,
    state: Option<State>,
}

struct State {
    layers: Layers,
    fit: Fit,
    /// The lengths up to which the best concept was offered to the front: joins, and all else.
    offered: [usize; 2],
    /// What fits.
    found: Option<Vec<Code>>,
    is_over: bool,
}

impl Fitting {
    fn new(start: Start<'_>) -> Self {
        let work = start.options.get::<u64>("work") * 1_000_000;
        let of_fillers = (work as f64 * SHARE_OF_FILLERS) as u64;
        Self {
            space: start.space.clone(),
            examples: start.examples.clone(),
            rating: start.rating.clone(),
            max_length: start.options.get("max-length"),
            nesting: start.options.get("nesting"),
            work: [of_fillers, work - of_fillers],
            steps: Steps::default(),
            state: None,
        }
    }

    fn begin(&self) -> State {
        let typed = Typed::new(&self.space, &self.examples, self.nesting, MAX_EDGES);
        let full = &typed.universe(ROOT).full;
        let scorer = Scorer::new(self.rating.clone(), &self.examples, full);
        let layers = Layers::new(self.space.clone(), Arc::new(typed));
        let fit = Fit::new(&layers, scorer);
        State { layers, fit, offered: [0; 2], found: None, is_over: false }
    }

    /// The length up to which no concept fits.
    fn proven_length(&self, state: &State) -> usize {
        let is_all = !is_printed_shorter(&self.space) && state.layers.typed.left_out().is_empty();
        if is_all { state.fit.complete_length() } else { 0 }
    }

    /// Why the answer is the answer.
    fn because(&self, state: &State) -> String {
        let what = match &state.found {
            Some(_) => "it fits all examples",
            None => "it is the best that was found",
        };
        let length = self.proven_length(state);
        if length == 0 {
            return what.to_owned();
        }
        let depth = nesting(&state.layers.typed, length)
            .map_or(String::new(), |n| format!(", nested {n} deep"));
        format!("{what}; no concept of length {length} or less{depth} fits all examples")
    }
}

impl State {
    /// Offers the best concept of each new length to the front.
    fn offer(&mut self, rating: &Rating, context: &mut Context<'_>) {
        let known = self.fit.lengths();
        let first = self.offered.into_iter().min().unwrap_or(0) + 1;
        for length in first..=known.into_iter().max().unwrap_or(0) {
            let is_new = |place: usize| length > self.offered[place] && length <= known[place];
            if !is_new(0) && !is_new(1) {
                continue;
            }
            let quality = |covered: Covered| rating.quality(covered);
            if let Some((covered, codes)) = self.fit.best(&self.layers, length, quality) {
                context.front.offer(&concept(&self.layers.space, &codes), covered);
            }
        }
        self.offered = known;
    }
}

impl Search for Fitting {
    fn advance(&mut self, context: &mut Context<'_>) -> Advance {
        let mut state = self.state.take().unwrap_or_else(|| self.begin());
        if state.is_over {
            self.state = Some(state);
            return Advance::Done(StopReason::Complete);
        }
        let mut of_fillers = Budget::new(context.watch, self.work[0]);
        let mut budget = Budget::new(context.watch, self.work[1]);
        let n_before = state.fit.n_tried();
        let fitted = state.fit.next(&mut state.layers, &mut of_fillers, &mut budget);
        if of_fillers.is_stopped || budget.is_stopped {
            self.state = Some(state);
            return Advance::Stopped;
        }
        self.work = [of_fillers.left(), budget.left()];
        *context.evaluations += state.fit.n_tried() - n_before;
        state.offer(&self.rating, context);
        let length = state.fit.length();
        // The stored sets up to a length are all that can be best; longer ones are known not to fit.
        let imperfect = self.proven_length(&state);
        if imperfect > 0 {
            let nesting = nesting(&state.layers.typed, imperfect);
            let length = imperfect.min(state.fit.lengths()[0]);
            context.front.prove(Proof { length, imperfect, nesting });
        }
        match fitted {
            Fitted::Fits(codes) => {
                let covered = state.fit.perfect();
                context.front.offer(&concept(&self.space, &codes), covered);
                state.found = Some(codes);
                state.is_over = true;
            }
            Fitted::None => state.is_over = length >= self.max_length || context.is_used_up(),
            Fitted::CutShort => state.is_over = true,
        }
        self.steps.count(context.front);
        let is_over = state.is_over;
        let best = choose(context.front, AnswerRule::Accurate).map(|(row, _)| row.clone());
        if let Some(best) = best {
            context.saw(best.quality);
            *context.report = Some(Progress {
                unit: "length".into(),
                number: length as u64 + u64::from(state.found.is_some()),
                of: Some(self.max_length as u64),
                best,
                columns: Vec::new(),
            });
        }
        self.state = Some(state);
        if is_over { Advance::Done(StopReason::Complete) } else { Advance::More }
    }

    fn finish(&mut self, context: &mut Context<'_>) -> Option<Answer> {
        let state = self.state.as_ref()?;
        let because = self.because(state);
        if let Some(codes) = &state.found {
            let (concept, covered) = (concept(&self.space, codes), state.fit.perfect());
            return Some(Answer { concept, covered, because, rating: None });
        }
        let (row, _) = choose(context.front, AnswerRule::Accurate)?;
        let (concept, covered) = (row.concept.clone(), row.covered);
        Some(Answer { concept, covered, because, rating: None })
    }

    fn save(&self, out: &mut Encoder) {
        self.steps.save(&self.space, out);
    }
}

impl Repeatable for Fitting {
    fn steps(&mut self) -> &mut Steps {
        &mut self.steps
    }
}
