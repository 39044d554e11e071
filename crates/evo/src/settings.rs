//! Options in files and results: JSON and TOML on one side, values of the table on the other.

use evolearner_report::model::OptionValues;
use evolearner_search::{BadOption, Layer, OptionKind, OptionSpec, OptionValue, Options};
use serde_json::Value as Json;

use crate::learner::Learner;

/// All options by name, as results have them.
pub fn option_values(options: &Options) -> OptionValues {
    options.rows().map(|(spec, value, _)| (spec.name.to_owned(), json(spec, value))).collect()
}

/// A value of an option as JSON.
pub fn json(spec: &OptionSpec, value: &OptionValue) -> Json {
    match value {
        OptionValue::Nothing if spec.kind() == OptionKind::Time => "none".into(),
        OptionValue::Nothing => Json::Null,
        OptionValue::Switch(switch) => (*switch).into(),
        OptionValue::Count(count) => (*count).into(),
        OptionValue::Number(number) => (*number).into(),
        OptionValue::Text(text) => text.clone().into(),
    }
}

impl Learner {
    /// Sets options from JSON, in the order of the table; `null` leaves one as it is.
    pub fn set_all(&mut self, values: &OptionValues, layer: Layer) -> Result<(), BadOption> {
        let specs: Vec<&OptionSpec> = self.options().rows().map(|(spec, ..)| spec).collect();
        let row = |name: &str| specs.iter().position(|spec| spec.name == name);
        let is_optional = |name: &str| row(name).is_some_and(|row| specs[row].is_optional());
        let mut values: Vec<(&String, &Json)> = values.iter().collect();
        // A language comes before what is added to it, whatever the order of the file.
        values.sort_by_key(|(name, _)| row(name).unwrap_or(usize::MAX));
        for (name, value) in values {
            let value = match value {
                Json::Null => {
                    if !self.knows(name) {
                        self.set(name, OptionValue::Nothing, layer)?;
                    }
                    continue;
                }
                Json::Bool(switch) => OptionValue::Switch(*switch),
                Json::Number(number) => match number.as_u64() {
                    Some(count) => OptionValue::Count(count),
                    None => OptionValue::Number(number.as_f64().unwrap_or(f64::NAN)),
                },
                Json::String(text) if text == "none" && is_optional(name) => OptionValue::Nothing,
                Json::String(text) => OptionValue::Text(text.clone()),
                Json::Array(words) if words.iter().all(Json::is_string) => {
                    let words: Vec<&str> = words.iter().filter_map(Json::as_str).collect();
                    OptionValue::Text(words.join(","))
                }
                other => {
                    return Err(BadOption::new(name, other, "a number, a word, true or false"));
                }
            };
            self.set(name, value, layer)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use evolearner_learners::METHODS;
    use serde_json::json;

    #[test]
    fn none_is_a_word_of_some_options_and_no_value_of_others() {
        let mut learner = Learner::new("evolve", "default").unwrap();
        let values = json!({ "splitter": "none", "timeout": "none", "evaluations": "none" });
        learner.set_all(values.as_object().unwrap(), Layer::Caller).unwrap();
        let values = option_values(learner.options());
        assert_eq!(values["splitter"], "none");
        assert_eq!(values["timeout"], "none");
        assert_eq!(values["evaluations"], Json::Null);
    }

    #[test]
    fn null_leaves_an_option_and_the_learner_as_they_are() {
        let mut learner = Learner::new("auto", "default").unwrap();
        let before = option_values(learner.options());
        let values = json!({ "population": null, "width": null, "timeout": null });
        learner.set_all(values.as_object().unwrap(), Layer::Caller).unwrap();
        assert_eq!((learner.id(), option_values(learner.options())), ("beam", before));
        let values = json!({ "elite": null });
        let mut top = Learner::new("top", "default").unwrap();
        assert!(top.set_all(values.as_object().unwrap(), Layer::Caller).is_err());
    }

    #[test]
    fn options_that_no_learner_has_together_are_refused() {
        let mut learner = Learner::new("auto", "default").unwrap();
        let values = json!({ "population": 5, "width": 5 });
        let refusal = learner.set_all(values.as_object().unwrap(), Layer::Caller).unwrap_err();
        assert_eq!(
            refusal.to_string(),
            "there is no option `population` of the learner beam, which other options ask for"
        );
    }

    #[test]
    fn a_name_that_no_learner_has_is_refused_with_the_nearest_one() {
        let refusal = |learner: &str, name: &str| {
            let mut learner = Learner::new(learner, "default").unwrap();
            let values = OptionValues::from_iter([(name.to_owned(), 5.into())]);
            learner.set_all(&values, Layer::Caller).unwrap_err().to_string()
        };
        let population = "there is no option `poplation`: did you mean `population`?";
        assert_eq!(refusal("auto", "poplation"), population);
        assert_eq!(refusal("evolve", "poplation"), population);
        assert_eq!(refusal("beam", "poplation"), "there is no option `poplation`");
        assert!(refusal("auto", "nestng").ends_with("did you mean `nesting`?"));
    }

    /// `none` is a word of the splitter and was taken for no value.
    #[test]
    fn every_word_of_a_choice_can_be_set_from_json() {
        for method in METHODS {
            let mut learner = Learner::new(method.id(), "default").unwrap();
            let specs: Vec<&OptionSpec> = learner.options().rows().map(|(spec, ..)| spec).collect();
            for spec in specs {
                let OptionKind::Choice(words) = spec.kind() else { continue };
                for (word, _) in words {
                    let values = OptionValues::from_iter([(spec.name.to_owned(), word.into())]);
                    learner.set_all(&values, Layer::Caller).unwrap();
                    assert_eq!(option_values(learner.options())[spec.name], word);
                }
            }
        }
    }
}
