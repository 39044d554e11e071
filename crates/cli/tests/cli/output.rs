//! What people read: help, tables, names, the page.

use serde_json::{Value, json};

use crate::place::Place;

/// A problem that nothing solves: all are alike.
fn alike() -> Place {
    let place = Place::new();
    let names = |letter: char, n: u32| -> Vec<String> {
        (0..n).map(|i| format!("http://e/{letter}{i:02}")).collect()
    };
    let (positives, negatives) = (names('p', 15), names('n', 12));
    place.write("pos.txt", positives.join("\n")).write("neg.txt", negatives.join("\n"));
    let all = [positives, negatives].concat();
    let facts: Vec<String> = all.iter().map(|name| format!("<{name}> a <http://e/A> .")).collect();
    place.write("kb.ttl", facts.join("\n"));
    place
}

const LISTS: [&str; 6] = ["learn", "kb.ttl", "--positives", "pos.txt", "--negatives", "neg.txt"];

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().expect("a list").iter().map(|x| x.as_str().expect("a text")).collect()
}

#[test]
fn the_help_shows_flags_under_the_heading_of_their_kind() {
    let place = Place::new();
    for command in ["learn", "crossval"] {
        let help = place.ok(&[command, "--help"]).stdout;
        let mut heading = "";
        for line in help.lines() {
            if !line.starts_with(' ') && line.ends_with(':') {
                heading = line;
            }
            for (flag, expected) in [
                ("--positives", "Examples:"),
                ("--target-class", "Examples:"),
                ("--inference", "Knowledge base:"),
                ("--around", "Endpoint:"),
                ("--learner", "Method:"),
                ("--quiet", "Options:"),
            ] {
                if line.split_whitespace().any(|word| word == flag) && line.starts_with("  ") {
                    let is_definition = line.trim_start().starts_with('-');
                    assert!(!is_definition || heading == expected, "{command}, {heading}: {line}");
                }
            }
        }
    }
}

#[test]
fn the_help_of_learn_shows_the_default_of_every_setting() {
    let place = Place::new();
    let help = place.ok(&["learn", "--help"]).stdout;
    let settings: toml::Table =
        place.ok(&["learn", "--print-settings"]).stdout.parse().expect("TOML");
    let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
    let check = |name: &str, default: &str| {
        let at = words.find(&format!(" --{name} <")).unwrap_or_else(|| panic!("no --{name}"));
        let rest = &words[at + 3..];
        let own = &rest[..rest.find(" --").unwrap_or(rest.len())];
        let ends = [format!("[default: {default}]"), format!("[default: {default}; ")];
        assert!(ends.iter().any(|end| own.contains(end)), "--{name}, {default}: {own}");
    };
    let mut n_checked = 0;
    for (name, value) in &settings {
        let default = match value {
            toml::Value::String(word) => word.clone(),
            toml::Value::Integer(number) => number.to_string(),
            toml::Value::Float(number) => number.to_string(),
            // A switch is off unless it is given, and what the answer is has no flag.
            _ => continue,
        };
        check(name, &default);
        n_checked += 1;
    }
    assert!(n_checked > 15, "{settings}");
    for name in ["evaluations", "stop-at-quality", "without"] {
        assert!(!settings.contains_key(name), "{name}");
        check(name, "none");
    }
}

#[test]
fn progress_counts_the_length_that_tables_count() {
    let place = Place::new();
    let arguments = ["learn", "--generations", "12", "--population", "80"];
    let progress = place.ok(&arguments).stderr;
    let report = place.json(&arguments);
    let mut n_lines = 0;
    for line in progress.lines().filter(|line| line.starts_with("generation ")) {
        let (number, rest) = line["generation ".len()..].split_once(':').expect("a number");
        let (_, length) = rest.split_once("length ").expect("a length");
        let (length, concept) = length.split_once(": ").expect("a concept");
        let number: usize = number.trim().parse().expect("a number");
        let step = &report["history"][number];
        assert_eq!(json!(length.parse::<u64>().expect("a number")), step["length"], "{line}");
        assert_eq!(concept, step["concept"].as_str().expect("a text"), "{line}");
        n_lines += 1;
    }
    assert!(n_lines > 1 && !progress.contains("nodes"), "{progress}");
}

