//! Verdicts in an open world, against what OWL's semantics says of small ontologies.

use evolearner_dl::{Budget, Concept, IndividualId, Node, Role};
use evolearner_graph::{Graph, GraphSettings};
use evolearner_owl::{Axiom, Input, OntologyBuilder};
use evolearner_retrieve::WorldVerdict::{self, Entailed, Excluded, Unknown};
use evolearner_retrieve::{OpenWorld, RetrieveSettings, Subsumed, WorldError, retrieve, subsumed};
use evolearner_testing::{Random, case_seeds, draw};

const PREFIXES: &str = "@prefix : <http://e#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:A a owl:Class . :B a owl:Class . :C a owl:Class . :r a owl:ObjectProperty . ";

fn build(turtle: &str) -> (Graph, Vec<Axiom>) {
    let mut builder = OntologyBuilder::new();
    let bytes = Box::new(std::io::Cursor::new(format!("{PREFIXES}{turtle}")));
    let input = Input { name: "test.ttl".to_owned(), bytes, format: None };
    builder.read(input).expect("it is Turtle");
    let built =
        Graph::build_with_axioms(builder.finish(), GraphSettings::default(), &Budget::default());
    let (graph, _, axioms) = built.expect("there is no limit");
    (graph, axioms)
}

/// The verdict on `:x`.
fn verdict(turtle: &str, concept: impl Fn(&Names<'_>) -> Concept) -> WorldVerdict {
    let (graph, axioms) = build(turtle);
    let names = Names(&graph);
    let world = OpenWorld::new(&graph, &axioms, Budget::default()).expect("it is consistent");
    world.verdicts(&concept(&names), &[names.individual("x")]).expect("there is no limit")[0]
}

struct Names<'a>(&'a Graph);

impl Names<'_> {
    fn class(&self, name: &str) -> Concept {
        Concept::class(self.0.symbols.classes.find(&format!("http://e#{name}")).expect("a class"))
    }

    fn individual(&self, name: &str) -> IndividualId {
        self.0.symbols.individuals.find(&format!("http://e#{name}")).expect("an individual")
    }

    fn r(&self) -> Role {
        Role::forward(self.0.symbols.object_properties.find("http://e#r").expect("a property"))
    }
}

