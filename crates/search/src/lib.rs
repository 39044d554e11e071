//! What all searches for concepts share: the driver of a run, its front, its options, the way it is
//! stopped and written down. No particular search is known here.
//!
//! A [`Method`] is the registry entry of a way to learn; it starts a [`Search`], which a [`Run`]
//! drives step by step.
//!
//! Options are a table that every front end reads; presets and callers set them one over the other:
//!
//! ```
//! use evolearner_search::{AnswerOptions, Layer, Options};
//!
//! let mut options = Options::new([]);
//! options.set_text("quality", "f1", Layer::Caller)?;
//! assert_eq!(AnswerOptions::read(&options).parsimony, 2048.0);
//! let refused = options.set_text("parsimny", "1", Layer::Caller).unwrap_err();
//! assert!(refused.to_string().contains("parsimony"), "{refused}");
//! # Ok::<(), evolearner_search::BadOption>(())
//! ```

#![warn(clippy::disallowed_methods, clippy::print_stderr, clippy::print_stdout)]

mod options;
mod random;
mod polish;
mod rating;
mod watch;
mod front;
mod names;
mod search;
mod run;
mod checkpoint;

pub use checkpoint::{read_codes, write_codes};
pub use evolearner_dl::parallel;
pub use front::{Front, Proof, Row};
pub use names::{Named, Names, Priced};
pub use options::{
    Affects, AnswerOptions, BadOption, Bound, Bounds, Group, Layer, LimitOptions, NameList,
    Negatives, OptionKind, OptionSpec, OptionType, OptionValue, Options, Preset, SpaceOptions,
    World, kebab, parse_time, words,
};
pub use random::{Random, Stage};
pub use rating::Rating;
pub use run::{CLOSE, Found, Run, Setup, Spent};
pub use search::{
    Advance, Answer, Context, Member, Method, NotResumed, Observer, Progress, Search, Start, Step,
};
pub use watch::{StopReason, Watch};
