//! Sets of bits in one block of memory, each with the first concept that was found to make it.

use evolearner_evaluate::Op;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry as TableEntry;

/// How a concept is made of others, which are meant by their places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Made {
    Top,
    Bottom,
    /// A leaf of the universe.
    Leaf(u32),
    Not(u32),
    And(u32, u32),
    Or(u32, u32),
    /// A restriction by a role of the universe; the filler is a set of the role's target.
    Restriction {
        op: Op,
        number: u16,
        role: u16,
        filler: u32,
    },
}

/// Distinct sets over one universe, in the order in which they were found.
#[derive(Clone)]
pub(super) struct Sets {
    n_words: usize,
    words: Vec<u64>,
    made: Vec<Made>,
    places: HashTable<Entry>,
}

/// A set in a table, with a part of its hash: sets with other hashes are told apart without reading their
/// words, and a table that grows does not hash them again.
#[derive(Clone, Copy)]
struct Entry {
    hash: u32,
    place: u32,
}

impl Entry {
    fn new(hash: u64, place: u32) -> Self {
        Self { hash: hash as u32, place }
    }

    /// The hash in the table. The table takes its first bits and its last ones.
    fn in_table(self) -> u64 {
        u64::from(self.hash).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

impl Sets {
    pub(super) fn new(n_words: usize) -> Self {
        Self { n_words, words: Vec::new(), made: Vec::new(), places: HashTable::new() }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.made.len()
    }

    #[inline]
    pub(super) fn n_words(&self) -> usize {
        self.n_words
    }

    #[inline]
    pub(super) fn words(&self, place: usize) -> &[u64] {
        &self.words[place * self.n_words..(place + 1) * self.n_words]
    }

    pub(super) fn made(&self, place: usize) -> Made {
        self.made[place]
    }

    /// Forgets all sets from a place on.
    pub(super) fn truncate(&mut self, n_kept: usize) {
        self.words.truncate(n_kept * self.n_words);
        self.made.truncate(n_kept);
        self.places.retain(|entry| (entry.place as usize) < n_kept);
    }

    /// The place of a set.
    pub(super) fn find(&self, set: &[u64]) -> Option<usize> {
        self.find_hashed(set, hash(set))
    }

    /// The place of a set whose hash is known.
    #[inline]
    pub(super) fn find_hashed(&self, set: &[u64], hash: u64) -> Option<usize> {
        let sought = Entry::new(hash, 0);
        let is_it = |known: &Entry| {
            known.hash == sought.hash && are_equal(self.words(known.place as usize), set)
        };
        let found = self.places.find(sought.in_table(), is_it);
        found.map(|known| known.place as usize)
    }

    /// Adds a set, unless it is known.
    pub(super) fn insert(&mut self, set: &[u64], made: Made) -> bool {
        self.insert_hashed(set, hash(set), made)
    }

    /// Adds a set whose hash is known, unless the set is known.
    #[inline]
    pub(super) fn insert_hashed(&mut self, set: &[u64], hash: u64, made: Made) -> bool {
        let Self { n_words, words, made: all_made, places } = self;
        let new = Entry::new(hash, all_made.len() as u32);
        let of = |place: u32| &words[place as usize * *n_words..][..*n_words];
        let is_it = |known: &Entry| known.hash == new.hash && are_equal(of(known.place), set);
        let hash_of = |known: &Entry| known.in_table();
        let TableEntry::Vacant(vacant) = places.entry(new.in_table(), is_it, hash_of) else {
            return false;
        };
        vacant.insert(new);
        words.extend_from_slice(set);
        all_made.push(made);
        true
    }
}

/// Compared word by word: sets of few words are compared before a call of the library returns.
#[inline]
fn are_equal(one: &[u64], other: &[u64]) -> bool {
    one.iter().zip(other).all(|(one, other)| one == other)
}

/// A hash of a set, whose bits all depend on all words.
#[inline]
pub(super) fn hash(set: &[u64]) -> u64 {
    set.iter().fold(0x9E37_79B9_7F4A_7C15, |hash, &word| {
        let product = u128::from(hash ^ word) * 0xD1B5_4A32_D192_ED03_u128 + 0x2545_F491_4F6C_DD1D;
        product as u64 ^ (product >> 64) as u64
    })
}

/// Sets `out` to what is in both.
#[inline]
pub(super) fn and(one: &[u64], other: &[u64], out: &mut [u64]) {
    for ((out, one), other) in out.iter_mut().zip(one).zip(other) {
        *out = one & other;
    }
}

/// Sets `out` to what is in either.
#[inline]
pub(super) fn or(one: &[u64], other: &[u64], out: &mut [u64]) {
    for ((out, one), other) in out.iter_mut().zip(one).zip(other) {
        *out = one | other;
    }
}

/// Sets `out` to what is in the full set only.
#[inline]
pub(super) fn not(set: &[u64], full: &[u64], out: &mut [u64]) {
    for ((out, set), full) in out.iter_mut().zip(set).zip(full) {
        *out = full & !set;
    }
}
