//! From a request to a task and a learner, within the bounds of the server.

use std::time::Duration;

use evolearner::{BadOption, KnowledgeBase, Layer, Learner, Policy, Task};

use super::job::LearnRequest;
use crate::api_error::ApiError;
use crate::config::Limits;
use crate::examples;
use crate::options::BOUNDS;
use crate::options::Settings;

/// What is to be learned and how; refused where the request does not fit its knowledge base, the
/// table of options or the bounds.
pub(crate) fn prepare(
    kb: &KnowledgeBase,
    request: &LearnRequest,
    limits: &Limits,
) -> Result<(Task, Learner), ApiError> {
    let mut statement = examples::statement(
        &request.positives,
        &request.negatives,
        request.target_class.as_deref(),
    )?;
    statement.weights = request.weights.iter().map(|(name, &one)| (name.clone(), one)).collect();
    let ignored = [&*request.ignored_classes, &*request.ignore].concat();
    let policy = Policy::default().skipping_unknown(request.skip_unknown);
    let task = Task::resolve(kb, &statement, &ignored, policy).map_err(ApiError::unusable)?;
    let learner = learner(&request.learner, &request.preset, &request.settings, limits, Ok);
    Ok((task, learner.map_err(ApiError::unusable)?))
}

/// The learner that a request asks for. `adapt` changes it before the bounds of the server are applied.
pub(super) fn learner(
    method: &str,
    preset: &str,
    settings: &Settings,
    limits: &Limits,
    adapt: impl FnOnce(Learner) -> Result<Learner, BadOption>,
) -> Result<Learner, BadOption> {
    let mut learner = Learner::new(method, preset)?;
    learner.set_all(&settings.0, Layer::Caller)?;
    learner.options().check(BOUNDS)?;
    let mut learner = adapt(learner)?;
    limit(&mut learner, limits)?;
    learner.check()?;
    Ok(learner.with_threads(limits.threads_per_job))
}

/// Lowers the time and the memory of a job to what the server gives it.
fn limit(learner: &mut Learner, limits: &Limits) -> Result<(), BadOption> {
    let timeout: Option<Duration> = learner.options().get("timeout");
    if timeout.is_none_or(|timeout| timeout > limits.job_time) {
        let seconds = format!("{}s", limits.job_time.as_secs_f64());
        learner.set_text("timeout", &seconds, Layer::Caller)?;
    }
    let megabytes = (limits.cache_bytes / 1_000_000).min(learner.options().get("cache"));
    learner.set_text("cache", &megabytes.to_string(), Layer::Caller)
}
