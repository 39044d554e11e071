//! Bytes in, triples out.
//!
//! [`read`] takes any byte source and hands [`Term`]s to a [`TripleSink`], one triple at a time;
//! the input is never held whole in memory. On the way it is decompressed (gzip, zstd, bzip2),
//! decoded (UTF-8, UTF-16, whatever an XML declaration names), recognised by its content, and
//! parsed by the reader of its [`Format`].
//!
//! ```
//! use evolearner_rdf::{Format, Input, Term, TripleSink, read};
//!
//! #[derive(Default)]
//! struct Subjects(Vec<String>);
//!
//! impl TripleSink for Subjects {
//!     fn triple(&mut self, subject: Term<'_>, _predicate: &str, _object: Term<'_>) {
//!         if let Term::Iri(iri) = subject {
//!             self.0.push(iri.to_owned());
//!         }
//!     }
//!     fn prefix(&mut self, _prefix: &str, _iri: &str) {}
//! }
//!
//! let turtle = "@prefix : <http://example.org/> . :anna a :Person .";
//! let mut subjects = Subjects::default();
//! let input = Input {
//!     name: "people.owl".to_owned(),
//!     bytes: Box::new(turtle.as_bytes()),
//!     format: None,
//! };
//! let report = read(input, &mut subjects)?;
//! assert_eq!((report.format, report.n_triples), (Format::Turtle, 1));
//! assert_eq!(subjects.0, ["http://example.org/anna"]);
//! # Ok::<(), evolearner_rdf::Error>(())
//! ```

#![warn(clippy::disallowed_methods, clippy::print_stderr, clippy::print_stdout)]

mod input;

mod compress;
mod decompress;
mod encoding;
mod text;

mod format;
mod sniff;

mod depth;
mod json_depth;
mod entities;
mod blocks;
mod prolog;
mod recording;
mod relative;
mod statements;
mod triples;

mod owl;

mod error;
mod term;

pub use compress::Compression;
pub use decompress::decompress;
pub use error::{Error, ErrorKind};
pub use format::{Format, UnknownFormat};
pub use input::{BASE_IRI, Input, ReadReport, read, read_text, read_within};
pub use term::{Term, TripleSink};
