//! Names and labels: which of the two people read.
//!
//! Ontologies of medicine and chemistry name things by number (`HP_0001513`, `CHEBI_33853`) and
//! say in a label what the number stands for. Everything here is about showing that label.

use std::collections::{BTreeMap, BTreeSet};

use evolearner_dl::{Concept, IndividualId, Node, Symbols, local_name};
use evolearner_syntax::{NameKind, Vocabulary, dl, manchester};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Which names people read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum NameStyle {
    /// Labels where most names are identifiers without meaning and have a label, else names.
    #[default]
    Automatic,
    /// Labels in single quotes, where a label stands for one thing only.
    Labels,
    /// Names.
    Ids,
    /// Names, and a list of what each is labelled.
    Both,
}

impl NameStyle {
    /// A vocabulary that writes a concept in this style; for both, names are written.
    pub fn vocabulary<'s>(self, concept: &Concept, symbols: &'s Symbols) -> Vocabulary<'s> {
        let names = names_in(concept, symbols);
        let n_opaque = names.iter().filter(|iri| needs_label(symbols, iri)).count();
        let vocabulary = Vocabulary::new(symbols);
        if shows_labels(self, n_opaque, names.len()) {
            vocabulary.with_labels()
        } else {
            vocabulary
        }
    }
}

/// A concept with labels in place of names.
#[derive(Clone, Debug)]
pub struct Labelled {
    /// DL syntax, which can be read back.
    pub dl: String,
    /// Manchester syntax, which can be read back.
    pub manchester: String,
    /// How many different names are in it.
    pub n_names: usize,
    /// How many of them are identifiers without meaning that have a label.
    pub n_opaque: usize,
}

impl Labelled {
    /// The concept with labels, where one of its names has a label that says more than the name.
    pub(crate) fn new(concept: &Concept, symbols: &Symbols) -> Option<Self> {
        let names = names_in(concept, symbols);
        if labels_of(&names, symbols).is_empty() {
            return None;
        }
        let vocabulary = Vocabulary::new(symbols).with_labels();
        Some(Self {
            dl: dl::print_in(concept, &vocabulary),
            manchester: manchester::print_in(concept, &vocabulary),
            n_names: names.len(),
            n_opaque: names.iter().filter(|iri| needs_label(symbols, iri)).count(),
        })
    }
}

/// The labels by IRI of the names in a concept, but for those that repeat the name.
pub fn labels(concept: &Concept, symbols: &Symbols) -> BTreeMap<String, String> {
    if symbols.labels.is_empty() {
        return BTreeMap::new();
    }
    labels_of(&names_in(concept, symbols), symbols)
}

/// Whether labels are shown, where so many names of so many need one.
pub(crate) fn shows_labels(style: NameStyle, n_opaque: usize, n_names: usize) -> bool {
    match style {
        NameStyle::Automatic => is_most(n_opaque, n_names),
        NameStyle::Labels => true,
        NameStyle::Ids | NameStyle::Both => false,
    }
}

fn is_most(part: usize, whole: usize) -> bool {
    2 * part > whole
}

fn labels_of(names: &BTreeSet<&str>, symbols: &Symbols) -> BTreeMap<String, String> {
    let labelled = names.iter().filter_map(|iri| Some((*iri, symbols.label(iri)?)));
    let different = labelled.filter(|(iri, label)| local_name(iri) != *label);
    different.map(|(iri, label)| (iri.to_owned(), label.to_owned())).collect()
}

fn needs_label(symbols: &Symbols, iri: &str) -> bool {
    is_opaque(local_name(iri)) && symbols.label(iri).is_some()
}

/// Whether a name is an identifier without meaning: it has digits, and no more letters than digits.
fn is_opaque(name: &str) -> bool {
    let n_digits = name.chars().filter(char::is_ascii_digit).count();
    let n_letters = name.chars().filter(|c| c.is_alphabetic()).count();
    n_digits > 0 && n_letters <= n_digits
}

