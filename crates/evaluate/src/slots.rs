//! A table of fixed size in which every key has one slot: a newer key overwrites an older one.

/// As many entries as stay in the processor's cache.
const N_SLOTS: usize = 1 << 11;

/// Values by key.
pub(crate) struct Slots<T> {
    slots: Vec<(u64, T)>,
}

impl<T: Copy + Default> Default for Slots<T> {
    fn default() -> Self {
        // The complement of a slot's number belongs to another slot, so no key finds it here.
        Self { slots: (0..N_SLOTS as u64).map(|slot| (!slot, T::default())).collect() }
    }
}

impl<T: Copy> Slots<T> {
    /// What was put under a key, unless another key has taken its slot.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<T> {
        let (owner, value) = self.slots[key as usize % N_SLOTS];
        (owner == key).then_some(value)
    }

    /// Keeps a value under a key.
    #[inline]
    pub(crate) fn put(&mut self, key: u64, value: T) {
        self.slots[key as usize % N_SLOTS] = (key, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_found_until_its_slot_is_taken() {
        let mut slots = Slots::default();
        let (key, same_slot) = (77, 77 + N_SLOTS as u64);
        assert_eq!(slots.get(key), None);
        slots.put(key, 'a');
        assert_eq!((slots.get(key), slots.get(same_slot)), (Some('a'), None));
        slots.put(same_slot, 'b');
        assert_eq!((slots.get(key), slots.get(same_slot)), (None, Some('b')));
    }

    #[test]
    fn an_empty_table_has_no_key() {
        let slots = Slots::<u32>::default();
        for slot in 0..N_SLOTS as u64 {
            assert_eq!((slots.get(slot), slots.get(!slot)), (None, None));
        }
        assert_eq!(slots.get(0), None);
    }
}
