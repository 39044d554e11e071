//! Problems in all their forms, good ones and bad ones.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::place::Place;

/// Four people who have a child and four who have not; two of each are male.
const PEOPLE: &str = "@prefix : <http://e/> .
    :a a :Male ; :hasChild :c . :b a :Female ; :hasChild :c .
    :d a :Male ; :hasChild :b . :e a :Female ; :hasChild :d .
    :c a :Male ; :age 3 . :f a :Female . :g a :Male . :h a :Female .
    :Father a <http://www.w3.org/2002/07/owl#Class> . :a a :Father . :d a :Father .
    :Dad <http://www.w3.org/2000/01/rdf-schema#subClassOf> :Father .";

fn people() -> Place {
    let place = Place::new();
    place.write("people.ttl", PEOPLE);
    place.write("pos.txt", "# parents\nhttp://e/a\nhttp://e/b\n<http://e/d>\ne\n");
    place.write("neg.txt", "http://e/c\nhttp://e/f\nhttp://e/g\nhttp://e/h\n");
    place
}

/// The answer to a problem, in a short run.
fn answer(place: &Place, arguments: &[&str]) -> Value {
    let short = ["learn", "--generations", "60", "--population", "300"];
    place.json(&[&short[..], arguments].concat())["best"].clone()
}

#[track_caller]
fn check(place: &Place, arguments: &[&str], concept: &str) {
    let best = answer(place, arguments);
    assert_eq!((best["concept"]["dl"].as_str(), &best["quality"]), (Some(concept), &1.0.into()));
}

#[test]
fn the_forms_of_a_problem() {
    let place = people();
    place.write(
        "parents.conf",
        r#"prefixes = [ ("ex", "http://e/") ]
           ks.type = "OWL File"  ks.fileName = "people.ttl"
           lp.type = "posNegStandard"
           lp.positiveExamples = { "ex:a", "ex:b", "ex:d", "ex:e" }
           lp.negativeExamples = { "ex:c", "ex:f", "ex:g", "ex:h" }"#,
    );
    place.write(
        "parents.json",
        r#"{"data_path": "people.ttl", "problems": {
             "Parent": {"positive_examples": ["http://e/a", "http://e/b", "http://e/d", "http://e/e"],
                        "negative_examples": ["http://e/c", "http://e/f", "http://e/g", "http://e/h"]},
             "Man": {"positive_examples": ["http://e/a", "http://e/g"],
                     "negative_examples": ["http://e/b", "http://e/f"]}}}"#,
    );
    place.write(
        "parents.toml",
        "kb = \"people.ttl\"\npositives_file = \"pos.txt\"\nnegatives_file = \"neg.txt\"\n",
    );
    place.write("task/data/people.owl", PEOPLE);
    place.write("task/lp/1/pos.txt", place.read("pos.txt"));
    place.write("task/lp/1/neg.txt", place.read("neg.txt"));
    let parent = "∃ hasChild.⊤";
    check(&place, &["people.ttl", "--positives", "pos.txt", "--negatives", "neg.txt"], parent);
    check(&place, &["--problem", "parents.conf"], parent);
    check(&place, &["--problem", "parents.json", "--target", "Parent"], parent);
    check(&place, &["--problem", "parents.toml"], parent);
    check(&place, &["--problem", "task/lp/1"], parent);
    check(&place, &["people.ttl", "--target-class", "Father"], "Male ⊓ ∃ hasChild.⊤");

    let many = place.json(&["learn", "--problem", "parents.json", "--all", "--generations", "5"]);
    let names: Vec<&str> = many["problems"]
        .as_array()
        .expect("reports")
        .iter()
        .filter_map(|one| one["name"].as_str())
        .collect();
    assert_eq!(names, ["Parent", "Man"]);
    let table = place.ok(&["learn", "--problem", "parents.json", "--all", "--generations", "5"]);
    assert!(table.stdout.lines().last().is_some_and(|line| line.starts_with("mean")));
    place.fails(&["learn", "--problem", "parents.json"], &["--target", "--all", "Parent, Man"]);
    place.fails(&["learn", "--problem", "parents.json", "--target", "Men"], &["Man"]);
}

