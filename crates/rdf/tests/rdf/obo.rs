//! OBO files: the axioms they stand for, what is left out, and where errors are.

use crate::common::{load, read_as};
use evolearner_rdf::Format;

#[test]
fn every_clause_is_the_axiom_of_the_specification() {
    let (report, found) = load("small.obo", include_bytes!("data/small.obo"));
    assert_eq!(report.format, Format::Obo);
    assert_eq!(report.notes, ["1 × obsolete frames left out"]);
    let (_, expect) = load("small-obo.ofn", include_bytes!("data/small-obo.ofn"));
    let (found_set, expect_set) = (found.canonical(), expect.canonical());
    let extra: Vec<_> = found_set.difference(&expect_set).collect();
    let missing: Vec<_> = expect_set.difference(&found_set).collect();
    assert!(extra.is_empty() && missing.is_empty(), "extra: {extra:#?}\nmissing: {missing:#?}");
    assert!(found.prefixes.contains(&("T".into(), "http://purl.obolibrary.org/obo/T_".into())));
}

#[test]
fn what_is_left_out_is_counted() {
    let text = "format-version: 1.2\n[Term]\nid: A:1\nis_a: A:2 {gci_relation=\"p\", gci_filler=\"B:1\"}\n\
        relationship: p A:2 {all_only=\"true\"}\nrelationship: c A:2\nwho_knows: x\n\
        intersection_of: A:2\nintersection_of: c A:3\n[Synonym]\nid: x\n\
        [Typedef]\nid: c\nis_class_level: true\nis_anti_symmetric: true\n";
    let (report, kept) = load("a.obo", text.as_bytes());
    assert_eq!(
        report.notes,
        [
            "1 × 'intersection_of: c' not read: the relation holds between classes, not between their members",
            "1 × 'is_a' with the qualifier 'gci_relation' not read: it holds under a condition",
            "1 × 'is_anti_symmetric' of a relation not read: no axiom of OWL stands for it",
            "1 × 'relationship' with the qualifier 'all_only' not read: it holds under a condition",
            "1 × 'relationship: c' not read: the relation holds between classes, not between their members",
            "1 × 'who_knows' not read: no tag of such a frame in OBO 1.4",
            "1 × [Synonym] not read: only terms, typedefs and instances are",
        ]
    );
    // The ontology, the class and the relation are declared; nothing else is certain.
    assert_eq!(kept.triples.len(), 3, "{:#?}", kept.triples);
}

#[test]
fn errors_name_the_line() {
    for (text, line, part) in [
        ("format-version: 1.2\nhello world\n", 2, "'tag: value'"),
        ("[Term]\nname: a\n\n[Term]\nid: b\n", 1, "no 'id'"),
        ("[Term]\nid: a\nid: b\n", 3, "second 'id'"),
        ("[Term]\nid:\n", 2, "one name"),
        ("[Term]\nid: a\nis_a: b c\n", 3, "one name"),
        ("[Term]\nid: a\nis_a: \"b\"\n", 3, "one name"),
        ("[Term]\nid: a\nrelationship: p\n", 3, "a relation and a name"),
        ("[Term]\nid: a\nintersection_of: b\n", 3, "alone defines nothing"),
        ("[Term]\nid: a\nsynonym: \"b EXACT\n", 3, "not closed"),
        ("[Term]\nid: a\nis_obsolete: maybe\n", 3, "true or false"),
        ("[Term]\nid: a\n[Term\n", 3, "']'"),
        ("[Instance]\nid: a\nproperty_value: p\n", 3, "a value"),
        ("[Typedef]\nid: a\nis_transitive: 1\n", 3, "true or false"),
        ("[Typedef]\r\nid: a\r\nis_a: b c\r\n", 3, "one name"),
    ] {
        let (report, _) = read_as("a.obo", text.as_bytes(), None);
        let error = report.expect_err(text);
        assert_eq!(error.position.map(|(line, _)| line), Some(line), "{error}\n{text}");
        assert!(error.to_string().contains(part), "{error}");
    }
}
