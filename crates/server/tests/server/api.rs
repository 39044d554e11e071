//! What the API answers.

use serde_json::json;

use crate::client::{Running, short_job};

#[test]
fn knowledge_bases_can_be_looked_into() {
    let server = Running::start(|_| {});
    let all = server.get("/api/v1/knowledge-bases").json();
    assert_eq!(all[0]["id"], "family");
    let family = server.get("/api/v1/knowledge-bases/family").json();
    assert_eq!(family["individuals"], 200);
    assert_eq!(family["consistent"], true);
    let classes = server.get("/api/v1/knowledge-bases/family/classes?q=grandf").json();
    assert_eq!(classes["items"][0]["name"], "Grandfather");
    let path = "/api/v1/knowledge-bases/family/individuals?class=Grandfather&limit=2";
    let found = server.get(path).json();
    assert_eq!(found["total"], classes["items"][0]["instances"]);
    assert_eq!(found["items"].as_array().unwrap().len(), 2);
    let somebody = found["items"][0]["name"].as_str().unwrap();
    let path = format!("/api/v1/knowledge-bases/family/neighbourhood?individual={somebody}");
    let around = server.get(&path).json();
    assert_eq!(around["nodes"][0]["name"], somebody);
    assert!(around["nodes"][0]["classes"].as_array().unwrap().contains(&json!("Grandfather")));
    let edges = around["edges"].as_array().unwrap();
    assert!(
        edges.iter().any(|edge| edge["roles"].as_array().unwrap().contains(&json!("hasChild")))
    );
    let names = json!({ "names": [somebody, "nobody"] });
    let names = server.post("/api/v1/knowledge-bases/family/names", &names).json();
    assert_eq!(names["found"][0]["name"], somebody);
    assert_eq!(names["unknown"][0]["name"], "nobody");
    let example = server.get("/api/v1/knowledge-bases/family/example").json();
    assert_eq!(example["question"], all[0]["example"]);
    assert!(!example["positives"].as_array().unwrap().is_empty());
}

#[test]
fn concepts_are_retrieved_explained_and_rendered() {
    let server = Running::start(|_| {});
    let base = "/api/v1/knowledge-bases/family";
    let concept = "Male and (hasChild some Parent)";
    let found = server.post(&format!("{base}/retrieve"), &json!({ "concept": concept })).json();
    let same = json!({ "concept": "Grandfather", "limit": 1 });
    let same = server.post(&format!("{base}/retrieve"), &same).json();
    assert_eq!(found["count"], same["count"]);
    assert_eq!(same["individuals"].as_array().unwrap().len(), 1);
    let somebody = &same["individuals"][0];
    let explain = json!({ "concept": concept, "individual": somebody });
    let why = server.post(&format!("{base}/explain"), &explain).json();
    assert_eq!(why["member"], true);
    assert_eq!(why["graph"]["nodes"][0]["iri"], *somebody);
    let among = json!({ "concept": "Female", "among": [somebody] });
    assert_eq!(server.post(&format!("{base}/retrieve"), &among).json()["count"], 0);
    let rendered = server.post(&format!("{base}/render"), &json!({ "concept": concept })).json();
    assert_eq!(rendered["dl"], "Male ⊓ ∃ hasChild.Parent");
    assert!(rendered["sparql"].as_str().unwrap().contains("SELECT"));
    assert!(rendered["turtle"].as_str().unwrap().contains("intersectionOf"));
    assert_eq!(rendered["tree"].as_array().unwrap().len(), 4);
}

#[test]
fn a_job_is_learned_and_followed() {
    let server = Running::start(|_| {});
    let id = server.learn(&json!({ "target_class": "Grandfather" }));
    // The stream ends by itself when the job does.
    let events = server.get(&format!("/api/v1/jobs/{id}/events"));
    assert!(events.head.contains("content-type: text/event-stream"));
    assert!(events.body.contains("event: end"), "{}", events.body);
    let job = server.wait(id, &["done"]);
    assert_eq!(job["best"]["quality"], 1.0);
    let result = server.result(id);
    assert_eq!(result["version"], 1);
    assert_eq!(result["best"]["concept"]["dl"], job["best"]["concept"]);
    let request = server.get(&format!("/api/v1/jobs/{id}/request")).json();
    assert_eq!(request["target_class"], "Grandfather");
    let list = server.get("/api/v1/jobs?state=done").json();
    assert_eq!(list[0]["id"], id);
    assert_eq!(server.send("DELETE", &format!("/api/v1/jobs/{id}"), &[], b"").status, 204);
    server.get(&format!("/api/v1/jobs/{id}")).is_problem(404);
}

