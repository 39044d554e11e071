//! From flags and files to checked settings: the preset first, then the file, then the flags.

use std::fs;

use anyhow::{Context, Result};
use evolearner::learning::Settings;
use evolearner::report::settings::SettingsModel;

use crate::args::{Common, Preset, SettingsArgs};

/// The settings that the command line asks for; `from_problem` is what a problem file says.
pub(crate) fn settings(
    args: &SettingsArgs,
    common: &Common,
    from_problem: &SettingsModel,
) -> Result<Settings> {
    let mut settings = match args.preset {
        Preset::Paper => Settings::paper(),
        Preset::Default => Settings::recommended(),
    };
    from_problem.apply(&mut settings).context("in the problem file")?;
    if let Some(path) = &args.settings {
        let place = || format!("in {}", path.display());
        let text = fs::read_to_string(path).with_context(place)?;
        let model: SettingsModel = toml::from_str(&text).with_context(place)?;
        model.apply(&mut settings).with_context(place)?;
    }
    flags(args, common).apply(&mut settings)?;
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
        dates: args.dates.then_some(true),
        timeout: args.timeout,
        evaluations: args.evaluations,
        stop_when_solved: args.stop_when_solved.then_some(true),
        elite: args.elite,
        answer: None,
        forall: args.forall,
        cache: args.cache,
        seed: common.seed,
    }
}
