//! A graph as RDF/XML, one `rdf:Description` per individual.
//!
//! RDF/XML writes a property as the name of an XML element and cannot write control characters at
//! all: a graph that needs either is refused with a message, as dropping a triple would be worse.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};

use evolearner_dl::{Datatype, IndividualId, LiteralId, xml};

use super::NAMED_INDIVIDUAL;
use crate::graph::Graph;

const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

impl Graph {
    /// Writes RDF/XML, one element per individual; returns how many triples.
    ///
    /// Fails where a property has no name that XML allows, or a text has a character that it
    /// forbids.
    pub fn write_rdfxml(&self, mut out: impl Write) -> io::Result<u64> {
        let properties = Properties::of(self)?;
        let mut document = Document { graph: self, text: String::new(), n_triples: 0 };
        document.open(&properties);
        let individuals = &self.symbols.individuals;
        for (individual, name) in individuals.iter() {
            let n_before = document.n_triples;
            let start = document.text.len();
            document.text.push_str("<rdf:Description");
            document.reference("about", name)?;
            document.text.push_str(">\n");
            for (class, members) in self.classes.iter() {
                if members.contains(individual) {
                    document.resource("rdf:type", self.symbols.classes.get(class))?;
                }
            }
            for (property, edges) in self.roles.iter() {
                for object in edges.objects(individual) {
                    let element = properties.element(self.symbols.object_properties.get(property));
                    document.resource(element, individuals.get(object))?;
                }
            }
            for (property, values) in self.values.iter() {
                for literal in values.of(individual) {
                    let element = properties.element(self.symbols.data_properties.get(property));
                    document.value(element, literal)?;
                }
            }
            if document.n_triples == n_before {
                if is_object(self, individual) {
                    // The individual is written where others refer to it.
                    document.text.truncate(start);
                    continue;
                }
                document.resource("rdf:type", NAMED_INDIVIDUAL)?;
            }
            document.text.push_str("</rdf:Description>\n");
            document.flush(&mut out)?;
        }
        document.text.push_str("</rdf:RDF>\n");
        out.write_all(document.text.as_bytes())?;
        out.flush()?;
        Ok(document.n_triples)
    }
}

fn is_object(graph: &Graph, individual: IndividualId) -> bool {
    graph.roles.values().iter().any(|role| !role.backward.of(individual.0).is_empty())
}

/// The element of each property: a namespace with a prefix, and a local name.
struct Properties<'g> {
    elements: BTreeMap<&'g str, String>,
    prefixes: BTreeMap<&'g str, String>,
}

impl<'g> Properties<'g> {
    fn of(graph: &'g Graph) -> io::Result<Self> {
        let mut properties = Self { elements: BTreeMap::new(), prefixes: BTreeMap::new() };
        for (property, edges) in graph.roles.iter() {
            if edges.forward.iter().next().is_some() {
                properties.add(graph.symbols.object_properties.get(property))?;
            }
        }
        for (property, values) in graph.values.iter() {
            if values.iter().next().is_some() {
                properties.add(graph.symbols.data_properties.get(property))?;
            }
        }
        Ok(properties)
    }

    fn add(&mut self, iri: &'g str) -> io::Result<()> {
        let (namespace, local) = xml::split_name(iri).ok_or_else(|| {
            refused(format!(
                "RDF/XML has no way to write the property <{iri}>: it does not end in an XML name; \
                 N-Triples and Turtle can hold it"
            ))
        })?;
        let next = format!("n{}", self.prefixes.len() + 1);
        let prefix =
            if namespace == RDF { "rdf" } else { self.prefixes.entry(namespace).or_insert(next) };
        self.elements.insert(iri, format!("{prefix}:{local}"));
        Ok(())
    }

    fn element(&self, iri: &str) -> &str {
        &self.elements[iri]
    }
}

/// Text in the making.
struct Document<'g> {
    graph: &'g Graph,
    text: String,
    n_triples: u64,
}

impl Document<'_> {
    fn open(&mut self, properties: &Properties<'_>) {
        self.text.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        let _ = write!(self.text, "<rdf:RDF xmlns:rdf=\"{RDF}\"");
        for (namespace, prefix) in &properties.prefixes {
            let _ = write!(self.text, "\n    xmlns:{prefix}=\"");
            self.text.push_str(&xml::attribute(namespace));
            self.text.push('"');
        }
        self.text.push_str(">\n");
    }

    /// ` rdf:about="…"` or ` rdf:resource="…"`; for a blank node ` rdf:nodeID="…"`.
    fn reference(&mut self, attribute: &str, name: &str) -> io::Result<()> {
        if let Some(label) = name.strip_prefix("_:") {
            let _ = write!(self.text, " rdf:nodeID=\"{}\"", node_id(label));
        } else {
            let _ = write!(self.text, " rdf:{attribute}=\"");
            check_characters(name, name)?;
            self.text.push_str(&xml::attribute(name));
            self.text.push('"');
        }
        Ok(())
    }

    fn resource(&mut self, element: &str, object: &str) -> io::Result<()> {
        self.n_triples += 1;
        let _ = write!(self.text, "    <{element}");
        self.reference("resource", object)?;
        self.text.push_str("/>\n");
        Ok(())
    }

    fn value(&mut self, element: &str, literal: LiteralId) -> io::Result<()> {
        self.n_triples += 1;
        let literals = &self.graph.literals;
        let _ = write!(self.text, "    <{element}");
        match literals.datatype(literal) {
            Datatype::Language(language) => {
                let _ = write!(self.text, " xml:lang=\"{language}\"");
            }
            datatype if datatype.is_string() => {}
            Datatype::Iri(iri) => {
                let _ = write!(self.text, " rdf:datatype=\"{}\"", xml::attribute(iri));
            }
        }
        let lexical = literals.lexical(literal);
        check_characters(lexical, element)?;
        let _ = writeln!(self.text, ">{}</{element}>", xml::text(lexical));
        Ok(())
    }

    fn flush(&mut self, out: &mut impl Write) -> io::Result<()> {
        if self.text.len() > 1 << 16 {
            out.write_all(self.text.as_bytes())?;
            self.text.clear();
        }
        Ok(())
    }
}

/// Refuses what no XML 1.0 document can hold, not even as a reference.
fn check_characters(text: &str, place: &str) -> io::Result<()> {
    match text.chars().find(|c| xml::is_forbidden(*c)) {
        None => Ok(()),
        Some(character) => Err(refused(format!(
            "RDF/XML cannot hold the character U+{:04X} in {}; N-Triples and Turtle can",
            character as u32,
            place.escape_debug()
        ))),
    }
}

fn refused(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

/// A blank node's label as an XML name: different labels stay different.
fn node_id(label: &str) -> String {
    let mut id = String::with_capacity(label.len() + 1);
    id.push('b');
    for character in label.chars() {
        if character.is_ascii_alphanumeric() {
            id.push(character);
        } else {
            let _ = write!(id, "_{:x}.", character as u32);
        }
    }
    id
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_blank_nodes_stay_apart() {
        let labels = ["a", "a-b", "a_b", "a.b", "a_2d.b", "0", "é"];
        let ids: std::collections::BTreeSet<String> = labels.map(node_id).into();
        assert_eq!(ids.len(), labels.len());
        assert!(ids.iter().all(|id| id.is_ascii() && id.starts_with('b')));
    }
}
