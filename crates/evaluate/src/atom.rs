//! Atomic concepts beyond the paper: `∃ r.{a}`, `{a}`, `∃ r.Self`, `d = "s"`, `∃ d.[pattern "s.*"]`,
//! `∃ d` and `≥ n d`.
//!
//! Each is one leaf of a candidate, and its members are known before the search begins. Only what
//! holds of several individuals near the examples is offered: naming a single individual explains
//! nothing.

use evolearner_dl::{
    Constructor, DataPropertyId, DataRange, DataRestriction, IndividualId, Kind, LiteralId, Node,
    Quantifier, Role, TextFacet,
};
use evolearner_graph::Graph;

use crate::examples::Examples;
use crate::neighbourhood::Neighbourhood;
use crate::rules::SpaceRules;
use crate::text_facet::text_facets;

/// The most atoms of one kind; the most frequent ones stay.
const MAX_ATOMS: usize = 1000;

/// The constructors that give atoms.
const BEYOND_THE_PAPER: [Constructor; 7] = [
    Constructor::Values,
    Constructor::Nominals,
    Constructor::Itself,
    Constructor::Strings,
    Constructor::Patterns,
    Constructor::DataCounts,
    Constructor::Presence,
];

/// A concept without parts.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Atom {
    /// `∃ r.{a}`.
    Value(Role, IndividualId),
    /// `{a}`.
    Nominal(IndividualId),
    /// `∃ r.Self`.
    Itself(Role),
    /// `d = "s"`.
    Literal(DataPropertyId, LiteralId),
    /// `∃ d.[pattern "s.*"]`.
    Text(DataPropertyId, TextFacet),
    /// `≥ n d`.
    DataCount(u32, DataPropertyId),
}

impl Atom {
    /// The role that decides whether it holds.
    pub(crate) fn role(&self) -> Option<Role> {
        match self {
            Self::Value(role, _) | Self::Itself(role) => Some(*role),
            Self::Nominal(_) | Self::Literal(..) | Self::Text(..) | Self::DataCount(..) => None,
        }
    }

    /// Whether it holds of an individual, whose successors by the role must be known.
    pub(crate) fn holds(&self, near: &Neighbourhood, of: u32) -> bool {
        let individual = near.individual(of);
        let has_edge = |role: Role, target: IndividualId| {
            let row = near.successors(near.place_of(role), of);
            row.binary_search_by_key(&target, |&successor| near.individual(successor)).is_ok()
        };
        match *self {
            Self::Value(role, target) => has_edge(role, target),
            Self::Nominal(target) => individual == target,
            Self::Itself(role) => has_edge(role, individual),
            Self::Literal(property, literal) => {
                near.literals(property, of).any(|value| value == literal)
            }
            Self::Text(property, ref facet) => {
                let literals = &near.graph().literals;
                near.literals(property, of).any(|value| {
                    literals.datatype(value).is_string() && facet.holds(literals.lexical(value))
                })
            }
            Self::DataCount(n, property) => near.n_values(property, of) >= n as usize,
        }
    }

    /// The concept, which is a single node.
    pub(crate) fn node(&self, graph: &Graph) -> Node {
        let data = |property, quantifier, range| {
            Node::Data(Box::new(DataRestriction { property, quantifier, range }))
        };
        match *self {
            Self::Value(role, target) => Node::HasValue(role, target),
            Self::Nominal(target) => Node::OneOf(Box::new([target])),
            Self::Itself(role) => Node::HasSelf(role),
            Self::Literal(property, literal) => {
                let range = DataRange::OneOf(Box::new([graph.literals.get(literal)]));
                data(property, Quantifier::Some, range)
            }
            Self::Text(property, ref facet) => {
                data(property, Quantifier::Some, DataRange::Text(facet.clone()))
            }
            // The shorter of two ways to say the same.
            Self::DataCount(1, property) => data(property, Quantifier::Some, DataRange::Any),
            Self::DataCount(n, property) => data(property, Quantifier::AtLeast(n), DataRange::Any),
        }
    }
}

