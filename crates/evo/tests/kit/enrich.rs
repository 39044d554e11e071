//! Suggestions for whole ontologies: definitions come back, nothing that is stated is suggested, and who
//! was put into the wrong class is found.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use evolearner::generate::{Family, FamilySettings};
use evolearner::report::enrich::{EnrichReport, EnrichedClass};
use evolearner::syntax::dl;
use evolearner::{
    Budget, EnrichSettings, Forall, Format, KnowledgeBase, Learner, Node, Random, Stage, enrich,
};
use evolearner_owl::Axiom;
use evolearner_testing::data;
use evolearner_testing::graphs::{materialized, ontology};

/// The classes of a family whose instances follow from roles and other classes.
const DEFINABLE: [&str; 15] = [
    "Parent",
    "Father",
    "Mother",
    "Grandparent",
    "Grandfather",
    "Grandmother",
    "Child",
    "Son",
    "Daughter",
    "Grandchild",
    "Grandson",
    "Granddaughter",
    "PersonWithASibling",
    "Brother",
    "Sister",
];

fn family(people: u32, seed: u64) -> KnowledgeBase {
    let settings = FamilySettings { people, seed, ..FamilySettings::default() };
    let mut turtle = Vec::new();
    Family::generate(&settings).write_turtle(&mut turtle).expect("memory can be written");
    KnowledgeBase::from_bytes("family.ttl", turtle).expect("it is Turtle")
}

fn learner() -> Learner {
    let learner = Learner::new("auto", "default").expect("a learner");
    let learner = learner.with("quality", "f1").expect("an option");
    learner.with("work", 20).and_then(|learner| learner.with("timeout", "none")).expect("options")
}

fn suggestions(kb: &KnowledgeBase, settings: &EnrichSettings) -> EnrichReport {
    enrich(kb, &learner(), settings, &BTreeMap::new(), |_, _, _| {}).expect("options fit")
}

fn class<'r>(report: &'r EnrichReport, name: &str) -> Option<&'r EnrichedClass> {
    report.classes.iter().find(|class| class.name == name)
}

/// Whether one of the first three definitions has the instances of the class in another family.
fn is_recovered(report: &EnrichReport, name: &str, other: &KnowledgeBase) -> bool {
    let vocabulary = other.vocabulary();
    let id = vocabulary.class(name).expect("a class of all families");
    let expected: BTreeSet<u32> = other.graph().instances(id).iter().map(|one| one.0).collect();
    let Some(class) = class(report, name) else { return false };
    class.equivalent.iter().take(3).any(|suggestion| {
        let concept = dl::parse(&suggestion.concept.dl, &vocabulary).expect("it can be read");
        let found = other.retrieve(&concept, Forall::Standard);
        found.iter().map(|one| one.0).collect::<BTreeSet<u32>>() == expected
    })
}

#[test]
fn definitions_of_a_family_come_back() {
    let report = suggestions(&family(200, 1), &EnrichSettings::default());
    let other = family(1000, 9);
    let lost: Vec<&&str> =
        DEFINABLE.iter().filter(|name| !is_recovered(&report, name, &other)).collect();
    assert!(5 * lost.len() <= DEFINABLE.len(), "more than a fifth is not found: {lost:?}");
    for class in &report.classes {
        for suggestion in class.equivalent.iter().chain(&class.superclasses) {
            let names = suggestion.concept.dl.split(|c: char| !c.is_alphanumeric());
            assert!(!names.into_iter().any(|name| name == class.name), "{}", suggestion.concept.dl);
        }
    }
}

