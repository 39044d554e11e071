//! What can be done with a concept: its instances, reasons, notations.

use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::extract::State;
use evolearner::report::explanation::ExplainReport;
use evolearner::report::model::{RetrieveReport, VERSION};
use evolearner::report::names::NameStyle;
use evolearner::retrieval::{BitSet, ExplainSettings, explain as reasons};
use evolearner::syntax::{
    RdfFormat, Vocabulary, WriteError, dl, english, functional, manchester, mermaid, parse_any,
    rdf, shacl, sparql, svg, tree,
};
use evolearner::{Concept, Forall, IndividualId, Symbols, concept_model, explain_report};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api_error::{ApiError, Refused};
use crate::app::App;
use crate::extract::{Body, Path, choice, choice_schema};
use crate::neighbourhood::{Neighbourhood, neighbourhood};

/// How many individuals the graph of an explanation shows.
const EXPLAINED_NODES: usize = 24;

/// The IRI of the class that definitions define.
const DEFINED: &str = "http://example.org/#Learned";

pub(super) fn parse(text: &str, vocabulary: &Vocabulary<'_>) -> Result<Concept, ApiError> {
    parse_any(text, vocabulary).map_err(ApiError::unusable)
}

/// A concept whose instances are wanted.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RetrieveRequest {
    /// The concept, in DL, Manchester or OWL functional syntax.
    #[schema(example = "Male and (hasSibling some Parent)")]
    concept: String,
    /// Only these individuals are looked at: IRIs or names.
    among: Option<Vec<String>>,
    /// The most individuals to list; the count is always that of all.
    limit: Option<usize>,
    /// The reading of `∀`.
    #[serde(default, deserialize_with = "choice")]
    #[schema(schema_with = choice_schema::<Forall>)]
    forall: Forall,
}

/// Lists the instances of a concept
#[utoipa::path(post, path = "/knowledge-bases/{kb}/retrieve", tag = "concepts",
    params(("kb" = String, Path, description = "Its id")), request_body = RetrieveRequest,
    responses((status = 200, description = "The instances", body = RetrieveReport), Refused))]
pub(super) async fn retrieve(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(request): Body<RetrieveRequest>,
) -> Result<Json<RetrieveReport>, ApiError> {
    let kb = app.library.kb(&id)?;
    app.compute_while_wanted(move |cancel| {
        let start = Instant::now();
        let (graph, vocabulary) = (kb.graph(), kb.vocabulary());
        let concept = parse(&request.concept, &vocabulary)?;
        let mut members = kb.retrieve(&concept, request.forall);
        if let Some(names) = request.among {
            let mut among = BitSet::empty(graph.n_individuals());
            for name in names {
                if cancel.is_cancelled() {
                    return Err(ApiError::abandoned());
                }
                among.insert(vocabulary.individual(&name).map_err(ApiError::unusable)?);
            }
            members.and(&among);
        }
        let name = |individual| graph.symbols.individuals.get(individual).to_owned();
        let limit = request.limit.unwrap_or(usize::MAX);
        Ok(Json(RetrieveReport {
            version: VERSION,
            concept: concept_model(&concept, &graph.symbols),
            count: members.count(),
            individuals: members.iter().take(limit).map(name).collect(),
            seconds: start.elapsed().as_secs_f64(),
        }))
    })
    .await
}

/// An individual that may be an instance.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ExplainRequest {
    /// The concept, in DL, Manchester or OWL functional syntax.
    #[schema(example = "hasChild some Parent")]
    concept: String,
    /// The individual: an IRI or a name.
    #[schema(example = "anna-toth-64")]
    individual: String,
    /// The reading of `∀`.
    #[serde(default, deserialize_with = "choice")]
    #[schema(schema_with = choice_schema::<Forall>)]
    forall: Forall,
}

/// Why it is an instance or is not.
#[derive(Serialize, ToSchema)]
pub(super) struct ExplainAnswer {
    #[serde(flatten)]
    report: ExplainReport,
    /// The explanation in lines, as the command line prints it.
    text: String,
    /// The individual, those that the explanation names, and its neighbours.
    graph: Neighbourhood,
}

/// Explains why an individual is an instance of a concept, or why not
#[utoipa::path(post, path = "/knowledge-bases/{kb}/explain", tag = "concepts",
    params(("kb" = String, Path, description = "Its id")), request_body = ExplainRequest,
    responses((status = 200, description = "The reasons", body = ExplainAnswer), Refused))]
