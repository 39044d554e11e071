//! All concepts of the universes by length, one for each distinct set.
//!
//! A concept of length l is made of shorter ones: a join of lengths a and b with a + b + 1 = l, a
//! negation, or a restriction whose filler is a concept of the universe that the role leads to. Two
//! concepts with the same members in a universe can be exchanged in every longer one, so that one of
//! them, the first, stands for both (observational equivalence).

use std::ops::Range;
use std::sync::Arc;

use evolearner_dl::Constructor;
use evolearner_evaluate::{Code, Op, Space, Typed, TypedRole, TypedUniverse};

use super::budget::Budget;
use super::counts::{Counts, Quantifier, TOGETHER};
use super::sets::{Made, Sets, and, not, or};

/// The root universe: the examples.
pub(super) const ROOT: usize = 0;

/// The most sets of a universe and length: a bound on memory.
const MAX_SETS: usize = 2_000_000;

/// The sets of one universe by length.
#[derive(Clone)]
pub(super) struct Layer {
    pub(super) sets: Sets,
    /// Length l is `starts[l]..starts[l + 1]`.
    starts: Vec<usize>,
    /// Longer sets that were made because they promise something; not all of their length are known.
    /// Their places start at [`FURTHER`].
    further: Sets,
}

/// The first place of the further sets of a layer.
pub(super) const FURTHER: usize = 1 << 31;

impl Layer {
    /// Whether a set is known.
    pub(super) fn contains(&self, set: &[u64]) -> bool {
        self.sets.find(set).is_some() || self.further.find(set).is_some()
    }

    /// The length up to which all sets are known.
    pub(super) fn length(&self) -> usize {
        self.starts.len() - 2
    }

    /// The sets of a length.
    pub(super) fn of_length(&self, length: usize) -> Range<usize> {
        self.starts.get(length..length + 2).map_or(0..0, |ends| ends[0]..ends[1])
    }
}

/// The sets of all universes, as far as they are known.
#[derive(Clone)]
pub(super) struct Layers {
    pub(super) space: Arc<Space>,
    pub(super) typed: Arc<Typed>,
    all: Vec<Layer>,
}

/// The sides of a restriction: of two concepts with the same members, the one that says less about
/// what is absent stands for both, so that positive ones are tried first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    Positive,
    Negative,
}

impl Layers {
    pub(super) fn new(space: Arc<Space>, typed: Arc<Typed>) -> Self {
        let layer = |place: usize| {
            let empty = || Sets::new(typed.universe(place).n_words());
            Layer { sets: empty(), starts: vec![0, 0], further: empty() }
        };
        let all = (0..typed.len()).map(layer).collect();
        Self { space, typed, all }
    }

    pub(super) fn layer(&self, universe: usize) -> &Layer {
        &self.all[universe]
    }

    /// Finds all sets of a universe up to a length; false if the budget or the memory did not
    /// suffice.
    pub(super) fn extend(
        &mut self,
        universe: usize,
        length: usize,
        budget: &mut Budget<'_>,
    ) -> bool {
        while self.all[universe].length() < length {
            let next = self.all[universe].length() + 1;
            if !self.extend_fillers(universe, next, budget) {
                return false;
            }
            let mut sets = std::mem::replace(&mut self.all[universe].sets, Sets::new(0));
            let n_known = sets.len();
            let is_complete = self.grow(universe, next, &mut sets, budget);
            if !is_complete {
                // Part of a length is not one: nothing may rely on it.
                sets.truncate(n_known);
            }
            let layer = &mut self.all[universe];
            layer.sets = sets;
            if !is_complete {
                return false;
            }
            layer.starts.push(layer.sets.len());
        }
        true
    }

    /// Finds the fillers of all restrictions of a length.
    pub(super) fn extend_fillers(
        &mut self,
        universe: usize,
        length: usize,
        budget: &mut Budget<'_>,
    ) -> bool {
        let typed = self.typed.clone();
        typed.universe(universe).roles.iter().all(|role| {
            let of_role = self.length_of(role);
            length <= of_role || self.extend(role.target, length - of_role, budget)
        })
    }

    /// Adds a set that promises something; its place.
    pub(super) fn add_further(&mut self, universe: usize, set: &[u64], made: Made) -> usize {
        let further = &mut self.all[universe].further;
        further.insert(set, made);
        FURTHER + further.find(set).expect("it was added")
    }

    /// What `∃` or `∀` with a role adds to the length of a filler; a cardinality adds one more.
    pub(super) fn length_of(&self, role: &TypedRole) -> usize {
        2 + usize::from(self.space.roles[role.role].inverse)
    }

