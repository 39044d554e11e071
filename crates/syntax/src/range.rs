//! Data ranges and literals in DL and Manchester syntax.

use evolearner_dl::sketch::{HoleKind, literal_of_hole};
use evolearner_dl::{BadFacet, Comparison, DataRange, Datatype, Kind, Literal, TextFacet};

use crate::datatype::datatype;
use crate::error::{NameKind, ParseError, there_is};
use crate::expression::Parser;
use crate::iri;
use crate::literal::bound;
use crate::token::{Sign, Token};
use crate::typed::{of_bare_number, of_list, with_base};
use crate::vocabulary::Name;

/// Ranges are trees of boxes, which are dropped by recursion: deeper ones are refused.
pub(crate) const MAX_RANGE_DEPTH: usize = 200;

const NESTED_LESS: &str = "a data range that is nested less deeply";

/// Brackets and signs that may be open at the same time, which bounds the recursion of the parser.
/// A level of a range needs at most two: Manchester syntax writes `not (not …)`.
const MAX_OPEN: usize = 4 * MAX_RANGE_DEPTH;

impl Parser<'_, '_> {
    /// A range as a filler: `xsd:double[≥ 0.5]`, `[≥ 5, ≤ 7]`, `{1, 2}`, `¬ …`, `( … )`.
    pub(crate) fn data_filler(&mut self) -> Result<DataRange, ParseError> {
        let range = self.data_primary(0)?;
        if depth(&range) > MAX_RANGE_DEPTH {
            return Err(self.error(NESTED_LESS));
        }
        Ok(range)
    }

    fn data_primary(&mut self, depth: usize) -> Result<DataRange, ParseError> {
        if depth > MAX_OPEN {
            return Err(self.error(NESTED_LESS));
        }
        if self.take(Sign::Not) {
            let range = self.data_primary(depth + 1)?;
            return Ok(DataRange::Not(Box::new(range)));
        }
        if self.take(Sign::Open) {
            let range = self.data_range(depth + 1)?;
            self.expect(Sign::Close, "⊓, ⊔ or ‘)’")?;
            return Ok(range);
        }
        if self.take(Sign::Top) {
            return Ok(DataRange::Any);
        }
        if self.take(Sign::OpenBracket) {
            return self.facets(None);
        }
        if self.take(Sign::OpenBrace) {
            let literals = self.literals()?;
            return Ok(if self.lexis.is_dl() {
                DataRange::OneOf(literals.into())
            } else {
                of_list(literals, self.types)
            });
        }
        if self.tokens.get(self.at).name().is_none() {
            return Err(self.error("a data range"));
        }
        let datatype = self.datatype()?;
        if self.take(Sign::OpenBracket) {
            return self.facets(Some(&datatype));
        }
        Ok(if datatype.is_top() { DataRange::Any } else { DataRange::Datatype(datatype) })
    }

    fn data_range(&mut self, depth: usize) -> Result<DataRange, ParseError> {
        let joined = |ranges: Vec<DataRange>, join: fn(Box<[DataRange]>) -> DataRange| {
            let mut ranges = ranges;
            if ranges.len() == 1 { ranges.remove(0) } else { join(ranges.into()) }
        };
        let mut join = Vec::new();
        loop {
            let mut meet = vec![self.data_primary(depth)?];
            while self.take(Sign::And) {
                meet.push(self.data_primary(depth)?);
            }
            join.push(joined(meet, DataRange::And));
            if !self.take(Sign::Or) {
                return Ok(joined(join, DataRange::Or));
            }
        }
    }

    /// The facets up to the closing bracket.
    fn facets(&mut self, base: Option<&Datatype>) -> Result<DataRange, ParseError> {
        let mut ranges = Vec::new();
        loop {
            if let Some(name) = self.tokens.get(self.at).name().map(Name::text) {
                ranges.extend(self.text_facet(name, base)?);
            } else {
                ranges.push(self.comparison(base)?);
            }
            if self.take(Sign::CloseBracket) {
                break;
            }
            if !self.take(Sign::Comma) && !self.take(Sign::And) {
                return Err(self.error("‘,’ or ‘]’"));
            }
        }
        Ok(with_base(base, ranges, self.types))
    }

    /// `pattern "AB.*"` or `minLength 3`, which strings alone have.
    pub(crate) fn text_facet(
        &mut self,
        name: &str,
        base: Option<&Datatype>,
    ) -> Result<Vec<DataRange>, ParseError> {
        let start = self.at;
        if base.is_some_and(|base| !base.is_string()) {
            let bound = self.error("a bound");
            return Err(bound.with_hint("other facets are those of xsd:string".to_owned()));
        }
        self.at += 1;
        let value = self.literal(None)?;
        let facets = TextFacet::of_name(name, &value).map_err(|bad| {
            let at = if bad == BadFacet::Name { start } else { start + 1 };
            self.tokens.error(at, bad.to_string())
        })?;
        Ok(facets.into_iter().map(DataRange::Text).collect())
    }

