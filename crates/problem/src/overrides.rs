//! What a problem text says about the search.

use evolearner_dl::Notation;

/// What a problem text asks for, to be laid over the front end's own.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Overrides {
    /// Which names concepts may use.
    pub vocabulary: NameRules,
    /// Options by name. Whether they exist and what they can be is for the learner to say.
    pub options: serde_json::Map<String, serde_json::Value>,
    /// One sentence for each request that has no option here.
    pub notices: Vec<String>,
    /// Whether and how to cross-validate.
    pub cross_validation: CrossValidation,
    /// How many threads may work.
    pub threads: Option<u32>,
    /// How to write concepts.
    pub notation: Option<Notation>,
}

/// Which names concepts may use; names as in [`crate::Statement`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NameRules {
    /// A concept that every answer should specialise, as written: mostly the name of a class.
    pub start_class: Option<String>,
    /// Classes that must not occur.
    pub ignored_classes: Vec<String>,
    /// The only classes that may occur.
    pub allowed_classes: Option<Vec<String>>,
    /// Object properties that must not occur.
    pub ignored_object_properties: Vec<String>,
    /// The only object properties that may occur.
    pub allowed_object_properties: Option<Vec<String>>,
    /// Data properties that must not occur.
    pub ignored_data_properties: Vec<String>,
    /// The only data properties that may occur.
    pub allowed_data_properties: Option<Vec<String>>,
}

/// Whether and how to cross-validate.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CrossValidation {
    /// Whether to do it.
    pub wanted: Option<bool>,
    /// The number of folds.
    pub folds: Option<u32>,
}
