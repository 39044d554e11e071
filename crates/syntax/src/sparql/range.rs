//! Data ranges as tests of a SPARQL variable.
//!
//! The form sets compares as the standard says. Virtuoso compares integers wrongly with bounds that are
//! none; the form bool therefore casts both sides to `xsd:double`, unless all values are whole: then the
//! bound is the whole number on its side, and neither form needs a cast.

use evolearner_dl::{
    Comparison, DataRange, Datatype, Facet, Kind, Literal, TextFacet, TextPlace, ValueType,
};

use super::Dialect;
use crate::graph::write_literal;
use crate::iri::{XSD, write_bracketed};
use crate::literal::{is_floating, is_whole, with_stated_datatype};

/// The test that a value lies in a range, of a property with values of these types.
///
/// Comparing what cannot be compared is an error in SPARQL, and an error is not false: its
/// opposite is an error too. Below a complement every comparison is therefore made total.
pub(super) fn range_test(
    range: &DataRange,
    types: &[ValueType],
    dialect: Dialect,
    var: &str,
) -> String {
    test(range, types, dialect, var, false)
}

fn test(
    range: &DataRange,
    types: &[ValueType],
    dialect: Dialect,
    var: &str,
    is_total: bool,
) -> String {
    let total = |test: String| if is_total { format!("COALESCE({test}, false)") } else { test };
    match range {
        DataRange::Any => "true".to_owned(),
        DataRange::Datatype(datatype) => datatype_test(datatype, var),
        DataRange::Text(facet) => {
            format!(
                "({} && {})",
                datatype_test(&Datatype::xsd("string"), var),
                text_test(facet, var)
            )
        }
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
            let mut tests: Vec<String> = compared(types, bound)
                .into_iter()
                .map(|of| match of.map(|of| (of, of.facet(*comparison, bound))) {
                    Some((of, Facet::Bound(bound))) => {
                        total(compare(Some(of), var, sign, &bound, dialect))
                    }
                    Some((of, Facet::All)) => datatype_test(&of.datatype, var),
                    Some((_, Facet::None)) => "false".to_owned(),
                    None => total(compare(None, var, sign, bound, dialect)),
                })
                .collect();
            tests.dedup();
            joined(&tests, " || ")
        }
        DataRange::OneOf(literals) if literals.is_empty() => "false".to_owned(),
        DataRange::OneOf(literals) => {
            let equal = |literal: &Literal| -> Vec<String> {
                if literal.value().kind == Kind::Text {
                    return vec![format!("sameTerm({var}, {})", term(literal))];
                }
                compared(types, literal)
                    .into_iter()
                    .filter_map(|of| match of {
                        Some(of) => {
                            let same = of.same(literal)?;
                            Some(total(compare(Some(of), var, "=", &same, dialect)))
                        }
                        None => Some(total(compare(None, var, "=", literal, dialect))),
                    })
                    .collect()
            };
            let mut tests: Vec<String> = literals.iter().flat_map(equal).collect();
            tests.dedup();
            if tests.is_empty() { "false".to_owned() } else { joined(&tests, " || ") }
        }
        DataRange::Not(range) => format!("!({})", test(range, types, dialect, var, true)),
        DataRange::And(ranges) if ranges.is_empty() => "true".to_owned(),
        DataRange::Or(ranges) if ranges.is_empty() => "false".to_owned(),
        DataRange::And(ranges) | DataRange::Or(ranges) => {
            let tests: Vec<String> =
                ranges.iter().map(|range| test(range, types, dialect, var, is_total)).collect();
            joined(&tests, if matches!(range, DataRange::And(_)) { " && " } else { " || " })
        }
    }
}

/// The test that the characters of a value have a facet. Of what is no string, `STR` makes one: the
/// test is no error on any literal.
fn text_test(facet: &TextFacet, var: &str) -> String {
    let pattern = match facet {
        TextFacet::MinLength(n) => return format!("STRLEN(STR({var})) >= {n}"),
        TextFacet::MaxLength(n) => return format!("STRLEN(STR({var})) <= {n}"),
        TextFacet::Pattern(pattern) => pattern,
    };
    let function = match pattern.place() {
        TextPlace::Start => "STRSTARTS",
        TextPlace::End => "STRENDS",
        TextPlace::Anywhere => "CONTAINS",
    };
    let text = term(&Literal::new(pattern.text(), Datatype::xsd("string")));
    // The dot of a pattern does not go beyond a line.
    let is_one_line = format!("!REGEX(STR({var}), \"[\\n\\r]\")");
    format!("{function}(STR({var}), {text}) && {is_one_line}")
}

/// The types whose values are compared with a bound each on its own; none stands for the bound as
/// it is. SPARQL compares numbers of all datatypes with one numeral, and moments only with bounds
/// of their own datatype.
fn compared<'a>(types: &'a [ValueType], bound: &Literal) -> Vec<Option<&'a ValueType>> {
    let kind = bound.value().kind;
    let of_kind: Vec<&ValueType> = types.iter().filter(|of| of.kind == kind).collect();
    let is_together = match kind {
        Kind::Number => of_kind.len() > 1 && !of_kind.iter().any(|of| of.is_read),
        Kind::Time => false,
        Kind::Boolean | Kind::Duration | Kind::Text => true,
    };
    if is_together || of_kind.is_empty() {
        vec![None]
    } else {
        of_kind.into_iter().map(Some).collect()
    }
}

