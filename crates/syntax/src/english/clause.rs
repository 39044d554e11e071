//! Verb phrases and relative clauses, alone and in lists.

use evolearner_dl::{DataPropertyId, DataRange, Id, Quantifier};

use super::data::Values;
use super::name::property_words;
use super::noun::Category;
use super::noun_phrase::Determiner;
use super::range::listed;
use super::sentence::{Piece, SentenceWriter, Subject};
use super::verb::{Auxiliary, Number};
use super::view::{Amount, Part, View};

/// How the parts of a list belong together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Conjunction {
    And,
    Or,
    Nor,
}

/// How a part is said behind a noun.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// `who has …`
    Verb,
    /// `whose … is …`, or as a verb phrase.
    Whose,
    /// `at which …`, `all of whose …`, with a poor verb phrase.
    Which,
}

impl SentenceWriter<'_> {
    /// What says little comes first, so that a long clause ends where everything ends; of two
    /// that say equally much, what is the case comes first.
    pub(super) fn simple_first(&self, mut parts: Vec<Part>) -> Vec<Part> {
        parts.sort_by_key(|&part| (self.level(part), part.is_negated));
        parts
    }

    fn form(&self, part: Part) -> Form {
        match self.view(part) {
            View::Data(property, quantifier, range, is_negated) => {
                match self.values_of(property, quantifier, &range, is_negated).clause() {
                    Some(_) => Form::Whose,
                    None => Form::Verb,
                }
            }
            View::Related(role, amount, filler) => {
                let relation = self.relation(role);
                if relation.is_inverse {
                    Form::Which
                } else if self.is_attribute(relation, amount, filler) {
                    Form::Whose
                } else {
                    Form::Verb
                }
            }
            View::Value(role, ..) if self.relation(role).is_inverse => Form::Which,
            View::Only(role, _) => {
                let relation = self.relation(role);
                if relation.is_inverse || relation.is_have() { Form::Which } else { Form::Verb }
            }
            _ => Form::Verb,
        }
    }

    /// ` who …`
    pub(super) fn relative(&self, part: Part, subject: Subject, pieces: &mut Vec<Piece>) {
        match self.view(part) {
            View::Top => {}
            View::Meet(parts) if self.head(&parts).is_none() => {
                pieces.push(Piece::Relatives { parts, subject, is_marked: true });
            }
            _ if self.form(part) == Form::Verb => pieces.extend([
                Piece::text(format!(" {} ", subject.pronoun())),
                Piece::Verb { part, subject },
            ]),
            _ => pieces.extend([Piece::text(" "), Piece::Clause { part, subject }]),
        }
    }

    pub(super) fn relatives(
        &self,
        parts: Vec<Part>,
        subject: Subject,
        is_marked: bool,
        pieces: &mut Vec<Piece>,
    ) {
        match parts[..] {
            [] => return,
            [part] => return pieces.push(Piece::Relative { part, subject }),
            _ => {}
        }
        let forms: Vec<Form> = parts.iter().map(|&part| self.form(part)).collect();
        // Two statements on one property are about two values.
        let mut properties: Vec<DataPropertyId> = parts
            .iter()
            .filter_map(|&part| match self.view(part) {
                View::Data(property, ..) => Some(property),
                _ => None,
            })
            .collect();
        properties.sort_unstable();
        let is_twice = properties.windows(2).any(|pair| pair[0] == pair[1]);
        let has_verb = is_twice || forms.contains(&Form::Verb);
        let is_verbs = has_verb && !forms.contains(&Form::Which);
        if is_verbs {
            pieces.push(Piece::text(format!(" {} ", subject.pronoun())));
            let conjunction = Conjunction::And;
            pieces.push(Piece::Verbs { parts, conjunction, subject, is_marked });
            return;
        }
        pieces.push(Piece::text(" "));
        let parts = self.simple_first(parts);
        let strength = strength(&parts, |part| self.level(part));
        let n_parts = parts.len();
        for (position, part) in parts.into_iter().enumerate() {
            pieces.extend(separator(position, n_parts, strength, "and"));
            let (open, close) = brackets(self.level(part), position + 1 == n_parts);
            pieces.push(Piece::text(open));
            if self.form(part) == Form::Verb {
                pieces.push(Piece::text(format!("{} ", subject.pronoun())));
                pieces.push(Piece::Verb { part, subject });
            } else {
                pieces.push(Piece::Clause { part, subject });
            }
            pieces.push(Piece::text(close));
        }
    }

    /// `whose …`, `all of whose …`, `at which …`; a verb phrase has no such form.
    pub(super) fn clause(&self, part: Part, subject: Subject, pieces: &mut Vec<Piece>) {
        match self.view(part) {
            View::Data(property, quantifier, range, is_negated) => {
                let text = self.values_of(property, quantifier, &range, is_negated).clause();
                pieces.extend(text.map(Piece::text));
            }
            View::Related(role, amount, filler) => {
                let relation = self.relation(role);
                if relation.is_inverse {
                    self.which(relation, amount, filler, subject, pieces);
                } else {
                    let noun = relation.noun.as_deref().unwrap_or_default();
                    pieces.push(Piece::text(format!("whose {noun} ")));
                    let subject = Subject { number: Number::One, is_person: false };
                    pieces.push(Piece::Verb { part: filler, subject });
                }
            }
            View::Value(role, individual, is_negated) => {
                let name = self.individual(individual.index());
                pieces.push(self.relation(role).which_named(&name, is_negated, subject));
            }
            View::Only(role, filler) => {
                self.relation(role).all_whose(filler, subject, pieces);
            }
            _ => {}
        }
    }

    pub(super) fn verbs(
        &self,
        parts: Vec<Part>,
        conjunction: Conjunction,
        subject: Subject,
        is_marked: bool,
        pieces: &mut Vec<Piece>,
    ) {
        let parts = self.simple_first(parts);
        let n_parts = parts.len();
        let strength = strength(&parts, |part| self.level(part));
        let (mark, word) = match conjunction {
            Conjunction::And if is_marked => ("both ", "and"),
            Conjunction::And => ("", "and"),
            Conjunction::Or => ("either ", "or"),
            Conjunction::Nor => ("neither ", "nor"),
        };
        // What all parts begin with is said once: has either a child or a sibling.
        let shared = if strength == 0 { self.shared_word(&parts, subject) } else { None };
        pieces.extend(shared.map(|word| Piece::text(format!("{word} "))));
        pieces.push(Piece::text(mark));
        for (position, part) in parts.into_iter().enumerate() {
            let is_last = position + 1 == n_parts;
            // `both` wants its `and` before every part, and so does a long `neither`.
            let is_repeated = mark == "both " || (conjunction == Conjunction::Nor && strength > 0);
            let n_until = if is_repeated { position + 1 } else { n_parts };
            pieces.extend(separator(position, n_until, strength, word));
            let (open, close) = brackets(self.level(part), is_last);
            pieces.push(Piece::text(open));
            let start = pieces.len();
            self.verb(part, subject, pieces);
            if let (Some(shared), Some(Piece::Text(text))) = (shared, pieces.get_mut(start)) {
                let rest = text.strip_prefix(shared).unwrap_or(text).trim_start().to_owned();
                *text = rest.into();
            }
            pieces.push(Piece::text(close));
        }
    }

    /// The form of `have` or `be` that all parts begin with as verb phrases.
    fn shared_word(&self, parts: &[Part], subject: Subject) -> Option<&'static str> {
        let mut pieces = Vec::new();
        let mut begins_with = |part: Part, word: &str| {
            pieces.clear();
            self.verb(part, subject, &mut pieces);
            match pieces.first() {
                Some(Piece::Text(text)) => text.split(' ').next() == Some(word),
                _ => false,
            }
        };
        ["has", "have", "is", "are"]
            .into_iter()
            .find(|word| parts.iter().all(|&part| begins_with(part, word)))
    }

    pub(super) fn verb(&self, part: Part, subject: Subject, pieces: &mut Vec<Piece>) {
        let be = subject.be();
        let not = |is_negated: bool| if is_negated { "not " } else { "" };
        match self.view(part) {
            View::Top => pieces.push(Piece::text(format!("{be} anything at all"))),
            View::Bottom => pieces.push(Piece::text(format!("{be} nothing at all"))),
            View::Class(_, is_negated) | View::OneOf(_, is_negated) => {
                let what = self.nominal(part, subject.number);
                pieces.push(Piece::text(format!("{be} {}{what}", not(is_negated))));
            }
            View::Data(property, quantifier, range, is_negated) => {
                let values = self.values_of(property, quantifier, &range, is_negated);
                pieces.push(Piece::text(values.verb_phrase(subject.number)));
            }
            View::Value(role, individual, is_negated) => {
                let name = self.individual(individual.index());
                self.relation(role).named(&name, is_negated, subject, pieces);
            }
            View::OneSelf(role, is_negated) => self.oneself(role, is_negated, subject, pieces),
            View::Meet(parts) => match self.nominals(&parts, subject.number) {
                Some(names) => {
                    let both = if names.len() == 2 { "both " } else { "" };
                    pieces.push(Piece::text(format!("{be} {both}{}", listed(&names, "and"))));
                }
                None if self.head(&parts).is_some() => self.is_noun(part, subject, "", pieces),
                None => pieces.push(Piece::Verbs {
                    parts,
                    conjunction: Conjunction::And,
                    subject,
                    is_marked: true,
                }),
            },
            View::NotMeet(parts) => match self.nominals(&parts, subject.number) {
                Some(names) => {
                    let both = if names.len() == 2 { "both" } else { "at the same time" };
                    let names = listed(&names, "and");
                    pieces.push(Piece::text(format!("{be} not {both} {names}")));
                }
                None if self.are_infinitives(&parts) => {
                    let do_not = if subject.number == Number::One { "does not" } else { "do not" };
                    pieces.push(Piece::text(format!("{do_not} ")));
                    // The infinitive of these verbs is their plural.
                    let subject = Subject { number: Number::Many, ..subject };
                    let conjunction = Conjunction::And;
                    pieces.push(Piece::Verbs { parts, conjunction, subject, is_marked: true });
                }
                None => self.is_noun(part.negated(), subject, "not ", pieces),
            },
            View::Join(parts) => match self.nominals(&parts, subject.number) {
                Some(names) => {
                    pieces.push(Piece::text(format!("{be} either {}", listed(&names, "or"))));
                }
                None => pieces.push(Piece::Verbs {
                    parts,
                    conjunction: Conjunction::Or,
                    subject,
                    is_marked: true,
                }),
            },
            View::Neither(parts) => match self.nominals(&parts, subject.number) {
                Some(names) => {
                    pieces.push(Piece::text(format!("{be} neither {}", listed(&names, "nor"))));
                }
                None => pieces.push(Piece::Verbs {
                    parts,
                    conjunction: Conjunction::Nor,
                    subject,
                    is_marked: true,
                }),
            },
            View::Related(role, amount, filler) => {
                self.related(self.relation(role), amount, filler, subject, pieces);
            }
            View::Only(role, filler) => self.only(self.relation(role), filler, subject, pieces),
        }
    }

    /// Whether all parts are said by verbs whose plural is their infinitive.
    fn are_infinitives(&self, parts: &[Part]) -> bool {
        parts.iter().all(|&part| match self.view(part) {
            View::Related(role, amount, _) => {
                let relation = self.relation(role);
                let is_plain = !matches!(amount, Amount::None | Amount::NotExactly(_));
                relation.verb.auxiliary == Auxiliary::Do && !relation.is_inverse && is_plain
            }
            _ => false,
        })
    }

    /// `is a Male who has a child`
    fn is_noun(&self, part: Part, subject: Subject, not: &str, pieces: &mut Vec<Piece>) {
        let determiner = match subject.number {
            Number::One => Determiner::A,
            Number::Many => Determiner::Bare,
        };
        pieces.push(Piece::text(format!("{} {not}", subject.be())));
        match self.view(part) {
            View::Meet(parts) => {
                self.meet(parts, &determiner, subject.is_person, None, false, pieces);
            }
            _ => pieces.push(Piece::Noun { part, determiner, is_person: subject.is_person }),
        }
    }

    /// What a class or some individuals are behind `is`.
    fn nominal(&self, part: Part, number: Number) -> String {
        match self.view(part) {
            View::Class(class, _) => {
                let name = self.class_name(class);
                match (self.category(class), number) {
                    (Category::Noun, Number::One) => Determiner::A.with(&name),
                    (Category::Noun, Number::Many) => Determiner::Bare.with(&name),
                    _ => name,
                }
            }
            View::OneOf(individuals, _) => {
                let names: Vec<String> = individuals
                    .iter()
                    .map(|individual| self.individual(individual.index()))
                    .collect();
                match &names[..] {
                    [] => "nothing at all".to_owned(),
                    [only] => only.clone(),
                    [a, b] => format!("either {a} or {b}"),
                    names => format!("one of {}", listed(names, "and")),
                }
            }
            _ => String::new(),
        }
    }

    /// The same for all parts of a list, where all are classes.
    fn nominals(&self, parts: &[Part], number: Number) -> Option<Vec<String>> {
        parts.iter().map(|&part| self.class(part).map(|_| self.nominal(part, number))).collect()
    }

    fn values_of<'r>(
        &self,
        property: DataPropertyId,
        quantifier: Quantifier,
        range: &'r DataRange,
        is_negated: bool,
    ) -> Values<'r> {
        let words = property_words(self.symbols, self.symbols.data_properties.get(property));
        Values { words, quantifier, range, is_negated }
    }
}

