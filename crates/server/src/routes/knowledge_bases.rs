//! Knowledge bases: list, upload, look into, search.

use std::sync::Arc;

use axum::Json;
use axum::body::Body as RawBody;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use evolearner::report::inspect::InspectReport;
use evolearner::syntax::NameError;
use evolearner::{ClassId, IndividualId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::api_error::{ApiError, Refused};
use crate::app::App;
use crate::extract::{Body, Languages, Path, Query};
use crate::library::LibraryItem;
use crate::naming::Names;
use crate::neighbourhood::{Neighbourhood, Shown, neighbourhood as around};
use crate::search::{Found, Item};
use crate::upload::receive;

/// A knowledge base in a list.
#[derive(Serialize, ToSchema)]
pub(super) struct KnowledgeBaseSummary {
    /// What to call it in addresses.
    id: String,
    /// What people call it.
    name: String,
    /// How many individuals it has.
    individuals: usize,
    /// How many classes it has.
    classes: usize,
    /// Whether it was uploaded, and so can be deleted.
    uploaded: bool,
    /// The question of its example problem, if it has one.
    example: Option<String>,
    /// The languages of its labels; those without a language count as English.
    languages: Vec<String>,
}

impl KnowledgeBaseSummary {
    fn new(item: &LibraryItem) -> Self {
        let graph = item.kb.graph();
        Self {
            id: item.id.clone(),
            name: item.name.clone(),
            individuals: graph.n_individuals(),
            classes: graph.symbols.classes.len(),
            uploaded: item.is_uploaded,
            example: item.example.as_ref().map(|(question, _)| question.clone()),
            languages: item.languages().to_vec(),
        }
    }
}

/// Lists the knowledge bases, the default one first
#[utoipa::path(get, path = "/knowledge-bases", tag = "knowledge bases",
    responses((status = 200, description = "All of them", body = [KnowledgeBaseSummary]), Refused))]
pub(super) async fn list(State(app): State<Arc<App>>) -> Json<Vec<KnowledgeBaseSummary>> {
    Json(app.library.all().iter().map(|item| KnowledgeBaseSummary::new(item)).collect())
}

/// What goes with an upload.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct UploadQuery {
    /// What to call it; by custom the name of the file.
    #[serde(default)]
    name: String,
}

/// Uploads a knowledge base
///
/// The body is the file: RDF or OWL in any format, or a snapshot, also compressed. The format is
/// found by content.
#[utoipa::path(post, path = "/knowledge-bases", tag = "knowledge bases", params(UploadQuery),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"), responses(
    (status = 201, description = "It can be learned from now", body = KnowledgeBaseSummary),
    (status = "4XX", description = "It cannot be read", body = ApiError, content_type = "application/problem+json"),
    (status = 507, description = "There is no room for it", body = ApiError, content_type = "application/problem+json"),
))]
pub(super) async fn upload(
    State(app): State<Arc<App>>,
    Query(query): Query<UploadQuery>,
    headers: axum::http::HeaderMap,
    body: RawBody,
) -> Result<Response, ApiError> {
    // A form on another page can send text, but not this type.
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    if kind != Some("application/octet-stream") {
        let why = "send the file as application/octet-stream";
        return Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, why));
    }
    let _room = app.room_for_upload().await?;
    let (max_bytes, _) = app.config.limits.upload;
    let upload = receive(body, app.library.folder(), max_bytes).await?;
    let (library, store) = (Arc::clone(&app.library), Arc::clone(&app.store));
    let load = move |cancel: &_| library.upload(&store, &query.name, upload, cancel);
    let item = app.load(load).await?;
    let individuals = item.kb.graph().n_individuals();
    tracing::info!(id = item.id, individuals, "a knowledge base is uploaded");
    let location = format!("/api/v1/knowledge-bases/{}", item.id);
    Ok((
        StatusCode::CREATED,
        [(header::LOCATION, location)],
        Json(KnowledgeBaseSummary::new(&item)),
    )
        .into_response())
}

/// Shows what is in a knowledge base and what was not understood
#[utoipa::path(get, path = "/knowledge-bases/{kb}", tag = "knowledge bases",
    params(("kb" = String, Path, description = "Its id")),
    responses((status = 200, description = "What is in it", body = InspectReport), Refused))]
pub(super) async fn inspect(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<InspectReport>, ApiError> {
    Ok(Json(app.library.get(&id)?.kb.inspect()))
}

/// Deletes an uploaded knowledge base
#[utoipa::path(delete, path = "/knowledge-bases/{kb}", tag = "knowledge bases",
    params(("kb" = String, Path, description = "Its id")),
    responses((status = 204, description = "It is gone"), Refused))]
