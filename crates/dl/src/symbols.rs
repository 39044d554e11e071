//! Names, prefixes and labels: from ids back to what people read.

use crate::id::{ClassId, DataPropertyId, Id, IndividualId, ObjectPropertyId};
use crate::label_languages::LabelLanguages;
use crate::labels::Labels;
use crate::names::Names;
use crate::value_type::{ValueType, ValueTypes};

/// The vocabulary of a knowledge base.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Symbols {
    /// The named classes, without `owl:Thing` and `owl:Nothing`.
    pub classes: Names<ClassId>,
    /// The object properties.
    pub object_properties: Names<ObjectPropertyId>,
    /// The data properties.
    pub data_properties: Names<DataPropertyId>,
    /// The individuals; a blank one has a name that starts with `_:`.
    pub individuals: Names<IndividualId>,
    /// The prefixes of the files, sorted: `(prefix, namespace)`.
    pub prefixes: Vec<(String, String)>,
    /// `rdfs:label`s, at most one of an IRI in each language.
    pub labels: Labels,
    /// Other names that people use.
    pub synonyms: Labels,
    /// Which of several labels is shown. No part of what a graph is known by: the same graph may be read in
    /// several languages.
    pub label_languages: LabelLanguages,
    /// The datatypes of the values of each data property; empty where no values are known.
    pub value_types: Vec<ValueTypes>,
    /// The IRIs of classes and properties of which the graph has more than the files state, sorted.
    pub derived: Vec<String>,
    /// Whether the files state a class of every individual.
    pub all_typed: bool,
}

impl Symbols {
    /// The label of a thing by its IRI, in the language that is preferred.
    pub fn label(&self, iri: &str) -> Option<&str> {
        let rank = |at: &usize| self.label_languages.rank(self.labels.language(*at));
        self.labels.places(iri).min_by_key(rank).map(|at| self.labels.text(at))
    }

    /// The other names of a thing by its IRI.
    pub fn synonyms_of<'a>(&'a self, iri: &str) -> impl Iterator<Item = &'a str> {
        self.synonyms.of(iri)
    }

    /// The datatypes of the values of a data property.
    pub fn value_types(&self, property: DataPropertyId) -> &[ValueType] {
        self.value_types.get(property.index()).map_or(&[], |types| types)
    }
}

/// The part of an IRI behind the last `#`, `/` or `:`; the whole where nothing is behind it.
pub fn local_name(iri: &str) -> &str {
    match iri.rfind(['#', '/', ':']) {
        Some(at) if at + 1 < iri.len() => &iri[at + 1..],
        _ => iri,
    }
}
