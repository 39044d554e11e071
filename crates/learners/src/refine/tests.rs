//! The operator against the naive evaluator on random graphs.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;

use evolearner_dl::{Constructor, Forall, IndividualId, Language};
use evolearner_evaluate::{Code, Examples, Op, Space, SpaceRules, concept};
use evolearner_graph::Graph;
use evolearner_retrieve::{RetrieveSettings, naive};
use evolearner_testing::{Random, case_seeds, draw, fixture};

use super::{Clock, Compat, ConceptIdx, Concepts, Metric, Operator};

/// The individuals of a set, a bit each.
type Set = u128;

/// A graph of ten individuals with orders of classes and roles.
fn ordered_graph(random: &mut Random) -> Graph {
    let mut turtle = String::from(
        "@prefix : <http://x/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
         :s rdfs:subPropertyOf :r . ",
    );
    for class in 1..5 {
        if random.chance(70) {
            let _ = write!(turtle, ":C{class} rdfs:subClassOf :C{} . ", random.below(class));
        }
    }
    for individual in 0..10 {
        let _ = write!(turtle, ":i{individual} a :C{} . ", random.below(5));
        for (role, percent) in [("r", 60), ("s", 50), ("t", 30)] {
            while random.chance(percent) {
                let _ = write!(turtle, ":i{individual} :{role} :i{} . ", random.below(10));
            }
        }
        if random.chance(60) {
            let _ = write!(
                turtle,
                ":i{individual} :d {} ; :b {} . ",
                random.below(4),
                random.chance(50)
            );
        }
    }
    fixture::graph(&turtle)
}

fn space(random: &mut Random, language: Language, forall: Forall) -> Arc<Space> {
    let graph = loop {
        let graph = if random.chance(50) { ordered_graph(random) } else { draw::graph(random) };
        if (4..=14).contains(&graph.n_individuals()) {
            break graph;
        }
    };
    let all: Vec<IndividualId> = (0..graph.n_individuals() as u32).map(IndividualId).collect();
    let examples = Examples::new(&all[..2], &all[2..]).expect("two lists").0;
    let rules =
        SpaceRules { language, forall, max_cardinality: 2, max_cuts: 2, ..SpaceRules::default() };
    Arc::new(Space::new(Arc::new(graph), &examples, &rules))
}

fn members(space: &Space, codes: &[Code]) -> Set {
    let settings = RetrieveSettings::new(space.forall);
    let members = naive::retrieve(&space.graph, &concept(space, codes), settings);
    members.iter().fold(0, |set, individual| set | 1 << individual.0)
}

/// Every concept that refinement reaches from `⊤` up to a length, in the order in which it is reached.
struct Closure {
    operator: Operator,
    /// Each concept with its members and the concept that it is a refinement of.
    reached: BTreeMap<ConceptIdx, (Set, ConceptIdx)>,
}

impl Closure {
    fn new(space: &Arc<Space>, max_length: u32, most: usize) -> Self {
        let mut operator = Operator::new(space, Metric::REPORTED, Compat::Off);
        let mut queue = vec![Concepts::TOP];
        let mut closure =
            BTreeMap::from([(Concepts::TOP, (members(space, &[Code::TOP]), Concepts::TOP))]);
        let mut next = 0;
        while let Some(&origin) = queue.get(next) {
            next += 1;
            for length in operator.concepts.length(origin)..=max_length {
                let never = || false;
                let Ok(found) = operator.refine(origin, length, &mut Clock::new(&never)) else {
                    panic!("there is time")
                };
                assert!(found.is_sorted_by(|one, other| one < other), "each refinement once");
                for refinement in found {
                    assert_eq!(operator.concepts.length(refinement), length);
                    if closure.contains_key(&refinement) || closure.len() >= most {
                        continue;
                    }
                    let mut codes = Vec::new();
                    operator.concepts.codes(refinement, &mut codes);
                    assert!(space.is_concept(&codes, 100), "{codes:?}");
                    assert_eq!(concept(space, &codes).length(), length as usize, "{codes:?}");
                    closure.insert(refinement, (members(space, &codes), origin));
                    queue.push(refinement);
                }
            }
        }
        Self { operator, reached: closure }
    }

    fn text(&self, concept: ConceptIdx) -> String {
        let mut codes = Vec::new();
        self.operator.concepts.codes(concept, &mut codes);
        format!("{:?}", evolearner_evaluate::concept(self.operator.space(), &codes))
    }
}

fn languages() -> [Language; 6] {
    let all =
        [Constructor::Exact, Constructor::Inverse, Constructor::Values, Constructor::Presence];
    let parse = |name: &str| name.parse::<Language>().expect("a logic");
    [
        Language::default(),
        all.into_iter().fold(Language::default(), Language::with),
        parse("ALC"),
        parse("ALQ"),
        parse("ALCI"),
        parse("AL").without(Constructor::Forall),
    ]
}

