//! What people call things: an IRI, a language and a text.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::deferred::{Damage, Deferred};
use crate::label_languages::ENGLISH;
use crate::texts::Texts;

/// Entries of an IRI, a language and a text, sorted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Labels {
    n: usize,
    /// IRI, language tag and text in turns; the tag is empty where none is stated.
    texts: Deferred<Texts>,
}

impl Labels {
    /// How many texts an entry has.
    pub const WIDTH: usize = 3;

    /// Entries that are stored in a file: so many.
    pub fn stored(n: usize, texts: Deferred<Texts>) -> Self {
        Self { n, texts }
    }

    /// Whether texts are entries in the order of labels.
    pub fn are_sorted(texts: &Texts) -> bool {
        let entry = |at: usize| [0, 1, 2].map(|column| texts.bytes(Self::WIDTH * at + column));
        texts.len().is_multiple_of(Self::WIDTH)
            && (1..texts.len() / Self::WIDTH).all(|at| entry(at - 1) < entry(at))
    }

    /// IRIs, languages and texts in turns.
    pub fn texts(&self) -> &Texts {
        &self.texts
    }

    /// An error if they come from a damaged file.
    pub fn check(&self) -> Result<(), Damage> {
        self.texts.check().map(drop)
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.n
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.n == 0
    }

    /// The IRI at a place.
    pub fn iri(&self, at: usize) -> &str {
        self.texts.get(Self::WIDTH * at)
    }

    /// The language tag at a place, in lower case; empty where none is stated.
    pub fn language(&self, at: usize) -> &str {
        self.texts.get(Self::WIDTH * at + 1)
    }

    /// The text at a place.
    pub fn text(&self, at: usize) -> &str {
        self.texts.get(Self::WIDTH * at + 2)
    }

    /// The places of an IRI.
    pub fn places(&self, iri: &str) -> Range<usize> {
        let (mut low, mut high) = (0, self.n);
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.texts.bytes(Self::WIDTH * middle) < iri.as_bytes() {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let n = (low..self.n).take_while(|&at| self.iri(at) == iri).count();
        low..low + n
    }

    /// The texts of an IRI.
    pub fn of<'a>(&'a self, iri: &str) -> impl Iterator<Item = &'a str> {
        self.places(iri).map(|at| self.text(at))
    }

    /// The languages of all entries, sorted. A text without a language counts as English, as it does where
    /// labels are chosen.
    pub fn languages(&self) -> Vec<&str> {
        let tags = (0..self.n).map(|at| self.language(at));
        let tags: BTreeSet<&str> =
            tags.map(|tag| if tag.is_empty() { ENGLISH } else { tag }).collect();
        tags.into_iter().collect()
    }
}

/// Of entries `(IRI, language, text)` in any order; each is kept once.
impl FromIterator<(String, String, String)> for Labels {
    fn from_iter<T: IntoIterator<Item = (String, String, String)>>(entries: T) -> Self {
        let mut entries: Vec<(String, String, String)> = entries.into_iter().collect();
        if !entries.is_sorted_by(|one, other| one < other) {
            entries.sort_unstable();
            entries.dedup();
        }
        let columns =
            entries.iter().flat_map(|(iri, language, text)| [&**iri, &**language, &**text]);
        let texts: Texts = columns.collect();
        Self { n: entries.len(), texts: texts.into() }
    }
}

/// Of pairs `(IRI, text)` without a language, in any order; each is kept once.
impl FromIterator<(String, String)> for Labels {
    fn from_iter<T: IntoIterator<Item = (String, String)>>(pairs: T) -> Self {
        pairs.into_iter().map(|(iri, text)| (iri, String::new(), text)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_found_by_their_iri() {
        let pair = |(iri, text): (&str, &str)| (iri.to_owned(), text.to_owned());
        let pairs = [("b", "two"), ("a", "one"), ("b", "zwei"), ("a", "one"), ("d", "")];
        let labels: Labels = pairs.map(pair).into_iter().collect();
        let of = |iri| labels.of(iri).collect::<Vec<_>>();
        assert_eq!(labels.len(), 4);
        assert_eq!((of("a"), of("b"), of("d")), (vec!["one"], vec!["two", "zwei"], vec![""]));
        assert!(of("c").is_empty() && of("").is_empty() && of("e").is_empty());
        assert_eq!(Labels::default().of("a").count(), 0);
        assert!(Labels::are_sorted(labels.texts()));
    }

    #[test]
    fn every_language_has_an_entry() {
        let entry = |(iri, language, text): (&str, &str, &str)| {
            (iri.to_owned(), language.to_owned(), text.to_owned())
        };
        let entries =
            [("b", "de", "Hund"), ("a", "", "cat"), ("b", "", "dog"), ("b", "de", "Hund")];
        let labels: Labels = entries.map(entry).into_iter().collect();
        let read = |at| (labels.iri(at), labels.language(at), labels.text(at));
        assert_eq!(labels.places("b"), 1..3);
        assert_eq!([read(0), read(1), read(2)], [entries[1], entries[2], entries[0]]);
        assert_eq!(labels.languages(), ["de", "en"]);
        assert!(Labels::default().languages().is_empty());
    }

    #[test]
    fn what_is_no_list_of_entries_is_noticed() {
        let are_sorted = |texts: &[&str]| Labels::are_sorted(&texts.iter().copied().collect());
        assert!(are_sorted(&[]) && are_sorted(&["a", "", "x", "a", "", "y"]));
        assert!(are_sorted(&["a", "de", "y", "a", "en", "x"]));
        assert!(!are_sorted(&["a"]) && !are_sorted(&["a", "b"]));
        assert!(!are_sorted(&["b", "", "x", "a", "", "y"]));
        assert!(!are_sorted(&["a", "en", "x", "a", "de", "y"]));
        assert!(!are_sorted(&["a", "", "x", "a", "", "x"]));
    }
}
