//! `materialize`: everything that follows, as triples.

use std::io;
use std::path::Path;
use std::time::Instant;

use anyhow::Result;
use serde::Serialize;

use crate::Outcome;
use crate::args::{Common, KbArgs, OutputFormat};
use crate::{kb, output};

#[derive(Serialize)]
struct Report {
    version: u32,
    triples: u64,
    seconds: f64,
}

pub(super) fn run(kb_args: &KbArgs, path: &Path, common: &Common) -> Result<Outcome> {
    let start = Instant::now();
    if path.as_os_str() == "-" {
        let graph = kb::open(kb_args, common)?.graph;
        graph.write_ntriples(io::BufWriter::new(io::stdout().lock()))?;
        return Ok(Outcome::Done);
    }
    let is_turtle = path.extension().is_some_and(|ending| ending == "ttl");
    let graph = kb::open(kb_args, common)?.graph;
    let triples = output::write_whole(path, |file| {
        if is_turtle { graph.write_turtle(file) } else { graph.write_ntriples(file) }
    })?;
    let report = Report { version: 1, triples, seconds: start.elapsed().as_secs_f64() };
    match common.format {
        OutputFormat::Json => output::print_json(&report)?,
        OutputFormat::Text if common.quiet => {}
        OutputFormat::Text => {
            eprintln!("{triples} triples written to {} in {:.2} s", path.display(), report.seconds);
        }
    }
    Ok(Outcome::Done)
}
