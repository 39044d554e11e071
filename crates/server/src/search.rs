//! Finding individuals and classes by what people call them.

use evolearner::{Id, Symbols, local_name};
use serde::Serialize;
use utoipa::ToSchema;

/// A named thing.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Item {
    /// Its IRI, or `_:` and a name for a blank individual.
    pub(crate) iri: String,
    /// What to show: its label, else the end of its IRI.
    pub(crate) name: String,
}

impl Item {
    pub(crate) fn new(symbols: &Symbols, iri: &str) -> Self {
        let name = symbols.label(iri).unwrap_or_else(|| local_name(iri));
        Self { iri: iri.to_owned(), name: name.to_owned() }
    }
}

/// What was found: a page of it, and how much there is in all.
pub(crate) struct Found<I> {
    pub(crate) total: usize,
    pub(crate) page: Vec<I>,
}

/// The things whose label or local name contains a text, whatever the case: those that are called
/// exactly so first, then those that start with it, each in the order of their IRIs.
pub(crate) fn search<'a, I: Id>(
    symbols: &Symbols,
    candidates: impl Iterator<Item = (I, &'a str)>,
    text: &str,
    offset: usize,
    limit: usize,
) -> Found<I> {
    let wanted = text.trim().to_lowercase();
    let mut by_rank: [Vec<I>; 3] = Default::default();
    for (id, iri) in candidates {
        let label = if symbols.labels.is_empty() { None } else { symbols.label(iri) };
        let names = [Some(local_name(iri)), label, (iri == text).then_some(text)];
        let best = names.into_iter().flatten().filter_map(|name| rank(name, &wanted)).min();
        if let Some(rank) = best {
            by_rank[rank].push(id);
        }
    }
    let total = by_rank.iter().map(Vec::len).sum();
    Found { total, page: by_rank.into_iter().flatten().skip(offset).take(limit).collect() }
}

/// How well a name fits a text in lower case: 0 is best.
fn rank(name: &str, wanted: &str) -> Option<usize> {
    if wanted.is_empty() {
        return Some(0);
    }
    let name = name.to_lowercase();
    name.find(wanted).map(|at| match (at, name.len() == wanted.len()) {
        (0, true) => 0,
        (0, false) => 1,
        _ => 2,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use evolearner::IndividualId;

    #[test]
    fn better_names_come_first() {
        let iris = ["http://x#joanna", "http://x#anna", "http://x#annabel", "http://x#bert"];
        let symbols = Symbols {
            labels: vec![("http://x#bert".to_owned(), "Hannah's brother".to_owned())],
            ..Symbols::default()
        };
        let candidates =
            || iris.iter().enumerate().map(|(index, iri)| (IndividualId(index as u32), *iri));
        let find = |text: &str, offset, limit| {
            let found = search(&symbols, candidates(), text, offset, limit);
            (found.total, found.page.iter().map(|id| id.0).collect::<Vec<_>>())
        };
        assert_eq!(find("Anna", 0, 10), (4, vec![1, 2, 0, 3]));
        assert_eq!(find("anna", 1, 2), (4, vec![2, 0]));
        assert_eq!(find("", 0, 2), (4, vec![0, 1]));
        assert_eq!(find("http://x#bert", 0, 2), (1, vec![3]));
        assert_eq!(find("zoe", 0, 2), (0, vec![]));
    }
}
