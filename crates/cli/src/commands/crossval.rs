//! `crossval`: how well a problem is learned, on examples that were not learned from.

use anyhow::{Context, Result, bail};
use evolearner::{Policy, Task};
use evolearner_bench::{CrossvalSettings, Scheme, crossval};

use crate::Outcome;
use crate::args::{Common, CrossvalArgs, OutputFormat};
use crate::interrupt::cancel_on_interrupt;
use crate::{kb, learner, message, output, problem, threads};

/// Unless something else is said.
const FOLDS: usize = 10;

pub(super) fn run(args: &CrossvalArgs, common: &Common) -> Result<Outcome> {
    if let Some(path) = &args.problem.labels {
        let folds = args.folds.unwrap_or(FOLDS);
        if folds < 2 {
            bail!("cross-validation needs at least 2 folds and 1 repeat");
        }
        return super::several::run(path, &args.kb, &args.problem, &args.settings, folds, common);
    }
    let mut kb_args = args.kb.clone();
    let problems = problem::problems(&args.problem, &mut kb_args, common)?;
    let [statement] = problems.statements.as_slice() else {
        bail!("crossval takes one problem: --target NAME picks it");
    };
    let learner = learner::learner(&args.settings, statement, common)?;
    let asked = statement.settings.cross_validation.folds.map(|folds| folds as usize);
    let how = CrossvalSettings {
        folds: args.folds.or(asked).unwrap_or(FOLDS),
        scheme: Scheme::from_word(&args.fold_scheme).with_context(|| {
            format!("--fold-scheme is smlbench or stratified, not `{}`", args.fold_scheme)
        })?,
        repeats: args.repeats,
        jobs: match args.jobs {
            Some(asked) => threads::bounded(asked, "jobs", common),
            None => common.threads.unwrap_or_else(threads::available),
        },
    };
    if how.folds < 2 || how.repeats < 1 {
        bail!("cross-validation needs at least 2 folds and 1 repeat");
    }
    let mut ignored = args.problem.ignore.clone();
    let mut statement = statement.clone();
    let (kb, _) =
        kb::open_for(&kb_args, std::slice::from_mut(&mut statement), &mut ignored, common)?;
    let policy = Policy::default()
        .skipping_unknown(args.problem.skip_unknown)
        .refusing_contradictions(kb_args.options.strict);
    let task = Task::resolve(&kb, &statement, &ignored, policy)
        .map_err(|error| problems.explain(error))?;
    if !common.quiet {
        task.notices.iter().for_each(message::notice);
    }
    let is_quiet = common.quiet || common.format == OutputFormat::Json;
    let n_folds = how.folds * how.repeats;
    let mut n_done = 0;
    // Folds are learned at the same time, each on one thread.
    let learner = learner.with_threads(1).with_cancel(cancel_on_interrupt()?);
    let report = crossval(&kb, &task, &learner, how, |fold, trial| {
        n_done += 1;
        if !is_quiet {
            let test = trial.learned.test;
            let (accuracy, f1) = (test.accuracy(), test.f1());
            message::line(format_args!(
                "{n_done}/{n_folds}: fold {fold}: test accuracy {accuracy:.3}, F1 {f1:.3}"
            ));
        }
    })?;
    match common.format {
        OutputFormat::Json => output::print_json(&report)?,
        OutputFormat::Text => output::print(&report.text())?,
    }
    Ok(Outcome::Done)
}
