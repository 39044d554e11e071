//! A store as a knowledge base: what was fetched from it, and what it says of concepts.
//!
//! Learning works on the fragment, which is an ordinary knowledge base. The store is asked afterwards: about
//! the examples first, whose answers are known, so that a form of query is tried before it is trusted; then
//! for the number of instances and for some that are no examples.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Cursor;

use evolearner_dl::{ClassId, Concept, Forall, Id, IndividualId, Node};
use evolearner_endpoint::{
    EndpointSettings, Error as EndpointError, FetchProgress, Fragment, FragmentFacts, Session,
};
use evolearner_evaluate::{Confusion, Covered, Examples};
use evolearner_graph::{GraphSettings, Inference};
use evolearner_owl::{Format, Input};
use evolearner_report::endpoint::{EndpointModel, GapModel, StoreAnswer};
use evolearner_retrieve::Hierarchy;
use evolearner_syntax::sparql::{self, Dialect, QuerySettings};

use crate::knowledge_base::KnowledgeBase;
use crate::learned::measures;
use crate::load::{LoadError, Loaded, load};

/// Examples of one question to a store.
const BATCH: usize = 200;
/// The most instances that are listed without being asked for.
const FIRST_PAGE: usize = 100;

/// Why a store is no knowledge base.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RemoteError {
    /// Nothing can be fetched.
    #[error(transparent)]
    Endpoint(#[from] EndpointError),
    /// What was fetched cannot be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A concept has no query.
    #[error("{0}")]
    Query(String),
}

/// The instances of a concept in a store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prediction {
    /// The instances, by IRI, sorted.
    pub instances: Vec<String>,
    /// Whether the store gave as many as it counted.
    pub is_complete: bool,
    /// How many instances the store counts.
    pub counted: u64,
}

/// A store, what was fetched from it, and how it is asked.
pub struct RemoteStore {
    session: Session,
    settings: EndpointSettings,
    facts: FragmentFacts,
    dialect: Dialect,
}

impl KnowledgeBase {
    /// Fetches what concepts can say about individuals, named by IRI, and loads it. The file that
    /// [`RemoteStore::fetch`] gives is the same knowledge base.
    pub fn from_endpoint(
        settings: EndpointSettings,
        individuals: &[String],
        graph: GraphSettings,
        report: &mut dyn FnMut(FetchProgress),
    ) -> Result<(Self, RemoteStore), RemoteError> {
        let (loaded, store) = RemoteStore::load(settings, individuals, graph, report)?;
        Ok((loaded.into(), store))
    }
}

impl RemoteStore {
    /// Fetches what concepts can say about individuals, as N-Triples.
    pub fn fetch(
        settings: EndpointSettings,
        individuals: &[String],
        report: &mut dyn FnMut(FetchProgress),
    ) -> Result<(Self, Fragment), RemoteError> {
        let mut session = Session::new(&settings)?;
        let fragment = session.fragment(&settings, individuals, report)?;
        let facts = fragment.facts.clone();
        let is_virtuoso = facts.server.to_ascii_lowercase().contains("virtuoso");
        let dialect = if is_virtuoso { Dialect::Counts } else { Dialect::Sets };
        Ok((Self { session, settings, facts, dialect }, fragment))
    }

    /// Fetches what concepts can say about individuals, and loads it.
    pub fn load(
        settings: EndpointSettings,
        individuals: &[String],
        graph: GraphSettings,
        report: &mut dyn FnMut(FetchProgress),
    ) -> Result<(Loaded, Self), RemoteError> {
        let (store, fragment) = Self::fetch(settings, individuals, report)?;
        let input = Input {
            name: store.settings.url.clone(),
            bytes: Box::new(Cursor::new(fragment.ntriples)),
            format: Some(Format::NTriples),
        };
        let loaded = load(vec![input], graph, &mut |_| None)?;
        Ok((loaded, store))
    }

    /// The members that a store states of a class, by IRI, sorted.
    pub fn members(settings: &EndpointSettings, class: &str) -> Result<Vec<String>, RemoteError> {
        Ok(Session::new(settings)?.members(class)?)
    }

    /// The same, asked in another form than the name of the server suggests.
    pub fn with_dialect(self, dialect: Dialect) -> Self {
        Self { dialect, ..self }
    }

    /// What is known of the fragment.
    pub fn facts(&self) -> &FragmentFacts {
        &self.facts
    }

