//! Prints `python/evolearner/_parameters.py`: the parameters of Python's learner, with types and
//! documentation, from the table of options.
//!
//! scikit-learn reads the names of parameters from the signature of the constructor, so they must
//! be written out.

use std::fmt::Write as _;

use evolearner::report::options::{KindModel, OptionModel, OptionsTable};
use evolearner::{AUTO, options_table};
use serde_json::Value;

/// The widest line.
const WIDTH: usize = 100;

const HEAD: &str = r#""""The parameters of the learner.

Generated from the table of options by ``crates/evo/examples/generate_python.rs``: edit that table.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from evolearner._evolearner import KnowledgeBase
"#;

/// A parameter of the constructor.
struct Parameter {
    name: String,
    annotation: String,
    default: String,
    /// Its type as people read it.
    shown_type: String,
    about: String,
}

impl Parameter {
    fn new(name: &str, annotation: &str, default: &str, shown_type: &str, about: String) -> Self {
        Self {
            name: name.to_owned(),
            annotation: annotation.to_owned(),
            default: default.to_owned(),
            shown_type: shown_type.to_owned(),
            about,
        }
    }
}

fn main() {
    let table = options_table(&[]);
    let mut parameters = before_options(&table);
    parameters.extend(table.options.iter().map(|option| of_option(&table, option)));
    parameters.extend(after_options());
    print!("{HEAD}\n{}\n\n{}", documentation(&parameters), class(&parameters));
}

fn before_options(table: &OptionsTable) -> Vec<Parameter> {
    let listed = |items: Vec<(&str, &str)>| {
        let items: Vec<String> =
            items.iter().map(|(id, about)| format!("\"{id}\": {about}")).collect();
        items.join(" ")
    };
    let methods: Vec<(&str, &str)> =
        table.methods.iter().map(|method| (&*method.id, &*method.about)).collect();
    let presets: Vec<(&str, &str)> =
        table.presets.iter().map(|preset| (&*preset.id, &*preset.about)).collect();
    let of_presets: Vec<String> = table
        .presets
        .iter()
        .map(|preset| format!("{} with the preset \"{}\"", preset.learner, preset.id))
        .collect();
    let auto = format!(
        "\"{AUTO}\": the one of the preset, {}, or another one if only that has the parameters \
         which are set.",
        of_presets.join(" and ")
    );
    let word = |name: &str, first: &str, about: String| {
        let default = format!("\"{first}\"");
        Parameter::new(name, "str", &default, &format!("str, default {default}"), about)
    };
    vec![
        Parameter::new(
            "knowledge_base",
            "KnowledgeBase | str | os.PathLike[str] | None",
            "None",
            "KnowledgeBase or path",
            "What is known about the individuals.".to_owned(),
        ),
        word("learner", AUTO, format!("The way to learn. {auto} {}", listed(methods))),
        word(
            "preset",
            presets[0].0,
            format!("What the options below are unless they are set. {}", listed(presets.clone())),
        ),
    ]
}

fn after_options() -> Vec<Parameter> {
    let switch = |name: &str, about: &str| {
        let about = format!("{about} `True` adds to `language`, `False` takes from it.");
        Parameter::new(name, "bool | None", "None", "bool, optional", about)
    };
    vec![
        switch("use_data_properties", "Whether concepts may compare data values."),
        switch("use_card_restrictions", "Whether concepts may count."),
        switch("use_inverse", "Whether concepts may read roles backwards."),
        Parameter::new(
            "ignore",
            "Iterable[str]",
            "()",
            "list of str",
            "Classes, with what is below them, and properties that the answer must not use."
                .to_owned(),
        ),
        Parameter::new(
            "n_jobs",
            "int | None",
            "None",
            "int, optional",
            "Threads: `None` is one, `-1` all cores. No result depends on it.".to_owned(),
        ),
        Parameter::new("verbose", "int", "0", "int, default 0", "1 shows progress.".to_owned()),
    ]
}

