//! Setting the options that a problem file names.

use evolearner_problem::Overrides;
use evolearner_report::model::OptionValues;
use evolearner_search::{BadOption, Layer};

use crate::learner::Learner;
use crate::table::all_options;

impl Learner {
    /// Sets what a problem file asks for; a sentence for each request that has no option here. Names
    /// of classes and properties are not among them: a [`Task`](crate::Task) has those.
    pub fn set_stated(&mut self, overrides: &Overrides) -> Result<Vec<String>, BadOption> {
        let is_of_others = |name: &str| {
            !self.options().has(name) && all_options().iter().any(|spec| spec.name == name)
        };
        let mut notices = overrides.notices.clone();
        let mut values = OptionValues::new();
        for (name, value) in &overrides.options {
            if is_of_others(name) {
                notices.push(format!("{} has no option {name}: it is not used", self.id()));
            } else {
                values.insert(name.clone(), value.clone());
            }
        }
        self.set_all(&values, Layer::Problem)?;
        Ok(notices)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use evolearner_problem::parse_named;

    /// A learner that was set to what a file asks for, and the notices.
    fn stated(method: &str, name: &str, text: &str) -> Result<(Learner, Vec<String>), BadOption> {
        let parsed = parse_named(name, text).unwrap();
        assert_eq!(parsed.warnings, [""; 0]);
        let mut learner = Learner::new(method, "default").unwrap();
        let notices = learner.set_stated(&parsed.only().unwrap().settings)?;
        Ok((learner, notices))
    }

    /// The options that come from a problem file.
    fn changed(learner: &Learner) -> Vec<(&'static str, String)> {
        let rows = learner.options().rows().filter(|(_, _, layer)| *layer == Layer::Problem);
        rows.map(|(spec, value, _)| (spec.name, value.to_string())).collect()
    }

    #[test]
    fn a_conf_speaks_of_options_by_its_own_names() {
        let (learner, notices) = stated(
            "evolve",
            "x.conf",
            r#"lp.type = "posNegStandard"  lp.positiveExamples = { "a" }  lp.negativeExamples = { "b" }
               op.type = "rho"  op.useInverse = true  op.useNegation = false  op.cardinalityLimit = 3
               accuracyMethod.type = "fmeasure"
               alg.type = "celoe"  alg.maxExecutionTimeInSeconds = 10
               alg.noisePercentage = 25  alg.terminateOnNoiseReached = true"#,
        )
        .unwrap();
        let expected = [
            ("quality", "f1"),
            ("language", "ALCIQ(D)"),
            ("with", "none"),
            ("without", "negation"),
            ("max-cardinality", "3"),
            ("timeout", "10s"),
            ("stop-at-quality", "0.75"),
        ];
        assert_eq!(changed(&learner), expected.map(|(name, value)| (name, value.to_owned())));
        assert_eq!(notices, ["evolve has no option noise: it is not used"]);
    }

    /// The crate that reads problem files writes the names of options as plain text.
    #[test]
    fn every_option_that_a_conf_can_name_exists() {
        let (learner, notices) = stated(
            "evolve",
            "x.conf",
            r#"lp.type = "posNegStandard"  lp.positiveExamples = { "a" }  lp.negativeExamples = { "b" }
               op.useNegation = false  op.useDisjunction = false  op.useExistsConstructor = false
               op.useAllConstructor = false  op.useCardinalityRestrictions = false
               op.useNumericDatatypes = false  op.useBooleanDatatypes = false
               op.useInverse = true  op.useHasValueConstructor = true  op.useHasSelf = true
               op.useTimeDatatypes = true  op.useStringDatatypes = true
               op.useDataHasValueConstructor = true  op.cardinalityLimit = 3  op.maxNrOfSplits = 4
               op.frequencyThreshold = 2  r.forallSemantics = "someonly"
               gp.numberOfIndividuals = 20  gp.generations = 30  gp.tournamentSize = 4
               gp.crossoverProbability = 0.5  gp.mutationProbability = 0.25
               alg.maxDepth = 6  alg.maxExecutionTimeInSeconds = 0  alg.maxClassExpressionTests = 900
               alg.stopOnFirstDefinition = true  alg.seed = 8"#,
        )
        .unwrap();
        let expected = [
            // O has values and nominals.
            ("language", "ELOI"),
            ("with", "dates,strings,self"),
            ("without", "exists,nominals"),
            ("max-cardinality", "3"),
            ("splits", "4"),
            ("min-frequency", "2"),
            ("forall", "nonempty"),
            ("population", "20"),
            ("generations", "30"),
            ("tournament", "4"),
            ("crossover-rate", "0.5"),
            ("mutation-rate", "0.25"),
            ("max-depth", "6"),
            ("timeout", "none"),
            ("evaluations", "900"),
            ("stop-when-solved", "true"),
            ("seed", "8"),
        ];
        let mut found = changed(&learner);
        let mut expected = expected.map(|(name, value)| (name, value.to_owned()));
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected);
        assert_eq!(notices, [""; 0]);
    }

    #[test]
    fn the_weights_of_a_heuristic_are_options_of_celoe() {
        let (learner, notices) = stated(
            "celoe",
            "x.conf",
            r#"lp.type = "posNegStandard"  lp.positiveExamples = { "a" }  lp.negativeExamples = { "b" }
               h.expansionPenaltyFactor = 0.02  h.gainBonusFactor = 0.4
               h.nodeRefinementPenalty = 0.001  h.startNodeBonus = 0.2"#,
        )
        .unwrap();
        let expected = [
            ("gain-bonus", "0.4"),
            ("expansion-penalty", "0.02"),
            ("refinement-penalty", "0.001"),
            ("start-bonus", "0.2"),
        ];
        assert_eq!(changed(&learner), expected.map(|(name, value)| (name, value.to_owned())));
        assert_eq!(notices, [""; 0]);
    }

    #[test]
    fn every_measure_that_a_conf_can_name_exists() {
        for (named, expected) in [
            ("pred_acc", "accuracy"),
            ("weighted.pred_acc", "balanced-accuracy"),
            ("fmeasure", "f1"),
            ("jaccard", "jaccard"),
            ("ameasure", "mean-precision-recall"),
        ] {
            let text = format!("lp.positiveExamples = {{ \"a\" }} m.type = \"{named}\"");
            let (learner, _) = stated("evolve", "x.conf", &text).expect(named);
            assert_eq!(changed(&learner), [("quality", expected.to_owned())]);
        }
    }

    #[test]
    fn our_own_format_has_a_table_of_options() {
        let of = |settings: &str| {
            stated("evolve", "x.toml", &format!("positives = ['a']\n[settings]\n{settings}"))
        };
        let (own, _) = of("population = 5\nseed = 7").unwrap();
        assert_eq!(
            (own.options().get::<usize>("population"), own.options().get::<u64>("seed")),
            (5, 7)
        );
        let error = of("mood = 5").err().unwrap();
        assert!(error.to_string().contains("mood"), "{error}");
    }

    #[test]
    fn an_option_of_another_method_is_a_notice() {
        let text = "positives = ['a']\n[settings]\npopulation = 5\nseed = 7";
        let (learner, notices) = stated("top", "x.toml", text).unwrap();
        assert_eq!(changed(&learner), [("seed", "7".to_owned())]);
        assert_eq!(notices, ["top has no option population: it is not used"]);
    }
}
