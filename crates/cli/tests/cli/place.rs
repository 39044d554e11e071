//! Where the command is run, and what it leaves behind.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// A folder of its own to run in, gone at the end of the test.
pub(crate) struct Place {
    folder: TempDir,
}

/// What a run left behind.
pub(crate) struct Run {
    pub(crate) status: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Place {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a temporary folder") }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) -> &Self {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("inside the folder")).expect("a folder");
        fs::write(path, text).expect("a writable folder");
        self
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_evolearner"));
        command.args(arguments).current_dir(self.folder.path()).stdin(Stdio::null());
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Run {
        let Output { status, stdout, stderr } =
            self.command(arguments).output().expect("the command starts");
        Run {
            status: status.code(),
            stdout: String::from_utf8(stdout).expect("UTF-8"),
            stderr: String::from_utf8(stderr).expect("UTF-8"),
        }
    }

    /// Runs what must succeed.
    pub(crate) fn ok(&self, arguments: &[&str]) -> Run {
        let run = self.run(arguments);
        assert_eq!(run.status, Some(0), "{arguments:?}: {}", run.stderr);
        run
    }

    /// Runs what must fail with all of these words in one message, and nothing on stdout.
    pub(crate) fn fails(&self, arguments: &[&str], words: &[&str]) -> Run {
        let run = self.run(arguments);
        assert_eq!(run.status, Some(2), "{arguments:?}: {}{}", run.stdout, run.stderr);
        assert_eq!(run.stdout, "", "{arguments:?}");
        for word in words {
            assert!(run.stderr.contains(word), "{arguments:?}: no `{word}` in: {}", run.stderr);
        }
        assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
        run
    }

    pub(crate) fn json(&self, arguments: &[&str]) -> Value {
        let run = self.ok(&[arguments, &["--format", "json"]].concat());
        serde_json::from_str(&run.stdout).expect("one JSON document and nothing else")
    }

    /// The names in the folder, sorted.
    pub(crate) fn files(&self) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(self.folder.path())
            .expect("a readable folder")
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

pub(crate) fn keys(value: &Value) -> BTreeSet<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

/// The benchmark data, if it is there; a line that says so if it is not.
pub(crate) fn data_folder() -> Option<PathBuf> {
    let folder = std::env::var_os("EVOLEARNER_DATA").filter(|path| !path.is_empty()).map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/datasets"),
        PathBuf::from,
    );
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: no data sets at {} (set EVOLEARNER_DATA)", folder.display());
    None
}
