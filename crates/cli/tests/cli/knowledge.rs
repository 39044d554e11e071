//! Knowledge bases: what is in them, what follows, how they are written and refused.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::place::{Place, keys, sorted_lines};

const PREFIXES: &str = "@prefix : <http://e/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .\n\
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n";

/// A hierarchy for `classes`, a domain for `full`, an existential for `materialize`.
fn tiny() -> String {
    format!(
        "{PREFIXES}:A rdfs:subClassOf :B . :r a owl:ObjectProperty ; rdfs:domain :D .\n\
         :a a :A ; :r :b . :b a [ a owl:Restriction ; owl:onProperty :r ; owl:someValuesFrom :A ] .\n"
    )
}

fn clash() -> String {
    format!("{PREFIXES}:A owl:disjointWith :B . :anna a :A , :B .\n")
}

#[test]
fn inspect_shows_people_what_is_in_the_embedded_family() {
    let run = Place::new().ok(&["inspect"]);
    for row in ["individuals", "classes", "object properties", "axioms", "consistent", "loaded in"]
    {
        assert!(run.stdout.contains(row), "no `{row}` in:\n{}", run.stdout);
    }
    let individuals = run.stdout.lines().find(|line| line.starts_with("individuals"));
    assert!(individuals.is_some_and(|line| line.ends_with(" 200")), "{individuals:?}");
}

/// The keys of the contract; more may be added freely, none may go.
#[test]
fn inspect_json_keeps_the_contract() {
    let report = Place::new().json(&["inspect"]);
    assert_eq!(report["version"], 1);
    let promised = "individuals classes object_properties data_properties axioms triples \
                    expressivity consistent assertions inferred notices seconds";
    for key in promised.split_whitespace() {
        assert!(keys(&report).contains(key), "no `{key}`");
    }
    for counts in ["assertions", "inferred"] {
        assert_eq!(keys(&report[counts]), BTreeSet::from(["class", "object", "data"]));
    }
    let steps = BTreeSet::from(["parse", "map", "saturate", "freeze", "total"]);
    assert_eq!(keys(&report["seconds"]), steps);
    assert_eq!(report["individuals"], 200);
    assert_eq!(report["consistent"], true);
    assert!(report["inferred"]["class"].as_u64() > Some(0), "a father is a parent");
    assert!(report["notices"].is_array() && report["expressivity"].is_string());
}

/// The digests were computed with libxxhash, the reference implementation.
#[test]
fn inspect_says_how_the_graph_was_made() {
    let place = Place::new();
    place.write("tiny.ttl", tiny()).write("empty.nt", "");
    let arguments =
        ["tiny.ttl", "empty.nt", "--inference", "classes", "--existentials", "materialize"];
    let snapshot = [&["snapshot", "-o", "tiny.evo"][..], &arguments].concat();
    place.ok(&snapshot);
    let origin = place.json(&[&["inspect"][..], &arguments].concat())["origin"].clone();
    let size = tiny().len() as u64;
    let inputs = json!([
        { "name": "tiny.ttl", "bytes": size, "digest": "8fc4098371963cb1" },
        { "name": "empty.nt", "bytes": 0, "digest": "2d06800538d394c2" },
    ]);
    assert_eq!(origin["inputs"], inputs);
    assert_eq!(
        (&origin["inference"], &origin["existentials"]),
        (&json!("classes"), &json!("materialize"))
    );
    assert_eq!(origin["version"], env!("CARGO_PKG_VERSION"));
    let digest = origin["digest"].as_str().expect("a fingerprint");
    assert!(digest.len() == 16 && digest.bytes().all(|byte| byte.is_ascii_hexdigit()), "{digest}");
    // The flags are about making a graph; a snapshot is made already.
    let opened = place.json(&["inspect", "tiny.evo", "--inference", "full"])["origin"].clone();
    assert_eq!(opened, origin);
    let text = place.ok(&["inspect", "tiny.evo"]).stdout;
    for part in [
        &format!("made of tiny.ttl ({size} bytes, digest 8fc4098371963cb1)")[..],
        "made of empty.nt (0 bytes, digest 2d06800538d394c2)",
        concat!(
            "version ",
            env!("CARGO_PKG_VERSION"),
            " with inference classes, existentials materialize"
        ),
    ] {
        assert!(text.contains(part), "no `{part}` in:\n{text}");
    }
}

