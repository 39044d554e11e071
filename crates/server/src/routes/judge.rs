//! A concept against examples: what each part does, and what a change of it does.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use evolearner::report::model::Measures;
use evolearner::retrieval::BitSet;
use evolearner::syntax::{Vocabulary, dl, english, tree};
use evolearner::{
    Change, Comparison, Concept, Confusion, DataRange, Examples, Forall, Graph, Id, IndividualId,
    KnowledgeBase, LiteralId, Node, measures, part_of_whole, revise,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::concepts::{NodeKind, parse};
use super::examples::Label;
use crate::api_error::{ApiError, Refused};
use crate::app::App;
use crate::examples;
use crate::extract::{Body, Languages, Path, choice, choice_schema};
use crate::naming::Names;
use crate::search::Item;

/// The most values that a bound can be moved to.
const MAX_BOUNDS: usize = 400;

/// The most individuals that are listed as gained or lost.
const MAX_LISTED: usize = 60;

/// A concept and the examples to judge it by. Either `positives` or `target_class` is given.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "target_class": "Grandfather", "concept": "Male and Parent",
    "change": { "at": 1, "what": "drop" } }))]
pub(super) struct JudgeRequest {
    /// The concept, in DL, Manchester or OWL functional syntax.
    concept: String,
    /// What to change about it first.
    change: Option<ChangeRequest>,
    /// Individuals that it should cover: IRIs or names.
    #[serde(default)]
    positives: Vec<String>,
    /// Individuals that it should not cover. Left out: the other individuals of the most specific
    /// class that has all positives.
    #[serde(default)]
    negatives: Vec<String>,
    /// The instances of this class against the rest.
    target_class: Option<String>,
    /// Which names are written.
    #[serde(default)]
    names: Names,
    /// The reading of `∀`.
    #[serde(default, deserialize_with = "choice")]
    #[schema(schema_with = choice_schema::<Forall>)]
    forall: Forall,
}

/// A change of a concept at one of its nodes.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ChangeRequest {
    /// The place of the node in prefix order, from 0.
    #[schema(maximum = 1_000_000)]
    at: usize,
    /// What is done there.
    what: ChangeKind,
    /// The concept that comes in, or the new bound.
    #[serde(default)]
    with: String,
}

/// What is done at a node.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum ChangeKind {
    /// The part is left out.
    Drop,
    /// Another concept stands in its place.
    Replace,
    /// Another concept is asked for as well.
    And,
    /// Another concept is allowed instead.
    Or,
    /// The bound of a comparison is moved.
    Bound,
}

/// What a concept does.
#[derive(Serialize, ToSchema)]
pub(super) struct JudgeAnswer {
    /// The concept after the change, in DL syntax.
    concept: String,
    /// The same with the names that were asked for.
    shown: String,
    /// A sentence that says it.
    sentence: String,
    /// Its length.
    length: usize,
    /// How it does on the examples.
    train: Measures,
    /// How many individuals it covers.
    covered: usize,
    /// Its parts in prefix order.
    parts: Vec<Part>,
    /// Those that the change lets in, if there is one.
    gained: Option<Moved>,
    /// Those that the change leaves out, if there is one.
    lost: Option<Moved>,
}

/// A node of a concept.
#[derive(Serialize, ToSchema)]
pub(super) struct Part {
    /// What stands in it.
    text: String,
    /// What it stands for.
    kind: NodeKind,
    /// How many of the nodes behind it are right below it.
    children: usize,
    /// What it says about the individuals that the whole is about: inside of restrictions, that some
    /// successor is an instance of the part.
    concept: String,
    /// How many positives satisfy that.
    positives: usize,
    /// How many negatives satisfy that.
    negatives: usize,
    /// The names in the node, for those who want to forbid one.
    names: Vec<Item>,
    /// The bound of a comparison and where it can be moved to.
    bound: Option<Bounds>,
}

/// A bound of a comparison.
#[derive(Serialize, ToSchema)]
pub(super) struct Bounds {
    /// `≤`, `<`, `≥` or `>`.
    comparison: String,
    /// Where it is.
    value: String,
    /// The values that the property has, in ascending order, or a few hundred of them.
    values: Vec<String>,
}

