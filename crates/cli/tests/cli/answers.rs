//! The answer of `learn`: which row of the front it is, and what is said about it.

use std::fmt::Write;

use crate::place::Place;

/// A knowledge base of people, of whom the first `n_positives` are positives.
fn people(n_positives: usize, n_negatives: usize) -> Place {
    let place = Place::new();
    let (mut turtle, mut lists) =
        ("@prefix : <http://x/> .\n".to_owned(), [String::new(), String::new()]);
    for number in 0..n_positives + n_negatives {
        let _ = writeln!(turtle, ":p{number} a :Person .");
        let _ = writeln!(lists[usize::from(number >= n_positives)], "http://x/p{number}");
    }
    place.write("kb.ttl", turtle).write("pos.txt", &lists[0]).write("neg.txt", &lists[1]);
    place
}

const LEARN: [&str; 6] = ["learn", "kb.ttl", "--positives", "pos.txt", "--negatives", "neg.txt"];

#[test]
fn a_warning_says_that_nothing_was_learned() {
    let place = people(1, 24);
    let report = place.json(&LEARN);
    assert_eq!(report["best"]["concept"]["dl"], "⊥");
    assert_eq!(report["best"]["quality"], 0.96);
    let warning = report["warnings"][0].as_str().expect("a warning");
    assert!(warning.starts_with("nothing was learned"), "{warning}");
    let run = place.ok(&[&LEARN[..], &["--report", "page.html"]].concat());
    assert!(run.stdout.contains("warning: nothing was learned"));
    assert!(place.read("page.html").contains("<p class=\"warning\">Nothing was learned"));
    let report = Place::new().json(&["learn", "--generations", "30"]);
    assert_eq!(report["warnings"], serde_json::json!([]));
}

#[test]
fn a_name_that_covers_every_example_is_nothing_learned() {
    let place = people(5, 5);
    let report = place.json(&[&LEARN[..], &["--sketch", "Person"]].concat());
    assert_eq!(report["best"]["concept"]["dl"], "Person");
    assert_eq!(report["best"]["train"]["fp"], 5);
    let warning = report["warnings"][0].as_str().expect("a warning");
    assert!(warning.contains("does better than ⊤ (quality 0.500)"), "{warning}");
}

#[test]
fn the_last_progress_line_the_marked_row_and_the_answer_agree() {
    let place = Place::new();
    for seed in ["1", "2", "3"] {
        let arguments = ["learn", "--generations", "10", "--population", "60", "--seed", seed];
        let run = place.ok(&arguments);
        let report = place.json(&arguments);
        let concept = report["best"]["concept"]["dl"].as_str().expect("a concept");
        let last = run.stderr.lines().last().expect("progress");
        let quality = report["best"]["quality"].as_f64().expect("a quality");
        let length = report["best"]["length"].as_u64().expect("a length");
        assert!(
            last.starts_with(&format!("answer        : quality {quality:.3}, length {length}:"))
        );
        assert!(last.ends_with(concept) || last.ends_with('…'), "{last}");
        let marked = run.stdout.lines().find(|line| line.starts_with('▸')).expect("a marked row");
        assert!(marked.contains(&format!("{length:>6}  {quality:>7.3}")), "{marked}");
        let index = report["chosen"]["index"].as_u64().expect("the answer is on the front");
        assert_eq!(report["front"][index as usize]["concept"]["dl"], concept);
    }
}

#[test]
fn lines_of_progress_go_forward_and_none_is_printed_again() {
    let run = Place::new().ok(&["learn", "--max-length", "5", "--estimate", "off"]);
    let lines: Vec<&str> = run.stderr.lines().filter(|line| line.starts_with("length")).collect();
    assert!(lines.len() > 1 && lines.is_sorted(), "{}", run.stderr);
    assert!(lines.windows(2).all(|pair| pair[0] != pair[1]), "{}", run.stderr);
    assert!(lines.last().is_some_and(|line| line.starts_with("length   5:")), "{}", run.stderr);
}

#[test]
fn a_marked_row_that_is_not_the_best_is_explained() {
    // With a parsimony of 1, no gain in quality pays for a second node.
    let run = Place::new().ok(&["learn", "--parsimony", "1", "--generations", "30"]);
    assert!(run.stdout.contains("▸ is the answer: a gain of"), "{}", run.stdout);
    let run = Place::new().ok(&["learn", "--generations", "60"]);
    assert!(!run.stdout.contains("is the answer:"), "{}", run.stdout);
}

#[test]
fn settings_that_exclude_each_other_are_refused() {
    let place = Place::new();
    place.fails(&["learn", "--elite", "5000"], &["elite cannot be `5000`"]);
    place.fails(
        &["learn", "--init", "walk-negatives", "--without", "negation"],
        &["init cannot be `walk-negatives`", "no negation"],
    );
    place.fails(
        &["learn", "--max-depth", "3", "--init", "grow"],
        &["init-depth cannot be `1..6`", "max-depth is 3"],
    );
    place.fails(&["learn", "--max-cardinality", "4000000000"], &["max-cardinality cannot be"]);
}
