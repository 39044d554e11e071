//! `learn`: what comes out, when it stops, and that nothing but the seed decides.

use std::fs;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::place::{Place, keys, kill};

/// A report without what the clock says.
fn timeless(mut report: Value) -> Value {
    report["seconds"] = Value::Null;
    for step in report["history"].as_array_mut().expect("a history") {
        step["seconds"] = Value::Null;
    }
    report
}

#[test]
fn uncles_of_the_embedded_family_are_described_exactly() {
    let report = Place::new().json(&["learn", "--generations", "60"]);
    assert_eq!(report["best"]["train"]["accuracy"], 1.0);
    assert_eq!(report["stop"], "generations");
    let expected = "version best chosen warnings misclassified front top history stop generations evaluations positives \
                    negatives seconds learner settings seed semantics task knowledge_base program proof estimate committee";
    assert_eq!(keys(&report), expected.split_whitespace().collect());
    let best = "concept sentence length nodes quality fitness train proven";
    assert_eq!(keys(&report["best"]), best.split_whitespace().collect());
    assert_eq!(
        keys(&report["best"]["concept"]),
        ["dl", "functional", "manchester", "sparql"].into()
    );
    let train = "tp fp tn fn accuracy precision recall f1";
    assert_eq!(keys(&report["best"]["train"]), train.split_whitespace().collect());
    let phases = ["load", "splits", "init", "evolve", "total"];
    assert_eq!(keys(&report["seconds"]), phases.into());
}

#[test]
fn a_sentence_speaks_of_a_disease_where_all_examples_are_diseases() {
    let place = Place::new();
    place.write(
        "kb.ttl",
        "@prefix : <http://x/> .
         :flu a :Disease ; :hasSymptom :f1, :p1 . :measles a :Disease ; :hasSymptom :f2 .
         :caries a :Disease ; :hasSymptom :p1 . :gout a :Disease ; :hasSymptom :p2 .
         :f1 a :Fever . :f2 a :Fever . :p1 a :Pain . :p2 a :Pain .",
    );
    place.write("pos.txt", "flu\nmeasles\n");
    place.write("neg.txt", "caries\ngout\n");
    let lists = ["--positives", "pos.txt", "--negatives", "neg.txt"];
    let report = place.json(&[&["learn", "kb.ttl", "--generations", "30"], &lists[..]].concat());
    let solutions = report["top"].as_array().expect("concepts");
    let has_no_class = |solution: &&Value| solution["concept"]["dl"] == "∃ hasSymptom.Fever";
    let solution = solutions.iter().find(has_no_class).expect("the shortest description");
    assert_eq!(solution["sentence"], "a Disease that has a symptom that is a Fever");
}

#[test]
fn what_is_learned_retrieves_what_was_counted() {
    let place = Place::new();
    let report = place.json(&["learn", "--generations", "20", "--population", "100"]);
    let concept = report["best"]["concept"]["manchester"].as_str().expect("a concept");
    place.ok(&["generate", "family", "-o", "family.ttl", "--examples", "examples"]);
    let covered = |list: &str| {
        let list = format!("examples/uncle/{list}.txt");
        let found =
            place.ok(&["retrieve", "family.ttl", concept, "--individuals", &list, "--count"]);
        found.stdout.trim().parse::<u64>().expect("a number")
    };
    assert_eq!(json!(covered("pos")), report["best"]["train"]["tp"]);
    assert_eq!(json!(covered("neg")), report["best"]["train"]["fp"]);
}

#[test]
fn people_see_the_front_with_the_answer_marked() {
    let run = Place::new().ok(&["learn", "--generations", "30"]);
    let marked: Vec<&str> = run.stdout.lines().filter(|line| line.starts_with('▸')).collect();
    assert_eq!(marked.len(), 1, "{}", run.stdout);
    for word in ["length  quality", "covers", "accuracy", "stopped by generations; seed 1"] {
        assert!(run.stdout.contains(word), "no `{word}` in: {}", run.stdout);
    }
    assert!(run.stderr.contains("generation   0: quality"), "{}", run.stderr);
}

