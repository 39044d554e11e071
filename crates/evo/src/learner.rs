//! A way to learn with its options, ready to be applied to a task.

use std::sync::Arc;
use std::time::{Duration, Instant};

use evolearner_dl::CancelToken;
use evolearner_evaluate::Measure;
use evolearner_graph::codec::Fields;
use evolearner_learners::{AUTO, METHODS, PRESETS, method, preset};
use evolearner_search::{
    Affects, BadOption, Front, Layer, Method, NotResumed, Observer, OptionValue, Options, Run,
    Setup, Step, StopReason,
};

use crate::constraints::constrained;
use crate::knowledge_base::KnowledgeBase;
use crate::learned::Learned;
use crate::task::Task;
use crate::unlabelled::Unlabelled;

/// The number of threads where nothing is said. One: the parts of a generation are so short that
/// handing them to other threads takes longer than doing them.
const DEFAULT_THREADS: usize = 1;

/// A method and its options.
#[derive(Clone)]
pub struct Learner {
    method: &'static dyn Method,
    /// Whether the method follows from the preset and the options that are set.
    is_auto: bool,
    preset: &'static str,
    options: Options,
    measure: Option<Arc<dyn Measure>>,
    /// As many as were asked for.
    n_threads: Option<usize>,
    cancel: CancelToken,
}

impl Learner {
    /// A method with the options of a preset; [`AUTO`] is the method that the preset goes with.
    pub fn new(method_id: &str, preset_id: &str) -> Result<Self, BadOption> {
        let preset = preset(preset_id).ok_or_else(|| {
            let ids: Vec<&str> = PRESETS.iter().map(|preset| preset.id).collect();
            BadOption::new("preset", preset_id, format!("one of {}", ids.join(", ")))
        })?;
        let id = if method_id == AUTO { preset.learner } else { method_id };
        let method = method(id).ok_or_else(|| {
            let ids = METHODS.iter().map(|method| method.id());
            let ids: Vec<&str> = std::iter::once(AUTO).chain(ids).collect();
            BadOption::new("learner", method_id, format!("one of {}", ids.join(", ")))
        })?;
        let mut learner = Self::of(method);
        learner.is_auto = method_id == AUTO;
        learner.preset = preset.id;
        learner.options.apply(preset);
        Ok(learner)
    }

    /// A method that need not be among [`METHODS`], with the options of the default preset.
    pub fn of(method: &'static dyn Method) -> Self {
        Self {
            method,
            is_auto: false,
            preset: PRESETS[0].id,
            options: Options::of(method),
            measure: None,
            n_threads: None,
            cancel: CancelToken::default(),
        }
    }

