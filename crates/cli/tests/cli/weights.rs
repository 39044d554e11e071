//! Examples that count differently, from files to reports.

use std::fmt::Write;

use crate::place::Place;

/// Three positives look like five negatives, and four do not.
fn disputed() -> Place {
    let place = Place::new();
    let mut turtle = "@prefix : <http://e/> . ".to_owned();
    let mut lists = [String::new(), String::new()];
    let kinds = [("p", "Red", 3, 0), ("q", "Green", 4, 0), ("n", "Red", 5, 1), ("m", "Blue", 4, 1)];
    for (letter, class, count, side) in kinds {
        for number in 0..count {
            let _ = write!(turtle, ":{letter}{number} a :{class} . ");
            let _ = writeln!(lists[side], "http://e/{letter}{number}");
        }
    }
    place.write("kb.ttl", turtle);
    place.write("pos.txt", &lists[0]);
    place.write("neg.txt", &lists[1]);
    place.write("weights.csv", "individual,weight\nhttp://e/p0,8\np1,2.5\n");
    place
}

const LISTS: [&str; 8] =
    ["learn", "kb.ttl", "--positives", "pos.txt", "--negatives", "neg.txt", "--estimate", "off"];

#[test]
fn weights_and_costs_change_the_answer_and_are_reported() {
    let place = disputed();
    let plain = place.json(&LISTS);
    assert_eq!(plain["best"]["concept"]["dl"], "Green");
    assert_eq!(plain.get("weights"), None);
    let weighted = place.json(&[&LISTS[..], &["--weights", "weights.csv"]].concat());
    assert_eq!(weighted["best"]["train"]["fp"], 5, "{}", weighted["best"]);
    assert_eq!(weighted["best"]["train"]["tp"], 7, "counts are counts of examples");
    assert_eq!(weighted["task"]["weights"]["http://e/p1"], 2.5);
    assert_eq!(weighted["weights"]["examples"], 2);
    // 8 + 2.5 + 1 + 4 positives and 9 negatives weigh 24.5, of which five are wrong.
    let quality = weighted["best"]["quality"].as_f64().expect("a number");
    assert!((quality - 19.5 / 24.5).abs() < 1e-9, "{quality}");
    let costly = place.json(&[&LISTS[..], &["--false-negative-cost", "3"]].concat());
    assert_eq!(costly["best"]["train"]["fn"], 0);
    let text = place.ok(&[&LISTS[..], &["--weights", "weights.csv"]].concat()).stdout;
    assert!(text.contains("2 examples have a weight other than 1"), "{text}");
}

#[test]
fn a_report_with_weights_gives_the_same_run_again() {
    let place = disputed();
    let options = ["--weights", "weights.csv", "--false-positive-cost", "1.5", "--format", "json"];
    let first = place.ok(&[&LISTS[..], &options].concat()).stdout;
    place.write("report.json", &first);
    let again = place.run(&["learn", "kb.ttl", "--from", "report.json", "--format", "json"]);
    assert!(again.stderr.contains("the same as in report.json"), "{}", again.stderr);
}

#[test]
fn a_problem_file_may_have_weights_of_its_own() {
    let place = disputed();
    let lists = "kb = 'kb.ttl'\npositives = 'pos.txt'\nnegatives = 'neg.txt'\n";
    for weights in ["weights = 'weights.csv'", "weights = { p0 = 8, 'http://e/p1' = 2.5 }"] {
        place.write("problem.toml", format!("{lists}{weights}\n"));
        let report = place.json(&["learn", "--problem", "problem.toml", "--estimate", "off"]);
        assert_eq!(report["best"]["train"]["fp"], 5, "{weights}");
    }
}

#[test]
fn what_is_no_weight_is_refused_with_its_place() {
    let place = disputed();
    for (table, words) in [
        ("p0,heavy\n", "bad.csv: line 1, column 1: expected a weight of 0 or more"),
        ("p0,1e301\n", "the weight of p0 is 1e301; it must be a number from 0 to 1e300"),
        ("p0,1\nhttp://e/p0,2\n", "has the weights 1 and 2"),
        ("stranger,1\n", "stranger"),
        ("p0\n", "expected an individual and its weight"),
    ] {
        place.write("bad.csv", table);
        place.fails(&[&LISTS[..], &["--weights", "bad.csv"]].concat(), &[words]);
    }
}
