//! Triples in, ontology out.
//!
//! An [`OntologyBuilder`] takes any number of files, merges them, and becomes an [`Ontology`]:
//! axioms as values, plain assertions in columns, and notices on everything that was read
//! differently from what the file may have meant. Nothing is derived here.

#![warn(clippy::disallowed_methods, clippy::print_stderr, clippy::print_stdout)]

mod vocabulary;
mod store;
mod notice;
mod ontology;
mod mapping;
mod builder;

pub use builder::OntologyBuilder;
pub use evolearner_rdf::{Compression, Error, ErrorKind, Format, Input, decompress, read_text};
pub use notice::{Notice, Notices};
pub use ontology::{Assertions, Axiom, Characteristic, InputRecord, Ontology, Statistics};
