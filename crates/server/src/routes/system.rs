//! The server itself: settings, health, numbers, its own description.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::{MethodRouter, get};
use evolearner::report::options::OptionsTable;
use evolearner::{AUTO, Learner, PRESETS, option_values, options_table};
use serde::Serialize;
use utoipa::ToSchema;

use crate::api_error::Refused;
use crate::app::App;
use crate::metrics;
use crate::options::{BOUNDS, Settings};

/// What a job has if nothing is said, and what it can have.
#[derive(Serialize, ToSchema)]
pub(super) struct SettingsAnswer {
    /// The settings of a job that sets nothing, under the name of each preset.
    #[serde(flatten)]
    presets: BTreeMap<&'static str, Settings>,
    /// The longest that a job may run, in seconds.
    max_seconds: f64,
    /// The most bytes of an upload.
    max_upload_bytes: usize,
    /// How many jobs run at the same time.
    concurrent_jobs: usize,
}

/// Gives the settings of a job that sets nothing, and the limits
#[utoipa::path(get, path = "/settings", tag = "server",
    responses((status = 200, description = "Settings and limits", body = SettingsAnswer), Refused))]
pub(super) async fn settings(State(app): State<Arc<App>>) -> Json<SettingsAnswer> {
    let limits = &app.config.limits;
    let presets = PRESETS.iter().map(|preset| {
        let learner = Learner::new(AUTO, preset.id).expect("both are in their lists");
        (preset.id, Settings(option_values(learner.options())))
    });
    Json(SettingsAnswer {
        presets: presets.collect(),
        max_seconds: limits.job_time.as_secs_f64(),
        max_upload_bytes: limits.upload.0,
        concurrent_jobs: limits.jobs,
    })
}

/// Gives the table of options: every learner, preset and option with its meaning and bounds here
#[utoipa::path(get, path = "/options", tag = "server",
    responses((status = 200, description = "The table", body = OptionsTable), Refused))]
pub(super) async fn options() -> Json<OptionsTable> {
    Json(options_table(BOUNDS))
}

/// Numbers for Prometheus
#[utoipa::path(get, path = "/metrics", tag = "server",
    responses((status = 200, description = "The numbers", body = String, content_type = "text/plain"), Refused))]
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
