//! The table of options of all methods, as plain data for forms, pages and other programs.

use evolearner_learners::{METHODS, PRESETS};
use evolearner_report::options::{
    ChoiceModel, GroupModel, KindModel, MethodModel, OptionModel, OptionsTable, PresetModel,
};
use evolearner_search::{Bound, Group, OptionKind, OptionSpec, OptionValue, Options};

use crate::learner::Learner;
use crate::settings::json;

/// The rows of all methods, each once, in the order in which people read their groups.
pub fn all_options() -> Vec<&'static OptionSpec> {
    let mut specs: Vec<&'static OptionSpec> = Vec::new();
    for method in METHODS {
        for (spec, ..) in Options::of(*method).rows() {
            if specs.iter().all(|known| known.name != spec.name) {
                specs.push(spec);
            }
        }
    }
    let place = |group: Group| Group::ALL.iter().position(|other| *other == group);
    specs.sort_by_key(|spec| place(spec.group));
    specs
}

/// The table, with bounds that may be tighter than those of the library.
pub fn options_table(bounds: &[Bound]) -> OptionsTable {
    let methods = METHODS.iter().map(|method| {
        let options = Options::of(*method);
        let differs = |spec: &OptionSpec, value: &OptionValue| *value != spec.default();
        let rows = options.rows().filter(|(spec, value, _)| differs(spec, value));
        MethodModel {
            id: method.id().to_owned(),
            about: method.about().to_owned(),
            options: options.rows().map(|(spec, ..)| spec.name.to_owned()).collect(),
            defaults: rows
                .map(|(spec, value, _)| (spec.name.to_owned(), json(spec, value)))
                .collect(),
        }
    });
    let presets = PRESETS.iter().map(|preset| {
        let learner = Learner::new(preset.learner, preset.id).expect("presets are possible");
        let differs = |spec: &OptionSpec| preset.values.iter().any(|(name, _)| *name == spec.name);
        let rows = learner.options().rows().filter(|(spec, ..)| differs(spec));
        PresetModel {
            id: preset.id.to_owned(),
            about: preset.about.to_owned(),
            learner: preset.learner.to_owned(),
            values: rows
                .map(|(spec, value, _)| (spec.name.to_owned(), json(spec, value)))
                .collect(),
        }
    });
    let groups = Group::ALL
        .iter()
        .map(|group| GroupModel { id: group.word().to_owned(), title: group.title().to_owned() });
    OptionsTable {
        version: 1,
        methods: methods.collect(),
        presets: presets.collect(),
        groups: groups.collect(),
        options: all_options().into_iter().map(|spec| option(spec, bounds)).collect(),
    }
}

fn option(spec: &OptionSpec, bounds: &[Bound]) -> OptionModel {
    let tighter =
        bounds.iter().find(|bound| bound.name == spec.name).map(|bound| bound.most as f64);
    let most = |most: f64| Some(tighter.map_or(most, |tighter| tighter.min(most)));
    let (kind, least, most, choices) = match spec.kind() {
        OptionKind::Switch => (KindModel::Switch, None, None, Vec::new()),
        OptionKind::Count(low, high) => {
            (KindModel::Count, Some(low as f64), most(high as f64), Vec::new())
        }
        OptionKind::Number(low, high) => (KindModel::Number, Some(low), most(high), Vec::new()),
        OptionKind::Choice(words) => (KindModel::Choice, None, None, words),
        OptionKind::Choices(words) => (KindModel::Choices, None, None, words),
        OptionKind::Time => (KindModel::Time, None, None, Vec::new()),
        OptionKind::Heights => (KindModel::Heights, None, None, Vec::new()),
        OptionKind::Language => (KindModel::Language, None, None, Vec::new()),
        OptionKind::Text => (KindModel::Text, None, None, Vec::new()),
        OptionKind::Names => (KindModel::Names, None, None, Vec::new()),
    };
    let choice = |(word, about): (&str, &str)| ChoiceModel {
        word: word.to_owned(),
        about: about.to_owned(),
    };
    OptionModel {
        name: spec.name.to_owned(),
        python: spec.python.to_owned(),
        about: spec.about(),
        group: spec.group.word().to_owned(),
        kind,
        least,
        most,
        choices: choices.into_iter().map(choice).collect(),
        optional: spec.is_optional(),
        default: json(spec, &spec.default()),
        advanced: !spec.is_basic,
        source: spec.source.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_here_and_in_python() {
        let specs = all_options();
        for (at, spec) in specs.iter().enumerate() {
            for other in &specs[..at] {
                assert!(spec.name != other.name && spec.python != other.python, "{}", spec.name);
            }
            assert!(!spec.about().is_empty() && !spec.source.is_empty(), "{}", spec.name);
        }
    }

    #[test]
    fn defaults_and_presets_are_within_the_bounds() {
        for method in METHODS {
            for preset in PRESETS {
                let learner = Learner::new(method.id(), preset.id).unwrap();
                let values = crate::option_values(learner.options());
                let mut again = Learner::new(method.id(), "default").unwrap();
                again.set_all(&values, evolearner_search::Layer::Caller).unwrap();
                assert_eq!(crate::option_values(again.options()), values, "{}", method.id());
                assert_eq!(again.check(), Ok(()));
            }
        }
    }

    #[test]
    fn a_method_without_settings_has_the_defaults_of_the_table() {
        let table = options_table(&[]);
        for method in &table.methods {
            let learner = Learner::new(&method.id, "default").unwrap();
            for (name, value) in crate::option_values(learner.options()) {
                let option = table.options.iter().find(|option| option.name == name).unwrap();
                let default = method.defaults.get(&name).unwrap_or(&option.default);
                assert_eq!(*default, value, "{name} of {}", method.id);
            }
        }
    }

    #[test]
    fn a_preset_names_a_method_that_has_its_options() {
        let table = options_table(&[]);
        assert_eq!(table.presets.len(), PRESETS.len());
        for (preset, model) in PRESETS.iter().zip(table.presets) {
            let method = table.methods.iter().find(|method| method.id == model.learner).unwrap();
            for (name, _) in preset.values {
                assert!(method.options.iter().any(|option| option == name), "{name}");
                assert!(model.values.contains_key(*name), "{name}");
            }
        }
    }
}
