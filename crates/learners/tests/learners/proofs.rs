//! Proofs of the systematic search against an independent brute force.
//!
//! The brute force knows neither types nor bounds: it makes every concept of a length out of all
//! shorter ones, over all individuals of a small graph, and keeps one per set of individuals.

use std::collections::HashMap;
use std::sync::Arc;

use evolearner_dl::{Choice, Constructor, Forall, IndividualId, Language, Role};
use evolearner_evaluate::{
    Code, Confusion, Covered, Examples, Measure, NodeType, Op, Quality, Side, Space, concept,
};
use evolearner_graph::Graph;
use evolearner_retrieve::{RetrieveSettings, naive};
use evolearner_search::{AnswerOptions, SpaceOptions};
use evolearner_testing::Random;
use evolearner_testing::{case_seeds, draw};

use crate::{Problem, complete};

/// The individuals of a set, a bit each.
pub(crate) type Set = u128;

/// Every distinct set of individuals up to a length, with its shortest length.
pub(crate) struct BruteForce<'s> {
    space: &'s Space,
    pub(crate) by_length: Vec<Vec<Set>>,
    lengths: HashMap<Set, usize>,
    all: Set,
}

impl<'s> BruteForce<'s> {
    pub(crate) fn new(space: &'s Space, length: usize) -> Self {
        let n = space.graph.n_individuals();
        let all = (0..n).fold(0, |set, individual| set | 1 << individual);
        let mut force = Self { space, by_length: vec![Vec::new()], lengths: HashMap::new(), all };
        for _ in 0..length {
            force.grow();
        }
        force
    }

    fn take(&mut self, set: Set, length: usize) {
        if let std::collections::hash_map::Entry::Vacant(entry) = self.lengths.entry(set) {
            entry.insert(length);
            self.by_length[length].push(set);
        }
    }

    /// The members of a concept without parts, by its definition.
    fn leaf(&self, codes: &[Code]) -> (Set, usize) {
        let concept = concept(self.space, codes);
        let settings = RetrieveSettings::new(self.space.forall);
        let members = naive::retrieve(&self.space.graph, &concept, settings);
        let set = members.iter().fold(0, |set, individual| set | 1 << individual.0);
        (set, concept.length())
    }

    fn leaves(&self) -> Vec<Vec<Code>> {
        let space = self.space;
        let mut leaves: Vec<Vec<Code>> = space.terminals.iter().map(|&code| vec![code]).collect();
        for (place, property) in space.numeric.iter().enumerate() {
            for cut in 0..property.cuts.len() {
                let cut = Code::new(Op::Cut, property.first_cut as usize + cut);
                leaves.extend(property.ops().map(|op| vec![Code::new(op, place), cut]));
            }
        }
        for place in 0..space.boolean.len() {
            leaves.extend(
                [0, 1].map(|truth| vec![Code::new(Op::Is, place), Code::new(Op::Truth, truth)]),
            );
        }
        leaves.retain(|codes| space.node_type(codes[0]) == NodeType::Concept);
        leaves
    }

    /// Adds the sets of the next length.
    pub(crate) fn grow(&mut self) {
        let length = self.by_length.len();
        self.by_length.push(Vec::new());
        let has = |constructor| self.space.language.has(constructor);
        for codes in self.leaves() {
            let (set, of_leaf) = self.leaf(&codes);
            if of_leaf == length {
                self.take(set, length);
            }
        }
        if has(Constructor::Negation) {
            for set in self.by_length[length - 1].clone() {
                self.take(self.all & !set, length);
            }
        }
        for one in 1..length - length.min(1) {
            let other = length - 1 - one;
            for a in self.by_length[one].clone() {
                for b in self.by_length[other].clone() {
                    self.take(a & b, length);
                    if has(Constructor::Union) {
                        self.take(a | b, length);
                    }
                }
            }
        }
        for &role in &self.space.roles {
            let of_role = 2 + usize::from(role.inverse);
            for (more, is_counted) in [(0, false), (1, true)] {
                let Some(of_filler) = length.checked_sub(of_role + more) else { continue };
                for filler in self.by_length[of_filler].clone() {
                    for set in self.restrictions(role, filler, is_counted) {
                        self.take(set, length);
                    }
                }
            }
        }
    }