pub(super) async fn remove(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    let (library, store) = (Arc::clone(&app.library), Arc::clone(&app.store));
    app.compute(move || library.remove(&store, &id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A problem to try.
#[derive(Serialize, ToSchema)]
pub(super) struct ExampleAnswer {
    /// What is to be found out.
    question: String,
    /// Individuals that the concept should cover.
    positives: Vec<Item>,
    /// Individuals that it should not cover.
    negatives: Vec<Item>,
}

/// Gives the example problem of a knowledge base that has one
#[utoipa::path(get, path = "/knowledge-bases/{kb}/example", tag = "knowledge bases",
    params(("kb" = String, Path, description = "Its id"), Languages),
    responses((status = 200, description = "The problem", body = ExampleAnswer), Refused))]
pub(super) async fn example(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Languages(languages): Languages,
) -> Result<Json<ExampleAnswer>, ApiError> {
    let item = app.library.get_in(&id, &languages)?;
    let example = item.example.as_ref();
    let (question, statement) =
        example.ok_or_else(|| ApiError::not_found(format!("‘{id}’ has no example")))?;
    let symbols = &item.kb.graph().symbols;
    let items =
        |iris: &[String]| iris.iter().map(|iri| Item::new(symbols, iri)).collect::<Vec<_>>();
    Ok(Json(ExampleAnswer {
        question: question.clone(),
        positives: items(&statement.positives),
        negatives: items(&statement.negatives),
    }))
}

/// What to look for.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct SearchQuery {
    /// A part of a label, synonym or identifier; without it, everything is found.
    #[serde(default)]
    q: String,
    /// How many to skip.
    #[serde(default)]
    #[param(maximum = 1_000_000_000, default = 0)]
    offset: u32,
    /// How many to list.
    #[serde(default = "SearchQuery::default_limit")]
    #[param(minimum = 1, maximum = 1000, default = 20)]
    limit: u32,
}

impl SearchQuery {
    fn default_limit() -> u32 {
        20
    }
}

pub(super) fn check_page(offset: u32, limit: u32) -> Result<(), ApiError> {
    if (1..=1000).contains(&limit) && offset <= 1_000_000_000 {
        return Ok(());
    }
    let why = "limit is a number from 1 to 1000, offset one up to a thousand million";
    Err(ApiError::new(StatusCode::BAD_REQUEST, why))
}

/// A class and its size.
#[derive(Serialize, ToSchema)]
pub(super) struct ClassItem {
    #[serde(flatten)]
    item: Item,
    /// How many instances it has, inferred ones included.
    instances: usize,
}

/// What was found.
#[derive(Serialize, ToSchema)]
pub(super) struct Classes {
    /// How many there are in all.
    total: usize,
    /// Those on this page.
    items: Vec<ClassItem>,
}

/// Finds classes by label, synonym or identifier
#[utoipa::path(get, path = "/knowledge-bases/{kb}/classes", tag = "knowledge bases",
    params(("kb" = String, Path, description = "Its id"), Languages, SearchQuery),
    responses((status = 200, description = "Those that fit", body = Classes), Refused))]
pub(super) async fn classes(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Languages(languages): Languages,
    Query(query): Query<SearchQuery>,
) -> Result<Json<Classes>, ApiError> {
    check_page(query.offset, query.limit)?;
    let base = app.library.get_in(&id, &languages)?;
    app.compute(move || {
        let graph = base.kb.graph();
        let (offset, limit) = (query.offset as usize, query.limit as usize);
        let Found { total, page } = match graph.symbols.classes.find(query.q.trim()) {
            // A whole IRI stands for one thing.
            Some(class) if offset == 0 => Found { total: 1, page: vec![class] },
            _ => base.classes().search(&query.q, |_: ClassId| true, offset, limit),
        };
        let item = |class| ClassItem {
            item: Item::new(&graph.symbols, graph.symbols.classes.get(class)),
            instances: graph.instances(class).len(),
        };
        Ok(Json(Classes { total, items: page.into_iter().map(item).collect() }))
    })
    .await
}

/// Which individuals to look at.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct IndividualsQuery {
    /// A part of a label, synonym or identifier; without it, everything is found.
    #[serde(default)]
    q: String,
    /// Only instances of this class: an IRI or a name.
    class: Option<String>,
    /// How many to skip.
    #[serde(default)]
    #[param(maximum = 1_000_000_000, default = 0)]
    offset: u32,
    /// How many to list.
    #[serde(default = "SearchQuery::default_limit")]
    #[param(minimum = 1, maximum = 1000, default = 20)]
    limit: u32,
}

/// What was found.
#[derive(Serialize, ToSchema)]
pub(super) struct Individuals {
    /// How many there are in all.
    total: usize,
    /// Those on this page.
    items: Vec<Item>,
}

/// Finds individuals by label, synonym or identifier
#[utoipa::path(get, path = "/knowledge-bases/{kb}/individuals", tag = "knowledge bases",
    params(("kb" = String, Path, description = "Its id"), Languages, IndividualsQuery),
    responses((status = 200, description = "Those that fit", body = Individuals), Refused))]