/// A comparison with a bound. Of a cast it is asked that the value is a number, because casting makes
/// numbers of strings and truth values as well.
fn compare(
    of: Option<&ValueType>,
    var: &str,
    sign: &str,
    bound: &Literal,
    dialect: Dialect,
) -> String {
    let read = of.map_or_else(|| var.to_owned(), |of| read_as(of, var));
    let has_whole = of.is_some_and(|of| of.is_within(&Datatype::xsd("integer")));
    let is_plain = has_whole && is_whole(bound.lexical());
    if dialect == Dialect::Sets || bound.value().kind != Kind::Number || is_plain {
        return format!("{read} {sign} {}", term(bound));
    }
    let cast = format!("<{XSD}double>({read}) {sign} {}", double(bound.value().key));
    if read == var { format!("isNumeric({var}) && {cast}") } else { cast }
}

/// A double as SPARQL writes one.
fn double(number: f64) -> String {
    if !number.is_finite() {
        let lexical = Literal::new(&spelled(number), Datatype::xsd("double"));
        return term(&lexical);
    }
    let digits = format!("{number:?}");
    if digits.contains('e') { digits } else { format!("{digits}e0") }
}

fn spelled(number: f64) -> String {
    if number.is_nan() {
        "NaN".to_owned()
    } else if number > 0.0 {
        "INF".to_owned()
    } else {
        "-INF".to_owned()
    }
}

/// The variable, or what its string is read as.
fn read_as(of: &ValueType, var: &str) -> String {
    match &of.datatype {
        Datatype::Iri(iri) if of.is_read => format!("STRDT(STR({var}), <{iri}>)"),
        _ => var.to_owned(),
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
    let literal = with_stated_datatype(literal);
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

/// Whether a value lies in the value space of a datatype.
fn datatype_test(datatype: &Datatype, var: &str) -> String {
    let iri = match datatype {
        Datatype::Iri(_) if datatype.is_top() => return "true".to_owned(),
        Datatype::Iri(iri) => iri,
        Datatype::Language(tag) => {
            return format!("LCASE(LANG({var})) = \"{}\"", tag.to_ascii_lowercase());
        }
    };
    let one_of = |names: &[&str]| {
        let names: Vec<String> = names.iter().map(|name| format!("<{XSD}{name}>")).collect();
        format!("DATATYPE({var}) IN ({})", names.join(", "))
    };
    let name = iri.strip_prefix(XSD);
    match (datatype.kind(), name) {
        (Some(Kind::Number), None | Some("decimal")) => one_of(&REAL),
        (Some(Kind::Number), Some(name)) if !matches!(name, "double" | "float") => {
            let (low, high) = limits(name);
            let mut test = format!("{} && FLOOR({var}) = {var}", one_of(&REAL));
            if let Some(low) = low {
                test = format!("{test} && {var} >= {low}");
            }
            if let Some(high) = high {
                test = format!("{test} && {var} <= {high}");
            }
            format!("({test})")
        }
        (Some(Kind::Time), Some("dateTime")) => one_of(&["dateTime", "dateTimeStamp"]),
        (Some(Kind::Time), Some("dateTimeStamp")) => {
            format!("({} && TZ({var}) != \"\")", one_of(&["dateTime", "dateTimeStamp"]))
        }
        (Some(Kind::Duration), Some("duration")) => {
            one_of(&["duration", "dayTimeDuration", "yearMonthDuration"])
        }
        _ => {
            let mut same = format!("DATATYPE({var}) = ");
            write_bracketed(&mut same, iri);
            same
        }
    }
}

/// The datatypes of numbers that are no floats.
const REAL: [&str; 14] = [
    "integer",
    "decimal",
    "int",
    "long",
    "short",
    "byte",
    "nonNegativeInteger",
    "positiveInteger",
    "nonPositiveInteger",
    "negativeInteger",
    "unsignedLong",
    "unsignedInt",
    "unsignedShort",
    "unsignedByte",
];

/// The least and the greatest value of a datatype of whole numbers.
fn limits(name: &str) -> (Option<i128>, Option<i128>) {
    let whole = |low: i128, high: i128| (Some(low), Some(high));
    match name {
        "nonNegativeInteger" => (Some(0), None),
        "positiveInteger" => (Some(1), None),
        "nonPositiveInteger" => (None, Some(0)),
        "negativeInteger" => (None, Some(-1)),
        "long" => whole(i64::MIN.into(), i64::MAX.into()),
        "int" => whole(i32::MIN.into(), i32::MAX.into()),
        "short" => whole(i16::MIN.into(), i16::MAX.into()),
        "byte" => whole(i8::MIN.into(), i8::MAX.into()),
        "unsignedLong" => whole(0, u64::MAX.into()),
        "unsignedInt" => whole(0, u32::MAX.into()),
        "unsignedShort" => whole(0, u16::MAX.into()),
        "unsignedByte" => whole(0, u8::MAX.into()),
        _ => (None, None),
    }
}
