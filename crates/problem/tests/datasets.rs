//! Every problem file of the data sets is read; `EVOLEARNER_DATA` names the folder they are in.

use std::fs;
use std::path::{Path, PathBuf};

use evolearner_problem::{Format, Parsed, detect, parse_list, parse_named};

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

fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os("EVOLEARNER_DATA").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/datasets"),
        PathBuf::from,
    );
    if !folder.is_dir() {
        println!("SKIPPED: no data sets at {}", folder.display());
        return None;
    }
    Some(folder)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| {
        panic!("the data sets lack {}: {error}; get the whole folder", folder.display())
    });
    let mut entries: Vec<PathBuf> =
        entries.map(|entry| entry.expect("a readable entry").path()).collect();
    entries.sort();
    for path in entries {
        let has_extension = |known| path.extension().is_some_and(|extension| extension == known);
        let is_list = path.ends_with("pos.txt") || path.ends_with("neg.txt");
        if path.is_dir() {
            collect(&path, files);
        } else if has_extension("conf") || has_extension("json") || is_list {
            files.push(path);
        }
    }
}

/// The text of a file of the data sets; a failure names the file that is missing.
fn text_of(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| {
        panic!("the data sets lack {}: {error}; get the whole folder", path.display())
    })
}

fn parsed(path: &Path) -> Parsed {
    let text = text_of(path);
    parse_named(&path.to_string_lossy(), &text)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_problem_file_is_read() {
    let Some(folder) = folder() else { return };
    let mut files = Vec::new();
    collect(&folder, &mut files);
    for path in &files {
        let text = text_of(path);
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
    let Some(folder) = folder() else { return };
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

#[test]
fn a_partial_data_folder_is_reported_by_the_name_of_what_it_lacks() {
    let missing = Path::new("nowhere/small/arch.conf");
    let message = |work: fn(&Path)| {
        let panic = std::panic::catch_unwind(|| work(missing)).expect_err("nothing is there");
        panic.downcast_ref::<String>().expect("a message").clone()
    };
    for message in
        [message(|path| drop(text_of(path))), message(|path| collect(path, &mut Vec::new()))]
    {
        assert!(message.contains("the data sets lack nowhere/small/arch.conf"), "{message}");
    }
}

/// The lists beside a small problem hold what its configuration says.
#[test]
fn lists_agree_with_configurations() {
    let Some(folder) = folder() else { return };
    let mut files = Vec::new();
    collect(&folder.join("small"), &mut files);
    for path in files.iter().filter(|path| path.extension().is_some_and(|e| e == "conf")) {
        let parsed = parsed(path);
        let statement = parsed.only().expect("one problem");
        for (file, examples) in
            [("pos.txt", &statement.positives), ("neg.txt", &statement.negatives)]
        {
            let text = text_of(&path.with_file_name(file));
            let mut listed = parse_list(&text).expect("a list");
            let mut examples = examples.clone();
            listed.sort();
            examples.sort();
            assert_eq!(examples, listed, "{}", path.display());
        }
    }
}
