//! The examples of a problem: those that are given, those that follow, and what a concept does.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use evolearner::{Forall, IndividualId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::concepts::parse;
use super::knowledge_bases::check_page;
use crate::api_error::{ApiError, Refused};
use crate::app::App;
use crate::examples;
use crate::extract::{Body, Languages, Path, choice, choice_schema};
use crate::search::Item;

/// A problem as a job takes it. Either `positives` or `target_class` is given.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "target_class": "Grandfather", "concept": "Male", "limit": 10 }))]
pub(super) struct ExamplesRequest {
    /// Individuals that the concept should cover: IRIs or names.
    #[serde(default)]
    positives: Vec<String>,
    /// Individuals that it should not cover. Left out: the other individuals of the most specific
    /// class that has all positives.
    #[serde(default)]
    negatives: Vec<String>,
    /// The instances of this class against the rest.
    target_class: Option<String>,
    /// Go on without examples that the knowledge base does not know.
    #[serde(default)]
    skip_unknown: bool,
    /// Separate the examples that this concept covers from the others; in DL, Manchester or OWL
    /// functional syntax.
    concept: Option<String>,
    /// The reading of `∀`.
    #[serde(default, deserialize_with = "choice")]
    #[schema(schema_with = choice_schema::<Forall>)]
    forall: Forall,
    /// How many of each group to skip.
    #[serde(default)]
    #[schema(maximum = 1_000_000_000, default = 0)]
    offset: u32,
    /// How many of each group to list.
    #[serde(default = "ExamplesRequest::default_limit")]
    #[schema(minimum = 1, maximum = 1000, default = 100)]
    limit: u32,
}

impl ExamplesRequest {
    fn default_limit() -> u32 {
        100
    }
}

/// The examples of a problem.
#[derive(Serialize, ToSchema)]
pub(super) struct ExamplesAnswer {
    /// Whether the negatives were not given but follow from the positives.
    negatives_are_implied: bool,
    /// What people should know about the examples.
    notices: Vec<String>,
    /// Positives and negatives; with a concept each of both in two groups, the covered ones first.
    groups: Vec<ExampleGroup>,
}

/// Examples of one label that a concept covers, or does not cover.
#[derive(Serialize, ToSchema)]
pub(super) struct ExampleGroup {
    /// Whether they are positive or negative.
    label: Label,
    /// Whether the concept covers them, if there is one.
    covered: Option<bool>,
    /// How many there are in all.
    total: usize,
    /// Those on this page.
    items: Vec<Item>,
}

/// Whether an example should be an instance.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Label {
    /// It should.
    Positive,
    /// It should not.
    Negative,
}

impl Label {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Positive => "positive",
            Self::Negative => "negative",
        }
    }
}

/// Lists the examples of a problem, also by whether a concept covers them
#[utoipa::path(post, path = "/knowledge-bases/{kb}/examples", tag = "knowledge bases",
    params(("kb" = String, Path, description = "Its id"), Languages), request_body = ExamplesRequest,
    responses((status = 200, description = "The examples", body = ExamplesAnswer), Refused))]
pub(super) async fn list(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Languages(languages): Languages,
    Body(request): Body<ExamplesRequest>,
) -> Result<Json<ExamplesAnswer>, ApiError> {
    check_page(request.offset, request.limit)?;
    let kb = app.library.kb(&id, &languages)?;
    app.compute(move || {
        let task = examples::task(
            &kb,
            &request.positives,
            &request.negatives,
            request.target_class.as_deref(),
            &[],
            request.skip_unknown,
        )?;
        let concept = request.concept.as_deref().map(|text| parse(text, &kb.vocabulary()));
        let concept = concept.transpose()?;
        let covered = concept.map(|concept| kb.retrieve(&concept, request.forall));
        let symbols = &kb.graph().symbols;
        let item = |&x: &IndividualId| Item::new(symbols, symbols.individuals.get(x));
        let mut groups = Vec::new();
        for (label, members) in [
            (Label::Positive, task.examples.positives()),
            (Label::Negative, task.examples.negatives()),
        ] {
            let sides: &[Option<bool>] =
                if covered.is_some() { &[Some(true), Some(false)] } else { &[None] };
            for &side in sides {
                let is_in = |x: &&IndividualId| {
                    covered.as_ref().map(|covered| covered.contains(**x)) == side
                };
                let page = members.iter().filter(is_in).skip(request.offset as usize);
                groups.push(ExampleGroup {
                    label,
                    covered: side,
                    total: members.iter().filter(is_in).count(),
                    items: page.take(request.limit as usize).map(item).collect(),
                });
            }
        }
        Ok(Json(ExamplesAnswer {
            negatives_are_implied: task.negatives_are_implied,
            notices: task.notices,
            groups,
        }))
    })
    .await
}
