//! Notices names that a file leaves relative although it states no base.

use crate::input::BASE_IRI;
use crate::term::{Term, TripleSink};

/// A sink that hands everything on and remembers whether a name was resolved against
/// [`BASE_IRI`]. The base itself is no such name: `rdf:about=""` is how a file says "this file".
pub(crate) struct Watch<'s, S> {
    sink: &'s mut S,
    has_relative: bool,
}

impl<'s, S> Watch<'s, S> {
    pub(crate) fn new(sink: &'s mut S) -> Self {
        Self { sink, has_relative: false }
    }

    /// A sentence for the user, if there was such a name.
    pub(crate) fn note(self) -> Option<String> {
        self.has_relative.then(|| {
            format!(
                "relative IRIs are read as {ROOT}…, because no base is stated; add one to the file \
                 (@base, xml:base)"
            )
        })
    }
}

/// What every name starts with that was resolved against [`BASE_IRI`].
const ROOT: &str = "http://base.invalid/";

fn is_relative(iri: &str) -> bool {
    iri.starts_with(ROOT) && iri != BASE_IRI
}

impl<S: TripleSink> TripleSink for Watch<'_, S> {
    fn triple(&mut self, subject: Term<'_>, predicate: &str, object: Term<'_>) {
        if !self.has_relative {
            let terms = [subject, Term::Iri(predicate), object];
            self.has_relative =
                terms.iter().any(|term| matches!(term, Term::Iri(iri) if is_relative(iri)));
        }
        self.sink.triple(subject, predicate, object);
    }

    fn prefix(&mut self, prefix: &str, iri: &str) {
        self.sink.prefix(prefix, iri);
    }
}
