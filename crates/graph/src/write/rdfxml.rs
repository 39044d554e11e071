//! A graph as RDF/XML, one `rdf:Description` per individual.
//!
//! RDF/XML writes a property as the name of an XML element and cannot write control characters at
//! all: a graph that needs either is refused with a message, as dropping a triple would be worse.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};

use evolearner_dl::{Datatype, IndividualId, LiteralId};

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
        let (namespace, local) = split(iri).ok_or_else(|| {
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

/// Cuts an IRI before the longest name at its end that XML allows as a local name.
fn split(iri: &str) -> Option<(&str, &str)> {
    let tail = iri.trim_end_matches(is_name).len();
    let start = tail + iri[tail..].find(starts_name)?;
    (start > 0).then(|| iri.split_at(start))
}

/// `NameStartChar` of XML 1.0 (fifth edition), less the colon.
fn starts_name(c: char) -> bool {
    matches!(c,
        'A'..='Z' | '_' | 'a'..='z' | '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{f6}'
        | '\u{f8}'..='\u{2ff}' | '\u{370}'..='\u{37d}' | '\u{37f}'..='\u{1fff}'
        | '\u{200c}'..='\u{200d}' | '\u{2070}'..='\u{218f}' | '\u{2c00}'..='\u{2fef}'
        | '\u{3001}'..='\u{d7ff}' | '\u{f900}'..='\u{fdcf}' | '\u{fdf0}'..='\u{fffd}'
        | '\u{10000}'..='\u{effff}')
}

/// `NameChar` of the same.
fn is_name(c: char) -> bool {
    starts_name(c)
        || matches!(c,
            '-' | '.' | '0'..='9' | '\u{b7}' | '\u{300}'..='\u{36f}' | '\u{203f}'..='\u{2040}')
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
            self.text.push_str(&escaped_iri(namespace));
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
            self.text.push_str(&escaped_iri(name));
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
                let _ = write!(self.text, " rdf:datatype=\"{}\"", escaped_iri(iri));
            }
        }
        let lexical = literals.lexical(literal);
        check_characters(lexical, element)?;
        let _ = writeln!(self.text, ">{}</{element}>", escaped(lexical));
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

/// Markup as references; a carriage return as well, as parsers read a bare one as a line feed.
fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(['&', '<', '>', '"', '\r']) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\r' => out.push_str("&#13;"),
            other => out.push(other),
        }
    }
    Cow::Owned(out)
}

/// The value of an attribute that holds an IRI: blanks are references, as parsers fold bare ones.
fn escaped_iri(iri: &str) -> Cow<'_, str> {
    match escaped(iri) {
        plain if !plain.contains(['\n', '\t']) => plain,
        folded => Cow::Owned(folded.replace('\n', "&#10;").replace('\t', "&#9;")),
    }
}

/// Refuses what no XML 1.0 document can hold, not even as a reference.
fn check_characters(text: &str, place: &str) -> io::Result<()> {
    let is_forbidden = |c: char| matches!(c, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}');
    match text.chars().find(|c| is_forbidden(*c)) {
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
    fn properties_are_cut_before_an_xml_name() {
        for (iri, expect) in [
            ("http://x/a#age", Some(("http://x/a#", "age"))),
            ("http://x/a#2age", Some(("http://x/a#2", "age"))),
            ("http://x/has-child.2", Some(("http://x/", "has-child.2"))),
            ("http://x/größe", Some(("http://x/", "größe"))),
            ("http://x/12", None),
            ("http://x/a²b", Some(("http://x/a²", "b"))),
            ("http://x/a%20", None),
            ("name", None),
        ] {
            assert_eq!(split(iri), expect, "{iri}");
        }
    }

    #[test]
    fn labels_of_blank_nodes_stay_apart() {
        let labels = ["a", "a-b", "a_b", "a.b", "a_2d.b", "0", "é"];
        let ids: std::collections::BTreeSet<String> = labels.map(node_id).into();
        assert_eq!(ids.len(), labels.len());
        assert!(ids.iter().all(|id| id.is_ascii() && id.starts_with('b')));
    }
}
