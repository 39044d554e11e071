//! Who is an instance of a concept under OWL's own semantics.
//!
//! An individual is *entailed* if it is an instance in every model of the ontology, *excluded* if it
//! is one in none, and *unknown* if some models have it and others do not. The first two are derived:
//! a class is made equivalent to the concept, another one to its negation, and saturation, which is
//! sound, finds their members. Unknown is shown by two models: interpretations that are built by
//! adding facts (`extend`) and count only if they satisfy every axiom (`axioms`). Where neither a
//! derivation nor the two models are found, the individual is *not decided*; nothing rests on
//! saturation being complete.

mod interpretation;
mod axioms;
mod extend;
mod subsumption;

use std::collections::VecDeque;

use evolearner_dl::{
    Budget, Concept, DataRange, Id, IdVec, IndividualId, LiteralId, Names, Node, Stopped,
};
use evolearner_graph::{Graph, derive};
use evolearner_owl::{Assertions, Axiom, Ontology};

use crate::bitset::BitSet;
use axioms::lacks;
use extend::Extension;
use interpretation::Interpretation;
pub use subsumption::{Subsumed, subsumed};

/// What the axioms say of an individual and a concept.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum WorldVerdict {
    /// It is an instance in every model.
    Entailed,
    /// It is an instance in no model.
    Excluded,
    /// It is an instance in some models and not in others.
    Unknown,
    /// Neither was shown.
    NotDecided,
}

impl WorldVerdict {
    /// The word for it in reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Entailed => "entailed",
            Self::Excluded => "excluded",
            Self::Unknown => "unknown",
            Self::NotDecided => "not decided",
        }
    }
}

/// Why there are no verdicts.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WorldError {
    /// Everything follows from a contradiction.
    #[error(
        "the knowledge base contradicts itself, so that everything follows from it: {0} cannot be ({1})"
    )]
    Inconsistent(String, String),
    /// There is nothing to derive from.
    #[error(
        "a snapshot has no axioms, which verdicts in an open world rest on; give the files that it was made of"
    )]
    NoAxioms,
    /// It was cancelled, or took more than was allowed.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// The most times that facts are added to one interpretation.
const MAX_ROUNDS: usize = 12;
/// How often an interpretation is built with other choices.
const N_ATTEMPTS: usize = 6;
/// The most saturations for one concept.
const MAX_SATURATIONS: usize = 240;
/// The most elements × axioms that are looked at for one concept in building interpretations.
const MAX_WORK: usize = 4_000_000_000;

/// An ontology to ask about.
pub struct OpenWorld<'a> {
    graph: &'a Graph,
    ontology: Ontology,
    budget: Budget,
}

/// What became of building an interpretation.
enum Built {
    /// The elements of the concept in a model, names included.
    Model(BitSet),
    /// The facts that were asked for contradict the axioms.
    Contradiction,
    /// No model was found.
    Nothing,
}

impl<'a> OpenWorld<'a> {
    /// What a graph and the axioms that it was made with say. The graph has what follows, and what
    /// follows changes no answer.
    pub fn new(graph: &'a Graph, axioms: &[Axiom], budget: Budget) -> Result<Self, WorldError> {
        if let Some(inconsistency) = &graph.origin.inconsistency {
            let witness = graph.symbols.individuals.get(inconsistency.witness).to_owned();
            return Err(WorldError::Inconsistent(witness, inconsistency.reason.clone()));
        }
        let symbols = &graph.symbols;
        let assertions = Assertions {
            classes: IdVec::from_fn(symbols.classes.len(), |class| {
                graph.instances(class).iter().collect()
            }),
            objects: IdVec::from_fn(symbols.object_properties.len(), |property| {
                let rows = graph.edges(property).forward.iter();
                let pairs = rows.flat_map(|(x, row)| row.iter().map(move |&y| (x, y)));
                pairs.map(|(x, y)| (IndividualId(x), IndividualId(y))).collect()
            }),
            data: IdVec::from_fn(symbols.data_properties.len(), |property| {
                let pairs = graph.values(property).by_value().iter();
                pairs.map(|&[value, x]| (IndividualId(x), LiteralId(value))).collect()
            }),
        };
        let ontology = Ontology {
            symbols: symbols.clone(),
            literals: graph.literals.clone(),
            axioms: axioms.to_vec(),
            assertions,
            ..Ontology::default()
        };
        Ok(Self { graph, ontology, budget })
    }

