//! Versioned plain mirrors of results.

use std::collections::BTreeMap;

use evolearner_dl::{Concept, Symbols};
use evolearner_graph::Graph;
use evolearner_learn::{Confusion, Generation, Outcome, Problem, Row, Settings};
use evolearner_syntax::{Vocabulary, dl, english, functional, manchester, sparql, svg};
use serde::Serialize;

use crate::misclassified::Misclassified;
use crate::names::{self, Labelled};
use crate::settings::SettingsModel;
use crate::verdict;

/// The version of everything in this module.
pub const VERSION: u32 = 1;

/// The most concepts in `top`.
const MAX_TOP: usize = 10;

/// A concept in the notations that other programs read.
#[derive(Clone, Debug, Serialize)]
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
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub labels: BTreeMap<String, String>,
    /// The same concept with labels in place of names.
    #[serde(skip)]
    pub labelled: Option<Labelled>,
}

impl ConceptModel {
    /// A concept with all its notations.
    pub fn new(concept: &Concept, symbols: &Symbols) -> Self {
        Self {
            dl: dl::print(concept, symbols),
            manchester: manchester::print(concept, symbols),
            functional: functional::print(concept, symbols),
            sparql: sparql::select(concept, symbols).ok(),
            labels: names::labels(concept, symbols),
            labelled: Labelled::new(concept, symbols),
        }
    }
}

/// The result of `retrieve`.
#[derive(Clone, Debug, Serialize)]
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
#[derive(Clone, Copy, Debug, Serialize)]
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

impl From<Confusion> for Measures {
    fn from(confusion: Confusion) -> Self {
        Self {
            tp: confusion.tp,
            fp: confusion.fp,
            tn: confusion.tn,
            fn_: confusion.fn_,
            accuracy: confusion.accuracy(),
            precision: confusion.precision(),
            recall: confusion.recall(),
            f1: confusion.f1(),
        }
    }
}

/// A learned concept and its worth.
#[derive(Clone, Debug, Serialize)]
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
}

/// The fittest concept of one generation.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Step {
    /// The generation.
    pub generation: u32,
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
#[derive(Clone, Copy, Debug, Default, Serialize)]
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
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Semantics {
    /// Always closed.
    pub world: &'static str,
    /// How much was derived.
    pub inference: String,
    /// What `∀` says of individuals without successors.
    pub forall: String,
    /// What became of unnamed successors.
    pub existentials: String,
}

/// Which row of the front is the answer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Chosen {
    /// The place in `front`, from 0; absent where the answer is not the best of its length.
    pub index: Option<usize>,
    /// Why it was chosen.
    pub because: String,
}

/// The result of `learn`.
#[derive(Clone, Debug, Serialize)]
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
    /// The fittest concepts of different lengths, best first.
    pub top: Vec<Solution>,
    /// The fittest of every generation.
    pub history: Vec<Step>,
    /// Why the run ended.
    pub stop: &'static str,
    /// Generations after the first population.
    pub generations: u32,
    /// Candidates evaluated.
    pub evaluations: u64,
    /// Positive examples.
    pub positives: u32,
    /// Negative examples.
    pub negatives: u32,
    /// Phase times.
    pub seconds: Seconds,
    /// All settings.
    pub settings: SettingsModel,
    /// The seed.
    pub seed: u64,
    /// What the answer means.
    pub semantics: Semantics,
}

/// A report of one problem among several.
#[derive(Clone, Debug, Serialize)]
pub struct NamedReport {
    /// The name of the problem.
    pub name: String,
    /// What was learned.
    #[serde(flatten)]
    pub report: LearnReport,
}

/// The result of learning several problems.
#[derive(Clone, Debug, Serialize)]
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

/// What a report needs beside the outcome itself.
pub struct Context<'a> {
    /// The knowledge base.
    pub graph: &'a Graph,
    /// The examples.
    pub problem: &'a Problem,
    /// The settings of the run.
    pub settings: &'a Settings,
    /// Seconds that loading took.
    pub load_seconds: f64,
    /// How the graph was made.
    pub semantics: Semantics,
}

impl LearnReport {
    /// The report of a run.
    pub fn new(context: &Context<'_>, outcome: &Outcome) -> Self {
        let solution = |row: &Row| solution(context, outcome, row);
        let front = outcome.front.front();
        let index = front.iter().position(|row| row.concept == outcome.answer.concept);
        let because = verdict::because(context.settings, &outcome.answer, &front);
        let mut top: Vec<&Row> = outcome.front.rows().collect();
        top.sort_by(|a, b| b.fitness.total_cmp(&a.fitness));
        top.truncate(MAX_TOP);
        let phases = outcome.phases;
        let learned = phases.splits + phases.init + phases.evolve;
        let best = solution(&outcome.answer);
        let (symbols, concept) = (&context.graph.symbols, &outcome.answer.concept);
        let labelled_tree = best
            .concept
            .labelled
            .as_ref()
            .map(|_| svg::print_in(concept, &Vocabulary::new(symbols).with_labels()));
        Self {
            version: VERSION,
            best,
            chosen: Chosen { index, because },
            warnings: verdict::warnings(&outcome.answer),
            tree: svg::print(concept, symbols),
            labelled_tree,
            misclassified: Misclassified::new(context, concept),
            front: front.into_iter().map(solution).collect(),
            top: top.into_iter().map(solution).collect(),
            history: outcome
                .history
                .iter()
                .map(|step| history_step(context, outcome, step))
                .collect(),
            stop: outcome.stop.word(),
            generations: outcome.generations,
            evaluations: outcome.evaluations,
            positives: outcome.n_positives,
            negatives: outcome.n_negatives,
            seconds: Seconds {
                load: context.load_seconds,
                splits: phases.splits.as_secs_f64(),
                init: phases.init.as_secs_f64(),
                evolve: phases.evolve.as_secs_f64(),
                total: context.load_seconds + learned.as_secs_f64(),
            },
            settings: SettingsModel::from(context.settings),
            seed: context.settings.seed,
            semantics: context.semantics.clone(),
        }
    }
}

fn solution(context: &Context<'_>, outcome: &Outcome, row: &Row) -> Solution {
    let symbols = &context.graph.symbols;
    let confusion = Confusion::new(row.covered, outcome.n_positives, outcome.n_negatives);
    Solution {
        concept: ConceptModel::new(&row.concept, symbols),
        sentence: english::print_about(&row.concept, symbols, outcome.common_class),
        length: row.concept.length(),
        nodes: row.concept.n_nodes(),
        quality: row.quality,
        fitness: row.fitness,
        train: confusion.into(),
    }
}

fn history_step(context: &Context<'_>, outcome: &Outcome, generation: &Generation) -> Step {
    let best = &generation.best;
    let concept = evolearner_learn::concept(&outcome.alphabet, &best.genes);
    let confusion = Confusion::new(best.covered, outcome.n_positives, outcome.n_negatives);
    Step {
        generation: generation.number,
        seconds: generation.seconds,
        evaluations: generation.evaluations,
        concept: dl::print(&concept, &context.graph.symbols),
        length: concept.length(),
        quality: best.quality,
        fitness: best.fitness,
        accuracy: confusion.accuracy(),
        f1: confusion.f1(),
    }
}
