//! Triples in, columns out: every term gets a number, every predicate its own list of pairs.
//!
//! Nothing is interpreted here. The work per triple is kept to what cannot be put off: the
//! subject is usually that of the triple before, predicates are few, so that most triples cost
//! one look-up in a large table, that of the object.

use evolearner_dl::{Interner, LiteralId, LiteralTableBuilder};
use evolearner_rdf::{Term, TripleSink};

/// The number of an IRI or blank node.
pub(crate) type TermId = u32;

/// The pairs of one predicate.
#[derive(Default)]
pub(crate) struct Column {
    /// Subjects with an IRI or blank node as object.
    pub(crate) resources: Vec<(TermId, TermId)>,
    /// Subjects with a literal as object.
    pub(crate) literals: Vec<(TermId, LiteralId)>,
}

/// All triples read so far.
#[derive(Default)]
pub(crate) struct Store {
    /// IRIs as they are; blank nodes as `_:` with a number of ours.
    pub(crate) terms: Interner,
    pub(crate) literals: LiteralTableBuilder,
    pub(crate) predicates: Interner,
    /// One column per predicate.
    pub(crate) columns: Vec<Column>,
    pub(crate) prefixes: Vec<(String, String)>,
    pub(crate) n_triples: u64,
    /// Blank-node labels of the file under way: they mean nothing outside of it.
    blanks: Interner,
    /// The term of each blank-node label of the file under way.
    blank_terms: Vec<TermId>,
    n_blanks: u64,
    last_subject: String,
    last_subject_id: TermId,
    last_predicate: String,
    last_predicate_idx: u32,
}

impl Store {
    /// Starts a new file: blank-node labels begin to mean something else.
    pub(crate) fn start_file(&mut self) {
        self.blanks = Interner::default();
        self.blank_terms.clear();
        self.last_subject.clear();
    }

    fn resource(&mut self, term: Term<'_>) -> TermId {
        match term {
            Term::Iri(iri) => self.terms.intern(iri),
            Term::Blank(label) => self.blank(label),
            Term::Literal { .. } => unreachable!("literals are handled by the caller"),
        }
    }

    fn blank(&mut self, label: &str) -> TermId {
        let index = self.blanks.intern(label) as usize;
        if index == self.blank_terms.len() {
            let term = self.terms.intern(&format!("_:b{}", self.n_blanks));
            self.n_blanks += 1;
            self.blank_terms.push(term);
        }
        self.blank_terms[index]
    }

    fn subject(&mut self, term: Term<'_>) -> TermId {
        let Term::Iri(iri) = term else { return self.resource(term) };
        if iri == self.last_subject {
            return self.last_subject_id;
        }
        let id = self.terms.intern(iri);
        self.last_subject.clear();
        self.last_subject.push_str(iri);
        self.last_subject_id = id;
        id
    }

    fn column(&mut self, predicate: &str) -> &mut Column {
        if predicate != self.last_predicate || self.columns.is_empty() {
            self.last_predicate_idx = self.predicates.intern(predicate);
            self.last_predicate.clear();
            self.last_predicate.push_str(predicate);
            if self.last_predicate_idx as usize == self.columns.len() {
                self.columns.push(Column::default());
            }
        }
        &mut self.columns[self.last_predicate_idx as usize]
    }
}

impl TripleSink for Store {
    fn triple(&mut self, subject: Term<'_>, predicate: &str, object: Term<'_>) {
        self.n_triples += 1;
        let subject = self.subject(subject);
        if let Term::Literal { lexical, datatype, language } = object {
            let datatype = self.literals.datatype(datatype, language);
            let literal = self.literals.intern(lexical, datatype);
            self.column(predicate).literals.push((subject, literal));
        } else {
            let object = self.resource(object);
            self.column(predicate).resources.push((subject, object));
        }
    }

    fn prefix(&mut self, prefix: &str, iri: &str) {
        self.prefixes.push((prefix.to_owned(), iri.to_owned()));
    }
}
