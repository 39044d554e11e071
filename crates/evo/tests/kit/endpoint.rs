//! Learning from a store: the same as from the file that was fetched, and as from the whole one.

#[path = "../../../endpoint/tests/endpoint/store.rs"]
#[expect(dead_code, reason = "faults are for the tests of the crate that it belongs to")]
pub mod store;

use std::collections::BTreeSet;

use crate::common::{learn, load_bytes, task};
use evolearner::endpoint::EndpointSettings;
use evolearner::syntax::{dl, parse_any};
use evolearner::{
    Concept, Forall, GraphSettings, Inference, KnowledgeBase, Literal, Node, RemoteStore,
    embedded_statement,
};
use evolearner_dl::Datatype;
use evolearner_testing::concepts::{self, Sizes};
use oxigraph::io::{RdfFormat, RdfParser, RdfSerializer};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use store::{Reply, Server};

const N_CONCEPTS: usize = 10_000;

/// The embedded family as N-Triples, and the IRIs of its examples.
fn family() -> (String, Vec<String>, Vec<String>) {
    let mut turtle = Vec::new();
    std::io::Read::read_to_end(&mut evolearner::embedded_input().bytes, &mut turtle)
        .expect("bytes");
    let mut writer = RdfSerializer::from_format(RdfFormat::NTriples).for_writer(Vec::new());
    for quad in RdfParser::from_format(RdfFormat::Turtle).for_slice(&turtle) {
        writer.serialize_quad(&quad.expect("a triple")).expect("memory takes everything");
    }
    let text = String::from_utf8(writer.finish().expect("memory")).expect("text");
    let kb = KnowledgeBase::embedded();
    let iris = |names: &[String]| -> Vec<String> {
        let vocabulary = kb.vocabulary();
        let found = vocabulary.individuals(names.iter().map(String::as_str));
        let individuals = &kb.graph().symbols.individuals;
        found.map(|id| individuals.get(id.expect("an example")).to_owned()).collect()
    };
    let statement = embedded_statement();
    (text, iris(&statement.positives), iris(&statement.negatives))
}

fn classes() -> GraphSettings {
    GraphSettings::default().with_inference(Inference::Classes)
}

fn fetched(
    settings: EndpointSettings,
    examples: &[String],
) -> (KnowledgeBase, RemoteStore, Vec<u8>) {
    let (_, fragment) =
        RemoteStore::fetch(settings.clone(), examples, &mut |_| {}).expect("a fragment");
    let loaded = KnowledgeBase::from_endpoint(settings, examples, classes(), &mut |_| {});
    let (kb, store) = loaded.expect("a knowledge base");
    (kb, store, fragment.ntriples)
}

fn open(name: &str, bytes: &[u8]) -> KnowledgeBase {
    let bytes = Box::new(std::io::Cursor::new(bytes.to_vec()));
    let input = evolearner::Input { name: name.to_owned(), bytes, format: None };
    KnowledgeBase::open(vec![input], classes()).expect("it loads")
}

