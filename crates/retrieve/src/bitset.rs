//! Dense sets over the universe: what retrieval computes with.

use evolearner_dl::{Id, IndividualId};
use evolearner_graph::Set;
use evolearner_graph::bits::{self, WORD, clear_bit, count_ones, ones, set_bit};

/// A set of individuals, one bit for each of the universe.
///
/// Good for set algebra, which runs word by word at the speed of memory; not for keeping thousands
/// of small sets over a large universe, which is what [`Set`] is for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BitSet {
    /// Bits from `n` on are zero, so that counting and comparing need no mask.
    words: Vec<u64>,
    n: usize,
}

impl BitSet {
    /// The empty set over a universe of `n` individuals.
    pub fn empty(n: usize) -> Self {
        Self { words: vec![0; n.div_ceil(WORD)], n }
    }

    /// The size of the universe.
    pub fn universe(&self) -> usize {
        self.n
    }

    /// The bits, lowest first.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Removes every member.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Adds the whole universe.
    pub fn fill(&mut self) {
        self.words.fill(u64::MAX);
        self.trim();
    }

    /// Whether an individual is a member.
    pub fn contains(&self, individual: IndividualId) -> bool {
        let index = individual.index();
        self.words.get(index / WORD).is_some_and(|word| word >> (index % WORD) & 1 == 1)
    }

    /// Adds an individual of the universe.
    ///
    /// # Panics
    /// If the individual is outside the universe.
    pub fn insert(&mut self, individual: IndividualId) {
        assert!(individual.index() < self.n, "individuals are members of the universe");
        set_bit(&mut self.words, individual.0);
    }

    /// Keeps what is in both.
    pub fn and(&mut self, other: &Self) {
        self.zip(&other.words, |word, other| word & other);
    }

    /// Adds what is in the other.
    pub fn or(&mut self, other: &Self) {
        self.zip(&other.words, |word, other| word | other);
    }

    /// Removes what is in the other.
    pub fn and_not(&mut self, other: &Self) {
        self.zip(&other.words, |word, other| word & !other);
    }

    /// Turns the set into its complement.
    pub fn not(&mut self) {
        for word in &mut self.words {
            *word = !*word;
        }
        self.trim();
    }

    /// Becomes a copy of a stored set.
    pub fn copy_from_set(&mut self, set: &Set) {
        match set {
            Set::Dense { words, .. } => self.words.copy_from_slice(words),
            Set::Sparse(_) => {
                self.clear();
                self.or_set(set);
            }
        }
    }

    /// Becomes the meet of two stored sets, in one pass where both are dense.
    pub(crate) fn meet_of(&mut self, one: &Set, other: &Set) {
        match (one, other) {
            (Set::Dense { words: one, .. }, Set::Dense { words: other, .. }) => {
                for ((word, one), other) in self.words.iter_mut().zip(one).zip(other) {
                    *word = one & other;
                }
            }
            (Set::Sparse(_), _) => {
                self.copy_from_set(one);
                self.and_set(other);
            }
            (_, Set::Sparse(_)) => {
                self.copy_from_set(other);
                self.and_set(one);
            }
        }
    }

    /// Becomes the join of two stored sets, in one pass where both are dense.
    pub(crate) fn join_of(&mut self, one: &Set, other: &Set) {
        match (one, other) {
            (Set::Dense { words: one, .. }, Set::Dense { words: other, .. }) => {
                for ((word, one), other) in self.words.iter_mut().zip(one).zip(other) {
                    *word = one | other;
                }
            }
            _ => {
                self.copy_from_set(one);
                self.or_set(other);
            }
        }
    }

