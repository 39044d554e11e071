//! How a role is said, by the shape of its property's name: `hasChild`, `isPartOf`, `worksAt`.

use evolearner_dl::{Symbols, local_name};

use super::article::with_article;
use super::lexicon::{
    self, ATTRIBUTES, MODALS, MUTUAL, MUTUAL_MASS, PART_OF, PERSONAL_DATA, PREPOSITIONS, THE_OF,
    USUAL_PREPOSITIONS,
};
use super::name::property_words;
use super::noun::{is_adjective, is_kin, is_noun, is_person, is_thing, singular};
use super::verb::{self, Auxiliary, Number, VerbPhrase};

/// A role as a verb phrase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Relation {
    /// `has`, `works … at`, `is married … to`.
    pub(super) verb: VerbPhrase,
    /// The noun that stands for the object: the `child` of `hasChild`.
    pub(super) noun: Option<String>,
    /// The noun that stands for the subject: the `part` of `isPartOf`.
    of_noun: Option<String>,
    /// Whether object and subject are to be exchanged: *something at which … works*.
    pub(super) is_inverse: bool,
    /// Whether it holds between people only, as kinship does.
    pub(super) is_kin: bool,
    pub(super) has_person_subject: bool,
    pub(super) has_person_object: bool,
    /// Whether the noun is one of people.
    pub(super) has_person_noun: bool,
    /// Whether the noun is known as one of something else.
    pub(super) has_thing_noun: bool,
    /// Whether it is `has` and a noun of which a thing has one.
    pub(super) is_attribute: bool,
}

/// How a role is said.
pub(super) fn relation(symbols: &Symbols, iri: &str, is_inverse: bool) -> Relation {
    let forward = Relation::of_name(&property_words(symbols, iri), local_name(iri));
    if is_inverse { forward.inverted() } else { forward }
}

impl Relation {
    fn new(verb: VerbPhrase, noun: Option<String>, of_noun: Option<String>) -> Self {
        let noun_is = |test: fn(&str) -> bool| noun.as_deref().is_some_and(test);
        let of_noun_is = |test: fn(&str) -> bool| of_noun.as_deref().is_some_and(test);
        let is_have = verb.auxiliary == Auxiliary::Do && verb.body == "have";
        let is_kin = (is_have && noun_is(is_kin)) || of_noun_is(is_kin);
        let active = verb.active();
        let is_personal = is_have && noun_is(is_personal_noun);
        let is_attribute = |noun: &str| {
            let last = noun.rsplit(' ').next().unwrap_or(noun);
            lexicon::contains(ATTRIBUTES, last) || last.ends_with("ness") || last.ends_with("ity")
        };
        Self {
            is_kin,
            has_person_noun: noun_is(is_person),
            has_thing_noun: noun_is(is_thing),
            is_attribute: is_have && noun.as_deref().is_some_and(is_attribute),
            has_person_subject: is_kin
                || is_personal
                || of_noun_is(is_person)
                || verb::is_by_people(&verb)
                || active.as_ref().is_some_and(verb::is_of_people),
            has_person_object: is_kin
                || noun_is(is_person)
                || verb::is_of_people(&verb)
                || active.as_ref().is_some_and(verb::is_by_people),
            verb,
            noun,
            of_noun,
            is_inverse: false,
        }
    }

    fn phrase(auxiliary: Auxiliary, body: &str, preposition: &str) -> Self {
        Self::new(VerbPhrase::new(auxiliary, body, preposition), None, None)
    }

    fn has(noun: &str) -> Self {
        let noun = singular(noun);
        Self::new(VerbPhrase::new(Auxiliary::Do, "have", ""), Some(noun), None)
    }

    /// A name whose part of speech is unknown.
    fn quoted(name: &str) -> Self {
        Self::phrase(Auxiliary::Is, &format!("related by “{name}”"), "to")
    }

