//! One label per thing and language, chosen the same way whatever the order of the file, and all other names.

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
    /// The labels by IRI and language, sorted: `rdfs:label`, or `skos:prefLabel` where there is none in that
    /// language; of several the smallest.
    pub(super) fn labels(&self) -> Labels {
        let mut found: Vec<(&str, String, usize, &str)> = Vec::new();
        for (source, property) in [v::LABEL, v::PREF_LABEL].into_iter().enumerate() {
            let named = self.named_by(property);
            found.extend(named.map(|(iri, language, text)| (iri, language, source, text)));
        }
        found.sort_unstable();
        found.dedup_by(|one, other| (one.0, &one.1) == (other.0, &other.1));
        let entries = found.into_iter();
        entries
            .map(|(iri, language, _, text)| (iri.to_owned(), language, text.to_owned()))
            .collect()
    }

    /// The other names by IRI, sorted: synonyms of OBO and SKOS, and labels that were not chosen.
    pub(super) fn synonyms(&self, labels: &Labels) -> Labels {
        let names = SYNONYMS.into_iter().flat_map(|property| self.named_by(property));
        let others = names.filter(|(iri, _, text)| labels.of(iri).all(|label| label != *text));
        others.map(|(iri, language, text)| (iri.to_owned(), language, text.to_owned())).collect()
    }

    /// What a property says: IRIs, language tags in lower case, and texts.
    fn named_by(&self, property: v::Vocab) -> impl Iterator<Item = (&str, String, &str)> {
        let literals = &self.structure.store.literals;
        self.structure.column(property).literals.iter().map(|&(subject, literal)| {
            let language = match literals.datatype_of(literal) {
                Datatype::Language(language) => language.to_ascii_lowercase(),
                Datatype::Iri(_) => String::new(),
            };
            (self.structure.name(subject), language, literals.lexical(literal))
        })
    }
}
