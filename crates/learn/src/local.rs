//! The part of the graph that a learning problem can see.
//!
//! Fitness asks only about the examples; `∃ r.C` on them asks about C only on their r-successors,
//! and so on. The individuals are renumbered by their distance from the examples: *level* 0 are
//! the examples, level k all that k steps reach. A concept below k role restrictions is evaluated
//! on level k alone, a prefix of the numbering. What lies deeper than any candidate looks is never
//! touched, so the cost of learning follows the neighbourhood and not the knowledge base.

use evolearner_dl::{IndividualId, Kind, LiteralId};
use evolearner_graph::Graph;
use foldhash::fast::FixedState;
use hashbrown::HashMap;

use crate::alphabet::Alphabet;
use crate::problem::Problem;

const WORD: usize = u64::BITS as usize;

/// The edges of one role between local individuals, by source and by target.
#[derive(Clone, Debug, Default)]
pub(crate) struct LocalRole {
    /// Row `s` is `targets[starts[s]..starts[s + 1]]`, ascending.
    pub(crate) starts: Vec<u32>,
    pub(crate) targets: Vec<u32>,
    /// The sources that have any target, ascending: most individuals have none.
    pub(crate) active: Vec<u32>,
    /// Row `t` is `sources[starts_by_target[t]..]`, ascending.
    pub(crate) starts_by_target: Vec<u32>,
    pub(crate) sources: Vec<u32>,
}

/// A problem projected onto the neighbourhood of its examples.
#[derive(Clone, Debug)]
pub(crate) struct Local {
    /// The individuals by local number.
    pub(crate) individuals: Vec<IndividualId>,
    numbers: HashMap<u32, u32, FixedState>,
    /// How many individuals each level has; the last is complete up to its own edges.
    level_sizes: Vec<usize>,
    pub(crate) positives: Vec<u64>,
    pub(crate) negatives: Vec<u64>,
    pub(crate) n_positives: u32,
    pub(crate) n_negatives: u32,
    pub(crate) roles: Vec<LocalRole>,
    /// The members of each class of the alphabet.
    pub(crate) classes: Vec<Vec<u64>>,
    /// For each threshold the individuals with a value at or above it, and at or below it.
    pub(crate) at_least: Vec<Vec<u64>>,
    pub(crate) at_most: Vec<Vec<u64>>,
    /// For each boolean property the individuals with `false`, and with `true`.
    pub(crate) truths: Vec<[Vec<u64>; 2]>,
    /// The members of each atom of the alphabet.
    pub(crate) atoms: Vec<Vec<u64>>,
}

impl Local {
    /// The examples and their direct neighbourhood.
    pub(crate) fn new(graph: &Graph, problem: &Problem, alphabet: &Alphabet) -> Self {
        let mut local = Self {
            individuals: Vec::new(),
            numbers: HashMap::default(),
            level_sizes: Vec::new(),
            positives: Vec::new(),
            negatives: Vec::new(),
            n_positives: problem.positives().len() as u32,
            n_negatives: problem.negatives().len() as u32,
            roles: vec![LocalRole::default(); alphabet.roles.len()],
            classes: vec![Vec::new(); alphabet.classes.len()],
            at_least: vec![Vec::new(); alphabet.n_splits()],
            at_most: vec![Vec::new(); alphabet.n_splits()],
            truths: vec![[Vec::new(), Vec::new()]; alphabet.boolean.len()],
            atoms: vec![Vec::new(); alphabet.atoms.len()],
        };
        let positives: Vec<u32> =
            problem.positives().iter().map(|&example| local.add(example)).collect();
        let negatives: Vec<u32> =
            problem.negatives().iter().map(|&example| local.add(example)).collect();
        // Where every answer is a part of some class, no answer covers what lies outside of it.
        let can_be_covered = |example: &u32| {
            let example = local.individuals[*example as usize];
            alphabet.start_class.is_none_or(|class| graph.instances(class).contains(example))
        };
        let examples = |numbers: Vec<u32>| {
            let numbers: Vec<u32> = numbers.into_iter().filter(can_be_covered).collect();
            bits(local.individuals.len(), &numbers)
        };
        (local.positives, local.negatives) = (examples(positives), examples(negatives));
        local.level_sizes.push(local.individuals.len());
        local.read_new(graph, alphabet, 0);
        local
    }