#[test]
fn examples_are_listed_as_a_job_takes_them() {
    let server = Running::start(|_| {});
    let base = "/api/v1/knowledge-bases/family";
    let list = |request: &serde_json::Value| server.post(&format!("{base}/examples"), request);
    let count = |concept: &str| {
        let answer = server.post(&format!("{base}/retrieve"), &json!({ "concept": concept }));
        answer.json()["count"].clone()
    };
    // A class against the rest, by whether a concept covers it.
    let request = json!({ "target_class": "Grandfather", "concept": "Male", "limit": 2 });
    let answer = list(&request).json();
    let groups = answer["groups"].as_array().unwrap();
    let totals: Vec<_> = groups.iter().map(|group| group["total"].clone()).collect();
    let others = count("Male and not Grandfather");
    assert_eq!(totals, [count("Grandfather"), json!(0), others, count("not Male")]);
    assert_eq!(groups[2]["items"].as_array().unwrap().len(), 2);
    assert_eq!(groups[2]["label"], "negative");
    assert_eq!(groups[2]["covered"], true);
    // Positives alone: what is implied is listed, too.
    let women = server.get(&format!("{base}/individuals?class=Mother&limit=3")).json();
    let names: Vec<_> =
        women["items"].as_array().unwrap().iter().map(|item| &item["iri"]).collect();
    let answer = list(&json!({ "positives": names, "limit": 1000 })).json();
    assert_eq!(answer["negatives_are_implied"], true);
    let groups = answer["groups"].as_array().unwrap();
    assert_eq!((groups.len(), &groups[0]["total"]), (2, &json!(3)));
    let negatives = groups[1]["items"].as_array().unwrap();
    assert_eq!(json!(negatives.len()), groups[1]["total"]);
    assert!(negatives.iter().all(|negative| !names.contains(&&negative["iri"])));
    let job = server.learn(&json!({ "positives": names, "settings": { "generations": 1 } }));
    server.wait(job, &["done"]);
    assert_eq!(server.result(job)["negatives"], groups[1]["total"]);
    list(&json!({ "positives": names, "target_class": "Mother" })).is_problem(422);
    list(&json!({ "target_class": "Mother", "limit": 0 })).is_problem(400);
}

#[test]
fn few_positives_against_many_negatives_are_answered_by_the_rule_of_the_search() {
    let server = Running::start(|_| {});
    let found = server.get("/api/v1/knowledge-bases/family/individuals?class=Grandmother&limit=3");
    let names: Vec<_> =
        found.json()["items"].as_array().unwrap().iter().map(|item| item["iri"].clone()).collect();
    let id = server.learn(&json!({ "positives": names }));
    server.wait(id, &["done"]);
    let result = server.result(id);
    assert_eq!(result["settings"]["quality"], "accuracy");
    assert_eq!(result["settings"]["uneven"], "auto");
    assert!(result["best"]["train"]["tp"].as_u64().unwrap() > 0, "{}", result["best"]);
}

#[test]
fn a_result_is_there_before_what_to_expect_of_it_and_has_that_in_the_end() {
    let server = Running::start(|_| {});
    let plain = server.learn(&json!({ "target_class": "Mother" }));
    server.wait(plain, &["done"]);
    assert_eq!(server.result(plain)["estimate"], json!(null));
    let id = server.learn(&json!({ "target_class": "Mother", "estimate": true }));
    let early = loop {
        let job = server.get(&format!("/api/v1/jobs/{id}")).json();
        if job["estimating"] == true || job["state"] == "done" {
            break job;
        }
    };
    assert_eq!(early["best"]["sentence"], server.result(id)["best"]["sentence"]);
    let job = server.wait(id, &["done"]);
    assert_eq!(job["estimating"], false);
    let estimate = &server.result(id)["estimate"];
    assert!(estimate["accuracy"].as_f64().unwrap() > 0.5, "{estimate}");
    assert_eq!(estimate["baselines"].as_array().unwrap().len(), 2);
}

