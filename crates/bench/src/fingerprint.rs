//! What decides a row, as one number: rows of an earlier run count only where it is the same.

use std::fs::{self, File};
use std::io::{BufReader, Read};
use std::path::Path;

use anyhow::{Context, Result};
use evolearner::{Digest, Fields};

use crate::external::settings_lines;
use crate::runner::Places;
use crate::suite::{ProblemFiles, Suite, Variant};

/// The content of a problem's files, as one word; where they are does not matter.
pub(crate) fn of_files(files: &ProblemFiles) -> Result<String> {
    let mut fields = Fields::new();
    // The end of a name takes part in finding the format.
    let name = files.kb.file_name().unwrap_or_default().to_string_lossy();
    fields.field("file", &name);
    for (name, path) in
        [("kb", &files.kb), ("positives", &files.positives), ("negatives", &files.negatives)]
    {
        fields.field(name, &of_file(path)?);
    }
    Ok(fields.word())
}

fn of_file(path: &Path) -> Result<String> {
    let place = || format!("cannot read {}", path.display());
    let mut reader = BufReader::new(File::open(path).with_context(place)?);
    let mut digest = Digest::default();
    let mut buffer = [0; 1 << 14];
    loop {
        match reader.read(&mut buffer).with_context(place)? {
            0 => return Ok(format!("{:016x}", digest.finish())),
            n => digest.update(&buffer[..n]),
        }
    }
}

/// The programs of another learner, as one word; nothing for our own.
pub(crate) fn of_system(places: &Places, variant: &Variant) -> Result<Option<String>> {
    variant.system.as_ref().map(|system| of_folder(&places.suite.join(system))).transpose()
}

/// The content of a folder with everything below it.
fn of_folder(folder: &Path) -> Result<String> {
    let place = || format!("cannot read {}", folder.display());
    let mut fields = Fields::new();
    let entries = fs::read_dir(folder).with_context(place)?;
    let mut paths =
        entries.map(|entry| Ok(entry.with_context(place)?.path())).collect::<Result<Vec<_>>>()?;
    paths.sort();
    for path in paths {
        let content = if path.is_dir() { of_folder(&path)? } else { of_file(&path)? };
        fields.field(&path.file_name().unwrap_or_default().to_string_lossy(), &content);
    }
    Ok(fields.word())
}

/// Everything that decides the rows of a variant with a seed on a problem: the program's version,
/// how examples are dealt, the files, and the settings as they are after presets, or the programs of
/// another learner. `files` and `system` are what [`of_files`] and [`of_system`] say.
pub(crate) fn of_rows(
    suite: &Suite,
    files: &str,
    variant: &Variant,
    system: Option<&str>,
    seed: u64,
) -> Result<String> {
    let mut fields = Fields::new();
    fields.field("version", env!("CARGO_PKG_VERSION"));
    fields.field("files", files);
    fields.field("folds", suite.folds);
    fields.field("scheme", &suite.scheme);
    fields.field("variant", &variant.name);
    fields.field("seed", seed);
    if let Some(system) = system {
        fields.field("system", system);
        fields.field("seconds", variant.seconds);
        // Rows of suites without a limit are those from before there was one.
        if let Some(megabytes) = variant.megabytes {
            fields.field("megabytes", megabytes);
        }
        fields.field("settings", settings_lines(&variant.settings, seed));
        return Ok(fields.word());
    }
    fields.field("learner", variant.learner(seed)?.fingerprint());
    Ok(fields.word())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn suite(variant: &str) -> Suite {
        let text = format!(
            "name = 's'\ntitle = 't'\nseeds = [1]\nproblems = ['p']\n[[variants]]\nname = 'v'\n{variant}"
        );
        Suite::parse(&text).unwrap()
    }

    fn word(suite: &Suite, files: &str, seed: u64) -> String {
        of_rows(suite, files, &suite.variants[0], None, seed).unwrap()
    }

    #[test]
    fn everything_that_decides_a_row_changes_its_fingerprint() {
        let plain = suite("");
        let mut words = vec![word(&plain, "a", 1), word(&plain, "b", 1), word(&plain, "a", 2)];
        words.push(word(&Suite { folds: 5, ..plain.clone() }, "a", 1));
        words.push(word(&Suite { scheme: "stratified".to_owned(), ..plain.clone() }, "a", 1));
        words.push(word(&suite("preset = 'default'"), "a", 1));
        words.push(word(&suite("settings = { elite = 3 }"), "a", 1));
        let mut renamed = plain.clone();
        renamed.variants[0].name = "w".to_owned();
        words.push(word(&renamed, "a", 1));
        assert!(words.iter().all(|word| word.len() == 16), "64 bits: {words:?}");
        let n = words.len();
        words.sort();
        words.dedup();
        assert_eq!(words.len(), n);
    }

    #[test]
    fn settings_of_another_learner_change_its_fingerprint() {
        let word = |settings: &str| {
            let suite = suite(&format!("system = 'other'\nsettings = {{ {settings} }}"));
            of_rows(&suite, "a", &suite.variants[0], Some("programs"), 1).unwrap()
        };
        assert_eq!(word("trees = 9"), word("trees = 9"));
        assert_ne!(word("trees = 9"), word("trees = 10"));
    }

    #[test]
    fn a_default_that_is_spelt_out_keeps_the_fingerprint() {
        // 800 candidates are the paper's.
        let spelt = suite("settings = { population = 800 }");
        assert_eq!(word(&spelt, "a", 1), word(&suite(""), "a", 1));
    }

    #[test]
    fn the_content_of_a_file_decides_and_its_place_does_not() {
        let folder = tempfile::tempdir().unwrap();
        let files = |place: &str| {
            let path = |name: &str| folder.path().join(place).join(name);
            ProblemFiles {
                name: place.to_owned(),
                kb: path("kb.ttl"),
                positives: path("pos.txt"),
                negatives: path("neg.txt"),
            }
        };
        for place in ["one", "other"] {
            fs::create_dir(folder.path().join(place)).unwrap();
            for name in ["kb.ttl", "pos.txt", "neg.txt"] {
                fs::write(folder.path().join(place).join(name), name).unwrap();
            }
        }
        let before = of_files(&files("one")).unwrap();
        assert_eq!(before, of_files(&files("other")).unwrap());
        fs::write(folder.path().join("one/kb.ttl"), "kb.tt1").unwrap();
        assert_ne!(before, of_files(&files("one")).unwrap());
        let missing = of_files(&files("nowhere")).unwrap_err();
        assert!(missing.to_string().contains("kb.ttl"), "{missing}");
    }
}