#[test]
fn materialize_writes_the_same_graph_in_every_notation() {
    let place = Place::new();
    let report = place.json(&["materialize", "-o", "all.nt"]);
    assert_eq!(keys(&report), BTreeSet::from(["version", "triples", "seconds"]));
    let lines = place.read("all.nt");
    assert_eq!(report["triples"].as_u64(), Some(lines.lines().count() as u64));
    place.ok(&["materialize", "-o", "all.ttl"]);
    assert!(place.read("all.ttl").contains(" a <"), "Turtle for .ttl");
    let out = place.ok(&["materialize", "-o", "-"]).stdout;
    assert_eq!(sorted_lines(&out), sorted_lines(&lines));
    // Read back, the facts are the facts: nothing is lost between the notations.
    place.ok(&["materialize", "all.ttl", "--inference", "none", "-o", "again.nt"]);
    assert_eq!(sorted_lines(&place.read("again.nt")), sorted_lines(&lines));
    assert_eq!(place.files(), ["again.nt", "all.nt", "all.ttl"], "and no temporary file");
}

#[test]
fn a_snapshot_is_a_knowledge_base() {
    let place = Place::new();
    let report = place.json(&["snapshot", "-o", "family.evo"]);
    assert_eq!(keys(&report), BTreeSet::from(["version", "triples", "bytes", "seconds"]));
    let n_bytes = fs::metadata(place.path("family.evo")).expect("the snapshot").len();
    assert_eq!(report["bytes"].as_u64(), Some(n_bytes));
    let (mut fresh, mut opened) =
        (place.json(&["inspect"]), place.json(&["inspect", "family.evo"]));
    assert_eq!(opened["seconds"]["saturate"], 0.0, "nothing is derived again");
    for report in [&mut fresh, &mut opened] {
        report["seconds"] = Value::Null;
    }
    assert_eq!(fresh, opened);
    let original = place.ok(&["materialize", "-o", "-"]).stdout;
    assert_eq!(place.ok(&["materialize", "family.evo", "-o", "-"]).stdout, original);
    place.fails(&["inspect", "family.evo", "family.evo"], &["family.evo", "merge"]);
}

#[test]
fn damaged_snapshots_are_refused() {
    let place = Place::new();
    place.ok(&["snapshot", "-o", "x.evo", "--quiet"]);
    let whole = fs::read(place.path("x.evo")).expect("the snapshot");
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 1;
    let mut newer = whole.clone();
    newer[8] = 99;
    place.write("cut.evo", &whole[..whole.len() / 2]).write("flipped.evo", flipped);
    place.write("newer.evo", newer);
    place.fails(&["inspect", "cut.evo"], &["cut.evo", "incomplete"]);
    // Of a damaged part nothing is shown; what does not need it goes on.
    place.ok(&["inspect", "flipped.evo"]);
    let words = ["error: flipped.evo: the snapshot is damaged: its checksum does not match"];
    place.fails(&["materialize", "flipped.evo", "-o", "x.nt"], &words);
    assert!(!place.files().contains(&"x.nt".to_owned()));
    place.fails(&["serve", "flipped.evo"], &["flipped.evo", "damaged"]);
    place.fails(&["inspect", "newer.evo"], &["newer.evo", "99", "evolearner snapshot"]);
}

/// Damage may be found by a thread of the search as well.
#[test]
fn learning_from_a_damaged_snapshot_is_an_error_wherever_it_is_found() {
    let place = Place::new();
    place.ok(&["snapshot", "-o", "x.evo", "--quiet"]);
    let whole = fs::read(place.path("x.evo")).expect("the snapshot");
    let learn = |threads: &str| {
        let target = "http://evolearner.org/family#Brother";
        let arguments = ["learn", "flipped.evo", "--target-class", target, "--threads", threads];
        place.run(&[&arguments[..], &["--timeout", "1s"]].concat())
    };
    place.write("flipped.evo", &whole[..]);
    let good = learn("2");
    assert_eq!(good.status, Some(0), "{}", good.stderr);
    let n_places = 12;
    let mut n_errors = 0;
    for at in (0..n_places).map(|place| whole.len() * place / n_places + 8) {
        let mut flipped = whole.clone();
        flipped[at] ^= 1;
        place.write("flipped.evo", flipped);
        let run = learn("2");
        assert!(!run.stderr.contains("panicked"), "byte {at}: {}", run.stderr);
        if run.status == Some(2) {
            assert!(run.stderr.contains("error: flipped.evo: the snapshot"), "{}", run.stderr);
            n_errors += 1;
        }
    }
    assert!(n_errors > n_places / 2, "{n_errors} of {n_places}");
}

#[test]
fn one_seed_generates_one_family() {
    let place = Place::new();
    let family = |seed: &str, file: &str| {
        place.ok(&["generate", "family", "--people", "500", "--seed", seed, "-o", file]);
        place.read(file)
    };
    let first = family("7", "one.nt");
    assert_eq!(first, family("7", "two.nt"));
    assert_ne!(first, family("8", "three.nt"));
    let to_stdout = place.ok(&["generate", "family", "--people", "500", "--seed", "7"]).stdout;
    assert_eq!(to_stdout, family("7", "four.ttl"), "Turtle on stdout and for .ttl");
    assert_eq!(place.json(&["inspect", "one.nt"])["individuals"], 500);
    let examples = ["generate", "family", "--people", "500", "--examples", "lp", "-o", "five.nt"];
    place.ok(&examples);
    for list in ["lp/uncle/pos.txt", "lp/uncle/neg.txt", "lp/aunt/pos.txt", "lp/aunt/neg.txt"] {
        assert!(place.read(list).lines().count() > 0, "{list}");
    }
}

