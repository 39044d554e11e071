//! A concept for each of several labels as a job. What is interrupted begins again.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use evolearner::{
    AUTO, KnowledgeBase, LabelLanguages, LabelledExamples, Layer, Learner, PRESETS, Policy,
    learn_several,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Jobs;
use super::job::{About, Job, JobKind, State};
use super::prepare::learner;
use super::run::{End, Finished, asked, later, refused};
use crate::api_error::ApiError;
use crate::config::Limits;
use crate::options::Settings;

/// The most folds.
const MAX_FOLDS: usize = 100;

/// Individuals with labels to learn from.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({ "labels": [["anna", "old"], ["marta", "young"]], "folds": 0 }))]
pub(crate) struct LabelsRequest {
    /// The knowledge base; the first one of the server where it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) knowledge_base: Option<String>,
    /// Individuals, by IRI or name, each with its label.
    pub(crate) labels: Vec<(String, String)>,
    /// How many parts are held back in turn to test on; 0 is no test.
    #[schema(maximum = 100)]
    pub(crate) folds: usize,
    /// Classes, with what is below them, and properties that must not occur in an answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) ignore: Vec<String>,
    /// Go on without individuals that the knowledge base does not know.
    pub(crate) skip_unknown: bool,
    /// The way to learn, as for learning one concept.
    pub(crate) learner: String,
    /// Where settings start from, as for learning one concept.
    pub(crate) preset: String,
    /// What is to be different from that.
    pub(crate) settings: Settings,
}

impl Default for LabelsRequest {
    fn default() -> Self {
        Self {
            knowledge_base: None,
            labels: Vec::new(),
            folds: 0,
            ignore: Vec::new(),
            skip_unknown: false,
            learner: AUTO.to_owned(),
            preset: PRESETS[0].id.to_owned(),
            settings: Settings::default(),
        }
    }
}

/// The examples and the learner of a request. The time of the job is shared between its searches.
fn prepare(
    kb: &KnowledgeBase,
    request: &LabelsRequest,
    limits: &Limits,
) -> Result<(LabelledExamples, Learner), ApiError> {
    if request.folds > MAX_FOLDS {
        return Err(ApiError::unusable(format!("folds is a number from 0 to {MAX_FOLDS}")));
    }
    let policy = Policy::default().skipping_unknown(request.skip_unknown);
    let examples = LabelledExamples::resolve(kb, &request.labels, &request.ignore, policy)
        .map_err(ApiError::unusable)?;
    let n_searches = examples.labels.len() * (request.folds + 1);
    let share = limits.job_time.as_secs_f64() / n_searches as f64;
    let (method, preset) = (&request.learner, &request.preset);
    let learner = learner(method, preset, &request.settings, limits, |mut learner| {
        let timeout: Option<Duration> = learner.options().get("timeout");
        if timeout.is_none_or(|timeout| timeout.as_secs_f64() > share) {
            learner.set_text("timeout", &format!("{share}s"), Layer::Caller)?;
        }
        Ok(learner)
    });
    Ok((examples, learner.map_err(ApiError::unusable)?))
}

impl Jobs {
    /// Takes a job in that learns from labels.
    pub(crate) fn submit_labels(
        &self,
        client: &str,
        request: &LabelsRequest,
        languages: &LabelLanguages,
    ) -> Result<Arc<Job>, ApiError> {
        let item = self.item(request.knowledge_base.as_deref(), languages)?;
        prepare(&item.kb, request, &self.limits)?;
        let label_languages = item.label_languages().to_string();
        let about = About { kind: JobKind::Labels, label_languages, ..About::default() };
        self.put_in_line(client, &item.id, &about, &[], request)
    }
}

pub(super) fn run(jobs: &Jobs, job: &Arc<Job>) -> Result<End> {
    let cancel = job.cancel_token();
    let (request, kb): (LabelsRequest, _) = asked(jobs, job)?;
    let (examples, learner) = prepare(&kb, &request, &jobs.limits).map_err(refused)?;
    let report = learn_several(&kb, &learner.with_cancel(cancel), &examples, request.folds)?;
    if !report.complete
        && let Some(state) = later(job)
    {
        return Ok(End::Later { state, checkpoint: Vec::new() });
    }
    let state = if report.complete { State::Done } else { State::Cancelled };
    Ok(End::Over { state, finished: Finished::of(&report)? })
}
