//! OWL functional syntax: `ObjectIntersectionOf(<…#Male> ObjectSomeValuesFrom(<…> <…>))`.
//!
//! Written with full IRIs, so that the text means the same in every document; read with prefixes
//! as well. <https://www.w3.org/TR/owl2-syntax/#Class_Expressions>

use std::borrow::Cow;
use std::fmt::Write;

use evolearner_dl::{
    Comparison, Concept, DataRange, DataRestriction, Datatype, Literal, Node, Quantifier, Role,
    Symbols, TextFacet,
};

use crate::iri::{self, write_bracketed};
use crate::literal::{Escapes, with_stated_datatype, write_quoted};
use crate::manchester::is_facets;
use crate::typed::{Facets, typed};

pub use crate::functional_parse::parse;

/// Writes a concept.
pub fn print(concept: &Concept, symbols: &Symbols) -> String {
    let mut printer = Printer { out: String::new(), symbols };
    // The number of operands that each open bracket still waits for.
    let mut open: Vec<u32> = Vec::new();
    for node in concept.nodes() {
        printer.node(node);
        match node.arity() {
            0 => {}
            n => {
                open.push(n as u32);
                continue;
            }
        }
        while let Some(n_missing) = open.last_mut() {
            *n_missing -= 1;
            if *n_missing > 0 {
                printer.out.push(' ');
                break;
            }
            printer.out.push(')');
            open.pop();
        }
    }
    printer.out
}

struct Printer<'a> {
    out: String,
    symbols: &'a Symbols,
}

