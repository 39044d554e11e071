//! Typed data values with a total order.
//!
//! A literal keeps its spelling and its datatype; beside them stands its [`Value`]: a kind, and
//! for every kind but text a number by which values of that kind are ordered. Where two numbers or
//! two moments differ by less than the precision of that number, their digits are compared.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use crate::numeral::Numeral;
use crate::space::Space;
use crate::time::Moment;

/// The datatypes of XML Schema.
const XSD: &str = "http://www.w3.org/2001/XMLSchema#";
const RDFS_LITERAL: &str = "http://www.w3.org/2000/01/rdf-schema#Literal";
const OWL: &str = "http://www.w3.org/2002/07/owl#";

/// What a value can be compared with: values of one kind are ordered among themselves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// `false < true`.
    Boolean,
    /// Numbers of all datatypes, as 64-bit floats; numbers that share one are ordered by their
    /// digits.
    Number,
    /// Points in time (dates, date-times, years), as seconds since 1970 in UTC.
    Time,
    /// Durations, in seconds; a month counts as a twelfth of 365.2425 days.
    Duration,
    /// Everything else, compared for equality only.
    Text,
}

impl Kind {
    /// All kinds, in order.
    pub const ALL: [Self; 5] =
        [Self::Boolean, Self::Number, Self::Time, Self::Duration, Self::Text];

    /// The word for it in messages.
    pub fn word(self) -> &'static str {
        match self {
            Self::Boolean => "boolean",
            Self::Number => "number",
            Self::Time => "time",
            Self::Duration => "duration",
            Self::Text => "text",
        }
    }
}

/// What a literal means: its kind and its place among the values of that kind.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Value {
    /// The kind.
    pub kind: Kind,
    /// The order within the kind; 0 for text, never NaN.
    pub key: f64,
}

impl Value {
    /// A value without an order.
    pub const TEXT: Self = Self { kind: Kind::Text, key: 0.0 };

    /// The meaning of a spelling under a datatype. What the datatype does not allow, and NaN,
    /// is text: it is kept, and compares with nothing.
    pub fn parse(lexical: &str, datatype: &Datatype) -> Self {
        let value = datatype.kind().and_then(|kind| Self::parse_as(lexical, kind));
        match value {
            Some(value) if datatype.xsd_name() == Some("float") => {
                Self { key: as_float(value.key), ..value }
            }
            value => value.unwrap_or(Self::TEXT),
        }
    }

    /// The meaning of a spelling as a value of one kind, whatever its datatype says.
    pub fn parse_as(lexical: &str, kind: Kind) -> Option<Self> {
        let lexical = lexical.trim_ascii();
        let key = match kind {
            Kind::Boolean => match lexical {
                "true" | "1" => 1.0,
                "false" | "0" => 0.0,
                _ => return None,
            },
            Kind::Number => parse_number(lexical)?,
            Kind::Time => Moment::parse(lexical)?.key(),
            Kind::Duration => crate::time::parse_duration(lexical)?,
            Kind::Text => 0.0,
        };
        // Zero has one place in the order, whatever its sign.
        Some(Self { kind, key: key + 0.0 })
    }
}

/// The decimal number that a 32-bit float is written as: `"0.1"^^xsd:float` is compared as 0.1.
pub(crate) fn as_float(key: f64) -> f64 {
    (key as f32).to_string().parse().unwrap_or(key)
}

/// A number in any spelling of XML Schema, `owl:rational` included.
fn parse_number(lexical: &str) -> Option<f64> {
    match lexical {
        "INF" | "+INF" => return Some(f64::INFINITY),
        "-INF" => return Some(f64::NEG_INFINITY),
        _ => {}
    }
    if let Some((numerator, denominator)) = lexical.split_once('/') {
        let ratio = parse_number(numerator.trim_ascii())? / parse_number(denominator.trim_ascii())?;
        return (!ratio.is_nan()).then_some(ratio);
    }
    // Rust also reads `inf`, `nan` and `infinity`: letters other than the exponent's are refused.
    let is_number_byte =
        |byte: u8| byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'.' | b'e' | b'E');
    if lexical.bytes().all(is_number_byte) { lexical.parse().ok() } else { None }
}

/// The datatype of a literal, or its language.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Datatype {
    /// A datatype by its IRI.
    Iri(Box<str>),
    /// A string in that language.
    Language(Box<str>),
}

impl Datatype {
    /// The datatype of that IRI.
    pub fn iri(iri: &str) -> Self {
        Self::Iri(iri.into())
    }

    /// A datatype of XML Schema by its local name.
    pub fn xsd(name: &str) -> Self {
        Self::Iri(format!("{XSD}{name}").into())
    }

    /// Its IRI: that of a text in a language is `rdf:langString`.
    pub fn as_iri(&self) -> &str {
        match self {
            Self::Iri(iri) => iri,
            Self::Language(_) => "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString",
        }
    }

