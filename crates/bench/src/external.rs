//! Another learner on a fold, by the protocol of SML-Bench: `run` learns and writes what it likes,
//! `validate` reads that and counts.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use evolearner::report::model::OptionValues;
use evolearner::{CancelToken, Confusion, Graph, IndividualId};

use crate::folds::Fold;
use crate::memory::MemoryLimit;
use crate::protocol::{Counts, parse_counts};

/// The status of a fold on which a program of the learner ended badly.
pub(crate) const FAILURE: &str = "failure";
/// The status of a fold that took longer than it might.
pub(crate) const TIMEOUT: &str = "timeout";
/// The status of a fold on which the learner had more memory than it might.
pub(crate) const OUT_OF_MEMORY: &str = "out_of_memory";
/// The status of a fold on which the learner found nothing.
pub(crate) const NO_RESULT: &str = "no_result";

/// What came of a fold.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// `ok`, `timeout`, `out_of_memory`, `no_result` or `failure`.
    pub status: String,
    /// On the examples held back; everything uncovered where there is no result.
    pub test: Confusion,
    /// The wall-clock time of learning.
    pub seconds: f64,
    /// The first line of what the learner wrote, or the last one of its complaint where it failed.
    pub answer: String,
}

/// A learner in a folder with `run` and `validate`, on a knowledge base.
pub struct System<'a> {
    /// The folder.
    pub folder: PathBuf,
    /// The knowledge base.
    pub kb: PathBuf,
    /// Its settings, written as `settings.NAME` into its configuration.
    pub settings: &'a OptionValues,
    /// The seed, as `settings.seed`.
    pub seed: u64,
    /// The most seconds that a fold may take.
    pub max_seconds: u64,
    /// The most megabytes of memory that its processes may have together.
    pub max_megabytes: Option<u64>,
    /// Ends the learner before that.
    pub cancel: CancelToken,
}