    fn restrictions(&self, role: Role, filler: Set, is_counted: bool) -> Vec<Set> {
        let space = self.space;
        let has = |constructor| space.language.has(constructor);
        let n = space.graph.n_individuals() as u32;
        let rows = space.graph.edges(role.property).rows(role);
        let counts: Vec<(u32, u32)> = (0..n)
            .map(|individual| {
                let successors = rows.of(individual);
                let n_in = successors.iter().filter(|&&x| filler >> x & 1 == 1).count();
                (n_in as u32, successors.len() as u32)
            })
            .collect();
        let which = |holds: &dyn Fn(u32, u32) -> bool| -> Set {
            let bits = counts.iter().enumerate();
            bits.fold(0, |set, (x, &(n_in, n_all))| set | Set::from(holds(n_in, n_all)) << x)
        };
        let is_standard = space.forall == Forall::Standard;
        let mut sets = Vec::new();
        if !is_counted {
            if has(Constructor::Exists) {
                sets.push(which(&|n_in, _| n_in > 0));
            }
            if has(Constructor::Forall) {
                sets.push(which(&|n_in, n_all| n_in == n_all && (is_standard || n_all > 0)));
            }
            return sets;
        }
        for number in 1..=space.max_cardinality {
            if has(Constructor::Cardinality) {
                sets.push(which(&|n_in, _| n_in >= number));
                sets.push(which(&|n_in, _| n_in <= number));
            }
            if has(Constructor::Exact) {
                sets.push(which(&|n_in, _| n_in == number));
            }
        }
        sets
    }

    /// The best quality of any concept up to a length.
    pub(crate) fn best(&self, examples: &Examples, measure: Quality, length: usize) -> f64 {
        let sets = self.by_length[..=length].iter().flatten();
        let count = |examples: &[(IndividualId, u32)], set: Set| -> u32 {
            let members = examples.iter().filter(|(example, _)| set >> example.0 & 1 == 1);
            members.map(|(_, weight)| weight).sum()
        };
        let positives = weighted(examples.positives(), examples.whole_weights(Side::Positive));
        let negatives = weighted(examples.negatives(), examples.whole_weights(Side::Negative));
        let (p, n) = (count(&positives, Set::MAX), count(&negatives, Set::MAX));
        let quality = |&set: &Set| {
            let covered =
                Covered { positives: count(&positives, set), negatives: count(&negatives, set) };
            measure.of(Confusion::new(covered, p, n))
        };
        sets.map(quality).fold(f64::NEG_INFINITY, f64::max)
    }
}

/// Examples with what they count.
fn weighted(examples: &[IndividualId], weights: Option<Vec<u32>>) -> Vec<(IndividualId, u32)> {
    let weights = weights.unwrap_or_else(|| vec![1; examples.len()]);
    examples.iter().copied().zip(weights).collect()
}

/// A random graph with at least six individuals, and a random half of them as positives.
pub(crate) fn problem(random: &mut Random) -> Problem {
    loop {
        let graph: Graph = draw::graph(random);
        let n = graph.n_individuals();
        if !(10..=100).contains(&n) {
            continue;
        }
        let (mut positives, mut negatives) = (Vec::new(), Vec::new());
        for individual in (0..n as u32).map(IndividualId) {
            match random.below(5) {
                0 | 1 => positives.push(individual),
                2 | 3 => negatives.push(individual),
                _ => {}
            }
        }
        if !positives.is_empty() && !negatives.is_empty() {
            return (graph, positives, negatives).into();
        }
    }
}

/// Whether examples count the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Weighing {
    Same,
    /// From 1 to 4, and a positive half as much again.
    Different,
}

fn check(language: Language, measure: Quality, forall: Forall, max_length: usize) {
    check_weighing(language, measure, forall, max_length, Weighing::Same, 3);
}

