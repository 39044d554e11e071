//! Queries against `retrieve`: on materialised graphs, with random concepts of every constructor on
//! saturated random knowledge bases with axioms of every kind; and on the files of the benchmark
//! problems as they are, with what is learned from them.

use std::path::Path;

use crate::common::queries::{answers, instances, store};
use crate::common::{learn, load_bytes, load_file, task, text_of};
use evolearner::syntax::dl;
use evolearner::syntax::sparql::{self, Dialect, QuerySettings};
use evolearner::{Concept, KnowledgeBase, Literal};
use evolearner_dl::Datatype;
use evolearner_testing::concepts::{self, Sizes};
use evolearner_testing::{data, knowledge_bases};
use oxigraph::io::RdfFormat;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

const N_KNOWLEDGE_BASES: usize = 500;
const N_CONCEPTS_EACH: usize = 20;
/// The engine tries all combinations of the variables of a cardinality: above this, the form bool is not
/// asked.
const MAX_WEIGHT: u64 = 8;

/// One fact of each kind, so that no vocabulary is empty.
const SOMETHING: &str = "<http://e/a> <http://e/p> <http://e/b> .
<http://e/a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://e/A> .
<http://e/a> <http://e/n> \"1\"^^<http://www.w3.org/2001/XMLSchema#integer> .
";

#[test]
fn queries_on_the_materialised_graph_answer_like_retrieve() {
    let integer = |number: i8| Literal::new(&number.to_string(), Datatype::xsd("integer"));
    let literal = (-3i8..4).prop_map(integer).boxed();
    let (mut n_asked, mut n_found, mut n_derived) = (0, 0, 0);
    let mut runners = evolearner_testing::configs(1).map(TestRunner::new);
    for case in 0..N_KNOWLEDGE_BASES {
        // Three with a fixed seed, then one with a fresh one.
        let runner = &mut runners[usize::from(case % 4 == 3)];
        let kb = knowledge_bases::kb().new_tree(runner).expect("a knowledge base").current();
        let text = format!("{SOMETHING}{}", kb.lines().concat());
        let graph = load_bytes("kb.nt", text.as_bytes()).expect("it loads").graph;
        n_derived += graph.origin.inferred.class + graph.origin.inferred.object;
        let mut triples = Vec::new();
        graph.write_ntriples(&mut triples).expect("memory takes everything");
        let store = store(&triples, RdfFormat::NTriples);
        let symbols = &graph.symbols;
        let concepts = concepts::concept_over(Sizes::of(symbols), &literal);
        for _ in 0..N_CONCEPTS_EACH {
            let concept = concepts.new_tree(runner).expect("a concept").current();
            // A query cannot name what has no name.
            let Ok(query) = sparql::select(&concept, symbols) else { continue };
            let found = answers(&store, &query);
            assert_eq!(found, instances(&graph, &concept), "{text}\n{query}");
            if sparql::weight(&concept) <= MAX_WEIGHT {
                let settings = QuerySettings::new(Dialect::Bool);
                let query = sparql::select_as(&concept, symbols, &settings).expect("a query");
                assert_eq!(answers(&store, &query), found, "{text}\n{query}");
            }
            n_asked += 1;
            n_found += usize::from(!found.0.is_empty());
        }
    }
    println!("{n_asked} queries, {n_found} with answers; {n_derived} derived facts");
    assert!(n_found > N_KNOWLEDGE_BASES && n_derived > 0, "questions without answers test little");
}

/// The best concept of each length on a benchmark problem, after a short run.
fn learned(kb: &KnowledgeBase, folder: &Path) -> Vec<Concept> {
    let examples = |file: &str| -> Vec<String> {
        let text = text_of(&folder.join(file)).expect("a list of examples");
        text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect()
    };
    let task = task(kb, examples("pos.txt"), examples("neg.txt"));
    let learned = learn(kb, &task, &[("population", "100"), ("generations", "10")]);
    learned.found.front.front().into_iter().map(|row| row.concept.clone()).collect()
}

#[test]
fn answers_to_the_benchmark_problems_are_found_by_queries_on_the_original_files() {
    let Some(folder) = data::folder() else { return };
    for name in data::PROBLEMS {
        let folder = folder.join(name);
        let file = folder.join(format!("{name}.owl"));
        let Some(text) = text_of(&file) else { panic!("no file for {name}") };
        let kb = KnowledgeBase::from(if file.is_file() {
            load_file(&file)
        } else {
            load_bytes("kb.owl", text.as_bytes()).expect("it loads")
        });
        let graph = kb.graph();
        let store = store(text.as_bytes(), RdfFormat::RdfXml);
        let mut n_same = 0;
        for concept in learned(&kb, &folder) {
            let query = sparql::select(&concept, &graph.symbols).expect("a query");
            let shown = dl::print(&concept, &graph.symbols);
            println!("{name}: {shown}");
            let (found, wanted) = (answers(&store, &query), instances(graph, &concept));
            let derived: Vec<&str> =
                query.lines().filter_map(|line| line.strip_prefix("#   ")).collect();
            if derived.is_empty() {
                assert_eq!(found, wanted, "{name}: {shown}\n{query}");
                n_same += 1;
            } else {
                let (found, wanted) = (found.0.len(), wanted.0.len());
                println!("{name}: {found} of {wanted} of {shown}; derived: {}", derived.join(" "));
            }
        }
        println!("{name}: {n_same} answers are the same on the file");
    }
}