    /// Adds the sets of a length to those of all shorter lengths.
    fn grow(
        &self,
        universe: usize,
        length: usize,
        sets: &mut Sets,
        budget: &mut Budget<'_>,
    ) -> bool {
        let most = sets.len() + MAX_SETS;
        self.leaves(universe, length, &mut |set, made| {
            sets.insert(set, made);
        });
        self.restrictions(universe, length, Sign::Positive, budget, |set, made| {
            sets.insert(set, made);
            sets.len() < most
        }) && self.joins(universe, length, sets, most, budget)
            && self.restrictions(universe, length, Sign::Negative, budget, |set, made| {
                sets.insert(set, made);
                sets.len() < most
            })
            && self.negations(universe, length, sets, budget)
    }

    /// Passes on what needs no parts.
    pub(super) fn leaves(
        &self,
        universe: usize,
        length: usize,
        take: &mut impl FnMut(&[u64], Made),
    ) {
        let universe = self.typed.universe(universe);
        if length == 1 {
            take(&universe.full, Made::Top);
            take(&vec![0; universe.n_words()], Made::Bottom);
        }
        for (place, leaf) in universe.leaves.iter().enumerate() {
            if self.space.length_of_leaf(leaf.codes[0]) == length {
                take(&leaf.members, Made::Leaf(place as u32));
            }
        }
    }

    /// Passes on all restrictions of a length and a sign, whose fillers must be known, until one is
    /// refused.
    pub(super) fn restrictions(
        &self,
        universe: usize,
        length: usize,
        sign: Sign,
        budget: &mut Budget<'_>,
        mut take: impl FnMut(&[u64], Made) -> bool,
    ) -> bool {
        let mut count = Counts::new(self.space.forall);
        let full = &self.typed.universe(universe).full;
        let mut out = vec![0; full.len()];
        for (place, role) in self.typed.universe(universe).roles.iter().enumerate() {
            let fillers = &self.all[role.target];
            // Lengths of fillers under a quantifier and under a cardinality.
            for (extra, is_number) in [(0, false), (1, true)] {
                let ops = self.ops(is_number, sign);
                let Some(of_filler) = length.checked_sub(self.length_of(role) + extra) else {
                    continue;
                };
                let n_fillers = if ops.is_empty() { 0 } else { usize::MAX };
                let all: Vec<usize> = fillers.of_length(of_filler).take(n_fillers).collect();
                for some in all.chunks(TOGETHER) {
                    let words = some.iter().map(|&filler| fillers.sets.words(filler));
                    let of_fillers = (some.len(), fillers.sets.n_words());
                    if !budget.spend(Counts::cost(role, of_fillers, &ops, full.len())) {
                        return false;
                    }
                    count.of(role, words, &ops, full);
                    for (at, &filler) in some.iter().enumerate() {
                        for (of_ops, &(op, number)) in ops.iter().enumerate() {
                            if !count.cover(at, of_ops, &mut out) {
                                continue;
                            }
                            let (role, filler) = (place as u16, filler as u32);
                            if !take(&out, Made::Restriction { op, number, role, filler }) {
                                return false;
                            }
                        }
                    }
                }
            }
        }
        true
    }

    /// The restrictions that there are, with or without a number.
    fn ops(&self, is_number: bool, sign: Sign) -> Vec<Quantifier> {
        let language = self.space.language;
        let most = self.space.max_cardinality as u16;
        let numbers = |constructor, from: u16, op: Op| {
            let last = if language.has(constructor) { most } else { 0 };
            (from..=last).map(move |number| (op, number))
        };
        let alone = |constructor, op| language.has(constructor).then_some((op, 0)).into_iter();
        match (is_number, sign) {
            (false, Sign::Positive) => alone(Constructor::Exists, Op::Some).collect(),
            (false, Sign::Negative) => alone(Constructor::Forall, Op::Only).collect(),
            (true, Sign::Positive) => numbers(Constructor::Cardinality, 2, Op::AtLeast)
                .chain(numbers(Constructor::Exact, 1, Op::Exactly))
                .collect(),
            (true, Sign::Negative) => numbers(Constructor::Cardinality, 1, Op::AtMost).collect(),
        }
    }

    /// All restrictions that there are.
    fn quantifiers(&self) -> Vec<Quantifier> {
        let of = |is_number| [Sign::Positive, Sign::Negative].map(|sign| self.ops(is_number, sign));
        [of(false), of(true)].concat().concat()
    }

    /// The work of one filler of [`Self::restrictions_with`], where as many as possible are counted together.
    pub(super) fn cost_of_filler(&self, role: usize) -> u64 {
        let TypedUniverse { full, roles, .. } = self.typed.universe(ROOT);
        let of_fillers = (TOGETHER, self.typed.universe(roles[role].target).n_words());
        let together = Counts::cost(&roles[role], of_fillers, &self.quantifiers(), full.len());
        together / TOGETHER as u64
    }

