//! EvoLearner: concepts in description logic, learned from examples.
//!
//! This is the one crate that front ends use. A knowledge base is [`load`]ed into a frozen
//! [`Graph`]:
//!
//! ```
//! use evolearner::{GraphSettings, Input, load};
//!
//! let turtle = "@prefix : <http://example.org/> . :anna a :Mother . :Mother \
//!               <http://www.w3.org/2000/01/rdf-schema#subClassOf> :Parent .";
//! let input = Input { name: "people.ttl".into(), bytes: Box::new(turtle.as_bytes()), format: None };
//! let loaded = load(vec![input], GraphSettings::default(), &mut |_| None)?;
//! let parent = loaded.graph.symbols.classes.find("http://example.org/Parent").unwrap();
//! assert_eq!(loaded.graph.instances(parent).len(), 1);
//! # Ok::<(), evolearner::LoadError>(())
//! ```

mod load;
mod embedded;
mod names;
mod examples;
mod overrides;
mod concepts;

pub use concepts::simplify;
pub use embedded::{embedded_family, embedded_input, embedded_statement};
pub use evolearner_dl::{
    Budget, CancelToken, ClassId, Comparison, Concept, DataPropertyId, DataRange, DataRestriction,
    Datatype, Id, IndividualId, Kind, Literal, LiteralId, Node, ObjectPropertyId, Quantifier,
    Resource, Role, Stopped, Symbols, Value, local_name,
};
pub use evolearner_generate as generate;
pub use evolearner_graph::{
    BuildTimes, Counts, Existentials, Graph, GraphSettings, Inconsistency, Inference, InputRecord,
    Origin, SnapshotError,
};
pub use evolearner_learn as learning;
pub use evolearner_owl::{
    Compression, Error as ReadError, ErrorKind as ReadErrorKind, Format, Input, Notice, Ontology,
    decompress, read_text,
};
pub use evolearner_problem as problem;
pub use evolearner_report as report;
pub use evolearner_retrieve as retrieval;
pub use evolearner_syntax as syntax;
pub use examples::{ExamplesError, Leniency, Resolved, resolve};
pub use load::{LoadError, LoadTimes, Loaded, Resolver, load, load_within};
pub use names::{IgnoreError, Names};
pub use overrides::{Wishes, wishes};
