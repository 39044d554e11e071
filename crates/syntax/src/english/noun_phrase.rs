//! Noun phrases: `a Male who has a sibling`, `two or more Doctors`, `no one`.

use evolearner_dl::{ClassId, Id};

use super::article::with_article;
use super::clause::{brackets, separator, strength};
use super::noun::{Category, is_mass, is_person, plural};
use super::range::listed;
use super::sentence::{Being, Piece, SentenceWriter, Subject};
use super::verb::Number;
use super::view::{Part, View};

/// What stands before a noun.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Determiner {
    /// `a Doctor`, `someone`
    A,
    /// `any Doctor`, `anyone`, where it is denied.
    Any,
    /// `no Doctor`, `no one`
    No,
    /// `Doctors`, `people`
    Bare,
    /// `two or more Doctors`
    Amount(String, Number),
}

impl Determiner {
    pub(super) fn number(&self) -> Number {
        match self {
            Self::A | Self::Any | Self::No => Number::One,
            Self::Bare => Number::Many,
            Self::Amount(_, number) => *number,
        }
    }

    pub(super) fn with(&self, noun: &str) -> String {
        match self {
            Self::A | Self::Bare if is_mass(noun) => noun.to_owned(),
            Self::A => with_article(noun),
            Self::Any => format!("any {noun}"),
            Self::No => format!("no {noun}"),
            Self::Bare => plural(noun),
            Self::Amount(words, Number::One) => format!("{words} {noun}"),
            Self::Amount(words, Number::Many) => format!("{words} {}", plural(noun)),
        }
    }

    /// The same without a noun.
    fn alone(&self, is_person: bool) -> String {
        let (one, any, no, noun) = if is_person {
            ("someone", "anyone", "no one", "person")
        } else {
            ("something", "anything", "nothing", "thing")
        };
        match self {
            Self::A => one.to_owned(),
            Self::Any => any.to_owned(),
            Self::No => no.to_owned(),
            Self::Bare | Self::Amount(..) => self.with(noun),
        }
    }

    fn of_names(&self, names: &[String]) -> String {
        let names = match (self, names) {
            (Self::A | Self::Bare | Self::Any, [only]) => return only.clone(),
            (Self::A, [a, b]) => return format!("either {a} or {b}"),
            (Self::Any, [a, b]) => return format!("{a} or {b}"),
            (Self::Bare, names) => return listed(names, "or"),
            (_, names) => listed(names, "and"),
        };
        match self {
            Self::A | Self::Bare => format!("one of {names}"),
            Self::Any => format!("any of {names}"),
            Self::No => format!("none of {names}"),
            Self::Amount(words, _) => format!("{words} of {names}"),
        }
    }
}

