//! OWL Manchester syntax: `Male and ((hasSibling some Parent) or (married some Brother))`.
//!
//! The text can be pasted into Protégé: names that it would not take are written as `<IRI>`, and
//! everything that is more than a name stands in brackets. Bounds are quoted with their datatype
//! (`xsd:double[>= "0.5"^^xsd:double]`), which every tool reads alike, and are written in the
//! datatypes that the values of the property are of, because a facet has no others.
//! <https://www.w3.org/TR/owl2-manchester-syntax/#Descriptions>

use std::fmt::Write;

use evolearner_dl::{
    Comparison, Concept, DataRange, DataRestriction, Datatype, Literal, Node, Quantifier, Role,
    Symbols,
};

use crate::dl::is_interval;
use crate::error::{NameKind, ParseError};
use crate::expression;
use crate::functional::without_empty_list;
use crate::iri;
use crate::literal::{
    Escapes, is_decimal, is_whole, with_stated_datatype, write_facet, write_quoted, xsd_name,
};
use crate::token::Lexis;
use crate::typed::{Facets, typed};
use crate::vocabulary::{Resolver, Vocabulary};

/// Writes a concept.
pub fn print(concept: &Concept, symbols: &Symbols) -> String {
    print_in(concept, &Vocabulary::new(symbols))
}

/// Writes a concept with a vocabulary that was made before.
pub fn print_in(concept: &Concept, vocabulary: &Vocabulary<'_>) -> String {
    let mut printer = Printer { out: String::new(), vocabulary };
    let mut nodes = concept.nodes().iter();
    let mut pending = vec![Piece::Root];
    while let Some(piece) = pending.pop() {
        let is_root = match piece {
            Piece::Text(text) => {
                printer.out.push_str(text);
                continue;
            }
            Piece::Root => true,
            Piece::Operand => false,
        };
        let node = nodes.next().expect("a concept has a node for every child");
        let is_name = match node {
            Node::Top | Node::Bottom | Node::Class(_) | Node::OneOf(_) => true,
            Node::And(n) | Node::Or(n) => *n < 2,
            _ => false,
        };
        if !is_root && !is_name {
            printer.out.push('(');
            pending.push(Piece::Text(")"));
        }
        printer.node(node, &mut pending);
    }
    printer.out
}

/// Reads a concept.
pub fn parse(text: &str, resolver: &dyn Resolver) -> Result<Concept, ParseError> {
    expression::parse(text, Lexis::Manchester, resolver)
}

/// What is still to be written.
enum Piece {
    Text(&'static str),
    Root,
    Operand,
}

struct Printer<'a> {
    out: String,
    vocabulary: &'a Vocabulary<'a>,
}

