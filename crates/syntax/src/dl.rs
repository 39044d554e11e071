//! Description-logic syntax: `Male ⊓ (∃ hasSibling.Parent ⊔ ∃ married.∃ hasSibling.Parent)`.
//!
//! | concept | written |
//! |---|---|
//! | meet, join, complement | `C ⊓ D`, `C ⊔ D`, `¬C` |
//! | quantifiers | `∃ r.C`, `∀ r.C`, `≥ 2 r.C`, `≤ 2 r.C`, `= 2 r.C` |
//! | values | `{a, b}`, `∃ r.{a}` (has value), `∃ r.({a})` (some of a set of one), `∃ r.Self` |
//! | inverse | `∃ r⁻.C` |
//! | data | `d ≥ 2.5`, `d = "text"`, `∃ d.[≥ 1, < 2]`, `∀ d.xsd:integer`, `≥ 2 d.rdfs:Literal` |
//! | strings | `∃ d.[pattern "AB.*"]`, `∃ d.[minLength 3]`, `∃ d.[maxLength 8]` |
//!
//! A bound or a number stands for itself, not for a value of one datatype: `d ≥ 2.5` has integers,
//! decimals, floats and doubles, `d ≥ "2020-01-01"^^xsd:date` dates and date-times. To ask for
//! values of one datatype, it is named: `∃ d.xsd:integer[≥ 2]`. A bare number takes the datatype of
//! the property's values, or is an `xsd:integer` (`5`) or an `xsd:double` (`5.5`, `5E0`); every
//! other literal is quoted with its datatype. ASCII spellings and Manchester's words are read as
//! well.

use std::fmt::Write;

use evolearner_dl::{
    Comparison, Concept, DataRange, DataRestriction, Datatype, Kind, Literal, Node, Quantifier,
    Role, Symbols, ValueType,
};

use crate::error::{NameKind, ParseError};
use crate::expression;
use crate::iri;
use crate::literal::{
    Escapes, is_floating, is_whole, with_stated_datatype, write_facet, write_quoted,
};
use crate::token::Lexis;
use crate::typed::of_bare_number;
use crate::vocabulary::{Resolver, Vocabulary};

/// Writes a concept.
pub fn print(concept: &Concept, symbols: &Symbols) -> String {
    print_in(concept, &Vocabulary::new(symbols))
}

/// Writes a concept with a vocabulary that was made before.
pub fn print_in(concept: &Concept, vocabulary: &Vocabulary<'_>) -> String {
    let mut printer = Printer { out: String::new(), vocabulary, types: &[] };
    let mut nodes = concept.nodes().iter();
    let mut pending = vec![Piece::Concept(Place::Root)];
    while let Some(piece) = pending.pop() {
        match piece {
            Piece::Text(text) => printer.out.push_str(text),
            Piece::Concept(place) => {
                let node = nodes.next().expect("a concept has a node for every child");
                printer.node(node, place, &mut pending);
            }
        }
    }
    printer.out
}

/// Reads a concept.
pub fn parse(text: &str, resolver: &dyn Resolver) -> Result<Concept, ParseError> {
    expression::parse(text, Lexis::Dl, resolver)
}

/// What is still to be written.
enum Piece {
    Text(&'static str),
    Concept(Place),
}

/// Where a concept stands, which decides whether it needs brackets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Root,
    Operand,
    /// Behind a dot or a `¬`.
    Tight,
    /// Behind `∃ r.`, where `{a}` alone would be read as the value of `r`.
    SomeFiller,
}

struct Printer<'a> {
    out: String,
    vocabulary: &'a Vocabulary<'a>,
    /// The datatypes of the values of the data property whose range is being written.
    types: &'a [ValueType],
}