#[test]
fn bad_input_is_one_clear_message() {
    let place = Place::new();
    place.write("broken.ttl", "@prefix : <http://e/> .\n:a :b :c .\n:a :b , .\n");
    place.write("broken.nt", "<http://a> <http://b> <http://c> .\n<http://a> <http://b> .\n");
    place.write("prose.txt", "This is a letter and no ontology.\n");
    fs::create_dir(place.path("folder")).expect("a folder");
    place.fails(&["inspect", "broken.ttl"], &["error: broken.ttl:3:7: "]);
    place.fails(&["inspect", "broken.nt"], &["error: broken.nt:2:"]);
    place.fails(&["inspect", "missing.owl"], &["missing.owl", "No such file"]);
    place.fails(&["inspect", "folder"], &["folder", "is a folder"]);
    place.fails(&["inspect", "prose.txt"], &["prose.txt", "--kb-format"]);
    place.fails(&["inspect", "--kb-format", "rdfa", "broken.nt"], &["rdfa", "turtle"]);
    place.fails(&["inspect", "--catalog", "nowhere", "broken.nt"], &["nowhere"]);
    place.fails(&["inspect", "-", "-"], &["only once"]);
    place.fails(&["inspect", "--inference", "some"], &["some", "classes"]);
    place.fails(&["levitate"], &["levitate"]);
    let one_line = place.fails(&["inspect", "--quiet", "broken.ttl"], &[]);
    assert_eq!(one_line.stderr.lines().count(), 1, "{}", one_line.stderr);
}