impl Printer<'_> {
    fn node(&mut self, node: &Node, pending: &mut Vec<Piece>) {
        match node {
            Node::Top => self.out.push_str("owl:Thing"),
            Node::Bottom => self.out.push_str("owl:Nothing"),
            Node::Class(class) => {
                self.vocabulary.write_name(&mut self.out, NameKind::Class, class.0 as usize);
            }
            Node::OneOf(individuals) if individuals.is_empty() => {
                self.out.push_str("owl:Nothing");
            }
            Node::OneOf(individuals) => {
                self.out.push('{');
                for (position, individual) in individuals.iter().enumerate() {
                    if position > 0 {
                        self.out.push_str(" , ");
                    }
                    self.individual(individual.0);
                }
                self.out.push('}');
            }
            Node::HasValue(role, individual) => {
                self.role(*role, " value ");
                self.individual(individual.0);
            }
            Node::HasSelf(role) => self.role(*role, " Self"),
            Node::Data(restriction) => self.data(restriction),
            Node::Not => {
                self.out.push_str("not ");
                pending.push(Piece::Operand);
            }
            Node::And(n) => join(pending, *n, " and ", "owl:Thing"),
            Node::Or(n) => join(pending, *n, " or ", "owl:Nothing"),
            Node::Some(role) => {
                self.role(*role, " some ");
                pending.push(Piece::Operand);
            }
            Node::Only(role) => {
                self.role(*role, " only ");
                pending.push(Piece::Operand);
            }
            Node::AtLeast(n, role) => self.cardinality(*role, " min", *n, pending),
            Node::AtMost(n, role) => self.cardinality(*role, " max", *n, pending),
            Node::Exactly(n, role) => self.cardinality(*role, " exactly", *n, pending),
        }
    }

    fn role(&mut self, role: Role, word: &str) {
        if role.inverse {
            self.out.push_str("inverse ");
        }
        self.vocabulary.write_name(
            &mut self.out,
            NameKind::ObjectProperty,
            role.property.0 as usize,
        );
        self.out.push_str(word);
    }

    fn cardinality(&mut self, role: Role, word: &str, n: u32, pending: &mut Vec<Piece>) {
        self.role(role, word);
        // Writing to a string cannot fail.
        let _ = write!(self.out, " {n} ");
        pending.push(Piece::Operand);
    }

    fn individual(&mut self, index: u32) {
        self.vocabulary.write_name(&mut self.out, NameKind::Individual, index as usize);
    }

    fn data(&mut self, restriction: &DataRestriction) {
        self.vocabulary.write_name(
            &mut self.out,
            NameKind::DataProperty,
            restriction.property.0 as usize,
        );
        let types = self.vocabulary.symbols().value_types(restriction.property);
        let range = typed(&restriction.range, types, Facets::OfDatatype);
        // Writing to a string cannot fail.
        let _ = match restriction.quantifier {
            Quantifier::Some => {
                if let DataRange::OneOf(literals) = &*range
                    && let [literal] = &**literals
                {
                    self.out.push_str(" value ");
                    return self.literal(literal);
                }
                write!(self.out, " some ")
            }
            Quantifier::Only => write!(self.out, " only "),
            Quantifier::AtLeast(n) => write!(self.out, " min {n} "),
            Quantifier::AtMost(n) => write!(self.out, " max {n} "),
            Quantifier::Exactly(n) => write!(self.out, " exactly {n} "),
        };
        self.range(&range);
    }

    fn range(&mut self, range: &DataRange) {
        match &*without_empty_list(range) {
            DataRange::Any => self.datatype(&Datatype::iri(iri::RDFS_LITERAL)),
            DataRange::Datatype(datatype) => self.datatype(datatype),
            bound @ DataRange::Compare(..) => self.facets(std::slice::from_ref(bound)),
            DataRange::Text(facet) => {
                self.datatype(&Datatype::xsd("string"));
                self.out.push('[');
                write_facet(&mut self.out, facet, Escapes::Owl);
                self.out.push(']');
            }
            DataRange::OneOf(literals) => {
                self.out.push('{');
                for (position, literal) in literals.iter().enumerate() {
                    if position > 0 {
                        self.out.push_str(" , ");
                    }
                    self.literal(literal);
                }
                self.out.push('}');
            }
            DataRange::Not(range) => {
                self.out.push_str("not ");
                let is_bare_not = matches!(*without_empty_list(range), DataRange::Not(_));
                if is_bare_not {
                    self.out.push('(');
                }
                self.range(range);
                if is_bare_not {
                    self.out.push(')');
                }
            }
            DataRange::And(ranges) if is_facets(ranges) => self.facets(ranges),
            DataRange::And(ranges) => self.ranges(ranges, " and "),
            DataRange::Or(ranges) => self.ranges(ranges, " or "),
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

    /// `xsd:double[>= "1.0"^^xsd:double , < "2.0"^^xsd:double]`, bounds of one datatype.
    fn facets(&mut self, bounds: &[DataRange]) {
        for (position, bound) in bounds.iter().enumerate() {
            let DataRange::Compare(comparison, literal) = bound else { continue };
            let literal = with_stated_datatype(literal);
            if position == 0 {
                self.datatype(literal.datatype());
                self.out.push('[');
            } else {
                self.out.push_str(" , ");
            }
            self.out.push_str(match comparison {
                Comparison::AtMost => "<= ",
                Comparison::Below => "< ",
                Comparison::AtLeast => ">= ",
                Comparison::Above => "> ",
            });
            self.quoted(&literal);
        }
        self.out.push(']');
    }

    fn datatype(&mut self, datatype: &Datatype) {
        self.vocabulary.write_datatype(&mut self.out, datatype.as_iri());
    }

    /// Numbers may stand bare; `true` would be the name of an individual.
    fn literal(&mut self, literal: &Literal) {
        let literal = with_stated_datatype(literal);
        let lexical = literal.lexical();
        let is_bare = match xsd_name(&literal) {
            Some("integer") => is_whole(lexical),
            Some("decimal") => is_decimal(lexical),
            _ => false,
        };
        if is_bare { self.out.push_str(lexical) } else { self.quoted(&literal) }
    }

    fn quoted(&mut self, literal: &Literal) {
        let vocabulary = self.vocabulary;
        write_quoted(&mut self.out, literal, Escapes::Owl, |out, iri| {
            vocabulary.write_datatype(out, iri);
        });
    }
}

/// Whether a meet of ranges is bounds of one datatype, which facets of it can say.
pub(crate) fn is_facets(ranges: &[DataRange]) -> bool {
    let datatype = |range: &DataRange| match range {
        DataRange::Compare(_, bound) => Some(with_stated_datatype(bound).datatype().clone()),
        _ => None,
    };
    is_interval(ranges) && ranges.windows(2).all(|pair| datatype(&pair[0]) == datatype(&pair[1]))
}

/// Lines up operands; what comes first is pushed last.
fn join(pending: &mut Vec<Piece>, n: u32, separator: &'static str, of_none: &'static str) {
    if n == 0 {
        pending.push(Piece::Text(of_none));
    }
    for position in 0..n {
        if position > 0 {
            pending.push(Piece::Text(separator));
        }
        pending.push(Piece::Operand);
    }
}
