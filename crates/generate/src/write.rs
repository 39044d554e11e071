//! Knowledge bases as RDF: N-Triples for machines, Turtle for people, RDF/XML for OWL tools.
//!
//! All notations receive the same statements in the same order, grouped by subject, so that they
//! cannot drift apart. Statements go through one buffer; nothing is kept.

mod notation;

use std::io::{self, Write};

use crate::vocabulary::Name;
use notation::{NTriples, Notation, RdfXml, Turtle};
pub(crate) use notation::{write_all, write_number};

/// Enough to make a system call rare, little enough to stay in the cache.
const BUFFER_BYTES: usize = 64 << 10;

/// What a knowledge base is about.
pub(crate) trait Domain: Sized {
    /// What tells its individuals apart.
    type Id: Copy;

    /// Where all its names live.
    const NAMESPACE: &'static str;

    /// The IRI of the ontology itself.
    const ONTOLOGY: &'static str;

    /// Appends the local name of an individual.
    fn write_local_name(&self, id: Self::Id, buffer: &mut Vec<u8>);

    /// Writes all statements.
    fn write(&self, document: &mut impl Statements<Self>) -> io::Result<()>;
}

/// What a statement can be about or refer to.
#[derive(Clone, Copy)]
pub(crate) enum Node<'a, I> {
    Ontology,
    Name(Name),
    Individual(I),
    /// A node without a name, by its number.
    Blank(u32),
    Number(u32),
    Text(&'a str),
}

/// Takes statements, grouped by subject.
pub(crate) trait Statements<D: Domain> {
    fn begin(&mut self, subject: Node<'_, D::Id>);
    fn fact(&mut self, predicate: Name, object: Node<'_, D::Id>);
    fn end(&mut self) -> io::Result<()>;
}

/// Writes all triples as N-Triples and returns how many there are.
pub(crate) fn ntriples<D: Domain>(domain: &D, out: impl Write) -> io::Result<u64> {
    Document::new(domain, out, NTriples::default()).write()
}

/// Writes all triples as Turtle, a paragraph per subject, and returns how many there are.
pub(crate) fn turtle<D: Domain>(domain: &D, out: impl Write) -> io::Result<u64> {
    Document::new(domain, out, Turtle::default()).write()
}

/// Writes all triples as RDF/XML, an element per subject, and returns how many there are.
pub(crate) fn rdfxml<D: Domain>(domain: &D, out: impl Write) -> io::Result<u64> {
    Document::new(domain, out, RdfXml).write()
}

/// Writes the IRIs of some individuals, one a line: the form of an example list.
pub(crate) fn iris<D: Domain>(domain: &D, ids: &[D::Id], out: impl Write) -> io::Result<()> {
    let mut out = io::BufWriter::new(out);
    let mut line = Vec::new();
    for &id in ids {
        line.clear();
        line.extend_from_slice(D::NAMESPACE.as_bytes());
        domain.write_local_name(id, &mut line);
        line.push(b'\n');
        out.write_all(&line)?;
    }
    out.flush()
}

/// A file in the making.
struct Document<'a, W, N, D> {
    domain: &'a D,
    out: W,
    notation: N,
    buffer: Vec<u8>,
    n_triples: u64,
}

impl<'a, W: Write, D: Domain, N: Notation<D>> Document<'a, W, N, D> {
    fn new(domain: &'a D, out: W, notation: N) -> Self {
        // The last subject before a flush runs over the edge.
        let buffer = Vec::with_capacity(BUFFER_BYTES + (BUFFER_BYTES >> 2));
        Self { domain, out, notation, buffer, n_triples: 0 }
    }

    fn write(mut self) -> io::Result<u64> {
        self.notation.open(&mut self.buffer);
        self.domain.write(&mut self)?;
        self.notation.close(&mut self.buffer);
        self.out.write_all(&self.buffer)?;
        self.out.flush()?;
        Ok(self.n_triples)
    }
}

impl<W: Write, D: Domain, N: Notation<D>> Statements<D> for Document<'_, W, N, D> {
    fn begin(&mut self, subject: Node<'_, D::Id>) {
        self.notation.begin(self.domain, &mut self.buffer, subject);
    }

    fn fact(&mut self, predicate: Name, object: Node<'_, D::Id>) {
        self.notation.fact(self.domain, &mut self.buffer, predicate, object);
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
