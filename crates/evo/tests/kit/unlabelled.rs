//! Positives and unlabelled individuals: the share is estimated, and hidden positives are found again.

use std::fmt::Write;

use evolearner::problem::Statement;
use evolearner::{KnowledgeBase, Learned, Learner, Policy, Task};

/// `n` reds, a share of one in two labelled, and as many blues; every third of both is round, and a tenth of
/// the labelled ones alone carries a mark.
fn hidden(n: usize) -> (KnowledgeBase, Task) {
    let mut turtle = String::from("@prefix : <http://e/> . ");
    let (mut positives, mut unlabelled) = (Vec::new(), Vec::new());
    for number in 0..n {
        let shape = if number % 3 == 0 { ":Round" } else { ":Square" };
        let is_labelled = number % 2 == 0;
        let mark = if is_labelled && number % 20 == 0 { ", :Marked" } else { "" };
        let _ = write!(turtle, ":r{number} a :Red, {shape}{mark} . :b{number} a :Blue, {shape} . ");
        let side = if is_labelled { &mut positives } else { &mut unlabelled };
        side.push(format!("http://e/r{number}"));
        unlabelled.push(format!("http://e/b{number}"));
    }
    let kb = KnowledgeBase::from_bytes("kb.ttl", turtle.into()).expect("Turtle");
    let statement = Statement::of_examples(positives, unlabelled);
    let task = Task::resolve(&kb, &statement, &[], Policy::default()).expect("all are known");
    (kb, task)
}

fn learned((kb, task): &(KnowledgeBase, Task), changes: &[(&str, &str)]) -> Learned {
    let learner = Learner::new("auto", "default").expect("a learner");
    let learner = changes
        .iter()
        .fold(learner, |learner, (name, value)| learner.with(name, value).expect("an option"));
    learner.learn(kb, task, &mut ()).expect("options fit together")
}

#[test]
fn hidden_positives_are_found_and_their_share_is_reported() {
    let problem = hidden(60);
    let found = learned(&problem, &[("negatives-are", "unlabelled")]);
    let report = found.report();
    assert_eq!(report.best.concept.dl, "Red");
    // 30 of 90 hide. The estimate is a share of about 60 individuals, with a standard error of 0.09.
    let unlabelled = report.unlabelled.expect("they are unlabelled");
    assert!((unlabelled.positive_share - 1.0 / 3.0).abs() < 0.1, "{unlabelled:?}");
    assert!(unlabelled.estimated && unlabelled.statement.contains("of 90 are positive"));
    assert_eq!(report.best.quality, 1.0);
    assert_eq!((report.best.train.tp, report.best.train.fp), (30, 30), "counts stay counts");
    let given = [("negatives-are", "unlabelled"), ("positive-share", "0.25")];
    let report = learned(&problem, &given).report();
    assert_eq!(
        report.unlabelled.map(|known| (known.positive_share, known.estimated)),
        Some((0.25, false))
    );
    assert!(learned(&problem, &[]).report().unlabelled.is_none());
}

#[test]
fn where_nothing_hides_almost_nothing_is_estimated_to() {
    let (kb, task) = hidden(60);
    let names = |of: &[evolearner::IndividualId]| -> Vec<String> {
        of.iter().map(|&one| kb.graph().symbols.individuals.get(one).to_owned()).collect()
    };
    let blue = |iri: &String| iri.contains("/b");
    let negatives = names(task.examples.negatives()).into_iter().filter(blue).collect();
    let statement = Statement::of_examples(names(task.examples.positives()), negatives);
    let task = Task::resolve(&kb, &statement, &[], Policy::default()).expect("all are known");
    let found = learned(&(kb, task), &[("negatives-are", "unlabelled")]);
    assert_eq!(found.positive_share(), Some(0.0));
    assert_eq!(found.report().best.concept.dl, "Red");
}

#[test]
fn a_concept_is_learned_where_there_is_too_little_to_estimate_a_share_from() {
    let (kb, _) = hidden(60);
    let iris = |kind: char, count: usize| -> Vec<String> {
        (1..=count).map(|number| format!("http://e/{kind}{number}")).collect()
    };
    for n_positives in [1, 2] {
        let statement = Statement::of_examples(iris('r', n_positives), iris('b', 30));
        let task = Task::resolve(&kb, &statement, &[], Policy::default()).expect("all are known");
        let found = learned(&(kb.clone(), task), &[("negatives-are", "unlabelled")]);
        assert_eq!(found.report().best.concept.dl, "Red", "{n_positives} positives");
    }
}

#[test]
fn a_measure_of_ones_own_is_refused() {
    let (kb, task) = hidden(60);
    let learner = Learner::new("auto", "default").expect("a learner");
    let learner = learner.with("negatives-are", "unlabelled").expect("an option");
    let learner = learner.with("quality", "f1").expect("an option");
    let error = learner.learn(&kb, &task, &mut ()).err().expect("it is refused").to_string();
    assert!(error.contains("measure of their own"), "{error}");
}
