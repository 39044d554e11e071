//! Nonsense made of the OWL vocabulary, for a bounded time: it may mean nothing, but it must not
//! panic or hang. (That order does not matter is a law for files that make sense: a list with two
//! first members has one of them, whichever comes first.)
//!
//! `EVOLEARNER_FUZZ_SECONDS` sets the time. The readers of files have such a test of their own, as have snapshots.

use evolearner_testing::Random;
use evolearner_testing::fuzz::for_a_while;
use evolearner_testing::graphs::{from_ntriples, read_all};

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
    let mut n_derived = 0;
    let n_cases = for_a_while(2.0, |random, _| {
        let lines: Vec<String> = (0..=random.below(40))
            .map(|_| {
                let (subject, predicate) = (node(random), iri(random));
                format!("{subject} {predicate} {} .\n", object(random))
            })
            .collect();
        let graph = from_ntriples(&[lines.concat()]);
        read_all(&graph);
        n_derived += usize::from(graph.origin.inferred.class > 0);
        lines
    });
    println!("{n_derived} of {n_cases} from which something was derived");
    assert!(n_derived > 0, "nonsense that never means anything tests little");
}