#[test]
fn what_a_conf_says_about_the_search_counts() {
    let place = people();
    let conf = |rest: &str| {
        format!(
            r#"prefixes = [ ("ex", "http://e/") ]
               ks.type = "OWL File"  ks.fileName = "people.ttl"
               lp.type = "posNegStandard"
               lp.positiveExamples = {{ "ex:a", "ex:d" }}
               lp.negativeExamples = {{ "ex:b", "ex:e", "ex:c", "ex:f", "ex:g", "ex:h" }}
               {rest}"#
        )
    };
    place.write("plain.conf", conf(""));
    check(&place, &["--problem", "plain.conf"], "Father");
    place.write(
        "ignored.conf",
        conf("alg.type = \"celoe\"  alg.ignoredConcepts = { \"ex:Father\" }"),
    );
    check(&place, &["--problem", "ignored.conf"], "Male ⊓ ∃ hasChild.⊤");
    place.write(
        "allowed.conf",
        conf("alg.type = \"celoe\"  alg.allowedConcepts = { \"ex:Female\" }  op.type = \"rho\"  op.useNegation = true"),
    );
    let allowed = answer(&place, &["--problem", "allowed.conf"]);
    let concept = allowed["concept"]["dl"].as_str().expect("a concept");
    assert!(!concept.contains("Male") && !concept.contains("Father"), "{concept}");
    place.write("start.conf", conf("alg.type = \"celoe\"  alg.ignoredConcepts = { \"ex:Father\" }  alg.startClass = \"ex:Male\""));
    check(&place, &["--problem", "start.conf"], "Male ⊓ ∃ hasChild.⊤");
    place.write(
        "quality.conf",
        conf("alg.type = \"celoe\"  alg.maxExecutionTimeInSeconds = 7  alg.writeSearchTree = true"),
    );
    let run = place.ok(&["learn", "--problem", "quality.conf", "--print-settings"]);
    assert!(run.stdout.contains("timeout = \"7s\""), "{}", run.stdout);
    assert!(run.stderr.contains("writeSearchTree"), "{}", run.stderr);
}

