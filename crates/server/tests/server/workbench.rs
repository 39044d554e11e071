//! What the page asks beyond learning: judging, changing, suggesting, naming.

use serde_json::{Value, json};

use crate::client::Running;

const KB: &str = "/api/v1/knowledge-bases/family";

fn judge(server: &Running, body: &Value) -> Value {
    server.post(&format!("{KB}/judge"), body).json()
}

#[test]
fn a_concept_is_judged_part_by_part() {
    let server = Running::start(|_| {});
    let whole =
        judge(&server, &json!({ "target_class": "Mother", "concept": "Female and Parent" }));
    let train = &whole["train"];
    assert_eq!(
        (&train["fp"], &train["fn"], &train["accuracy"]),
        (&json!(0), &json!(0), &json!(1.0))
    );
    let parts = whole["parts"].as_array().unwrap();
    assert_eq!(parts.len(), 3);
    // The whole covers no negative, each part alone some of them.
    assert_eq!(parts[0]["negatives"], 0);
    for part in &parts[1..] {
        assert_eq!(part["positives"], train["tp"]);
        assert!(part["negatives"].as_u64().unwrap() > 0);
        assert_eq!(part["names"].as_array().unwrap().len(), 1);
    }
    assert_eq!(whole["gained"], Value::Null);
}

#[test]
fn a_change_says_who_is_gained_and_lost() {
    let server = Running::start(|_| {});
    let task = json!({ "target_class": "Mother", "concept": "Female and Parent" });
    let with = |change: Value| {
        let mut body = task.clone();
        body["change"] = change;
        body
    };
    let dropped = judge(&server, &with(json!({ "at": 2, "what": "drop" })));
    assert_eq!(dropped["concept"], "Female");
    let gained = dropped["gained"]["total"].as_u64().unwrap();
    assert_eq!(dropped["train"]["fp"], gained, "those that are gained are negatives");
    assert_eq!(dropped["lost"]["total"], 0);
    assert!(
        dropped["gained"]["items"].as_array().unwrap().iter().all(|x| x["known"] == "negative")
    );
    let replaced = judge(&server, &with(json!({ "at": 1, "what": "replace", "with": "Male" })));
    assert_eq!(replaced["concept"], "Male ⊓ Parent");
    assert_eq!(replaced["train"]["tp"], 0);
    for change in [
        json!({ "at": 9, "what": "drop" }),
        json!({ "at": 1, "what": "replace", "with": "Nobody" }),
        json!({ "at": 1, "what": "bound", "with": "3" }),
    ] {
        server.post(&format!("{KB}/judge"), &with(change)).is_problem(422);
    }
}

#[test]
fn a_bound_can_be_moved_over_the_values_that_there_are() {
    let server = Running::start(|_| {});
    let task =
        json!({ "target_class": "Mother", "concept": "birthYear some xsd:integer[<= 1950]" });
    let before = judge(&server, &task);
    let bound = &before["parts"][0]["bound"];
    assert_eq!((&bound["comparison"], &bound["value"]), (&json!("≤"), &json!("1950")));
    let years: Vec<i64> = bound["values"]
        .as_array()
        .unwrap()
        .iter()
        .map(|year| year.as_str().unwrap().parse().unwrap())
        .collect();
    assert!(years.is_sorted() && years.len() > 2, "{years:?}");
    let mut moved = task.clone();
    moved["change"] =
        json!({ "at": 0, "what": "bound", "with": years.last().unwrap().to_string() });
    let after = judge(&server, &moved);
    assert!(after["covered"].as_u64() > before["covered"].as_u64());
    assert_eq!(after["lost"]["total"], 0);
}

#[test]
fn instances_are_listed_by_page_and_as_csv() {
    let server = Running::start(|_| {});
    let found = server.get(&format!("{KB}/individuals?class=Mother&limit=2")).json();
    let names: Vec<&Value> = found["items"].as_array().unwrap().iter().map(|x| &x["iri"]).collect();
    let mut body = json!({ "concept": "Mother", "positives": names, "limit": 5 });
    let page = server.post(&format!("{KB}/instances"), &body).json();
    assert_eq!(page["items"].as_array().unwrap().len(), 5);
    let known = |page: &Value| {
        page["items"].as_array().unwrap().iter().filter(|x| x["known"] == "positive").count()
    };
    assert_eq!(known(&page), 2);
    body["new_only"] = json!(true);
    let new = server.post(&format!("{KB}/instances"), &body).json();
    assert_eq!(new["total"].as_u64().unwrap(), page["total"].as_u64().unwrap() - 2);
    assert_eq!(known(&new), 0);
    let csv = server.post(&format!("{KB}/instances.csv"), &body).body;
    assert_eq!(csv.lines().count() as u64, 1 + new["total"].as_u64().unwrap());
    assert!(csv.starts_with("id,label,known\nhttp://"), "{csv}");
}

