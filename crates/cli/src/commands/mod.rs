//! One file per verb.

mod learn;
mod crossval;
mod several;
mod enrich;
mod bench;
mod data;
mod smlbench;
mod retrieve;
mod predict;
mod render;
mod explain;
mod inspect;
mod materialize;
mod mcp;
mod snapshot;
mod serve;
mod fragment;
mod generate;
mod completions;
mod man;

use anyhow::Result;

use crate::args::{Args, Command};
use crate::{Outcome, threads};

/// Runs the command that was asked for.
pub(crate) fn run(args: Args) -> Result<Outcome> {
    let mut common = args.common;
    if let Some(asked) = common.threads {
        common.threads = Some(threads::bounded(asked, "threads", &common));
    }
    match args.command {
        Command::Learn(args) => learn::run(&args, &common),
        Command::Enrich(args) => enrich::run(&args, &common),
        Command::Crossval(args) => crossval::run(&args, &common),
        Command::Bench(args) => bench::run(&args, &common),
        Command::Data { checkout, output } => data::run(&checkout, &output, &common),
        Command::Smlbench { step } => smlbench::run(&step),
        Command::Inspect { kb } => inspect::run(&kb, &common),
        Command::Materialize { kb, output } => materialize::run(&kb, &output, &common),
        Command::Snapshot { kb, output } => snapshot::run(&kb, &output, &common),
        Command::Fragment { url, output, options } => {
            fragment::run(&url, &output, options, &common)
        }
        Command::Predict { url, concept, output, scope, dialect, options } => {
            let request = predict::Request { output, scope, dialect };
            predict::run(&url, &concept, request, &options, &common)
        }
        Command::Retrieve { words, concepts, count, individuals, forall, options } => {
            let request = retrieve::Request { concepts, count, individuals, forall };
            retrieve::run(words, &request, options, &common)
        }
        Command::Render { concept, to, kb, iri, dialect, options } => {
            let kb = crate::args::KbArgs { kb, options };
            let details = render::Details { iri: &iri, dialect: dialect.into() };
            render::run(&concept, to, &kb, details, &common)
        }
        Command::Explain { words, names, forall, world, options } => {
            explain::run(words, names, forall, world, options, &common)
        }
        Command::Serve(args) => serve::run(&args, &common),
        Command::Mcp { folder } => mcp::run(folder),
        Command::Generate { what } => generate::run(what, &common),
        Command::Completions { shell } => completions::run(shell),
        Command::Man { folder } => man::run(folder.as_deref(), &common),
    }
}
