//! From flags and files to a learner: the preset first, then the problem file, the file of options,
//! the flags.

use anyhow::{Context, Result};
use evolearner::problem::Statement;
use evolearner::report::model::OptionValues;
use evolearner::{Layer, Learner, OptionValue};

use crate::args::{Common, SettingsArgs};
use crate::{input, message, threads};

/// The learner that the command line and the problem ask for.
pub(crate) fn learner(
    args: &SettingsArgs,
    statement: &Statement,
    common: &Common,
) -> Result<Learner> {
    let mut learner = Learner::new(&args.learner, &args.preset)?;
    let notices = learner.set_stated(&statement.settings).context("in the problem file")?;
    if !common.quiet {
        notices.into_iter().for_each(message::notice);
    }
    if let Some(path) = &args.settings {
        let place = || format!("in {}", input::name(path));
        let text = input::text(path)?;
        let values: OptionValues = toml::from_str(&text).with_context(place)?;
        learner.set_all(&values, Layer::File).with_context(place)?;
    }
    args.options.apply(&mut learner)?;
    if args.dates {
        learner.set("with", OptionValue::Text("dates".to_owned()), Layer::Caller)?;
    }
    if let Some(seed) = common.seed {
        learner.set("seed", OptionValue::Count(seed), Layer::Caller)?;
    }
    learner.check()?;
    let asked = statement.settings.threads.map(|threads| threads as usize);
    let asked = asked.map(|asked| threads::bounded(asked, "threads", common));
    Ok(match common.threads.or(asked) {
        Some(n_threads) => learner.with_threads(n_threads),
        None => learner,
    })
}

/// All options as TOML; one that is not set is left out.
pub(crate) fn print(learner: &Learner) -> Result<String> {
    let mut values = evolearner::option_values(learner.options());
    values.retain(|_, value| !value.is_null());
    Ok(toml::to_string(&values)?)
}