#[test]
fn a_refinement_has_no_member_that_its_origin_lacks() {
    let mut n_proper = 0;
    for seed in case_seeds(8) {
        for language in languages() {
            for &forall in &[Forall::Standard, Forall::Nonempty] {
                let random = &mut Random::new(seed);
                let space = space(random, language, forall);
                let closure = Closure::new(&space, 7, 1_500);
                for (&refinement, &(set, origin)) in &closure.reached {
                    let (of_origin, _) = closure.reached[&origin];
                    n_proper += usize::from(set != of_origin);
                    assert_eq!(
                        set & !of_origin,
                        0,
                        "seed {seed}, {language}, {forall:?}: {} is no part of {}",
                        closure.text(refinement),
                        closure.text(origin)
                    );
                }
            }
        }
    }
    assert!(n_proper > 1_000, "most refinements change something: {n_proper}");
}

/// The sets of all concepts in negation normal form up to a length, by brute force.
fn sets_up_to(space: &Space, max_length: usize) -> BTreeMap<Set, usize> {
    let has = |constructor| space.language.has(constructor);
    let all = members(space, &[Code::TOP]);
    let mut lengths: BTreeMap<Set, usize> = BTreeMap::new();
    let mut by_length: Vec<BTreeSet<Set>> = vec![BTreeSet::new(); max_length + 1];
    let mut leaves: Vec<Vec<Code>> = space.terminals.iter().map(|&code| vec![code]).collect();
    if has(Constructor::Negation) {
        leaves.extend(
            (0..space.classes.len()).map(|place| vec![Code::NOT, Code::new(Op::Class, place)]),
        );
    }
    for (place, property) in space.numeric.iter().enumerate() {
        for cut in 0..property.cuts.len() {
            let cut = Code::new(Op::Cut, property.first_cut as usize + cut);
            leaves.extend([Op::Min, Op::Max].map(|op| vec![Code::new(op, place), cut]));
        }
    }
    for place in 0..space.boolean.len() {
        leaves.extend(
            [0, 1].map(|truth| vec![Code::new(Op::Is, place), Code::new(Op::Truth, truth)]),
        );
    }
    for length in 1..=max_length {
        let mut new: Vec<Set> = leaves
            .iter()
            .filter(|codes| concept(space, codes).length() == length)
            .map(|codes| members(space, codes))
            .collect();
        for one in 1..length.saturating_sub(1) {
            for &a in &by_length[one] {
                for &b in &by_length[length - 1 - one] {
                    new.push(a & b);
                    new.extend(has(Constructor::Union).then_some(a | b));
                }
            }
        }
        for &role in &space.roles {
            let rows = space.graph.edges(role.property).rows(role);
            let of_role = 1 + usize::from(role.inverse);
            let which = |filler: Set, holds: &dyn Fn(usize, usize) -> bool| -> Set {
                let n = space.graph.n_individuals() as u32;
                (0..n).fold(0, |set, individual| {
                    let successors = rows.of(individual);
                    let n_in = successors.iter().filter(|&&one| filler >> one & 1 == 1).count();
                    set | Set::from(holds(n_in, successors.len())) << individual
                })
            };
            for &filler in
                length.checked_sub(of_role + 1).map_or(&BTreeSet::new(), |at| &by_length[at])
            {
                new.extend(has(Constructor::Exists).then(|| which(filler, &|n_in, _| n_in > 0)));
                new.extend(has(Constructor::Forall).then(|| which(filler, &|n_in, n| n_in == n)));
            }
            for &filler in
                length.checked_sub(of_role + 2).map_or(&BTreeSet::new(), |at| &by_length[at])
            {
                for number in 1..=space.max_cardinality as usize {
                    if has(Constructor::Cardinality) {
                        new.push(which(filler, &|n_in, _| n_in >= number));
                        new.push(which(filler, &|n_in, _| n_in <= number));
                    }
                    if has(Constructor::Exact) {
                        new.push(which(filler, &|n_in, _| n_in == number));
                    }
                }
            }
        }
        for set in new {
            if !lengths.contains_key(&(set & all)) {
                lengths.insert(set & all, length);
                by_length[length].insert(set & all);
            }
        }
    }
    lengths
}

#[test]
fn every_short_concept_with_members_is_reached() {
    let mut n_sets = 0;
    for seed in case_seeds(6) {
        for language in languages() {
            let random = &mut Random::new(seed);
            let space = space(random, language, Forall::Standard);
            let max_length = if space.roles.len() > 3 { 4 } else { 5 };
            let closure = Closure::new(&space, max_length as u32, usize::MAX);
            let mut reached: BTreeMap<Set, u32> = BTreeMap::new();
            for (&concept, &(set, _)) in &closure.reached {
                let length = closure.operator.concepts.length(concept);
                let shortest = reached.entry(set).or_insert(length);
                *shortest = length.min(*shortest);
            }
            for (set, length) in sets_up_to(&space, max_length) {
                n_sets += 1;
                let found = reached.get(&set).map(|&length| length as usize);
                assert!(
                    set == 0 || found.is_some_and(|found| found <= length),
                    "seed {seed}, {language}: {set:b} of length {length} is reached at {found:?}"
                );
            }
        }
    }
    assert!(n_sets > 1_000, "{n_sets}");
}
