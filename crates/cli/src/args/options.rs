//! The flags of the table of options: one for each, with what the table says about it.

use std::sync::LazyLock;

use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use evolearner::{
    AUTO, BadOption, Layer, Learner, METHODS, OptionKind, OptionSpec, PRESETS, all_options,
};

/// The option that every command has as a flag of its own.
const SEED: &str = "seed";

/// What was given of the options, as it was written.
#[derive(Clone, Debug, Default)]
pub(crate) struct OptionFlags {
    values: Vec<(&'static str, String)>,
}

impl OptionFlags {
    /// Sets what was given.
    pub(crate) fn apply(&self, learner: &mut Learner) -> Result<(), BadOption> {
        for (name, text) in &self.values {
            if !learner.has_option(name) {
                return Err(BadOption::unknown(name, format!(" of the learner {}", learner.id())));
            }
            learner.set_text(name, text, Layer::Caller)?;
        }
        Ok(())
    }
}

impl Args for OptionFlags {
    fn augment_args(command: Command) -> Command {
        let specs = all_options().into_iter().filter(|spec| spec.name != SEED);
        specs.fold(command, |command, spec| command.arg(flag(spec)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for OptionFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut flags = Self::default();
        flags.update_from_arg_matches(matches)?;
        Ok(flags)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        for spec in all_options() {
            let given = matches.try_get_many::<String>(spec.name);
            let unknown = |_| Error::raw(ErrorKind::UnknownArgument, spec.name);
            if spec.name != SEED
                && let Some(texts) = given.map_err(unknown)?
            {
                // Only a list of names can be given several times.
                let texts: Vec<&str> = texts.map(String::as_str).collect();
                self.values.push((spec.name, texts.join(",")));
            }
        }
        Ok(())
    }
}

/// The flag of an option.
fn flag(spec: &'static OptionSpec) -> Arg {
    let arg = Arg::new(spec.name).long(spec.name).help(help(spec)).help_heading(spec.group.title());
    match spec.kind() {
        OptionKind::Switch => arg
            .num_args(0..=1)
            .require_equals(true)
            .value_name("BOOL")
            .default_missing_value("true")
            .hide_default_value(true),
        OptionKind::Count(..) => arg.value_name("N"),
        OptionKind::Number(..) => arg.value_name("X").allow_hyphen_values(true),
        OptionKind::Choice(_) => arg.value_name("WORD"),
        OptionKind::Choices(_) => arg.value_name("WORDS"),
        OptionKind::Time => arg.value_name("TIME"),
        OptionKind::Heights => arg.value_name("A..B"),
        OptionKind::Language => arg.value_name("LOGIC"),
        OptionKind::Text => arg.value_name("TEXT"),
        OptionKind::Names => arg.value_name("NAMES").action(ArgAction::Append),
    }
}

/// What an option means, can be, and is where nothing is said.
fn help(spec: &OptionSpec) -> String {
    let mut help = spec.about();
    if let OptionKind::Choice(words) | OptionKind::Choices(words) = spec.kind() {
        let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        help = format!("{}: {}", help.trim_end_matches('.'), words.join(", "));
    }
    let methods: Vec<&str> = METHODS
        .iter()
        .filter(|method| method.options().iter().any(|other| other.name == spec.name))
        .map(|method| method.id())
        .collect();
    let only = match methods.as_slice() {
        [] => String::new(),
        some => format!(" ({} only)", some.join(", ")),
    };
    format!("{help}{only} [default: {}]", default(spec))
}

/// The options of every learner with the values of the first preset. Made once, because three
/// commands ask for each of them while the arguments are declared.
static DEFAULTS: LazyLock<Vec<(&str, Learner)>> = LazyLock::new(|| {
    let ids = std::iter::once(AUTO).chain(METHODS.iter().map(|method| method.id()));
    ids.map(|id| (id, Learner::new(id, PRESETS[0].id).expect("it is in the list"))).collect()
});

/// The default, and what other learners and presets have instead.
fn default(spec: &OptionSpec) -> String {
    let mut values = DEFAULTS.iter().map(|(id, learner)| {
        let mut rows = learner.options().rows();
        (*id, rows.find(|(other, ..)| other.name == spec.name).map(|row| row.1.to_string()))
    });
    let of_auto = values.next().and_then(|(_, value)| value);
    let mut default = of_auto.unwrap_or_else(|| spec.default().to_string());
    let others: Vec<(&str, String)> = values
        .filter_map(|(id, value)| Some((id, value?)))
        .filter(|(_, value)| *value != default)
        .collect();
    for others in others.chunk_by(|a, b| a.1 == b.1) {
        let ids: Vec<&str> = others.iter().map(|(id, _)| *id).collect();
        default = format!("{default}; {}: {}", ids.join(", "), others[0].1);
    }
    for preset in PRESETS {
        for (name, value) in preset.values {
            if *name == spec.name {
                default = format!("{default}; {}: {value}", preset.id);
            }
        }
    }
    default
}

/// The words for methods.
pub(crate) fn methods() -> PossibleValuesParser {
    let value =
        |id: &'static str, about: &'static str| clap::builder::PossibleValue::new(id).help(about);
    let auto = value(AUTO, "The one of the preset, or the one that has the options which are set.");
    let methods = METHODS.iter().map(|method| value(method.id(), method.about()));
    PossibleValuesParser::new(std::iter::once(auto).chain(methods))
}

/// The words for presets.
pub(crate) fn presets() -> PossibleValuesParser {
    let value =
        |id: &'static str, about: &'static str| clap::builder::PossibleValue::new(id).help(about);
    PossibleValuesParser::new(PRESETS.iter().map(|preset| value(preset.id, preset.about)))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::args::Args;

    #[test]
    fn every_option_is_a_flag_of_learn_and_crossval_with_its_default() {
        let command = Args::command();
        for verb in ["learn", "crossval"] {
            let verb = command.find_subcommand(verb).expect("there is such a command");
            for spec in all_options().into_iter().filter(|spec| spec.name != SEED) {
                let arg = verb.get_arguments().find(|arg| arg.get_long() == Some(spec.name));
                let help = arg.expect(spec.name).get_help().expect(spec.name).to_string();
                assert!(help.contains("[default: "), "{help}");
            }
        }
        assert!(command.get_arguments().any(|arg| arg.get_long() == Some(SEED)));
    }
}
