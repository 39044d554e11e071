//! Who is an instance of a candidate: the hot loop.
//!
//! Every subtree is named by a hash of what it means, the same for `C ⊓ D` and `D ⊓ C`, for `C ⊓ C`
//! and `C`. Its members are kept under that name, so that after a crossover only the path from the
//! cut to the root is worked out; and the outcome on the examples is kept under the name of the
//! root, so that a candidate that arose before costs one look-up. Both tables are a memory of pure
//! functions: what they hold, and when they are emptied, changes no result.

use foldhash::fast::FixedState;
use hashbrown::{HashMap, HashTable};

use crate::gene::{Gene, Op, subtree_end};
use crate::local::{Local, LocalRole, has_bit};
use crate::survey::{name_of_one, name_of_two, own_name};

const WORD: usize = u64::BITS as usize;

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

/// Members of a subtree, somewhere in the arena.
#[derive(Clone, Copy)]
struct Known {
    name: u64,
    start: u32,
    level: u8,
}

/// Where the members of a subtree stand.
#[derive(Clone, Copy)]
enum Place {
    All,
    None,
    Class(usize),
    AtLeast(usize),
    AtMost(usize),
    Truth(usize, usize),
    Atom(usize),
    Arena(usize),
}

/// Evaluates candidates and remembers.
pub(crate) struct Evaluator {
    forall: Forall,
    arena: Vec<u64>,
    max_arena: usize,
    known: HashTable<Known>,
    outcomes: HashMap<u64, Covered, FixedState>,
    names: Vec<u64>,
    stack: Vec<u64>,
    counts: Vec<u16>,
}

impl Evaluator {
    /// An evaluator whose memory of extensions takes at most that many bytes.
    pub(crate) fn new(forall: Forall, max_bytes: usize) -> Self {
        Self {
            forall,
            arena: Vec::new(),
            max_arena: (max_bytes / 8).max(1024),
            known: HashTable::new(),
            outcomes: HashMap::default(),
            names: Vec::new(),
            stack: Vec::new(),
            counts: Vec::new(),
        }
    }

    /// How a candidate of that name does on the examples. The levels that it looks at must exist.
    pub(crate) fn evaluate(&mut self, local: &Local, genes: &[Gene], name: u64) -> Covered {
        if let Some(&covered) = self.outcomes.get(&name) {
            return covered;
        }
        self.name_subtrees(genes);
        let covered = self.evaluate_new(local, genes);
        if self.outcomes.len() >= 1 << 20 {
            self.outcomes.clear();
        }
        self.outcomes.insert(name, covered);
        covered
    }

    fn evaluate_new(&mut self, local: &Local, genes: &[Gene]) -> Covered {
        if self.arena.len() > self.max_arena {
            self.arena.clear();
            self.known.clear();
        }
        let place = self.members(local, genes, 0, 0);
        let count = |examples: &[u64]| match place {
            Place::All => examples.iter().map(|examples| examples.count_ones()).sum(),
            Place::None => 0,
            _ => self
                .slice(local, place, examples.len())
                .iter()
                .zip(examples)
                .map(|(members, examples)| (members & examples).count_ones())
                .sum(),
        };
        Covered { positives: count(&local.positives), negatives: count(&local.negatives) }
    }

    /// Names every subtree, from the leaves up.
    fn name_subtrees(&mut self, genes: &[Gene]) {
        self.names.clear();
        self.names.resize(genes.len(), 0);
        self.stack.clear();
        for (index, &gene) in genes.iter().enumerate().rev() {
            let own = own_name(gene);
            let mut child = || self.stack.pop().expect("genes are one tree");
            let name = match gene.arity() {
                0 => own,
                1 => name_of_one(gene, own, child()),
                _ => {
                    let (first, second) = (child(), child());
                    name_of_two(gene, own, first, second)
                }
            };
            self.names[index] = name;
            self.stack.push(name);
        }
    }

    fn slice<'s>(&'s self, local: &'s Local, place: Place, n_words: usize) -> &'s [u64] {
        match place {
            Place::Class(class) => &local.classes[class][..n_words],
            Place::AtLeast(split) => &local.at_least[split][..n_words],
            Place::AtMost(split) => &local.at_most[split][..n_words],
            Place::Truth(property, truth) => &local.truths[property][truth][..n_words],
            Place::Atom(atom) => &local.atoms[atom][..n_words],
            Place::Arena(start) => &self.arena[start..start + n_words],
            Place::All | Place::None => &[],
        }
    }

