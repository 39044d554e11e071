//! One seed gives one answer, for as long as the method is the same.
//!
//! The rows of the paper's preset in `testdata/same-seed.tsv` were recorded from the commit before
//! evaluation, search and learners became crates of their own. A change that is meant to change answers
//! records them anew (`EVOLEARNER_RECORD=1 cargo test -p evolearner-kit --test kit same_seed`) and says so.

use std::fs;
use std::path::Path;

use evolearner::problem::{Statement, parse_list};
use evolearner::{AUTO, KnowledgeBase, Learner, Policy, Task, embedded_statement};
use evolearner_testing::data;

/// What a run is recorded as.
fn line(kb: &KnowledgeBase, task: &Task, problem: &str, preset: &str, seed: &str) -> String {
    let learner = Learner::new(AUTO, preset)
        .expect("it is possible")
        .with("seed", seed)
        .expect("it is possible");
    let learner = learner.with("timeout", "none").expect("it is possible");
    let report = learner.learn(kb, task, &mut ()).expect("it is possible").report();
    let front: Vec<String> = report
        .front
        .iter()
        .map(|row| format!("{}:{}:{}", row.length, row.train.tp, row.train.fp))
        .collect();
    let (best, front) = (&report.best, front.join(" "));
    let (evaluations, stop, fitness) = (report.evaluations, &report.stop, best.fitness);
    let concept = &best.concept.dl;
    format!("{problem}\t{preset}\t{seed}\t{evaluations}\t{stop}\t{fitness:?}\t{front}\t{concept}")
}

fn open(folder: &Path, problem: &str) -> (KnowledgeBase, Statement) {
    let folder = folder.join(problem);
    let file = |ending: &str| folder.join(format!("{problem}.{ending}"));
    let path = [file("owl"), file("owl.gz")].into_iter().find(|path| path.exists());
    let kb =
        KnowledgeBase::from_path(path.expect("the data sets have it")).expect("it is possible");
    let list = |name: &str| {
        parse_list(&fs::read_to_string(folder.join(name)).expect("it is possible"))
            .expect("it is possible")
    };
    (kb, Statement::of_examples(list("pos.txt"), list("neg.txt")))
}

#[test]
fn a_seed_gives_the_answer_that_it_always_gave() {
    let recorded = include_str!("../../../../testdata/same-seed.tsv");
    let rows: Vec<&str> = recorded.lines().skip(1).collect();
    let data = data::folder();
    let (mut n_compared, mut new) = (0, String::new());
    let is_recording = std::env::var_os("EVOLEARNER_RECORD").is_some();
    for rows in rows.chunk_by(|a, b| a.split('\t').next() == b.split('\t').next()) {
        let problem = rows[0].split('\t').next().expect("it is possible");
        let (kb, statement) = match (&data, problem) {
            (_, "embedded") => (KnowledgeBase::embedded(), embedded_statement()),
            (Some(folder), problem) => open(folder, problem),
            (None, _) => continue,
        };
        let task = Task::resolve(&kb, &statement, &[], Policy::default()).expect("it is possible");
        for row in rows {
            let fields: Vec<&str> = row.split('\t').collect();
            let found = line(&kb, &task, problem, fields[1], fields[2]);
            if is_recording {
                new.push_str(&found);
                new.push('\n');
            } else {
                assert_eq!(found, *row);
            }
            n_compared += 1;
        }
    }
    assert!(n_compared >= 6, "the embedded family is always compared");
    if is_recording {
        assert_eq!(n_compared, rows.len(), "all data sets are needed to record");
        let head = recorded.lines().next().expect("it has a head");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/same-seed.tsv");
        fs::write(path, format!("{head}\n{new}")).expect("it can be written");
    }
}