    /// The kind that the datatype's values are of; nothing where the datatype is unknown.
    pub fn kind(&self) -> Option<Kind> {
        let Self::Iri(iri) = self else { return Some(Kind::Text) };
        if let Some(name) = iri.strip_prefix(XSD) {
            return match name {
                "boolean" => Some(Kind::Boolean),
                "integer" | "decimal" | "double" | "float" | "int" | "long" | "short" | "byte"
                | "nonNegativeInteger" | "positiveInteger" | "nonPositiveInteger"
                | "negativeInteger" | "unsignedLong" | "unsignedInt" | "unsignedShort"
                | "unsignedByte" => Some(Kind::Number),
                "dateTime" | "dateTimeStamp" | "date" | "gYear" | "gYearMonth" | "time"
                | "gMonthDay" | "gMonth" | "gDay" => Some(Kind::Time),
                "duration" | "dayTimeDuration" | "yearMonthDuration" => Some(Kind::Duration),
                _ => Some(Kind::Text),
            };
        }
        match iri.strip_prefix(OWL) {
            Some("real" | "rational") => Some(Kind::Number),
            _ => None,
        }
    }

    /// The name within XML Schema.
    pub(crate) fn xsd_name(&self) -> Option<&str> {
        match self {
            Self::Iri(iri) => iri.strip_prefix(XSD),
            Self::Language(_) => None,
        }
    }

    /// Whether the datatype has whole numbers only.
    pub(crate) fn is_whole(&self) -> bool {
        self.kind() == Some(Kind::Number)
            && !matches!(self.xsd_name(), None | Some("decimal" | "double" | "float"))
    }

    /// Whether every literal is a value of it.
    pub fn is_top(&self) -> bool {
        matches!(self, Self::Iri(iri) if &**iri == RDFS_LITERAL)
    }

    /// Whether the datatype is plain `xsd:string`.
    pub fn is_string(&self) -> bool {
        matches!(self, Self::Iri(iri) if iri.strip_prefix(XSD) == Some("string"))
    }

    /// Whether a number lies in the value space of a numeric datatype.
    pub(crate) fn admits_number(&self, number: f64) -> bool {
        let Self::Iri(iri) = self else { return true };
        let is_integer = number.fract() == 0.0;
        let in_range = |low: f64, high: f64| is_integer && (low..=high).contains(&number);
        match iri.strip_prefix(XSD) {
            Some("integer") => is_integer,
            Some("nonNegativeInteger") => is_integer && number >= 0.0,
            Some("positiveInteger") => is_integer && number >= 1.0,
            Some("nonPositiveInteger") => is_integer && number <= 0.0,
            Some("negativeInteger") => is_integer && number <= -1.0,
            Some("long") => in_range(i64::MIN as f64, i64::MAX as f64),
            Some("int") => in_range(i32::MIN.into(), i32::MAX.into()),
            Some("short") => in_range(i16::MIN.into(), i16::MAX.into()),
            Some("byte") => in_range(i8::MIN.into(), i8::MAX.into()),
            Some("unsignedLong") => in_range(0.0, u64::MAX as f64),
            Some("unsignedInt") => in_range(0.0, u32::MAX.into()),
            Some("unsignedShort") => in_range(0.0, u16::MAX.into()),
            Some("unsignedByte") => in_range(0.0, u8::MAX.into()),
            _ => true,
        }
    }
}

/// A literal: spelling, datatype and meaning.
#[derive(Clone, Debug)]
pub struct Literal {
    lexical: Box<str>,
    datatype: Datatype,
    value: Value,
}

impl Literal {
    /// A literal that means what its datatype says.
    pub fn new(lexical: &str, datatype: Datatype) -> Self {
        let value = Value::parse(lexical, &datatype);
        Self { lexical: lexical.into(), datatype, value }
    }

    /// A literal whose meaning was found from the data rather than from its datatype.
    pub fn with_value(lexical: &str, datatype: Datatype, value: Value) -> Self {
        Self { lexical: lexical.into(), datatype, value }
    }

    /// The spelling.
    pub fn lexical(&self) -> &str {
        &self.lexical
    }

    /// The datatype.
    pub fn datatype(&self) -> &Datatype {
        &self.datatype
    }

    /// The meaning.
    pub fn value(&self) -> Value {
        self.value
    }

    /// Whether both mean the same value: equal numbers, equal moments, equal text.
    pub fn same_value(&self, other: &Self) -> bool {
        self.part().same_value(other.part())
    }

    /// How two bounds compare by all of their digits, whatever their datatypes; nothing where they
    /// are of different kinds or without an order.
    pub fn compare(&self, other: &Self) -> Option<Ordering> {
        let (one, other) = (self.part(), other.part());
        if one.value.kind != other.value.kind || one.value.kind == Kind::Text {
            return None;
        }
        Some(one.value.key.partial_cmp(&other.value.key)?.then_with(|| one.digits(other)))
    }

    pub(crate) fn part(&self) -> Part<'_> {
        Part { lexical: &self.lexical, datatype: &self.datatype, value: self.value }
    }

    fn identity(&self) -> (&str, &Datatype, Kind) {
        (&self.lexical, &self.datatype, self.value.kind)
    }
}

