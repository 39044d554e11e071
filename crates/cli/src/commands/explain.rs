//! `explain`: why an individual is an instance, or why not.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{Result, bail};
use evolearner::report::explanation::ExplainReport;
use evolearner::retrieval::{ExplainSettings, explain};
use evolearner::syntax::{Vocabulary, parse_any};

use crate::Outcome;
use crate::args::{Common, ForallArg, KbArgs, KbOptions, OutputFormat};
use crate::{kb, output};

pub(super) fn run(
    mut words: Vec<String>,
    forall: ForallArg,
    options: KbOptions,
    common: &Common,
) -> Result<Outcome> {
    let (Some(individual), Some(concept)) = (words.pop(), words.pop()) else {
        bail!("give the concept and the individual behind the knowledge base");
    };
    let kb_args = KbArgs { kb: words.into_iter().map(PathBuf::from).collect(), options };
    let graph = kb::open(&kb_args, common)?.graph;
    let vocabulary = Vocabulary::new(&graph.symbols);
    let concept = parse_any(&concept, &vocabulary)?;
    let individual = vocabulary.individual(&individual)?;
    let settings = ExplainSettings { forall: forall.into(), ..ExplainSettings::default() };
    let explanation = explain(&graph, &concept, individual, settings);
    let report = ExplainReport::new(&graph, &concept, &explanation);
    match common.format {
        OutputFormat::Json => output::print_json(&report)?,
        OutputFormat::Text => std::io::stdout().write_all(report.text().as_bytes())?,
    }
    Ok(Outcome::Done)
}
