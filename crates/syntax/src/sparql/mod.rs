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
//! There is no text that every engine answers in time and rightly, so there are three ([`Dialect`]): `sets`
//! joins sets that are each found once, which is what engines that follow the standard do well; `counts` unites
//! tables and adds up what their rows count, which is what Virtuoso does well and rightly; `bool` is patterns and
//! one boolean of `EXISTS`, which Virtuoso answers rightly too, and fast for a few individuals or without
//! cardinalities in cardinalities. In all, a group starts with a triple or a sub-query, and a filter only speaks of
//! variables that its own group binds.
//!
//! The variable is bound by the concept itself where it can be: by its classes, values and restrictions. A
//! concept that only denies (`¬ A`, `∀ r.C`, `≤ n r.C`) is asked of the members of a class, the *scope*, or
//! of all individuals.
//!
//! Two things differ from the engine of this project, where the standard says so: moments with and
//! without a zone do not compare when they are close, and a grouped count of data values counts
//! spellings rather than values.

mod shape;
mod text;
mod range;
mod sets;
mod counts;
mod boolean;

use std::collections::{BTreeMap, BTreeSet};

use evolearner_dl::{ClassId, Concept, IndividualId, Node, Symbols};

use crate::error::WriteError;
use crate::iri::{NOTHING, OWL, RDF, RDF_TYPE, RDFS, THING, write_bracketed};
use shape::Shapes;
use text::{Text, Var, bracketed};

/// The form of a query.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    /// A sub-query per restriction, `MINUS` for complements, counts by groups.
    #[default]
    Sets,
    /// Patterns and one boolean of `EXISTS`, with values cast to doubles.
    Bool,
    /// A sub-query per restriction, sums by groups for meets and complements, with values cast to doubles.
    Counts,
}

/// How a query is written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct QuerySettings {
    /// The form.
    pub dialect: Dialect,
    /// The IRI of the class whose members a concept that only denies is asked of; else all individuals.
    pub scope: Option<String>,
    /// The classes below a class, by IRI, for stores that state the most specific classes only.
    pub subclasses: BTreeMap<ClassId, Vec<String>>,
    /// Individuals, by IRI, to which the answers are limited; none for all answers.
    pub among: Option<Vec<String>>,
}

impl QuerySettings {
    /// Settings of a form.
    pub fn new(dialect: Dialect) -> Self {
        Self { dialect, ..Self::default() }
    }
}

/// How many patterns the form bool has for a concept: a class or value is one, a restriction one more than
/// its filler, and a cardinality repeats its filler for every successor. Engines try combinations of the
/// repeated ones: above about 20 the form counts is the better one.
pub fn weight(concept: &Concept) -> u64 {
    Shapes::of(concept).weight()
}

/// Writes the query for the instances of a concept in the form sets. Blank nodes that a concept names
/// cannot be named in a query.
pub fn select(concept: &Concept, symbols: &Symbols) -> Result<String, WriteError> {
    select_as(concept, symbols, &QuerySettings::default())
}

/// Writes the query for the instances of a concept, `?x`.
pub fn select_as(
    concept: &Concept,
    symbols: &Symbols,
    settings: &QuerySettings,
) -> Result<String, WriteError> {
    let mut text = Text::new(symbols, settings);
    text.out.push_str("SELECT DISTINCT ?x WHERE ");
    text.open();
    group(&mut text, concept, settings)?;
    text.close();
    text.out.push('\n');
    let mut query = comments(concept, symbols, settings.dialect, &text.out);
    query.push_str(&text.out);
    Ok(query)
}

/// Writes the query for the number of instances of a concept, `?n`.
pub fn count_as(
    concept: &Concept,
    symbols: &Symbols,
    settings: &QuerySettings,
) -> Result<String, WriteError> {
    let mut text = Text::new(symbols, settings);
    text.out.push_str("SELECT (COUNT(DISTINCT ?x) AS ?n) WHERE ");
    text.open();
    group(&mut text, concept, settings)?;
    text.close();
    text.out.push('\n');
    Ok(text.out)
}

/// What binds `?x` to the instances of a concept.
fn group(
    text: &mut Text<'_>,
    concept: &Concept,
    settings: &QuerySettings,
) -> Result<(), WriteError> {
    let shapes = Shapes::of(concept);
    if shapes.constant(0, false) == Some(false) {
        text.line(&format!("?x a <{NOTHING}> ."));
        text.line("FILTER(false)");
        return Ok(());
    }
    match settings.dialect {
        Dialect::Sets => {
            bound(text, &shapes);
            sets::write(text, &shapes)
        }
        Dialect::Bool => {
            bound(text, &shapes);
            boolean::write(text, &shapes)
        }
        Dialect::Counts => counts::write(text, &shapes),
    }
}

