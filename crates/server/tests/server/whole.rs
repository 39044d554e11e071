//! Jobs about more than one concept: axioms for an ontology, and several labels.

use serde_json::{Value, json};

use crate::client::Running;

fn start(server: &Running, path: &str, request: &Value) -> u64 {
    let answer = server.post(path, request);
    assert_eq!(answer.status, 202, "{}", answer.body);
    answer.json()["id"].as_u64().expect("a number")
}

#[test]
fn axioms_are_suggested_by_a_job() {
    let server = Running::start(|_| {});
    let request = json!({ "classes": ["Grandfather", "Mother"], "settings": { "work": 5 } });
    let id = start(&server, "/api/v1/enrichments", &request);
    let job = server.wait(id, &["done"]);
    assert_eq!(job["about"]["kind"], "enrich");
    assert_eq!(job["about"]["target_class"], json!(null));
    let result = server.get(&format!("/api/v1/enrichments/{id}")).json();
    let classes = result["classes"].as_array().expect("a list");
    assert_eq!((classes.len(), &result["complete"]), (2, &json!(true)));
    for class in classes {
        assert_eq!(class["equivalent"][0]["f1"], 1.0, "{class}");
    }
    let page = server.get(&format!("/api/v1/enrichments/{id}/report.html"));
    assert!(page.status == 200 && page.body.contains("Grandfather"));
    // Events are those of all jobs: the last one says that it is over.
    let events = server.get(&format!("/api/v1/jobs/{id}/events"));
    assert!(events.body.contains("event: end"), "{}", events.body);
    // A list of jobs says which class it is, where it is only one.
    let one = start(&server, "/api/v1/enrichments", &json!({ "classes": ["Mother"] }));
    assert_eq!(server.wait(one, &["done"])["about"]["target_class"], "Mother");
    // What is not there is not given.
    for path in ["jobs/{}/result", "jobs/{}/request", "jobs/{}/report.html", "classifications/{}"] {
        let refused = server.get(&format!("/api/v1/{}", path.replace("{}", &id.to_string())));
        refused.is_problem(409);
        assert!(refused.body.contains(&format!("/api/v1/enrichments/{id}")), "{}", refused.body);
    }
}

#[test]
fn suggestions_that_are_stopped_pause_or_end_with_what_they_have() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_owned();
    let open = || Running::start(|config| config.data = Some(path.clone()));
    let server = open();
    // Each class takes its time: it is not through when it is asked to pause.
    let request = json!({ "learner": "evolve", "settings": {
        "generations": 20_000, "population": 500, "stop-when-solved": false, "timeout": 1,
    }});
    let id = start(&server, "/api/v1/enrichments", &request);
    let n_done = |job: &Value| job["progress"]["generation"].as_u64().unwrap_or(0);
    loop {
        let job = server.wait(id, &["running"]);
        if n_done(&job) >= 1 {
            assert_eq!(job["progress"]["unit"], "class");
            break;
        }
        std::thread::yield_now();
    }
    assert_eq!(server.post(&format!("/api/v1/jobs/{id}/pause"), &json!(null)).status, 200);
    server.wait(id, &["paused"]);
    server.get(&format!("/api/v1/enrichments/{id}")).is_problem(409);
    // The classes that were looked at survive the server, and are the result of the one that stops it.
    drop(server);
    let server = open();
    assert_eq!(server.post(&format!("/api/v1/jobs/{id}/cancel"), &json!(null)).status, 200);
    server.wait(id, &["cancelled"]);
    let result = server.get(&format!("/api/v1/enrichments/{id}")).json();
    assert_eq!(result["complete"], false);
    assert!(!result["classes"].as_array().expect("a list").is_empty());
}

#[test]
fn labels_are_learned_by_a_job() {
    let server = Running::start(|_| {});
    let of_class = |class: &str, label: &str| -> Vec<Value> {
        let path = format!("/api/v1/knowledge-bases/family/individuals?class={class}&limit=200");
        let found = server.get(&path).json();
        let items = found["items"].as_array().expect("a list").clone();
        items.iter().map(|item| json!([item["iri"], label])).collect()
    };
    let mut labels = of_class("Father", "man");
    labels.extend(of_class("Mother", "woman"));
    let request = json!({ "labels": labels, "folds": 2, "ignore": ["Father", "Mother"] });
    let id = start(&server, "/api/v1/classifications", &request);
    assert_eq!(server.wait(id, &["done"])["about"]["kind"], "labels");
    let result = server.get(&format!("/api/v1/classifications/{id}")).json();
    assert_eq!(result["train"]["accuracy"], 1.0);
    assert_eq!(result["folds"], 2);
    assert_eq!(result["labels"][0]["label"], "man");
}

#[test]
fn requests_that_do_not_fit_are_refused() {
    let server = Running::start(|_| {});
    for request in [
        json!({ "classes": ["Nothing"] }),
        json!({ "max_examples": 0 }),
        json!({ "suggestions": 1000 }),
        json!({ "min_quality": 2 }),
        json!({ "settings": { "population": 1_000_000 } }),
        json!({ "learner": "none" }),
    ] {
        server.post("/api/v1/enrichments", &request).is_problem(422);
    }
    let rows = json!([["nobody", "a"], ["noone", "b"]]);
    for request in [json!({}), json!({ "labels": rows }), json!({ "labels": rows, "folds": 1000 })]
    {
        server.post("/api/v1/classifications", &request).is_problem(422);
    }
}
