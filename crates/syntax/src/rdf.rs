//! A class definition as RDF: what a learned concept becomes in an ontology.
//!
//! In goes a concept and the IRI of the class that it defines; out goes a document that declares
//! every name it uses. The mapping is that of OWL 2:
//! <https://www.w3.org/TR/owl2-mapping-to-rdf/#Mapping_from_the_Structural_Specification_to_RDF_Graphs>

use std::collections::BTreeSet;

use evolearner_dl::{
    Concept, DataRange, DataRestriction, Datatype, Literal, Node, Quantifier, Role, Symbols,
};

use crate::error::WriteError;
use crate::functional::{facet_iri, text_facet_iri, without_empty_list};
use crate::graph::{Members, NTriples, RdfFormat, Sink, Turtle, Xml, count};
use crate::iri::{self, OWL, RDF, RDFS};
use crate::literal::with_stated_datatype;
use crate::manchester::is_facets;
use crate::typed::{Facets, typed};

/// How a class relates to the concept that describes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Relation {
    /// `owl:equivalentClass`: the concept defines the class.
    #[default]
    Equivalent,
    /// `rdfs:subClassOf`: every member of the class is one of the concept.
    SubClass,
}

/// A class to be written with the concept that describes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// The IRI of the class.
    pub iri: String,
    /// How the class relates to the concept.
    pub relation: Relation,
    /// What else is said of the class: `(property IRI, literal)`, such as how good the concept is.
    pub annotations: Vec<(String, Literal)>,
}

impl Definition {
    /// A class that is equivalent to its concept, without annotations.
    pub fn new(iri: &str) -> Self {
        Self { iri: iri.to_owned(), relation: Relation::Equivalent, annotations: Vec::new() }
    }

    /// The same with another relation.
    pub fn with_relation(mut self, relation: Relation) -> Self {
        self.relation = relation;
        self
    }

    /// The same with one more annotation.
    pub fn with_annotation(mut self, property: &str, literal: Literal) -> Self {
        self.annotations.push((property.to_owned(), literal));
        self
    }
}

/// Writes a class definition as a document of its own.
///
/// Only RDF/XML can fail, where an annotation's property has no name that XML allows.
pub fn print(
    definition: &Definition,
    concept: &Concept,
    symbols: &Symbols,
    format: RdfFormat,
) -> Result<String, WriteError> {
    match format {
        RdfFormat::Turtle => {
            let mut sink = Turtle::new(false);
            write_document(&mut sink, definition, concept, symbols);
            Ok(sink.finish())
        }
        RdfFormat::NTriples => {
            let mut sink = NTriples::default();
            write_document(&mut sink, definition, concept, symbols);
            Ok(sink.finish())
        }
        RdfFormat::RdfXml => {
            let mut sink = Xml::new();
            write_document(&mut sink, definition, concept, symbols);
            sink.finish()
        }
    }
}

fn owl(name: &str) -> String {
    format!("{OWL}{name}")
}

fn write_document(
    sink: &mut impl Sink,
    definition: &Definition,
    concept: &Concept,
    symbols: &Symbols,
) {
    for (iri, class) in declarations(definition, concept, symbols) {
        sink.subject(iri, &owl(class));
        sink.end_subject();
    }
    sink.subject(&definition.iri, &owl("Class"));
    match definition.relation {
        Relation::Equivalent => sink.property(&owl("equivalentClass")),
        Relation::SubClass => sink.property(&format!("{RDFS}subClassOf")),
    }
    write_concept(sink, concept, symbols);
    for (property, literal) in &definition.annotations {
        sink.property(property);
        sink.literal(literal);
    }
    sink.end_subject();
}

/// The names that a definition uses, each with what it is.
fn declarations<'a>(
    definition: &'a Definition,
    concept: &Concept,
    symbols: &'a Symbols,
) -> BTreeSet<(&'a str, &'static str)> {
    let mut declared = BTreeSet::new();
    for node in concept.nodes() {
        match node {
            Node::Class(class) => {
                declared.insert((symbols.classes.get(*class), "Class"));
            }
            Node::Data(restriction) => {
                let iri = symbols.data_properties.get(restriction.property);
                declared.insert((iri, "DatatypeProperty"));
            }
            _ => {}
        }
        if let Some(role) = node.role() {
            declared.insert((symbols.object_properties.get(role.property), "ObjectProperty"));
        }
        let named: &[_] = match node {
            Node::HasValue(_, individual) => std::slice::from_ref(individual),
            Node::OneOf(individuals) => individuals,
            _ => &[],
        };
        for individual in named {
            let iri = symbols.individuals.get(*individual);
            if !iri.starts_with("_:") {
                declared.insert((iri, "NamedIndividual"));
            }
        }
    }
    for (property, _) in &definition.annotations {
        if ![RDF, RDFS, OWL].iter().any(|space| property.starts_with(space)) {
            declared.insert((property, "AnnotationProperty"));
        }
    }
    declared.remove(&(definition.iri.as_str(), "Class"));
    declared
}

