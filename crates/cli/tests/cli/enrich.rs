//! `enrich`: files that are written, runs that go on, input that is refused.

use crate::place::Place;

#[test]
fn suggestions_are_written_and_kept_for_another_run() {
    let place = Place::new();
    place.ok(&["generate", "family", "--people", "60", "-o", "family.ttl", "--quiet"]);
    let arguments =
        ["enrich", "family.ttl", "--state", "state", "--report", "page.html", "--owl", "new.ofn"];
    let first = place.ok(&arguments);
    assert!(first.stdout.contains("∃ hasChild.⊤"), "{}", first.stdout);
    assert!(place.read("page.html").contains("data-axiom="));
    let axioms = place.read("new.ofn");
    assert!(axioms.contains("EquivalentClasses(Annotation(<urn:evolearner:f1>"), "{axioms}");
    place.ok(&["inspect", "new.ofn"]);
    // A line that was cut off is looked at again; the answer is the same, but for the time.
    let state = place.read("state");
    let whole = &state[..state.trim_end().rfind('\n').expect("more than one class") + 20];
    place.write("state", whole);
    let again = place.ok(&arguments);
    assert!(again.stderr.contains("known from an earlier run"), "{}", again.stderr);
    let timeless = |text: &str| text.trim_end().rsplit_once(';').map(|(text, _)| text.to_owned());
    assert_eq!(timeless(&again.stdout), timeless(&first.stdout));
    let other = [&arguments[..], &["--min-instances", "9"]].concat();
    place.fails(&other, &["another knowledge base or with other options"]);
}

#[test]
fn a_class_that_is_left_out_is_said_with_the_reason() {
    let run = Place::new().ok(&["enrich", "--class", "Father", "--min-instances", "1000"]);
    let words = "classes looked at: 0, with suggested definitions: 0; suspects: 0; left out: 1, e.g. Father (";
    assert!(run.stdout.starts_with(words), "{}", run.stdout);
    assert!(run.stdout.contains(" instances are too few)"), "{}", run.stdout);
}

#[test]
fn what_enrich_cannot_do_is_refused_before_the_work() {
    let place = Place::new();
    place.fails(&["enrich", "--class", "Granfather"], &["Granfather", "Grandfather"]);
    place.fails(&["enrich", "--state", "-"], &["--state needs a file"]);
    place.fails(&["enrich", "--owl", "there/is/none.ofn"], &["there is no folder"]);
    place.fails(&["enrich", "missing.owl"], &["missing.owl"]);
}

#[test]
fn a_sketch_is_filled_or_refused_with_the_place() {
    let place = Place::new();
    let run = place.ok(&["learn", "--sketch", "Male ⊓ ∃ ?r.?C:1", "--work", "50"]);
    assert!(run.stdout.contains("every filling of the sketch was tried"), "{}", run.stdout);
    place.fails(&["learn", "--sketch", "Male ⊓ ∃ ?r.?C:"], &["column 16", "a length from 1"]);
    place.fails(&["learn", "--learner", "celoe", "--must-use", "Male"], &["of the learner celoe"]);
    let many = ["Male"; 70].join(",");
    place.fails(&["learn", "--must-use", &many], &["70 names", "at most 32 names"]);
    let run = place.ok(&["learn", "--must-use", "married", "--must-use", "Male", "--work", "50"]);
    let answer = run.stdout.lines().find(|line| line.starts_with('▸')).expect("an answer");
    assert!(answer.contains("married") && answer.contains("Male"), "{answer}");
}

#[test]
fn labels_of_a_table_are_told_apart() {
    let place = Place::new();
    place.ok(&["generate", "family", "--people", "60", "-o", "family.ttl", "--quiet"]);
    let list = |concept: &str| place.ok(&["retrieve", "family.ttl", concept, "--quiet"]).stdout;
    let mut table = "who;label\n".to_owned();
    for (label, concept) in [
        ("elder", "Grandparent"),
        ("parent", "Parent and not Grandparent"),
        ("young", "not Parent"),
    ] {
        table.extend(list(concept).lines().map(|iri| format!("{iri};{label}\n")));
    }
    place.write("labels.csv", table);
    let arguments =
        ["crossval", "family.ttl", "--labels", "labels.csv", "--folds", "3", "--work", "20"];
    let run = place.ok(&arguments);
    assert!(run.stderr.contains("columns between ‘;’, a heading"), "{}", run.stderr);
    let report = place.json(&arguments);
    assert_eq!(report["train"]["accuracy"], 1.0);
    assert_eq!(report["labels"][2]["label"], "young");
    place.fails(&["learn", "--labels", "labels.csv", "--report", "x.html"], &["no --report"]);
    place.write("four.csv", "a,b,c,d\n");
    place.fails(&["learn", "--labels", "four.csv"], &["four.csv", "two columns"]);
    place.write("three.csv", "a,b,c\n");
    place.fails(&["learn", "--labels", "three.csv"], &["three.csv", "a weight of 0 or more"]);
}
