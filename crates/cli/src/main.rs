//! The `evolearner` command: arguments in, results on stdout, progress and notices on stderr.

mod args;
mod kb;
mod catalog;
mod problem;
mod settings;
mod screen;
mod output;
mod interrupt;
mod hint;
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
            eprintln!("error: {error:#}{}", hint::of(&error));
            ExitCode::from(2)
        }
    }
}

/// Whoever reads our output may stop reading; that is no failure.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}
