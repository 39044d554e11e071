//! `learn --labels` and `crossval --labels`: several classes.

use std::path::Path;

use anyhow::{Context, Result};
use evolearner::problem::{Statement, parse_labels};
use evolearner::{LabelledExamples, Policy, learn_several};

use crate::Outcome;
use crate::args::{Common, KbArgs, OutputFormat, ProblemArgs, SettingsArgs};
use crate::interrupt::cancel_on_interrupt;
use crate::{input, kb, learner, output, problem};

/// Learns from a table of labels, and tests on so many folds where there are any.
pub(super) fn run(
    path: &Path,
    kb_args: &KbArgs,
    args: &ProblemArgs,
    settings: &SettingsArgs,
    folds: usize,
    common: &Common,
) -> Result<Outcome> {
    let name = input::name(path);
    let table = parse_labels(&input::text(path)?).with_context(|| name.clone())?;
    if !common.quiet {
        problem::say_columns(&name, table.separator, table.has_heading);
    }
    let learner = learner::learner(settings, &Statement::default(), common)?;
    let kb = kb::open(kb_args, common)?;
    let policy = Policy::default().skipping_unknown(args.skip_unknown);
    let examples = LabelledExamples::resolve(&kb, &table.rows, &args.ignore, policy)
        .with_context(|| name.clone())?;
    let mut weights = table.weights;
    if let Some(path) = &args.weights {
        weights.extend(problem::weights(path, common)?);
    }
    let examples = if weights.is_empty() {
        examples
    } else {
        examples.with_weights(&kb, &weights, policy).with_context(|| name.clone())?
    };
    let learner = learner.with_cancel(cancel_on_interrupt()?);
    let report = learn_several(&kb, &learner, &examples, folds)?;
    match common.format {
        OutputFormat::Json => output::print_json(&report)?,
        OutputFormat::Text => output::print(&report.text())?,
    }
    Ok(Outcome::Done)
}
