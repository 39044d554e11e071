//! Roles in English: some, all, none or so many successors.

use evolearner_dl::Role;

use super::noun::{Category, plural};
use super::noun_phrase::Determiner;
use super::range::number_word;
use super::sentence::{Being, Piece, SentenceWriter, Subject};
use super::shape::Relation;
use super::verb::{Auxiliary, Number};
use super::view::{Amount, Part, View};

impl Relation {
    /// Whether it is `has` and a noun.
    pub(super) fn is_have(&self) -> bool {
        self.noun.is_some() && self.verb.auxiliary == Auxiliary::Do && self.verb.body == "have"
    }
}

impl SentenceWriter<'_> {
    /// Whether a filler is said without a clause of its own.
    pub(super) fn is_short(&self, relation: &Relation, filler: Part) -> bool {
        match (self.view(filler), &relation.noun) {
            (View::Top, _) | (View::Class(_, false) | View::OneOf(_, false), None) => true,
            (View::Class(class, false), Some(noun)) => {
                self.category(class) != Category::Noun || ends_with(&self.class_name(class), noun)
            }
            _ => false,
        }
    }

    /// Whether it is said as `whose shape is irregular`.
    pub(super) fn is_attribute(&self, relation: &Relation, amount: Amount, filler: Part) -> bool {
        let is_adjective = |part: Part| match self.view(part) {
            View::Class(class, _) => self.category(class) != Category::Noun,
            _ => false,
        };
        amount == Amount::Some
            && relation.is_attribute
            && match self.view(filler) {
                View::Meet(parts) | View::Join(parts) | View::Neither(parts) => {
                    parts.into_iter().all(is_adjective)
                }
                _ => is_adjective(filler),
            }
    }

    /// So many successors in a filler.
    pub(super) fn related(
        &self,
        relation: &Relation,
        amount: Amount,
        filler: Part,
        subject: Subject,
        pieces: &mut Vec<Piece>,
    ) {
        if relation.is_inverse {
            pieces.push(subject.is_one());
            return self.which(relation, amount, filler, subject, pieces);
        }
        let verb = &relation.verb;
        let is_denied = matches!(amount, Amount::None | Amount::NotExactly(_));
        let determiner = match amount {
            Amount::None => Determiner::Any,
            amount => determiner(amount, &verb.preposition),
        };
        match &relation.noun {
            Some(noun) if relation.takes_no() && amount == Amount::None => {
                pieces.push(Piece::text(verb.with_preposition(subject.number, false)));
                self.slot(relation, noun, &Determiner::No, filler, "", pieces);
            }
            Some(noun) => {
                pieces.push(Piece::text(verb.with_preposition(subject.number, is_denied)));
                self.slot(relation, noun, &determiner, filler, "", pieces);
            }
            None => {
                pieces.push(Piece::text(verb.with_preposition(subject.number, is_denied)));
                let is_person = relation.has_person_object;
                pieces.push(Piece::Noun { part: filler, determiner, is_person });
            }
        }
    }

    /// The noun of a role and what its filler adds: `a Male child who has a sibling`. An aside
    /// stands right behind the noun.
    fn slot(
        &self,
        relation: &Relation,
        noun: &str,
        determiner: &Determiner,
        filler: Part,
        aside: &str,
        pieces: &mut Vec<Piece>,
    ) {
        let mut parts = match self.view(filler) {
            View::Meet(parts) => parts,
            View::Top => Vec::new(),
            _ => vec![filler],
        };
        // A class that is named after the noun takes its place: a bond that is a Double Bond.
        let same = parts.iter().position(|&part| {
            self.class(part).is_some_and(|class| ends_with(&self.class_name(class), noun))
        });
        let named = same.and_then(|position| self.class(parts.remove(position)));
        let mut words = self.take_adjectives(&mut parts);
        words.push(named.map_or_else(|| noun.to_owned(), |class| self.class_name(class)));
        let aside = if parts.is_empty() { aside.trim_end_matches(',') } else { aside };
        pieces.push(Piece::text(format!("{}{aside}", determiner.with(&words.join(" ")))));
        let is_person = match self.being(filler) {
            Being::Person => !relation.has_thing_noun,
            // A child in a tree is no person.
            Being::Thing if relation.is_kin => false,
            _ => relation.has_person_noun,
        };
        let subject = Subject { number: determiner.number(), is_person };
        match (parts.len(), words.len(), named) {
            // What is left is the filler itself: classes in it may serve as a noun.
            (2.., 1, None) => pieces.push(Piece::Relative { part: filler, subject }),
            _ => pieces.push(Piece::Relatives { parts, subject, is_marked: true }),
        }
    }

    /// All successors in a filler, should there be any.
    pub(super) fn only(
        &self,
        relation: &Relation,
        filler: Part,
        subject: Subject,
        pieces: &mut Vec<Piece>,
    ) {
        if relation.is_inverse {
            pieces.push(subject.is_one());
            return relation.all_whose(filler, subject, pieces);
        }
        let is_noun =
            self.class(filler).is_some_and(|class| self.category(class) == Category::Noun);
        if let Some(noun) = relation.noun.as_deref().filter(|_| relation.takes_no() && !is_noun) {
            let verb = relation.verb.with_preposition(subject.number, false);
            pieces.push(Piece::text(format!("{verb}only ")));
            return self.slot(relation, noun, &Determiner::Bare, filler, ", if any,", pieces);
        }
        if relation.noun.is_some() {
            let outside = self.resolved(filler.negated());
            return self.related(relation, Amount::None, outside, subject, pieces);
        }
        let verb = &relation.verb;
        let finite = verb.finite(subject.number, false);
        let is_person = relation.has_person_object && self.being(filler) != Being::Thing;
        pieces.push(Piece::text(match &*verb.preposition {
            "" if is_person => format!("{finite}, if anyone, only "),
            "" => format!("{finite}, if anything, only "),
            preposition => format!("{finite}, if at all, only {preposition} "),
        }));
        pieces.push(Piece::Noun { part: filler, determiner: Determiner::Bare, is_person });
    }

    /// `at which a Person works`
    pub(super) fn which(
        &self,
        relation: &Relation,
        amount: Amount,
        filler: Part,
        subject: Subject,
        pieces: &mut Vec<Piece>,
    ) {
        let determiner = match amount {
            Amount::NotExactly(n) => {
                let number = if n == 1 { Number::One } else { Number::Many };
                Determiner::Amount(format!("not exactly {}", number_word(n)), number)
            }
            amount => determiner(amount, ""),
        };
        let verb = relation.verb.finite(determiner.number(), false);
        let is_short = self.is_short(relation, filler);
        let is_person = relation.has_person_object;
        let noun = Piece::Noun { part: filler, determiner, is_person };
        let which = which(relation, subject);
        // A long noun phrase comes last: at which works a Person who has a child.
        if is_short {
            pieces.extend([
                Piece::text(format!("{which} ")),
                noun,
                Piece::text(format!(" {verb}")),
            ]);
        } else {
            pieces.extend([Piece::text(format!("{which} {verb} ")), noun]);
        }
    }

    /// A successor that is the subject itself.
    pub(super) fn oneself(
        &self,
        role: Role,
        is_negated: bool,
        subject: Subject,
        pieces: &mut Vec<Piece>,
    ) {
        let relation = self.relation(Role::forward(role.property));
        let is_thing = subject.number == Number::One && !subject.is_person;
        let (own, oneself) = if is_thing { ("its", "itself") } else { ("their", "themselves") };
        pieces.push(Piece::text(match &relation.noun {
            Some(noun) if relation.is_have() => {
                let noun = match subject.number {
                    Number::One => noun.clone(),
                    Number::Many => plural(noun),
                };
                let not = if is_negated { " not" } else { "" };
                format!("{}{not} {own} own {noun}", subject.be())
            }
            _ => {
                let verb = relation.verb.with_preposition(subject.number, is_negated);
                format!("{verb}{oneself}")
            }
        }));
    }
}