/// Binds the variable, unless the concept does so itself and answers are not limited.
fn bound(text: &mut Text<'_>, shapes: &Shapes<'_>) {
    among(text);
    if !shapes.binds(0, false) {
        universe(text);
    }
}

/// Binds the variable to the individuals to which the answers are limited.
fn among(text: &mut Text<'_>) {
    if let Some(among) = &text.settings.among {
        let names: Vec<String> = among.iter().map(|iri| bracketed(iri)).collect();
        text.line(&format!("VALUES ?x {{ {} }}", names.join(" ")));
    }
}

/// Binds the variable to the members of the scope, or to every individual.
fn universe(text: &mut Text<'_>) {
    match &text.settings.scope {
        Some(class) => match text.symbols.classes.find(class) {
            Some(class) => text.class(Var::ROOT, class),
            None => text.line(&format!("?x a {} .", bracketed(class))),
        },
        None => individuals(text),
    }
}

/// Names what the graph has more of than the files state, and an engine that answers the text wrongly.
fn comments(concept: &Concept, symbols: &Symbols, dialect: Dialect, query: &str) -> String {
    let mut out = String::new();
    if dialect == Dialect::Sets && (query.contains("MINUS {") || query.contains("GROUP BY")) {
        out.push_str("# Virtuoso may answer this form wrongly: ask it in the dialect counts.\n");
    }
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
        return out;
    }
    out.push_str(
        "# Run this on data that holds what follows from its axioms: a part of the following was\n\
         # derived, and the files that were loaded do not state it.\n",
    );
    for name in names {
        out.push_str("#   ");
        write_bracketed(&mut out, name);
        out.push('\n');
    }
    out
}

/// Binds the variable to every individual, once each.
fn individuals(text: &mut Text<'_>) {
    let symbols = text.symbols;
    let is_own = format!(
        "isBlank(?type) || ?type IN (<{OWL}NamedIndividual>, <{THING}>, <{RDFS}Resource>) || \
         !(STRSTARTS(STR(?type), \"{OWL}\") || STRSTARTS(STR(?type), \"{RDFS}\") || \
         STRSTARTS(STR(?type), \"{RDF}\"))"
    );
    let typed = format!("?x <{RDF_TYPE}> ?type . FILTER({is_own})");
    text.line("{ SELECT DISTINCT ?x WHERE ");
    text.open();
    if symbols.all_typed {
        text.line(&typed);
    } else {
        text.line(&format!("{{ {typed} }}"));
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
                text.line("UNION { { SELECT DISTINCT ?x WHERE {");
                text.line(&format!("  VALUES ?property {{{properties} }}"));
                text.line(&format!("  {triple}"));
                text.line(&format!("}} }} FILTER NOT EXISTS {{ ?x <{RDF_TYPE}> ?any }} }}"));
            }
        }
    }
    text.close();
    text.out.push_str(" }");
}

/// Writes the query that counts how a concept divides examples: `?tp ?fn ?fp ?tn`.
pub fn confusion(
    concept: &Concept,
    symbols: &Symbols,
    positives: &[IndividualId],
    negatives: &[IndividualId],
) -> Result<String, WriteError> {
    let settings = QuerySettings::new(Dialect::Bool);
    let mut text = Text::new(symbols, &settings);
    text.out.push_str(
        "SELECT (SUM(?positive * ?member) AS ?tp)\n       \
         (SUM(?positive * (1 - ?member)) AS ?fn)\n       \
         (SUM((1 - ?positive) * ?member) AS ?fp)\n       \
         (SUM((1 - ?positive) * (1 - ?member)) AS ?tn)\nWHERE ",
    );
    text.open();
    text.line("VALUES (?x ?positive) ");
    text.open();
    for (examples, is_positive) in [(positives, 1), (negatives, 0)] {
        for example in examples.iter().collect::<BTreeSet<_>>() {
            let name = text.individual(*example)?;
            text.line(&format!("({name} {is_positive})"));
        }
    }
    text.close();
    text.line("BIND(IF(");
    boolean::test(&mut text, &Shapes::of(concept))?;
    text.out.push_str(", 1, 0) AS ?member)");
    text.close();
    text.out.push('\n');
    Ok(text.out)
}
