//! Suggestions for a whole ontology as a job. Its checkpoint is the classes that were looked at.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Result;
use evolearner::report::enrich::EnrichedClass;
use evolearner::{AUTO, EnrichSettings, KnowledgeBase, LabelLanguages, Learner, PRESETS, enrich};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Jobs;
use super::job::{About, Job, JobKind, Progress, State};
use super::prepare::learner;
use super::run::{End, Finished, asked, later, refused};
use crate::api_error::ApiError;
use crate::config::Limits;
use crate::options::Settings;
use crate::search::Item;

/// What axioms are to be suggested for.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({ "classes": ["Grandfather"], "settings": { "work": 10 } }))]
pub(crate) struct EnrichRequest {
    /// The knowledge base; the first one of the server where it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) knowledge_base: Option<String>,
    /// Look at these classes alone; at all where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) classes: Vec<String>,
    /// The fewest instances of a class that is looked at.
    pub(crate) min_instances: usize,
    /// The most individuals that are learned from, of each side; figures are of all individuals.
    #[schema(minimum = 1, maximum = 10_000)]
    pub(crate) max_examples: usize,
    /// The most definitions, and the most superclasses, of a class.
    #[schema(minimum = 1, maximum = 100)]
    pub(crate) suggestions: usize,
    /// The least F1 of a definition that is suggested.
    #[schema(minimum = 0, maximum = 1)]
    pub(crate) min_quality: f64,
    /// The way to learn, as for learning one concept.
    pub(crate) learner: String,
    /// Where settings start from, as for learning one concept.
    pub(crate) preset: String,
    /// What is to be different from that. Unless something is set, quality is F1, and there are 60 million
    /// steps of work and 5 s for each class.
    pub(crate) settings: Settings,
}

impl Default for EnrichRequest {
    fn default() -> Self {
        let defaults = EnrichSettings::default();
        Self {
            knowledge_base: None,
            classes: Vec::new(),
            min_instances: defaults.min_instances,
            max_examples: defaults.max_examples,
            suggestions: defaults.max_suggestions,
            min_quality: defaults.min_quality,
            learner: AUTO.to_owned(),
            preset: PRESETS[0].id.to_owned(),
            settings: Settings::default(),
        }
    }
}

/// The settings and the learner of a request; refused where they do not fit the knowledge base or the
/// bounds.
fn prepare(
    kb: &KnowledgeBase,
    request: &EnrichRequest,
    limits: &Limits,
) -> Result<(EnrichSettings, Learner), ApiError> {
    if !(1..=10_000).contains(&request.max_examples) {
        return Err(ApiError::unusable("max_examples is a number from 1 to 10000"));
    }
    if !(1..=100).contains(&request.suggestions) {
        return Err(ApiError::unusable("suggestions is a number from 1 to 100"));
    }
    if !(0.0..=1.0).contains(&request.min_quality) {
        return Err(ApiError::unusable("min_quality is a number from 0 to 1"));
    }
    let vocabulary = kb.vocabulary();
    let classes = request.classes.iter().map(|name| vocabulary.class(name));
    let settings = EnrichSettings {
        classes: classes.collect::<Result<_, _>>().map_err(ApiError::unusable)?,
        min_instances: request.min_instances.max(1),
        max_examples: request.max_examples,
        max_suggestions: request.suggestions,
        min_quality: request.min_quality,
        n_threads: limits.threads_per_job,
    };
    let (method, preset) = (&request.learner, &request.preset);
    let learner = learner(method, preset, &request.settings, limits, EnrichSettings::adapt);
    Ok((settings, learner.map_err(ApiError::unusable)?))
}

impl Jobs {
    /// Takes a job in that suggests axioms.
    pub(crate) fn submit_enrich(
        &self,
        client: &str,
        request: &EnrichRequest,
        languages: &LabelLanguages,
    ) -> Result<Arc<Job>, ApiError> {
        let item = self.item(request.knowledge_base.as_deref(), languages)?;
        let (settings, _) = prepare(&item.kb, request, &self.limits)?;
        let symbols = &item.kb.graph().symbols;
        let target_class = match settings.classes[..] {
            [class] => Some(Item::new(symbols, symbols.classes.get(class)).name),
            _ => None,
        };
        let label_languages = item.label_languages().to_string();
        let about =
            About { kind: JobKind::Enrich, label_languages, target_class, ..About::default() };
        self.put_in_line(client, &item.id, &about, &[], request)
    }
}

pub(super) fn run(jobs: &Jobs, job: &Arc<Job>) -> Result<End> {
    let cancel = job.cancel_token();
    let (request, kb): (EnrichRequest, _) = asked(jobs, job)?;
    let (settings, learner) = prepare(&kb, &request, &jobs.limits).map_err(refused)?;
    let learner = learner.with_cancel(cancel.clone());
    // A checkpoint of another version may not be readable: then everything is looked at again.
    let checkpoint = jobs.store.checkpoint(job.id)?.unwrap_or_default();
    let classes: Vec<EnrichedClass> = serde_json::from_slice(&checkpoint).unwrap_or_default();
    let known: BTreeMap<String, EnrichedClass> =
        classes.into_iter().map(|class| (class.iri.clone(), class)).collect();
    let start = Instant::now();
    let mut is_out_of_time = false;
    let report = enrich(&kb, &learner, &settings, &known, |n_done, n, _| {
        let progress = Progress {
            unit: "class".to_owned(),
            generation: n_done as u64,
            generations: Some(n as u64),
            evaluations: 0,
            seconds: start.elapsed().as_secs_f64(),
            front: Vec::new(),
        };
        job.update(|status| status.progress = Some(progress));
        if start.elapsed() > jobs.limits.job_time && n_done < n && !cancel.is_cancelled() {
            is_out_of_time = true;
            cancel.cancel();
        }
    })?;
    if !report.complete
        && !is_out_of_time
        && let Some(state) = later(job)
    {
        return Ok(End::Later { state, checkpoint: serde_json::to_vec(&report.classes)? });
    }
    if is_out_of_time {
        let notice =
            "the time that the server gives to a job was over before all classes were looked at";
        job.update(|status| status.notices.push(notice.to_owned()));
    }
    let is_cancelled = !report.complete && !is_out_of_time;
    let state = if is_cancelled { State::Cancelled } else { State::Done };
    Ok(End::Over { state, finished: Finished::of(&report)? })
}
