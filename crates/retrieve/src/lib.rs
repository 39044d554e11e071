//! Concept and graph in, instances out, with reasons.
//!
//! [`retrieve()`] finds all instances of a concept at the speed of memory, under the closed world;
//! [`naive::retrieve`] says the same slowly and is the specification. [`simplify()`] shortens a
//! concept without changing its instances, and [`explain()`] says why an individual is an instance
//! or is not. [`OpenWorld`] says who is an instance in every model of an ontology, and who in none.
//!
//! Nothing here changes a graph or prints a name: ids come in and ids go out. Nothing recurses on
//! a concept, so that depth costs memory and not stack.
//!
//! ```
//! # use evolearner_graph::{Graph, GraphSettings};
//! # use evolearner_owl::{Input, OntologyBuilder};
//! #
//! # fn graph(turtle: &str) -> Result<Graph, Box<dyn std::error::Error>> {
//! #     let mut builder = OntologyBuilder::new();
//! #     let bytes = Box::new(turtle.as_bytes());
//! #     builder.read(Input { name: "family.ttl".to_owned(), bytes, format: None })?;
//! #     Ok(Graph::build(builder.finish(), GraphSettings::default()).0)
//! # }
//! use evolearner_dl::{Concept, Role};
//! use evolearner_retrieve::{RetrieveSettings, retrieve};
//!
//! let graph = graph("@prefix : <http://example.org/> . :anna :hasChild :ben . :ben a :Child .")?;
//! let has_child = graph.symbols.object_properties.find("http://example.org/hasChild");
//! let role = Role::forward(has_child.ok_or("no such property")?);
//! let parents = retrieve(&graph, &Concept::some(role, Concept::top()), RetrieveSettings::default());
//! let names: Vec<&str> = parents.iter().map(|id| graph.symbols.individuals.get(id)).collect();
//! assert_eq!(names, ["http://example.org/anna"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
mod world;

pub use among::retrieve_among;
pub use bitset::BitSet;
pub use explain::{ExplainSettings, Explanation, Missing, Nearest, Reason, Verdict, explain};
pub use knowledge::{Hierarchy, Knowledge};
pub use retrieve::{RetrieveSettings, Retriever, retrieve};
pub use simplify::simplify;
pub use world::{OpenWorld, Subsumed, WorldError, WorldVerdict, subsumed};
