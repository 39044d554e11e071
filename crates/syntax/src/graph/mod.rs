//! Triples as text: one way in, three formats out.
//!
//! A writer of OWL axioms or shapes makes a tree of nodes, properties and lists; the format decides
//! how trees and lists are written. All formats keep their own stack, so that depth is no matter.

mod ntriples;
mod turtle;
mod xml;

use evolearner_dl::{Datatype, Literal};

use crate::literal::{Escapes, with_stated_datatype, write_quoted};

pub(crate) use ntriples::NTriples;
pub(crate) use turtle::Turtle;
pub(crate) use xml::Xml;

/// A format of RDF.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RdfFormat {
    /// Turtle, for reading.
    #[default]
    Turtle,
    /// N-Triples, for lines.
    NTriples,
    /// RDF/XML, for every tool.
    RdfXml,
}

/// What the members of a list are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Members {
    Nodes,
    Literals,
}

/// A receiver of a graph. After [`Sink::subject`] or [`Sink::open_node`] come pairs of a property
/// and one object; an object is an IRI, a literal, a blank individual, a node or a list.
pub(crate) trait Sink {
    fn subject(&mut self, iri: &str, class: &str);
    fn end_subject(&mut self);
    fn property(&mut self, iri: &str);
    fn iri(&mut self, iri: &str);
    fn individual(&mut self, name: &str);
    fn literal(&mut self, literal: &Literal);
    fn open_node(&mut self, class: Option<&str>);
    fn close_node(&mut self);
    fn open_list(&mut self, members: Members);
    fn close_list(&mut self);
}

/// A count as OWL wants it.
pub(crate) fn count(n: u32) -> Literal {
    Literal::new(&n.to_string(), Datatype::xsd("nonNegativeInteger"))
}

/// Spaces in front of a line; very deep lines all start at the same column, or the text would
/// grow with the square of the depth.
pub(crate) fn indent(out: &mut String, depth: usize) {
    const MAX_DEPTH: usize = 20;
    for _ in 0..depth.min(MAX_DEPTH) {
        out.push_str("  ");
    }
}

/// Writes a literal with a full datatype, or as `write_datatype` abbreviates it.
pub(crate) fn write_literal(
    out: &mut String,
    literal: &Literal,
    write_datatype: impl FnOnce(&mut String, &str),
) {
    write_quoted(out, &with_stated_datatype(literal), Escapes::Turtle, write_datatype);
}