#[test]
fn learning_from_a_store_is_learning_from_its_fragment_and_the_store_agrees() {
    let (text, positives, negatives) = family();
    let whole = open("family.nt", text.as_bytes());
    let examples: Vec<String> = positives.iter().chain(&negatives).cloned().collect();
    for cap in [usize::MAX, 100] {
        let server = Server::new(&text, move |_, _| Reply::Capped(cap, true));
        let (kb, mut store, bytes) = fetched(server.settings(), &examples);
        assert!(store.model().exact, "{:?}", store.model().inexact);
        let file = open("fragment.nt", &bytes);
        let run = |kb: &KnowledgeBase| {
            let task = task(kb, positives.clone(), negatives.clone());
            let learned = learn(kb, &task, &[]);
            let report = learned.report();
            let shown = |row: &evolearner::report::model::Solution| {
                (row.concept.functional.clone(), row.quality.to_bits(), row.train.tp, row.train.fp)
            };
            let front: Vec<_> = report.front.iter().map(shown).collect();
            (learned, task, front)
        };
        let (learned, task, front) = run(&kb);
        assert_eq!(front, run(&file).2);
        for row in learned.found.front.front() {
            let there = store.verify(&kb, &row.concept, &task.examples, Forall::Standard);
            let there = there.expect("an answer");
            let shown = dl::print(&row.concept, &kb.graph().symbols);
            assert_eq!(there.differing, [""; 0], "{shown}: {:?}", there.remarks);
            let concept = parse_any(&shown, &whole.vocabulary()).expect("known names");
            let (mut known, symbols) = (BTreeSet::new(), &whole.graph().symbols);
            for individual in whole.retrieve(&concept, Forall::Standard).iter() {
                known.insert(symbols.individuals.get(individual).to_owned());
            }
            if there.instances.is_some()
                && row.concept.nodes().iter().all(|node| *node != Node::Not)
            {
                let predicted = store.predict(&kb, &row.concept, None, &mut |_| {});
                let predicted = predicted.expect("instances");
                assert!(predicted.is_complete, "{shown}");
                let found: BTreeSet<String> = predicted.instances.into_iter().collect();
                assert_eq!(found, known, "{shown}");
            }
        }
    }
}

#[test]
fn random_concepts_have_the_same_answers_on_a_fragment_and_on_the_whole() {
    let (text, positives, negatives) = family();
    let whole = open("family.nt", text.as_bytes());
    let examples: Vec<String> =
        positives.iter().take(3).chain(negatives.iter().take(3)).cloned().collect();
    let symbols = &whole.graph().symbols;
    let integer = |number: i16| Literal::new(&number.to_string(), Datatype::xsd("integer"));
    let concepts =
        concepts::concept_over(Sizes::of(symbols), &(1850i16..2030).prop_map(integer).boxed());
    let mut runner =
        TestRunner::new(evolearner_testing::configs(1).into_iter().next().expect("one"));
    let server = Server::new(&text, |_, _| Reply::Answer);
    let fragments = [1, 2].map(|depth| {
        let mut settings = server.settings();
        settings.depth = depth;
        fetched(settings, &examples)
    });
    let ids = |kb: &KnowledgeBase| -> Vec<_> {
        let find = |iri: &String| kb.graph().symbols.individuals.find(iri).expect("an example");
        examples.iter().map(find).collect()
    };
    let (mut n_asked, mut n_members) = (0, 0);
    while n_asked < N_CONCEPTS {
        let concept: Concept = concepts.new_tree(&mut runner).expect("a concept").current();
        let shown = dl::print(&concept, symbols);
        let expect = whole.contains(&concept, &ids(&whole), Forall::Standard);
        for (kb, store, _) in &fragments {
            // Names of individuals outside of a fragment are not known there.
            let Ok(concept) = parse_any(&shown, &kb.vocabulary()) else { continue };
            if !store.is_exact(kb, &concept) {
                continue;
            }
            assert_eq!(kb.contains(&concept, &ids(kb), Forall::Standard), expect, "{shown}");
            n_asked += 1;
            n_members += expect.iter().filter(|is_member| **is_member).count();
        }
    }
    println!("{n_asked} concepts, {n_members} members among {} examples each", examples.len());
    assert!(n_members > N_CONCEPTS / 10, "answers that are all no test little");
}

#[test]
fn what_was_not_fetched_is_not_exact() {
    let (text, positives, _) = family();
    let server = Server::new(&text, |_, _| Reply::Answer);
    let mut settings = server.settings();
    settings.depth = 1;
    let (kb, store, _) = fetched(settings, &positives[..3]);
    let check = |text: &str, is_exact: bool| {
        let concept = parse_any(text, &kb.vocabulary()).expect("a concept");
        assert_eq!(store.is_exact(&kb, &concept), is_exact, "{text}");
    };
    check("Male ⊓ ∃ hasSibling.Parent", true);
    check("∃ hasSibling.∃ hasChild.⊤", false);
    check("∃ hasSibling⁻.⊤", false);
    let whole = load_bytes("family.nt", text.as_bytes()).expect("it loads").graph;
    assert!(whole.symbols.individuals.len() > kb.graph().symbols.individuals.len());
}
