//! What is refused, and in which words; what is taken differently, and that it is said.

use crate::place::Place;

const KB: &str = "@prefix ex: <http://e/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
ex:a a ex:Male ; ex:knows ex:b . ex:b a ex:Female .
";

fn people() -> Place {
    let place = Place::new();
    place.write("kb.ttl", KB).write("pos.txt", "http://e/a\n").write("neg.txt", "http://e/b\n");
    place
}

#[test]
fn an_error_of_loading_is_printed_once() {
    let place = people();
    place.ok(&["snapshot", "kb.ttl", "-o", "kb.evo", "--quiet"]);
    let whole = std::fs::read(place.path("kb.evo")).expect("a snapshot");
    place.write("cut.evo", &whole[..whole.len() - 1]);
    place.write("long.evo", [&whole[..], b"x"].concat());
    place.write("broken.ttl", "<http://e/a> <http://e/b> .\n").write("prose.txt", "Dear all,\n");
    for (file, words) in [
        ("broken.ttl", "broken.ttl:1:"),
        ("prose.txt", "the format is not known"),
        ("missing.owl", "No such file"),
        ("cut.evo", "is incomplete"),
        ("long.evo", "more follows"),
    ] {
        let run = place.fails(&["inspect", file], &[file]);
        assert_eq!(run.stderr.matches(words).count(), 1, "{}", run.stderr);
    }
    place.write("none.txt", "# nothing\n");
    let run = place.fails(&["learn", "kb.ttl", "--positives", "none.txt"], &[]);
    assert_eq!(run.stderr.matches("no example").count(), 1, "{}", run.stderr);
    let long = place.run(&["inspect", "long.evo"]).stderr;
    assert!(!long.contains("bytes are there"), "{long}");
}

#[test]
fn missing_and_superfluous_words_are_named_as_such() {
    let place = people();
    place.fails(&["retrieve", "kb.ttl"], &["there is no concept"]);
    place.fails(&["retrieve"], &["there is no concept"]);
    place
        .fails(&["retrieve", "kb.ttl", "Male", "or", "Female"], &["one concept", "`or`", "quotes"]);
    place.fails(&["explain", "kb.ttl"], &["a concept and an individual"]);
    place.fails(&["explain", "kb.ttl", "Male"], &["a concept and an individual", "`Male`"]);
    // A folder may have the name of a class.
    std::fs::create_dir(place.path("Male")).expect("a folder");
    assert_eq!(place.ok(&["retrieve", "kb.ttl", "Male"]).stdout, "http://e/a\n");
    place.ok(&["explain", "kb.ttl", "Male", "a"]);
}

#[test]
fn an_endpoint_without_individuals_is_refused_in_plain_words() {
    let place = people();
    for address in ["http://example.org/sparql", "https://example.org/sparql"] {
        place.fails(&["inspect", address], &["not fetched whole", "--around"]);
        place.fails(&["retrieve", address, "Male"], &["not fetched whole", "--around"]);
        place.fails(&["explain", address, "Male", "a"], &["not fetched whole", "--around"]);
        place.fails(&["inspect", address, "kb.ttl"], &[address, "cannot be merged"]);
    }
    place.fails(
        &["inspect", "http://me:secret@example.org/", "--around", "pos.txt"],
        &["EVOLEARNER", "environment"],
    );
}

#[test]
fn flags_that_would_be_ignored_are_refused() {
    let place = people();
    let lists = ["learn", "kb.ttl", "--positives", "pos.txt", "--negatives", "neg.txt"];
    for more in [&["--target", "x"][..], &["--all"]] {
        place.fails(&[&lists[..], more].concat(), &[more[0], "cannot be used with"]);
    }
    let class = ["learn", "kb.ttl", "--target-class", "Male"];
    for more in [&["--target", "x"][..], &["--all"], &["--negatives", "neg.txt"]] {
        place.fails(&[&class[..], more].concat(), &[more[0], "cannot be used with"]);
    }
    place.fails(
        &["learn", "--problem", "p.toml", "--negatives", "neg.txt"],
        &["cannot be used with"],
    );
}

#[test]
fn names_made_up_without_a_knowledge_base_are_announced() {
    let place = people();
    let run = place.ok(&["render", "Male", "--to", "sparql"]);
    assert!(
        run.stderr.contains("http://example.org/#Male") && run.stderr.contains("--kb"),
        "{}",
        run.stderr
    );
    for arguments in [
        &["render", "Male", "--to", "sparql", "--kb", "kb.ttl"][..],
        &["render", "<http://e/Male>", "--to", "sparql"],
        &["render", "Male", "--to", "manchester"],
    ] {
        assert_eq!(place.ok(arguments).stderr, "", "{arguments:?}");
    }
}

