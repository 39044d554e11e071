//! Small sets that were met lately: a memory that never grows and forgets by being overwritten.

/// The most words of a set.
pub(crate) const MAX_WORDS: usize = 8;

/// As many sets as a second-level cache holds beside the rest.
const N_SLOTS: usize = 1 << 11;

/// Sets of up to [`MAX_WORDS`] words, each at the one slot that its key allows.
pub(crate) struct Recent {
    keys: Vec<u64>,
    words: Vec<[u64; MAX_WORDS]>,
}

impl Default for Recent {
    fn default() -> Self {
        Self { keys: vec![0; N_SLOTS], words: vec![[0; MAX_WORDS]; N_SLOTS] }
    }
}

impl Recent {
    /// The words put under a key, unless another key has taken their slot.
    #[inline]
    pub(crate) fn get<const N: usize>(&self, key: u64) -> Option<[u64; N]> {
        let slot = key as usize % N_SLOTS;
        if self.keys[slot] == key { self.words[slot].first_chunk().copied() } else { None }
    }

    /// Keeps words under a key.
    #[inline]
    pub(crate) fn put<const N: usize>(&mut self, key: u64, words: [u64; N]) {
        let slot = key as usize % N_SLOTS;
        self.keys[slot] = key;
        self.words[slot][..N].copy_from_slice(&words);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_found_until_its_slot_is_taken() {
        let mut recent = Recent::default();
        let (key, same_slot) = (77, 77 + N_SLOTS as u64);
        assert_eq!(recent.get::<2>(key), None);
        recent.put(key, [1, 2]);
        assert_eq!(recent.get(key), Some([1, 2]));
        assert_eq!(recent.get::<2>(same_slot), None);
        recent.put(same_slot, [3; 8]);
        assert_eq!((recent.get::<2>(key), recent.get(same_slot)), (None, Some([3; 8])));
    }
}