#[test]
fn a_job_that_is_stopped_while_it_is_estimated_ends_at_once_with_its_answer() {
    let server = Running::start(|_| {});
    let request = json!({ "target_class": "Grandfather", "estimate": true });
    let ids: Vec<u64> = (0..3).map(|_| server.learn(&request)).collect();
    let last = ids[2];
    loop {
        let job = server.get(&format!("/api/v1/jobs/{last}")).json();
        if job["estimating"] == true {
            break;
        }
        assert_ne!(job["state"], "done", "two others are estimated before it");
    }
    let job = server.post(&format!("/api/v1/jobs/{last}/cancel"), &json!({})).json();
    assert_eq!((&job["state"], &job["estimating"]), (&json!("done"), &json!(false)));
    assert!(server.result(last)["best"]["sentence"].is_string());
    server.send("DELETE", &format!("/api/v1/jobs/{last}"), &[], b"");
    server.get(&format!("/api/v1/jobs/{last}")).is_problem(404);
}

#[test]
fn a_long_list_of_unknown_names_is_explained_for_the_first_few_only() {
    let server = Running::start(|_| {});
    let names: Vec<String> = (0..500).map(|number| format!("anna-toth-{number}x")).collect();
    let answer =
        server.post("/api/v1/knowledge-bases/family/names", &json!({ "names": names })).json();
    let unknown = answer["unknown"].as_array().unwrap();
    assert_eq!(unknown.len(), 500);
    let is_explained =
        |entry: &&serde_json::Value| entry["message"].as_str().unwrap().contains('(');
    assert!(is_explained(&&unknown[0]), "{}", unknown[0]);
    assert_eq!(unknown.iter().filter(is_explained).count(), 5);
    let refused = server.post("/api/v1/jobs", &json!({ "positives": names }));
    refused.is_problem(422);
    assert!(refused.body.contains("and 495 more"), "{}", refused.body);
}

#[test]
fn settings_beyond_the_bounds_of_the_server_are_refused_by_name() {
    let server = Running::start(|_| {});
    for (name, value) in [
        ("population", 20_001),
        ("generations", 20_001),
        ("tournament", 1_001),
        ("max-triples", 101),
        ("splits", 1_001),
        ("max-cardinality", 101),
        ("max-depth", 61),
    ] {
        let request = json!({ "target_class": "Mother", "settings": { name: value } });
        let refused = server.post("/api/v1/jobs", &request);
        refused.is_problem(422);
        assert!(refused.body.contains(name), "{}", refused.body);
    }
    let both = json!({ "target_class": "Mother", "positives": ["anna-toth-64"] });
    server.post("/api/v1/jobs", &both).is_problem(422);
}

#[test]
fn learners_presets_and_options_are_chosen_by_name() {
    let server = Running::start(|_| {});
    let learn = |how: &serde_json::Value| {
        let mut request = json!({ "target_class": "Mother" });
        request.as_object_mut().unwrap().extend(how.as_object().unwrap().clone());
        server.post("/api/v1/jobs", &request)
    };
    let result = |how: &serde_json::Value| {
        let id = learn(how).json()["id"].as_u64().unwrap();
        server.wait(id, &["done"]);
        server.result(id)
    };
    let plain = result(&json!({}));
    assert_eq!(
        (&plain["learner"], &plain["history"][0]["unit"]),
        (&json!("beam"), &json!("length"))
    );
    assert_eq!((&plain["best"]["quality"], &plain["best"]["proven"]), (&json!(1.0), &json!(true)));
    assert!(plain["proof"]["length"].as_u64() >= plain["best"]["length"].as_u64());
    // An option that the learner of the preset does not have selects one that has it.
    let evolved = result(&json!({ "learner": "auto", "settings": { "generations": 1 } }));
    assert_eq!((&evolved["learner"], &evolved["settings"]["elite"]), (&json!("evolve"), &json!(1)));
    assert_eq!(evolved["proof"], json!(null));
    let top = result(&json!({ "learner": "top", "settings": { "candidates": "restrictions" } }));
    assert_eq!(top["learner"], "top");
    assert_eq!(top["history"][0]["unit"], "name");
    let paper = result(&json!({ "preset": "paper", "settings": { "generations": 1 } }));
    assert_eq!(paper["learner"], "evolve");
    assert_eq!(
        (&paper["settings"]["elite"], &paper["settings"]["simplify"]),
        (&json!(0), &json!(false))
    );
    for (how, message) in [
        (
            json!({ "learner": "magic" }),
            "learner cannot be `magic`: one of auto, beam, evolve, exact, celoe, ocel, eltl, spacel, \
             dlfoil, tree, top, random",
        ),
        (json!({ "preset": "magic" }), "preset cannot be `magic`: one of default, paper"),
        (
            json!({ "settings": { "poplation": 5 } }),
            "no option `poplation`: did you mean `population`?",
        ),
        (json!({ "settings": { "quality": "best" } }), "quality cannot be `best`: one of accuracy"),
        (
            json!({ "settings": { "population": 20_001 } }),
            "population cannot be `20001`: at most 20000",
        ),
        (json!({ "settings": [5] }), "settings"),
        // The baseline has no population, and nothing has both a population and a width.
        (json!({ "learner": "top", "settings": { "population": 5 } }), "no option `population`"),
        (
            json!({ "settings": { "population": 5, "width": 5 } }),
            "no option `population` of the learner beam, which other options ask for",
        ),
    ] {
        let refused = learn(&how);
        refused.is_problem(422);
        assert!(refused.body.contains(message), "{how}: {}", refused.body);
    }
}

