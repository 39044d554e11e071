//! Triples in, ontology out.
//!
//! An [`OntologyBuilder`] takes any number of files, merges them, and becomes an [`Ontology`]:
//! axioms as values, plain assertions in columns, and notices on everything that was read
//! differently from what the file may have meant. Nothing is derived here.
//!
//! ```
//! use evolearner_owl::{Input, OntologyBuilder};
//!
//! let turtle = "@prefix : <http://example.org/> .
//!               @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
//!               :Mother rdfs:subClassOf :Parent . :anna a :Mother .";
//! let mut builder = OntologyBuilder::new();
//! let bytes = Box::new(turtle.as_bytes());
//! builder.read(Input { name: "family.ttl".to_owned(), bytes, format: None })?;
//! let ontology = builder.finish();
//! assert_eq!((ontology.symbols.classes.len(), ontology.axioms.len()), (2, 1));
//! # Ok::<(), evolearner_owl::Error>(())
//! ```

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