pub(super) async fn individuals(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Languages(languages): Languages,
    Query(query): Query<IndividualsQuery>,
) -> Result<Json<Individuals>, ApiError> {
    check_page(query.offset, query.limit)?;
    let base = app.library.get_in(&id, &languages)?;
    app.compute(move || {
        let graph = base.kb.graph();
        let symbols = &graph.symbols;
        let (offset, limit) = (query.offset as usize, query.limit as usize);
        let class = query.class.as_deref().filter(|class| !class.is_empty());
        let class = class.map(|class| base.kb.vocabulary().class(class)).transpose();
        let members = class.map_err(ApiError::unusable)?.map(|class| graph.instances(class));
        let is_wanted = |x: IndividualId| members.is_none_or(|members| members.contains(x));
        let found = match symbols.individuals.find(query.q.trim()) {
            // A whole IRI stands for one thing.
            Some(x) if is_wanted(x) && offset == 0 => Found { total: 1, page: vec![x] },
            _ => base.individuals().search(&query.q, is_wanted, offset, limit),
        };
        let item = |individual| Item::new(symbols, symbols.individuals.get(individual));
        Ok(Json(Individuals {
            total: found.total,
            items: found.page.into_iter().map(item).collect(),
        }))
    })
    .await
}

/// Names as people write them.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NamesRequest {
    /// IRIs, prefixed names, local names, labels or synonyms of individuals.
    names: Vec<String>,
}

/// What the names mean.
#[derive(Serialize, ToSchema)]
pub(super) struct NamesAnswer {
    /// The individuals that were found, in the order of the names.
    found: Vec<Item>,
    /// What is wrong with the other names; for the first few of them also what may be meant.
    unknown: Vec<UnknownName>,
}

/// A name that no individual has, or more than one.
#[derive(Serialize, ToSchema)]
pub(super) struct UnknownName {
    name: String,
    /// What is wrong, and what may be meant.
    message: String,
}

/// Finds the individuals of a pasted list
#[utoipa::path(post, path = "/knowledge-bases/{kb}/names", tag = "knowledge bases",
    params(("kb" = String, Path, description = "Its id"), Languages), request_body = NamesRequest,
    responses((status = 200, description = "What was found and what was not", body = NamesAnswer), Refused))]
pub(super) async fn names(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Languages(languages): Languages,
    Body(request): Body<NamesRequest>,
) -> Result<Json<NamesAnswer>, ApiError> {
    let base = app.library.get_in(&id, &languages)?;
    app.compute_while_wanted(move |cancel| {
        let symbols = &base.kb.graph().symbols;
        let vocabulary = base.kb.vocabulary();
        let mut answer = NamesAnswer { found: Vec::new(), unknown: Vec::new() };
        let found = vocabulary.individuals(request.names.iter().map(String::as_str));
        for (name, found) in request.names.iter().zip(found) {
            if cancel.is_cancelled() {
                return Err(ApiError::abandoned());
            }
            match found {
                Ok(id) => answer.found.push(Item::new(symbols, symbols.individuals.get(id))),
                Err(error) => {
                    // A label without quotes, in any case, or a synonym, if it is that of one thing.
                    if let [id] = base.individuals().named(name.trim_matches(['\'', '"']))[..] {
                        answer.found.push(Item::new(symbols, symbols.individuals.get(id)));
                        continue;
                    }
                    let message = NameError::to_string(&error);
                    answer.unknown.push(UnknownName { name: name.clone(), message });
                }
            }
        }
        Ok(Json(answer))
    })
    .await
}

/// Around whom to look.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct NeighbourhoodQuery {
    /// The individual: an IRI or a name.
    individual: String,
    /// The most individuals to show.
    #[serde(default = "SearchQuery::default_limit")]
    #[param(minimum = 1, maximum = 1000, default = 20)]
    limit: u32,
    /// Which names are written.
    #[serde(default)]
    #[param(inline)]
    names: Names,
}

/// Shows an individual with its classes, values and neighbours
#[utoipa::path(get, path = "/knowledge-bases/{kb}/neighbourhood", tag = "knowledge bases",
    params(("kb" = String, Path, description = "Its id"), Languages, NeighbourhoodQuery),
    responses((status = 200, description = "The graph around it", body = Neighbourhood), Refused))]
pub(super) async fn neighbourhood(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Languages(languages): Languages,
    Query(query): Query<NeighbourhoodQuery>,
) -> Result<Json<Neighbourhood>, ApiError> {
    check_page(0, query.limit)?;
    let kb = app.library.kb(&id, &languages)?;
    app.compute(move || {
        let centre = kb.vocabulary().individual(&query.individual).map_err(ApiError::not_found)?;
        let limit = query.limit as usize;
        Ok(Json(around(kb.graph(), query.names, centre, &Shown::default(), limit)))
    })
    .await
}
