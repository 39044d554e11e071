//! Finding individuals and classes by what people call them.
//!
//! An index is one text: a line for every name of every thing, in lower case. A search goes through it
//! once, as fast as memory is read, whatever the part of a name that is looked for; 200,000 individuals
//! are about ten megabytes.

use std::sync::OnceLock;

use evolearner::{Id, Symbols, local_name};
use memchr::memmem;
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

/// How well a name fits, best first.
const EXACT: u8 = 0;
const BEGINNING: u8 = 1;
const WORD: u8 = 2;
const INSIDE: u8 = 3;
const NOT_FOUND: u8 = 4;

/// The names of all things of a kind: labels, synonyms and identifiers.
pub(crate) struct Index {
    /// The names, each behind a line break, and a line break behind the last one.
    text: String,
    /// Where the lines start, and whose they are.
    lines: Vec<(u32, u32)>,
    /// The things in the order of what they are called.
    order: Vec<u32>,
    /// The lines in the order of their names, made when a whole name is first looked up.
    sorted: OnceLock<Vec<u32>>,
}

impl Index {
    /// An index of things by their IRIs.
    pub(crate) fn new<'a, I: Id>(
        symbols: &'a Symbols,
        things: impl Iterator<Item = (I, &'a str)>,
    ) -> Self {
        let (mut text, mut lines) = ("\n".to_owned(), Vec::new());
        let mut called: Vec<(String, u32)> = Vec::new();
        for (id, iri) in things {
            let id = id.index() as u32;
            let (label, local) = (symbols.label(iri), local_name(iri));
            called.push((label.unwrap_or(local).to_lowercase(), id));
            for name in label.into_iter().chain([local]).chain(symbols.synonyms_of(iri)) {
                lines.push((text.len() as u32, id));
                text.push_str(&name.to_lowercase().replace('\n', " "));
                text.push('\n');
            }
        }
        called.sort_unstable();
        let order = called.into_iter().map(|(_, id)| id).collect();
        Self { text, lines, order, sorted: OnceLock::new() }
    }

    /// The things that a text is a part of a name of, whatever the case: those that are called exactly
    /// so first, then those whose name starts with it, then those with a word that does, each in the
    /// order of what they are called.
    pub(crate) fn search<I: Id>(
        &self,
        text: &str,
        is_wanted: impl Fn(I) -> bool,
        offset: usize,
        limit: usize,
    ) -> Found<I> {
        let wanted = text.trim().to_lowercase().replace('\n', " ");
        let ranks =
            if wanted.is_empty() { vec![EXACT; self.order.len()] } else { self.ranks(&wanted) };
        let mut by_rank: [Vec<I>; NOT_FOUND as usize] = Default::default();
        for &id in &self.order {
            let rank = ranks[id as usize];
            if rank < NOT_FOUND && is_wanted(I::new(id as usize)) {
                by_rank[rank as usize].push(I::new(id as usize));
            }
        }
        let total = by_rank.iter().map(Vec::len).sum();
        Found { total, page: by_rank.into_iter().flatten().skip(offset).take(limit).collect() }
    }

    /// The things that are called exactly so, whatever the case.
    pub(crate) fn named<I: Id>(&self, text: &str) -> Vec<I> {
        let wanted = text.trim().to_lowercase().replace('\n', " ");
        let sorted = self.sorted.get_or_init(|| {
            let mut sorted: Vec<u32> = (0..self.lines.len() as u32).collect();
            sorted.sort_by_key(|&line| self.name(line as usize));
            sorted
        });
        let start = sorted.partition_point(|&line| self.name(line as usize) < &*wanted);
        let same = sorted[start..].iter().take_while(|&&line| self.name(line as usize) == wanted);
        let mut found: Vec<I> =
            same.map(|&line| I::new(self.lines[line as usize].1 as usize)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// How well each thing fits a text in lower case.
    fn ranks(&self, wanted: &str) -> Vec<u8> {
        let mut ranks = vec![NOT_FOUND; self.order.len()];
        let bytes = self.text.as_bytes();
        let finder = memmem::Finder::new(wanted);
        let (mut line, mut from) = (0, 0);
        while let Some(at) = finder.find(&bytes[from..]).map(|at| at + from) {
            // Hits come in the order of the lines, most of them few lines apart.
            while self.lines.get(line + 1).is_some_and(|&(start, _)| start as usize <= at) {
                line += 1;
            }
            let (start, id) = self.lines[line];
            let end = self.end(line);
            let rank = if start as usize != at {
                let is_word = !bytes[at - 1].is_ascii_alphanumeric() && bytes[at - 1].is_ascii();
                if is_word { WORD } else { INSIDE }
            } else if at + wanted.len() + 1 == end {
                EXACT
            } else {
                BEGINNING
            };
            let best = &mut ranks[id as usize];
            *best = rank.min(*best);
            // A line cannot fit better than it does, unless the text starts a word further on.
            let step = wanted.chars().next().map_or(1, char::len_utf8);
            from = if rank == INSIDE { at + step } else { end };
        }
        ranks
    }

    /// The name in a line.
    fn name(&self, line: usize) -> &str {
        &self.text[self.lines[line].0 as usize..self.end(line) - 1]
    }

    /// Where a line ends, behind its line break.
    fn end(&self, line: usize) -> usize {
        self.lines.get(line + 1).map_or(self.text.len(), |&(next, _)| next as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use evolearner::IndividualId;

    fn symbols() -> Symbols {
        Symbols {
            labels: [("http://x#bert".to_owned(), "Hannah's brother".to_owned())]
                .into_iter()
                .collect(),
            synonyms: [
                ("http://x#anna".to_owned(), "the eldest".to_owned()),
                ("http://x#bert".to_owned(), "Bertram".to_owned()),
            ]
            .into_iter()
            .collect(),
            ..Symbols::default()
        }
    }

    #[test]
    fn better_names_come_first() {
        let iris = ["http://x#joanna", "http://x#anna", "http://x#annabel", "http://x#bert"];
        let symbols = symbols();
        let things = iris.iter().enumerate().map(|(index, iri)| (IndividualId(index as u32), *iri));
        let index = Index::new(&symbols, things);
        let find = |text: &str, offset, limit| {
            let found = index.search(text, |_: IndividualId| true, offset, limit);
            (found.total, found.page.iter().map(|id| id.0).collect::<Vec<_>>())
        };
        // Called so, starts so, and inside: Hannah's brother before joanna, by what they are called.
        assert_eq!(find("Anna", 0, 10), (4, vec![1, 2, 3, 0]));
        assert_eq!(find("anna", 1, 2), (4, vec![2, 3]));
        assert_eq!(find("", 0, 2), (4, vec![1, 2]));
        assert_eq!(find("brother", 0, 2), (1, vec![3]));
        assert_eq!(find("eldest", 0, 2), (1, vec![1]), "synonyms are names");
        assert_eq!(find("bertram", 0, 2), (1, vec![3]));
        assert_eq!(find("zoe", 0, 2), (0, vec![]));
        let odd = index.search("anna", |id: IndividualId| id.0 % 2 == 1, 0, 10);
        assert_eq!(odd.page.iter().map(|id| id.0).collect::<Vec<_>>(), [1, 3]);
        assert_eq!(index.named::<IndividualId>("HANNAH'S BROTHER"), [IndividualId(3)]);
        assert!(index.named::<IndividualId>("hannah").is_empty());
    }
}
