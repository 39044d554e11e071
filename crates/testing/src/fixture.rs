//! Small graphs with examples in them.

use evolearner_dl::IndividualId;
use evolearner_generate::{Family, FamilySettings, Kinship, PersonId};
use evolearner_graph::{Graph, GraphSettings};
use evolearner_owl::{Format, Input, OntologyBuilder};

/// A graph, its positive and its negative examples.
pub type Fixture = (Graph, Vec<IndividualId>, Vec<IndividualId>);

/// A graph from Turtle.
pub fn graph(turtle: &str) -> Graph {
    let mut builder = OntologyBuilder::new();
    let bytes = Box::new(turtle.as_bytes());
    let input = Input { name: "fixture".to_owned(), bytes, format: Some(Format::Turtle) };
    builder.read(input).expect("the fixture is Turtle");
    Graph::build(builder.finish(), GraphSettings::default()).0
}

/// An individual by its IRI.
pub fn individual(graph: &Graph, iri: &str) -> IndividualId {
    graph.symbols.individuals.find(iri).expect("the individual exists")
}

/// A family without numbers, and who is an uncle in it.
pub fn uncles() -> Fixture {
    let settings = FamilySettings { birth_years: false, ..FamilySettings::default() };
    uncles_of(&Family::generate(&settings))
}

/// A family with that many people and their birth years, and who is an uncle among all of them.
pub fn people(people: u32) -> Fixture {
    let settings = FamilySettings { people, ..FamilySettings::default() };
    let (graph, uncles, _) = uncles_of(&Family::generate(&settings));
    let is_other = |individual: &IndividualId| !uncles.contains(individual);
    let others = graph.symbols.individuals.iter().map(|(id, _)| id).filter(is_other).collect();
    (graph, uncles, others)
}

fn uncles_of(family: &Family) -> Fixture {
    let mut turtle = Vec::new();
    family.write_turtle(&mut turtle).expect("memory can be written");
    let graph = graph(&String::from_utf8(turtle).expect("Turtle is text"));
    let problem = family.problem(Kinship::Uncle, usize::MAX);
    let ids = |people: &[PersonId]| -> Vec<IndividualId> {
        people.iter().map(|&person| individual(&graph, &family.iri(person).to_string())).collect()
    };
    let (positives, negatives) = (ids(&problem.positives), ids(&problem.negatives));
    (graph, positives, negatives)
}

/// A graph with every kind of property, and examples in it: a1, a2 against b1, b2.
pub fn molecules() -> Fixture {
    let graph = graph(
        "@prefix : <http://x/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
         @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
         :Acid rdfs:subClassOf :Compound . :Base rdfs:subClassOf :Compound .
         :a1 a :Acid ; :logp 1.0 ; :toxic true ; :has :h1, :h2 .
         :a2 a :Acid ; :logp 2.0 ; :toxic true ; :has :h2, :o1 .
         :b1 a :Base ; :logp 4.0 ; :toxic false ; :has :o1 .
         :b2 a :Base ; :logp 5.0 ; :has :h3 .
         :h1 a :Hydrogen ; :charge 0.1 ; :near :o1 . :h2 a :Hydrogen ; :charge 0.2 .
         :h3 a :Hydrogen ; :charge 0.9 . :o1 a :Oxygen ; :charge 0.7 ; :near :h1, :h2 .",
    );
    let find = |name: &str| individual(&graph, &format!("http://x/{name}"));
    let (positives, negatives) = (vec![find("a1"), find("a2")], vec![find("b1"), find("b2")]);
    (graph, positives, negatives)
}
