//! A knowledge base as a Python object: a frozen graph that any number of learners share.

use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::sync::OnceLock;

use evolearner::endpoint::{Access, CacheSettings, EndpointSettings};
use evolearner::{
    Budget, Existentials, Format, Graph, GraphSettings, Inference, Input, LabelLanguages,
    embedded_statement,
};
use pyo3::exceptions::{PyRuntimeError, PyRuntimeWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyType};

use crate::arguments;
use crate::attend::attend;
use crate::concept::{Concept, concept_of};
use crate::error;
use crate::files::{inputs, snapshot_file, write_whole};

/// A knowledge base: classes, properties and individuals, with everything that follows already
/// derived. It never changes, and any number of learners and threads can share it.
///
/// ``path`` is a file, a list of files, bytes, or an rdflib graph. RDF/XML, Turtle, N-Triples,
/// N-Quads, TriG, JSON-LD, OWL/XML, OWL functional syntax and snapshots are recognised by their
/// content, compressed or not. ``label_languages`` are tags such as ``["de", "en"]``, best first: in
/// which languages labels are shown, where things have several.
///
/// >>> from evolearner import KnowledgeBase
/// >>> kb = KnowledgeBase(b"@prefix : <http://example.org/> . :anna a :Mother .")
/// >>> kb.instances("Mother")
/// ['http://example.org/anna']
#[pyclass(frozen, weakref, module = "evolearner")]
pub(crate) struct KnowledgeBase {
    inner: evolearner::KnowledgeBase,
    digest: OnceLock<String>,
    /// What is known of the store that it was fetched from, as JSON.
    endpoint: Option<String>,
}

impl KnowledgeBase {
    pub(crate) fn inner(&self) -> &evolearner::KnowledgeBase {
        &self.inner
    }

    pub(crate) fn concept(&self, concept: evolearner::Concept) -> Concept {
        Concept::of_graph(concept, self.inner.shared_graph())
    }

    fn new_loaded(inner: evolearner::KnowledgeBase) -> Self {
        Self { inner, digest: OnceLock::new(), endpoint: None }
    }

    fn graph(&self) -> &Graph {
        self.inner.graph()
    }

    fn snapshot(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.graph().write_snapshot(&mut bytes)?;
        Ok(bytes)
    }
}

