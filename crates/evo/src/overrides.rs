//! What a problem file says about the search, in terms of our settings.

use evolearner_learn::{Constructor, Forall, Named, Quality};
use evolearner_problem::{Forall as StatedForall, Measure, Overrides};
use evolearner_report::settings::SettingsModel;

/// Settings that a problem file asks for, and a sentence for each wish that has no meaning here.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Wishes {
    /// What can be granted.
    pub settings: SettingsModel,
    /// What cannot, one sentence each.
    pub notices: Vec<String>,
}

/// Reads the wishes of a problem file. Names of classes and properties are not among them: those
/// are looked up in a graph ([`crate::resolve`]).
pub fn wishes(overrides: &Overrides) -> Result<Wishes, toml::de::Error> {
    let mut notices = Vec::new();
    let mut model: SettingsModel = overrides.table.clone().try_into()?;
    let (with, without) = constructors(overrides);
    model.with = model.with.or(with);
    model.without = model.without.or(without);
    let evolution = &overrides.evolution;
    let count = |count: Option<u32>| count.map(|count| count as usize);
    model.population = model.population.or(count(evolution.population));
    model.generations = model.generations.or(evolution.generations);
    model.tournament = model.tournament.or(count(evolution.tournament));
    model.crossover_rate = model.crossover_rate.or(evolution.crossover_rate);
    model.mutation_rate = model.mutation_rate.or(evolution.mutation_rate);
    model.max_cardinality = model.max_cardinality.or(overrides.constructors.max_cardinality);
    model.splits = model.splits.or(count(overrides.constructors.max_splits));
    model.min_frequency = model.min_frequency.or(count(overrides.constructors.min_value_frequency));
    let limits = &overrides.limits;
    let seconds = limits.timeout.map(|limit| format!("{}s", limit.as_secs_f64()));
    model.timeout = model.timeout.or(seconds);
    model.evaluations = model.evaluations.or(limits.evaluations);
    model.stop_when_solved = model.stop_when_solved.or(limits.when_solved);
    if limits.when_noise_reached == Some(true) {
        let enough = overrides.noise.map(|noise| 1.0 - noise);
        model.stop_at_quality = model.stop_at_quality.or(enough);
    } else if overrides.noise.is_some_and(|noise| noise > 0.0) {
        notices.push("noise is weighed by quality and length, not by a share of it".to_owned());
    }
    model.max_depth = model.max_depth.or(count(limits.max_depth));
    if limits.max_length.is_some() {
        notices.push("there is no limit on length: the front shows the best of each".to_owned());
    }
    let forall = overrides.forall.map(|forall| match forall {
        StatedForall::Standard => Forall::Standard,
        StatedForall::NonEmpty | StatedForall::SomeOnly => Forall::Nonempty,
    });
    model.forall = model.forall.or(forall.map(|forall| forall.word().to_owned()));
    let quality = overrides.measure.and_then(|measure| match measure {
        Measure::Accuracy => Some(Quality::Accuracy),
        Measure::BalancedAccuracy => Some(Quality::BalancedAccuracy),
        Measure::F1 => Some(Quality::F1),
        Measure::Jaccard => Some(Quality::Jaccard),
        Measure::MeanOfPrecisionAndRecall => Some(Quality::MeanPrecisionRecall),
        _ => None,
    });
    model.quality = model.quality.or(quality.map(|quality| quality.word().to_owned()));
    // 1 stands for the plain F measure and 3 is what DL-Learner assumes for classes.
    if overrides.beta.is_some_and(|beta| beta.to_bits() != 1f64.to_bits()) {
        notices.push("precision and recall weigh the same: beta is left aside".to_owned());
    }
    if overrides.equivalence == Some(false) {
        notices.push("an equivalent class is looked for, not a superclass".to_owned());
    }
    if overrides.max_results.is_some() {
        notices.push("the whole front is shown, however many results are asked for".to_owned());
    }
    model.seed = model.seed.or(overrides.seed);
    Ok(Wishes { settings: model, notices })
}

/// The constructors that are switched on and off, as words.
fn constructors(overrides: &Overrides) -> (Option<String>, Option<String>) {
    let stated = &overrides.constructors;
    let switches = [
        (Constructor::Negation, stated.negation),
        (Constructor::Union, stated.disjunction),
        (Constructor::Exists, stated.exists),
        (Constructor::Forall, stated.forall),
        (Constructor::Cardinality, stated.cardinality),
        (Constructor::Inverse, stated.inverse),
        (Constructor::Values, stated.object_has_value),
        (Constructor::Itself, stated.has_self),
        (Constructor::Numbers, stated.numeric_data),
        (Constructor::Booleans, stated.boolean_data),
        (Constructor::Dates, stated.time_data),
        // A literal that is neither a number nor a time is only ever equal to something.
        (Constructor::Strings, stated.string_data.or(stated.data_has_value)),
    ];
    let words = |wanted: bool| {
        let chosen = switches.iter().filter(|(_, switch)| *switch == Some(wanted));
        let words: Vec<&str> = chosen.map(|(constructor, _)| constructor.word()).collect();
        (!words.is_empty()).then(|| words.join(","))
    };
    (words(true), words(false))
}

#[cfg(test)]
mod tests {
    use super::*;
    use evolearner_problem::parse_named;

    fn of(name: &str, text: &str) -> Wishes {
        let parsed = parse_named(name, text).unwrap();
        wishes(&parsed.only().unwrap().settings).unwrap()
    }

    #[test]
    fn a_conf_speaks_of_settings_by_its_own_names() {
        let wishes = of(
            "x.conf",
            r#"lp.type = "posNegStandard"  lp.positiveExamples = { "a" }  lp.negativeExamples = { "b" }
               op.type = "rho"  op.useInverse = true  op.useNegation = false  op.cardinalityLimit = 3
               accuracyMethod.type = "fmeasure"
               alg.type = "celoe"  alg.maxExecutionTimeInSeconds = 10
               alg.noisePercentage = 25  alg.terminateOnNoiseReached = true"#,
        );
        let expected = SettingsModel {
            with: Some("inverse".into()),
            without: Some("negation".into()),
            max_cardinality: Some(3),
            quality: Some("f1".into()),
            timeout: Some("10s".into()),
            stop_at_quality: Some(0.75),
            ..SettingsModel::default()
        };
        assert_eq!(wishes, Wishes { settings: expected, notices: Vec::new() });
    }

    #[test]
    fn our_own_format_has_a_table_of_settings() {
        let wishes = of("x.toml", "positives = ['a']\n[settings]\npopulation = 5\nseed = 7");
        assert_eq!((wishes.settings.population, wishes.settings.seed), (Some(5), Some(7)));
        let parsed = parse_named("x.toml", "positives = ['a']\n[settings]\nmood = 5").unwrap();
        let error = super::wishes(&parsed.only().unwrap().settings).unwrap_err();
        assert!(error.to_string().contains("mood"), "{error}");
    }
}
