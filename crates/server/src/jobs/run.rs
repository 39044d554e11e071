//! From a request to a result: what one worker does with one job.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use evolearner::report::model::LearnReport;
use evolearner::syntax::Vocabulary;
use evolearner::{KnowledgeBase, Learner, Learning, StopReason, Task};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Jobs;
use super::estimate::Estimate;
use super::job::{Best, Intent, Job, JobKind, LearnRequest, Point, Progress, State, now};
use super::prepare::prepare;
use super::{enrich, labels};
use crate::api_error::ApiError;

/// How often watchers are shown something new.
const FRAME: Duration = Duration::from_millis(50);

/// How often a run is written down so that it can go on after a crash.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(5);

/// What became of a run.
pub(super) enum End {
    /// It is over.
    Over { state: State, finished: Finished },
    /// It goes on from these bytes when it is resumed, or when the server is back.
    Later { state: State, checkpoint: Vec<u8> },
    /// Its answer is there, and what to expect of it is to be found out.
    Estimating(Box<Estimate>),
}

/// What is stored of a job that is over.
pub(super) struct Finished {
    best: Option<Best>,
    /// The report as JSON.
    text: String,
}

impl Finished {
    pub(super) fn learned(report: &LearnReport) -> Result<Self> {
        Ok(Self { best: Some(best_of(report)), text: serde_json::to_string(report)? })
    }

    /// The report of a job that has no single answer.
    pub(super) fn of(report: &impl Serialize) -> Result<Self> {
        Ok(Self { best: None, text: serde_json::to_string(report)? })
    }
}

/// Runs a job and writes down what came out.
pub(super) fn run(jobs: &Jobs, job: &Arc<Job>) {
    let start = Instant::now();
    // A worker outlives whatever a job does.
    let end = catch_unwind(AssertUnwindSafe(|| match job.kind() {
        JobKind::Learn => learn(jobs, job),
        JobKind::Enrich => enrich::run(jobs, job),
        JobKind::Labels => labels::run(jobs, job),
    }));
    let outcome = match end {
        Ok(Ok(End::Over { state, finished })) => close(jobs, job, state, Some(finished), None),
        Ok(Ok(End::Later { state, checkpoint })) => put_off(jobs, job, state, &checkpoint),
        Ok(Ok(End::Estimating(estimate))) => {
            jobs.estimate(*estimate);
            Ok(())
        }
        Ok(Err(error)) => close(jobs, job, State::Failed, None, Some(format!("{error:#}"))),
        Err(_panic) => {
            let why =
                "learning failed in a way that it should not; the log of the server says more";
            close(jobs, job, State::Failed, None, Some(why.to_owned()))
        }
    };
    if let Err(error) = outcome {
        tracing::error!(job = job.id, "its end cannot be written down: {error:#}");
        job.update(|status| {
            status.state = State::Failed;
            status.error = Some("the result could not be stored".to_owned());
        });
    }
    let (state, seconds) = (job.state().word(), start.elapsed().as_secs_f64());
    tracing::info!(job = job.id, state, seconds, "a job has left its worker");
}

/// Writes down how a job ended, and only then shows it.
pub(super) fn close(
    jobs: &Jobs,
    job: &Job,
    state: State,
    finished: Option<Finished>,
    error: Option<String>,
) -> Result<()> {
    let (best, result) = match finished {
        Some(Finished { best, text }) => (best, Some(text)),
        None => (None, None),
    };
    let mut row = job.row();
    let finished = Some(now());
    (row.state, row.finished, row.error) = (state.word().to_owned(), finished, error.clone());
    row.best = best.as_ref().map(|best| serde_json::json!(best).to_string());
    jobs.store.finish(&row, result.as_deref())?;
    *job.points() = Vec::new();
    job.update(|status| {
        (status.state, status.finished, status.error) = (state, finished, error);
        (status.best, status.progress, status.estimating) = (best, None, false);
    });
    Ok(())
}

/// The answer of a report.
pub(super) fn best_of(LearnReport { best, .. }: &LearnReport) -> Best {
    let labelled = best.concept.labelled.as_ref().map_or(&best.concept.dl, |labelled| &labelled.dl);
    Best {
        concept: best.concept.dl.clone(),
        labelled: labelled.clone(),
        sentence: best.sentence.clone(),
        length: best.length,
        quality: best.quality,
    }
}

/// Writes down a job that goes on later.
pub(super) fn put_off(jobs: &Jobs, job: &Job, state: State, checkpoint: &[u8]) -> Result<()> {
    jobs.store.suspend(job.id, state.word(), Some(checkpoint))?;
    job.update(|status| (status.state, status.estimating) = (state, false));
    Ok(())
}

