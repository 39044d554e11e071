//! Results in, reports out: the only crate whose types cross a process border.
//!
//! [`model`] holds versioned plain mirrors of results, made for serialisation; [`text`] and
//! [`html`] render them for people, under the [`names`] that people read; [`chart`] draws, for suites
//! as well. Nothing is computed here: the facade fills the models.
//!
//! ```
//! use evolearner_report::chart::{Axis, Chart, Frame};
//!
//! let frame = Frame::of_picture(400.0, 200.0, 40.0, &["F1"]);
//! let mut chart = Chart::new(frame, Axis::around(0.0, 10.0, 1.0), Axis::around(0.5, 1.0, 0.1));
//! chart.lines("s0", [(0.0, 0.5), (5.0, 0.9), (10.0, 1.0)]);
//! assert!(chart.picture("F1 over time", &["F1"]).starts_with("<svg"));
//! ```

#![warn(clippy::disallowed_methods, clippy::print_stderr, clippy::print_stdout)]

pub mod crossval;
pub mod names;
pub mod misclassified;
pub mod model;
pub mod endpoint;
pub mod options;
pub mod world;
pub mod explanation;
pub mod inspect;
pub mod enrich;
pub mod enrich_html;
pub mod several;
mod wrap;
pub mod text;
pub mod html;
pub mod chart;
