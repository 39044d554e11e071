//! `materialize`: everything that follows, as triples.

use std::path::Path;
use std::time::Instant;

use anyhow::Result;
use serde::Serialize;

use crate::Outcome;
use crate::args::{Common, KbArgs, OutputFormat};
use crate::input::is_dash;
use crate::triples::{Notation, TripleFile};
use crate::{kb, message, output};

#[derive(Serialize)]
struct Report {
    version: u32,
    triples: u64,
    seconds: f64,
}

pub(super) fn run(kb_args: &KbArgs, path: &Path, common: &Common) -> Result<Outcome> {
    let start = Instant::now();
    let file = TripleFile::named(path, Notation::NTriples)?;
    let kb = kb::open_to_write(kb_args, common, path)?;
    let graph = kb.graph();
    let triples = file.write(path, |notation, out| match notation {
        Notation::NTriples => graph.write_ntriples(out),
        Notation::Turtle => graph.write_turtle(out),
        Notation::RdfXml => graph.write_rdfxml(out),
    })?;
    if is_dash(path) {
        return Ok(Outcome::Done);
    }
    let report = Report { version: 1, triples, seconds: start.elapsed().as_secs_f64() };
    match common.format {
        OutputFormat::Json => output::print_json(&report)?,
        OutputFormat::Text if common.quiet => {}
        OutputFormat::Text => message::line(format_args!(
            "{triples} triples written to {} in {:.2} s",
            path.display(),
            report.seconds
        )),
    }
    Ok(Outcome::Done)
}
