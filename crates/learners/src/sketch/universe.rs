//! The individuals that a part of a sketch speaks of, and the edges from there.
//!
//! The root speaks of the examples, the filler of a restriction on r of their r-successors. A concept
//! is a set of bits over such a universe. Equal universes are kept once, so that what is found out
//! about fillers in one place of a sketch serves all others.

use std::sync::Arc;

use evolearner_dl::{Concept, Forall, IndividualId, Node, Role};
use evolearner_graph::Graph;
use evolearner_graph::bits::{WORD, has_bit, set_bit};
use evolearner_retrieve::{RetrieveSettings, retrieve_among};
use foldhash::fast::FixedState;
use hashbrown::HashMap;

/// The number of a universe.
pub(super) type UniverseNumber = usize;

/// All universes so far.
pub(super) struct Individuals {
    pub(super) graph: Arc<Graph>,
    pub(super) forall: Forall,
    members: Vec<Arc<[IndividualId]>>,
    by_members: HashMap<Arc<[IndividualId]>, UniverseNumber, FixedState>,
    successors: HashMap<(UniverseNumber, Role), Arc<Successors>, FixedState>,
}

/// The successors of each member of a universe, by their places in another one.
pub(super) struct Successors {
    pub(super) to: UniverseNumber,
    /// Where the successors of each member begin, and the end.
    starts: Vec<u32>,
    places: Vec<u32>,
}

impl Individuals {
    pub(super) fn new(graph: Arc<Graph>, forall: Forall) -> Self {
        Self {
            graph,
            forall,
            members: Vec::new(),
            by_members: HashMap::default(),
            successors: HashMap::default(),
        }
    }

    /// The universe of these individuals.
    pub(super) fn universe(&mut self, mut members: Vec<IndividualId>) -> UniverseNumber {
        members.sort_unstable();
        members.dedup();
        let members: Arc<[IndividualId]> = members.into();
        *self.by_members.entry(members.clone()).or_insert_with(|| {
            self.members.push(members);
            self.members.len() - 1
        })
    }

    /// The members of a universe, ascending.
    pub(super) fn members(&self, universe: UniverseNumber) -> &Arc<[IndividualId]> {
        &self.members[universe]
    }

    /// The words of a set over a universe.
    pub(super) fn n_words(&self, universe: UniverseNumber) -> usize {
        self.members[universe].len().div_ceil(WORD)
    }

    /// The successors by a role.
    pub(super) fn successors(&mut self, from: UniverseNumber, role: Role) -> Arc<Successors> {
        if let Some(known) = self.successors.get(&(from, role)) {
            return known.clone();
        }
        let members = self.members[from].clone();
        let graph = self.graph.clone();
        let rows = graph.edges(role.property).rows(role);
        let targets = members.iter().flat_map(|member| rows.of(member.0));
        let to = self.universe(targets.map(|&target| IndividualId(target)).collect());
        let mut successors = Successors { to, starts: vec![0], places: Vec::new() };
        for member in &*members {
            let place =
                |target: &u32| self.members[to].partition_point(|known| known.0 < *target) as u32;
            successors.places.extend(rows.of(member.0).iter().map(place));
            successors.starts.push(successors.places.len() as u32);
        }
        let successors = Arc::new(successors);
        self.successors.insert((from, role), successors.clone());
        successors
    }

    /// Which members are instances of a concept.
    pub(super) fn retrieved(&self, universe: UniverseNumber, concept: &Concept) -> Vec<u64> {
        let members = &self.members[universe];
        let settings = RetrieveSettings::new(self.forall);
        let mut bits = vec![0; members.len().div_ceil(WORD)];
        let found = retrieve_among(&self.graph, concept, settings, members);
        for (place, _) in found.into_iter().enumerate().filter(|(_, is_instance)| *is_instance) {
            set_bit(&mut bits, place as u32);
        }
        bits
    }

    /// A set over one universe as a set over another one that it contains.
    pub(super) fn places_in(&self, part: UniverseNumber, whole: UniverseNumber) -> Vec<u32> {
        let whole = &self.members[whole];
        let place = |member: &IndividualId| whole.partition_point(|known| known < member) as u32;
        self.members[part].iter().map(place).collect()
    }
}

impl Successors {
    /// What a restriction costs, in units of about a nanosecond.
    pub(super) fn work(&self) -> u64 {
        (self.starts.len() + self.places.len()) as u64
    }

    /// Who satisfies a restriction, given who satisfies its filler.
    pub(super) fn restricted(&self, node: &Node, filler: &[u64], forall: Forall) -> Vec<u64> {
        let n = self.starts.len() - 1;
        let mut bits = vec![0; n.div_ceil(WORD)];
        for member in 0..n {
            let places =
                &self.places[self.starts[member] as usize..self.starts[member + 1] as usize];
            let is_in = |place: &&u32| has_bit(filler, **place);
            let holds = match node {
                Node::Some(_) => places.iter().any(|place| is_in(&place)),
                Node::Only(_) => {
                    (forall == Forall::Standard || !places.is_empty())
                        && places.iter().all(|place| is_in(&place))
                }
                Node::AtLeast(least, _) => places.iter().filter(is_in).count() >= *least as usize,
                Node::AtMost(most, _) => places.iter().filter(is_in).count() <= *most as usize,
                Node::Exactly(number, _) => places.iter().filter(is_in).count() == *number as usize,
                _ => false,
            };
            if holds {
                set_bit(&mut bits, member as u32);
            }
        }
        bits
    }
}
