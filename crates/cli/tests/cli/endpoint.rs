//! A knowledge base that is a SPARQL endpoint.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use serde_json::Value;

use crate::place::{Place, sorted_lines};
use crate::store::{Reply, Server};

/// A family as N-Triples, its examples in lists, and a server in front of it.
fn family(reply: Reply) -> (Place, Server) {
    let place = Place::new();
    place.ok(&["generate", "family", "--people", "300", "-o", "kb.nt", "--examples", "lists"]);
    let server = Server::new(&place.read("kb.nt"), move |_, _| reply.clone());
    (place, server)
}

const LISTS: [&str; 4] =
    ["--positives", "lists/uncle/pos.txt", "--negatives", "lists/uncle/neg.txt"];
const AROUND: [&str; 4] = ["--around", "lists/uncle/pos.txt", "--around", "lists/uncle/neg.txt"];

#[test]
fn learning_from_an_endpoint_its_fragment_and_its_cache_is_the_same() {
    let (place, server) = family(Reply::Capped(500, true));
    let url = server.url.as_str();
    let learn = |kb: &str, more: &[&str]| -> Value {
        place.json(&[&["learn", kb, "-q"], &LISTS[..], more].concat())
    };
    let first = learn(url, &["--fetched", "kept"]);
    let n_asked = server.queries().len();
    let again = learn(url, &["--fetched", "kept"]);
    assert_eq!(server.queries().len(), n_asked, "the second run asks nothing");
    place.ok(&[&["fragment", url, "-q", "-o", "part.nt", "--fetched", "-"], &AROUND[..]].concat());
    let file = learn("part.nt", &["--inference", "classes"]);
    for part in ["best", "front", "top"] {
        assert_eq!(first[part], again[part], "{part}");
        assert_eq!(first[part], file[part], "{part}");
    }
    let endpoint = &first["endpoint"];
    assert_eq!((&endpoint["exact"], &file["endpoint"]), (&true.into(), &Value::Null));
    assert_eq!(endpoint["answer"]["differing"], Value::Array(Vec::new()));
    assert_eq!(endpoint["answer"]["measures"]["tp"], first["best"]["train"]["tp"]);
}

#[test]
fn all_instances_of_an_endpoint_are_those_of_the_file() {
    let (place, server) = family(Reply::Capped(50, false));
    let concept = "Male ⊓ (∃ hasSibling.Parent ⊔ ≥ 2 hasChild.Female)";
    let line = ["predict", &server.url, concept, "-o", "found.txt", "--fetched", "-"];
    let run = place.ok(&[&line[..], &AROUND].concat());
    assert!(run.stderr.contains("the store counts"), "{}", run.stderr);
    let expect = place.ok(&["retrieve", "kb.nt", concept, "--inference", "classes"]).stdout;
    assert_eq!(sorted_lines(&place.read("found.txt")), sorted_lines(&expect));
}

#[test]
fn what_was_learned_is_predicted_from_its_report() {
    let (place, server) = family(Reply::Answer);
    let url = server.url.as_str();
    let kept = ["-q", "--fetched", "kept"];
    let learned = place.ok(&[&["learn", url, "--format", "json"], &LISTS[..], &kept].concat());
    place.write("report.json", &learned.stdout);
    let report: Value = serde_json::from_str(&learned.stdout).expect("JSON");
    place.ok(&[&["predict", url, "@report.json", "-o", "found.txt"], &AROUND[..], &kept].concat());
    let n = place.read("found.txt").lines().count();
    assert_eq!(report["endpoint"]["answer"]["instances"], n);
}

/// A store that fails after some parts of the answer: what is whole is kept, no file is written, and the next
/// call asks for the rest alone.
#[test]
fn a_prediction_that_was_cut_short_goes_on() {
    let place = Place::new();
    place.ok(&["generate", "family", "--people", "300", "-o", "kb.nt", "--examples", "lists"]);
    let is_repaired = Arc::new(AtomicBool::new(false));
    let n_parts = Arc::new(AtomicUsize::new(0));
    let (switch, counter) = (is_repaired.clone(), n_parts.clone());
    let server = Server::new(&place.read("kb.nt"), move |_, query| {
        let is_part = query.contains("MD5");
        let number = if is_part { counter.fetch_add(1, Ordering::SeqCst) } else { 0 };
        if is_part && number >= 9 && !switch.load(Ordering::SeqCst) {
            return Reply::Status(404, "", "the lights went out");
        }
        Reply::Capped(50, true)
    });
    let concept = "∃ hasChild.⊤ ⊔ ∃ hasParent.⊤";
    let line = ["predict", &server.url, concept, "-o", "found.txt", "--fetched", "kept"];
    let line = [&line[..], &AROUND].concat();
    place.fails(&line, &["the lights went out"]);
    assert!(!place.path("found.txt").exists());
    is_repaired.store(true, Ordering::SeqCst);
    let before = server.queries();
    place.ok(&line);
    let answered = &before[..before.len() - 1];
    let asked = server.queries().split_off(before.len());
    assert!(!asked.is_empty() && asked.iter().all(|query| !answered.contains(query)));
    let expect = place.ok(&["retrieve", "kb.nt", concept, "--inference", "classes"]).stdout;
    assert_eq!(sorted_lines(&place.read("found.txt")), sorted_lines(&expect));
}

#[test]
fn a_scope_is_a_class() {
    let (place, server) = family(Reply::Answer);
    let url = server.url.as_str();
    let start = ["predict", url, "¬ Parent", "-o", "found.txt", "--fetched", "-"];
    let predict = |scope: &'static str| [&start[..], &AROUND, &["--scope", scope]].concat();
    place.ok(&predict("Male"));
    let expect = place.ok(&["retrieve", "kb.nt", "Male ⊓ ¬ Parent", "--inference", "classes"]);
    assert_eq!(sorted_lines(&place.read("found.txt")), sorted_lines(&expect.stdout));
    for (scope, complaint) in [("Mael", "Male"), ("http://e/> } #", "--scope")] {
        place.fails(&predict(scope), &[complaint]);
    }
    let said = place.ok(&predict("http://e/Robot")).stderr;
    assert!(said.contains("http://e/Robot: nothing that was fetched"), "{said}");
}

#[test]
fn what_is_not_exact_is_named_and_refused_where_that_is_wanted() {
    let (place, server) = family(Reply::Answer);
    let line = ["inspect", &server.url, "--fetched", "-", "--max-requests", "4"];
    let run = place.ok(&[&line[..], &AROUND].concat());
    assert!(run.stderr.contains("not exact: *: not fetched"), "{}", run.stderr);
    place.fails(&[&line[..], &AROUND, &["--strict"]].concat(), &["not exact", "budget"]);
}

#[test]
fn a_login_is_in_no_message_and_no_file() {
    let (place, server) = family(Reply::Status(401, "", "who are you"));
    let line = ["learn", &server.url, "--fetched", "kept"];
    let mut command = place.command(&[&line[..], &LISTS].concat());
    command.env("EVOLEARNER_ENDPOINT_USER", "me").env("EVOLEARNER_ENDPOINT_PASSWORD", "hushhush");
    let output = command.output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("EVOLEARNER_ENDPOINT_USER") && !said.contains("hushhush"), "{said}");
    assert_eq!(server.queries().len(), 1);
    assert_eq!(std::fs::read_dir(place.path("kept")).expect("a folder").count(), 0);
}
