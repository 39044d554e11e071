//! Problem in, concepts out: the learner of the paper.
//!
//! Biased random walks make a first population of concepts, thresholds come from information
//! gain, and genetic programming does the rest (Heindorf et al., `EvoLearner`, WWW 2022; cited as §).

#![warn(clippy::disallowed_methods, clippy::print_stderr, clippy::print_stdout)]

mod random;
mod language;
mod settings;
mod check;
mod problem;
mod gene;
mod atom;
mod alphabet;
mod split;
mod space;
mod bits;
mod bound;
mod examples;
mod neighbourhood;
mod universe;
mod tree;
mod recent;
mod evaluate;
mod quality;
mod init;
mod vary;
mod select;
mod population;
mod breed;
mod hall;
mod front;
mod shorten;
mod rows;
mod stop;
mod observe;
mod express;
mod atomic;
mod evolve;
mod finish;
mod checkpoint;
pub mod measure;
#[cfg(test)]
mod fixture;

pub use alphabet::Alphabet;
pub use atom::Atom;
pub use atomic::best_atomic;
pub use check::SettingsError;
pub use checkpoint::CheckpointError;
pub use evaluate::{Covered, Forall};
pub use evolve::{Outcome, Phases, Run, learn};
pub use express::concept;
pub use front::{Front, Row};
pub use gene::{Gene, MAX_CARDINALITY};
pub use hall::{Entry, HallOfFame};
pub use language::{Constructor, Language, UnknownLanguage};
pub use observe::{Generation, Observer};
pub use problem::{Problem, ProblemError, ProblemNotes};
pub use quality::{Confusion, Quality};
pub use random::{Random, Stage};
pub use settings::{
    Answer, Bloat, Crossover, Evolution, FitnessSettings, Init, InitMethod, Limits, Mutation,
    Named, SearchSpace, Settings, Splitter,
};
pub use split::Splits;
pub use stop::{CancelToken, StopReason};
