//! The walk over a concept that writes it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use evolearner_dl::{ClassId, Concept, Id, Node, Role, Symbols, local_name};

use super::clause::Conjunction;
use super::data::is_personal;
use super::name::{class_name, individual_name, property_words};
use super::noun::{Category, category, is_noun, is_person, is_thing};
use super::noun_phrase::Determiner;
use super::shape::{Relation, relation};
use super::verb::Number;
use super::view::{Part, View};

/// What a clause is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Subject {
    pub(super) number: Number,
    pub(super) is_person: bool,
}

impl Subject {
    pub(super) fn pronoun(self) -> &'static str {
        if self.is_person { "who" } else { "that" }
    }

    pub(super) fn be(self) -> &'static str {
        match self.number {
            Number::One => "is",
            Number::Many => "are",
        }
    }
}

/// What is still to be written.
pub(super) enum Piece {
    Text(Cow<'static, str>),
    /// `a Male who …`; a person where nothing else is known of it.
    Noun {
        part: Part,
        determiner: Determiner,
        is_person: bool,
    },
    /// `is a Male`, `has a sibling …`
    Verb {
        part: Part,
        subject: Subject,
    },
    /// Several verb phrases in one; marked by `both` where it is within another clause.
    Verbs {
        parts: Vec<Part>,
        conjunction: Conjunction,
        subject: Subject,
        is_marked: bool,
    },
    /// ` who …` behind a noun, or nothing where there is nothing to write.
    Relative {
        part: Part,
        subject: Subject,
    },
    /// The same for all of several parts.
    Relatives {
        parts: Vec<Part>,
        subject: Subject,
        is_marked: bool,
    },
    /// `whose …`, `all of whose …`, `at which …`
    Clause {
        part: Part,
        subject: Subject,
    },
}

impl Piece {
    pub(super) fn text(text: impl Into<Cow<'static, str>>) -> Self {
        Self::Text(text.into())
    }
}

/// What is known of the members of a subtree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Being {
    Person,
    Thing,
    Unknown,
}

pub(super) struct SentenceWriter<'a> {
    pub(super) nodes: &'a [Node],
    pub(super) symbols: &'a Symbols,
    /// The class that all described individuals belong to.
    subject: Option<ClassId>,
    /// Where each subtree ends.
    pub(super) ends: Vec<usize>,
    /// How deep lists are nested in what is written of a subtree; a clause without one counts 1.
    levels: Vec<u32>,
    beings: Vec<Being>,
    relations: Vec<(Role, Relation)>,
    classes: BTreeMap<ClassId, ClassWords>,
}

/// How a class is said.
struct ClassWords {
    name: String,
    category: Category,
    being: Being,
}

impl<'a> SentenceWriter<'a> {
    pub(super) fn new(
        concept: &'a Concept,
        symbols: &'a Symbols,
        subject: Option<ClassId>,
    ) -> Self {
        let nodes = concept.nodes();
        let mut writer = Self {
            nodes,
            symbols,
            subject,
            ends: vec![0; nodes.len()],
            levels: vec![0; nodes.len()],
            beings: vec![Being::Unknown; nodes.len()],
            relations: Vec::new(),
            classes: BTreeMap::new(),
        };
        let has_capitals = has_capitals(symbols);
        for node in nodes {
            if let Node::Class(class) = node
                && !writer.classes.contains_key(class)
            {
                let words = ClassWords::new(symbols, *class, has_capitals);
                writer.classes.insert(*class, words);
            }
            if let Some(role) = role(node)
                && writer.relations.iter().all(|(known, _)| *known != role)
            {
                let iri = symbols.object_properties.get(role.property);
                writer.relations.push((role, relation(symbols, iri, role.inverse)));
            }
        }
        for at in (0..nodes.len()).rev() {
            let mut end = at + 1;
            for _ in 0..nodes[at].arity() {
                end = writer.ends[end];
            }
            writer.ends[at] = end;
        }
        // Lists within lists of the same kind are written as one list.
        let mut is_absorbed = vec![false; nodes.len()];
        for (at, node) in nodes.iter().enumerate() {
            let mut child = at + 1;
            for _ in 0..node.arity() {
                is_absorbed[child] = matches!(
                    (node, &nodes[child]),
                    (Node::And(_), Node::And(_)) | (Node::Or(_), Node::Or(_))
                );
                child = writer.ends[child];
            }
        }
        for at in (0..nodes.len()).rev() {
            writer.levels[at] = writer.level_at(at, is_absorbed[at]);
            writer.beings[at] = writer.being_at(at);
        }
        writer
    }

    pub(super) fn write(&self) -> String {
        let mut out = String::new();
        let mut pending = Vec::new();
        let mut pieces = Vec::new();
        self.whole(self.subject, &mut pieces);
        pending.extend(pieces.drain(..).rev());
        while let Some(piece) = pending.pop() {
            match piece {
                Piece::Text(text) => out.push_str(&text),
                Piece::Noun { part, determiner, is_person } => {
                    self.noun(part, &determiner, is_person, &mut pieces);
                }
                Piece::Verb { part, subject } => self.verb(part, subject, &mut pieces),
                Piece::Verbs { parts, conjunction, subject, is_marked } => {
                    self.verbs(parts, conjunction, subject, is_marked, &mut pieces);
                }
                Piece::Relative { part, subject } => self.relative(part, subject, &mut pieces),
                Piece::Relatives { parts, subject, is_marked } => {
                    self.relatives(parts, subject, is_marked, &mut pieces);
                }
                Piece::Clause { part, subject } => self.clause(part, subject, &mut pieces),
            }
            pending.extend(pieces.drain(..).rev());
        }
        out
    }

