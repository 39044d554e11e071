//! One job: what is asked for, where it stands, and what can be seen of it.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use evolearner::syntax::{Vocabulary, dl, english};
use evolearner::{AUTO, CancelToken, LabelLanguages, PRESETS, Row, Step};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use utoipa::ToSchema;

use crate::options::Settings;
use crate::store::JobRow;

/// What is to be learned. Either `positives` or `target_class` is given.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({ "target_class": "Grandfather", "settings": { "generations": 20 } }))]
pub(crate) struct LearnRequest {
    /// The knowledge base; the first one of the server where it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) knowledge_base: Option<String>,
    /// Individuals that the concept should cover: IRIs or names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) positives: Vec<String>,
    /// Individuals that it should not cover. Left out: the other individuals of the most specific
    /// class that has all positives.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) negatives: Vec<String>,
    /// Describe this class: its instances against the rest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) target_class: Option<String>,
    /// What individuals count among the examples, by IRI or name; others count 1, those of weight 0 are left
    /// out.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) weights: BTreeMap<String, f64>,
    /// Classes that must not occur in the answer; what is below them must not, either.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) ignored_classes: Vec<String>,
    /// Classes, with what is below them, and properties that must not occur in the answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) ignore: Vec<String>,
    /// Go on without examples that the knowledge base does not know.
    pub(crate) skip_unknown: bool,
    /// The way to learn: one of the `methods` of `/options`, or `auto`, which it is where it is left
    /// out: the `learner` of the preset, or another one that has the options which are set.
    pub(crate) learner: String,
    /// Where settings start from: one of the `presets` of `/options`, the first where it is left
    /// out.
    pub(crate) preset: String,
    /// What is to be different from that: `options` of `/options`, by name.
    pub(crate) settings: Settings,
    /// Say what to expect on new examples, too. The result is there before that is known, and has it
    /// when the job ends.
    pub(crate) estimate: bool,
}

impl Default for LearnRequest {
    fn default() -> Self {
        Self {
            knowledge_base: None,
            positives: Vec::new(),
            negatives: Vec::new(),
            target_class: None,
            weights: BTreeMap::new(),
            ignored_classes: Vec::new(),
            ignore: Vec::new(),
            skip_unknown: false,
            learner: AUTO.to_owned(),
            preset: PRESETS[0].id.to_owned(),
            settings: Settings::default(),
            estimate: false,
        }
    }
}

/// Where a job stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum State {
    /// It waits for its turn.
    Queued,
    /// It runs.
    Running,
    /// It waits until it is resumed, and takes no memory.
    Paused,
    /// It came to its end; there is a result.
    Done,
    /// It was stopped; there is a result if it had begun.
    Cancelled,
    /// It could not be done.
    Failed,
}

impl State {
    pub(crate) const ALL: [Self; 6] =
        [Self::Queued, Self::Running, Self::Paused, Self::Done, Self::Cancelled, Self::Failed];

    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Running => "running",
            Self::Paused => "paused",
            Self::Done => "done",
            Self::Cancelled => "cancelled",
            Self::Failed => "failed",
        }
    }

    /// Whether nothing more will happen.
    pub(crate) fn is_final(self) -> bool {
        matches!(self, Self::Done | Self::Cancelled | Self::Failed)
    }
}

/// A concept and how good it is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Best {
    /// The concept in DL syntax.
    pub(crate) concept: String,
    /// The same with labels in place of names.
    #[serde(default)]
    pub(crate) labelled: String,
    /// A sentence that says it.
    #[serde(default)]
    pub(crate) sentence: String,
    /// Its length as the paper's tables count it.
    pub(crate) length: usize,
    /// The measure that is maximised.
    pub(crate) quality: f64,
}

impl Best {
    pub(super) fn new(row: &Row, names: &Vocabulary<'_>, labels: &Vocabulary<'_>) -> Self {
        Self {
            concept: dl::print_in(&row.concept, names),
            labelled: dl::print_in(&row.concept, labels),
            sentence: english::print(&row.concept, names.symbols()),
            length: row.concept.length(),
            quality: row.quality,
        }
    }
}

/// How far a run is.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub(crate) struct Progress {
    /// What is counted: `generation`, or what a step of another learner is.
    pub(crate) unit: String,
    /// Generations so far, or other steps.
    pub(crate) generation: u64,
    /// Generations in all, or other steps; absent where that is not known.
    pub(crate) generations: Option<u64>,
    /// Candidates evaluated so far.
    pub(crate) evaluations: u64,
    /// Seconds of learning so far.
    pub(crate) seconds: f64,
    /// The best concept of each length that beats all shorter ones.
    pub(crate) front: Vec<Best>,
}

/// The quality of the fittest candidate of one generation, or of another step.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, ToSchema)]
pub(crate) struct Point {
    generation: u64,
    quality: f64,
    length: usize,
}

impl From<&Step> for Point {
    fn from(Step { progress, .. }: &Step) -> Self {
        let (quality, length) = (progress.best.quality, progress.best.concept.length());
        Self { generation: progress.number, quality, length }
    }
}

/// What a job does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum JobKind {
    /// It learns a concept.
    #[default]
    Learn,
    /// It suggests axioms for a whole ontology.
    Enrich,
    /// It learns a concept for each of several labels.
    Labels,
}

/// What a job learns from, in a few words.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub(crate) struct About {
    /// What it does.
    #[serde(default)]
    pub(crate) kind: JobKind,
    /// How many positive examples there are.
    pub(crate) positives: u32,
    /// How many negative examples there are.
    pub(crate) negatives: u32,
    /// The name of the class whose instances are the positives, or of the only one that axioms are
    /// suggested for, if there is one.
    pub(crate) target_class: Option<String>,
    /// The languages of labels in what it shows, best first, where somebody asked for others than usual.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) label_languages: String,
}