impl SentenceWriter<'_> {
    /// The whole concept, with the class of what it describes where it names none itself.
    pub(super) fn whole(&self, subject: Option<ClassId>, pieces: &mut Vec<Piece>) {
        let part = Part::new(0);
        let is_person_class = subject.is_some_and(|subject| is_person(&self.class_name(subject)));
        let is_person_itself = is_person_class || self.being(part) == Being::Person;
        match (self.view(part), subject) {
            (View::Top, _) => {
                pieces.push(Piece::text(Determiner::Any.alone(is_person_itself)));
            }
            (View::Meet(parts), subject) => {
                self.meet(parts, &Determiner::A, is_person_itself, subject, true, pieces);
            }
            (View::Class(class, false), Some(subject))
                if self.category(class) == Category::Adjective =>
            {
                self.meet(
                    vec![part],
                    &Determiner::A,
                    is_person_itself,
                    Some(subject),
                    true,
                    pieces,
                );
            }
            (View::Class(_, false) | View::OneOf(_, false) | View::Bottom, _) | (_, None) => {
                self.noun(part, &Determiner::A, false, pieces);
            }
            (_, Some(subject)) => {
                let name = self.class_name(subject);
                let subject = Subject { number: Number::One, is_person: is_person_class };
                let noun = Piece::text(with_article(&name));
                pieces.extend([noun, Piece::Relative { part, subject }]);
            }
        }
    }

    pub(super) fn noun(
        &self,
        part: Part,
        determiner: &Determiner,
        is_person: bool,
        pieces: &mut Vec<Piece>,
    ) {
        let is_person = match self.being(part) {
            Being::Person => true,
            Being::Thing => false,
            Being::Unknown => is_person,
        };
        match self.view(part) {
            View::Top => pieces.push(Piece::text(determiner.alone(is_person))),
            View::Bottom => pieces.push(Piece::text("nothing")),
            View::Class(class, false) if self.category(class) != Category::Adjective => {
                pieces.push(Piece::text(determiner.with(&self.class_name(class))));
            }
            View::OneOf(individuals, false) if !individuals.is_empty() => {
                let names: Vec<String> = individuals
                    .iter()
                    .map(|individual| self.individual(individual.index()))
                    .collect();
                pieces.push(Piece::text(determiner.of_names(&names)));
            }
            View::Class(_, false) => {
                self.meet(vec![part], determiner, is_person, None, false, pieces);
            }
            View::Meet(parts) => self.meet(parts, determiner, is_person, None, false, pieces),
            View::Join(parts) if self.is_list_of_nouns(&parts, determiner) => {
                // Without a noun of its own a part is `someone who …`, a clause.
                let level = |part: Part| self.level(part).max(u32::from(!self.is_noun_like(part)));
                let mut parts = parts;
                parts.sort_by_key(|&part| level(part));
                let is_simple = parts.iter().all(|&part| level(part) == 0);
                if *determiner == Determiner::A || !is_simple {
                    pieces.push(Piece::text("either "));
                }
                let strength = strength(&parts, level);
                let n_parts = parts.len();
                for (position, part) in parts.into_iter().enumerate() {
                    pieces.extend(separator(position, n_parts, strength, "or"));
                    let (open, close) = brackets(level(part), position + 1 == n_parts);
                    let noun = Piece::Noun { part, determiner: determiner.clone(), is_person };
                    pieces.extend([Piece::text(open), noun, Piece::text(close)]);
                }
            }
            _ => {
                let subject = Subject { number: determiner.number(), is_person };
                let noun = Piece::text(determiner.alone(is_person));
                pieces.extend([noun, Piece::Relative { part, subject }]);
            }
        }
    }

    /// All of several parts: adjectives, a class for the noun, and clauses behind it.
    pub(super) fn meet(
        &self,
        mut parts: Vec<Part>,
        determiner: &Determiner,
        is_person_itself: bool,
        subject: Option<ClassId>,
        is_whole: bool,
        pieces: &mut Vec<Piece>,
    ) {
        let head = self.head(&parts);
        let noun = head.map(|position| parts.remove(position)).and_then(|part| self.class(part));
        let name = noun.or(subject).map(|class| self.class_name(class));
        let adjectives = self.take_adjectives(&mut parts);
        let is_person = is_person_itself || name.as_deref().is_some_and(is_person);
        pieces.push(Piece::text(match name {
            Some(name) if adjectives.is_empty() => determiner.with(&name),
            Some(name) => determiner.with(&format!("{} {name}", adjectives.join(" "))),
            None if adjectives.is_empty() => determiner.alone(is_person),
            None => format!("{} {}", determiner.alone(is_person), listed(&adjectives, "and")),
        }));
        let subject = Subject { number: determiner.number(), is_person };
        pieces.push(Piece::Relatives { parts, subject, is_marked: !is_whole });
    }

    /// The class that serves as the noun: the first that is one, else the first that can be one.
    pub(super) fn head(&self, parts: &[Part]) -> Option<usize> {
        let position = |category: Category| {
            parts.iter().position(|&part| {
                self.class(part).is_some_and(|class| self.category(class) == category)
            })
        };
        position(Category::Noun).or_else(|| position(Category::Both))
    }

    /// Removes the classes that stand before a noun.
    pub(super) fn take_adjectives(&self, parts: &mut Vec<Part>) -> Vec<String> {
        let is_adjective =
            |part: &Part| self.class(*part).filter(|&class| self.category(class) != Category::Noun);
        let adjectives =
            parts.iter().filter_map(is_adjective).map(|class| self.class_name(class)).collect();
        parts.retain(|part| is_adjective(part).is_none());
        adjectives
    }

    /// The class that a part is, if it is one.
    pub(super) fn class(&self, part: Part) -> Option<ClassId> {
        match self.view(part) {
            View::Class(class, false) => Some(class),
            _ => None,
        }
    }

    fn is_list_of_nouns(&self, parts: &[Part], determiner: &Determiner) -> bool {
        let is_noun = |&part: &Part| self.is_noun_like(part);
        match determiner {
            Determiner::A => parts.iter().any(is_noun),
            Determiner::Any | Determiner::Bare => parts.iter().all(is_noun),
            Determiner::No | Determiner::Amount(..) => false,
        }
    }

    /// Whether a part is said with a noun of its own.
    fn is_noun_like(&self, part: Part) -> bool {
        match self.view(part) {
            View::Class(class, false) => self.category(class) != Category::Adjective,
            View::OneOf(_, false) => true,
            View::Meet(parts) => self.head(&parts).is_some(),
            _ => false,
        }
    }
}
