//! A knowledge base that is a SPARQL endpoint.

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