    /// The members of the subtree at a gene, on a level.
    fn members(&mut self, local: &Local, genes: &[Gene], at: usize, level: usize) -> Place {
        let gene = genes[at];
        match gene.op() {
            Op::Top => return Place::All,
            Op::Bottom => return Place::None,
            Op::Class => return Place::Class(gene.argument()),
            Op::Atom => return Place::Atom(gene.argument()),
            Op::Min => return Place::AtLeast(genes[at + 1].argument()),
            Op::Max => return Place::AtMost(genes[at + 1].argument()),
            Op::Is => return Place::Truth(gene.argument(), genes[at + 1].argument()),
            _ => {}
        }
        let name = self.names[at];
        if let Some(known) = self.known.find(name, |known| known.name == name)
            && known.level as usize >= level
        {
            return Place::Arena(known.start as usize);
        }
        let place = self.work_out(local, genes, at, level);
        if let Place::Arena(start) = place {
            let known = Known { name, start: start as u32, level: level as u8 };
            match self.known.find_mut(name, |known| known.name == name) {
                // Worked out on a deeper level than before: that serves the shallower ones too.
                Some(slot) => *slot = known,
                None => {
                    self.known.insert_unique(name, known, |known| known.name);
                }
            }
        }
        place
    }

    fn work_out(&mut self, local: &Local, genes: &[Gene], at: usize, level: usize) -> Place {
        let gene = genes[at];
        let n_words = local.words(level);
        match gene.op() {
            Op::Not => match self.members(local, genes, at + 1, level) {
                Place::All => Place::None,
                Place::None => Place::All,
                operand => {
                    let start = self.make_room(n_words);
                    let (done, new) = self.arena.split_at_mut(start);
                    let operand = read(done, local, operand, n_words);
                    for (new, &word) in new.iter_mut().zip(operand) {
                        *new = !word;
                    }
                    trim(new, local.size(level));
                    Place::Arena(start)
                }
            },
            Op::And | Op::Or => {
                let one = self.members(local, genes, at + 1, level);
                let second = subtree_end(genes, at + 1);
                let other = self.members(local, genes, second, level);
                self.join(local, gene.op() == Op::And, one, other, n_words)
            }
            Op::Some => {
                let filler = self.members(local, genes, at + 1, level + 1);
                self.exists(local, gene.argument(), filler, level)
            }
            Op::Only => {
                let filler = self.members(local, genes, at + 1, level + 1);
                self.forall(local, gene.argument(), filler, level)
            }
            Op::AtLeast | Op::AtMost => {
                let filler = self.members(local, genes, at + 2, level + 1);
                let count = genes[at + 1].argument();
                if gene.op() == Op::AtLeast {
                    self.at_least(local, gene.argument(), count, filler, level, false)
                } else {
                    self.at_least(local, gene.argument(), count + 1, filler, level, true)
                }
            }
            Op::Exactly => {
                let filler = self.members(local, genes, at + 2, level + 1);
                let (role, count) = (gene.argument(), genes[at + 1].argument());
                let enough = self.at_least(local, role, count, filler, level, false);
                let not_more = self.at_least(local, role, count + 1, filler, level, true);
                self.join(local, true, enough, not_more, n_words)
            }
            _ => unreachable!("leaves stand in tables"),
        }
    }

    fn make_room(&mut self, n_words: usize) -> usize {
        let start = self.arena.len();
        self.arena.resize(start + n_words, 0);
        start
    }

    fn join(
        &mut self,
        local: &Local,
        is_and: bool,
        one: Place,
        other: Place,
        n_words: usize,
    ) -> Place {
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
            _ => {
                let start = self.make_room(n_words);
                let (done, new) = self.arena.split_at_mut(start);
                let one = read(done, local, one, n_words);
                let other = read(done, local, other, n_words);
                let words = new.iter_mut().zip(one.iter().zip(other));
                if is_and {
                    words.for_each(|(new, (one, other))| *new = one & other);
                } else {
                    words.for_each(|(new, (one, other))| *new = one | other);
                }
                Place::Arena(start)
            }
        }
    }

    /// `∃ r.C`.
    fn exists(&mut self, local: &Local, role: usize, filler: Place, level: usize) -> Place {
        if matches!(filler, Place::None) {
            return Place::None;
        }
        let n = local.size(level);
        let role = &local.roles[role];
        let start = self.make_room(local.words(level));
        let (done, new) = self.arena.split_at_mut(start);
        match filler {
            Place::All => role.active_below(n).iter().for_each(|&source| set_bit(new, source)),
            _ => mark(role, n, read(done, local, filler, local.words(level + 1)), false, new),
        }
        Place::Arena(start)
    }

    /// `∀ r.C`: no edge misses.
    fn forall(&mut self, local: &Local, role: usize, filler: Place, level: usize) -> Place {
        let n = local.size(level);
        let role = &local.roles[role];
        if matches!(filler, Place::All) && self.forall == Forall::Standard {
            return Place::All;
        }
        let start = self.make_room(local.words(level));
        let (done, new) = self.arena.split_at_mut(start);
        match filler {
            Place::All => {}
            Place::None => role.active_below(n).iter().for_each(|&source| set_bit(new, source)),
            _ => mark(role, n, read(done, local, filler, local.words(level + 1)), true, new),
        }
        // So far those are marked of which an edge misses.
        match self.forall {
            Forall::Standard => new.iter_mut().for_each(|word| *word = !*word),
            Forall::Nonempty => {
                let missed = new.to_vec();
                new.fill(0);
                role.active_below(n).iter().for_each(|&source| set_bit(new, source));
                new.iter_mut().zip(missed).for_each(|(word, missed)| *word &= !missed);
            }
        }
        trim(new, n);
        Place::Arena(start)
    }

    /// `≥ n r.C`, or its negation.
    fn at_least(
        &mut self,
        local: &Local,
        role: usize,
        count: usize,
        filler: Place,
        level: usize,
        negate: bool,
    ) -> Place {
        let n = local.size(level);
        let role = &local.roles[role];
        let start = self.make_room(local.words(level));
        let (done, new) = self.arena.split_at_mut(start);
        match filler {
            Place::None => {}
            Place::All => {
                for &source in role.active_below(n) {
                    if role.targets_of(source as usize).len() >= count {
                        set_bit(new, source);
                    }
                }
            }
            _ => {
                let filler = read(done, local, filler, local.words(level + 1));
                if is_cheaper_by_members(role, n, filler) {
                    self.counts.clear();
                    self.counts.resize(n, 0);
                    for target in ones(filler) {
                        for source in role.sources_of(target, n) {
                            self.counts[source] = self.counts[source].saturating_add(1);
                            if self.counts[source] as usize == count {
                                set_bit(new, source as u32);
                            }
                        }
                    }
                } else {
                    for &source in role.active_below(n) {
                        let targets = role.targets_of(source as usize);
                        let mut hits = targets.iter().filter(|&&target| has_bit(filler, target));
                        if targets.len() >= count && hits.nth(count - 1).is_some() {
                            set_bit(new, source);
                        }
                    }
                }
            }
        }
        if negate {
            for word in &mut *new {
                *word = !*word;
            }
            trim(new, n);
        }
        Place::Arena(start)
    }
}

