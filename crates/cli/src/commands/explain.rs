//! `explain`: why an individual is an instance, or why not.

use anyhow::{Result, bail};
use evolearner::report::explanation::ExplainReport;
use evolearner::retrieval::{ExplainSettings, explain};
use evolearner::syntax::{Vocabulary, parse_any};

use crate::Outcome;
use crate::args::{Common, ForallArg, KbArgs, KbOptions, OutputFormat};
use crate::{kb, output, words};

pub(super) fn run(
    words: Vec<String>,
    forall: ForallArg,
    options: KbOptions,
    common: &Common,
) -> Result<Outcome> {
    let (kb, behind) = words::split(words, 2);
    let [concept, individual] = behind.as_slice() else {
        bail!(
            "expected a concept and an individual behind the files of the knowledge base, found {}; \
             a concept of several words goes in quotes",
            words::quoted(&behind)
        );
    };
    let kb_args = KbArgs { kb, options };
    let graph = kb::open(&kb_args, common)?.graph;
    let vocabulary = Vocabulary::new(&graph.symbols);
    let concept = parse_any(concept, &vocabulary)?;
    let individual = vocabulary.individual(individual)?;
    let settings = ExplainSettings { forall: forall.into(), ..ExplainSettings::default() };
    let explanation = explain(&graph, &concept, individual, settings);
    let report = ExplainReport::new(&graph, &concept, &explanation);
    match common.format {
        OutputFormat::Json => output::print_json(&report)?,
        OutputFormat::Text => output::print(&report.text())?,
    }
    Ok(Outcome::Done)
}
