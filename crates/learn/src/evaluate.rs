//! Who is an instance of a candidate: the hot loop.
//!
//! Every subtree is named by a hash of what it means, the same for `C ⊓ D` and `D ⊓ C`, for `C ⊓ C`
//! and `C`. Its members on a universe are kept under that name, so that after a crossover only the
//! path from the cut to the root is worked out; and the outcome on the examples is kept under the
//! name of the root, so that a candidate that arose before costs one look-up. All tables are a
//! memory of pure functions: what they hold, and when they are emptied, changes no result.

use hashbrown::HashTable;

use crate::bits::{WORD, has_bit, ones, set_bit, trim};
use crate::gene::Op;
use crate::recent::Recent;
use crate::tree::{Node, first_child, second_child};
use crate::universe::{Edges, ROOT, UniverseIdx, Universes, World};

/// How a candidate does on the examples.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Covered {
    /// Positives that it covers.
    pub positives: u32,
    /// Negatives that it covers.
    pub negatives: u32,
}

/// What `∀ r.C` says of individuals without an r-successor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Forall {
    /// They satisfy it.
    #[default]
    Standard,
    /// They do not.
    Nonempty,
}

/// The key of a subtree on a universe. One subtree stands on few universes: they need not be spread
/// far.
#[inline]
fn key(tree: &[Node], universe: UniverseIdx) -> u64 {
    tree[0].name.wrapping_add(u64::from(universe).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

/// Where the members of a subtree stand.
#[derive(Clone, Copy)]
enum Place {
    All,
    None,
    Arena(usize),
}

/// The most words that are few.
const MAX_WORDS: usize = 8;

/// Joins over few words of smaller subtrees are worked out sooner than they are looked up.
const WORTH_KEEPING: usize = 8;

/// What leaves and universes may take where nothing else is kept.
const LEAVES_BYTES: usize = 1 << 26;

/// Evaluates candidates and remembers.
pub(crate) struct Evaluator {
    forall: Forall,
    /// Whether anything but leaves is kept from one candidate to the next.
    remembers: bool,
    universes: Universes,
    arena: Vec<u64>,
    /// How much of the arena is known under a name; the rest is scratch of one candidate.
    n_kept: usize,
    max_bytes: usize,
    /// Where the members of a subtree on a universe stand in the arena, by key.
    known: HashTable<(u64, u32)>,
    /// The same for those asked for lately.
    near: Recent<u32>,
    /// Joins over few words that were worked out lately.
    recent: Recent<[u64; MAX_WORDS]>,
    outcomes: HashTable<(u64, Covered)>,
    /// Successors counted so far. [`MAX_CARDINALITY`](crate::gene::MAX_CARDINALITY) and one more fit,
    /// and counting stops there.
    counts: Vec<u16>,
}

impl Evaluator {
    /// An evaluator whose memory of extensions takes at most about that many bytes; with none at
    /// all it works out every candidate anew.
    pub(crate) fn new(world: World<'_>, forall: Forall, max_bytes: usize) -> Self {
        Self {
            forall,
            remembers: max_bytes > 0,
            universes: Universes::new(world),
            arena: Vec::new(),
            n_kept: 0,
            max_bytes: if max_bytes == 0 { LEAVES_BYTES } else { max_bytes.max(8192) },
            known: HashTable::new(),
            near: Recent::default(),
            recent: Recent::default(),
            outcomes: HashTable::new(),
            counts: Vec::new(),
        }
    }

    /// How a candidate does on the examples.
    pub(crate) fn evaluate(&mut self, world: World<'_>, tree: &[Node]) -> Covered {
        let name = tree[0].name;
        if let Some(&(_, covered)) = self.outcomes.find(name, |outcome| outcome.0 == name) {
            return covered;
        }
        let covered = self.evaluate_new(world, tree);
        if !self.remembers {
            return covered;
        }
        if self.outcomes.len() >= 1 << 20 {
            self.outcomes.clear();
        }
        self.outcomes.insert_unique(name, (name, covered), |outcome| outcome.0);
        covered
    }

    fn evaluate_new(&mut self, world: World<'_>, tree: &[Node]) -> Covered {
        self.arena.truncate(self.n_kept);
        self.forget_if_full(world);
        let place = self.members(world, tree, ROOT);
        let count = |examples: &[u64]| match place {
            Place::All => examples.iter().map(|examples| examples.count_ones()).sum(),
            Place::None => 0,
            Place::Arena(start) => self.arena[start..]
                .iter()
                .zip(examples)
                .map(|(members, examples)| (members & examples).count_ones())
                .sum(),
        };
        let examples = world.examples;
        Covered { positives: count(&examples.positives), negatives: count(&examples.negatives) }
    }

    fn forget_if_full(&mut self, world: World<'_>) {
        let too_many_universes = self.universes.bytes() > self.max_bytes;
        if too_many_universes {
            self.universes = Universes::new(world);
            self.recent = Recent::default();
        }
        if too_many_universes || self.arena.len() * size_of::<u64>() > self.max_bytes {
            self.arena.clear();
            self.n_kept = 0;
            self.known.clear();
            self.near = Recent::default();
        }
    }

    /// The members of the tree that starts here, on a universe.
    fn members(&mut self, world: World<'_>, tree: &[Node], universe: UniverseIdx) -> Place {
        let is_leaf = match tree[0].gene.op() {
            Op::Top => return Place::All,
            Op::Bottom => return Place::None,
            Op::Not | Op::And | Op::Or => {
                let n_words = self.universes.size(universe).div_ceil(WORD);
                if let Some(place) = self.join_few(n_words, world, tree, universe) {
                    return place;
                }
                false
            }
            Op::Some | Op::Only | Op::AtLeast | Op::AtMost | Op::Exactly => false,
            _ => true,
        };
        if !is_leaf && !self.remembers {
            return self.work_out(world, tree, universe);
        }
        let key = key(tree, universe);
        if let Some(start) = self.near.get(key) {
            return Place::Arena(start as usize);
        }
        if let Some(&(_, start)) = self.known.find(key, |known| known.0 == key) {
            self.near.put(key, start);
            return Place::Arena(start as usize);
        }
        let place = self.work_out(world, tree, universe);
        if let Place::Arena(start) = place {
            self.known.insert_unique(key, (key, start as u32), |known| known.0);
            self.near.put(key, start as u32);
            self.n_kept = self.arena.len();
        }
        place
    }

    /// A join, if it is over few words.
    fn join_few(
        &mut self,
        n_words: usize,
        world: World<'_>,
        tree: &[Node],
        universe: UniverseIdx,
    ) -> Option<Place> {
        match n_words {
            1 => Some(self.join_words::<1>(world, tree, universe)),
            2 => Some(self.join_words::<2>(world, tree, universe)),
            3 => Some(self.join_words::<3>(world, tree, universe)),
            4 => Some(self.join_words::<4>(world, tree, universe)),
            5 => Some(self.join_words::<5>(world, tree, universe)),
            6 => Some(self.join_words::<6>(world, tree, universe)),
            7 => Some(self.join_words::<7>(world, tree, universe)),
            8 => Some(self.join_words::<8>(world, tree, universe)),
            _ => None,
        }
    }

    fn join_words<const N: usize>(
        &mut self,
        world: World<'_>,
        tree: &[Node],
        universe: UniverseIdx,
    ) -> Place {
        let words: [u64; N] = self.words(world, tree, universe);
        let start = self.arena.len();
        self.arena.extend_from_slice(&words);
        trim(&mut self.arena[start..], self.universes.size(universe));
        Place::Arena(start)
    }

    /// The members as few words. What stands beyond the last individual means nothing.
    fn words<const N: usize>(
        &mut self,
        world: World<'_>,
        tree: &[Node],
        universe: UniverseIdx,
    ) -> [u64; N] {
        if tree[0].size() < WORTH_KEEPING || !self.remembers {
            return self.words_anew(world, tree, universe);
        }
        let key = key(tree, universe);
        if let Some(kept) = self.recent.get(key) {
            return *kept.first_chunk().expect("there are few words");
        }
        let words = self.words_anew(world, tree, universe);
        let mut kept = [0; MAX_WORDS];
        kept[..N].copy_from_slice(&words);
        self.recent.put(key, kept);
        words
    }

    fn words_anew<const N: usize>(
        &mut self,
        world: World<'_>,
        tree: &[Node],
        universe: UniverseIdx,
    ) -> [u64; N] {
        let op = tree[0].gene.op();
        match op {
            Op::Not => self.words(world, first_child(tree), universe).map(|word: u64| !word),
            Op::And | Op::Or => {
                let mut one: [u64; N] = self.words(world, first_child(tree), universe);
                let other: [u64; N] = self.words(world, second_child(tree), universe);
                for (one, other) in one.iter_mut().zip(other) {
                    *one = if op == Op::And { *one & other } else { *one | other };
                }
                one
            }
            _ => match self.members(world, tree, universe) {
                Place::All => [u64::MAX; N],
                Place::None => [0; N],
                Place::Arena(start) => {
                    *self.arena[start..].first_chunk().expect("it has room for that many words")
                }
            },
        }
    }

    fn work_out(&mut self, world: World<'_>, tree: &[Node], universe: UniverseIdx) -> Place {
        let gene = tree[0].gene;
        let n = self.universes.size(universe);
        match gene.op() {
            Op::Not => {
                let operand = self.members(world, first_child(tree), universe);
                self.complement(operand, n)
            }
            Op::And | Op::Or => {
                let one = self.members(world, first_child(tree), universe);
                let other = self.members(world, second_child(tree), universe);
                self.join(gene.op() == Op::And, one, other, n)
            }
            Op::Some => {
                let filler = self.filler(world, first_child(tree), universe, gene.argument());
                self.at_least(universe, gene.argument(), 1, filler)
            }
            Op::Only => {
                let filler = self.filler(world, first_child(tree), universe, gene.argument());
                self.only(universe, gene.argument(), filler)
            }
            Op::AtLeast | Op::AtMost | Op::Exactly => {
                let (role, count) = (gene.argument(), tree[1].gene.argument());
                let filler = self.filler(world, second_child(tree), universe, role);
                let enough = match gene.op() {
                    Op::AtMost => Place::All,
                    _ => self.at_least(universe, role, count, filler),
                };
                if gene.op() == Op::AtLeast {
                    return enough;
                }
                let too_many = self.at_least(universe, role, count + 1, filler);
                let not_more = self.complement(too_many, n);
                self.join(true, enough, not_more, n)
            }
            _ => {
                let number = if gene.arity() == 0 { gene } else { tree[1].gene };
                let start = self.make_room(n);
                let members = &mut self.arena[start..];
                self.universes.project(world, universe, [gene, number], members);
                Place::Arena(start)
            }
        }
    }

    /// The members of a filler on the universe that a role leads to.
    fn filler(
        &mut self,
        world: World<'_>,
        tree: &[Node],
        universe: UniverseIdx,
        role: usize,
    ) -> Place {
        let target = self.universes.follow(world, universe, role);
        self.members(world, tree, target)
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
                self.counts.clear();
                self.counts.resize(n, 0);
                for target in ones(filler) {
                    for &source in edges.sources_of(target) {
                        let seen = &mut self.counts[source as usize];
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
    use evolearner_dl::IndividualId;
    use evolearner_retrieve::RetrieveSettings;

    use super::*;
    use crate::alphabet::NodeType;
    use crate::examples::Examples;
    use crate::express::concept;
    use crate::fixture::{molecules, uncles};
    use crate::gene::Gene;
    use crate::init::grow_ramped;
    use crate::language::{Constructor, Language};
    use crate::random::{Random, Stage};
    use crate::settings::{Named as _, SearchSpace};
    use crate::tree::planted;

    /// What a candidate covers, by retrieving it from the whole graph one individual at a time.
    fn by_definition(
        graph: &evolearner_graph::Graph,
        problem: &crate::problem::Problem,
        alphabet: &crate::alphabet::Alphabet,
        genes: &[Gene],
    ) -> Covered {
        let concept = concept(alphabet, genes);
        let members =
            evolearner_retrieve::naive::retrieve(graph, &concept, RetrieveSettings::default());
        let count = |examples: &[IndividualId]| {
            examples.iter().filter(|example| members.contains(example)).count() as u32
        };
        Covered { positives: count(problem.positives()), negatives: count(problem.negatives()) }
    }

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
        let graph = crate::fixture::graph(&turtle);
        let hub = |n| crate::fixture::individual(&graph, &format!("http://x/h{n}"));
        let positives = [0, 1, 2, 3, 4].map(hub);
        let (problem, _) = crate::problem::Problem::new(&positives, &[hub(5)]).expect("two lists");
        let alphabet = crate::space::alphabet(&graph, &problem, &SearchSpace::default());
        let examples = Examples::new(&graph, &problem, None);
        let world = World { graph: &graph, alphabet: &alphabet, examples: &examples };
        let most = crate::gene::MAX_CARDINALITY as usize;
        let fillers = [Gene::TOP, Gene::new(Op::Class, 0)];
        for op in [Op::AtLeast, Op::AtMost, Op::Exactly] {
            for (count, filler) in [2, 3, most, most + 1].map(|n| fillers.map(|f| (n, f))).concat()
            {
                let genes = [Gene::new(op, 0), Gene::new(Op::Number, count), filler];
                let mut evaluator = Evaluator::new(world, Forall::Standard, 1 << 20);
                let found = evaluator.evaluate(world, &planted(&genes));
                let expected = match op {
                    Op::AtLeast => Covered { positives: 5, negatives: u32::from(count == 2) },
                    Op::AtMost => Covered { positives: 0, negatives: 1 },
                    _ => Covered { positives: 0, negatives: u32::from(count == 2) },
                };
                assert_eq!(found, expected, "{genes:?}");
            }
        }
    }

    #[test]
    fn the_fast_way_agrees_with_the_definition() {
        let (family, uncle) = uncles();
        let family_alphabet = crate::space::alphabet(&family, &uncle, &SearchSpace::default());
        let (graph, problem, alphabet) = molecules();
        let everything = Constructor::ALL.iter().fold(Language::default(), |l, &c| l.with(c));
        let space = SearchSpace { language: everything, ..SearchSpace::default() };
        let full_alphabet = crate::space::alphabet(&graph, &problem, &space);
        assert!(full_alphabet.atoms.len() > 2);
        let worlds = [
            (&family, &uncle, &family_alphabet, 600),
            (&graph, &problem, &alphabet, 4000),
            (&graph, &problem, &full_alphabet, 4000),
        ];
        for (graph, problem, alphabet, n_cases) in worlds {
            let examples = Examples::new(graph, problem, None);
            let world = World { graph, alphabet, examples: &examples };
            // No memory, one so small that it is emptied again and again, and enough.
            let mut evaluators =
                [0, 1, 1 << 20].map(|bytes| Evaluator::new(world, Forall::Standard, bytes));
            for case in 0..n_cases {
                let mut random = Random::new(5, Stage::Init, 0, case);
                let mut genes = Vec::new();
                grow_ramped(&mut random, alphabet, (0, 5), NodeType::Concept, &mut genes);
                let expected = by_definition(graph, problem, alphabet, &genes);
                for evaluator in &mut evaluators {
                    let found = evaluator.evaluate(world, &planted(&genes));
                    assert_eq!(found, expected, "{genes:?}");
                }
            }
        }
    }
}
