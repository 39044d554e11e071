//! The ways to learn concepts. Each is a [`Method`] of the registry [`METHODS`]: a module and a line
//! there add one to every front end.
//!
//! [`Evolve`] is the paper (Heindorf et al., `EvoLearner`, WWW 2022; cited as §).
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
//! use std::sync::Arc;
//!
//! use evolearner_dl::{CancelToken, Concept};
//! use evolearner_evaluate::Examples;
//! use evolearner_learners::Evolve;
//! use evolearner_search::{Layer, Method, Names, Options, Run, Setup};
//!
//! let graph = graph("@prefix : <http://e/> . :anna a :Parent . :ben a :Parent . :eva a :Child .")?;
//! let find = |name: &str| graph.symbols.individuals.find(name).ok_or("no such individual");
//! let (examples, _) =
//!     Examples::new(&[find("http://e/anna")?, find("http://e/ben")?], &[find("http://e/eva")?])?;
//! let parent = graph.symbols.classes.find("http://e/Parent").ok_or("no such class")?;
//! let mut options = Options::new(Evolve.options());
//! options.set_text("generations", "5", Layer::Caller)?;
//! let run = Run::start(Setup {
//!     graph: Arc::new(graph),
//!     examples,
//!     names: Names::default(),
//!     method: &Evolve,
//!     options,
//!     measure: None,
//!     n_threads: 1,
//!     cancel: CancelToken::default(),
//! })?;
//! assert_eq!(run.complete(&mut ()).answer.concept, Concept::class(parent));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(clippy::disallowed_methods, clippy::print_stderr, clippy::print_stdout)]

mod atomic;
mod beam;
mod celoe;
mod dlfoil;
mod eltl;
pub mod evolve;
mod ocel;
mod random_walks;
mod redo;
mod refine;
mod sketch;
mod spacel;
mod top;
mod tree;
#[cfg(test)]
mod on_random_trees;

use evolearner_search::{Method, Preset};

pub use beam::{Beam, Exact, Hypotheses, HypothesisBounds};
pub use celoe::CELOE;
pub use dlfoil::DLFOIL;
pub use eltl::ELTL;
pub use evolve::Evolve;
pub use ocel::OCEL;
pub use random_walks::RandomWalks;
pub use sketch::BySketch;
pub use spacel::SPACEL;
pub use top::Top;
pub use tree::DecisionTree;

/// The word for the method that a preset goes with.
pub const AUTO: &str = "auto";

/// All methods.
pub static METHODS: &[&dyn Method] = &[
    &Beam,
    &Evolve,
    &Exact,
    &CELOE,
    &OCEL,
    &ELTL,
    &SPACEL,
    &DLFOIL,
    &DecisionTree,
    &Top,
    &RandomWalks,
    &BySketch,
];

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