fn check_weighing(
    language: Language,
    measure: Quality,
    forall: Forall,
    max_length: usize,
    weighing: Weighing,
    filler_length: usize,
) {
    let (mut n_cases, mut n_proven) = (0, 0);
    for seed in case_seeds(24) {
        let mut random = Random::new(seed);
        let mut problem = problem(&mut random);
        if weighing == Weighing::Different {
            let n = problem.graph.n_individuals();
            let weights: Vec<f64> = (0..n).map(|_| 1.0 + random.below(4) as f64).collect();
            let weigh = |individual: IndividualId| weights[individual.0 as usize];
            problem.examples = problem.examples.with_weights(weigh).expect("they are above 0");
        }
        let (with, without) = language.difference_from_name();
        let list = |words: &[Constructor]| {
            words.iter().map(|constructor| constructor.word()).collect::<Vec<_>>().join(",")
        };
        let is_weighted = weighing == Weighing::Different;
        let changes = [
            ("language", language.to_string()),
            ("with", list(&with)),
            ("without", list(&without)),
            ("quality", measure.word().to_owned()),
            ("forall", forall.word().to_owned()),
            ("max-cardinality", "3".to_owned()),
            ("splits", "2".to_owned()),
            ("work", "20".to_owned()),
            ("filler-length", filler_length.to_string()),
            ("false-negative-cost", if is_weighted { "1.5" } else { "1" }.to_owned()),
        ];
        let changes: Vec<(&str, &str)> =
            changes.iter().map(|(name, text)| (*name, text.as_str())).collect();
        let setup = problem.setup("beam", "default", &changes);
        let weighed = AnswerOptions::read(&setup.options).weighed(&problem.examples);
        let rules = SpaceOptions::read(&setup.options).rules();
        let space = Space::new(Arc::clone(&problem.graph), &problem.examples, &rules);
        let found = complete(setup);
        let proof = found.front.proof().expect("short lengths are proven");
        // The brute force takes minutes where there are many individuals to tell apart.
        let most = if problem.graph.n_individuals() > 30 { 4 } else { max_length };
        let length = proof.length.min(most);
        n_cases += 1;
        n_proven += length;
        let force = BruteForce::new(&space, length);
        for length in 1..=length {
            let rows = found.front.rows().filter(|row| row.concept.length() <= length);
            let best = rows.reduce(|best, row| if row.quality > best.quality { row } else { best });
            let best = best.expect("⊤ is a row");
            let expected = force.best(&weighed, measure, length);
            // A concept may be printed shorter than it was made: `≥ 4 r.C` for `¬ (≤ 3 r.C)`.
            assert!(
                best.quality >= expected,
                "length {length}, seed {seed}, {language}: {} is below {expected}: {:?}",
                best.quality,
                best.concept
            );
        }
    }
    // Some measures are perfect for ⊤, and then there is nothing to prove.
    assert!(n_proven >= n_cases, "too little is proven to be compared: {n_proven}");
}

#[test]
fn no_concept_beats_what_is_proven() {
    for &forall in Forall::ALL {
        check(Language::default(), Quality::Accuracy, forall, 6);
    }
    for (logic, forall) in
        [("ALC", Forall::Standard), ("ALCI", Forall::Nonempty), ("AL", Forall::Standard)]
    {
        check(logic.parse().expect("a logic"), Quality::Accuracy, forall, 6);
    }
    let beyond = [Constructor::Exact, Constructor::Itself, Constructor::Dates];
    let language = beyond.into_iter().fold(Language::default(), Language::with);
    check(language, Quality::Accuracy, Forall::Standard, 5);
}

#[test]
fn bounds_hold_for_every_measure() {
    for &measure in Quality::ALL {
        check(Language::default(), measure, Forall::Standard, 5);
    }
}

#[test]
fn bounds_hold_where_examples_have_weights() {
    for &measure in Quality::ALL {
        let language = Language::default();
        check_weighing(language, measure, Forall::Standard, 5, Weighing::Different, 3);
    }
}

/// With fillers of length 1 the beam sees the successors of the examples alone.
#[test]
fn what_is_proven_holds_of_concepts_that_are_nested_deeper_than_atoms() {
    for &forall in Forall::ALL {
        check_weighing(Language::default(), Quality::Accuracy, forall, 6, Weighing::Same, 1);
    }
}

/// Of `{a} ⊔ {b}` and `{a, b}` the second is shorter, and a search makes the first.
#[test]
fn nothing_is_proven_where_concepts_are_printed_shorter_than_they_are_made() {
    let problem = problem(&mut Random::new(1));
    for constructor in ["nominals", "values", "strings", "data-counts"] {
        let found = complete(problem.setup("beam", "default", &[("with", constructor)]));
        assert_eq!(found.front.proof(), None, "{constructor}");
    }
}