/// A family in which one of twenty is in the wrong class, for each class: facts alone, no axioms.
#[test]
fn who_is_in_the_wrong_class_is_suspect() {
    let kb = family(300, 4);
    let symbols = &kb.graph().symbols;
    let facts = materialized(kb.graph());
    let mut lines: BTreeSet<&str> = facts.lines().collect();
    let mut flipped = BTreeSet::new();
    let mut added = Vec::new();
    let random = &mut Random::new(5, Stage::Init, 0, 0);
    for name in DEFINABLE {
        let id = kb.vocabulary().class(name).expect("a class");
        for (individual, iri) in symbols.individuals.iter() {
            if random.below(20) > 0 {
                continue;
            }
            flipped.insert((name.to_owned(), iri.to_owned()));
            let type_iri = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
            let line = format!("<{iri}> <{type_iri}> <{}> .", symbols.classes.get(id));
            if kb.graph().instances(id).contains(individual) {
                assert!(lines.remove(line.as_str()), "{line}");
            } else {
                added.push(line);
            }
        }
    }
    let mut text = String::new();
    for line in lines.into_iter().chain(added.iter().map(String::as_str)) {
        let _ = writeln!(text, "{line}");
    }
    let noisy = KnowledgeBase::from_bytes("noisy.nt", text.into_bytes()).expect("N-Triples");
    let classes = DEFINABLE.map(|name| noisy.vocabulary().class(name).expect("a class"));
    let settings = EnrichSettings { classes: classes.to_vec(), ..EnrichSettings::default() };
    let report = suggestions(&noisy, &settings);
    let mut found = BTreeSet::new();
    for class in &report.classes {
        assert!(class.n_suspects <= EnrichedClass::MAX_SUSPECTS, "all are listed");
        let suspects = class.suspects.iter();
        found.extend(suspects.map(|one| (class.name.clone(), one.individual.iri.clone())));
    }
    let n_right = found.intersection(&flipped).count() as f64;
    let (precision, recall) = (n_right / found.len() as f64, n_right / flipped.len() as f64);
    assert!(precision >= 0.8 && recall >= 0.8, "precision {precision}, recall {recall}");
}

const DEFINED: &str = "
    @prefix : <http://x/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    :Father owl:equivalentClass [ a owl:Class ; owl:intersectionOf ( :Male
        [ a owl:Restriction ; owl:onProperty :hasChild ; owl:someValuesFrom owl:Thing ] ) ] .
    :hasChild a owl:ObjectProperty . :Male a owl:Class .
    :f1 a :Male ; :hasChild :c1 . :f2 a :Male ; :hasChild :c2 . :f3 a :Male ; :hasChild :c3 .
    :m1 a :Female ; :hasChild :c1 . :m2 a :Female ; :hasChild :c2 . :m3 a :Female ; :hasChild :c3 .
    :c1 a :Male . :c2 a :Male . :c3 a :Male .";

#[test]
fn what_is_stated_and_what_would_be_circular_is_not_suggested() {
    let kb = KnowledgeBase::from_bytes("x.ttl", DEFINED.into()).expect("Turtle");
    let settings = EnrichSettings { min_instances: 2, ..EnrichSettings::default() };
    let report = suggestions(&kb, &settings);
    let father = class(&report, "Father").expect("it has instances");
    assert!(father.known > 0, "the definition is found and left out: {father:?}");
    let stated = "Male ⊓ ∃ hasChild.⊤";
    assert!(father.equivalent.iter().all(|one| one.concept.dl != stated), "{father:?}");
    let male = class(&report, "Male").expect("it has instances");
    let uses_father = |text: &str| text.contains("Father");
    let all = male.equivalent.iter().chain(&male.superclasses);
    assert!(all.clone().all(|one| !uses_father(&one.concept.dl)), "{male:?}");
}

#[test]
fn results_depend_neither_on_threads_nor_on_interruptions() {
    let kb = family(120, 2);
    let one = EnrichSettings::default();
    let shown = |report: EnrichReport| {
        let timeless = EnrichReport { seconds: 0.0, ..report };
        serde_json::to_string(&timeless).expect("it can be written")
    };
    let expected = suggestions(&kb, &one);
    let three = EnrichSettings { n_threads: 3, ..one.clone() };
    assert_eq!(shown(suggestions(&kb, &three)), shown(expected.clone()));
    let known: BTreeMap<String, EnrichedClass> = expected
        .classes
        .iter()
        .take(4)
        .map(|class| {
            let text = serde_json::to_string(class).expect("it can be written");
            (class.iri.clone(), serde_json::from_str(&text).expect("and read"))
        })
        .collect();
    let resumed = enrich(&kb, &learner(), &one, &known, |_, _, _| {}).expect("options fit");
    assert_eq!(shown(resumed), shown(expected));
}

