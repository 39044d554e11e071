//! Every error as `application/problem+json` (RFC 9457).

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::{IntoResponses, ToSchema};

use crate::store::is_disk_full;

/// What went wrong with a request.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ApiError {
    /// The status code.
    status: u16,
    /// What kind of problem it is.
    title: &'static str,
    /// What is wrong this time, and what to try.
    detail: String,
}

/// Refused
#[derive(IntoResponses)]
#[response(status = "4XX", content_type = "application/problem+json")]
#[expect(dead_code, reason = "only its description is used")]
pub(crate) struct Refused(ApiError);

impl ApiError {
    #[expect(clippy::needless_pass_by_value, reason = "errors come by value, from `map_err`")]
    pub(crate) fn new(status: StatusCode, detail: impl ToString) -> Self {
        let title = status.canonical_reason().unwrap_or("Error");
        Self { status: status.as_u16(), title, detail: detail.to_string() }
    }

    /// Something that is not there.
    pub(crate) fn not_found(what: impl ToString) -> Self {
        Self::new(StatusCode::NOT_FOUND, what)
    }

    /// A request that is understood and makes no sense.
    pub(crate) fn unusable(why: impl ToString) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, why)
    }

    /// A request that does not fit the state of things.
    pub(crate) fn conflict(why: impl ToString) -> Self {
        Self::new(StatusCode::CONFLICT, why)
    }

    /// Work whose client has left or has been answered already.
    pub(crate) fn abandoned() -> Self {
        Self::new(StatusCode::REQUEST_TIMEOUT, "the client has left, or the time is up")
    }

    /// Something that could not be written: a full disk is the client's to know, the rest is ours.
    #[expect(clippy::needless_pass_by_value, reason = "errors come by value, from `map_err`")]
    pub(crate) fn storage(cause: anyhow::Error) -> Self {
        if is_disk_full(&cause) {
            tracing::error!("{cause:#}");
            let why = "the disk of the server is full; delete jobs or knowledge bases first";
            return Self::new(StatusCode::INSUFFICIENT_STORAGE, why);
        }
        Self::internal(format!("{cause:#}"))
    }

    /// The sentence in it.
    pub(crate) fn into_detail(self) -> String {
        self.detail
    }

    /// A failure of ours. The cause goes to the log and not to the client.
    pub(crate) fn internal(cause: impl std::fmt::Display) -> Self {
        tracing::error!(%cause, "a request failed");
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "the server failed; its log says why")
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, Json(self)).into_response();
        let kind = HeaderValue::from_static("application/problem+json");
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        if matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        if status == StatusCode::UNAUTHORIZED {
            let scheme = HeaderValue::from_static("Bearer");
            response.headers_mut().insert(header::WWW_AUTHENTICATE, scheme);
        }
        response
    }
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> Self {
        Self::new(rejection.status(), rejection.body_text())
    }
}

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> Self {
        Self::new(rejection.status(), rejection.body_text())
    }
}

impl From<PathRejection> for ApiError {
    fn from(rejection: PathRejection) -> Self {
        // A path that names no job or knowledge base names nothing.
        Self::new(StatusCode::NOT_FOUND, rejection.body_text())
    }
}
