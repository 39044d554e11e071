//! Sets of individuals.

use evolearner_dl::{Column, Id, IndividualId};

use crate::bits::{WORD, count_ones, ones, set_bits};

/// A fixed set of individuals: bits where it is dense, a sorted list where it is sparse. It never
/// takes more than four bytes per member.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Set {
    /// One bit per individual of the universe.
    Dense {
        /// The bits, lowest first.
        words: Column<u64>,
        /// How many of them are set.
        len: u32,
    },
    /// The members in ascending order.
    Sparse(Column<u32>),
}

impl Set {
    /// The set of these members of a universe of `n` individuals; they must be ascending.
    pub fn from_sorted(n: usize, members: &[u32]) -> Self {
        debug_assert!(members.is_sorted_by(|a, b| a < b), "members ascend");
        if Self::is_sparse(n, members.len()) {
            return Self::Sparse(members.to_vec().into());
        }
        let words = set_bits(n, members.iter().map(|&member| member as usize));
        Self::Dense { words: words.into(), len: members.len() as u32 }
    }

    /// Whether so many members of a universe of `n` individuals are a list.
    pub(crate) fn is_sparse(n: usize, n_members: usize) -> bool {
        n_members * WORD / 2 < n
    }

    /// A set of so many members from its bits, or nothing if they are not those of `n` individuals.
    pub(crate) fn from_words(n: usize, n_members: usize, words: Column<u64>) -> Option<Self> {
        let spare = words.len() * WORD - n.min(words.len() * WORD);
        let fits = words.len() == n.div_ceil(WORD)
            && words.last().is_none_or(|last| last.leading_zeros() as usize >= spare)
            && count_ones(&words) == n_members;
        fits.then(|| Self::Dense { words, len: n_members as u32 })
    }

    /// A set from the list of its members, or nothing if it is not one of `n` individuals.
    pub(crate) fn from_list(n: usize, members: Column<u32>) -> Option<Self> {
        let fits = members.is_sorted_by(|a, b| a < b)
            && members.last().is_none_or(|&last| (last as usize) < n);
        fits.then_some(Self::Sparse(members))
    }

    /// The number of members.
    pub fn len(&self) -> usize {
        match self {
            Self::Dense { len, .. } => *len as usize,
            Self::Sparse(members) => members.len(),
        }
    }

    /// Whether there is no member.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether an individual is a member.
    #[inline]
    pub fn contains(&self, individual: IndividualId) -> bool {
        let index = individual.index();
        match self {
            Self::Dense { words, .. } => {
                words.get(index / WORD).is_some_and(|word| word >> (index % WORD) & 1 == 1)
            }
            Self::Sparse(members) => members.binary_search(&individual.0).is_ok(),
        }
    }

    /// The members in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = IndividualId> + '_ {
        let (words, members): (&[u64], &[u32]) = match self {
            Self::Dense { words, .. } => (words, &[]),
            Self::Sparse(members) => (&[], members),
        };
        ones(words).map(IndividualId::new).chain(members.iter().copied().map(IndividualId))
    }

    /// The bytes it takes beyond the value itself.
    pub fn heap_bytes(&self) -> usize {
        match self {
            Self::Dense { words, .. } => size_of_val(&**words),
            Self::Sparse(members) => size_of_val(&**members),
        }
    }
}

/// Words per block of a [`GrowingSet`].
const BLOCK: usize = 64;

/// A set that grows while facts are derived. Memory is taken in blocks of 4096 elements where
/// there are members, so that thousands of small classes over millions of individuals stay small.
#[derive(Clone, Default, Debug)]
pub(crate) struct GrowingSet {
    blocks: Vec<Option<Box<[u64; BLOCK]>>>,
}

impl GrowingSet {
    /// Adds a member; returns whether it is new.
    pub(crate) fn insert(&mut self, element: u32) -> bool {
        let (block, word, bit) = place(element);
        if block >= self.blocks.len() {
            self.blocks.resize_with(block + 1, || None);
        }
        let words = self.blocks[block].get_or_insert_with(|| Box::new([0; BLOCK]));
        let is_new = words[word] & bit == 0;
        words[word] |= bit;
        is_new
    }

    pub(crate) fn contains(&self, element: u32) -> bool {
        let (block, word, bit) = place(element);
        match self.blocks.get(block) {
            Some(Some(words)) => words[word] & bit != 0,
            _ => false,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// The smallest member that another set has too.
    pub(crate) fn first_common(&self, other: &Self) -> Option<u32> {
        self.blocks.iter().zip(&other.blocks).enumerate().find_map(|(block, pair)| {
            let (Some(one), Some(other)) = pair else { return None };
            let (word, bits) =
                (0..BLOCK).map(|word| (word, one[word] & other[word])).find(|pair| pair.1 != 0)?;
            Some(((block * BLOCK + word) * WORD) as u32 + bits.trailing_zeros())
        })
    }

    /// The members in ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.blocks.iter().enumerate().flat_map(|(block, words)| {
            let words: &[u64] = words.as_ref().map_or(&[], |words| &words[..]);
            ones(words).map(move |bit| (block * BLOCK * WORD + bit) as u32)
        })
    }
}

fn place(element: u32) -> (usize, usize, u64) {
    let word = element as usize / WORD;
    (word / BLOCK, word % BLOCK, 1 << (element as usize % WORD))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dense_and_sparse_hold_the_same() {
        for members in [vec![], vec![0], vec![3, 64, 65, 127], (0..130).collect::<Vec<u32>>()] {
            for n in [131, 100_000] {
                let set = Set::from_sorted(n, &members);
                assert_eq!(set.len(), members.len());
                assert_eq!(set.iter().map(|id| id.0).collect::<Vec<_>>(), members);
                assert!((0..140).all(|id| set.contains(IndividualId(id)) == members.contains(&id)));
            }
        }
    }

    #[test]
    fn growing_sets_tell_what_is_new() {
        let mut set = GrowingSet::default();
        assert!(set.insert(5000) && set.insert(1) && !set.insert(5000));
        assert!(set.contains(1) && !set.contains(2) && !set.contains(1_000_000));
        assert_eq!(set.iter().collect::<Vec<_>>(), [1, 5000]);
    }
}
