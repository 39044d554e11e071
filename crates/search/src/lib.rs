//! What all searches for concepts share: the driver of a run, its front, its options, the way it is
//! stopped and written down. No particular search is known here.
//!
//! A [`Method`] is the registry entry of a way to learn; it starts a [`Search`], which a [`Run`]
//! drives step by step.

#![warn(clippy::disallowed_methods, clippy::print_stderr, clippy::print_stdout)]

mod options;
mod random;
mod polish;
mod rating;
mod watch;
mod front;
mod search;
mod run;
mod checkpoint;

pub use checkpoint::{read_codes, write_codes};
pub use front::{Front, Proof, Row};
pub use options::{
    Affects, AnswerOptions, BadOption, Bound, Bounds, Group, Layer, LimitOptions, OptionKind,
    OptionSpec, OptionType, OptionValue, Options, Preset, SpaceOptions, kebab, parse_time, words,
};
pub use random::{Random, Stage};
pub use rating::Rating;
pub use run::{Found, Names, Run, Setup, Spent};
pub use search::{
    Advance, Answer, Context, Member, Method, NotResumed, Observer, Progress, Search, Start, Step,
};
pub use watch::{StopReason, Watch};
