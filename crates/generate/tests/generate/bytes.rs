//! The files as bytes: the same for the same seed, and the same triples in all notations.

use std::collections::BTreeSet;
use std::io;

use evolearner_generate::{Family, FamilySettings, Kinship};

/// FNV-1a: short enough to stand here, good enough to notice a changed byte.
fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn turtle(settings: &FamilySettings) -> Vec<u8> {
    let mut bytes = Vec::new();
    Family::generate(settings).write_turtle(&mut bytes).expect("memory takes everything");
    bytes
}

#[test]
fn the_default_family_never_changes() {
    let family = Family::generate(&FamilySettings::default());
    let mut ntriples = Vec::new();
    family.write_ntriples(&mut ntriples).unwrap();
    let mut examples = Vec::new();
    for kinship in Kinship::ALL {
        let problem = family.problem(kinship, 100);
        family.write_iris(&problem.positives, &mut examples).unwrap();
        family.write_iris(&problem.negatives, &mut examples).unwrap();
    }
    let turtle = turtle(&FamilySettings::default());
    let found = [&turtle, &ntriples, &examples].map(|bytes| fingerprint(bytes));
    assert_eq!(found, [0x89c9_26a9_db4c_0101, 0x33e7_db8a_8b53_8360, 0xdd57_b8df_42d9_bf8e]);
}

#[test]
fn the_turtle_reads_like_a_text() {
    let settings = FamilySettings { people: 5, labels: true, ..FamilySettings::default() };
    let text = String::from_utf8(turtle(&settings)).unwrap();
    assert!(text.starts_with("@prefix : <http://evolearner.org/family#> .\n"), "{text}");
    for paragraph in [
        "
:Father a owl:Class ;
    rdfs:subClassOf :Parent, :Male .
",
        "
:hasSibling a owl:ObjectProperty, owl:SymmetricProperty ;
    rdfs:domain :Person ;
    rdfs:range :Person .
",
        "
:theo-marek-1 a :Male, :Father ;
    rdfs:label \"Theo Marek\" ;
    :birthYear 1848 ;
    :married :frida-baran-2 ;
    :hasChild :emil-marek-3, :eva-marek-4, :marta-marek-5 .
",
    ] {
        assert!(text.contains(paragraph), "no {paragraph} in {text}");
    }
}

#[test]
fn all_notations_say_the_same() {
    for (labels, birth_years) in [(false, true), (true, false)] {
        let settings = FamilySettings { people: 300, seed: 7, labels, birth_years };
        let family = Family::generate(&settings);
        let mut ntriples = Vec::new();
        let n_triples = family.write_ntriples(&mut ntriples).unwrap();
        let lines: BTreeSet<String> = oxttl::NTriplesParser::new()
            .for_reader(&ntriples[..])
            .map(|triple| triple.unwrap().to_string())
            .collect();
        let turtle = turtle(&settings);
        let from_turtle: BTreeSet<String> = oxttl::TurtleParser::new()
            .for_reader(&turtle[..])
            .map(|triple| triple.unwrap().to_string())
            .collect();
        assert_eq!(lines, from_turtle);
        let mut xml = Vec::new();
        assert_eq!(family.write_rdfxml(&mut xml).unwrap(), n_triples);
        let from_xml: BTreeSet<String> = oxrdfxml::RdfXmlParser::new()
            .for_reader(&xml[..])
            .map(|triple| triple.unwrap().to_string())
            .collect();
        assert_eq!(lines, from_xml);
        assert_eq!(lines.len() as u64, n_triples, "no triple comes twice");
    }
}

#[test]
fn seeds_differ_and_switches_do_not_change_the_people() {
    let default = FamilySettings::default();
    assert_ne!(turtle(&default), turtle(&FamilySettings { seed: 2, ..default.clone() }));

    let with_labels = FamilySettings { labels: true, ..default.clone() };
    let names = |settings: &FamilySettings| -> Vec<String> {
        let family = Family::generate(settings);
        family.people().map(|person| family.iri(person).to_string()).collect()
    };
    assert_eq!(names(&default), names(&with_labels));
    assert_eq!(names(&default).iter().collect::<BTreeSet<_>>().len(), 200, "names are unique");
}

#[test]
fn a_limit_caps_both_lists() {
    let family = Family::generate(&FamilySettings::default());
    let problem = family.problem(Kinship::Uncle, 10);
    assert_eq!((problem.positives.len(), problem.negatives.len()), (10, 10));
}

#[test]
fn a_full_disk_is_an_error() {
    let family = Family::generate(&FamilySettings::default());
    let error = family.write_turtle(evolearner_testing::FullDisk).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::StorageFull);
}