impl System<'_> {
    /// Learns and tests a fold. The learner finds the data where SML-Bench has it, in a folder made
    /// for this fold and removed afterwards.
    pub fn fold(&self, graph: &Graph, fold: &Fold) -> Result<Verdict> {
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
        let settings = settings_lines(self.settings, self.seed);
        let call =
            |step: &str, positives: &Path, negatives: &Path, rest: &str| -> Result<PathBuf> {
                let config = format!(
                    "filename.workdir = {}\nfilename.pos = {}\nfilename.neg = {}\n\
                 learningtask = task\nlearningproblem = 1\nstep = {step}\n\
                 maxExecutionTime = {}\n{settings}{rest}",
                    work.display(),
                    positives.display(),
                    negatives.display(),
                    self.max_seconds
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
        let limit = Duration::from_secs(self.max_seconds);
        let ended = self.run_limited(&system, "run", &config, limit)?;
        let seconds = start.elapsed().as_secs_f64();
        let nothing = Confusion {
            tp: 0,
            fp: 0,
            tn: fold.test_negatives.len() as u32,
            fn_: fold.test_positives.len() as u32,
        };
        let answer = fs::read_to_string(&trained).unwrap_or_default();
        let answer = answer.lines().next().unwrap_or_default().trim().to_owned();
        let without_result = |status: &str, answer: String| Verdict {
            status: status.to_owned(),
            test: nothing,
            seconds,
            answer,
        };
        match ended {
            Ended::Late => return Ok(without_result(TIMEOUT, answer)),
            Ended::TooLarge => return Ok(without_result(OUT_OF_MEMORY, answer)),
            Ended::Failed(complaint) => return Ok(without_result(FAILURE, complaint)),
            Ended::Well if answer.is_empty() => return Ok(without_result(NO_RESULT, answer)),
            Ended::Well => {}
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
        let limit = Duration::from_mins(10);
        let ended = self.run_limited(&system, "validate", &config, limit)?;
        let counts = fs::read_to_string(&validated).ok().and_then(|text| parse_counts(&text));
        Ok(match (counts, ended) {
            (Some(Counts { tp, fp, tn, fn_ }), _) => Verdict {
                status: "ok".to_owned(),
                test: Confusion { tp, fp, tn, fn_ },
                seconds,
                answer,
            },
            (None, Ended::TooLarge) => without_result(OUT_OF_MEMORY, answer),
            (None, Ended::Failed(complaint)) => without_result(FAILURE, complaint),
            (None, _) => without_result(FAILURE, "`validate` wrote no counts".to_owned()),
        })
    }

    /// Runs a program of the learner in its own folder, for at most so long and with its limit of memory.
    fn run_limited(
        &self,
        folder: &Path,
        program: &str,
        config: &Path,
        limit: Duration,
    ) -> Result<Ended> {
        let path = folder.join(program);
        if !path.exists() {
            bail!("{} has no `{program}`", folder.display());
        }
        // Into a file: nothing reads a pipe while the program runs, and a full pipe would block it.
        let complaints = config.with_extension("stderr");
        let mut command = Command::new(&path);
        command
            .arg(config)
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(fs::File::create(&complaints)?);
        // A group of its own, which is ended as a whole.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let started = command.spawn();
        let mut child = started.with_context(|| format!("cannot start {}", path.display()))?;
        let start = Instant::now();
        let mut memory = MemoryLimit::new(self.max_megabytes);
        loop {
            if let Some(status) = child.try_wait()? {
                if status.success() {
                    return Ok(Ended::Well);
                }
                let complaint = fs::read(&complaints)?;
                let complaint = String::from_utf8_lossy(&complaint);
                let last = complaint.lines().rfind(|line| !line.trim().is_empty());
                let last = last.map_or_else(|| status.to_string(), |line| line.trim().to_owned());
                return Ok(Ended::Failed(last));
            }
            if start.elapsed() > limit || self.cancel.is_cancelled() {
                end(&mut child)?;
                return Ok(Ended::Late);
            }
            if memory.is_exceeded(child.id()) {
                end(&mut child)?;
                return Ok(Ended::TooLarge);
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Settings and seed as lines of a configuration; the protocol has no other place for them.
pub(crate) fn settings_lines(settings: &OptionValues, seed: u64) -> String {
    let mut lines = format!("settings.seed = {seed}\n");
    for (name, value) in settings {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let _ = writeln!(lines, "settings.{name} = {value}");
    }
    lines
}

enum Ended {
    Well,
    /// With the last line that the program wrote to stderr.
    Failed(String),
    Late,
    TooLarge,
}

/// Ends a program with all that it started: most learners are started by a script, which would leave
/// them running.
fn end(child: &mut Child) -> Result<()> {
    #[cfg(unix)]
    {
        let group = format!("-{}", child.id());
        // That it cannot be run, or that nothing is left of the group, makes no difference below.
        let _ = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
    }
    child.kill()?;
    child.wait()?;
    Ok(())
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

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    /// Whether a process runs; one that has ended and was not waited for does not.
    fn is_running(process: &str) -> bool {
        let stated = Command::new("ps").args(["-o", "stat=", "-p", process]).output();
        let stated = stated.expect("`ps` is there");
        let stated = String::from_utf8_lossy(&stated.stdout);
        !stated.trim().is_empty() && !stated.trim().starts_with('Z')
    }

    /// A folder with a program `run`.
    fn learner(script: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        let run = folder.path().join("run");
        fs::write(&run, format!("#!/bin/sh\n{script}")).expect("a script");
        fs::set_permissions(&run, fs::Permissions::from_mode(0o755)).expect("it can be run");
        folder
    }

    fn system(settings: &OptionValues, max_megabytes: Option<u64>) -> System<'_> {
        System {
            folder: PathBuf::new(),
            kb: PathBuf::new(),
            settings,
            seed: 1,
            max_seconds: 300,
            max_megabytes,
            cancel: CancelToken::default(),
        }
    }

    #[test]
    fn a_learner_that_is_ended_ends_with_what_it_started() {
        let folder = learner("sleep 300 &\necho $! > process\nwait\n");
        let (config, process) = (folder.path().join("train.conf"), folder.path().join("process"));
        let settings = OptionValues::default();
        let system = system(&settings, None);
        let limit = Duration::from_mins(5);
        let ended = std::thread::scope(|scope| {
            let ended = scope.spawn(|| system.run_limited(folder.path(), "run", &config, limit));
            let has_started =
                || fs::read_to_string(&process).is_ok_and(|text| text.ends_with('\n'));
            while !has_started() && !ended.is_finished() {
                std::thread::sleep(Duration::from_millis(5));
            }
            system.cancel.cancel();
            ended.join().expect("no panic")
        });
        assert!(matches!(ended, Ok(Ended::Late)));
        let started = fs::read_to_string(&process).expect("it was started");
        assert!(!is_running(started.trim()), "{started}");
    }

    /// A script that starts another one, which doubles a text of a megabyte until it has so many.
    #[cfg(target_os = "linux")]
    fn that_takes(megabytes: u32) -> tempfile::TempDir {
        learner(&format!(
            "sh -c '\n\
             text=$(head -c 1048576 /dev/zero | tr \"\\0\" a)\n\
             n=1\n\
             while [ $n -lt {megabytes} ]; do text=$text$text; n=$((n * 2)); done\n\
             echo $$ > process\n\
             sleep 1\n\
             echo ${{#text}} > size' &\nwait\n"
        ))
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_learner_with_more_memory_than_it_may_have_is_ended_with_what_it_started() {
        let settings = OptionValues::default();
        let run = |megabytes: u32, limit: Option<u64>| {
            let folder = that_takes(megabytes);
            let config = folder.path().join("train.conf");
            let minutes = Duration::from_mins(5);
            let ended =
                system(&settings, limit).run_limited(folder.path(), "run", &config, minutes);
            (ended.expect("it was started"), folder)
        };
        let (ended, folder) = run(256, Some(64));
        assert!(matches!(ended, Ended::TooLarge));
        assert!(!folder.path().join("size").exists(), "it did not come to its end");
        if let Ok(process) = fs::read_to_string(folder.path().join("process")) {
            assert!(!is_running(process.trim()), "{process}");
        }
        for (megabytes, limit) in [(256, None), (16, Some(256))] {
            let (ended, folder) = run(megabytes, limit);
            assert!(matches!(ended, Ended::Well), "{megabytes} {limit:?}");
            assert!(folder.path().join("size").exists());
        }
    }
}
