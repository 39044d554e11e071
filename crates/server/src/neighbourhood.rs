//! What lies around individuals: the part of a graph that a person can look at.

use std::collections::BTreeSet;

use evolearner::{ClassId, Graph, IndividualId};
use serde::Serialize;
use utoipa::ToSchema;

use crate::naming::Names;

/// The most values of an individual that are shown.
const MAX_VALUES: usize = 50;

/// Individuals and the edges between them.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Neighbourhood {
    /// The individuals; the one that was asked for comes first.
    pub(crate) nodes: Vec<GraphNode>,
    /// The edges, from one node to another.
    pub(crate) edges: Vec<GraphEdge>,
    /// Neighbours that are left out because there are too many.
    pub(crate) left_out: usize,
}

/// An individual.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct GraphNode {
    /// Its IRI.
    iri: String,
    /// Its name.
    name: String,
    /// The names of its most specific classes.
    classes: Vec<String>,
    /// Its data values.
    values: Vec<DataValue>,
    /// Whether an explanation rests on it.
    witness: bool,
}

/// A value of an individual.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct DataValue {
    /// The name of the data property.
    property: String,
    /// The value as written.
    value: String,
}

/// An edge between two nodes.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct GraphEdge {
    /// The position of the subject among the nodes.
    from: usize,
    /// The position of the object.
    to: usize,
    /// The names of the object properties.
    roles: Vec<String>,
    /// Whether an explanation goes along it.
    witness: bool,
}

/// What must be shown of the surroundings of an individual.
#[derive(Default)]
pub(crate) struct Shown {
    /// Individuals that an explanation names.
    pub(crate) individuals: Vec<IndividualId>,
    /// The steps of an explanation from one individual to another.
    pub(crate) steps: BTreeSet<(IndividualId, IndividualId)>,
}

/// The graph around an individual: the individuals that must be shown, then its neighbours until
/// there are `limit` nodes, and all edges between them.
pub(crate) fn neighbourhood(
    graph: &Graph,
    names: Names,
    centre: IndividualId,
    shown: &Shown,
    limit: usize,
) -> Neighbourhood {
    let mut nodes = vec![centre];
    for &individual in &shown.individuals {
        if !nodes.contains(&individual) {
            nodes.push(individual);
        }
    }
    let mut around: Vec<IndividualId> = Vec::new();
    for (property, _) in graph.symbols.object_properties.iter() {
        around.extend(graph.edges(property).objects(centre));
        around
            .extend(graph.edges(property).backward.of(centre.0).iter().copied().map(IndividualId));
    }
    around.sort_unstable();
    around.dedup();
    around.retain(|individual| !nodes.contains(individual));
    let n_free = limit.saturating_sub(nodes.len()).min(around.len());
    let left_out = around.len() - n_free;
    nodes.extend(around.into_iter().take(n_free));
    let describe = |&individual: &IndividualId| {
        let symbols = &graph.symbols;
        let class = |class: &ClassId| names.plain(symbols, symbols.classes.get(*class));
        GraphNode {
            iri: symbols.individuals.get(individual).to_owned(),
            name: names.plain(symbols, symbols.individuals.get(individual)),
            classes: specific_classes(graph, individual).iter().map(class).collect(),
            values: values(graph, individual, names),
            witness: shown.individuals.contains(&individual),
        }
    };
    Neighbourhood {
        edges: edges(graph, names, &nodes, &shown.steps),
        nodes: nodes.iter().map(describe).collect(),
        left_out,
    }
}

fn edges(
    graph: &Graph,
    names: Names,
    nodes: &[IndividualId],
    steps: &BTreeSet<(IndividualId, IndividualId)>,
) -> Vec<GraphEdge> {
    let mut edges: Vec<GraphEdge> = Vec::new();
    for (from, &subject) in nodes.iter().enumerate() {
        let n_before = edges.len();
        for (property, iri) in graph.symbols.object_properties.iter() {
            for object in graph.edges(property).objects(subject) {
                let Some(to) = nodes.iter().position(|&node| node == object) else { continue };
                let role = names.plain(&graph.symbols, iri);
                match edges[n_before..].iter_mut().find(|edge| edge.to == to) {
                    Some(edge) => edge.roles.push(role),
                    None => {
                        let witness = steps.contains(&(subject, object))
                            || steps.contains(&(object, subject));
                        edges.push(GraphEdge { from, to, roles: vec![role], witness });
                    }
                }
            }
        }
    }
    edges
}

/// The classes of an individual without those that follow from others.
pub(crate) fn specific_classes(graph: &Graph, individual: IndividualId) -> Vec<ClassId> {
    let has = |class: &ClassId| graph.instances(*class).contains(individual);
    let classes: Vec<ClassId> =
        graph.symbols.classes.iter().map(|(class, _)| class).filter(has).collect();
    let is_specific = |&&class: &&ClassId| {
        classes.iter().all(|&other| {
            other == class || !graph.is_subclass(other, class) || graph.is_subclass(class, other)
        })
    };
    classes.iter().filter(is_specific).copied().collect()
}

/// The data values of an individual.
pub(crate) fn values(graph: &Graph, individual: IndividualId, names: Names) -> Vec<DataValue> {
    let symbols = &graph.symbols;
    let values = symbols.data_properties.iter().flat_map(|(property, iri)| {
        graph.values(property).of(individual).map(move |value| DataValue {
            property: names.plain(symbols, iri),
            value: graph.literals.lexical(value).to_owned(),
        })
    });
    values.take(MAX_VALUES).collect()
}
