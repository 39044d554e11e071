//! The types that every part of EvoLearner shares: typed ids, names, literals and concepts.
//!
//! No input or output happens here, and no graph is known: a [`Concept`] is a plain value.
//!
//! ```
//! use evolearner_dl::{ClassId, Concept, Names, ObjectPropertyId, Role};
//!
//! // Ids are the places of sorted names, so comparing ids compares names.
//! let classes: Names<ClassId> = Names::from_sorted(["http://e/Female", "http://e/Parent"]);
//! let parent = classes.find("http://e/Parent").ok_or("no such class")?;
//! assert_eq!(parent, ClassId(1));
//!
//! // Parent ⊓ ∃ r.⊤, with 4 nodes; the tables of the paper count its length as 5.
//! let has_some = Concept::some(Role::forward(ObjectPropertyId(0)), Concept::top());
//! let concept = Concept::and([Concept::class(parent), has_some]);
//! assert_eq!((concept.n_nodes(), concept.length()), (4, 5));
//! # Ok::<(), &str>(())
//! ```

#![warn(clippy::disallowed_methods, clippy::print_stderr, clippy::print_stdout)]

mod choice;
mod id;
mod column;
mod deferred;
mod texts;
mod names;
mod order;
mod label_languages;
mod labels;
mod symbols;
mod time;
mod numeral;
mod space;
mod literal;
mod literal_table;
mod text_facet;
mod data;
mod value_type;
mod concept;
mod semantics;
pub mod sketch;
mod language;
mod budget;
pub mod parallel;
mod digest;
mod notation;
pub mod spelling;
pub mod xml;

pub use budget::{Budget, CancelToken, Resource, Stopped};
pub use choice::Choice;
pub use column::{Column, Region, Stored, stored_bytes};
pub use concept::{Concept, Node, Role};
pub use data::{Comparison, DataRange, DataRestriction, Quantifier};
pub use deferred::{Damage, DamageCause, Deferred, caught};
pub use digest::{Digest, checksum};
pub use id::{ClassId, DataPropertyId, Id, IdVec, IndividualId, LiteralId, ObjectPropertyId};
pub use label_languages::{BadLanguage, LabelLanguages};
pub use labels::Labels;
pub use language::{Constructor, Language, UnknownLanguage};
pub use literal::{Datatype, Kind, Literal, Value};
pub use literal_table::{LiteralColumns, LiteralTable, LiteralTableBuilder};
pub use names::{Interner, Names, are_names};
pub use notation::Notation;
pub use semantics::Forall;
pub use symbols::{Symbols, local_name};
pub use text_facet::{BadFacet, Pattern, TextFacet, TextPlace};
pub use texts::Texts;
pub use value_type::{Facet, ValueType, ValueTypes};
