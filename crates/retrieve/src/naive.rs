//! The specification: retrieval as the semantics reads, one individual at a time.
//!
//! Slow on purpose. It uses nothing of the fast engine and no index of the graph but lists of
//! facts; tests hold the engine against it.

use std::collections::BTreeSet;

use evolearner_dl::{
    Concept, DataRestriction, Id, IndividualId, Literal, LiteralId, Node, Quantifier, Role,
};
use evolearner_graph::Graph;

use crate::retrieve::RetrieveSettings;
use evolearner_dl::Forall;

type Members = BTreeSet<IndividualId>;

/// The instances of a concept, found the plain way.
pub fn retrieve(graph: &Graph, concept: &Concept, settings: RetrieveSettings) -> Members {
    concept.fold(|node, children: &mut Vec<Members>| {
        let universe = (0..graph.n_individuals()).map(IndividualId::new);
        universe.filter(|&x| is_instance(graph, settings, node, children, x)).collect()
    })
}

/// Whether one individual is an instance, given the instances of the concepts below.
fn is_instance(
    graph: &Graph,
    settings: RetrieveSettings,
    node: &Node,
    children: &[Members],
    x: IndividualId,
) -> bool {
    let n_in_filler = |role| {
        successors(graph, role, x).filter(|y| children[0].contains(y)).collect::<Members>().len()
    };
    match node {
        Node::Top => true,
        Node::Bottom => false,
        Node::Class(class) => graph.instances(*class).iter().any(|member| member == x),
        Node::OneOf(individuals) => individuals.contains(&x),
        Node::HasValue(role, y) => successors(graph, *role, x).any(|z| z == *y),
        Node::HasSelf(role) => successors(graph, *role, x).any(|y| y == x),
        Node::Data(restriction) => has_values(graph, settings, restriction, x),
        Node::Not => !children[0].contains(&x),
        Node::And(_) => children.iter().all(|child| child.contains(&x)),
        Node::Or(_) => children.iter().any(|child| child.contains(&x)),
        Node::Some(role) => successors(graph, *role, x).any(|y| children[0].contains(&y)),
        Node::Only(role) => {
            let all = successors(graph, *role, x).all(|y| children[0].contains(&y));
            let any = successors(graph, *role, x).next().is_some();
            all && (any || settings.forall == Forall::Standard)
        }
        Node::AtLeast(n, role) => n_in_filler(*role) >= *n as usize,
        Node::AtMost(n, role) => n_in_filler(*role) <= *n as usize,
        Node::Exactly(n, role) => n_in_filler(*role) == *n as usize,
    }
}

fn successors(graph: &Graph, role: Role, x: IndividualId) -> impl Iterator<Item = IndividualId> {
    let forward = &graph.edges(role.property).forward;
    let pairs = forward.iter().flat_map(|(from, row)| row.iter().map(move |&to| (from, to)));
    pairs.filter_map(move |(from, to)| {
        let (from, to) = if role.inverse { (to, from) } else { (from, to) };
        (from == x.0).then_some(IndividualId(to))
    })
}

fn has_values(
    graph: &Graph,
    settings: RetrieveSettings,
    restriction: &DataRestriction,
    x: IndividualId,
) -> bool {
    let pairs = graph.values(restriction.property).by_value().iter();
    let values =
        pairs.filter(|pair| pair[1] == x.0).map(|pair| graph.literals.get(LiteralId(pair[0])));
    let values: Vec<Literal> = values.collect();
    let lies_in = |value: &&Literal| restriction.range.contains(value);
    // Spellings of one value count once.
    let mut distinct: Vec<&Literal> = Vec::new();
    for value in values.iter().filter(lies_in) {
        if !distinct.iter().any(|other| other.same_value(value)) {
            distinct.push(value);
        }
    }
    match restriction.quantifier {
        Quantifier::Some => !distinct.is_empty(),
        Quantifier::Only => {
            values.iter().all(|value| lies_in(&value))
                && (!values.is_empty() || settings.forall == Forall::Standard)
        }
        Quantifier::AtLeast(n) => distinct.len() >= n as usize,
        Quantifier::AtMost(n) => distinct.len() <= n as usize,
        Quantifier::Exactly(n) => distinct.len() == n as usize,
    }
}
