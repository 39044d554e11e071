//! Restrictions on values in English.

use evolearner_dl::{Comparison, DataRange, Kind, Quantifier};

use super::article::with_article;
use super::flag::{self, Flag};
use super::lexicon::{self, PERSONAL_DATA, PREPOSITIONS};
use super::noun::{is_noun, is_plural, plural};
use super::range::{behind_noun, described, literal, number_word, predicate};
use super::verb::{self, Auxiliary, Number, VerbPhrase};

/// How the values of a property are spoken of.
enum Shape {
    /// *has an age of …*
    Noun(String),
    /// *has at least three goals*: the value is their number.
    Nouns(String),
    /// *costs …*
    Verb(VerbPhrase),
}

/// How many values lie in the range.
enum Amount {
    Any,
    Impossible,
    Some,
    None,
    Only,
    /// So many, in words.
    Counted(u32, String),
    NotCounted(u32, String),
}

/// What is said of the values of one property.
pub(super) struct Values<'a> {
    /// The words of the property's name.
    pub(super) words: Vec<String>,
    pub(super) quantifier: Quantifier,
    pub(super) range: &'a DataRange,
    pub(super) is_negated: bool,
}

impl Values<'_> {
    /// As a verb phrase: `has a logp of at most 2.1`.
    pub(super) fn verb_phrase(&self, number: Number) -> String {
        let amount = self.amount();
        if let (Amount::Some | Amount::None, Some(value)) = (&amount, flag::value(self.range)) {
            let is_denied = matches!(amount, Amount::None);
            return Flag::of_name(&self.words).verb_phrase(number, value, is_denied);
        }
        let have = if number == Number::One { "has" } else { "have" };
        let have_not = if number == Number::One { "does not have" } else { "do not have" };
        let shape = shape(&self.words);
        let noun = match &shape {
            Shape::Noun(noun) | Shape::Nouns(noun) => noun.clone(),
            Shape::Verb(verb) => {
                if let Some(phrase) = self.with_verb(verb, &amount, number) {
                    return phrase;
                }
                self.words.join(" ")
            }
        };
        if let (Shape::Nouns(nouns), Some(count)) = (&shape, count(self.range)) {
            match amount {
                Amount::Some => return format!("{have} {count} {nouns}"),
                Amount::None => return format!("{have_not} {count} {nouns}"),
                _ => {}
            }
        }
        let behind = match self.range {
            DataRange::Any => String::new(),
            range => format!(" {}", behind_noun(range)),
        };
        let is_text = matches!(self.range, DataRange::OneOf(literals)
            if literals.len() == 1 && literals[0].value().kind != Kind::Number);
        match amount {
            Amount::Any => format!("{have} any number of {}", plural(&noun)),
            Amount::Impossible => format!("{have} fewer than no {}", plural(&noun)),
            Amount::Some if is_text => format!("{have} the {noun}{behind}"),
            Amount::None if is_text => format!("{have_not} the {noun}{behind}"),
            Amount::Some => format!("{have} {}{behind}", with_article(&noun)),
            Amount::None if behind.is_empty() => format!("{have} no {noun}"),
            Amount::None => format!("{have_not} {}{behind}", with_article(&noun)),
            Amount::Only => format!("{have} no {noun} that is not {}", described(self.range)),
            Amount::Counted(n, words) => format!("{have} {words} {}", self.counted(n, &noun)),
            Amount::NotCounted(n, words) => {
                format!("{have_not} {words} {}", self.counted(n, &noun))
            }
        }
    }

    /// Behind a noun: `whose logp is at most 2.1`, where it can be said so.
    pub(super) fn clause(&self) -> Option<String> {
        let amount = self.amount();
        if let Some(value) = flag::value(self.range) {
            return match amount {
                Amount::Some => Flag::of_name(&self.words).clause(value, false),
                Amount::None => Flag::of_name(&self.words).clause(value, true),
                _ => None,
            };
        }
        let Shape::Noun(noun) = shape(&self.words) else { return None };
        match amount {
            Amount::Some if *self.range != DataRange::Any => {
                Some(format!("whose {noun} {}", predicate(self.range, Number::One)))
            }
            Amount::Only => {
                Some(format!("whose {noun}, if any, {}", predicate(self.range, Number::One)))
            }
            _ => None,
        }
    }

    fn amount(&self) -> Amount {
        let counted = |n: u32, words: String| {
            if self.is_negated { Amount::NotCounted(n, words) } else { Amount::Counted(n, words) }
        };
        let at_least = |n: u32| match n {
            0 => Amount::Any,
            1 => Amount::Some,
            n => Amount::Counted(n, format!("{} or more", number_word(n))),
        };
        let at_most = |n: u32| match n {
            0 => Amount::None,
            n => Amount::Counted(n, format!("at most {}", number_word(n))),
        };
        match (self.quantifier, self.is_negated) {
            // That not all values lie in a range is written as some value outside of it.
            (Quantifier::Some, false) | (Quantifier::Only | Quantifier::Exactly(0), true) => {
                Amount::Some
            }
            (Quantifier::Some, true) | (Quantifier::Exactly(0), false) => Amount::None,
            (Quantifier::Only, false) => Amount::Only,
            (Quantifier::AtLeast(n), false) => at_least(n),
            (Quantifier::AtLeast(0), true) => Amount::Impossible,
            (Quantifier::AtLeast(n), true) => at_most(n - 1),
            (Quantifier::AtMost(n), false) => at_most(n),
            (Quantifier::AtMost(n), true) => at_least(n.saturating_add(1)),
            (Quantifier::Exactly(n), _) => counted(n, format!("exactly {}", number_word(n))),
        }
    }

    fn counted(&self, n: u32, noun: &str) -> String {
        let (noun, number) = match n {
            1 => (noun.to_owned(), Number::One),
            _ => (plural(noun), Number::Many),
        };
        match self.range {
            DataRange::Any => noun,
            range => format!("{noun} that {}", predicate(range, number)),
        }
    }

    /// `costs at least 5`, `was born in 1950`, `was born after 1950`.
    fn with_verb(&self, verb: &VerbPhrase, amount: &Amount, number: Number) -> Option<String> {
        let is_negated = match amount {
            Amount::Some => false,
            Amount::None => true,
            _ => return None,
        };
        let is_point = matches!(&*verb.preposition, "at" | "in" | "on");
        let finite = verb.finite(number, is_negated);
        let words = match self.range {
            DataRange::Any if is_negated => "anything".to_owned(),
            DataRange::Any => "something".to_owned(),
            DataRange::Compare(comparison, bound) if is_point => {
                let (bound, preposition) = (literal(bound), &verb.preposition);
                return Some(match comparison {
                    Comparison::AtLeast => format!("{finite} {preposition} {bound} or later"),
                    Comparison::AtMost => format!("{finite} {preposition} {bound} or earlier"),
                    Comparison::Above => format!("{finite} after {bound}"),
                    Comparison::Below => format!("{finite} before {bound}"),
                });
            }
            DataRange::And(_) if is_point => {
                return Some(format!("{finite} {}", described(self.range)));
            }
            range => described(range),
        };
        Some(format!("{}{words}", verb.with_preposition(number, is_negated)))
    }
}

