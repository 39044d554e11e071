//! What a problem file says about the search, in terms of our options.

use evolearner_dl::{Choice, Constructor, Forall};
use evolearner_evaluate::Quality;
use evolearner_problem::{Forall as StatedForall, Measure, Overrides};
use evolearner_report::model::OptionValues;
use evolearner_search::{BadOption, Layer};

use crate::learner::Learner;

impl Learner {
    /// Sets what a problem file asks for; a sentence for each request that has no option here. Names
    /// of classes and properties are not among them: a [`Task`](crate::Task) has those.
    pub fn set_stated(&mut self, overrides: &Overrides) -> Result<Vec<String>, BadOption> {
        let (values, notices) = stated(overrides);
        let mut known = OptionValues::new();
        let mut unknown = Vec::new();
        for (name, value) in values {
            if self.options().has(&name) {
                known.insert(name, value);
            } else {
                unknown.push(format!("{} has no option {name}: it is left aside", self.id()));
            }
        }
        self.set_all(&known, Layer::Problem)?;
        let table = serde_json::to_value(&overrides.table);
        let table = table.map_err(|error| BadOption::new("settings", "", error.to_string()))?;
        if let serde_json::Value::Object(table) = table {
            self.set_all(&table, Layer::Problem)?;
        }
        Ok(notices.into_iter().chain(unknown).collect())
    }
}

/// Options by name, and a sentence for each request without one.
fn stated(overrides: &Overrides) -> (OptionValues, Vec<String>) {
    let mut values = OptionValues::new();
    let mut notices = Vec::new();
    let mut put = |name: &str, value: Option<serde_json::Value>| {
        if let Some(value) = value {
            values.insert(name.to_owned(), value);
        }
    };
    let (with, without) = constructors(overrides);
    put("with", with.map(Into::into));
    put("without", without.map(Into::into));
    let evolution = &overrides.evolution;
    put("population", evolution.population.map(Into::into));
    put("generations", evolution.generations.map(Into::into));
    put("tournament", evolution.tournament.map(Into::into));
    put("crossover-rate", evolution.crossover_rate.map(Into::into));
    put("mutation-rate", evolution.mutation_rate.map(Into::into));
    let constructors = &overrides.constructors;
    put("max-cardinality", constructors.max_cardinality.map(Into::into));
    put("splits", constructors.max_splits.map(Into::into));
    put("min-frequency", constructors.min_value_frequency.map(Into::into));
    let limits = &overrides.limits;
    put("timeout", limits.timeout.map(|limit| limit.as_secs_f64().into()));
    put("evaluations", limits.evaluations.map(Into::into));
    put("stop-when-solved", limits.when_solved.map(Into::into));
    if limits.when_noise_reached == Some(true) {
        put("stop-at-quality", overrides.noise.map(|noise| (1.0 - noise).into()));
    } else if overrides.noise.is_some_and(|noise| noise > 0.0) {
        notices.push("noise is weighed by quality and length, not by a share of it".to_owned());
    }
    put("max-depth", limits.max_depth.map(Into::into));
    if limits.max_length.is_some() {
        notices.push("there is no limit on length: the front shows the best of each".to_owned());
    }
    let forall = overrides.forall.map(|forall| match forall {
        StatedForall::Standard => Forall::Standard,
        StatedForall::NonEmpty | StatedForall::SomeOnly => Forall::Nonempty,
    });
    put("forall", forall.map(|forall| forall.word().into()));
    let quality = overrides.measure.and_then(|measure| match measure {
        Measure::Accuracy => Some(Quality::Accuracy),
        Measure::BalancedAccuracy => Some(Quality::BalancedAccuracy),
        Measure::F1 => Some(Quality::F1),
        Measure::Jaccard => Some(Quality::Jaccard),
        Measure::MeanOfPrecisionAndRecall => Some(Quality::MeanPrecisionRecall),
        _ => None,
    });
    put("quality", quality.map(|quality| quality.word().into()));
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
    put("seed", overrides.seed.map(Into::into));
    (values, notices)
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

    fn learner(name: &str, text: &str) -> Result<Learner, BadOption> {
        let parsed = parse_named(name, text).unwrap();
        let mut learner = Learner::new("evolve", "default").unwrap();
        learner.set_stated(&parsed.only().unwrap().settings)?;
        Ok(learner)
    }

    #[test]
    fn a_conf_speaks_of_options_by_its_own_names() {
        let learner = learner(
            "x.conf",
            r#"lp.type = "posNegStandard"  lp.positiveExamples = { "a" }  lp.negativeExamples = { "b" }
               op.type = "rho"  op.useInverse = true  op.useNegation = false  op.cardinalityLimit = 3
               accuracyMethod.type = "fmeasure"
               alg.type = "celoe"  alg.maxExecutionTimeInSeconds = 10
               alg.noisePercentage = 25  alg.terminateOnNoiseReached = true"#,
        )
        .unwrap();
        let changed: Vec<(&str, String)> = learner
            .options()
            .rows()
            .filter(|(_, _, layer)| *layer == Layer::Problem)
            .map(|(spec, value, _)| (spec.name, value.to_string()))
            .collect();
        let expected = [
            ("quality", "f1"),
            ("language", "ALCIQ(D)"),
            ("with", "none"),
            ("without", "negation"),
            ("max-cardinality", "3"),
            ("timeout", "10s"),
            ("stop-at-quality", "0.75"),
        ];
        assert_eq!(changed, expected.map(|(name, value)| (name, value.to_owned())));
    }

    #[test]
    fn our_own_format_has_a_table_of_options() {
        let own = learner("x.toml", "positives = ['a']\n[settings]\npopulation = 5\nseed = 7");
        let own = own.unwrap();
        assert_eq!(
            (own.options().get::<usize>("population"), own.options().get::<u64>("seed")),
            (5, 7)
        );
        let error = learner("x.toml", "positives = ['a']\n[settings]\nmood = 5").err().unwrap();
        assert!(error.to_string().contains("mood"), "{error}");
    }
}
