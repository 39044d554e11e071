//! The benchmark files, which are not part of the repository.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// The problems of the paper: `NAME/NAME.owl`, one of them compressed, with `pos.txt` and `neg.txt`.
pub const PROBLEMS: [&str; 9] = [
    "carcinogenesis",
    "family",
    "hepatitis",
    "lymphography",
    "mammographic",
    "mutagenesis",
    "nctrer",
    "premierleague_synthetic",
    "pyrimidine",
];

/// The folder of the data sets: `EVOLEARNER_DATA`, or a place beside the checkout. Where there is none
/// a line says that the test is skipped.
pub fn folder() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/datasets");
    let stated = std::env::var_os("EVOLEARNER_DATA").filter(|path| !path.is_empty());
    let folder = stated.map_or_else(beside, PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: no data sets at {} (set EVOLEARNER_DATA)", folder.display());
    None
}

/// All files below a folder whose name ends in one of these endings, in the order of their paths.
pub fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}", lacks(folder, &error)));
    let mut entries: Vec<PathBuf> =
        entries.map(|entry| entry.expect("a readable entry").path()).collect();
    entries.sort();
    let mut found = Vec::new();
    for path in entries {
        let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
        if path.is_dir() {
            found.extend(files(&path, endings));
        } else if endings.iter().any(|ending| name.ends_with(ending)) {
            found.push(path);
        }
    }
    found
}

/// All knowledge bases below a folder, in the order of their paths.
pub fn knowledge_bases(folder: &Path) -> Vec<PathBuf> {
    files(folder, &[".owl", ".ttl", ".owl.gz"])
}

/// The text of a file that is not compressed.
pub fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}", lacks(path, &error)))
}

/// The message about a file of the data sets that cannot be read.
pub fn lacks(path: &Path, error: &std::io::Error) -> String {
    format!("the data sets lack {}: {error}; get the whole folder", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_by_their_endings_in_all_folders() {
        let names: Vec<String> = files(Path::new(env!("CARGO_MANIFEST_DIR")), &["ta.rs", ".toml"])
            .iter()
            .filter_map(|path| path.file_name()?.to_str().map(str::to_owned))
            .collect();
        assert_eq!(names, ["Cargo.toml", "data.rs"]);
    }

    #[test]
    fn a_partial_data_folder_is_reported_by_the_name_of_what_it_lacks() {
        let missing = Path::new("nowhere/small/arch.conf");
        let message = |work: fn(&Path)| {
            let panic = std::panic::catch_unwind(|| work(missing)).expect_err("nothing is there");
            panic.downcast_ref::<String>().expect("a message").clone()
        };
        for message in [message(|path| drop(text(path))), message(|path| drop(files(path, &[])))] {
            assert!(message.contains("the data sets lack nowhere/small/arch.conf"), "{message}");
        }
    }
}
