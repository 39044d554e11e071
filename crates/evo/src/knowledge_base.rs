//! A knowledge base: a frozen graph with what is made once and used by all.

use std::fs::File;
use std::io::Cursor;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use evolearner_dl::{Budget, Concept, Forall, IndividualId, LabelLanguages};
use evolearner_graph::{Graph, GraphSettings};
use evolearner_owl::{Axiom, Input};
use evolearner_report::inspect::InspectReport;
use evolearner_retrieve::{BitSet, Hierarchy, Knowledge, RetrieveSettings};
use evolearner_syntax::Vocabulary;

use crate::definitions::Definitions;
use crate::embedded::embedded_input;
use crate::inspected::inspect_report;
use crate::load::{LoadError, LoadTimes, Loaded, Resolver, load, load_within, map_snapshot};

/// A graph, how long it took to make, and the hierarchy of its classes. Clones share everything.
#[derive(Clone)]
pub struct KnowledgeBase {
    graph: Arc<Graph>,
    made: Arc<Made>,
}

/// What goes with a graph, in whatever language its labels are read.
struct Made {
    times: LoadTimes,
    hierarchy: OnceLock<Hierarchy>,
    definitions: Definitions,
    axioms: Option<Vec<Axiom>>,
}

impl From<Loaded> for KnowledgeBase {
    fn from(Loaded { graph, times, definitions, axioms }: Loaded) -> Self {
        let made = Made { times, hierarchy: OnceLock::new(), definitions, axioms };
        Self { graph: Arc::new(graph), made: Arc::new(made) }
    }
}

impl KnowledgeBase {
    /// Loads a knowledge base from one or more files, or from one snapshot.
    pub fn open(inputs: Vec<Input<'_>>, settings: GraphSettings) -> Result<Self, LoadError> {
        load(inputs, settings, &mut |_| None).map(Self::from)
    }

    /// As [`Self::open`], unless loading is cancelled or uses up its budget; imports are looked for
    /// with `resolve`.
    pub fn open_within(
        inputs: Vec<Input<'_>>,
        settings: GraphSettings,
        budget: &Budget,
        resolve: &mut Resolver<'_>,
    ) -> Result<Self, LoadError> {
        load_within(inputs, settings, budget, resolve).map(Self::from)
    }

    /// Loads a file. A snapshot is mapped into memory, which processes share, and must not be written to as
    /// long as it is in use.
    pub fn from_path(path: impl AsRef<Path>) -> Result<Self, LoadError> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let file =
            File::open(path).map_err(|cause| LoadError::Import { name: name.clone(), cause })?;
        if let Some(loaded) = map_snapshot(&name, &file)? {
            return loaded.checked().map(Self::from);
        }
        let input = Input { name, bytes: Box::new(file), format: None };
        Self::open(vec![input], GraphSettings::default())
    }

    /// Loads bytes, which have a name for messages; its ending may help to find the format.
    pub fn from_bytes(name: &str, bytes: Vec<u8>) -> Result<Self, LoadError> {
        let bytes = Box::new(Cursor::new(bytes));
        let input = Input { name: name.to_owned(), bytes, format: None };
        Self::open(vec![input], GraphSettings::default())
    }

    /// The family that is used when no knowledge base is given.
    pub fn embedded() -> Self {
        let loaded = Self::open(vec![embedded_input()], GraphSettings::default());
        loaded.expect("the embedded family can be read")
    }

    /// The same knowledge base with labels in these languages, where there are several. Facts are shared.
    #[must_use]
    pub fn with_label_languages(&self, languages: LabelLanguages) -> Self {
        let mut graph = Graph::clone(&self.graph);
        graph.symbols.label_languages = languages;
        Self { graph: Arc::new(graph), made: Arc::clone(&self.made) }
    }

    /// The graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The graph, to be kept beyond the knowledge base.
    pub fn shared_graph(&self) -> &Arc<Graph> {
        &self.graph
    }

    /// What is stated about classes.
    pub(crate) fn definitions(&self) -> &Definitions {
        &self.made.definitions
    }

    /// The axioms, unless the graph comes from a snapshot.
    pub(crate) fn axioms(&self) -> Option<&[Axiom]> {
        self.made.axioms.as_deref()
    }

    /// How long loading took.
    pub fn times(&self) -> LoadTimes {
        self.made.times
    }

    /// What is in it, what was derived, and what was not understood.
    pub fn inspect(&self) -> InspectReport {
        inspect_report(self.graph(), self.times().into())
    }

    /// Its names, to read and write concepts with.
    pub fn vocabulary(&self) -> Vocabulary<'_> {
        Vocabulary::new(&self.graph().symbols)
    }

    /// All instances of a concept.
    pub fn retrieve(&self, concept: &Concept, forall: Forall) -> BitSet {
        evolearner_retrieve::retrieve(self.graph(), concept, RetrieveSettings::new(forall))
    }

    /// Whether each of these individuals is an instance of a concept.
    pub fn contains(
        &self,
        concept: &Concept,
        individuals: &[IndividualId],
        forall: Forall,
    ) -> Vec<bool> {
        let settings = RetrieveSettings::new(forall);
        evolearner_retrieve::retrieve_among(self.graph(), concept, settings, individuals)
    }

    /// A concept with the same instances that is no longer, by logic and by what the ontology states.
    pub fn simplify(&self, concept: &Concept, forall: Forall) -> Concept {
        let hierarchy = self.made.hierarchy.get_or_init(|| Hierarchy::of(self.graph()));
        let knowledge = Knowledge::stated(hierarchy).with_forall(forall);
        evolearner_retrieve::simplify(concept, &knowledge)
    }
}
