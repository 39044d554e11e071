//! From flags and files to checked settings: the preset first, then the file, then the flags.

use anyhow::{Context, Result};
use evolearner::learning::Settings;
use evolearner::problem::Statement;
use evolearner::report::settings::SettingsModel;
use evolearner::{Wishes, wishes};

use crate::args::{Common, Preset, SettingsArgs};
use crate::{input, message};

/// The settings that the command line and the problem ask for.
pub(crate) fn settings(
    args: &SettingsArgs,
    statement: &Statement,
    common: &Common,
) -> Result<Settings> {
    let mut settings = match args.preset {
        Preset::Paper => Settings::paper(),
        Preset::Default => Settings::recommended(),
    };
    let Wishes { settings: from_problem, notices } =
        wishes(&statement.settings).context("in the problem file")?;
    if !common.quiet {
        for notice in notices {
            message::notice(notice);
        }
    }
    from_problem.apply(&mut settings).context("in the problem file")?;
    if let Some(path) = &args.settings {
        let place = || format!("in {}", input::name(path));
        let text = input::text(path)?;
        let model: SettingsModel = toml::from_str(&text).with_context(place)?;
        model.apply(&mut settings).with_context(place)?;
    }
    flags(args, common).apply(&mut settings)?;
    settings.check()?;
    Ok(settings)
}

fn flags(args: &SettingsArgs, common: &Common) -> SettingsModel {
    let args = args.clone();
    SettingsModel {
        population: args.population,
        generations: args.generations,
        tournament: args.tournament,
        crossover: args.crossover,
        crossover_rate: args.crossover_rate,
        mutation: args.mutation,
        mutation_rate: args.mutation_rate,
        max_depth: args.max_depth,
        init: args.init,
        init_depth: args.init_depth,
        max_triples: args.max_triples,
        splits: args.splits,
        splitter: args.splitter,
        max_cardinality: args.max_cardinality,
        parsimony: args.parsimony,
        bloat: args.bloat,
        quality: args.quality,
        language: args.language,
        with: with(args.with, args.dates),
        without: args.without,
        min_frequency: args.min_frequency,
        timeout: args.timeout,
        evaluations: args.evaluations,
        stop_when_solved: args.stop_when_solved.then_some(true),
        stop_at_quality: args.stop_at_quality,
        elite: args.elite,
        answer: None,
        simplify: None,
        forall: args.forall,
        cache: args.cache,
        seed: common.seed,
    }
}

/// `--dates` is short for `--with dates`.
fn with(words: Option<String>, dates: bool) -> Option<String> {
    match (words, dates) {
        (words, false) => words,
        (None, true) => Some("dates".to_owned()),
        (Some(words), true) => Some(format!("{words},dates")),
    }
}
