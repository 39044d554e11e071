//! The walk over a concept that says it.

use std::borrow::Cow;

use evolearner_dl::{Concept, Id, Node, Symbols};

use super::data::{self, listed};
use super::words::{class_name, individual_name, is_person, plural, quantity, with_article};

/// Whether one thing is spoken of or many.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Number {
    One,
    Many,
}

/// What is still to be said. Subtrees are named by where they start.
pub(super) enum Piece {
    Text(Cow<'static, str>),
    /// `a Male who …`
    Noun(usize, Number),
    /// `is a Male`, `has a sibling …`; negated, and marked as one part of something larger.
    Verb {
        at: usize,
        number: Number,
        is_negated: bool,
        is_marked: bool,
    },
    /// Several verb phrases in one.
    Verbs {
        parts: Vec<usize>,
        is_meet: bool,
        number: Number,
        is_marked: bool,
    },
    /// ` who …` behind a noun, or nothing where there is nothing to say.
    Relative {
        at: usize,
        number: Number,
        pronoun: &'static str,
    },
}

impl Piece {
    pub(super) fn text(text: impl Into<Cow<'static, str>>) -> Self {
        Self::Text(text.into())
    }
}

pub(super) struct Teller<'a> {
    nodes: &'a [Node],
    pub(super) symbols: &'a Symbols,
    /// Where each subtree ends.
    ends: Vec<usize>,
    /// Whether saying a subtree takes a clause within a clause.
    is_complex: Vec<bool>,
    /// Whether the concept speaks of people.
    pub(super) has_people: bool,
}

impl<'a> Teller<'a> {
    pub(super) fn new(concept: &'a Concept, symbols: &'a Symbols) -> Self {
        let nodes = concept.nodes();
        let mut ends = vec![0; nodes.len()];
        let mut is_complex = vec![false; nodes.len()];
        for at in (0..nodes.len()).rev() {
            let mut end = at + 1;
            for _ in 0..nodes[at].arity() {
                end = ends[end];
            }
            ends[at] = end;
            is_complex[at] = match &nodes[at] {
                Node::And(_) | Node::Or(_) => true,
                Node::Not => is_complex[at + 1],
                node if node.arity() == 1 => {
                    !matches!(nodes[at + 1], Node::Top | Node::Class(_) | Node::OneOf(_))
                }
                _ => false,
            };
        }
        let has_people = nodes.iter().any(|node| match node {
            Node::Class(class) => is_person(&class_name(symbols, symbols.classes.get(*class))),
            _ => false,
        });
        Self { nodes, symbols, ends, is_complex, has_people }
    }

    pub(super) fn tell(&self) -> String {
        match &self.nodes[0] {
            Node::Top => return (if self.has_people { "anyone" } else { "anything" }).to_owned(),
            Node::Bottom => return "nothing".to_owned(),
            _ => {}
        }
        let mut out = String::new();
        let mut pending = vec![Piece::Noun(0, Number::One)];
        let mut pieces = Vec::new();
        while let Some(piece) = pending.pop() {
            match piece {
                Piece::Text(text) => out.push_str(&text),
                Piece::Noun(at, number) => self.noun(at, number, &mut pieces),
                Piece::Verb { at, number, is_negated, is_marked } => {
                    self.verb(at, number, is_negated, is_marked, &mut pieces);
                }
                Piece::Verbs { parts, is_meet, number, is_marked } => {
                    self.verbs(parts, is_meet, number, is_marked, &mut pieces);
                }
                Piece::Relative { at, number, pronoun } => {
                    self.relative(at, number, pronoun, &mut pieces);
                }
            }
            pending.extend(pieces.drain(..).rev());
        }
        out
    }

    fn children(&self, at: usize) -> Vec<usize> {
        let mut starts = Vec::with_capacity(self.nodes[at].arity());
        let mut start = at + 1;
        for _ in 0..self.nodes[at].arity() {
            starts.push(start);
            start = self.ends[start];
        }
        starts
    }

