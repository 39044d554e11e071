//! Simplifying never changes the instances, never makes longer, and is done after once.

use evolearner_dl::{
    ClassId, Comparison, Concept, DataPropertyId, DataRange, DataRestriction, Datatype, Forall, Id,
    IndividualId, Literal, Node, ObjectPropertyId, Quantifier, Role,
};
use evolearner_graph::Graph;
use evolearner_retrieve::{Hierarchy, Knowledge, RetrieveSettings, naive, simplify};
use evolearner_testing::{Random, case_seeds, draw};

/// A share of what really holds in a graph, in percent, as if an ontology had stated it.
fn true_hierarchy(random: &mut Random, graph: &Graph, share: usize) -> Hierarchy {
    let classes = || (0..draw::N_CLASSES).map(ClassId::new);
    let pairs = || classes().flat_map(|a| classes().map(move |b| (a, b)));
    let contains = |class, member| graph.instances(class).contains(member);
    let mut stated = |holds: &dyn Fn(ClassId, ClassId) -> bool| -> Vec<_> {
        pairs().filter(|&(a, b)| holds(a, b) && random.chance(share)).collect()
    };
    let subclasses = stated(&|a, b| graph.instances(a).iter().all(|member| contains(b, member)));
    let disjoint = stated(&|a, b| !graph.instances(a).iter().any(|member| contains(b, member)));
    let mut ranges = Vec::new();
    for property in (0..draw::N_ROLES).map(ObjectPropertyId::new) {
        for inverse in [false, true] {
            let role = Role { property, inverse };
            let rows = graph.edges(property).rows(role.inverted());
            ranges.extend(
                classes()
                    .filter(|&class| {
                        rows.sources()
                            .iter()
                            .all(|&y| graph.instances(class).contains(IndividualId(y)))
                    })
                    .filter(|_| random.chance(share))
                    .map(|class| (role, class)),
            );
        }
    }
    Hierarchy::new(draw::N_CLASSES, subclasses, disjoint, ranges)
}

fn without_empty_joins(range: &DataRange) -> bool {
    match range {
        DataRange::And(ranges) | DataRange::Or(ranges) => {
            !ranges.is_empty() && ranges.iter().all(without_empty_joins)
        }
        DataRange::Not(range) => without_empty_joins(range),
        _ => true,
    }
}

/// Empty joins of ranges have length 0, which nothing can undercut.
fn has_lengths(concept: &Concept) -> bool {
    concept.nodes().iter().all(|node| match node {
        Node::Data(restriction) => without_empty_joins(&restriction.range),
        _ => true,
    })
}

#[test]
fn simplifying_keeps_the_instances() {
    let (mut n_shorter, mut n_cases) = (0, 0);
    for seed in case_seeds(3_000) {
        let mut random = Random::new(seed.wrapping_add(1_000_000));
        let graph = draw::graph(&mut random);
        let hierarchies = [70, 100].map(|share| true_hierarchy(&mut random, &graph, share));
        for _ in 0..8 {
            let n = graph.n_individuals();
            let concept = if random.chance(60) {
                draw::relatives(&mut random, n)
            } else {
                let depth = 1 + random.below(4);
                draw::concept(&mut random, n, depth)
            };
            let forall = if random.chance(60) { Forall::Standard } else { Forall::Nonempty };
            let knowledge = match random.below(3) {
                0 => Knowledge::none(),
                index => Knowledge::stated(&hierarchies[index - 1]),
            }
            .with_forall(forall);
            let settings = RetrieveSettings::new(forall);
            let simple = simplify(&concept, &knowledge);
            let expected = naive::retrieve(&graph, &concept, settings);
            let context = || format!("seed {seed}, {forall:?}\n{concept:?}\n{simple:?}");
            assert_eq!(naive::retrieve(&graph, &simple, settings), expected, "{}", context());
            assert_eq!(simplify(&simple, &knowledge), simple, "{}", context());
            if has_lengths(&concept) {
                assert!(simple.length() <= concept.length(), "{}", context());
                assert!(simple.n_nodes() <= concept.n_nodes(), "{}", context());
            }
            n_cases += 1;
            n_shorter += usize::from(simple.nodes().len() < concept.nodes().len());
        }
    }
    assert!(n_cases >= 10_000 && n_shorter > n_cases / 2, "{n_shorter} of {n_cases} got shorter");
}

const R: Role = Role { property: ObjectPropertyId(0), inverse: false };

fn class(id: u32) -> Concept {
    Concept::class(ClassId(id))
}

fn not(concept: Concept) -> Concept {
    Concept::complement(concept)
}

fn some(concept: Concept) -> Concept {
    Concept::some(R, concept)
}

fn at_most(bound: &str) -> Concept {
    let bound = Literal::new(bound, Datatype::xsd("decimal"));
    Concept::leaf(Node::Data(Box::new(DataRestriction {
        property: DataPropertyId(0),
        quantifier: Quantifier::Some,
        range: DataRange::Compare(Comparison::AtMost, bound),
    })))
}

