//! Concept and graph in, instances out, with reasons.
//!
//! [`retrieve()`] finds all instances of a concept at the speed of memory, under the closed world;
//! [`naive::retrieve`] says the same slowly and is the specification. [`simplify()`] shortens a
//! concept without changing its instances, and [`explain()`] says why an individual is an instance
//! or is not.
//!
//! Nothing here changes a graph or prints a name: ids come in and ids go out. Nothing recurses on
//! a concept, so that depth costs memory and not stack.

#![warn(clippy::disallowed_methods, clippy::print_stderr, clippy::print_stdout)]

mod bitset;
mod spans;
mod roles;
mod data;
mod retrieve;
pub mod naive;
mod knowledge;
mod simplify;
mod explain;
mod among;

pub use among::retrieve_among;
pub use bitset::BitSet;
pub use explain::{ExplainSettings, Explanation, Missing, Nearest, Reason, Verdict, explain};
pub use knowledge::{Hierarchy, Knowledge};
pub use retrieve::{RetrieveSettings, Retriever, retrieve};
pub use simplify::simplify;
