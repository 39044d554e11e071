//! Where the command is run, and what it leaves behind.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

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

impl From<Output> for Run {
    fn from(Output { status, stdout, stderr }: Output) -> Self {
        Self {
            status: status.code(),
            stdout: String::from_utf8(stdout).expect("UTF-8"),
            stderr: String::from_utf8(stderr).expect("UTF-8"),
        }
    }
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
        // A hundred more searches per test would be most of the time of all tests.
        if arguments.first() == Some(&"learn") && !arguments.contains(&"--estimate") {
            command.args(["--estimate", "off"]);
        }
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Run {
        self.command(arguments).output().expect("the command starts").into()
    }

    /// Runs with a text on stdin.
    pub(crate) fn fed(&self, arguments: &[&str], text: &[u8]) -> Run {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        child.stdin.take().expect("a pipe").write_all(text).expect("it reads");
        child.wait_with_output().expect("it ends").into()
    }

    /// Waits until a run has written a file: it is in the middle of its work then.
    pub(crate) fn wait_for(&self, name: &str, child: &mut Child) {
        while !self.path(name).exists() {
            let is_running = child.try_wait().expect("a child").is_none();
            assert!(is_running || self.path(name).exists(), "the run ended before {name}");
            sleep(Duration::from_millis(5));
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

/// The lines of a text without their order.
pub(crate) fn sorted_lines(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines
}

/// Sends a signal by its name.
pub(crate) fn kill(signal: &str, child: &Child) {
    let arguments = [format!("-{signal}"), child.id().to_string()];
    assert!(Command::new("kill").args(arguments).status().expect("kill is there").success());
}

pub(crate) fn keys(value: &Value) -> BTreeSet<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}