#[test]
fn ten_misclassified_examples_are_named_and_all_if_asked_for() {
    let place = alike();
    let few = ["--generations", "2", "--population", "20"];
    let report = place.json(&[&LISTS[..], &few].concat());
    let wrong = &report["misclassified"];
    let lists = [strings(&wrong["positives_missed"]), strings(&wrong["negatives_covered"])];
    // Whatever is learned, the individuals of one list are wrong.
    let n_wrong = lists[0].len() + lists[1].len();
    assert!(n_wrong == 15 || n_wrong == 12, "{wrong}");
    let names: Vec<&str> = lists.concat().iter().map(|iri| &iri["http://e/".len()..]).collect();
    let run = |more: &[&str]| place.ok(&[&LISTS[..], &few, more].concat()).stdout;
    let short = run(&[]);
    assert!(short.contains(&format!("({n_wrong}): {}", names[..10].join(", "))), "{short}");
    assert!(short.contains(&format!("{} and {} more", names[9], n_wrong - 10)), "{short}");
    assert!(run(&["--examples"]).contains(&format!("({n_wrong}): {}\n", names.join(", "))));
}

#[test]
fn the_misclassified_are_those_of_the_printed_concept() {
    let place = Place::new();
    place.ok(&["generate", "family", "-o", "kb.ttl", "--examples", "examples"]);
    let lists = ["examples/uncle/pos.txt", "examples/uncle/neg.txt"];
    let arguments = ["learn", "kb.ttl", "--positives", lists[0], "--negatives", lists[1]];
    let few = ["--generations", "0", "--population", "4", "--seed", "2"];
    let report = place.json(&[&arguments[..], &few].concat());
    let concept = report["best"]["concept"]["manchester"].as_str().expect("a concept");
    let covered = |list: &str| -> Vec<String> {
        let found = place.ok(&["retrieve", "kb.ttl", concept, "--individuals", list, "--quiet"]);
        found.stdout.lines().map(str::to_owned).collect()
    };
    let (positives, negatives) = (covered(lists[0]), covered(lists[1]));
    let text = place.read(lists[0]);
    let missed: Vec<&str> = text.lines().filter(|x| !positives.iter().any(|y| y == x)).collect();
    assert_eq!(strings(&report["misclassified"]["positives_missed"]), missed);
    let mut wrong = strings(&report["misclassified"]["negatives_covered"]);
    wrong.sort_unstable();
    assert_eq!(wrong, negatives);
    assert!(missed.len() + negatives.len() > 0, "nothing is shown where nothing is wrong");
}

#[test]
fn the_answer_is_printed_in_manchester_syntax_too() {
    let place = Place::new();
    let arguments = ["learn", "--generations", "5", "--population", "50"];
    let concept = &place.json(&arguments)["best"]["concept"];
    let text = place.ok(&arguments).stdout;
    for notation in ["dl", "manchester"] {
        let line = format!("\n  {}\n", concept[notation].as_str().expect("a text"));
        assert!(text.contains(&line), "{notation}: {text}");
    }
}

#[test]
fn the_table_of_the_front_is_not_cut_in_a_pipe() {
    let place = Place::new();
    let long = "VeryLongName".repeat(12);
    place.write(
        "kb.ttl",
        format!("<http://e/a> a <http://e/{long}> . <http://e/b> a <http://e/B> ."),
    );
    place.write("pos.txt", "http://e/a\n").write("neg.txt", "http://e/b\n");
    let few = ["--generations", "3", "--population", "30", "--ignore", "B"];
    let report = place.json(&[&LISTS[..], &few].concat());
    let text = place.ok(&[&LISTS[..], &few].concat()).stdout;
    let front = report["front"].as_array().expect("a front");
    let rows: Vec<&str> = text.lines().skip(1).take(front.len()).collect();
    for (row, solution) in rows.iter().zip(front) {
        assert!(row.ends_with(solution["concept"]["dl"].as_str().expect("a text")), "{row}");
    }
    assert!(rows.iter().any(|row| row.contains(&long)) && !text.contains('…'), "{text}");
}

