//! Finding individuals and classes by what people call them.
//!
//! An index is one text: a line for every name of every thing, in lower case, things in the order of what
//! they are called. A search goes through it once, as fast as memory is read, whatever the part of a name that
//! is looked for, and meets things in the order in which they are shown; 200,000 individuals are about ten
//! megabytes.

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

/// Texts of up to so many bytes are looked for by their first byte. They are in most lines, and starting a
/// search for each hit would take longer than looking at every such byte.
const SHORT: usize = 3;

/// The names of all things of a kind: labels and synonyms in every language, and identifiers.
pub(crate) struct Index {
    /// The names, each behind a line break, and a line break behind the last one.
    text: String,
    /// Where the lines start, and whose they are: a place in the order.
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
        let called = |(id, iri): (I, &'a str)| {
            let name = symbols.label(iri).unwrap_or_else(|| local_name(iri));
            (name.to_lowercase(), id.index() as u32, iri)
        };
        let mut called: Vec<(String, u32, &str)> = things.map(called).collect();
        called.sort_unstable();
        let (mut text, mut lines) = ("\n".to_owned(), Vec::new());
        for (place, (_, _, iri)) in (0..).zip(&called) {
            let names = symbols.labels.of(iri).chain([local_name(iri)]);
            for name in names.chain(symbols.synonyms_of(iri)) {
                lines.push((text.len() as u32, place));
                text.push_str(&name.to_lowercase().replace('\n', " "));
                text.push('\n');
            }
        }
        let order = called.into_iter().map(|(_, id, _)| id).collect();
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
        let mut by_rank: [Vec<I>; NOT_FOUND as usize] = Default::default();
        let mut take = |place: u32, rank: u8| {
            let id = I::new(self.order[place as usize] as usize);
            if is_wanted(id) {
                by_rank[rank as usize].push(id);
            }
        };
        if wanted.is_empty() {
            (0..self.order.len() as u32).for_each(|place| take(place, EXACT));
        } else {
            self.each_hit(&wanted, take);
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
        let mut found: Vec<I> = same.map(|&line| self.thing(line as usize)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Calls with the place of each thing that fits a text in lower case, and how well it does, in order.
    fn each_hit(&self, wanted: &str, mut take: impl FnMut(u32, u8)) {
        let bytes = self.text.as_bytes();
        let mut hits = Hits { index: self, wanted, line: 0, from: 0, best: None };
        let (first, rest) = (wanted.as_bytes()[0], &wanted.as_bytes()[1..]);
        if wanted.len() <= SHORT {
            let starts = memchr::memchr_iter(first, bytes);
            for at in starts.filter(|&at| bytes[at + 1..].starts_with(rest)) {
                hits.meet(at, &mut take);
            }
        } else {
            let finder = memmem::Finder::new(wanted);
            while let Some(at) = finder.find(&bytes[hits.from..]) {
                hits.meet(hits.from + at, &mut take);
            }
        }
        if let Some((place, rank)) = hits.best {
            take(place, rank);
        }
    }

    /// The thing that a line names.
    fn thing<I: Id>(&self, line: usize) -> I {
        I::new(self.order[self.lines[line].1 as usize] as usize)
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

/// A walk over the hits of a text.
struct Hits<'i> {
    index: &'i Index,
    wanted: &'i str,
    /// The line of the last hit.
    line: usize,
    /// Hits before this byte change nothing.
    from: usize,
    /// The thing of the last hit, and how well it fits so far.
    best: Option<(u32, u8)>,
}

impl Hits<'_> {
    /// Meets the next hit; calls with the thing before, once there is another one.
    fn meet(&mut self, at: usize, take: &mut impl FnMut(u32, u8)) {
        if at < self.from {
            return;
        }
        let (lines, bytes) = (&self.index.lines, self.index.text.as_bytes());
        // Hits come in the order of the lines, most of them few lines apart.
        while lines.get(self.line + 1).is_some_and(|&(start, _)| start as usize <= at) {
            self.line += 1;
        }
        let (start, place) = lines[self.line];
        let end = self.index.end(self.line);
        let rank = if start as usize != at {
            let is_word = !bytes[at - 1].is_ascii_alphanumeric() && bytes[at - 1].is_ascii();
            if is_word { WORD } else { INSIDE }
        } else if at + self.wanted.len() + 1 == end {
            EXACT
        } else {
            BEGINNING
        };
        self.best = match self.best {
            Some((same, best)) if same == place => Some((place, best.min(rank))),
            other => {
                if let Some((place, rank)) = other {
                    take(place, rank);
                }
                Some((place, rank))
            }
        };
        // A line cannot fit better than it does, unless the text starts a word further on.
        let step = self.wanted.chars().next().map_or(1, char::len_utf8);
        self.from = if rank == INSIDE { at + step } else { end };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use evolearner::IndividualId;
    use proptest::prelude::*;

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
    /// How well a name fits, read from the names as they are.
    fn rank_of(name: &str, wanted: &str) -> u8 {
        let starts_word = |at: usize| {
            name[..at]
                .chars()
                .next_back()
                .is_none_or(|x| x.is_ascii() && !x.is_ascii_alphanumeric())
        };
        let at = name.char_indices().map(|(at, _)| at).filter(|&at| name[at..].starts_with(wanted));
        let rank = |at: usize| match at {
            0 if name.len() == wanted.len() => EXACT,
            0 => BEGINNING,
            _ if starts_word(at) => WORD,
            _ => INSIDE,
        };
        at.map(rank).min().unwrap_or(NOT_FOUND)
    }

    proptest! {
        #[test]
        fn a_walk_over_the_text_finds_what_looking_at_every_name_does(
            names in prop::collection::vec("[abé ]{1,6}", 1..8),
            synonyms in prop::collection::vec((0_usize..8, "[abé ]{1,6}"), 0..6),
            wanted in "[abé]{1,4}",
        ) {
            let iris: Vec<String> = (0..names.len()).map(|at| format!("http://x#{at}")).collect();
            let of = |at: usize| iris[at % iris.len()].clone();
            let symbols = Symbols {
                labels: names.iter().enumerate().map(|(at, name)| (of(at), name.clone())).collect(),
                synonyms: synonyms.iter().map(|(at, name)| (of(*at), name.clone())).collect(),
                ..Symbols::default()
            };
            let things = iris.iter().enumerate().map(|(at, iri)| (IndividualId(at as u32), &**iri));
            let found = Index::new(&symbols, things).search(&wanted, |_: IndividualId| true, 0, 100);
            let best = |at: usize| {
                let others = symbols.synonyms_of(&iris[at]);
                let names = std::iter::once(&*names[at]).chain(others);
                names.map(|name| rank_of(name, &wanted)).min().expect("it has a name")
            };
            let mut expected: Vec<(u8, &str, usize)> =
                (0..names.len()).map(|at| (best(at), &*names[at], at)).collect();
            expected.retain(|(rank, ..)| *rank < NOT_FOUND);
            expected.sort_unstable();
            let ids: Vec<usize> = found.page.iter().map(|id| id.0 as usize).collect();
            prop_assert_eq!(ids, expected.iter().map(|(_, _, at)| *at).collect::<Vec<_>>());
            prop_assert_eq!(found.total, expected.len());
        }
    }
}
