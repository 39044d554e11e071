//! A family as RDF: N-Triples for machines, Turtle for people, RDF/XML for OWL tools.
//!
//! All notations receive the same statements in the same order, grouped by subject, so that they
//! cannot drift apart. Statements go through one buffer; nothing is kept.

mod notation;

use std::io::{self, Write};

use crate::family::{Family, PersonId, Sex};
use crate::vocabulary::{
    BIRTH_YEAR, COMMENT, HAS_CHILD, HAS_PARENT, HAS_SIBLING, LABEL, MARRIED, Name, ONTOLOGY_CLASS,
    TYPE, axioms, own,
};
use notation::{NTriples, Notation, RdfXml, Turtle};

/// Enough to make a system call rare, little enough to stay in the cache.
const BUFFER_BYTES: usize = 64 << 10;

/// What a statement can be about or refer to.
#[derive(Clone, Copy)]
enum Node<'a> {
    Ontology,
    Name(Name),
    Person(PersonId),
    Year(u16),
    Text(&'a str),
}

impl Family {
    /// Writes all triples as N-Triples and returns how many there are.
    pub fn write_ntriples(&self, out: impl Write) -> io::Result<u64> {
        Document::new(self, out, NTriples::default()).write()
    }

    /// Writes all triples as Turtle, a paragraph per subject, and returns how many there are.
    pub fn write_turtle(&self, out: impl Write) -> io::Result<u64> {
        Document::new(self, out, Turtle::default()).write()
    }

    /// Writes all triples as RDF/XML, an element per subject, and returns how many there are.
    pub fn write_rdfxml(&self, out: impl Write) -> io::Result<u64> {
        Document::new(self, out, RdfXml).write()
    }

    /// Writes the IRIs of some people, one a line: the form of an example list.
    pub fn write_iris(&self, people: &[PersonId], out: impl Write) -> io::Result<()> {
        let mut out = io::BufWriter::new(out);
        for &person in people {
            writeln!(out, "{}", self.iri(person))?;
        }
        out.flush()
    }

    /// The most specific classes of a person, and `Male` or `Female`.
    fn classes(&self, person: PersonId) -> impl Iterator<Item = Name> {
        let is_child = self.parents(person).is_some();
        let classes = match self.sex(person) {
            Sex::Male => ["Male", "Father", "Grandfather", "Son", "Grandson", "Brother"],
            Sex::Female => {
                ["Female", "Mother", "Grandmother", "Daughter", "Granddaughter", "Sister"]
            }
        };
        let holds = [
            true,
            self.is_parent(person),
            self.is_grandparent(person),
            is_child,
            self.is_grandchild(person),
            self.siblings(person).next().is_some(),
        ];
        classes.into_iter().zip(holds).filter(|(_, holds)| *holds).map(|(class, _)| own(class))
    }
}

/// A file in the making.
struct Document<'a, W, N> {
    family: &'a Family,
    out: W,
    notation: N,
    buffer: Vec<u8>,
    n_triples: u64,
}

impl<'a, W: Write, N: Notation> Document<'a, W, N> {
    fn new(family: &'a Family, out: W, notation: N) -> Self {
        // The last subject before a flush runs over the edge.
        let buffer = Vec::with_capacity(BUFFER_BYTES + (BUFFER_BYTES >> 2));
        Self { family, out, notation, buffer, n_triples: 0 }
    }

    fn write(mut self) -> io::Result<u64> {
        self.notation.open(&mut self.buffer);
        self.write_schema()?;
        for person in self.family.people() {
            self.write_person(person)?;
        }
        self.notation.close(&mut self.buffer);
        self.out.write_all(&self.buffer)?;
        self.out.flush()?;
        Ok(self.n_triples)
    }

    fn write_schema(&mut self) -> io::Result<()> {
        let settings = self.family.settings();
        let comment = format!(
            "An invented family of {} people, made by evolearner generate family with seed {}.",
            settings.people, settings.seed
        );
        self.begin(Node::Ontology);
        self.fact(TYPE, Node::Name(ONTOLOGY_CLASS));
        self.fact(COMMENT, Node::Text(&comment));
        self.end()?;
        for (subject, facts) in axioms(settings.birth_years) {
            self.begin(Node::Name(subject));
            for (predicate, object) in facts {
                self.fact(predicate, Node::Name(object));
            }
            self.end()?;
        }
        Ok(())
    }

    fn write_person(&mut self, person: PersonId) -> io::Result<()> {
        let family = self.family;
        self.begin(Node::Person(person));
        for class in family.classes(person) {
            self.fact(TYPE, Node::Name(class));
        }
        if family.settings().labels {
            self.fact(LABEL, Node::Text(&family.label(person)));
        }
        if family.settings().birth_years {
            self.fact(BIRTH_YEAR, Node::Year(family.birth_year(person)));
        }
        if let Some((father, mother)) = family.parents(person) {
            self.fact(HAS_PARENT, Node::Person(father));
            self.fact(HAS_PARENT, Node::Person(mother));
        }
        for sibling in family.siblings(person) {
            self.fact(HAS_SIBLING, Node::Person(sibling));
        }
        if let Some(spouse) = family.spouse(person) {
            self.fact(MARRIED, Node::Person(spouse));
        }
        for child in family.children(person) {
            self.fact(HAS_CHILD, Node::Person(child));
        }
        self.end()
    }

    fn begin(&mut self, subject: Node<'_>) {
        self.notation.begin(self.family, &mut self.buffer, subject);
    }

    fn fact(&mut self, predicate: Name, object: Node<'_>) {
        self.notation.fact(self.family, &mut self.buffer, predicate, object);
        self.n_triples += 1;
    }

    fn end(&mut self) -> io::Result<()> {
        self.notation.end(&mut self.buffer);
        if self.buffer.len() >= BUFFER_BYTES {
            self.out.write_all(&self.buffer)?;
            self.buffer.clear();
        }
        Ok(())
    }
}
