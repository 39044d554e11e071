//! Versioned plain mirrors of results.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::endpoint::EndpointModel;
use crate::inspect::OriginModel;
use crate::misclassified::Misclassified;
use crate::names::Labelled;
use crate::world::WorldModel;

/// The version of everything in this module.
pub const VERSION: u32 = 1;

/// A concept in the notations that other programs read.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ConceptModel {
    /// DL syntax.
    pub dl: String,
    /// Manchester syntax.
    pub manchester: String,
    /// OWL functional syntax.
    pub functional: String,
    /// A closed-world SPARQL query.
    pub sparql: Option<String>,
    /// The labels of the names in it, by IRI, where there are any.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub labels: BTreeMap<String, String>,
    /// The same concept with labels in place of names.
    #[serde(skip)]
    pub labelled: Option<Labelled>,
}

/// The result of `retrieve`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RetrieveReport {
    /// The version of this format.
    pub version: u32,
    /// The concept.
    pub concept: ConceptModel,
    /// How many instances it has.
    pub count: usize,
    /// Their IRIs, sorted.
    pub individuals: Vec<String>,
    /// The time that finding them took.
    pub seconds: f64,
}

/// How a concept does on examples.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Measures {
    /// Positives covered.
    pub tp: u32,
    /// Negatives covered.
    pub fp: u32,
    /// Negatives spared.
    pub tn: u32,
    /// Positives missed.
    #[serde(rename = "fn")]
    pub fn_: u32,
    /// Correct among all.
    pub accuracy: f64,
    /// Positives among the covered.
    pub precision: f64,
    /// Covered among the positives.
    pub recall: f64,
    /// Harmonic mean of both.
    pub f1: f64,
}

/// A learned concept and its worth.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Solution {
    /// The concept.
    pub concept: ConceptModel,
    /// A sentence that says it.
    pub sentence: String,
    /// The length as the paper's tables count it.
    pub length: usize,
    /// The tree nodes, which fitness counts.
    pub nodes: usize,
    /// The measure that was maximised.
    pub quality: f64,
    /// The same less the price of length.
    pub fitness: f64,
    /// On the examples that it was learned from.
    pub train: Measures,
    /// Whether no concept of its length or less does better, of those that the run could use.
    #[serde(default)]
    pub proven: bool,
}

/// Concepts that vote, each for what it covers and against the rest.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Committee {
    /// The members; the first one is the answer.
    pub members: Vec<MemberModel>,
    /// How the vote does on the examples that it was learned from.
    pub train: Measures,
    /// Whether the first member alone decides every vote: all others together weigh less.
    pub first_decides: bool,
}

/// A member of a committee.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MemberModel {
    /// What its vote counts.
    pub weight: f64,
    /// The concept, and how it does alone.
    pub solution: Solution,
}

/// What to expect of the procedure on new examples, and how surprising its answer is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Estimate {
    /// The mean accuracy on examples that were held back.
    pub accuracy: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
    /// The share of cases in which the interval is to hold the accuracy on new examples.
    pub level: f64,
    /// How often examples were held back.
    pub tests: usize,
    /// How many searches on shuffled labels did as well on what they were learned from.
    pub as_good: u64,
    /// How many there were.
    pub shuffles: u64,
    /// The chance of such an answer where there is nothing to learn; equals count as as good.
    pub p_value: f64,
    /// What simpler procedures reach on the same examples held back.
    pub baselines: Vec<Baseline>,
}

/// A simpler procedure.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Baseline {
    /// What it answers with: a single name, or a single restriction.
    pub name: String,
    /// Its mean accuracy on examples that were held back.
    pub accuracy: f64,
}

/// That no concept up to a length does better than the rows of the front up to that length.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ProofModel {
    /// The length up to which all concepts were tried.
    pub length: usize,
    /// The length up to which no concept gets every example right.
    pub imperfect: usize,
    /// What they were made of.
    pub among: String,
    /// The same as a sentence.
    pub statement: String,
}

/// Other concepts that do about as well as the answer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rivals {
    /// How many were found, each with a set of examples of its own.
    pub count: usize,
    /// How much lower their quality may be.
    pub within: f64,
    /// The names that most of them have: labels, or the ends of identifiers.
    pub common: Vec<String>,
    /// The same as a sentence.
    pub statement: String,
}

/// What a run had found after one of its steps.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Step {
    /// The number of the step; of an evolution, the generation.
    pub generation: u64,
    /// What the steps count: `generation`, `walk`, `name`.
    #[serde(default)]
    pub unit: String,
    /// Seconds since the run began.
    pub seconds: f64,
    /// Evaluations so far.
    pub evaluations: u64,
    /// In DL syntax.
    pub concept: String,
    /// The length as the paper's tables count it.
    pub length: usize,
    /// The quality.
    pub quality: f64,
    /// The fitness.
    pub fitness: f64,
    /// The accuracy.
    pub accuracy: f64,
    /// The F1 measure.
    pub f1: f64,
}

