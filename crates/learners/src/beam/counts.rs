//! How many successors are in a filler, and the restrictions that follow from it.

use evolearner_dl::Forall;
use evolearner_evaluate::{Op, TypedRole};
use evolearner_graph::bits::{WORD, has_bit};

/// Bits that are packed with one multiplication.
const PACKED: usize = 8;

/// How many successors each member of a universe has in a filler, by its bit. The counts of all members
/// lie side by side, so that comparing them with a number takes a few instructions for many of them.
pub(super) struct Counts {
    /// Those in the filler; none for members without successors. A cardinality has 16 bits, so that
    /// more than these can hold is as good as the most.
    n_in: Vec<u16>,
    /// 1 where all are in the filler, else 0.
    has_all: Vec<u16>,
    /// What `∀` says of members without successors, likewise.
    without_successors: u16,
    /// The most that any member has in the filler.
    most: u32,
}

impl Counts {
    pub(super) fn new(forall: Forall) -> Self {
        let without_successors = u16::from(forall == Forall::Standard);
        Self { n_in: Vec::new(), has_all: Vec::new(), without_successors, most: 0 }
    }

    /// Counts the successors by a role of a universe whose sets have so many words.
    pub(super) fn of(&mut self, role: &TypedRole, filler: &[u64], n_words: usize) {
        self.n_in.clear();
        self.n_in.resize(n_words * WORD, 0);
        self.has_all.clear();
        self.has_all.resize(n_words * WORD, self.without_successors);
        self.most = 0;
        for (source, successors) in role.rows() {
            let (mut n_in, mut n_all) = (0, 0);
            for &(of_type, n) in successors {
                // All bits or none: a branch on a bit is unpredictable.
                let mask = u32::from(has_bit(filler, of_type)).wrapping_neg();
                n_in += n & mask;
                n_all += n;
            }
            self.n_in[source as usize] = u16::try_from(n_in).unwrap_or(u16::MAX);
            self.has_all[source as usize] = u16::from(n_in == n_all);
            self.most = self.most.max(n_in);
        }
    }

    /// Sets `out` to the members of a restriction; false if a shorter one has the same.
    pub(super) fn cover(&self, (op, number): (Op, u16), full: &[u64], out: &mut [u64]) -> bool {
        let most = u32::from(number);
        if self.most < most && op != Op::AtMost || self.most <= most && op == Op::AtMost {
            return false;
        }
        match op {
            Op::Some => pack(&self.n_in, |n_in| n_in > 0, full, out),
            Op::Only => pack(&self.has_all, |has_all| has_all > 0, full, out),
            Op::AtLeast => pack(&self.n_in, |n_in| n_in >= number, full, out),
            Op::AtMost => pack(&self.n_in, |n_in| n_in <= number, full, out),
            _ => pack(&self.n_in, |n_in| n_in == number, full, out),
        }
        true
    }
}

/// Sets `out` to those of the full set whose number passes a test.
fn pack(numbers: &[u16], test: impl Fn(u16) -> bool, full: &[u64], out: &mut [u64]) {
    for ((out, full), numbers) in out.iter_mut().zip(full).zip(numbers.chunks_exact(WORD)) {
        let mut tested = [0u8; WORD];
        for (tested, &number) in tested.iter_mut().zip(numbers) {
            *tested = u8::from(test(number));
        }
        let mut word = 0;
        for (part, bytes) in tested.as_chunks::<PACKED>().0.iter().enumerate() {
            // Bit 0 of byte i is moved to bit 56 + i: by 7 (8 - i) bits, which is one of the factor's. No
            // two products meet in one bit, so that nothing is carried.
            let bits = u64::from_le_bytes(*bytes).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            word |= bits << (part * PACKED);
        }
        *out = word & full;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use evolearner_testing::{Random, case_seeds};

    #[test]
    fn packed_bits_are_those_of_one_test_after_the_other() {
        for seed in case_seeds(50) {
            let mut random = Random::new(seed);
            let n_words = random.below(4);
            let numbers: Vec<u16> = (0..n_words * WORD).map(|_| random.below(4) as u16).collect();
            let full: Vec<u64> = (0..n_words).map(|_| random.next_u64()).collect();
            let mut out = vec![0; n_words];
            pack(&numbers, |number| number >= 2, &full, &mut out);
            for (bit, &number) in (0..).zip(&numbers) {
                assert_eq!(has_bit(&out, bit), has_bit(&full, bit) && number >= 2, "seed {seed}");
            }
        }
    }
}
