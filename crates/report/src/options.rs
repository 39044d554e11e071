//! The table of options as plain data: what a form, a reference page or another program needs.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Every method, preset and option.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OptionsTable {
    /// The version of this format.
    pub version: u32,
    /// The ways to learn. Where none is named, or `auto`, it is the one of the preset, or another
    /// one that has the options which are set.
    pub methods: Vec<MethodModel>,
    /// Differences from the defaults that have a name; the first is the default.
    pub presets: Vec<PresetModel>,
    /// The groups of options, in the order in which people read them.
    pub groups: Vec<GroupModel>,
    /// The options of all methods.
    pub options: Vec<OptionModel>,
}

/// A way to learn.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MethodModel {
    /// The word for it.
    pub id: String,
    /// A sentence about it.
    pub about: String,
    /// The names of its options.
    pub options: Vec<String>,
    /// What options are where nothing is said, by name, if that is not the default in `options`.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub defaults: serde_json::Map<String, Value>,
}

/// Differences from the defaults that have a name.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PresetModel {
    /// The word for it.
    pub id: String,
    /// A sentence about it.
    pub about: String,
    /// The method that learns where none is named.
    pub learner: String,
    /// What it sets, by name.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub values: serde_json::Map<String, Value>,
}

/// A group of options.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GroupModel {
    /// The word for it.
    pub id: String,
    /// Its heading.
    pub title: String,
}

/// An option.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OptionModel {
    /// What it is called.
    pub name: String,
    /// What it is called in Python.
    pub python: String,
    /// What it means.
    pub about: String,
    /// The group that it belongs to.
    pub group: String,
    /// What it can be set to.
    pub kind: KindModel,
    /// The least that a number can be.
    pub least: Option<f64>,
    /// The most that a number can be.
    pub most: Option<f64>,
    /// The words of a choice.
    pub choices: Vec<ChoiceModel>,
    /// Whether it can be left unset (`null`).
    pub optional: bool,
    /// What it is where nothing is said.
    pub default: Value,
    /// Whether only people who know the method want to change it.
    pub advanced: bool,
    /// Where the default comes from.
    pub source: String,
}

/// What an option can be set to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum KindModel {
    /// Yes or no.
    Switch,
    /// A whole number.
    Count,
    /// A number.
    Number,
    /// One of some words.
    Choice,
    /// Some of some words, with commas between them.
    Choices,
    /// A time such as `300s`, or `none`.
    Time,
    /// Two heights such as `1..6`.
    Heights,
    /// A description logic such as `ALCQ(D)`.
    Language,
    /// Any text.
    Text,
    /// Names, with commas between them.
    Names,
}

/// A word that an option can be set to.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChoiceModel {
    /// The word.
    pub word: String,
    /// A sentence about it.
    pub about: String,
}
