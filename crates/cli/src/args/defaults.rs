//! Help texts that show what holds where an option is not given, taken from the settings
//! themselves.

use clap::{Arg, Command, CommandFactory};
use evolearner::learning::Settings;
use evolearner::report::settings::SettingsModel;
use serde_json::{Map, Value};

use super::Args;

/// The command line with defaults in its help.
pub(crate) fn command() -> Command {
    let ours = texts(&Settings::recommended());
    let paper = texts(&Settings::paper());
    let with_default = |arg: Arg| -> Arg {
        let name = arg.get_id().as_str().replace('_', "-");
        let default = match (ours.get(&name), paper.get(&name)) {
            _ if !arg.get_action().takes_values() => return arg,
            _ if name == "threads" => "1, for folds all cores".to_owned(),
            (Some(ours), Some(paper)) if shown(ours) != shown(paper) => {
                format!("{}; paper: {}", shown(ours), shown(paper))
            }
            (Some(ours), _) => shown(ours),
            (None, _) => return arg,
        };
        let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
        arg.help(format!("{help} [default: {default}]"))
    };
    let command = Args::command().mut_args(with_default);
    ["learn", "crossval"].into_iter().fold(command, |command, verb| {
        command.mut_subcommand(verb, |subcommand| subcommand.mut_args(with_default))
    })
}

/// The settings by the names of their flags.
fn texts(settings: &Settings) -> Map<String, Value> {
    match serde_json::to_value(SettingsModel::from(settings)) {
        Ok(Value::Object(settings)) => settings,
        _ => Map::new(),
    }
}

/// A value as it is written behind a flag.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::String(word) => word.clone(),
        Value::Number(number) => match number.as_f64() {
            // Without the `.0` that JSON writes behind a whole float.
            Some(float) if number.is_f64() => float.to_string(),
            _ => number.to_string(),
        },
        other => other.to_string(),
    }
}