#[test]
fn a_failed_run_leaves_the_old_file_as_it_was() {
    let place = Place::new();
    place.write("broken.ttl", "@prefix : <http://e/> .\n:a :b :c .\n:a :b , .\n");
    place.write("clash.ttl", clash());
    for output in ["old.nt", "old.ttl", "old.evo"] {
        place.write(output, "precious");
        let verb = if output == "old.evo" { "snapshot" } else { "materialize" };
        place.fails(&[verb, "broken.ttl", "-o", output], &["broken.ttl:3:"]);
        place.fails(&[verb, "missing.ttl", "-o", output], &["missing.ttl"]);
        place.fails(&[verb, "clash.ttl", "--strict", "-o", output], &["inconsistent"]);
        assert_eq!(place.read(output), "precious", "{verb}");
    }
    place.fails(&["snapshot", "-o", "no/such/folder/x.evo"], &["no/such/folder/x.evo"]);
    fs::create_dir(place.path("folder")).expect("a folder");
    place.fails(&["snapshot", "-o", "folder"], &["it is a folder"]);
    let files = ["broken.ttl", "clash.ttl", "folder", "old.evo", "old.nt", "old.ttl"];
    assert_eq!(place.files(), files, "and no temporary file");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let place = Place::new();
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full");
    let mut command = place.command(&["materialize", "-o", "-"]);
    let output = command.stdout(full).output().expect("the command starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("No space left"));
}

#[test]
fn a_closed_pipe_is_silence() {
    let place = Place::new();
    place.ok(&["generate", "family", "--people", "20000", "-o", "big.nt", "--quiet"]);
    for arguments in [
        &["materialize", "big.nt", "--quiet", "-o", "-"][..],
        &["generate", "family", "--people", "20000"],
        &["inspect", "--format", "json"],
        &["inspect"],
    ] {
        let mut command = place.command(arguments);
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        // One byte, then the reader closes the pipe: what `| head -c 1` does.
        let mut stdout = child.stdout.take().expect("a pipe");
        stdout.read_exact(&mut [0]).expect("some output");
        drop(stdout);
        let mut stderr = String::new();
        let mut pipe = child.stderr.take().expect("a pipe");
        pipe.read_to_string(&mut stderr).expect("UTF-8");
        let status = child.wait().expect("the command ends");
        assert_eq!((status.code(), stderr.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[test]
fn a_dash_is_standard_input() {
    let place = Place::new();
    let run = place.fed(&["inspect", "--format", "json", "-"], tiny().as_bytes());
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(report["individuals"], 2);
    assert_eq!(report["assertions"]["object"], 1);
}

#[test]
fn files_are_merged_and_their_order_does_not_matter() {
    let place = Place::new();
    place.write("schema.ttl", format!("{PREFIXES}:A rdfs:subClassOf :B .\n"));
    place.write(
        "facts.nt",
        "<http://e/a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://e/A> .\n",
    );
    let out = |files: [&str; 2]| place.ok(&["materialize", files[0], files[1], "-o", "-"]).stdout;
    let merged = out(["schema.ttl", "facts.nt"]);
    assert!(
        merged.contains(
            "<http://e/a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://e/B> ."
        )
    );
    assert_eq!(merged, out(["facts.nt", "schema.ttl"]));
}

#[test]
fn imports_come_from_the_catalogue_or_become_a_notice() {
    let place = Place::new();
    place.write(
        "main.ttl",
        format!(
            "{PREFIXES}<http://e/main> a owl:Ontology ; owl:imports <http://e/upper> .\n:a a :A .\n"
        ),
    );
    let upper = format!("{PREFIXES}<http://e/upper> a owl:Ontology . :A rdfs:subClassOf :B .\n");
    // Once by the name of the file, once by its content, once by an OASIS catalogue.
    place.write("by-name/upper.ttl", &upper).write("by-content/x.ttl", &upper);
    place.write("by-catalogue/sub/y.ttl", &upper).write(
        "by-catalogue/catalog-v001.xml",
        r#"<catalog><uri id="1" name="http://e/upper" uri="sub/y.ttl"/></catalog>"#,
    );
    for folder in ["by-name", "by-content", "by-catalogue"] {
        let report = place.json(&["inspect", "main.ttl", "--catalog", folder]);
        assert_eq!(report["inferred"]["class"], 1, "{folder}");
        assert_eq!(report["notices"], Value::Array(Vec::new()), "{folder}");
    }
    let alone = place.ok(&["inspect", "main.ttl"]);
    assert!(alone.stderr.contains("import") && alone.stderr.contains("http://e/upper"));
    assert!(!place.ok(&["inspect", "main.ttl", "--quiet"]).stderr.contains("import"));
    let given = place.json(&["inspect", "main.ttl", "by-name/upper.ttl"]);
    assert_eq!(given["notices"], Value::Array(Vec::new()));
}

#[test]
fn inference_derives_as_much_as_was_asked_for() {
    let place = Place::new();
    place.write("tiny.ttl", tiny());
    let types = |inference: &str| -> Vec<String> {
        let arguments = ["materialize", "tiny.ttl", "--inference", inference, "-o", "-"];
        let out = place.ok(&arguments).stdout;
        let name = |term: &str| term.trim_matches(['<', '>']).replace("http://e/", "");
        let mut types: Vec<String> = out
            .lines()
            .map(|line| line.split(' ').collect::<Vec<_>>())
            .filter(|words| words[1].ends_with("#type>") && words[2].contains("//e/"))
            .map(|words| format!("{} {}", name(words[0]), name(words[2])))
            .collect();
        types.sort();
        types
    };
    assert_eq!(types("none"), ["a A"]);
    assert_eq!(types("classes"), ["a A", "a B"]);
    assert_eq!(types("full"), ["a A", "a B", "a D", "b D"]);
}

#[test]
fn unnamed_successors_count_if_asked_for() {
    let place = Place::new();
    place.write("tiny.ttl", tiny());
    let ignored = place.json(&["inspect", "tiny.ttl"]);
    let unfolded = place.json(&["inspect", "tiny.ttl", "--existentials", "materialize"]);
    assert_eq!((&ignored["individuals"], &unfolded["individuals"]), (&2.into(), &3.into()));
    assert_eq!(unfolded["unfolded"], 1);
    let out = place.ok(&["materialize", "tiny.ttl", "--existentials", "materialize", "-o", "-"]);
    let edge = out.stdout.lines().find(|line| line.starts_with("<http://e/b> <http://e/r> _:"));
    assert!(edge.is_some(), "{}", out.stdout);
}

#[test]
fn an_inconsistent_knowledge_base_is_a_warning_or_with_strict_an_error() {
    let place = Place::new();
    place.write("clash.ttl", clash());
    let run = place.ok(&["inspect", "clash.ttl", "--format", "json"]);
    assert!(run.stderr.contains("warning") && run.stderr.contains("http://e/anna"));
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(report["consistent"], false);
    place.fails(&["inspect", "clash.ttl", "--strict"], &["inconsistent", "http://e/anna"]);
    place.ok(&["inspect", "--strict"]);
}

#[cfg(unix)]
#[test]
fn results_are_as_readable_as_any_file() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    place.ok(&["snapshot", "-o", "x.evo", "--quiet"]);
    let mode = |path: &Path| fs::metadata(path).expect("the file").permissions().mode() & 0o777;
    assert_eq!(mode(&place.path("x.evo")), 0o644);
}