fn learn(jobs: &Jobs, job: &Arc<Job>) -> Result<End> {
    let cancel = job.cancel_token();
    let (request, kb): (LearnRequest, _) = asked(jobs, job)?;
    let (task, learner) = prepare(&kb, &request, &jobs.limits).map_err(refused)?;
    let learner = learner.with_cancel(cancel);
    let mut learning = begin(jobs, job, &learner, &kb, &task)?;
    let mut frames = Frames::new(job, &kb);
    let stop = loop {
        frames.show(&learning);
        if let Some(stop) = learning.advance(&mut ()) {
            break stop;
        }
        if jobs.is_lasting
            && let Some(checkpoint) = learning.checkpoint_after(CHECKPOINT_INTERVAL)
        {
            let written = jobs.store.suspend(job.id, State::Running.word(), Some(&checkpoint));
            if let Err(error) = written {
                // A full disk may have room again before the job ends.
                tracing::warn!(job = job.id, "a checkpoint could not be written: {error:#}");
            }
        }
    };
    frames.show_last(&learning);
    let is_cancelled = stop == StopReason::Cancelled;
    let checkpoint = learning.checkpoint();
    if is_cancelled && let Some(state) = later(job) {
        return Ok(End::Later { state, checkpoint });
    }
    let report = Box::new(learning.finish(stop).report());
    if request.estimate && !is_cancelled {
        let job = Arc::clone(job);
        let estimate = Estimate { job, report, learner, kb: kb.clone(), task, checkpoint };
        estimate.show_answer(jobs)?;
        return Ok(End::Estimating(Box::new(estimate)));
    }
    let state = if is_cancelled { State::Cancelled } else { State::Done };
    Ok(End::Over { state, finished: Finished::learned(&report)? })
}

/// The state of a job that was interrupted to go on later.
pub(super) fn later(job: &Job) -> Option<State> {
    match job.intent() {
        Some(Intent::Pause) => Some(State::Paused),
        Some(Intent::Suspend) => Some(State::Queued),
        Some(Intent::Cancel) | None => None,
    }
}

/// What a job was asked for, and its knowledge base.
pub(super) fn asked<R: DeserializeOwned>(jobs: &Jobs, job: &Job) -> Result<(R, KnowledgeBase)> {
    let request = jobs.store.request(job.id)?.context("the job is not in the store")?;
    let kb = jobs.library.kb(&job.knowledge_base, &job.label_languages()).map_err(refused)?;
    Ok((serde_json::from_str(&request)?, kb))
}

/// A refusal as the error of a job.
pub(super) fn refused(error: ApiError) -> anyhow::Error {
    anyhow::anyhow!(error.into_detail())
}

/// A run that goes on from the checkpoint of its job, or begins. That a checkpoint is refused is
/// noted in the job.
fn begin(
    jobs: &Jobs,
    job: &Job,
    learner: &Learner,
    kb: &KnowledgeBase,
    task: &Task,
) -> Result<Learning> {
    if let Some(checkpoint) = jobs.store.checkpoint(job.id)? {
        match learner.resume(kb, task, &checkpoint) {
            Ok(learning) => return Ok(learning),
            Err(error) => {
                tracing::warn!(job = job.id, %error, "the job begins again");
                let notice = format!("the job began again after an interruption: {error}");
                job.update(|status| status.notices.push(notice));
                if let Err(error) = jobs.store.set_notices(&job.row()) {
                    tracing::warn!(job = job.id, "a notice could not be written: {error:#}");
                }
            }
        }
    }
    Ok(learner.start(kb, task)?)
}

/// What clients are shown of a run.
struct Frames<'a> {
    job: &'a Job,
    names: Vocabulary<'a>,
    labels: Vocabulary<'a>,
    last: Option<Instant>,
}

impl<'a> Frames<'a> {
    fn new(job: &'a Job, kb: &'a KnowledgeBase) -> Self {
        job.points().clear();
        let labels = kb.vocabulary().with_labels();
        Self { job, names: kb.vocabulary(), labels, last: None }
    }

    /// Adds the steps since the last call to the curve, and shows where the run stands if the last
    /// time was long enough ago.
    fn show(&mut self, learning: &Learning) {
        let mut points = self.job.points();
        let n_known = points.len();
        points.extend(learning.history()[n_known..].iter().map(Point::from));
        drop(points);
        if self.last.is_none_or(|last| last.elapsed() >= FRAME) {
            self.last = Some(Instant::now());
            self.show_front(learning);
        }
    }

    fn show_last(&mut self, learning: &Learning) {
        self.last = None;
        self.show(learning);
    }

    fn show_front(&self, learning: &Learning) {
        let Some(step) = learning.history().last() else { return };
        let front = learning.front();
        let row = |row| Best::new(row, &self.names, &self.labels);
        let progress = Progress {
            unit: step.progress.unit.to_string(),
            generation: step.progress.number,
            generations: step.progress.of,
            evaluations: step.evaluations,
            seconds: step.seconds,
            front: front.front().into_iter().map(row).collect(),
        };
        let best = front.fittest().map(row);
        self.job.update(|status| {
            status.progress = Some(progress);
            status.best = best;
        });
    }
}