#[test]
fn an_individual_has_a_page_with_its_neighbours_both_ways() {
    let server = Running::start(|_| {});
    let found = server.get(&format!("{KB}/individuals?class=Mother&limit=1")).json();
    let name = found["items"][0]["name"].as_str().unwrap();
    let page = server.get(&format!("{KB}/individual?individual={name}")).json();
    assert_eq!(page["iri"], found["items"][0]["iri"]);
    let neighbours = page["neighbours"].as_array().unwrap();
    assert!(neighbours.iter().any(|x| x["incoming"] == true));
    assert!(neighbours.iter().any(|x| x["incoming"] == false));
    let classes = page["classes"].as_array().unwrap();
    // Female follows from Mother.
    assert!(classes.iter().all(|class| class["name"] != "Female"), "{classes:?}");
    server.get(&format!("{KB}/individual?individual=nobody")).is_problem(404);
}

#[test]
fn whom_to_label_next_divides_the_readings() {
    let server = Running::start(|_| {});
    let list = |class: &str| {
        let found = server.get(&format!("{KB}/individuals?class={class}&limit=3")).json();
        let items = found["items"].as_array().unwrap().clone();
        items.into_iter().map(|x| x["iri"].clone()).collect::<Vec<_>>()
    };
    let (positives, negatives) = (list("Grandmother"), list("Son"));
    let problem = json!({ "positives": positives, "negatives": negatives });
    let body = json!({ "problem": problem, "concepts": ["Female", "Mother"] });
    let answer = server.post(&format!("{KB}/suggestions"), &body).json();
    let suggestions = answer["suggestions"].as_array().unwrap();
    assert!(!suggestions.is_empty(), "{answer}");
    for suggestion in suggestions {
        let iri = &suggestion["iri"];
        assert!(!positives.contains(iri) && !negatives.contains(iri), "{iri} has a label");
        let holds = |side: &str| {
            let body = json!({ "concept": suggestion[side]["concept"], "individual": iri });
            server.post(&format!("{KB}/explain"), &body).json()["member"].clone()
        };
        assert_eq!((holds("inside"), holds("outside")), (json!(true), json!(false)));
    }
    assert_eq!(server.post(&format!("{KB}/suggestions"), &body).json(), answer);
}

#[test]
fn a_run_has_a_name_and_a_note_and_says_what_it_is_about() {
    let server = Running::start(|_| {});
    let id = server.learn(&json!({ "target_class": "Mother" }));
    let job = server.wait(id, &["done"]);
    assert_eq!(job["about"]["target_class"], "Mother");
    let body = json!({ "name": "mothers", "note": "first try" }).to_string();
    let headers = [("content-type", "application/json")];
    let path = format!("/api/v1/jobs/{id}/name");
    let named = server.send("PUT", &path, &headers, body.as_bytes());
    assert_eq!(named.json()["name"], "mothers");
    let listed = server.get("/api/v1/jobs").json();
    assert_eq!((&listed[0]["name"], &listed[0]["note"]), (&json!("mothers"), &json!("first try")));
    let page = server.get(&format!("/api/v1/jobs/{id}/report.html")).body;
    assert!(page.contains("<h1>mothers</h1>"), "{page}");
}