#[test]
fn laws_of_logic() {
    let check = |concept: Concept, expected: Concept| {
        assert_eq!(simplify(&concept, &Knowledge::none()), expected, "{concept:?}");
    };
    let (a, b, c) = (|| class(0), || class(1), || class(2));
    let counted = |node: Node| Concept::node(node, [a()]);
    let nominal =
        |ids: &[u32]| Concept::leaf(Node::OneOf(ids.iter().copied().map(IndividualId).collect()));
    check(Concept::and([a(), Concept::and([b(), a()]), Concept::top()]), Concept::and([a(), b()]));
    check(Concept::and([a(), Concept::or([b(), a()])]), a());
    check(Concept::or([a(), Concept::and([b(), a()])]), a());
    check(Concept::and([a(), not(a())]), Concept::bottom());
    check(Concept::or([b(), not(not(a())), not(a())]), Concept::top());
    check(Concept::and([a(), Concept::or([not(a()), b()])]), Concept::and([a(), b()]));
    check(Concept::or([a(), Concept::and([not(a()), b()])]), Concept::or([a(), b()]));
    check(not(Concept::and([not(a()), not(b())])), Concept::or([a(), b()]));
    check(not(Concept::and([a(), b()])), not(Concept::and([a(), b()])));
    check(not(some(not(a()))), Concept::only(R, a()));
    check(some(Concept::and([a(), Concept::bottom()])), Concept::bottom());
    check(Concept::only(R, Concept::or([a(), not(a())])), Concept::top());
    check(
        Concept::or([some(a()), c(), some(b())]),
        Concept::or([some(Concept::or([a(), b()])), c()]),
    );
    check(
        Concept::or([Concept::and([a(), b()]), Concept::and([c(), a()])]),
        Concept::and([a(), Concept::or([b(), c()])]),
    );
    check(counted(Node::AtLeast(1, R)), some(a()));
    check(counted(Node::AtLeast(0, R)), Concept::top());
    check(counted(Node::AtMost(0, R)), not(some(a())));
    check(not(counted(Node::AtLeast(3, R))), counted(Node::AtMost(2, R)));
    check(Concept::and([counted(Node::AtLeast(3, R)), some(a())]), counted(Node::AtLeast(3, R)));
    check(
        Concept::and([counted(Node::AtLeast(3, R)), counted(Node::AtMost(2, R))]),
        Concept::bottom(),
    );
    check(Concept::or([nominal(&[3]), nominal(&[1, 3])]), nominal(&[1, 3]));
    check(Concept::and([nominal(&[3, 2]), nominal(&[1, 2, 4])]), nominal(&[2]));
    check(some(nominal(&[7])), Concept::leaf(Node::HasValue(R, IndividualId(7))));
    check(Concept::and([at_most("5"), at_most("3")]), at_most("3"));
    check(Concept::or([at_most("5"), at_most("3")]), at_most("5"));
}

#[test]
fn laws_of_a_hierarchy() {
    let (male, brother, female, person) = (class(0), class(1), class(2), class(3));
    let id = ClassId;
    let hierarchy = Hierarchy::new(
        4,
        [(id(1), id(0)), (id(0), id(3)), (id(2), id(3))],
        [(id(0), id(2))],
        [(R, id(2)), (R.inverted(), id(1))],
    );
    let check = |concept: Concept, expected: Concept| {
        let simple = simplify(&concept, &Knowledge::stated(&hierarchy));
        assert_eq!(simple, expected, "{concept:?}");
        assert!(simple.length() <= simplify(&concept, &Knowledge::none()).length());
    };
    let and = |a: &Concept, b: &Concept| Concept::and([a.clone(), b.clone()]);
    let or = |a: &Concept, b: &Concept| Concept::or([a.clone(), b.clone()]);
    check(and(&male, &brother), brother.clone());
    check(or(&male, &brother), male.clone());
    check(and(&brother, &female), Concept::bottom());
    check(and(&brother, &not(female.clone())), brother.clone());
    check(some(person.clone()), some(Concept::top()));
    check(some(male.clone()), Concept::bottom());
    check(some(and(&person, &class(1))), Concept::bottom());
    check(Concept::only(R, or(&female, &male)), Concept::top());
    check(and(&some(Concept::top()), &male), some(Concept::top()));
}

#[test]
fn depth_costs_no_stack() {
    const DEEP: usize = 30_000;
    let class = |index: usize| Node::Class(ClassId::new(index % 5));
    let patterns: [&[Node]; 6] = [
        &[Node::Not],
        &[Node::Some(R)],
        &[Node::Not, Node::Some(R)],
        &[Node::Not, Node::And(2), class(1)],
        &[Node::And(2), class(1), Node::Or(2), class(2)],
        &[Node::Not, Node::Only(R), Node::AtLeast(2, R)],
    ];
    for pattern in patterns {
        let nodes: Vec<Node> = pattern
            .iter()
            .cloned()
            .cycle()
            .take(DEEP / pattern.len() * pattern.len())
            .chain([class(0)])
            .collect();
        let concept = Concept::from_preorder(nodes.clone()).unwrap();
        let simple = simplify(&concept, &Knowledge::none());
        assert!(simple.length() <= concept.length());
        // Two chains of one shape meet all the way down; two of these will do.
        if !matches!(pattern, [Node::Some(_)] | [Node::Not, Node::Only(_), ..]) {
            continue;
        }
        let mut other = nodes;
        *other.last_mut().unwrap() = class(3);
        let join = Concept::or([concept, Concept::from_preorder(other).unwrap()]);
        assert!(simplify(&join, &Knowledge::none()).length() <= join.length());
    }
}