#[test]
fn names_can_be_kept_out_of_the_answer() {
    let place = Place::new();
    let few = ["--generations", "10", "--population", "100"];
    let usual = place.json(&[&["learn"], &few[..]].concat());
    let dl = usual["best"]["concept"]["dl"].as_str().expect("a concept");
    let used =
        dl.split(|c: char| !c.is_alphanumeric()).find(|word| word.len() > 2).expect("a name");
    let without = place.json(&[&["learn", "--ignore", used], &few[..]].concat());
    for solution in without["top"].as_array().expect("a list") {
        let text = solution["concept"]["functional"].as_str().expect("a text");
        assert!(!text.contains(&format!("#{used}>")) && !text.contains(&format!("/{used}>")));
    }
    for verb in ["learn", "crossval"] {
        place
            .fails(&[verb, "--ignore", "Mael"], &["no class or property is called ‘Mael’", "Male"]);
    }
    let folds = |more: &[&str]| place.json(&[&["crossval", "--folds", "2"], more, &few].concat());
    let learned = folds(&["--ignore", used])["folds"].to_string();
    assert!(!learned.contains(used), "{learned}");
}

const PHENOTYPES: &str = "@prefix o: <http://purl.obolibrary.org/obo/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
o:HP_0001513 rdfs:label \"Obesity\"@en, \"Adipositas\"@de .
o:HP_0000822 skos:prefLabel \"Crohn's disease\" .
o:RO_0002200 rdfs:label \"has phenotype\" .
o:P_001 o:RO_0002200 o:X_001 ; rdfs:label \"Ms Smith\" . o:X_001 a o:HP_0001513 .
o:P_002 o:RO_0002200 o:X_002 . o:X_002 a o:HP_0001513 .
o:P_003 o:RO_0002200 o:X_003 . o:X_003 a o:HP_0000822 .
o:P_004 o:RO_0002200 o:X_004 . o:X_004 a o:HP_0000822 .
";

#[test]
fn opaque_identifiers_are_shown_by_their_labels() {
    let place = Place::new();
    place.write("kb.ttl", PHENOTYPES);
    let iri = |number: u32| format!("http://purl.obolibrary.org/obo/P_00{number}\n");
    place.write("pos.txt", iri(1) + &iri(2)).write("neg.txt", iri(3) + &iri(4));
    let few = ["--generations", "10", "--population", "60"];
    let run = |more: &[&str]| place.ok(&[&LISTS[..], &few, more].concat());
    let learn = |more: &[&str]| run(more).stdout;
    let report = place.json(&[&LISTS[..], &few].concat());
    let concept = &report["best"]["concept"];
    assert_eq!(report["best"]["quality"], 1.0);
    assert!(concept["dl"].as_str().expect("a text").contains("RO_0002200"), "{concept}");
    let labels = concept["labels"].as_object().expect("labels by IRI");
    assert_eq!(labels["http://purl.obolibrary.org/obo/RO_0002200"], "has phenotype");

    let automatic = learn(&[]);
    assert!(automatic.contains("'has phenotype'") && !automatic.contains("RO_"), "{automatic}");
    let progress = run(&[]).stderr;
    assert!(progress.contains("'has phenotype'") && !progress.contains("RO_"), "{progress}");
    let seconds = |text: &str| text.split(" evaluations in").next().map(str::to_owned);
    assert_eq!(seconds(&automatic), seconds(&learn(&["--names", "labels"])));
    let ids = learn(&["--names", "ids"]);
    assert!(ids.contains("RO_0002200") && !ids.contains("'has phenotype'"), "{ids}");
    assert!(learn(&["--names", "both"]).contains("RO_0002200  has phenotype\n"));

    // What is printed with labels means the same when it is pasted.
    let answer = automatic.lines().skip_while(|line| !line.is_empty()).nth(1).expect("a concept");
    let found = place.ok(&["retrieve", "kb.ttl", answer, "--individuals", "pos.txt", "--count"]);
    assert_eq!(found.stdout, "2\n", "{answer}");
}