/// What changes about a job.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub(crate) struct Status {
    /// Where it stands.
    pub(crate) state: State,
    /// When it began to run.
    pub(crate) started: Option<u64>,
    /// When it ended.
    pub(crate) finished: Option<u64>,
    /// Why it failed.
    pub(crate) error: Option<String>,
    /// What people should know about the examples and about the run.
    pub(crate) notices: Vec<String>,
    /// The fittest concept so far.
    pub(crate) best: Option<Best>,
    /// How far it is, while it runs.
    pub(crate) progress: Option<Progress>,
    /// Whether the result is there and what to expect on new examples is being found out.
    pub(crate) estimating: bool,
    /// What people call it.
    pub(crate) name: String,
    /// What people note about it.
    pub(crate) note: String,
}

/// A job as clients see it. Times are milliseconds since 1970.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct JobModel {
    /// Its number.
    id: u64,
    /// The knowledge base it works on.
    knowledge_base: String,
    /// When it was asked for.
    created: u64,
    /// What it learns from.
    about: About,
    #[serde(flatten)]
    pub(crate) status: Status,
}

/// What a running job is asked to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Intent {
    /// End with what it has.
    Cancel,
    /// Make room and wait.
    Pause,
    /// Make room and go on when the server is back.
    Suspend,
}

/// A job that the server knows.
pub(crate) struct Job {
    pub(crate) id: u64,
    pub(crate) client: String,
    pub(crate) knowledge_base: String,
    pub(crate) created: u64,
    about: About,
    status: watch::Sender<Status>,
    points: Mutex<Vec<Point>>,
    switch: Mutex<(CancelToken, Option<Intent>)>,
}

impl Job {
    pub(crate) fn new(row: &JobRow) -> Self {
        let state = State::ALL.into_iter().find(|state| state.word() == row.state);
        let status = Status {
            state: state.unwrap_or(State::Failed),
            started: row.started,
            finished: row.finished,
            error: row.error.clone(),
            notices: serde_json::from_str(&row.notices).unwrap_or_default(),
            best: row.best.as_ref().and_then(|best| serde_json::from_str(best).ok()),
            progress: None,
            estimating: false,
            name: row.name.clone(),
            note: row.note.clone(),
        };
        Self {
            id: row.id,
            client: row.client.clone(),
            knowledge_base: row.knowledge_base.clone(),
            created: row.created,
            about: serde_json::from_str(&row.about).unwrap_or_default(),
            status: watch::Sender::new(status),
            points: Mutex::default(),
            switch: Mutex::default(),
        }
    }

    pub(crate) fn row(&self) -> JobRow {
        let status = self.status.borrow();
        JobRow {
            id: self.id,
            client: self.client.clone(),
            knowledge_base: self.knowledge_base.clone(),
            state: status.state.word().to_owned(),
            created: self.created,
            started: status.started,
            finished: status.finished,
            error: status.error.clone(),
            best: status.best.as_ref().map(|best| serde_json::json!(best).to_string()),
            notices: serde_json::json!(status.notices).to_string(),
            name: status.name.clone(),
            note: status.note.clone(),
            about: serde_json::json!(self.about).to_string(),
        }
    }

    pub(crate) fn model(&self) -> JobModel {
        let status = self.status.borrow().clone();
        JobModel {
            id: self.id,
            knowledge_base: self.knowledge_base.clone(),
            created: self.created,
            about: self.about.clone(),
            status,
        }
    }

    pub(crate) fn state(&self) -> State {
        self.status.borrow().state
    }

    /// What it does.
    pub(crate) fn kind(&self) -> JobKind {
        self.about.kind
    }

    /// The languages of labels in what it shows.
    pub(super) fn label_languages(&self) -> LabelLanguages {
        LabelLanguages::new(self.about.label_languages.split(','))
    }

    /// Whether its answer is there and its estimate is not.
    pub(crate) fn is_estimating(&self) -> bool {
        self.status.borrow().estimating
    }

    pub(crate) fn watch(&self) -> watch::Receiver<Status> {
        self.status.subscribe()
    }

    /// Changes the status and notifies all who watch it.
    pub(super) fn update(&self, change: impl FnOnce(&mut Status)) {
        self.status.send_modify(change);
    }

    /// The points of the curve from the `n_known`-th on.
    pub(crate) fn points_from(&self, n_known: usize) -> Vec<Point> {
        self.points().get(n_known..).unwrap_or_default().to_vec()
    }

    pub(super) fn points(&self) -> MutexGuard<'_, Vec<Point>> {
        self.points.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks a running job for something; what is asked first counts, but stopping goes over pausing.
    pub(super) fn ask(&self, intent: Intent) {
        let mut switch = self.switch.lock().unwrap_or_else(PoisonError::into_inner);
        if switch.1.is_none() || intent == Intent::Cancel {
            switch.1 = Some(intent);
        }
        switch.0.cancel();
    }

    /// What the job was asked for.
    pub(super) fn intent(&self) -> Option<Intent> {
        self.switch.lock().unwrap_or_else(PoisonError::into_inner).1
    }

    /// Forgets what the job was asked for, for a run that starts now.
    pub(super) fn renew_switch(&self) {
        *self.switch.lock().unwrap_or_else(PoisonError::into_inner) = Default::default();
    }

    /// The switch of the run.
    pub(super) fn cancel_token(&self) -> CancelToken {
        self.switch.lock().unwrap_or_else(PoisonError::into_inner).0.clone()
    }
}

/// Milliseconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}
