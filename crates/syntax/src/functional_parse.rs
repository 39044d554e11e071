//! The reader of OWL functional syntax.

use evolearner_dl::{
    Comparison, Concept, DataRange, DataRestriction, Datatype, Id, Node, Quantifier, Role,
};

use crate::arena::{Arena, Ref};
use crate::error::{NameKind, ParseError};
use crate::expression::Parser;
use crate::iri;
use crate::literal::bound;
use crate::range::MAX_RANGE_DEPTH;
use crate::token::{Lexis, Sign, Token, Tokens};
use crate::typed::{of_list, with_base};
use crate::vocabulary::Resolver;

/// Reads a concept.
pub fn parse(text: &str, resolver: &dyn Resolver) -> Result<Concept, ParseError> {
    let tokens = Tokens::read(text, Lexis::Functional)?;
    let mut parser =
        Parser { tokens: &tokens, at: 0, lexis: Lexis::Functional, resolver, types: &[] };
    let mut arena = Arena::default();
    let mut open: Vec<Open> = Vec::new();
    loop {
        let mut operand = match parser.begin_functional(&mut arena)? {
            Begun::Open(constructor) => {
                open.push(constructor);
                continue;
            }
            Begun::Operand(operand) => operand,
        };
        loop {
            let Some(constructor) = open.last_mut() else {
                if *tokens.get(parser.at) != Token::End {
                    return Err(parser.error("the end"));
                }
                return Ok(arena.finish(operand));
            };
            constructor.add(operand);
            if parser.take(Sign::Close) {
                operand = constructor.close(&mut arena);
                open.pop();
            } else if matches!(constructor, Open::Join(..)) {
                break;
            } else {
                return Err(parser.error("‘)’"));
            }
        }
    }
}

/// Whether a text starts like functional syntax: a constructor and its bracket.
pub(crate) fn looks_functional(text: &str) -> bool {
    let text = text.trim_start();
    let word = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(0);
    text[word..].trim_start().starts_with('(')
        && (text.starts_with("Object") || text.starts_with("Data"))
        && CONSTRUCTORS.contains(&&text[..word])
}

const CONSTRUCTORS: [&str; 18] = [
    "ObjectIntersectionOf",
    "ObjectUnionOf",
    "ObjectComplementOf",
    "ObjectOneOf",
    "ObjectSomeValuesFrom",
    "ObjectAllValuesFrom",
    "ObjectHasValue",
    "ObjectHasSelf",
    "ObjectMinCardinality",
    "ObjectMaxCardinality",
    "ObjectExactCardinality",
    "DataSomeValuesFrom",
    "DataAllValuesFrom",
    "DataHasValue",
    "DataMinCardinality",
    "DataMaxCardinality",
    "DataExactCardinality",
    "ObjectInverseOf",
];

enum Begun {
    Open(Open),
    Operand(Ref),
}

/// A constructor whose operands are being read.
enum Open {
    Join(fn(u32) -> Node, Vec<Ref>),
    Unary(Node, Option<Ref>),
}

impl Open {
    fn add(&mut self, operand: Ref) {
        match self {
            Self::Join(_, operands) => operands.push(operand),
            Self::Unary(_, slot) => *slot = Some(operand),
        }
    }

    fn close(&mut self, arena: &mut Arena) -> Ref {
        match self {
            Self::Join(join, operands) => arena.join(*join, operands),
            Self::Unary(node, operand) => arena.over(node.clone(), operand.as_slice()),
        }
    }
}

impl Parser<'_, '_> {
    fn begin_functional(&mut self, arena: &mut Arena) -> Result<Begun, ParseError> {
        let start = self.at;
        let Some(name) = self.tokens.get(start).name() else {
            return Err(self.error("a class expression"));
        };
        self.at += 1;
        if !self.take(Sign::Open) {
            return Ok(Begun::Operand(arena.leaf(self.class(start)?)));
        }
        let word = name.text();
        let unary = |node| Ok(Begun::Open(Open::Unary(node, None)));
        match word {
            "ObjectIntersectionOf" => Ok(Begun::Open(Open::Join(Node::And, Vec::new()))),
            "ObjectUnionOf" => Ok(Begun::Open(Open::Join(Node::Or, Vec::new()))),
            "ObjectComplementOf" => unary(Node::Not),
            "ObjectSomeValuesFrom" => unary(Node::Some(self.functional_role()?)),
            "ObjectAllValuesFrom" => unary(Node::Only(self.functional_role()?)),
            "ObjectMinCardinality" | "ObjectMaxCardinality" | "ObjectExactCardinality" => {
                let n = self.count()?;
                let role = self.functional_role()?;
                let node = match word {
                    "ObjectMinCardinality" => Node::AtLeast(n, role),
                    "ObjectMaxCardinality" => Node::AtMost(n, role),
                    _ => Node::Exactly(n, role),
                };
                if self.take(Sign::Close) {
                    let top = arena.leaf(Node::Top);
                    return Ok(Begun::Operand(arena.over(node, &[top])));
                }
                unary(node)
            }
            "ObjectOneOf" => {
                let mut individuals = Vec::new();
                while !self.take(Sign::Close) {
                    individuals.push(self.functional_name(NameKind::Individual)?);
                }
                Ok(Begun::Operand(arena.leaf(Node::OneOf(individuals.into()))))
            }
            "ObjectHasValue" => {
                let role = self.functional_role()?;
                let individual = self.functional_name(NameKind::Individual)?;
                self.expect(Sign::Close, "‘)’")?;
                Ok(Begun::Operand(arena.leaf(Node::HasValue(role, individual))))
            }
            "ObjectHasSelf" => {
                let role = self.functional_role()?;
                self.expect(Sign::Close, "‘)’")?;
                Ok(Begun::Operand(arena.leaf(Node::HasSelf(role))))
            }
            _ if word.starts_with("Data") => {
                let restriction = self.functional_data(word, start)?;
                Ok(Begun::Operand(arena.leaf(Node::Data(Box::new(restriction)))))
            }
            _ => Err(self.tokens.error(start, "a constructor of class expressions")),
        }
    }

