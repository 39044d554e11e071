//! The ways to learn concepts. Each is a [`Method`] of the registry [`METHODS`]: a module and a line
//! there add one to every front end.
//!
//! [`Evolve`] is the paper (Heindorf et al., `EvoLearner`, WWW 2022; cited as §).

#![warn(clippy::disallowed_methods, clippy::print_stderr, clippy::print_stdout)]

mod atomic;
mod beam;
pub mod evolve;
mod random_walks;
mod top;
#[cfg(test)]
mod on_random_trees;

use evolearner_search::{Method, Preset};

pub use beam::Beam;
pub use evolve::Evolve;
pub use random_walks::RandomWalks;
pub use top::Top;

/// The word for the method that a preset goes with.
pub const AUTO: &str = "auto";

/// All methods.
pub static METHODS: &[&dyn Method] = &[&Beam, &Evolve, &Top, &RandomWalks];

/// All presets; the first is the default.
pub static PRESETS: &[Preset] = &[
    Preset {
        id: "default",
        about: "Every short concept is tried, longer ones by a beam; answers are polished.",
        learner: "beam",
        values: &[],
    },
    Preset {
        id: "paper",
        about: "The paper: the answer is the fittest of the last population, as it was evolved.",
        learner: "evolve",
        values: &[
            ("answer-from", "last-population"),
            ("elite", "0"),
            ("simplify", "false"),
            ("splitter", "entropy-or-bins"),
        ],
    },
];

/// The method of that name.
pub fn method(id: &str) -> Option<&'static dyn Method> {
    METHODS.iter().copied().find(|method| method.id() == id)
}

/// The preset of that name.
pub fn preset(id: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.id == id)
}
