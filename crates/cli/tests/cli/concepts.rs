//! `retrieve`, `render` and `explain`.

use crate::place::Place;

const KB: &str = "@prefix : <http://x#> .
:anna a :Female ; :hasChild :bert, :carla ; :age 40 .
:bert a :Male ; :age 12 .
:carla a :Female ; :hasChild :dora .
:dora a :Female .
";

fn family() -> Place {
    let place = Place::new();
    place.write("kb.ttl", KB);
    place
}

#[test]
fn instances_come_one_a_line_or_as_a_number() {
    let place = family();
    let found = |concept: &str| place.ok(&["retrieve", "kb.ttl", concept, "--quiet"]).stdout;
    assert_eq!(found("∃ hasChild.Female"), "http://x#anna\nhttp://x#carla\n");
    assert_eq!(found("hasChild min 2 owl:Thing"), "http://x#anna\n");
    assert_eq!(found("age < 20"), "http://x#bert\n");
    let count = place.ok(&["retrieve", "kb.ttl", "¬ Male", "--count", "--quiet"]);
    assert_eq!(count.stdout, "3\n");
}

#[test]
fn a_wrong_concept_is_shown_with_its_place() {
    let place = family();
    place.fails(&["retrieve", "kb.ttl", "Mael ⊓ Female"], &["column 1", "did you mean Male?"]);
    place.fails(&["retrieve", "kb.ttl", "Male ⊓ )"], &["column 8", "expected a concept"]);
    place.fails(&["render", "Male ⊓", "--to", "svg"], &["column 7", "found the end"]);
    place.fails(&["explain", "kb.ttl", "Male", "ana"], &["did you mean anna?"]);
}

#[test]
fn explanations_name_who_decided() {
    let place = family();
    let explain = |concept: &str, individual: &str| {
        place.ok(&["explain", "kb.ttl", concept, individual, "--quiet"]).stdout
    };
    assert!(explain("∃ hasChild.Male", "anna").contains("1 of 2 hasChild fit: bert"));
    // Those who fit are not to blame.
    let broken = explain("∀ hasChild.Male", "anna");
    assert!(broken.contains("1 of 2 hasChild fit, not carla"), "{broken}");
    let lacking = explain("∃ hasChild.Male", "carla");
    assert!(lacking.contains("0 of 1 hasChild fit, not dora"), "{lacking}");
    let young = explain("age ≥ 18", "bert");
    assert!(young.contains("needs age ≥ 18; has 12, 6 off"), "{young}");
}

#[test]
fn an_open_world_knows_only_what_is_stated_and_needs_axioms() {
    let place = family();
    let explain = |concept: &str, individual: &str| {
        place.ok(&["explain", "kb.ttl", concept, individual, "--world", "--quiet"]).stdout
    };
    assert!(explain("Female", "anna").ends_with("in an open world: entailed\n"));
    assert!(explain("¬ Male", "anna").ends_with("in an open world: unknown\n"));
    assert!(explain("∀ hasChild.Male", "dora").ends_with("in an open world: unknown\n"));
    place.ok(&["snapshot", "kb.ttl", "-o", "kb.snap", "--quiet"]);
    let of_snapshot = ["explain", "kb.snap", "Male", "anna", "--world"];
    place.fails(&of_snapshot, &["a snapshot has no axioms", "give the files"]);
}

#[test]
fn the_answer_of_a_report_is_a_concept_wherever_one_is_asked_for() {
    let place = Place::new();
    place.ok(&["generate", "family", "-o", "family.ttl", "--examples", "examples", "--quiet"]);
    let (positives, negatives) = ("examples/uncle/pos.txt", "examples/uncle/neg.txt");
    let learn = ["learn", "family.ttl", "--positives", positives, "--negatives", negatives];
    let short = ["--max-length", "3", "--format", "json", "--quiet"];
    let count = |of: &str, list: &str| -> u64 {
        let found = place.ok(&["retrieve", "family.ttl", of, "--individuals", list, "--count"]);
        found.stdout.trim().parse().unwrap()
    };
    for committee in ["1", "5"] {
        let arguments = [&learn[..], &short, &["--committee", committee]].concat();
        let json = place.ok(&arguments).stdout;
        place.write("report.json", &json);
        let report: serde_json::Value = serde_json::from_str(&json).unwrap();
        let train = match committee {
            "1" => &report["best"]["train"],
            _ => &report["committee"]["train"],
        };
        assert!(train["tp"].as_u64() > Some(0), "{train}");
        assert_eq!(Some(count("@report.json", positives)), train["tp"].as_u64());
        assert_eq!(Some(count("@report.json", negatives)), train["fp"].as_u64());
        let sparql = ["render", "@report.json", "--to", "sparql", "--kb", "family.ttl"];
        assert!(place.ok(&sparql).stdout.contains("SELECT"));
    }
    // With a committee, an explanation has the vote of every member.
    let example = place.read(positives).lines().next().unwrap().to_owned();
    let text = place.ok(&["explain", "family.ttl", "@report.json", &example]).stdout;
    assert!(text.contains("of 5 members") && text.matches(" ∈ ").count() >= 5, "{text}");
    let json = ["explain", "family.ttl", "@report.json", &example, "--format", "json"];
    let votes: serde_json::Value = serde_json::from_str(&place.ok(&json).stdout).unwrap();
    let of_first = votes[0]["votes"].as_array().unwrap();
    let weight = |is_for: bool| -> f64 {
        let votes = of_first.iter().filter(|vote| vote["explanation"]["member"] == is_for);
        votes.map(|vote| vote["weight"].as_f64().unwrap()).sum()
    };
    assert_eq!(votes[0]["member"].as_bool(), Some(weight(true) > weight(false)));
    // What is no report is one clear error.
    place.fails(&["retrieve", "family.ttl", "@nothing.json"], &["nothing.json"]);
    place.fails(&["retrieve", "family.ttl", "@family.ttl"], &["family.ttl is no report"]);
    place.fails(&["render", "@report.json", "--to", "dl"], &["--kb FILE"]);
}
