//! How jobs live: in turns, within bounds, and beyond the end of a server.

use serde_json::json;

use crate::client::{Running, long_job, short_job};

#[test]
fn a_running_job_is_cancelled_with_what_it_has() {
    let server = Running::start(|_| {});
    let id = server.learn(&long_job());
    server.wait(id, &["running"]);
    server.get(&format!("/api/v1/jobs/{id}/result")).is_problem(409);
    assert_eq!(server.post(&format!("/api/v1/jobs/{id}/cancel"), &json!(null)).status, 200);
    server.wait(id, &["cancelled"]);
    assert_eq!(server.result(id)["stop"], "cancelled");
    server.post(&format!("/api/v1/jobs/{id}/cancel"), &json!(null)).is_problem(409);
}

#[test]
fn a_running_job_is_paused_and_resumed() {
    let server = Running::start(|_| {});
    // It takes longer than any test: it runs when it is asked to pause.
    let id = server.learn(&long_job());
    let steer = |verb: &str| server.post(&format!("/api/v1/jobs/{id}/{verb}"), &json!(null));
    steer("resume").is_problem(409);
    server.wait(id, &["running"]);
    assert_eq!(steer("pause").status, 200);
    server.wait(id, &["paused"]);
    steer("pause").is_problem(409);
    assert_eq!(steer("resume").status, 200);
    server.wait(id, &["running"]);
    assert_eq!(steer("cancel").status, 200);
    server.wait(id, &["cancelled"]);
}

#[test]
fn ignored_names_do_not_occur() {
    let server = Running::start(|_| {});
    let names = |class: &str| {
        let path = format!("/api/v1/knowledge-bases/family/individuals?class={class}&limit=20");
        let found = server.get(&path).json();
        let items = found["items"].as_array().unwrap().clone();
        items.iter().map(|item| item["iri"].clone()).collect::<Vec<_>>()
    };
    let mut request = json!({ "positives": names("Mother"), "negatives": names("Father") });
    let uses = |request: &serde_json::Value, class: &str| {
        let id = server.learn(request);
        server.wait(id, &["done"]);
        server.result(id)["history"].to_string().contains(class)
    };
    assert!(uses(&request, "Female"));
    request["ignored_classes"] = json!(["Female"]);
    // Mothers are female, so they are left out with the class above them.
    assert!(!uses(&request, "Female"));
    assert!(!uses(&request, "Mother"));
    let mut parents = json!({ "target_class": "Parent" });
    assert!(uses(&parents, "hasChild"));
    parents["ignore"] = json!(["hasChild"]);
    assert!(!uses(&parents, "hasChild"));
    for field in ["ignored_classes", "ignore"] {
        let mut request = json!({ "target_class": "Parent" });
        request[field] = json!(["Nothing"]);
        let refused = server.post("/api/v1/jobs", &request);
        refused.is_problem(422);
        assert!(refused.body.contains("Nothing"), "{}", refused.body);
    }
}

#[test]
fn weights_of_a_job_are_in_its_result() {
    let server = Running::start(|_| {});
    let path = "/api/v1/knowledge-bases/family/individuals?class=Mother&limit=2";
    let found = server.get(path).json();
    let [mother, other] = [0, 1].map(|at| found["items"][at]["iri"].as_str().unwrap().to_owned());
    let mut request = json!({ "target_class": "Parent", "weights": {} });
    request["weights"] = json!({ mother.as_str(): 3, other.as_str(): 0 });
    let id = server.learn(&request);
    server.wait(id, &["done"]);
    let result = server.result(id);
    assert_eq!(result["task"]["weights"][&mother], 3.0);
    assert_eq!(result["weights"]["examples"], 1);
    assert!(!result["misclassified"].to_string().contains(&other), "it is left out");
    request["weights"] = json!({ mother.as_str(): -1 });
    server.post("/api/v1/jobs", &request).is_problem(422);
}

#[test]
fn clients_take_turns() {
    let server = Running::start(|config| config.limits.jobs = 1);
    let blocker = server.learn(&long_job());
    server.wait(blocker, &["running"]);
    let learn_as = |client: &str| {
        let headers = [("content-type", "application/json"), ("x-client", client)];
        let body = short_job().to_string();
        let answer = server.send("POST", "/api/v1/jobs", &headers, body.as_bytes());
        answer.json()["id"].as_u64().unwrap()
    };
    let many: Vec<u64> = (0..4).map(|_| learn_as("many")).collect();
    let few = learn_as("few");
    server.post(&format!("/api/v1/jobs/{blocker}/cancel"), &json!(null));
    let started = |id| server.wait(id, &["done"])["started"].as_u64().unwrap();
    assert!(
        started(few) <= started(many[1]),
        "the second client does not wait for all of the first"
    );
}

