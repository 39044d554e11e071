//! What lies around individuals: the part of a graph that a person can look at.

use evolearner::syntax::{NameKind, Vocabulary};
use evolearner::{Graph, Id, IndividualId, local_name};
use serde::Serialize;
use utoipa::ToSchema;

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
    /// Its name as explanations spell it.
    name: String,
    /// The names of its most specific classes.
    classes: Vec<String>,
    /// Its data values.
    values: Vec<DataValue>,
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
}

/// The graph around an individual: the individuals that must be shown, then its neighbours until
/// there are `limit` nodes, and all edges between them.
pub(crate) fn neighbourhood(
    graph: &Graph,
    vocabulary: &Vocabulary<'_>,
    centre: IndividualId,
    shown: &[IndividualId],
    limit: usize,
) -> Neighbourhood {
    let mut nodes = vec![centre];
    for &individual in shown {
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
    Neighbourhood {
        edges: edges(graph, &nodes),
        nodes: describe(graph, vocabulary, &nodes),
        left_out,
    }
}

fn edges(graph: &Graph, nodes: &[IndividualId]) -> Vec<GraphEdge> {
    let mut edges: Vec<GraphEdge> = Vec::new();
    for (from, &subject) in nodes.iter().enumerate() {
        let n_before = edges.len();
        for (property, iri) in graph.symbols.object_properties.iter() {
            for object in graph.edges(property).objects(subject) {
                let Some(to) = nodes.iter().position(|&node| node == object) else { continue };
                let role = local_name(iri).to_owned();
                match edges[n_before..].iter_mut().find(|edge| edge.to == to) {
                    Some(edge) => edge.roles.push(role),
                    None => edges.push(GraphEdge { from, to, roles: vec![role] }),
                }
            }
        }
    }
    edges
}

fn describe(graph: &Graph, vocabulary: &Vocabulary<'_>, nodes: &[IndividualId]) -> Vec<GraphNode> {
    let symbols = &graph.symbols;
    let describe = |&individual: &IndividualId| {
        let has = |class| graph.instances(class).contains(individual);
        let classes: Vec<_> =
            symbols.classes.iter().map(|(class, _)| class).filter(|&class| has(class)).collect();
        // A class says nothing where one below it is there, too.
        let specific = classes.iter().filter(|&&class| {
            classes.iter().all(|&other| {
                other == class
                    || !graph.is_subclass(other, class)
                    || graph.is_subclass(class, other)
            })
        });
        let values = symbols.data_properties.iter().flat_map(|(property, iri)| {
            graph.values(property).of(individual).map(move |value| DataValue {
                property: local_name(iri).to_owned(),
                value: graph.literals.lexical(value).to_owned(),
            })
        });
        GraphNode {
            iri: symbols.individuals.get(individual).to_owned(),
            name: vocabulary.spell(NameKind::Individual, individual.index()),
            classes: specific
                .map(|&class| local_name(symbols.classes.get(class)).to_owned())
                .collect(),
            values: values.take(50).collect(),
        }
    };
    nodes.iter().map(describe).collect()
}