impl Printer<'_> {
    /// Writes a leaf, or all of a node that stands in front of its first operand.
    fn node(&mut self, node: &Node) {
        match node {
            Node::Top | Node::And(0) => write_bracketed(&mut self.out, iri::THING),
            Node::Bottom | Node::Or(0) => write_bracketed(&mut self.out, iri::NOTHING),
            Node::OneOf(individuals) if individuals.is_empty() => self.node(&Node::Bottom),
            Node::Class(class) => write_bracketed(&mut self.out, self.symbols.classes.get(*class)),
            Node::OneOf(individuals) => {
                self.out.push_str("ObjectOneOf(");
                for (position, individual) in individuals.iter().enumerate() {
                    if position > 0 {
                        self.out.push(' ');
                    }
                    self.individual(self.symbols.individuals.get(*individual));
                }
                self.out.push(')');
            }
            Node::HasValue(role, individual) => {
                self.open("ObjectHasValue", *role);
                self.individual(self.symbols.individuals.get(*individual));
                self.out.push(')');
            }
            Node::HasSelf(role) => {
                self.open("ObjectHasSelf", *role);
                self.out.pop();
                self.out.push(')');
            }
            Node::Data(restriction) => self.data(restriction),
            Node::Not => self.out.push_str("ObjectComplementOf("),
            Node::And(_) => self.out.push_str("ObjectIntersectionOf("),
            Node::Or(_) => self.out.push_str("ObjectUnionOf("),
            Node::Some(role) => self.open("ObjectSomeValuesFrom", *role),
            Node::Only(role) => self.open("ObjectAllValuesFrom", *role),
            Node::AtLeast(n, role) => self.open(&format!("ObjectMinCardinality({n}"), *role),
            Node::AtMost(n, role) => self.open(&format!("ObjectMaxCardinality({n}"), *role),
            Node::Exactly(n, role) => self.open(&format!("ObjectExactCardinality({n}"), *role),
        }
    }

    /// A constructor and its role: `Constructor(role ` or, behind a count, `Constructor(2 role `.
    fn open(&mut self, constructor: &str, role: Role) {
        self.out.push_str(constructor);
        self.out.push(if constructor.contains('(') { ' ' } else { '(' });
        let iri = self.symbols.object_properties.get(role.property);
        if role.inverse {
            self.out.push_str("ObjectInverseOf(");
            write_bracketed(&mut self.out, iri);
            self.out.push(')');
        } else {
            write_bracketed(&mut self.out, iri);
        }
        self.out.push(' ');
    }

    fn individual(&mut self, name: &str) {
        match name.strip_prefix("_:") {
            Some(label) if crate::token::is_safe_local(label) => self.out.push_str(name),
            _ => write_bracketed(&mut self.out, name),
        }
    }

    fn data(&mut self, restriction: &DataRestriction) {
        let property = self.symbols.data_properties.get(restriction.property);
        let types = self.symbols.value_types(restriction.property);
        let range = typed(&restriction.range, types, Facets::OfDatatype);
        if let (Quantifier::Some, DataRange::OneOf(literals)) = (restriction.quantifier, &*range)
            && let [literal] = &**literals
        {
            self.out.push_str("DataHasValue(");
            write_bracketed(&mut self.out, property);
            self.out.push(' ');
            self.literal(literal);
            self.out.push(')');
            return;
        }
        // Writing to a string cannot fail.
        let _ = match restriction.quantifier {
            Quantifier::Some => write!(self.out, "DataSomeValuesFrom("),
            Quantifier::Only => write!(self.out, "DataAllValuesFrom("),
            Quantifier::AtLeast(n) => write!(self.out, "DataMinCardinality({n} "),
            Quantifier::AtMost(n) => write!(self.out, "DataMaxCardinality({n} "),
            Quantifier::Exactly(n) => write!(self.out, "DataExactCardinality({n} "),
        };
        write_bracketed(&mut self.out, property);
        self.out.push(' ');
        self.range(&range);
        self.out.push(')');
    }

    fn range(&mut self, range: &DataRange) {
        match &*without_empty_list(range) {
            DataRange::Any => write_bracketed(&mut self.out, iri::RDFS_LITERAL),
            DataRange::Datatype(datatype) => self.datatype(datatype),
            bound @ DataRange::Compare(..) => self.facets(std::slice::from_ref(bound)),
            DataRange::Text(facet) => {
                self.out.push_str("DatatypeRestriction(");
                self.datatype(&Datatype::xsd("string"));
                self.facet(&text_facet_iri(facet), &facet.value());
                self.out.push(')');
            }
            DataRange::OneOf(literals) => {
                self.out.push_str("DataOneOf(");
                for (position, literal) in literals.iter().enumerate() {
                    if position > 0 {
                        self.out.push(' ');
                    }
                    self.literal(literal);
                }
                self.out.push(')');
            }
            DataRange::Not(range) => {
                self.out.push_str("DataComplementOf(");
                self.range(range);
                self.out.push(')');
            }
            DataRange::And(ranges) if is_facets(ranges) => self.facets(ranges),
            DataRange::And(ranges) => self.ranges("DataIntersectionOf(", ranges),
            DataRange::Or(ranges) => self.ranges("DataUnionOf(", ranges),
        }
    }

    fn ranges(&mut self, constructor: &str, ranges: &[DataRange]) {
        self.out.push_str(constructor);
        for (position, range) in ranges.iter().enumerate() {
            if position > 0 {
                self.out.push(' ');
            }
            self.range(range);
        }
        self.out.push(')');
    }

    fn facets(&mut self, bounds: &[DataRange]) {
        self.out.push_str("DatatypeRestriction(");
        for (position, bound) in bounds.iter().enumerate() {
            let DataRange::Compare(comparison, literal) = bound else { continue };
            let literal = with_stated_datatype(literal);
            if position == 0 {
                self.datatype(literal.datatype());
            }
            self.facet(&facet_iri(*comparison), &literal);
        }
        self.out.push(')');
    }

    fn facet(&mut self, iri: &str, value: &Literal) {
        self.out.push(' ');
        write_bracketed(&mut self.out, iri);
        self.out.push(' ');
        self.literal(value);
    }

    fn datatype(&mut self, datatype: &Datatype) {
        write_bracketed(&mut self.out, datatype.as_iri());
    }

    fn literal(&mut self, literal: &Literal) {
        write_quoted(&mut self.out, &with_stated_datatype(literal), Escapes::Owl, write_bracketed);
    }
}

/// The same range where OWL's lists, which have at least one member, can say it.
pub(crate) fn without_empty_list(range: &DataRange) -> Cow<'_, DataRange> {
    match range {
        DataRange::And(ranges) if ranges.is_empty() => Cow::Owned(DataRange::Any),
        DataRange::Or(ranges) if ranges.is_empty() => nothing(),
        DataRange::OneOf(literals) if literals.is_empty() => nothing(),
        range => Cow::Borrowed(range),
    }
}

fn nothing() -> Cow<'static, DataRange> {
    Cow::Owned(DataRange::Not(Box::new(DataRange::Any)))
}

/// The IRI of the facet that says a comparison.
pub(crate) fn facet_iri(comparison: Comparison) -> String {
    let name = match comparison {
        Comparison::AtMost => "maxInclusive",
        Comparison::Below => "maxExclusive",
        Comparison::AtLeast => "minInclusive",
        Comparison::Above => "minExclusive",
    };
    format!("{}{name}", iri::XSD)
}

/// The IRI of a facet of strings.
pub(crate) fn text_facet_iri(facet: &TextFacet) -> String {
    format!("{}{}", iri::XSD, facet.name())
}