fn of_option(table: &OptionsTable, option: &OptionModel) -> Parameter {
    let (annotation, shown_type, remark) = python_type(option);
    let mut about = option.about.clone();
    if !option.choices.is_empty() {
        let words: Vec<String> =
            option.choices.iter().map(|choice| format!("\"{}\"", choice.word)).collect();
        let which = if option.kind == KindModel::Choices { "Some" } else { "One" };
        let _ = write!(about, " {which} of {}.", words.join(", "));
    }
    about += remark;
    let methods = table.methods.iter().filter(|method| method.options.contains(&option.name));
    let methods: Vec<&str> = methods.map(|method| &*method.id).collect();
    if methods.len() < table.methods.len() {
        let _ = write!(about, " Only with the learner {}.", methods.join(" or "));
    }
    for method in &table.methods {
        if let Some(default) = method.defaults.get(&option.name) {
            let _ = write!(about, " With the learner {} the default is {default}.", method.id);
        }
    }
    let default = match &option.default {
        Value::Null => "optional".to_owned(),
        Value::Bool(true) => "default True".to_owned(),
        Value::Bool(false) => "default False".to_owned(),
        other => format!("default {other}"),
    };
    let annotation =
        if annotation == "Any" { annotation.to_owned() } else { format!("{annotation} | None") };
    let shown_type = format!("{shown_type}, {default}");
    Parameter::new(&option.python, &annotation, "None", &shown_type, about)
}

/// The annotation of an option, its type as people read it, and what is particular to Python.
fn python_type(option: &OptionModel) -> (&'static str, &'static str, &'static str) {
    match (&*option.name, option.kind) {
        ("quality", _) => ("Any", "str", " Or an object that has the word as its `name`."),
        ("seed", _) => ("Any", "int, RandomState or Generator", " One seed gives one result."),
        ("elite", _) => ("float", "int or float", " A float is a share of the population."),
        (_, KindModel::Switch) => ("bool", "bool", ""),
        (_, KindModel::Count) => ("int", "int", ""),
        (_, KindModel::Number) => ("float", "float", ""),
        (_, KindModel::Choice | KindModel::Heights | KindModel::Language | KindModel::Text) => {
            ("str", "str", "")
        }
        (_, KindModel::Choices | KindModel::Names) => ("str | Iterable[str]", "list of str", ""),
        (_, KindModel::Time) => {
            ("float | str", "float or str", " A number is seconds; `inf` is no limit.")
        }
    }
}

fn documentation(parameters: &[Parameter]) -> String {
    let mut text = String::from("PARAMETERS = \"\"\"\\\n    Parameters\n    ----------\n");
    for Parameter { name, shown_type, about, .. } in parameters {
        let _ = writeln!(text, "    {name} : {shown_type}");
        let mut line = String::new();
        // Python writes code between two marks.
        let about = about.replace('`', "``");
        for word in about.split_whitespace() {
            if !line.is_empty() && 8 + line.chars().count() + 1 + word.chars().count() > WIDTH {
                let _ = writeln!(text, "        {line}");
                line.clear();
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line += word;
        }
        let _ = writeln!(text, "        {line}");
    }
    text + "\"\"\"\n"
}

fn class(parameters: &[Parameter]) -> String {
    let mut text = String::from(
        "class Parameters:\n    \"\"\"Keeps what the constructor is given; nothing is checked before \
         ``fit``.\"\"\"\n\n    def __init__(\n        self,\n",
    );
    for (at, Parameter { name, annotation, default, .. }) in parameters.iter().enumerate() {
        let _ = writeln!(text, "        {name}: {annotation} = {default},");
        if at == 0 {
            text += "        *,\n";
        }
    }
    text += "    ) -> None:\n";
    for Parameter { name, .. } in parameters {
        let _ = writeln!(text, "        self.{name} = {name}");
    }
    text
}