    /// The verdict on each of these individuals.
    pub fn verdicts(
        &self,
        concept: &Concept,
        individuals: &[IndividualId],
    ) -> Result<Vec<WorldVerdict>, WorldError> {
        if names_datatype(concept) {
            return Ok(vec![WorldVerdict::NotDecided; individuals.len()]);
        }
        let (entailed, excluded) = self.derived(concept)?;
        let mut is_in = vec![false; individuals.len()];
        let mut is_out = vec![false; individuals.len()];
        let mut entailed: Vec<bool> = individuals.iter().map(|x| entailed.contains(*x)).collect();
        let mut excluded: Vec<bool> = individuals.iter().map(|x| excluded.contains(*x)).collect();
        let mut allowance = Allowance::new(self);
        // The individuals that are still open on a side, in ever smaller groups: one model often shows
        // it of all of them.
        let all: Vec<usize> = (0..individuals.len()).collect();
        let mut groups: VecDeque<(Option<bool>, Vec<usize>)> =
            [(None, Vec::new()), (Some(true), all.clone()), (Some(false), all)].into();
        while let Some((side, mut group)) = groups.pop_front() {
            group.retain(|&at| {
                let is_shown = if side == Some(true) { is_in[at] } else { is_out[at] };
                !(is_shown || entailed[at] || excluded[at])
            });
            if group.is_empty() && side.is_some() {
                continue;
            }
            let goals: Vec<IndividualId> = group.iter().map(|&at| individuals[at]).collect();
            let wanted = side.unwrap_or(true);
            match self.build(concept, &goals, wanted, &mut allowance)? {
                Built::Model(members) => {
                    for (at, &x) in individuals.iter().enumerate() {
                        let shown = if members.contains(x) { &mut is_in } else { &mut is_out };
                        shown[at] = true;
                    }
                }
                Built::Contradiction if group.len() == 1 => {
                    let settled = if wanted { &mut excluded } else { &mut entailed };
                    settled[group[0]] = true;
                }
                Built::Contradiction | Built::Nothing if group.len() > 1 => {
                    let rest = group.split_off(group.len() / 2);
                    groups.extend([(side, group), (side, rest)]);
                }
                Built::Contradiction | Built::Nothing => {}
            }
        }
        let verdict = |at: usize| match (entailed[at], excluded[at], is_in[at] && is_out[at]) {
            (true, ..) => WorldVerdict::Entailed,
            (_, true, _) => WorldVerdict::Excluded,
            (_, _, true) => WorldVerdict::Unknown,
            _ => WorldVerdict::NotDecided,
        };
        Ok((0..individuals.len()).map(verdict).collect())
    }

    /// The individuals of which saturation derives that they are instances, and that they are not.
    fn derived(&self, concept: &Concept) -> Result<(BitSet, BitSet), WorldError> {
        let mut ontology = self.ontology.clone();
        let classes = &ontology.symbols.classes;
        let n_classes = classes.len();
        let names: Vec<&str> = classes.iter().map(|(_, name)| name).collect();
        ontology.symbols.classes =
            Names::from_sorted(names.into_iter().chain(["\u{10FFFF}1", "\u{10FFFF}2"]));
        let inside = ontology.assertions.classes.push(Vec::new());
        let outside = ontology.assertions.classes.push(Vec::new());
        debug_assert_eq!(inside.index(), n_classes, "new classes come last");
        let denied = Concept::complement(concept.clone());
        ontology.axioms.extend([
            Axiom::EquivalentClasses(vec![Concept::class(inside), concept.clone()]),
            Axiom::EquivalentClasses(vec![Concept::class(outside), denied]),
        ]);
        let facts = derive(&ontology, &self.budget)?;
        let members = |of: &[u32]| {
            let mut set = BitSet::empty(self.graph.n_individuals());
            for &x in of {
                set.insert(IndividualId(x));
            }
            set
        };
        Ok((members(&facts.classes[inside]), members(&facts.classes[outside])))
    }

