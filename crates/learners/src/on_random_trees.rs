//! Laws of evaluation, of trees and of compiling, tried on random trees of every constructor. They
//! stand here because this crate draws random trees.

use std::sync::Arc;

use evolearner_dl::{Choice, Constructor, Forall, IndividualId, Language};
use evolearner_evaluate::{
    Code, Covered, Evaluator, Examples, NodeType, Space, SpaceRules, concept, replace_subtree,
    subtree, tree_of,
};
use evolearner_retrieve::{RetrieveSettings, naive};
use evolearner_search::{Random, Stage};
use evolearner_testing::fixture::{Fixture, molecules, people, uncles};
use evolearner_testing::seeds;

use crate::evolve::init::grow_ramped;

/// The examples of a fixture, and the space of the default rules on them.
pub(crate) fn space_of(fixture: Fixture) -> (Space, Examples) {
    space_by(&SpaceRules::default(), fixture)
}

fn space_by(rules: &SpaceRules, (graph, positives, negatives): Fixture) -> (Space, Examples) {
    let examples = Examples::new(&positives, &negatives).expect("there are examples").0;
    let space = Space::new(Arc::new(graph), &examples, rules);
    (space, examples)
}

/// The default rules with every constructor that there is.
fn every_constructor() -> SpaceRules {
    let language =
        Constructor::ALL.iter().fold(Language::default(), |language, &one| language.with(one));
    SpaceRules { language, ..SpaceRules::default() }
}

/// How many examples a tree covers, by asking for each individual of the graph whether it is an
/// instance.
fn by_definition(space: &Space, examples: &Examples, codes: &[Code]) -> Covered {
    let settings = RetrieveSettings::new(space.forall);
    let members = naive::retrieve(&space.graph, &concept(space, codes), settings);
    let count = |examples: &[IndividualId]| {
        examples.iter().filter(|example| members.contains(example)).count() as u32
    };
    Covered { positives: count(examples.positives()), negatives: count(examples.negatives()) }
}

/// Compares the evaluator with the definition on random trees, with both readings of `∀`.
fn check(
    rules: &SpaceRules,
    fixture: impl Fn() -> Fixture,
    n_cases: u32,
    draw: impl Fn(&Space, &mut Random, &mut Vec<Code>),
) {
    for &forall in Forall::ALL {
        let (space, examples) = space_by(&SpaceRules { forall, ..rules.clone() }, fixture());
        let (space, examples) = (Arc::new(space), Arc::new(examples));
        for seed in seeds(5) {
            // No memory, one so small that it is emptied again and again, and enough.
            let mut evaluators =
                [0, 1, 1 << 20].map(|bytes| Evaluator::new(space.clone(), examples.clone(), bytes));
            for case in 0..n_cases {
                let mut codes = Vec::new();
                draw(&space, &mut Random::new(seed, Stage::Init, 0, case), &mut codes);
                let expected = by_definition(&space, &examples, &codes);
                for evaluator in &mut evaluators {
                    let found = evaluator.covered(&tree_of(&codes));
                    assert_eq!(found, expected, "{forall:?} {codes:?}");
                }
            }
        }
    }
}

#[test]
fn the_evaluator_agrees_with_the_definition() {
    let everything = every_constructor();
    assert!(space_by(&everything, molecules()).0.atoms.len() > 2);
    let grown = |space: &Space, random: &mut Random, codes: &mut Vec<Code>| {
        grow_ramped(random, space, (0, 5), NodeType::Concept, codes);
    };
    check(&SpaceRules::default(), uncles, 150, grown);
    check(&SpaceRules::default(), molecules, 1000, grown);
    check(&everything, molecules, 1000, grown);
}

#[test]
fn so_it_does_where_universes_have_more_than_512_individuals() {
    let (_, positives, negatives) = people(2000);
    assert!(positives.len() + negatives.len() > 512, "the root is a wide universe");
    // Every tree is a join over the root, of trees that join over wide universes below it.
    let joined = |space: &Space, random: &mut Random, codes: &mut Vec<Code>| {
        let root = *random.pick(&[Code::AND, Code::OR, Code::NOT]);
        codes.push(root);
        for _ in 0..root.arity() {
            grow_ramped(random, space, (1, 2), NodeType::Concept, codes);
        }
    };
    check(&SpaceRules::default(), || people(2000), 8, joined);
}

#[test]
fn a_tree_with_a_replaced_subtree_is_like_one_made_anew() {
    let (space, _) = space_of(molecules());
    let seeds = seeds(12);
    for case in 0..3000 {
        let mut random = Random::new(seeds[case as usize % 2], Stage::Vary, 0, case);
        let (mut codes, mut replacement) = (Vec::new(), Vec::new());
        grow_ramped(&mut random, &space, (0, 6), NodeType::Concept, &mut codes);
        let tree = tree_of(&codes);
        let cut = random.below(codes.len());
        grow_ramped(&mut random, &space, (0, 3), space.node_type(codes[cut]), &mut replacement);
        let mut child = Vec::new();
        replace_subtree(&tree, cut, &tree_of(&replacement), &mut child);
        let anew = [&codes[..cut], &replacement, &codes[subtree(&tree, cut).end..]].concat();
        assert_eq!(child, tree_of(&anew), "{codes:?} {cut} {replacement:?}");
    }
}

#[test]
fn the_codes_of_a_concept_give_the_same_concept_again() {
    let start = |(graph, positives, negatives): Fixture| {
        let start_class = graph.symbols.classes.find("http://x/Compound");
        let rules = SpaceRules { start_class, ..every_constructor() };
        space_by(&rules, (graph, positives, negatives)).0
    };
    let spaces = [space_by(&every_constructor(), molecules()).0, start(molecules())];
    let seeds = seeds(7);
    for space in spaces {
        for case in 0..3000 {
            let mut random = Random::new(seeds[case as usize % 2], Stage::Init, 0, case);
            let mut codes = Vec::new();
            grow_ramped(&mut random, &space, (0, 5), NodeType::Concept, &mut codes);
            let wanted = concept(&space, &codes);
            let compiled = space.compile(&wanted).expect("it is made of the space");
            assert!(space.is_concept(&compiled, usize::MAX), "{wanted:?}");
            assert_eq!(concept(&space, &compiled), wanted);
        }
    }
}
