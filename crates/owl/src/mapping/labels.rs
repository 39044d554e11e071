//! One label per thing, chosen the same way whatever the order of the file, and all its other names.

use evolearner_dl::{Datatype, Labels};

use super::Mapping;
use crate::vocabulary as v;

/// The properties that give names.
const SYNONYMS: [v::Vocab; 8] = [
    v::LABEL,
    v::PREF_LABEL,
    v::ALT_LABEL,
    v::EXACT_SYNONYM,
    v::RELATED_SYNONYM,
    v::NARROW_SYNONYM,
    v::BROAD_SYNONYM,
    v::ALTERNATIVE_TERM,
];

impl Mapping<'_> {
    /// The labels by IRI, sorted: `rdfs:label`, or `skos:prefLabel` where there is none in a
    /// language as good. English comes first, then untagged, then other languages in alphabetical
    /// order; of several equally good ones the smallest.
    pub(super) fn labels(&self) -> Labels {
        let literals = &self.structure.store.literals;
        let mut best: Vec<(&str, u8, &str, usize, &str)> = Vec::new();
        for (source, property) in [v::LABEL, v::PREF_LABEL].into_iter().enumerate() {
            for &(subject, literal) in &self.structure.column(property).literals {
                let (rank, language) = match literals.datatype_of(literal) {
                    Datatype::Language(language) if language.starts_with("en") => (0, &**language),
                    Datatype::Iri(_) => (1, ""),
                    Datatype::Language(language) => (2, &**language),
                };
                let name = self.structure.name(subject);
                best.push((name, rank, language, source, literals.lexical(literal)));
            }
        }
        best.sort_unstable();
        best.dedup_by_key(|candidate| candidate.0);
        best.into_iter().map(|(iri, .., label)| (iri.to_owned(), label.to_owned())).collect()
    }

    /// The other names by IRI, sorted: synonyms of OBO and SKOS, and labels that were not chosen.
    pub(super) fn synonyms(&self, labels: &Labels) -> Labels {
        let literals = &self.structure.store.literals;
        let columns = SYNONYMS.map(|property| &self.structure.column(property).literals);
        let pairs = columns
            .into_iter()
            .flatten()
            .map(|&(subject, literal)| (self.structure.name(subject), literals.lexical(literal)));
        let others = pairs.filter(|&(iri, text)| labels.of(iri).next() != Some(text));
        others.map(|(iri, text)| (iri.to_owned(), text.to_owned())).collect()
    }
}
