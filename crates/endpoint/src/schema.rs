//! The axioms of a store.
//!
//! They are fetched in one answer, because labels of blank nodes, which class expressions are made of, mean
//! the same within one answer only. Where they are too many, the hierarchies above the classes and properties
//! that occur are fetched instead, level by level.

use std::collections::BTreeSet;

use crate::error::{Error, Failure};
use crate::exactness::{Exactness, GapReason};
use crate::hop::{RDF_TYPE, Triple, values};
use crate::session::Session;
use crate::term::Term;

/// Above so many triples hierarchies are fetched in place of all axioms.
const MAX_TRIPLES: u64 = 50_000;
const BATCH: usize = 200;

const OWL: &str = "http://www.w3.org/2002/07/owl#";
const RDFS: &str = "http://www.w3.org/2000/01/rdf-schema#";
const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

/// Properties whose triples are axioms or parts of them, without their namespaces.
const AXIOMS: [(&str, &[&str]); 3] = [
    (RDFS, &["subClassOf", "subPropertyOf", "domain", "range"]),
    (RDF, &["first", "rest"]),
    (
        OWL,
        &[
            "equivalentClass",
            "disjointWith",
            "complementOf",
            "intersectionOf",
            "unionOf",
            "oneOf",
            "onProperty",
            "onClass",
            "onDataRange",
            "someValuesFrom",
            "allValuesFrom",
            "hasValue",
            "hasSelf",
            "minCardinality",
            "maxCardinality",
            "cardinality",
            "minQualifiedCardinality",
            "maxQualifiedCardinality",
            "qualifiedCardinality",
            "inverseOf",
            "equivalentProperty",
            "propertyDisjointWith",
            "propertyChainAxiom",
            "disjointUnionOf",
            "hasKey",
            "members",
            "onDatatype",
            "withRestrictions",
        ],
    ),
];

/// Classes whose instances are described by axioms.
const DESCRIBED: [(&str, &[&str]); 3] = [
    (RDFS, &["Class", "Datatype"]),
    (RDF, &["Property"]),
    (
        OWL,
        &[
            "Class",
            "Restriction",
            "ObjectProperty",
            "DatatypeProperty",
            "AnnotationProperty",
            "TransitiveProperty",
            "SymmetricProperty",
            "AsymmetricProperty",
            "ReflexiveProperty",
            "IrreflexiveProperty",
            "FunctionalProperty",
            "InverseFunctionalProperty",
            "AllDisjointClasses",
            "AllDisjointProperties",
        ],
    ),
];

/// Properties that lead upwards, or say what kind of a thing a name is.
const UPWARDS: [(&str, &[&str]); 3] = [
    (RDFS, &["subClassOf", "subPropertyOf", "domain", "range"]),
    (RDF, &["type"]),
    (OWL, &["equivalentClass", "equivalentProperty", "inverseOf"]),
];

fn names(lists: &[(&str, &[&str])]) -> String {
    let iris: Vec<String> = lists
        .iter()
        .flat_map(|(namespace, names)| names.iter().map(move |name| format!("{namespace}{name}")))
        .collect();
    values(&iris.iter().map(String::as_str).collect::<Vec<_>>())
}

/// All axioms, or none if they are too many for one answer.
pub(crate) fn all(session: &mut Session) -> Result<Option<Vec<Triple>>, Error> {
    let (axioms, described) = (names(&AXIOMS), names(&DESCRIBED));
    let pattern = format!(
        "{{ VALUES ?p {{{axioms} }} ?s ?p ?o }} UNION {{ VALUES ?t {{{described} }} ?s a ?t . ?s ?p ?o }}"
    );
    let counted = format!("SELECT (COUNT(*) AS ?n) WHERE {{ {pattern} }}");
    let mut n = session.count(&counted, "n");
    if matches!(n, Err(Failure::TooMuch(_))) {
        n = session.count(&counted, "n");
    }
    let n = match n {
        Ok(n) if n <= MAX_TRIPLES => n,
        Ok(_) | Err(Failure::TooMuch(_)) => return Ok(None),
        Err(Failure::Budget(reason)) => return Err(Error::Budget(reason)),
        Err(Failure::Fatal(error)) => return Err(error),
    };
    let query = format!("SELECT ?s ?p ?o WHERE {{ {pattern} }}");
    match session.ask(&query, &["s", "p", "o"], Some(n)) {
        Ok(rows) => Ok(Some(rows.rows.into_iter().filter_map(triple).collect())),
        Err(Failure::TooMuch(_)) => Ok(None),
        Err(Failure::Budget(reason)) => Err(Error::Budget(reason)),
        Err(Failure::Fatal(error)) => Err(error),
    }
}

