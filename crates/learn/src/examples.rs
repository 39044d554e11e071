//! The examples as sets of bits.

use evolearner_dl::{ClassId, IndividualId};
use evolearner_graph::Graph;

use crate::bits::set_bits;
use crate::problem::Problem;

/// Who is to be told from whom.
#[derive(Clone, Debug)]
pub(crate) struct Examples {
    /// All of them, ascending.
    pub(crate) individuals: Vec<IndividualId>,
    /// The positives that an answer can cover, by their places.
    pub(crate) positives: Vec<u64>,
    /// The negatives that an answer can cover, by their places.
    pub(crate) negatives: Vec<u64>,
    pub(crate) n_positives: u32,
    pub(crate) n_negatives: u32,
}

impl Examples {
    /// The examples of a problem. Where every answer is a part of some class, no answer covers what
    /// lies outside of it.
    pub(crate) fn new(graph: &Graph, problem: &Problem, start_class: Option<ClassId>) -> Self {
        let (positives, negatives) = (problem.positives(), problem.negatives());
        let mut individuals: Vec<IndividualId> =
            positives.iter().chain(negatives).copied().collect();
        individuals.sort_unstable();
        individuals.dedup();
        let bits = |examples: &[IndividualId]| {
            let can_be_covered = |example: &&IndividualId| {
                start_class.is_none_or(|class| graph.instances(class).contains(**example))
            };
            let place =
                |example: &IndividualId| individuals.partition_point(|known| known < example);
            set_bits(individuals.len(), examples.iter().filter(can_be_covered).map(place))
        };
        Self {
            positives: bits(positives),
            negatives: bits(negatives),
            n_positives: positives.len() as u32,
            n_negatives: negatives.len() as u32,
            individuals,
        }
    }
}
