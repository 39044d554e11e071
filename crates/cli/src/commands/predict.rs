//! `predict`: all instances that an endpoint has of a concept.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use evolearner::KnowledgeBase;
use evolearner::syntax::parse_any;
use serde::Serialize;

use crate::Outcome;
use crate::args::{Common, DialectArg, KbOptions, OutputFormat};
use crate::concept::Asked;
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
    let asked = Asked::read(text)?;
    let (loaded, mut store) = remote::load(url, options, &[], common)?;
    let kb = KnowledgeBase::from(loaded);
    let concept = asked.concept(|text| parse_any(text, &kb.vocabulary()))?;
    let scope = request.scope.map(|scope| class_iri(&kb, &scope)).transpose()?;
    if let Some(dialect) = request.dialect {
        store = store.with_dialect(dialect.into());
    }
    let bar = remote::progress_bar(common);
    let mut show = |n: usize| bar.set_message(format!("{n} instances"));
    let found = store.predict(&kb, &concept, scope, &mut show);
    bar.finish_and_clear();
    let found = found?;
    output::write_whole(path, |file| {
        for iri in &found.instances {
            writeln!(file, "{iri}")?;
        }
        Ok(())
    })?;
    let (n, counted) = (found.instances.len(), found.counted);
    let report = Report {
        version: 1,
        found: n,
        counted,
        complete: found.is_complete,
        exact: store.is_exact(&kb, &concept),
        dialect: store.dialect_word(),
    };
    if !report.complete {
        message::warning(format_args!("the store counts {counted} and did not give all of them"));
    }
    match common.format {
        OutputFormat::Json if !is_dash(path) => output::print_json(&report)?,
        _ if common.quiet => {}
        _ => message::line(format_args!("{n} instances, and the store counts {counted}")),
    }
    Ok(if report.complete { Outcome::Done } else { Outcome::NotGoodEnough })
}

/// The IRI of a class that is named or written out. Classes that the store has and the fragment lacks can be
/// written out.
fn class_iri(kb: &KnowledgeBase, name: &str) -> Result<String> {
    let unknown = match kb.vocabulary().class(name) {
        Ok(class) => return Ok(kb.graph().symbols.classes.get(class).to_owned()),
        Err(error) => error,
    };
    let is_iri = name.contains(':')
        && !name.contains(|c: char| c.is_whitespace() || "<>\"{}|^`\\".contains(c));
    if !is_iri {
        return Err(anyhow!(unknown).context("--scope"));
    }
    message::warning(format_args!("--scope {name}: nothing that was fetched is of this class"));
    Ok(name.to_owned())
}
