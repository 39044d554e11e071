//! One file per verb.

mod inspect;
mod materialize;
mod snapshot;
mod generate;

use anyhow::Result;

use crate::Outcome;
use crate::args::{Args, Command};

/// Runs the command that was asked for.
pub(crate) fn run(args: Args) -> Result<Outcome> {
    let common = args.common;
    match args.command {
        Command::Inspect { kb } => inspect::run(&kb, &common),
        Command::Materialize { kb, output } => materialize::run(&kb, &output, &common),
        Command::Snapshot { kb, output } => snapshot::run(&kb, &output, &common),
        Command::Generate { what } => generate::run(what, &common),
    }
}
