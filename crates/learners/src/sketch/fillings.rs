//! The concepts that can stand in a hole: every distinct set of its universe, cheapest first.
//!
//! Sets are enumerated by the cost of the cheapest concept that has them, from the sets of smaller cost
//! in the same universe and, for restrictions, in the universes of successors. Of two concepts with one
//! set and the same demanded names only the cheaper is kept: no sketch can tell them apart, so that
//! nothing is missed.

use std::sync::Arc;

use evolearner_dl::sketch::HoleNames;
use evolearner_dl::{Concept, Constructor, Node};
use foldhash::fast::FixedState;
use hashbrown::{HashMap, HashTable};
use std::hash::BuildHasher;

use super::grammar::Grammar;
use super::universe::{Individuals, UniverseNumber};
use super::work::{CutShort, Work};

/// A concept for a hole.
pub(super) struct Candidate {
    pub(super) concept: Concept,
    pub(super) members: Vec<u64>,
    /// The demanded names that it has.
    pub(super) used: u64,
    pub(super) length: usize,
}

/// The candidates of one universe and vocabulary.
pub(super) struct Layers {
    universe: UniverseNumber,
    names: Option<Arc<HoleNames>>,
    leaves: Vec<(usize, Node)>,
    restrictions: Vec<Node>,
    pub(super) candidates: Vec<Candidate>,
    /// The candidates of each cost, as a range.
    by_cost: Vec<std::ops::Range<usize>>,
    known: HashTable<u32>,
}

/// The candidates of all universes.
pub(super) struct Fillings {
    pub(super) grammar: Grammar,
    pub(super) individuals: Individuals,
    layers: Vec<Layers>,
    places: HashMap<(UniverseNumber, usize), usize, FixedState>,
    /// The vocabularies of holes.
    vocabularies: Vec<Option<Arc<HoleNames>>>,
}

/// The work of keeping a set, beside that of its words.
const WORK_PER_SET: u64 = 120;

impl Fillings {
    pub(super) fn new(grammar: Grammar, individuals: Individuals) -> Self {
        Self {
            grammar,
            individuals,
            layers: Vec::new(),
            places: HashMap::default(),
            vocabularies: Vec::new(),
        }
    }

    /// The place of the candidates of a universe that use these names alone.
    pub(super) fn place(&mut self, universe: UniverseNumber, names: Option<&HoleNames>) -> usize {
        let is_it = |known: &Option<Arc<HoleNames>>| known.as_deref() == names;
        let vocabulary = self.vocabularies.iter().position(is_it).unwrap_or_else(|| {
            self.vocabularies.push(names.cloned().map(Arc::new));
            self.vocabularies.len() - 1
        });
        self.place_of(universe, vocabulary)
    }

    fn place_of(&mut self, universe: UniverseNumber, vocabulary: usize) -> usize {
        if let Some(&place) = self.places.get(&(universe, vocabulary)) {
            return place;
        }
        let names = self.vocabularies[vocabulary].clone();
        let leaves = self.grammar.leaves(names.as_deref());
        self.layers.push(Layers {
            universe,
            leaves: leaves.into_iter().map(|leaf| (self.grammar.cost(&leaf), leaf)).collect(),
            restrictions: self.grammar.restrictions(names.as_deref()),
            names,
            candidates: Vec::new(),
            by_cost: Vec::new(),
            known: HashTable::new(),
        });
        let place = self.layers.len() - 1;
        self.places.insert((universe, vocabulary), place);
        place
    }

    /// The candidates at a place that cost so much; they were enumerated before.
    pub(super) fn of_cost(&self, place: usize, cost: usize) -> &[Candidate] {
        let layers = &self.layers[place];
        layers.by_cost.get(cost).map_or(&[], |range| &layers.candidates[range.clone()])
    }

    /// All candidates at a place that were enumerated, cheapest first.
    pub(super) fn all(&self, place: usize) -> &[Candidate] {
        let layers = &self.layers[place];
        let end = layers.by_cost.last().map_or(0, |range| range.end);
        &layers.candidates[..end]
    }

    /// Enumerates the candidates at a place up to a cost. After work has run out the last cost is
    /// incomplete and not shown.
    pub(super) fn grow(
        &mut self,
        place: usize,
        cost: usize,
        work: &mut Work<'_>,
    ) -> Result<(), CutShort> {
        while self.layers[place].by_cost.len() <= cost {
            let start = self.layers[place].candidates.len();
            self.add_layer(place, self.layers[place].by_cost.len(), work)?;
            let end = self.layers[place].candidates.len();
            self.layers[place].by_cost.push(start..end);
        }
        Ok(())
    }

