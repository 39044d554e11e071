//! What people call things: pairs of an IRI and a text.

use crate::deferred::{Damage, Deferred};
use crate::texts::Texts;

/// Pairs of an IRI and a text, sorted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Labels {
    n: usize,
    /// IRI and text in turns.
    texts: Deferred<Texts>,
}

impl Labels {
    /// Pairs that are stored in a file: so many.
    pub fn stored(n: usize, texts: Deferred<Texts>) -> Self {
        Self { n, texts }
    }

    /// Whether texts are pairs in the order of labels.
    pub fn are_sorted(texts: &Texts) -> bool {
        let pair = |at: usize| (texts.bytes(2 * at), texts.bytes(2 * at + 1));
        texts.len().is_multiple_of(2) && (1..texts.len() / 2).all(|at| pair(at - 1) < pair(at))
    }

    /// IRIs and texts in turns.
    pub fn texts(&self) -> &Texts {
        &self.texts
    }

    /// An error if they come from a damaged file.
    pub fn check(&self) -> Result<(), Damage> {
        self.texts.check().map(drop)
    }

    /// The number of pairs.
    pub fn len(&self) -> usize {
        self.n
    }

    /// Whether there is no pair.
    pub fn is_empty(&self) -> bool {
        self.n == 0
    }

    /// The IRI at a place.
    pub fn iri(&self, at: usize) -> &str {
        self.texts.get(2 * at)
    }

    /// The text at a place.
    pub fn text(&self, at: usize) -> &str {
        self.texts.get(2 * at + 1)
    }

    /// The texts of an IRI.
    pub fn of<'a>(&'a self, iri: &str) -> impl Iterator<Item = &'a str> {
        let (mut low, mut high) = (0, self.n);
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.texts.bytes(2 * middle) < iri.as_bytes() {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        (low..self.n).take_while(move |&at| self.iri(at) == iri).map(|at| self.text(at))
    }
}

/// Of pairs in any order; each is kept once.
impl FromIterator<(String, String)> for Labels {
    fn from_iter<T: IntoIterator<Item = (String, String)>>(pairs: T) -> Self {
        let mut pairs: Vec<(String, String)> = pairs.into_iter().collect();
        if !pairs.is_sorted_by(|one, other| one < other) {
            pairs.sort_unstable();
            pairs.dedup();
        }
        let texts: Texts = pairs.iter().flat_map(|(iri, text)| [&**iri, &**text]).collect();
        Self { n: pairs.len(), texts: texts.into() }
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
    fn what_is_no_list_of_pairs_is_noticed() {
        let are_sorted = |texts: &[&str]| Labels::are_sorted(&texts.iter().copied().collect());
        assert!(are_sorted(&[]) && are_sorted(&["a", "x", "a", "y"]));
        assert!(!are_sorted(&["a"]) && !are_sorted(&["b", "x", "a", "y"]));
        assert!(!are_sorted(&["a", "x", "a", "x"]));
    }
}
