//! Random choices that are the same on every machine and with every library version.
//!
//! Only the key stream of `ChaCha8` is taken from outside, and that is fixed by its
//! specification. Ranges, shuffles and the way from the seed to the key are spelled out here,
//! because libraries reserve the right to change theirs, and then the same seed would no longer
//! give the same bytes.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A source of random choices.
pub(crate) struct Dice(ChaCha8Rng);

impl Dice {
    /// One of many independent sources for the same seed; `stream` is the number of the source.
    pub(crate) fn new(seed: u64, stream: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut generator = ChaCha8Rng::from_seed(key);
        generator.set_stream(stream);
        Self(generator)
    }

    /// A number in `0..bound`; 0 if `bound` is 0.
    ///
    /// Multiplying instead of rejecting leaves a bias below `bound / 2^32`, which no
    /// knowledge base is large enough to show.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        ((u64::from(self.0.next_u32()) * u64::from(bound)) >> 32) as u32
    }

    /// True in `percent` of all cases.
    pub(crate) fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    /// An index drawn in proportion to its weight.
    pub(crate) fn weighted(&mut self, weights: &[u32]) -> u32 {
        let mut rest = self.below(weights.iter().sum());
        for (index, &weight) in (0..).zip(weights) {
            if rest < weight {
                return index;
            }
            rest -= weight;
        }
        0
    }

    /// Puts the items into random order.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }

    /// Keeps `n_kept` of the items, each with the same chance, in their order.
    pub(crate) fn thin<T>(&mut self, items: &mut Vec<T>, n_kept: usize) {
        let mut n_left = items.len();
        let mut n_wanted = n_kept.min(n_left);
        items.retain(|_| {
            let keep = (self.below(n_left as u32) as usize) < n_wanted;
            n_left -= 1;
            n_wanted -= usize::from(keep);
            keep
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_pinned() {
        let mut dice = Dice::new(1, 0);
        let drawn: Vec<u32> = (0..6).map(|_| dice.below(1000)).collect();
        assert_eq!(drawn, [628, 381, 929, 294, 397, 798]);
    }

    #[test]
    fn streams_of_one_seed_differ() {
        let draw = |stream| Dice::new(1, stream).below(u32::MAX);
        assert_ne!(draw(0), draw(1));
    }

    #[test]
    fn thinning_keeps_exactly_what_was_asked_in_order() {
        for n_kept in [0, 1, 7, 20, 30] {
            let mut items: Vec<u32> = (0..20).collect();
            Dice::new(5, 0).thin(&mut items, n_kept);
            assert_eq!(items.len(), n_kept.min(20));
            assert!(items.is_sorted());
        }
    }

    #[test]
    fn weights_are_respected() {
        let mut dice = Dice::new(2, 0);
        let mut seen = [0_u32; 3];
        for _ in 0..3000 {
            seen[dice.weighted(&[1, 0, 2]) as usize] += 1;
        }
        assert_eq!(seen[1], 0);
        assert!((900..1100).contains(&seen[0]), "{seen:?}");
    }
}