/// Phase times in seconds.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Seconds {
    /// Loading the knowledge base.
    pub load: f64,
    /// Finding thresholds.
    pub splits: f64,
    /// The first population.
    pub init: f64,
    /// All generations.
    pub evolve: f64,
    /// Everything.
    pub total: f64,
}

/// What the answer means.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Semantics {
    /// Closed, or open where all instances are entailed.
    pub world: String,
    /// How much was derived.
    pub inference: String,
    /// What `∀` says of individuals without successors.
    pub forall: String,
    /// What became of unnamed successors.
    pub existentials: String,
}

/// Which row of the front is the answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Chosen {
    /// The place in `front`, from 0; absent where the answer is not the best of its length.
    pub index: Option<usize>,
    /// Why it was chosen.
    pub because: String,
}

/// The result of `learn`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LearnReport {
    /// The version of this format.
    pub version: u32,
    /// The answer.
    pub best: Solution,
    /// Which row of the front the answer is, and why that one.
    pub chosen: Chosen,
    /// What to know before the answer is used.
    pub warnings: Vec<String>,
    /// The answer as a picture of its tree.
    #[serde(skip)]
    pub tree: String,
    /// The same picture with labels in place of names, where there are any.
    #[serde(skip)]
    pub labelled_tree: Option<String>,
    /// The examples that the answer gets wrong.
    pub misclassified: Misclassified,
    /// The best concept of each length that beats all shorter ones.
    pub front: Vec<Solution>,
    /// The committee around the answer, where that was asked for.
    #[serde(default)]
    pub committee: Option<Committee>,
    /// What to expect on new examples, where that was asked for.
    #[serde(default)]
    pub estimate: Option<Estimate>,
    /// What is known of all concepts up to a length.
    #[serde(default)]
    pub proof: Option<ProofModel>,
    /// Other concepts that do about as well, where the method keeps them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rivals: Option<Rivals>,
    /// That examples did not all count the same, where that is so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<WeightsModel>,
    /// What is known of negatives that are unlabelled, where they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unlabelled: Option<UnlabelledModel>,
    /// The fittest concepts of different lengths, best first.
    pub top: Vec<Solution>,
    /// The fittest of every generation.
    pub history: Vec<Step>,
    /// Why the run ended.
    pub stop: String,
    /// The steps after the first one; of an evolution, the generations.
    pub generations: u64,
    /// Candidates evaluated.
    pub evaluations: u64,
    /// Positive examples.
    pub positives: u32,
    /// Negative examples.
    pub negatives: u32,
    /// Phase times.
    pub seconds: Seconds,
    /// The method that learned.
    #[serde(default)]
    pub learner: String,
    /// All options of the method, by name.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub settings: OptionValues,
    /// The seed.
    pub seed: u64,
    /// What the answer means.
    pub semantics: Semantics,
    /// What was to be learned.
    #[serde(default)]
    pub task: TaskModel,
    /// What it was learned from.
    #[serde(default)]
    pub knowledge_base: OriginModel,
    /// The store that it was fetched from, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub endpoint: Option<EndpointModel>,
    /// What the axioms say of the examples in an open world, where that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub world: Option<WorldModel>,
    /// The version of the program that learned.
    #[serde(default)]
    pub program: String,
}

/// Options by name.
pub type OptionValues = serde_json::Map<String, serde_json::Value>;

/// A task by the IRIs of what it is about.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct TaskModel {
    /// The positive examples, unless they are the instances of a class.
    pub positives: Vec<String>,
    /// The negative examples; nothing where they are implied.
    pub negatives: Vec<String>,
    /// The class whose instances are the positives.
    pub target_class: Option<String>,
    /// Classes and properties that no concept may use.
    pub ignored: Vec<String>,
    /// A class that every concept is a part of.
    pub start_class: Option<String>,
    /// What individuals count among the examples, where that is not 1.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub weights: BTreeMap<String, f64>,
}

/// That negatives are unlabelled individuals, some of which are positive.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UnlabelledModel {
    /// The share of positives among them.
    pub positive_share: f64,
    /// Whether that was estimated from the examples, and not given.
    pub estimated: bool,
    /// The same as a sentence.
    pub statement: String,
}

/// That examples did not all count the same.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WeightsModel {
    /// How many examples have a weight other than 1.
    pub examples: usize,
    /// What a missed positive costs.
    pub false_negative_cost: f64,
    /// What a covered negative costs.
    pub false_positive_cost: f64,
    /// The same as a sentence.
    pub statement: String,
}

/// A report of one problem among several.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct NamedReport {
    /// The name of the problem.
    pub name: String,
    /// What was learned.
    #[serde(flatten)]
    pub report: LearnReport,
}

/// The result of learning several problems.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ManyReport {
    /// The version of this format.
    pub version: u32,
    /// One report per problem.
    pub problems: Vec<NamedReport>,
}

impl ManyReport {
    /// The reports of several problems.
    pub fn new(problems: Vec<NamedReport>) -> Self {
        Self { version: VERSION, problems }
    }
}