fn triple(row: Vec<Term>) -> Option<Triple> {
    row.try_into().ok()
}

/// The hierarchies above the classes and properties of triples.
pub(crate) fn upwards(
    session: &mut Session,
    triples: &[Triple],
    exactness: &mut Exactness,
) -> Result<Vec<Triple>, Error> {
    let mut known: BTreeSet<String> = BTreeSet::new();
    let mut level: BTreeSet<String> = BTreeSet::new();
    for [_, property, object] in triples {
        let Some(property) = property.as_iri() else { continue };
        if !property.starts_with(RDF) {
            level.insert(property.to_owned());
        }
        let class = object.as_iri().filter(|_| property == RDF_TYPE);
        level.extend(class.map(str::to_owned));
    }
    let is_known = |iri: &str| [OWL, RDFS, RDF].iter().any(|own| iri.starts_with(own));
    level.retain(|iri| !is_known(iri));
    let mut found = Vec::new();
    let upwards = names(&UPWARDS);
    while !level.is_empty() {
        known.extend(level.iter().cloned());
        let list: Vec<&str> = level.iter().map(String::as_str).collect();
        let mut next = BTreeSet::new();
        let mut pending: Vec<&[&str]> = list.chunks(BATCH).rev().collect();
        while let Some(batch) = pending.pop() {
            let pattern = format!(
                "VALUES ?s {{{} }} VALUES ?p {{{upwards} }} ?s ?p ?o . FILTER(isIRI(?o))",
                values(batch)
            );
            let counted = format!("SELECT (COUNT(*) AS ?n) WHERE {{ {pattern} }}");
            let query = format!("SELECT ?s ?p ?o WHERE {{ {pattern} }}");
            let mut ask = || {
                let n = session.count(&counted, "n")?;
                session.ask(&query, &["s", "p", "o"], Some(n))
            };
            let mut rows = ask();
            if batch.len() == 1 && matches!(rows, Err(Failure::TooMuch(_))) {
                rows = ask();
            }
            match rows {
                Ok(rows) => found.extend(rows.rows.into_iter().filter_map(triple)),
                Err(Failure::TooMuch(_)) if batch.len() > 1 => {
                    let (first, second) = batch.split_at(batch.len() / 2);
                    pending.extend([second, first]);
                }
                Err(Failure::TooMuch(_)) => {
                    exactness.miss(batch[0], 0, GapReason::Failed, 0, (0, 0));
                }
                Err(Failure::Budget(_)) => {
                    exactness.miss("*", 0, GapReason::Budget, 0, (0, 0));
                    return Ok(found);
                }
                Err(Failure::Fatal(error)) => return Err(error),
            }
        }
        for [_, _, object] in &found {
            let Some(iri) = object.as_iri() else { continue };
            if !is_known(iri) && !known.contains(iri) {
                next.insert(iri.to_owned());
            }
        }
        level = next;
    }
    Ok(found)
}

/// Properties with axioms that derive something about individuals of a fragment from triples outside of it.
pub(crate) fn reaching(triples: &[Triple]) -> BTreeSet<String> {
    let owl = |name: &str| format!("<{OWL}{name}>");
    let types: Vec<String> = [
        "TransitiveProperty",
        "SymmetricProperty",
        "FunctionalProperty",
        "InverseFunctionalProperty",
        "ReflexiveProperty",
    ]
    .map(owl)
    .into();
    let properties = [
        owl("inverseOf"),
        owl("propertyChainAxiom"),
        format!("<{RDFS}domain>"),
        format!("<{RDFS}range>"),
    ];
    let mut found = BTreeSet::new();
    for [subject, property, object] in triples {
        let is_type = property.as_iri() == Some(RDF_TYPE);
        if is_type && types.iter().any(|one| one == object.as_str())
            || properties.iter().any(|one| one == property.as_str())
        {
            found.extend(subject.as_iri().map(str::to_owned));
        }
    }
    found
}
