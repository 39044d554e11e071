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

use crate::language::Constructor;
use crate::problem::Problem;
use crate::settings::SearchSpace;

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
    problem: &Problem,
    space: &SearchSpace,
    roles: &[Role],
    data_properties: &[DataPropertyId],
) -> Vec<Atom> {
    let language = space.language;
    let near = neighbourhood(graph, problem, roles);
    let mut atoms = Vec::new();
    let mut offer = |candidates: Vec<Atom>| atoms.extend(frequent(candidates, space.min_frequency));
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
                let highest = space.max_cardinality.min(values.of(individual).len() as u32);
                (1..=highest).map(|n| Atom::DataCount(n, property))
            });
            offer(counts.collect());
        }
    }
    atoms
}

/// The examples and all that one step along a role reaches.
fn neighbourhood(graph: &Graph, problem: &Problem, roles: &[Role]) -> Vec<IndividualId> {
    let examples = problem.positives().iter().chain(problem.negatives());
    let mut near: Vec<IndividualId> = examples.copied().collect();
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
    use crate::evolve::learn;
    use crate::fixture::{graph, individual};
    use crate::language::Language;
    use crate::settings::{Evolution, Settings};
    use crate::stop::CancelToken;
    use evolearner_retrieve::{RetrieveSettings, naive};

    /// Eight individuals that only one constructor beyond the paper tells apart.
    fn world(of_positives: &str, of_negatives: &str) -> (Graph, Problem) {
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
        let problem = Problem::new(&positives, &negatives).unwrap().0;
        (graph, problem)
    }

    #[test]
    fn each_constructor_beyond_the_paper_finds_what_it_is_for() {
        let cases = [
            (Constructor::Values, ":to :hub", ":to :other"),
            (Constructor::Nominals, ":to :hub", ":to :other"),
            (Constructor::Itself, ":likes :#", ":likes :p0"),
            (Constructor::Strings, ":colour \"red\"", ":colour \"blue\""),
            (Constructor::DataCounts, ":tag \"a\", \"b\"", ":tag \"c\""),
            (Constructor::Exact, ":to :hub, :other", ":to :hub, :other, :third"),
        ];
        for (constructor, positive, negative) in cases {
            let (graph, problem) = world(positive, negative);
            let run = |language: Language| {
                let settings = Settings {
                    space: SearchSpace { language, ..SearchSpace::default() },
                    evolution: Evolution {
                        population: 200,
                        generations: 20,
                        ..Evolution::default()
                    },
                    seed: 1,
                    ..Settings::default()
                };
                learn(&graph, &problem, &settings, 1, CancelToken::default(), &mut ())
            };
            let bare = Language::default()
                .without(Constructor::Negation)
                .without(Constructor::Cardinality);
            let outcome = run(bare.with(constructor));
            assert_eq!(outcome.answer.quality, 1.0, "{constructor:?}");
            assert!(run(bare).answer.quality < 1.0, "{constructor:?} was not needed");
            // What the search believes is what the concept means.
            let concept = outcome.answer.concept;
            let members = naive::retrieve(&graph, &concept, RetrieveSettings::default());
            assert!(problem.positives().iter().all(|example| members.contains(example)));
            assert!(problem.negatives().iter().all(|example| !members.contains(example)));
        }
    }

    #[test]
    fn what_occurs_once_gets_no_name() {
        let (graph, problem) = world(":to :# ; :name \"#\"", ":to :hub");
        let language = "ALCO(D)".parse::<Language>().unwrap().with(Constructor::Strings);
        let roles = [Role::forward(graph.symbols.object_properties.find("http://x/to").unwrap())];
        let names = graph.symbols.data_properties.find("http://x/name").unwrap();
        let hub = individual(&graph, "http://x/hub");
        let space = SearchSpace { language, ..SearchSpace::default() };
        let found = atoms(&graph, &problem, &space, &roles, &[names]);
        assert_eq!(found, [Atom::Value(roles[0], hub), Atom::Nominal(hub)]);
    }
}
