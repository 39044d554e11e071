//! Whom to label next.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use evolearner::syntax::{Vocabulary, dl, english};
use evolearner::{CancelToken, Concept, KnowledgeBase, Reading, unlabelled};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::concepts::parse;
use crate::api_error::{ApiError, Refused};
use crate::app::App;
use crate::extract::{Body, Languages, Path};
use crate::jobs::{LearnRequest, prepare};
use crate::naming::Names;
use crate::search::Item;

/// How many individuals are suggested at most.
const N_SUGGESTIONS: usize = 5;

/// A problem as a job takes it, and concepts that may be right.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SuggestRequest {
    /// What is learned, and how.
    problem: LearnRequest,
    /// Concepts to take into account beside the short ones that fit the labels: the answer first.
    #[serde(default)]
    concepts: Vec<String>,
    /// Which names are written.
    #[serde(default)]
    names: Names,
}

/// Whom to label next.
#[derive(Serialize, ToSchema)]
pub(super) struct SuggestAnswer {
    /// How many concepts were compared.
    readings: usize,
    /// How many individuals without a label there are.
    candidates: usize,
    /// Those whose labels leave the fewest doubts about all others, best first.
    suggestions: Vec<SuggestionModel>,
}

/// An individual to label.
#[derive(Serialize, ToSchema)]
pub(super) struct SuggestionModel {
    #[serde(flatten)]
    item: Item,
    /// How much it is believed to be inside.
    share: f64,
    /// The most believed concept that has it inside.
    inside: ReadingModel,
    /// The most believed concept that has it outside.
    outside: ReadingModel,
}

/// A concept that may be right.
#[derive(Serialize, ToSchema)]
pub(super) struct ReadingModel {
    /// In DL syntax.
    concept: String,
    /// The same with the names that were asked for.
    shown: String,
    /// A sentence that says it.
    sentence: String,
}

/// Suggests whom to label next: individuals whose labels settle most of what good concepts disagree on
#[utoipa::path(post, path = "/knowledge-bases/{kb}/suggestions", tag = "jobs",
    params(("kb" = String, Path, description = "Its id"), Languages), request_body = SuggestRequest,
    responses((status = 200, description = "Whom to label", body = SuggestAnswer), Refused))]
pub(super) async fn suggest(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Languages(languages): Languages,
    Body(request): Body<SuggestRequest>,
) -> Result<Json<SuggestAnswer>, ApiError> {
    let kb = app.library.kb(&id, &languages)?;
    let limits = app.config.limits;
    app.compute_while_wanted(move |cancel: &CancelToken| {
        let (task, learner) = prepare(&kb, &request.problem, &limits)?;
        let learner = learner.with_cancel(cancel.clone());
        let vocabulary = kb.vocabulary();
        let found: Vec<Concept> = request
            .concepts
            .iter()
            .map(|text| parse(text, &vocabulary))
            .collect::<Result<_, _>>()?;
        let candidates = unlabelled(&kb, &task.examples);
        let suggestions = learner
            .suggest(&kb, &task, &found, &candidates, N_SUGGESTIONS)
            .map_err(ApiError::unusable)?
            .ok_or_else(ApiError::abandoned)?;
        let symbols = &kb.graph().symbols;
        let shown = request.names.vocabulary(&kb);
        let model = |of: &Reading| reading(&kb, of, &vocabulary, &shown);
        let n_readings = suggestions.n_readings;
        let suggestions = suggestions.individuals.iter().map(|found| SuggestionModel {
            item: Item::new(symbols, symbols.individuals.get(found.individual)),
            share: found.share,
            inside: model(&found.inside),
            outside: model(&found.outside),
        });
        Ok(Json(SuggestAnswer {
            readings: n_readings,
            candidates: candidates.len(),
            suggestions: suggestions.collect(),
        }))
    })
    .await
}

fn reading(
    kb: &KnowledgeBase,
    Reading { concept, .. }: &Reading,
    ids: &Vocabulary<'_>,
    shown: &Vocabulary<'_>,
) -> ReadingModel {
    ReadingModel {
        concept: dl::print_in(concept, ids),
        shown: dl::print_in(concept, shown),
        sentence: english::print(concept, &kb.graph().symbols),
    }
}
