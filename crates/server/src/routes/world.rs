//! What axioms say of a concept and examples in an open world.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use evolearner::Budget;
use evolearner::report::world::WorldModel;
use serde::Deserialize;
use utoipa::ToSchema;

use super::concepts::parse;
use crate::api_error::{ApiError, Refused};
use crate::app::App;
use crate::examples;
use crate::extract::{Body, Languages, Path};

/// A concept and the examples to ask about: lists, or a class against the rest.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WorldRequest {
    /// The concept, in DL, Manchester or OWL functional syntax.
    #[schema(example = "hasChild some Parent")]
    concept: String,
    /// Positive examples: IRIs or names.
    #[serde(default)]
    positives: Vec<String>,
    /// Negative examples. Left out: the other individuals of the most specific class that has all
    /// positives.
    #[serde(default)]
    negatives: Vec<String>,
    /// The instances of this class against the rest.
    target_class: Option<String>,
}

/// Counts what the axioms say of examples under OWL's own semantics
///
/// Entailed, excluded, unknown or not decided. The unknown ones are those that an answer relies on
/// without anything being stated about them either way.
#[utoipa::path(post, path = "/knowledge-bases/{kb}/world", tag = "concepts",
    params(("kb" = String, Path, description = "Its id"), Languages), request_body = WorldRequest,
    responses((status = 200, description = "The verdicts", body = WorldModel), Refused))]
pub(super) async fn world(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Languages(languages): Languages,
    Body(request): Body<WorldRequest>,
) -> Result<Json<WorldModel>, ApiError> {
    let kb = app.library.kb(&id, &languages)?;
    app.compute_while_wanted(move |cancel| {
        let concept = parse(&request.concept, &kb.vocabulary())?;
        let (positives, negatives) = (&request.positives, &request.negatives);
        let class = request.target_class.as_deref();
        let task = examples::task(&kb, positives, negatives, class, &[], false)?;
        let all = [task.examples.positives(), task.examples.negatives()].concat();
        let budget = Budget { cancel: cancel.clone(), ..Budget::default() };
        kb.world(&concept, &all, budget).map(Json).map_err(ApiError::unusable)
    })
    .await
}
