//! Verdicts agree with the specification, and the witnesses are the right ones.

use evolearner_dl::{
    ClassId, Comparison, Concept, DataPropertyId, DataRange, DataRestriction, Datatype, Forall, Id,
    IdVec, IndividualId, Literal, LiteralTableBuilder, Names, Node, ObjectPropertyId, Quantifier,
    Role, Symbols,
};
use evolearner_graph::{Graph, GraphSettings, Inference};
use evolearner_owl::{Assertions, Ontology};
use evolearner_retrieve::{ExplainSettings, Explanation, Reason, RetrieveSettings, explain, naive};
use evolearner_testing::{Random, case_seeds, draw};

#[test]
fn every_verdict_is_that_of_the_specification() {
    for seed in case_seeds(1_000) {
        let mut random = Random::new(seed.wrapping_add(2_000_000));
        let graph = draw::graph(&mut random);
        if graph.n_individuals() == 0 {
            continue;
        }
        let concept = draw::concept(&mut random, graph.n_individuals(), 4);
        let forall = if random.chance(50) { Forall::Standard } else { Forall::Nonempty };
        let settings = ExplainSettings::default().with_forall(forall).with_at_most(30, 3);
        let individual = IndividualId::new(random.below(graph.n_individuals()));
        let explanation = explain(&graph, &concept, individual, settings);
        assert!(explanation.verdicts.len() <= 30);
        assert!(explanation.is_member() || !explanation.verdicts.is_empty());
        for verdict in &explanation.verdicts {
            let part = concept.nodes()[verdict.part.clone()].to_vec();
            let part = Concept::from_preorder(part).expect("a part is a concept");
            let members = naive::retrieve(&graph, &part, RetrieveSettings::new(forall));
            let context = || format!("seed {seed}: {verdict:?} of {concept:?}");
            assert_eq!(members.contains(&verdict.individual), verdict.holds, "{}", context());
            if let Reason::Successors { inside, outside, n_successors, n_inside, .. } =
                &verdict.reason
            {
                assert!(inside.len() <= 3 && outside.len() <= 3);
                assert!(inside.len() + outside.len() <= *n_successors && inside.len() <= *n_inside);
            }
        }
        if explanation.is_member() {
            assert!(explanation.missing.is_empty());
        }
        for missing in &explanation.missing {
            let part = concept.nodes()[missing.part.clone()].to_vec();
            let part = Concept::from_preorder(part).expect("a part is a concept");
            let members = naive::retrieve(&graph, &part, RetrieveSettings::new(forall));
            assert_eq!(members.contains(&individual), !missing.wanted);
        }
    }
}

const SIBLING: Role = Role { property: ObjectPropertyId(0), inverse: false };
const PARENT: ClassId = ClassId(1);
const MALE: ClassId = ClassId(0);

/// Individual 0 has the siblings 1 and 2; 1 is male; 3 is a parent; 0 has logp 3.4, 1 has 2.0.
fn siblings() -> Graph {
    let mut literals = LiteralTableBuilder::default();
    let decimal = literals.datatype("http://www.w3.org/2001/XMLSchema#decimal", None);
    let (far, near) = (literals.intern("3.4", decimal), literals.intern("2.0", decimal));
    let (literals, ids) = literals.finish();
    let x = IndividualId;
    let assertions = Assertions {
        classes: IdVec::from_vec(vec![vec![x(1)], vec![x(3)]]),
        objects: IdVec::from_vec(vec![vec![
            (x(0), x(1)),
            (x(0), x(2)),
            (x(1), x(3)),
            (x(2), x(3)),
        ]]),
        data: IdVec::from_vec(vec![vec![(x(0), ids[far.index()]), (x(1), ids[near.index()])]]),
    };
    let symbols = Symbols {
        classes: Names::from_sorted(["Male", "Parent"]),
        object_properties: Names::from_sorted(["hasSibling"]),
        data_properties: Names::from_sorted(["logp"]),
        individuals: Names::from_sorted(["0", "1", "2", "3"]),
        ..Symbols::default()
    };
    let ontology = Ontology { symbols, literals, assertions, ..Ontology::default() };
    let settings = GraphSettings::default().with_inference(Inference::None);
    Graph::build(ontology, settings).0
}

fn logp_at_most(bound: &str) -> Concept {
    let bound = Literal::new(bound, Datatype::xsd("decimal"));
    Concept::leaf(Node::Data(Box::new(DataRestriction {
        property: DataPropertyId(0),
        quantifier: Quantifier::Some,
        range: DataRange::Compare(Comparison::AtMost, bound),
    })))
}

