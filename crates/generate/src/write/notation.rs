//! How statements look in N-Triples, in Turtle and in RDF/XML.

use super::Node;
use crate::family::{Family, PersonId};
use crate::vocabulary::{NAMESPACE, Name, ONTOLOGY, Prefix, TYPE};

/// One way to spell statements. Facts between `begin` and `end` share their subject.
pub(super) trait Notation {
    /// What stands before the first statement.
    fn open(&mut self, buffer: &mut Vec<u8>);
    fn begin(&mut self, family: &Family, buffer: &mut Vec<u8>, subject: Node<'_>);
    fn fact(&mut self, family: &Family, buffer: &mut Vec<u8>, predicate: Name, object: Node<'_>);
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

impl Notation for NTriples {
    fn open(&mut self, _: &mut Vec<u8>) {}

    fn begin(&mut self, family: &Family, _: &mut Vec<u8>, subject: Node<'_>) {
        self.subject.clear();
        write_long(family, &mut self.subject, subject);
        self.subject.push(b' ');
    }

    fn fact(&mut self, family: &Family, buffer: &mut Vec<u8>, predicate: Name, object: Node<'_>) {
        buffer.extend_from_slice(&self.subject);
        write_long(family, buffer, Node::Name(predicate));
        buffer.push(b' ');
        write_long(family, buffer, object);
        buffer.extend_from_slice(b" .\n");
    }

    fn end(&mut self, _: &mut Vec<u8>) {}
}

fn write_long(family: &Family, buffer: &mut Vec<u8>, node: Node<'_>) {
    match node {
        Node::Ontology => write_all(buffer, &["<", ONTOLOGY, ">"]),
        Node::Name(Name { prefix, local }) => write_all(buffer, &["<", prefix.iri(), local, ">"]),
        Node::Person(person) => {
            write_all(buffer, &["<", NAMESPACE]);
            write_local_name(family, buffer, person);
            buffer.push(b'>');
        }
        Node::Year(year) => {
            buffer.push(b'"');
            write_number(buffer, u32::from(year));
            write_all(buffer, &["\"^^<", Prefix::Xsd.iri(), "integer>"]);
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

impl Notation for Turtle {
    fn open(&mut self, buffer: &mut Vec<u8>) {
        for prefix in Prefix::ALL {
            write_all(buffer, &["@prefix ", prefix.label(), ": <", prefix.iri(), "> .\n"]);
        }
    }

    fn begin(&mut self, family: &Family, buffer: &mut Vec<u8>, subject: Node<'_>) {
        buffer.push(b'\n');
        write_short(family, buffer, subject);
        self.last_predicate = None;
    }

    fn fact(&mut self, family: &Family, buffer: &mut Vec<u8>, predicate: Name, object: Node<'_>) {
        if self.last_predicate == Some(predicate) {
            buffer.extend_from_slice(b", ");
        } else {
            let start: &[u8] = if self.last_predicate.is_some() { b" ;\n    " } else { b" " };
            buffer.extend_from_slice(start);
            if predicate == TYPE {
                buffer.push(b'a');
            } else {
                write_short(family, buffer, Node::Name(predicate));
            }
            buffer.push(b' ');
        }
        write_short(family, buffer, object);
        self.last_predicate = Some(predicate);
    }

    fn end(&mut self, buffer: &mut Vec<u8>) {
        buffer.extend_from_slice(b" .\n");
    }
}

/// An `rdf:Description` per subject. Local names of properties are XML names, and texts have no
/// markup: they are our own.
pub(super) struct RdfXml;

impl Notation for RdfXml {
    fn open(&mut self, buffer: &mut Vec<u8>) {
        write_all(buffer, &["<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rdf:RDF"]);
        for prefix in Prefix::ALL {
            let colon = if prefix.label().is_empty() { "" } else { ":" };
            write_all(buffer, &["\n    xmlns", colon, prefix.label(), "=\"", prefix.iri(), "\""]);
        }
        buffer.extend_from_slice(b">\n");
    }

    fn begin(&mut self, family: &Family, buffer: &mut Vec<u8>, subject: Node<'_>) {
        buffer.extend_from_slice(b"<rdf:Description rdf:about=\"");
        write_iri(family, buffer, subject);
        buffer.extend_from_slice(b"\">\n");
    }

    fn fact(&mut self, family: &Family, buffer: &mut Vec<u8>, predicate: Name, object: Node<'_>) {
        let Name { prefix, local } = predicate;
        let colon = if prefix.label().is_empty() { "" } else { ":" };
        let element = [prefix.label(), colon, local];
        buffer.extend_from_slice(b"    <");
        write_all(buffer, &element);
        let is_value = match object {
            Node::Year(year) => {
                write_all(buffer, &[" rdf:datatype=\"", Prefix::Xsd.iri(), "integer\">"]);
                write_number(buffer, u32::from(year));
                true
            }
            Node::Text(text) => {
                write_all(buffer, &[">", text]);
                true
            }
            Node::Ontology | Node::Name(_) | Node::Person(_) => {
                buffer.extend_from_slice(b" rdf:resource=\"");
                write_iri(family, buffer, object);
                buffer.extend_from_slice(b"\"/>\n");
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

/// The IRI of what has one, without brackets.
fn write_iri(family: &Family, buffer: &mut Vec<u8>, node: Node<'_>) {
    let start = buffer.len();
    write_long(family, buffer, node);
    buffer.pop();
    buffer.remove(start);
}

fn write_short(family: &Family, buffer: &mut Vec<u8>, node: Node<'_>) {
    match node {
        Node::Name(Name { prefix, local }) => write_all(buffer, &[prefix.label(), ":", local]),
        Node::Person(person) => {
            buffer.push(b':');
            write_local_name(family, buffer, person);
        }
        Node::Year(year) => write_number(buffer, u32::from(year)),
        Node::Ontology | Node::Text(_) => write_long(family, buffer, node),
    }
}

/// The same as [`Family::local_name`], without the detour over the formatting machinery: it is
/// the innermost loop of writing.
fn write_local_name(family: &Family, buffer: &mut Vec<u8>, person: PersonId) {
    let (given, family_name) = family.names(person);
    write_all(buffer, &[given, "-", family_name, "-"]);
    write_number(buffer, person.number());
}

fn write_number(buffer: &mut Vec<u8>, mut number: u32) {
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
fn write_all(buffer: &mut Vec<u8>, parts: &[&str]) {
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

    #[test]
    fn both_ways_to_a_local_name_agree() {
        let family = Family::generate(&crate::FamilySettings::default());
        for person in family.people() {
            let mut buffer = Vec::new();
            write_local_name(&family, &mut buffer, person);
            assert_eq!(String::from_utf8(buffer).unwrap(), family.local_name(person).to_string());
        }
    }
}
