//! A Virtuoso of this machine with a row cap of 10,000: never a wrong answer. Where it is not installed
//! (`virtuoso-opensource-7-bin` of Debian), the tests say so and are skipped.

use std::collections::BTreeSet;

use crate::common::{learn, task, virtuoso};
use evolearner::endpoint::EndpointSettings;
use evolearner::generate::{Family, FamilySettings, Kinship, PersonId};
use evolearner::syntax::{dl, parse_any};
use evolearner::{Forall, GraphSettings, Inference, KnowledgeBase, Literal};
use evolearner_dl::Datatype;
use evolearner_testing::concepts::{self, Sizes};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

const GRAPH: &str = "http://family/";

/// Concepts with every constructor; some end other forms of query, or are answered wrongly in them.
const CONCEPTS: [&str; 27] = [
    "Male ⊓ (∃ hasSibling.Parent ⊔ ∃ married.∃ hasSibling.Parent)",
    "Brother ⊓ ∃ hasSibling.Parent",
    "∃ hasChild.∃ hasChild.⊤",
    "Female ⊓ ∃ married.∃ hasSibling.∃ hasChild.⊤",
    "Female ⊓ ¬Parent",
    "Male ⊓ ¬∃ married.⊤",
    "Parent ⊓ ∀ hasChild.Female",
    "Female ⊓ ≥ 2 hasChild.Female",
    "≥ 4 hasSibling.Parent",
    "Parent ⊓ ≤ 1 hasChild.⊤",
    "Male ⊓ (birthYear ≤ 1900)",
    "Grandparent ⊓ ∃ hasChild.(birthYear ≥ 1949.5)",
    "(Male ⊓ ∃ hasSibling.Father) ⊔ (Female ⊓ ∃ married.∃ hasSibling.Parent)",
    "∃ hasParent.∃ hasSibling.≥ 2 hasChild.⊤",
    "Male ⊓ (∃ hasSibling.(Parent ⊓ ¬Grandparent) ⊔ ∃ married.∃ hasSibling.(Mother ⊓ ∀ hasChild.Daughter))",
    "∃ hasChild⁻.Grandfather",
    "Male ⊓ ∃ hasSibling.⊤ ⊓ ∃ married.⊤ ⊓ ∃ hasChild.⊤",
    "Female ⊓ ∀ hasSibling.(Male ⊔ Parent)",
    "Parent ⊓ = 2 hasChild.⊤",
    "(Father ⊔ Brother) ⊓ (∃ hasChild.Parent ⊔ ∃ hasSibling.Mother ⊔ ∃ married.Sister)",
    "Parent ⊓ ≤ 1 hasChild.(≤ 4 hasSibling.∃ hasParent.∃ hasSibling.Sister)",
    "≥ 2 hasSibling.(≥ 3 hasChild.(≥ 2 hasSibling.Male))",
    "∃ hasChild.∀ hasSibling.∃ hasParent.(≥ 2 hasChild.(≥ 5 hasSibling.(Grandchild ⊔ Mother)))",
    "≤ 1 hasSibling.Granddaughter ⊓ (≥ 5 hasSibling.Parent ⊔ ∃ hasSibling.((birthYear ≤ 1882) ⊔ ∀ hasSibling.Grandmother))",
    "Parent ⊓ ≤ 1 hasChild.(≤ 4 hasSibling.∃ hasParent.(≤ 1 hasChild.(≤ 4 hasSibling.Sister)))",
    "Female ⊓ = 2 hasChild.¬Parent",
    "¬∃ hasSibling.(Male ⊓ ∃ hasChild.Female)",
];

/// How many more concepts are asked, of any shape.
const N_RANDOM: usize = 40;

#[test]
fn virtuoso_answers_what_retrieval_answers() {
    let Some(server) = virtuoso::start() else { return };
    let settings = FamilySettings { people: 2000, birth_years: true, ..FamilySettings::default() };
    let family = Family::generate(&settings);
    let mut text = Vec::new();
    family.write_ntriples(&mut text).expect("memory takes everything");
    server.load(GRAPH, &text);
    let graph = GraphSettings::default().with_inference(Inference::Classes);
    let input = crate::common::bytes_input("family.nt", &text);
    let whole = KnowledgeBase::open(vec![input], graph).expect("it loads");
    let problem = family.problem(Kinship::Uncle, 100);
    let iris = |people: &[PersonId]| -> Vec<String> {
        people.iter().map(|person| family.iri(*person).to_string()).collect()
    };
    let (positives, negatives) = (iris(&problem.positives), iris(&problem.negatives));
    let examples: Vec<String> = positives.iter().chain(&negatives).cloned().collect();
    let settings = EndpointSettings { depth: 3, incoming: true, ..server.settings(GRAPH) };
    let loaded = KnowledgeBase::from_endpoint(settings, &examples, graph, &mut |_| {});
    let (kb, mut store) = loaded.expect("a knowledge base");
    assert_eq!((store.model().inexact.len(), store.dialect_word()), (0, "counts"));

    let learned = learn(&kb, &task(&kb, positives, negatives), &[]);
    let answer = store.verify(&kb, learned.concept(), &learned.task.examples, Forall::Standard);
    let answer = answer.expect("an answer");
    assert_eq!(answer.differing, [""; 0], "{:?}", answer.remarks);

    let mut runner = TestRunner::deterministic();
    let year = |year: i16| Literal::new(&year.to_string(), Datatype::xsd("integer"));
    let year = (1850i16..2030).prop_map(year).boxed();
    let random = concepts::concept_over(Sizes::of(&kb.graph().symbols), &year);
    let random = (0..N_RANDOM).map(|_| random.new_tree(&mut runner).expect("a concept").current());
    let written = CONCEPTS.map(|text| parse_any(text, &kb.vocabulary()).expect("a concept"));
    for concept in &written {
        if store.is_exact(&kb, concept) {
            let answer = store.verify(&kb, concept, &learned.task.examples, Forall::Standard);
            let answer = answer.expect("an answer");
            assert_eq!(answer.differing, [""; 0], "{concept:?}: {:?}", answer.remarks);
        }
    }
    for concept in written.into_iter().chain(random) {
        let text = dl::print(&concept, &kb.graph().symbols);
        let same = parse_any(&text, &whole.vocabulary()).expect("the same concept");
        let symbols = &whole.graph().symbols;
        let members = whole.retrieve(&same, Forall::Standard);
        let expect: BTreeSet<String> =
            members.iter().map(|id| symbols.individuals.get(id).to_owned()).collect();
        let found = store.predict(&kb, &concept, None, &mut |_| {}).expect("instances");
        println!("{} instances of {text}", found.instances.len());
        assert!(found.is_complete, "{text}");
        assert!(found.instances.into_iter().collect::<BTreeSet<_>>() == expect, "{text}");
    }
}

