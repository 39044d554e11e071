//! The types that every part of EvoLearner shares: typed ids, names, literals and concepts.
//!
//! No input or output happens here, and no graph is known: a [`Concept`] is a plain value.

#![warn(clippy::disallowed_methods, clippy::print_stderr, clippy::print_stdout)]

mod choice;
mod id;
mod names;
mod symbols;
mod time;
mod numeral;
mod space;
mod literal;
mod literal_table;
mod data;
mod value_type;
mod concept;
mod semantics;
mod language;
mod budget;
mod digest;
pub mod xml;

pub use budget::{Budget, CancelToken, Resource, Stopped};
pub use choice::Choice;
pub use concept::{Concept, Node, Role};
pub use data::{Comparison, DataRange, DataRestriction, Quantifier};
pub use digest::{Digest, checksum};
pub use id::{ClassId, DataPropertyId, Id, IdVec, IndividualId, LiteralId, ObjectPropertyId};
pub use language::{Constructor, Language, UnknownLanguage};
pub use literal::{Datatype, Kind, Literal, Value};
pub use literal_table::{LiteralTable, LiteralTableBuilder};
pub use names::{Interner, Names};
pub use semantics::Forall;
pub use symbols::{Symbols, local_name};
pub use value_type::{Facet, ValueType, ValueTypes};
