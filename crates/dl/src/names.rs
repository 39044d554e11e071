//! Tables of names: sorted for reading, hashed for building.

use std::marker::PhantomData;

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use std::hash::BuildHasher;

use crate::deferred::{Damage, Deferred};
use crate::id::Id;
use crate::texts::Texts;

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

    /// Sorts these numbers by their strings. IRIs of one file share long beginnings; comparing
    /// sixteen bytes from where they start to differ decides nearly every pair in registers.
    pub fn sort(&self, indices: &mut [u32]) {
        let Some(&first) = indices.first() else { return };
        let first = self.get(first).as_bytes();
        let mut n_shared = first.len();
        for &index in &*indices {
            let other = self.get(index).as_bytes();
            n_shared = n_shared.min(other.len());
            if first[..n_shared] != other[..n_shared] {
                n_shared = first.iter().zip(other).take_while(|(a, b)| a == b).count();
            }
        }
        let key = |index: u32| {
            let mut bytes = [0; 16];
            let rest = &self.get(index).as_bytes()[n_shared..];
            let n = rest.len().min(bytes.len());
            bytes[..n].copy_from_slice(&rest[..n]);
            u128::from_be_bytes(bytes)
        };
        let mut keyed: Vec<(u128, u32)> =
            indices.iter().map(|&index| (key(index), index)).collect();
        keyed.sort_unstable_by(|a, b| {
            a.0.cmp(&b.0).then_with(|| {
                self.get(a.1).as_bytes()[n_shared..].cmp(&self.get(b.1).as_bytes()[n_shared..])
            })
        });
        for (slot, (_, index)) in indices.iter_mut().zip(keyed) {
            *slot = index;
        }
    }
}

#[inline]
fn slice<'a>(ends: &[u64], text: &'a str, index: u32) -> &'a str {
    let index = index as usize;
    let start = if index == 0 { 0 } else { ends[index - 1] };
    &text[start as usize..ends[index] as usize]
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
    fn interner_sorts_like_strings() {
        let mut interner = Interner::default();
        let words =
            ["http://x/b", "http://x/", "http://x/aaaaaaaab", "http://x/aaaaaaaaa", "http://é"];
        let mut indices: Vec<u32> = words.iter().map(|word| interner.intern(word)).collect();
        assert_eq!(interner.intern("http://x/"), 1);
        interner.sort(&mut indices);
        let mut sorted = words;
        sorted.sort_unstable();
        assert_eq!(indices.iter().map(|&index| interner.get(index)).collect::<Vec<_>>(), sorted);
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
