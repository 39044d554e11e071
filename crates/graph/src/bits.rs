//! Sets of small numbers as bits in words.

/// The bits of a word.
pub const WORD: usize = u64::BITS as usize;

/// Up to so many words are counted in place: the detour over the instructions of the machine at hand
/// costs more than it gains.
const FEW_WORDS: usize = 16;

/// A set of numbers below `n`.
pub fn set_bits(n: usize, members: impl IntoIterator<Item = usize>) -> Vec<u64> {
    let mut words = vec![0; n.div_ceil(WORD)];
    members.into_iter().for_each(|member| set_bit(&mut words, member as u32));
    words
}

/// Adds a number.
#[inline]
pub fn set_bit(words: &mut [u64], index: u32) {
    words[index as usize / WORD] |= 1 << (index as usize % WORD);
}

/// Removes a number.
#[inline]
pub fn clear_bit(words: &mut [u64], index: u32) {
    words[index as usize / WORD] &= !(1 << (index as usize % WORD));
}

/// Whether a number is in the set.
#[inline]
pub fn has_bit(words: &[u64], index: u32) -> bool {
    words[index as usize / WORD] >> (index as usize % WORD) & 1 == 1
}

/// Clears the bits of the last word that stand for `n` and above.
#[inline]
pub fn trim(words: &mut [u64], n: usize) {
    if let (Some(last), n_used @ 1..) = (words.last_mut(), n % WORD) {
        *last &= (1 << n_used) - 1;
    }
}

/// The numbers in the set, ascending.
#[inline]
pub fn ones(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(index, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                index * WORD + bit
            })
        })
    })
}

/// How many numbers are in the set.
///
/// The baseline of x86-64 has no instruction for it: with what the machine at hand offers it is
/// three times as fast (measured from 300 to 150,000 words with AVX2).
#[inline]
pub fn count_ones(words: &[u64]) -> usize {
    if words.len() <= FEW_WORDS { sum_of_ones(words) } else { count_many_ones(words) }
}

fn count_many_ones(words: &[u64]) -> usize {
    for_this_machine(
        #[inline(always)]
        || sum_of_ones(words),
    )
}

/// Does work with the instructions that the machine at hand has, if the closure and what it calls are
/// `#[inline(always)]`: then they are compiled once more for newer machines.
#[inline]
pub fn for_this_machine<R>(work: impl FnMut() -> R) -> R {
    struct Work<F>(F);

    // A closure that is called by a reference is called directly. As an `FnOnce` it is called by code of the
    // compiler in between, which is compiled for any machine, and mostly not inlined.
    impl<R, F: FnMut() -> R> pulp::WithSimd for Work<F> {
        type Output = R;

        #[expect(clippy::inline_always, reason = "it is compiled for the machine at hand")]
        #[inline(always)]
        fn with_simd<S: pulp::Simd>(mut self, _: S) -> R {
            (self.0)()
        }
    }

    pulp::Arch::new().dispatch(Work(work))
}

#[expect(clippy::inline_always, reason = "it is compiled for the machine at hand")]
#[inline(always)]
fn sum_of_ones(words: &[u64]) -> usize {
    words.iter().map(|word| word.count_ones() as usize).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_the_numbers_it_was_made_of() {
        let n = 64 * (FEW_WORDS + 3);
        for step in [1, 2, 63, 64, 65, n] {
            let members: Vec<usize> = (0..n).step_by(step).collect();
            let words = set_bits(n, members.iter().copied());
            assert_eq!(words.len(), FEW_WORDS + 3);
            assert_eq!(ones(&words).collect::<Vec<_>>(), members);
            assert!((0..n as u32).all(|i| has_bit(&words, i) == (i as usize).is_multiple_of(step)));
            // Few words and many are counted in two ways.
            assert_eq!(count_ones(&words), members.len());
            let few = &words[..FEW_WORDS];
            assert_eq!(count_ones(few), ones(few).count());
        }
    }

    #[test]
    fn a_removed_number_is_gone_and_its_neighbours_stay() {
        let mut words = set_bits(130, [62, 63, 64, 65]);
        clear_bit(&mut words, 64);
        clear_bit(&mut words, 129);
        assert_eq!(ones(&words).collect::<Vec<_>>(), [62, 63, 65]);
    }

    #[test]
    fn trimming_leaves_what_is_below_and_whole_words_as_they_are() {
        for n in [0usize, 1, 63, 64, 65, 128] {
            let mut words = vec![u64::MAX; n.div_ceil(WORD)];
            trim(&mut words, n);
            assert_eq!(count_ones(&words), n);
        }
    }
}