    /// The word for the method.
    pub fn id(&self) -> &'static str {
        self.method.id()
    }

    /// The preset that the options started from.
    pub fn preset(&self) -> &'static str {
        self.preset
    }

    /// What every option is set to.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Sets an option.
    pub fn set(&mut self, name: &str, value: OptionValue, layer: Layer) -> Result<(), BadOption> {
        if self.has_option(name) {
            return self.options.set(name, value, layer);
        }
        if self.knows(name) {
            let reason = format!(" of the learner {}, which other options ask for", self.id());
            return Err(BadOption::unknown(name, reason));
        }
        // The refusal has the nearest name of all options that can be set.
        self.all_options().set(name, value, layer)
    }

    /// Whether an option of that name can be set; where the method is [`AUTO`], not with all others.
    pub(crate) fn knows(&self, name: &str) -> bool {
        self.all_options().has(name)
    }

    /// The options of the method, or of all methods where that is [`AUTO`].
    fn all_options(&self) -> Options {
        if self.is_auto {
            Options::new(METHODS.iter().flat_map(|method| method.options()))
        } else {
            self.options.clone()
        }
    }

    /// Sets an option to what is written.
    pub fn set_text(&mut self, name: &str, text: &str, layer: Layer) -> Result<(), BadOption> {
        self.has_option(name);
        self.options.set_text(name, text, layer)
    }

    /// Whether the method has an option. Where the method is [`AUTO`], one that has it takes the
    /// place of one that does not, with everything that was set.
    pub fn has_option(&mut self, name: &str) -> bool {
        if self.options.has(name) {
            return true;
        }
        let is_set = |layer: Layer| layer > Layer::Preset;
        let rows = self.options.rows().filter(|&(_, _, layer)| is_set(layer));
        let set: Vec<_> = rows.map(|(spec, value, layer)| (spec, value.clone(), layer)).collect();
        let fits = |method: &&&dyn Method| {
            let options = Options::of(**method);
            options.has(name) && set.iter().all(|(spec, ..)| options.has(spec.name))
        };
        let Some(&method) = METHODS.iter().filter(|_| self.is_auto).find(fits) else {
            return false;
        };
        self.method = method;
        self.options = Options::of(method);
        self.options.apply(preset(self.preset).expect("it was found before"));
        for (spec, value, layer) in set {
            self.options.set(spec.name, value, layer).expect("it was within the bounds before");
        }
        true
    }

    /// The same with an option set to what is written.
    #[expect(clippy::needless_pass_by_value, reason = "numbers and texts are written in place")]
    pub fn with(mut self, name: &str, text: impl ToString) -> Result<Self, BadOption> {
        self.set_text(name, &text.to_string(), Layer::Caller)?;
        Ok(self)
    }

    /// The same with a measure of the caller's in place of the one that the options name.
    #[must_use]
    pub fn with_measure(self, measure: Arc<dyn Measure>) -> Self {
        Self { measure: Some(measure), ..self }
    }

    /// The same on that many threads; no result depends on it.
    #[must_use]
    pub fn with_threads(self, n_threads: usize) -> Self {
        Self { n_threads: Some(n_threads.max(1)), ..self }
    }

    /// The same with a switch that ends learning with what was found.
    #[must_use]
    pub fn with_cancel(self, cancel: CancelToken) -> Self {
        Self { cancel, ..self }
    }

    /// The switch that ends learning.
    pub fn cancel_token(&self) -> &CancelToken {
        &self.cancel
    }

    /// The method that learning has to beat, with the options that both have.
    pub fn as_baseline(&self) -> Result<Self, BadOption> {
        self.as_method("top")
    }

    /// Another method with the options that both have.
    pub(crate) fn as_method(&self, id: &str) -> Result<Self, BadOption> {
        let mut other = Self::new(id, self.preset)?.with_cancel(self.cancel.clone());
        for (spec, value, layer) in self.options.rows() {
            if other.options.has(spec.name) {
                other.set(spec.name, value.clone(), layer)?;
            }
        }
        Ok(other)
    }

    /// The number of threads of a run.
    pub(crate) fn n_threads(&self) -> usize {
        self.n_threads.unwrap_or(DEFAULT_THREADS)
    }

    /// The number of threads for work whose parts take long: as many as the machine has, where nothing
    /// was said.
    pub(crate) fn threads_for_repetitions(&self) -> usize {
        let of_machine = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        self.n_threads.unwrap_or_else(of_machine)
    }

    /// The same with less work, to be repeated many times on parts of the examples.
    pub(crate) fn for_repetition(&self) -> Result<Self, BadOption> {
        let mut learner = self.clone().with_threads(1);
        for (name, text) in self.method.for_repetition() {
            learner.set_text(name, text, Layer::Caller)?;
        }
        Ok(learner)
    }

    /// What decides an answer, apart from graph and task: method, version and options.
    pub fn fingerprint(&self) -> String {
        let mut fields = Fields::new();
        fields.field("method", self.id()).field("version", env!("CARGO_PKG_VERSION"));
        self.options.fingerprint(&mut fields, |affects| affects != Affects::Speed);
        fields.word()
    }

    /// Whether the options fit together.
    pub fn check(&self) -> Result<(), BadOption> {
        self.method.check(&self.options)
    }

    pub(crate) fn setup(
        &self,
        kb: &KnowledgeBase,
        task: &Task,
        unlabelled: Option<Unlabelled>,
    ) -> Result<Setup, BadOption> {
        let of_unlabelled = unlabelled.map(|known| known.measure() as Arc<dyn Measure>);
        Ok(Setup {
            graph: kb.shared_graph().clone(),
            examples: task.examples.clone(),
            names: constrained(kb, &self.options, task.names.clone())?,
            method: self.method,
            options: self.options.clone(),
            measure: self.measure.clone().or(of_unlabelled),
            n_threads: self.n_threads(),
            cancel: self.cancel.clone(),
        })
    }

    /// Begins to learn; the caller goes on step by step.
    pub fn start(&self, kb: &KnowledgeBase, task: &Task) -> Result<Learning, BadOption> {
        let unlabelled = Unlabelled::of(self, kb, task)?;
        let run = Run::start(self.setup(kb, task, unlabelled)?)?;
        Ok(Learning::new(self, kb, task, run, unlabelled))
    }

    /// Goes on from a checkpoint. A run has its time once, whatever was spent of it before.
    pub fn resume(
        &self,
        kb: &KnowledgeBase,
        task: &Task,
        checkpoint: &[u8],
    ) -> Result<Learning, NotResumed> {
        // Names that a knowledge base does not have were not demanded when the run began.
        let unlabelled = Unlabelled::of(self, kb, task).map_err(|_| NotResumed::OtherRun)?;
        let setup = self.setup(kb, task, unlabelled).map_err(|_| NotResumed::OtherRun)?;
        let run = Run::resume(setup, checkpoint)?;
        Ok(Learning::new(self, kb, task, run, unlabelled))
    }

    /// Learns to the end.
    pub fn learn(
        &self,
        kb: &KnowledgeBase,
        task: &Task,
        observer: &mut dyn Observer,
    ) -> Result<Learned, BadOption> {
        let mut learning = self.start(kb, task)?;
        loop {
            if let Some(stop) = learning.advance(observer) {
                return Ok(learning.finish(stop));
            }
        }
    }
}

