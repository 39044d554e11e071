//! The shortest concepts that fit, against an independent brute force.

use std::sync::Arc;

use evolearner_dl::IndividualId;
use evolearner_evaluate::Space;
use evolearner_search::SpaceOptions;
use evolearner_testing::{Random, case_seeds, draw};

use crate::proofs::{BruteForce, Set};
use crate::{Problem, complete};

/// The length up to which the brute force looks.
const MAX_LENGTH: usize = 6;

/// A random graph with a few individuals, some of which are examples.
fn problem(random: &mut Random) -> Problem {
    loop {
        let graph = draw::graph(random);
        let n = graph.n_individuals();
        if !(3..=9).contains(&n) {
            continue;
        }
        let (mut positives, mut negatives) = (Vec::new(), Vec::new());
        for individual in (0..n as u32).map(IndividualId) {
            match random.below(3) {
                0 => positives.push(individual),
                1 => negatives.push(individual),
                _ => {}
            }
        }
        if !positives.is_empty() && !negatives.is_empty() {
            return (graph, positives, negatives).into();
        }
    }
}

/// The length of the shortest concept that covers all positives and no negative.
fn shortest(problem: &Problem, space: &Space) -> Option<usize> {
    let set = |side: &[IndividualId]| side.iter().fold(0, |set: Set, one| set | 1 << one.0);
    let (positives, negatives) =
        (set(problem.examples.positives()), set(problem.examples.negatives()));
    let fits = |set: &Set| set & positives == positives && set & negatives == 0;
    let mut force = BruteForce::new(space, 0);
    (1..=MAX_LENGTH).find(|&length| {
        force.grow();
        force.by_length[length].iter().any(fits)
    })
}

/// Compares on random problems; how many of them have a concept that fits, by its length.
fn check(n_cases: u64, changes: &[(&str, &str)]) -> [usize; MAX_LENGTH + 1] {
    let mut n_by_length = [0; MAX_LENGTH + 1];
    for seed in case_seeds(n_cases) {
        let problem = problem(&mut Random::new(seed));
        let max_length = MAX_LENGTH.to_string();
        let small = [
            ("max-length", max_length.as_str()),
            ("max-cardinality", "2"),
            ("splits", "2"),
            // A simplified concept may be shorter than any that the language of the brute force has.
            ("simplify", "false"),
        ];
        let setup = problem.setup("exact", "default", &[&small, changes].concat());
        let rules = SpaceOptions::read(&setup.options).rules();
        let space = Space::new(Arc::clone(&problem.graph), &problem.examples, &rules);
        let expected = shortest(&problem, &space);
        let found = complete(setup);
        let answer = &found.answer;
        let length = (answer.quality == 1.0).then(|| answer.concept.length());
        assert_eq!(length, expected, "seed {seed}, {changes:?}: {:?}", answer.concept);
        let none_up_to = expected.unwrap_or(MAX_LENGTH + 1) - 1;
        let claim = format!("no concept of length {none_up_to} or less");
        let claims = none_up_to == 0 || found.because.contains(&claim);
        assert!(claims, "seed {seed}, {changes:?}: {}", found.because);
        n_by_length[expected.unwrap_or(0)] += 1;
    }
    n_by_length
}

#[test]
fn a_thousand_random_problems_have_the_shortest_concept_of_the_brute_force() {
    let of_default = check(600, &[]);
    // The comparison is one of many lengths, and of problems without a concept that fits.
    assert!(of_default.iter().filter(|&&n| n > 5).count() >= 5, "{of_default:?}");
    check(100, &[("language", "ALC")]);
    check(100, &[("language", "AL")]);
    check(100, &[("language", "ALCI"), ("forall", "nonempty")]);
    check(100, &[("with", "exact,self")]);
}

/// A beam of one set per length loses the parts that the shortest concept needs.
#[test]
fn a_beam_finds_a_perfect_concept_as_short_as_the_exact_one() {
    let problem = Problem::uncles();
    let run = |id, changes: &[(&str, &str)]| complete(problem.setup(id, "default", changes)).answer;
    let exact = run("exact", &[]);
    let beam = run("beam", &[("width", "1")]);
    assert_eq!((exact.quality, beam.quality), (1.0, 1.0));
    assert_eq!(beam.concept.length(), exact.concept.length());
    let alone = run("beam", &[("width", "1"), ("work", "0")]);
    assert!(alone.quality < 1.0 || alone.concept.length() > exact.concept.length());
}
