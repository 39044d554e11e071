//! Names that stand for several things: what is read is written so that it is read again, or refused.

use evolearner_dl::{
    Concept, DataPropertyId, DataRange, DataRestriction, Datatype, IndividualId, Names, Node,
    ObjectPropertyId, Quantifier, Role, Symbols,
};
use evolearner_syntax::{
    Notation, Vocabulary, dl, functional, manchester, parse_as, parse_unknown,
};

use crate::check;

const THING: &str = "http://www.w3.org/2002/07/owl#Thing";

/// `p` is a property of objects and of data, `d` one of data, `A` a class.
fn symbols() -> Symbols {
    Symbols {
        classes: Names::from_sorted(["http://x#A", "t:mine"]),
        object_properties: Names::from_sorted([THING, "http://x#p"]),
        data_properties: Names::from_sorted(["http://x#d", "http://x#p"]),
        individuals: Names::from_sorted([THING]),
        prefixes: vec![(String::new(), "http://x#".into()), ("t".into(), "http://t#".into())],
        ..Symbols::default()
    }
}

fn message(text: &str, notation: Notation) -> String {
    let symbols = symbols();
    let error = parse_as(text, notation, &Vocabulary::new(&symbols)).expect_err("it is refused");
    error.to_string().lines().next().unwrap_or_default().to_owned()
}

/// Writes a concept in every notation and reads it back.
fn check_concept(node: Node, child: Option<Node>) {
    let concept = match child {
        Some(child) => Concept::node(node, [Concept::leaf(child)]),
        None => Concept::leaf(node),
    };
    let symbols = symbols();
    let vocabulary = Vocabulary::new(&symbols);
    for (text, notation) in [
        (dl::print(&concept, &symbols), Notation::Dl),
        (manchester::print(&concept, &symbols), Notation::Manchester),
        (functional::print(&concept, &symbols), Notation::Functional),
    ] {
        assert_eq!(parse_as(&text, notation, &vocabulary).as_ref(), Ok(&concept), "{text}");
    }
}

#[test]
fn a_class_in_the_place_of_a_datatype_is_refused() {
    let check = |notation: Notation, text: &str, column: usize, found: &str| {
        let expect = format!(
            "column {column}: expected a datatype such as xsd:double, found ‘{found}’ \
             (there is a class of that name)"
        );
        assert_eq!(message(text, notation), expect);
        check::read_everywhere(text, &symbols());
    };
    check(Notation::Dl, "= 0 p.<http://x#A>[> 2]", 7, "<http://x#A>");
    check(Notation::Dl, "∃ d.:A", 5, ":A");
    check(Notation::Dl, "∃ p.(xsd:double ⊓ :A)", 19, ":A");
    check(Notation::Dl, "d = \"x\"^^:A", 10, ":A");
    check(Notation::Manchester, "p some :A[> 2]", 8, ":A");
    check(Notation::Functional, "DataSomeValuesFrom(p :A)", 22, ":A");
    check(Notation::Dl, &format!("∃ d.<{THING}>"), 5, &format!("<{THING}>"));
    // Without a vocabulary, the text itself says that it is a class.
    assert!(parse_unknown("A ⊓ ∃ d.<http://example.org/#A>[> 2]", Notation::Dl).is_err());
    assert!(parse_unknown("B ⊓ ∃ d.<http://example.org/#A>[> 2]", Notation::Dl).is_ok());
}

#[test]
fn the_filler_decides_on_a_property_of_both_kinds() {
    let symbols = symbols();
    let check = |text: &str, is_data: bool| {
        let concept = dl::parse(text, &Vocabulary::new(&symbols)).unwrap();
        assert_eq!(matches!(concept.nodes()[0], Node::Data(_)), is_data, "{text}");
        check::read_everywhere(text, &symbols);
    };
    check("∃ p.A", false);
    check(&format!("∃ p.<{THING}>"), false);
    check("∃ p.{}", false);
    check("∃ p.<http://x#other>", true);
    check("∃ p.¬xsd:double", true);
    // The plain name of this datatype is the IRI of a class.
    let range = DataRange::Datatype(Datatype::iri("http://t#mine"));
    let (property, quantifier) = (DataPropertyId(1), Quantifier::Only);
    check_concept(Node::Data(Box::new(DataRestriction { property, quantifier, range })), None);
}

#[test]
fn a_list_of_no_values_is_refused_in_functional_syntax() {
    for (range, expected) in [
        ("DataOneOf()", "a number, a string, true or false"),
        ("DataUnionOf()", "a data range"),
        ("DataIntersectionOf()", "a data range"),
        ("DatatypeRestriction(xsd:int)", "xsd:minInclusive or another facet"),
    ] {
        let text = format!("DataSomeValuesFrom(p {range})");
        let found = message(&text, Notation::Functional);
        assert!(found.ends_with(&format!("expected {expected}, found ‘)’")), "{found}");
    }
}

#[test]
fn owl_thing_is_no_property_where_names_come_from_the_text() {
    for text in [format!("≥ 1 <{THING}>"), format!("∃ r⁻.(≥ 1 <{THING}>)")] {
        let error = parse_unknown(&text, Notation::Dl).unwrap_err();
        assert_eq!(error.expected(), "an object property");
        assert_eq!(error.hint(), Some("there is a class of that name"));
        check::read_everywhere(&text, &Symbols::default());
    }
}

#[test]
fn a_name_that_is_a_keyword_with_its_prefix_is_written_in_full() {
    let role = Role { property: ObjectPropertyId(0), inverse: false };
    check_concept(Node::AtLeast(1, role), Some(Node::Top));
    check_concept(Node::OneOf([IndividualId(0)].into()), None);
}