/// What is still to be written.
enum Piece {
    Concept,
    CloseNode,
    CloseList,
}

/// Writes a concept as the object of the property that was named last.
fn write_concept(sink: &mut impl Sink, concept: &Concept, symbols: &Symbols) {
    let mut nodes = concept.nodes().iter().peekable();
    let mut pending = vec![Piece::Concept];
    while let Some(piece) = pending.pop() {
        match piece {
            Piece::CloseNode => {
                sink.close_node();
                continue;
            }
            Piece::CloseList => {
                sink.close_list();
                continue;
            }
            Piece::Concept => {}
        }
        let node = nodes.next().expect("a concept has a node for every child");
        match node {
            Node::Top | Node::And(0) => sink.iri(iri::THING),
            Node::Bottom | Node::Or(0) => sink.iri(iri::NOTHING),
            Node::OneOf(individuals) if individuals.is_empty() => sink.iri(iri::NOTHING),
            Node::Class(class) => sink.iri(symbols.classes.get(*class)),
            Node::OneOf(individuals) => {
                sink.open_node(Some(&owl("Class")));
                sink.property(&owl("oneOf"));
                sink.open_list(Members::Nodes);
                for individual in individuals {
                    sink.individual(symbols.individuals.get(*individual));
                }
                sink.close_list();
                sink.close_node();
            }
            Node::HasValue(role, individual) => {
                open_restriction(sink, *role, symbols);
                sink.property(&owl("hasValue"));
                sink.individual(symbols.individuals.get(*individual));
                sink.close_node();
            }
            Node::HasSelf(role) => {
                open_restriction(sink, *role, symbols);
                sink.property(&owl("hasSelf"));
                sink.literal(&Literal::new("true", Datatype::xsd("boolean")));
                sink.close_node();
            }
            Node::Data(restriction) => write_data(sink, restriction, symbols),
            Node::Not => {
                sink.open_node(Some(&owl("Class")));
                sink.property(&owl("complementOf"));
                pending.extend([Piece::CloseNode, Piece::Concept]);
            }
            Node::And(n) | Node::Or(n) => {
                let is_meet = matches!(node, Node::And(_));
                sink.open_node(Some(&owl("Class")));
                sink.property(&owl(if is_meet { "intersectionOf" } else { "unionOf" }));
                sink.open_list(Members::Nodes);
                pending.extend([Piece::CloseNode, Piece::CloseList]);
                pending.extend((0..*n).map(|_| Piece::Concept));
            }
            Node::Some(role) => {
                open_restriction(sink, *role, symbols);
                sink.property(&owl("someValuesFrom"));
                pending.extend([Piece::CloseNode, Piece::Concept]);
            }
            Node::Only(role) => {
                open_restriction(sink, *role, symbols);
                sink.property(&owl("allValuesFrom"));
                pending.extend([Piece::CloseNode, Piece::Concept]);
            }
            Node::AtLeast(n, role) | Node::AtMost(n, role) | Node::Exactly(n, role) => {
                let words = match node {
                    Node::AtLeast(..) => ("minCardinality", "minQualifiedCardinality"),
                    Node::AtMost(..) => ("maxCardinality", "maxQualifiedCardinality"),
                    _ => ("cardinality", "qualifiedCardinality"),
                };
                open_restriction(sink, *role, symbols);
                // A filler that says nothing is left out, as OWL's mapping has it.
                if nodes.next_if_eq(&&Node::Top).is_some() {
                    sink.property(&owl(words.0));
                    sink.literal(&count(*n));
                    sink.close_node();
                } else {
                    sink.property(&owl(words.1));
                    sink.literal(&count(*n));
                    sink.property(&owl("onClass"));
                    pending.extend([Piece::CloseNode, Piece::Concept]);
                }
            }
        }
    }
}