/// The atoms that a search may use: those of its language that hold of several individuals among
/// the examples and their successors.
pub(crate) fn atoms(
    near: &mut Neighbourhood,
    examples: &Examples,
    rules: &SpaceRules,
    roles: &[Role],
    data_properties: &[DataPropertyId],
) -> Vec<Atom> {
    let has = |constructor| rules.language.has(constructor);
    if !BEYOND_THE_PAPER.into_iter().any(has) {
        return Vec::new();
    }
    let n_near = near.reach(1) as u32;
    let mut atoms = Vec::new();
    let mut offer = |candidates: Vec<Atom>| atoms.extend(frequent(candidates, rules.min_frequency));
    if has(Constructor::Values) || has(Constructor::Nominals) || has(Constructor::Itself) {
        let sources: Vec<u32> = (0..n_near).collect();
        (0..roles.len()).for_each(|role| near.read_successors(role, &sources));
    }
    if has(Constructor::Patterns) {
        let sources: Vec<u32> = (0..examples.individuals().len() as u32).collect();
        (0..roles.len()).for_each(|role| near.read_successors(role, &sources));
    }
    let near = &*near;
    // With the roles outside, rows are read in the order in which they stand in memory.
    let edges = |role: usize| {
        let targets = (0..n_near).flat_map(move |source| near.successors(role, source));
        targets.map(|&target| near.individual(target))
    };
    let places = 0..roles.len();
    if has(Constructor::Values) {
        let values = |role| edges(role).map(move |target| Atom::Value(roles[role], target));
        offer(places.clone().flat_map(values).collect());
    }
    if has(Constructor::Nominals) {
        offer(places.flat_map(edges).map(Atom::Nominal).collect());
    }
    if has(Constructor::Itself) {
        let loops = roles.iter().flat_map(|&role| {
            let is_loop = move |of: &u32| Atom::Itself(role).holds(near, *of);
            (0..n_near).filter(is_loop).map(move |_| Atom::Itself(role))
        });
        offer(loops.collect());
    }
    let (mut present, mut patterns) = (Vec::new(), Vec::new());
    for &property in data_properties {
        if has(Constructor::Strings) {
            let strings = (0..n_near).flat_map(|of| near.literals(property, of));
            let strings = strings.filter(|&value| near.graph().literals.kind(value) == Kind::Text);
            offer(strings.map(|value| Atom::Literal(property, value)).collect());
        }
        if has(Constructor::Patterns) {
            let mut facets = text_facets(near, examples, property, rules.min_frequency);
            facets.sort_unstable();
            patterns.extend(facets.into_iter().map(|facet| Atom::Text(property, facet)));
        }
        if has(Constructor::DataCounts) || has(Constructor::Presence) {
            let most = if has(Constructor::DataCounts) { rules.max_cardinality } else { 1 };
            let counts = (0..n_near).flat_map(|of| {
                let highest = most.min(near.n_values(property, of) as u32);
                (2..=highest).map(|n| Atom::DataCount(n, property))
            });
            offer(counts.collect());
            // One atom for a property: rare ones need not be left out to bound their number.
            if (0..n_near).any(|of| near.n_values(property, of) > 0) {
                present.push(Atom::DataCount(1, property));
            }
        }
    }
    atoms.extend(present);
    atoms.extend(patterns);
    atoms
}

/// The candidates that occur often enough, at most so many, in their own order.
fn frequent(mut candidates: Vec<Atom>, min_frequency: usize) -> Vec<Atom> {
    candidates.sort_unstable();
    let mut counted: Vec<(usize, Atom)> = candidates
        .chunk_by(PartialEq::eq)
        .filter(|same| same.len() >= min_frequency)
        .map(|same| (same.len(), same[0].clone()))
        .collect();
    counted.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    counted.truncate(MAX_ATOMS);
    let mut kept: Vec<Atom> = counted.into_iter().map(|(_, atom)| atom).collect();
    kept.sort_unstable();
    kept
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

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
        let mut near = Neighbourhood::new(Arc::new(graph), &[], &roles, [], examples.individuals());
        let found = atoms(&mut near, &examples, &rules, &roles, &[names]);
        assert_eq!(found, [Atom::Value(roles[0], hub), Atom::Nominal(hub)]);
    }

    #[test]
    fn having_a_value_may_be_rare() {
        let graph = graph("@prefix : <http://x/> . :p a :Thing ; :name \"x\" . :n a :Thing .");
        let example = |name| individual(&graph, name);
        let (positives, negatives) = ([example("http://x/p")], [example("http://x/n")]);
        let examples = Examples::new(&positives, &negatives).unwrap().0;
        let names = graph.symbols.data_properties.find("http://x/name").unwrap();
        let language = "ALC(D)".parse::<Language>().unwrap().with(Constructor::Presence);
        let rules = SpaceRules { language, ..SpaceRules::default() };
        let mut near = Neighbourhood::new(Arc::new(graph), &[], &[], [], examples.individuals());
        let found = atoms(&mut near, &examples, &rules, &[], &[names]);
        assert_eq!(found, [Atom::DataCount(1, names)]);
    }
}
