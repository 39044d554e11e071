//! Decision trees: the concept says what the tree says, and pruning helps.

use evolearner_dl::IndividualId;
use evolearner_evaluate::Covered;
use evolearner_retrieve::{RetrieveSettings, naive};
use evolearner_search::SpaceOptions;
use evolearner_testing::{Random, case_seeds, draw};

use crate::{Problem, complete};

/// A random graph, every individual of which is an example of a random side.
fn problem(random: &mut Random) -> Problem {
    loop {
        let graph = draw::graph(random);
        let all = (0..graph.n_individuals() as u32).map(IndividualId);
        let (positives, negatives): (Vec<_>, Vec<_>) = all.partition(|_| random.chance(50));
        if !positives.is_empty() && !negatives.is_empty() {
            return (graph, positives, negatives).into();
        }
    }
}

/// What the leaves of a tree count is what the definition of its concept covers.
#[test]
fn a_tree_and_its_concept_agree() {
    let mut n_long = 0;
    for seed in case_seeds(60) {
        let problem = problem(&mut Random::new(seed));
        let changes = [("prune", "none"), ("min-leaf", "1"), ("simplify", "false")];
        let setup = problem.setup("tree", "default", &changes);
        let settings = RetrieveSettings::new(SpaceOptions::read(&setup.options).forall);
        let found = complete(setup);
        let members = naive::retrieve(&problem.graph, &found.answer.concept, settings);
        let n_in = |side: &[IndividualId]| {
            side.iter().filter(|example| members.contains(example)).count() as u32
        };
        let examples = &problem.examples;
        let expected = Covered {
            positives: n_in(examples.positives()),
            negatives: n_in(examples.negatives()),
        };
        assert_eq!(found.answer.covered, expected, "seed {seed}: {:?}", found.answer.concept);
        n_long += usize::from(found.answer.concept.length() > 10);
    }
    assert!(n_long > 5, "trees with several splits are compared: {n_long}");
}

/// Labels that are drawn by lot have nothing to be learned.
#[test]
fn a_tree_of_noise_is_cut_back() {
    let problem = Problem::people(60);
    let random = &mut Random::new(1);
    let all: Vec<IndividualId> = problem.examples.individuals().to_vec();
    let (positives, negatives): (Vec<_>, Vec<_>) = all.iter().partition(|_| random.chance(50));
    let noise: Problem = ((*problem.graph).clone(), positives, negatives).into();
    let length = |prune| complete(noise.setup("tree", "default", &[("prune", prune)])).answer;
    let [whole, pruned] = ["none", "cross-validation"].map(length);
    assert!(whole.concept.length() > 20, "{:?}", whole.concept);
    assert!(pruned.concept.length() < whole.concept.length() / 2, "{:?}", pruned.concept);
    assert!(pruned.quality < whole.quality);
}

#[test]
fn a_family_is_learned() {
    let found = complete(Problem::uncles().setup("tree", "default", &[]));
    assert!(found.answer.quality > 0.95, "{:?}", found.answer);
}
