//! The interface of Ontolearn's service, for programs that call it already.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State as AppState;
use evolearner::LabelLanguages;
use evolearner::report::model::LearnReport;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::api_error::{ApiError, Refused};
use crate::app::App;
use crate::extract::{Body, Client};
use crate::jobs::{LearnRequest, State};
use crate::options::Settings;

/// What is to be learned. Fields for other learners are accepted and ignored.
#[derive(Deserialize, ToSchema)]
#[schema(example = json!({ "pos": ["anna-toth-64"], "neg": ["anton-toth-40"], "max_runtime": 1, "topk": 3 }))]
pub(super) struct CelRequest {
    /// IRIs of positive examples.
    pos: Vec<String>,
    /// IRIs of negative examples.
    #[serde(default)]
    neg: Vec<String>,
    /// Seconds.
    #[schema(minimum = 0)]
    max_runtime: Option<f64>,
    /// How many concepts to return at most.
    #[serde(default = "CelRequest::default_topk")]
    #[schema(default = 3)]
    topk: usize,
}

impl CelRequest {
    fn default_topk() -> usize {
        3
    }
}

/// The best concepts.
#[derive(Serialize, ToSchema)]
pub(super) struct CelAnswer {
    #[serde(rename = "Results")]
    results: Vec<CelResult>,
}

/// One of the best concepts.
#[derive(Serialize, ToSchema)]
pub(super) struct CelResult {
    /// 1 is best.
    #[serde(rename = "Rank")]
    rank: usize,
    /// The concept in DL syntax.
    #[serde(rename = "Prediction")]
    prediction: String,
    /// A query for its instances.
    #[serde(rename = "SPARQLQuery")]
    sparql_query: Option<String>,
    /// A sentence.
    #[serde(rename = "Verbalization")]
    verbalization: String,
    /// The F1 measure on the examples.
    #[serde(rename = "F1")]
    f1: f64,
}

/// Learns and waits for the answer
#[utoipa::path(post, path = "/cel", tag = "ontolearn", request_body = CelRequest,
    responses((status = 200, description = "The best concepts", body = CelAnswer), Refused))]
pub(super) async fn post(
    AppState(app): AppState<Arc<App>>,
    Client(client): Client,
    Body(request): Body<CelRequest>,
) -> Result<Json<CelAnswer>, ApiError> {
    learn(&app, client, request).await
}

/// Learns and waits for the answer; the request stands in the body here, too
#[utoipa::path(get, path = "/cel", tag = "ontolearn",
    responses((status = 200, description = "The best concepts", body = CelAnswer), Refused))]
pub(super) async fn get(
    AppState(app): AppState<Arc<App>>,
    Client(client): Client,
    body: Bytes,
) -> Result<Json<CelAnswer>, ApiError> {
    // Clients send bodies with GET without saying what they are.
    let request = serde_json::from_slice(&body).map_err(ApiError::unusable)?;
    learn(&app, client, request).await
}

async fn learn(
    app: &Arc<App>,
    client: String,
    request: CelRequest,
) -> Result<Json<CelAnswer>, ApiError> {
    let CelRequest { pos, neg, max_runtime, topk } = request;
    // The answer has to be there before the request itself is given up.
    let longest = app.config.limits.request_time.saturating_sub(Duration::from_secs(2));
    let seconds = max_runtime.unwrap_or(f64::MAX).min(longest.as_secs_f64());
    if seconds < 0.0 {
        return Err(ApiError::unusable("max_runtime is at least 0"));
    }
    let settings =
        [("timeout", json!(seconds)), ("quality", json!("f1")), ("stop-when-solved", json!(true))];
    let settings = settings.into_iter().map(|(name, value)| (name.to_owned(), value));
    let settings = Settings(settings.collect());
    let request =
        LearnRequest { positives: pos, negatives: neg, settings, ..LearnRequest::default() };
    let jobs = Arc::clone(&app.jobs);
    let job =
        app.compute(move || jobs.submit(&client, &request, &LabelLanguages::default())).await?;
    let leaver = Leaver { app: Arc::clone(app), id: job.id };
    let mut changes = job.watch();
    let ended = changes.wait_for(|status| status.state.is_final()).await;
    let status = ended.map_err(ApiError::internal)?.clone();
    std::mem::forget(leaver);
    if status.state == State::Failed {
        return Err(ApiError::internal(status.error.unwrap_or_default()));
    }
    let store = Arc::clone(&app.store);
    let result = app.compute(move || store.result(job.id).map_err(ApiError::internal)).await?;
    let result = result.ok_or_else(|| ApiError::conflict("it was cancelled before it began"))?;
    let report: LearnReport = serde_json::from_str(&result).map_err(ApiError::internal)?;
    let results =
        report.top.into_iter().take(topk).enumerate().map(|(index, solution)| CelResult {
            rank: index + 1,
            prediction: solution.concept.dl,
            sparql_query: solution.concept.sparql,
            verbalization: solution.sentence,
            f1: solution.train.f1,
        });
    Ok(Json(CelAnswer { results: results.collect() }))
}

/// Cancels a job when its client no longer waits for it.
struct Leaver {
    app: Arc<App>,
    id: u64,
}

impl Drop for Leaver {
    fn drop(&mut self) {
        if let Err(error) = self.app.jobs.cancel(self.id) {
            tracing::debug!(job = self.id, ?error, "its client has left, and it has ended");
        }
    }
}
