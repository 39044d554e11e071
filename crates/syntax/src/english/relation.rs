//! Roles in English: some, all, none or so many successors.

use evolearner_dl::Role;

use super::teller::{Number, Piece, Teller};
use super::words::{Relation, is_person, plural, relation, with_article};

impl Teller<'_> {
    fn relation(&self, role: Role) -> Relation {
        let iri = self.symbols.object_properties.get(role.property);
        relation(self.symbols, iri, role.inverse)
    }

    /// Some successor in a filler, or outside of it.
    pub(super) fn some(
        &self,
        filler: usize,
        role: Role,
        number: Number,
        is_negated: bool,
        is_outside: bool,
        pieces: &mut Vec<Piece>,
    ) {
        let words = Words::new(number, is_negated);
        let object = |pieces: &mut Vec<Piece>| {
            if is_outside {
                let who = format!("{} {} ", self.someone(Number::One), self.pronoun());
                pieces.extend([Piece::text(who), outside(filler)]);
            } else {
                pieces.push(Piece::Noun(filler, Number::One));
            }
        };
        match self.relation(role) {
            Relation::Has(noun) => {
                let have = if number == Number::One { "has" } else { "have" };
                let pronoun = if is_person(&noun) { "who" } else { "that" };
                if is_negated {
                    pieces.push(Piece::text(format!("{have} no {noun}")));
                } else {
                    pieces.push(Piece::text(format!("{have} {}", with_article(&noun))));
                }
                if is_outside {
                    pieces.extend([Piece::text(format!(" {pronoun} ")), outside(filler)]);
                } else {
                    pieces.push(Piece::Relative { at: filler, number: Number::One, pronoun });
                }
            }
            Relation::Is(text) => {
                pieces.push(Piece::text(format!("{} {text} ", words.be)));
                object(pieces);
            }
            Relation::Does(verb) => {
                pieces.push(Piece::text(format!("{} ", words.verb(&verb.singular, &verb.plural))));
                object(pieces);
            }
            Relation::DoneBy(verb) => {
                pieces.push(Piece::text(format!("{} {} that ", words.be, self.someone(number))));
                object(pieces);
                pieces.push(Piece::text(format!(" {}", verb.singular)));
            }
            Relation::IsBy(text) => {
                pieces.push(Piece::text(format!("{} {} that ", words.be, self.someone(number))));
                object(pieces);
                pieces.push(Piece::text(format!(" is {text}")));
            }
        }
    }

    /// No successor at all, or the opposite.
    pub(super) fn none(
        &self,
        role: Role,
        number: Number,
        is_negated: bool,
        pieces: &mut Vec<Piece>,
    ) {
        let words = Words::new(number, !is_negated);
        let someone = self.someone(Number::One);
        pieces.push(Piece::text(match self.relation(role) {
            Relation::Has(noun) => {
                let have = if number == Number::One { "has" } else { "have" };
                if is_negated {
                    format!("{have} {}", with_article(&noun))
                } else {
                    format!("{have} no {noun}")
                }
            }
            Relation::Is(text) => format!("{} {text} {}", words.be, any(someone, !is_negated)),
            Relation::Does(verb) => format!(
                "{} {}",
                words.verb(&verb.singular, &verb.plural),
                any(someone, !is_negated)
            ),
            Relation::DoneBy(verb) => format!(
                "{} {someone} that {} {}",
                words.be,
                any(someone, !is_negated),
                verb.singular
            ),
            Relation::IsBy(text) => {
                format!("{} {someone} that {} is {text}", words.be, any(someone, !is_negated))
            }
        }));
    }

    /// All successors in a filler, should there be any.
    pub(super) fn only(&self, filler: usize, role: Role, number: Number, pieces: &mut Vec<Piece>) {
        let words = Words::new(number, false);
        let many = Number::Many;
        match self.relation(role) {
            Relation::Has(noun) => {
                let pronoun = if is_person(&noun) { "who" } else { "that" };
                let have = if number == Number::One { "has" } else { "have" };
                pieces.push(Piece::text(format!("{have}, if any, only {}", plural(&noun))));
                pieces.push(Piece::Relative { at: filler, number: many, pronoun });
            }
            Relation::Is(text) => {
                pieces.push(Piece::text(format!("{}, if at all, {text} only ", words.be)));
                pieces.push(Piece::Noun(filler, many));
            }
            Relation::Does(verb) => {
                let verb = words.verb(&verb.singular, &verb.plural);
                pieces.push(Piece::text(format!("{verb}, if at all, only ")));
                pieces.push(Piece::Noun(filler, many));
            }
            Relation::DoneBy(verb) => {
                let someone = self.someone(number);
                pieces.push(Piece::text(format!("{} {someone} that, if at all, only ", words.be)));
                pieces.push(Piece::Noun(filler, many));
                pieces.push(Piece::text(format!(" {}", verb.plural)));
            }
            Relation::IsBy(text) => {
                let someone = self.someone(number);
                pieces.push(Piece::text(format!("{} {someone} that, if at all, only ", words.be)));
                pieces.push(Piece::Noun(filler, many));
                pieces.push(Piece::text(format!(" are {text}")));
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "what one phrase is made of")]
    pub(super) fn count(
        &self,
        filler: usize,
        role: Role,
        number: Number,
        is_negated: bool,
        n: u32,
        amount: &str,
        pieces: &mut Vec<Piece>,
    ) {
        let words = Words::new(number, is_negated);
        let objects = if n == 1 { Number::One } else { Number::Many };
        // Behind a number no article stands.
        let counted = |pieces: &mut Vec<Piece>| match self.class(filler) {
            Some(name) if n == 1 => pieces.push(Piece::text(format!("{amount} {name}"))),
            Some(name) => pieces.push(Piece::text(format!("{amount} {}", plural(&name)))),
            None => {
                let noun = match (self.has_people, objects) {
                    (true, Number::One) => "person",
                    (true, Number::Many) => "people",
                    (false, Number::One) => "thing",
                    (false, Number::Many) => "things",
                };
                pieces.push(Piece::text(format!("{amount} {noun}")));
                let pronoun = self.pronoun();
                pieces.push(Piece::Relative { at: filler, number: objects, pronoun });
            }
        };
        match self.relation(role) {
            Relation::Has(noun) => {
                let pronoun = if is_person(&noun) { "who" } else { "that" };
                let have = words.verb("has", "have");
                let nouns = if n == 1 { noun } else { plural(&noun) };
                pieces.push(Piece::text(format!("{have} {amount} {nouns}")));
                pieces.push(Piece::Relative { at: filler, number: objects, pronoun });
            }
            Relation::Is(text) => {
                pieces.push(Piece::text(format!("{} {text} ", words.be)));
                counted(pieces);
            }
            Relation::Does(verb) => {
                pieces.push(Piece::text(format!("{} ", words.verb(&verb.singular, &verb.plural))));
                counted(pieces);
            }
            Relation::DoneBy(verb) => {
                pieces.push(Piece::text(format!("{} {} that ", words.be, self.someone(number))));
                counted(pieces);
                let verb = if n == 1 { verb.singular } else { verb.plural };
                pieces.push(Piece::text(format!(" {verb}")));
            }
            Relation::IsBy(text) => {
                pieces.push(Piece::text(format!("{} {} that ", words.be, self.someone(number))));
                counted(pieces);
                let be = if n == 1 { "is" } else { "are" };
                pieces.push(Piece::text(format!(" {be} {text}")));
            }
        }
    }

    /// A successor that is named.
    pub(super) fn named(
        &self,
        role: Role,
        name: &str,
        number: Number,
        is_negated: bool,
        pieces: &mut Vec<Piece>,
    ) {
        let words = Words::new(number, is_negated);
        pieces.push(Piece::text(match self.relation(role) {
            Relation::Has(noun) => {
                format!("{} {name} as {}", words.verb("has", "have"), with_article(&noun))
            }
            Relation::Is(text) => format!("{} {text} {name}", words.be),
            Relation::Does(verb) => {
                format!("{} {name}", words.verb(&verb.singular, &verb.plural))
            }
            Relation::DoneBy(verb) => {
                let someone = self.someone(number);
                format!("{} {someone} that {name} {}", words.be, verb.singular)
            }
            Relation::IsBy(text) => {
                let someone = self.someone(number);
                format!("{} {someone} that {name} is {text}", words.be)
            }
        }));
    }
}

/// A verb phrase that a filler does not satisfy.
fn outside(filler: usize) -> Piece {
    Piece::Verb { at: filler, number: Number::One, is_negated: true, is_marked: true }
}

/// `someone` becomes `anyone` where it is denied.
fn any(someone: &str, is_denied: bool) -> &str {
    match (someone, is_denied) {
        ("someone", true) => "anyone",
        ("something", true) => "anything",
        (someone, _) => someone,
    }
}

/// Forms of `be` and of other verbs for one number and one polarity.
struct Words {
    be: &'static str,
    number: Number,
    is_negated: bool,
}

impl Words {
    fn new(number: Number, is_negated: bool) -> Self {
        let be = match (number, is_negated) {
            (Number::One, false) => "is",
            (Number::One, true) => "is not",
            (Number::Many, false) => "are",
            (Number::Many, true) => "are not",
        };
        Self { be, number, is_negated }
    }

    fn verb(&self, singular: &str, plural: &str) -> String {
        match (self.number, self.is_negated) {
            (Number::One, false) => singular.to_owned(),
            (Number::Many, false) => plural.to_owned(),
            (Number::One, true) => format!("does not {plural}"),
            (Number::Many, true) => format!("do not {plural}"),
        }
    }
}
