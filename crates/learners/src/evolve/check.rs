//! Bounds of the settings, and settings that exclude each other.

use crate::code::MAX_CARDINALITY;
use crate::language::Constructor;
use crate::settings::{InitMethod, Named, Settings};

/// Settings that no run can have.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{name} cannot be {value}: {reason}")]
pub struct SettingsError {
    /// The name of the setting in files and results.
    pub name: &'static str,
    /// What it is set to.
    pub value: String,
    /// Why that is not possible, and what is.
    pub reason: String,
}

impl Settings {
    /// Whether a run can have these settings: each within its bounds, and no two of them against
    /// each other. The bounds keep the memory of a run proportional to its population.
    pub fn check(&self) -> Result<(), SettingsError> {
        let Self { space, init, evolution, fitness, limits, .. } = self;
        let count = |name, value: usize, least: usize, most: usize| {
            let reason = || format!("a number from {least} to {most} is possible");
            refuse(!(least..=most).contains(&value), name, &value, reason)
        };
        count("population", evolution.population, 1, 1_000_000)?;
        count("generations", evolution.generations as usize, 0, 100_000_000)?;
        count("tournament", evolution.tournament, 1, 1_000_000)?;
        count("max-depth", evolution.max_depth, 1, 60)?;
        count("max-triples", init.max_triples, 1, 1_000)?;
        count("splits", space.splits, 0, 100_000)?;
        count("max-cardinality", space.max_cardinality as usize, 0, MAX_CARDINALITY as usize)?;
        let number = |name, value: f64, most: f64| {
            let reason = || format!("a number from 0 to {most} is possible");
            refuse(!(0.0..=most).contains(&value), name, &value, reason)
        };
        number("crossover-rate", evolution.crossover_rate, 1.0)?;
        number("mutation-rate", evolution.mutation_rate, 1.0)?;
        number("parsimony", fitness.parsimony, 1e12)?;
        number("stop-at-quality", limits.stop_at_quality.unwrap_or(0.0), 1.0)?;
        refuse(limits.evaluations == Some(0), "evaluations", &0, || "at least 1".to_owned())?;
        let is_idle = evolution.generations > 0 && evolution.elite >= evolution.population;
        refuse(is_idle, "elite", &evolution.elite, || {
            let population = evolution.population;
            format!("of a population of {population}, at least one candidate must be new")
        })?;
        let (low, high) = init.depth;
        let heights = || format!("{low}..{high}");
        refuse(low > high, "init-depth", &heights(), || {
            "the lowest height comes first".to_owned()
        })?;
        let draws_trees =
            matches!(init.method, InitMethod::Grow | InitMethod::Full | InitMethod::Ramped);
        refuse(draws_trees && high > evolution.max_depth, "init-depth", &heights(), || {
            let max_depth = evolution.max_depth;
            format!("max-depth is {max_depth}; raise it, or set init-depth to 1..{max_depth}")
        })?;
        let negates = init.method == InitMethod::WalkNegatives;
        let has_negation = space.language.has(Constructor::Negation);
        refuse(negates && !has_negation, "init", &init.method.word(), || {
            "its concepts are negated, and the language has no negation".to_owned()
        })
    }
}

fn refuse(
    is_refused: bool,
    name: &'static str,
    value: &dyn ToString,
    reason: impl FnOnce() -> String,
) -> Result<(), SettingsError> {
    if is_refused {
        return Err(SettingsError { name, value: value.to_string(), reason: reason() });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(change: impl FnOnce(&mut Settings)) -> String {
        let mut settings = Settings::recommended();
        change(&mut settings);
        settings.check().expect_err("no run can have these settings").to_string()
    }

    #[test]
    fn both_presets_are_possible() {
        assert_eq!(Settings::paper().check(), Ok(()));
        assert_eq!(Settings::recommended().check(), Ok(()));
    }

    #[test]
    fn an_elite_as_large_as_the_population_is_refused() {
        assert_eq!(
            refused(|settings| settings.evolution.elite = 5000),
            "elite cannot be 5000: of a population of 800, at least one candidate must be new"
        );
    }

    #[test]
    fn negated_walks_without_negation_are_refused() {
        let message = refused(|settings| {
            settings.init.method = InitMethod::WalkNegatives;
            settings.space.language = settings.space.language.without(Constructor::Negation);
        });
        assert!(message.starts_with("init cannot be walk-negatives"), "{message}");
    }

    #[test]
    fn random_trees_higher_than_allowed_are_refused() {
        let message = refused(|settings| {
            settings.init.method = InitMethod::Grow;
            settings.evolution.max_depth = 3;
        });
        assert_eq!(
            message,
            "init-depth cannot be 1..6: max-depth is 3; raise it, or set init-depth to 1..3"
        );
    }

    #[test]
    fn a_cardinality_that_no_gene_can_hold_is_refused() {
        let message = refused(|settings| settings.space.max_cardinality = 4_000_000_000);
        assert!(message.starts_with("max-cardinality cannot be 4000000000"), "{message}");
    }

    #[test]
    fn numbers_are_bounded() {
        for change in [
            (|settings| settings.evolution.population = 0) as fn(&mut Settings),
            |settings| settings.evolution.max_depth = 61,
            |settings| settings.evolution.crossover_rate = f64::NAN,
            |settings| settings.init.depth = (4, 3),
            |settings| settings.limits.evaluations = Some(0),
        ] {
            assert!(refused(change).contains(" cannot be "));
        }
    }
}