#[pymethods]
impl KnowledgeBase {
    #[new]
    #[pyo3(signature = (
        path, *, inference="full", existentials="ignore", format=None, strict=false,
        label_languages=Vec::new()
    ))]
    fn new(
        py: Python<'_>,
        path: &Bound<'_, PyAny>,
        inference: &str,
        existentials: &str,
        format: Option<&str>,
        strict: bool,
        label_languages: Vec<String>,
    ) -> PyResult<Self> {
        let format = match format {
            Some(word) => Some(word.parse::<Format>().map_err(|unknown| {
                PyValueError::new_err(format!("format cannot be {word:?}: {unknown}"))
            })?),
            None => None,
        };
        let kb = match snapshot_file(path)? {
            Some((name, file)) => match open_snapshot(py, &name, &file)? {
                Some(kb) => kb,
                None => open(py, inputs(path, format)?, inference, existentials)?,
            },
            None => open(py, inputs(path, format)?, inference, existentials)?,
        };
        if let Some(inconsistency) = &kb.graph().origin.inconsistency {
            let witness = kb.graph().symbols.individuals.get(inconsistency.witness);
            let reason = &inconsistency.reason;
            let text = format!("the knowledge base is inconsistent: {witness}: {reason}");
            if strict {
                return Err(PyValueError::new_err(text));
            }
            error::warn::<PyRuntimeWarning>(py, &text, 1)?;
        }
        if label_languages.is_empty() { Ok(kb) } else { kb.with_label_languages(label_languages) }
    }

    /// The same knowledge base with labels in these languages, best first. Facts are shared.
    #[expect(clippy::needless_pass_by_value, reason = "arguments from Python are owned")]
    fn with_label_languages(&self, languages: Vec<String>) -> PyResult<Self> {
        let tags = languages.join(",");
        let languages = if tags.is_empty() { Ok(LabelLanguages::default()) } else { tags.parse() };
        let languages = languages.map_err(|bad| PyValueError::new_err(bad.to_string()))?;
        let inner = self.inner.with_label_languages(languages);
        Ok(Self { inner, digest: self.digest.clone(), endpoint: self.endpoint.clone() })
    }

    /// The languages in which labels are shown, best first; empty for the usual order.
    #[getter]
    fn label_languages(&self) -> Vec<String> {
        self.graph().symbols.label_languages.tags().to_vec()
    }

    /// A knowledge base of triples ``(subject, predicate, object)``.
    ///
    /// Strings are IRIs (``"a"`` is ``rdf:type``, ``"_:x"`` a blank node); numbers, booleans and
    /// dates are values, and so is ``Literal("text")``. Terms of rdflib are taken as they are.
    /// ``options`` are those of ``KnowledgeBase``.
    ///
    /// >>> from evolearner import KnowledgeBase
    /// >>> ex = "http://example.org/"
    /// >>> kb = KnowledgeBase.from_triples([
    /// ...     (ex + "anna", "a", ex + "Person"),
    /// ...     (ex + "anna", ex + "age", 41),
    /// ... ])
    /// >>> kb.instances("age some xsd:integer[>= 40]")
    /// ['http://example.org/anna']
    #[classmethod]
    #[pyo3(signature = (triples, **options))]
    fn from_triples<'py>(
        class: &Bound<'py, PyType>,
        triples: &Bound<'py, PyAny>,
        options: Option<Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let module = class.py().import("evolearner._triples")?;
        let options = options.unwrap_or_else(|| PyDict::new(class.py()));
        options.set_item("format", "ntriples")?;
        class.call((module.call_method1("ntriples", (triples,))?,), Some(&options))
    }

    /// What concepts up to a depth can say about individuals of a SPARQL endpoint, fetched from there.
    ///
    /// ``individuals`` are IRIs, such as all examples. ``fetched`` is a folder in which answers are kept, so that
    /// a second call asks nothing. A login is taken from the environment (``EVOLEARNER_ENDPOINT_USER``,
    /// ``_PASSWORD``, ``_HEADER``). The property ``endpoint`` says whether the result is exact.
    #[classmethod]
    #[pyo3(signature = (
        url, individuals, *, depth=2, inference="classes", incoming=false, graphs=Vec::new(),
        leave_out=Vec::new(), fan_out=None, max_requests=None, fetched=None, refresh=false, offline=false,
        contact=None
    ))]
    #[expect(
        clippy::too_many_arguments,
        clippy::needless_pass_by_value,
        reason = "they are keywords in Python, which hands over lists"
    )]
    fn from_endpoint(
        class: &Bound<'_, PyType>,
        url: String,
        individuals: Vec<String>,
        depth: usize,
        inference: &str,
        incoming: bool,
        graphs: Vec<String>,
        leave_out: Vec<String>,
        fan_out: Option<u64>,
        max_requests: Option<u64>,
        fetched: Option<PathBuf>,
        refresh: bool,
        offline: bool,
        contact: Option<String>,
    ) -> PyResult<Self> {
        let inference = Inference::from_word(inference).ok_or_else(|| {
            error::of_choice("inference", inference, &Inference::ALL.map(Inference::word))
        })?;
        let mut settings = EndpointSettings::new(url);
        (settings.depth, settings.incoming, settings.graphs) = (depth, incoming, graphs);
        settings.derives_all = inference == Inference::Full;
        settings.left_out.extend(leave_out);
        settings.fan_out = fan_out.unwrap_or(settings.fan_out);
        settings.limits.requests = max_requests.unwrap_or(settings.limits.requests);
        settings.access = Access::from_variables(|name| std::env::var(name).ok())
            .map_err(|wrong| PyValueError::new_err(wrong.to_string()))?;
        settings.access.contact = contact;
        settings.cache = fetched.map(|folder| {
            let mut cache = CacheSettings::new(folder);
            (cache.refresh, cache.offline) = (refresh, offline);
            cache
        });
        let graph = GraphSettings::default().with_inference(inference);
        let (loaded, outcome) = attend::<_, ()>(
            class.py(),
            || {},
            |()| Ok(()),
            |_desk| {
                evolearner::KnowledgeBase::from_endpoint(settings, &individuals, graph, &mut |_| {})
            },
        );
        outcome?;
        let (inner, store) =
            loaded.map_err(|failure| PyRuntimeError::new_err(failure.to_string()))?;
        let model = serde_json::to_string(&store.model()).map_err(|bad| error::of_json(&bad))?;
        Ok(Self { endpoint: Some(model), ..Self::new_loaded(inner) })
    }

    /// What is known of the endpoint that it was fetched from (``exact``, ``inexact``, ``triples`` and so
    /// on), or ``None``.
    #[getter]
    fn endpoint<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(text) = &self.endpoint else { return Ok(None) };
        py.import("json")?.call_method1("loads", (text,)).map(Some)
    }

    /// The IRIs of all individuals, sorted.
    #[getter]
    fn individuals(&self) -> Vec<&str> {
        self.graph().symbols.individuals.iter().map(|(_, name)| name).collect()
    }

    /// The IRIs of all named classes, sorted.
    #[getter]
    fn classes(&self) -> Vec<&str> {
        self.graph().symbols.classes.iter().map(|(_, name)| name).collect()
    }

    /// The IRIs of all object properties, sorted.
    #[getter]
    fn object_properties(&self) -> Vec<&str> {
        self.graph().symbols.object_properties.iter().map(|(_, name)| name).collect()
    }

    /// The IRIs of all data properties, sorted.
    #[getter]
    fn data_properties(&self) -> Vec<&str> {
        self.graph().symbols.data_properties.iter().map(|(_, name)| name).collect()
    }

    /// How much was derived when it was loaded.
    #[getter]
    fn inference(&self) -> &str {
        self.graph().origin.inference.word()
    }

    /// What became of unnamed successors when it was loaded.
    #[getter]
    fn existentials(&self) -> &str {
        self.graph().origin.existentials.word()
    }

    /// The individuals under a concept (a ``Concept``, or text in any notation), sorted.
    #[pyo3(signature = (concept, *, forall="standard"))]
    fn instances(
        &self,
        py: Python<'_>,
        concept: &Bound<'_, PyAny>,
        forall: &str,
    ) -> PyResult<Vec<&str>> {
        let forall = arguments::forall(forall)?;
        let concept = concept_of(concept, Some(self))?.within(self)?;
        let members = py.detach(|| self.inner.retrieve(&concept, forall));
        Ok(members.iter().map(|member| self.graph().symbols.individuals.get(member)).collect())
    }

    /// Which of these individuals are under a concept, in their order.
    #[pyo3(signature = (concept, individuals, *, forall="standard"))]
    fn contains(
        &self,
        py: Python<'_>,
        concept: &Bound<'_, PyAny>,
        individuals: &Bound<'_, PyAny>,
        forall: &str,
    ) -> PyResult<Vec<bool>> {
        let forall = arguments::forall(forall)?;
        let concept = concept_of(concept, Some(self))?.within(self)?;
        let individuals = arguments::individuals(&self.inner, individuals)?;
        Ok(py.detach(|| self.inner.contains(&concept, &individuals, forall)))
    }

    /// What the axioms say of a concept and individuals under OWL's own semantics, in an open world:
    /// for each individual ``entailed``, ``excluded``, ``unknown`` or ``not decided``.
    ///
    /// >>> from evolearner import load_family
    /// >>> kb = load_family().knowledge_base
    /// >>> kb.world("hasChild some Person", ["anna-toth-64"])
    /// ['entailed']
    fn world(
        &self,
        py: Python<'_>,
        concept: &Bound<'_, PyAny>,
        individuals: &Bound<'_, PyAny>,
    ) -> PyResult<Vec<&'static str>> {
        let concept = concept_of(concept, Some(self))?.within(self)?;
        let individuals = arguments::individuals(&self.inner, individuals)?;
        let budget = Budget::default();
        let cancel = budget.cancel.clone();
        let (verdicts, outcome) = attend::<_, ()>(
            py,
            || cancel.cancel(),
            |()| Ok(()),
            |_desk| self.inner.open_world(budget)?.verdicts(&concept, &individuals),
        );
        outcome?;
        let verdicts = verdicts.map_err(|wrong| PyValueError::new_err(wrong.to_string()))?;
        Ok(verdicts.into_iter().map(evolearner::retrieval::WorldVerdict::word).collect())
    }

    /// Suggests definitions and superclasses of the classes, domains and ranges of the properties, and
    /// individuals that seem to be in the wrong class, as ``evolearner enrich --format json`` prints it.
    ///
    /// ``options`` are ``classes`` (all where it is left out), ``min_instances``, ``max_examples``,
    /// ``suggestions``, ``min_quality``, ``callback`` (called with the number of classes that are done
    /// and of all), and the parameters of ``EvoLearner``.
    #[pyo3(signature = (**options))]
    fn enrich<'py>(
        this: &Bound<'py, Self>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let module = this.py().import("evolearner._enrich")?;
        module.getattr("enrich")?.call((this,), options)
    }

    /// The named classes of an individual, stated and derived, sorted.
    fn types(&self, individual: &Bound<'_, PyAny>) -> PyResult<Vec<&str>> {
        let individual = arguments::individual(&self.inner, individual)?;
        let classes = self.graph().symbols.classes.iter();
        let own = classes.filter(|(class, _)| self.graph().instances(*class).contains(individual));
        Ok(own.map(|(_, name)| name).collect())
    }

    /// What is in it, what was derived, and what was not understood, as ``evolearner inspect
    /// --format json`` prints it.
    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let report = self.inner.inspect();
        let text = serde_json::to_string(&report).map_err(|bad| error::of_json(&bad))?;
        py.import("json")?.call_method1("loads", (text,))
    }

    /// Writes a file: a snapshot, which opens at once, or with the ending ``.nt`` or ``.ttl``
    /// everything that is known as RDF. The file appears when it is complete.
    #[expect(clippy::needless_pass_by_value, reason = "arguments from Python are owned")]
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        py.detach(|| write_whole(&path, self.graph()))
            .map_err(|failure| error::of_file(&path, "write", &failure))
    }

    /// The snapshot as bytes, which ``KnowledgeBase`` opens again.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &py.detach(|| self.snapshot())?))
    }

    /// A hash of the contents.
    #[getter]
    fn digest(&self, py: Python<'_>) -> String {
        let digest = || {
            let (length, checksum) = self.graph().identity();
            format!("{length:016x}{checksum:016x}")
        };
        py.detach(|| self.digest.get_or_init(digest).clone())
    }

    fn __contains__(&self, name: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.inner.vocabulary().individual(&arguments::name(name)?).is_ok())
    }

    fn __len__(&self) -> usize {
        self.graph().n_individuals()
    }

    fn __copy__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __deepcopy__(this: Py<Self>, memo: &Bound<'_, PyAny>) -> Py<Self> {
        let _ = memo;
        this
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        this.py().import("evolearner._transport")?.call_method1("reduce", (this,))
    }

    fn __repr__(&self) -> String {
        let symbols = &self.graph().symbols;
        format!(
            "KnowledgeBase({} individuals, {} classes, {} object properties, {} data properties)",
            symbols.individuals.len(),
            symbols.classes.len(),
            symbols.object_properties.len(),
            symbols.data_properties.len()
        )
    }
}

