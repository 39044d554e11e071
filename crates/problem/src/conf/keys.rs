//! The settings of DL-Learner that mean something here: a property and a value in, an override out.
//!
//! Components are told apart by their properties alone: the names of the beans are free, and a
//! start class is one whether the operator has it or the algorithm. Old names are kept as aliases.

use std::time::Duration;

use super::item::Value;
use crate::error::Error;
use crate::overrides::{Constructors, Evolution, Forall, Limits, Overrides, Vocabulary};

/// Takes a setting over; false if it has no meaning here. `property` is in lower case.
pub(super) fn apply(
    overrides: &mut Overrides,
    property: &str,
    value: &Value,
) -> Result<bool, Error> {
    Ok(apply_constructor(&mut overrides.constructors, property, value)?
        || apply_vocabulary(&mut overrides.vocabulary, property, value)?
        || apply_limit(&mut overrides.limits, property, value)?
        || apply_evolution(&mut overrides.evolution, property, value)?
        || apply_other(overrides, property, value)?)
}

fn apply_constructor(
    constructors: &mut Constructors,
    property: &str,
    value: &Value,
) -> Result<bool, Error> {
    let switch = match property {
        "usenegation" => &mut constructors.negation,
        "usedisjunction" => &mut constructors.disjunction,
        "useexistsconstructor" => &mut constructors.exists,
        "useallconstructor" => &mut constructors.forall,
        "usecardinalityrestrictions" => &mut constructors.cardinality,
        "useinverse" => &mut constructors.inverse,
        "usehasvalueconstructor" => &mut constructors.object_has_value,
        "usedatahasvalueconstructor" => &mut constructors.data_has_value,
        "usehasself" => &mut constructors.has_self,
        "usenumericdatatypes" | "usedoubledatatypes" => &mut constructors.numeric_data,
        "usebooleandatatypes" => &mut constructors.boolean_data,
        "usetimedatatypes" => &mut constructors.time_data,
        "usestringdatatypes" => &mut constructors.string_data,
        _ => {
            let count = match property {
                "cardinalitylimit" => &mut constructors.max_cardinality,
                "maxnrofsplits" => &mut constructors.max_splits,
                "frequencythreshold" | "valuefrequencythreshold" => {
                    &mut constructors.min_value_frequency
                }
                _ => return Ok(false),
            };
            *count = Some(value.count(0)?);
            return Ok(true);
        }
    };
    *switch = Some(value.truth()?);
    Ok(true)
}

fn apply_vocabulary(
    vocabulary: &mut Vocabulary,
    property: &str,
    value: &Value,
) -> Result<bool, Error> {
    match property {
        "startclass" => {
            vocabulary.start_class = Some(value.text("a class or a concept in quotes")?.to_owned());
        }
        "ignoredconcepts" => vocabulary.ignored_classes = value.names()?,
        "allowedconcepts" => vocabulary.allowed_classes = Some(value.names()?),
        "ignoredobjectproperties" | "ignoredroles" => {
            vocabulary.ignored_object_properties = value.names()?;
        }
        "allowedobjectproperties" | "allowedroles" => {
            vocabulary.allowed_object_properties = Some(value.names()?);
        }
        "ignoreddataproperties" => vocabulary.ignored_data_properties = value.names()?,
        "alloweddataproperties" => vocabulary.allowed_data_properties = Some(value.names()?),
        _ => return Ok(false),
    }
    Ok(true)
}

fn apply_limit(limits: &mut Limits, property: &str, value: &Value) -> Result<bool, Error> {
    match property {
        // Zero means no limit in DL-Learner.
        "maxexecutiontimeinseconds" => {
            let seconds = value.whole(0)?;
            limits.timeout = (seconds > 0).then(|| Duration::from_secs(seconds));
        }
        "maxclassexpressiontests" | "maxclassdescriptiontests" => {
            let n_tests = value.whole(0)?;
            limits.evaluations = (n_tests > 0).then_some(n_tests);
        }
        "stoponfirstdefinition" => limits.when_solved = Some(value.truth()?),
        "terminateonnoisereached" => limits.when_noise_reached = Some(value.truth()?),
        "maxdepth" => limits.max_depth = Some(value.count(1)?),
        "maxconceptlength" | "maxlength" => limits.max_length = Some(value.count(1)?),
        _ => return Ok(false),
    }
    Ok(true)
}

