//! `explain`: why individuals are instances, or why not.

use anyhow::{Result, bail};
use evolearner::explain_report;
use evolearner::report::explanation::{ExplainReport, ManyExplanations};
use evolearner::retrieval::{ExplainSettings, explain};
use evolearner::syntax::parse_any;

use crate::Outcome;
use crate::args::{Common, ForallArg, KbArgs, KbOptions, NamesArg, OutputFormat};
use crate::{kb, output, words};

pub(super) fn run(
    words: Vec<String>,
    names: NamesArg,
    forall: ForallArg,
    options: KbOptions,
    common: &Common,
) -> Result<Outcome> {
    let (kb, behind) = words::split(words, 2);
    let [concept, individuals @ ..] = behind.as_slice() else {
        bail!("{}", words_missing(&behind));
    };
    if individuals.is_empty() {
        bail!("{}", words_missing(&behind));
    }
    let kb_args = KbArgs { kb, options };
    let kb = kb::open(&kb_args, common)?;
    let (graph, vocabulary) = (kb.graph(), kb.vocabulary());
    let concept = parse_any(concept, &vocabulary)?;
    let settings = ExplainSettings::default().with_forall(forall.into());
    let style = match common.format {
        OutputFormat::Json => NamesArg::Ids,
        OutputFormat::Text => names,
    };
    let mut reports = Vec::new();
    for name in individuals {
        let explanation = explain(graph, &concept, vocabulary.individual(name)?, settings);
        reports.push(explain_report(graph, &concept, &explanation, style.into()));
    }
    match (common.format, reports.as_slice()) {
        (OutputFormat::Json, [report]) => output::print_json(report)?,
        (OutputFormat::Json, _) => output::print_json(&ManyExplanations::new(reports))?,
        (OutputFormat::Text, reports) => {
            let texts: Vec<String> = reports.iter().map(ExplainReport::text).collect();
            output::print(&texts.join("\n"))?;
        }
    }
    Ok(Outcome::Done)
}

fn words_missing(found: &[String]) -> String {
    format!(
        "expected a concept and an individual behind the files of the knowledge base, found {}; \
         a concept of several words goes in quotes",
        words::quoted(found)
    )
}
