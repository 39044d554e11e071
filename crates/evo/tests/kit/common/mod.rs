//! What the tests on benchmark data share: how a file is loaded.

pub mod queries;
pub mod virtuoso;

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use evolearner::problem::Statement;
use evolearner::{
    GraphSettings, Input, KnowledgeBase, Learned, Learner, LoadError, Loaded, Policy, Task, load,
};
use evolearner_testing::data;

/// The task of telling some individuals from others, all by their IRIs.
pub fn task(kb: &KnowledgeBase, positives: Vec<String>, negatives: Vec<String>) -> Task {
    let statement = Statement::of_examples(positives, negatives);
    Task::resolve(kb, &statement, &[], Policy::default()).expect("all are known")
}

/// What the default method learns with these options changed.
pub fn learn(kb: &KnowledgeBase, task: &Task, changes: &[(&str, &str)]) -> Learned {
    let learner = Learner::new("evolve", "default").expect("the method exists");
    let with = |learner: Learner, &(name, text): &(&str, &str)| learner.with(name, text);
    let learner = changes.iter().try_fold(learner, with).expect("the options are possible");
    learner.learn(kb, task, &mut ()).expect("the options fit together")
}

/// An input from memory.
pub fn bytes_input<'b>(name: &str, bytes: &'b [u8]) -> Input<'b> {
    Input { name: name.to_owned(), bytes: Box::new(bytes), format: None }
}

/// Loads bytes the way the command line does by default.
pub fn load_bytes(name: &str, bytes: &[u8]) -> Result<Loaded, LoadError> {
    load(vec![bytes_input(name, bytes)], GraphSettings::default(), &mut |_| None)
}

/// Loads a file that must load.
pub fn load_file(path: &Path) -> Loaded {
    let file = File::open(path).unwrap_or_else(|error| panic!("{}", data::lacks(path, &error)));
    let name = path.display().to_string();
    let input = Input { name, bytes: Box::new(file), format: None };
    match load(vec![input], GraphSettings::default(), &mut |_| None) {
        Ok(loaded) => loaded,
        Err(error) => panic!("{error}"),
    }
}

/// The text of a file, which may be compressed and then bears the ending `.gz`.
pub fn text_of(path: &Path) -> Option<String> {
    if let Ok(text) = fs::read_to_string(path) {
        return Some(text);
    }
    let compressed = File::open(format!("{}.gz", path.display())).ok()?;
    let mut text = String::new();
    flate2::read::GzDecoder::new(compressed).read_to_string(&mut text).expect("a whole archive");
    Some(text)
}