    fn add_layer(
        &mut self,
        place: usize,
        cost: usize,
        work: &mut Work<'_>,
    ) -> Result<(), CutShort> {
        let universe = self.layers[place].universe;
        let n_words = self.individuals.n_words(universe);
        let leaves = self.layers[place].leaves.iter().filter(|(of, _)| *of == cost);
        let leaves: Vec<Node> = leaves.map(|(_, leaf)| leaf.clone()).collect();
        for leaf in leaves {
            let concept = Concept::leaf(leaf);
            let members = self.individuals.retrieved(universe, &concept);
            work.spend(self.individuals.members(universe).len() as u64 + WORK_PER_SET)?;
            let used = self.grammar.used(concept.root());
            self.layers[place].take(members, used, || concept);
        }
        let has = |constructor| self.grammar.space.language.has(constructor);
        let (has_negation, has_union) = (has(Constructor::Negation), has(Constructor::Union));
        if has_negation && let Some(of) = cost.checked_sub(self.grammar.cost(&Node::Not)) {
            let n = self.individuals.members(universe).len();
            self.layers[place].add_negations(of, n, work)?;
        }
        for (join, has_join) in [(Node::And(2), true), (Node::Or(2), has_union)] {
            if has_join && let Some(of) = cost.checked_sub(self.grammar.cost(&join)) {
                self.layers[place].add_joins(&join, of, n_words, work)?;
            }
        }
        for restriction in self.layers[place].restrictions.clone() {
            if let Some(of) = cost.checked_sub(self.grammar.cost(&restriction)) {
                self.add_restrictions(place, &restriction, of, work)?;
            }
        }
        Ok(())
    }

    /// Adds a restriction with each filler of a cost.
    fn add_restrictions(
        &mut self,
        place: usize,
        restriction: &Node,
        of: usize,
        work: &mut Work<'_>,
    ) -> Result<(), CutShort> {
        let Some(role) = restriction.role() else { return Ok(()) };
        let (universe, names) = (self.layers[place].universe, self.layers[place].names.clone());
        let successors = self.individuals.successors(universe, role);
        let fillers = self.place(successors.to, names.as_deref());
        self.grow(fillers, of, work)?;
        let used = self.grammar.used(restriction);
        let forall = self.individuals.forall;
        for filler in self.layers[fillers].by_cost[of].clone() {
            work.spend(successors.work() + WORK_PER_SET)?;
            let filler = &self.layers[fillers].candidates[filler];
            let members = successors.restricted(restriction, &filler.members, forall);
            let (concept, used) = (filler.concept.clone(), used | filler.used);
            let concept = || Concept::node(restriction.clone(), [concept]);
            self.layers[place].take(members, used, concept);
        }
        Ok(())
    }
}

impl Layers {
    fn add_negations(
        &mut self,
        of: usize,
        n_members: usize,
        work: &mut Work<'_>,
    ) -> Result<(), CutShort> {
        for at in self.by_cost[of].clone() {
            let candidate = &self.candidates[at];
            work.spend(candidate.members.len() as u64 + WORK_PER_SET)?;
            let mut members: Vec<u64> = candidate.members.iter().map(|word| !word).collect();
            evolearner_graph::bits::trim(&mut members, n_members);
            let (concept, used) = (candidate.concept.clone(), candidate.used);
            self.take(members, used, || Concept::complement(concept));
        }
        Ok(())
    }

    /// Adds the joins of two candidates that cost so much together.
    fn add_joins(
        &mut self,
        join: &Node,
        of: usize,
        n_words: usize,
        work: &mut Work<'_>,
    ) -> Result<(), CutShort> {
        for smaller in 0..=of / 2 {
            let [ones, others] = [smaller, of - smaller].map(|cost| self.by_cost[cost].clone());
            for one in ones {
                work.spend((n_words as u64 + WORK_PER_SET) * others.len() as u64)?;
                for other in others.clone() {
                    if other <= one && smaller == of - smaller {
                        continue;
                    }
                    let (one, other) = (&self.candidates[one], &self.candidates[other]);
                    let members = joined(join, &one.members, &other.members);
                    let used = one.used | other.used;
                    if !self.is_new(&members, used) {
                        continue;
                    }
                    let concept =
                        Concept::node(join.clone(), [one.concept.clone(), other.concept.clone()]);
                    self.take(members, used, || concept);
                }
            }
        }
        Ok(())
    }

    fn hash(members: &[u64], used: u64) -> u64 {
        FixedState::default().hash_one((members, used))
    }

    fn is_new(&self, members: &[u64], used: u64) -> bool {
        let is_it = |&known: &u32| {
            let known = &self.candidates[known as usize];
            known.used == used && known.members == members
        };
        self.known.find(Self::hash(members, used), is_it).is_none()
    }

    /// Keeps a set, if it is new.
    fn take(&mut self, members: Vec<u64>, used: u64, concept: impl FnOnce() -> Concept) {
        if !self.is_new(&members, used) {
            return;
        }
        let (hash, place) = (Self::hash(&members, used), self.candidates.len() as u32);
        let concept = concept();
        let length = concept.length();
        self.candidates.push(Candidate { concept, members, used, length });
        let candidates = &self.candidates;
        self.known.insert_unique(hash, place, |&known| {
            let known = &candidates[known as usize];
            Self::hash(&known.members, known.used)
        });
    }
}

/// The members of a meet or a join.
pub(super) fn joined(join: &Node, one: &[u64], other: &[u64]) -> Vec<u64> {
    let is_meet = matches!(join, Node::And(_));
    let words = one.iter().zip(other);
    words.map(|(a, b)| if is_meet { a & b } else { a | b }).collect()
}
