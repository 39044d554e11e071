//! Which of a few individuals are instances of a concept.

use evolearner_dl::{Concept, IndividualId};
use evolearner_graph::Graph;

use crate::explain::Members;
use crate::retrieve::{RetrieveSettings, retrieve};

/// Up to so many individuals of the graph for each one asked about, all instances are retrieved:
/// set operations touch a bit per individual, a question about one individual a hash table.
const MAX_SHARE: usize = 256;

/// Whether each of these individuals is an instance of a concept. The cost follows what is asked
/// about, not the size of the graph.
pub fn retrieve_among(
    graph: &Graph,
    concept: &Concept,
    settings: RetrieveSettings,
    individuals: &[IndividualId],
) -> Vec<bool> {
    if graph.symbols.individuals.len() <= individuals.len().saturating_mul(MAX_SHARE) {
        let members = retrieve(graph, concept, settings);
        individuals.iter().map(|&individual| members.contains(individual)).collect()
    } else {
        let mut members = Members::new(graph, concept, settings.forall);
        individuals.iter().map(|&individual| members.holds(0, individual)).collect()
    }
}
