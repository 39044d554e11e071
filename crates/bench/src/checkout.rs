//! The learning tasks of an SML-Bench checkout as a suite.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use evolearner::report::model::OptionValues;

use crate::protocol::Config;
use crate::suite::{Measure, ProblemSpec, Suite, Variant};

/// A suite of the scenarios of a benchmark file; without one, of all learning problems in OWL that
/// the checkout has.
pub fn checkout_suite(checkout: &Path, config: Option<&str>) -> Result<Suite> {
    let config = Config::parse(config.unwrap_or_default());
    let mut scenarios: Vec<String> =
        config.list("scenarios").into_iter().map(str::to_owned).collect();
    if scenarios.is_empty() {
        scenarios = all_scenarios(checkout)?;
    }
    let problems =
        scenarios.iter().map(|scenario| problem(checkout, scenario)).collect::<Result<_>>()?;
    let number = |key: &str| config.get(key).and_then(|value| value.parse::<u64>().ok());
    let timeout = number("framework.maxExecutionTime").map(|seconds| format!("{seconds}s"));
    let settings: OptionValues =
        timeout.map(|timeout| ("timeout".to_owned(), timeout.into())).into_iter().collect();
    let suite = Suite {
        name: "smlbench".to_owned(),
        title: "SML-Bench learning tasks".to_owned(),
        show: vec![Measure::Accuracy, Measure::F1, Measure::Length, Measure::Seconds],
        folds: number("framework.crossValidationFolds").map_or(10, |folds| folds as usize),
        scheme: "smlbench".to_owned(),
        seeds: vec![number("framework.seed").unwrap_or(1)],
        problems,
        variants: vec![Variant {
            name: "EvoLearner".to_owned(),
            learner: evolearner::AUTO.to_owned(),
            preset: "paper".to_owned(),
            settings,
            system: None,
            seconds: 0,
            megabytes: None,
        }],
        history: false,
        times: Vec::new(),
        paper: Vec::new(),
        paper_curve: Vec::new(),
    };
    suite.check()?;
    Ok(suite)
}

/// `TASK/PROBLEM` for every folder `learningtasks/TASK/owl/lp/PROBLEM`.
fn all_scenarios(checkout: &Path) -> Result<Vec<String>> {
    let tasks = checkout.join("learningtasks");
    let mut scenarios = Vec::new();
    for task in
        names(&tasks).with_context(|| format!("no learning tasks in {}", tasks.display()))?
    {
        let problems = names(&tasks.join(&task).join("owl/lp")).unwrap_or_default();
        scenarios.extend(problems.into_iter().map(|problem| format!("{task}/{problem}")));
    }
    if scenarios.is_empty() {
        bail!("no learning problems in OWL in {}", tasks.display());
    }
    Ok(scenarios)
}

/// The names of the folders in a folder, sorted.
fn names(folder: &Path) -> Result<Vec<String>> {
    let mut names: Vec<String> = fs::read_dir(folder)?
        .flatten()
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    Ok(names)
}

fn problem(checkout: &Path, scenario: &str) -> Result<ProblemSpec> {
    let (task, lp) = scenario
        .split_once('/')
        .with_context(|| format!("a scenario is TASK/PROBLEM, not `{scenario}`"))?;
    let owl = Path::new("learningtasks").join(task).join("owl");
    let mut files: Vec<PathBuf> = fs::read_dir(checkout.join(&owl).join("data"))
        .with_context(|| format!("{scenario}: no data in OWL"))?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.is_file())
        .collect();
    files.sort();
    let [kb] = files.as_slice() else {
        bail!(
            "{scenario}: {} files of data; `smlbench run` reads several, a suite one",
            files.len()
        );
    };
    let file = kb.file_name().context("files have names")?;
    Ok(ProblemSpec::Files {
        name: scenario.to_owned(),
        kb: owl.join("data").join(file),
        positives: owl.join("lp").join(lp).join("pos.txt"),
        negatives: owl.join("lp").join(lp).join("neg.txt"),
    })
}