#[test]
fn the_queue_has_an_end() {
    let server = Running::start(|config| {
        config.limits.jobs = 1;
        config.limits.queue = (10, 3);
    });
    server.wait(server.learn(&long_job()), &["running"]);
    for _ in 0..3 {
        server.learn(&short_job());
    }
    let refused = server.post("/api/v1/jobs", &short_job());
    refused.is_problem(429);
    assert!(refused.head.contains("retry-after"));
}

#[test]
fn a_job_has_no_more_time_than_the_server_gives() {
    let server = Running::start(|config| {
        config.limits.job_time = std::time::Duration::from_millis(300);
    });
    let id = server.learn(&long_job());
    server.wait(id, &["done"]);
    assert_eq!(server.result(id)["stop"], "time");
}

#[test]
fn old_jobs_are_forgotten() {
    let server = Running::start(|config| config.limits.kept_jobs = 5);
    let ids: Vec<u64> = (0..12).map(|_| server.learn(&short_job())).collect();
    for &id in &ids {
        // Early ones may be forgotten before we ask.
        while server.get(&format!("/api/v1/jobs/{id}")).body.contains("\"state\":\"queued\"") {
            std::thread::yield_now();
        }
    }
    let last = *ids.last().unwrap();
    server.wait(last, &["done"]);
    let n_known = || server.get("/api/v1/jobs?limit=100").json().as_array().unwrap().len();
    // A worker forgets after it has told that a job is done.
    for _ in 0..200 {
        if n_known() <= 5 {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert!(n_known() <= 5);
    server.get(&format!("/api/v1/jobs/{}", ids[0])).is_problem(404);
}

#[test]
fn jobs_results_and_uploads_survive_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let start = || {
        let path = folder.path().to_owned();
        Running::start(move |config| {
            config.data = Some(path);
            config.limits.jobs = 1;
        })
    };
    let server = start();
    let turtle = b"<http://x/a> a <http://x/C> . <http://x/b> a <http://x/D> .";
    assert_eq!(server.upload("small.ttl", turtle).status, 201);
    let done = server.learn(&short_job());
    server.wait(done, &["done"]);
    let result = server.result(done);
    let running = server.learn(&json!({
        "target_class": "Grandfather", "settings": { "generations": 3000, "population": 1000 },
    }));
    server.wait(running, &["running"]);
    let waiting = server.learn(&short_job());
    drop(server);

    let server = start();
    assert_eq!(server.result(done), result);
    assert_eq!(server.get("/api/v1/knowledge-bases/small").json()["individuals"], 2);
    // Both go on by themselves. The first is steered to its end: it is long.
    server.wait(running, &["running"]);
    server.post(&format!("/api/v1/jobs/{running}/cancel"), &json!(null));
    server.wait(running, &["cancelled"]);
    // How far it came before the restart and after it is for the scheduler to say.
    assert!(!server.result(running)["history"].as_array().unwrap().is_empty());
    server.wait(waiting, &["done"]);
    let next = server.learn(&short_job());
    assert!(next > waiting, "numbers are not used twice");
    assert_eq!(server.send("DELETE", "/api/v1/knowledge-bases/small", &[], b"").status, 204);
    server.get("/api/v1/knowledge-bases/small").is_problem(404);
}

#[test]
fn many_clients_poll_while_jobs_run() {
    let server = Running::start(|config| config.limits.jobs = 4);
    let jobs: Vec<u64> = (0..4).map(|_| server.learn(&long_job())).collect();
    for &id in &jobs {
        server.wait(id, &["running"]);
    }
    std::thread::scope(|scope| {
        for client in 0..50 {
            let (server, jobs) = (&server, &jobs);
            scope.spawn(move || {
                for round in 0..5 {
                    let id = jobs[(client + round) % jobs.len()];
                    assert_eq!(server.get(&format!("/api/v1/jobs/{id}")).status, 200);
                    assert_eq!(server.get("/healthz").status, 200);
                }
            });
        }
    });
}