/// Individuals that a change moves to the other side.
#[derive(Serialize, ToSchema)]
pub(super) struct Moved {
    /// How many there are.
    total: usize,
    /// The first of them, examples before others.
    items: Vec<Known>,
}

/// An individual and its label as an example, if it is one.
#[derive(Serialize, ToSchema)]
pub(super) struct Known {
    #[serde(flatten)]
    pub(super) item: Item,
    /// Whether it is a positive or a negative example.
    pub(super) known: Option<Label>,
}

/// The labels of the examples, by individual.
pub(super) struct Labels {
    positives: BitSet,
    negatives: BitSet,
}

impl Labels {
    pub(super) fn new(kb: &KnowledgeBase, examples: &Examples) -> Self {
        let set = |side: &[IndividualId]| {
            let mut set = BitSet::empty(kb.graph().n_individuals());
            for &example in side {
                set.insert(example);
            }
            set
        };
        Self { positives: set(examples.positives()), negatives: set(examples.negatives()) }
    }

    pub(super) fn of(&self, individual: IndividualId) -> Option<Label> {
        match (self.positives.contains(individual), self.negatives.contains(individual)) {
            (true, _) => Some(Label::Positive),
            (_, true) => Some(Label::Negative),
            _ => None,
        }
    }

    /// Negatives that nobody gave are not known.
    pub(super) fn forget_negatives(&mut self) {
        self.negatives.clear();
    }

    pub(super) fn known(&self, kb: &KnowledgeBase, individual: IndividualId) -> Known {
        let symbols = &kb.graph().symbols;
        let item = Item::new(symbols, symbols.individuals.get(individual));
        Known { item, known: self.of(individual) }
    }
}

/// Judges a concept by examples, part by part, and says what a change of it does
#[utoipa::path(post, path = "/knowledge-bases/{kb}/judge", tag = "concepts",
    params(("kb" = String, Path, description = "Its id"), Languages), request_body = JudgeRequest,
    responses((status = 200, description = "What it does", body = JudgeAnswer), Refused))]
pub(super) async fn judge(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Languages(languages): Languages,
    Body(request): Body<JudgeRequest>,
) -> Result<Json<JudgeAnswer>, ApiError> {
    let kb = app.library.kb(&id, &languages)?;
    app.compute_while_wanted(move |cancel| {
        let task = examples::task(
            &kb,
            &request.positives,
            &request.negatives,
            request.target_class.as_deref(),
            &[],
            false,
        )?;
        let before = parse(&request.concept, &kb.vocabulary())?;
        let concept = match &request.change {
            Some(change) => changed(&kb, &before, change)?,
            None => before.clone(),
        };
        let members = kb.retrieve(&concept, request.forall);
        if cancel.is_cancelled() {
            return Err(ApiError::abandoned());
        }
        let examples = &task.examples;
        let covers: Vec<bool> =
            examples.individuals().iter().map(|&x| members.contains(x)).collect();
        let covered = examples.covered_by(&covers);
        let confusion = Confusion::new(covered, examples.n_positives(), examples.n_negatives());
        let vocabulary = request.names.vocabulary(&kb);
        let (mut gained, mut lost) = (None, None);
        if request.change.is_some() {
            let previous = kb.retrieve(&before, request.forall);
            let labels = Labels::new(&kb, examples);
            gained = Some(moved(&kb, &labels, &members, &previous));
            lost = Some(moved(&kb, &labels, &previous, &members));
        }
        Ok(Json(JudgeAnswer {
            shown: dl::print_in(&concept, &vocabulary),
            sentence: english::print_about(
                &concept,
                &kb.graph().symbols,
                examples.common_class(kb.graph()),
            ),
            length: concept.length(),
            train: measures(confusion),
            covered: members.count(),
            parts: parts(&kb, &concept, examples, request.forall, &vocabulary, request.names),
            concept: dl::print_in(&concept, &kb.vocabulary()),
            gained,
            lost,
        }))
    })
    .await
}