#[test]
fn labels_are_in_the_language_that_is_asked_for() {
    let place = Place::new();
    place.write("kb.ttl", PHENOTYPES);
    place.ok(&["snapshot", "kb.ttl", "-o", "kb.evo"]);
    for kb in ["kb.ttl", "kb.evo"] {
        let explain = |more: &[&str]| {
            let command = ["explain", kb, "∃ RO_0002200.HP_0001513", "P_001"];
            place.ok(&[&command[..], more].concat()).stdout
        };
        let usual = explain(&[]);
        assert!(usual.contains("∃ 'has phenotype'.'Obesity'"), "{usual}");
        assert_eq!(explain(&["--label-language", "en"]), usual);
        assert_eq!(explain(&["--label-language", "fr,pt-BR"]), usual);
        for tags in ["de", "fr,de-AT,en"] {
            let german = explain(&["--label-language", tags]);
            assert_eq!(german, usual.replace("Obesity", "Adipositas"), "{tags}");
        }
        // A label is understood in every language.
        for label in ["'Obesity'", "'Adipositas'"] {
            assert_eq!(place.ok(&["retrieve", kb, label, "--count"]).stdout, "2\n");
        }
    }
    place.fails(&["inspect", "kb.ttl", "--label-language", "d e"], &["no language tag"]);
}

#[test]
fn several_individuals_are_explained_at_once() {
    let place = Place::new();
    place.write("kb.ttl", PHENOTYPES);
    let concept = "∃ RO_0002200.HP_0000822";
    let both = place.ok(&["explain", "kb.ttl", concept, "P_001", "P_003"]).stdout;
    let one = |name: &str| place.ok(&["explain", "kb.ttl", concept, name]).stdout;
    assert_eq!(both, format!("{}\n{}", one("P_001"), one("P_003")));
    assert!(both.contains(r"✗ 'Ms Smith' ∈ ∃ 'has phenotype'.'Crohn\'s disease'"), "{both}");
    let report = place.json(&["explain", "kb.ttl", concept, "P_001", "P_003"]);
    let members: Vec<&Value> = report["explanations"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|explanation| &explanation["member"])
        .collect();
    assert_eq!(members, [&json!(false), &json!(true)]);
    assert_eq!(place.json(&["explain", "kb.ttl", concept, "P_003"])["member"], true);
    place.fails(&["explain", "kb.ttl", concept, "P_001", "P_009"], &["P_009"]);
    place.fails(&["explain", "kb.ttl", concept], &["a concept and an individual"]);
    place.fails(&["explain", "no.ttl", "A", "P_001"], &["cannot read no.ttl"]);
}

#[test]
fn the_page_says_where_it_comes_from_and_what_is_wrong() {
    let place = alike();
    let arguments = ["--generations", "2", "--population", "20", "--report", "a page.html"];
    let report = place.json(&[&LISTS[..], &arguments].concat());
    let page = place.read("a page.html");
    let page = page.replace("<span class=\"word\">", "").replace("</span>", "");
    for part in [
        "<p class=\"about\">kb.ttl · 20",
        "evolearner learn kb.ttl --positives pos.txt --negatives neg.txt --generations 2 \
         --population 20 --report 'a page.html' --format json --estimate off</pre>",
        "aria-label=\"quality and F1 over length\"",
        "data-copy=\"manchester\"",
        "data-copy=\"dl\"",
        "data-copy=\"sparql\"",
    ] {
        assert!(page.contains(part), "no {part}");
    }
    for list in ["positives_missed", "negatives_covered"] {
        for iri in strings(&report["misclassified"][list]) {
            assert!(page.contains(&format!("<li title=\"{iri}\">{}</li>", &iri[9..])), "{iri}");
        }
    }
    let sentence =
        page.split("<p class=\"sentence\">").nth(1).and_then(|rest| rest.split('<').next());
    let sentence = sentence.expect("a sentence");
    assert!(sentence.starts_with(char::is_uppercase) && sentence.ends_with('.'), "{sentence}");
}