impl Subject {
    /// `is something ` before a clause.
    fn is_one(self) -> Piece {
        let one = match (self.number, self.is_person) {
            (Number::One, true) => "someone",
            (Number::One, false) => "something",
            (Number::Many, true) => "people",
            (Number::Many, false) => "things",
        };
        Piece::text(format!("{} {one} ", self.be()))
    }
}

impl Relation {
    /// `all of whose children, if any, are …`, `at which, if at all, only … work`
    pub(super) fn all_whose(&self, filler: Part, subject: Subject, pieces: &mut Vec<Piece>) {
        let Some(noun) = self.noun.as_deref().filter(|_| !self.is_inverse) else {
            pieces.push(Piece::text(format!("{}, if at all, only ", which(self, subject))));
            let is_person = self.has_person_object;
            pieces.push(Piece::Noun { part: filler, determiner: Determiner::Bare, is_person });
            let verb = self.verb.finite(Number::Many, false);
            return pieces.push(Piece::text(format!(" {verb}")));
        };
        let is_person = self.has_person_noun;
        let number = if self.is_attribute { Number::One } else { Number::Many };
        pieces.push(Piece::text(match number {
            Number::One => format!("whose {noun}, if any, "),
            Number::Many => format!("all of whose {}, if any, ", plural(noun)),
        }));
        pieces.push(Piece::Verb { part: filler, subject: Subject { number, is_person } });
    }

