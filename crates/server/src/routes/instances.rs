//! The instances of a concept as a table: a page of it, or all of it as CSV.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use evolearner::{Forall, IndividualId, KnowledgeBase};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::concepts::parse;
use super::examples::Label;
use super::judge::{Known, Labels};
use super::knowledge_bases::check_page;
use crate::api_error::{ApiError, Refused};
use crate::app::App;
use crate::examples;
use crate::extract::{Body, Languages, Path, choice, choice_schema};

/// A concept, and the examples that are known already. Either `positives` or `target_class` is given.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "target_class": "Grandfather", "concept": "Male", "limit": 10 }))]
pub(super) struct InstancesRequest {
    /// The concept, in DL, Manchester or OWL functional syntax.
    concept: String,
    /// Individuals that are known to be positive: IRIs or names.
    #[serde(default)]
    positives: Vec<String>,
    /// Individuals that are known to be negative.
    #[serde(default)]
    negatives: Vec<String>,
    /// The instances of this class are known to be positive, all others to be negative.
    target_class: Option<String>,
    /// The reading of `∀`.
    #[serde(default, deserialize_with = "choice")]
    #[schema(schema_with = choice_schema::<Forall>)]
    forall: Forall,
    /// Only those that are no examples.
    #[serde(default)]
    new_only: bool,
    /// How many to skip.
    #[serde(default)]
    #[schema(maximum = 1_000_000_000, default = 0)]
    offset: u32,
    /// How many to list.
    #[serde(default = "InstancesRequest::default_limit")]
    #[schema(minimum = 1, maximum = 1000, default = 100)]
    limit: u32,
}

impl InstancesRequest {
    fn default_limit() -> u32 {
        100
    }

    /// The instances that are asked for, and what is known of individuals.
    fn rows(&self, kb: &KnowledgeBase) -> Result<(Labels, Vec<IndividualId>), ApiError> {
        let task = examples::task(
            kb,
            &self.positives,
            &self.negatives,
            self.target_class.as_deref(),
            &[],
            false,
        )?;
        let concept = parse(&self.concept, &kb.vocabulary())?;
        let mut labels = Labels::new(kb, &task.examples);
        if task.negatives_are_implied {
            labels.forget_negatives();
        }
        let members = kb.retrieve(&concept, self.forall);
        let is_wanted = |x: &IndividualId| !self.new_only || labels.of(*x).is_none();
        let rows = members.iter().filter(is_wanted).collect();
        Ok((labels, rows))
    }
}

/// A page of the instances.
#[derive(Serialize, ToSchema)]
pub(super) struct InstancesAnswer {
    /// How many there are in all.
    total: usize,
    /// Those on this page.
    items: Vec<Known>,
}

/// Lists the instances of a concept, with what is known of each
#[utoipa::path(post, path = "/knowledge-bases/{kb}/instances", tag = "concepts",
    params(("kb" = String, Path, description = "Its id"), Languages), request_body = InstancesRequest,
    responses((status = 200, description = "A page of them", body = InstancesAnswer), Refused))]
pub(super) async fn list(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Languages(languages): Languages,
    Body(request): Body<InstancesRequest>,
) -> Result<Json<InstancesAnswer>, ApiError> {
    check_page(request.offset, request.limit)?;
    let kb = app.library.kb(&id, &languages)?;
    app.compute(move || {
        let (labels, rows) = request.rows(&kb)?;
        let page = rows.iter().skip(request.offset as usize).take(request.limit as usize);
        let items = page.map(|&x| labels.known(&kb, x)).collect();
        Ok(Json(InstancesAnswer { total: rows.len(), items }))
    })
    .await
}

/// Gives all instances of a concept as CSV: identifier, label, and what is known
///
/// All of them, whatever the page that the request names.
#[utoipa::path(post, path = "/knowledge-bases/{kb}/instances.csv", tag = "concepts",
    params(("kb" = String, Path, description = "Its id"), Languages), request_body = InstancesRequest,
    responses((status = 200, description = "All of them", body = String, content_type = "text/csv"), Refused))]
pub(super) async fn csv(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Languages(languages): Languages,
    Body(request): Body<InstancesRequest>,
) -> Result<Response, ApiError> {
    check_page(request.offset, request.limit)?;
    let kb = app.library.kb(&id, &languages)?;
    let text = app
        .compute(move || {
            let (labels, rows) = request.rows(&kb)?;
            let mut text = "id,label,known\n".to_owned();
            for x in rows {
                let Known { item, known } = labels.known(&kb, x);
                let known = known.map_or("", Label::word);
                let row = [quoted(&item.iri), quoted(&item.name), known.to_owned()];
                text.push_str(&row.join(","));
                text.push('\n');
            }
            Ok(text)
        })
        .await?;
    Ok(([(header::CONTENT_TYPE, "text/csv; charset=utf-8")], text).into_response())
}

/// A field of CSV.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
