//! What to expect on new examples, found out after the answer.
//!
//! Estimates have a thread of their own: whoever learns something new does not wait for what is being
//! found out about something old.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::Duration;

use anyhow::Result;
use evolearner::report::model::LearnReport;
use evolearner::{Effort, KnowledgeBase, Layer, Learner, Task, not_worth_it};

use super::Jobs;
use super::job::{Job, State};
use super::run::{Finished, best_of, close, later, put_off};

/// The share of a job's time that each of the runs of an estimate may take: there are about this many.
const N_RUNS: u32 = 16;

/// A job that has its answer and lacks its estimate.
pub(super) struct Estimate {
    pub(super) job: Arc<Job>,
    pub(super) report: Box<LearnReport>,
    pub(super) learner: Learner,
    pub(super) kb: KnowledgeBase,
    pub(super) task: Task,
    /// What the answer can be found again from.
    pub(super) checkpoint: Vec<u8>,
}

impl Estimate {
    /// Stores the result without its estimate, and only then shows that there is one.
    pub(super) fn show_answer(&self, jobs: &Jobs) -> Result<()> {
        jobs.store.set_result(self.job.id, &serde_json::to_string(&self.report)?)?;
        if jobs.is_lasting {
            let state = State::Running.word();
            jobs.store.suspend(self.job.id, state, Some(&self.checkpoint))?;
        }
        let best = Some(best_of(&self.report));
        self.job.update(|status| (status.best, status.estimating) = (best, true));
        Ok(())
    }

    /// Finds out what to expect; nothing where there are too few examples, or where it is cancelled.
    fn expect(&mut self, job_time: Duration) -> Result<()> {
        let seconds = (job_time / N_RUNS).as_secs_f64();
        let timeout: Option<Duration> = self.learner.options().get("timeout");
        if timeout.is_none_or(|timeout| timeout.as_secs_f64() > seconds) {
            self.learner.set_text("timeout", &format!("{seconds}s"), Layer::Caller)?;
        }
        let estimate = self.learner.estimate(&self.kb, &self.task, Effort::Auto)?;
        self.report.warnings.extend(estimate.as_ref().and_then(not_worth_it));
        self.report.estimate = estimate;
        Ok(())
    }

    /// Ends the job with its estimate; without it where it is stopped, and later where it is put off.
    fn finish(mut self, jobs: &Jobs) {
        let job = Arc::clone(&self.job);
        let expected = catch_unwind(AssertUnwindSafe(|| self.expect(jobs.limits.job_time)));
        if !matches!(expected, Ok(Ok(()))) {
            tracing::error!(job = job.id, "what to expect could not be found out");
        }
        if job.state().is_final() {
            return;
        }
        let written = match later(&job).filter(|_| self.report.estimate.is_none()) {
            Some(state) => put_off(jobs, &job, state, &self.checkpoint),
            None => Finished::learned(&self.report)
                .and_then(|finished| close(jobs, &job, State::Done, Some(finished), None)),
        };
        if let Err(error) = written {
            tracing::error!(job = job.id, "its end cannot be written down: {error:#}");
            job.update(|status| {
                status.state = State::Failed;
                status.error = Some("the result could not be stored".to_owned());
            });
        }
    }
}

/// Finishes jobs until the server stops. Those that still wait then are in the store as running, and
/// go on from there where jobs last.
#[expect(clippy::needless_pass_by_value, reason = "the thread owns its end of the channel")]
pub(super) fn work(jobs: &Jobs, waiting: Receiver<Estimate>) {
    super::step_back();
    while let Ok(estimate) = waiting.recv() {
        let is_stopping = jobs.table().is_stopping && jobs.is_lasting;
        if is_stopping || estimate.job.state().is_final() {
            continue;
        }
        estimate.finish(jobs);
        if let Err(error) = jobs.prune() {
            tracing::error!("old jobs could not be forgotten: {error:#}");
        }
    }
}