#[test]
fn labels_synonyms_and_identifiers_find_the_same_thing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_owned();
    let turtle = r#"
        @prefix : <http://e/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
        @prefix o: <http://www.geneontology.org/formats/oboInOwl#> .
        o:hasExactSynonym a <http://www.w3.org/2002/07/owl#AnnotationProperty> .
        :X_1 a :C_1 ; rdfs:label "Aspirin"@en, "Acetylsalicylsäure"@de ; o:hasExactSynonym "ASA" .
        :X_2 a :C_1 ; rdfs:label "Ibuprofen" ; o:hasExactSynonym "ASA like" .
        :C_1 rdfs:label "drug" ."#;
    let check = |server: &Running| {
        let names = |query: &str| {
            let path = format!("/api/v1/knowledge-bases/drugs/individuals?q={query}");
            let found = server.get(&path).json();
            let items = found["items"].as_array().unwrap().clone();
            items.iter().map(|x| x["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(names("asa"), ["Aspirin", "Ibuprofen"]);
        assert_eq!(names("acetylsalicyls%C3%A4ure"), ["Aspirin"]);
        assert_eq!(names("X_2"), ["Ibuprofen"]);
        assert_eq!(names("profen"), ["Ibuprofen"]);
        let list = ["aspirin", "'Ibuprofen'", "\"ASA\"", "http://e/X_2", "nothing"];
        let body = json!({ "names": list });
        let answer = server.post("/api/v1/knowledge-bases/drugs/names", &body).json();
        let found: Vec<_> =
            answer["found"].as_array().unwrap().iter().map(|x| x["name"].clone()).collect();
        assert_eq!(found, ["Aspirin", "Ibuprofen", "Aspirin", "Ibuprofen"]);
        assert_eq!(answer["unknown"].as_array().unwrap().len(), 1);
    };
    {
        let server = Running::start(|config| config.data = Some(path.clone()));
        assert_eq!(server.upload("drugs.ttl", turtle.as_bytes()).status, 201);
        check(&server);
    }
    // What is kept of an upload is a snapshot, which has them as well.
    check(&Running::start(|config| config.data = Some(path)));
}

const ANIMALS: &str = r#"
    @prefix : <http://e/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
    skos:altLabel a <http://www.w3.org/2002/07/owl#AnnotationProperty> .
    :C_1 rdfs:label "dog"@en, "Hund"@de . :C_2 rdfs:label "cat"@en, "Katze"@de .
    :r_1 rdfs:label "likes"@en, "mag"@de .
    :X_1 a :C_1 ; rdfs:label "A dog"@en, "Zorro"@de ; skos:altLabel "Köter"@de ; :r_1 :X_2 .
    :X_2 a :C_2 ; rdfs:label "B cat"@en, "Mieze"@de .
    :X_3 a :C_2 ; rdfs:label "C cat" ."#;

#[test]
fn labels_are_in_the_language_of_who_asks() {
    let server = Running::start(|_| {});
    assert_eq!(server.upload("animals.ttl", ANIMALS.as_bytes()).status, 201);
    let base = "/api/v1/knowledge-bases/animals";
    let listed = server.get("/api/v1/knowledge-bases").json();
    assert_eq!(listed[1]["languages"], json!(["de", "en"]));
    let names = |path: &str, headers: &[(&str, &str)]| {
        let found = server.send("GET", &format!("{base}/individuals?{path}"), headers, b"").json();
        let items = found["items"].as_array().unwrap().clone();
        items.iter().map(|x| x["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let english = ["A dog", "B cat", "C cat"];
    // In the order of what they are called, which is another one in German; what has no label in
    // German has its usual one.
    let german = ["C cat", "Mieze", "Zorro"];
    assert_eq!(names("", &[]), english);
    assert_eq!(names("lang=de", &[]), german);
    assert_eq!(names("q=&lang=fr,de-AT&limit=9", &[]), german);
    let browser = ("accept-language", "fr;q=0.3, de-CH, de;q=0.9");
    assert_eq!(names("", &[browser]), german);
    assert_eq!(names("lang=en", &[browser]), english, "the address goes over the header");
    assert_eq!(names("lang=fr", &[]), english);
    // More orders than are kept.
    for tags in ["de", "en,de", "de,en", "fr,de", "de", "en"] {
        let expect = if tags.starts_with("en") { english } else { german };
        assert_eq!(names(&format!("lang={tags}"), &[]), expect, "{tags}");
    }
    // Every language is searched, whichever is shown.
    for query in ["zorro", "a%20dog", "k%C3%B6ter"] {
        assert_eq!(names(&format!("q={query}"), &[]), ["A dog"], "{query}");
        assert_eq!(names(&format!("q={query}&lang=de"), &[]), ["Zorro"], "{query}");
    }
    server.get(&format!("{base}/individuals?lang=d%20e")).is_problem(400);
    server.get(&format!("{base}/individuals?lang=")).is_problem(400);
    server.get("/api/v1/jobs?lang=de").is_problem(400);

    let concept = json!({ "concept": "∃ r_1.C_2", "names": "labels" });
    let rendered = |query: &str| server.post(&format!("{base}/render{query}"), &concept).json();
    assert_eq!(rendered("")["dl"], "∃ 'likes'.'cat'");
    assert_eq!(rendered("?lang=de")["dl"], "∃ 'mag'.'Katze'");
    let read = json!({ "concept": "∃ 'mag'.'cat'" });
    assert_eq!(server.post(&format!("{base}/render"), &read).json()["dl"], "∃ r_1.C_2");

    // A job speaks the language of who started it, and its report that of who reads it.
    let request = json!({
        "knowledge_base": "animals", "positives": ["'Mieze'", "'C cat'"], "negatives": ["'A dog'"],
    });
    let started = server.post("/api/v1/jobs?lang=de", &request).json();
    let id = started["id"].as_u64().unwrap();
    server.wait(id, &["done"]);
    let job = server.get(&format!("/api/v1/jobs/{id}")).json();
    assert_eq!(job["about"]["label_languages"], "de");
    let best = job["best"].to_string();
    assert!(best.contains("Katze") || best.contains("Hund"), "{best}");
    let page = |query: &str| server.get(&format!("/api/v1/jobs/{id}/report.html{query}")).body;
    assert!(page("?lang=de").contains("Katze") || page("?lang=de").contains("Hund"));
    assert!(!page("").contains("Katze") && !page("").contains("Hund"));
    let usual = server.post("/api/v1/jobs?lang=en", &request).json();
    assert_eq!(usual["about"]["label_languages"], Value::Null);
}
