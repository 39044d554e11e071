//! Reasoning ends where its budget does: small files from which much follows, and cancelling.

use std::fmt::Write as _;
use std::time::Duration;

use evolearner_dl::{Budget, CancelToken, Resource, Stopped};
use evolearner_graph::{Graph, GraphSettings};
use evolearner_owl::{Format, Input, Ontology, OntologyBuilder};
use evolearner_testing::graphs;

const PREFIXES: &str = "@prefix : <http://x/> .
    @prefix owl: <http://www.w3.org/2002/07/owl#> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n";

fn ontology(turtle: &str) -> Ontology {
    graphs::ontology(Format::Turtle, &[format!("{PREFIXES}{turtle}")])
}

fn build(turtle: &str, budget: &Budget) -> Result<Graph, Stopped> {
    Graph::build_within(ontology(turtle), GraphSettings::default(), budget).map(|built| built.0)
}

/// `n` edges in a row, under a transitive property.
fn chain(n: usize) -> String {
    let mut turtle = ":p a owl:TransitiveProperty .\n".to_owned();
    for node in 0..n {
        writeln!(turtle, ":c{node} :p :c{} .", node + 1).expect("strings take everything");
    }
    turtle
}

/// `n` names, with something in between.
fn names(n: usize, between: &str) -> String {
    (0..n).map(|number| format!(":n{number}")).collect::<Vec<_>>().join(between)
}

#[test]
fn a_chain_under_a_transitive_property_ends_at_the_limit_of_facts() {
    let budget = Budget { max_facts: 1_000_000, ..Budget::default() };
    let stopped = build(&chain(20_000), &budget).expect_err("200 million edges follow");
    assert_eq!(stopped, Stopped::LimitReached { what: Resource::Facts, limit: 1_000_000 });
    let message = stopped.to_string();
    assert!(message.contains("more than 1000000 facts"), "{message}");
    assert!(message.contains("transitive"), "{message}");
}

#[test]
fn a_chain_within_the_limit_is_closed_whole() {
    let n = 1_000;
    let n_edges = n * (n + 1) / 2;
    let exact = Budget { max_facts: n_edges as u64, ..Budget::default() };
    let graph = build(&chain(n), &exact).expect("there is room for all");
    assert_eq!(graph.counts().object, n_edges as u64);
    let less = Budget { max_facts: n_edges as u64 - 1, ..Budget::default() };
    assert!(build(&chain(n), &less).is_err());
}

#[test]
fn small_files_with_many_consequences_end_at_the_limit_of_facts() {
    let n = 3_000;
    let mut hierarchy = String::new();
    for property in 0..n {
        write!(hierarchy, ":p{property} rdfs:subPropertyOf :p{} . ", property + 1).expect("text");
    }
    let mut data_hierarchy = ":p0 a owl:DatatypeProperty . :a :p0 1 . ".to_owned();
    data_hierarchy += &hierarchy;
    let mut thresholds = ":d a owl:FunctionalProperty , owl:DatatypeProperty . ".to_owned();
    for value in 0..n {
        write!(
            thresholds,
            ":T{value} owl:equivalentClass [ a owl:Restriction ; owl:onProperty :d ; \
             owl:hasValue {value} ] . "
        )
        .expect("text");
    }
    let cases = [
        (
            "a hierarchy of object properties",
            format!(":p0 a owl:ObjectProperty . :a :p0 :b . {hierarchy}"),
        ),
        ("a hierarchy of data properties", data_hierarchy),
        ("equal names of an individual with an edge", {
            format!(":n0 :r :n0 ; owl:sameAs {} .", names(n, " , "))
        }),
        ("disjoint classes", {
            let members = names(n, " ");
            format!("[] a owl:AllDisjointClasses ; owl:members ( {members} ) . :a a :n0 .")
        }),
        ("a key of many values", {
            let values = (0..8).map(|v| format!("\"{v}\"")).collect::<Vec<_>>().join(" , ");
            let properties: Vec<String> = (0..10).map(|p| format!(":k{p}")).collect();
            let edges: Vec<String> = properties.iter().map(|p| format!("{p} {values}")).collect();
            format!(":C owl:hasKey ( {} ) . :a a :C ; {} .", properties.join(" "), edges.join(";"))
        }),
        ("a chain of properties over a dense relation", {
            let hub = format!(":h :s {} .", names(n, " , "));
            let spokes = names(n, " :r :h . ");
            format!(":t owl:propertyChainAxiom ( :r :s ) . {spokes} :r :h . {hub}")
        }),
        ("thresholds of a functional property", thresholds),
    ];
    let budget = Budget { max_facts: 1_000_000, ..Budget::default() };
    for (what, turtle) in cases {
        assert!(turtle.len() < 500_000, "{what}: the file is small");
        let outcome = build(&turtle, &budget);
        let limit = Stopped::LimitReached { what: Resource::Facts, limit: 1_000_000 };
        assert_eq!(outcome.map(|graph| graph.counts()), Err(limit), "{what}");
    }
}

#[test]
fn saturation_ends_when_it_is_cancelled() {
    let cancel = CancelToken::default();
    // The limit stands in for the memory of the machine, should cancelling fail.
    let budget = Budget { cancel: cancel.clone(), max_facts: 190_000_000, ..Budget::default() };
    let outcome = std::thread::scope(|scope| {
        let building = scope.spawn(|| build(&chain(20_000), &budget).map(|graph| graph.counts()));
        std::thread::sleep(Duration::from_millis(100));
        cancel.cancel();
        building.join().expect("it does not panic")
    });
    assert_eq!(outcome, Err(Stopped::Cancelled));
}

#[test]
fn mapping_ends_when_it_is_cancelled() {
    let budget = Budget::default();
    let mut builder = OntologyBuilder::within(budget.clone());
    let bytes = Box::new(&b"<http://x/a> a <http://x/C> ."[..]);
    let input = Input { name: "test".to_owned(), bytes, format: Some(Format::Turtle) };
    builder.read(input).expect("the test is Turtle");
    budget.cancel.cancel();
    assert_eq!(builder.try_finish().err(), Some(Stopped::Cancelled));
}
