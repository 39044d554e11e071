//! Details of OWL 2 that no case of `testdata/cases` is about.

use evolearner_graph::{Graph, GraphSettings, Inference};
use evolearner_owl::Format;
use evolearner_testing::graphs::ontology;

const PREFIXES: &str = "@prefix : <http://x/> .
    @prefix owl: <http://www.w3.org/2002/07/owl#> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n";

fn graph(turtle: &str, inference: Inference) -> Graph {
    let settings = GraphSettings::default().with_inference(inference);
    Graph::build(ontology(Format::Turtle, &[format!("{PREFIXES}{turtle}")]), settings).0
}

/// The local names of the instances of a class.
fn instances(graph: &Graph, class: &str) -> Vec<String> {
    let class = graph.symbols.classes.find(&format!("http://x/{class}")).expect("a class");
    let name = |individual| graph.symbols.individuals.get(individual).replace("http://x/", "");
    graph.instances(class).iter().map(name).collect()
}

#[test]
fn what_is_stated_of_bottom_is_inconsistent_with_a_witness_and_a_notice() {
    for (statement, about) in [
        (":a a owl:Nothing .", "instance of owl:Nothing"),
        (":a owl:bottomObjectProperty :b .", "edge of owl:bottomObjectProperty"),
        (":a owl:bottomDataProperty 1 .", "edge of owl:bottomDataProperty"),
    ] {
        for more in ["", " :b a :C . :a a :C ."] {
            let graph = graph(&format!("{statement}{more}"), Inference::Full);
            let inconsistency = graph.origin.inconsistency.as_ref().expect(statement);
            let witness = graph.symbols.individuals.get(inconsistency.witness);
            assert_eq!(witness, "http://x/a", "{statement}");
            let notices = &graph.origin.notices;
            let said = notices.iter().any(|notice| notice.message.starts_with(about));
            assert!(said, "{statement}: {notices:?}");
        }
    }
    let fine = graph(":a a owl:Thing ; owl:topObjectProperty :b . :b a :C .", Inference::Full);
    assert_eq!(fine.origin.inconsistency, None);
}

#[test]
fn a_key_merges_named_individuals_only() {
    let keyed = "[] a owl:Ontology . :Person owl:hasKey ( :passport ) . ";
    let merged = |facts: &str| {
        let graph = graph(&format!("{keyed}{facts}"), Inference::Full);
        instances(&graph, "Marked").len()
    };
    let one = ":a a :Person , :Marked ; :passport \"1\" . ";
    assert_eq!(merged(&format!("{one} :b a :Person ; :passport \"1\" .")), 2);
    assert_eq!(merged(&format!("{one} _:b a :Person ; :passport \"1\" .")), 1, "no name");
    // A blank node that is the same as a named individual denotes a named one.
    let same = format!("{one} _:b a :Person ; :passport \"1\" ; owl:sameAs :c .");
    assert_eq!(merged(&same), 3);
    // What the keys share has to have a name as well.
    let by_object = |shared: &str| {
        let facts = format!(
            ":Person owl:hasKey ( :lives ) . :a a :Person , :Marked ; :lives {shared} .
             :b a :Person ; :lives {shared} . {shared} a :House ."
        );
        instances(&graph(&facts, Inference::Full), "Marked").len()
    };
    assert_eq!((by_object(":home"), by_object("_:home")), (2, 1));
}

#[test]
fn the_hierarchy_of_named_classes_applies_no_nominal_and_no_value() {
    let turtle = "
        [ a owl:Class ; owl:oneOf ( :a ) ] rdfs:subClassOf :Nominal .
        :Value owl:equivalentClass [ a owl:Restriction ; owl:onProperty :r ; owl:hasValue :a ] .
        :Data owl:equivalentClass [ a owl:Restriction ; owl:onProperty :d ; owl:hasValue 1 ] ,
            :Other .
        :Sub rdfs:subClassOf :Super .
        :a a :Sub . :b a :C ; :r :a ; :d 1 .";
    let by_hierarchy = graph(turtle, Inference::Classes);
    for class in ["Nominal", "Value", "Data", "Other"] {
        assert_eq!(instances(&by_hierarchy, class), [] as [&str; 0], "{class}");
    }
    assert_eq!(instances(&by_hierarchy, "Super"), ["a"]);
    let in_full = graph(turtle, Inference::Full);
    assert_eq!(instances(&in_full, "Nominal"), ["a"]);
    assert_eq!(instances(&in_full, "Value"), ["b"]);
}
