//! The driver: time, stopping, front, history and the end of a run, for any search.

use std::sync::Arc;
use std::time::{Duration, Instant};

use evolearner_dl::{CancelToken, ClassId, Concept, IndividualId};
use evolearner_evaluate::{Code, Examples, Measure, Quality, Space, Workers, concept};
use evolearner_graph::Graph;
use evolearner_graph::codec::Fields;

use crate::front::{Front, Row};
use crate::names::Names;
use crate::options::{Affects, AnswerOptions, BadOption, LimitOptions, Options, SpaceOptions};
use crate::polish::Polish;
use crate::rating::Rating;
use crate::search::{Advance, Answer, Context, Member, Method, Observer, Search, Start, Step};
use crate::watch::{StopReason, Watch};

/// How long the final offers of a search may take after a run was stopped.
const MAX_FINISHING: Duration = Duration::from_millis(200);

/// Everything that a run is made of.
#[derive(Clone)]
pub struct Setup {
    /// The graph.
    pub graph: Arc<Graph>,
    /// The examples.
    pub examples: Examples,
    /// What callers demand of the names and the shape of concepts.
    pub names: Names,
    /// The way to learn.
    pub method: &'static dyn Method,
    /// The options of the method.
    pub options: Options,
    /// A measure in place of the one that the options name.
    pub measure: Option<Arc<dyn Measure>>,
    /// Threads; no result depends on it.
    pub n_threads: usize,
    /// Ends the run with what it has.
    pub cancel: CancelToken,
}

impl Setup {
    /// What concepts may be made of, and the examples without those that no concept can cover.
    pub fn space(&self) -> (Arc<Space>, Arc<Examples>) {
        let Self { graph, names, .. } = self;
        let mut rules = SpaceOptions::read(&self.options).rules();
        rules.ignored_classes.clone_from(&names.ignored_classes);
        rules.ignored_object_properties.clone_from(&names.ignored_object_properties);
        rules.ignored_data_properties.clone_from(&names.ignored_data_properties);
        rules.one_sided.clone_from(&names.one_sided);
        rules.start_class = names.start_class;
        let examples = AnswerOptions::read(&self.options).weighed(&self.examples);
        let examples = match names.start_class {
            Some(class) => examples.within(graph.instances(class)),
            None => examples,
        };
        (Arc::new(Space::new(graph.clone(), &examples, &rules)), Arc::new(examples))
    }
}

/// How long each part of a run took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Spent {
    /// Finding out what concepts may be made of, thresholds above all.
    pub prepare: Duration,
    /// The first step.
    pub first: Duration,
    /// All other steps.
    pub search: Duration,
    /// Shortening, simplifying and counting what was found.
    pub finish: Duration,
}

impl Spent {
    /// All of it.
    pub fn total(self) -> Duration {
        self.prepare + self.first + self.search + self.finish
    }
}

/// What a run found.
#[derive(Clone)]
#[non_exhaustive]
pub struct Found {
    /// The best concept of each length, each counted by retrieval.
    pub front: Front,
    /// The answer.
    pub answer: Row,
    /// Why it was chosen, as a part of a sentence.
    pub because: String,
    /// The members of a committee, the answer first; none where that was not asked for.
    pub committee: Vec<Member>,
    /// Other concepts whose quality is within [`CLOSE`] of the answer's.
    pub rivals: Vec<Concept>,
    /// What happened.
    pub history: Vec<Step>,
    /// Why it ended.
    pub stop: StopReason,
    /// Concepts evaluated.
    pub evaluations: u64,
    /// What was done, in units that are counted, not measured, and take about a nanosecond.
    pub work: u64,
    /// How long it took.
    pub spent: Spent,
    /// The most specific class that all examples belong to.
    pub common_class: Option<ClassId>,
}

/// The difference of quality up to which concepts are said to do about as well.
pub const CLOSE: f64 = 0.01;

/// A run between two steps. It can be kept, sent to another thread, and written down.
pub struct Run {
    pub(crate) setup: Setup,
    pub(crate) search: Box<dyn Search>,
    pub(crate) state: State,
    limits: LimitOptions,
    started: Instant,
    /// Whether the first step was begun, here or before the run was resumed.
    has_begun: bool,
}

/// What the driver keeps for a search.
pub(crate) struct State {
    pub(crate) space: Arc<Space>,
    pub(crate) examples: Arc<Examples>,
    pub(crate) rating: Rating,
    pub(crate) workers: Workers,
    pub(crate) front: Front,
    pub(crate) watch: Watch,
    pub(crate) evaluations: u64,
    pub(crate) best_quality: f64,
    pub(crate) history: Vec<Step>,
    pub(crate) spent: Spent,
    /// Time of learning before the run was resumed.
    pub(crate) earlier: Duration,
}

