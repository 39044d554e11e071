//! The repository a step works on, and how it runs other programs there.

use std::env;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, pipe};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::Value;

/// Where tests look for the benchmark data.
const DATA_VARIABLE: &str = "EVOLEARNER_DATA";

/// Where the data is if nobody says so, seen from the root.
const DATA_DEFAULT: &str = "../shared/datasets";

/// The root of the repository and the environment of the steps.
pub(crate) struct Workspace {
    root: PathBuf,
    data: Option<PathBuf>,
}

impl Workspace {
    /// The workspace whose `cargo xtask` runs this program.
    pub(crate) fn find() -> Result<Self> {
        // Asked now, not when compiled: checkouts that share a target directory share the binary.
        let manifest_dir = env::var_os("CARGO_MANIFEST_DIR").context("call it as `cargo xtask`")?;
        let root = Path::new(&manifest_dir).parent().context("xtask is not in a workspace")?;
        let root = root.to_owned();
        let data = match env::var_os(DATA_VARIABLE).filter(|path| !path.is_empty()) {
            Some(path) if !Path::new(&path).is_dir() => {
                bail!("{DATA_VARIABLE} is {}, which is no directory", path.display())
            }
            // Steps run at the root, which need not be where we are.
            Some(path) => Some(Path::new(&path).canonicalize()?),
            None => root.join(DATA_DEFAULT).canonicalize().ok().filter(|path| path.is_dir()),
        };
        Ok(Self { root, data })
    }

    /// The directory that holds the workspace manifest.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Where the benchmark data is, if it is anywhere.
    pub(crate) fn data(&self) -> Option<&Path> {
        self.data.as_deref()
    }

    /// Where build results go.
    pub(crate) fn target(&self) -> PathBuf {
        env::var_os("CARGO_TARGET_DIR")
            .map_or_else(|| self.root.join("target"), |path| self.root.join(path))
    }

    /// What cargo knows about the packages of the workspace, and without `--no-deps` about all others.
    pub(crate) fn metadata(&self, arguments: &[&str]) -> Result<Value> {
        let mut command = cargo(&["metadata", "--format-version", "1", "--quiet"]);
        command.args(arguments);
        let output = self.run(command)?;
        // The document is one line; warnings of cargo may stand around it.
        let document = output.lines().find(|line| line.starts_with('{'));
        let document = document.context("cargo metadata printed no document")?;
        Ok(serde_json::from_str(document)?)
    }

    /// One line that says whether tests on benchmark data run.
    pub(crate) fn describe_data(&self) -> String {
        match &self.data {
            Some(path) => format!("benchmark data: {}", path.display()),
            None => format!(
                "benchmark data: NONE, its tests are skipped (set {DATA_VARIABLE} to run them)"
            ),
        }
    }

    /// Runs a program at the root and returns what it printed. If it fails, that is
    /// passed on to the terminal.
    pub(crate) fn run(&self, mut command: Command) -> Result<String> {
        let program = Path::new(command.get_program()).file_stem().unwrap_or_default();
        let words = std::iter::once(program).chain(command.get_args());
        let shown = words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ");
        command.current_dir(&self.root).stdin(Stdio::null());
        match &self.data {
            Some(path) => command.env(DATA_VARIABLE, path),
            None => command.env_remove(DATA_VARIABLE),
        };
        // One pipe for both streams keeps errors next to what they belong to.
        let (reader, writer) = pipe()?;
        command.stdout(writer.try_clone()?).stderr(writer);
        let mut child = command.spawn().with_context(|| format!("cannot start `{shown}`"))?;
        // The command holds the writing ends; while they are open, reading does not end.
        drop(command);
        let output = collect(BufReader::new(reader))?;
        let status = child.wait()?;
        if !status.success() {
            eprintln!("\n{output}");
            bail!("`{shown}` ended with {status}");
        }
        Ok(output)
    }
}

/// How often a program that is still running is reported.
const REPORT_INTERVAL: Duration = Duration::from_secs(20);

/// Reads to the end. While that takes long, the time and the last line are shown at intervals.
fn collect(mut reader: BufReader<impl Read + Send + 'static>) -> Result<String> {
    let start = Instant::now();
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        let mut line = Vec::new();
        while reader.read_until(b'\n', &mut line).is_ok_and(|n_bytes| n_bytes > 0) {
            let text = String::from_utf8_lossy(&line).into_owned();
            if sender.send(text).is_err() {
                break;
            }
            line.clear();
        }
    });
    let (mut output, mut last) = (String::new(), String::new());
    let mut next_report = start + REPORT_INTERVAL;
    loop {
        let left = next_report.saturating_duration_since(Instant::now());
        match lines.recv_timeout(left) {
            Ok(line) => {
                if !line.trim().is_empty() {
                    last.clone_from(&line);
                }
                output.push_str(&line);
            }
            Err(RecvTimeoutError::Timeout) => {
                let seconds = start.elapsed().as_secs();
                println!("           {seconds:>4} s: {}", last.trim());
                next_report = Instant::now() + REPORT_INTERVAL;
            }
            Err(RecvTimeoutError::Disconnected) => return Ok(output),
        }
    }
}

/// A call of the cargo that runs this program.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(cargo);
    command.args(arguments);
    command
}
