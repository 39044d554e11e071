//! A concept as nested lists in prefix order, for translation into the objects of other libraries.
//!
//! A node is a list that starts with its kind: `["some", ["http://…#hasChild", false]]`; its
//! children follow it. A role is its IRI and whether it is read backwards; a literal is its text,
//! its datatype and its language.

use evolearner::{Comparison, Symbols};
use evolearner::{Concept, DataRange, DataRestriction, Datatype, Literal, Node, Quantifier, Role};
use serde_json::{Value, json};

pub(crate) fn of(concept: &Concept, symbols: &Symbols) -> Value {
    concept.nodes().iter().map(|node| of_node(node, symbols)).collect()
}

fn of_node(node: &Node, symbols: &Symbols) -> Value {
    let role = |role: &Role| json!([symbols.object_properties.get(role.property), role.inverse]);
    match node {
        Node::Top => json!(["top"]),
        Node::Bottom => json!(["bottom"]),
        Node::Class(class) => json!(["class", symbols.classes.get(*class)]),
        Node::OneOf(individuals) => {
            let names: Vec<&str> =
                individuals.iter().map(|&one| symbols.individuals.get(one)).collect();
            json!(["one_of", names])
        }
        Node::HasValue(r, individual) => {
            json!(["has_value", role(r), symbols.individuals.get(*individual)])
        }
        Node::HasSelf(r) => json!(["has_self", role(r)]),
        Node::Data(restriction) => of_restriction(restriction, symbols),
        Node::Not => json!(["not"]),
        Node::And(n) => json!(["and", n]),
        Node::Or(n) => json!(["or", n]),
        Node::Some(r) => json!(["some", role(r)]),
        Node::Only(r) => json!(["only", role(r)]),
        Node::AtLeast(n, r) => json!(["at_least", n, role(r)]),
        Node::AtMost(n, r) => json!(["at_most", n, role(r)]),
        Node::Exactly(n, r) => json!(["exactly", n, role(r)]),
    }
}

fn of_restriction(restriction: &DataRestriction, symbols: &Symbols) -> Value {
    let (quantifier, n) = match restriction.quantifier {
        Quantifier::Some => ("some", 0),
        Quantifier::Only => ("only", 0),
        Quantifier::AtLeast(n) => ("at_least", n),
        Quantifier::AtMost(n) => ("at_most", n),
        Quantifier::Exactly(n) => ("exactly", n),
    };
    let property = symbols.data_properties.get(restriction.property);
    json!(["data", quantifier, n, property, of_range(&restriction.range)])
}

fn of_range(range: &DataRange) -> Value {
    let all = |ranges: &[DataRange]| ranges.iter().map(of_range).collect::<Value>();
    match range {
        DataRange::Any => json!(["any"]),
        DataRange::Datatype(Datatype::Iri(iri)) => json!(["datatype", iri]),
        DataRange::Datatype(Datatype::Language(language)) => json!(["language", language]),
        DataRange::Compare(comparison, bound) => {
            let sign = match comparison {
                Comparison::AtMost => "<=",
                Comparison::Below => "<",
                Comparison::AtLeast => ">=",
                Comparison::Above => ">",
            };
            json!(["compare", sign, of_literal(bound)])
        }
        DataRange::Text(facet) => json!(["facet", facet.name(), of_literal(&facet.value())]),
        DataRange::OneOf(literals) => {
            json!(["one_of", literals.iter().map(of_literal).collect::<Value>()])
        }
        DataRange::Not(range) => json!(["not", of_range(range)]),
        DataRange::And(ranges) => json!(["and", all(ranges)]),
        DataRange::Or(ranges) => json!(["or", all(ranges)]),
    }
}

fn of_literal(literal: &Literal) -> Value {
    match literal.datatype() {
        Datatype::Iri(iri) => json!([literal.lexical(), iri, null]),
        Datatype::Language(language) => json!([literal.lexical(), null, language]),
    }
}
