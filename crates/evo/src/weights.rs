//! What examples count, by their names.

use std::collections::BTreeMap;

use evolearner_dl::IndividualId;
use evolearner_evaluate::Examples;
use evolearner_graph::Graph;

use crate::knowledge_base::KnowledgeBase;
use crate::task::{Policy, TaskError};

/// The largest weight: what it costs to miss an example, a multiple of its weight, is still a number.
const MAX_WEIGHT: f64 = 1e300;

/// The weights of a statement in terms of a graph; individuals without one count 1.
pub(crate) struct WeightsOfNames(BTreeMap<IndividualId, f64>);

impl WeightsOfNames {
    pub(crate) fn resolve(
        kb: &KnowledgeBase,
        stated: &[(String, f64)],
        policy: Policy,
        notices: &mut Vec<String>,
    ) -> Result<Self, TaskError> {
        let found = kb.vocabulary();
        let found = found.individuals(stated.iter().map(|(name, _)| name.as_str()));
        let mut unknown = Vec::new();
        let mut weights = BTreeMap::new();
        for (found, (name, weight)) in found.zip(stated) {
            if !(0.0..=MAX_WEIGHT).contains(weight) {
                let message = format!(
                    "the weight of {name} is {weight:?}; it must be a number from 0 to {MAX_WEIGHT:e}"
                );
                return Err(TaskError::Weights(message));
            }
            match found.map(|individual| weights.insert(individual, *weight)) {
                Ok(Some(other)) if other != *weight => {
                    let message = format!("{name} has the weights {other} and {weight}");
                    return Err(TaskError::Weights(message));
                }
                Ok(_) => {}
                Err(error) => unknown.push(error),
            }
        }
        match unknown.first() {
            Some(first) if policy.skips_unknown => notices.push(format!(
                "{} weights are of names that are unknown, for instance {}",
                unknown.len(),
                first.name
            )),
            Some(_) => return Err(TaskError::UnknownExamples(unknown)),
            None => {}
        }
        Ok(Self(weights))
    }

    /// The examples without those of weight 0.
    pub(crate) fn left(
        &self,
        positives: Vec<IndividualId>,
        negatives: Vec<IndividualId>,
        notices: &mut Vec<String>,
    ) -> (Vec<IndividualId>, Vec<IndividualId>) {
        if self.0.is_empty() {
            return (positives, negatives);
        }
        let n_before = positives.len() + negatives.len();
        let mut sorted: Vec<IndividualId> = positives.iter().chain(&negatives).copied().collect();
        sorted.sort_unstable();
        let n_others = self.0.keys().filter(|one| sorted.binary_search(one).is_err()).count();
        if n_others > 0 {
            notices.push(format!("{n_others} weights are of individuals that are no examples"));
        }
        let counts = |one: &IndividualId| self.0.get(one).is_none_or(|&weight| weight > 0.0);
        let [positives, negatives] = [positives, negatives]
            .map(|side| side.into_iter().filter(counts).collect::<Vec<IndividualId>>());
        let n_left_out = n_before - positives.len() - negatives.len();
        if n_left_out > 0 {
            notices.push(format!("{n_left_out} examples of weight 0 are left out"));
        }
        (positives, negatives)
    }

    /// The weights by IRI.
    pub(crate) fn record(&self, graph: &Graph) -> BTreeMap<String, f64> {
        let iri = |individual: IndividualId| graph.symbols.individuals.get(individual).to_owned();
        self.0.iter().map(|(&individual, &weight)| (iri(individual), weight)).collect()
    }

    /// Examples that count as much.
    pub(crate) fn apply(&self, examples: Examples) -> Result<Examples, TaskError> {
        if self.0.is_empty() {
            return Ok(examples);
        }
        examples
            .with_weights(|individual| self.of(individual))
            .map_err(|bad| TaskError::Weights(bad.to_string()))
    }

    /// What an individual counts.
    pub(crate) fn of(&self, individual: IndividualId) -> f64 {
        self.0.get(&individual).copied().unwrap_or(1.0)
    }
}
