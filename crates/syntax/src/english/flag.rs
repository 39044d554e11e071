//! Truth values in English: `isToxic` is *is toxic*, `amesTestPositive` *whose Ames test is positive*.

use evolearner_dl::{DataRange, Kind};

use super::article::with_article;
use super::lexicon::{self, MODALS};
use super::noun::{is_adjective, is_mass, is_noun, singular};
use super::verb::{self, Auxiliary, Number, VerbPhrase};

/// How a property of truth values is said.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Flag {
    /// *is toxic*, *can fly*, *smokes*
    Verb(VerbPhrase),
    /// A noun and an adjective: *has a positive Ames test*.
    Attribute { noun: String, adjective: String },
    /// *has a fever*
    Noun(String),
    /// Neither: the name is quoted.
    Name(String),
}

/// The truth value that a range asks for, where it is just that.
pub(super) fn value(range: &DataRange) -> Option<bool> {
    match range {
        DataRange::OneOf(literals) => match &**literals {
            [literal] if literal.value().kind == Kind::Boolean => Some(literal.value().key != 0.0),
            _ => None,
        },
        _ => None,
    }
}

impl Flag {
    pub(super) fn of_name(words: &[String]) -> Self {
        let verb = |auxiliary, body: &str| Self::Verb(VerbPhrase::new(auxiliary, body, ""));
        let name = || Self::Name(words.join(" "));
        let Some((first, rest)) = words.split_first() else { return name() };
        let body = rest.join(" ");
        let full = |base: String| if body.is_empty() { base } else { format!("{base} {body}") };
        match &**first {
            "is" | "are" if !rest.is_empty() => return verb(Auxiliary::Is, &with_noun(rest)),
            "was" | "were" if !rest.is_empty() => return verb(Auxiliary::Was, &with_noun(rest)),
            "has" | "have" if !rest.is_empty() => {
                let is_verb =
                    rest[0] == "been" || (verb::is_participle(&rest[0]) && !is_noun(&rest[0]));
                return if is_verb { verb(Auxiliary::Has, &body) } else { Self::Noun(body) };
            }
            modal if lexicon::contains(MODALS, modal) && !rest.is_empty() => {
                return verb(Auxiliary::Modal(modal.to_owned()), &body);
            }
            _ => {}
        }
        if let Some((last, front)) = words.split_last()
            && is_adjective(last)
        {
            match front {
                [] => return verb(Auxiliary::Is, last),
                [.., noun] if is_noun(noun) => {
                    return Self::Attribute { noun: front.join(" "), adjective: last.clone() };
                }
                _ => {}
            }
        }
        if let Some(base) = verb::base_of_third(first) {
            return verb(Auxiliary::Do, &full(base));
        }
        match verb::base_of_past(first) {
            Some(base) if verb::is_intransitive(&base) => verb(Auxiliary::Did, &full(base)),
            Some(_) if rest.is_empty() => verb(Auxiliary::Is, first),
            _ => name(),
        }
    }

    /// As a verb phrase. To deny a value is weaker than the other value: it may be missing.
    pub(super) fn verb_phrase(&self, number: Number, value: bool, is_denied: bool) -> String {
        let (have, have_not, is_not) = match number {
            Number::One => ("has", "does not have", "is not"),
            Number::Many => ("have", "do not have", "are not"),
        };
        let not = if value { "" } else { "not " };
        match self {
            Self::Verb(phrase) if !is_denied => phrase.finite(number, !value),
            Self::Verb(phrase) if phrase.auxiliary == Auxiliary::Is => {
                format!("{is_not} known {not}to be {}", phrase.body)
            }
            Self::Verb(phrase) if phrase.auxiliary == Auxiliary::Do => {
                format!("{is_not} known {not}to {}", phrase.body)
            }
            Self::Verb(phrase) => {
                let name = phrase.finite(Number::One, false);
                format!("{have_not} the value {value} for “{name}”")
            }
            Self::Attribute { noun, adjective } => {
                let have = if is_denied { have_not } else { have };
                if value {
                    format!("{have} {}", with_article(&format!("{adjective} {noun}")))
                } else {
                    format!("{have} {} that is not {adjective}", with_article(noun))
                }
            }
            Self::Noun(noun) => match (value, is_denied) {
                (true, false) if is_mass(noun) || singular(noun) != *noun => {
                    format!("{have} {noun}")
                }
                (true, false) => format!("{have} {}", with_article(noun)),
                (false, false) => format!("{have} no {noun}"),
                (true, true) => format!("{is_not} known to have {}", with_article(noun)),
                (false, true) => format!("{is_not} known to have no {noun}"),
            },
            Self::Name(name) => {
                let have = if is_denied { have_not } else { have };
                format!("{have} the value {value} for “{name}”")
            }
        }
    }

    /// Behind a noun, where a verb phrase is not the best way.
    pub(super) fn clause(&self, value: bool, is_denied: bool) -> Option<String> {
        match self {
            Self::Attribute { noun, adjective } if !is_denied => {
                let not = if value { "" } else { "not " };
                Some(format!("whose {noun} is {not}{adjective}"))
            }
            Self::Name(name) => {
                let not = if is_denied { "not " } else { "" };
                Some(format!("for which “{name}” is {not}{value}"))
            }
            _ => None,
        }
    }
}

/// Behind `is`: an adjective as it is, a noun with its article.
fn with_noun(words: &[String]) -> String {
    let text = words.join(" ");
    match words {
        [word] if is_noun(word) && !is_adjective(word) => with_article(&text),
        _ => text,
    }
}
