//! The examples as sets of bits.

use std::cmp::Ordering;

use evolearner_dl::{ClassId, IndividualId, local_name};
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

    /// The smallest class that all examples belong to; of equally large ones the most specific.
    ///
    /// The negatives count as well: a class of the positives alone would be part of the answer.
    pub(crate) fn common_class(&self, graph: &Graph) -> Option<ClassId> {
        let size = |class: ClassId| graph.instances(class).len();
        let is_common = |class: &ClassId| {
            let instances = graph.instances(*class);
            instances.len() >= self.individuals.len()
                && self.individuals.iter().all(|&individual| instances.contains(individual))
        };
        let classes = || graph.symbols.classes.iter().map(|(class, _)| class);
        let common = classes().filter(is_common).min_by(|&a, &b| {
            size(a).cmp(&size(b)).then_with(|| {
                match (graph.is_subclass(a, b), graph.is_subclass(b, a)) {
                    (true, false) => Ordering::Less,
                    (false, true) => Ordering::Greater,
                    _ => a.cmp(&b),
                }
            })
        })?;
        // With the same instances `PatientByAgeGroup` says no more than `Patient`.
        let name = |class: ClassId| local_name(graph.symbols.classes.get(class));
        let plainer = classes().filter(|&class| {
            size(class) == size(common)
                && class != common
                && !name(class).is_empty()
                && name(common).contains(name(class))
                && graph.is_subclass(common, class)
        });
        Some(plainer.min_by_key(|&class| name(class).len()).unwrap_or(common))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{graph, individual};

    #[test]
    fn the_common_class_is_the_most_specific_one_of_all_examples() {
        let graph = graph(
            "@prefix : <http://x/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
             :Acid rdfs:subClassOf :Compound . :Base rdfs:subClassOf :Compound .
             :Compound rdfs:subClassOf :Entity . :Named rdfs:subClassOf :Entity .
             :a1 a :Acid . :a2 a :Acid . :b1 a :Base . :b2 a :Base . :atom a :Atom .
             :CompoundByUse rdfs:subClassOf :Compound .
             :a1 a :CompoundByUse . :a2 a :CompoundByUse . :b1 a :CompoundByUse .
             :b2 a :CompoundByUse . :a1 a :Named . :a2 a :Named . :b1 a :Named . :b2 a :Named . :atom a :Named .",
        );
        let common = |positives: &[&str], negatives: &[&str]| {
            let find = |names: &[&str]| -> Vec<IndividualId> {
                names.iter().map(|name| individual(&graph, &format!("http://x/{name}"))).collect()
            };
            let (problem, _) = Problem::new(&find(positives), &find(negatives)).unwrap();
            let class = Examples::new(&graph, &problem, None).common_class(&graph);
            class.map(|class| graph.symbols.classes.get(class).to_owned())
        };
        // Acid would be part of the answer; CompoundByUse has the same instances.
        assert_eq!(common(&["a1", "a2"], &["b1"]).as_deref(), Some("http://x/Compound"));
        assert_eq!(common(&["a1"], &["a2"]).as_deref(), Some("http://x/Acid"));
        // Named and Entity have the same instances; one is below the other.
        assert_eq!(common(&["a1"], &["atom"]).as_deref(), Some("http://x/Named"));
    }
}
