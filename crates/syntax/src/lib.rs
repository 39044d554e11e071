#![doc = include_str!("../README.md")]
#![warn(clippy::disallowed_methods, clippy::print_stderr, clippy::print_stdout)]

mod error;
mod iri;
mod suggest;
mod vocabulary;
mod datatype;
mod recorder;
mod notation;
mod token;
mod arena;
mod expression;
mod range;
mod literal;
mod typed;
pub mod dl;
pub mod manchester;
pub mod functional;
mod functional_parse;
pub mod sketch;
mod graph;
pub mod rdf;
pub mod shacl;
pub mod english;
pub mod tree;
pub mod latex;
pub mod mermaid;
pub mod svg;
pub mod sparql;

pub use error::{NameError, NameKind, ParseError, WriteError};
pub use evolearner_dl::Notation;
pub use graph::RdfFormat;
pub use notation::{parse_any, parse_as};
pub use recorder::{DEFAULT_NAMESPACE, parse_unknown};
pub use vocabulary::{Name, Resolver, Vocabulary};