/// From this level on a part of a list stands in brackets: its own separators are the strongest.
const BRACKETED: u32 = 3;

/// How strong the separators of a list must be: above those within its parts.
pub(super) fn strength(parts: &[Part], level: impl Fn(Part) -> u32) -> u32 {
    let Some((last, front)) = parts.split_last() else { return 0 };
    let in_front = |part: &Part| match level(*part) {
        BRACKETED.. => 1,
        level => level,
    };
    let last = level(*last).saturating_sub(1);
    front.iter().map(in_front).max().unwrap_or(0).max(last)
}

/// The brackets around a part of a list. The last part needs none: it ends where the list ends.
pub(super) fn brackets(level: u32, is_last: bool) -> (&'static str, &'static str) {
    if level >= BRACKETED && !is_last { ("(", ")") } else { ("", "") }
}

/// What stands between the parts of a list.
pub(super) fn separator(
    position: usize,
    n_parts: usize,
    strength: u32,
    word: &'static str,
) -> Option<Piece> {
    let is_last = position + 1 == n_parts;
    Some(Piece::text(match (strength, is_last) {
        _ if position == 0 => return None,
        (0, true) => format!(" {word} "),
        (1, true) => format!(", {word} "),
        (_, true) => format!("; {word} "),
        (0 | 1, false) => ", ".to_owned(),
        (_, false) => "; ".to_owned(),
    }))
}