/// Whether only people have values of a property, by its name.
pub(super) fn is_personal(words: &[String]) -> bool {
    let is_name = matches!(words, [.., first, name]
        if name == "name" && matches!(&**first, "first" | "last" | "family" | "given" | "middle"));
    is_name || words.iter().any(|word| lexicon::contains(PERSONAL_DATA, word))
}

fn shape(words: &[String]) -> Shape {
    let is_preposition = |word: &String| lexicon::contains(PREPOSITIONS, word);
    match words {
        [first, rest @ ..] if matches!(&**first, "has" | "have") && !rest.is_empty() => {
            noun(&rest.join(" "))
        }
        [first, rest @ .., last] if matches!(&**first, "was" | "born") && is_preposition(last) => {
            let body = if first == "born" { "born".to_owned() } else { rest.join(" ") };
            Shape::Verb(VerbPhrase::new(Auxiliary::Was, &body, last))
        }
        [first, rest @ ..] => match verb::base_of_third(first) {
            Some(base) if verb::is_of_measure(&base) && rest.is_empty() => {
                Shape::Verb(VerbPhrase::new(Auxiliary::Do, &base, ""))
            }
            Some(base) if rest.len() == 1 && is_preposition(&rest[0]) => {
                Shape::Verb(VerbPhrase::new(Auxiliary::Do, &base, &rest[0]))
            }
            _ => noun(&words.join(" ")),
        },
        [] => noun("value"),
    }
}

fn noun(words: &str) -> Shape {
    // `saves made`: what is counted stands before the participle.
    let counted = match words.rsplit_once(' ') {
        Some((front, last)) if verb::is_participle(last) && !is_noun(last) => front,
        _ => words,
    };
    if is_plural(counted) { Shape::Nouns(words.to_owned()) } else { Shape::Noun(words.to_owned()) }
}

/// The number of things that a plural counts: `at least three`.
fn count(range: &DataRange) -> Option<String> {
    let bounds: Vec<&DataRange> = match range {
        DataRange::And(ranges) => ranges.iter().collect(),
        range => vec![range],
    };
    let is_number = |range: &&DataRange| match range {
        DataRange::Compare(_, bound) => bound.value().kind == Kind::Number,
        DataRange::OneOf(literals) => {
            literals.len() == 1 && literals[0].value().kind == Kind::Number
        }
        _ => false,
    };
    if !bounds.iter().all(is_number) {
        return None;
    }
    Some(match range {
        DataRange::Compare(Comparison::Below, bound) => format!("fewer than {}", literal(bound)),
        DataRange::OneOf(literals) => format!("exactly {}", literal(&literals[0])),
        range => described(range),
    })
}
