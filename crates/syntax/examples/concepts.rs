//! Random concepts with every constructor for other tools to read, one JSON object a line:
//! the concept in each notation that is read elsewhere, and its structure in the words of the
//! OWL 2 specification, written down here without any help of a printer.
//!
//! `cargo run -p evolearner-syntax --example concepts -- 500`; `tests/roundtrip/check.py` reads it.

use evolearner_dl::{
    Comparison, Concept, DataPropertyId, DataRange, DataRestriction, Datatype, IndividualId,
    Literal, Names, Node, Quantifier, Role, Symbols, TextFacet,
};
use evolearner_syntax::rdf::{self, Definition};
use evolearner_syntax::{RdfFormat, functional, manchester};
use evolearner_testing::concepts::{self, Sizes};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

const RDFS_LITERAL: &str = "http://www.w3.org/2000/01/rdf-schema#Literal";
const OWL: &str = "http://www.w3.org/2002/07/owl#";

/// Names that every tool must take for what they are: legal IRIs, none of them two kinds of
/// property at once. They are hard all the same: keywords, dots, dashes, digits, other scripts;
/// names of the second namespace also exist in the first and so need their prefix.
fn symbols() -> Symbols {
    Symbols {
        classes: Names::from_sorted([
            "http://a#1st",
            "http://a#Dog",
            "http://a#Male",
            "http://a#Self",
            "http://a#a-b",
            "http://a#a.b",
            "http://a#and",
            "http://a#true",
            "http://a#é",
            "http://b#Dog",
            "http://c/x(y)",
        ]),
        object_properties: Names::from_sorted([
            "http://a#hasSibling",
            "http://a#inverse",
            "http://a#r-s",
            "http://a#r.s",
            "http://b#hasSibling",
        ]),
        data_properties: Names::from_sorted(["http://a#age", "http://a#log.p", "http://b#age"]),
        individuals: Names::from_sorted([
            "_:b0",
            "http://a#5",
            "http://a#anna",
            "http://a#false",
            "http://b#anna",
            "http://c/x,y",
        ]),
        prefixes: vec![(String::new(), "http://a#".into()), ("b".into(), "http://b#".into())],
        ..Symbols::default()
    }
}

fn main() {
    let n: usize = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(500);
    let symbols = symbols();
    let literal = concepts::literal().prop_filter(
        "datatypes are IRIs",
        |literal| !matches!(literal.datatype(), Datatype::Iri(iri) if iri.contains(' ')),
    );
    let literal = literal.boxed();
    let random = concepts::concept_over(Sizes::of(&symbols), &literal);
    // Simple data ranges by themselves as well: most random concepts have composed ones somewhere, which not every
    // tool reads.
    let single = (concepts::quantifier(), concepts::simple_range(&literal)).prop_map(
        |(quantifier, range)| {
            let property = DataPropertyId(0);
            Concept::leaf(Node::Data(Box::new(DataRestriction { property, quantifier, range })))
        },
    );
    let concepts = prop_oneof![9 => random, 1 => single];
    let mut runner = TestRunner::deterministic();
    for _ in 0..n {
        let concept = concepts.new_tree(&mut runner).expect("a concept").current();
        let definition = Definition::new("http://a#Defined");
        let rdf = rdf::print(&definition, &concept, &symbols, RdfFormat::RdfXml);
        let line = json!({
            "structure": structure(&concept, &symbols),
            "manchester": manchester::print(&concept, &symbols),
            "functional": functional::print(&concept, &symbols),
            "rdf": rdf.expect("names that XML allows"),
        });
        println!("{line}");
    }
}

