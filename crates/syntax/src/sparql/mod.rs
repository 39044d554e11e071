//! SPARQL 1.1: a query whose answers are the instances of a concept.
//!
//! What the data does not hold is false, so the data has to hold what follows from the axioms: every
//! `rdf:type` to a named class and every object and data assertion, given or derived. The data may
//! hold the axioms as well. Where members or edges that a query asks for were derived, a comment in
//! the query names them: on the file that was loaded its answers are then not the instances.
//!
//! The universe is the individuals: what has a type that is no part of RDF's and OWL's own
//! vocabulary and, unless the files state a class of every individual, what has no type and is the
//! subject or object of a property of the knowledge base.
//!
//! A concept is written in one of two forms. As a *pattern* it binds its variable with triples,
//! which is how an engine finds answers fast; as an *expression* (`EXISTS`, `NOT EXISTS`, `IN`)
//! it tests a variable that is bound already. A filter only ever speaks of variables that its own
//! group binds, so nothing depends on how an engine carries bindings into nested groups.
//!
//! `≥ n` is n variables that differ pairwise while that stays short, and else a sub-query that
//! groups and counts; it is joined on the variable it selects, which is right whether or not the
//! engine passes a binding into it.
//!
//! Two things differ from the engine of this project, where the standard says so: moments with and
//! without a zone do not compare when they are close, and a grouped count of data values counts
//! spellings rather than values.

mod range;
mod writer;

use std::collections::BTreeSet;

use evolearner_dl::{Concept, IndividualId, Node, Symbols};

use crate::error::WriteError;
use crate::iri::{OWL, RDF, RDF_TYPE, RDFS, THING, write_bracketed};
use writer::{Piece, Var, Writer};

/// Writes the query for the instances of a concept. Blank nodes that a concept names cannot be
/// named in a query.
pub fn select(concept: &Concept, symbols: &Symbols) -> Result<String, WriteError> {
    let mut writer = Writer::new(concept, symbols);
    comment(&mut writer, concept);
    writer.out.push_str("SELECT DISTINCT ?x WHERE {");
    writer.depth = 1;
    if writer.binds(0) {
        writer.run(Piece::Pattern(0, Var::ROOT))?;
    } else {
        individuals(&mut writer);
        writer.run(Piece::Filter(0, Var::ROOT))?;
    }
    writer.out.push_str("\n}\n");
    Ok(writer.out)
}

/// Names what the graph has more of than the files state.
fn comment(writer: &mut Writer<'_>, concept: &Concept) {
    let symbols = writer.symbols();
    let names: BTreeSet<&str> = concept
        .nodes()
        .iter()
        .filter_map(|node| match node {
            Node::Class(class) => Some(symbols.classes.get(*class)),
            Node::Data(restriction) => Some(symbols.data_properties.get(restriction.property)),
            node => node.role().map(|role| symbols.object_properties.get(role.property)),
        })
        .filter(|iri| symbols.derived.binary_search_by(|known| known.as_str().cmp(iri)).is_ok())
        .collect();
    if names.is_empty() {
        return;
    }
    writer.out.push_str(
        "# Run this on data that holds what follows from its axioms: a part of the following was\n\
         # derived, and the files that were loaded do not state it.\n",
    );
    for name in names {
        writer.out.push_str("#   ");
        write_bracketed(&mut writer.out, name);
        writer.out.push('\n');
    }
}

/// Binds the variable to every individual, once each.
fn individuals(writer: &mut Writer<'_>) {
    let symbols = writer.symbols();
    let is_own = format!(
        "isBlank(?type) || ?type IN (<{OWL}NamedIndividual>, <{THING}>, <{RDFS}Resource>) || \
         !(STRSTARTS(STR(?type), \"{OWL}\") || STRSTARTS(STR(?type), \"{RDFS}\") || \
         STRSTARTS(STR(?type), \"{RDF}\"))"
    );
    let typed = format!("?x <{RDF_TYPE}> ?type . FILTER({is_own})");
    writer.line("{ SELECT DISTINCT ?x WHERE {");
    writer.depth += 1;
    if symbols.all_typed {
        writer.line(&typed);
    } else {
        writer.line(&format!("{{ {typed} }}"));
        let bracketed = |iris: &mut dyn Iterator<Item = &str>| {
            let mut out = String::new();
            for iri in iris {
                out.push(' ');
                write_bracketed(&mut out, iri);
            }
            out
        };
        let objects = bracketed(&mut symbols.object_properties.iter().map(|(_, iri)| iri));
        let data = bracketed(&mut symbols.data_properties.iter().map(|(_, iri)| iri));
        let subjects = format!("{objects}{data}");
        for (properties, triple) in [
            (&subjects, "?x ?property ?value"),
            (&objects, "?subject ?property ?x . FILTER(!isLiteral(?x))"),
        ] {
            if !properties.is_empty() {
                writer.line("UNION { { SELECT DISTINCT ?x WHERE {");
                writer.line(&format!("  VALUES ?property {{{properties} }}"));
                writer.line(&format!("  {triple}"));
                writer.line(&format!("}} }} FILTER NOT EXISTS {{ ?x <{RDF_TYPE}> ?any }} }}"));
            }
        }
    }
    writer.depth -= 1;
    writer.line("} }");
}

/// Writes the query that counts how a concept divides examples: `?tp ?fn ?fp ?tn`.
pub fn confusion(
    concept: &Concept,
    symbols: &Symbols,
    positives: &[IndividualId],
    negatives: &[IndividualId],
) -> Result<String, WriteError> {
    let mut writer = Writer::new(concept, symbols);
    writer.out.push_str(
        "SELECT (SUM(?positive * ?member) AS ?tp)\n       \
         (SUM(?positive * (1 - ?member)) AS ?fn)\n       \
         (SUM((1 - ?positive) * ?member) AS ?fp)\n       \
         (SUM((1 - ?positive) * (1 - ?member)) AS ?tn)\nWHERE {",
    );
    writer.depth = 1;
    writer.line("VALUES (?x ?positive) {");
    writer.depth = 2;
    for (examples, is_positive) in [(positives, 1), (negatives, 0)] {
        for example in examples.iter().collect::<BTreeSet<_>>() {
            let name = writer.individual(*example)?;
            writer.line(&format!("({name} {is_positive})"));
        }
    }
    writer.depth = 1;
    writer.line("}");
    writer.line("BIND(IF(");
    writer.run(Piece::Expression(0, Var::ROOT, false))?;
    writer.out.push_str(", 1, 0) AS ?member)\n}\n");
    Ok(writer.out)
}
