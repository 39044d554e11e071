//! The `evolearner` command: arguments in, results on stdout, progress and notices on stderr.

// The macros panic where a stream cannot be written; `message` and `output` do not.
#![warn(clippy::print_stderr, clippy::print_stdout)]

mod args;
mod again;
mod words;
mod input;
mod kb;
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

use std::io;
use std::process::ExitCode;

/// What a command ends with when nothing failed.
pub(crate) enum Outcome {
    /// Done.
    Done,
    /// Done, but what was found is not good enough.
    NotGoodEnough,
}

fn main() -> ExitCode {
    let args = args::parse();
    match commands::run(args) {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::NotGoodEnough) => ExitCode::from(1),
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            message::line(format_args!("error: {error:#}{}", hint::of(&error)));
            ExitCode::from(2)
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
