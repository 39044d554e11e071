#![doc = include_str!("../README.md")]
#![warn(clippy::disallowed_methods, clippy::print_stderr, clippy::print_stdout)]

mod dice;
mod family;
mod problem;
mod university;
mod vocabulary;
mod write;

pub use family::{Family, FamilySettings, PersonId, Sex};
pub use problem::{Kinship, Problem};
pub use university::{
    Entity, Target, UNIVERSITY_NAMESPACE, UNIVERSITY_ONTOLOGY, Universities, UniversityProblem,
    UniversitySettings,
};
pub use vocabulary::{NAMESPACE, ONTOLOGY};
