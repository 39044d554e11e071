//! Concepts and individuals under the names that people read, and those that programs do.

use std::collections::{BTreeMap, BTreeSet};

use evolearner_dl::{Concept, IndividualId, Node, Symbols, local_name};
use evolearner_report::model::ConceptModel;
use evolearner_report::names::{IndividualName, Labelled, NameStyle, is_opaque};
use evolearner_syntax::{NameKind, Vocabulary, dl, functional, manchester, sparql};

/// A concept with all its notations.
pub fn concept_model(concept: &Concept, symbols: &Symbols) -> ConceptModel {
    ConceptModel {
        dl: dl::print(concept, symbols),
        manchester: manchester::print(concept, symbols),
        functional: functional::print(concept, symbols),
        sparql: sparql::select(concept, symbols).ok(),
        labels: labels(concept, symbols),
        labelled: labelled(concept, symbols),
    }
}

/// A vocabulary that writes a concept in a style; for both, names are written.
pub fn vocabulary_in<'s>(
    style: NameStyle,
    concept: &Concept,
    symbols: &'s Symbols,
) -> Vocabulary<'s> {
    let names = names_in(concept, symbols);
    let n_opaque = names.iter().filter(|iri| needs_label(symbols, iri)).count();
    let vocabulary = Vocabulary::new(symbols);
    if style.shows_labels(n_opaque, names.len()) { vocabulary.with_labels() } else { vocabulary }
}

/// The names of an individual.
pub(crate) fn individual_name(
    individual: IndividualId,
    vocabulary: &Vocabulary<'_>,
) -> IndividualName {
    let iri = vocabulary.symbols().individuals.get(individual);
    let label = vocabulary.symbols().label(iri);
    IndividualName {
        iri: iri.to_owned(),
        name: vocabulary.spell(NameKind::Individual, individual.0 as usize),
        label: label.map(|label| label.replace(char::is_control, " ")),
    }
}

/// The concept with labels, where one of its names has a label that says more than the name.
fn labelled(concept: &Concept, symbols: &Symbols) -> Option<Labelled> {
    let names = names_in(concept, symbols);
    if labels_of(&names, symbols).is_empty() {
        return None;
    }
    let vocabulary = Vocabulary::new(symbols).with_labels();
    Some(Labelled {
        dl: dl::print_in(concept, &vocabulary),
        manchester: manchester::print_in(concept, &vocabulary),
        n_names: names.len(),
        n_opaque: names.iter().filter(|iri| needs_label(symbols, iri)).count(),
    })
}

/// The labels by IRI of the names in a concept, but for those that repeat the name.
pub(crate) fn labels(concept: &Concept, symbols: &Symbols) -> BTreeMap<String, String> {
    if symbols.labels.is_empty() {
        return BTreeMap::new();
    }
    labels_of(&names_in(concept, symbols), symbols)
}

fn labels_of(names: &BTreeSet<&str>, symbols: &Symbols) -> BTreeMap<String, String> {
    let labelled = names.iter().filter_map(|iri| Some((*iri, symbols.label(iri)?)));
    let different = labelled.filter(|(iri, label)| local_name(iri) != *label);
    different.map(|(iri, label)| (iri.to_owned(), label.to_owned())).collect()
}

fn needs_label(symbols: &Symbols, iri: &str) -> bool {
    is_opaque(local_name(iri)) && symbols.label(iri).is_some()
}

/// The IRIs of the classes, properties and individuals in a concept.
pub(crate) fn names_in<'s>(concept: &Concept, symbols: &'s Symbols) -> BTreeSet<&'s str> {
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
