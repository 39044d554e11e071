//! Ontology in, graph out; from then on read-only.
//!
//! [`Graph::build`] derives what follows from an ontology for its individuals (`saturate`) and
//! lays it out for reading: class extensions as sets, roles as rows in both directions, data values
//! in sorted columns. A [`Graph`] never changes afterwards.
//!
//! ```
//! use evolearner_graph::{Graph, GraphSettings};
//! use evolearner_owl::{Input, OntologyBuilder};
//!
//! let turtle = "@prefix : <http://example.org/> .
//!               @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
//!               :Mother rdfs:subClassOf :Parent . :anna a :Mother .";
//! let mut builder = OntologyBuilder::new();
//! let bytes = Box::new(turtle.as_bytes());
//! builder.read(Input { name: "family.ttl".to_owned(), bytes, format: None })?;
//! let (graph, _) = Graph::build(builder.finish(), GraphSettings::default());
//! let parents = graph.symbols.classes.find("http://example.org/Parent").ok_or("no such class")?;
//! assert_eq!(graph.instances(parents).len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(clippy::disallowed_methods, clippy::print_stderr, clippy::print_stdout)]

pub mod bits;
pub mod codec;

mod prefetch;
mod set;
mod adjacency;
mod values;
mod saturate;
mod expressivity;
mod origin;
mod stated;
mod graph;
mod write;
mod snapshot;

pub use adjacency::{Adjacency, Rows};
pub use evolearner_owl::InputRecord;
pub use graph::{BuildTimes, Graph};
pub use origin::{Counts, Existentials, GraphSettings, Origin};
pub use prefetch::prefetch;
pub use saturate::{Inconsistency, Inference, Saturated, derive};
pub use set::Set;
pub use snapshot::{SNAPSHOT_MAGIC, SnapshotError};
pub use stated::Stated;
pub use values::Values;
