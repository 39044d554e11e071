//! Where concepts are evaluated.
//!
//! Fitness asks only about the examples; `∃ r.C` on them asks about C only on their r-successors,
//! and so on. A *universe* is a set of individuals that some path of roles leads to: the first is
//! the examples, and role r leads from a universe to that of the r-successors of its members. What
//! no candidate looks at is never touched, so that the cost of learning follows the neighbourhood
//! and not the knowledge base. Paths that lead to the same individuals share one universe.

use std::hash::BuildHasher;

use evolearner_dl::Kind;
use evolearner_graph::bits::{WORD, has_bit, ones, set_bit};
use foldhash::fast::FixedState;
use hashbrown::HashTable;

use crate::code::{Code, Op};
use crate::examples::Examples;
use crate::neighbourhood::Neighbourhood;
use crate::space::Space;

/// The members of a class are found among all individuals met if these are at most so many times as
/// many as those asked for; otherwise each individual is looked up.
const UNASKED_PER_ASKED: usize = 4;

/// A universe by its place.
pub(crate) type UniverseIdx = u32;

/// The place of the examples.
pub(crate) const ROOT: UniverseIdx = 0;

/// Some individuals, and where roles lead from them.
#[derive(Clone, Debug)]
struct Universe {
    /// Their numbers in the neighbourhood, ascending.
    individuals: Vec<u32>,
    /// For each role of the space, once it was followed.
    edges: Vec<Option<Box<Edges>>>,
}

/// The edges of one role from one universe to the next, by source and by target.
#[derive(Clone, Debug)]
pub(crate) struct Edges {
    /// Where they lead.
    pub(crate) target_universe: UniverseIdx,
    /// The sources that have any target, ascending: often, most have none.
    sources: Vec<u32>,
    /// The targets of `sources[i]` are `targets[starts[i]..starts[i + 1]]`.
    starts: Vec<u32>,
    targets: Vec<u32>,
    /// The sources of target `t` are `sources_by_target[starts_by_target[t]..]`, ascending.
    starts_by_target: Vec<u32>,
    sources_by_target: Vec<u32>,
}

/// All universes that candidates have looked at so far.
#[derive(Clone, Debug)]
pub(crate) struct Universes {
    neighbourhood: Neighbourhood,
    all: Vec<Universe>,
    by_individuals: HashTable<UniverseIdx>,
    hasher: FixedState,
    bytes: usize,
    /// Scratch: the place of an individual in the universe that is being made.
    places: Vec<u32>,
}

impl Universes {
    /// The universe of the examples.
    pub(crate) fn new(space: &Space, examples: &Examples) -> Self {
        let mut universes = Self {
            neighbourhood: space.neighbourhood(examples.individuals()),
            all: Vec::new(),
            by_individuals: HashTable::new(),
            hasher: FixedState::default(),
            bytes: 0,
            places: Vec::new(),
        };
        universes.intern(space, (0..examples.individuals().len() as u32).collect());
        universes
    }

    /// The number of individuals of a universe.
    #[inline]
    pub(crate) fn size(&self, universe: UniverseIdx) -> usize {
        self.all[universe as usize].individuals.len()
    }

    /// The memory that they take, about.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes + self.neighbourhood.bytes()
    }

    /// The universe of these individuals.
    fn intern(&mut self, space: &Space, individuals: Vec<u32>) -> UniverseIdx {
        let hash = self.hasher.hash_one(&individuals);
        let is_same = |&known: &UniverseIdx| self.all[known as usize].individuals == individuals;
        if let Some(&known) = self.by_individuals.find(hash, is_same) {
            return known;
        }
        let new = self.all.len() as UniverseIdx;
        let n_roles = space.roles.len();
        self.bytes += individuals.len() * 4 + n_roles * 8;
        self.all.push(Universe { individuals, edges: vec![None; n_roles] });
        let (all, hasher) = (&self.all, &self.hasher);
        let hash_of = |&known: &UniverseIdx| hasher.hash_one(&all[known as usize].individuals);
        self.by_individuals.insert_unique(hash, new, hash_of);
        new
    }

    /// The universe that a role leads to.
    pub(crate) fn follow(
        &mut self,
        space: &Space,
        universe: UniverseIdx,
        role_idx: usize,
    ) -> UniverseIdx {
        if let Some(edges) = &self.all[universe as usize].edges[role_idx] {
            return edges.target_universe;
        }
        let mut sources = Vec::new();
        let mut starts = Vec::new();
        let mut targets = Vec::new();
        let individuals = &self.all[universe as usize].individuals;
        self.neighbourhood.read_successors(role_idx, individuals);
        for (source, &individual) in individuals.iter().enumerate() {
            let row = self.neighbourhood.successors(role_idx, individual);
            if !row.is_empty() {
                sources.push(source as u32);
                starts.push(targets.len() as u32);
                targets.extend_from_slice(row);
            }
        }
        starts.push(targets.len() as u32);
        let mut is_target = vec![0; self.neighbourhood.len().div_ceil(WORD)];
        for &target in &targets {
            set_bit(&mut is_target, target);
        }
        let individuals: Vec<u32> = ones(&is_target).map(|target| target as u32).collect();
        self.places.resize(self.neighbourhood.len(), 0);
        for (place, &individual) in individuals.iter().enumerate() {
            self.places[individual as usize] = place as u32;
        }
        for target in &mut targets {
            *target = self.places[*target as usize];
        }
        let n_targets = individuals.len();
        let target_universe = self.intern(space, individuals);
        let edges = Edges::new(target_universe, n_targets, sources, starts, targets);
        self.bytes += edges.bytes();
        self.all[universe as usize].edges[role_idx] = Some(Box::new(edges));
        target_universe
    }

    /// The edges of a role that was followed from a universe.
    #[inline]
    pub(crate) fn edges(&self, universe: UniverseIdx, role_idx: usize) -> &Edges {
        self.all[universe as usize].edges[role_idx].as_deref().expect("the role was followed")
    }

    /// Sets the bits of the members of a leaf: a code and, where it has one, its number.
    pub(crate) fn project(
        &mut self,
        space: &Space,
        universe: UniverseIdx,
        [code, number]: [Code; 2],
        members: &mut [u64],
    ) {
        let individuals = &self.all[universe as usize].individuals;
        let near = &mut self.neighbourhood;
        match code.op() {
            Op::Class => {
                let n_unknown = near.len() - near.n_members_known(code.argument());
                if n_unknown <= UNASKED_PER_ASKED * individuals.len() {
                    let class = near.members(code.argument());
                    gather(individuals, members, |x| has_bit(class, x));
                } else {
                    gather(individuals, members, |x| near.is_member(code.argument(), x));
                }
            }
            Op::Min => {
                let cut = space.cut(number).1.key;
                let extremes = near.extremes(code.argument());
                gather(individuals, members, |x| extremes[x as usize].1 >= cut);
            }
            Op::Max => {
                let cut = space.cut(number).1.key;
                let extremes = near.extremes(code.argument());
                gather(individuals, members, |x| extremes[x as usize].0 <= cut);
            }
            Op::Is => {
                let (property, truth) = (space.boolean[code.argument()], number.argument() == 1);
                gather(individuals, members, |x| {
                    near.values(property, Kind::Boolean, x).any(|value| (value.key != 0.0) == truth)
                });
            }
            Op::Atom => {
                let atom = &space.atoms[code.argument()].0;
                if let Some(role) = atom.role() {
                    near.read_successors(near.place_of(role), individuals);
                }
                gather(individuals, members, |x| atom.holds(near, x));
            }
            _ => unreachable!("this is no leaf"),
        }
    }
}

