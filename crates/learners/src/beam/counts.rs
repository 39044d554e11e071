//! How many successors are in some fillers, and the restrictions that follow from it.
//!
//! As many fillers as a word has bits are counted together: a bit of a word is a filler, so that one
//! instruction counts a successor for all of them. What a restriction covers is found as a word per
//! member and turned over into a set per filler.

use evolearner_dl::Forall;
use evolearner_evaluate::{Op, TypedRole};
use evolearner_graph::bits::WORD;

/// The most fillers that are counted together.
pub(super) const TOGETHER: usize = WORD;

/// A restriction without its role and filler: `∃`, `≥ 2` and so on.
pub(super) type Quantifier = (Op, u16);

/// The restrictions by one role with some fillers.
pub(super) struct Counts {
    /// What `∀` says of members without successors, for all fillers.
    without_successors: u64,
    /// The fillers that each successor is in.
    fillers_of: Vec<u64>,
    /// How many successors of one member are in each filler.
    sum: Sum,
    quantifiers: Vec<Quantifier>,
    /// For each number, the fillers that hold so many successors of some member.
    reached: Vec<u64>,
    /// The sets by quantifier, filler and word.
    sets: Vec<u64>,
    n_words: usize,
}

impl Counts {
    pub(super) fn new(forall: Forall) -> Self {
        Self {
            without_successors: if forall == Forall::Standard { u64::MAX } else { 0 },
            fillers_of: Vec::new(),
            sum: Sum::default(),
            quantifiers: Vec::new(),
            reached: Vec::new(),
            sets: Vec::new(),
            n_words: 0,
        }
    }

    /// The work of finding the restrictions with so many fillers of so many words and of passing each on, in
    /// units of a budget: successors are counted once for all fillers, blocks of words are turned over, and
    /// each set is copied and looked up.
    pub(super) fn cost(
        role: &TypedRole,
        (n_fillers, n_words_of_filler): (usize, usize),
        quantifiers: &[Quantifier],
        n_words: usize,
    ) -> u64 {
        let has_numbers = quantifiers.iter().any(|&(_, number)| number > 0);
        let per_successor = if has_numbers { 6 } else { 2 };
        let n_turned = n_words_of_filler + quantifiers.len() * n_words;
        let per_set = n_words + 30;
        let n_sets = quantifiers.len() * n_fillers;
        (role.len() * per_successor + n_turned * WORD + n_sets * per_set) as u64
    }

    /// Finds the members of `full` that restrictions with each quantifier and each filler cover.
    pub(super) fn of<'f>(
        &mut self,
        role: &TypedRole,
        fillers: impl ExactSizeIterator<Item = &'f [u64]>,
        quantifiers: &[Quantifier],
        full: &[u64],
    ) {
        self.turn(fillers);
        quantifiers.clone_into(&mut self.quantifiers);
        self.n_words = full.len();
        let most =
            quantifiers.iter().map(|&(_, number)| usize::from(number) + 1).max().unwrap_or(0);
        self.reached.clear();
        self.reached.resize(most + 1, 0);
        self.sum.set_most(most);
        let n_members = full.len() * WORD;
        // For each quantifier and member the fillers whose restriction covers it.
        self.sets.clear();
        for quantifier in quantifiers {
            let without = match quantifier.0 {
                Op::Only => self.without_successors,
                Op::AtMost => u64::MAX,
                _ => 0,
            };
            self.sets.resize(self.sets.len() + n_members, without);
        }
        for (source, successors) in role.rows() {
            let (mut any, mut all) = (0, u64::MAX);
            self.sum.clear();
            for &(of_type, n) in successors {
                let fillers = self.fillers_of[of_type as usize];
                any |= fillers;
                all &= fillers;
                if most > 1 {
                    self.sum.add(fillers, n);
                }
            }
            if most > 1 {
                for (number, reached) in self.reached.iter_mut().enumerate() {
                    *reached |= self.sum.at_least(number);
                }
            }
            let rows = self.sets.chunks_exact_mut(n_members);
            for (row, &(op, number)) in rows.zip(quantifiers) {
                let number = usize::from(number);
                row[source as usize] = match op {
                    Op::Some => any,
                    Op::Only => all,
                    Op::AtLeast => self.sum.at_least(number),
                    Op::AtMost => !self.sum.at_least(number + 1),
                    _ => self.sum.at_least(number) & !self.sum.at_least(number + 1),
                };
            }
        }
        for of_quantifier in self.sets.chunks_exact_mut(n_members) {
            let (blocks, _) = of_quantifier.as_chunks_mut::<WORD>();
            for (block, full) in blocks.iter_mut().zip(full) {
                transpose(block);
                for word in block {
                    *word &= full;
                }
            }
        }
    }

    /// Makes the successors' fillers from the fillers' successors.
    fn turn<'f>(&mut self, fillers: impl ExactSizeIterator<Item = &'f [u64]>) {
        debug_assert!(fillers.len() <= TOGETHER, "a filler is a bit of a word");
        self.fillers_of.clear();
        for (bit, filler) in fillers.enumerate() {
            self.fillers_of.resize(filler.len() * WORD, 0);
            for (at, &word) in filler.iter().enumerate() {
                self.fillers_of[at * WORD + bit] = word;
            }
        }
        self.fillers_of.as_chunks_mut::<WORD>().0.iter_mut().for_each(transpose);
    }

    /// Sets `out` to what the restriction with a filler and a quantifier covers; false if a shorter
    /// restriction covers the same.
    pub(super) fn cover(&self, filler: usize, quantifier: usize, out: &mut [u64]) -> bool {
        let (op, number) = self.quantifiers[quantifier];
        let is_news = match op {
            Op::Some | Op::Only => true,
            Op::AtMost => self.reached[usize::from(number) + 1] >> filler & 1 == 1,
            _ => self.reached[usize::from(number)] >> filler & 1 == 1,
        };
        if is_news {
            let blocks = &self.sets[quantifier * self.n_words * WORD..];
            for (out, block) in out.iter_mut().zip(blocks.chunks_exact(WORD)) {
                *out = block[filler];
            }
        }
        is_news
    }
}