/// The IRIs of the classes, properties and individuals in a concept.
fn names_in<'s>(concept: &Concept, symbols: &'s Symbols) -> BTreeSet<&'s str> {
    let mut names = BTreeSet::new();
    for node in concept.nodes() {
        match node {
            Node::Top | Node::Bottom | Node::Not | Node::And(_) | Node::Or(_) => {}
            Node::Class(class) => {
                names.insert(symbols.classes.get(*class));
            }
            Node::OneOf(individuals) => {
                names.extend(individuals.iter().map(|x| symbols.individuals.get(*x)));
            }
            Node::HasValue(role, individual) => {
                names.insert(symbols.object_properties.get(role.property));
                names.insert(symbols.individuals.get(*individual));
            }
            Node::Some(role)
            | Node::Only(role)
            | Node::AtLeast(_, role)
            | Node::AtMost(_, role)
            | Node::Exactly(_, role)
            | Node::HasSelf(role) => {
                names.insert(symbols.object_properties.get(role.property));
            }
            Node::Data(restriction) => {
                names.insert(symbols.data_properties.get(restriction.property));
            }
        }
    }
    names
}

/// An individual in a report: its IRI for programs, its name and label for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IndividualName {
    /// The IRI.
    pub iri: String,
    /// The shortest spelling that is understood.
    pub name: String,
    /// The label, if there is one.
    pub label: Option<String>,
}

impl IndividualName {
    /// The names of an individual.
    pub fn new(individual: IndividualId, vocabulary: &Vocabulary<'_>) -> Self {
        let iri = vocabulary.symbols().individuals.get(individual);
        let label = vocabulary.symbols().label(iri);
        Self {
            iri: iri.to_owned(),
            name: vocabulary.spell(NameKind::Individual, individual.0 as usize),
            label: label.map(|label| label.replace(char::is_control, " ")),
        }
    }

    /// What people read of each of these.
    pub(crate) fn shown(individuals: &[Self], style: NameStyle) -> Vec<String> {
        let needs_label = |x: &&Self| x.label.is_some() && is_opaque(local_name(&x.iri));
        let n_opaque = individuals.iter().filter(needs_label).count();
        let labels = shows_labels(style, n_opaque, individuals.len());
        let shown = individuals.iter().map(|individual| match &individual.label {
            Some(label) if labels => label.clone(),
            Some(label) if style == NameStyle::Both => format!("{} ({label})", individual.name),
            _ => individual.name.clone(),
        });
        shown.collect()
    }
}

impl Serialize for IndividualName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.iri)
    }
}

/// Of a report that was read back, the IRI alone is known.
impl<'de> Deserialize<'de> for IndividualName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let iri = String::deserialize(deserializer)?;
        Ok(Self { name: local_name(&iri).to_owned(), label: None, iri })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_without_meaning_are_known_by_their_digits() {
        for name in ["HP_0001513", "CHEBI_33853", "Q42", "73211009", "C0004238"] {
            assert!(is_opaque(name), "{name}");
        }
        for name in ["Male", "Carbon-22", "hasPart", "Top10", ""] {
            assert!(!is_opaque(name), "{name}");
        }
    }

    #[test]
    fn individuals_without_telling_names_are_shown_by_label() {
        let individual = |name: &str, label: Option<&str>| IndividualName {
            iri: format!("http://e/{name}"),
            name: name.to_owned(),
            label: label.map(str::to_owned),
        };
        let opaque = [individual("Q42", Some("Douglas Adams")), individual("Q5", None)];
        let shown = |style| IndividualName::shown(&opaque[..1], style);
        assert_eq!(shown(NameStyle::Automatic), ["Douglas Adams"]);
        assert_eq!(shown(NameStyle::Ids), ["Q42"]);
        assert_eq!(shown(NameStyle::Both), ["Q42 (Douglas Adams)"]);
        // Half of them is not most of them.
        assert_eq!(IndividualName::shown(&opaque, NameStyle::Automatic), ["Q42", "Q5"]);
        assert_eq!(IndividualName::shown(&opaque, NameStyle::Labels), ["Douglas Adams", "Q5"]);
        let readable = [individual("anna", Some("Anna Müller"))];
        assert_eq!(IndividualName::shown(&readable, NameStyle::Automatic), ["anna"]);
    }
}
