//! The `evolearner` command: arguments in, results on stdout, progress and notices on stderr.
//!
//! [`run`] is all of it, for the program of that name and for the Python package, which brings the same
//! command.

// The macros panic where a stream cannot be written; `message` and `output` do not.
#![warn(clippy::print_stderr, clippy::print_stdout)]

mod args;
mod again;
mod words;
mod input;
mod kb;
mod remote;
mod catalog;
mod problem;
mod learner;
mod threads;
mod screen;
mod message;
mod output;
mod triples;
mod interrupt;
mod hint;
mod page;
mod commands;
mod concept;

use std::ffi::OsString;
use std::io;

/// What a command ends with when nothing failed.
pub(crate) enum Outcome {
    /// Done.
    Done,
    /// Done, but what was found is not good enough.
    NotGoodEnough,
}

/// Runs the command with these arguments, the first of which is the name of the program, and returns the
/// status to exit with: 0 if it did what was asked, 1 if what was found is not good enough, 2 if it failed.
///
/// A second interrupt, while the first one is being answered, ends the process.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let args = match args::parse(arguments) {
        Ok(args) => args,
        Err(status) => return status,
    };
    // A snapshot is checked part by part, when a part is first used: wherever that is.
    match evolearner::caught(|| commands::run(args)).unwrap_or_else(|damage| Err(damage.into())) {
        Ok(Outcome::Done) => 0,
        Ok(Outcome::NotGoodEnough) => 1,
        Err(error) if is_broken_pipe(&error) => 0,
        Err(error) => {
            message::line(format_args!("error: {error:#}{}", hint::of(&error)));
            2
        }
    }
}

/// The program that reads our output may stop reading; that is no failure.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}
