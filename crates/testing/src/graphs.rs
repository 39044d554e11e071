//! Graphs of text, and everything that can be asked of one.

use std::collections::BTreeSet;

use evolearner_dl::{Comparison, Id, IndividualId, LiteralId};
use evolearner_graph::{Graph, GraphSettings};
use evolearner_owl::{Format, Input, Ontology, OntologyBuilder};

/// The ontology of some files in one format; panics with the text of one that cannot be read.
pub fn ontology(format: Format, files: &[impl AsRef<str>]) -> Ontology {
    let mut builder = OntologyBuilder::new();
    for (index, text) in files.iter().enumerate() {
        let text = text.as_ref();
        let bytes = Box::new(text.as_bytes());
        let input = Input { name: format!("file {index}"), bytes, format: Some(format) };
        builder.read(input).unwrap_or_else(|error| panic!("{error}\n{text}"));
    }
    builder.finish()
}

/// The saturated graph of a Turtle text.
pub fn from_turtle(text: &str) -> Graph {
    Graph::build(ontology(Format::Turtle, &[text]), GraphSettings::default()).0
}

/// The saturated graph of some N-Triples files.
pub fn from_ntriples(files: &[impl AsRef<str>]) -> Graph {
    Graph::build(ontology(Format::NTriples, files), GraphSettings::default()).0
}

/// All facts between things that have a name.
pub fn named_facts(graph: &Graph) -> BTreeSet<String> {
    let mut facts = BTreeSet::new();
    let symbols = &graph.symbols;
    let name = |id: IndividualId| {
        let name = symbols.individuals.get(id);
        (!name.starts_with("_:")).then_some(name)
    };
    for (class, class_name) in symbols.classes.iter() {
        for individual in graph.instances(class).iter().filter_map(name) {
            facts.insert(format!("{individual} a {class_name}"));
        }
    }
    for (property, property_name) in symbols.object_properties.iter() {
        for (subject, objects) in graph.edges(property).forward.iter() {
            let Some(subject) = name(IndividualId(subject)) else { continue };
            for object in objects.iter().filter_map(|&object| name(IndividualId(object))) {
                facts.insert(format!("{subject} {property_name} {object}"));
            }
        }
    }
    for (property, property_name) in symbols.data_properties.iter() {
        for (individual, values) in graph.values(property).iter() {
            let Some(individual) = name(individual) else { continue };
            for &value in values {
                let literals = &graph.literals;
                let (lexical, datatype) =
                    (literals.lexical(LiteralId(value)), literals.datatype(LiteralId(value)));
                facts.insert(format!("{individual} {property_name} {lexical:?} {datatype:?}"));
            }
        }
    }
    facts
}

/// The graph as N-Triples.
pub fn materialized(graph: &Graph) -> String {
    let mut out = Vec::new();
    graph.write_ntriples(&mut out).expect("memory takes everything");
    String::from_utf8(out).expect("N-Triples are UTF-8")
}

/// The graph as a snapshot.
pub fn snapshot(graph: &Graph) -> Vec<u8> {
    let mut bytes = Vec::new();
    graph.write_snapshot(&mut bytes).expect("memory takes everything");
    bytes
}

/// Asks a graph for everything it has. What a forged graph answers does not matter, as long as it
/// answers.
pub fn read_all(graph: &Graph) {
    let _ = (graph.counts(), graph.heap_bytes(), named_facts(graph), materialized(graph));
    let _ = snapshot(graph);
    let mut turtle = Vec::new();
    graph.write_turtle(&mut turtle).expect("memory takes everything");
    let symbols = &graph.symbols;
    for (individual, name) in symbols.individuals.iter() {
        assert_eq!(symbols.individuals.find(name), Some(individual));
        let _ = symbols.label(name);
        for class in symbols.classes.iter() {
            let _ = graph.instances(class.0).contains(individual);
        }
        for (property, _) in symbols.object_properties.iter() {
            let _ = graph.edges(property).objects(individual).count();
            let _ = graph.edges(property).backward.of(individual.0);
        }
    }
    for (property, _) in symbols.data_properties.iter() {
        let values = graph.values(property);
        let n = graph.literals.len() as u32;
        assert!(values.between(0..n).len() <= values.len());
        let _ = values.between(n..0);
        for &[literal, _] in values.by_value() {
            let bound = graph.literals.get(LiteralId::new(literal as usize));
            let _ = graph.literals.compare(Comparison::AtLeast, &bound);
        }
    }
}
