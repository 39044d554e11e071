//! `snapshot`: the graph as a file that opens at once.

use std::path::Path;
use std::time::Instant;

use anyhow::Result;
use serde::Serialize;

use crate::Outcome;
use crate::args::{Common, KbArgs, OutputFormat};
use crate::input::is_dash;
use crate::{kb, message, output};

#[derive(Serialize)]
struct Report {
    version: u32,
    triples: u64,
    bytes: u64,
    seconds: f64,
}

pub(super) fn run(kb_args: &KbArgs, path: &Path, common: &Common) -> Result<Outcome> {
    let start = Instant::now();
    let kb = kb::open_to_write(kb_args, common, path)?;
    let graph = kb.graph();
    let bytes = output::write_whole(path, |file| graph.write_snapshot(file))?;
    if is_dash(path) {
        return Ok(Outcome::Done);
    }
    let counts = graph.counts();
    let report = Report {
        version: 1,
        triples: counts.class + counts.object + counts.data,
        bytes,
        seconds: start.elapsed().as_secs_f64(),
    };
    match common.format {
        OutputFormat::Json => output::print_json(&report)?,
        OutputFormat::Text if common.quiet => {}
        OutputFormat::Text => message::line(format_args!(
            "{} assertions in {:.1} MB written to {} in {:.2} s",
            report.triples,
            bytes as f64 / 1e6,
            path.display(),
            report.seconds
        )),
    }
    Ok(Outcome::Done)
}
