//! A result as a page of its own, to keep or to send.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use evolearner::report::html::{self, Page};
use evolearner::report::model::{LearnReport, Solution};
use evolearner::report::names::NameStyle;
use evolearner::syntax::{english, svg};
use evolearner::{KnowledgeBase, concept_model};

use super::concepts::parse;
use super::whole::check_kind;
use crate::api_error::{ApiError, Refused};
use crate::app::App;
use crate::extract::{Languages, Path};
use crate::jobs::JobKind;

/// Gives the result of a job as an HTML page
#[utoipa::path(get, path = "/jobs/{id}/report.html", tag = "jobs",
    params(("id" = u64, Path, description = "Its number"), Languages), responses(
    (status = 200, description = "The page", body = String, content_type = "text/html"),
    (status = 409, description = "There is no result, or not yet", body = ApiError, content_type = "application/problem+json"),
    Refused,
))]
pub(super) async fn page(
    State(app): State<Arc<App>>,
    Path(id): Path<u64>,
    Languages(languages): Languages,
) -> Result<Response, ApiError> {
    let job = app.jobs.get(id)?;
    check_kind(&job, JobKind::Learn)?;
    let item = app.library.get_in(&job.knowledge_base, &languages)?;
    let store = Arc::clone(&app.store);
    let title = job.model().status.name;
    let page = app
        .compute(move || {
            let text = store.result(id).map_err(ApiError::internal)?;
            let text = text.ok_or_else(|| ApiError::conflict(format!("job {id} has no result")))?;
            let mut report: LearnReport =
                serde_json::from_str(&text).map_err(ApiError::internal)?;
            draw(&mut report, &item.kb)?;
            let date = format!("job {id}");
            Ok(html::learn(
                &report,
                &Page {
                    title: if title.is_empty() { "What was learned" } else { &title },
                    knowledge_base: &item.name,
                    date: &date,
                    command: &format!("evolearner learn --from report.json {}", item.name),
                    names: NameStyle::Automatic,
                },
            ))
        })
        .await?;
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"report.html\""),
    ];
    Ok((headers, page).into_response())
}

/// Adds what reports do not carry along: pictures, and concepts in the languages of who reads it.
fn draw(report: &mut LearnReport, kb: &KnowledgeBase) -> Result<(), ApiError> {
    let symbols = &kb.graph().symbols;
    let best = parse(&report.best.concept.dl, &kb.vocabulary())?;
    report.tree = svg::print(&best, symbols);
    let spell = |solution: &mut Solution| -> Result<(), ApiError> {
        let concept = parse(&solution.concept.dl, &kb.vocabulary())?;
        let model = concept_model(&concept, symbols);
        // Other labels than those of the job: who reads it prefers another language.
        if model.labels != solution.concept.labels {
            solution.sentence = english::print(&concept, symbols);
        }
        solution.concept = model;
        Ok(())
    };
    spell(&mut report.best)?;
    report.front.iter_mut().chain(&mut report.top).try_for_each(spell)?;
    if report.best.concept.labelled.is_some() {
        report.labelled_tree = Some(svg::print_in(&best, &kb.vocabulary().with_labels()));
    }
    Ok(())
}
