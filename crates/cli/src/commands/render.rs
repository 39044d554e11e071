//! `render`: a concept in another notation.

use std::io::Write as _;

use anyhow::Result;
use evolearner::syntax::{
    Notation, RdfFormat, Vocabulary, dl, english, functional, manchester, mermaid, parse_any,
    parse_unknown, rdf, shacl, sparql, svg,
};
use evolearner::{Concept, Symbols};

use crate::Outcome;
use crate::args::{Common, KbArgs, Rendering};
use crate::kb;

pub(super) fn run(
    text: &str,
    to: Rendering,
    kb_args: &KbArgs,
    iri: &str,
    common: &Common,
) -> Result<Outcome> {
    let rendered = if kb_args.kb.is_empty() {
        // Without a knowledge base the names are taken as they stand.
        let (concept, symbols) = parse_unknown(text, Notation::Any)?;
        render(&concept, &symbols, to, iri)?
    } else {
        let graph = kb::open(kb_args, common)?.graph;
        let concept = parse_any(text, &Vocabulary::new(&graph.symbols))?;
        render(&concept, &graph.symbols, to, iri)?
    };
    let mut out = std::io::stdout().lock();
    out.write_all(rendered.trim_end().as_bytes())?;
    writeln!(out)?;
    Ok(Outcome::Done)
}

fn render(concept: &Concept, symbols: &Symbols, to: Rendering, iri: &str) -> Result<String> {
    let definition = |format| rdf::print(&rdf::Definition::new(iri), concept, symbols, format);
    Ok(match to {
        Rendering::Dl => dl::print(concept, symbols),
        Rendering::Manchester => manchester::print(concept, symbols),
        Rendering::Functional => functional::print(concept, symbols),
        Rendering::Sparql => sparql::select(concept, symbols)?,
        Rendering::Turtle => definition(RdfFormat::Turtle)?,
        Rendering::Rdfxml => definition(RdfFormat::RdfXml)?,
        Rendering::Ntriples => definition(RdfFormat::NTriples)?,
        Rendering::Shacl => shacl::print(&shacl::Shape::new(iri), concept, symbols)?,
        Rendering::Text => english::print(concept, symbols),
        Rendering::Mermaid => mermaid::print(concept, symbols),
        Rendering::Svg => svg::print(concept, symbols),
    })
}
