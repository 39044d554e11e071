//! Results in, reports out: the only crate whose types cross a process border.
//!
//! [`model`] holds versioned plain mirrors of results, made for serialisation; [`text`] and
//! [`html`] render them for people, under the [`names`] that people read; [`chart`] draws, for suites
//! as well. Nothing is computed here: the facade fills the models.

#![warn(clippy::disallowed_methods, clippy::print_stderr, clippy::print_stdout)]

pub mod crossval;
pub mod names;
pub mod misclassified;
pub mod model;
pub mod options;
pub mod explanation;
pub mod inspect;
mod wrap;
pub mod text;
pub mod html;
pub mod chart;
