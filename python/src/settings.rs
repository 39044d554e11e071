//! Settings from Python: a name that people know, the name here, and a value as JSON.

use evolearner::learning::Settings;
use evolearner::report::settings::SettingsModel;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use serde_json::Value;

use crate::error;

/// A setting: its name in Python, its name on the command line, its value as JSON.
pub(crate) type Entry = (String, String, String);

/// The settings of a preset, changed by these entries in their order.
pub(crate) fn resolve(preset: &str, entries: &[Entry]) -> PyResult<Settings> {
    let mut settings = match preset {
        "paper" => Settings::paper(),
        "default" => Settings::recommended(),
        _ => return Err(error::of_choice("preset", preset, &["default", "paper"])),
    };
    for (python_name, name, json) in entries {
        let wrong = |error: serde_json::Error| wrong_json(python_name, json, &error);
        let value: Value = serde_json::from_str(json).map_err(wrong)?;
        let one = serde_json::Map::from_iter([(name.clone(), value)]);
        let model: SettingsModel = serde_json::from_value(Value::Object(one)).map_err(wrong)?;
        model.apply(&mut settings).map_err(|bad| error::of_setting(python_name, &bad))?;
    }
    settings.check().map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(settings)
}

/// A value that no setting of that name can have, in the words of Python.
fn wrong_json(name: &str, json: &str, error: &serde_json::Error) -> PyErr {
    let text = error.to_string();
    let expected = match text.rsplit_once("expected ") {
        Some((_, "usize" | "u32" | "u64")) => "a whole number that is not negative",
        Some((_, "f64")) => "a number",
        Some((_, "a boolean")) => "True or False",
        Some((_, "a string")) => "a text",
        _ => &text,
    };
    let message = format!("{name} cannot be {json}: {expected}");
    // A number out of range is of the right type.
    if text.starts_with("invalid value") {
        PyValueError::new_err(message)
    } else {
        PyTypeError::new_err(message)
    }
}

/// All settings of a run as JSON, under their names on the command line.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "arguments from Python are owned")]
pub(crate) fn settings(preset: &str, entries: Vec<Entry>) -> PyResult<String> {
    let settings = resolve(preset, &entries)?;
    serde_json::to_string(&SettingsModel::from(&settings))
        .map_err(|error| PyValueError::new_err(error.to_string()))
}
