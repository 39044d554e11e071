//! Calls as a client makes them, without the protocol.

use std::fs;

use evolearner::CancelToken;
use evolearner_mcp::{CallError, Workbench};
use serde_json::{Value, json};

fn call(workbench: &Workbench, tool: &str, arguments: &Value) -> Result<Value, CallError> {
    let arguments = arguments.as_object().expect("an object");
    workbench.call(tool, arguments, &CancelToken::default())
}

#[test]
fn only_files_of_the_folders_are_read() {
    let place = tempfile::tempdir().expect("a folder");
    let turtle = "@prefix : <http://e/> . :a a :C .";
    fs::create_dir(place.path().join("inside")).expect("a folder");
    fs::write(place.path().join("inside/kb.ttl"), turtle).expect("a file");
    fs::write(place.path().join("outside.ttl"), turtle).expect("a file");
    let workbench = Workbench::new(vec![place.path().join("inside")]);
    let inside = place.path().join("inside/kb.ttl");
    for allowed in ["kb.ttl", inside.to_str().expect("a text"), "family"] {
        call(&workbench, "open", &json!({ "kb": allowed })).expect(allowed);
    }
    let outside = place.path().join("outside.ttl");
    for refused in ["../outside.ttl", outside.to_str().expect("a text"), "inside", "", "kb.ttl/"] {
        let error = call(&workbench, "open", &json!({ "kb": refused })).expect_err(refused);
        assert!(error.to_string().contains("there is no file"), "{refused}: {error}");
    }
    let nothing = Workbench::new(Vec::new());
    assert!(call(&nothing, "open", &json!({ "kb": "kb.ttl" })).is_err());
}

#[test]
fn arguments_of_the_wrong_kind_are_refused() {
    let workbench = Workbench::new(Vec::new());
    for (tool, arguments, words) in [
        ("retrieve", json!({ "kb": "family", "concept": 5 }), "`concept` is no text"),
        ("retrieve", json!({ "kb": "family", "concept": "Male", "limit": 0 }), "whole number"),
        ("learn", json!({ "kb": "family", "positives": "anna" }), "no list of texts"),
        ("learn", json!({ "kb": "family", "positives": [1] }), "no list of texts"),
        ("learn", json!({ "kb": "family", "target_class": "Male", "options": [] }), "no object"),
        ("crossval", json!({ "kb": "family", "target_class": "Male", "folds": 1 }), "2 folds"),
        ("look_up", json!({ "kb": "family", "kind": "role" }), "`kind` cannot be"),
    ] {
        let error = call(&workbench, tool, &arguments).expect_err(words);
        assert!(error.to_string().contains(words), "{arguments}: {error}");
    }
}