fn explained(concept: &Concept, individual: u32) -> Explanation {
    explain(&siblings(), concept, IndividualId(individual), ExplainSettings::default())
}

#[test]
fn a_value_is_measured_against_its_bound() {
    let concept = logp_at_most("2.1");
    for (individual, holds, margin) in [(0, false, -1.3), (1, true, 0.1)] {
        let explanation = explained(&concept, individual);
        assert_eq!(explanation.is_member(), holds);
        let Reason::Values { n_values: 1, nearest: Some(nearest), .. } = explanation.root().reason
        else {
            panic!("{explanation:?}")
        };
        assert!((nearest.margin - margin).abs() < 1e-9);
        assert_eq!(explanation.missing.len(), usize::from(!holds));
    }
    let without_value = explained(&concept, 2);
    assert!(matches!(
        without_value.missing[0].reason,
        Reason::Values { n_values: 0, nearest: None, .. }
    ));
}

#[test]
fn the_smallest_witness_makes_some_true() {
    let concept = Concept::some(SIBLING, Concept::some(SIBLING, Concept::class(PARENT)));
    let explanation = explained(&concept, 0);
    let people: Vec<u32> =
        explanation.verdicts.iter().map(|verdict| verdict.individual.0).collect();
    assert!(explanation.is_member());
    assert_eq!(people, [0, 1, 3]);
}

#[test]
fn what_is_missing_is_said_where_it_is_missing() {
    let sibling_parent = || Concept::some(SIBLING, Concept::class(PARENT));
    let explanation = explained(&sibling_parent(), 0);
    let [missing] = &explanation.missing[..] else { panic!("{explanation:?}") };
    assert!(missing.wanted);
    assert!(matches!(missing.reason, Reason::Successors { n_successors: 2, n_inside: 0, .. }));
    // ⊓ needs both, ⊔ the cheaper one.
    let both = Concept::and([Concept::class(MALE), sibling_parent(), Concept::top()]);
    assert_eq!(explained(&both, 0).missing.len(), 2);
    let three = Concept::node(Node::AtLeast(3, SIBLING), [Concept::class(PARENT)]);
    let either = Concept::or([three, Concept::bottom(), logp_at_most("2.1")]);
    let explanation = explained(&either, 0);
    let [missing] = &explanation.missing[..] else { panic!("{explanation:?}") };
    assert!(matches!(missing.reason, Reason::Values { .. }));
    // What is there and should not be.
    let explanation = explained(&Concept::complement(Concept::class(MALE)), 1);
    assert!(!explanation.missing[0].wanted);
    assert!(explained(&Concept::bottom(), 0).missing.is_empty());
}

#[test]
fn one_successor_breaks_only() {
    let explanation = explained(&Concept::only(SIBLING, Concept::class(MALE)), 0);
    let people: Vec<u32> =
        explanation.verdicts.iter().map(|verdict| verdict.individual.0).collect();
    assert_eq!(people, [0, 2]);
    let Reason::Successors { inside, outside, .. } = &explanation.root().reason else { panic!() };
    assert_eq!((&inside[..], &outside[..]), (&[IndividualId(1)][..], &[IndividualId(2)][..]));
}

#[test]
fn the_closest_successor_is_told() {
    // Sibling 1 is male but no parent, sibling 2 is neither.
    let filler = Concept::and([Concept::class(PARENT), Concept::class(MALE)]);
    let explanation = explained(&Concept::some(SIBLING, filler), 0);
    assert_eq!(explanation.verdicts[1].individual, IndividualId(1));
    assert_eq!(explanation.verdicts[1].because.len(), 1, "only the operand that fails");
}

#[test]
fn depth_costs_no_stack() {
    let patterns: [&[Node]; 3] = [
        &[Node::Not],
        &[Node::Only(SIBLING), Node::Not],
        &[Node::And(2), Node::Class(MALE), Node::Not],
    ];
    for pattern in patterns {
        let nodes =
            pattern.iter().cloned().cycle().take(99_999 / 3 * 3 / pattern.len() * pattern.len());
        let concept = Concept::from_preorder(nodes.chain([Node::Class(PARENT)]).collect()).unwrap();
        let explanation = explained(&concept, 0);
        assert!(explanation.verdicts.len() <= ExplainSettings::default().max_verdicts);
    }
}