    /// What is known of the fragment, as plain data.
    pub fn model(&self) -> EndpointModel {
        let gap = |gap: &evolearner_endpoint::Gap| GapModel {
            property: gap.property.clone(),
            hop: gap.hop,
            reason: gap.reason.word().to_owned(),
            individuals: gap.individuals,
            kept: gap.kept,
            of: gap.of,
            statement: gap.to_string(),
        };
        EndpointModel {
            url: self.settings.url.clone(),
            server: self.facts.server.clone(),
            depth: self.settings.depth,
            exact: self.facts.inexact.is_empty(),
            inexact: self.facts.inexact.iter().map(gap).collect(),
            left_out: self.facts.left_out.clone(),
            triples: self.facts.triples,
            individuals: self.facts.individuals.clone(),
            requests: self.session.usage().requests,
            answer: None,
        }
    }

    /// Whether a concept speaks of nothing that was not fetched.
    pub fn is_exact(&self, kb: &KnowledgeBase, concept: &Concept) -> bool {
        let symbols = &kb.graph().symbols;
        let mut names: BTreeSet<&str> = BTreeSet::from(["*"]);
        for node in concept.nodes() {
            match node {
                Node::Class(_) => names.insert(RDF_TYPE),
                Node::Data(data) => names.insert(symbols.data_properties.get(data.property)),
                node => node
                    .role()
                    .is_some_and(|role| names.insert(symbols.object_properties.get(role.property))),
            };
        }
        let has_inverse = concept.nodes().iter().filter_map(Node::role).any(|role| role.inverse);
        role_depth(concept) <= self.settings.depth
            && (self.settings.incoming || !has_inverse)
            && !self.facts.inexact.iter().any(|gap| names.contains(gap.property.as_str()))
    }

    /// What the store says of a concept: how it does on the examples, how many instances it has, and some of
    /// them that are no examples. What the store does not answer is a remark, not an error.
    pub fn verify(
        &mut self,
        kb: &KnowledgeBase,
        concept: &Concept,
        examples: &Examples,
        forall: Forall,
    ) -> Result<StoreAnswer, RemoteError> {
        let symbols = &kb.graph().symbols;
        let name = |id: &IndividualId| symbols.individuals.get(*id).to_owned();
        let individuals: Vec<IndividualId> = examples.individuals().to_vec();
        let iris: Vec<String> = individuals.iter().map(name).collect();
        let mut remarks = Vec::new();
        if forall == Forall::Nonempty {
            remarks
                .push("queries read ∀ as true without successors, the answer does not".to_owned());
        }
        let mut there: BTreeSet<String> = BTreeSet::new();
        for batch in iris.chunks(BATCH) {
            let settings =
                QuerySettings { among: Some(batch.to_vec()), ..self.query(kb, concept, examples) };
            let query = written(sparql::select_as(concept, symbols, &settings))?;
            there.extend(self.session.few(&query)?);
        }
        let here = kb.contains(concept, &individuals, forall);
        let differs = |(iri, is_here): &(&String, &bool)| there.contains(*iri) != **is_here;
        let differing: Vec<String> =
            iris.iter().zip(&here).filter(differs).map(|(iri, _)| iri.clone()).collect();
        if !differing.is_empty() {
            remarks.push(self.explanation(kb, concept));
        }
        let is_member: Vec<bool> = iris.iter().map(|iri| there.contains(iri)).collect();
        let n_covered = |side: &[IndividualId]| {
            let is_covered = |one: &&IndividualId| {
                individuals.binary_search(one).is_ok_and(|place| is_member[place])
            };
            side.iter().filter(is_covered).count() as u32
        };
        let covered = Covered {
            positives: n_covered(examples.positives()),
            negatives: n_covered(examples.negatives()),
        };
        let confusion = Confusion::new(covered, examples.n_positives(), examples.n_negatives());
        let settings = self.query(kb, concept, examples);
        let mut instances = None;
        let counted = written(sparql::count_as(concept, symbols, &settings))?;
        match self.session.number(&counted) {
            Ok(n) => instances = Some(n),
            Err(error) => remarks.push(format!("the instances are not counted: {error}")),
        }
        let mut new = Vec::new();
        let select = written(sparql::select_as(concept, symbols, &settings))?;
        let known: BTreeSet<&String> = iris.iter().collect();
        let page = format!("{}LIMIT {}\n", select, FIRST_PAGE + iris.len());
        match self.session.few(&page) {
            Ok(found) => new.extend(found.into_iter().filter(|iri| !known.contains(iri))),
            Err(error) => remarks.push(format!("the instances are not listed: {error}")),
        }
        new.sort_unstable();
        new.truncate(FIRST_PAGE);
        Ok(StoreAnswer {
            dialect: self.dialect_word().to_owned(),
            exact: self.is_exact(kb, concept),
            measures: measures(confusion),
            differing,
            instances,
            new,
            remarks,
        })
    }