impl Printer<'_> {
    fn node(&mut self, node: &Node, place: Place, pending: &mut Vec<Piece>) {
        let has_brackets = match node {
            Node::And(n) | Node::Or(n) => place != Place::Root && *n > 1,
            Node::AtLeast(..) | Node::AtMost(..) | Node::Exactly(..) => {
                matches!(place, Place::Tight | Place::SomeFiller)
            }
            Node::Data(restriction) => match restriction.quantifier {
                Quantifier::Some => place != Place::Root && is_infix(&restriction.range),
                Quantifier::Only => false,
                _ => matches!(place, Place::Tight | Place::SomeFiller),
            },
            Node::OneOf(individuals) => individuals.len() == 1 && place == Place::SomeFiller,
            _ => false,
        };
        if has_brackets {
            self.out.push('(');
            pending.push(Piece::Text(")"));
        }
        match node {
            Node::Top => self.out.push('⊤'),
            Node::Bottom => self.out.push('⊥'),
            Node::Class(class) => {
                self.vocabulary.write_name(&mut self.out, NameKind::Class, class.0 as usize);
            }
            Node::OneOf(individuals) => {
                self.out.push('{');
                for (position, individual) in individuals.iter().enumerate() {
                    if position > 0 {
                        self.out.push_str(", ");
                    }
                    self.individual(individual.0);
                }
                self.out.push('}');
            }
            Node::HasValue(role, individual) => {
                self.quantifier("∃ ", *role);
                self.out.push('{');
                self.individual(individual.0);
                self.out.push('}');
            }
            Node::HasSelf(role) => {
                self.quantifier("∃ ", *role);
                self.out.push_str("Self");
            }
            Node::Data(restriction) => self.data(restriction),
            Node::Not => {
                self.out.push('¬');
                pending.push(Piece::Concept(Place::Tight));
            }
            Node::And(n) => join(pending, *n, " ⊓ ", "⊤"),
            Node::Or(n) => join(pending, *n, " ⊔ ", "⊥"),
            Node::Some(role) => {
                self.quantifier("∃ ", *role);
                pending.push(Piece::Concept(Place::SomeFiller));
            }
            Node::Only(role) => {
                self.quantifier("∀ ", *role);
                pending.push(Piece::Concept(Place::Tight));
            }
            Node::AtLeast(n, role) => self.cardinality('≥', *n, *role, pending),
            Node::AtMost(n, role) => self.cardinality('≤', *n, *role, pending),
            Node::Exactly(n, role) => self.cardinality('=', *n, *role, pending),
        }
    }

    fn quantifier(&mut self, sign: &str, role: Role) {
        self.out.push_str(sign);
        self.vocabulary.write_name(
            &mut self.out,
            NameKind::ObjectProperty,
            role.property.0 as usize,
        );
        self.out.push_str(if role.inverse { "⁻." } else { "." });
    }

    fn cardinality(&mut self, sign: char, n: u32, role: Role, pending: &mut Vec<Piece>) {
        // Writing to a string cannot fail.
        let _ = write!(self.out, "{sign} {n} ");
        self.quantifier("", role);
        pending.push(Piece::Concept(Place::Tight));
    }

    fn individual(&mut self, index: u32) {
        self.vocabulary.write_name(&mut self.out, NameKind::Individual, index as usize);
    }

    fn data(&mut self, restriction: &DataRestriction) {
        let sign = match restriction.quantifier {
            Quantifier::Some if is_infix(&restriction.range) => String::new(),
            Quantifier::Some => "∃ ".to_owned(),
            Quantifier::Only => "∀ ".to_owned(),
            Quantifier::AtLeast(n) => format!("≥ {n} "),
            Quantifier::AtMost(n) => format!("≤ {n} "),
            Quantifier::Exactly(n) => format!("= {n} "),
        };
        self.types = self.vocabulary.symbols().value_types(restriction.property);
        self.out.push_str(&sign);
        self.vocabulary.write_name(
            &mut self.out,
            NameKind::DataProperty,
            restriction.property.0 as usize,
        );
        match &restriction.range {
            DataRange::Compare(comparison, bound) if sign.is_empty() => {
                self.out.push(' ');
                self.comparison(*comparison, bound);
            }
            DataRange::OneOf(literals) if sign.is_empty() => {
                self.out.push_str(" = ");
                self.literal(&literals[0]);
            }
            range => {
                self.out.push('.');
                self.range(range);
            }
        }
    }

    fn range(&mut self, range: &DataRange) {
        match range {
            DataRange::Any => self.datatype(&Datatype::iri(iri::RDFS_LITERAL)),
            DataRange::Datatype(datatype) => self.datatype(datatype),
            DataRange::Compare(comparison, bound) => {
                self.out.push('[');
                self.comparison(*comparison, bound);
                self.out.push(']');
            }
            DataRange::Text(facet) => {
                self.out.push('[');
                write_facet(&mut self.out, facet, Escapes::OneLine);
                self.out.push(']');
            }
            DataRange::OneOf(literals) => {
                self.out.push('{');
                for (position, literal) in literals.iter().enumerate() {
                    if position > 0 {
                        self.out.push_str(", ");
                    }
                    self.literal(literal);
                }
                self.out.push('}');
            }
            DataRange::Not(range) => {
                self.out.push('¬');
                self.range(range);
            }
            DataRange::And(ranges) if is_interval(ranges) => {
                self.out.push('[');
                for (position, range) in ranges.iter().enumerate() {
                    if position > 0 {
                        self.out.push_str(", ");
                    }
                    if let DataRange::Compare(comparison, bound) = range {
                        self.comparison(*comparison, bound);
                    }
                }
                self.out.push(']');
            }
            DataRange::And(ranges) if ranges.is_empty() => self.range(&DataRange::Any),
            DataRange::Or(ranges) if ranges.is_empty() => self.out.push_str("{}"),
            DataRange::And(ranges) => self.ranges(ranges, " ⊓ "),
            DataRange::Or(ranges) => self.ranges(ranges, " ⊔ "),
        }
    }

    fn ranges(&mut self, ranges: &[DataRange], separator: &str) {
        self.out.push('(');
        for (position, range) in ranges.iter().enumerate() {
            if position > 0 {
                self.out.push_str(separator);
            }
            self.range(range);
        }
        self.out.push(')');
    }

    fn datatype(&mut self, datatype: &Datatype) {
        self.vocabulary.write_datatype(&mut self.out, datatype.as_iri());
    }

    fn comparison(&mut self, comparison: Comparison, bound: &Literal) {
        self.out.push_str(match comparison {
            Comparison::AtMost => "≤ ",
            Comparison::Below => "< ",
            Comparison::AtLeast => "≥ ",
            Comparison::Above => "> ",
        });
        self.literal(bound);
    }

    fn literal(&mut self, literal: &Literal) {
        let literal = with_stated_datatype(literal);
        let lexical = literal.lexical();
        let is_bare = match literal.datatype().kind() {
            Some(Kind::Boolean) => matches!(lexical, "true" | "false"),
            Some(Kind::Number) => {
                (is_whole(lexical) || is_floating(lexical))
                    && of_bare_number(lexical, self.types) == *literal.datatype()
            }
            _ => false,
        };
        if is_bare {
            self.out.push_str(lexical);
        } else {
            let vocabulary = self.vocabulary;
            write_quoted(&mut self.out, &literal, Escapes::OneLine, |out, iri| {
                vocabulary.write_datatype(out, iri);
            });
        }
    }
}

/// Whether `d ≥ 5` or `d = 5` says it all.
fn is_infix(range: &DataRange) -> bool {
    match range {
        DataRange::Compare(..) => true,
        DataRange::OneOf(literals) => literals.len() == 1,
        _ => false,
    }
}

/// Whether a meet of ranges is nothing but bounds.
pub(crate) fn is_interval(ranges: &[DataRange]) -> bool {
    ranges.len() > 1 && ranges.iter().all(|range| matches!(range, DataRange::Compare(..)))
}

/// Lines up operands; what comes first is pushed last.
fn join(pending: &mut Vec<Piece>, n: u32, separator: &'static str, of_none: &'static str) {
    match n {
        0 => pending.push(Piece::Text(of_none)),
        1 => pending.push(Piece::Concept(Place::Operand)),
        _ => {
            for position in 0..n {
                if position > 0 {
                    pending.push(Piece::Text(separator));
                }
                pending.push(Piece::Concept(Place::Operand));
            }
        }
    }
}
