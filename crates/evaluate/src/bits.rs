//! Sets of small numbers as bits in words.

/// The bits of a word.
pub(crate) const WORD: usize = u64::BITS as usize;

/// A set of numbers below `n`.
pub(crate) fn set_bits(n: usize, members: impl Iterator<Item = usize>) -> Vec<u64> {
    let mut words = vec![0; n.div_ceil(WORD)];
    members.for_each(|member| set_bit(&mut words, member as u32));
    words
}

/// Adds a number.
#[inline]
pub(crate) fn set_bit(words: &mut [u64], index: u32) {
    words[index as usize / WORD] |= 1 << (index as usize % WORD);
}

/// Whether a number is in the set.
#[inline]
pub(crate) fn has_bit(words: &[u64], index: u32) -> bool {
    words[index as usize / WORD] >> (index as usize % WORD) & 1 == 1
}

/// Clears the bits beyond `n`.
pub(crate) fn trim(words: &mut [u64], n: usize) {
    if let (Some(last), rest @ 1..) = (words.last_mut(), n % WORD) {
        *last &= (1 << rest) - 1;
    }
}

/// The positions of the set bits, ascending.
pub(crate) fn ones(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
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
