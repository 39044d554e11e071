//! The sets of examples that can be parts of a concept that fits all examples.
//!
//! A set is kept as the examples that it gets right: the positives in it and the negatives outside of
//! it. A concept made of `⊓` and `⊔` is monotone in each of its parts, so that a part that gets more
//! examples right can take the place of one that gets fewer of them right, if it is no longer. So of
//! all sets only those stay that no other one of at most the same length contains. Below a negation
//! the same holds of the complements; therefore there are two sides, with the concepts that stand
//! below an even and below an odd number of negations.

use std::cell::RefCell;

use evolearner_dl::Constructor;
use evolearner_evaluate::{Code, Covered};
use evolearner_graph::bits::count_ones;

use super::super::budget::Budget;
use super::super::layers::{Layers, ROOT, Sign, pairs_of_lengths};
use super::super::score::Scorer;
use super::super::sets::{Made, Sets};

/// The most sets of a length that are met: a bound on memory.
const MAX_SETS: usize = 1_000_000;
/// The work of making a pair of joins and of looking whether they are known.
const UNITS_PER_PAIR: u64 = 60;

/// What a concept stands below.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Polarity {
    /// An even number of negations.
    Even,
    /// An odd number of them.
    Odd,
}

impl Polarity {
    pub(super) fn other(self) -> Self {
        match self {
            Self::Even => Self::Odd,
            Self::Odd => Self::Even,
        }
    }
}

/// How two sets are joined, as seen from above all negations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Join {
    /// What is in both.
    Meet,
    /// What is in either.
    Union,
}

/// The sets of one polarity.
struct Side {
    n_words: usize,
    /// What the sets get right.
    words: Vec<u64>,
    made: Vec<Made>,
    /// The places of the sets by length.
    by_length: Vec<Vec<u32>>,
    /// The same sets in the order in which others are compared with them.
    order: RefCell<Order>,
}

/// Sets with their lengths. One that contained another set moves forward, because few sets contain most
/// of what is met; the words move too, so that they are read one after the other.
#[derive(Default)]
struct Order {
    words: Vec<u64>,
    lengths: Vec<u32>,
}

impl Order {
    fn push(&mut self, right: &[u64], length: usize) {
        self.words.extend_from_slice(right);
        self.lengths.push(length as u32);
    }

    /// The place of the first set of at most a length that contains another one, before it moves.
    fn find(&mut self, right: &[u64], length: usize) -> Option<usize> {
        let mut sets = self.words.chunks_exact(right.len()).zip(&self.lengths);
        let at =
            sets.position(|(set, &of_set)| contains(set, right) && of_set as usize <= length)?;
        let to = at / 2;
        self.lengths.swap(at, to);
        for word in 0..right.len() {
            self.words.swap(at * right.len() + word, to * right.len() + word);
        }
        Some(at)
    }
}

impl Side {
    #[inline]
    fn words(&self, place: u32) -> &[u64] {
        &self.words[place as usize * self.n_words..][..self.n_words]
    }

    /// Whether a set of at most a length gets right whatever this one does.
    fn dominates(&self, right: &[u64], length: usize, n_checked: &mut u64) -> bool {
        let mut order = self.order.borrow_mut();
        let found = order.find(right, length);
        *n_checked += found.map_or(order.lengths.len(), |at| at + 1) as u64;
        found.is_some()
    }

    /// Adds those of some sets of a length that no other one contains; false if the budget did not
    /// suffice.
    fn add(&mut self, length: usize, found: &Found, budget: &mut Budget<'_>) -> bool {
        if self.by_length.len() <= length {
            self.by_length.resize(length + 1, Vec::new());
        }
        let right = |place: u32| found.met.words(place as usize);
        let mut kept = found.kept.clone();
        // What contains another set has more members, and comes first.
        kept.sort_by_key(|&place| std::cmp::Reverse(count_ones(right(place))));
        for place in kept {
            let mut n_checked = 0;
            let is_contained = self.dominates(right(place), length, &mut n_checked);
            // What is compared differs in its first word, mostly.
            if !budget.spend(n_checked) {
                return false;
            }
            if !is_contained {
                self.by_length[length].push(self.made.len() as u32);
                self.order.get_mut().push(right(place), length);
                self.words.extend_from_slice(right(place));
                self.made.push(found.met.made(place as usize));
            }
        }
        true
    }
}

/// Sets that may be added to a side.
struct Found {
    /// All that were met, so that none is compared twice.
    met: Sets,
    /// Those that no set of the side contains.
    kept: Vec<u32>,
    n_checked: u64,
}

impl Found {
    fn new(n_words: usize) -> Self {
        Self { met: Sets::new(n_words), kept: Vec::new(), n_checked: 0 }
    }

    fn offer(&mut self, side: &Side, length: usize, right: &[u64], made: Made) {
        let is_new = self.met.insert(right, made);
        if is_new && !side.dominates(right, length, &mut self.n_checked) {
            self.kept.push(self.met.len() as u32 - 1);
        }
    }