#[test]
fn render_prints_json_where_json_is_asked_for() {
    let place = people();
    let report = place.json(&["render", "Male", "--to", "sparql", "--kb", "kb.ttl"]);
    assert_eq!((&report["version"], &report["to"]), (&1.into(), &"sparql".into()));
    let text = report["text"].as_str().expect("a query");
    assert!(text.contains("<http://e/Male>"), "{text}");
    assert_eq!(report["concept"]["dl"], "Male");
}

#[test]
fn json_that_is_no_json_ld_is_refused() {
    let place = Place::new();
    for text in [r#"{"a": 1}"#, r#"{"a": {"b": [1, 2]}}"#, r#"[{"a": "x"}]"#] {
        place.write("kb.json", text);
        place.fails(&["inspect", "kb.json"], &["kb.json", "no JSON-LD", "\"a\""]);
    }
    place.write("kb.json", r#"{"@id": "http://e/a", "@type": "http://e/A", "note": 1}"#);
    let run = place.ok(&["materialize", "kb.json", "-o", "-"]);
    assert_eq!(run.stdout.lines().count(), 1, "{}", run.stdout);
    assert!(run.stderr.contains("notice: keys of JSON-LD"), "{}", run.stderr);
}

#[test]
fn a_context_elsewhere_is_refused_in_plain_words() {
    let place = Place::new();
    place.write("kb.json", r#"{"@context": "https://schema.org/", "@type": "Person"}"#);
    let run = place.fails(&["inspect", "kb.json"], &["kb.json", "nothing is fetched", "@context"]);
    assert!(!run.stderr.contains("LoadDocumentCallback"), "{}", run.stderr);
}

#[test]
fn relative_iris_without_a_base_are_announced() {
    let place = Place::new();
    place.write("relative.ttl", "<#a> a <B> .\n");
    let run = place.ok(&["inspect", "relative.ttl"]);
    assert!(run.stderr.contains("notice: relative IRIs"), "{}", run.stderr);
    assert!(run.stderr.contains("base.invalid") && run.stderr.contains("relative.ttl"));
    place.write("based.ttl", "@base <http://e/> . <#a> a <B> .\n");
    place.write(
        "self.rdf",
        "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' \
         xmlns:owl='http://www.w3.org/2002/07/owl#'><owl:Ontology rdf:about=''/></rdf:RDF>",
    );
    for file in ["based.ttl", "self.rdf"] {
        let run = place.ok(&["inspect", file]);
        assert!(!run.stderr.contains("relative IRIs"), "{file}: {}", run.stderr);
    }
}

#[test]
fn prefixed_names_of_the_file_are_understood() {
    let place = people();
    assert_eq!(place.ok(&["retrieve", "kb.ttl", "ex:Male", "-q"]).stdout, "http://e/a\n");
    assert_eq!(
        place.ok(&["retrieve", "kb.ttl", "ex:knows some ex:Female", "-q"]).stdout,
        "http://e/a\n"
    );
    place.ok(&["explain", "kb.ttl", "ex:Male", "ex:a"]);
    place.ok(&["learn", "kb.ttl", "--target-class", "ex:Male", "--generations", "1"]);
    place.write("pos.txt", "ex:a\n");
    let lists = ["learn", "kb.ttl", "--positives", "pos.txt", "--negatives", "neg.txt"];
    place.ok(&[&lists[..], &["--generations", "1"]].concat());
    // Through RDF/XML, whose prefixes are namespaces of the root element.
    place.write(
        "kb.rdf",
        "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:family='http://f#'>\
         <family:Male rdf:about='http://f#a'/></rdf:RDF>",
    );
    assert_eq!(place.ok(&["retrieve", "kb.rdf", "family:Male", "-q"]).stdout, "http://f#a\n");
}

#[test]
fn prefixed_names_of_the_usual_family_are_understood() {
    let Some(folder) = evolearner_testing::data::folder() else { return };
    let family = folder.join("family/family.owl");
    let Some(family) = family.to_str().filter(|_| family.exists()) else {
        println!("skipped: no family/family.owl in {}", folder.display());
        return;
    };
    let place = Place::new();
    let count = |concept: &str| place.ok(&["retrieve", family, concept, "--count", "-q"]).stdout;
    // The file calls its own namespace `prefix1`; another word for it is no prefix of the file.
    assert_eq!(count("prefix1:Male"), count("Male"));
    place.fails(&["retrieve", family, "family:Male"], &["family:Male", "did you mean Male"]);
}

#[test]
fn a_toml_problem_may_name_its_lists_as_strings() {
    let place = people();
    place.write("sub/pos.txt", "http://e/a\n").write("sub/neg.txt", "http://e/b\n");
    place.write("sub/p.toml", "kb = '../kb.ttl'\npositives = 'pos.txt'\nnegatives = 'neg.txt'\n");
    let report = place.json(&["learn", "--problem", "sub/p.toml", "--generations", "2"]);
    assert_eq!((&report["positives"], &report["negatives"]), (&1.into(), &1.into()));
    place.write("sub/p.toml", "kb = '../kb.ttl'\npositives = 'ex:a'\nnegatives = 'neg.txt'\n");
    place.fails(&["learn", "--problem", "sub/p.toml"], &["sub/p.toml", "ex:a", "brackets"]);
}

#[test]
fn times_have_several_units() {
    let place = Place::new();
    let run = place.ok(&["learn", "--timeout", "1m30s", "--print-settings"]);
    assert!(run.stdout.contains("timeout = \"90s\""), "{}", run.stdout);
    place.fails(&["learn", "--timeout", "30s1m"], &["30s1m", "1m30s"]);
}

#[test]
fn a_hundred_thousand_threads_are_not_started() {
    let place = Place::new();
    let arguments = ["learn", "--generations", "2", "--population", "50"];
    let few = place.ok(&[&arguments[..], &["--threads", "1"]].concat());
    let many = place.ok(&[&arguments[..], &["--threads", "100000"]].concat());
    assert!(many.stderr.contains("100000 threads are asked for"), "{}", many.stderr);
    assert!(!few.stderr.contains("asked for"), "{}", few.stderr);
    let row = |run: &crate::place::Run| run.stdout.lines().next().map(str::to_owned);
    assert_eq!(row(&many), row(&few));
    let none = place.ok(&[&arguments[..], &["--threads", "0"]].concat());
    assert!(none.stderr.contains("0 threads are asked for, 1 are used"), "{}", none.stderr);
}

#[test]
fn control_characters_of_names_and_labels_do_not_reach_the_terminal() {
    let place = Place::new();
    place.write(
        "kb.ttl",
        "@prefix : <http://e/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n\
         :a a :A . :b a :B . <http://e/\\u001B[31mred> a :A .\n\
         :A rdfs:label \"\\u001B]0;owned\\u0007first \\u009B31m\" .\n",
    );
    place.write("pos.txt", "http://e/a\n").write("neg.txt", "http://e/b\n");
    let cases: [&[&str]; 6] = [
        &["render", "A", "--to", "text", "--kb", "kb.ttl"],
        &["retrieve", "kb.ttl", "A"],
        &["retrieve", "kb.ttl", "A", "--format", "json"],
        &["explain", "kb.ttl", "A", "a"],
        &[
            "learn",
            "kb.ttl",
            "--positives",
            "pos.txt",
            "--negatives",
            "neg.txt",
            "--generations",
            "1",
        ],
        &["retrieve", "kb.ttl", "\u{1b}[31mMale"],
    ];
    for arguments in cases {
        let run = place.run(arguments);
        for (name, text) in [("stdout", &run.stdout), ("stderr", &run.stderr)] {
            let control = text.chars().find(|c| c.is_control() && !matches!(c, '\n' | '\t'));
            assert_eq!(control, None, "{arguments:?} on {name}: {text:?}");
        }
    }
    let text = place.ok(&["render", "A", "--to", "text", "--kb", "kb.ttl"]).stdout;
    assert!(text.contains("\\u{1b}"), "the label is used, spelt out: {text}");
}

#[test]
fn the_reason_of_an_early_end_reads_as_a_sentence() {
    let place = Place::new();
    let solved = place.ok(&["learn", "--stop-when-solved", "--generations", "1000"]).stdout;
    assert!(solved.contains("stopped when solved; seed"), "{solved}");
    let timed = place.ok(&["learn", "--timeout", "50ms", "--generations", "100000"]).stdout;
    assert!(timed.contains("stopped by the time limit; seed"), "{timed}");
}

#[test]
fn a_class_of_nobody_or_of_everybody_is_no_question() {
    let place = people();
    let kb = format!(
        "{KB}ex:Male rdfs:subClassOf ex:Person . ex:Female rdfs:subClassOf ex:Person .\nex:Robot a rdfs:Class .\n"
    );
    place.write("kb.ttl", kb);
    let words = ["every individual is an instance of Person"];
    place.fails(&["learn", "kb.ttl", "--target-class", "Person"], &words);
    let words = ["the class Robot has no instances"];
    place.fails(&["learn", "kb.ttl", "--target-class", "Robot"], &words);
}

#[test]
fn a_report_and_a_checkout_that_are_none_are_called_so() {
    let place = people();
    let words = ["pos.txt is no report of `learn --format json`"];
    place.fails(&["learn", "kb.ttl", "--from", "pos.txt"], &words);
    place.fails(&["data", "nowhere"], &["no folder `learningtasks` in nowhere"]);
    assert!(!place.path("datasets").exists());
}
