//! Data ranges in English.

use evolearner_dl::{
    Comparison, DataRange, Datatype, Kind, Literal, TextFacet, TextPlace, local_name,
};

use super::verb::Number;

/// A range behind `is`: `at most 2.1`, `between 1 and 5`, `“blue”`.
pub(super) fn described(range: &DataRange) -> String {
    if let Some(interval) = interval(range) {
        return interval;
    }
    match range {
        DataRange::Any => "anything".to_owned(),
        DataRange::Datatype(Datatype::Iri(iri)) => format!("of the datatype {}", local_name(iri)),
        DataRange::Datatype(Datatype::Language(tag)) => format!("in the language {tag}"),
        DataRange::Compare(comparison, bound) => {
            format!("{} {}", comparison_words(*comparison, bound), literal(bound))
        }
        DataRange::Text(facet) => format!("a text {}", behind_text(facet)),
        DataRange::OneOf(literals) => match &**literals {
            [] => "nothing".to_owned(),
            [only] => literal(only),
            [a, b] => format!("either {} or {}", literal(a), literal(b)),
            many => {
                let words: Vec<String> = many.iter().map(literal).collect();
                format!("one of {}", listed(&words, "and"))
            }
        },
        DataRange::Not(range) => format!("not {}", described(range)),
        DataRange::And(ranges) => {
            let words: Vec<String> = ranges.iter().map(described).collect();
            format!("both {}", words.join(" and "))
        }
        DataRange::Or(ranges) => {
            let words: Vec<String> = ranges.iter().map(described).collect();
            format!("either {}", words.join(" or "))
        }
    }
}

/// The same behind a noun: `of at most 2.1`, `between 1 and 5`, `that is either 1 or “x”`.
pub(super) fn behind_noun(range: &DataRange) -> String {
    let words = described(range);
    let is_number = |literal: &Literal| literal.value().kind == Kind::Number;
    match range {
        DataRange::Compare(_, bound) if is_number(bound) => format!("of {words}"),
        DataRange::OneOf(literals) if literals.len() == 1 && is_number(&literals[0]) => {
            format!("of {words}")
        }
        DataRange::OneOf(literals) if literals.len() == 1 => words,
        DataRange::Compare(..) | DataRange::Datatype(_) => words,
        DataRange::Text(facet) => behind_text(facet),
        DataRange::And(_) if interval(range).is_some_and(|words| !words.contains(" than ")) => {
            words
        }
        _ => format!("that is {words}"),
    }
}

/// A range as what is said of one value or of several: `is at most 2.1`, `begins with “AB”`.
pub(super) fn predicate(range: &DataRange, number: Number) -> String {
    let is_one = number == Number::One;
    match range {
        DataRange::Text(TextFacet::Pattern(pattern)) => {
            let verb = match (pattern.place(), is_one) {
                (TextPlace::Start, true) => "begins with",
                (TextPlace::Start, false) => "begin with",
                (TextPlace::End, true) => "ends with",
                (TextPlace::End, false) => "end with",
                (TextPlace::Anywhere, true) => "contains",
                (TextPlace::Anywhere, false) => "contain",
            };
            format!("{verb} “{}”", pattern.text())
        }
        DataRange::Text(TextFacet::MinLength(n) | TextFacet::MaxLength(n)) => {
            let have = if is_one { "has" } else { "have" };
            let least = matches!(range, DataRange::Text(TextFacet::MinLength(_)));
            let side = if least { "at least" } else { "at most" };
            let noun = if *n == 1 { "character" } else { "characters" };
            format!("{have} {side} {} {noun}", number_word(*n))
        }
        range => format!("{} {}", if is_one { "is" } else { "are" }, described(range)),
    }
}

/// A facet behind the noun for a string: `that begins with “AB”`.
fn behind_text(facet: &TextFacet) -> String {
    format!("that {}", predicate(&DataRange::Text(facet.clone()), Number::One))
}

fn comparison_words(comparison: Comparison, bound: &Literal) -> &'static str {
    let is_time = bound.value().kind == Kind::Time;
    match (comparison, is_time) {
        (Comparison::AtMost, false) => "at most",
        (Comparison::Below, false) => "less than",
        (Comparison::AtLeast, false) => "at least",
        (Comparison::Above, false) => "more than",
        (Comparison::AtMost, true) => "no later than",
        (Comparison::Below, true) => "before",
        (Comparison::AtLeast, true) => "no earlier than",
        (Comparison::Above, true) => "after",
    }
}

/// Two bounds: `from 1 to 5` with the ends, `between 1 and 5` without them.
fn interval(range: &DataRange) -> Option<String> {
    let DataRange::And(ranges) = range else { return None };
    let [DataRange::Compare(a, first), DataRange::Compare(b, second)] = &**ranges else {
        return None;
    };
    let is_lower =
        |comparison: Comparison| matches!(comparison, Comparison::AtLeast | Comparison::Above);
    let (low_words, low, high_words, high) = match (is_lower(*a), is_lower(*b)) {
        (true, false) => (*a, first, *b, second),
        (false, true) => (*b, second, *a, first),
        _ => return None,
    };
    let words = |comparison, bound: &Literal| {
        format!("{} {}", comparison_words(comparison, bound), literal(bound))
    };
    let (from, to) = (literal(low), literal(high));
    Some(match (low_words, high_words) {
        (Comparison::AtLeast, Comparison::AtMost) => format!("from {from} to {to}"),
        (Comparison::Above, Comparison::Below) => format!("between {from} and {to}"),
        _ => format!("{} and {}", words(low_words, low), words(high_words, high)),
    })
}

pub(super) fn literal(literal: &Literal) -> String {
    let lexical = literal.lexical();
    match literal.value().kind {
        Kind::Text => format!("“{lexical}”"),
        Kind::Number => lexical.strip_suffix(".0").unwrap_or(lexical).to_owned(),
        _ => lexical.to_owned(),
    }
}

/// `a, b and c`.
pub(super) fn listed(words: &[String], last: &str) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [front @ .., end] => format!("{} {last} {end}", front.join(", ")),
    }
}

/// A small number in letters, a large one in digits.
pub(super) fn number_word(n: u32) -> String {
    const WORDS: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS.get(n as usize).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}