/// Sets the bit of each individual that passes, by its place.
#[inline]
fn gather(individuals: &[u32], members: &mut [u64], passes: impl Fn(u32) -> bool) {
    for (word, chunk) in members.iter_mut().zip(individuals.chunks(WORD)) {
        *word = chunk
            .iter()
            .enumerate()
            .fold(0, |word, (bit, &individual)| word | u64::from(passes(individual)) << bit);
    }
}

impl Edges {
    fn new(
        target_universe: UniverseIdx,
        n_targets: usize,
        sources: Vec<u32>,
        starts: Vec<u32>,
        targets: Vec<u32>,
    ) -> Self {
        let mut starts_by_target = vec![0u32; n_targets + 1];
        for &target in &targets {
            starts_by_target[target as usize + 1] += 1;
        }
        for target in 0..n_targets {
            starts_by_target[target + 1] += starts_by_target[target];
        }
        let mut next = starts_by_target.clone();
        let mut sources_by_target = vec![0; targets.len()];
        for (row, &source) in sources.iter().enumerate() {
            for &target in &targets[starts[row] as usize..starts[row + 1] as usize] {
                let slot = &mut next[target as usize];
                sources_by_target[*slot as usize] = source;
                *slot += 1;
            }
        }
        Self { target_universe, sources, starts, targets, starts_by_target, sources_by_target }
    }

    fn bytes(&self) -> usize {
        let by_source = self.sources.len() + self.starts.len() + self.targets.len();
        (by_source + self.starts_by_target.len() + self.sources_by_target.len()) * 4
    }

    /// The number of edges.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.targets.len()
    }

    /// The sources with their targets, ascending.
    #[inline]
    pub(crate) fn rows(&self) -> impl Iterator<Item = (u32, &[u32])> {
        let ends = self.starts.windows(2);
        self.sources
            .iter()
            .zip(ends)
            .map(|(&source, ends)| (source, &self.targets[ends[0] as usize..ends[1] as usize]))
    }

    /// The sources of a target.
    #[inline]
    pub(crate) fn sources_of(&self, target: usize) -> &[u32] {
        let start = self.starts_by_target[target] as usize;
        &self.sources_by_target[start..self.starts_by_target[target + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use evolearner_testing::fixture::uncles;

    use crate::rules::SpaceRules;

    #[test]
    fn a_role_leads_to_the_successors_of_the_members() {
        let (graph, positives, negatives) = uncles();
        let examples = Examples::new(&positives, &negatives).unwrap().0;
        let space = Space::new(Arc::new(graph), &examples, &SpaceRules::default());
        let (space, graph) = (&space, &space.graph);
        let mut universes = Universes::new(space, &examples);
        let mut members: Vec<u32> =
            examples.individuals().iter().map(|example| example.0).collect();
        let mut here = ROOT;
        for step in 0..8 {
            let role_idx = step % space.roles.len();
            let role = space.roles[role_idx];
            let rows = graph.edges(role.property).rows(role);
            let mut expected: Vec<u32> =
                members.iter().flat_map(|&member| rows.of(member)).copied().collect();
            let n_edges = expected.len();
            expected.sort_unstable();
            expected.dedup();
            let there = universes.follow(space, here, role_idx);
            assert_eq!(
                (universes.size(there), universes.edges(here, role_idx).len()),
                (expected.len(), n_edges)
            );
            let edges = universes.edges(here, role_idx);
            for (source, targets) in edges.rows() {
                for &target in targets {
                    assert!(edges.sources_of(target as usize).contains(&source));
                }
            }
            (here, members) = (there, expected);
        }
        // Paths that lead to the same individuals lead to the same place.
        let n_universes = universes.all.len();
        let again = universes.all[here as usize].individuals.clone();
        assert_eq!(universes.intern(space, again), here);
        assert_eq!(universes.all.len(), n_universes);
    }
}
