//! The settings of DL-Learner that mean something here: one table from its properties to our options.
//!
//! The property alone decides, not the component that has it: the names of the beans are free, and a
//! start class is one whether the operator has it or the algorithm. Old names are kept as aliases.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json};

use super::item::Value;
use crate::error::Error;
use crate::overrides::{NameRules, Overrides};

/// What becomes of the value of a property. The first text is the name of an option.
enum Meaning {
    /// `true` adds this constructor to the language, `false` takes it out.
    Constructor(&'static str),
    /// `true` or `false`.
    Switch(&'static str),
    /// A whole number, and the least it can be.
    Count(&'static str, u64),
    /// The most of something; 0 means that there is no limit.
    Limit(&'static str),
    /// A number from 0 to 1.
    Share(&'static str),
    /// A number from 0 on.
    Weight(&'static str),
    /// One of DL-Learner's words, which are listed for messages and then with the word for each here.
    Word(&'static str, &'static str, &'static [(&'static str, &'static str)]),
    /// No option: a sentence that says so, if the value asks for what the learner does not do.
    Notice(&'static str, fn(&Value) -> Result<bool, Error>),
    /// Names that must not occur.
    Ignored(fn(&mut NameRules) -> &mut Vec<String>),
    /// The only names that may occur.
    Allowed(fn(&mut NameRules) -> &mut Option<Vec<String>>),
    /// Something else that is no option.
    Other(fn(&mut Requests, &Value) -> Result<(), Error>),
}

use Meaning::{
    Allowed, Constructor, Count, Ignored, Limit, Notice, Other, Share, Switch, Weight, Word,
};

/// Properties in lower case, and what they mean. Of two rows with the same constructor the upper one
/// counts.
const KEYS: &[(&[&str], Meaning)] = &[
    (&["usenegation"], Constructor("negation")),
    (&["usedisjunction"], Constructor("union")),
    (&["useexistsconstructor"], Constructor("exists")),
    (&["useallconstructor"], Constructor("forall")),
    (&["usecardinalityrestrictions"], Constructor("cardinality")),
    (&["useinverse"], Constructor("inverse")),
    (&["usehasvalueconstructor"], Constructor("values")),
    (&["usehasself"], Constructor("self")),
    (&["usenumericdatatypes", "usedoubledatatypes"], Constructor("numbers")),
    (&["usebooleandatatypes"], Constructor("booleans")),
    (&["usetimedatatypes"], Constructor("dates")),
    (&["usestringdatatypes"], Constructor("strings")),
    // A literal that is neither a number nor a time is only ever equal to something.
    (&["usedatahasvalueconstructor"], Constructor("strings")),
    (&["cardinalitylimit"], Count("max-cardinality", 0)),
    (&["maxnrofsplits"], Count("splits", 0)),
    (&["frequencythreshold", "valuefrequencythreshold"], Count("min-frequency", 0)),
    (
        &["forallsemantics", "forallretrievalsemantics"],
        // All successors within the filler and at least one of them is what `nonempty` says.
        Word(
            "forall",
            "`standard`, `nonempty` or `someonly`",
            &[("standard", "standard"), ("nonempty", "nonempty"), ("someonly", "nonempty")],
        ),
    ),
    (&["numberofindividuals"], Count("population", 1)),
    (&["generations"], Count("generations", 0)),
    (&["tournamentsize"], Count("tournament", 1)),
    (&["crossoverprobability"], Share("crossover-rate")),
    (&["mutationprobability"], Share("mutation-rate")),
    (&["maxdepth"], Count("max-depth", 1)),
    (&["expansionpenaltyfactor"], Weight("expansion-penalty")),
    (&["gainbonusfactor"], Weight("gain-bonus")),
    (&["noderefinementpenalty"], Weight("refinement-penalty")),
    (&["startnodebonus"], Weight("start-bonus")),
    (&["maxexecutiontimeinseconds"], Limit("timeout")),
    (&["maxclassexpressiontests", "maxclassdescriptiontests"], Limit("evaluations")),
    (&["stoponfirstdefinition"], Switch("stop-when-solved")),
    (&["seed", "randomseed"], Count("seed", 0)),
    (
        &["maxconceptlength", "maxlength"],
        Notice("there is no limit on length: the front has the best concept of each", |value| {
            value.count(1).map(|_| true)
        }),
    ),
    (
        &["beta"],
        // 1 weighs both the same and 0 switches the weight off.
        Notice("precision and recall weigh the same: beta is not used", |value| {
            let beta = value.number(f64::MAX)?;
            Ok(beta > 0.0 && beta != 1.0)
        }),
    ),
    (
        &["equivalence"],
        Notice("an equivalent class is looked for, not a superclass", |value| {
            value.truth().map(|wanted| !wanted)
        }),
    ),
    (
        &["maxnrofresults"],
        Notice("the whole front is shown, however many results are asked for", |value| {
            value.count(0).map(|_| true)
        }),
    ),
    (
        &["noisepercentage"],
        Other(|to, value| value.number(100.0).map(|percent| to.noise = Some(percent))),
    ),
    (
        &["terminateonnoisereached"],
        Other(|to, value| value.truth().map(|stops| to.stops_at_noise = stops)),
    ),
    (
        &["performcrossvalidation"],
        Other(|to, value| {
            value.truth().map(|wanted| to.others.cross_validation.wanted = Some(wanted))
        }),
    ),
    (
        &["nroffolds"],
        Other(|to, value| {
            value.count(2).map(|folds| to.others.cross_validation.folds = Some(folds))
        }),
    ),
    (
        &["nrofthreads"],
        Other(|to, value| value.count(1).map(|threads| to.others.threads = Some(threads))),
    ),
    (
        &["startclass"],
        Other(|to, value| {
            let class = value.text("a class or a concept in quotes");
            class.map(|class| to.others.vocabulary.start_class = Some(class.to_owned()))
        }),
    ),
    (&["ignoredconcepts"], Ignored(|names| &mut names.ignored_classes)),
    (&["allowedconcepts"], Allowed(|names| &mut names.allowed_classes)),
    (
        &["ignoredobjectproperties", "ignoredroles"],
        Ignored(|names| &mut names.ignored_object_properties),
    ),
    (
        &["allowedobjectproperties", "allowedroles"],
        Allowed(|names| &mut names.allowed_object_properties),
    ),
    (&["ignoreddataproperties"], Ignored(|names| &mut names.ignored_data_properties)),
    (&["alloweddataproperties"], Allowed(|names| &mut names.allowed_data_properties)),
];

/// What the settings of a configuration ask for. The last setting of a row counts.
#[derive(Default)]
pub(super) struct Requests {
    /// Values by the row of the table.
    rows: BTreeMap<usize, Json>,
    /// The percentage of examples that may be on the wrong side.
    noise: Option<f64>,
    /// Whether to stop at the first concept with no more mistakes than that.
    stops_at_noise: bool,
    /// What is no option.
    pub(super) others: Overrides,
}

impl Requests {
    /// Takes a setting over; false if it has no meaning here. `property` is in lower case.
    pub(super) fn take(&mut self, property: &str, value: &Value) -> Result<bool, Error> {
        let Some(row) = KEYS.iter().position(|(names, _)| names.contains(&property)) else {
            return Ok(false);
        };
        let stated: Json = match &KEYS[row].1 {
            Constructor(_) | Switch(_) => value.truth()?.into(),
            Count(_, least) => value.whole(*least)?.into(),
            Limit(_) => match value.whole(0)? {
                0 => "none".into(),
                most => most.into(),
            },
            Share(_) => value.number(1.0)?.into(),
            Weight(_) => value.number(f64::MAX)?.into(),
            Word(_, expected, words) => {
                let stated = value.text(expected)?;
                let known = words.iter().find(|(word, _)| stated.eq_ignore_ascii_case(word));
                known.ok_or_else(|| value.wrong(expected))?.1.into()
            }
            Notice(_, is_refused) => is_refused(value)?.into(),
            Ignored(names) => {
                *names(&mut self.others.vocabulary) = value.names()?;
                return Ok(true);
            }
            Allowed(names) => {
                *names(&mut self.others.vocabulary) = Some(value.names()?);
                return Ok(true);
            }
            Other(put) => {
                put(self, value)?;
                return Ok(true);
            }
        };
        self.rows.insert(row, stated);
        Ok(true)
    }

    /// All requests, as options where there are some and as notices where not.
    pub(super) fn overrides(&self) -> Overrides {
        let mut options = Map::new();
        let mut notices = Vec::new();
        let mut constructors: Vec<(&str, bool)> = Vec::new();
        for (&row, value) in &self.rows {
            let is_true = *value == Json::Bool(true);
            match KEYS[row].1 {
                Constructor(word) if constructors.iter().all(|(known, _)| *known != word) => {
                    constructors.push((word, is_true));
                }
                Notice(sentence, _) if is_true => notices.push(sentence.to_owned()),
                Switch(option)
                | Count(option, _)
                | Limit(option)
                | Share(option)
                | Weight(option)
                | Word(option, ..) => {
                    options.insert(option.to_owned(), value.clone());
                }
                Constructor(_) | Notice(..) | Ignored(_) | Allowed(_) | Other(_) => {}
            }
        }
        for (option, is_wanted) in [("with", true), ("without", false)] {
            let chosen = constructors.iter().filter(|(_, switch)| *switch == is_wanted);
            let words: Vec<&str> = chosen.map(|(word, _)| *word).collect();
            if !words.is_empty() {
                options.insert(option.to_owned(), words.into());
            }
        }
        if let Some(noise) = self.noise {
            // Without noise nothing is asked for that is not the case anyway.
            if noise > 0.0 {
                options.insert("noise".to_owned(), noise.into());
            }
            if self.stops_at_noise {
                options.insert("stop-at-quality".to_owned(), (1.0 - noise / 100.0).into());
            }
        }
        Overrides { options, notices, ..self.others.clone() }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::item::Content;
    use super::*;
    use crate::place::Place;

    fn value(content: Content) -> Value {
        Value { place: Place { line: 1, column: 1 }, content }
    }

    fn taken(settings: &[(&str, Content)]) -> Result<Overrides, String> {
        let mut requests = Requests::default();
        for (property, content) in settings {
            match requests.take(property, &value(content.clone())) {
                Ok(true) => {}
                Ok(false) => return Err("no meaning".to_owned()),
                Err(error) => return Err(error.message().to_owned()),
            }
        }
        Ok(requests.overrides())
    }

    /// The options that a setting becomes.
    fn options(property: &str, content: Content) -> Result<Json, String> {
        taken(&[(property, content)]).map(|overrides| Json::Object(overrides.options))
    }

    fn number(written: &str) -> Content {
        Content::Number(written.to_owned())
    }

    fn text(text: &str) -> Content {
        Content::Text(text.to_owned())
    }

    fn error<T>(message: &str) -> Result<T, String> {
        Err(message.to_owned())
    }

    #[test]
    fn values_reach_their_options() {
        let timeout = |written: &str| options("maxexecutiontimeinseconds", number(written));
        assert_eq!(timeout("10"), Ok(json!({"timeout": 10})));
        assert_eq!(timeout("10.0"), Ok(json!({"timeout": 10})));
        assert_eq!(timeout("0"), Ok(json!({"timeout": "none"})), "0 means no limit in DL-Learner");
        assert_eq!(timeout("-1"), error("expected a whole number, found `-1`"));
        assert_eq!(timeout("1.5"), error("expected a whole number, found `1.5`"));

        let inverse = |content| options("useinverse", content);
        assert_eq!(inverse(Content::Bool(true)), Ok(json!({"with": ["inverse"]})));
        assert_eq!(inverse(text("false")), Ok(json!({"without": ["inverse"]})));
        assert_eq!(inverse(number("1")), error("expected `true` or `false`, found `1`"));

        let forall = |word| options("forallsemantics", text(word));
        assert_eq!(forall("SomeOnly"), Ok(json!({"forall": "nonempty"})));
        assert_eq!(forall("standard"), Ok(json!({"forall": "standard"})));
        let message = "expected `standard`, `nonempty` or `someonly`, found the string `all`";
        assert_eq!(forall("all"), error(message));

        let seed = options("seed", number("18446744073709551615"));
        assert_eq!(seed, Ok(json!({"seed": u64::MAX})));
        let rate = options("mutationprobability", number("0.25"));
        assert_eq!(rate, Ok(json!({"mutation-rate": 0.25})));

        let weight = options("expansionpenaltyfactor", number("0.02"));
        assert_eq!(weight, Ok(json!({"expansion-penalty": 0.02})));

        let folds = taken(&[("nroffolds", number("1"))]);
        assert_eq!(folds, error("expected a whole number from 2 on, found `1`"));
        let allowed = taken(&[("allowedconcepts", Content::Set(Vec::new()))]).unwrap();
        let names = NameRules { allowed_classes: Some(Vec::new()), ..NameRules::default() };
        assert_eq!(allowed, Overrides { vocabulary: names, ..Overrides::default() });
    }

    #[test]
    fn noise_is_an_option_and_may_be_an_end() {
        let noise = |content| ("noisepercentage", content);
        let end = |stops| ("terminateonnoisereached", Content::Bool(stops));
        let overrides = |settings: &[_]| taken(settings).unwrap();
        let stopped = overrides(&[end(true), noise(text("25.0"))]);
        assert_eq!(Json::Object(stopped.options), json!({"noise": 25.0, "stop-at-quality": 0.75}));
        for settings in [&[noise(number("25"))][..], &[noise(number("25")), end(false)]] {
            let going_on = overrides(settings);
            assert_eq!(Json::Object(going_on.options), json!({"noise": 25.0}));
        }
        let perfect = overrides(&[noise(number("0")), end(true)]);
        assert_eq!(Json::Object(perfect.options), json!({"stop-at-quality": 1.0}));
        assert_eq!(overrides(&[noise(number("0"))]), Overrides::default());
        let message = "expected a number from 0 to 100, found `130`";
        assert_eq!(taken(&[noise(number("130"))]), error(message));
    }

    #[test]
    fn what_has_no_option_is_a_notice_if_it_is_asked_for() {
        let notices = |property, content| taken(&[(property, content)]).map(|o| o.notices.len());
        assert_eq!(notices("beta", number("2")), Ok(1));
        assert_eq!(notices("beta", number("1.0")), Ok(0));
        assert_eq!(notices("beta", number("0")), Ok(0));
        assert_eq!(notices("equivalence", Content::Bool(false)), Ok(1));
        assert_eq!(notices("equivalence", Content::Bool(true)), Ok(0));
        assert_eq!(notices("maxconceptlength", number("7")), Ok(1));
        assert_eq!(notices("maxnrofresults", number("10")), Ok(1));
    }

    #[test]
    fn the_last_setting_of_a_row_counts_and_the_upper_of_two_rows() {
        let switch = |property, switch| (property, Content::Bool(switch));
        let options = |settings: &[_]| Json::Object(taken(settings).unwrap().options);
        let aliases = [switch("usenumericdatatypes", true), switch("usedoubledatatypes", false)];
        assert_eq!(options(&aliases), json!({"without": ["numbers"]}));
        let strings =
            [switch("usestringdatatypes", true), switch("usedatahasvalueconstructor", false)];
        assert_eq!(options(&strings), json!({"with": ["strings"]}));
        assert_eq!(options(&strings[1..]), json!({"without": ["strings"]}));
        let equivalence = [switch("equivalence", false), switch("equivalence", true)];
        assert_eq!(taken(&equivalence), Ok(Overrides::default()));
    }

    #[test]
    fn every_property_has_one_row() {
        let properties: Vec<&str> = KEYS.iter().flat_map(|(names, _)| *names).copied().collect();
        for (at, property) in properties.iter().enumerate() {
            assert_eq!(property.to_ascii_lowercase(), *property);
            assert!(!properties[..at].contains(property), "{property}");
        }
    }

    #[test]
    fn other_settings_are_left_to_a_warning() {
        for property in ["writesearchtree", "usesomeonly", ""] {
            assert_eq!(taken(&[(property, Content::Bool(true))]), error("no meaning"));
        }
    }
}