/// Marks the sources below `n` with a target inside the filler (or outside of it), from the
/// cheaper side: by sources until one edge hits, or by the members of the filler.
fn mark(role: &LocalRole, n: usize, filler: &[u64], outside: bool, new: &mut [u64]) {
    if !outside && is_cheaper_by_members(role, n, filler) {
        for target in ones(filler) {
            for source in role.sources_of(target, n) {
                set_bit(new, source as u32);
            }
        }
        return;
    }
    for &source in role.active_below(n) {
        let targets = role.targets_of(source as usize);
        if targets.iter().any(|&target| has_bit(filler, target) != outside) {
            set_bit(new, source);
        }
    }
}

/// Whether following the members of a filler back touches less than following all edges.
fn is_cheaper_by_members(role: &LocalRole, n: usize, filler: &[u64]) -> bool {
    let n_members: usize = filler.iter().map(|word| word.count_ones() as usize).sum();
    n_members * 4 < role.n_edges(n)
}

/// The positions of the set bits, ascending.
fn ones(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
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

#[inline]
fn set_bit(words: &mut [u64], index: u32) {
    words[index as usize / WORD] |= 1 << (index as usize % WORD);
}

/// The words of a place, where the arena is borrowed in part.
fn read<'s>(done: &'s [u64], local: &'s Local, place: Place, n_words: usize) -> &'s [u64] {
    match place {
        Place::Class(class) => &local.classes[class][..n_words],
        Place::AtLeast(split) => &local.at_least[split][..n_words],
        Place::AtMost(split) => &local.at_most[split][..n_words],
        Place::Truth(property, truth) => &local.truths[property][truth][..n_words],
        Place::Atom(atom) => &local.atoms[atom][..n_words],
        Place::Arena(start) => &done[start..start + n_words],
        Place::All | Place::None => &[],
    }
}

/// Clears the bits beyond `n`.
fn trim(words: &mut [u64], n: usize) {
    if let (Some(last), rest @ 1..) = (words.last_mut(), n % WORD) {
        *last &= (1 << rest) - 1;
    }
}

#[cfg(test)]
mod tests {
    use evolearner_dl::IndividualId;
    use evolearner_retrieve::RetrieveSettings;

    use super::*;
    use crate::alphabet::NodeType;
    use crate::express::concept;
    use crate::fixture::{molecules, uncles};
    use crate::init::grow_ramped;
    use crate::language::{Constructor, Language};
    use crate::random::{Random, Stage};
    use crate::settings::{Named as _, SearchSpace};
    use crate::survey::survey;

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
            let mut local = Local::new(graph, problem, alphabet);
            // So small a memory that it is emptied again and again.
            let mut forgetful = Evaluator::new(Forall::Standard, 0);
            let mut evaluator = Evaluator::new(Forall::Standard, 1 << 20);
            for case in 0..n_cases {
                let mut random = Random::new(5, Stage::Init, 0, case);
                let mut genes = Vec::new();
                grow_ramped(&mut random, alphabet, (0, 5), NodeType::Concept, &mut genes);
                let survey = survey(&genes, &mut Vec::new());
                local.ensure_level(graph, alphabet, survey.role_depth.into());
                let expected = by_definition(graph, problem, alphabet, &genes);
                assert_eq!(evaluator.evaluate(&local, &genes, survey.name), expected, "{genes:?}");
                assert_eq!(forgetful.evaluate(&local, &genes, survey.name), expected, "{genes:?}");
            }
        }
    }
}