#[test]
fn what_to_expect_on_new_examples_is_reported_and_repeatable() {
    let place = Place::new();
    // Little work for each of the 14 repetitions: they are compared, not judged.
    let learn = ["learn", "--estimate", "4", "--work", "5"];
    let with = |more: &[&'static str]| place.ok(&[&learn[..], more].concat()).stdout;
    let text = with(&[]);
    assert!(text.contains("expect accuracy "), "{text}");
    assert!(text.contains(" of 4 cases"), "{text}");
    let json = with(&["--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&json).unwrap();
    let estimate = &report["estimate"];
    let number = |name: &str| estimate[name].as_f64().unwrap();
    assert!(number("low") <= number("accuracy") && number("accuracy") <= number("high"));
    assert_eq!((estimate["tests"].as_u64(), estimate["shuffles"].as_u64()), (Some(10), Some(4)));
    assert_eq!(number("p_value"), (1.0 + number("as_good")) / 5.0);
    for n_threads in ["1", "3"] {
        let other = with(&["--format", "json", "--threads", n_threads]);
        let other: serde_json::Value = serde_json::from_str(&other).unwrap();
        assert_eq!(&other["estimate"], estimate, "{n_threads} threads");
    }
    place.write("report.json", &json);
    let again = place.ok(&["learn", "--from", "report.json", "--estimate", "off"]);
    assert!(again.stderr.contains("the same as in report.json"), "{}", again.stderr);
}

#[test]
fn threads_do_not_decide() {
    let place = Place::new();
    let arguments = ["learn", "--generations", "15", "--population", "203", "--seed", "4"];
    let run =
        |threads: &str| timeless(place.json(&[&arguments[..], &["--threads", threads]].concat()));
    let one = run("1");
    assert_eq!(one, run("2"));
    assert_eq!(one, run("5"));
    let other = place.json(&["learn", "--generations", "15", "--population", "203", "--seed", "5"]);
    assert_ne!(one, timeless(other), "another seed is another run");
}

#[test]
fn a_killed_run_goes_on_to_the_same_result() {
    let place = Place::new();
    // Long enough that there is a checkpoint before the end.
    let arguments = ["learn", "--generations", "400", "--population", "400", "--seed", "9"];
    let whole = timeless(place.json(&arguments));
    let checkpointed = [&arguments[..], &["--checkpoint", "run.check"]].concat();
    let mut child = place
        .command(&checkpointed)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    place.wait_for("run.check", &mut child);
    child.kill().expect("SIGKILL");
    child.wait().expect("it is gone");
    let resumed = place.json(&[&arguments[..], &["--resume", "run.check"]].concat());
    assert_eq!(timeless(resumed), whole);
    place.fails(&["learn", "--population", "400", "--resume", "run.check"], &["another problem"]);
    let mut bytes = fs::read(place.path("run.check")).expect("a checkpoint");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    place.write("run.check", bytes);
    place.fails(&[&arguments[..], &["--resume", "run.check"]].concat(), &["damaged"]);
    place.write("run.check", "hello");
    place.fails(&[&arguments[..], &["--resume", "run.check"]].concat(), &["no checkpoint"]);
}

#[test]
fn a_run_with_checkpoints_leaves_no_file_but_the_last_one() {
    let place = Place::new();
    place.json(&["learn", "--generations", "5", "--checkpoint", "run.check"]);
    assert_eq!(place.files(), ["run.check"]);
}

#[test]
fn every_reason_to_stop_is_reported() {
    let place = Place::new();
    let stop = |arguments: &[&str]| place.json(&[&["learn"], arguments].concat())["stop"].clone();
    assert_eq!(stop(&["--generations", "0"]), "generations");
    assert_eq!(stop(&["--stop-when-solved", "--generations", "1000"]), "solved");
    assert_eq!(stop(&["--stop-at-quality", "0.8"]), "solved");
    assert_eq!(stop(&["--evaluations", "900"]), "evaluations");
    assert_eq!(stop(&["--timeout", "50ms", "--generations", "100000"]), "time");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_with_the_best_so_far() {
    let place = Place::new();
    let arguments = ["learn", "--generations", "10000000", "--checkpoint", "c", "--format", "json"];
    let mut child = place
        .command(&arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    place.wait_for("c", &mut child);
    kill("INT", &child);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    let report: Value = serde_json::from_slice(&output.stdout).expect("one document");
    assert_eq!(report["stop"], "cancelled");
    assert_eq!(report["best"]["quality"], 1.0);
}

#[test]
fn good_enough_is_for_the_caller_to_say() {
    let place = Place::new();
    place.ok(&["learn", "--generations", "30", "--min-quality", "0.9"]);
    let run =
        place.run(&["learn", "--generations", "0", "--population", "3", "--min-quality", "1"]);
    assert_eq!(run.status, Some(1));
    assert!(run.stdout.contains('▸'), "the result is shown all the same");
}

#[test]
fn settings_come_from_preset_file_and_flags_in_that_order() {
    let place = Place::new();
    place.write("s.toml", "population = 50\ngenerations = 3\nwith = \"dates\"\n");
    let printed = |arguments: &[&str]| -> toml::Table {
        let run = place.ok(&[&["learn", "--print-settings"], arguments].concat());
        run.stdout.parse().expect("TOML")
    };
    let settings = printed(&["--settings", "s.toml", "--population", "60", "--preset", "paper"]);
    assert_eq!(settings["population"].as_integer(), Some(60));
    assert_eq!(settings["generations"].as_integer(), Some(3));
    assert_eq!(settings["with"].as_str(), Some("dates"));
    assert_eq!(settings["answer-from"].as_str(), Some("last-population"));
    // What is printed can be read back.
    let text = place.ok(&["learn", "--print-settings", "--max-depth", "9"]).stdout;
    place.write("again.toml", &text);
    assert_eq!(place.ok(&["learn", "--print-settings", "--settings", "again.toml"]).stdout, text);
    place.write("bad.toml", "poplation = 50\n");
    place.fails(&["learn", "--settings", "bad.toml"], &["bad.toml", "poplation"]);
    place.fails(&["learn", "--bloat", "none"], &["bloat", "parametric"]);
}

#[test]
fn the_page_stands_alone() {
    let place = Place::new();
    place.ok(&["learn", "--generations", "10", "--report", "out.html", "--quiet"]);
    let page = place.read("out.html");
    assert!(page.starts_with("<!doctype html>") && page.contains("<svg"), "{}", &page[..200]);
    for outside in ["<script src", "<link ", "@import", "<img src=\"http"] {
        assert!(!page.contains(outside), "{outside}");
    }
    place.fails(
        &["learn", "--generations", "1", "--report", "no/such/out.html"],
        &["no/such/out.html"],
    );
}