impl PartialEq for Literal {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for Literal {}

impl Hash for Literal {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
    }
}

impl PartialOrd for Literal {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Literal {
    fn cmp(&self, other: &Self) -> Ordering {
        self.part().place(other.part())
    }
}

/// A literal whose parts are kept elsewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part<'a> {
    pub(crate) lexical: &'a str,
    pub(crate) datatype: &'a Datatype,
    pub(crate) value: Value,
}

impl Part<'_> {
    /// The value space.
    pub(crate) fn space(self) -> Space<'static> {
        Space::of(self.lexical, self.datatype, self.value)
    }

    /// How the value compares with a bound. A number that is no float is compared with all digits
    /// of the bound, a float with the float closest to it; a moment is compared exactly.
    pub(crate) fn compare(self, bound: Part<'_>) -> Option<Ordering> {
        if self.value.kind != bound.value.kind || self.value.kind == Kind::Text {
            return None;
        }
        let by_key = self.value.key.partial_cmp(&bound.value.key)?;
        Some(by_key.then_with(|| {
            if self.space().is_floating() { Ordering::Equal } else { self.digits(bound) }
        }))
    }

    /// The order of numbers and moments that share a key.
    fn digits(self, other: Part<'_>) -> Ordering {
        if self.lexical == other.lexical {
            return Ordering::Equal;
        }
        match self.value.kind {
            Kind::Number => match (self.numeral(), other.numeral()) {
                (Some(one), Some(other)) => one.cmp(&other),
                // Infinity, which lies beyond every numeral.
                (one, other) if self.value.key > 0.0 => other.is_some().cmp(&one.is_some()),
                (one, other) => one.is_some().cmp(&other.is_some()),
            },
            Kind::Time => {
                let moment = |part: Part<'_>| Moment::parse(part.lexical.trim_ascii());
                moment(self).cmp(&moment(other))
            }
            Kind::Boolean | Kind::Duration | Kind::Text => Ordering::Equal,
        }
    }

    /// The number by its digits; a fraction by those of the float closest to it.
    pub(crate) fn numeral(self) -> Option<Numeral> {
        Numeral::parse(self.lexical).or_else(|| Numeral::parse(&self.value.key.to_string()))
    }

    /// Whether both mean the same value.
    pub(crate) fn same_value(self, other: Part<'_>) -> bool {
        if self.value.kind == Kind::Text || other.value.kind == Kind::Text {
            self.value.kind == other.value.kind
                && self.lexical == other.lexical
                && self.datatype == other.datatype
        } else {
            self.compare(other) == Some(Ordering::Equal)
        }
    }

    /// The order of a table: by kind, by value, floats behind other numbers, by spelling.
    pub(crate) fn place(self, other: Part<'_>) -> Ordering {
        self.value
            .kind
            .cmp(&other.value.kind)
            .then_with(|| self.value.key.total_cmp(&other.value.key))
            .then_with(|| {
                let is_floating = |part: Part<'_>| part.space().is_floating();
                is_floating(self).cmp(&is_floating(other))
            })
            .then_with(|| self.digits(other))
            .then_with(|| (self.lexical, self.datatype).cmp(&(other.lexical, other.datatype)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_mean_values() {
        let check = |lexical: &str, datatype: &str, kind: Kind, key: f64| {
            let value = Value::parse(lexical, &Datatype::xsd(datatype));
            assert_eq!((value.kind, value.key), (kind, key), "{lexical} as {datatype}");
        };
        check("1", "boolean", Kind::Boolean, 1.0);
        check("false", "boolean", Kind::Boolean, 0.0);
        check("yes", "boolean", Kind::Text, 0.0);
        check(" +5 ", "integer", Kind::Number, 5.0);
        check("-0.25", "decimal", Kind::Number, -0.25);
        check("1.5E3", "double", Kind::Number, 1500.0);
        check("INF", "double", Kind::Number, f64::INFINITY);
        check("-INF", "float", Kind::Number, f64::NEG_INFINITY);
        check("NaN", "double", Kind::Text, 0.0);
        check("nan", "double", Kind::Text, 0.0);
        check("infinity", "double", Kind::Text, 0.0);
        check("", "integer", Kind::Text, 0.0);
        check("1970-01-02", "date", Kind::Time, 86400.0);
        check("PT1M", "duration", Kind::Duration, 60.0);
        check("12", "string", Kind::Text, 0.0);
        assert_eq!(
            Value::parse("1/4", &Datatype::iri("http://www.w3.org/2002/07/owl#rational")).key,
            0.25
        );
    }

    #[test]
    fn numbers_are_the_same_in_every_datatype() {
        let one = Literal::new("1", Datatype::xsd("integer"));
        let also_one = Literal::new("1.0", Datatype::xsd("double"));
        assert!(one.same_value(&also_one));
        assert_ne!(one, also_one);
        let text = Literal::new("1", Datatype::xsd("string"));
        assert!(!one.same_value(&text));
    }
}
