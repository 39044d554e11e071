//! What the tests on benchmark data share: how a file is loaded.
#![allow(dead_code, reason = "each test binary uses its own part")]

pub mod queries;

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use evolearner::{GraphSettings, Input, LoadError, Loaded, load};
use evolearner_testing::data;

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
