//! Ontology in, graph out; from then on read-only.
//!
//! [`Graph::build`] derives what follows from an ontology for its individuals (`saturate`) and
//! lays it out for reading: class extensions as sets, roles as rows in both directions, data values
//! in sorted columns. A [`Graph`] never changes afterwards.

#![warn(clippy::disallowed_methods, clippy::print_stderr, clippy::print_stdout)]

mod set;
mod adjacency;
mod values;
mod saturate;
mod expressivity;
mod stated;
mod graph;
mod write;
mod snapshot;

pub use adjacency::{Adjacency, Rows};
pub use graph::{BuildTimes, Counts, Existentials, Graph, GraphSettings, Origin};
pub use saturate::{Inconsistency, Inference};
pub use set::Set;
pub use snapshot::{SNAPSHOT_MAGIC, SnapshotError};
pub use stated::Stated;
pub use values::Values;
