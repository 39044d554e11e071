//! The engine against the specification, and against concepts of unreasonable shape.

use std::collections::{BTreeSet, HashSet};
use std::mem::discriminant;

use evolearner_dl::Forall;
use evolearner_dl::{ClassId, Concept, Id, IndividualId, Node, ObjectPropertyId, Role};
use evolearner_retrieve::{RetrieveSettings, Retriever, naive, retrieve, retrieve_among};
use evolearner_testing::{Random, case_seeds, draw};

#[test]
fn fast_equals_naive() {
    let mut constructors = HashSet::new();
    let (mut quantifiers, mut ranges) = (HashSet::new(), HashSet::new());
    let mut n_cases = 0;
    for seed in case_seeds(1_500) {
        let mut random = Random::new(seed);
        let graph = draw::graph(&mut random);
        let forall = if random.chance(50) { Forall::Standard } else { Forall::Nonempty };
        let settings = RetrieveSettings::new(forall);
        let mut retriever = Retriever::new(&graph, settings);
        for _ in 0..10 {
            let depth = random.below(5);
            let concept = draw::concept(&mut random, graph.n_individuals(), depth);
            constructors.extend(concept.nodes().iter().map(discriminant));
            for node in concept.nodes() {
                if let Node::Data(restriction) = node {
                    quantifiers.insert(discriminant(&restriction.quantifier));
                    ranges.insert(discriminant(&restriction.range));
                }
            }
            let found = retriever.retrieve(&concept);
            let expected = naive::retrieve(&graph, &concept, settings);
            assert_eq!(found.iter().collect::<BTreeSet<_>>(), expected, "seed {seed}: {concept:?}");
            assert_eq!(found.count(), expected.len());
            // Few are asked one by one, many all at once.
            let all: Vec<IndividualId> =
                (0..graph.n_individuals()).map(IndividualId::new).collect();
            for asked in [&all[..all.len().min(1)], &all] {
                let among = retrieve_among(&graph, &concept, settings, asked);
                let is_expected: Vec<bool> =
                    asked.iter().map(|individual| expected.contains(individual)).collect();
                assert_eq!(among, is_expected, "seed {seed}: {concept:?}");
            }
            // The same buffers serve again.
            retriever.recycle(found);
            n_cases += 1;
        }
    }
    assert!(n_cases >= 10_000);
    assert_eq!(constructors.len(), 15, "every constructor was met");
    assert_eq!((quantifiers.len(), ranges.len()), (5, 8), "and everything about data");
}

fn some_graph() -> evolearner_graph::Graph {
    let mut random = Random::new(7);
    std::iter::repeat_with(|| draw::graph(&mut random))
        .find(|graph| graph.n_individuals() > 100)
        .expect("one graph in ten is that large")
}

#[test]
fn empty_joins_are_everything_and_nothing() {
    let graph = some_graph();
    let of = |node| {
        let concept = Concept::from_preorder(vec![node]).unwrap();
        retrieve(&graph, &concept, RetrieveSettings::default()).count()
    };
    assert_eq!(of(Node::And(0)), graph.n_individuals());
    assert_eq!(of(Node::Or(0)), 0);
}

#[test]
fn depth_costs_no_stack_and_width_no_buffers() {
    const DEEP: usize = 30_000;
    let graph = some_graph();
    let role = Role::forward(ObjectPropertyId(0));
    let class = |index: usize| Node::Class(ClassId::new(index % draw::N_CLASSES));
    let chain = |node: Node| {
        let mut nodes = vec![node; DEEP];
        nodes.push(class(0));
        nodes
    };
    // A ⊓ (B ⊓ (C ⊓ …)) and ((… ⊓ C) ⊓ B) ⊓ A with restrictions as operands.
    let operand = |index| [Node::Some(role), class(index)];
    let right: Vec<Node> = (0..DEEP)
        .flat_map(|index| [vec![Node::And(2)], operand(index).to_vec()].concat())
        .chain([class(0)])
        .collect();
    let left: Vec<Node> = std::iter::repeat_n(Node::Or(2), DEEP)
        .chain([class(0)])
        .chain((0..DEEP).flat_map(operand))
        .collect();
    let wide: Vec<Node> =
        std::iter::once(Node::Or(DEEP as u32)).chain((0..DEEP).flat_map(operand)).collect();
    for nodes in
        [chain(Node::Not), chain(Node::Some(role)), chain(Node::Only(role)), right, left, wide]
    {
        let concept = Concept::from_preorder(nodes).unwrap();
        let mut retriever = Retriever::new(&graph, RetrieveSettings::default());
        let found = retriever.retrieve(&concept);
        assert!(retriever.n_buffers() <= 3, "{}", retriever.n_buffers());
        assert_eq!(
            found.iter().collect::<BTreeSet<IndividualId>>(),
            retrieve_by_fold(&graph, &concept),
        );
    }
}

/// A second engine for deep concepts: one set per waiting operand, one step per node.
fn retrieve_by_fold(graph: &evolearner_graph::Graph, concept: &Concept) -> BTreeSet<IndividualId> {
    let settings = RetrieveSettings::default();
    let universe: BTreeSet<IndividualId> =
        (0..graph.n_individuals()).map(IndividualId::new).collect();
    concept.fold(|node, children: &mut Vec<BTreeSet<IndividualId>>| {
        let one_step = |filler: &BTreeSet<IndividualId>| {
            let filler = Concept::leaf(Node::OneOf(filler.iter().copied().collect()));
            let step = Concept::node(node.clone(), [filler]);
            retrieve(graph, &step, settings).iter().collect()
        };
        match node {
            Node::Class(class) => graph.instances(*class).iter().collect(),
            Node::Not => universe.difference(&children[0]).copied().collect(),
            Node::And(_) => universe
                .iter()
                .filter(|x| children.iter().all(|child| child.contains(x)))
                .copied()
                .collect(),
            Node::Or(_) => children.iter().flatten().copied().collect(),
            _ => one_step(&children[0]),
        }
    })
}