    /// Offers the negations of some sets of the other side.
    fn offer_negations(&mut self, side: &Side, other: &Side, length: usize) {
        for &place in other.by_length.get(length - 1).map_or(&[][..], Vec::as_slice) {
            self.offer(side, length, other.words(place), Made::Not(place));
        }
    }
}

/// The sets of both polarities.
pub(super) struct Sides {
    by_polarity: [Side; 2],
    /// All examples, and the first word of the negatives.
    pub(super) full: Vec<u64>,
    pub(super) half: usize,
    scorer: Scorer,
    /// Up to this length joins are among the sets, and not only what is no join.
    joined: usize,
    /// Up to this length there are sets at all.
    length: usize,
    pub(super) has_negation: bool,
    has_union: bool,
    /// All sets that are no joins, by length, until they are added.
    made_atoms: Vec<Sets>,
    /// How many sets were compared with those that are kept.
    pub(super) n_met: u64,
}

impl Sides {
    pub(super) fn new(layers: &Layers, scorer: Scorer) -> Self {
        let full = layers.typed.universe(ROOT).full.clone();
        let side = || Side {
            n_words: full.len(),
            words: Vec::new(),
            made: Vec::new(),
            by_length: vec![Vec::new()],
            order: RefCell::default(),
        };
        let language = layers.space.language;
        Self {
            by_polarity: [side(), side()],
            half: scorer.half(),
            scorer,
            joined: 0,
            length: 0,
            has_negation: language.has(Constructor::Negation),
            has_union: language.has(Constructor::Union),
            made_atoms: vec![Sets::new(0)],
            n_met: 0,
            full,
        }
    }

    /// The length up to which there are sets.
    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// What a set covers, by what it gets right.
    pub(super) fn covered(&self, right: &[u64]) -> Covered {
        let Covered { positives, negatives } = self.scorer.covered(right);
        Covered { positives, negatives: self.scorer.all.negatives - negatives }
    }

    /// The length up to which joins are among the sets.
    pub(super) fn joined(&self) -> usize {
        self.joined
    }

    /// Whether the language has a join below so many negations.
    pub(super) fn has(&self, polarity: Polarity, join: Join) -> bool {
        // `¬ (C ⊓ D)` is the union of the complements.
        let is_union = (join == Join::Union) == (polarity == Polarity::Even);
        self.has_union || !is_union
    }

    /// The places of the sets of a length.
    pub(super) fn of_length(&self, polarity: Polarity, length: usize) -> &[u32] {
        self.by_polarity[polarity as usize].by_length.get(length).map_or(&[], Vec::as_slice)
    }

    /// What a set gets right.
    #[inline]
    pub(super) fn right(&self, polarity: Polarity, place: u32) -> &[u64] {
        self.by_polarity[polarity as usize].words(place)
    }

