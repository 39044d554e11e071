//! The grammar that DL and Manchester syntax share: tokens to a concept.
//!
//! Both notations have the same operators with the same precedence; one writes `∃ r.C` and the
//! other `r some C`. Either is understood wherever a concept may stand, so that a text may mix
//! them. The lexer separates signs from words; where a token stands separates prefix from infix forms.
//!
//! Nesting is kept on a stack of its own: depth costs memory, never the thread's stack.

use std::borrow::Cow;

use evolearner_dl::sketch::{HoleKind, number_of_hole};
use evolearner_dl::{
    Concept, DataPropertyId, DataRange, DataRestriction, Id, IndividualId, Node, Quantifier, Role,
    ValueType,
};

use crate::arena::{Arena, Ref};
use crate::datatype::{datatype, is_standard_datatype};
use crate::error::{NameKind, ParseError};
use crate::iri;
use crate::token::{Lexis, Sign, Token, Tokens};
use crate::typed::of_list;
use crate::vocabulary::{Name, Resolver};

/// Reads a concept in DL or Manchester syntax.
pub(crate) fn parse(
    text: &str,
    lexis: Lexis,
    resolver: &dyn Resolver,
) -> Result<Concept, ParseError> {
    let tokens = Tokens::read(text, lexis)?;
    let mut parser = Parser { tokens: &tokens, at: 0, lexis, resolver, types: &[] };
    let mut arena = Arena::default();
    let mut open = vec![Open::default()];
    loop {
        // Everything in front of an operand: brackets, negations, quantifiers.
        let mut operand = match parser.begin(&mut arena)? {
            Begun::Bracket => {
                open.push(Open { bracket: parser.at - 1, ..Open::default() });
                continue;
            }
            Begun::Node(node) => {
                open.last_mut().expect("the outermost group stays").waiting.push(node);
                continue;
            }
            Begun::Operand(operand) => operand,
        };
        // Everything behind it.
        loop {
            let n_open = open.len();
            let group = open.last_mut().expect("the outermost group stays");
            while let Some(node) = group.waiting.pop() {
                operand = arena.over(node, &[operand]);
            }
            match parser.tokens.get(parser.at) {
                Token::Sign(Sign::And) => {
                    group.meet.push(operand);
                    parser.at += 1;
                    break;
                }
                Token::Sign(Sign::Or) => {
                    group.close_meet(&mut arena, operand);
                    parser.at += 1;
                    break;
                }
                Token::Sign(Sign::Close) if n_open > 1 => {
                    operand = group.close(&mut arena, operand);
                    open.pop();
                    parser.at += 1;
                }
                Token::End if n_open == 1 => {
                    let root = group.close(&mut arena, operand);
                    return Ok(arena.finish(root));
                }
                Token::End => {
                    let opened = tokens.error(group.bracket, "").column();
                    let error = tokens.error(parser.at, "⊓, ⊔ or ‘)’");
                    return Err(error.with_hint(format!("‘(’ of column {opened} is open")));
                }
                _ if n_open > 1 => return Err(parser.error("⊓, ⊔ or ‘)’")),
                _ => return Err(parser.error("⊓, ⊔ or the end")),
            }
        }
    }
}

/// What stands at the beginning of an operand.
enum Begun {
    Bracket,
    /// A node whose only child comes next.
    Node(Node),
    Operand(Ref),
}

/// An open bracket (the first one is the text itself) and what was read since.
#[derive(Default)]
struct Open {
    bracket: usize,
    join: Vec<Ref>,
    meet: Vec<Ref>,
    /// Nodes that wait for the operand that is being read.
    waiting: Vec<Node>,
}

impl Open {
    fn close_meet(&mut self, arena: &mut Arena, operand: Ref) {
        self.meet.push(operand);
        self.join.push(arena.join(Node::And, &self.meet));
        self.meet.clear();
    }

    fn close(&mut self, arena: &mut Arena, operand: Ref) -> Ref {
        self.close_meet(arena, operand);
        arena.join(Node::Or, &self.join)
    }
}

