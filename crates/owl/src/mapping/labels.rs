//! One label per thing, chosen the same way whatever the order of the file.

use evolearner_dl::Datatype;

use super::Mapping;
use crate::vocabulary as v;

impl Mapping<'_> {
    /// The labels by IRI, sorted. English comes first, then untagged, then other languages in
    /// alphabetical order; of several equally good ones the smallest.
    pub(super) fn labels(&self) -> Vec<(String, String)> {
        let literals = &self.structure.store.literals;
        let mut best: Vec<(&str, u8, &str, &str)> = Vec::new();
        for &(subject, literal) in &self.structure.column(v::LABEL).literals {
            let (rank, language) = match literals.datatype_of(literal) {
                Datatype::Language(language) if language.starts_with("en") => (0, &**language),
                Datatype::Iri(_) => (1, ""),
                Datatype::Language(language) => (2, &**language),
            };
            best.push((self.structure.name(subject), rank, language, literals.lexical(literal)));
        }
        best.sort_unstable();
        best.dedup_by_key(|candidate| candidate.0);
        best.into_iter().map(|(iri, _, _, label)| (iri.to_owned(), label.to_owned())).collect()
    }
}
