//! Nonsense made of the OWL vocabulary, for a bounded time: it may mean nothing, but it must not
//! panic or hang. (That order does not matter is a law for files that make sense: a list with two
//! first members has one of them, whichever comes first.)
//!
//! `EVOLEARNER_FUZZ_SECONDS` sets the time; the seed is fixed, so a longer run starts with the
//! same cases. The readers of files have such a test of their own, as have snapshots.

mod common;

use std::time::{Duration, Instant};

use common::{Random, fuzz_time, load, read_all};

const OWL: [&str; 34] = [
    "Class",
    "Restriction",
    "ObjectProperty",
    "DatatypeProperty",
    "AnnotationProperty",
    "FunctionalProperty",
    "TransitiveProperty",
    "SymmetricProperty",
    "NamedIndividual",
    "Thing",
    "Nothing",
    "AllDifferent",
    "AllDisjointClasses",
    "NegativePropertyAssertion",
    "onProperty",
    "someValuesFrom",
    "allValuesFrom",
    "hasValue",
    "hasSelf",
    "intersectionOf",
    "unionOf",
    "complementOf",
    "oneOf",
    "inverseOf",
    "equivalentClass",
    "disjointWith",
    "sameAs",
    "differentFrom",
    "members",
    "propertyChainAxiom",
    "hasKey",
    "maxQualifiedCardinality",
    "onClass",
    "imports",
];
const RDFS: [&str; 7] =
    ["subClassOf", "subPropertyOf", "domain", "range", "label", "Datatype", "Literal"];
const RDF: [&str; 4] = ["type", "first", "rest", "nil"];
const OWN: [&str; 6] = ["A", "B", "p", "q", "a", "b"];

fn iri(random: &mut Random) -> String {
    match random.below(8) {
        0..3 => format!("<http://www.w3.org/2002/07/owl#{}>", OWL[random.below(OWL.len())]),
        3 => format!("<http://www.w3.org/2000/01/rdf-schema#{}>", RDFS[random.below(RDFS.len())]),
        4..6 => {
            format!("<http://www.w3.org/1999/02/22-rdf-syntax-ns#{}>", RDF[random.below(RDF.len())])
        }
        _ => format!("<http://e/{}>", OWN[random.below(OWN.len())]),
    }
}

fn node(random: &mut Random) -> String {
    match random.below(5) {
        0 | 1 => format!("_:x{}", random.below(4)),
        2 => iri(random),
        _ => format!("<http://e/{}>", OWN[random.below(OWN.len())]),
    }
}

fn object(random: &mut Random) -> String {
    match random.below(10) {
        0 => {
            let number = ["0", "1", "2", "-1", "4294967296", "1e400", "x"][random.below(7)];
            let datatype = ["nonNegativeInteger", "double", "boolean", "string"][random.below(4)];
            format!("\"{number}\"^^<http://www.w3.org/2001/XMLSchema#{datatype}>")
        }
        1 => "\"true\"^^<http://www.w3.org/2001/XMLSchema#boolean>".to_owned(),
        2..6 => iri(random),
        _ => node(random),
    }
}

#[test]
fn nonsense_never_panics_or_hangs() {
    // Cases of a fixed seed and of a fresh one take turns.
    let mut generators = evolearner_testing::seeds(0x9e37_79b9_7f4a_7c15).map(Random::new);
    let (start, mut n_cases, mut n_derived) = (Instant::now(), 0, 0);
    while start.elapsed() < fuzz_time() {
        let random = &mut generators[n_cases % 2];
        let lines: Vec<String> = (0..=random.below(40))
            .map(|_| {
                let (subject, predicate) = (node(random), iri(random));
                format!("{subject} {predicate} {} .\n", object(random))
            })
            .collect();
        let case = Instant::now();
        let graph = load(&[lines.concat()]);
        read_all(&graph);
        assert!(case.elapsed() < Duration::from_secs(20), "takes too long:\n{}", lines.concat());
        n_cases += 1;
        n_derived += usize::from(graph.origin.inferred.class > 0);
    }
    println!("{n_cases} cases, {n_derived} of which something was derived");
    assert!(n_derived > 0, "nonsense that never means anything tests little");
}
