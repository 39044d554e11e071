//! `predict`: all instances that an endpoint has of a concept.

use std::path::{Path, PathBuf};

use anyhow::Result;
use evolearner::KnowledgeBase;
use evolearner::syntax::parse_any;
use serde::Serialize;

use crate::Outcome;
use crate::args::{Common, DialectArg, KbOptions, OutputFormat};
use crate::input::is_dash;
use crate::{message, output, remote};

/// What is asked for beside the concept.
pub(super) struct Request {
    pub(super) output: Option<PathBuf>,
    pub(super) scope: Option<String>,
    pub(super) dialect: Option<DialectArg>,
}

#[derive(Serialize)]
struct Report {
    version: u32,
    found: usize,
    counted: u64,
    complete: bool,
    exact: bool,
    dialect: &'static str,
}

pub(super) fn run(
    url: &str,
    text: &str,
    request: Request,
    options: &KbOptions,
    common: &Common,
) -> Result<Outcome> {
    let path = request.output.as_deref().unwrap_or(Path::new("-"));
    output::check(path, &options.endpoint.around)?;
    let (loaded, mut store) = remote::load(url, options, &[], common)?;
    let kb = KnowledgeBase::from(loaded);
    let concept = parse_any(text, &kb.vocabulary())?;
    if let Some(dialect) = request.dialect {
        store = store.with_dialect(dialect.into());
    }
    let bar = remote::progress_bar(common);
    let mut show = |n: usize| bar.set_message(format!("{n} instances"));
    let found = store.predict(&kb, &concept, request.scope, &mut show);
    bar.finish_and_clear();
    let (found, counted) = found?;
    output::write_whole(path, |file| {
        for iri in &found {
            writeln!(file, "{iri}")?;
        }
        Ok(())
    })?;
    let report = Report {
        version: 1,
        found: found.len(),
        counted,
        complete: found.len() as u64 == counted,
        exact: store.is_exact(&kb, &concept),
        dialect: store.dialect_word(),
    };
    if !report.complete {
        message::warning(format_args!("{} of {counted} instances were found", report.found));
    }
    match common.format {
        OutputFormat::Json if !is_dash(path) => output::print_json(&report)?,
        _ if common.quiet => {}
        _ => message::line(format_args!(
            "{} instances, and the store counts {counted}",
            report.found
        )),
    }
    Ok(if report.complete { Outcome::Done } else { Outcome::NotGoodEnough })
}