    /// Passes on all restrictions of the examples by a role with some fillers, few enough to be counted
    /// together: the place of the filler, the members, and what is added to the length of the filler.
    pub(super) fn restrictions_with<'f>(
        &self,
        role: usize,
        fillers: impl ExactSizeIterator<Item = &'f [u64]>,
        count: &mut Counts,
        mut take: impl FnMut(usize, &[u64], Quantifier, usize),
    ) {
        let TypedUniverse { full, roles, .. } = self.typed.universe(ROOT);
        let of_role = &roles[role];
        let quantifiers = self.quantifiers();
        let n_fillers = fillers.len();
        count.of(of_role, fillers, &quantifiers, full);
        let mut out = vec![0; full.len()];
        for filler in 0..n_fillers {
            for (at, &quantifier) in quantifiers.iter().enumerate() {
                if count.cover(filler, at, &mut out) {
                    let is_number = usize::from(quantifier.1 > 0);
                    take(filler, &out, quantifier, self.length_of(of_role) + is_number);
                }
            }
        }
    }

    fn joins(
        &self,
        universe: usize,
        length: usize,
        sets: &mut Sets,
        most: usize,
        budget: &mut Budget<'_>,
    ) -> bool {
        let has_union = self.space.language.has(Constructor::Union);
        let n_words = sets.n_words();
        let mut out = vec![0; n_words];
        // Twice the words are read, and two hashes looked up in a large table.
        let per_pair = 2 * n_words + 100;
        let n_pairs = pairs_of_lengths(length).map(|(one, other)| {
            self.range(universe, one).len() * self.range(universe, other).len()
        });
        if n_pairs.sum::<usize>() as u64 * per_pair as u64 / 2 > budget.left() {
            return false;
        }
        for (of_one, of_other) in pairs_of_lengths(length) {
            let (ones, others) = (self.range(universe, of_one), self.range(universe, of_other));
            for one in ones {
                let from = if of_one == of_other { one + 1 } else { others.start };
                if !budget.spend(((others.end - from.min(others.end)) * per_pair) as u64) {
                    return false;
                }
                for other in from..others.end {
                    let (a, b) = (one as u32, other as u32);
                    and(sets.words(one), sets.words(other), &mut out);
                    sets.insert(&out, Made::And(a, b));
                    if has_union {
                        or(sets.words(one), sets.words(other), &mut out);
                        sets.insert(&out, Made::Or(a, b));
                    }
                }
                if sets.len() > most {
                    return false;
                }
            }
        }
        true
    }

    /// The sets of a length, also while longer ones are being added.
    fn range(&self, universe: usize, length: usize) -> Range<usize> {
        self.all[universe].of_length(length)
    }

    fn negations(
        &self,
        universe: usize,
        length: usize,
        sets: &mut Sets,
        budget: &mut Budget<'_>,
    ) -> bool {
        if length < 2 || !self.space.language.has(Constructor::Negation) {
            return true;
        }
        let full = &self.typed.universe(universe).full;
        let mut out = vec![0; full.len()];
        let shorter = self.range(universe, length - 1);
        if !budget.spend((shorter.len() * (out.len() + 20)) as u64) {
            return false;
        }
        for place in shorter {
            not(sets.words(place), full, &mut out);
            sets.insert(&out, Made::Not(place as u32));
        }
        true
    }

    /// Appends the codes of a set of a universe.
    pub(super) fn append_codes(&self, universe: usize, place: usize, codes: &mut Vec<Code>) {
        let layer = &self.all[universe];
        let made = match place.checked_sub(FURTHER) {
            Some(further) => layer.further.made(further),
            None => layer.sets.made(place),
        };
        self.append_made(universe, made, codes, &|place, codes| {
            self.append_codes(universe, place, codes);
        });
    }

    /// Appends the codes of a concept whose parts in the same universe are appended by `part`.
    pub(super) fn append_made(
        &self,
        universe: usize,
        made: Made,
        codes: &mut Vec<Code>,
        part: &dyn Fn(usize, &mut Vec<Code>),
    ) {
        let of_universe = self.typed.universe(universe);
        match made {
            Made::Top => codes.push(Code::TOP),
            Made::Bottom => codes.push(Code::BOTTOM),
            Made::Leaf(leaf) => codes.extend(&of_universe.leaves[leaf as usize].codes),
            Made::Not(place) => {
                codes.push(Code::NOT);
                part(place as usize, codes);
            }
            Made::And(one, other) | Made::Or(one, other) => {
                codes.push(if matches!(made, Made::And(..)) { Code::AND } else { Code::OR });
                part(one as usize, codes);
                part(other as usize, codes);
            }
            Made::Restriction { op, number, role, filler } => {
                let role = &of_universe.roles[role as usize];
                codes.push(Code::new(op, role.role));
                if number > 0 {
                    codes.push(Code::new(Op::Number, number as usize));
                }
                self.append_codes(role.target, filler as usize, codes);
            }
        }
    }
}

/// The lengths of the operands of a join, the shorter first.
pub(super) fn pairs_of_lengths(length: usize) -> impl Iterator<Item = (usize, usize)> {
    (1..length.div_ceil(2)).map(move |one| (one, length - 1 - one))
}
