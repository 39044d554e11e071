#![doc = include_str!("../README.md")]
#![warn(clippy::disallowed_methods, clippy::print_stderr, clippy::print_stdout)]

mod dice;
mod family;
mod problem;
mod vocabulary;
mod write;

pub use family::{Family, FamilySettings, PersonId, Sex};
pub use problem::{Kinship, Problem};
pub use vocabulary::{NAMESPACE, ONTOLOGY};