/// The knowledge base of the examples in the documentation, and who is an uncle in it.
#[pyfunction]
pub(crate) fn embedded_family(py: Python<'_>) -> (KnowledgeBase, Vec<String>, Vec<String>) {
    let kb = KnowledgeBase::new_loaded(py.detach(evolearner::KnowledgeBase::embedded));
    let statement = embedded_statement();
    (kb, statement.positives, statement.negatives)
}

/// A snapshot is mapped, and checked whole: what is asked of a knowledge base later cannot fail.
fn open_snapshot(py: Python<'_>, name: &str, file: &File) -> PyResult<Option<KnowledgeBase>> {
    let loaded = py.detach(|| match evolearner::map_snapshot(name, file)? {
        Some(loaded) => loaded.checked().map(Some),
        None => Ok(None),
    });
    let loaded = loaded.map_err(|failure| error::of_loading(&failure))?;
    Ok(loaded.map(|loaded| KnowledgeBase::new_loaded(loaded.into())))
}

fn open(
    py: Python<'_>,
    inputs: Vec<Input<'static>>,
    inference: &str,
    existentials: &str,
) -> PyResult<KnowledgeBase> {
    let inference = Inference::from_word(inference).ok_or_else(|| {
        error::of_choice("inference", inference, &Inference::ALL.map(Inference::word))
    })?;
    let existentials = Existentials::from_word(existentials).ok_or_else(|| {
        let words = Existentials::ALL.map(Existentials::word);
        error::of_choice("existentials", existentials, &words)
    })?;
    let settings =
        GraphSettings::default().with_inference(inference).with_existentials(existentials);
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let budget = Budget { threads, ..Budget::default() };
    let (loaded, outcome) = attend::<_, ()>(
        py,
        || budget.cancel.cancel(),
        |()| Ok(()),
        |_desk| evolearner::KnowledgeBase::open_within(inputs, settings, &budget, &mut |_| None),
    );
    outcome?;
    let loaded = loaded.map_err(|failure| error::of_loading(&failure))?;
    Ok(KnowledgeBase::new_loaded(loaded))
}
