//! Whom to label next.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use evolearner::syntax::{Vocabulary, dl, english};
use evolearner::{
    CancelToken, Forall, KnowledgeBase, Reading, add_reading, suggest as most_divided, unlabelled,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::concepts::parse;
use crate::api_error::{ApiError, Refused};
use crate::app::App;
use crate::extract::{Body, Path};
use crate::jobs::{LearnRequest, prepare};
use crate::naming::Names;
use crate::search::Item;

/// How many samples of the examples are learned from.
const N_SAMPLES: usize = 8;

/// How many individuals are suggested at most.
const N_SUGGESTIONS: usize = 5;

/// A problem as a job takes it, and concepts that may be right.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SuggestRequest {
    /// What is learned, and how.
    problem: LearnRequest,
    /// Concepts to take into account beside those that are learned on parts of the examples: the
    /// answer first.
    #[serde(default)]
    concepts: Vec<String>,
    /// Which names are written.
    #[serde(default)]
    names: Names,
}

/// Whom to label next.
#[derive(Serialize, ToSchema)]
pub(super) struct SuggestAnswer {
    /// How many different concepts vote.
    readings: usize,
    /// How many individuals without a label there are.
    candidates: usize,
    /// Those on which the votes are divided most.
    suggestions: Vec<SuggestionModel>,
}

/// An individual to label.
#[derive(Serialize, ToSchema)]
pub(super) struct SuggestionModel {
    #[serde(flatten)]
    item: Item,
    /// The share of the votes that it is inside.
    share: f64,
    /// The weightiest concept that has it inside.
    inside: ReadingModel,
    /// The weightiest concept that has it outside.
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

/// Suggests whom to label next: individuals on which good concepts disagree
#[utoipa::path(post, path = "/knowledge-bases/{kb}/suggestions", tag = "jobs",
    params(("kb" = String, Path, description = "Its id")), request_body = SuggestRequest,
    responses((status = 200, description = "Whom to label", body = SuggestAnswer), Refused))]
pub(super) async fn suggest(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(request): Body<SuggestRequest>,
) -> Result<Json<SuggestAnswer>, ApiError> {
    let kb = app.library.kb(&id)?;
    let limits = app.config.limits;
    app.compute_while_wanted(move |cancel: &CancelToken| {
        let (task, learner) = prepare(&kb, &request.problem, &limits)?;
        let learner = learner.with_cancel(cancel.clone());
        let vocabulary = kb.vocabulary();
        let mut readings = Vec::new();
        for text in &request.concepts {
            add_reading(&mut readings, parse(text, &vocabulary)?, 1.0);
        }
        let learned = learner.readings(&kb, &task, N_SAMPLES).map_err(ApiError::unusable)?;
        if cancel.is_cancelled() {
            return Err(ApiError::abandoned());
        }
        for Reading { concept, weight } in learned {
            add_reading(&mut readings, concept, weight);
        }
        let candidates = unlabelled(&kb, &task.examples);
        let forall: Forall = learner.options().get("forall");
        let found = most_divided(&kb, &readings, &candidates, forall, N_SUGGESTIONS);
        let symbols = &kb.graph().symbols;
        let shown = request.names.vocabulary(&kb);
        let model = |place: usize| reading(&kb, &readings[place], &vocabulary, &shown);
        let suggestions = found.into_iter().map(|found| SuggestionModel {
            item: Item::new(symbols, symbols.individuals.get(found.individual)),
            share: found.share,
            inside: model(found.inside),
            outside: model(found.outside),
        });
        Ok(Json(SuggestAnswer {
            readings: readings.len(),
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