    /// Keeps what is also in a stored set.
    pub fn and_set(&mut self, set: &Set) {
        match set {
            Set::Dense { words, .. } => self.zip(words, |word, other| word & other),
            Set::Sparse(members) => {
                // Only the words with a member of the sparse set survive, and only in part.
                let mut from = 0;
                let mut members = &**members;
                while let Some(&first) = members.first() {
                    let index = first as usize / WORD;
                    let n_here =
                        members.iter().take_while(|&&m| m as usize / WORD == index).count();
                    let mask = members[..n_here].iter().fold(0, |mask, &m| mask | 1 << (m % 64));
                    self.words[from..index].fill(0);
                    self.words[index] &= mask;
                    from = index + 1;
                    members = &members[n_here..];
                }
                self.words[from..].fill(0);
            }
        }
    }

    /// Adds the members of a stored set.
    pub fn or_set(&mut self, set: &Set) {
        match set {
            Set::Dense { words, .. } => self.zip(words, |word, other| word | other),
            Set::Sparse(members) => {
                for &member in members {
                    set_bit(&mut self.words, member);
                }
            }
        }
    }

    /// Removes the members of a stored set.
    pub fn and_not_set(&mut self, set: &Set) {
        match set {
            Set::Dense { words, .. } => self.zip(words, |word, other| word & !other),
            Set::Sparse(members) => {
                for &member in members {
                    clear_bit(&mut self.words, member);
                }
            }
        }
    }

    /// The number of members.
    pub fn count(&self) -> usize {
        count_ones(&self.words)
    }

    /// Whether there is no member.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The members in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = IndividualId> + '_ {
        ones(&self.words).map(IndividualId::new)
    }

    /// The bits for kernels that set those of individuals of the universe.
    pub(crate) fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    fn zip(&mut self, others: &[u64], combine: impl Fn(u64, u64) -> u64) {
        assert_eq!(self.words.len(), others.len(), "sets share a universe");
        for (word, other) in self.words.iter_mut().zip(others) {
            *word = combine(*word, *other);
        }
    }

    fn trim(&mut self) {
        bits::trim(&mut self.words, self.n);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(n: usize, set: &Set) -> BitSet {
        let mut bits = BitSet::empty(n);
        bits.or_set(set);
        bits
    }

    #[test]
    fn the_complement_stays_inside_the_universe() {
        for n in [0, 1, 63, 64, 65, 200] {
            let mut set = BitSet::empty(n);
            assert_eq!(set.count(), 0);
            set.not();
            assert_eq!(set.count(), n);
            let mut full = BitSet::empty(n);
            full.fill();
            assert_eq!(set, full);
            assert_eq!(
                set.iter().map(IndividualId::index).collect::<Vec<_>>(),
                (0..n).collect::<Vec<_>>()
            );
        }
    }

    #[test]
    fn stored_sets_combine_like_dense_ones() {
        let n = 5000;
        let dense: Vec<u32> = (0..n as u32).filter(|i| i % 3 != 0).collect();
        let sparse = [0, 1, 64, 700, 701, 4999];
        let even: Vec<u32> = (0..n as u32).step_by(2).collect();
        let base = bits(n, &Set::from_sorted(n, &even));
        for members in [&dense[..], &sparse[..], &[]] {
            let set = Set::from_sorted(n, members);
            let bits = bits(n, &set);
            assert_eq!(bits.count(), members.len());
            let check = |stored: fn(&mut BitSet, &Set), plain: fn(&mut BitSet, &BitSet)| {
                let (mut one, mut other) = (base.clone(), base.clone());
                stored(&mut one, &set);
                plain(&mut other, &bits);
                assert_eq!(one, other);
            };
            check(BitSet::and_set, BitSet::and);
            check(BitSet::or_set, BitSet::or);
            check(BitSet::and_not_set, BitSet::and_not);
            check(BitSet::copy_from_set, BitSet::clone_from);
        }
    }

    #[test]
    fn members_are_those_that_were_inserted() {
        let mut set = BitSet::empty(100);
        assert!(set.is_empty());
        set.insert(IndividualId(7));
        set.insert(IndividualId(99));
        assert!(set.contains(IndividualId(7)) && !set.contains(IndividualId(1000)));
        assert_eq!(set.iter().collect::<Vec<_>>(), [IndividualId(7), IndividualId(99)]);
        assert!(!set.is_empty());
    }
}
