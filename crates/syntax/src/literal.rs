//! Literals as text.
//!
//! A literal keeps its spelling and its datatype on the way through every notation. Where the
//! meaning was found in the data rather than stated by the datatype (numbers in strings), the
//! datatype of that meaning is written instead: no notation has another way to state it.

use std::borrow::Cow;
use std::fmt::Write;

use evolearner_dl::{Datatype, Kind, Literal, TextFacet, Value};

use crate::iri;

/// The literal with a datatype that states what it means.
pub(crate) fn with_stated_datatype(literal: &Literal) -> Cow<'_, Literal> {
    let value = literal.value();
    if value.kind == Kind::Text || literal.datatype().kind() == Some(value.kind) {
        return Cow::Borrowed(literal);
    }
    let lexical = literal.lexical().trim_ascii();
    let typed = |name: &str, lexical: &str| Literal::new(lexical, Datatype::xsd(name));
    Cow::Owned(match value.kind {
        Kind::Boolean => typed("boolean", lexical),
        Kind::Number if lexical.contains('/') => typed("double", &format!("{:E}", value.key)),
        Kind::Number => typed("double", lexical),
        Kind::Time if lexical.contains('T') => typed("dateTime", lexical),
        Kind::Time if lexical.as_bytes().get(2) == Some(&b':') => typed("time", lexical),
        Kind::Time => match lexical.trim_start_matches('-').matches('-').count() {
            0 => typed("gYear", lexical),
            1 => typed("gYearMonth", lexical),
            _ => typed("date", lexical),
        },
        Kind::Duration => typed("duration", lexical),
        Kind::Text => unreachable!("text was returned as it is"),
    })
}

/// The bound of a comparison: one without an order is compared with nothing, so a spelling that
/// has one gets the datatype of that spelling.
pub(crate) fn bound(literal: Literal) -> Literal {
    if literal.value().kind != Kind::Text || !literal.datatype().is_string() {
        return literal;
    }
    let value = [Kind::Number, Kind::Time, Kind::Duration]
        .into_iter()
        .find_map(|kind| Value::parse_as(literal.lexical(), kind));
    match value {
        Some(value) => {
            let literal = Literal::with_value(literal.lexical(), literal.datatype().clone(), value);
            with_stated_datatype(&literal).into_owned()
        }
        None => literal,
    }
}

/// The name of the datatype within XML Schema.
pub(crate) fn xsd_name(literal: &Literal) -> Option<&str> {
    match literal.datatype() {
        Datatype::Iri(iri) => iri.strip_prefix(iri::XSD),
        Datatype::Language(_) => None,
    }
}

/// Whether a spelling is that of a whole number.
pub(crate) fn is_whole(lexical: &str) -> bool {
    let digits = lexical.strip_prefix(['+', '-']).unwrap_or(lexical);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a spelling is that of a number with a decimal point and no exponent.
pub(crate) fn is_decimal(lexical: &str) -> bool {
    lexical.split_once('.').is_some_and(|(whole, part)| {
        is_whole(whole) && is_whole(part) && part.starts_with(|c: char| c.is_ascii_digit())
    })
}

/// Whether a spelling is that of a number with a decimal point, an exponent, or both.
pub(crate) fn is_floating(lexical: &str) -> bool {
    match lexical.split_once(['e', 'E']) {
        Some((number, exponent)) => (is_whole(number) || is_decimal(number)) && is_whole(exponent),
        None => is_decimal(lexical),
    }
}

/// Writes `"text"`, `"text"@en` or `"text"^^datatype`.
pub(crate) fn write_quoted(
    out: &mut String,
    literal: &Literal,
    escapes: Escapes,
    write_datatype: impl FnOnce(&mut String, &str),
) {
    write_string(out, literal.lexical(), escapes);
    write_type(out, literal, write_datatype);
}

/// Writes what stands behind the text of a literal: `@en`, `^^datatype`, or nothing for a string.
fn write_type(out: &mut String, literal: &Literal, write_datatype: impl FnOnce(&mut String, &str)) {
    match literal.datatype() {
        Datatype::Language(tag) => {
            out.push('@');
            out.push_str(tag);
        }
        datatype if datatype.is_string() => {}
        Datatype::Iri(iri) => {
            out.push_str("^^");
            write_datatype(out, iri);
        }
    }
}

/// Writes `pattern "AB.*"` or `minLength 3`.
pub(crate) fn write_facet(out: &mut String, facet: &TextFacet, escapes: Escapes) {
    out.push_str(facet.name());
    out.push(' ');
    match (facet, facet.value()) {
        (TextFacet::Pattern(_), regex) => write_string(out, regex.lexical(), escapes),
        (TextFacet::MinLength(_) | TextFacet::MaxLength(_), n) => out.push_str(n.lexical()),
    }
}

/// Which characters of a string are written with a backslash.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Escapes {
    /// Quote and backslash, all that OWL's notations know.
    Owl,
    /// Line ends and tabs as well, so that the text stays on one line.
    OneLine,
    /// All control characters as well: Turtle, N-Triples and SPARQL.
    Turtle,
}

pub(crate) fn write_string(out: &mut String, text: &str, escapes: Escapes) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' if escapes != Escapes::Owl => out.push_str("\\n"),
            '\r' if escapes != Escapes::Owl => out.push_str("\\r"),
            '\t' if escapes != Escapes::Owl => out.push_str("\\t"),
            c if escapes == Escapes::Turtle && c.is_control() => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{:04X}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_numbers() {
        for whole in ["0", "-12", "+3"] {
            assert!(is_whole(whole) && !is_decimal(whole) && !is_floating(whole));
        }
        for decimal in ["0.5", "-1.25"] {
            assert!(is_decimal(decimal) && is_floating(decimal));
        }
        for floating in ["1E3", "1.5e-3"] {
            assert!(is_floating(floating) && !is_decimal(floating));
        }
        for none in ["", "-", "1.", ".5", "1.+5", "INF", "1e", "1e1.5", "--1"] {
            assert!(!is_whole(none) && !is_decimal(none) && !is_floating(none), "{none}");
        }
    }

    #[test]
    fn meaning_from_the_data_is_stated_by_a_datatype() {
        let check = |lexical: &str, kind: Kind, expect: &str| {
            let value = Value::parse_as(lexical, kind).unwrap();
            let literal = Literal::with_value(lexical, Datatype::xsd("string"), value);
            let stated = with_stated_datatype(&literal);
            assert_eq!(xsd_name(&stated), Some(expect));
            assert_eq!(stated.value(), value);
        };
        check("5.5", Kind::Number, "double");
        check("1/4", Kind::Number, "double");
        check("2020-01-01", Kind::Time, "date");
        check("2020-01-01T00:00:00", Kind::Time, "dateTime");
        check("1999", Kind::Time, "gYear");
        check("PT1M", Kind::Duration, "duration");
        check("true", Kind::Boolean, "boolean");
        assert_eq!(bound(Literal::new("7", Datatype::xsd("string"))).value().kind, Kind::Number);
    }
}
