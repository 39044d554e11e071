//! `smlbench run` and `smlbench validate`: what SML-Bench calls.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use evolearner::problem::Statement;
use evolearner::syntax::{functional, parse_any};
use evolearner::{
    AUTO, GraphSettings, Input, KnowledgeBase, Layer, Learner, Policy, Task, parse_time,
};
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
struct Call {
    config: Config,
}

impl Call {
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
    fn knowledge_base(&self) -> Result<KnowledgeBase> {
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
        Ok(KnowledgeBase::open(inputs, GraphSettings::default())?)
    }

    /// `settings.KEY = VALUE` under the names of the command line; `settings.preset` and
    /// `settings.learner` too.
    fn learner(&self) -> Result<Learner> {
        let settings: Vec<(&str, &str)> = self.config.with_prefix("settings.").collect();
        let word = |name: &str, default| {
            settings.iter().find(|(key, _)| *key == name).map_or(default, |(_, word)| *word)
        };
        let mut learner = Learner::new(word("learner", AUTO), word("preset", "paper"))?;
        for (name, text) in &settings {
            if !matches!(*name, "learner" | "preset") {
                learner.set_text(name, text, Layer::File).context("in the settings")?;
            }
        }
        learner.check()?;
        Ok(learner)
    }
}

fn train(path: &Path) -> Result<()> {
    let start = Instant::now();
    let call = Call::open(path)?;
    let mut learner = call.learner()?;
    let kb = call.knowledge_base()?;
    let statement = Statement::of_examples(call.list("filename.pos")?, call.list("filename.neg")?);
    let policy = Policy::default().skipping_unknown(true);
    let task = Task::resolve(&kb, &statement, &[], policy)?;
    if let Some(limit) = call.config.get("maxExecutionTime") {
        // The clock of SML-Bench has been running since before we were loaded.
        let limit = parse_time(limit).with_context(|| format!("maxExecutionTime = {limit}"))?;
        let left = limit.unwrap_or(Duration::MAX).saturating_sub(start.elapsed() + RESERVE);
        let own: Option<Duration> = learner.options().get("timeout");
        let left = own.map_or(left, |own| own.min(left));
        learner = learner.with("timeout", format!("{}s", left.as_secs_f64()))?;
    }
    let learned = learner.learn(&kb, &task, &mut ())?;
    let text = functional::print(learned.concept(), &kb.graph().symbols);
    let output = call.path("filename.output")?;
    fs::write(&output, format!("{text}\n")).with_context(|| output.display().to_string())
}

fn validate(path: &Path) -> Result<()> {
    let call = Call::open(path)?;
    let kb = call.knowledge_base()?;
    let input = call.path("filename.input")?;
    let text = fs::read_to_string(&input).with_context(|| input.display().to_string())?;
    let vocabulary = kb.vocabulary();
    let answer =
        parse_any(text.trim(), &vocabulary).with_context(|| input.display().to_string())?;
    let members = kb.retrieve(&answer, call.learner()?.options().get("forall"));
    let count = |key: &str| -> Result<(u32, u32)> {
        let examples = call.list(key)?;
        let covered = examples.iter().filter(|name| {
            let found = vocabulary.individual(name).ok();
            found.is_some_and(|individual| members.contains(individual))
        });
        let covered = covered.count() as u32;
        Ok((covered, examples.len() as u32 - covered))
    };
    let ((tp, fn_), (fp, tn)) = (count("filename.pos")?, count("filename.neg")?);
    let output = call.path("filename.output")?;
    fs::write(&output, Counts { tp, fp, tn, fn_ }.to_string())
        .with_context(|| output.display().to_string())
}
