//! `render`: a concept in another notation.

use anyhow::Result;
use clap::ValueEnum as _;
use evolearner::report::model::{ConceptModel, VERSION};
use evolearner::syntax::sparql::{self, Dialect, QuerySettings};
use evolearner::syntax::{
    DEFAULT_NAMESPACE, RdfFormat, dl, english, functional, latex, manchester, mermaid, parse_any,
    parse_unknown, rdf, shacl, svg,
};
use evolearner::{Concept, Symbols, concept_model};
use serde::Serialize;

use crate::Outcome;
use crate::args::{Common, KbArgs, OutputFormat, Rendering};
use crate::concept::Asked;
use crate::{kb as knowledge_base, message, output};

#[derive(Serialize)]
struct Report {
    version: u32,
    concept: ConceptModel,
    /// The notation that was asked for, and the concept in it.
    to: String,
    text: String,
}

/// What some notations want to know besides the concept.
#[derive(Clone, Copy)]
pub(super) struct Details<'a> {
    /// The IRI of the class or shape that is defined.
    pub(super) iri: &'a str,
    /// The form of a query.
    pub(super) dialect: Dialect,
}

pub(super) fn run(
    text: &str,
    to: Rendering,
    kb_args: &KbArgs,
    details: Details<'_>,
    common: &Common,
) -> Result<Outcome> {
    let kb;
    let unknown;
    let asked = Asked::read(text)?;
    let (concept, symbols) = if kb_args.kb.is_empty() {
        unknown = parse_unknown(asked.only()?, None)?;
        (unknown.0.clone(), &unknown.1)
    } else {
        kb = knowledge_base::open(kb_args, common)?;
        (asked.concept(|text| parse_any(text, &kb.vocabulary()))?, &kb.graph().symbols)
    };
    let rendered = render(&concept, symbols, to, details)?;
    let rendered = rendered.trim_end();
    let is_json = common.format == OutputFormat::Json;
    if kb_args.kb.is_empty() && !common.quiet && (is_json || is_for_programs(to)) {
        notice_made_up_names(text, symbols);
    }
    if !is_json {
        let line = format!("{rendered}\n");
        if is_for_programs(to) { output::print_data(&line) } else { output::print(&line) }?;
        return Ok(Outcome::Done);
    }
    let word = to.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
    let concept = concept_model(&concept, symbols);
    output::print_json(&Report { version: VERSION, concept, to: word, text: rendered.to_owned() })?;
    Ok(Outcome::Done)
}

/// Whether a notation is one for programs, with names as IRIs.
fn is_for_programs(to: Rendering) -> bool {
    !matches!(
        to,
        Rendering::Dl
            | Rendering::Manchester
            | Rendering::Text
            | Rendering::Latex
            | Rendering::Mermaid
            | Rendering::Svg
    )
}

/// Without a knowledge base a short name has no IRI of its own.
fn notice_made_up_names(text: &str, symbols: &Symbols) {
    let classes = symbols.classes.iter().map(|(_, iri)| iri);
    let objects = symbols.object_properties.iter().map(|(_, iri)| iri);
    let values = symbols.data_properties.iter().map(|(_, iri)| iri);
    let individuals = symbols.individuals.iter().map(|(_, iri)| iri);
    let mut names = classes.chain(objects).chain(values).chain(individuals);
    let is_made_up = |iri: &&str| iri.starts_with(DEFAULT_NAMESPACE) && !text.contains(*iri);
    if let Some(iri) = names.find(is_made_up) {
        message::notice(format_args!(
            "no knowledge base is given, so names without an IRI are taken as {DEFAULT_NAMESPACE}…, \
             e.g. <{iri}>; --kb FILE takes the names of a file"
        ));
    }
}

fn render(
    concept: &Concept,
    symbols: &Symbols,
    to: Rendering,
    Details { iri, dialect }: Details<'_>,
) -> Result<String> {
    let definition = |format| rdf::print(&rdf::Definition::new(iri), concept, symbols, format);
    Ok(match to {
        Rendering::Dl => dl::print(concept, symbols),
        Rendering::Manchester => manchester::print(concept, symbols),
        Rendering::Functional => functional::print(concept, symbols),
        Rendering::Sparql => sparql::select_as(concept, symbols, &QuerySettings::new(dialect))?,
        Rendering::Turtle => definition(RdfFormat::Turtle)?,
        Rendering::Rdfxml => definition(RdfFormat::RdfXml)?,
        Rendering::Ntriples => definition(RdfFormat::NTriples)?,
        Rendering::Shacl => shacl::print(&shacl::Shape::new(iri), concept, symbols)?,
        Rendering::Text => english::print(concept, symbols),
        Rendering::Latex => latex::print(concept, symbols),
        Rendering::Mermaid => mermaid::print(concept, symbols),
        Rendering::Svg => svg::print(concept, symbols),
    })
}
