//! A concept as a Python object: the expression and the names it speaks of.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use evolearner::report::names::NameStyle;
use evolearner::retrieval::{ExplainSettings, explain};
use evolearner::syntax::{
    Notation, RdfFormat, dl, english, functional, manchester, mermaid, parse_as, parse_unknown,
    rdf, shacl, sparql, svg,
};
use evolearner::{Graph, Symbols, explain_report};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyType};

use crate::arguments;
use crate::error;
use crate::explanation::Explanation;
use crate::knowledge_base::KnowledgeBase;
use crate::tree;

const RENDERINGS: [&str; 11] = [
    "dl",
    "manchester",
    "functional",
    "sparql",
    "turtle",
    "rdfxml",
    "ntriples",
    "shacl",
    "text",
    "mermaid",
    "svg",
];

/// A class expression of description logic.
///
/// ``text`` may be in DL, Manchester or OWL functional syntax. With a knowledge base, names are
/// those of the knowledge base; without one they are taken as they stand.
///
/// >>> from evolearner import Concept
/// >>> concept = Concept("Male and hasSibling some Parent")
/// >>> print(concept)
/// Male ⊓ ∃ hasSibling.Parent
/// >>> concept.length
/// 5
/// >>> concept.render("text")
/// 'a Male who has a sibling who is a Parent'
#[pyclass(frozen, module = "evolearner")]
pub(crate) struct Concept {
    concept: evolearner::Concept,
    names: Names,
}

/// Where the names of a concept come from.
enum Names {
    Graph(Arc<Graph>),
    Own(Box<Symbols>),
}

impl Concept {
    pub(crate) fn of_graph(concept: evolearner::Concept, graph: &Arc<Graph>) -> Self {
        Self { concept, names: Names::Graph(graph.clone()) }
    }

    fn parsed(
        text: &str,
        kb: Option<&KnowledgeBase>,
        notation: Option<Notation>,
    ) -> PyResult<Self> {
        match kb {
            Some(kb) => {
                let concept = parse_as(text, notation, &kb.inner().vocabulary());
                concept
                    .map(|concept| kb.concept(concept))
                    .map_err(|wrong| error::of_parsing(&wrong))
            }
            None => {
                let parsed = parse_unknown(text, notation);
                let (concept, symbols) = parsed.map_err(|wrong| error::of_parsing(&wrong))?;
                Ok(Self { concept, names: Names::Own(Box::new(symbols)) })
            }
        }
    }

    fn symbols(&self) -> &Symbols {
        match &self.names {
            Names::Graph(graph) => &graph.symbols,
            Names::Own(symbols) => symbols,
        }
    }

    pub(crate) fn print(&self) -> String {
        dl::print(&self.concept, self.symbols())
    }

    fn functional(&self) -> String {
        functional::print(&self.concept, self.symbols())
    }

    /// The same concept in the ids of a knowledge base.
    pub(crate) fn within(&self, kb: &KnowledgeBase) -> PyResult<evolearner::Concept> {
        match &self.names {
            Names::Graph(graph) if Arc::ptr_eq(graph, kb.inner().shared_graph()) => {
                Ok(self.concept.clone())
            }
            // Functional syntax has full IRIs: the text means the same everywhere.
            _ => {
                let concept = functional::parse(&self.functional(), &kb.inner().vocabulary());
                concept.map_err(|wrong| error::of_parsing(&wrong))
            }
        }
    }
}

#[pymethods]
impl Concept {
    #[new]
    #[pyo3(signature = (text, kb=None, *, notation="any"))]
    fn new(text: &Bound<'_, PyAny>, kb: Option<&KnowledgeBase>, notation: &str) -> PyResult<Self> {
        let Ok(text) = text.cast::<PyString>() else {
            return Err(error::of_type("a concept as text", text));
        };
        let notation = match notation {
            "any" => None,
            "dl" => Some(Notation::Dl),
            "manchester" => Some(Notation::Manchester),
            "functional" => Some(Notation::Functional),
            _ => {
                let choices = ["any", "dl", "manchester", "functional"];
                return Err(error::of_choice("notation", notation, &choices));
            }
        };
        Self::parsed(text.to_str()?, kb, notation)
    }

