//! The compiled half of the Python package: graphs, concepts and runs as Python objects.
//!
//! Objects are frozen and share their contents; work is done without the interpreter lock. What
//! is natural in Python (the estimator, plots, other libraries) is written in Python on top.

#![expect(
    clippy::doc_markdown,
    clippy::doc_link_with_quotes,
    reason = "comments of what Python sees are docstrings, in the markup of Python"
)]

mod error;
mod attend;
mod arguments;
mod files;
mod knowledge_base;
mod concept;
mod tree;
mod explanation;
mod settings;
mod generation;
mod learn;
mod several;
mod enrich;
mod command;

use pyo3::prelude::*;

#[pymodule(gil_used = false)]
mod _evolearner {
    #[pymodule_export]
    use crate::command::run_command;
    #[pymodule_export]
    use crate::concept::Concept;
    #[pymodule_export]
    use crate::enrich::enrich;
    #[pymodule_export]
    use crate::explanation::Explanation;
    #[pymodule_export]
    use crate::generation::Generation;
    #[pymodule_export]
    use crate::knowledge_base::{KnowledgeBase, embedded_family};
    #[pymodule_export]
    use crate::learn::learn;
    #[pymodule_export]
    use crate::settings::{options_table, settings};
    #[pymodule_export]
    use crate::several::{decide, learn_several, shares};

    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "the name is Python's")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
