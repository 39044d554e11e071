//! SPARQL 1.1: a query whose answers on the materialised graph are the instances of a concept.
//!
//! The graph holds every `rdf:type` to a named class and every object and data assertion, given
//! or derived; what it does not hold is false. The universe is every subject and every object
//! that is neither a literal nor a class.
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
//! Two things differ from the engine of this project, where the standard says so: moments of
//! different datatypes (a date and a date-time) do not compare, and a grouped count of data
//! values counts spellings rather than values.

mod range;
mod writer;

use std::collections::BTreeSet;

use evolearner_dl::{Concept, IndividualId, Symbols};

use crate::error::WriteError;
use crate::iri::RDF_TYPE;
use writer::{Piece, Var, Writer};

/// Writes the query for the instances of a concept. Blank nodes that a concept names cannot be
/// named in a query.
pub fn select(concept: &Concept, symbols: &Symbols) -> Result<String, WriteError> {
    let mut writer = Writer::new(concept, symbols);
    writer.out.push_str("SELECT DISTINCT ?x WHERE {");
    writer.depth = 1;
    if writer.binds(0) {
        writer.run(Piece::Pattern(0, Var::ROOT))?;
    } else {
        writer.line("{ ?x ?p ?o } UNION");
        writer.line(&format!("{{ ?s ?q ?x . FILTER(?q != <{RDF_TYPE}> && !isLiteral(?x)) }}"));
        writer.run(Piece::Filter(0, Var::ROOT))?;
    }
    writer.out.push_str("\n}\n");
    Ok(writer.out)
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
