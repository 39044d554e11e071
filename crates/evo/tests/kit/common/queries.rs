//! Instances found twice: by a SPARQL engine and by `retrieve`. Both answer with the names of those that
//! have one, and how many have none.

use std::collections::BTreeSet;

use evolearner::retrieval::{RetrieveSettings, retrieve};
use evolearner::{Concept, Graph};
use oxigraph::io::{RdfFormat, RdfParser};
use oxigraph::model::Term;
use oxigraph::sparql::{QueryResults, SparqlEvaluator};
use oxigraph::store::Store;

/// A store with the triples of a text.
pub fn store(text: &[u8], format: RdfFormat) -> Store {
    let store = Store::new().expect("a store in memory");
    let parser = RdfParser::from_format(format);
    store.load_from_reader(parser, text).expect("a text that we read or wrote");
    store
}

/// Those that a query finds.
pub fn answers(store: &Store, query: &str) -> (BTreeSet<String>, usize) {
    let results = SparqlEvaluator::new()
        .parse_query(query)
        .unwrap_or_else(|error| panic!("{error}\n{query}"))
        .on_store(store)
        .execute()
        .expect("an answer");
    let QueryResults::Solutions(solutions) = results else { panic!("a select query") };
    let (mut named, mut n_blank) = (BTreeSet::new(), 0);
    for solution in solutions {
        match solution.expect("an answer").values()[0].clone() {
            Some(Term::NamedNode(node)) => assert!(named.insert(node.into_string())),
            Some(Term::BlankNode(_)) => n_blank += 1,
            other => panic!("{other:?} is no individual"),
        }
    }
    (named, n_blank)
}

/// Those that are instances of a concept.
pub fn instances(graph: &Graph, concept: &Concept) -> (BTreeSet<String>, usize) {
    let found = retrieve(graph, concept, RetrieveSettings::default());
    let names: Vec<&str> = found.iter().map(|id| graph.symbols.individuals.get(id)).collect();
    let (blank, named): (Vec<&str>, Vec<&str>) =
        names.into_iter().partition(|name| name.starts_with("_:"));
    (named.into_iter().map(str::to_owned).collect(), blank.len())
}
