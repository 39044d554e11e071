//! Results in, reports out: the only crate whose types cross a process border.
//!
//! [`model`] holds versioned plain mirrors of results, made for serialisation; [`text`] and
//! [`html`] render them for people. Nothing here computes anything about concepts.

pub mod crossval;
pub mod model;
pub mod settings;
pub mod explanation;
pub mod inspect;
pub mod text;
pub mod html;
mod chart;
mod verdict;
