//! Which examples a tree covers: the hot loop.
//!
//! Every subtree has a key, a hash of its structure that is the same for `C ⊓ D` and `D ⊓ C`, for
//! `C ⊓ C` and `C`. The members of a subtree on a universe are kept under its key, so that after a
//! crossover only the path from the cut to the root is computed; the counts on the examples are kept
//! under the key of the root, so that a tree that was evaluated before costs one look-up. Keys have
//! 64 bits and are taken for identities: two of n different trees share one with odds of about
//! n² / 2⁶⁵, which is 10⁻⁸ for a million. Apart from that, the tables change no result.

use std::sync::Arc;

use evolearner_dl::Forall;
use hashbrown::HashTable;

use crate::code::Op;
use crate::examples::Examples;
use crate::slots::Slots;
use crate::space::Space;
use crate::term::{Term, first_child, second_child};
use crate::universe::{Edges, ROOT, UniverseIdx, Universes};
use crate::weights::Side;
use evolearner_graph::bits::{WORD, has_bit, ones, set_bit, trim};

/// How many examples a concept covers; what they weigh in sum where they have weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Covered {
    /// Positives that it covers.
    pub positives: u32,
    /// Negatives that it covers.
    pub negatives: u32,
}

/// The key of a subtree on a universe. One subtree stands on few universes: they need not be spread
/// far.
#[inline]
fn key(tree: &[Term], universe: UniverseIdx) -> u64 {
    tree[0].key.wrapping_add(u64::from(universe).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

/// Where the members of a subtree stand.
#[derive(Clone, Copy)]
enum Place {
    All,
    None,
    Arena(usize),
}

/// Sets of at most this many 64-bit words are combined in registers.
const MAX_WORDS: usize = 8;

/// Joins of smaller subtrees over that many words are computed anew: that is faster than probing a
/// table.
const WORTH_KEEPING: usize = 8;

/// What leaves and universes may take where nothing else is kept.
const LEAVES_BYTES: usize = 1 << 26;

/// Counts the examples that trees over a space cover.
pub struct Evaluator {
    space: Arc<Space>,
    examples: Arc<Examples>,
    memory: Memory,
}

impl Evaluator {
    /// An evaluator that keeps at most about that many bytes of sets; with none at all it computes
    /// every tree anew.
    pub fn new(space: Arc<Space>, examples: Arc<Examples>, max_bytes: usize) -> Self {
        let memory = Memory::new(&space, &examples, max_bytes);
        Self { space, examples, memory }
    }

    /// How many examples a tree covers.
    #[inline]
    pub fn covered(&mut self, tree: &[Term]) -> Covered {
        self.memory.covered(&self.space, &self.examples, tree)
    }

    /// The examples that a tree covers, a bit each by their places in [`Examples::individuals`].
    pub fn members(&mut self, tree: &[Term]) -> Vec<u64> {
        self.memory.members_of(&self.space, &self.examples, tree)
    }

    /// The space of its trees.
    pub fn space(&self) -> &Space {
        &self.space
    }
}

/// The universes, sets and counts computed so far.
struct Memory {
    forall: Forall,
    /// Whether anything but leaves is kept from one candidate to the next.
    remembers: bool,
    universes: Universes,
    arena: Vec<u64>,
    /// How much of the arena stays for the next tree: everything up to the last set that has a key,
    /// intermediate sets below it included. The rest is scratch of one tree.
    n_kept: usize,
    max_bytes: usize,
    /// Where the members of a subtree on a universe stand in the arena, by key.
    sets: HashTable<(u64, u32)>,
    /// The same for those asked for recently.
    set_slots: Slots<u32>,
    /// Recently computed joins that fit into registers.
    joins: Slots<[u64; MAX_WORDS]>,
    /// What whole trees cover, by key.
    counts: HashTable<(u64, Covered)>,
    /// Scratch: successors counted so far. [`MAX_CARDINALITY`](crate::code::MAX_CARDINALITY) and one
    /// more fit, and counting stops there.
    tallies: Vec<u16>,
}

impl Memory {
    fn new(space: &Space, examples: &Examples, max_bytes: usize) -> Self {
        Self {
            forall: space.forall,
            remembers: max_bytes > 0,
            universes: Universes::new(space, examples),
            arena: Vec::new(),
            n_kept: 0,
            max_bytes: if max_bytes == 0 { LEAVES_BYTES } else { max_bytes.max(8192) },
            sets: HashTable::new(),
            set_slots: Slots::default(),
            joins: Slots::default(),
            counts: HashTable::new(),
            tallies: Vec::new(),
        }
    }

    /// How many examples a concept covers.
    fn covered(&mut self, space: &Space, examples: &Examples, tree: &[Term]) -> Covered {
        let key = tree[0].key;
        if let Some(&(_, covered)) = self.counts.find(key, |count| count.0 == key) {
            return covered;
        }
        let covered = self.count(space, examples, tree);
        if !self.remembers {
            return covered;
        }
        if self.counts.len() >= 1 << 20 {
            self.counts.clear();
        }
        self.counts.insert_unique(key, (key, covered), |count| count.0);
        covered
    }

    /// The members of a concept on the root universe.
    fn members_of(&mut self, space: &Space, examples: &Examples, tree: &[Term]) -> Vec<u64> {
        self.arena.truncate(self.n_kept);
        self.forget_if_full(space, examples);
        let n = examples.individuals().len();
        let mut members = match self.members(space, tree, ROOT) {
            Place::All => vec![u64::MAX; n.div_ceil(WORD)],
            Place::None => vec![0; n.div_ceil(WORD)],
            Place::Arena(start) => self.arena[start..start + n.div_ceil(WORD)].to_vec(),
        };
        trim(&mut members, n);
        members
    }

    fn count(&mut self, space: &Space, examples: &Examples, tree: &[Term]) -> Covered {
        self.arena.truncate(self.n_kept);
        self.forget_if_full(space, examples);
        let place = self.members(space, tree, ROOT);
        let arena = &self.arena;
        let count = |side: Side, of_side: &[u64]| -> u32 {
            match (place, examples.weights()) {
                (Place::None, _) => 0,
                (Place::All, None) => of_side.iter().map(|examples| examples.count_ones()).sum(),
                (Place::All, Some(weights)) => weights.of_meet(side, of_side, of_side),
                (Place::Arena(start), None) => arena[start..]
                    .iter()
                    .zip(of_side)
                    .map(|(members, examples)| (members & examples).count_ones())
                    .sum(),
                (Place::Arena(start), Some(weights)) => {
                    weights.of_meet(side, of_side, &arena[start..])
                }
            }
        };
        Covered {
            positives: count(Side::Positive, &examples.positive_bits),
            negatives: count(Side::Negative, &examples.negative_bits),
        }
    }

    fn forget_if_full(&mut self, space: &Space, examples: &Examples) {
        let too_many_universes = self.universes.bytes() > self.max_bytes;
        if too_many_universes {
            self.universes = Universes::new(space, examples);
            self.joins = Slots::default();
        }
        if too_many_universes || self.arena.len() * size_of::<u64>() > self.max_bytes {
            self.arena.clear();
            self.n_kept = 0;
            self.sets.clear();
            self.set_slots = Slots::default();
        }
    }

    /// The members of the tree that starts here, on a universe.
    fn members(&mut self, space: &Space, tree: &[Term], universe: UniverseIdx) -> Place {
        let is_leaf = match tree[0].code.op() {
            Op::Top => return Place::All,
            Op::Bottom => return Place::None,
            Op::Not | Op::And | Op::Or => {
                let n_words = self.universes.size(universe).div_ceil(WORD);
                if let Some(place) = self.join_few(n_words, space, tree, universe) {
                    return place;
                }
                false
            }
            Op::Some | Op::Only | Op::AtLeast | Op::AtMost | Op::Exactly => false,
            _ => true,
        };
        if !is_leaf && !self.remembers {
            return self.compute(space, tree, universe);
        }
        let key = key(tree, universe);
        if let Some(start) = self.set_slots.get(key) {
            return Place::Arena(start as usize);
        }
        if let Some(&(_, start)) = self.sets.find(key, |set| set.0 == key) {
            self.set_slots.put(key, start);
            return Place::Arena(start as usize);
        }
        let place = self.compute(space, tree, universe);
        if let Place::Arena(start) = place {
            self.sets.insert_unique(key, (key, start as u32), |set| set.0);
            self.set_slots.put(key, start as u32);
            self.n_kept = self.arena.len();
        }
        place
    }

    /// A join, if it is over few words.
    fn join_few(
        &mut self,
        n_words: usize,
        space: &Space,
        tree: &[Term],
        universe: UniverseIdx,
    ) -> Option<Place> {
        match n_words {
            1 => Some(self.join_words::<1>(space, tree, universe)),
            2 => Some(self.join_words::<2>(space, tree, universe)),
            3 => Some(self.join_words::<3>(space, tree, universe)),
            4 => Some(self.join_words::<4>(space, tree, universe)),
            5 => Some(self.join_words::<5>(space, tree, universe)),
            6 => Some(self.join_words::<6>(space, tree, universe)),
            7 => Some(self.join_words::<7>(space, tree, universe)),
            8 => Some(self.join_words::<8>(space, tree, universe)),
            _ => None,
        }
    }

    fn join_words<const N: usize>(
        &mut self,
        space: &Space,
        tree: &[Term],
        universe: UniverseIdx,
    ) -> Place {
        let words: [u64; N] = self.words(space, tree, universe);
        let start = self.arena.len();
        self.arena.extend_from_slice(&words);
        trim(&mut self.arena[start..], self.universes.size(universe));
        Place::Arena(start)
    }

    /// The members as few words. What stands beyond the last individual means nothing.
    fn words<const N: usize>(
        &mut self,
        space: &Space,
        tree: &[Term],
        universe: UniverseIdx,
    ) -> [u64; N] {
        if tree[0].size() < WORTH_KEEPING || !self.remembers {
            return self.compute_words(space, tree, universe);
        }
        let key = key(tree, universe);
        if let Some(kept) = self.joins.get(key) {
            return *kept.first_chunk().expect("there are few words");
        }
        let words = self.compute_words(space, tree, universe);
        let mut kept = [0; MAX_WORDS];
        kept[..N].copy_from_slice(&words);
        self.joins.put(key, kept);
        words
    }

    fn compute_words<const N: usize>(
        &mut self,
        space: &Space,
        tree: &[Term],
        universe: UniverseIdx,
    ) -> [u64; N] {
        let op = tree[0].code.op();
        match op {
            Op::Not => self.words(space, first_child(tree), universe).map(|word: u64| !word),
            Op::And | Op::Or => {
                let mut one: [u64; N] = self.words(space, first_child(tree), universe);
                let other: [u64; N] = self.words(space, second_child(tree), universe);
                for (one, other) in one.iter_mut().zip(other) {
                    *one = if op == Op::And { *one & other } else { *one | other };
                }
                one
            }
            _ => match self.members(space, tree, universe) {
                Place::All => [u64::MAX; N],
                Place::None => [0; N],
                Place::Arena(start) => {
                    *self.arena[start..].first_chunk().expect("it has room for that many words")
                }
            },
        }
    }

    fn compute(&mut self, space: &Space, tree: &[Term], universe: UniverseIdx) -> Place {
        let code = tree[0].code;
        let n = self.universes.size(universe);
        match code.op() {
            Op::Not => {
                let operand = self.members(space, first_child(tree), universe);
                self.complement(operand, n)
            }
            Op::And | Op::Or => {
                let one = self.members(space, first_child(tree), universe);
                let other = self.members(space, second_child(tree), universe);
                self.join(code.op() == Op::And, one, other, n)
            }
            Op::Some => {
                let filler = self.filler(space, first_child(tree), universe, code.argument());
                self.at_least(universe, code.argument(), 1, filler)
            }
            Op::Only => {
                let filler = self.filler(space, first_child(tree), universe, code.argument());
                self.only(universe, code.argument(), filler)
            }
            Op::AtLeast | Op::AtMost | Op::Exactly => {
                let (role, count) = (code.argument(), tree[1].code.argument());
                let filler = self.filler(space, second_child(tree), universe, role);
                let enough = match code.op() {
                    Op::AtMost => Place::All,
                    _ => self.at_least(universe, role, count, filler),
                };
                if code.op() == Op::AtLeast {
                    return enough;
                }
                let too_many = self.at_least(universe, role, count + 1, filler);
                let not_more = self.complement(too_many, n);
                self.join(true, enough, not_more, n)
            }
            _ => {
                let number = if code.arity() == 0 { code } else { tree[1].code };
                let start = self.make_room(n);
                let members = &mut self.arena[start..];
                self.universes.project(space, universe, [code, number], members);
                Place::Arena(start)
            }
        }
    }

    /// The members of a filler on the universe that a role leads to.
    fn filler(
        &mut self,
        space: &Space,
        tree: &[Term],
        universe: UniverseIdx,
        role: usize,
    ) -> Place {
        let target = self.universes.follow(space, universe, role);
        self.members(space, tree, target)
    }

    /// Empty words for `n` individuals at the end of the arena.
    fn make_room(&mut self, n: usize) -> usize {
        let start = self.arena.len();
        self.arena.resize(start + n.div_ceil(u64::BITS as usize), 0);
        start
    }

    fn complement(&mut self, operand: Place, n: usize) -> Place {
        match operand {
            Place::All => Place::None,
            Place::None => Place::All,
            Place::Arena(operand) => {
                let start = self.make_room(n);
                let (done, new) = self.arena.split_at_mut(start);
                for (new, &word) in new.iter_mut().zip(&done[operand..]) {
                    *new = !word;
                }
                trim(new, n);
                Place::Arena(start)
            }
        }
    }

    fn join(&mut self, is_and: bool, one: Place, other: Place, n: usize) -> Place {
        match (one, other) {
            (Place::All, rest) | (rest, Place::All) => {
                if is_and {
                    rest
                } else {
                    Place::All
                }
            }
            (Place::None, rest) | (rest, Place::None) => {
                if is_and {
                    Place::None
                } else {
                    rest
                }
            }
            (Place::Arena(one), Place::Arena(other)) => {
                let start = self.make_room(n);
                let (done, new) = self.arena.split_at_mut(start);
                let words = new.iter_mut().zip(done[one..].iter().zip(&done[other..]));
                if is_and {
                    words.for_each(|(new, (one, other))| *new = one & other);
                } else {
                    words.for_each(|(new, (one, other))| *new = one | other);
                }
                Place::Arena(start)
            }
        }
    }

    /// `∀ r.C`: no edge misses.
    fn only(&mut self, universe: UniverseIdx, role: usize, filler: Place) -> Place {
        if matches!(filler, Place::All) && self.forall == Forall::Standard {
            return Place::All;
        }
        let n = self.universes.size(universe);
        let start = self.make_room(n);
        let edges = self.universes.edges(universe, role);
        let (done, new) = self.arena.split_at_mut(start);
        let is_inside = |&target: &u32| match filler {
            Place::All => true,
            Place::None => false,
            Place::Arena(filler) => has_bit(&done[filler..], target),
        };
        // Those without a target count as instances by the standard, and have no row here.
        let misses = self.forall == Forall::Standard;
        for (source, targets) in edges.rows() {
            if targets.iter().all(is_inside) != misses {
                set_bit(new, source);
            }
        }
        if misses {
            for word in &mut *new {
                *word = !*word;
            }
        }
        trim(new, n);
        Place::Arena(start)
    }

    /// `≥ n r.C`.
    fn at_least(
        &mut self,
        universe: UniverseIdx,
        role: usize,
        count: usize,
        filler: Place,
    ) -> Place {
        if matches!(filler, Place::None) {
            return Place::None;
        }
        let n = self.universes.size(universe);
        let start = self.make_room(n);
        let edges = self.universes.edges(universe, role);
        let (done, new) = self.arena.split_at_mut(start);
        let Place::Arena(filler) = filler else {
            for (source, targets) in edges.rows() {
                if targets.len() >= count {
                    set_bit(new, source);
                }
            }
            return Place::Arena(start);
        };
        let n_targets = self.universes.size(edges.target_universe);
        let filler = &done[filler..filler + n_targets.div_ceil(u64::BITS as usize)];
        let by_members = is_cheaper_by_members(edges, filler);
        match (count, by_members) {
            (1, true) => {
                for target in ones(filler) {
                    edges.sources_of(target).iter().for_each(|&source| set_bit(new, source));
                }
            }
            (1, false) => {
                for (source, targets) in edges.rows() {
                    if targets.iter().any(|&target| has_bit(filler, target)) {
                        set_bit(new, source);
                    }
                }
            }
            (_, true) => {
                self.tallies.clear();
                self.tallies.resize(n, 0);
                for target in ones(filler) {
                    for &source in edges.sources_of(target) {
                        let seen = &mut self.tallies[source as usize];
                        *seen = seen.saturating_add(1);
                        if *seen as usize == count {
                            set_bit(new, source);
                        }
                    }
                }
            }
            (_, false) => {
                for (source, targets) in edges.rows() {
                    let mut hits = targets.iter().filter(|&&target| has_bit(filler, target));
                    if targets.len() >= count && hits.nth(count - 1).is_some() {
                        set_bit(new, source);
                    }
                }
            }
        }
        Place::Arena(start)
    }
}

/// Whether following the members of a filler back touches less than following all edges.
fn is_cheaper_by_members(edges: &Edges, filler: &[u64]) -> bool {
    let n_members: usize = filler.iter().map(|word| word.count_ones() as usize).sum();
    n_members * 4 < edges.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::{Code, MAX_CARDINALITY};
    use crate::rules::SpaceRules;
    use crate::term::tree_of;
    use evolearner_testing::fixture::{graph, individual};

    #[test]
    fn more_successors_than_sixteen_bits_hold_are_counted() {
        // Five hubs with the same 70,000 successors, so that the members of the filler are fewer
        // than a quarter of the edges and counting starts from them; a sixth with two successors.
        let successors: Vec<String> = (0..70_000).map(|n| format!(":s{n}")).collect();
        let mut turtle = format!("@prefix : <http://x/> . {} a :A .", successors.join(" a :A . "));
        for hub in [":h0", ":h1", ":h2", ":h3", ":h4"] {
            turtle += &[" ", hub, " :r ", &successors.join(" , "), " ."].concat();
        }
        turtle += " :h5 :r :s1 , :s2 .";
        let graph = graph(&turtle);
        let hub = |n| individual(&graph, &format!("http://x/h{n}"));
        let examples = Examples::new(&[0, 1, 2, 3, 4].map(hub), &[hub(5)]).expect("two lists").0;
        let space = Arc::new(Space::new(Arc::new(graph), &examples, &SpaceRules::default()));
        let examples = Arc::new(examples);
        let most = MAX_CARDINALITY as usize;
        let fillers = [Code::TOP, Code::new(Op::Class, 0)];
        for op in [Op::AtLeast, Op::AtMost, Op::Exactly] {
            for (count, filler) in [2, 3, most, most + 1].map(|n| fillers.map(|f| (n, f))).concat()
            {
                let codes = [Code::new(op, 0), Code::new(Op::Number, count), filler];
                let mut evaluator = Evaluator::new(space.clone(), examples.clone(), 1 << 20);
                let expected = match op {
                    Op::AtLeast => Covered { positives: 5, negatives: u32::from(count == 2) },
                    Op::AtMost => Covered { positives: 0, negatives: 1 },
                    _ => Covered { positives: 0, negatives: u32::from(count == 2) },
                };
                assert_eq!(evaluator.covered(&tree_of(&codes)), expected, "{codes:?}");
            }
        }
    }
}