    /// `≥ 5`: a comparison and its bound.
    pub(crate) fn comparison(&mut self, base: Option<&Datatype>) -> Result<DataRange, ParseError> {
        let comparison = match self.tokens.get(self.at) {
            Token::Sign(Sign::AtLeast) => Comparison::AtLeast,
            Token::Sign(Sign::AtMost) => Comparison::AtMost,
            Token::Sign(Sign::Above) => Comparison::Above,
            Token::Sign(Sign::Below) => Comparison::Below,
            _ => return Err(self.error("≥, ≤, > or <")),
        };
        self.at += 1;
        let literal = self.literal(base)?;
        Ok(DataRange::Compare(comparison, bound(literal)))
    }

    fn literals(&mut self) -> Result<Vec<Literal>, ParseError> {
        let mut literals = Vec::new();
        if self.take(Sign::CloseBrace) {
            return Ok(literals);
        }
        loop {
            literals.push(self.literal(None)?);
            if self.take(Sign::CloseBrace) {
                return Ok(literals);
            }
            if !self.take(Sign::Comma) && !self.take(Sign::Or) {
                return Err(self.error("‘,’ or ‘}’"));
            }
        }
    }

    /// A literal. A bare number takes the datatype in front of the facet where there is one. Else
    /// in Manchester syntax, as OWL says, a whole one is an integer and one with a point a decimal;
    /// in DL syntax it takes the datatype of the property's values.
    pub(crate) fn literal(&mut self, base: Option<&Datatype>) -> Result<Literal, ParseError> {
        if let Some(hole) = self.take_hole(HoleKind::Value) {
            return Ok(literal_of_hole(hole));
        }
        let token = self.tokens.get(self.at);
        let literal = match token {
            Token::Sign(Sign::True) => Literal::new("true", Datatype::xsd("boolean")),
            Token::Sign(Sign::False) => Literal::new("false", Datatype::xsd("boolean")),
            Token::Number(number) => {
                let (lexical, is_float) = match number.strip_suffix(['f', 'F']) {
                    Some(lexical) => (lexical, true),
                    None => (*number, false),
                };
                let datatype = match base {
                    Some(base) if base.kind() == Some(Kind::Number) => base.clone(),
                    _ if is_float => Datatype::xsd("float"),
                    _ if self.lexis.is_dl() => of_bare_number(lexical, self.types),
                    _ if !lexical.contains(['.', 'e', 'E']) => Datatype::xsd("integer"),
                    _ if lexical.contains(['e', 'E']) => Datatype::xsd("double"),
                    _ => Datatype::xsd("decimal"),
                };
                Literal::new(lexical, datatype)
            }
            Token::Text(lexical) => {
                self.at += 1;
                let datatype = self.literal_datatype()?;
                return Ok(Literal::new(lexical, datatype));
            }
            _ => return Err(self.error("a number, a string, true or false")),
        };
        self.at += 1;
        Ok(literal)
    }

    /// `^^datatype` or `@en` behind a string.
    pub(crate) fn literal_datatype(&mut self) -> Result<Datatype, ParseError> {
        if let Token::Language(tag) = self.tokens.get(self.at) {
            self.at += 1;
            return Ok(Datatype::Language((*tag).into()));
        }
        if !self.take(Sign::Carets) {
            return Ok(Datatype::iri(&format!("{}string", iri::XSD)));
        }
        self.datatype()
    }

    /// The datatype of that name. A class is refused: OWL has no IRI that names both, and behind a
    /// property of objects and data the name alone decides which of the two is restricted.
    pub(crate) fn datatype(&mut self) -> Result<Datatype, ParseError> {
        const EXPECTED: &str = "a datatype such as xsd:double";
        let name = self.tokens.get(self.at).name();
        let Some(iri) = name.and_then(|name| datatype(self.resolver, name)) else {
            return Err(self.error(EXPECTED));
        };
        if self.is_class(Name::Iri(&iri)) {
            return Err(self.error(EXPECTED).with_hint(there_is(NameKind::Class)));
        }
        self.at += 1;
        Ok(Datatype::iri(&iri))
    }
}

/// The levels of a range.
fn depth(range: &DataRange) -> usize {
    match range {
        DataRange::Not(inner) => 1 + depth(inner),
        DataRange::And(parts) | DataRange::Or(parts) => {
            1 + parts.iter().map(depth).max().unwrap_or(0)
        }
        _ => 0,
    }
}
