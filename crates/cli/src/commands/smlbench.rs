//! `smlbench run` and `smlbench validate`: what SML-Bench calls.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use evolearner::learning::{CancelToken, Forall, Settings, learn};
use evolearner::problem::Statement;
use evolearner::report::settings::{SettingsModel, parse_duration};
use evolearner::retrieval::{Forall as RetrieveForall, RetrieveSettings, retrieve};
use evolearner::syntax::{Vocabulary, functional};
use evolearner::{Graph, GraphSettings, Input, Leniency, load, resolve};
use evolearner_bench::{Config, Counts};

use crate::Outcome;
use crate::args::SmlbenchStep;
use crate::input::List;

/// What loading, writing and the end of a process may take of the time that SML-Bench gives.
const RESERVE: Duration = Duration::from_secs(2);

pub(super) fn run(step: &SmlbenchStep) -> Result<Outcome> {
    match step {
        SmlbenchStep::Run { config } => train(config),
        SmlbenchStep::Validate { config } => validate(config),
    }?;
    Ok(Outcome::Done)
}

/// A configuration and the folder that its paths are relative to.
struct Task {
    config: Config,
}

impl Task {
    fn open(path: &Path) -> Result<Self> {
        let text =
            fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(Self { config: Config::parse(&text) })
    }

    fn path(&self, key: &str) -> Result<PathBuf> {
        let value = self.config.get(key).with_context(|| format!("there is no `{key}`"))?;
        Ok(PathBuf::from(value))
    }

    fn list(&self, key: &str) -> Result<Vec<String>> {
        Ok(List::read(&self.path(key)?)?.names())
    }

    /// The data of the learning task, where SML-Bench keeps it relative to the learning system.
    fn graph(&self) -> Result<Graph> {
        let task = self.config.get("learningtask").context("there is no `learningtask`")?;
        let folder = Path::new("../../learningtasks").join(task).join("owl/data");
        let mut files: Vec<PathBuf> = fs::read_dir(&folder)
            .with_context(|| format!("cannot read {}", folder.display()))?
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.is_file())
            .collect();
        files.sort();
        if files.is_empty() {
            bail!("there is no data in {}", folder.display());
        }
        let inputs = files
            .iter()
            .map(|path| {
                let bytes = Box::new(fs::File::open(path)?);
                Ok(Input { name: path.display().to_string(), bytes, format: None })
            })
            .collect::<Result<Vec<Input<'_>>>>()?;
        Ok(load(inputs, GraphSettings::default(), &mut |_| None)?.graph)
    }

    /// `settings.KEY = VALUE` under the names of the command line; `settings.preset` too.
    fn settings(&self) -> Result<Settings> {
        let mut preset = Settings::paper();
        let mut text = String::new();
        for (key, value) in self.config.with_prefix("settings.") {
            if key == "preset" {
                preset = match value {
                    "paper" => Settings::paper(),
                    "default" => Settings::recommended(),
                    other => bail!("settings.preset is `paper` or `default`, not `{other}`"),
                };
            } else {
                let is_bare = value.parse::<f64>().is_ok() || matches!(value, "true" | "false");
                let quote = if is_bare { "" } else { "\"" };
                let _ = writeln!(text, "{key} = {quote}{value}{quote}");
            }
        }
        let model: SettingsModel = toml::from_str(&text).context("in the settings")?;
        model.apply(&mut preset)?;
        preset.check()?;
        Ok(preset)
    }
}

fn train(path: &Path) -> Result<()> {
    let start = Instant::now();
    let task = Task::open(path)?;
    let mut settings = task.settings()?;
    let graph = task.graph()?;
    let statement = Statement::of_examples(task.list("filename.pos")?, task.list("filename.neg")?);
    let problem =
        resolve(&graph, &statement, Leniency { skip_unknown: true, strict: false })?.problem;
    if let Some(limit) = task.config.get("maxExecutionTime") {
        // The clock of SML-Bench has been running since before we were loaded.
        let limit = parse_duration(limit)?.unwrap_or(Duration::MAX);
        let left = limit.saturating_sub(start.elapsed()).saturating_sub(RESERVE);
        let own = settings.limits.timeout.unwrap_or(Duration::MAX);
        settings.limits.timeout = Some(own.min(left));
    }
    let outcome = learn(&graph, &problem, &settings, 1, CancelToken::default(), &mut ());
    let text = functional::print(&outcome.answer.concept, &graph.symbols);
    let output = task.path("filename.output")?;
    fs::write(&output, format!("{text}\n")).with_context(|| output.display().to_string())
}

fn validate(path: &Path) -> Result<()> {
    let task = Task::open(path)?;
    let graph = task.graph()?;
    let input = task.path("filename.input")?;
    let text = fs::read_to_string(&input).with_context(|| input.display().to_string())?;
    let vocabulary = Vocabulary::new(&graph.symbols);
    let answer =
        functional::parse(text.trim(), &vocabulary).with_context(|| input.display().to_string())?;
    let forall = match task.settings()?.space.forall {
        Forall::Standard => RetrieveForall::Standard,
        Forall::Nonempty => RetrieveForall::Nonempty,
    };
    let members = retrieve(&graph, &answer, RetrieveSettings { forall });
    let count = |key: &str| -> Result<(u32, u32)> {
        let examples = task.list(key)?;
        let covered = examples.iter().filter(|name| {
            let found = vocabulary.individual(name).ok();
            found.is_some_and(|individual| members.contains(individual))
        });
        let covered = covered.count() as u32;
        Ok((covered, examples.len() as u32 - covered))
    };
    let ((tp, fn_), (fp, tn)) = (count("filename.pos")?, count("filename.neg")?);
    let output = task.path("filename.output")?;
    fs::write(&output, Counts { tp, fp, tn, fn_ }.to_string())
        .with_context(|| output.display().to_string())
}