    fn of_name(words: &[String], local: &str) -> Self {
        let all = words.join(" ");
        let name = if all.is_empty() { local } else { &all };
        let is_word = |word: &String| word.chars().all(|c| c.is_alphabetic() || "-'’".contains(c));
        if words.is_empty() || !words.iter().all(is_word) {
            return Self::quoted(name);
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        Self::of_words(&words).unwrap_or_else(|| Self::quoted(name))
    }

    fn of_words(words: &[&str]) -> Option<Self> {
        let (&first, rest) = words.split_first()?;
        match first {
            "has" | "have" if !rest.is_empty() => Some(Self::having(rest)),
            "is" | "are" if !rest.is_empty() => Self::being(rest, Auxiliary::Is),
            "was" | "were" if !rest.is_empty() => Self::being(rest, Auxiliary::Was),
            "been" => Self::with_rest(Auxiliary::Has, first, rest),
            _ if lexicon::contains(MODALS, first) && !rest.is_empty() => {
                let modal = Auxiliary::Modal(first.to_owned());
                Self::with_rest(modal, rest[0], &rest[1..])
            }
            "born" => {
                let preposition = rest.last().copied().filter(|word| is_preposition(word));
                Some(Self::phrase(Auxiliary::Was, "born", preposition.unwrap_or("in")))
            }
            _ if is_preposition(first) => Some(Self::at(first, rest)),
            _ => Self::doing(first, rest)
                .or_else(|| Self::done(first, rest))
                .or_else(|| Self::of(words))
                .or_else(|| Self::of_adjective(words))
                .or_else(|| is_noun_phrase(words).then(|| Self::has(&words.join(" ")))),
        }
    }

    /// Behind `has`: a noun, a participle, or a noun and a preposition.
    fn having(rest: &[&str]) -> Self {
        let (first, last) = (rest[0], rest[rest.len() - 1]);
        let is_verb = first == "been" || (verb::is_participle(first) && !is_noun(first));
        if is_verb && (rest.len() == 1 || is_preposition(last)) {
            let (body, preposition) = cut_preposition(rest);
            return Self::phrase(Auxiliary::Has, &body, preposition);
        }
        if rest.len() > 1 && is_preposition(last) {
            let noun = rest[..rest.len() - 1].join(" ");
            if last == "of" {
                return Self::has(&noun);
            }
            let body = format!("have {}", with_article(&noun));
            return Self::phrase(Auxiliary::Do, &body, last);
        }
        Self::has(&rest.join(" "))
    }

    /// Behind `is` or `was`.
    fn being(rest: &[&str], auxiliary: Auxiliary) -> Option<Self> {
        let (body, preposition) = cut_preposition(rest);
        if preposition == "of" && !body.is_empty() {
            return Some(Self::noun_of(&body, auxiliary));
        }
        if !preposition.is_empty() {
            let is_plain_noun =
                is_noun(&body) && !is_adjective(&body) && !verb::is_participle(&body);
            let body = if is_plain_noun { with_article(&body) } else { body };
            return Some(Self::phrase(auxiliary, &body, preposition));
        }
        let last = *rest.last()?;
        if rest == ["a"] || rest == ["an"] {
            return Some(Self::phrase(auxiliary, "", ""));
        }
        if let Some(preposition) = usual_preposition(last) {
            return Some(Self::phrase(auxiliary, &body, preposition));
        }
        if verb::is_participle(last) && !is_noun(last) {
            return Some(Self::phrase(auxiliary, &body, "by"));
        }
        is_noun(last).then(|| Self::noun_of(&body, auxiliary))
    }

    /// `is part of`, `is a child of`, `is the capital of`, `is made of`.
    fn noun_of(noun: &str, auxiliary: Auxiliary) -> Self {
        let is_no_noun = is_adjective(noun) || (verb::is_participle(noun) && !is_noun(noun));
        if is_no_noun && !lexicon::contains(THE_OF, noun) {
            return Self::phrase(auxiliary, noun, "of");
        }
        let noun = singular(noun);
        let body = if lexicon::contains(PART_OF, &noun) {
            noun.clone()
        } else if lexicon::contains(THE_OF, &noun) {
            format!("the {noun}")
        } else {
            with_article(&noun)
        };
        Self::new(VerbPhrase::new(auxiliary, &body, "of"), None, Some(noun))
    }

    /// A preposition first: `before`, `inBond`, `inContactWith`, `fromCountry`.
    fn at(first: &str, rest: &[&str]) -> Self {
        let (body, preposition) = cut_preposition(rest);
        if body.is_empty() {
            let preposition = [&[first], rest].concat().join(" ");
            return Self::phrase(Auxiliary::Is, "", &preposition);
        }
        let noun = singular(&body);
        let is_mutual = first == "in" && lexicon::contains(MUTUAL, &noun);
        let is_mutual_mass = first == "in" && lexicon::contains(MUTUAL_MASS, &noun);
        if is_mutual {
            let preposition = if preposition.is_empty() { "with" } else { preposition };
            let body = format!("{first} {}", with_article(&noun));
            return Self::phrase(Auxiliary::Is, &body, preposition);
        }
        if is_mutual_mass || !preposition.is_empty() {
            let preposition = if preposition.is_empty() { "with" } else { preposition };
            return Self::phrase(Auxiliary::Is, &format!("{first} {body}"), preposition);
        }
        Self::new(VerbPhrase::new(Auxiliary::Is, "", first), Some(noun), None)
    }

    /// A verb in the present: `knows`, `worksAt`, `contains_atom`, `eat`.
    fn doing(first: &str, rest: &[&str]) -> Option<Self> {
        let preposition = rest.last().filter(|word| is_preposition(word));
        let third = if preposition.is_some() {
            verb::any_base_of_third(first)
        } else {
            verb::base_of_third(first)
        };
        let base = third.or_else(|| {
            // `placeOfBirth` and `causeOf` are nouns, `workAt` is none.
            // `equalTo` is an adjective.
            if preposition.copied() == usual_preposition(first) && preposition.is_some() {
                return None;
            }
            let is_verb = verb::is_only_verb(first)
                || (preposition.is_some_and(|word| *word != "of") && verb::is_base(first));
            is_verb.then(|| first.to_owned())
        })?;
        Self::with_rest(Auxiliary::Do, &base, rest)
    }

    /// A verb in the past or a participle: `wrote`, `diedIn`, `married`, `locatedIn`.
    fn done(first: &str, rest: &[&str]) -> Option<Self> {
        let (body, preposition) = cut_preposition(rest);
        let full = if body.is_empty() { first.to_owned() } else { format!("{first} {body}") };
        if rest.is_empty()
            && let Some(preposition) = usual_preposition(first)
        {
            return Some(Self::phrase(Auxiliary::Is, first, preposition));
        }
        let participle = verb::base_of_participle(first);
        let past = verb::base_of_past(first);
        match (past, participle) {
            (Some(base), _) if !preposition.is_empty() && verb::is_intransitive(&base) => {
                Self::with_rest(Auxiliary::Did, &base, rest)
            }
            (_, Some(_)) if preposition == "of" && body.is_empty() => {
                Some(Self::phrase(Auxiliary::Is, first, "of"))
            }
            (_, Some(_)) if !preposition.is_empty() => {
                Some(Self::phrase(Auxiliary::Is, &full, preposition))
            }
            (Some(base), _) if rest.is_empty() => Self::with_rest(Auxiliary::Did, &base, rest),
            (None, Some(_)) if rest.is_empty() => Some(Self::phrase(Auxiliary::Is, first, "by")),
            // `relatedDisease` is a disease.
            _ => None,
        }
    }

    /// `partOf`, `capitalOf`.
    fn of(words: &[&str]) -> Option<Self> {
        let (&last, front) = words.split_last()?;
        (last == "of" && !front.is_empty()).then(|| Self::noun_of(&front.join(" "), Auxiliary::Is))
    }

    /// `similar`, `adjacentTo`, `livingIn`, `neighborTo`, `degreeFrom`.
    fn of_adjective(words: &[&str]) -> Option<Self> {
        let (body, preposition) = cut_preposition(words);
        if preposition.is_empty() {
            let preposition = usual_preposition(&body)?;
            return Some(Self::phrase(Auxiliary::Is, &body, preposition));
        }
        let fits = is_adjective(&body)
            || usual_preposition(&body).is_some()
            || (body.ends_with("ing") && body.len() > 5)
            || body.ends_with("dent");
        if words == ["same", "as"] {
            return Some(Self::phrase(Auxiliary::Is, "the same", "as"));
        }
        if fits {
            return Some(Self::phrase(Auxiliary::Is, &body, preposition));
        }
        if is_person(&body) {
            return Some(Self::phrase(Auxiliary::Is, &with_article(&body), preposition));
        }
        // `degreeFrom`
        let has =
            || Self::phrase(Auxiliary::Do, &format!("have {}", with_article(&body)), preposition);
        is_noun(&body).then(has)
    }

    /// A verb and what follows: nothing, a preposition, a noun, or a preposition and a noun.
    fn with_rest(auxiliary: Auxiliary, verb: &str, rest: &[&str]) -> Option<Self> {
        let (body, preposition) = cut_preposition(rest);
        if !preposition.is_empty() || body.is_empty() {
            let body = if body.is_empty() { verb.to_owned() } else { format!("{verb} {body}") };
            return Some(Self::phrase(auxiliary, &body, preposition));
        }
        let (preposition, noun) = match rest.split_first() {
            Some((first, noun)) if is_preposition(first) => (*first, noun),
            _ => ("", rest),
        };
        if !is_noun_phrase(noun) && !matches!(noun, [noun] if noun.len() > 2) {
            return None;
        }
        let noun = singular(&noun.join(" "));
        Some(Self::new(VerbPhrase::new(auxiliary, verb, preposition), Some(noun), None))
    }

    /// The same from the object's side.
    fn inverted(self) -> Self {
        let exchange = |relation: Self| Self {
            has_person_subject: self.has_person_object || relation.has_person_subject,
            has_person_object: self.has_person_subject || relation.has_person_object,
            is_kin: self.is_kin,
            ..relation
        };
        if let Some(noun) = &self.of_noun {
            return exchange(Self::has(noun));
        }
        match &self.noun {
            Some(noun) if self.verb.preposition.is_empty() => {
                if self.verb.body == "have" {
                    return exchange(Self::noun_of(noun, Auxiliary::Is));
                }
                if let Some(passive) = self.verb.passive() {
                    let body = format!("{} {}", with_article(noun), passive.body);
                    return exchange(Self::phrase(passive.auxiliary, &body, &passive.preposition));
                }
            }
            _ => {}
        }
        let turned = self.verb.passive().or_else(|| self.verb.active());
        if let Some(verb) = turned {
            return exchange(Self::new(verb, None, None));
        }
        if self.verb.preposition.is_empty() {
            let name = self.verb.finite(Number::One, false);
            return Self { is_inverse: true, ..Self::quoted(&name) };
        }
        Self {
            noun: None,
            is_inverse: true,
            has_person_subject: self.has_person_object,
            has_person_object: self.has_person_subject,
            ..self
        }
    }
}

/// Whether only people have what a noun stands for: a surname, a place of birth.
fn is_personal_noun(noun: &str) -> bool {
    noun.split(' ').any(|word| lexicon::contains(PERSONAL_DATA, word))
}

fn is_preposition(word: &str) -> bool {
    lexicon::contains(PREPOSITIONS, word)
}

/// The words before a preposition at the end, and the preposition.
fn cut_preposition<'a>(words: &[&'a str]) -> (String, &'a str) {
    match words.split_last() {
        Some((&last, front)) if is_preposition(last) => (front.join(" "), last),
        _ => (words.join(" "), ""),
    }
}

fn usual_preposition(word: &str) -> Option<&'static str> {
    USUAL_PREPOSITIONS
        .iter()
        .find(|(_, words)| lexicon::contains(words, word))
        .map(|(preposition, _)| *preposition)
}

/// Whether words are a noun phrase, judged by the word before the first preposition.
fn is_noun_phrase(words: &[&str]) -> bool {
    let n = words.iter().position(|word| is_preposition(word)).unwrap_or(words.len());
    n > 0 && is_noun(&singular(words[n - 1]))
}
