//! Options in files and results: JSON and TOML on one side, values of the table on the other.

use evolearner_report::model::OptionValues;
use evolearner_search::{BadOption, Kind, Layer, OptionSpec, Options, Value};
use serde_json::Value as Json;

use crate::learner::Learner;

/// All options by name, as results have them.
pub fn option_values(options: &Options) -> OptionValues {
    options.rows().map(|(spec, value, _)| (spec.name.to_owned(), json(spec, value))).collect()
}

/// A value of an option as JSON.
pub fn json(spec: &OptionSpec, value: &Value) -> Json {
    match value {
        Value::Nothing if spec.kind() == Kind::Time => "none".into(),
        Value::Nothing => Json::Null,
        Value::Switch(switch) => (*switch).into(),
        Value::Count(count) => (*count).into(),
        Value::Number(number) => (*number).into(),
        Value::Text(text) => text.clone().into(),
    }
}

impl Learner {
    /// Sets options from JSON, in the order of the table; `null` leaves one as it is.
    pub fn set_all(&mut self, values: &OptionValues, layer: Layer) -> Result<(), BadOption> {
        // A language comes before what is added to it, whatever the order of the file.
        let order = |name: &str| {
            let mut names = self.options().rows().map(|(spec, ..)| spec.name);
            names.position(|known| known == name).unwrap_or(usize::MAX)
        };
        let mut values: Vec<(&String, &Json)> = values.iter().collect();
        values.sort_by_key(|(name, _)| order(name));
        for (name, value) in values {
            let value = match value {
                Json::Null => {
                    if !self.options().has(name) {
                        self.set(name, Value::Nothing, layer)?;
                    }
                    continue;
                }
                Json::Bool(switch) => Value::Switch(*switch),
                Json::Number(number) => match number.as_u64() {
                    Some(count) => Value::Count(count),
                    None => Value::Number(number.as_f64().unwrap_or(f64::NAN)),
                },
                Json::String(text) if text == "none" && self.is_optional(name) => Value::Nothing,
                Json::String(text) => Value::Text(text.clone()),
                Json::Array(words) if words.iter().all(Json::is_string) => {
                    let words: Vec<&str> = words.iter().filter_map(Json::as_str).collect();
                    Value::Text(words.join(","))
                }
                other => {
                    return Err(BadOption::new(name, other, "a number, a word, true or false"));
                }
            };
            self.set(name, value, layer)?;
        }
        Ok(())
    }

    fn is_optional(&self, name: &str) -> bool {
        self.options().rows().any(|(spec, ..)| spec.name == name && spec.is_optional())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
}