#[test]
fn the_table_of_options_has_the_bounds_of_the_server() {
    let server = Running::start(|_| {});
    let table = server.get("/api/v1/options").json();
    let ids = |list: &str| {
        let list = table[list].as_array().unwrap();
        list.iter().map(|entry| entry["id"].as_str().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(ids("methods")[..2], ["beam", "evolve"]);
    assert_eq!(ids("presets"), ["default", "paper"]);
    let learners = [&table["presets"][0]["learner"], &table["presets"][1]["learner"]];
    assert_eq!(learners, [&json!("beam"), &json!("evolve")]);
    let options = table["options"].as_array().unwrap();
    let option = |name: &str| options.iter().find(|option| option["name"] == name).unwrap();
    assert_eq!(option("population")["most"], 20_000.0);
    assert_eq!(option("max-triples")["most"], 100.0);
    assert_eq!(option("width")["most"], 5_000.0);
    for option in options {
        let (most, default) = (option["most"].as_f64(), option["default"].as_f64());
        assert!(default <= most || most.is_none(), "{option}");
    }
    // The settings of a preset are the defaults but for what its method and the preset change.
    let settings = server.get("/api/v1/settings").json();
    assert_eq!(settings["default"]["width"], option("width")["default"]);
    assert_eq!(settings["default"]["splitter"], table["methods"][0]["defaults"]["splitter"]);
    assert_ne!(settings["default"]["splitter"], option("splitter")["default"]);
    assert_eq!(settings["paper"]["population"], option("population")["default"]);
    assert_eq!(settings["paper"]["elite"], table["presets"][1]["values"]["elite"]);
    assert_eq!(settings["max_seconds"], 300.0);
    let description = server.get("/api/v1/openapi.json").json();
    let answer = &description["paths"]["/api/v1/options"]["get"]["responses"]["200"];
    let schema = &answer["content"]["application/json"]["schema"]["$ref"];
    assert_eq!(*schema, "#/components/schemas/OptionsTable");
    let schemas = &description["components"]["schemas"];
    let default = &schemas["OptionModel"]["properties"]["default"];
    assert_eq!(default["type"], json!(null), "a default can be anything: {default}");
    // A request is described with the same names and bounds.
    let settings = &schemas["Settings"]["properties"];
    assert_eq!(settings.as_object().unwrap().len(), options.len());
    assert_eq!(settings["population"]["maximum"], 20_000.0);
    assert!(settings["quality"]["enum"].as_array().unwrap().contains(&json!("f1")));
}

#[test]
fn the_interface_of_ontolearn_is_served() {
    let server = Running::start(|_| {});
    let instances = |concept: &str| {
        let path = "/api/v1/knowledge-bases/family/retrieve";
        server.post(path, &json!({ "concept": concept })).json()["individuals"].clone()
    };
    // No name says who has a daughter, so that there is a shorter concept that does worse.
    let daughters = "(hasChild some Female)";
    let request = json!({
        "pos": instances(daughters), "neg": instances(&format!("Parent and not {daughters}")),
        "max_runtime": 10, "topk": 2,
        "model": "Drill", "path_embeddings": "somewhere.csv",
    });
    let answer = server.post("/cel", &request);
    assert_eq!(answer.status, 200, "{}", answer.body);
    let results = answer.json()["Results"].clone();
    assert_eq!(results.as_array().unwrap().len(), 2);
    assert_eq!((&results[0]["Rank"], &results[0]["F1"]), (&json!(1), &json!(1.0)));
    for field in ["Prediction", "SPARQLQuery", "Verbalization"] {
        assert!(!results[0][field].as_str().unwrap().is_empty(), "{field}");
    }
    let by_get = server.send("GET", "/cel", &[], request.to_string().as_bytes());
    assert_eq!(by_get.json()["Results"][0]["F1"], 1.0);
}

#[test]
fn every_error_is_a_problem() {
    let server = Running::start(|_| {});
    let base = "/api/v1/knowledge-bases/family";
    server.get("/nowhere").is_problem(404);
    server.get("/api/v1/jobs/99").is_problem(404);
    server.get("/api/v1/jobs/18446744073709551615/result").is_problem(404);
    server.get("/api/v1/jobs/abc").is_problem(404);
    server.get("/api/v1/knowledge-bases/nothing").is_problem(404);
    server.send("PUT", "/api/v1/jobs", &[], b"").is_problem(405);
    server.get(&format!("{base}/individuals?limit=0")).is_problem(400);
    server.get(&format!("{base}/individuals?limit=many")).is_problem(400);
    server.get(&format!("{base}/individuals?class=Nothing")).is_problem(422);
    let headers = [("content-type", "application/json")];
    server.send("POST", "/api/v1/jobs", &headers, b"{").is_problem(400);
    server.send("POST", "/api/v1/jobs", &headers, b"{\"colour\": 1}").is_problem(422);
    server.send("POST", "/api/v1/jobs", &[("content-type", "text/plain")], b"{}").is_problem(415);
    server.post("/api/v1/jobs", &json!({})).is_problem(422);
    let settings = json!({ "target_class": "Mother", "settings": { "population": 0 } });
    server.post("/api/v1/jobs", &settings).is_problem(422);
    let settings = json!({ "target_class": "Mother", "settings": { "population": 1_000_000 } });
    server.post("/api/v1/jobs", &settings).is_problem(422);
    server.post(&format!("{base}/retrieve"), &json!({ "concept": "Male and (" })).is_problem(422);
    let nested = "not ".repeat(100_000) + "Male";
    let nested = server.post(&format!("{base}/retrieve"), &json!({ "concept": nested }));
    assert!([200, 422].contains(&nested.status), "{}", nested.head);
    server.upload("x.ttl", b"this is no turtle").is_problem(422);
    server.send("DELETE", base, &[], b"").is_problem(409);
}

#[test]
fn the_page_and_the_description_are_served() {
    let server = Running::start(|_| {});
    let page = server.get("/");
    assert_eq!(page.status, 200);
    assert!(page.head.contains("content-security-policy: default-src 'none'"));
    assert!(!page.body.contains("<script>"), "scripts stand in files");
    // What the page refers to is there.
    for reference in page.body.split('"').filter(|word| word.starts_with("/assets/")) {
        assert_eq!(server.get(reference).status, 200, "{reference}");
    }
    let tag = page.head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap().to_owned();
    assert_eq!(server.send("GET", "/", &[("if-none-match", &tag)], b"").status, 304);
    assert_eq!(server.get("/reference").status, 200);
    let description = server.get("/api/v1/openapi.json").json();
    assert!(description["paths"]["/api/v1/jobs"]["post"].is_object());
    assert_eq!(server.get("/healthz").body, "ok\n");
    server.wait(server.learn(&short_job()), &["done"]);
    let metrics = server.get("/metrics").body;
    assert!(metrics.contains("evolearner_jobs{state=\"done\"} 1"), "{metrics}");
    assert!(metrics.contains("path=\"/api/v1/jobs/{id}\""), "{metrics}");
}
