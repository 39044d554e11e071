//! Data ranges as tests of a SPARQL variable.

use evolearner_dl::{Comparison, DataRange, Datatype, Kind, Literal};

use crate::graph::write_literal;
use crate::iri::{XSD, write_bracketed};
use crate::literal::{is_floating, is_whole, told};

/// The test that a value lies in a range.
///
/// Comparing what cannot be compared is an error in SPARQL, and an error is not false: its
/// opposite is an error too. Below a complement every comparison is therefore made total.
pub(super) fn range_test(range: &DataRange, var: &str) -> String {
    test(range, var, false)
}

fn test(range: &DataRange, var: &str, is_total: bool) -> String {
    let total = |test: String| if is_total { format!("COALESCE({test}, false)") } else { test };
    match range {
        DataRange::Any => "true".to_owned(),
        DataRange::Datatype(datatype) => datatype_test(datatype, var),
        // Text has no order here, though SPARQL would compare it by letters.
        DataRange::Compare(_, bound) if bound.value().kind == Kind::Text => "false".to_owned(),
        // There are two truth values: equality says it, and not every engine orders them.
        DataRange::Compare(..) if is_boolean(range) => {
            let truths: Vec<String> = ["false", "true"]
                .into_iter()
                .filter(|truth| range.contains(&Literal::new(truth, Datatype::xsd("boolean"))))
                .map(|truth| total(format!("{var} = {truth}")))
                .collect();
            if truths.is_empty() { "false".to_owned() } else { joined(&truths, " || ") }
        }
        DataRange::Compare(comparison, bound) => {
            let sign = match comparison {
                Comparison::AtMost => "<=",
                Comparison::Below => "<",
                Comparison::AtLeast => ">=",
                Comparison::Above => ">",
            };
            total(format!("{var} {sign} {}", term(bound)))
        }
        DataRange::OneOf(literals) if literals.is_empty() => "false".to_owned(),
        DataRange::OneOf(literals) => {
            let tests: Vec<String> = literals
                .iter()
                .map(|literal| match literal.value().kind {
                    Kind::Text => format!("sameTerm({var}, {})", term(literal)),
                    _ => total(format!("{var} = {}", term(literal))),
                })
                .collect();
            joined(&tests, " || ")
        }
        DataRange::Not(range) => format!("!({})", test(range, var, true)),
        DataRange::And(ranges) if ranges.is_empty() => "true".to_owned(),
        DataRange::Or(ranges) if ranges.is_empty() => "false".to_owned(),
        DataRange::And(ranges) | DataRange::Or(ranges) => {
            let tests: Vec<String> =
                ranges.iter().map(|range| test(range, var, is_total)).collect();
            joined(&tests, if matches!(range, DataRange::And(_)) { " && " } else { " || " })
        }
    }
}

fn is_boolean(range: &DataRange) -> bool {
    matches!(range, DataRange::Compare(_, bound) if bound.value().kind == Kind::Boolean)
}

fn joined(tests: &[String], separator: &str) -> String {
    match tests {
        [only] => only.clone(),
        _ => format!("({})", tests.join(separator)),
    }
}

/// A literal of a query. Numbers are written bare where SPARQL reads them exactly: it then
/// compares them with floats, doubles and integers alike by value.
fn term(literal: &Literal) -> String {
    const MAX_EXACT: usize = 15;
    let literal = told(literal);
    let value = literal.value();
    let lexical = literal.lexical();
    match value.kind {
        Kind::Boolean => (if value.key == 0.0 { "false" } else { "true" }).to_owned(),
        Kind::Number
            if lexical.len() <= MAX_EXACT && (is_whole(lexical) || is_floating(lexical)) =>
        {
            lexical.to_owned()
        }
        _ => {
            let mut out = String::new();
            write_literal(&mut out, &literal, write_bracketed);
            out
        }
    }
}

/// Whether a value is one of a datatype: of the datatype itself, or a number that fits in it.
fn datatype_test(datatype: &Datatype, var: &str) -> String {
    let iri = match datatype {
        Datatype::Iri(_) if datatype.is_top() => return "true".to_owned(),
        Datatype::Iri(iri) => iri,
        Datatype::Language(tag) => {
            return format!("LCASE(LANG({var})) = \"{}\"", tag.to_ascii_lowercase());
        }
    };
    let mut same = format!("DATATYPE({var}) = ");
    write_bracketed(&mut same, iri);
    let fits = match datatype.kind() {
        Some(Kind::Number) => match limits(iri) {
            Limits::None => format!("isNumeric({var})"),
            Limits::Whole(low, high) => {
                // The difference is NaN for infinities, which are no whole numbers.
                let mut fits = format!("isNumeric({var}) && FLOOR({var}) - {var} = 0");
                if let Some(low) = low {
                    fits = format!("{fits} && {var} >= {low}");
                }
                if let Some(high) = high {
                    fits = format!("{fits} && {var} <= {high}");
                }
                fits
            }
        },
        Some(kind @ (Kind::Time | Kind::Duration)) => {
            let names: &[&str] = match kind {
                Kind::Time => &["dateTime", "dateTimeStamp", "date", "gYear", "gYearMonth", "time"],
                _ => &["duration", "dayTimeDuration", "yearMonthDuration"],
            };
            let names: Vec<String> = names.iter().map(|name| format!("<{XSD}{name}>")).collect();
            return format!("DATATYPE({var}) IN ({})", names.join(", "));
        }
        Some(Kind::Boolean | Kind::Text) | None => return same,
    };
    format!("({same} || {fits})")
}

enum Limits {
    None,
    Whole(Option<i128>, Option<i128>),
}

fn limits(iri: &str) -> Limits {
    let whole = |low: i128, high: i128| Limits::Whole(Some(low), Some(high));
    match iri.strip_prefix(XSD) {
        Some("integer") => Limits::Whole(None, None),
        Some("nonNegativeInteger") => Limits::Whole(Some(0), None),
        Some("positiveInteger") => Limits::Whole(Some(1), None),
        Some("nonPositiveInteger") => Limits::Whole(None, Some(0)),
        Some("negativeInteger") => Limits::Whole(None, Some(-1)),
        Some("long") => whole(i64::MIN.into(), i64::MAX.into()),
        Some("int") => whole(i32::MIN.into(), i32::MAX.into()),
        Some("short") => whole(i16::MIN.into(), i16::MAX.into()),
        Some("byte") => whole(i8::MIN.into(), i8::MAX.into()),
        Some("unsignedLong") => whole(0, u64::MAX.into()),
        Some("unsignedInt") => whole(0, u32::MAX.into()),
        Some("unsignedShort") => whole(0, u16::MAX.into()),
        Some("unsignedByte") => whole(0, u8::MAX.into()),
        _ => Limits::None,
    }
}
