//! Tables of names: sorted for reading, hashed for building.

use std::marker::PhantomData;
use std::ops::Range;

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use std::hash::BuildHasher;

use crate::deferred::{Damage, Deferred};
use crate::id::Id;
use crate::texts::Texts;
use crate::{order, parallel};

/// The names of one kind of thing, sorted, so that an id is the rank of its name and looking a
/// name up is a binary search. Nothing has to be built when a table is read back from a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Names<I> {
    n: usize,
    texts: Deferred<Texts>,
    kind: PhantomData<fn(I)>,
}

impl<I> Default for Names<I> {
    fn default() -> Self {
        Self { n: 0, texts: Deferred::default(), kind: PhantomData }
    }
}

impl<I: Id> Names<I> {
    /// A table of these names, which must be sorted and distinct.
    pub fn from_sorted<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let texts: Texts = names.into_iter().collect();
        debug_assert!(are_names(&texts), "names are sorted");
        Self { n: texts.len(), texts: texts.into(), kind: PhantomData }
    }

    /// A table of so many names that are stored in a file.
    pub fn stored(n: usize, texts: Deferred<Texts>) -> Self {
        Self { n, texts, kind: PhantomData }
    }

    /// All names.
    pub fn texts(&self) -> &Texts {
        &self.texts
    }

    /// An error if they come from a damaged file.
    pub fn check(&self) -> Result<(), Damage> {
        self.texts.check().map(drop)
    }

    /// The number of names.
    pub fn len(&self) -> usize {
        self.n
    }

    /// Whether there is no name.
    pub fn is_empty(&self) -> bool {
        self.n == 0
    }

    /// The name of a thing.
    pub fn get(&self, id: I) -> &str {
        self.texts.get(id.index())
    }

    /// The thing of that name.
    pub fn find(&self, name: &str) -> Option<I> {
        let (mut low, mut high) = (0, self.n);
        while low < high {
            let middle = usize::midpoint(low, high);
            match self.texts.bytes(middle).cmp(name.as_bytes()) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Some(I::new(middle)),
            }
        }
        None
    }

    /// The things with their names, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (I, &str)> {
        (0..self.n).map(I::new).map(|id| (id, self.get(id)))
    }
}

/// Whether texts ascend, as names do.
pub fn are_names(texts: &Texts) -> bool {
    (1..texts.len()).all(|index| texts.bytes(index - 1) < texts.bytes(index))
}

/// Distinct strings, numbered in the order in which they come.
#[derive(Default)]
pub struct Interner {
    text: String,
    ends: Vec<u64>,
    /// Numbers with the hashes of their strings: a table that grows need not read the strings
    /// again, which lie all over the memory by then.
    table: HashTable<(u32, u32)>,
    hasher: FixedState,
}

impl Interner {
    /// The number of a string, new or known.
    pub fn intern(&mut self, string: &str) -> u32 {
        let short_hash = self.short_hash(string);
        let Self { text, ends, table, .. } = self;
        let entry = table.entry(
            spread(short_hash),
            |&(hash, index)| hash == short_hash && slice(ends, text, index) == string,
            |&(hash, _)| spread(hash),
        );
        match entry {
            hashbrown::hash_table::Entry::Occupied(found) => found.get().1,
            hashbrown::hash_table::Entry::Vacant(slot) => {
                let index = u32::try_from(ends.len()).expect("fewer than 2^32 distinct terms");
                slot.insert((short_hash, index));
                text.push_str(string);
                ends.push(text.len() as u64);
                index
            }
        }
    }

    /// The number of a known string.
    pub fn find(&self, string: &str) -> Option<u32> {
        let short_hash = self.short_hash(string);
        let is_it = |&(hash, index): &(u32, u32)| hash == short_hash && self.get(index) == string;
        self.table.find(spread(short_hash), is_it).map(|&(_, index)| index)
    }

    fn short_hash(&self, string: &str) -> u32 {
        let hash = self.hasher.hash_one(string.as_bytes());
        (hash ^ hash >> 32) as u32
    }

    /// The string of that number.
    pub fn get(&self, index: u32) -> &str {
        slice(&self.ends, &self.text, index)
    }

    /// The number of strings.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no string.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Sorts these numbers by their strings, on so many threads.
    pub fn sort(&self, indices: &mut [u32], n_threads: usize) {
        let text = self.text.as_bytes();
        order::sort(indices, n_threads, |index| &text[span(&self.ends, index)]);
    }