/// A number for each filler, in binary: bit f of plane p is bit p of the number of filler f.
#[derive(Default)]
struct Sum {
    planes: Vec<u64>,
    /// The fillers whose number has more bits than there are planes.
    more: u64,
}

impl Sum {
    /// Numbers up to this one are to be told apart.
    fn set_most(&mut self, most: usize) {
        self.planes.resize((usize::BITS - most.leading_zeros()) as usize, 0);
    }

    fn clear(&mut self) {
        self.planes.fill(0);
        self.more = 0;
    }

    /// Adds a number to those of some fillers.
    #[inline]
    fn add(&mut self, fillers: u64, mut number: u32) {
        let mut first = 0;
        while number > 0 {
            if number & 1 == 1 {
                let mut carry = fillers;
                for plane in self.planes.iter_mut().skip(first) {
                    (*plane, carry) = (*plane ^ carry, *plane & carry);
                }
                self.more |= carry;
            }
            number >>= 1;
            first += 1;
        }
    }

    /// The fillers whose number is at least this one.
    #[inline]
    fn at_least(&self, number: usize) -> u64 {
        let (mut is_more, mut is_equal) = (self.more, !self.more);
        for (bit, plane) in self.planes.iter().enumerate().rev() {
            if number >> bit & 1 == 1 {
                is_equal &= plane;
            } else {
                is_more |= is_equal & plane;
                is_equal &= !plane;
            }
        }
        is_more | is_equal
    }
}

/// Exchanges rows and columns: bit c of word r becomes bit r of word c. Squares of half the size change
/// places, then those within each, and so on.
fn transpose(block: &mut [u64; WORD]) {
    let (mut side, mut low) = (WORD / 2, u64::MAX >> (WORD / 2));
    while side > 0 {
        for rows in block.chunks_exact_mut(2 * side) {
            let (above, below) = rows.split_at_mut(side);
            for (above, below) in above.iter_mut().zip(below) {
                let differing = (*above >> side ^ *below) & low;
                *above ^= differing << side;
                *below ^= differing;
            }
        }
        side /= 2;
        low ^= low << side;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use evolearner_graph::bits::has_bit;
    use evolearner_testing::{Random, case_seeds};

    #[test]
    fn rows_and_columns_are_exchanged() {
        for seed in case_seeds(20) {
            let mut random = Random::new(seed);
            let block: [u64; WORD] = std::array::from_fn(|_| random.next_u64());
            let mut turned = block;
            transpose(&mut turned);
            for row in 0..WORD as u32 {
                for column in 0..WORD as u32 {
                    let bit = has_bit(&block[row as usize..], column);
                    assert_eq!(has_bit(&turned[column as usize..], row), bit, "seed {seed}");
                }
            }
        }
    }

    #[test]
    fn numbers_are_compared_up_to_the_most_that_is_told_apart() {
        for seed in case_seeds(50) {
            let mut random = Random::new(seed);
            let most = random.below(9);
            let mut sum = Sum::default();
            sum.set_most(most);
            let mut numbers = [0usize; WORD];
            for _ in 0..random.below(12) {
                let (fillers, number) = (random.next_u64(), random.below(4) as u32);
                sum.add(fillers, number);
                for (bit, known) in (0..).zip(&mut numbers) {
                    *known += if has_bit(&[fillers], bit) { number as usize } else { 0 };
                }
            }
            for number in 0..=most {
                let at_least = sum.at_least(number);
                for (bit, &known) in (0..).zip(&numbers) {
                    assert_eq!(has_bit(&[at_least], bit), known >= number, "seed {seed}");
                }
            }
        }
    }
}