fn apply_evolution(
    evolution: &mut Evolution,
    property: &str,
    value: &Value,
) -> Result<bool, Error> {
    match property {
        "numberofindividuals" => evolution.population = Some(value.count(1)?),
        "generations" => evolution.generations = Some(value.count(0)?),
        "tournamentsize" => evolution.tournament = Some(value.count(1)?),
        "crossoverprobability" => evolution.crossover_rate = Some(value.number(1.0)?),
        "mutationprobability" => evolution.mutation_rate = Some(value.number(1.0)?),
        _ => return Ok(false),
    }
    Ok(true)
}

fn apply_other(overrides: &mut Overrides, property: &str, value: &Value) -> Result<bool, Error> {
    match property {
        "noisepercentage" => overrides.noise = Some(value.number(100.0)? / 100.0),
        "performcrossvalidation" => overrides.cross_validation.wanted = Some(value.truth()?),
        "nroffolds" => overrides.cross_validation.folds = Some(value.count(2)?),
        "seed" | "randomseed" => overrides.seed = Some(value.whole(0)?),
        "nrofthreads" => overrides.threads = Some(value.count(1)?),
        "maxnrofresults" => overrides.max_results = Some(value.count(0)?),
        "equivalence" => overrides.equivalence = Some(value.truth()?),
        "forallsemantics" | "forallretrievalsemantics" => {
            const EXPECTED: &str = "`standard`, `nonempty` or `someonly`";
            let word = value.text(EXPECTED)?.to_ascii_lowercase();
            overrides.forall = Some(match word.as_str() {
                "standard" => Forall::Standard,
                "nonempty" => Forall::NonEmpty,
                "someonly" => Forall::SomeOnly,
                _ => return Err(value.wrong(EXPECTED)),
            });
        }
        _ => return Ok(false),
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::super::item::Content;
    use super::*;
    use crate::place::Place;

    fn applied(property: &str, content: Content) -> Result<Overrides, String> {
        let mut overrides = Overrides::default();
        let value = Value { place: Place { line: 1, column: 1 }, content };
        match apply(&mut overrides, property, &value) {
            Ok(true) => Ok(overrides),
            Ok(false) => Err("no meaning".to_owned()),
            Err(error) => Err(error.message().to_owned()),
        }
    }

    fn number(written: &str) -> Content {
        Content::Number(written.to_owned())
    }

    fn text(text: &str) -> Content {
        Content::Text(text.to_owned())
    }

    #[test]
    fn values_reach_their_settings() {
        let timeout = |written: &str| {
            applied("maxexecutiontimeinseconds", number(written)).map(|o| o.limits.timeout)
        };
        assert_eq!(timeout("10"), Ok(Some(Duration::from_secs(10))));
        assert_eq!(timeout("10.0"), Ok(Some(Duration::from_secs(10))));
        assert_eq!(timeout("0"), Ok(None));
        assert_eq!(timeout("-1"), Err("expected a whole number, found `-1`".to_owned()));
        assert_eq!(timeout("1.5"), Err("expected a whole number, found `1.5`".to_owned()));

        let noise = |content| applied("noisepercentage", content).map(|o| o.noise);
        assert_eq!(noise(number("30")), Ok(Some(0.3)));
        assert_eq!(noise(text("5.0")), Ok(Some(0.05)));
        let error = noise(number("130")).expect_err("too much");
        assert_eq!(error, "expected a number from 0 to 100, found `130`");

        let inverse = |content| applied("useinverse", content).map(|o| o.constructors.inverse);
        assert_eq!(inverse(Content::Bool(true)), Ok(Some(true)));
        assert_eq!(inverse(text("false")), Ok(Some(false)));
        assert_eq!(inverse(number("1")), Err("expected `true` or `false`, found `1`".to_owned()));

        let allowed = applied("allowedconcepts", Content::Set(Vec::new()));
        assert_eq!(allowed.map(|o| o.vocabulary.allowed_classes), Ok(Some(Vec::new())));
        let forall = applied("forallsemantics", text("SomeOnly"));
        assert_eq!(forall.map(|o| o.forall), Ok(Some(Forall::SomeOnly)));
        let folds = applied("nroffolds", number("1"));
        assert_eq!(folds, Err("expected a whole number from 2 on, found `1`".to_owned()));
        let seed = applied("seed", number("18446744073709551615"));
        assert_eq!(seed.map(|o| o.seed), Ok(Some(u64::MAX)));
    }

    #[test]
    fn other_settings_are_left_to_a_warning() {
        for property in ["writesearchtree", "expansionpenaltyfactor", "usesomeonly", ""] {
            assert_eq!(applied(property, Content::Bool(true)), Err("no meaning".to_owned()));
        }
    }
}
