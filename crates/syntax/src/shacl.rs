//! SHACL: a node shape that exactly the members of a concept conform to.
//!
//! On the materialised graph conformance and closed-world membership agree: `sh:class` follows
//! `rdf:type`, qualified counts count distinct values. <https://www.w3.org/TR/shacl/#core-components>

use evolearner_dl::{
    Comparison, Concept, DataRange, DataRestriction, Datatype, Literal, Node, Quantifier, Role,
    Symbols, TextFacet, TextPlace,
};

use crate::error::WriteError;
use crate::graph::{Members, Sink, Turtle};
use crate::iri::SH;
use crate::typed::{Facets, typed};

/// A shape to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The IRI of the shape.
    pub iri: String,
    /// The class whose members are to be checked; without one the shape targets nothing, and a
    /// validator needs a list of the nodes.
    pub target_class: Option<String>,
}

impl Shape {
    /// A shape without a target.
    pub fn new(iri: &str) -> Self {
        Self { iri: iri.to_owned(), target_class: None }
    }

    /// The same shape for the members of a class.
    pub fn with_target_class(mut self, class: &str) -> Self {
        self.target_class = Some(class.to_owned());
        self
    }
}

/// Writes a concept as a node shape in Turtle. Blank nodes that a concept names have no name in
/// a shapes graph.
pub fn print(shape: &Shape, concept: &Concept, symbols: &Symbols) -> Result<String, WriteError> {
    let mut writer = Writer { sink: Turtle::new(true), symbols };
    writer.sink.subject(&shape.iri, &sh("NodeShape"));
    if let Some(class) = &shape.target_class {
        writer.sink.property(&sh("targetClass"));
        writer.sink.iri(class);
    }
    let mut pending = Vec::new();
    let mut nodes = concept.nodes().iter();
    writer.body(nodes.next().expect("a concept has a root"), &mut pending)?;
    while let Some(piece) = pending.pop() {
        match piece {
            Piece::CloseNode => writer.sink.close_node(),
            Piece::CloseList => writer.sink.close_list(),
            Piece::Shape => {
                writer.sink.open_node(None);
                pending.push(Piece::CloseNode);
                let node = nodes.next().expect("a concept has a node for every child");
                writer.body(node, &mut pending)?;
            }
        }
    }
    writer.sink.end_subject();
    Ok(writer.sink.finish())
}

fn sh(name: &str) -> String {
    format!("{SH}{name}")
}

/// What is still to be written.
enum Piece {
    Shape,
    CloseNode,
    CloseList,
}

struct Writer<'a> {
    sink: Turtle,
    symbols: &'a Symbols,
}