    /// All instances of a concept in the store. A concept that only denies is asked of the members of a
    /// class, the scope.
    pub fn predict(
        &mut self,
        kb: &KnowledgeBase,
        concept: &Concept,
        scope: Option<String>,
        report: &mut dyn FnMut(usize),
    ) -> Result<Prediction, RemoteError> {
        let symbols = &kb.graph().symbols;
        let subclasses = subclasses(kb, concept, scope.as_deref());
        let settings =
            QuerySettings { dialect: self.dialect, scope, subclasses, ..QuerySettings::default() };
        let select = written(sparql::select_as(concept, symbols, &settings))?;
        let counted = written(sparql::count_as(concept, symbols, &settings))?;
        let (instances, counted) = self.session.all(&select, &counted, report)?;
        let is_complete = instances.len() as u64 == counted;
        Ok(Prediction { instances, is_complete, counted })
    }

    /// The word for the form in which the store is asked.
    pub fn dialect_word(&self) -> &'static str {
        match self.dialect {
            Dialect::Sets => "sets",
            Dialect::Bool => "bool",
            Dialect::Counts => "counts",
        }
    }

    fn query(&self, kb: &KnowledgeBase, concept: &Concept, examples: &Examples) -> QuerySettings {
        let graph = kb.graph();
        let class = examples.common_class(graph);
        let scope = class.map(|class| graph.symbols.classes.get(class).to_owned());
        let subclasses = subclasses(kb, concept, scope.as_deref());
        QuerySettings { dialect: self.dialect, scope, subclasses, ..QuerySettings::default() }
    }

    /// Why a store may say otherwise.
    fn explanation(&self, kb: &KnowledgeBase, concept: &Concept) -> String {
        if role_depth(concept) > self.settings.depth {
            return format!(
                "the concept nests {} restrictions and {} were fetched",
                role_depth(concept),
                self.settings.depth
            );
        }
        if !self.is_exact(kb, concept) {
            return "the concept speaks of properties that were not fetched whole".to_owned();
        }
        if kb.graph().origin.inference == Inference::Full {
            return "the store may not derive what was derived here".to_owned();
        }
        "the data changed since it was fetched, or the store answers the query wrongly".to_owned()
    }
}

/// The classes below those of a concept and below the scope, unless nothing is derived here.
fn subclasses(
    kb: &KnowledgeBase,
    concept: &Concept,
    scope: Option<&str>,
) -> BTreeMap<ClassId, Vec<String>> {
    let graph = kb.graph();
    if graph.origin.inference == Inference::None {
        return BTreeMap::new();
    }
    let hierarchy = Hierarchy::of(graph);
    let classes = &graph.symbols.classes;
    let named = concept.nodes().iter().filter_map(|node| match node {
        Node::Class(class) => Some(*class),
        _ => None,
    });
    let all = named.chain(scope.and_then(|iri| classes.find(iri)));
    let below = |class: ClassId| -> Vec<String> {
        (0..classes.len())
            .map(ClassId::new)
            .filter(|other| *other != class && hierarchy.is_subclass(*other, class))
            .map(|other| classes.get(other).to_owned())
            .collect()
    };
    all.map(|class| (class, below(class))).collect()
}

const RDF_TYPE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

/// How many restrictions on roles are nested in a concept.
fn role_depth(concept: &Concept) -> usize {
    concept.fold(|node, children: &mut Vec<usize>| {
        let below = children.iter().copied().max().unwrap_or_default();
        below + usize::from(node.role().is_some())
    })
}

fn written<T>(query: Result<T, evolearner_syntax::WriteError>) -> Result<T, RemoteError> {
    query.map_err(|error| RemoteError::Query(error.to_string()))
}
