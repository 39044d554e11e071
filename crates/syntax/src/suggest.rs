//! Names that look like one that is not there.

use evolearner_dl::spelling::{distance_within, tolerance};
use evolearner_dl::{Symbols, local_name};

use crate::error::NameKind;
use crate::vocabulary::{n_names, name_at};

/// How many names are offered.
const MAX_OFFERED: usize = 3;

/// The spellings of all things of a kind, by length, each with the set of its letters.
///
/// Both bound the distance from below, so that most spellings are dismissed without being read:
/// a million names are searched in some milliseconds once the index is there.
pub(crate) struct Spellings {
    /// Sorted by length.
    all: Vec<Spelling>,
}

struct Spelling {
    n_bytes: u32,
    letters: u64,
    index: u32,
    is_label: bool,
}

impl Spellings {
    /// All local names and labels of a kind.
    pub(crate) fn new(symbols: &Symbols, kind: NameKind) -> Self {
        let mut all = Vec::with_capacity(n_names(symbols, kind));
        for index in 0..n_names(symbols, kind) {
            let iri = name_at(symbols, kind, index);
            let label = if symbols.labels.is_empty() { None } else { symbols.label(iri) };
            for (text, is_label) in [(Some(local_name(iri)), false), (label, true)] {
                if let Some(text) = text {
                    all.push(Spelling {
                        n_bytes: text.len() as u32,
                        letters: letters_of(text),
                        index: index as u32,
                        is_label,
                    });
                }
            }
        }
        all.sort_unstable_by_key(|spelling| (spelling.n_bytes, spelling.index));
        Self { all }
    }

    /// The things whose local names or labels are nearest to a name, nearest first; those that
    /// differ in more than a third of their letters are not offered. Letters beyond ASCII count as
    /// their bytes.
    pub(crate) fn nearest(&self, symbols: &Symbols, kind: NameKind, name: &str) -> Vec<usize> {
        let wanted = local_name(name).to_ascii_lowercase().into_bytes();
        let wanted_letters = letters_of(local_name(name));
        let pattern = Pattern::new(&wanted);
        let mut max_distance = tolerance(&wanted);
        let shortest = (wanted.len() - max_distance.min(wanted.len())) as u32;
        let longest = (wanted.len() + max_distance) as u32;
        let start = self.all.partition_point(|spelling| spelling.n_bytes < shortest);
        let mut best: Vec<(usize, usize)> = Vec::new();
        let mut letters = Vec::new();
        let mut row = Vec::new();
        for spelling in &self.all[start..] {
            if spelling.n_bytes > longest {
                break;
            }
            // An edit takes away at most one letter of a name and adds at most one.
            let n_missing = (wanted_letters & !spelling.letters).count_ones();
            let n_new = (spelling.letters & !wanted_letters).count_ones();
            if n_missing.max(n_new) as usize > max_distance {
                continue;
            }
            let index = spelling.index as usize;
            let iri = name_at(symbols, kind, index);
            let text = if spelling.is_label { symbols.label(iri) } else { Some(local_name(iri)) };
            letters.clear();
            letters.extend(text.unwrap_or_default().bytes().map(|byte| byte.to_ascii_lowercase()));
            let distance = match &pattern {
                Some(pattern) => pattern.distance_within(&letters, max_distance),
                None => distance_within(&wanted, &letters, max_distance, &mut row),
            };
            if let Some(distance) = distance {
                best.push((distance, index));
                best.sort_unstable();
                // A thing with a name and a label stands once, by the nearer of both.
                if let Some(first) = best.iter().position(|&(_, known)| known == index) {
                    let mut position = 0;
                    best.retain(|&(_, known)| {
                        position += 1;
                        known != index || position == first + 1
                    });
                }
                if best.len() >= MAX_OFFERED {
                    best.truncate(MAX_OFFERED);
                    max_distance = best[MAX_OFFERED - 1].0;
                }
            }
        }
        best.into_iter().map(|(_, index)| index).collect()
    }
}

/// The set of the letters of a name, upper case being lower case; some letters share a bit.
fn letters_of(text: &str) -> u64 {
    text.bytes().fold(0, |set, byte| set | 1 << (byte.to_ascii_lowercase() % 64))
}

/// A name of up to 64 bytes, ready to be compared with many: a column of the table of distances is
/// two words of bits, those of where it rises and where it falls, and is found from the one before
/// with a dozen operations (Hyyrö 2003, with swaps of neighbours).
struct Pattern {
    n_bytes: usize,
    /// Where each byte occurs.
    places: Box<[u64; 256]>,
}

impl Pattern {
    fn new(text: &[u8]) -> Option<Self> {
        if text.is_empty() || text.len() > 64 {
            return None;
        }
        let mut places = Box::new([0; 256]);
        for (at, &byte) in text.iter().enumerate() {
            places[usize::from(byte)] |= 1 << at;
        }
        Some(Self { n_bytes: text.len(), places })
    }