impl Run {
    /// A run at its beginning. Thresholds are found here; everything else is done by
    /// [`Self::advance`].
    pub fn start(setup: Setup) -> Result<Self, BadOption> {
        setup.method.check(&setup.options)?;
        let (state, limits, started) = State::new(&setup);
        setup.method.admit(state.start_of(&setup))?;
        let search = setup.method.start(state.start_of(&setup));
        Ok(Self { setup, search, state, limits, started, has_begun: false })
    }

    pub(crate) fn resumed(
        setup: Setup,
        resume: impl FnOnce(&Setup, &mut State) -> Result<Box<dyn Search>, crate::NotResumed>,
    ) -> Result<Self, crate::NotResumed> {
        let (mut state, limits, started) = State::new(&setup);
        let search = resume(&setup, &mut state)?;
        // A run has its time once, whatever was spent of it before.
        let earlier = state.earlier;
        let left = limits.timeout.map(|limit| limit.saturating_sub(earlier));
        state.watch.deadline = left.and_then(|left| started.checked_add(left));
        Ok(Self { setup, search, state, limits, started, has_begun: true })
    }

    /// The options of the run.
    pub fn options(&self) -> &Options {
        &self.setup.options
    }

    /// Steps so far.
    pub fn history(&self) -> &[Step] {
        &self.state.history
    }

    /// Time of learning so far.
    pub fn elapsed(&self) -> Duration {
        self.state.earlier + self.started.elapsed()
    }

    /// Does one more step, or says why there is none.
    pub fn advance(&mut self, observer: &mut dyn Observer) -> Option<StopReason> {
        if let Some(reason) = self.stop_reason() {
            return Some(reason);
        }
        let start = Instant::now();
        let is_first = !std::mem::replace(&mut self.has_begun, true);
        let mut report = None;
        let outcome = self.search.advance(&mut self.state.context(&mut report));
        if let Some(progress) = report {
            let seconds = self.elapsed().as_secs_f64();
            let step = Step { seconds, evaluations: self.state.evaluations, progress };
            observer.step(&step);
            self.state.history.push(step);
        }
        let spent = &mut self.state.spent;
        let phase = if is_first { &mut spent.first } else { &mut spent.search };
        *phase += start.elapsed();
        match outcome {
            Advance::More => None,
            Advance::Done(reason) => Some(reason),
            Advance::Stopped => Some(self.state.watch.reason().unwrap_or(StopReason::Time)),
        }
    }

    /// Whether the limits end the run. The first step is always begun: it leaves something to
    /// report.
    fn stop_reason(&self) -> Option<StopReason> {
        if !self.has_begun {
            return None;
        }
        let least = if self.limits.stop_when_solved { Some(1.0) } else { None };
        let least = self.limits.stop_at_quality.or(least);
        if least.is_some_and(|least| self.state.best_quality >= least) {
            Some(StopReason::Solved)
        } else if self.state.evaluations >= self.state.watch.max_evaluations {
            Some(StopReason::Evaluations)
        } else {
            self.state.watch.reason()
        }
    }

    /// The best concept of every length so far, to be shown while the run goes on.
    pub fn front(&self) -> Front {
        let mut front = self.state.front.clone();
        self.search.show(&mut front);
        front
    }

    /// Ends the run with what it has.
    pub fn finish(mut self, stop: StopReason) -> Found {
        let start = Instant::now();
        // A run that was stopped still shortens what it found, for a moment.
        let watch = &mut self.state.watch;
        if watch.cancel.is_cancelled() {
            watch.cancel = CancelToken::default();
            watch.deadline = Some(start + MAX_FINISHING);
        }
        watch.deadline = watch.deadline.map(|deadline| deadline.max(start + MAX_FINISHING));
        let own = self.search.finish(&mut self.state.context(&mut None));
        let (answer, because) = self.state.answer(own);
        let committee = self.search.committee(&mut self.state.context(&mut None), &answer);
        let State { front, examples, mut spent, history, evaluations, .. } = self.state;
        let common_class = examples.common_class(&self.setup.graph);
        let work = self.search.work(evaluations);
        let rivals = self.search.rivals(answer.quality - CLOSE);
        spent.finish += start.elapsed();
        Found {
            front,
            answer,
            because,
            committee,
            rivals,
            history,
            stop,
            evaluations,
            work,
            spent,
            common_class,
        }
    }

    /// Goes on to the end.
    pub fn complete(mut self, observer: &mut dyn Observer) -> Found {
        loop {
            if let Some(reason) = self.advance(observer) {
                return self.finish(reason);
            }
        }
    }

