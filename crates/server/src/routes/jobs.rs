//! Learning jobs: start, list, look, steer, read the result.

use std::sync::Arc;

use axum::Json;
use axum::extract::State as AppState;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use evolearner::report::model::LearnReport;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::whole;
use crate::api_error::{ApiError, Refused};
use crate::app::App;
use crate::extract::{Body, Client, Languages, Path, Query};
use crate::jobs::{Job, JobKind, JobModel, LearnRequest, State};

/// Starts a learning job
///
/// It waits until its turn comes; clients take turns. A client is who calls itself so in the header
/// `x-client`, else an address.
#[utoipa::path(post, path = "/jobs", tag = "jobs", params(Languages), request_body = LearnRequest, responses(
    (status = 202, description = "It is in line", body = JobModel),
    Refused,
    (status = 503, description = "The server is stopping", body = ApiError, content_type = "application/problem+json"),
    (status = 507, description = "The disk is full", body = ApiError, content_type = "application/problem+json"),
))]
pub(super) async fn start(
    AppState(app): AppState<Arc<App>>,
    Client(client): Client,
    Languages(languages): Languages,
    Body(request): Body<LearnRequest>,
) -> Result<Response, ApiError> {
    let jobs = Arc::clone(&app.jobs);
    let job = app.compute(move || jobs.submit(&client, &request, &languages)).await?;
    let location = format!("/api/v1/jobs/{}", job.id);
    Ok((StatusCode::ACCEPTED, [(header::LOCATION, location)], Json(job.model())).into_response())
}

/// Which jobs to list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct ListQuery {
    /// Only jobs in this state.
    state: Option<State>,
    /// How many to list.
    #[serde(default = "ListQuery::default_limit")]
    #[param(minimum = 1, maximum = 1000, default = 20)]
    limit: u32,
}

impl ListQuery {
    fn default_limit() -> u32 {
        20
    }
}

/// Lists the jobs that the server remembers, newest first
#[utoipa::path(get, path = "/jobs", tag = "jobs", params(ListQuery),
    responses((status = 200, description = "The jobs", body = [JobModel]), Refused))]
pub(super) async fn list(
    AppState(app): AppState<Arc<App>>,
    Query(query): Query<ListQuery>,
) -> Result<Json<Vec<JobModel>>, ApiError> {
    if !(1..=1000).contains(&query.limit) {
        return Err(ApiError::new(StatusCode::BAD_REQUEST, "limit is a number from 1 to 1000"));
    }
    let jobs = app.jobs.all();
    let chosen = jobs.iter().filter(|job| query.state.is_none_or(|state| job.state() == state));
    Ok(Json(chosen.take(query.limit as usize).map(|job| job.model()).collect()))
}

/// The most letters of a name and of a note.
const MAX_NAME: usize = 200;
const MAX_NOTE: usize = 10_000;

/// What people call a job.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NameRequest {
    /// Its name; longer ones are cut.
    #[serde(default)]
    name: String,
    /// What to remember about it.
    #[serde(default)]
    note: String,
}

/// Gives a job a name and a note
#[utoipa::path(put, path = "/jobs/{id}/name", tag = "jobs", request_body = NameRequest,
    params(("id" = u64, Path, description = "Its number")),
    responses((status = 200, description = "The job", body = JobModel), Refused))]
pub(super) async fn rename(
    AppState(app): AppState<Arc<App>>,
    Path(id): Path<u64>,
    Body(request): Body<NameRequest>,
) -> Result<Json<JobModel>, ApiError> {
    let cut = |text: String, n_max: usize| text.chars().take(n_max).collect::<String>();
    let (name, note) = (cut(request.name, MAX_NAME), cut(request.note, MAX_NOTE));
    steer(&app, move |app| app.jobs.rename(id, name, note)).await
}

/// Shows where a job stands
#[utoipa::path(get, path = "/jobs/{id}", tag = "jobs",
    params(("id" = u64, Path, description = "Its number")),
    responses((status = 200, description = "The job", body = JobModel), Refused))]
