//! Individuals with labels in terms of a graph.

use std::collections::{BTreeMap, BTreeSet};

use evolearner_dl::IndividualId;
use evolearner_search::Names;
use evolearner_syntax::NameError;

use crate::knowledge_base::KnowledgeBase;
use crate::task::{Policy, Task, TaskError};
use crate::weights::WeightsOfNames;
use evolearner_problem::Statement;

/// Individuals, each with one of at least two labels.
#[derive(Clone, Debug)]
pub struct LabelledExamples {
    /// The labels, sorted.
    pub labels: Vec<String>,
    /// Each individual with the place of its label.
    pub of: Vec<(IndividualId, usize)>,
    /// What each of them counts, in the same order; nothing where all count the same.
    pub(super) weights: Vec<f64>,
    /// Names that no concept may use.
    pub(super) names: Names,
}

/// Why a table of labels cannot be learned from.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LabelsError {
    /// Names that no individual has, or a name that is to be left out and nothing has.
    #[error(transparent)]
    Names(#[from] TaskError),
    /// An individual with two labels.
    #[error("{name} has the labels {one} and {other}: an individual has one label")]
    Contradictory {
        /// The individual.
        name: String,
        /// One label.
        one: String,
        /// The other.
        other: String,
    },
    /// Nothing to tell apart.
    #[error("at least 2 labels are needed, found {0}")]
    TooFew(usize),
}

impl LabelledExamples {
    /// The examples of rows of an individual and its label. A row that stands twice counts once.
    pub fn resolve(
        kb: &KnowledgeBase,
        rows: &[(String, String)],
        ignored: &[String],
        policy: Policy,
    ) -> Result<Self, LabelsError> {
        let vocabulary = kb.vocabulary();
        let found = vocabulary.individuals(rows.iter().map(|(name, _)| name.as_str()));
        let mut unknown: Vec<NameError> = Vec::new();
        let mut by_individual: BTreeMap<IndividualId, &str> = BTreeMap::new();
        for (found, (name, label)) in found.zip(rows) {
            match found {
                Err(error) => unknown.push(error),
                Ok(individual) => {
                    if let Some(known) = by_individual.insert(individual, label)
                        && known != label
                    {
                        let (name, one, other) = (name.clone(), known.to_owned(), label.clone());
                        return Err(LabelsError::Contradictory { name, one, other });
                    }
                }
            }
        }
        if !unknown.is_empty() && !policy.skips_unknown {
            return Err(TaskError::UnknownExamples(unknown).into());
        }
        let mut labels: Vec<String> =
            by_individual.values().map(|label| (*label).to_owned()).collect();
        labels.sort_unstable();
        labels.dedup();
        if labels.len() < 2 {
            return Err(LabelsError::TooFew(labels.len()));
        }
        let place = |label: &str| labels.partition_point(|known| known.as_str() < label);
        let of: Vec<(IndividualId, usize)> =
            by_individual.iter().map(|(&one, label)| (one, place(label))).collect();
        // Names are decided upon as in any task; which examples it has is no matter.
        let iri = |at: usize| kb.graph().symbols.individuals.get(of[at].0).to_owned();
        let statement = Statement::of_examples(vec![iri(0)], vec![iri(1)]);
        let names = Task::resolve(kb, &statement, ignored, policy)?.names;
        Ok(Self { labels, of, weights: Vec::new(), names })
    }

    /// The same examples where individuals count as much; those without a weight count 1, those of weight
    /// 0 are left out.
    pub fn with_weights(
        mut self,
        kb: &KnowledgeBase,
        weights: &[(String, f64)],
        policy: Policy,
    ) -> Result<Self, LabelsError> {
        let weights = WeightsOfNames::resolve(kb, weights, policy, &mut Vec::new())?;
        self.of.retain(|&(individual, _)| weights.of(individual) > 0.0);
        self.weights = self.of.iter().map(|&(individual, _)| weights.of(individual)).collect();
        let labels = self.of.iter().map(|(_, label)| label).collect::<BTreeSet<_>>();
        if labels.len() < 2 {
            return Err(LabelsError::TooFew(labels.len()));
        }
        Ok(self)
    }

    /// What individuals count, by a function.
    pub(super) fn weight(&self) -> impl Fn(IndividualId) -> f64 {
        let known: BTreeMap<IndividualId, f64> =
            self.of.iter().zip(&self.weights).map(|(&(one, _), &weight)| (one, weight)).collect();
        move |individual| known.get(&individual).copied().unwrap_or(1.0)
    }

    /// How many examples have a label.
    pub fn count(&self, label: usize) -> usize {
        self.of.iter().filter(|(_, of)| *of == label).count()
    }

    /// The examples at some places, with all labels.
    pub(super) fn part(&self, places: &[usize]) -> Self {
        let of = places.iter().map(|&at| self.of[at]).collect();
        let weights = places.iter().filter_map(|&at| self.weights.get(at).copied()).collect();
        Self { labels: self.labels.clone(), of, weights, names: self.names.clone() }
    }
}