#[test]
fn the_ontology_of_suggestions_is_read_without_a_notice() {
    let kb = family(120, 2);
    let report = suggestions(&kb, &EnrichSettings::default());
    let text = report.ontology(0.95);
    assert!(text.contains("EquivalentClasses(Annotation("), "{text}");
    let read = KnowledgeBase::from_bytes("suggestions.ofn", text.into_bytes()).expect("it is OWL");
    assert!(read.graph().origin.notices.is_empty(), "{:?}", read.graph().origin.notices);
}

/// Takes the definitions out of benchmark ontologies and keeps who is an instance.
#[test]
fn definitions_of_benchmark_ontologies_come_back() {
    let Some(folder) = data::folder() else {
        eprintln!("skipped: there is no benchmark data");
        return;
    };
    let (mut n_defined, mut lost) = (0, Vec::new());
    for file in ["small/moral_43/moral_43.owl", "small/arch/arch.owl"] {
        let path = folder.join(file);
        let ontology = ontology(Format::RdfXml, &[data::text(&path)]);
        let kb = KnowledgeBase::from_path(&path).expect("it is OWL");
        let facts = materialized(kb.graph());
        let bare = KnowledgeBase::from_bytes("facts.nt", facts.into_bytes()).expect("N-Triples");
        let report = suggestions(&bare, &EnrichSettings::default());
        for axiom in &ontology.axioms {
            let Axiom::EquivalentClasses(concepts) = axiom else { continue };
            let named = concepts.iter().find_map(|concept| match concept.nodes() {
                [Node::Class(class)] => Some(ontology.symbols.classes.get(*class)),
                _ => None,
            });
            // Too few instances, or no others, are no matter of the search.
            let looked_at = report.classes.iter().find(|class| Some(&*class.iri) == named);
            let Some(class) = looked_at else { continue };
            n_defined += 1;
            if !class.equivalent.iter().take(3).any(|suggestion| suggestion.f1 == 1.0) {
                lost.push(class.name.clone());
            }
        }
    }
    assert!(n_defined >= 10, "there are definitions: {n_defined}");
    assert!(5 * lost.len() <= n_defined, "{lost:?} of {n_defined} do not come back");
}

/// The axioms of benchmark ontologies with a new individual in each class, of which nothing else is known:
/// a superclass that it is entailed to be in would follow already.
#[test]
fn no_superclass_that_follows_from_the_axioms_is_suggested() {
    let Some(folder) = data::folder() else {
        eprintln!("skipped: there is no benchmark data");
        return;
    };
    let mut n_suggested = 0;
    for file in ["small/moral_43/moral_43.owl", "small/arch/arch.owl"] {
        let path = folder.join(file);
        let kb = KnowledgeBase::from_path(&path).expect("it is OWL");
        let report = suggestions(&kb, &EnrichSettings::default());
        let end = "</rdf:RDF>";
        let mut text = data::text(&path).trim_end().trim_end_matches(end).to_owned();
        for (at, class) in report.classes.iter().enumerate() {
            let _ = write!(
                text,
                "<rdf:Description rdf:about=\"urn:new{at}\"><rdf:type rdf:resource=\"{}\"/></rdf:Description>",
                class.iri
            );
        }
        let asked = KnowledgeBase::from_bytes("asked.owl", (text + end).into_bytes());
        let asked = asked.expect("it is RDF/XML");
        let vocabulary = asked.vocabulary();
        for (at, class) in report.classes.iter().enumerate() {
            let new = vocabulary.individual(&format!("urn:new{at}")).expect("it was added");
            for suggestion in &class.superclasses {
                n_suggested += 1;
                let concept = dl::parse(&suggestion.concept.dl, &vocabulary).expect("it is DL");
                let verdict = asked.world_verdict(&concept, new, Budget::default());
                let verdict = verdict.expect("there are axioms").word();
                assert_ne!(verdict, "entailed", "{} ⊑ {}", class.name, suggestion.concept.dl);
            }
        }
    }
    assert!(n_suggested > 10, "there is something to look at: {n_suggested}");
}
