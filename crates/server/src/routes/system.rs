//! The server itself: settings, health, numbers, its own description.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::{MethodRouter, get};
use evolearner::learning::Settings;
use evolearner::report::settings::SettingsModel;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::metrics;
use crate::problem::Problem;

/// What a job has if nothing is said, and what it can have.
#[derive(Serialize, ToSchema)]
pub(super) struct SettingsAnswer {
    /// The settings of a job that sets nothing.
    default: SettingsModel,
    /// The settings of the paper.
    paper: SettingsModel,
    /// The longest that a job may run, in seconds.
    max_seconds: f64,
    /// The most bytes of an upload.
    max_upload_bytes: usize,
    /// How many jobs run at the same time.
    concurrent_jobs: usize,
}

/// Tells the settings of a job that sets nothing, and the limits
#[utoipa::path(get, path = "/settings", tag = "server", responses(
    (status = 200, description = "Settings and limits", body = SettingsAnswer),
    (status = "4XX", description = "Refused", body = Problem, content_type = "application/problem+json"),
))]
pub(super) async fn settings(State(app): State<Arc<App>>) -> Json<SettingsAnswer> {
    let limits = &app.config.limits;
    Json(SettingsAnswer {
        default: SettingsModel::from(&Settings::recommended()),
        paper: SettingsModel::from(&Settings::paper()),
        max_seconds: limits.job_time.as_secs_f64(),
        max_upload_bytes: limits.upload.0,
        concurrent_jobs: limits.jobs,
    })
}

/// Numbers for Prometheus
#[utoipa::path(get, path = "/metrics", tag = "server", responses(
    (status = 200, description = "The numbers", body = String, content_type = "text/plain"),
    (status = "4XX", description = "Refused", body = Problem, content_type = "application/problem+json"),
))]
pub(super) async fn metrics(State(app): State<Arc<App>>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], metrics::render(&app))
}

/// Says that the server is there
#[utoipa::path(get, path = "/healthz", tag = "server", responses(
    (status = 200, description = "It is", body = String, content_type = "text/plain"),
))]
pub(super) async fn health() -> &'static str {
    "ok\n"
}

/// The address of the API's description.
pub(super) fn document(description: Bytes) -> MethodRouter<Arc<App>> {
    get(async move || ([(header::CONTENT_TYPE, "application/json")], description.clone()))
}
