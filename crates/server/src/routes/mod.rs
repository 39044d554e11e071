//! One file per group of addresses, and what stands around all of them.

mod knowledge_bases;
mod concepts;
mod examples;
mod individual;
mod instances;
mod judge;
mod world;
mod suggestions;
mod jobs;
mod report;
mod whole;
mod events;
mod cel;
mod system;

use std::any::Any;
use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use tower_http::catch_panic::CatchPanicLayer;
use utoipa::OpenApi;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityRequirement, SecurityScheme};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api_error::ApiError;
use crate::app::App;
use crate::{guard, metrics, page};

/// The description of the API without its paths.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "EvoLearner",
        description = "Learns description-logic concepts from examples in knowledge bases. \
                       Errors are `application/problem+json`. A server that was started with a \
                       token asks for it as a bearer token.",
    ),
    tags(
        (name = "knowledge bases", description = "What can be learned from"),
        (name = "concepts", description = "What can be done with a concept"),
        (name = "jobs", description = "Learning"),
        (name = "server", description = "The server itself"),
        (name = "ontolearn", description = "The interface of Ontolearn's service"),
    ),
    components(schemas(ApiError, events::JobEvent)),
)]
struct Description;

fn api() -> OpenApiRouter<Arc<App>> {
    let versioned = OpenApiRouter::new()
        .routes(routes!(knowledge_bases::list, knowledge_bases::upload))
        .routes(routes!(knowledge_bases::inspect, knowledge_bases::remove))
        .routes(routes!(knowledge_bases::classes))
        .routes(routes!(knowledge_bases::individuals))
        .routes(routes!(knowledge_bases::names))
        .routes(routes!(knowledge_bases::example))
        .routes(routes!(examples::list))
        .routes(routes!(knowledge_bases::neighbourhood))
        .routes(routes!(individual::show))
        .routes(routes!(concepts::retrieve))
        .routes(routes!(concepts::explain))
        .routes(routes!(world::world))
        .routes(routes!(concepts::render))
        .routes(routes!(concepts::spell))
        .routes(routes!(judge::judge))
        .routes(routes!(instances::list))
        .routes(routes!(instances::csv))
        .routes(routes!(suggestions::suggest))
        .routes(routes!(jobs::list, jobs::start))
        .routes(routes!(jobs::show, jobs::remove))
        .routes(routes!(jobs::rename))
        .routes(routes!(jobs::request))
        .routes(routes!(jobs::result))
        .routes(routes!(report::page))
        .routes(routes!(jobs::cancel))
        .routes(routes!(jobs::pause))
        .routes(routes!(jobs::resume))
        .routes(routes!(events::events))
        .routes(routes!(whole::enrich))
        .routes(routes!(whole::suggestions))
        .routes(routes!(whole::page))
        .routes(routes!(whole::classify))
        .routes(routes!(whole::classification))
        .routes(routes!(system::settings))
        .routes(routes!(system::options));
    OpenApiRouter::with_openapi(Description::openapi())
        .nest("/api/v1", versioned)
        .routes(routes!(cel::post, cel::get))
        .routes(routes!(system::metrics))
}

/// The description of the API, as JSON.
pub fn openapi() -> String {
    let mut description = api().into_openapi();
    env!("CARGO_PKG_VERSION").clone_into(&mut description.info.version);
    let scheme = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
    if let Some(components) = &mut description.components {
        components.security_schemes.insert("token".to_owned(), scheme.into());
    }
    description.security =
        Some(vec![SecurityRequirement::default(), SecurityRequirement::new("token", [""; 0])]);
    description.to_pretty_json().expect("a description is plain data")
}

/// Everything that the server answers to.
pub(crate) fn router(app: &Arc<App>) -> Router {
    let limits = &app.config.limits;
    let (api, _) = api().split_for_parts();
    let api = api
        .layer(from_fn_with_state(Arc::clone(app), guard::authorised))
        .layer(DefaultBodyLimit::max(limits.body_bytes));
    let open = OpenApiRouter::new().routes(routes!(system::health)).split_for_parts().0;
    let description: axum::body::Bytes = openapi().into();
    Router::new()
        .merge(api)
        .merge(open)
        .route("/api/v1/openapi.json", system::document(description))
        .merge(page::router())
        .method_not_allowed_fallback(async || {
            ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "this address takes other methods")
        })
        .fallback(async || {
            ApiError::not_found("there is nothing at this address; /reference lists what is")
        })
        .layer(from_fn_with_state(Arc::clone(app), guard::in_time))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(guard::cross_origin(&app.config))
        .layer(from_fn_with_state(Arc::clone(app), guard::same_origin))
        .layer(from_fn_with_state(Arc::clone(app), metrics::measure))
        .layer(from_fn(guard::strict_headers))
        .with_state(Arc::clone(app))
}

/// No panic reaches a client.
#[expect(clippy::needless_pass_by_value, reason = "the layer passes it so")]
fn panicked(panic: Box<dyn Any + Send>) -> Response {
    let message = panic.downcast_ref::<&str>().map(|message| (*message).to_owned());
    let message = message.or_else(|| panic.downcast_ref::<String>().cloned());
    ApiError::internal(format!("panic: {}", message.unwrap_or_default())).into_response()
}