    /// The same as [`distance_within`].
    fn distance_within(&self, text: &[u8], max: usize) -> Option<usize> {
        let last = 1 << (self.n_bytes - 1);
        let (mut rises, mut falls) = (u64::MAX, 0_u64);
        let (mut diagonal, mut places_before) = (0_u64, 0_u64);
        let mut distance = self.n_bytes;
        for (at, &byte) in text.iter().enumerate() {
            let places = self.places[usize::from(byte)];
            let swapped = ((!diagonal & places) << 1) & places_before;
            let carried = (places & rises).wrapping_add(rises) ^ rises;
            diagonal = carried | places | falls | swapped;
            let (rises_along, falls_along) = (falls | !(diagonal | rises), diagonal & rises);
            distance += usize::from(rises_along & last != 0);
            distance -= usize::from(falls_along & last != 0);
            // Every letter that is left brings it down by one at most.
            if distance > max + (text.len() - at - 1) {
                return None;
            }
            let (rises_along, falls_along) = (rises_along << 1 | 1, falls_along << 1);
            rises = falls_along | !(diagonal | rises_along);
            falls = rises_along & diagonal;
            places_before = places;
        }
        (distance <= max).then_some(distance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use evolearner_dl::Names;

    #[test]
    fn distances() {
        let check = |a: &str, b: &str, expect: Option<usize>| {
            let distance = distance_within(a.as_bytes(), b.as_bytes(), 3, &mut Vec::new());
            assert_eq!(distance, expect, "{a} {b}");
            if let Some(pattern) = Pattern::new(a.as_bytes()) {
                assert_eq!(pattern.distance_within(b.as_bytes(), 3), expect, "{a} {b} by bits");
            }
        };
        let long = "a".repeat(64);
        check(&long, &long, Some(0));
        check(&long, &long[1..], Some(1));
        check("male", "male", Some(0));
        check("mael", "male", Some(1));
        check("", "abc", Some(3));
        check("", "abcd", None);
        check("kitten", "sitting", Some(3));
        check("female", "male", Some(2));
        check("abcdef", "uvwxyz", None);
    }

    #[test]
    fn labels_and_local_names_are_offered() {
        let symbols = Symbols {
            classes: Names::from_sorted(["http://x#GO_1", "http://x#Parent", "http://x#Patent"]),
            labels: [("http://x#GO_1".into(), "apoptosis".into())].into_iter().collect(),
            ..Symbols::default()
        };
        let spellings = Spellings::new(&symbols, NameKind::Class);
        let nearest = |name: &str| spellings.nearest(&symbols, NameKind::Class, name);
        assert_eq!(nearest("parnet"), [1, 2]);
        assert_eq!(nearest("Apoptose"), [0]);
        assert!(nearest("zebra").is_empty());
        assert!(nearest("").is_empty());
    }

    #[test]
    fn bits_give_the_distances_of_the_table() {
        // All words of up to five letters out of three, so that every kind of edit occurs.
        let mut words = vec![String::new()];
        for start in 0..121 {
            let word = words[start].clone();
            words.extend(["a", "b", "c"].map(|letter| format!("{word}{letter}")));
        }
        for a in &words[1..] {
            let pattern = Pattern::new(a.as_bytes()).unwrap();
            for b in words.iter().step_by(3) {
                for max in [1, 3] {
                    let expect = distance_within(a.as_bytes(), b.as_bytes(), max, &mut Vec::new());
                    assert_eq!(pattern.distance_within(b.as_bytes(), max), expect, "{a} {b} {max}");
                }
            }
        }
    }

    /// What is offered when every spelling is compared in full.
    fn nearest_of_all(symbols: &Symbols, name: &str) -> Vec<usize> {
        let wanted = local_name(name).to_ascii_lowercase();
        let max = tolerance(wanted.as_bytes());
        let mut found: Vec<(usize, usize)> = Vec::new();
        for index in 0..n_names(symbols, NameKind::Individual) {
            let iri = name_at(symbols, NameKind::Individual, index);
            let spellings = [Some(local_name(iri)), symbols.label(iri)];
            let distances = spellings.into_iter().flatten().filter_map(|text| {
                let text = text.to_ascii_lowercase();
                distance_within(wanted.as_bytes(), text.as_bytes(), max, &mut Vec::new())
            });
            found.extend(distances.min().map(|distance| (distance, index)));
        }
        found.sort_unstable();
        found.into_iter().take(MAX_OFFERED).map(|(_, index)| index).collect()
    }

    #[test]
    fn the_index_offers_what_comparing_every_name_offers() {
        const PARTS: [&str; 9] = ["an", "na", "Be", "rt", "a", "-2", "10", "é", "zz"];
        // Names of up to three parts, a third of them with a label of one part more.
        let word = |number: usize| -> String {
            let digits = [number % 9, number / 9 % 10, number / 90 % 10];
            digits.iter().filter_map(|&digit| PARTS.get(digit).copied()).collect()
        };
        let mut iris: Vec<String> = (0..300).map(|n| format!("http://x#{}", word(n))).collect();
        iris.sort_unstable();
        iris.dedup();
        let labels = iris.iter().step_by(3).map(|iri| (iri.clone(), format!("{iri}x")));
        let labels = labels.map(|(iri, label)| (iri, local_name(&label).to_owned())).collect();
        let symbols = Symbols {
            individuals: Names::from_sorted(iris.iter().map(String::as_str)),
            labels,
            ..Symbols::default()
        };
        let spellings = Spellings::new(&symbols, NameKind::Individual);
        let mut n_offered = 0;
        for number in 0..300 {
            for name in [format!("{}q", word(number)), word(number).replace('a', "b")] {
                let offered = spellings.nearest(&symbols, NameKind::Individual, &name);
                assert_eq!(offered, nearest_of_all(&symbols, &name), "{name}");
                n_offered += offered.len();
            }
        }
        assert!(n_offered > 300, "only {n_offered} names were offered");
    }
}
