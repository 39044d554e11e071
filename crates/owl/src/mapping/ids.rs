//! Dense ids for the vocabulary, in the order of names.

use evolearner_dl::{
    ClassId, DataPropertyId, Id, IndividualId, Interner, Names, ObjectPropertyId, Symbols,
};

use super::kinds::{Flags, Kinds};
use crate::store::{Store, TermId};

const NONE: u32 = u32::MAX;

/// The ids of a term, one per kind that it is of.
pub(super) struct Ids {
    classes: Vec<u32>,
    object_properties: Vec<u32>,
    data_properties: Vec<u32>,
    individuals: Vec<u32>,
    /// The terms of the individuals, in the order of their names.
    in_order: Vec<TermId>,
}

impl Ids {
    /// Numbers the terms of each kind by the rank of their names. The symbols lack the names of individuals:
    /// those are made of the memory of the terms, after the last look-up ([`Self::individual_names`]).
    pub(super) fn assign(store: &Store, kinds: &Kinds, n_threads: usize) -> (Self, Symbols) {
        let rank = |flag| rank(store, kinds, flag, n_threads);
        let (classes, class_terms) = rank(Flags::CLASS);
        let (object_properties, object_property_terms) = rank(Flags::OBJECT);
        let (data_properties, data_property_terms) = rank(Flags::DATA);
        let (individuals, in_order) = rank(Flags::INDIVIDUAL);
        let symbols = Symbols {
            classes: names(store, &class_terms),
            object_properties: names(store, &object_property_terms),
            data_properties: names(store, &data_property_terms),
            ..Symbols::default()
        };
        (Self { classes, object_properties, data_properties, individuals, in_order }, symbols)
    }

    /// The names of the individuals, made of all terms.
    pub(super) fn individual_names(self, terms: Interner, n_threads: usize) -> Names<IndividualId> {
        let Self { in_order, .. } = self;
        terms.into_names(&in_order, n_threads)
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
    match ids.get(term as usize) {
        None | Some(&NONE) => None,
        Some(&index) => Some(I::new(index as usize)),
    }
}

/// The terms of a kind in the order of their names, and the place there of each term up to the last of them.
fn rank(store: &Store, kinds: &Kinds, flag: Flags, n_threads: usize) -> (Vec<u32>, Vec<TermId>) {
    let mut terms = kinds.terms(flag);
    if flag != Flags::INDIVIDUAL {
        terms.retain(|&term| !store.terms.get(term).starts_with("_:"));
    }
    let mut ids = vec![NONE; terms.last().map_or(0, |&last| last as usize + 1)];
    store.terms.sort(&mut terms, n_threads);
    for (index, &term) in terms.iter().enumerate() {
        ids[term as usize] = index as u32;
    }
    (ids, terms)
}

fn names<I: Id>(store: &Store, terms: &[TermId]) -> Names<I> {
    Names::from_sorted(terms.iter().map(|&term| store.terms.get(term)))
}
