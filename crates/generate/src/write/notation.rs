//! How statements look in N-Triples, in Turtle and in RDF/XML.

use super::{Domain, Node};
use crate::vocabulary::{Name, Prefix, TYPE};

/// One way to spell statements. Facts between `begin` and `end` share their subject.
pub(super) trait Notation<D: Domain> {
    /// What stands before the first statement.
    fn open(&mut self, buffer: &mut Vec<u8>);
    fn begin(&mut self, domain: &D, buffer: &mut Vec<u8>, subject: Node<'_, D::Id>);
    fn fact(&mut self, domain: &D, buffer: &mut Vec<u8>, predicate: Name, object: Node<'_, D::Id>);
    fn end(&mut self, buffer: &mut Vec<u8>);
    /// What stands behind the last statement.
    fn close(&mut self, _buffer: &mut Vec<u8>) {}
}

/// A line per triple, all names written out.
#[derive(Default)]
pub(super) struct NTriples {
    /// The subject of the current group, ready to be repeated.
    subject: Vec<u8>,
}

impl<D: Domain> Notation<D> for NTriples {
    fn open(&mut self, _: &mut Vec<u8>) {}

    fn begin(&mut self, domain: &D, _: &mut Vec<u8>, subject: Node<'_, D::Id>) {
        self.subject.clear();
        write_long(domain, &mut self.subject, subject);
        self.subject.push(b' ');
    }

    fn fact(&mut self, domain: &D, buffer: &mut Vec<u8>, predicate: Name, object: Node<'_, D::Id>) {
        buffer.extend_from_slice(&self.subject);
        write_long(domain, buffer, Node::Name(predicate));
        buffer.push(b' ');
        write_long(domain, buffer, object);
        buffer.extend_from_slice(b" .\n");
    }

    fn end(&mut self, _: &mut Vec<u8>) {}
}

fn write_long<D: Domain>(domain: &D, buffer: &mut Vec<u8>, node: Node<'_, D::Id>) {
    match node {
        Node::Ontology => write_all(buffer, &["<", D::ONTOLOGY, ">"]),
        Node::Name(Name { prefix, local }) => {
            write_all(buffer, &["<", iri::<D>(prefix), local, ">"]);
        }
        Node::Individual(id) => {
            write_all(buffer, &["<", D::NAMESPACE]);
            domain.write_local_name(id, buffer);
            buffer.push(b'>');
        }
        Node::Blank(number) => write_blank(buffer, "_:", number),
        Node::Number(number) => {
            buffer.push(b'"');
            write_number(buffer, number);
            write_all(buffer, &["\"^^<", iri::<D>(Prefix::Xsd), "integer>"]);
        }
        Node::Text(text) => write_all(buffer, &["\"", text, "\""]),
    }
}

/// Prefixes, and a paragraph per subject with each predicate on a line of its own.
#[derive(Default)]
pub(super) struct Turtle {
    /// The predicate of the fact before, if it was about the same subject.
    last_predicate: Option<Name>,
}

impl<D: Domain> Notation<D> for Turtle {
    fn open(&mut self, buffer: &mut Vec<u8>) {
        for prefix in Prefix::ALL {
            write_all(buffer, &["@prefix ", prefix.label(), ": <", iri::<D>(prefix), "> .\n"]);
        }
    }

    fn begin(&mut self, domain: &D, buffer: &mut Vec<u8>, subject: Node<'_, D::Id>) {
        buffer.push(b'\n');
        write_short(domain, buffer, subject);
        self.last_predicate = None;
    }

    fn fact(&mut self, domain: &D, buffer: &mut Vec<u8>, predicate: Name, object: Node<'_, D::Id>) {
        if self.last_predicate == Some(predicate) {
            buffer.extend_from_slice(b", ");
        } else {
            let start: &[u8] = if self.last_predicate.is_some() { b" ;\n    " } else { b" " };
            buffer.extend_from_slice(start);
            if predicate == TYPE {
                buffer.push(b'a');
            } else {
                write_short(domain, buffer, Node::Name(predicate));
            }
            buffer.push(b' ');
        }
        write_short(domain, buffer, object);
        self.last_predicate = Some(predicate);
    }

    fn end(&mut self, buffer: &mut Vec<u8>) {
        buffer.extend_from_slice(b" .\n");
    }
}

/// An `rdf:Description` per subject. Local names of properties are XML names, and texts have no
/// markup: they are our own.
pub(super) struct RdfXml;

impl<D: Domain> Notation<D> for RdfXml {
    fn open(&mut self, buffer: &mut Vec<u8>) {
        write_all(buffer, &["<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rdf:RDF"]);
        for prefix in Prefix::ALL {
            let colon = if prefix.label().is_empty() { "" } else { ":" };
            let iri = iri::<D>(prefix);
            write_all(buffer, &["\n    xmlns", colon, prefix.label(), "=\"", iri, "\""]);
        }
        buffer.extend_from_slice(b">\n");
    }

    fn begin(&mut self, domain: &D, buffer: &mut Vec<u8>, subject: Node<'_, D::Id>) {
        buffer.extend_from_slice(b"<rdf:Description ");
        write_reference(domain, buffer, "rdf:about", subject);
        buffer.extend_from_slice(b">\n");
    }

    fn fact(&mut self, domain: &D, buffer: &mut Vec<u8>, predicate: Name, object: Node<'_, D::Id>) {
        let Name { prefix, local } = predicate;
        let colon = if prefix.label().is_empty() { "" } else { ":" };
        let element = [prefix.label(), colon, local];
        buffer.extend_from_slice(b"    <");
        write_all(buffer, &element);
        let is_value = match object {
            Node::Number(number) => {
                write_all(buffer, &[" rdf:datatype=\"", iri::<D>(Prefix::Xsd), "integer\">"]);
                write_number(buffer, number);
                true
            }
            Node::Text(text) => {
                write_all(buffer, &[">", text]);
                true
            }
            Node::Ontology | Node::Name(_) | Node::Individual(_) | Node::Blank(_) => {
                buffer.push(b' ');
                write_reference(domain, buffer, "rdf:resource", object);
                buffer.extend_from_slice(b"/>\n");
                false
            }
        };
        if is_value {
            buffer.extend_from_slice(b"</");
            write_all(buffer, &element);
            buffer.extend_from_slice(b">\n");
        }
    }

    fn end(&mut self, buffer: &mut Vec<u8>) {
        buffer.extend_from_slice(b"</rdf:Description>\n");
    }

    fn close(&mut self, buffer: &mut Vec<u8>) {
        buffer.extend_from_slice(b"</rdf:RDF>\n");
    }
}

/// The attribute that refers to what is no value: by its IRI, or by the label of a blank node.
fn write_reference<D: Domain>(
    domain: &D,
    buffer: &mut Vec<u8>,
    attribute: &str,
    node: Node<'_, D::Id>,
) {
    if let Node::Blank(number) = node {
        write_blank(buffer, "rdf:nodeID=\"", number);
    } else {
        write_all(buffer, &[attribute, "=\""]);
        let start = buffer.len();
        write_long(domain, buffer, node);
        // Without the brackets.
        buffer.pop();
        buffer.remove(start);
    }
    buffer.push(b'"');
}

fn write_blank(buffer: &mut Vec<u8>, start: &str, number: u32) {
    write_all(buffer, &[start, "b"]);
    write_number(buffer, number);
}

/// Where the names of a prefix live.
fn iri<D: Domain>(prefix: Prefix) -> &'static str {
    prefix.iri().unwrap_or(D::NAMESPACE)
}

fn write_short<D: Domain>(domain: &D, buffer: &mut Vec<u8>, node: Node<'_, D::Id>) {
    match node {
        Node::Name(Name { prefix, local }) => write_all(buffer, &[prefix.label(), ":", local]),
        Node::Individual(id) => {
            buffer.push(b':');
            domain.write_local_name(id, buffer);
        }
        Node::Number(number) => write_number(buffer, number),
        Node::Ontology | Node::Blank(_) | Node::Text(_) => write_long(domain, buffer, node),
    }
}

pub(crate) fn write_number(buffer: &mut Vec<u8>, mut number: u32) {
    let mut digits = [0; 10];
    let mut start = digits.len();
    loop {
        start -= 1;
        digits[start] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    buffer.extend_from_slice(&digits[start..]);
}

/// Texts are our own and hold nothing that would need an escape.
pub(crate) fn write_all(buffer: &mut Vec<u8>, parts: &[&str]) {
    for part in parts {
        buffer.extend_from_slice(part.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_decimal() {
        for number in [0, 7, 10, 1999, u32::MAX] {
            let mut buffer = Vec::new();
            write_number(&mut buffer, number);
            assert_eq!(String::from_utf8(buffer).unwrap(), number.to_string());
        }
    }
}
