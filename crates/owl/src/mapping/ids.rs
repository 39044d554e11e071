//! Dense ids for the vocabulary, in the order of names.

use evolearner_dl::{ClassId, DataPropertyId, Id, IndividualId, Names, ObjectPropertyId, Symbols};

use super::kinds::{Flags, Kinds};
use crate::store::{Store, TermId};

const NONE: u32 = u32::MAX;

/// The ids of a term, one per kind that it is of.
pub(super) struct Ids {
    classes: Vec<u32>,
    object_properties: Vec<u32>,
    data_properties: Vec<u32>,
    individuals: Vec<u32>,
}

impl Ids {
    /// Numbers the terms of each kind by the rank of their names.
    pub(super) fn assign(store: &Store, kinds: &Kinds) -> (Self, Symbols) {
        let (classes, class_names) = rank(store, kinds, Flags::CLASS);
        let (object_properties, object_property_names) = rank(store, kinds, Flags::OBJECT);
        let (data_properties, data_property_names) = rank(store, kinds, Flags::DATA);
        let (individuals, individual_names) = rank(store, kinds, Flags::INDIVIDUAL);
        let symbols = Symbols {
            classes: class_names,
            object_properties: object_property_names,
            data_properties: data_property_names,
            individuals: individual_names,
            ..Symbols::default()
        };
        (Self { classes, object_properties, data_properties, individuals }, symbols)
    }

    pub(super) fn class(&self, term: TermId) -> Option<ClassId> {
        id(&self.classes, term)
    }

    pub(super) fn object_property(&self, term: TermId) -> Option<ObjectPropertyId> {
        id(&self.object_properties, term)
    }

    pub(super) fn data_property(&self, term: TermId) -> Option<DataPropertyId> {
        id(&self.data_properties, term)
    }

    pub(super) fn individual(&self, term: TermId) -> Option<IndividualId> {
        id(&self.individuals, term)
    }
}

fn id<I: Id>(ids: &[u32], term: TermId) -> Option<I> {
    match ids[term as usize] {
        NONE => None,
        index => Some(I::new(index as usize)),
    }
}

fn rank<I: Id>(store: &Store, kinds: &Kinds, flag: Flags) -> (Vec<u32>, Names<I>) {
    let mut terms = kinds.terms(flag);
    if flag != Flags::INDIVIDUAL {
        terms.retain(|&term| !store.terms.get(term).starts_with("_:"));
    }
    store.terms.sort(&mut terms);
    let mut ids = vec![NONE; store.terms.len()];
    for (index, &term) in terms.iter().enumerate() {
        ids[term as usize] = index as u32;
    }
    (ids, Names::from_sorted(terms.iter().map(|&term| store.terms.get(term))))
}
