//! Learning and cross-validation.

use evolearner::problem::Statement;
use evolearner::report::model::Solution;
use evolearner::{CancelToken, KnowledgeBase, Layer, Learner, Policy, Task};
use evolearner_bench::{CrossvalSettings, Scheme, crossval};
use serde_json::{Value, json};

use crate::arguments::{Arguments, CallError};
use crate::workbench::LIMIT;

/// The longest time of learning unless something is said: a program waits for the answer.
const TIMEOUT: &str = "30s";
/// The parts of cross-validation unless something is said.
const FOLDS: usize = 5;

fn task(kb: &KnowledgeBase, arguments: &Arguments<'_>) -> Result<Task, CallError> {
    let target_class = arguments.optional_text("target_class")?.map(str::to_owned);
    let (positives, negatives) = (arguments.texts("positives")?, arguments.texts("negatives")?);
    if target_class.is_some() != positives.is_empty() {
        return Err(CallError("give either `positives` or `target_class`".to_owned()));
    }
    let statement = Statement { target_class, ..Statement::of_examples(positives, negatives) };
    Task::resolve(kb, &statement, &arguments.texts("ignore")?, Policy::default())
        .map_err(CallError::of)
}

fn learner(arguments: &Arguments<'_>, cancel: &CancelToken) -> Result<Learner, CallError> {
    let mut options = arguments.options()?;
    let word = |value: Option<Value>, otherwise: &str| match value {
        Some(Value::String(word)) => word,
        _ => otherwise.to_owned(),
    };
    let id = word(options.remove("learner"), evolearner::AUTO);
    let preset = word(options.remove("preset"), "default");
    let mut learner = Learner::new(&id, &preset).map_err(CallError::of)?;
    learner.set_all(&options, Layer::Caller).map_err(CallError::of)?;
    if learner.options().layer("timeout") <= Layer::Preset {
        learner.set_text("timeout", TIMEOUT, Layer::Problem).map_err(CallError::of)?;
    }
    learner.check().map_err(CallError::of)?;
    Ok(learner.with_cancel(cancel.clone()))
}

fn solution(solution: &Solution) -> Value {
    json!({
        "concept": solution.concept.dl,
        "length": solution.length,
        "quality": solution.quality,
        "accuracy": solution.train.accuracy,
        "f1": solution.train.f1,
    })
}

/// The answer with the best concept of each length and what it gets wrong.
pub(crate) fn learn(
    kb: &KnowledgeBase,
    arguments: &Arguments<'_>,
    cancel: &CancelToken,
) -> Result<Value, CallError> {
    let task = task(kb, arguments)?;
    let learner = learner(arguments, cancel)?;
    let report = learner.learn(kb, &task, &mut ()).map_err(CallError::of)?.report();
    let mut answer = solution(&report.best);
    answer["manchester"] = report.best.concept.manchester.clone().into();
    answer["sentence"] = report.best.sentence.clone().into();
    answer["because"] = report.chosen.because.clone().into();
    let names = |names: &[evolearner::report::names::IndividualName]| -> Vec<String> {
        names.iter().take(LIMIT).map(|name| name.name.clone()).collect()
    };
    Ok(json!({
        "answer": answer,
        "front": report.front.iter().map(solution).collect::<Vec<Value>>(),
        "positives": report.positives,
        "negatives": report.negatives,
        "positives_missed": names(&report.misclassified.positives_missed),
        "negatives_covered": names(&report.misclassified.negatives_covered),
        "warnings": report.warnings,
        "notices": task.notices,
        "learner": report.learner,
        "stop": report.stop,
        "seconds": report.seconds.total,
    }))
}

/// Means and intervals over the folds.
pub(crate) fn cross_validate(
    kb: &KnowledgeBase,
    arguments: &Arguments<'_>,
    cancel: &CancelToken,
) -> Result<Value, CallError> {
    let task = task(kb, arguments)?;
    let learner = learner(arguments, cancel)?.with_threads(1);
    let folds = arguments.count("folds", FOLDS)?;
    if folds < 2 {
        return Err(CallError("cross-validation needs at least 2 folds".to_owned()));
    }
    let jobs = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let how = CrossvalSettings { folds, scheme: Scheme::Stratified, repeats: 1, jobs };
    let report = crossval(kb, &task, &learner, how, |_, _| {}).map_err(CallError::of)?;
    Ok(json!({
        "complete": report.complete,
        "folds": report.folds.len(),
        "mean": report.mean,
        "std": report.std,
        "interval": report.interval,
        "baselines": report.baselines,
        "warnings": report.warnings,
        "learner": report.learner,
    }))
}
