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

/// All refinements of a concept up to a length.
type Refine = fn(&mut Operator, ConceptIdx, u32) -> Vec<ConceptIdx>;

/// The refinements of each length.
fn by_length(operator: &mut Operator, origin: ConceptIdx, max_length: u32) -> Vec<ConceptIdx> {
    let mut all = Vec::new();
    for length in operator.concepts.length(origin)..=max_length {
        let never = || false;
        let found = operator.refine(origin, length, &mut Clock::new(&never));
        let found = found.expect("there is time");
        assert!(found.is_sorted_by(|one, other| one < other), "each refinement once");
        assert!(found.iter().all(|&one| operator.concepts.length(one) == length));
        all.extend(found);
    }
    all
}

/// The refinements of an EL tree.
fn of_tree(operator: &mut Operator, origin: ConceptIdx, max_length: u32) -> Vec<ConceptIdx> {
    let never = || false;
    let found = operator.refine_tree(origin, 2, &mut Clock::new(&never));
    let mut found = found.expect("there is time");
    assert!(found.is_sorted_by(|one, other| one < other), "each refinement once");
    found.retain(|&one| operator.concepts.length(one) <= max_length);
    found
}

impl Closure {
    fn new(space: &Arc<Space>, refine: Refine, max_length: u32, most: usize) -> Self {
        let mut operator = Operator::new(space, Metric::REPORTED, Compat::Off);
        let mut queue = vec![Concepts::TOP];
        let all = members(space, &[Code::TOP]);
        let mut closure = BTreeMap::from([(Concepts::TOP, (all, Concepts::TOP))]);
        let mut next = 0;
        while let Some(&origin) = queue.get(next) {
            next += 1;
            for refinement in refine(&mut operator, origin, max_length) {
                if closure.contains_key(&refinement) || closure.len() >= most {
                    continue;
                }
                let mut codes = Vec::new();
                operator.concepts.codes(refinement, &mut codes);
                assert!(space.is_concept(&codes, 100), "{codes:?}");
                let length = operator.concepts.length(refinement) as usize;
                assert_eq!(concept(space, &codes).length(), length, "{codes:?}");
                closure.insert(refinement, (members(space, &codes), origin));
                queue.push(refinement);
            }
        }
        Self { operator, reached: closure }
    }

    /// Fails unless every set of a concept up to a length is that of a concept that was reached and is
    /// no longer; how many sets there are.
    fn check_complete(&self, max_length: usize, case: &str) -> usize {
        let mut reached: BTreeMap<Set, u32> = BTreeMap::new();
        for (&concept, &(set, _)) in &self.reached {
            let length = self.operator.concepts.length(concept);
            let shortest = reached.entry(set).or_insert(length);
            *shortest = length.min(*shortest);
        }
        let sets = sets_up_to(self.operator.space(), max_length);
        for (&set, &length) in &sets {
            let found = reached.get(&set).map(|&length| length as usize);
            assert!(
                set == 0 || found.is_some_and(|found| found <= length),
                "{case}: {set:b} of length {length} is reached at {found:?}"
            );
        }
        sets.len()
    }

    /// Fails unless every refinement lies within its origin; how many differ from it.
    fn check_downward(&self, case: &str) -> usize {
        let mut n_proper = 0;
        for (&refinement, &(set, origin)) in &self.reached {
            let (of_origin, _) = self.reached[&origin];
            n_proper += usize::from(set != of_origin);
            let is_within = set & !of_origin == 0;
            assert!(is_within, "{case}: {} in {}", self.text(refinement), self.text(origin));
        }
        n_proper
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
        parse("EL"),
    ]
}

#[test]
fn a_refinement_has_no_member_that_its_origin_lacks() {
    let mut n_proper = 0;
    for seed in case_seeds(8) {
        for language in languages() {
            for &forall in &[Forall::Standard, Forall::Nonempty] {
                let space = space(&mut Random::new(seed), language, forall);
                let closure = Closure::new(&space, by_length, 7, 1_500);
                n_proper += closure.check_downward(&format!("seed {seed}, {language}, {forall:?}"));
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
            if *lengths.entry(set & all).or_insert(length) == length {
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
            let space = space(&mut Random::new(seed), language, Forall::Standard);
            let max_length = if space.roles.len() > 3 { 4 } else { 5 };
            let closure = Closure::new(&space, by_length, max_length as u32, usize::MAX);
            n_sets += closure.check_complete(max_length, &format!("seed {seed}, {language}"));
        }
    }
    assert!(n_sets > 1_000, "{n_sets}");
}

#[test]
fn every_small_tree_with_members_is_reached_from_above() {
    let (mut n_sets, mut n_proper) = (0, 0);
    for seed in case_seeds(24) {
        let language = "EL".parse::<Language>().expect("a logic");
        let space = space(&mut Random::new(seed), language, Forall::Standard);
        let closure = Closure::new(&space, of_tree, 5, usize::MAX);
        n_proper += closure.check_downward(&format!("seed {seed}"));
        n_sets += closure.check_complete(5, &format!("seed {seed}"));
    }
    assert!(n_sets > 500 && n_proper > 500, "{n_sets} {n_proper}");
}