/// More people than an answer has rows; a hub knows all of them, and each knows the next.
const N_PEOPLE: usize = 12_000;

fn crowd() -> String {
    let mut text = String::new();
    for index in 0..N_PEOPLE {
        let (this, next) = (format!("<{GRAPH}p{index}>"), (index + 1) % N_PEOPLE);
        let kind = if index % 3 == 0 { "A" } else { "B" };
        let lines = [
            format!("{this} a <{GRAPH}{kind}> ."),
            format!("{this} <{GRAPH}next> <{GRAPH}p{next}> ."),
            format!("{this} <{GRAPH}age> {} .", index % 90),
            format!("<{GRAPH}hub> <{GRAPH}knows> {this} ."),
        ];
        text.push_str(&lines.join("\n"));
        text.push('\n');
    }
    format!("{text}<{GRAPH}hub> a <{GRAPH}A> .\n")
}

/// An individual with more values than rows of an answer: all of them are fetched, or the property is named;
/// and more instances than rows of an answer are all predicted.
#[test]
fn a_cap_on_rows_makes_no_answer_wrong() {
    let Some(server) = virtuoso::start() else { return };
    let text = crowd();
    server.load(GRAPH, text.as_bytes());
    let graph = GraphSettings::default().with_inference(Inference::Classes);
    let input = crate::common::bytes_input("crowd.ttl", text.as_bytes());
    let whole = KnowledgeBase::open(vec![input], graph).expect("it loads");
    let seeds = ["hub", "p0", "p1", "p2"].map(|name| format!("{GRAPH}{name}"));
    let ids = |kb: &KnowledgeBase| -> Vec<_> {
        let find = |iri: &String| kb.graph().symbols.individuals.find(iri).expect("a seed");
        seeds.iter().map(find).collect()
    };
    let concepts = [
        "≥ 11500 knows.⊤",
        "≤ 11500 knows.⊤",
        "∃ knows.(age ≥ 89)",
        "∀ knows.(A ⊔ B)",
        "∃ next.A",
        "A ⊓ ∃ knows.∃ next.A",
    ];
    for (fan_out, is_whole) in [(20_000, true), (10_000, false)] {
        let settings = EndpointSettings { fan_out, ..server.settings(GRAPH) };
        let loaded = KnowledgeBase::from_endpoint(settings, &seeds, graph, &mut |_| {});
        let (kb, mut store) = loaded.expect("a knowledge base");
        let model = store.model();
        let named: Vec<&str> = model.inexact.iter().map(|gap| gap.property.as_str()).collect();
        let knows = format!("{GRAPH}knows");
        assert_eq!(named, if is_whole { vec![] } else { vec![knows.as_str()] }, "{fan_out}");
        assert_eq!(model.exact, is_whole);
        let mut n_differ = 0;
        for text in concepts {
            let there = parse_any(text, &whole.vocabulary()).expect("a concept");
            let here = parse_any(text, &kb.vocabulary()).expect("a concept");
            let expect = whole.contains(&there, &ids(&whole), Forall::Standard);
            let found = kb.contains(&here, &ids(&kb), Forall::Standard);
            assert!(found == expect || !store.is_exact(&kb, &here), "{text}");
            assert_eq!(store.is_exact(&kb, &here), is_whole || !text.contains("knows"), "{text}");
            n_differ += usize::from(found != expect);
        }
        assert_eq!(n_differ > 0, !is_whole, "a list that is cut matters to one of the concepts");
        if is_whole {
            for text in ["A ⊔ B", "∃ next.⊤", "(age ≥ 2) ⊓ ∃ next.(A ⊔ B)"] {
                let concept = parse_any(text, &whole.vocabulary()).expect("a concept");
                let members = whole.retrieve(&concept, Forall::Standard);
                let symbols = &whole.graph().symbols;
                let expect: BTreeSet<String> =
                    members.iter().map(|id| symbols.individuals.get(id).to_owned()).collect();
                assert!(expect.len() > 10_000, "{text}");
                let concept = parse_any(text, &kb.vocabulary()).expect("a concept");
                let found = store.predict(&kb, &concept, None, &mut |_| {}).expect("instances");
                assert!(found.is_complete, "{text}");
                assert!(found.instances.into_iter().collect::<BTreeSet<_>>() == expect, "{text}");
            }
        }
    }
}