#[test]
fn examples_that_are_odd_are_named() {
    let place = people();
    let lists = ["learn", "people.ttl", "--positives", "pos.txt", "--negatives", "neg.txt"];
    let with = |more: &[&'static str]| [&lists[..], more].concat();
    place.write("pos.txt", "http://e/a\nhttp://e/a\nhttp://e/b\n");
    assert!(place.ok(&lists).stderr.contains("1 examples stand twice"));
    place.write("pos.txt", "http://e/a\nhttp://e/zz\n");
    place.fails(&lists, &["http://e/zz", "--skip-unknown"]);
    assert!(place.ok(&with(&["--skip-unknown"])).stderr.contains("http://e/zz"));
    place.write("pos.txt", "http://e/a\nhttp://e/c\n");
    assert!(place.ok(&lists).stderr.contains("both positive and negative"));
    place.fails(&with(&["--strict"]), &["both positive and negative", "http://e/c"]);
    place.write("pos.txt", "# no names\n");
    place.fails(&lists, &["pos.txt", "no example"]);
    place.fails(&["learn", "people.ttl"], &["--positives", "--target-class"]);
    place.fails(&["learn", "people.ttl", "--target-class", "Fathr"], &["Fathr", "Father"]);
    place.write("pos.txt", "http://e/a\nhttp://e/d\n");
    let only = place.ok(&["learn", "people.ttl", "--positives", "pos.txt", "--generations", "3"]);
    assert!(only.stderr.contains("no negatives given"), "{}", only.stderr);
}

/// Files below a folder with one of these endings.
fn files_below(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path
                .extension()
                .is_some_and(|end| endings.iter().any(|ending| end == *ending))
            {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

#[test]
fn every_problem_file_of_the_field_is_learned_or_refused_clearly() {
    let Some(folder) = evolearner_testing::data::folder() else { return };
    let place = Place::new();
    let files = files_below(&folder, &["conf", "json"]);
    let place_of = folder.display();
    assert!(files.len() > 20, "the data sets at {place_of} lack problem files: {files:?}");
    let family = folder.join("family/family.owl");
    assert!(family.exists(), "the data sets lack {}", family.display());
    let mut n_learned = 0;
    for file in files {
        let name = file.to_str().expect("a name");
        let settings = ["--generations", "4", "--population", "60", "--quiet", "--all"];
        let mut run = place.run(&[&["learn", "--problem", name], &settings[..]].concat());
        if run.status == Some(2) && run.stderr.contains("knowledge base") {
            // The file names a knowledge base that is elsewhere; ours may be the one it means.
            let kb = files_below(file.ancestors().nth(3).expect("a task"), &["owl"]);
            let kb = kb.first().filter(|_| name.contains("/lp/")).unwrap_or(&family);
            let kb = kb.to_str().expect("a name");
            run = place.run(&[&["learn", kb, "--problem", name], &settings[..]].concat());
        }
        match run.status {
            Some(0) => n_learned += 1,
            Some(2) => assert!(run.stderr.starts_with("error: "), "{name}: {}", run.stderr),
            _ => panic!("{name}: {}", run.stderr),
        }
    }
    assert!(n_learned > 25, "only {n_learned} were learned");
}

/// The learner that a configuration names outside of comments.
fn learner_of(text: &str) -> &'static str {
    let mut stated = String::new();
    for (at, part) in text.split("/*").enumerate() {
        let behind = part.split_once("*/").map_or("", |(_, behind)| behind);
        stated.push_str(if at == 0 { part } else { behind });
    }
    let mut lines = stated.lines().filter(|line| !line.trim_start().starts_with("//"));
    if lines.any(|line| line.contains("\"celoe\"")) { "celoe" } else { "ocel" }
}

/// The example configurations of DL-Learner, with the learner that each one names; a perfect concept
/// exists for all of them.
#[test]
fn the_examples_of_dl_learner_are_solved_by_the_learners_that_they_name() {
    let Some(folder) = evolearner_testing::data::folder() else { return };
    let place = Place::new();
    let mut n_solved = 0;
    let files = [
        files_below(&folder.join("dl-learner"), &["conf"]),
        files_below(&folder.join("small"), &["conf"]),
    ];
    for file in files.concat() {
        let name = file.to_str().expect("a name");
        let text = std::fs::read_to_string(&file).expect("a readable file");
        let learner = learner_of(&text);
        let task = file.ancestors().nth(3).expect("a task");
        let kb = if name.contains("/lp/") { files_below(task, &["owl"]) } else { Vec::new() };
        let kb = kb.first().map(|kb| kb.to_str().expect("a name"));
        let settings = ["--learner", learner, "--estimate", "off", "--quiet", "--format", "json"];
        let limits = ["--timeout", "none", "--evaluations", "500000"];
        let arguments: Vec<&str> = ["learn"]
            .into_iter()
            .chain(kb)
            .chain(["--problem", name])
            .chain(settings)
            .chain(limits)
            .collect();
        let run = place.run(&arguments);
        if run.status == Some(2) && run.stderr.contains("father.kb") {
            println!("skipped: {name} needs a knowledge base that the data sets lack");
            continue;
        }
        assert_eq!(run.status, Some(0), "{name}: {}", run.stderr);
        let report: Value = serde_json::from_str(&run.stdout).expect("a report");
        assert_eq!(
            report["best"]["train"]["accuracy"], 1.0,
            "{learner} on {name}: {}",
            report["best"]
        );
        n_solved += 1;
    }
    assert!(n_solved >= 30, "only {n_solved} were solved");
}