pub(super) async fn explain(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(request): Body<ExplainRequest>,
) -> Result<Json<ExplainAnswer>, ApiError> {
    let kb = app.library.kb(&id)?;
    app.compute(move || {
        let (graph, vocabulary) = (kb.graph(), kb.vocabulary());
        let concept = parse(&request.concept, &vocabulary)?;
        let individual = vocabulary.individual(&request.individual).map_err(ApiError::unusable)?;
        let settings = ExplainSettings::default().with_forall(request.forall);
        let explanation = reasons(graph, &concept, individual, settings);
        let witnesses: Vec<IndividualId> =
            explanation.verdicts.iter().map(|verdict| verdict.individual).collect();
        let report = explain_report(graph, &concept, &explanation, NameStyle::Ids);
        Ok(Json(ExplainAnswer {
            text: report.text(),
            report,
            graph: neighbourhood(graph, &vocabulary, individual, &witnesses, EXPLAINED_NODES),
        }))
    })
    .await
}

/// A concept to be written.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RenderRequest {
    /// The concept, in DL, Manchester or OWL functional syntax.
    #[schema(example = "hasChild some Parent")]
    concept: String,
}

/// A concept in every notation; what a notation cannot say is left out.
#[derive(Serialize, ToSchema)]
pub(super) struct RenderAnswer {
    /// Description logic.
    dl: String,
    /// Manchester syntax.
    manchester: String,
    /// OWL functional syntax.
    functional: String,
    /// A sentence.
    text: String,
    /// A closed-world SPARQL query.
    sparql: Option<String>,
    /// A class definition in Turtle.
    turtle: Option<String>,
    /// A class definition in RDF/XML.
    rdfxml: Option<String>,
    /// A SHACL node shape.
    shacl: Option<String>,
    /// A Mermaid flowchart.
    mermaid: String,
    /// A picture of the tree.
    svg: String,
    /// The tree in prefix order.
    tree: Vec<TreeNode>,
}

/// A node of the tree of a concept.
#[derive(Serialize, ToSchema)]
pub(super) struct TreeNode {
    /// What stands in it.
    text: String,
    /// What it stands for.
    kind: NodeKind,
    /// How many of the nodes behind it are right below it.
    children: usize,
}

/// What a node of a tree stands for.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum NodeKind {
    /// A class, an individual, `⊤` or `⊥`.
    Name,
    /// `⊓`, `⊔` or `¬`.
    Operator,
    /// A quantifier and its role.
    Restriction,
    /// A restriction on values.
    Data,
}

/// Writes a concept in every notation
#[utoipa::path(post, path = "/knowledge-bases/{kb}/render", tag = "concepts",
    params(("kb" = String, Path, description = "Its id")), request_body = RenderRequest,
    responses((status = 200, description = "The notations", body = RenderAnswer), Refused))]
pub(super) async fn render(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(request): Body<RenderRequest>,
) -> Result<Json<RenderAnswer>, ApiError> {
    let kb = app.library.kb(&id)?;
    app.compute(move || {
        let vocabulary = kb.vocabulary();
        let concept = parse(&request.concept, &vocabulary)?;
        Ok(Json(notations(&concept, &kb.graph().symbols, &vocabulary)))
    })
    .await
}

fn notations(concept: &Concept, symbols: &Symbols, vocabulary: &Vocabulary<'_>) -> RenderAnswer {
    let possible = |written: Result<String, WriteError>| written.ok();
    let define = |format| rdf::print(&rdf::Definition::new(DEFINED), concept, symbols, format);
    let node = |item: tree::Item| TreeNode {
        text: item.text,
        kind: match item.look {
            tree::Look::Name => NodeKind::Name,
            tree::Look::Operator => NodeKind::Operator,
            tree::Look::Restriction => NodeKind::Restriction,
            tree::Look::Data => NodeKind::Data,
        },
        children: item.n_children,
    };
    RenderAnswer {
        dl: dl::print_in(concept, vocabulary),
        manchester: manchester::print_in(concept, vocabulary),
        functional: functional::print(concept, symbols),
        text: english::print(concept, symbols),
        sparql: possible(sparql::select(concept, symbols)),
        turtle: possible(define(RdfFormat::Turtle)),
        rdfxml: possible(define(RdfFormat::RdfXml)),
        shacl: possible(shacl::print(&shacl::Shape::new(DEFINED), concept, symbols)),
        mermaid: mermaid::print(concept, symbols),
        svg: svg::print(concept, symbols),
        tree: tree::boxes(concept, vocabulary).into_iter().map(node).collect(),
    }
}