    fn add(&mut self, individual: IndividualId) -> u32 {
        let next = self.individuals.len() as u32;
        let local = *self.numbers.entry(individual.0).or_insert(next);
        if local == next {
            self.individuals.push(individual);
        }
        local
    }

    /// The number of individuals on a level.
    #[inline]
    pub(crate) fn size(&self, level: usize) -> usize {
        self.level_sizes[level]
    }

    /// The number of words that hold a level.
    #[inline]
    pub(crate) fn words(&self, level: usize) -> usize {
        self.level_sizes[level].div_ceil(WORD)
    }

    /// The deepest level there is.
    pub(crate) fn max_level(&self) -> usize {
        self.level_sizes.len() - 1
    }

    /// Makes sure that a level exists. What is known of the levels before does not change.
    pub(crate) fn ensure_level(&mut self, graph: &Graph, alphabet: &Alphabet, level: usize) {
        while self.max_level() < level {
            let n_sources = self.individuals.len();
            let n_done = match self.level_sizes.len() {
                0 | 1 => 0,
                n => self.level_sizes[n - 2],
            };
            for (role_idx, role) in alphabet.roles.iter().enumerate() {
                let rows = graph.edges(role.property).rows(*role);
                for source in n_done..n_sources {
                    let start = self.roles[role_idx].targets.len();
                    self.roles[role_idx].starts.push(start as u32);
                    for &target in rows.of(self.individuals[source].0) {
                        let target = self.add(IndividualId(target));
                        self.roles[role_idx].targets.push(target);
                    }
                    self.roles[role_idx].targets[start..].sort_unstable();
                }
            }
            let n = self.individuals.len();
            for role in &mut self.roles {
                role.finish(n_sources, n);
            }
            self.level_sizes.push(n);
            self.read_new(graph, alphabet, n_sources);
        }
    }

    /// Reads classes and values of the individuals from a number on.
    fn read_new(&mut self, graph: &Graph, alphabet: &Alphabet, first: usize) {
        let n = self.individuals.len();
        let n_words = n.div_ceil(WORD);
        for (class_idx, &class) in alphabet.classes.iter().enumerate() {
            let members = graph.instances(class);
            let words = &mut self.classes[class_idx];
            words.resize(n_words, 0);
            if members.len() < (n - first) / 4 {
                for member in members.iter() {
                    if let Some(&local) = self.numbers.get(&member.0) {
                        words[local as usize / WORD] |= 1 << (local as usize % WORD);
                    }
                }
            } else {
                for (offset, &individual) in self.individuals[first..].iter().enumerate() {
                    if members.contains(individual) {
                        let local = first + offset;
                        words[local / WORD] |= 1 << (local % WORD);
                    }
                }
            }
        }
        for (words, (atom, _)) in self.atoms.iter_mut().zip(&alphabet.atoms) {
            words.resize(n_words, 0);
            for local in first..n {
                if atom.holds(graph, self.individuals[local]) {
                    words[local / WORD] |= 1 << (local % WORD);
                }
            }
        }
        for words in self.at_least.iter_mut().chain(&mut self.at_most) {
            words.resize(n_words, 0);
        }
        for property in &alphabet.numeric {
            let values = graph.values(property.property);
            let splits = property.splits.iter().enumerate();
            let splits: Vec<(usize, f64)> = splits
                .map(|(index, split)| (property.first_split as usize + index, split.key))
                .collect();
            let kind = property.splits[0].kind;
            for local in first..n {
                let Some((low, high)) = extremes(graph, values.of(self.individuals[local]), kind)
                else {
                    continue;
                };
                let bit = 1 << (local % WORD);
                for &(index, split) in &splits {
                    if high >= split {
                        self.at_least[index][local / WORD] |= bit;
                    }
                    if low <= split {
                        self.at_most[index][local / WORD] |= bit;
                    }
                }
            }
        }
        for (property_idx, &property) in alphabet.boolean.iter().enumerate() {
            let values = graph.values(property);
            for words in &mut self.truths[property_idx] {
                words.resize(n_words, 0);
            }
            for local in first..n {
                for literal in values.of(self.individuals[local]) {
                    let value = graph.literals.value(literal);
                    if value.kind == Kind::Boolean {
                        let truth = usize::from(value.key != 0.0);
                        self.truths[property_idx][truth][local / WORD] |= 1 << (local % WORD);
                    }
                }
            }
        }
    }
}

