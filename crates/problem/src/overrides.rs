//! What a problem text says about the search: every setting is optional, and typed.
//!
//! Only settings that mean something to a learner like ours are here; [`crate::Parsed::warnings`]
//! names the others. Grouped by concern, as the learner's own settings are.

use std::time::Duration;

/// Settings a problem text asks for, to be laid over the front end's own.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Overrides {
    /// Which names concepts may use.
    pub vocabulary: Vocabulary,
    /// Which constructors concepts may use.
    pub constructors: Constructors,
    /// When to stop.
    pub limits: Limits,
    /// Sizes and rates of the evolution.
    pub evolution: Evolution,
    /// Whether and how to cross-validate.
    pub cross_validation: CrossValidation,
    /// What is maximised.
    pub measure: Option<Measure>,
    /// The weight of recall against precision in an F measure.
    pub beta: Option<f64>,
    /// The share of examples that may be on the wrong side, from 0 to 1.
    pub noise: Option<f64>,
    /// What `∀` says of individuals without successors.
    pub forall: Option<Forall>,
    /// The seed of everything random.
    pub seed: Option<u64>,
    /// How many threads may work.
    pub threads: Option<u32>,
    /// How many concepts to show.
    pub max_results: Option<u32>,
    /// How to write concepts.
    pub notation: Option<Notation>,
    /// For a class to describe: whether to look for an equivalent class or only a superclass.
    pub equivalence: Option<bool>,
    /// The `[settings]` table of this project's own format, for the front end to read.
    pub table: toml::Table,
}

/// Which names concepts may use; names as in [`crate::Statement`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Vocabulary {
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

/// Which constructors concepts may use.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Constructors {
    /// `¬C`.
    pub negation: Option<bool>,
    /// `C ⊔ D`.
    pub disjunction: Option<bool>,
    /// `∃r.C`.
    pub exists: Option<bool>,
    /// `∀r.C`.
    pub forall: Option<bool>,
    /// `≥n r.C` and `≤n r.C`.
    pub cardinality: Option<bool>,
    /// The highest n in these.
    pub max_cardinality: Option<u32>,
    /// `r⁻`.
    pub inverse: Option<bool>,
    /// `∃r.{a}`.
    pub object_has_value: Option<bool>,
    /// `∃d.{v}`.
    pub data_has_value: Option<bool>,
    /// `∃r.Self`.
    pub has_self: Option<bool>,
    /// Thresholds on numbers.
    pub numeric_data: Option<bool>,
    /// Tests of truth values.
    pub boolean_data: Option<bool>,
    /// Thresholds on dates and times.
    pub time_data: Option<bool>,
    /// Tests of strings.
    pub string_data: Option<bool>,
    /// Thresholds per numeric property.
    pub max_splits: Option<u32>,
    /// How often an individual or literal must occur before `∃r.{a}` or `∃d.{v}` may name it.
    pub min_value_frequency: Option<u32>,
}

/// When to stop.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Wall-clock time; zero in the text means no limit and is left out here.
    pub timeout: Option<Duration>,
    /// Concepts evaluated; zero means no limit and is left out here.
    pub evaluations: Option<u64>,
    /// Stop at the first concept without mistakes.
    pub when_solved: Option<bool>,
    /// Stop at the first concept with no more mistakes than [`Overrides::noise`] allows.
    pub when_noise_reached: Option<bool>,
    /// How deep concepts may be nested.
    pub max_depth: Option<u32>,
    /// How long concepts may be.
    pub max_length: Option<u32>,
}

/// Sizes and rates of the evolution, as DL-Learner's own genetic programming names them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Evolution {
    /// Candidates in the population.
    pub population: Option<u32>,
    /// Generations.
    pub generations: Option<u32>,
    /// Candidates in a tournament.
    pub tournament: Option<u32>,
    /// The share of pairs that cross over, from 0 to 1.
    pub crossover_rate: Option<f64>,
    /// The share of candidates that mutate, from 0 to 1.
    pub mutation_rate: Option<f64>,
}

/// Whether and how to cross-validate.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CrossValidation {
    /// Whether to do it.
    pub wanted: Option<bool>,
    /// The number of folds.
    pub folds: Option<u32>,
}

/// What is maximised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Measure {
    /// The share of examples on the right side.
    Accuracy,
    /// Accuracy with both kinds of examples weighing the same.
    BalancedAccuracy,
    /// The F measure, with [`Overrides::beta`] if given.
    F1,
    /// Jaccard's coefficient of covered examples and positives.
    Jaccard,
    /// DL-Learner's mean of recall and precision.
    MeanOfPrecisionAndRecall,
}

/// What `∀` says of individuals without successors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Forall {
    /// They satisfy it.
    Standard,
    /// They do not.
    NonEmpty,
    /// Only a successor within the filler makes it true, and all must be there.
    SomeOnly,
}

/// How to write concepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// `Male ⊓ ∃hasChild.⊤`.
    Dl,
    /// `Male and (hasChild some Thing)`.
    Manchester,
}
