//! Jobs about more than one concept: axioms for a whole ontology, and several labels. They are listed,
//! followed and steered like all jobs; their results have addresses of their own.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use evolearner::report::enrich::EnrichReport;
use evolearner::report::enrich_html;
use evolearner::report::several::SeveralReport;

use super::jobs::json;
use crate::api_error::{ApiError, Refused};
use crate::app::App;
use crate::extract::{Body, Client, Languages, Path};
use crate::jobs::{EnrichRequest, Job, JobKind, JobModel, LabelsRequest};

/// From which F1 on an axiom is ticked on the page, as on the command line.
const ACCEPT: f64 = 0.95;

/// Starts a job that suggests axioms for an ontology
///
/// Definitions and superclasses of each class, domains and ranges of properties, and individuals that
/// seem to be in the wrong class. The progress of the job counts classes.
#[utoipa::path(post, path = "/enrichments", tag = "jobs", params(Languages), request_body = EnrichRequest, responses(
    (status = 202, description = "It is in line", body = JobModel),
    Refused,
    (status = 503, description = "The server is stopping", body = ApiError, content_type = "application/problem+json"),
    (status = 507, description = "The disk is full", body = ApiError, content_type = "application/problem+json"),
))]
pub(super) async fn enrich(
    State(app): State<Arc<App>>,
    Client(client): Client,
    Languages(languages): Languages,
    Body(request): Body<EnrichRequest>,
) -> Result<Response, ApiError> {
    let jobs = Arc::clone(&app.jobs);
    let job = app.compute(move || jobs.submit_enrich(&client, &request, &languages)).await?;
    Ok(taken(&job))
}

/// Gives the suggestions of a job that has ended
#[utoipa::path(get, path = "/enrichments/{id}", tag = "jobs",
    params(("id" = u64, Path, description = "The number of the job")), responses(
    (status = 200, description = "The suggestions", body = EnrichReport),
    (status = 409, description = "There is no result, or not yet", body = ApiError, content_type = "application/problem+json"),
    Refused,
))]
pub(super) async fn suggestions(
    State(app): State<Arc<App>>,
    Path(id): Path<u64>,
) -> Result<Response, ApiError> {
    result(&app, id, JobKind::Enrich).await.map(json)
}

/// Gives the suggestions as an HTML page to walk through and tick
#[utoipa::path(get, path = "/enrichments/{id}/report.html", tag = "jobs",
    params(("id" = u64, Path, description = "The number of the job")), responses(
    (status = 200, description = "The page", body = String, content_type = "text/html"),
    (status = 409, description = "There is no result, or not yet", body = ApiError, content_type = "application/problem+json"),
    Refused,
))]
pub(super) async fn page(
    State(app): State<Arc<App>>,
    Path(id): Path<u64>,
) -> Result<Response, ApiError> {
    let text = result(&app, id, JobKind::Enrich).await?;
    let item = app.library.get(&app.jobs.get(id)?.knowledge_base)?;
    let page = app.compute(move || {
        let report: EnrichReport = serde_json::from_str(&text).map_err(ApiError::internal)?;
        Ok(enrich_html::enrich(&report, &item.name, &format!("job {id}"), ACCEPT))
    });
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"suggestions.html\""),
    ];
    Ok((headers, page.await?).into_response())
}

/// Starts a job that learns a concept for each of several labels
#[utoipa::path(post, path = "/classifications", tag = "jobs", params(Languages), request_body = LabelsRequest, responses(
    (status = 202, description = "It is in line", body = JobModel),
    Refused,
    (status = 503, description = "The server is stopping", body = ApiError, content_type = "application/problem+json"),
    (status = 507, description = "The disk is full", body = ApiError, content_type = "application/problem+json"),
))]
pub(super) async fn classify(
    State(app): State<Arc<App>>,
    Client(client): Client,
    Languages(languages): Languages,
    Body(request): Body<LabelsRequest>,
) -> Result<Response, ApiError> {
    let jobs = Arc::clone(&app.jobs);
    let job = app.compute(move || jobs.submit_labels(&client, &request, &languages)).await?;
    Ok(taken(&job))
}

/// Gives the concepts, the decisions and the tests of a job that learned from labels
#[utoipa::path(get, path = "/classifications/{id}", tag = "jobs",
    params(("id" = u64, Path, description = "The number of the job")), responses(
    (status = 200, description = "What was learned", body = SeveralReport),
    (status = 409, description = "There is no result, or not yet", body = ApiError, content_type = "application/problem+json"),
    Refused,
))]
pub(super) async fn classification(
    State(app): State<Arc<App>>,
    Path(id): Path<u64>,
) -> Result<Response, ApiError> {
    result(&app, id, JobKind::Labels).await.map(json)
}

fn taken(job: &Job) -> Response {
    let location = format!("/api/v1/jobs/{}", job.id);
    (StatusCode::ACCEPTED, [(header::LOCATION, location)], Json(job.model())).into_response()
}

/// The result of a job of a kind, as JSON.
pub(super) async fn result(app: &Arc<App>, id: u64, kind: JobKind) -> Result<String, ApiError> {
    let job = app.jobs.get(id)?;
    check_kind(&job, kind)?;
    let store = Arc::clone(&app.store);
    let result = app.compute(move || store.result(id).map_err(ApiError::internal)).await?;
    result.ok_or_else(|| {
        ApiError::conflict(format!("job {id} has no result: it is {}", job.state().word()))
    })
}

/// Refuses a job of another kind, with the address where its result is.
pub(super) fn check_kind(job: &Job, kind: JobKind) -> Result<(), ApiError> {
    if job.kind() == kind {
        return Ok(());
    }
    let id = job.id;
    let place = match job.kind() {
        JobKind::Learn => format!("jobs/{id}/result"),
        JobKind::Enrich => format!("enrichments/{id}"),
        JobKind::Labels => format!("classifications/{id}"),
    };
    Err(ApiError::conflict(format!("job {id} has its result at /api/v1/{place}")))
}