pub(super) async fn show(
    AppState(app): AppState<Arc<App>>,
    Path(id): Path<u64>,
) -> Result<Json<JobModel>, ApiError> {
    Ok(Json(app.jobs.get(id)?.model()))
}

/// Repeats what a job was asked for
#[utoipa::path(get, path = "/jobs/{id}/request", tag = "jobs",
    params(("id" = u64, Path, description = "Its number")),
    responses((status = 200, description = "The request", body = LearnRequest), Refused))]
pub(super) async fn request(
    AppState(app): AppState<Arc<App>>,
    Path(id): Path<u64>,
) -> Result<Response, ApiError> {
    whole::check_kind(&*app.jobs.get(id)?, JobKind::Learn)?;
    let store = Arc::clone(&app.store);
    let request = app.compute(move || store.request(id).map_err(ApiError::internal)).await?;
    request.map(json).ok_or_else(|| ApiError::not_found(format!("there is no job {id}")))
}

/// Gives the result of a job that has ended
#[utoipa::path(get, path = "/jobs/{id}/result", tag = "jobs",
    params(("id" = u64, Path, description = "Its number")), responses(
    (status = 200, description = "What was learned", body = LearnReport),
    (status = 409, description = "There is no result, or not yet", body = ApiError, content_type = "application/problem+json"),
    Refused,
))]
pub(super) async fn result(
    AppState(app): AppState<Arc<App>>,
    Path(id): Path<u64>,
) -> Result<Response, ApiError> {
    whole::result(&app, id, JobKind::Learn).await.map(json)
}

/// What is JSON already.
pub(super) fn json(text: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

/// Ends a job with what it has
///
/// A job that runs ends within moments and then has a result; so has one that pauses.
#[utoipa::path(post, path = "/jobs/{id}/cancel", tag = "jobs",
    params(("id" = u64, Path, description = "Its number")),
    responses((status = 200, description = "It will end", body = JobModel), Refused))]
pub(super) async fn cancel(
    AppState(app): AppState<Arc<App>>,
    Path(id): Path<u64>,
) -> Result<Json<JobModel>, ApiError> {
    steer(&app, move |app| app.jobs.cancel(id)).await
}

/// Makes a job wait; it gives its memory back and keeps its place
#[utoipa::path(post, path = "/jobs/{id}/pause", tag = "jobs",
    params(("id" = u64, Path, description = "Its number")),
    responses((status = 200, description = "It will pause", body = JobModel), Refused))]
pub(super) async fn pause(
    AppState(app): AppState<Arc<App>>,
    Path(id): Path<u64>,
) -> Result<Json<JobModel>, ApiError> {
    steer(&app, move |app| app.jobs.pause(id)).await
}

/// Lets a paused job go on where it stopped
#[utoipa::path(post, path = "/jobs/{id}/resume", tag = "jobs",
    params(("id" = u64, Path, description = "Its number")),
    responses((status = 200, description = "It is in line again", body = JobModel), Refused))]
pub(super) async fn resume(
    AppState(app): AppState<Arc<App>>,
    Path(id): Path<u64>,
) -> Result<Json<JobModel>, ApiError> {
    steer(&app, move |app| app.jobs.resume(id)).await
}

/// Forgets a job that has ended, and its result
#[utoipa::path(delete, path = "/jobs/{id}", tag = "jobs",
    params(("id" = u64, Path, description = "Its number")),
    responses((status = 204, description = "It is forgotten"), Refused))]
pub(super) async fn remove(
    AppState(app): AppState<Arc<App>>,
    Path(id): Path<u64>,
) -> Result<StatusCode, ApiError> {
    let jobs = Arc::clone(&app.jobs);
    app.compute(move || jobs.remove(id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Changes the state of a job; that is written down, so it may take a moment.
async fn steer(
    app: &Arc<App>,
    change: impl FnOnce(&App) -> Result<Arc<Job>, ApiError> + Send + 'static,
) -> Result<Json<JobModel>, ApiError> {
    let shared = Arc::clone(app);
    let job = app.compute(move || change(&shared)).await?;
    Ok(Json(job.model()))
}
