//! `KB.. CONCEPT` and the like: which words are files, and which are what comes behind them.

use std::path::{Path, PathBuf};

use evolearner::Format;

use crate::concept::REPORT;
use crate::input::is_dash;

/// Splits words into the files of a knowledge base and what follows, of which there should be at
/// least `n_behind` words.
///
/// A word that is named like a knowledge base is a file. A word that is merely the name of
/// something on the disk, or a URL, is one only if enough words are left for the rest: a folder may
/// have the name of a class.
pub(crate) fn split(mut words: Vec<String>, n_behind: usize) -> (Vec<PathBuf>, Vec<String>) {
    let n_words = words.len();
    let is_file = |(index, word): &(usize, &String)| {
        is_named_like_a_file(word)
            || (index + n_behind < n_words && (is_url(word) || Path::new(word).exists()))
    };
    let n_files = words.iter().enumerate().take_while(is_file).count();
    let behind = words.split_off(n_files);
    (words.into_iter().map(PathBuf::from).collect(), behind)
}

fn is_named_like_a_file(word: &str) -> bool {
    if word.starts_with(REPORT) {
        return false;
    }
    let path = Path::new(word);
    let is_snapshot = path.extension().is_some_and(|ending| ending == "evo");
    let is_known = is_snapshot || Format::from_name(word).is_some();
    is_dash(path) || (is_known && !is_url(word))
}

/// Whether a word is an address on the web. A name may be one as well, so its position decides.
pub(crate) fn is_url(word: &str) -> bool {
    ["http://", "https://"].iter().any(|scheme| word.starts_with(scheme))
}

/// Words in quotes for a message, or that there are none.
pub(crate) fn quoted(words: &[String]) -> String {
    if words.is_empty() {
        return "nothing".to_owned();
    }
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    words.join(", ")
}