fn open_restriction(sink: &mut impl Sink, role: Role, symbols: &Symbols) {
    sink.open_node(Some(&owl("Restriction")));
    sink.property(&owl("onProperty"));
    let iri = symbols.object_properties.get(role.property);
    if role.inverse {
        sink.open_node(None);
        sink.property(&owl("inverseOf"));
        sink.iri(iri);
        sink.close_node();
    } else {
        sink.iri(iri);
    }
}

fn write_data(sink: &mut impl Sink, restriction: &DataRestriction, symbols: &Symbols) {
    sink.open_node(Some(&owl("Restriction")));
    sink.property(&owl("onProperty"));
    sink.iri(symbols.data_properties.get(restriction.property));
    let types = symbols.value_types(restriction.property);
    let range = &*typed(&restriction.range, types, Facets::OfDatatype);
    let (n, plain, qualified) = match restriction.quantifier {
        Quantifier::Some => {
            if let DataRange::OneOf(literals) = range
                && let [literal] = &**literals
            {
                sink.property(&owl("hasValue"));
                sink.literal(literal);
            } else {
                sink.property(&owl("someValuesFrom"));
                write_range(sink, range);
            }
            return sink.close_node();
        }
        Quantifier::Only => {
            sink.property(&owl("allValuesFrom"));
            write_range(sink, range);
            return sink.close_node();
        }
        Quantifier::AtLeast(n) => (n, "minCardinality", "minQualifiedCardinality"),
        Quantifier::AtMost(n) => (n, "maxCardinality", "maxQualifiedCardinality"),
        Quantifier::Exactly(n) => (n, "cardinality", "qualifiedCardinality"),
    };
    if *range == DataRange::Any {
        sink.property(&owl(plain));
        sink.literal(&count(n));
    } else {
        sink.property(&owl(qualified));
        sink.literal(&count(n));
        sink.property(&owl("onDataRange"));
        write_range(sink, range);
    }
    sink.close_node();
}

/// Writes a data range as the object of the property that was named last.
fn write_range(sink: &mut impl Sink, range: &DataRange) {
    let open = |sink: &mut _| Sink::open_node(sink, Some(&format!("{RDFS}Datatype")));
    match &*without_empty_list(range) {
        DataRange::Any => sink.iri(iri::RDFS_LITERAL),
        DataRange::Datatype(datatype) => sink.iri(datatype.as_iri()),
        bound @ DataRange::Compare(..) => write_facets(sink, std::slice::from_ref(bound)),
        DataRange::And(ranges) if is_facets(ranges) => write_facets(sink, ranges),
        DataRange::Text(facet) => {
            open(sink);
            sink.property(&owl("onDatatype"));
            sink.iri(&format!("{}string", iri::XSD));
            sink.property(&owl("withRestrictions"));
            sink.open_list(Members::Nodes);
            sink.open_node(None);
            sink.property(&text_facet_iri(facet));
            sink.literal(&facet.value());
            sink.close_node();
            sink.close_list();
            sink.close_node();
        }
        DataRange::OneOf(literals) => {
            open(sink);
            sink.property(&owl("oneOf"));
            sink.open_list(Members::Literals);
            for literal in literals {
                sink.literal(literal);
            }
            sink.close_list();
            sink.close_node();
        }
        DataRange::Not(range) => {
            open(sink);
            sink.property(&owl("datatypeComplementOf"));
            write_range(sink, range);
            sink.close_node();
        }
        joined @ (DataRange::And(ranges) | DataRange::Or(ranges)) => {
            let is_meet = matches!(joined, DataRange::And(_));
            open(sink);
            sink.property(&owl(if is_meet { "intersectionOf" } else { "unionOf" }));
            sink.open_list(Members::Nodes);
            for range in ranges {
                write_range(sink, range);
            }
            sink.close_list();
            sink.close_node();
        }
    }
}

fn write_facets(sink: &mut impl Sink, bounds: &[DataRange]) {
    sink.open_node(Some(&format!("{RDFS}Datatype")));
    for (position, bound) in bounds.iter().enumerate() {
        let DataRange::Compare(comparison, literal) = bound else { continue };
        let literal = with_stated_datatype(literal);
        if position == 0 {
            sink.property(&owl("onDatatype"));
            sink.iri(literal.datatype().as_iri());
            sink.property(&owl("withRestrictions"));
            sink.open_list(Members::Nodes);
        }
        sink.open_node(None);
        sink.property(&facet_iri(*comparison));
        sink.literal(&literal);
        sink.close_node();
    }
    sink.close_list();
    sink.close_node();
}
