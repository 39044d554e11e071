//! Every problem file of the data sets is read; `EVOLEARNER_DATA` names the folder they are in.

use std::path::Path;

use evolearner_problem::{Format, Parsed, detect, parse_list, parse_named};
use evolearner_testing::data;

/// Counted by hand or with grep: file, problem, positives, negatives.
const COUNTED: [(&str, Option<&str>, usize, usize); 20] = [
    ("dl-learner/father.conf", None, 3, 3),
    ("dl-learner/family/father_autowired.conf", None, 3, 4),
    ("dl-learner/family/father_posonly.conf", None, 3, 0),
    ("dl-learner/family/father_oe.conf", None, 0, 0),
    ("dl-learner/family/father_someonly.conf", None, 3, 5),
    ("dl-learner/family-benchmark/Uncle.conf", None, 38, 38),
    ("dl-learner/family-benchmark/Aunt.conf", None, 41, 41),
    ("dl-learner/family-benchmark/Grandgranddaughter.conf", None, 17, 17),
    ("dl-learner/family-benchmark/Female-owl.conf", None, 0, 0),
    ("ontolearn/lp_dl_learner_family.json", Some("Cousin"), 71, 71),
    ("ontolearn/lp_dl_learner_family.json", Some("Uncle"), 38, 38),
    ("ontolearn/synthetic_problems.json", Some("Granddaughter"), 37, 37),
    ("small/arch/lp/arch/arch_owl.conf", None, 2, 3),
    ("small/moral_43/lp/moral_43examples_simple/moral_43examples_simple_owl.conf", None, 23, 20),
    ("small/krk_zero_one/lp/KRK_ZERO_ONE/KRK_ZERO_ONE_fastInstance.conf", None, 27, 78),
    ("small/krk_zero_one/lp/KRK_ONE_ZERO/KRK_ONE_ZERO_fastInstance.conf", None, 78, 27),
    ("carcinogenesis/pos.txt", None, 162, 0),
    ("mammographic/neg.txt", None, 516, 0),
    ("premierleague_synthetic/neg.txt", None, 41, 0),
    ("small/animals/lp/reptile/pos.txt", None, 5, 0),
];

fn parsed(path: &Path) -> Parsed {
    let text = data::text(path);
    parse_named(&path.to_string_lossy(), &text)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_problem_file_is_read() {
    let Some(folder) = data::folder() else { return };
    let files = data::files(&folder, &[".conf", ".json", "pos.txt", "neg.txt"]);
    for path in &files {
        let text = data::text(path);
        let expect = match path.extension().and_then(|extension| extension.to_str()) {
            Some("conf") => Format::Conf,
            Some("json") => Format::Ontolearn,
            _ => Format::List,
        };
        // The content decides, whatever the name is.
        for name in [path.to_string_lossy().as_ref(), "problem"] {
            assert_eq!(detect(name, &text), expect, "{}", path.display());
        }
        let parsed = parsed(path);
        assert!(!parsed.statements.is_empty());
        for statement in &parsed.statements {
            assert!(
                statement.target_class.is_some() == statement.positives.is_empty(),
                "{}",
                path.display()
            );
            let names = statement.positives.iter().chain(&statement.negatives);
            for name in names.chain(&statement.target_class) {
                assert!(name.starts_with("http://"), "{}: {name}", path.display());
            }
            if expect == Format::Conf {
                assert_eq!(statement.kb_files.len(), 1, "{}", path.display());
            }
        }
        for warning in parsed.warnings {
            println!("{}: {warning}", path.display());
        }
    }
    println!("{} problem files", files.len());
}

#[test]
fn examples_are_as_many_as_counted() {
    let Some(folder) = data::folder() else { return };
    for (file, name, n_positives, n_negatives) in COUNTED {
        let parsed = parsed(&folder.join(file));
        let statement = name.map_or_else(|| parsed.only(), |name| parsed.named(name));
        let statement = statement.unwrap_or_else(|error| panic!("{file}: {error}"));
        assert_eq!(
            (statement.positives.len(), statement.negatives.len()),
            (n_positives, n_negatives),
            "{file} {name:?}"
        );
    }
}

/// The lists beside a small problem hold what its configuration says.
#[test]
fn lists_agree_with_configurations() {
    let Some(folder) = data::folder() else { return };
    for path in data::files(&folder.join("small"), &[".conf"]) {
        let parsed = parsed(&path);
        let statement = parsed.only().expect("one problem");
        for (file, examples) in
            [("pos.txt", &statement.positives), ("neg.txt", &statement.negatives)]
        {
            let text = data::text(&path.with_file_name(file));
            let mut listed = parse_list(&text).expect("a list");
            let mut examples = examples.clone();
            listed.sort();
            examples.sort();
            assert_eq!(examples, listed, "{}", path.display());
        }
    }
}
