//! Atomic concepts beyond the paper: `∃ r.{a}`, `{a}`, `∃ r.Self`, `d = "s"` and `≥ n d`.
//!
//! Each is one leaf of a candidate, and its members are known before the search begins. Only what
//! holds of several individuals near the examples is offered: naming a single individual explains
//! nothing.

use evolearner_dl::{
    DataPropertyId, DataRange, DataRestriction, IndividualId, Kind, LiteralId, Node, Quantifier,
    Role,
};
use evolearner_graph::Graph;

use crate::examples::Examples;
use crate::rules::SpaceRules;
use evolearner_dl::Constructor;

/// The most atoms of one kind; the most frequent ones stay.
const MAX_ATOMS: usize = 1000;

/// A concept without parts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Atom {
    /// `∃ r.{a}`.
    Value(Role, IndividualId),
    /// `{a}`.
    Nominal(IndividualId),
    /// `∃ r.Self`.
    Itself(Role),
    /// `d = "s"`.
    Literal(DataPropertyId, LiteralId),
    /// `≥ n d`.
    DataCount(u32, DataPropertyId),
}

impl Atom {
    /// Whether it holds of an individual.
    pub(crate) fn holds(self, graph: &Graph, individual: IndividualId) -> bool {
        let has_edge = |role: Role, target: IndividualId| {
            graph.edges(role.property).rows(role).of(individual.0).binary_search(&target.0).is_ok()
        };
        match self {
            Self::Value(role, target) => has_edge(role, target),
            Self::Nominal(target) => individual == target,
            Self::Itself(role) => has_edge(role, individual),
            Self::Literal(property, literal) => {
                graph.values(property).of(individual).any(|value| value == literal)
            }
            Self::DataCount(n, property) => {
                graph.values(property).of(individual).count() >= n as usize
            }
        }
    }

    /// The concept, which is a single node.
    pub(crate) fn node(self, graph: &Graph) -> Node {
        let data = |property, quantifier, range| {
            Node::Data(Box::new(DataRestriction { property, quantifier, range }))
        };
        match self {
            Self::Value(role, target) => Node::HasValue(role, target),
            Self::Nominal(target) => Node::OneOf(Box::new([target])),
            Self::Itself(role) => Node::HasSelf(role),
            Self::Literal(property, literal) => {
                let range = DataRange::OneOf(Box::new([graph.literals.get(literal)]));
                data(property, Quantifier::Some, range)
            }
            Self::DataCount(n, property) => data(property, Quantifier::AtLeast(n), DataRange::Any),
        }
    }
}

/// The atoms that a search may use: those of its language that hold of several individuals among
/// the examples and their successors.
pub(crate) fn atoms(
    graph: &Graph,
    examples: &Examples,
    rules: &SpaceRules,
    roles: &[Role],
    data_properties: &[DataPropertyId],
) -> Vec<Atom> {
    let language = rules.language;
    let near = neighbourhood(graph, examples, roles);
    let mut atoms = Vec::new();
    let mut offer = |candidates: Vec<Atom>| atoms.extend(frequent(candidates, rules.min_frequency));
    if language.has(Constructor::Values) || language.has(Constructor::Nominals) {
        let edges = near.iter().flat_map(|&source| {
            roles.iter().flat_map(move |&role| {
                let targets = graph.edges(role.property).rows(role).of(source.0);
                targets.iter().map(move |&target| (role, IndividualId(target)))
            })
        });
        let edges: Vec<(Role, IndividualId)> = edges.collect();
        if language.has(Constructor::Values) {
            offer(edges.iter().map(|&(role, target)| Atom::Value(role, target)).collect());
        }
        if language.has(Constructor::Nominals) {
            offer(edges.iter().map(|&(_, target)| Atom::Nominal(target)).collect());
        }
    }
    if language.has(Constructor::Itself) {
        let loops = near.iter().flat_map(|&individual| {
            let holds = move |atom: &Atom| atom.holds(graph, individual);
            roles.iter().map(|&role| Atom::Itself(role)).filter(holds)
        });
        offer(loops.collect());
    }
    for &property in data_properties {
        let values = graph.values(property);
        if language.has(Constructor::Strings) {
            let is_string = |literal: &LiteralId| graph.literals.kind(*literal) == Kind::Text;
            let strings = near.iter().flat_map(|&individual| {
                values.of(individual).filter(is_string).map(|value| Atom::Literal(property, value))
            });
            offer(strings.collect());
        }
        if language.has(Constructor::DataCounts) {
            let counts = near.iter().flat_map(|&individual| {
                let highest = rules.max_cardinality.min(values.of(individual).len() as u32);
                (1..=highest).map(|n| Atom::DataCount(n, property))
            });
            offer(counts.collect());
        }
    }
    atoms
}

/// The examples and all that one step along a role reaches.
fn neighbourhood(graph: &Graph, examples: &Examples, roles: &[Role]) -> Vec<IndividualId> {
    let mut near: Vec<IndividualId> = examples.individuals().to_vec();
    for at in 0..near.len() {
        for role in roles {
            let targets = graph.edges(role.property).rows(*role).of(near[at].0);
            near.extend(targets.iter().map(|&target| IndividualId(target)));
        }
    }
    near.sort_unstable();
    near.dedup();
    near
}

/// The candidates that occur often enough, at most so many, in their own order.
fn frequent(mut candidates: Vec<Atom>, min_frequency: usize) -> Vec<Atom> {
    candidates.sort_unstable();
    let mut counted: Vec<(usize, Atom)> = candidates
        .chunk_by(PartialEq::eq)
        .filter(|same| same.len() >= min_frequency)
        .map(|same| (same.len(), same[0]))
        .collect();
    counted.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    counted.truncate(MAX_ATOMS);
    let mut kept: Vec<Atom> = counted.into_iter().map(|(_, atom)| atom).collect();
    kept.sort_unstable();
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use evolearner_dl::Language;
    use evolearner_testing::fixture::{graph, individual};

    /// Eight individuals that only one constructor beyond the paper tells apart.
    fn two_kinds(of_positives: &str, of_negatives: &str) -> (Graph, Examples) {
        let mut turtle =
            String::from("@prefix : <http://x/> . :hub a :Hub . :other a :Hub . :third a :Hub .");
        for index in 0..4 {
            let line = |name: char, text: &str| {
                format!(
                    ":{name}{index} a :Thing ; {} . ",
                    text.replace('#', &format!("{name}{index}"))
                )
            };
            turtle.push_str(&line('p', of_positives));
            turtle.push_str(&line('n', of_negatives));
        }
        let graph = graph(&turtle);
        let all = |name: char| -> Vec<IndividualId> {
            (0..4).map(|index| individual(&graph, &format!("http://x/{name}{index}"))).collect()
        };
        let (positives, negatives) = (all('p'), all('n'));
        let examples = Examples::new(&positives, &negatives).unwrap().0;
        (graph, examples)
    }

    #[test]
    fn what_occurs_once_gets_no_name() {
        let (graph, examples) = two_kinds(":to :# ; :name \"#\"", ":to :hub");
        let language = "ALCO(D)".parse::<Language>().unwrap().with(Constructor::Strings);
        let roles = [Role::forward(graph.symbols.object_properties.find("http://x/to").unwrap())];
        let names = graph.symbols.data_properties.find("http://x/name").unwrap();
        let hub = individual(&graph, "http://x/hub");
        let rules = SpaceRules { language, ..SpaceRules::default() };
        let found = atoms(&graph, &examples, &rules, &roles, &[names]);
        assert_eq!(found, [Atom::Value(roles[0], hub), Atom::Nominal(hub)]);
    }
}
