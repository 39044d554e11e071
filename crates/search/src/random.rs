//! Random numbers: one small generator per population slot and generation.
//!
//! A generator is made from the seed, the generation and the slot alone. Which thread works on a
//! slot, in which order, and whether a run was interrupted in between therefore cannot matter.
//! The algorithm (xoshiro256++ seeded through `SplitMix64`, Blackman and Vigna) is written out here
//! because a result must stay the same for as long as this project lives.

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Random {
    state: [u64; 4],
}

/// What a generator is for; keeps the streams of different stages apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Making the first population.
    Init,
    /// Selecting and varying.
    Vary,
    /// Anything a caller does with examples, such as shuffling.
    Examples,
}

impl Random {
    /// The generator of one slot.
    pub fn new(seed: u64, stage: Stage, generation: u32, slot: u32) -> Self {
        let place = (stage as u64) << 62 | u64::from(generation) << 31 | u64::from(slot);
        let mut mixer = seed ^ place.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(17);
        // One step decorrelates neighbouring seeds and slots before the state is filled.
        mixer = split_mix(&mut mixer);
        let state = std::array::from_fn(|_| split_mix(&mut mixer));
        Self { state }
    }

    /// The next 64 bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        let [a, b, c, d] = &mut self.state;
        let result = a.wrapping_add(*d).rotate_left(23).wrapping_add(*a);
        let shifted = *b << 17;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= shifted;
        *d = d.rotate_left(45);
        result
    }

    /// A number below `n`, which must not be 0. Multiply and shift: the bias is below 2⁻³² for
    /// the small ranges that are drawn here.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        debug_assert!(n > 0, "there is a number below n");
        ((u128::from(self.bits()) * n as u128) >> 64) as usize
    }

    /// True with that probability.
    #[inline]
    pub fn chance(&mut self, probability: f64) -> bool {
        // 53 random bits as a number in [0, 1).
        ((self.bits() >> 11) as f64) * (1.0 / (1u64 << 53) as f64) < probability
    }

    /// A fair coin.
    #[inline]
    pub fn coin(&mut self) -> bool {
        self.bits() >> 63 == 1
    }

    /// One of the items, each as likely as any other.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// Puts items into random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut mixed = *state;
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_differ_by_seed_stage_generation_and_slot() {
        let first =
            |seed, stage, generation, slot| Random::new(seed, stage, generation, slot).bits();
        let streams = [
            first(1, Stage::Init, 0, 0),
            first(2, Stage::Init, 0, 0),
            first(1, Stage::Vary, 0, 0),
            first(1, Stage::Init, 1, 0),
            first(1, Stage::Init, 0, 1),
        ];
        let mut distinct = streams.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), streams.len());
    }

    #[test]
    fn numbers_below_n_are_uniform() {
        let mut random = Random::new(7, Stage::Vary, 3, 5);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[random.below(7)] += 1;
        }
        // Chi-square with six degrees of freedom; 22.5 is exceeded once in a thousand.
        let chi: f64 = counts.iter().map(|&n| (f64::from(n) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi < 22.5, "{counts:?}");
    }

    #[test]
    fn values_never_change() {
        let mut random = Random::new(1, Stage::Init, 0, 0);
        let values = [random.bits(), random.bits()];
        assert_eq!(values, PINNED, "a run of today must be repeatable for ever");
    }

    const PINNED: [u64; 2] = [8_089_978_747_140_965_633, 5_687_923_198_772_495_674];
}
