//! Several classes: a concept for each label, one decision for each individual, and how often it is right.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use crate::model::ConceptModel;
use crate::names::IndividualName;

/// What was learned from individuals with labels.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeveralReport {
    /// The version of this format.
    pub version: u32,
    /// The labels in their order, each with its concept; nothing where only folds were learned.
    pub labels: Vec<LabelConcept>,
    /// The label of individuals that no concept covers.
    pub otherwise: String,
    /// What `∀` says of individuals without successors.
    pub forall: String,
    /// How an individual is decided about, in words.
    pub rule: String,
    /// Decisions on the examples that were learned from.
    pub train: Option<Decisions>,
    /// Decisions on examples that were not learned from, where that was asked for.
    pub test: Option<Decisions>,
    /// How many folds were tested.
    pub folds: usize,
    /// Examples that are decided wrongly, at most [`Self::MAX_MISTAKES`].
    pub mistakes: Vec<Mistake>,
    /// Whether nothing was cut short by an interrupt.
    pub complete: bool,
    /// The method that learned.
    pub learner: String,
    /// How long it took.
    pub seconds: f64,
}

/// A label and what describes it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LabelConcept {
    /// The label.
    pub label: String,
    /// How many examples have it.
    pub examples: usize,
    /// The concept that tells them from the rest.
    pub concept: ConceptModel,
    /// The same in words.
    pub sentence: String,
    /// Its length.
    pub length: usize,
    /// Examples with the label that it covers.
    pub covered: usize,
    /// Examples with another label that it covers.
    pub others_covered: usize,
    /// Concepts that vote in place of the one, where that was asked for; the first one is the concept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub committee: Vec<Voter>,
}

/// A member of the committee of a label.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Voter {
    /// The concept.
    pub concept: ConceptModel,
    /// What its vote counts.
    pub weight: f64,
}

/// Which labels were decided for.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Decisions {
    /// The labels, in the order of rows and columns.
    pub labels: Vec<String>,
    /// For each label (row), how many of its examples were decided to have each label (column).
    pub matrix: Vec<Vec<usize>>,
    /// The share of right decisions.
    pub accuracy: f64,
    /// Its standard deviation over folds, where there are several.
    #[serde(default)]
    pub std: Option<f64>,
}

/// An example that is decided wrongly.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Mistake {
    /// The individual.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub individual: IndividualName,
    /// Its label.
    pub label: String,
    /// What it was decided to be.
    pub decided: String,
    /// Why the one and not the other.
    pub because: String,
}

impl Decisions {
    /// The precision, recall and F1 of a label.
    pub fn of_label(&self, label: usize) -> (f64, f64, f64) {
        let right = self.matrix[label][label] as f64;
        let n_decided: usize = self.matrix.iter().map(|row| row[label]).sum();
        let n_labelled: usize = self.matrix[label].iter().sum();
        let share = |whole: usize| if whole == 0 { 0.0 } else { right / whole as f64 };
        (share(n_decided), share(n_labelled), share(n_decided + n_labelled) * 2.0)
    }

    fn write(&self, out: &mut String, title: &str) {
        let _ = write!(out, "{title}: accuracy {:.3}", self.accuracy);
        if let Some(std) = self.std {
            let _ = write!(out, " ± {std:.3}");
        }
        let _ = writeln!(out, "\n  rows are labels, columns decisions");
        let width = self.labels.iter().map(|label| label.chars().count()).max().unwrap_or(0).max(6);
        let _ = write!(out, "  {:width$}", "");
        for label in &self.labels {
            let _ = write!(out, "  {label:>width$}");
        }
        let _ = writeln!(out, "  {:>9}  {:>6}  {:>6}", "precision", "recall", "F1");
        for (at, row) in self.matrix.iter().enumerate() {
            let _ = write!(out, "  {:width$}", self.labels[at]);
            for count in row {
                let _ = write!(out, "  {count:>width$}");
            }
            let (precision, recall, f1) = self.of_label(at);
            let _ = writeln!(out, "  {precision:>9.3}  {recall:>6.3}  {f1:>6.3}");
        }
    }
}

impl SeveralReport {
    /// The most mistakes that are listed.
    pub const MAX_MISTAKES: usize = 20;

    /// The report as text.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for label in &self.labels {
            let LabelConcept { examples, covered, others_covered, length, .. } = label;
            let _ = writeln!(
                out,
                "{}\n  {}\n  {}\n  covers {covered} of {examples} and {others_covered} others, \
                 length {length}\n",
                label.label, label.concept.dl, label.sentence
            );
        }
        let _ = writeln!(out, "decision: {}, here {}\n", self.rule, self.otherwise);
        if let Some(train) = &self.train {
            train.write(&mut out, "examples that were learned from");
        }
        if let Some(test) = &self.test {
            let title = format!("examples that were not learned from, {} folds", self.folds);
            test.write(&mut out, &title);
        }
        for mistake in &self.mistakes {
            let Mistake { individual, label, decided, because } = mistake;
            let name = &individual.name;
            let _ = writeln!(out, "  {name} is {label} and decided to be {decided}: {because}");
        }
        if !self.complete {
            out.push_str("interrupted: searches were cut short\n");
        }
        let _ = writeln!(out, "\nlearner {}; {:.2} s", self.learner, self.seconds);
        out
    }
}