    /// The concept in a notation: ``dl``, ``manchester``, ``functional``, ``sparql``, ``turtle``,
    /// ``rdfxml``, ``ntriples``, ``shacl``, ``text`` (a sentence), ``mermaid`` or ``svg``.
    /// ``iri`` is the class that RDF and SHACL define.
    #[pyo3(signature = (to="dl", *, iri="http://example.org/#Learned"))]
    fn render(&self, to: &str, iri: &str) -> PyResult<String> {
        let (concept, symbols) = (&self.concept, self.symbols());
        let definition = |format| {
            rdf::print(&rdf::Definition::new(iri), concept, symbols, format)
                .map_err(|wrong| error::of_writing(&wrong))
        };
        match to {
            "dl" => Ok(self.print()),
            "manchester" => Ok(manchester::print(concept, symbols)),
            "functional" => Ok(self.functional()),
            "sparql" => sparql::select(concept, symbols).map_err(|wrong| error::of_writing(&wrong)),
            "turtle" => definition(RdfFormat::Turtle),
            "rdfxml" => definition(RdfFormat::RdfXml),
            "ntriples" => definition(RdfFormat::NTriples),
            "shacl" => shacl::print(&shacl::Shape::new(iri), concept, symbols)
                .map_err(|wrong| error::of_writing(&wrong)),
            "text" => Ok(english::print(concept, symbols)),
            "mermaid" => Ok(mermaid::print(concept, symbols)),
            "svg" => Ok(svg::print(concept, symbols)),
            _ => Err(error::of_choice("to", to, &RENDERINGS)),
        }
    }

    /// The length as the literature's tables count it.
    #[getter]
    fn length(&self) -> usize {
        self.concept.length()
    }

    /// The number of tree nodes, which fitness counts.
    #[getter]
    fn nodes(&self) -> usize {
        self.concept.n_nodes()
    }

    /// A concept with the same instances that is no longer, by logic and by what the knowledge
    /// base states.
    #[pyo3(signature = (kb, *, forall="standard"))]
    fn simplify(&self, kb: &KnowledgeBase, forall: &str) -> PyResult<Self> {
        let forall = arguments::forall(forall)?;
        Ok(kb.concept(kb.inner().simplify(&self.within(kb)?, forall)))
    }

    /// Why an individual is an instance, or why not.
    #[pyo3(signature = (kb, individual, *, forall="standard"))]
    fn explain(
        &self,
        kb: &KnowledgeBase,
        individual: &Bound<'_, PyAny>,
        forall: &str,
    ) -> PyResult<Explanation> {
        let concept = self.within(kb)?;
        let individual = arguments::individual(kb.inner(), individual)?;
        let forall = arguments::forall(forall)?;
        let settings = ExplainSettings::default().with_forall(forall);
        let graph = kb.inner().graph();
        let explanation = explain(graph, &concept, individual, settings);
        Ok(Explanation::new(explain_report(graph, &concept, &explanation, NameStyle::Ids)))
    }

    /// The same as an expression of owlapy, which has to be installed.
    fn to_owlapy<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        this.py().import("evolearner._owlapy")?.call_method1("to_owlapy", (this,))
    }

    /// The concept of an owlapy expression.
    #[classmethod]
    #[pyo3(signature = (expression, kb=None))]
    fn from_owlapy<'py>(
        class: &Bound<'py, PyType>,
        expression: &Bound<'py, PyAny>,
        kb: Option<Bound<'py, KnowledgeBase>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let module = class.py().import("evolearner._owlapy")?;
        let text = module.call_method1("functional", (expression,))?;
        let options = PyDict::new(class.py());
        options.set_item("notation", "functional")?;
        class.call((text, kb), Some(&options))
    }

    /// The nodes in prefix order as JSON, for translation into other libraries.
    fn _nodes(&self) -> String {
        tree::of(&self.concept, self.symbols()).to_string()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().functional() == self.functional())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.functional().hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        self.print()
    }

    fn __repr__(&self) -> String {
        format!("Concept({:?})", self.print())
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let text = this.get().functional();
        this.py().import("evolearner._transport")?.call_method1("reduce_concept", (text,))
    }

    fn _repr_html_<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        this.py().import("evolearner._display")?.call_method1("concept_html", (this,))
    }

    #[pyo3(signature = (include=None, exclude=None))]
    fn _repr_mimebundle_<'py>(
        this: &Bound<'py, Self>,
        include: Option<&Bound<'py, PyAny>>,
        exclude: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let display = this.py().import("evolearner._display")?;
        display.call_method1("concept_bundle", (this, include, exclude))
    }
}

/// What people pass where a concept is asked for: a `Concept`, something that carries one as
/// `concept`, an expression of owlapy, or text.
pub(crate) fn concept_of<'py>(
    object: &Bound<'py, PyAny>,
    kb: Option<&KnowledgeBase>,
) -> PyResult<PyRef<'py, Concept>> {
    let py = object.py();
    if let Ok(concept) = object.cast::<Concept>() {
        return Ok(concept.borrow());
    }
    if let Ok(text) = object.cast::<PyString>() {
        let concept = Concept::parsed(text.to_str()?, kb, None)?;
        return Ok(Bound::new(py, concept)?.borrow());
    }
    if let Some(concept) = object.getattr_opt("concept")? {
        return concept_of(&concept, kb);
    }
    let module: String = object.get_type().module()?.extract()?;
    if module.starts_with("owlapy") {
        let expression = Concept::from_owlapy(&py.get_type::<Concept>(), object, None)?;
        return Ok(expression.cast_into::<Concept>().map_err(PyErr::from)?.borrow());
    }
    Err(error::of_type("a Concept or text", object))
}