/// How many successors or values are asked for.
#[derive(Clone, Copy)]
enum Amount {
    Some,
    Only,
    AtLeast(u32),
    AtMost(u32),
    Exactly(u32),
}

/// A property as it was named, before its kind is known.
#[derive(Clone, Copy)]
struct Property {
    token: usize,
    is_inverse: bool,
}

pub(crate) struct Parser<'t, 'a> {
    pub(crate) tokens: &'t Tokens<'a>,
    pub(crate) at: usize,
    pub(crate) lexis: Lexis,
    pub(crate) resolver: &'t dyn Resolver,
    /// The datatypes of the values of the data property whose range is being read.
    pub(crate) types: &'t [ValueType],
}

impl<'t> Parser<'t, '_> {
    pub(crate) fn error(&self, expected: &str) -> ParseError {
        self.tokens.error(self.at, expected)
    }

    pub(crate) fn is(&self, sign: Sign) -> bool {
        self.tokens.is(self.at, sign)
    }

    pub(crate) fn take(&mut self, sign: Sign) -> bool {
        let is = self.is(sign);
        self.at += usize::from(is);
        is
    }

    pub(crate) fn expect(&mut self, sign: Sign, expected: &str) -> Result<(), ParseError> {
        if self.take(sign) { Ok(()) } else { Err(self.error(expected)) }
    }

    /// The name at a token; only asked of tokens that are names.
    fn name(&self, token: usize) -> Name<'_> {
        self.tokens.get(token).name().unwrap_or(Name::Plain(""))
    }

    pub(crate) fn resolve<I: Id>(&self, kind: NameKind, token: usize) -> Result<I, ParseError> {
        let name = self.name(token);
        let mut error = match self.resolver.resolve(kind, name) {
            Ok(index) => return Ok(I::new(index)),
            Err(error) => error,
        };
        // An unknown property could have been meant as one of either kind.
        let other = match kind {
            NameKind::ObjectProperty => NameKind::DataProperty,
            NameKind::DataProperty => NameKind::ObjectProperty,
            _ => return Err(self.tokens.error(token, kind.phrase()).with_hint(error.hint())),
        };
        let is_unknown = !error.is_ambiguous && error.other_kind.is_none();
        if is_unknown && let Err(other_error) = self.resolver.resolve(other, name) {
            error.candidates.extend(other_error.candidates);
        }
        let expected = if is_unknown { "a property" } else { kind.phrase() };
        Err(self.tokens.error(token, expected).with_hint(error.hint()))
    }

    /// What a name stands for where a class may stand.
    pub(crate) fn class(&self, token: usize) -> Result<Node, ParseError> {
        Ok(match &*self.full_iri(self.name(token)) {
            iri::THING => Node::Top,
            iri::NOTHING => Node::Bottom,
            _ => Node::Class(self.resolve(NameKind::Class, token)?),
        })
    }

    /// Whether a name is that of a class.
    pub(crate) fn is_class(&self, name: Name<'_>) -> bool {
        matches!(&*self.full_iri(name), iri::THING | iri::NOTHING)
            || self.resolver.knows(NameKind::Class, name)
    }

    /// The IRI that a name stands for by its prefix, or as it is.
    pub(crate) fn full_iri<'n>(&self, name: Name<'n>) -> Cow<'n, str> {
        if let Name::Plain(text) = name
            && let Some((prefix, local)) = text.split_once(':')
            && let Some(namespace) = self.resolver.namespace(prefix)
        {
            return Cow::Owned(format!("{namespace}{local}"));
        }
        Cow::Borrowed(name.text())
    }

    fn begin(&mut self, arena: &mut Arena) -> Result<Begun, ParseError> {
        let start = self.at;
        if self.tokens.get(start).name().is_some() || self.is(Sign::Inverse) {
            return self.begin_with_name(arena);
        }
        let Token::Sign(sign) = self.tokens.get(start) else {
            return Err(self.error("a concept"));
        };
        self.at += 1;
        let mut leaf = |node| Ok(Begun::Operand(arena.leaf(node)));
        match sign {
            Sign::Open => Ok(Begun::Bracket),
            Sign::Not => Ok(Begun::Node(Node::Not)),
            Sign::Top => leaf(Node::Top),
            Sign::Bottom => leaf(Node::Bottom),
            Sign::OpenBrace => {
                let individuals = self.individuals()?;
                leaf(Node::OneOf(individuals.into()))
            }
            Sign::Some => self.quantified(arena, Amount::Some),
            Sign::Only => self.quantified(arena, Amount::Only),
            Sign::AtLeast | Sign::Min => {
                let n = self.count()?;
                self.quantified(arena, Amount::AtLeast(n))
            }
            Sign::AtMost | Sign::Max => {
                let n = self.count()?;
                self.quantified(arena, Amount::AtMost(n))
            }
            Sign::Equal | Sign::Exactly => {
                let n = self.count()?;
                self.quantified(arena, Amount::Exactly(n))
            }
            _ => {
                self.at = start;
                Err(self.error("a concept"))
            }
        }
    }

    /// A class, or an infix restriction that starts with its property.
    fn begin_with_name(&mut self, arena: &mut Arena) -> Result<Begun, ParseError> {
        let property = self.property()?;
        let sign = match self.tokens.get(self.at) {
            Token::Sign(sign) => Some(*sign),
            _ => None,
        };
        let amount = match sign {
            Some(Sign::Some) => Amount::Some,
            Some(Sign::Only) => Amount::Only,
            Some(Sign::Min) => Amount::AtLeast(0),
            Some(Sign::Max) => Amount::AtMost(0),
            Some(Sign::Exactly) => Amount::Exactly(0),
            Some(Sign::Value) => {
                self.at += 1;
                return self.value(arena, property);
            }
            Some(Sign::SelfWord) => {
                self.at += 1;
                let role = self.role(property)?;
                return Ok(Begun::Operand(arena.leaf(Node::HasSelf(role))));
            }
            Some(Sign::Equal) => {
                self.at += 1;
                self.types = self.types_of(property);
                let range = DataRange::OneOf(Box::new([self.literal(None)?]));
                return self.data_leaf(arena, property, Quantifier::Some, range);
            }
            Some(Sign::AtLeast | Sign::AtMost | Sign::Above | Sign::Below) => {
                self.types = self.types_of(property);
                let range = self.comparison(None)?;
                return self.data_leaf(arena, property, Quantifier::Some, range);
            }
            _ if self.at == property.token + 1 && !property.is_inverse => {
                return Ok(Begun::Operand(arena.leaf(self.class(property.token)?)));
            }
            _ => return Err(self.error("some, only, min, max, exactly, value or Self")),
        };
        self.at += 1;
        let amount = match amount {
            Amount::AtLeast(_) => Amount::AtLeast(self.count()?),
            Amount::AtMost(_) => Amount::AtMost(self.count()?),
            Amount::Exactly(_) => Amount::Exactly(self.count()?),
            amount => amount,
        };
        self.restriction(arena, amount, property)
    }

    /// `r.C` behind a quantifier.
    fn quantified(&mut self, arena: &mut Arena, amount: Amount) -> Result<Begun, ParseError> {
        let property = self.property()?;
        if self.take(Sign::Dot) {
            if matches!(amount, Amount::Some) && self.take(Sign::SelfWord) {
                let role = self.role(property)?;
                return Ok(Begun::Operand(arena.leaf(Node::HasSelf(role))));
            }
            // `∃ r.{a}` is how DL syntax writes the restriction to a value.
            if matches!(amount, Amount::Some)
                && self.is(Sign::OpenBrace)
                && self.tokens.get(self.at + 1).name().is_some()
                && self.tokens.is(self.at + 2, Sign::CloseBrace)
            {
                let individual = self.resolve(NameKind::Individual, self.at + 1)?;
                self.at += 3;
                let role = self.role(property)?;
                return Ok(Begun::Operand(arena.leaf(Node::HasValue(role, individual))));
            }
        } else if !self.is(Sign::Open)
            && !matches!(amount, Amount::AtLeast(_) | Amount::AtMost(_) | Amount::Exactly(_))
        {
            return Err(self.error("‘.’"));
        }
        self.restriction(arena, amount, property)
    }

    /// The filler of a restriction, which the kind of the property decides upon.
    fn restriction(
        &mut self,
        arena: &mut Arena,
        amount: Amount,
        property: Property,
    ) -> Result<Begun, ParseError> {
        let has_filler = self.starts_operand();
        if self.is_data(property) {
            self.types = self.types_of(property);
            let range = if has_filler {
                self.data_filler()?
            } else {
                self.filler_left_out(amount, DataRange::Any)?
            };
            let quantifier = match amount {
                Amount::Some => Quantifier::Some,
                Amount::Only => Quantifier::Only,
                Amount::AtLeast(n) => Quantifier::AtLeast(n),
                Amount::AtMost(n) => Quantifier::AtMost(n),
                Amount::Exactly(n) => Quantifier::Exactly(n),
            };
            return self.data_leaf(arena, property, quantifier, range);
        }
        let role = self.role(property)?;
        let node = match amount {
            Amount::Some => Node::Some(role),
            Amount::Only => Node::Only(role),
            Amount::AtLeast(n) => Node::AtLeast(n, role),
            Amount::AtMost(n) => Node::AtMost(n, role),
            Amount::Exactly(n) => Node::Exactly(n, role),
        };
        if has_filler {
            return Ok(Begun::Node(node));
        }
        let filler = self.filler_left_out(amount, Node::Top)?;
        let filler = arena.leaf(filler);
        Ok(Begun::Operand(arena.over(node, &[filler])))
    }

    /// Only a cardinality may leave its filler out.
    fn filler_left_out<T>(&self, amount: Amount, filler: T) -> Result<T, ParseError> {
        match amount {
            Amount::Some | Amount::Only => Err(self.error("a concept")),
            _ => Ok(filler),
        }
    }

    fn starts_operand(&self) -> bool {
        match self.tokens.get(self.at) {
            Token::Sign(sign) => !matches!(
                sign,
                Sign::And
                    | Sign::Or
                    | Sign::Close
                    | Sign::CloseBrace
                    | Sign::CloseBracket
                    | Sign::Comma
            ),
            Token::End => false,
            _ => true,
        }
    }

    /// `r value a` or `d value 5`.
    fn value(&mut self, arena: &mut Arena, property: Property) -> Result<Begun, ParseError> {
        if self.tokens.get(self.at).starts_literal() {
            self.types = self.types_of(property);
            let range = of_list(vec![self.literal(None)?], self.types);
            return self.data_leaf(arena, property, Quantifier::Some, range);
        }
        if self.tokens.get(self.at).name().is_none() {
            return Err(self.error("an individual or a literal"));
        }
        let role = self.role(property)?;
        let individual = self.resolve(NameKind::Individual, self.at)?;
        self.at += 1;
        Ok(Begun::Operand(arena.leaf(Node::HasValue(role, individual))))
    }

    fn data_leaf(
        &self,
        arena: &mut Arena,
        property: Property,
        quantifier: Quantifier,
        range: DataRange,
    ) -> Result<Begun, ParseError> {
        if property.is_inverse {
            return Err(self.tokens.error(property.token, "an object property"));
        }
        let property = self.resolve(NameKind::DataProperty, property.token)?;
        let restriction = DataRestriction { property, quantifier, range };
        Ok(Begun::Operand(arena.leaf(Node::Data(Box::new(restriction)))))
    }

    /// `r`, `r⁻`, `inverse r` or `inverse(r)`.
    fn property(&mut self) -> Result<Property, ParseError> {
        let mut is_inverse = self.take(Sign::Inverse);
        let is_bracketed = is_inverse && self.take(Sign::Open);
        let token = self.at;
        if self.tokens.get(token).name().is_none() {
            return Err(self.error("a property"));
        }
        self.at += 1;
        if self.take(Sign::InverseMark) {
            is_inverse = !is_inverse;
        }
        if is_bracketed {
            self.expect(Sign::Close, "‘)’")?;
        }
        Ok(Property { token, is_inverse })
    }

    fn types_of(&self, property: Property) -> &'t [ValueType] {
        let found = self.resolver.resolve(NameKind::DataProperty, self.name(property.token));
        found.map_or(&[], |index| self.resolver.value_types(DataPropertyId::new(index)))
    }

    fn role(&self, property: Property) -> Result<Role, ParseError> {
        let id = self.resolve(NameKind::ObjectProperty, property.token)?;
        Ok(Role { property: id, inverse: property.is_inverse })
    }

    /// Whether a restriction speaks of values. The vocabulary knows for most names; for one that
    /// names both kinds of property, or nothing yet, the filler that comes next decides.
    fn is_data(&self, property: Property) -> bool {
        if property.is_inverse {
            return false;
        }
        let name = self.name(property.token);
        let is_object = self.resolver.knows(NameKind::ObjectProperty, name);
        let is_data = self.resolver.knows(NameKind::DataProperty, name);
        if is_object != is_data {
            return is_data;
        }
        let mut at = self.at;
        while self.tokens.is(at, Sign::Not) || self.tokens.is(at, Sign::Open) {
            at += 1;
        }
        match self.tokens.get(at) {
            Token::Sign(Sign::OpenBracket) => true,
            Token::Sign(Sign::OpenBrace) => self.tokens.get(at + 1).starts_literal(),
            token => {
                let Some(filler) = token.name() else { return false };
                if self.tokens.is(at + 1, Sign::OpenBracket) {
                    return true;
                }
                // A name that goes on as a restriction is a property, not a datatype.
                let stands_alone = match self.tokens.get(at + 1) {
                    Token::Sign(sign) => matches!(sign, Sign::And | Sign::Or | Sign::Close),
                    next => *next == Token::End,
                };
                let is_datatype = is_object
                    || datatype(self.resolver, filler)
                        .is_some_and(|iri| is_standard_datatype(&iri));
                stands_alone && is_datatype && !self.is_class(filler)
            }
        }
    }

    /// The hole at this place, where one may stand.
    pub(crate) fn take_hole(&mut self, kind: HoleKind) -> Option<usize> {
        let Token::Plain(name) = self.tokens.get(self.at) else { return None };
        let hole = self.resolver.hole(kind, name)?;
        self.at += 1;
        Some(hole)
    }

    pub(crate) fn count(&mut self) -> Result<u32, ParseError> {
        if let Some(hole) = self.take_hole(HoleKind::Number) {
            return Ok(number_of_hole(hole));
        }
        let Token::Number(digits) = self.tokens.get(self.at) else {
            return Err(self.error("a number"));
        };
        let n = digits.parse().map_err(|_| self.error("a whole number below 2³²"))?;
        self.at += 1;
        Ok(n)
    }

    /// The individuals up to the closing brace; between them a comma or, as some write, `⊔`.
    fn individuals(&mut self) -> Result<Vec<IndividualId>, ParseError> {
        let mut individuals = Vec::new();
        if self.take(Sign::CloseBrace) {
            return Ok(individuals);
        }
        loop {
            if self.tokens.get(self.at).name().is_none() {
                return Err(self.error("an individual"));
            }
            individuals.push(self.resolve(NameKind::Individual, self.at)?);
            self.at += 1;
            if self.take(Sign::CloseBrace) {
                return Ok(individuals);
            }
            if !self.take(Sign::Comma) && !self.take(Sign::Or) {
                return Err(self.error("‘,’ or ‘}’"));
            }
        }
    }
}