/// The smallest and the largest of the values of one kind.
pub(crate) fn extremes(
    graph: &Graph,
    values: impl Iterator<Item = LiteralId>,
    kind: Kind,
) -> Option<(f64, f64)> {
    values
        .map(|literal| graph.literals.value(literal))
        .filter(|value| value.kind == kind)
        .map(|value| value.key)
        .fold(None, |found: Option<(f64, f64)>, key| {
            let (low, high) = found.unwrap_or((key, key));
            Some((low.min(key), high.max(key)))
        })
}

impl LocalRole {
    /// Closes the last row and lays the edges out by target as well.
    fn finish(&mut self, n_sources: usize, n: usize) {
        debug_assert_eq!(self.starts.len(), n_sources, "a row per source");
        let mut starts = vec![0u32; n + 1];
        for &target in &self.targets {
            starts[target as usize + 1] += 1;
        }
        for target in 0..n {
            starts[target + 1] += starts[target];
        }
        let mut next = starts.clone();
        let mut sources = vec![0; self.targets.len()];
        for source in 0..n_sources {
            let end = self.starts.get(source + 1).map_or(self.targets.len(), |&end| end as usize);
            for &target in &self.targets[self.starts[source] as usize..end] {
                let slot = &mut next[target as usize];
                sources[*slot as usize] = source as u32;
                *slot += 1;
            }
        }
        self.starts_by_target = starts;
        self.sources = sources;
        let first = self.active.last().map_or(0, |&last| last as usize + 1);
        for source in first..n_sources {
            if !self.targets_of(source).is_empty() {
                self.active.push(source as u32);
            }
        }
    }

    /// The sources below `n` that have any target.
    #[inline]
    pub(crate) fn active_below(&self, n: usize) -> &[u32] {
        &self.active[..self.active.partition_point(|&source| (source as usize) < n)]
    }

    /// The sources of a target that lie below `n`.
    #[inline]
    pub(crate) fn sources_of(&self, target: usize, n: usize) -> impl Iterator<Item = usize> + '_ {
        let row =
            self.starts_by_target[target] as usize..self.starts_by_target[target + 1] as usize;
        self.sources[row]
            .iter()
            .map(|&source| source as usize)
            .take_while(move |&source| source < n)
    }

    /// The targets of a source.
    #[inline]
    pub(crate) fn targets_of(&self, source: usize) -> &[u32] {
        let end = self.starts.get(source + 1).map_or(self.targets.len(), |&end| end as usize);
        &self.targets[self.starts[source] as usize..end]
    }

    /// The number of edges from the first `n` sources.
    #[inline]
    pub(crate) fn n_edges(&self, n: usize) -> usize {
        self.starts.get(n).map_or(self.targets.len(), |&end| end as usize)
    }
}

/// A set of numbers below `n` as bits.
fn bits(n: usize, members: &[u32]) -> Vec<u64> {
    let mut words = vec![0; n.div_ceil(WORD)];
    for &member in members {
        words[member as usize / WORD] |= 1 << (member as usize % WORD);
    }
    words
}

/// Whether a bit is set.
#[inline]
pub(crate) fn has_bit(words: &[u64], index: u32) -> bool {
    words[index as usize / WORD] >> (index as usize % WORD) & 1 == 1
}
