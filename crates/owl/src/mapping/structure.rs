//! The triples of the OWL vocabulary, sorted so that a node's parts are found by binary search.

use evolearner_dl::LiteralId;
use foldhash::fast::FixedState;
use hashbrown::HashSet;

use crate::store::{Column, Store, TermId};
use crate::vocabulary::{self as v, Vocab};

/// An object of a structural triple.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Object {
    Resource(TermId),
    Literal(LiteralId),
}

/// Read access to the OWL part of a store.
pub(super) struct Structure<'s> {
    pub(super) store: &'s Store,
    first: &'s Column,
    rest: &'s Column,
    nil: Option<TermId>,
}

static NO_COLUMN: Column = Column { resources: Vec::new(), literals: Vec::new() };

impl<'s> Structure<'s> {
    /// Makes a store ready to be searched. Predicates become terms like any other, and the
    /// columns of reserved ones are sorted, but not that of `rdf:type`, which is large and only
    /// ever scanned.
    pub(super) fn prepare(store: &mut Store) {
        for predicate_idx in 0..store.columns.len() as u32 {
            store.terms.intern(store.predicates.get(predicate_idx));
        }
        let type_idx = store.predicates.find(&v::TYPE.iri());
        for predicate_idx in 0..store.columns.len() as u32 {
            if Some(predicate_idx) != type_idx
                && v::is_reserved(store.predicates.get(predicate_idx))
            {
                let column = &mut store.columns[predicate_idx as usize];
                column.resources.sort_unstable();
                column.resources.dedup();
                column.literals.sort_unstable();
                column.literals.dedup();
            }
        }
    }

    pub(super) fn new(store: &'s Store) -> Self {
        Self {
            store,
            first: column_of(store, v::FIRST),
            rest: column_of(store, v::REST),
            nil: store.terms.find(&v::NIL.iri()),
        }
    }

    pub(super) fn column(&self, predicate: Vocab) -> &'s Column {
        column_of(self.store, predicate)
    }

    /// The pairs of a predicate between resources.
    pub(super) fn pairs(&self, predicate: Vocab) -> &'s [(TermId, TermId)] {
        &self.column(predicate).resources
    }

    /// The resource that a subject has for a predicate; the smallest, if there are several.
    pub(super) fn resource(&self, subject: TermId, predicate: Vocab) -> Option<TermId> {
        first_of(&self.column(predicate).resources, subject)
    }

    /// The literal that a subject has for a predicate.
    pub(super) fn literal(&self, subject: TermId, predicate: Vocab) -> Option<LiteralId> {
        first_of(&self.column(predicate).literals, subject)
    }

    /// Resource or literal, whichever there is.
    pub(super) fn object(&self, subject: TermId, predicate: Vocab) -> Option<Object> {
        let resource = self.resource(subject, predicate).map(Object::Resource);
        resource.or_else(|| self.literal(subject, predicate).map(Object::Literal))
    }

    /// The members of an RDF list; nothing where it is broken, branches or runs in a circle.
    pub(super) fn list(&self, head: TermId) -> Option<Vec<Object>> {
        let mut members = Vec::new();
        let mut node = head;
        while Some(node) != self.nil {
            let member = match first_of(&self.first.resources, node) {
                Some(resource) => Object::Resource(resource),
                None => Object::Literal(first_of(&self.first.literals, node)?),
            };
            members.push(member);
            if members.len() > self.first.resources.len() + self.first.literals.len() {
                return None;
            }
            node = first_of(&self.rest.resources, node)?;
        }
        Some(members)
    }

    /// The members of a list of resources.
    pub(super) fn resource_list(&self, head: TermId) -> Option<Vec<TermId>> {
        let as_resource = |object| match object {
            Object::Resource(term) => Some(term),
            Object::Literal(_) => None,
        };
        self.list(head)?.into_iter().map(as_resource).collect()
    }

    /// The subjects of `rdf:type` with a class of the OWL vocabulary.
    pub(super) fn nodes_of_type(&self, name: &str) -> HashSet<TermId, FixedState> {
        let Some(class) = self.store.terms.find(&format!("{}{name}", v::OWL)) else {
            return HashSet::default();
        };
        let pairs = self.pairs(v::TYPE).iter();
        pairs.filter(|pair| pair.1 == class).map(|&(subject, _)| subject).collect()
    }

    pub(super) fn name(&self, term: TermId) -> &'s str {
        self.store.terms.get(term)
    }

    pub(super) fn is_blank(&self, term: TermId) -> bool {
        self.name(term).starts_with("_:")
    }
}

fn column_of(store: &Store, predicate: Vocab) -> &Column {
    match store.predicates.find(&predicate.iri()) {
        Some(index) => &store.columns[index as usize],
        None => &NO_COLUMN,
    }
}

fn first_of<T: Copy>(pairs: &[(TermId, T)], subject: TermId) -> Option<T> {
    let index = pairs.partition_point(|&(known, _)| known < subject);
    pairs.get(index).filter(|&&(known, _)| known == subject).map(|&(_, object)| object)
}