    pub(super) fn level(&self, part: Part) -> u32 {
        self.levels[part.at]
    }

    pub(super) fn being(&self, part: Part) -> Being {
        self.beings[part.at]
    }

    pub(super) fn relation(&self, role: Role) -> &Relation {
        let known = self.relations.iter().find(|(known, _)| *known == role);
        // All roles of the concept were entered at the start, a role reads like its inverse.
        &known.unwrap_or(&self.relations[0]).1
    }

    pub(super) fn class_name(&self, class: ClassId) -> String {
        match self.classes.get(&class) {
            Some(words) => words.name.clone(),
            None => class_name(self.symbols, self.symbols.classes.get(class)),
        }
    }

    pub(super) fn category(&self, class: ClassId) -> Category {
        self.classes.get(&class).map_or(Category::Noun, |words| words.category)
    }

    pub(super) fn individual(&self, index: usize) -> String {
        let iri = self.symbols.individuals.get(Id::new(index));
        individual_name(self.symbols, iri).to_owned()
    }

    fn level_at(&self, at: usize, is_absorbed: bool) -> u32 {
        let node = &self.nodes[at];
        match node {
            Node::Not => self.levels[at + 1],
            // Its parts are those of the list that it stands in.
            Node::And(_) | Node::Or(_) if is_absorbed => 0,
            Node::And(_) | Node::Or(_) => match self.view(Part::new(at)) {
                View::Meet(mut parts) => {
                    let has_noun = self.head(&parts).map(|head| parts.remove(head)).is_some();
                    self.take_adjectives(&mut parts);
                    match parts[..] {
                        [] => 1,
                        // A noun with one clause.
                        [only] if has_noun => self.level(only).max(1),
                        _ => self.list_level(&parts),
                    }
                }
                View::Join(parts) => self.list_level(&parts),
                _ => self.levels[self.resolved(Part::new(at + 1)).at],
            },
            _ => match role(node) {
                Some(role) if node.arity() == 1 => {
                    let is_short = self.is_short(self.relation(role), Part::new(at + 1));
                    let is_only = matches!(node, Node::Only(_));
                    u32::from(!is_short || is_only).max(self.levels[at + 1])
                }
                _ => 0,
            },
        }
    }

    fn list_level(&self, parts: &[Part]) -> u32 {
        1 + parts.iter().map(|&part| self.level(part)).max().unwrap_or(0)
    }

    fn being_at(&self, at: usize) -> Being {
        let node = &self.nodes[at];
        match node {
            Node::Not => self.beings[at + 1],
            Node::Class(class) => {
                self.classes.get(class).map_or(Being::Unknown, |words| words.being)
            }
            Node::And(n) | Node::Or(n) => {
                let mut being = Being::Unknown;
                let mut start = at + 1;
                for _ in 0..*n {
                    being = match (being, self.beings[start]) {
                        (Being::Person, _) | (_, Being::Person) => Being::Person,
                        (Being::Thing, _) | (_, Being::Thing) => Being::Thing,
                        _ => Being::Unknown,
                    };
                    start = self.ends[start];
                }
                being
            }
            Node::Data(restriction) => {
                let iri = self.symbols.data_properties.get(restriction.property);
                if is_personal(&property_words(self.symbols, iri)) {
                    Being::Person
                } else {
                    Being::Unknown
                }
            }
            _ => match role(node) {
                Some(role) => {
                    let relation = self.relation(role);
                    let has_thing =
                        node.arity() == 1 && self.beings[at + 1] == Being::Thing && relation.is_kin;
                    if relation.has_person_subject && !has_thing {
                        Being::Person
                    } else {
                        Being::Unknown
                    }
                }
                None => Being::Unknown,
            },
        }
    }
}

impl ClassWords {
    fn new(symbols: &Symbols, class: ClassId, has_capitals: bool) -> Self {
        let iri = symbols.classes.get(class);
        let name = class_name(symbols, iri);
        // Among classes with capitals one in small letters is a value: `iso`, `spiculated`.
        let is_value = has_capitals
            && symbols.label(iri).is_none()
            && name.starts_with(char::is_lowercase)
            && !name.contains(' ')
            && !is_noun(&name);
        let category = match category(&name) {
            Category::Noun if is_value => Category::Adjective,
            category => category,
        };
        let being = if is_person(&name) {
            Being::Person
        } else if is_thing(&name) {
            Being::Thing
        } else {
            Being::Unknown
        };
        Self { name, category, being }
    }
}

/// Whether most classes have a name that starts with a capital.
fn has_capitals(symbols: &Symbols) -> bool {
    let is_capital = |iri: &str| local_name(iri).starts_with(char::is_uppercase);
    let n_capital = symbols.classes.iter().filter(|(_, iri)| is_capital(iri)).count();
    2 * n_capital > symbols.classes.len()
}

fn role(node: &Node) -> Option<Role> {
    match node {
        // What relates to itself does so in both directions.
        Node::HasSelf(role) => Some(Role::forward(role.property)),
        node => node.role(),
    }
}
