//! Constructs in, triples out: what both OWL syntaxes share.
//!
//! A reader calls [`Builder::open`], [`Builder::argument`] and [`Builder::close`] in document
//! order. A construct is translated when it closes, from the inside out, so the nodes it refers
//! to exist already. Errors are messages; the reader knows the place.
//!
//! Annotations of axioms are dropped; those of the ontology and annotation assertions are kept.

use std::collections::{BTreeMap, HashSet};

use super::construct::{EntityKind, Shape, shape};
use super::node::Node;
use super::vocabulary as v;
use crate::term::TripleSink;
use crate::triples::Summary;

pub(super) struct Builder<'s, S> {
    pub(super) sink: &'s mut S,
    pub(super) n_triples: u64,
    pub(super) n_blanks: u64,
    pub(super) stack: Vec<Frame>,
    /// The ontology node once its header is written.
    pub(super) ontology: Option<Node>,
    is_finished: bool,
    pub(super) object_properties: HashSet<String>,
    pub(super) data_properties: HashSet<String>,
    skipped: BTreeMap<String, u64>,
}

pub(super) struct Frame {
    name: String,
    pub(super) shape: Shape,
    arguments: Vec<Node>,
}

impl<'s, S: TripleSink> Builder<'s, S> {
    pub(super) fn new(sink: &'s mut S) -> Self {
        Self {
            sink,
            n_triples: 0,
            n_blanks: 0,
            stack: Vec::new(),
            ontology: None,
            is_finished: false,
            object_properties: HashSet::new(),
            data_properties: HashSet::new(),
            skipped: BTreeMap::new(),
        }
    }

    pub(super) fn prefix(&mut self, prefix: &str, iri: &str) {
        self.sink.prefix(prefix, iri);
    }

    /// Whether nothing is open, so that only a prefix or the ontology may follow.
    pub(super) fn is_outside(&self) -> bool {
        self.stack.is_empty()
    }

    /// Opens a construct by its name.
    pub(super) fn open(&mut self, name: &str) -> Result<(), String> {
        let parent = self.stack.last().map(|frame| frame.shape);
        let shape = match (parent, shape(name)) {
            (Some(Shape::Skipped), _) => Shape::Skipped,
            (_, None) => return Err(format!("'{name}' is not a construct of OWL 2")),
            (None, Some(Shape::Ontology)) if !self.is_finished => Shape::Ontology,
            (None, Some(_)) | (Some(_), Some(Shape::Ontology)) => {
                return Err(format!("'{name}' must not stand here"));
            }
            (Some(_), Some(shape)) => shape,
        };
        if shape == Shape::Skipped && parent == Some(Shape::Ontology) {
            *self.skipped.entry(name.to_owned()).or_default() += 1;
        }
        self.push(name, shape);
        Ok(())
    }

    /// Opens a bracketed list without a name.
    pub(super) fn open_list(&mut self) -> Result<(), String> {
        match self.stack.last().map(|frame| frame.shape) {
            Some(Shape::HasKey) => self.push("the list", Shape::List),
            Some(Shape::Skipped) => self.push("the list", Shape::Skipped),
            _ => return Err("a bracket must follow the name of a construct".to_owned()),
        }
        Ok(())
    }

    fn push(&mut self, name: &str, shape: Shape) {
        self.stack.push(Frame { name: name.to_owned(), shape, arguments: Vec::new() });
    }

    /// Takes something that stands inside the construct on top.
    pub(super) fn argument(&mut self, node: Node) -> Result<(), String> {
        let Some(frame) = self.stack.last_mut() else {
            return Err(format!("{} stands outside the ontology", node.describe()));
        };
        match frame.shape {
            Shape::Skipped => {}
            Shape::Ontology => {
                // The name and the version, and only in front of everything else.
                if self.ontology.is_some() || frame.arguments.len() == 2 {
                    return Err(format!("{} is not an axiom", node.describe()));
                }
                if !matches!(node, Node::Iri(_)) {
                    return Err(format!("{} cannot name an ontology", node.describe()));
                }
                frame.arguments.push(node);
            }
            _ => frame.arguments.push(node),
        }
        Ok(())
    }

    /// Takes an entity whose kind follows from the syntax: a declaration, or an argument.
    pub(super) fn entity(&mut self, kind: EntityKind, iri: String) -> Result<(), String> {
        let node = Node::Iri(iri);
        match self.stack.last() {
            Some(frame) if frame.shape == Shape::Declaration => {
                self.declare(kind, &node);
                self.argument(node)
            }
            Some(frame) if frame.shape == Shape::Skipped => Ok(()),
            _ => {
                if matches!(kind, EntityKind::ObjectProperty | EntityKind::DataProperty) {
                    self.declare(kind, &node);
                }
                self.argument(node)
            }
        }
    }

    /// Closes the construct on top and writes its triples.
    pub(super) fn close(&mut self) -> Result<(), String> {
        let Some(frame) = self.stack.pop() else {
            return Err("a bracket closes nothing".to_owned());
        };
        if frame.shape == Shape::Skipped {
            return Ok(());
        }
        if frame.shape == Shape::Ontology {
            self.header(&frame.arguments)?;
            self.is_finished = true;
            return Ok(());
        }
        if let Some(Frame { shape: Shape::Ontology, arguments, .. }) = self.stack.last_mut() {
            let names = std::mem::take(arguments);
            self.header(&names)?;
        }
        let name = frame.name;
        if let Shape::Entity(kind) = frame.shape {
            return match <[Node; 1]>::try_from(frame.arguments) {
                Ok([Node::Iri(iri)]) => self.entity(kind, iri),
                _ => Err(format!("'{name}' takes one IRI")),
            };
        }
        let is_top = matches!(self.stack.last(), Some(parent) if parent.shape == Shape::Ontology);
        let is_annotation = frame.shape == Shape::Annotation;
        let result = self
            .translate(frame.shape, frame.arguments)
            .map_err(|problem| format!("in '{name}': {problem}"))?;
        match result {
            None if is_top || is_annotation => Ok(()),
            None => Err(format!("the axiom '{name}' stands inside an expression")),
            Some(_) if is_top => Err(format!("'{name}' is not an axiom")),
            Some(node) => self.argument(node),
        }
    }

    /// Checks that everything is closed.
    pub(super) fn finish(self) -> Result<Summary, String> {
        if let Some(frame) = self.stack.last() {
            return Err(format!("the file ends inside '{}'", frame.name));
        }
        if !self.is_finished {
            return Err("the file holds no ontology".to_owned());
        }
        let notes = self
            .skipped
            .iter()
            .map(|(name, count)| format!("{count} × {name} not read: rules are not supported"))
            .collect();
        Ok(Summary { n_triples: self.n_triples, notes })
    }

    /// Writes what the ontology says about itself, once.
    fn header(&mut self, names: &[Node]) -> Result<(), String> {
        if self.ontology.is_some() {
            return Ok(());
        }
        let ontology = match names.first() {
            Some(name) => name.clone(),
            None => self.blank(),
        };
        self.iri_link(&ontology, v::RDF_TYPE, v::ONTOLOGY)?;
        if let Some(version) = names.get(1) {
            self.link(&ontology, v::VERSION_IRI, version)?;
        }
        self.ontology = Some(ontology);
        Ok(())
    }
}

/// The label of a blank node of the file, apart from those that the builder makes.
pub(super) fn file_label(label: &str) -> String {
    format!("f{label}")
}
