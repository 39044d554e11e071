#![doc = include_str!("../README.md")]

mod dice;
mod family;
mod problem;
mod vocabulary;
mod write;

pub use family::{Family, FamilySettings, PersonId, Sex};
pub use problem::{Kinship, Problem};
pub use vocabulary::{NAMESPACE, ONTOLOGY};
