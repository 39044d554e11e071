//! Restrictions on values in English.

use evolearner_dl::{Comparison, DataRange, DataRestriction, Datatype, Kind, Literal, Quantifier};

use super::teller::Number;
use super::words::{plural, with_article};
use evolearner_dl::local_name;

/// What is said of the values of a property, as a verb phrase: `has a logp of at most 2.1`.
pub(super) fn verb_phrase(
    restriction: &DataRestriction,
    noun: &str,
    number: Number,
    is_negated: bool,
) -> String {
    let have = match (number, is_negated) {
        (Number::One, false) => "has",
        (Number::Many, false) => "have",
        (Number::One, true) => "does not have",
        (Number::Many, true) => "do not have",
    };
    let range = &restriction.range;
    let values = || match of_values(range) {
        Some(which) => format!("{} {which}", plural(noun)),
        None => plural(noun),
    };
    match restriction.quantifier {
        Quantifier::Some => {
            if let Some(flag) = flag(range) {
                return flag_phrase(noun, number, flag != is_negated, is_negated);
            }
            match range {
                DataRange::Any if is_negated => format!("{have} any {noun}"),
                DataRange::Any => format!("{have} {}", with_article(noun)),
                DataRange::OneOf(literals) if literals.len() == 1 => {
                    format!("{have} the {noun} {}", literal(&literals[0]))
                }
                range if has_of_form(range) => {
                    format!("{have} {} of {}", with_article(noun), described(range))
                }
                range => format!("{have} {} that is {}", with_article(noun), described(range)),
            }
        }
        Quantifier::Only if is_negated => {
            let outside = DataRange::Not(Box::new(range.clone()));
            let have = have_word(number);
            format!("{have} {} that is {}", with_article(noun), described(&outside))
        }
        Quantifier::Only => format!("{have}, if any, only {}", values()),
        Quantifier::AtLeast(n) => format!("{have} at least {n} {}", counted(n, noun, range)),
        Quantifier::AtMost(0) | Quantifier::Exactly(0) if !is_negated => {
            format!("{have} no {}", counted(1, noun, range))
        }
        Quantifier::AtMost(n) => format!("{have} at most {n} {}", counted(n, noun, range)),
        Quantifier::Exactly(n) => format!("{have} exactly {n} {}", counted(n, noun, range)),
    }
}

/// The same behind a noun: `whose logp is at most 2.1`, where it can be said so.
pub(super) fn whose(restriction: &DataRestriction, noun: &str) -> Option<String> {
    let range = &restriction.range;
    let is_plain = restriction.quantifier == Quantifier::Some
        && *range != DataRange::Any
        && flag(range).is_none();
    is_plain.then(|| format!("whose {noun} is {}", described(range)))
}

/// The truth value that is asked for, where it is just that.
fn flag(range: &DataRange) -> Option<bool> {
    match range {
        DataRange::OneOf(literals) => match &**literals {
            [literal] if literal.value().kind == Kind::Boolean => Some(literal.value().key != 0.0),
            _ => None,
        },
        _ => None,
    }
}

/// A truth value: `is toxic` for a property `isToxic`, else the value is told.
fn flag_phrase(noun: &str, number: Number, is_true: bool, is_negated: bool) -> String {
    let have = have_word(number);
    match noun.strip_prefix("is ") {
        // Not being known as toxic is weaker than being known as not toxic.
        Some(rest) if !is_negated => {
            let be = if number == Number::One { "is" } else { "are" };
            if is_true { format!("{be} {rest}") } else { format!("{be} not {rest}") }
        }
        _ if is_negated => {
            let do_not = if number == Number::One { "does not have" } else { "do not have" };
            format!("{do_not} the value {} for {noun}", !is_true)
        }
        _ => format!("{have} the value {is_true} for {noun}"),
    }
}

fn have_word(number: Number) -> &'static str {
    if number == Number::One { "has" } else { "have" }
}

fn counted(n: u32, noun: &str, range: &DataRange) -> String {
    let noun = if n == 1 { noun.to_owned() } else { plural(noun) };
    let be = if n == 1 { "is" } else { "are" };
    match range {
        DataRange::Any => noun,
        range => format!("{noun} that {be} {}", described(range)),
    }
}

fn of_values(range: &DataRange) -> Option<String> {
    (*range != DataRange::Any).then(|| format!("that are {}", described(range)))
}

/// Whether `a logp of …` reads well.
fn has_of_form(range: &DataRange) -> bool {
    match range {
        DataRange::Compare(_, bound) => bound.value().kind == Kind::Number,
        DataRange::OneOf(_) => true,
        DataRange::And(_) => between(range).is_some(),
        _ => false,
    }
}

/// A range behind `is`: `at most 2.1`, `between 1 and 5`, `“blue”`.
fn described(range: &DataRange) -> String {
    if let Some(between) = between(range) {
        return between;
    }
    match range {
        DataRange::Any => "anything".to_owned(),
        DataRange::Datatype(Datatype::Iri(iri)) => {
            format!("of the datatype {}", local_name(iri))
        }
        DataRange::Datatype(Datatype::Language(tag)) => format!("in the language {tag}"),
        DataRange::Compare(comparison, bound) => {
            let is_time = bound.value().kind == Kind::Time;
            let words = match (comparison, is_time) {
                (Comparison::AtMost, false) => "at most",
                (Comparison::Below, false) => "less than",
                (Comparison::AtLeast, false) => "at least",
                (Comparison::Above, false) => "more than",
                (Comparison::AtMost, true) => "no later than",
                (Comparison::Below, true) => "before",
                (Comparison::AtLeast, true) => "no earlier than",
                (Comparison::Above, true) => "after",
            };
            format!("{words} {}", literal(bound))
        }
        DataRange::OneOf(literals) => match &**literals {
            [] => "nothing".to_owned(),
            [only] => literal(only),
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

/// `between 1 and 5` for two bounds that include their ends.
fn between(range: &DataRange) -> Option<String> {
    let DataRange::And(ranges) = range else { return None };
    let [DataRange::Compare(a, low), DataRange::Compare(b, high)] = &**ranges else { return None };
    match (a, b) {
        (Comparison::AtLeast, Comparison::AtMost) => {
            Some(format!("between {} and {}", literal(low), literal(high)))
        }
        (Comparison::AtMost, Comparison::AtLeast) => {
            Some(format!("between {} and {}", literal(high), literal(low)))
        }
        _ => None,
    }
}

fn literal(literal: &Literal) -> String {
    match literal.value().kind {
        Kind::Text => format!("“{}”", literal.lexical()),
        _ => literal.lexical().to_owned(),
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
