//! Examples that count differently: every method compares concepts by what examples weigh.

use evolearner_dl::IndividualId;
use evolearner_evaluate::{Confusion, Covered, Examples, Measure, Quality, Side};
use evolearner_learners::METHODS;
use evolearner_retrieve::{RetrieveSettings, naive};
use evolearner_search::{AnswerOptions, Found, NotResumed, Run};
use evolearner_testing::fixture;
use std::fmt::Write;

use crate::{Problem, complete};

/// Three positives look like five negatives, and four do not.
fn disputed() -> Problem {
    let mut turtle = "@prefix : <http://x/> . ".to_owned();
    let mut names = [Vec::new(), Vec::new()];
    let kinds = [("p", "Red", 3, 0), ("q", "Green", 4, 0), ("n", "Red", 5, 1), ("m", "Blue", 4, 1)];
    for (letter, class, count, side) in kinds {
        for number in 0..count {
            let _ = write!(turtle, ":{letter}{number} a :{class} . ");
            names[side].push(format!("http://x/{letter}{number}"));
        }
    }
    let graph = fixture::graph(&turtle);
    let [positives, negatives] = names.map(|names| {
        names.iter().map(|name| fixture::individual(&graph, name)).collect::<Vec<_>>()
    });
    (graph, positives, negatives).into()
}

/// What the weights of the examples that a concept covers sum up to, by the definition of its instances.
fn by_definition(problem: &Problem, examples: &Examples, found: &Found) -> Vec<(f64, f64)> {
    let sum = |list: &[IndividualId], side: Side, covers: &dyn Fn(IndividualId) -> bool| -> u32 {
        let weights = examples.whole_weights(side).expect("they have weights");
        let pairs = list.iter().zip(weights);
        pairs.filter(|(one, _)| covers(**one)).map(|(_, weight)| weight).sum()
    };
    let rows = found.front.rows().chain([&found.answer]);
    rows.map(|row| {
        let settings = RetrieveSettings::new(evolearner_dl::Forall::Standard);
        let members = naive::retrieve(&problem.graph, &row.concept, settings);
        let covers = |one: IndividualId| members.contains(&one);
        let covered = Covered {
            positives: sum(examples.positives(), Side::Positive, &covers),
            negatives: sum(examples.negatives(), Side::Negative, &covers),
        };
        let p = sum(examples.positives(), Side::Positive, &|_| true);
        let n = sum(examples.negatives(), Side::Negative, &|_| true);
        (row.quality, Quality::Accuracy.of(Confusion::new(covered, p, n)))
    })
    .collect()
}

const QUICK: [(&str, &str); 2] = [("evaluations", "3000"), ("seed", "1")];

#[test]
fn every_method_reports_what_weights_say_and_follows_them() {
    let mut problem = Problem::uncles();
    let weigh = |individual: IndividualId| f64::from(1 + individual.0 % 3);
    problem.examples = problem.examples.with_weights(weigh).expect("they are above 0");
    for method in METHODS.iter().filter(|method| method.id() != "sketch") {
        let changes = [QUICK[0], QUICK[1], ("false-positive-cost", "2.5")];
        let setup = problem.setup(method.id(), "default", &changes);
        let weighed = AnswerOptions::read(&setup.options).weighed(&problem.examples);
        let found = complete(setup);
        for (reported, expected) in by_definition(&problem, &weighed, &found) {
            assert!((reported - expected).abs() < 1e-12, "{}: {reported}", method.id());
        }
    }
}

#[test]
fn an_error_that_costs_more_is_avoided() {
    let problem = disputed();
    let covers_all = |method: &str, cost: &str| {
        let changes = [QUICK[0], QUICK[1], ("false-negative-cost", cost)];
        let changes = if method == "evolve" {
            vec![changes[0], changes[1], changes[2], ("population", "101"), ("generations", "20")]
        } else {
            changes.to_vec()
        };
        let found = complete(problem.setup(method, "default", &changes));
        let settings = RetrieveSettings::new(evolearner_dl::Forall::Standard);
        let members = naive::retrieve(&problem.graph, &found.answer.concept, settings);
        problem.examples.positives().iter().all(|&one| members.contains(&one))
    };
    // Sparing five negatives is worth three positives, unless these cost twice as much.
    for method in ["beam", "exact", "evolve", "tree"] {
        assert!(
            !covers_all(method, "1"),
            "{method} covers three positives of eight that look alike"
        );
        assert!(covers_all(method, "3"), "{method} misses positives that cost three times as much");
    }
}

#[test]
fn a_heavy_example_counts_like_several_light_ones() {
    let problem = disputed();
    let first = problem.examples.positives()[0];
    let weigh = |weight: f64| {
        let mut problem = disputed();
        let of = |individual| if individual == first { weight } else { 1.0 };
        problem.examples = problem.examples.with_weights(of).expect("above 0");
        complete(problem.setup("beam", "default", &[])).answer
    };
    // Seven positives, nine negatives; errors of the two candidates are 3 and 5, then 12 and 5.
    assert_eq!(weigh(1.0).quality, 13.0 / 16.0);
    assert_eq!(weigh(10.0).quality, 20.0 / 25.0);
}

#[test]
fn a_checkpoint_is_of_a_run_with_the_same_weights() {
    let mut problem = Problem::uncles();
    let plain = problem.setup("beam", "default", &[]);
    let mut run = Run::start(plain.clone()).expect("options");
    run.advance(&mut ());
    let checkpoint = run.checkpoint();
    assert!(Run::resume(plain, &checkpoint).is_ok());
    let of = |individual: IndividualId| f64::from(1 + individual.0 % 2);
    problem.examples = problem.examples.with_weights(of).expect("above 0");
    let weighted = problem.setup("beam", "default", &[]);
    assert_eq!(Run::resume(weighted, &checkpoint).err(), Some(NotResumed::OtherRun));
    let costly = Problem::uncles().setup("beam", "default", &[("false-negative-cost", "2")]);
    assert_eq!(Run::resume(costly, &checkpoint).err(), Some(NotResumed::OtherRun));
}
