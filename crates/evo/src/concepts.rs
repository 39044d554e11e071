//! What can be done with a concept on a graph, in one call each.

use evolearner_dl::Concept;
use evolearner_graph::Graph;
use evolearner_learn::Forall;
use evolearner_retrieve::{Forall as RetrieveForall, Hierarchy, Knowledge};

/// A concept with the same instances that is no longer, by logic and by what the ontology states.
pub fn simplify(graph: &Graph, concept: &Concept, forall: Forall) -> Concept {
    let stated = &graph.stated;
    let hierarchy = Hierarchy::new(
        graph.symbols.classes.len(),
        stated.subclasses.iter().copied(),
        stated.disjoint.iter().copied(),
        stated.ranges.iter().copied(),
    );
    let forall = match forall {
        Forall::Standard => RetrieveForall::Standard,
        Forall::Nonempty => RetrieveForall::Nonempty,
    };
    evolearner_retrieve::simplify(concept, &Knowledge::stated(&hierarchy).with_forall(forall))
}
