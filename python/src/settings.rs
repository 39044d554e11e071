//! Options from Python: JSON by the names of the table, errors by the names of the parameters.

use evolearner::report::model::OptionValues;
use evolearner::{
    AUTO, BadOption, Layer, Learner, OptionKind, OptionSpec, all_options, option_values,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use serde_json::Value;

use crate::error;

/// A learner with the options of a preset, changed by those of a JSON object.
pub(crate) fn learner(id: &str, preset: &str, options: &str) -> PyResult<Learner> {
    let values: OptionValues = serde_json::from_str(options).map_err(|bad| error::of_json(&bad))?;
    let checked = || {
        let mut learner = Learner::new(id, preset)?;
        learner.set_all(&values, Layer::Caller)?;
        learner.check()?;
        Ok(learner)
    };
    checked().map_err(|bad| refused(id, &values, &bad))
}

/// What is wrong with an option, under the name of its parameter. A value of another type is a
/// `TypeError`.
fn refused(learner: &str, values: &OptionValues, bad: &BadOption) -> PyErr {
    let spec = all_options().into_iter().find(|spec| spec.name == bad.name);
    let name = spec.map_or(bad.name.as_str(), |spec| spec.python);
    let Some(value) = &bad.value else {
        let message = if learner == AUTO {
            format!("no learner has {name} together with the other parameters that are set")
        } else {
            format!("the learner {learner} has no parameter {name}")
        };
        return PyValueError::new_err(message);
    };
    let given = values.get(&bad.name);
    let shown = match given {
        Some(Value::String(_)) => format!("{value:?}"),
        Some(Value::Bool(true)) => "True".to_owned(),
        Some(Value::Bool(false)) => "False".to_owned(),
        _ => value.clone(),
    };
    let message = format!("{name} cannot be {shown}: {}", in_python(&bad.reason));
    match (spec, given) {
        (Some(spec), Some(given)) if !is_of_kind(spec, given) => PyTypeError::new_err(message),
        _ => PyValueError::new_err(message),
    }
}

fn is_of_kind(spec: &OptionSpec, value: &Value) -> bool {
    match spec.kind() {
        OptionKind::Switch => value.is_boolean(),
        OptionKind::Count(..) => value.is_i64() || value.is_u64(),
        OptionKind::Number(..) => value.is_number(),
        OptionKind::Time => value.is_number() || value.is_string(),
        OptionKind::Choices(_) | OptionKind::Names => value.is_array() || value.is_string(),
        OptionKind::Choice(_) | OptionKind::Heights | OptionKind::Language | OptionKind::Text => {
            value.is_string()
        }
    }
}

/// A sentence about options in the words of Python. Only names with hyphens are replaced: those of
/// one word are words of a sentence as well, as in "a population of 800".
fn in_python(sentence: &str) -> String {
    let specs = all_options().into_iter().filter(|spec| spec.name.contains('-'));
    specs.fold(sentence.replace("true or false", "True or False"), |sentence, spec| {
        sentence.replace(spec.name, spec.python)
    })
}

/// All options of a learner as JSON, by name.
#[pyfunction]
pub(crate) fn settings(learner: &str, preset: &str, options: &str) -> PyResult<String> {
    let learner = self::learner(learner, preset, options)?;
    serde_json::to_string(&option_values(learner.options())).map_err(|bad| error::of_json(&bad))
}

/// Every method, preset and option, as JSON.
#[pyfunction]
pub(crate) fn options_table() -> PyResult<String> {
    serde_json::to_string(&evolearner::options_table(&[])).map_err(|bad| error::of_json(&bad))
}