    /// The strings of these distinct numbers, which are their names in order; the others are dropped.
    ///
    /// The strings are not in memory twice: after every part, what was copied is taken out of the rest.
    pub fn into_names<I: Id>(self, indices: &[u32], n_threads: usize) -> Names<I> {
        let Self { text, mut ends, table, .. } = self;
        drop(table);
        let n_threads = n_threads.max(1);
        let mut text = text.into_bytes();
        let mut sum = 0;
        let sums = indices.iter().map(|&index| {
            sum += span(&ends, index).len() as u64;
            sum
        });
        let name_ends: Vec<u64> = sums.collect();
        let mut names = vec![0; sum as usize];
        let (mut rest, mut n_written) = (&mut names[..], 0);
        let mut is_copied = vec![false; ends.len()];
        let n_at_once = indices.len().div_ceil(PARTS * n_threads).max(1);
        for part in indices.chunks(n_at_once * n_threads) {
            let mut copies = Vec::new();
            for some in part.chunks(n_at_once) {
                n_written += some.len();
                let n_bytes = name_ends[n_written - 1] as usize - (sum as usize - rest.len());
                let (place, behind) = std::mem::take(&mut rest).split_at_mut(n_bytes);
                copies.push((some, place));
                rest = behind;
            }
            parallel::map(n_threads, copies, |(some, mut place)| {
                // Ends and strings lie all over the memory: what is needed of many is fetched at the same time.
                let mut spans = Vec::new();
                for some in some.chunks(AT_ONCE) {
                    spans.clear();
                    spans.extend(some.iter().map(|&index| span(&ends, index)));
                    for string in spans.drain(..).map(|span| &text[span]) {
                        let (start, behind) = place.split_at_mut(string.len());
                        start.copy_from_slice(string);
                        place = behind;
                    }
                }
            });
            for &index in part {
                is_copied[index as usize] = true;
            }
            let (mut start, mut n_kept) = (0, 0);
            for (end, is_copied) in ends.iter_mut().zip(&is_copied) {
                let string = start..*end as usize;
                start = string.end;
                if !is_copied {
                    text.copy_within(string.clone(), n_kept);
                    n_kept += string.len();
                }
                *end = n_kept as u64;
            }
            text.truncate(n_kept);
            text.shrink_to_fit();
        }
        let texts = Texts::new(names, name_ends);
        debug_assert!(are_names(&texts), "names are sorted");
        Names { n: texts.len(), texts: texts.into(), kind: PhantomData }
    }
}

/// How often the strings that are still to be copied are moved together.
const PARTS: usize = 4;

/// Strings that are looked up together.
const AT_ONCE: usize = 64;

#[inline]
fn slice<'a>(ends: &[u64], text: &'a str, index: u32) -> &'a str {
    &text[span(ends, index)]
}

/// Where a string stands.
#[inline]
fn span(ends: &[u64], index: u32) -> Range<usize> {
    let index = index as usize;
    let start = if index == 0 { 0 } else { ends[index - 1] };
    start as usize..ends[index] as usize
}

/// Half a hash at both ends of a whole one: the table takes its places from one end and its tags
/// from the other.
fn spread(hash: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(hash)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::ClassId;

    #[test]
    fn an_interner_becomes_names() {
        let mut interner = Interner::default();
        for number in 0..1000u32 {
            let word = format!("http://x/{}", number * 7919 % 1000);
            assert_eq!((interner.intern(&word), interner.intern(&word)), (number, number));
        }
        for n_threads in [1, 3] {
            let mut interner_again = Interner::default();
            for index in 0..1000 {
                assert_eq!(interner_again.intern(interner.get(index)), index);
            }
            let mut wanted: Vec<u32> = (0..1000).filter(|index| index % 5 != 0).collect();
            interner_again.sort(&mut wanted, n_threads);
            let mut words: Vec<&str> = wanted.iter().map(|&index| interner.get(index)).collect();
            let names = interner_again.into_names::<ClassId>(&wanted, n_threads);
            words.sort_unstable();
            assert_eq!(names, Names::from_sorted(words));
            assert_eq!(Interner::default().into_names::<ClassId>(&[], n_threads), Names::default());
        }
    }

    #[test]
    fn names_are_found_by_binary_search() {
        let names = Names::<ClassId>::from_sorted(["a", "b", "bb", "d"]);
        for (id, name) in names.iter() {
            assert_eq!(names.find(name), Some(id));
        }
        assert_eq!(names.find("c"), None);
        assert_eq!(Names::<ClassId>::default().find(""), None);
    }

    #[test]
    fn texts_that_are_no_table_are_noticed() {
        let check = |texts: &[&str]| are_names(&texts.iter().copied().collect());
        assert!(check(&["a", "b"]) && check(&[]) && check(&["", "a"]));
        assert!(!check(&["b", "a"]) && !check(&["a", "a"]));
    }
}