    fn polarities(&self) -> &'static [Polarity] {
        if self.has_negation { &[Polarity::Even, Polarity::Odd] } else { &[Polarity::Even] }
    }

    /// Makes all sets of the next length that are no joins; the fillers of restrictions must be known.
    /// One that gets all examples right, or all wrong, is passed on. False if the budget did not
    /// suffice for all of them.
    pub(super) fn make_atoms(
        &mut self,
        layers: &Layers,
        budget: &mut Budget<'_>,
        mut take: impl FnMut(Polarity, Made),
    ) -> bool {
        let length = self.made_atoms.len();
        let (half, full) = (self.half, &self.full);
        let mut atoms = Sets::new(full.len());
        let mut insert = |set: &[u64], made: Made| {
            if !atoms.insert(set, made) {
                return;
            }
            let is_right = |at: usize| if at < half { set[at] == full[at] } else { set[at] == 0 };
            let is_wrong = |at: usize| if at < half { set[at] == 0 } else { set[at] == full[at] };
            if (0..full.len()).all(is_right) {
                take(Polarity::Even, made);
            } else if (0..full.len()).all(is_wrong) {
                take(Polarity::Odd, made);
            }
        };
        layers.leaves(ROOT, length, &mut insert);
        let is_done = [Sign::Positive, Sign::Negative].into_iter().all(|sign| {
            layers.restrictions(ROOT, length, sign, budget, |set, made| {
                insert(set, made);
                true
            })
        });
        self.made_atoms.push(atoms);
        is_done
    }

    /// Adds what is no join and has the next length; it was made before.
    pub(super) fn add_atoms(&mut self, budget: &mut Budget<'_>) -> bool {
        let length = self.length + 1;
        let (half, full) = (self.half, &self.full);
        let atoms = std::mem::replace(&mut self.made_atoms[length], Sets::new(0));
        let mut found = [Found::new(full.len()), Found::new(full.len())];
        let mut right = vec![0; full.len()];
        for atom in 0..atoms.len() {
            let set = atoms.words(atom);
            for &polarity in self.polarities() {
                for (at, word) in right.iter_mut().enumerate() {
                    let is_in = (at < half) == (polarity == Polarity::Even);
                    *word = if is_in { set[at] } else { full[at] & !set[at] };
                }
                let (side, found) =
                    (&self.by_polarity[polarity as usize], &mut found[polarity as usize]);
                let n_before = found.n_checked;
                found.offer(side, length, &right, atoms.made(atom));
                if !budget.spend(found.n_checked - n_before) {
                    return false;
                }
            }
        }
        let is_done = self.add(length, found, budget);
        self.length += usize::from(is_done);
        is_done
    }

    /// Adds sets of a length to both sides, and the negations of those that are one shorter; false if
    /// the budget did not suffice.
    fn add(&mut self, length: usize, mut found: [Found; 2], budget: &mut Budget<'_>) -> bool {
        let [even, odd] = &mut self.by_polarity;
        if self.has_negation && length > 1 {
            found[0].offer_negations(even, odd, length);
            found[1].offer_negations(odd, even, length);
        }
        self.n_met += found.iter().map(|found| found.met.len() as u64).sum::<u64>();
        let mut sides = [even, odd].into_iter().zip(&found);
        sides.all(|(side, found)| side.add(length, found, budget))
    }

    /// How many pairs of sets the joins of a length have.
    pub(super) fn n_pairs(&self, length: usize) -> usize {
        let n_pairs = |polarity: Polarity| {
            let of = |length| self.of_length(polarity, length).len();
            pairs_of_lengths(length).map(|(one, other)| of(one) * of(other)).sum::<usize>()
        };
        self.polarities().iter().map(|&polarity| n_pairs(polarity)).sum()
    }

    /// Adds the joins of the next length. What is no join and has that length was added before. False
    /// if the budget or the memory did not suffice: then none is added.
    pub(super) fn add_joins(&mut self, budget: &mut Budget<'_>) -> bool {
        let length = self.joined + 1;
        let mut found = [Found::new(self.full.len()), Found::new(self.full.len())];
        for &polarity in self.polarities() {
            if !self.find_joins(polarity, length, &mut found[polarity as usize], budget) {
                return false;
            }
        }
        let is_done = self.add(length, found, budget);
        self.joined += usize::from(is_done);
        is_done
    }

    fn find_joins(
        &self,
        polarity: Polarity,
        length: usize,
        found: &mut Found,
        budget: &mut Budget<'_>,
    ) -> bool {
        let side = &self.by_polarity[polarity as usize];
        let mut joined = vec![0; self.full.len()];
        for (of_one, of_other) in pairs_of_lengths(length) {
            let others = self.of_length(polarity, of_other);
            for (at, &one) in self.of_length(polarity, of_one).iter().enumerate() {
                let from = if of_one == of_other { at + 1 } else { 0 };
                let n_before = found.n_checked;
                for &other in &others[from..] {
                    for join in [Join::Meet, Join::Union] {
                        if self.has(polarity, join) {
                            self.join(polarity, join, one, other, &mut joined);
                            found.offer(side, length, &joined, made(polarity, join, one, other));
                        }
                    }
                }
                let n_pairs = (others.len() - from) as u64;
                let units = n_pairs * UNITS_PER_PAIR + found.n_checked - n_before;
                if found.met.len() > MAX_SETS || !budget.spend(units) {
                    return false;
                }
            }
        }
        true
    }

    /// Sets `out` to what a join gets right.
    fn join(&self, polarity: Polarity, join: Join, one: u32, other: u32, out: &mut [u64]) {
        let (one, other) = (self.right(polarity, one), self.right(polarity, other));
        for (at, out) in out.iter_mut().enumerate() {
            let is_meet = (at < self.half) == (join == Join::Meet);
            *out = if is_meet { one[at] & other[at] } else { one[at] | other[at] };
        }
    }

    /// Appends the codes of a set.
    pub(super) fn append_codes(
        &self,
        layers: &Layers,
        polarity: Polarity,
        place: u32,
        codes: &mut Vec<Code>,
    ) {
        match self.by_polarity[polarity as usize].made[place as usize] {
            Made::Not(part) => {
                codes.push(Code::NOT);
                self.append_codes(layers, polarity.other(), part, codes);
            }
            made => layers.append_made(ROOT, made, codes, &|part, codes| {
                self.append_codes(layers, polarity, part as u32, codes);
            }),
        }
    }
}

/// How a join is made, as it is printed.
fn made(polarity: Polarity, join: Join, one: u32, other: u32) -> Made {
    if code(polarity, join) == Code::AND { Made::And(one, other) } else { Made::Or(one, other) }
}

/// The operator of a join, as it is printed.
pub(super) fn code(polarity: Polarity, join: Join) -> Code {
    let is_meet = (join == Join::Meet) == (polarity == Polarity::Even);
    if is_meet { Code::AND } else { Code::OR }
}

/// Whether a set has all members of another one.
#[inline]
pub(super) fn contains(set: &[u64], other: &[u64]) -> bool {
    set.iter().zip(other).all(|(set, other)| other & !set == 0)
}
