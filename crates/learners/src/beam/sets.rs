//! Sets of bits in one block of memory, each with the first concept that was found to make it.

use evolearner_evaluate::Op;
use hashbrown::HashTable;

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
    places: HashTable<u32>,
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
        self.places.retain(|&mut place| (place as usize) < n_kept);
    }

    /// The place of a set.
    pub(super) fn find(&self, set: &[u64]) -> Option<usize> {
        let found = self.places.find(hash(set), |&known| self.words(known as usize) == set);
        found.map(|&place| place as usize)
    }

    /// Adds a set, unless it is known.
    pub(super) fn insert(&mut self, set: &[u64], made: Made) -> bool {
        let Self { n_words, words, places, .. } = self;
        let of = |known: u32| &words[known as usize * *n_words..(known as usize + 1) * *n_words];
        let hash_of_set = hash(set);
        if places.find(hash_of_set, |&known| of(known) == set).is_some() {
            return false;
        }
        let place = self.made.len() as u32;
        places.insert_unique(hash_of_set, place, |&known| hash(of(known)));
        words.extend_from_slice(set);
        self.made.push(made);
        true
    }
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
