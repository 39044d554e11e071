//! Several classes: decisions follow the rule, folds hold examples back, bad tables are refused.

use std::fmt::Write;

use evolearner::{Classifier, KnowledgeBase, LabelledExamples, Learner, Policy, learn_several};

/// Things of three colours, of which each third has edges of its own.
fn things(n: usize) -> (KnowledgeBase, Vec<(String, String)>) {
    let mut turtle = String::from("@prefix : <http://e/> . :hub a :Hub . ");
    let mut rows = Vec::new();
    for number in 0..n {
        let (label, edge) = [("red", ":warm"), ("blue", ":cold"), ("grey", ":plain")][number % 3];
        let _ = write!(turtle, ":t{number} a :Thing ; {edge} :hub . ");
        rows.push((format!("t{number}"), label.to_owned()));
    }
    (KnowledgeBase::from_bytes("things.ttl", turtle.into_bytes()).expect("Turtle"), rows)
}

fn learner() -> Learner {
    let learner = Learner::new("auto", "default").expect("a learner");
    learner.with("quality", "f1").and_then(|one| one.with("work", 10)).expect("options")
}

fn examples(kb: &KnowledgeBase, rows: &[(String, String)]) -> LabelledExamples {
    LabelledExamples::resolve(kb, rows, &[], Policy::default()).expect("they are there")
}

#[test]
fn three_labels_are_told_apart_on_new_examples() {
    let (kb, rows) = things(30);
    let report = learn_several(&kb, &learner(), &examples(&kb, &rows), 5).expect("options fit");
    assert_eq!(report.train.as_ref().map(|train| train.accuracy), Some(1.0));
    let test = report.test.clone().expect("five folds");
    assert_eq!(
        (test.accuracy, &test.labels[..]),
        (1.0, &["blue", "grey", "red"].map(str::to_owned)[..])
    );
    assert_eq!(test.matrix, [[10, 0, 0], [0, 10, 0], [0, 0, 10]]);
    assert!(report.mistakes.is_empty());
    assert_eq!(report.labels[0].concept.dl, "∃ cold.⊤");
    // What was learned decides about individuals of another knowledge base.
    let (other, rows) = things(45);
    let classifier = Classifier::of_report(&other, &report).expect("the names are there");
    let examples = examples(&other, &rows);
    let individuals: Vec<_> = examples.of.iter().map(|&(individual, _)| individual).collect();
    let labels: Vec<usize> = examples.of.iter().map(|&(_, label)| label).collect();
    assert_eq!(classifier.decide(&other, &individuals), labels);
}

#[test]
fn what_was_not_learned_from_is_decided_as_it_can_be() {
    // Labels at random: what is learned is no use for others, and the test shows it.
    let (kb, mut rows) = things(60);
    for (number, row) in rows.iter_mut().enumerate() {
        row.1 = ["a", "b"][(number * number / 7 + number / 5) % 2].to_owned();
    }
    let report = learn_several(&kb, &learner(), &examples(&kb, &rows), 4).expect("options fit");
    let test = report.test.expect("four folds");
    assert_eq!(test.matrix.iter().flatten().sum::<usize>(), 60, "each example is tested once");
    assert!(test.accuracy < 0.8, "{}", test.accuracy);
    let train = report.train.expect("it is there");
    let n_wrong = train.matrix[0][1] + train.matrix[1][0];
    assert_eq!(n_wrong.min(20), report.mistakes.len());
    assert!(report.mistakes.iter().all(|mistake| mistake.label != mistake.decided));
}

#[test]
fn tables_that_cannot_be_learned_from_are_refused() {
    let (kb, rows) = things(9);
    let refused = |rows: &[(String, String)]| {
        let refusal = LabelledExamples::resolve(&kb, rows, &[], Policy::default());
        refusal.expect_err("it is refused").to_string()
    };
    let row = |name: &str, label: &str| (name.to_owned(), label.to_owned());
    assert!(refused(&rows[..1]).contains("at least 2"));
    let both = [&rows[..], &[row("t0", "blue")]].concat();
    assert_eq!(refused(&both), "t0 has the labels red and blue: an individual has one label");
    assert!(refused(&[row("t0", "a"), row("t99", "b")]).contains("t99"));
    let twice = [&rows[..], &rows[..]].concat();
    assert_eq!(examples(&kb, &twice).of.len(), 9);
}

#[test]
fn labels_that_are_steps_of_a_scale_are_told_apart_by_how_many() {
    // Seven, eight or nine parts: beyond the cardinalities that are tried where nothing is said.
    let mut turtle = String::from("@prefix : <http://e/> . ");
    let mut rows = Vec::new();
    for number in 0..30 {
        let (label, n_parts) = [("small", 7), ("middle", 8), ("large", 9)][number % 3];
        let parts: Vec<String> = (0..n_parts).map(|part| format!(":p{part}")).collect();
        let _ = write!(turtle, ":t{number} :part {} . ", parts.join(", "));
        rows.push((format!("t{number}"), label.to_owned()));
    }
    let kb = KnowledgeBase::from_bytes("parts.ttl", turtle.into_bytes()).expect("Turtle");
    let accuracy = |learner: &Learner| {
        let report = learn_several(&kb, learner, &examples(&kb, &rows), 0).expect("options fit");
        report.train.expect("it is there").accuracy
    };
    assert!((accuracy(&learner()) - 1.0).abs() < 1e-9);
    // What the caller says stays: no concept up to six tells them apart.
    let few = learner().with("max-cardinality", 6).expect("an option");
    assert!(accuracy(&few) < 0.5);
}