/// The concept as nested lists, each headed by its name in the structural specification.
fn structure(concept: &Concept, symbols: &Symbols) -> Value {
    let individual = |id: &IndividualId| json!(["Individual", symbols.individuals.get(*id)]);
    let role = |role: &Role| {
        let iri = symbols.object_properties.get(role.property);
        if role.inverse { json!(["ObjectInverseOf", iri]) } else { json!(["ObjectProperty", iri]) }
    };
    concept.fold(|node, children: &mut Vec<Value>| match node {
        Node::Top => json!(["Class", format!("{OWL}Thing")]),
        Node::Bottom => json!(["Class", format!("{OWL}Nothing")]),
        Node::Class(class) => json!(["Class", symbols.classes.get(*class)]),
        Node::OneOf(individuals) => {
            json!(["ObjectOneOf", individuals.iter().map(individual).collect::<Vec<_>>()])
        }
        Node::HasValue(of, value) => json!(["ObjectHasValue", role(of), individual(value)]),
        Node::HasSelf(of) => json!(["ObjectHasSelf", role(of)]),
        Node::Data(restriction) => data(restriction, symbols),
        Node::Not => json!(["ObjectComplementOf", children[0]]),
        Node::And(_) => json!(["ObjectIntersectionOf", children]),
        Node::Or(_) => json!(["ObjectUnionOf", children]),
        Node::Some(of) => json!(["ObjectSomeValuesFrom", role(of), children[0]]),
        Node::Only(of) => json!(["ObjectAllValuesFrom", role(of), children[0]]),
        Node::AtLeast(n, of) => json!(["ObjectMinCardinality", n, role(of), children[0]]),
        Node::AtMost(n, of) => json!(["ObjectMaxCardinality", n, role(of), children[0]]),
        Node::Exactly(n, of) => json!(["ObjectExactCardinality", n, role(of), children[0]]),
    })
}

fn data(restriction: &DataRestriction, symbols: &Symbols) -> Value {
    let property = json!(["DataProperty", symbols.data_properties.get(restriction.property)]);
    let range = range(&restriction.range);
    match restriction.quantifier {
        Quantifier::Some => json!(["DataSomeValuesFrom", property, range]),
        Quantifier::Only => json!(["DataAllValuesFrom", property, range]),
        Quantifier::AtLeast(n) => json!(["DataMinCardinality", n, property, range]),
        Quantifier::AtMost(n) => json!(["DataMaxCardinality", n, property, range]),
        Quantifier::Exactly(n) => json!(["DataExactCardinality", n, property, range]),
    }
}

fn range(of: &DataRange) -> Value {
    let all = |ranges: &[DataRange]| ranges.iter().map(range).collect::<Vec<_>>();
    match of {
        DataRange::Any => json!(["Datatype", RDFS_LITERAL]),
        DataRange::Datatype(of) => json!(["Datatype", datatype(of)]),
        DataRange::Compare(comparison, bound) => {
            let facet = match comparison {
                Comparison::AtMost => "MaxInclusive",
                Comparison::Below => "MaxExclusive",
                Comparison::AtLeast => "MinInclusive",
                Comparison::Above => "MinExclusive",
            };
            let bounds = [json!([facet, literal(bound)])];
            json!(["DatatypeRestriction", ["Datatype", datatype(bound.datatype())], bounds])
        }
        DataRange::Text(facet) => {
            let name = match facet {
                TextFacet::Pattern(_) => "Pattern",
                TextFacet::MinLength(_) => "MinLength",
                TextFacet::MaxLength(_) => "MaxLength",
            };
            let facets = [json!([name, literal(&facet.value())])];
            json!(["DatatypeRestriction", ["Datatype", datatype(&Datatype::xsd("string"))], facets])
        }
        DataRange::OneOf(literals) => {
            json!(["DataOneOf", literals.iter().map(literal).collect::<Vec<_>>()])
        }
        DataRange::Not(of) => json!(["DataComplementOf", range(of)]),
        DataRange::And(ranges) => json!(["DataIntersectionOf", all(ranges)]),
        DataRange::Or(ranges) => json!(["DataUnionOf", all(ranges)]),
    }
}

fn datatype(of: &Datatype) -> &str {
    match of {
        Datatype::Iri(iri) => iri,
        Datatype::Language(_) => "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString",
    }
}

fn literal(of: &Literal) -> Value {
    match of.datatype() {
        Datatype::Iri(iri) => json!(["Literal", of.lexical(), iri]),
        Datatype::Language(tag) => json!(["Literal", of.lexical(), format!("@{tag}")]),
    }
}
