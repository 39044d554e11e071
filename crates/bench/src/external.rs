//! Another learner on a fold, by the protocol of SML-Bench: `run` learns and writes what it likes,
//! `validate` reads that and counts.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use evolearner::{Confusion, Graph, IndividualId};

use crate::folds::Fold;
use crate::protocol::{Counts, parse_counts};

/// What came of a fold.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// `ok`, `timeout`, `no_result` or `failure`.
    pub status: String,
    /// On the examples held back; everything uncovered where there is no result.
    pub test: Confusion,
    /// The wall-clock time of learning.
    pub seconds: f64,
    /// The first line of what the learner wrote.
    pub answer: String,
}

/// A learner in a folder with `run` and `validate`.
pub struct System {
    folder: PathBuf,
    kb: PathBuf,
}

impl System {
    /// The learner of a folder, on a knowledge base.
    pub fn new(folder: &Path, kb: &Path) -> Self {
        Self { folder: folder.to_owned(), kb: kb.to_owned() }
    }

    /// Learns and tests a fold. The learner finds the data where SML-Bench has it, in a folder made
    /// for this fold and removed afterwards.
    pub fn fold(&self, graph: &Graph, fold: &Fold, max_seconds: u64) -> Result<Verdict> {
        let root = tempfile::tempdir()?;
        let name = self.folder.file_name().context("the learner's folder has no name")?;
        let system = root.path().join("learningsystems").join(name);
        copy_folder(&self.folder, &system)?;
        let data = root.path().join("learningtasks/task/owl/data");
        fs::create_dir_all(&data)?;
        let file = self.kb.file_name().context("the knowledge base has no name")?;
        fs::copy(&self.kb, data.join(file))?;
        let work = root.path().join("work");
        fs::create_dir_all(&work)?;
        let list = |name: &str, examples: &[IndividualId]| -> Result<PathBuf> {
            let path = work.join(name);
            let names = examples.iter().map(|&example| graph.symbols.individuals.get(example));
            fs::write(&path, names.collect::<Vec<_>>().join("\n"))?;
            Ok(path)
        };
        let call =
            |step: &str, positives: &Path, negatives: &Path, rest: &str| -> Result<PathBuf> {
                let config = format!(
                    "filename.workdir = {}\nfilename.pos = {}\nfilename.neg = {}\n\
                 learningtask = task\nlearningproblem = 1\nstep = {step}\n\
                 maxExecutionTime = {max_seconds}\n{rest}",
                    work.display(),
                    positives.display(),
                    negatives.display()
                );
                let path = work.join(format!("{step}.conf"));
                fs::write(&path, config)?;
                Ok(path)
            };
        let trained = work.join("train.out");
        let (positives, negatives) = (
            list("train_pos.txt", fold.train.positives())?,
            list("train_neg.txt", fold.train.negatives())?,
        );
        let output = format!("filename.output = {}\n", trained.display());
        let config = call("train", &positives, &negatives, &output)?;
        let start = Instant::now();
        let ended = run_limited(&system, "run", &config, Duration::from_secs(max_seconds))?;
        let seconds = start.elapsed().as_secs_f64();
        let nothing = Confusion {
            tp: 0,
            fp: 0,
            tn: fold.test_negatives.len() as u32,
            fn_: fold.test_positives.len() as u32,
        };
        let answer = fs::read_to_string(&trained).unwrap_or_default();
        let status = match ended {
            Ended::Late => "timeout",
            Ended::Failed => "failure",
            Ended::Well if answer.trim().is_empty() => "no_result",
            Ended::Well => "ok",
        };
        let answer = answer.lines().next().unwrap_or_default().to_owned();
        if status != "ok" {
            return Ok(Verdict { status: status.to_owned(), test: nothing, seconds, answer });
        }
        let (positives, negatives) = (
            list("test_pos.txt", &fold.test_positives)?,
            list("test_neg.txt", &fold.test_negatives)?,
        );
        let validated = work.join("validate.out");
        let files = format!(
            "filename.input = {}\nfilename.output = {}\n",
            trained.display(),
            validated.display()
        );
        let config = call("validate", &positives, &negatives, &files)?;
        run_limited(&system, "validate", &config, Duration::from_mins(10))?;
        let counts = fs::read_to_string(&validated).ok().and_then(|text| parse_counts(&text));
        let (status, test) = match counts {
            Some(Counts { tp, fp, tn, fn_ }) => ("ok", Confusion { tp, fp, tn, fn_ }),
            None => ("failure", nothing),
        };
        Ok(Verdict { status: status.to_owned(), test, seconds, answer })
    }
}

enum Ended {
    Well,
    Failed,
    Late,
}

/// Runs a program of the learner in its own folder, for at most so long.
fn run_limited(folder: &Path, program: &str, config: &Path, limit: Duration) -> Result<Ended> {
    let path = folder.join(program);
    if !path.exists() {
        bail!("{} has no `{program}`", folder.display());
    }
    let mut child = Command::new(&path)
        .arg(config)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("cannot start {}", path.display()))?;
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(if status.success() { Ended::Well } else { Ended::Failed });
        }
        if start.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            return Ok(Ended::Late);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    let entries = fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))?;
    for entry in entries {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