impl Writer<'_> {
    /// Writes what a shape says about its focus node.
    fn body(&mut self, node: &Node, pending: &mut Vec<Piece>) -> Result<(), WriteError> {
        match node {
            Node::Top | Node::And(0) => {}
            Node::Bottom | Node::Or(0) => self.never(),
            Node::Class(class) => {
                self.sink.property(&sh("class"));
                self.sink.iri(self.symbols.classes.get(*class));
            }
            Node::OneOf(individuals) => {
                self.sink.property(&sh("in"));
                self.sink.open_list(Members::Nodes);
                for individual in individuals {
                    self.individual(self.symbols.individuals.get(*individual))?;
                }
                self.sink.close_list();
            }
            Node::HasValue(role, individual) => {
                self.open_property(*role);
                self.sink.property(&sh("hasValue"));
                self.individual(self.symbols.individuals.get(*individual))?;
                self.sink.close_node();
            }
            Node::HasSelf(role) => {
                // A node is its own successor unless it is disjoint from its successors.
                self.sink.property(&sh("not"));
                self.sink.open_node(None);
                self.sink.property(&sh("disjoint"));
                self.sink.iri(self.symbols.object_properties.get(role.property));
                self.sink.close_node();
            }
            Node::Data(restriction) => self.data(restriction),
            Node::Not => {
                self.sink.property(&sh("not"));
                pending.push(Piece::Shape);
            }
            Node::And(n) | Node::Or(n) => {
                let is_meet = matches!(node, Node::And(_));
                self.sink.property(&sh(if is_meet { "and" } else { "or" }));
                self.sink.open_list(Members::Nodes);
                pending.push(Piece::CloseList);
                pending.extend((0..*n).map(|_| Piece::Shape));
            }
            Node::Some(role) => self.qualified(*role, Some(1), None, pending),
            Node::AtLeast(n, role) => self.qualified(*role, Some(*n), None, pending),
            Node::AtMost(n, role) => self.qualified(*role, None, Some(*n), pending),
            Node::Exactly(n, role) => self.qualified(*role, Some(*n), Some(*n), pending),
            Node::Only(role) => {
                self.open_property(*role);
                self.sink.property(&sh("node"));
                pending.extend([Piece::CloseNode, Piece::Shape]);
            }
        }
        Ok(())
    }

    /// Nothing conforms to the opposite of a shape that asks for nothing.
    fn never(&mut self) {
        self.sink.property(&sh("not"));
        self.sink.open_node(None);
        self.sink.close_node();
    }

    fn individual(&mut self, name: &str) -> Result<(), WriteError> {
        if name.starts_with("_:") {
            return Err(WriteError::BlankIndividual(name.to_owned()));
        }
        self.sink.iri(name);
        Ok(())
    }

    /// Opens a property shape on the path of a role.
    fn open_property(&mut self, role: Role) {
        self.sink.property(&sh("property"));
        self.sink.open_node(None);
        self.sink.property(&sh("path"));
        let iri = self.symbols.object_properties.get(role.property);
        if role.inverse {
            self.sink.open_node(None);
            self.sink.property(&sh("inversePath"));
            self.sink.iri(iri);
            self.sink.close_node();
        } else {
            self.sink.iri(iri);
        }
    }

    fn qualified(
        &mut self,
        role: Role,
        min: Option<u32>,
        max: Option<u32>,
        pending: &mut Vec<Piece>,
    ) {
        self.open_property(role);
        self.counts(min, max);
        self.sink.property(&sh("qualifiedValueShape"));
        pending.extend([Piece::CloseNode, Piece::Shape]);
    }

    fn counts(&mut self, min: Option<u32>, max: Option<u32>) {
        for (word, n) in [("qualifiedMinCount", min), ("qualifiedMaxCount", max)] {
            if let Some(n) = n {
                self.sink.property(&sh(word));
                self.sink.literal(&Literal::new(&n.to_string(), Datatype::xsd("integer")));
            }
        }
    }

    fn data(&mut self, restriction: &DataRestriction) {
        self.sink.property(&sh("property"));
        self.sink.open_node(None);
        self.sink.property(&sh("path"));
        self.sink.iri(self.symbols.data_properties.get(restriction.property));
        let (min, max) = match restriction.quantifier {
            Quantifier::Some => (Some(1), None),
            Quantifier::Only => (None, None),
            Quantifier::AtLeast(n) => (Some(n), None),
            Quantifier::AtMost(n) => (None, Some(n)),
            Quantifier::Exactly(n) => (Some(n), Some(n)),
        };
        self.counts(min, max);
        let is_only = restriction.quantifier == Quantifier::Only;
        self.sink.property(&sh(if is_only { "node" } else { "qualifiedValueShape" }));
        let types = self.symbols.value_types(restriction.property);
        self.range_shape(&typed(&restriction.range, types, Facets::Alone));
        self.sink.close_node();
    }

    /// Writes a facet of strings. Patterns of SHACL are those of SPARQL: they need not match from end to
    /// end, and say by `^` and `$` where they do.
    fn text(&mut self, facet: &TextFacet) {
        let string = |text: &str| Literal::new(text, Datatype::xsd("string"));
        self.sink.property(&sh("datatype"));
        self.sink.iri(Datatype::xsd("string").as_iri());
        self.sink.property(&sh(facet.name()));
        match facet {
            TextFacet::MinLength(_) | TextFacet::MaxLength(_) => self.sink.literal(&facet.value()),
            TextFacet::Pattern(pattern) => {
                // A dollar stands for itself in XML Schema, and has no escape there.
                let text = pattern.escaped_text().replace('$', "\\$");
                self.sink.literal(&string(&match pattern.place() {
                    TextPlace::Start => format!("^{text}"),
                    TextPlace::End => format!("{text}$"),
                    TextPlace::Anywhere => text,
                }));
                // The dot of a pattern does not go beyond a line.
                self.sink.property(&sh("not"));
                self.sink.open_node(None);
                self.sink.property(&sh("pattern"));
                self.sink.literal(&string("[\\n\\r]"));
                self.sink.close_node();
            }
        }
    }

    fn range_shape(&mut self, range: &DataRange) {
        self.sink.open_node(None);
        match range {
            DataRange::Any => {}
            DataRange::Datatype(Datatype::Iri(iri)) => {
                self.sink.property(&sh("datatype"));
                self.sink.iri(iri);
            }
            DataRange::Datatype(Datatype::Language(tag)) => {
                self.sink.property(&sh("languageIn"));
                self.sink.open_list(Members::Literals);
                self.sink.literal(&Literal::new(tag, Datatype::xsd("string")));
                self.sink.close_list();
            }
            DataRange::Compare(comparison, bound) => {
                self.sink.property(&sh(match comparison {
                    Comparison::AtMost => "maxInclusive",
                    Comparison::Below => "maxExclusive",
                    Comparison::AtLeast => "minInclusive",
                    Comparison::Above => "minExclusive",
                }));
                self.sink.literal(bound);
            }
            DataRange::Text(facet) => self.text(facet),
            DataRange::OneOf(literals) => {
                self.sink.property(&sh("in"));
                self.sink.open_list(Members::Literals);
                for literal in literals {
                    self.sink.literal(literal);
                }
                self.sink.close_list();
            }
            DataRange::Not(range) => {
                self.sink.property(&sh("not"));
                self.range_shape(range);
            }
            DataRange::And(ranges) if ranges.is_empty() => {}
            DataRange::Or(ranges) if ranges.is_empty() => self.never(),
            DataRange::And(ranges) | DataRange::Or(ranges) => {
                let is_meet = matches!(range, DataRange::And(_));
                self.sink.property(&sh(if is_meet { "and" } else { "or" }));
                self.sink.open_list(Members::Nodes);
                for range in ranges {
                    self.range_shape(range);
                }
                self.sink.close_list();
            }
        }
        self.sink.close_node();
    }
}