    fn functional_data(&mut self, word: &str, start: usize) -> Result<DataRestriction, ParseError> {
        let quantifier = match word {
            "DataSomeValuesFrom" | "DataHasValue" => Quantifier::Some,
            "DataAllValuesFrom" => Quantifier::Only,
            "DataMinCardinality" => Quantifier::AtLeast(self.count()?),
            "DataMaxCardinality" => Quantifier::AtMost(self.count()?),
            "DataExactCardinality" => Quantifier::Exactly(self.count()?),
            _ => return Err(self.tokens.error(start, "a constructor of class expressions")),
        };
        let property = self.functional_name(NameKind::DataProperty)?;
        self.types = self.resolver.value_types(property);
        let may_end = !matches!(quantifier, Quantifier::Some | Quantifier::Only);
        let range = if word == "DataHasValue" {
            of_list(vec![self.literal(None)?], self.types)
        } else if may_end && self.is(Sign::Close) {
            DataRange::Any
        } else {
            self.functional_range(0)?
        };
        self.expect(Sign::Close, "‘)’")?;
        Ok(DataRestriction { property, quantifier, range })
    }

    fn functional_range(&mut self, depth: usize) -> Result<DataRange, ParseError> {
        if depth > MAX_RANGE_DEPTH {
            return Err(self.error("a data range that is nested less deeply"));
        }
        let start = self.at;
        let Some(name) = self.tokens.get(start).name() else {
            return Err(self.error("a data range"));
        };
        if !self.tokens.is(start + 1, Sign::Open) {
            let datatype = self.datatype()?;
            return Ok(if datatype.is_top() {
                DataRange::Any
            } else {
                DataRange::Datatype(datatype)
            });
        }
        self.at += 2;
        match name.text() {
            "DataOneOf" => {
                let literals = self.functional_list(|parser| parser.literal(None))?;
                Ok(of_list(literals, self.types))
            }
            "DataComplementOf" => {
                let range = self.functional_range(depth + 1)?;
                self.expect(Sign::Close, "‘)’")?;
                Ok(DataRange::Not(Box::new(range)))
            }
            word @ ("DataIntersectionOf" | "DataUnionOf") => {
                let mut ranges =
                    self.functional_list(|parser| parser.functional_range(depth + 1))?;
                Ok(match (ranges.len(), word) {
                    (1, _) => ranges.remove(0),
                    (_, "DataIntersectionOf") => DataRange::And(ranges.into()),
                    _ => DataRange::Or(ranges.into()),
                })
            }
            "DatatypeRestriction" => {
                let base = self.datatype()?;
                let ranges = self.functional_list(|parser| parser.functional_facet(&base))?;
                Ok(with_base(Some(&base), ranges.concat(), self.types))
            }
            _ => Err(self.tokens.error(start, "a constructor of data ranges")),
        }
    }

    /// What stands up to the closing bracket, one at least: OWL has no empty data ranges, and DL syntax
    /// would write one of them as `{}`, which is also a set of no individuals.
    fn functional_list<T>(
        &mut self,
        mut read: impl FnMut(&mut Self) -> Result<T, ParseError>,
    ) -> Result<Vec<T>, ParseError> {
        let mut list = Vec::new();
        loop {
            list.push(read(self)?);
            if self.take(Sign::Close) {
                return Ok(list);
            }
        }
    }

    fn functional_facet(&mut self, base: &Datatype) -> Result<Vec<DataRange>, ParseError> {
        let facet = self.tokens.get(self.at).name().map(|name| self.full_iri(name));
        let name = facet.as_deref().and_then(|facet| facet.strip_prefix(iri::XSD));
        let comparison = match name {
            Some("minInclusive") => Comparison::AtLeast,
            Some("minExclusive") => Comparison::Above,
            Some("maxInclusive") => Comparison::AtMost,
            Some("maxExclusive") => Comparison::Below,
            Some(name) if !name.ends_with("clusive") => return self.text_facet(name, Some(base)),
            _ => return Err(self.error("xsd:minInclusive or another facet")),
        };
        self.at += 1;
        let literal = self.literal(Some(base))?;
        Ok(vec![DataRange::Compare(comparison, bound(literal))])
    }

    fn functional_role(&mut self) -> Result<Role, ParseError> {
        let is_inverse = matches!(self.tokens.get(self.at), Token::Plain("ObjectInverseOf"))
            && self.tokens.is(self.at + 1, Sign::Open);
        self.at += if is_inverse { 2 } else { 0 };
        let property = self.functional_name(NameKind::ObjectProperty)?;
        if is_inverse {
            self.expect(Sign::Close, "‘)’")?;
        }
        Ok(Role { property, inverse: is_inverse })
    }

    fn functional_name<I: Id>(&mut self, kind: NameKind) -> Result<I, ParseError> {
        if self.tokens.get(self.at).name().is_none() {
            return Err(self.error(kind.phrase()));
        }
        let id = self.resolve(kind, self.at)?;
        self.at += 1;
        Ok(id)
    }
}