fn changed(
    kb: &KnowledgeBase,
    concept: &Concept,
    ChangeRequest { at, what, with }: &ChangeRequest,
) -> Result<Concept, ApiError> {
    let other = || parse(with, &kb.vocabulary());
    let change = match what {
        ChangeKind::Drop => Change::Drop,
        ChangeKind::Replace => Change::Replace(other()?),
        ChangeKind::And => Change::And(other()?),
        ChangeKind::Or => Change::Or(other()?),
        ChangeKind::Bound => Change::Bound(with.clone()),
    };
    let changed = revise(concept, *at, change);
    changed.ok_or_else(|| ApiError::unusable("there is no such part, or the value does not fit it"))
}

/// The individuals of one set that are not in another one, examples first.
fn moved(kb: &KnowledgeBase, labels: &Labels, into: &BitSet, from: &BitSet) -> Moved {
    let mut new: BitSet = into.clone();
    new.and_not(from);
    let (mut examples, mut others) = (Vec::new(), Vec::new());
    for individual in new.iter() {
        let list = if labels.of(individual).is_some() { &mut examples } else { &mut others };
        if list.len() < MAX_LISTED {
            list.push(individual);
        }
    }
    examples.append(&mut others);
    examples.truncate(MAX_LISTED);
    let items = examples.into_iter().map(|x| labels.known(kb, x)).collect();
    Moved { total: new.count(), items }
}

fn parts(
    kb: &KnowledgeBase,
    concept: &Concept,
    examples: &Examples,
    forall: Forall,
    vocabulary: &Vocabulary<'_>,
    names: Names,
) -> Vec<Part> {
    let ids = kb.vocabulary();
    let items = tree::boxes(concept, vocabulary);
    let with_nodes = items.into_iter().zip(concept.nodes()).enumerate();
    with_nodes
        .map(|(at, (item, node))| {
            let part = part_of_whole(concept, at).expect("every node is a part");
            let count =
                |side| kb.contains(&part, side, forall).into_iter().filter(|&is_in| is_in).count();
            Part {
                text: item.text,
                kind: item.look.into(),
                children: item.n_children,
                concept: dl::print_in(&part, &ids),
                positives: count(examples.positives()),
                negatives: count(examples.negatives()),
                names: names_of(kb.graph(), node, names),
                bound: bounds(kb.graph(), node),
            }
        })
        .collect()
}

/// The class or property of a node.
fn names_of(graph: &Graph, node: &Node, names: Names) -> Vec<Item> {
    let symbols = &graph.symbols;
    let iri = match node {
        Node::Class(class) => Some(symbols.classes.get(*class)),
        Node::Data(restriction) => Some(symbols.data_properties.get(restriction.property)),
        node => node.role().map(|role| symbols.object_properties.get(role.property)),
    };
    let item = |iri: &str| Item { iri: iri.to_owned(), name: names.plain(symbols, iri) };
    iri.into_iter().map(item).collect()
}

/// The bound of a comparison, with the values that its property has.
fn bounds(graph: &Graph, node: &Node) -> Option<Bounds> {
    let Node::Data(restriction) = node else { return None };
    let DataRange::Compare(comparison, bound) = &restriction.range else { return None };
    let comparison = match comparison {
        Comparison::AtMost => "≤",
        Comparison::Below => "<",
        Comparison::AtLeast => "≥",
        Comparison::Above => ">",
    };
    let mut values: Vec<u32> =
        graph.values(restriction.property).by_value().iter().map(|&[value, _]| value).collect();
    values.dedup();
    let kind = bound.value().kind;
    values.retain(|&value| graph.literals.kind(LiteralId::new(value as usize)) == kind);
    let n_steps = values.len().div_ceil(MAX_BOUNDS).max(1);
    let last = values.last().copied();
    let mut thinned: Vec<u32> = values.into_iter().step_by(n_steps).collect();
    thinned.extend(last.filter(|last| thinned.last() != Some(last)));
    let lexical = |value: u32| graph.literals.lexical(LiteralId::new(value as usize)).to_owned();
    Some(Bounds {
        comparison: comparison.to_owned(),
        value: bound.lexical().to_owned(),
        values: thinned.into_iter().map(lexical).collect(),
    })
}