    /// A model in which these individuals are instances, or are not; of several attempts with other
    /// choices the first that leads to one.
    fn build(
        &self,
        concept: &Concept,
        goals: &[IndividualId],
        wanted: bool,
        allowance: &mut Allowance,
    ) -> Result<Built, WorldError> {
        for attempt in 0..N_ATTEMPTS {
            let built = self.attempt(concept, goals, wanted, attempt, allowance)?;
            if !matches!(built, Built::Nothing) {
                return Ok(built);
            }
        }
        Ok(Built::Nothing)
    }

    fn attempt(
        &self,
        concept: &Concept,
        goals: &[IndividualId],
        wanted: bool,
        attempt: usize,
        allowance: &mut Allowance,
    ) -> Result<Built, WorldError> {
        let goal = if wanted { concept.clone() } else { Concept::complement(concept.clone()) };
        let mut axioms = self.ontology.axioms.clone();
        axioms.extend(goals.iter().map(|&x| Axiom::ClassAssertion(goal.clone(), x)));
        let mut extension =
            Extension::new(Ontology { axioms: axioms.clone(), ..self.ontology.clone() }, attempt);
        for round in 0..MAX_ROUNDS {
            if !allowance.take() {
                break;
            }
            let facts = derive(&extension.ontology, &self.budget)?;
            if facts.inconsistency.is_some() {
                // Only before anything was chosen is it the goals that contradict the axioms.
                return Ok(if round == 0 { Built::Contradiction } else { Built::Nothing });
            }
            let model = Interpretation::new(facts, extension.len(), &self.ontology.literals);
            let Ok(mut lacking) = lacks(&model, &axioms) else { return Ok(Built::Nothing) };
            if lacking.is_empty() {
                let members = model.instances(concept);
                let mut named = BitSet::empty(self.graph.n_individuals());
                for x in (0..self.graph.n_individuals()).map(IndividualId::new) {
                    if members.contains(IndividualId(model.element(x.0))) {
                        named.insert(x);
                    }
                }
                return Ok(Built::Model(named));
            }
            lacking.sort_by(|one, other| one.1.cmp(&other.1).then(one.0.cmp(&other.0)));
            lacking.dedup();
            if extension.meet(&model, &lacking).is_err() {
                break;
            }
        }
        Ok(Built::Nothing)
    }
}

/// Whether a concept names a datatype. Saturation counts a number among the values of every datatype
/// that it fits into, as files use them, which derives more than OWL does.
fn names_datatype(concept: &Concept) -> bool {
    let mut ranges: Vec<&DataRange> = Vec::new();
    for node in concept.nodes() {
        if let Node::Data(restriction) = node {
            ranges.push(&restriction.range);
        }
    }
    while let Some(range) = ranges.pop() {
        match range {
            DataRange::Datatype(_) => return true,
            DataRange::Not(range) => ranges.push(range),
            DataRange::And(all) | DataRange::Or(all) => ranges.extend(all),
            DataRange::Any | DataRange::Compare(..) | DataRange::Text(_) | DataRange::OneOf(_) => {}
        }
    }
    false
}

/// What may still be spent on building interpretations.
struct Allowance {
    n_saturations: usize,
}

impl Allowance {
    fn new(world: &OpenWorld<'_>) -> Self {
        let cost = world.graph.n_individuals() * (world.ontology.axioms.len() + 100);
        Self { n_saturations: (MAX_WORK / cost.max(1)).min(MAX_SATURATIONS) }
    }

    fn take(&mut self) -> bool {
        let is_left = self.n_saturations > 0;
        self.n_saturations -= usize::from(is_left);
        is_left
    }
}
