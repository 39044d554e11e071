//! `retrieve`: the instances of a concept.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use evolearner::report::model::{RetrieveReport, VERSION};
use evolearner::retrieval::{BitSet, RetrieveSettings, Retriever};
use evolearner::syntax::{Vocabulary, parse_any};
use evolearner::{Concept, Graph, concept_model};

use crate::Outcome;
use crate::args::{Common, ForallArg, KbArgs, KbOptions, OutputFormat};
use crate::concept::Asked;
use crate::input::{self, List};
use crate::output::printable;
use crate::{kb, output, words};

/// What is asked for beside the concept.
pub(super) struct Request {
    pub(super) concepts: Option<PathBuf>,
    pub(super) count: bool,
    pub(super) individuals: Option<PathBuf>,
    pub(super) forall: ForallArg,
}

pub(super) fn run(
    words: Vec<String>,
    request: &Request,
    options: KbOptions,
    common: &Common,
) -> Result<Outcome> {
    let n_concepts = usize::from(request.concepts.is_none());
    let (kb, mut behind) = words::split(words, n_concepts);
    if behind.len() > n_concepts {
        bail!(
            "expected {} behind the files of the knowledge base, found {}; a concept of several \
             words goes in quotes",
            if n_concepts == 0 { "nothing (--concepts is given)" } else { "one concept" },
            words::quoted(&behind)
        );
    }
    if behind.len() < n_concepts {
        bail!("there is no concept: write one behind the knowledge base, or give --concepts FILE");
    }
    let concept = behind.pop();
    let kb_args = KbArgs { kb, options };
    let kb = kb::open(&kb_args, common)?;
    let (graph, vocabulary) = (kb.graph(), kb.vocabulary());
    let among = among(request, graph, &vocabulary)?;
    let settings = RetrieveSettings::new(request.forall.into());
    let mut retriever = Retriever::new(graph, settings);
    let mut find = |text: &str| -> Result<(Concept, BitSet, f64)> {
        let concept = Asked::read(text)?.concept(|text| parse_any(text, &vocabulary))?;
        let start = Instant::now();
        let mut members = retriever.retrieve(&concept);
        if let Some(among) = &among {
            members.and(among);
        }
        Ok((concept, members, start.elapsed().as_secs_f64()))
    };
    let mut out = BufWriter::new(io::stdout().lock());
    if let Some(text) = concept {
        let (concept, members, seconds) = find(&text)?;
        match common.format {
            OutputFormat::Json => {
                output::print_json(&report(graph, &concept, &members, seconds, request.count))?;
            }
            OutputFormat::Text if request.count => writeln!(out, "{}", members.count())?,
            OutputFormat::Text => {
                for individual in members.iter() {
                    writeln!(out, "{}", printable(graph.symbols.individuals.get(individual)))?;
                }
            }
        }
    } else if let Some(path) = &request.concepts {
        let place = input::name(path);
        let text = input::text(path)?;
        let mut reports = Vec::new();
        for (index, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.trim_start().starts_with('#') {
                continue;
            }
            let found = find(line).with_context(|| format!("{place}:{}", index + 1))?;
            let (concept, members, seconds) = found;
            match common.format {
                OutputFormat::Json => {
                    reports.push(report(graph, &concept, &members, seconds, request.count));
                }
                OutputFormat::Text => writeln!(out, "{}\t{line}", members.count())?,
            }
        }
        if common.format == OutputFormat::Json {
            output::print_json(&reports)?;
        }
    }
    out.flush()?;
    Ok(Outcome::Done)
}

/// The individuals to which the answer is restricted.
fn among(request: &Request, graph: &Graph, vocabulary: &Vocabulary<'_>) -> Result<Option<BitSet>> {
    let Some(path) = &request.individuals else { return Ok(None) };
    let list = List::read(path)?;
    let mut among = BitSet::empty(graph.n_individuals());
    for (line, name) in &list.lines {
        let found = vocabulary.individual(name);
        among.insert(found.with_context(|| format!("{}:{line}", list.name))?);
    }
    Ok(Some(among))
}

fn report(
    graph: &Graph,
    concept: &Concept,
    members: &BitSet,
    seconds: f64,
    count_only: bool,
) -> RetrieveReport {
    let name = |individual| graph.symbols.individuals.get(individual).to_owned();
    RetrieveReport {
        version: VERSION,
        concept: concept_model(concept, &graph.symbols),
        count: members.count(),
        individuals: if count_only { Vec::new() } else { members.iter().map(name).collect() },
        seconds,
    }
}