/// A run of a learner on a task, between two steps.
pub struct Learning {
    run: Run,
    kb: KnowledgeBase,
    task: Task,
    learner: &'static str,
    unlabelled: Option<Unlabelled>,
    last_checkpoint: Instant,
}

impl Learning {
    fn new(
        learner: &Learner,
        kb: &KnowledgeBase,
        task: &Task,
        run: Run,
        unlabelled: Option<Unlabelled>,
    ) -> Self {
        let (kb, task) = (kb.clone(), task.clone());
        let last_checkpoint = Instant::now();
        Self { run, kb, task, learner: learner.id(), unlabelled, last_checkpoint }
    }

    /// Does one more step, or says why there is none.
    pub fn advance(&mut self, observer: &mut dyn Observer) -> Option<StopReason> {
        self.run.advance(observer)
    }

    /// The steps so far, those before a checkpoint included.
    pub fn history(&self) -> &[Step] {
        self.run.history()
    }

    /// The best concept of every length so far.
    pub fn front(&self) -> Front {
        self.run.front()
    }

    /// The state as bytes, from which [`Learner::resume`] goes on.
    pub fn checkpoint(&self) -> Vec<u8> {
        self.run.checkpoint()
    }

    /// The state as bytes, if the last time was longer ago than that.
    pub fn checkpoint_after(&mut self, interval: Duration) -> Option<Vec<u8>> {
        if self.last_checkpoint.elapsed() < interval {
            return None;
        }
        self.last_checkpoint = Instant::now();
        Some(self.checkpoint())
    }

    /// Ends with what was found.
    pub fn finish(self, stop: StopReason) -> Learned {
        let Self { run, task, kb, learner, unlabelled, .. } = self;
        let options = run.options().clone();
        let found = run.finish(stop);
        Learned { found, options, task, kb, learner, unlabelled }
    }
}
