//! The seam between the driver of a run and a way to look for concepts.

use std::borrow::Cow;
use std::sync::Arc;

use evolearner_dl::Concept;
use evolearner_evaluate::{Covered, Examples, Space, Workers};
use evolearner_graph::codec::{Damaged, Decoder, Encoder};

use crate::front::{Front, Row};
use crate::names::Names;
use crate::options::{BadOption, OptionSpec, Options};
use crate::rating::Rating;
use crate::watch::{StopReason, Watch};

/// One way to look for concepts. It owns its state; time, threads, front and history belong to the
/// driver ([`Run`](crate::Run)).
pub trait Search: Send {
    /// A bounded piece of work of some milliseconds. It looks at the watch in between; a piece that
    /// is cut short leaves no trace.
    fn advance(&mut self, context: &mut Context<'_>) -> Advance;

    /// Offers what is known so far to a front that is shown while the run goes on. A search that
    /// offers what it finds to the front of its context has nothing to add.
    fn show(&self, front: &mut Front) {
        let _ = front;
    }

    /// Offers what is still to be offered when the run has ended. The answer is the fittest of the
    /// front, unless the search has an answer of its own.
    fn finish(&mut self, context: &mut Context<'_>) -> Option<Answer> {
        let _ = context;
        None
    }

    /// The members of a committee around the answer as it is printed, the answer first; none where the
    /// options ask for none.
    fn committee(&mut self, context: &mut Context<'_>, answer: &Row) -> Vec<Member> {
        let _ = (context, answer);
        Vec::new()
    }

    /// Other concepts that were found and have at least that quality, each with a set of examples of its
    /// own.
    fn rivals(&self, quality: f64) -> Vec<Concept> {
        let _ = quality;
        Vec::new()
    }

    /// What was done, in units that are counted, not measured, and take about a nanosecond; by default,
    /// from the number of concepts that were evaluated.
    fn work(&self, evaluations: u64) -> u64 {
        evaluations * 500
    }

    /// Writes the state, to be read by [`Method::resume`]. Nothing, where runs cannot be resumed.
    fn save(&self, out: &mut Encoder) {
        let _ = out;
    }
}

/// What became of a piece of work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Advance {
    /// There is more to do.
    More,
    /// Nothing else is to be found, for that reason.
    Done(StopReason),
    /// The watch said stop.
    Stopped,
}

/// An answer that is not the fittest of the front, and why it is the answer.
pub struct Answer {
    /// The concept, as it was evaluated.
    pub concept: Concept,
    /// What it covers.
    pub covered: Covered,
    /// Why it was chosen, as a part of a sentence.
    pub because: String,
    /// How it was rated, where that is not how the run rates.
    pub rating: Option<Rating>,
}

/// A member of a committee: it votes for what it covers and against the rest.
#[derive(Clone, PartialEq, Debug)]
pub struct Member {
    /// The concept.
    pub concept: Concept,
    /// What its vote counts.
    pub weight: f64,
}

/// What the driver lends to a search.
pub struct Context<'r> {
    /// Evaluators, one per thread.
    pub workers: &'r mut Workers,
    /// The best concept of each length.
    pub front: &'r mut Front,
    /// When to stop.
    pub watch: &'r Watch,
    /// Concepts evaluated so far, in the whole run.
    pub evaluations: &'r mut u64,
    /// The highest quality seen so far.
    pub best_quality: &'r mut f64,
    /// What the piece of work reports when it is done.
    pub report: &'r mut Option<Progress>,
}

impl Context<'_> {
    /// Whether the evaluations of the run are used up.
    pub fn is_used_up(&self) -> bool {
        *self.evaluations >= self.watch.max_evaluations
    }

    /// Notes that a concept of that quality was seen.
    pub fn saw(&mut self, quality: f64) {
        *self.best_quality = self.best_quality.max(quality);
    }
}

/// What a piece of work reports.
#[derive(Clone, PartialEq, Debug)]
pub struct Progress {
    /// What is counted, as a word such as `generation`.
    pub unit: Cow<'static, str>,
    /// How many there are so far.
    pub number: u64,
    /// How many there will be, if that is known.
    pub of: Option<u64>,
    /// The concept to be shown for this step, as the search has it. One that is not made of the
    /// space is `⊤` after the run was resumed.
    pub best: Row,
    /// Further figures, by name.
    pub columns: Vec<(Cow<'static, str>, f64)>,
}

/// A step of a run: what a search reported, and when.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// Seconds of learning so far.
    pub seconds: f64,
    /// Concepts evaluated so far.
    pub evaluations: u64,
    /// What the search reported.
    pub progress: Progress,
}

/// A caller that watches a run.
pub trait Observer {
    /// A step is complete.
    fn step(&mut self, step: &Step);
}

/// Watches nothing.
impl Observer for () {
    fn step(&mut self, _step: &Step) {}
}

/// What a search starts from.
#[derive(Clone, Copy)]
pub struct Start<'s> {
    /// What concepts may be made of.
    pub space: &'s Arc<Space>,
    /// Who is to be distinguished from whom.
    pub examples: &'s Arc<Examples>,
    /// How good a concept is.
    pub rating: &'s Rating,
    /// What callers demand of concepts.
    pub names: &'s Names,
    /// The options.
    pub options: &'s Options,
}

/// A registry entry: everything that front ends know of a way to learn.
pub trait Method: Sync {
    /// The word for it.
    fn id(&self) -> &'static str;

    /// A sentence about it.
    fn about(&self) -> &'static str;

    /// The options that it has beside those of every search.
    fn options(&self) -> Vec<&'static OptionSpec> {
        Vec::new()
    }

    /// What options of every search are set to where a caller sets nothing, if that is not what their
    /// table has.
    fn defaults(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Options that make a run shorter at little cost, for many runs on parts of the examples.
    fn for_repetition(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Whether its options fit together; each is within its bounds already.
    fn check(&self, options: &Options) -> Result<(), BadOption> {
        let _ = options;
        Ok(())
    }

    /// Whether there can be an answer that is as the caller demands.
    fn admit(&self, start: Start<'_>) -> Result<(), BadOption> {
        let _ = start;
        Ok(())
    }

    /// Whether length lowers fitness.
    fn prices_length(&self, options: &Options) -> bool {
        let _ = options;
        true
    }

    /// A search at its beginning. This is cheap: the work begins with the first
    /// [`Search::advance`].
    fn start(&self, start: Start<'_>) -> Box<dyn Search>;

    /// A search that goes on from a saved state. A method without this has runs that cannot be
    /// resumed.
    fn resume(
        &self,
        start: Start<'_>,
        context: &mut Context<'_>,
        saved: &mut Decoder<'_>,
    ) -> Result<Box<dyn Search>, NotResumed> {
        let _ = (start, context, saved);
        Err(NotResumed::Impossible)
    }
}

/// Why a run cannot go on from some bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotResumed {
    /// Something else.
    #[error("this is no checkpoint")]
    NotACheckpoint,
    /// Cut off or changed.
    #[error("the checkpoint is damaged")]
    Damaged,
    /// From a run that ended before its first step was complete.
    #[error("the run ended within its first step, so there is nothing to go on from")]
    Unfinished,
    /// From a method whose runs keep nothing to go on from.
    #[error("runs of this method cannot be resumed")]
    Impossible,
    /// From a run with other examples, another knowledge base, other settings or another version.
    #[error(
        "the checkpoint is of a run on another problem, with other settings or of another version"
    )]
    OtherRun,
}

impl From<Damaged> for NotResumed {
    fn from(_: Damaged) -> Self {
        Self::Damaged
    }
}