/// Where concepts stand towards `:A` by the axioms alone.
fn towards_a(turtle: &str, concepts: &[fn(&Names<'_>) -> Concept]) -> Vec<(bool, bool)> {
    let (graph, axioms) = build(turtle);
    let names = Names(&graph);
    let class = graph.symbols.classes.find("http://e#A").expect("a class");
    let concepts: Vec<Concept> = concepts.iter().map(|concept| concept(&names)).collect();
    let found = subsumed(&graph, &axioms, class, &concepts, &Budget::default());
    let pair = |Subsumed { is_above, is_below }: Subsumed| (is_above, is_below);
    found.expect("there is no limit").into_iter().map(pair).collect()
}

#[test]
fn what_stands_above_and_below_a_class_follows_from_axioms_and_not_from_facts() {
    let some_c: fn(&Names<'_>) -> Concept = |names| Concept::some(names.r(), names.class("C"));
    let b_and_c: fn(&Names<'_>) -> Concept =
        |names| Concept::and([names.class("B"), names.class("C")]);
    let b: fn(&Names<'_>) -> Concept = |names| names.class("B");
    let not_b: fn(&Names<'_>) -> Concept = |names| Concept::complement(names.class("B"));
    let asked = [some_c, b_and_c, b, not_b];
    // Every A that is known is a B and a C with an edge to a C: that is no axiom.
    let facts = ":x a :A, :B, :C ; :r :x .";
    assert_eq!(towards_a(facts, &asked), [(false, false); 4]);
    let through =
        ":A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :r ; owl:someValuesFrom :B ] .
        :B rdfs:subClassOf :C .";
    let expected = [(true, false), (false, false), (false, false), (false, false)];
    assert_eq!(towards_a(through, &asked), expected);
    let defined = ":A owl:equivalentClass [ a owl:Class ; owl:intersectionOf ( :B :C ) ] .";
    let expected = [(false, false), (true, true), (true, false), (false, false)];
    assert_eq!(towards_a(defined, &asked), expected);
    let disjoint = ":A owl:disjointWith :B .";
    let expected = [(false, false), (false, false), (false, false), (true, false)];
    assert_eq!(towards_a(disjoint, &asked), expected);
}

#[test]
fn what_is_not_stated_is_unknown_and_what_is_disjoint_is_excluded() {
    let negated = |names: &Names<'_>| Concept::complement(names.class("B"));
    assert_eq!(verdict(":x a :A .", |names| names.class("A")), Entailed);
    assert_eq!(verdict(":x a :A .", |names| names.class("B")), Unknown);
    assert_eq!(verdict(":x a :A .", negated), Unknown);
    let disjoint = ":x a :A . :A owl:disjointWith :B .";
    assert_eq!(verdict(disjoint, |names| names.class("B")), Excluded);
    assert_eq!(verdict(disjoint, negated), Entailed);
}

#[test]
fn all_successors_are_known_only_where_an_axiom_closes_them() {
    let only = |names: &Names<'_>| Concept::only(names.r(), names.class("A"));
    let edge = ":x :r :y . :y a :A . ";
    assert_eq!(verdict(edge, only), Unknown);
    assert_eq!(verdict(&format!("{edge} :r a owl:FunctionalProperty ."), only), Entailed);
    assert_eq!(verdict(&format!("{edge} :r rdfs:range :A ."), only), Entailed);
}

#[test]
fn two_names_may_be_one_individual_unless_they_are_stated_to_differ() {
    let two = |names: &Names<'_>| Concept::node(Node::AtLeast(2, names.r()), [Concept::top()]);
    let edges = ":x :r :y, :z . ";
    assert_eq!(verdict(edges, two), Unknown);
    assert_eq!(verdict(&format!("{edges} :y owl:differentFrom :z ."), two), Entailed);
    let one = |names: &Names<'_>| Concept::node(Node::AtMost(1, names.r()), [Concept::top()]);
    assert_eq!(verdict(&format!("{edges} :y owl:differentFrom :z ."), one), Excluded);
}

#[test]
fn a_successor_without_a_name_counts_and_a_union_leaves_its_members_open() {
    let some = |names: &Names<'_>| Concept::some(names.r(), names.class("B"));
    let has = ":x a :A . :A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :r ; owl:someValuesFrom :B ] .";
    assert_eq!(verdict(has, some), Entailed);
    let union = ":x a :A . :A rdfs:subClassOf [ a owl:Class ; owl:unionOf ( :B :C ) ] .";
    assert_eq!(verdict(union, |names| names.class("B")), Unknown);
    let either = |names: &Names<'_>| Concept::or([names.class("B"), names.class("C")]);
    assert_eq!(verdict(union, either), Entailed);
}

#[test]
fn from_a_contradiction_everything_follows_and_that_is_said() {
    let (graph, axioms) = build(":x a :A, :B . :A owl:disjointWith :B .");
    let error = OpenWorld::new(&graph, &axioms, Budget::default()).err().expect("it is refused");
    assert!(matches!(error, WorldError::Inconsistent(..)));
    assert!(error.to_string().contains("http://e#x"), "{error}");
}

#[test]
fn without_axioms_the_closed_world_is_one_of_the_models() {
    for seed in case_seeds(60) {
        let mut random = Random::new(seed.wrapping_add(7_000_000));
        let graph = draw::graph(&mut random);
        let n = graph.n_individuals();
        if n == 0 {
            continue;
        }
        let concept = draw::concept(&mut random, n, 3);
        let closed = retrieve(&graph, &concept, RetrieveSettings::default());
        let world = OpenWorld::new(&graph, &[], Budget::default()).expect("nothing contradicts");
        let all: Vec<IndividualId> = graph.symbols.individuals.iter().map(|(id, _)| id).collect();
        let verdicts = world.verdicts(&concept, &all).expect("there is no limit");
        for (id, verdict) in all.into_iter().zip(verdicts) {
            let context = || format!("seed {seed}: {concept:?} of {id:?}");
            match verdict {
                Entailed => assert!(closed.contains(id), "{}", context()),
                Excluded => assert!(!closed.contains(id), "{}", context()),
                _ => {}
            }
        }
    }
}
