//! A graph as triples: N-Triples, Turtle or RDF/XML.
//!
//! Every membership in a named class, every edge, every value; nothing of the axioms. An individual
//! of which nothing of this is known is declared, so that the triples hold the whole universe.

mod rdfxml;

use std::fmt::Write as _;
use std::io::{self, Write};

use evolearner_dl::{Datatype, Id, IndividualId, LiteralId};

use crate::graph::Graph;

const RDF_TYPE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
const NAMED_INDIVIDUAL: &str = "http://www.w3.org/2002/07/owl#NamedIndividual";

impl Graph {
    /// Writes N-Triples; returns how many.
    pub fn write_ntriples(&self, mut out: impl Write) -> io::Result<u64> {
        let mut writer = Writer { graph: self, line: String::new(), n_triples: 0 };
        let individuals = &self.symbols.individuals;
        let mut is_seen = vec![false; self.n_individuals()];
        for (class, members) in self.classes.iter() {
            let class = self.symbols.classes.get(class);
            for individual in members.iter() {
                is_seen[individual.index()] = true;
                writer.resource(individuals.get(individual), RDF_TYPE, class);
                writer.flush(&mut out)?;
            }
        }
        for (property, edges) in self.roles.iter() {
            let property = self.symbols.object_properties.get(property);
            for (subject, objects) in edges.forward.iter() {
                is_seen[subject as usize] = true;
                for &object in objects {
                    is_seen[object as usize] = true;
                    let (subject, object) = (IndividualId(subject), IndividualId(object));
                    writer.resource(individuals.get(subject), property, individuals.get(object));
                }
                writer.flush(&mut out)?;
            }
        }
        for (property, values) in self.values.iter() {
            let property = self.symbols.data_properties.get(property);
            for (individual, literals) in values.iter() {
                is_seen[individual.index()] = true;
                for &literal in literals {
                    writer.value(individuals.get(individual), property, LiteralId(literal));
                }
                writer.flush(&mut out)?;
            }
        }
        for (individual, name) in individuals.iter().filter(|(id, _)| !is_seen[id.index()]) {
            debug_assert!(!is_seen[individual.index()]);
            writer.resource(name, RDF_TYPE, NAMED_INDIVIDUAL);
            writer.flush(&mut out)?;
        }
        out.write_all(writer.line.as_bytes())?;
        out.flush()?;
        Ok(writer.n_triples)
    }

    /// Writes Turtle, one paragraph per individual; returns how many triples.
    pub fn write_turtle(&self, mut out: impl Write) -> io::Result<u64> {
        let mut writer = Writer { graph: self, line: String::new(), n_triples: 0 };
        let individuals = &self.symbols.individuals;
        for (individual, name) in individuals.iter() {
            let mut paragraph = Paragraph { writer: &mut writer, is_first: true };
            paragraph.writer.term(name);
            for (class, members) in self.classes.iter() {
                if members.contains(individual) {
                    paragraph.predicate("a");
                    paragraph.writer.term(self.symbols.classes.get(class));
                }
            }
            for (property, edges) in self.roles.iter() {
                for object in edges.objects(individual) {
                    paragraph.predicate(self.symbols.object_properties.get(property));
                    paragraph.writer.term(individuals.get(object));
                }
            }
            for (property, values) in self.values.iter() {
                for literal in values.of(individual) {
                    paragraph.predicate(self.symbols.data_properties.get(property));
                    paragraph.writer.literal(literal);
                }
            }
            let is_object =
                || self.roles.values().iter().any(|r| !r.backward.of(individual.0).is_empty());
            if !paragraph.is_first {
                writer.line.push_str(" .\n\n");
            } else if is_object() {
                // Nothing but a name: it stands in the paragraphs of others.
                writer.line.truncate(writer.line.len() - written_len(name));
            } else {
                paragraph.predicate("a");
                paragraph.writer.term(NAMED_INDIVIDUAL);
                writer.line.push_str(" .\n\n");
            }
            writer.flush(&mut out)?;
        }
        out.write_all(writer.line.as_bytes())?;
        out.flush()?;
        Ok(writer.n_triples)
    }
}

/// The length of a name as [`Writer::term`] writes it.
fn written_len(name: &str) -> usize {
    let mut line = String::new();
    push_term(&mut line, name);
    line.len()
}

/// Collects text and hands it on in large pieces.
struct Writer<'g> {
    graph: &'g Graph,
    line: String,
    n_triples: u64,
}

/// The triples of one subject in Turtle.
struct Paragraph<'w, 'g> {
    writer: &'w mut Writer<'g>,
    is_first: bool,
}

impl Paragraph<'_, '_> {
    fn predicate(&mut self, predicate: &str) {
        self.writer.line.push_str(if self.is_first { " " } else { " ;\n    " });
        self.is_first = false;
        self.writer.n_triples += 1;
        if predicate == "a" {
            self.writer.line.push('a');
        } else {
            self.writer.term(predicate);
        }
        self.writer.line.push(' ');
    }
}

impl Writer<'_> {
    fn resource(&mut self, subject: &str, predicate: &str, object: &str) {
        self.start(subject, predicate);
        self.term(object);
        self.end();
    }

    fn value(&mut self, subject: &str, predicate: &str, literal: LiteralId) {
        self.start(subject, predicate);
        self.literal(literal);
        self.end();
    }

    fn start(&mut self, subject: &str, predicate: &str) {
        self.n_triples += 1;
        self.term(subject);
        self.line.push(' ');
        self.term(predicate);
        self.line.push(' ');
    }

    fn end(&mut self) {
        self.line.push_str(" .\n");
    }

    fn term(&mut self, name: &str) {
        push_term(&mut self.line, name);
    }

    fn literal(&mut self, literal: LiteralId) {
        let literals = &self.graph.literals;
        self.line.push('"');
        for character in literals.lexical(literal).chars() {
            match character {
                '"' => self.line.push_str("\\\""),
                '\\' => self.line.push_str("\\\\"),
                '\n' => self.line.push_str("\\n"),
                '\r' => self.line.push_str("\\r"),
                other => self.line.push(other),
            }
        }
        self.line.push('"');
        match literals.datatype(literal) {
            Datatype::Language(language) => {
                self.line.push('@');
                self.line.push_str(language);
            }
            datatype if datatype.is_string() => {}
            Datatype::Iri(iri) => {
                self.line.push_str("^^");
                push_term(&mut self.line, iri);
            }
        }
    }

    fn flush(&mut self, out: &mut impl Write) -> io::Result<()> {
        if self.line.len() > 1 << 16 {
            out.write_all(self.line.as_bytes())?;
            self.line.clear();
        }
        Ok(())
    }
}

/// A blank node as it is, an IRI in angle brackets; what brackets cannot hold is escaped.
fn push_term(line: &mut String, name: &str) {
    if name.starts_with("_:") {
        line.push_str(name);
        return;
    }
    line.push('<');
    for character in name.chars() {
        match character {
            '\0'..=' ' | '<' | '>' | '"' | '{' | '}' | '|' | '^' | '`' | '\\' => {
                let _ = write!(line, "\\u{:04X}", character as u32);
            }
            other => line.push(other),
        }
    }
    line.push('>');
}