    pub(super) fn someone(&self, number: Number) -> &'static str {
        match (self.has_people, number) {
            (true, Number::One) => "someone",
            (true, Number::Many) => "people",
            (false, Number::One) => "something",
            (false, Number::Many) => "things",
        }
    }

    pub(super) fn pronoun(&self) -> &'static str {
        if self.has_people { "who" } else { "that" }
    }

    pub(super) fn class(&self, at: usize) -> Option<String> {
        match &self.nodes[at] {
            Node::Class(class) => Some(class_name(self.symbols, self.symbols.classes.get(*class))),
            _ => None,
        }
    }

    fn individuals(&self, at: usize) -> Vec<String> {
        match &self.nodes[at] {
            Node::OneOf(individuals) => {
                individuals.iter().map(|individual| self.individual(individual.index())).collect()
            }
            _ => Vec::new(),
        }
    }

    fn individual(&self, index: usize) -> String {
        let iri = self.symbols.individuals.get(Id::new(index));
        individual_name(self.symbols, iri).to_owned()
    }

    fn noun(&self, at: usize, number: Number, pieces: &mut Vec<Piece>) {
        match &self.nodes[at] {
            Node::Top => pieces.push(Piece::text(self.someone(number))),
            Node::Bottom => pieces.push(Piece::text("nothing")),
            Node::Class(_) => {
                let name = self.class(at).unwrap_or_default();
                pieces.push(Piece::text(match number {
                    Number::One => with_article(&name),
                    Number::Many => plural(&name),
                }));
            }
            Node::OneOf(_) => {
                let names = self.individuals(at);
                pieces.push(Piece::text(match (names.len(), number) {
                    (0, _) => "nothing".to_owned(),
                    (1, _) | (_, Number::Many) => listed(&names, "and"),
                    _ => format!("one of {}", listed(&names, "and")),
                }));
            }
            Node::And(n) if *n > 0 => {
                let mut parts = self.children(at);
                let head = parts.iter().position(|&part| self.class(part).is_some());
                let (noun, pronoun) = match head {
                    Some(position) => {
                        let name = self.class(parts.remove(position)).unwrap_or_default();
                        let pronoun = if is_person(&name) { "who" } else { "that" };
                        let noun = match number {
                            Number::One => with_article(&name),
                            Number::Many => plural(&name),
                        };
                        (noun, pronoun)
                    }
                    None => (self.someone(number).to_owned(), self.pronoun()),
                };
                pieces.push(Piece::text(noun));
                match &parts[..] {
                    [] => {}
                    [only] => pieces.push(Piece::Relative { at: *only, number, pronoun }),
                    _ => pieces.extend([
                        Piece::text(format!(" {pronoun} ")),
                        Piece::Verbs { parts, is_meet: true, number, is_marked: false },
                    ]),
                }
            }
            Node::Or(n) if *n > 1 => {
                pieces.push(Piece::text("either "));
                let parts = self.simple_first(self.children(at));
                let has_commas =
                    parts.iter().any(|&part| !matches!(self.nodes[part], Node::Class(_)));
                let n_parts = parts.len();
                for (position, part) in parts.into_iter().enumerate() {
                    pieces.extend(separator(position, n_parts, has_commas, "or"));
                    pieces.push(Piece::Noun(part, number));
                }
            }
            _ => pieces.extend([
                Piece::text(self.someone(number)),
                Piece::Relative { at, number, pronoun: self.pronoun() },
            ]),
        }
    }

    /// What says little comes first, so that a long clause ends where everything ends.
    fn simple_first(&self, mut parts: Vec<usize>) -> Vec<usize> {
        parts.sort_by_key(|&part| self.is_complex[part]);
        parts
    }

    fn relative(&self, at: usize, number: Number, pronoun: &'static str, pieces: &mut Vec<Piece>) {
        if self.nodes[at] == Node::Top {
            return;
        }
        if let Node::Data(restriction) = &self.nodes[at] {
            let iri = self.symbols.data_properties.get(restriction.property);
            if let Some(whose) = data::whose(restriction, &quantity(self.symbols, iri)) {
                pieces.push(Piece::text(format!(" {whose}")));
                return;
            }
        }
        pieces.push(Piece::text(format!(" {pronoun} ")));
        pieces.push(Piece::Verb { at, number, is_negated: false, is_marked: true });
    }

    fn verbs(
        &self,
        parts: Vec<usize>,
        is_meet: bool,
        number: Number,
        is_marked: bool,
        pieces: &mut Vec<Piece>,
    ) {
        let parts = self.simple_first(parts);
        let n_parts = parts.len();
        let has_commas = parts.iter().any(|&part| self.is_complex[part]);
        match (is_meet, n_parts) {
            (true, 2) if is_marked => pieces.push(Piece::text("both ")),
            (false, 2..) => pieces.push(Piece::text("either ")),
            _ => {}
        }
        let word = if is_meet { "and" } else { "or" };
        for (position, at) in parts.into_iter().enumerate() {
            pieces.extend(separator(position, n_parts, has_commas, word));
            pieces.push(Piece::Verb { at, number, is_negated: false, is_marked: true });
        }
    }

    fn verb(
        &self,
        at: usize,
        number: Number,
        is_negated: bool,
        is_marked: bool,
        pieces: &mut Vec<Piece>,
    ) {
        let be = match (number, is_negated) {
            (Number::One, false) => "is",
            (Number::One, true) => "is not",
            (Number::Many, false) => "are",
            (Number::Many, true) => "are not",
        };
        match &self.nodes[at] {
            Node::Top => pieces.push(Piece::text(format!("{be} anything at all"))),
            Node::Bottom => pieces.push(Piece::text(format!("{be} nothing at all"))),
            Node::Class(_) | Node::OneOf(_) => {
                pieces.extend([Piece::text(format!("{be} ")), Piece::Noun(at, number)]);
            }
            Node::Data(restriction) => {
                let iri = self.symbols.data_properties.get(restriction.property);
                let noun = quantity(self.symbols, iri);
                let phrase = data::verb_phrase(restriction, &noun, number, is_negated);
                pieces.push(Piece::text(phrase));
            }
            Node::Not if !is_negated => {
                pieces.push(Piece::Verb { at: at + 1, number, is_negated: true, is_marked });
            }
            Node::And(n) | Node::Or(n) if !is_negated && *n > 0 => {
                let is_meet = matches!(self.nodes[at], Node::And(_));
                let parts = self.children(at);
                pieces.push(Piece::Verbs { parts, is_meet, number, is_marked });
            }
            Node::Not | Node::And(_) | Node::Or(_) => {
                let be = if number == Number::One { "is not" } else { "are not" };
                pieces.extend([Piece::text(format!("{be} ")), Piece::Noun(at, number)]);
            }
            Node::HasValue(role, individual) => {
                let name = self.individual(individual.index());
                self.named(*role, &name, number, is_negated, pieces);
            }
            Node::HasSelf(role) => {
                self.named(*role, "itself", number, is_negated, pieces);
            }
            Node::Some(role) => self.some(at + 1, *role, number, is_negated, false, pieces),
            Node::Only(role) => {
                if self.nodes[at + 1] == Node::Bottom {
                    // Nothing but nothing: none at all. The filler has nothing more to say.
                    return self.none(*role, number, is_negated, pieces);
                }
                if is_negated {
                    return self.some(at + 1, *role, number, false, true, pieces);
                }
                self.only(at + 1, *role, number, pieces);
            }
            Node::AtMost(0, role) | Node::Exactly(0, role) => {
                self.some(at + 1, *role, number, !is_negated, false, pieces);
            }
            Node::AtLeast(n, role) => {
                self.count(at + 1, *role, number, is_negated, *n, &format!("at least {n}"), pieces);
            }
            Node::AtMost(n, role) => {
                self.count(at + 1, *role, number, is_negated, *n, &format!("at most {n}"), pieces);
            }
            Node::Exactly(n, role) => {
                self.count(at + 1, *role, number, is_negated, *n, &format!("exactly {n}"), pieces);
            }
        }
    }
}

/// What stands between the parts of a list.
fn separator(
    position: usize,
    n_parts: usize,
    has_commas: bool,
    word: &'static str,
) -> Option<Piece> {
    match position {
        0 => None,
        _ if position + 1 < n_parts => Some(Piece::text(", ")),
        _ if has_commas => Some(Piece::text(format!(", {word} "))),
        _ => Some(Piece::text(format!(" {word} "))),
    }
}
