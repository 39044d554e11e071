//! What was met lately: a memory that never grows and forgets by being overwritten.

/// As many things as stay close to the processor.
const N_SLOTS: usize = 1 << 11;

/// Things by key, each at the one slot that its key allows.
pub(crate) struct Recent<T> {
    slots: Vec<(u64, T)>,
}

impl<T: Copy + Default> Default for Recent<T> {
    fn default() -> Self {
        Self { slots: vec![(0, T::default()); N_SLOTS] }
    }
}

impl<T: Copy> Recent<T> {
    /// What was put under a key, unless another key has taken its slot.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<T> {
        let (owner, thing) = self.slots[key as usize % N_SLOTS];
        (owner == key).then_some(thing)
    }

    /// Keeps a thing under a key.
    #[inline]
    pub(crate) fn put(&mut self, key: u64, thing: T) {
        self.slots[key as usize % N_SLOTS] = (key, thing);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thing_is_found_until_its_slot_is_taken() {
        let mut recent = Recent::default();
        let (key, same_slot) = (77, 77 + N_SLOTS as u64);
        assert_eq!(recent.get(key), None);
        recent.put(key, 'a');
        assert_eq!((recent.get(key), recent.get(same_slot)), (Some('a'), None));
        recent.put(same_slot, 'b');
        assert_eq!((recent.get(key), recent.get(same_slot)), (None, Some('b')));
    }
}
