//! What can be done with a concept: its instances, reasons, notations.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::extract::State;
use evolearner::report::explanation::ExplainReport;
use evolearner::report::model::{RetrieveReport, VERSION};
use evolearner::retrieval::{BitSet, ExplainSettings, Explanation, explain as reasons};
use evolearner::syntax::{
    RdfFormat, Vocabulary, WriteError, dl, english, functional, manchester, mermaid, parse_any,
    rdf, shacl, sparql, svg, tree,
};
use evolearner::{Budget, Concept, Forall, Symbols, concept_model, explain_report};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api_error::{ApiError, Refused};
use crate::app::App;
use crate::extract::{Body, Languages, Path, choice, choice_schema};
use crate::naming::Names;
use crate::neighbourhood::{Neighbourhood, Shown, neighbourhood};

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
    params(("kb" = String, Path, description = "Its id"), Languages), request_body = RetrieveRequest,
    responses((status = 200, description = "The instances", body = RetrieveReport), Refused))]
pub(super) async fn retrieve(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Languages(languages): Languages,
    Body(request): Body<RetrieveRequest>,
) -> Result<Json<RetrieveReport>, ApiError> {
    let kb = app.library.kb(&id, &languages)?;
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
    /// Which names are written.
    #[serde(default)]
    names: Names,
    /// Whether to say what the axioms say in an open world.
    #[serde(default)]
    world: bool,
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
    /// The verdicts on the nodes of the concept, for those that the explanation looks at.
    nodes: Vec<NodeVerdict>,
}

/// Whether a part of a concept holds where an explanation looks at it.
#[derive(Serialize, ToSchema)]
pub(super) struct NodeVerdict {
    /// The place of the node in prefix order.
    at: usize,
    /// Whether it holds for one of the individuals that it is asked of.
    holds: bool,
}

/// Explains why an individual is an instance of a concept, or why not
#[utoipa::path(post, path = "/knowledge-bases/{kb}/explain", tag = "concepts",
    params(("kb" = String, Path, description = "Its id"), Languages), request_body = ExplainRequest,
    responses((status = 200, description = "The reasons", body = ExplainAnswer), Refused))]
pub(super) async fn explain(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Languages(languages): Languages,
    Body(request): Body<ExplainRequest>,
) -> Result<Json<ExplainAnswer>, ApiError> {
    let kb = app.library.kb(&id, &languages)?;
    app.compute_while_wanted(move |cancel| {
        let (graph, vocabulary) = (kb.graph(), kb.vocabulary());
        let concept = parse(&request.concept, &vocabulary)?;
        let individual = vocabulary.individual(&request.individual).map_err(ApiError::unusable)?;
        let settings = ExplainSettings::default().with_forall(request.forall);
        let explanation = reasons(graph, &concept, individual, settings);
        let mut report = explain_report(graph, &concept, &explanation, request.names.style());
        if request.world {
            let budget = Budget { cancel: cancel.clone(), ..Budget::default() };
            let verdict = kb.world_verdict(&concept, individual, budget);
            report.world = Some(verdict.map_err(ApiError::unusable)?.word().to_owned());
        }
        let shown = shown(&explanation);
        Ok(Json(ExplainAnswer {
            text: report.text(),
            report,
            graph: neighbourhood(graph, request.names, individual, &shown, EXPLAINED_NODES),
            nodes: node_verdicts(&explanation),
        }))
    })
    .await
}

/// The individuals and the steps between them that an explanation rests on.
fn shown(explanation: &Explanation) -> Shown {
    let mut shown = Shown::default();
    for verdict in &explanation.verdicts {
        shown.individuals.push(verdict.individual);
        for &below in &verdict.because {
            let other = explanation.verdicts[below].individual;
            if other != verdict.individual {
                shown.steps.insert((verdict.individual, other));
            }
        }
    }
    shown
}

fn node_verdicts(explanation: &Explanation) -> Vec<NodeVerdict> {
    let mut by_node = BTreeMap::new();
    for verdict in &explanation.verdicts {
        *by_node.entry(verdict.part.start).or_insert(false) |= verdict.holds;
    }
    by_node.into_iter().map(|(at, holds)| NodeVerdict { at, holds }).collect()
}

/// A concept to be written.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RenderRequest {
    /// The concept, in DL, Manchester or OWL functional syntax.
    #[schema(example = "hasChild some Parent")]
    concept: String,
    /// Which names are written in DL, Manchester syntax and the tree.
    #[serde(default)]
    names: Names,
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

impl From<tree::Look> for NodeKind {
    fn from(look: tree::Look) -> Self {
        match look {
            tree::Look::Name => Self::Name,
            tree::Look::Operator => Self::Operator,
            tree::Look::Restriction => Self::Restriction,
            tree::Look::Data => Self::Data,
        }
    }
}

/// Writes a concept in every notation
#[utoipa::path(post, path = "/knowledge-bases/{kb}/render", tag = "concepts",
    params(("kb" = String, Path, description = "Its id"), Languages), request_body = RenderRequest,
    responses((status = 200, description = "The notations", body = RenderAnswer), Refused))]
pub(super) async fn render(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Languages(languages): Languages,
    Body(request): Body<RenderRequest>,
) -> Result<Json<RenderAnswer>, ApiError> {
    let kb = app.library.kb(&id, &languages)?;
    app.compute(move || {
        let concept = parse(&request.concept, &kb.vocabulary())?;
        let vocabulary = request.names.vocabulary(&kb);
        Ok(Json(notations(&concept, &kb.graph().symbols, &vocabulary)))
    })
    .await
}

/// Concepts to be written.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SpellRequest {
    /// The concepts, in DL, Manchester or OWL functional syntax.
    concepts: Vec<String>,
    /// Which names are written.
    #[serde(default)]
    names: Names,
}

/// A concept as people read it.
#[derive(Serialize, ToSchema)]
pub(super) struct Spelled {
    /// In DL syntax.
    dl: String,
    /// In Manchester syntax.
    manchester: String,
    /// A sentence.
    text: String,
}

/// Writes concepts with the names that people use
#[utoipa::path(post, path = "/knowledge-bases/{kb}/spell", tag = "concepts",
    params(("kb" = String, Path, description = "Its id"), Languages), request_body = SpellRequest,
    responses((status = 200, description = "One for each", body = [Spelled]), Refused))]
pub(super) async fn spell(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Languages(languages): Languages,
    Body(request): Body<SpellRequest>,
) -> Result<Json<Vec<Spelled>>, ApiError> {
    let kb = app.library.kb(&id, &languages)?;
    app.compute_while_wanted(move |cancel| {
        let (ids, shown) = (kb.vocabulary(), request.names.vocabulary(&kb));
        let spell = |text: &String| {
            if cancel.is_cancelled() {
                return Err(ApiError::abandoned());
            }
            let concept = parse(text, &ids)?;
            let text = english::print(&concept, &kb.graph().symbols);
            let manchester = manchester::print_in(&concept, &shown);
            Ok(Spelled { dl: dl::print_in(&concept, &shown), manchester, text })
        };
        request.concepts.iter().map(spell).collect::<Result<_, _>>().map(Json)
    })
    .await
}

fn notations(concept: &Concept, symbols: &Symbols, vocabulary: &Vocabulary<'_>) -> RenderAnswer {
    let possible = |written: Result<String, WriteError>| written.ok();
    let define = |format| rdf::print(&rdf::Definition::new(DEFINED), concept, symbols, format);
    let node = |item: tree::Item| TreeNode {
        text: item.text,
        kind: item.look.into(),
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