    /// A number for everything that decides the course of a run; how long it goes on, and on how
    /// many threads, does not.
    pub(crate) fn fingerprint(setup: &Setup) -> u64 {
        let mut fields = Fields::new();
        fields.field("version", env!("CARGO_PKG_VERSION"));
        fields.field("graph", setup.graph.origin.digest());
        fields.field("method", setup.method.id());
        setup.options.fingerprint(&mut fields, |affects| affects == Affects::Answer);
        if let Some(measure) = &setup.measure {
            fields.field("measure", measure.id());
        }
        let ids = |fields: &mut Fields, name: &str, ids: &mut dyn Iterator<Item = u32>| {
            let words: Vec<String> = ids.map(|id| id.to_string()).collect();
            fields.field(name, words.join(" "));
        };
        let (examples, names) = (&setup.examples, &setup.names);
        ids(&mut fields, "positives", &mut examples.positives().iter().map(|id| id.0));
        ids(&mut fields, "negatives", &mut examples.negatives().iter().map(|id| id.0));
        if examples.weights().is_some() {
            let weight = |id: &IndividualId| examples.weight(*id).to_string();
            let weights: Vec<String> = examples.individuals().iter().map(weight).collect();
            fields.field("weights", weights.join(" "));
        }
        ids(&mut fields, "classes", &mut names.ignored_classes.iter().map(|id| id.0));
        ids(&mut fields, "roles", &mut names.ignored_object_properties.iter().map(|id| id.0));
        ids(&mut fields, "data", &mut names.ignored_data_properties.iter().map(|id| id.0));
        ids(&mut fields, "start", &mut names.start_class.iter().map(|id| id.0));
        fields.finish()
    }
}

impl State {
    /// The answer as it is printed, and why it is the answer. The front is counted by retrieval.
    fn answer(&mut self, own: Option<Answer>) -> (Row, String) {
        self.front = self.front.recounted();
        let Self { space, front, examples, rating, watch, workers, evaluations, .. } = self;
        if front.rows().next().is_none() {
            // A search may end before it offers anything; there is an answer nevertheless.
            for code in [Code::TOP, Code::BOTTOM] {
                front.offer_counted(&concept(space, &[code]));
            }
        }
        let (answer, because, rated_by) = match own {
            Some(own) => {
                let row = front.row(&own.concept, own.covered);
                (front.counted(&row), own.because, own.rating)
            }
            None => {
                let fittest = front.fittest().expect("⊤ and ⊥ were offered");
                (fittest.clone(), because(rating, fittest, front), None)
            }
        };
        if !front.simplifies() {
            return (answer, because);
        }
        let rating = rated_by.as_ref().unwrap_or(rating);
        let polish = Polish { space, examples, rating, watch };
        let Row { concept, covered, .. } = &answer;
        let polished = polish.names_and_parts(workers.own(), evaluations, concept, *covered);
        let polished = polish.thresholds(&front.row(&polished, *covered).concept);
        (front.replace(&answer, &polished), because)
    }

    fn new(setup: &Setup) -> (Self, LimitOptions, Instant) {
        let started = Instant::now();
        let Setup { graph, options, .. } = setup;
        let answer = AnswerOptions::read(options);
        let limits = LimitOptions::read(options);
        let (space, examples) = setup.space();
        let quality: Quality = answer.quality;
        let measure = setup.measure.clone().unwrap_or_else(|| Arc::new(quality));
        let has_price = setup.method.prices_length(options);
        let rating = Rating::new(measure, answer.parsimony, has_price, &examples);
        let front = Front::new(
            graph.clone(),
            examples.clone(),
            rating.clone(),
            space.forall,
            answer.simplify,
        );
        let n_threads = setup.n_threads.max(1);
        let workers = Workers::new(n_threads, &space, &examples, limits.cache_bytes());
        let watch = Watch {
            deadline: limits.timeout.and_then(|limit| started.checked_add(limit)),
            cancel: setup.cancel.clone(),
            max_evaluations: limits.evaluations.unwrap_or(u64::MAX),
        };
        let state = Self {
            space,
            examples,
            rating,
            workers,
            front,
            watch,
            evaluations: 0,
            best_quality: f64::NEG_INFINITY,
            history: Vec::new(),
            spent: Spent { prepare: started.elapsed(), ..Spent::default() },
            earlier: Duration::ZERO,
        };
        (state, limits, started)
    }

    fn start_of<'s>(&'s self, setup: &'s Setup) -> Start<'s> {
        Start {
            space: &self.space,
            examples: &self.examples,
            rating: &self.rating,
            names: &setup.names,
            options: &setup.options,
        }
    }

    pub(crate) fn context<'s>(
        &'s mut self,
        report: &'s mut Option<crate::Progress>,
    ) -> Context<'s> {
        Context {
            workers: &mut self.workers,
            front: &mut self.front,
            watch: &self.watch,
            evaluations: &mut self.evaluations,
            best_quality: &mut self.best_quality,
            report,
        }
    }
}

/// Why the fittest row of a front is the answer.
fn because(rating: &Rating, answer: &Row, front: &Front) -> String {
    match front.front().last() {
        Some(longest) if longest.quality > answer.quality => {
            let gain = longest.quality - answer.quality;
            let n_more = longest.concept.n_nodes().saturating_sub(answer.concept.n_nodes());
            format!(
                "a gain of {gain:.4} in quality does not pay for {n_more} more nodes (parsimony {})",
                rating.parsimony()
            )
        }
        _ => "no concept that was found is better".to_owned(),
    }
}