    /// `at which anna works`
    pub(super) fn which_named(&self, name: &str, is_negated: bool, subject: Subject) -> Piece {
        let verb = self.verb.finite(Number::One, is_negated);
        Piece::text(format!("{} {name} {verb}", which(self, subject)))
    }

    /// A successor that is named: `knows anna`, `has anna as a child`.
    pub(super) fn named(
        &self,
        name: &str,
        is_negated: bool,
        subject: Subject,
        pieces: &mut Vec<Piece>,
    ) {
        if self.is_inverse {
            return pieces.extend([subject.is_one(), self.which_named(name, is_negated, subject)]);
        }
        let verb = self.verb.with_preposition(subject.number, is_negated);
        pieces.push(Piece::text(match &self.noun {
            Some(noun) => format!("{verb}{name} as {}", Determiner::A.with(noun)),
            None => format!("{verb}{name}"),
        }));
    }

    /// Whether `has no child` is said rather than `does not have any child`.
    fn takes_no(&self) -> bool {
        matches!(self.verb.auxiliary, Auxiliary::Do | Auxiliary::Did)
            && self.verb.preposition.is_empty()
    }
}

/// `at which`, `to whom`
fn which(relation: &Relation, subject: Subject) -> String {
    let pronoun = if subject.is_person { "whom" } else { "which" };
    match &*relation.verb.preposition {
        "" => pronoun.to_owned(),
        preposition => format!("{preposition} {pronoun}"),
    }
}

/// What stands before the noun; `at at most` is avoided.
fn determiner(amount: Amount, preposition: &str) -> Determiner {
    let counted = |n: u32, words: String| {
        Determiner::Amount(words, if n == 1 { Number::One } else { Number::Many })
    };
    match amount {
        Amount::Some => Determiner::A,
        Amount::None => Determiner::No,
        Amount::AtLeast(n) => counted(n, format!("{} or more", number_word(n))),
        Amount::AtMost(n) if preposition == "at" => {
            counted(n, format!("no more than {}", number_word(n)))
        }
        Amount::AtMost(n) => counted(n, format!("at most {}", number_word(n))),
        Amount::Exactly(n) | Amount::NotExactly(n) => {
            counted(n, format!("exactly {}", number_word(n)))
        }
    }
}

/// Whether a class is named after a noun: `DoubleBond` and `Bond-1` after `bond`.
fn ends_with(class: &str, noun: &str) -> bool {
    let class = class.to_lowercase();
    let class = class.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-');
    class.strip_suffix(noun).is_some_and(|front| front.is_empty() || front.ends_with(' '))
}
