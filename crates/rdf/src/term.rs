//! What a reader hands out: borrowed terms, one triple at a time.

/// One end of a triple, borrowed from the reader's buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term<'a> {
    /// An absolute IRI, without angle brackets.
    Iri(&'a str),
    /// A blank node, by a label that is unique within its file.
    ///
    /// The label of an unnamed node (`[ … ]`) may be random: it differs from run to run, so nothing
    /// may be ordered by it. The order of first appearance is the same in every run.
    Blank(&'a str),
    /// A literal. A language-tagged one has the datatype `rdf:langString`.
    Literal {
        /// The characters between the quotes.
        lexical: &'a str,
        /// The datatype IRI; `xsd:string` where the file names none.
        datatype: &'a str,
        /// The language tag, if any.
        language: Option<&'a str>,
    },
}

/// Where the triples of a file go, in the order in which they are read.
pub trait TripleSink {
    /// Takes one triple. The subject is never a literal.
    fn triple(&mut self, subject: Term<'_>, predicate: &str, object: Term<'_>);

    /// Takes a prefix that the file declares; the empty prefix is `""`.
    fn prefix(&mut self, prefix: &str, iri: &str);
}
