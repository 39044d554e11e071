//! Names of a knowledge base, and what is said of an individual.

use evolearner::syntax::{NameKind, Vocabulary};
use evolearner::{Id, IndividualId, KnowledgeBase, ObjectPropertyId, Role};
use serde_json::{Value, json};

use crate::arguments::{Arguments, CallError};
use crate::workbench::LIMIT;

/// What is in a knowledge base.
pub(crate) fn summary(kb: &KnowledgeBase) -> Value {
    let report = kb.inspect();
    let notices = kb.graph().origin.notices.iter();
    json!({
        "individuals": report.individuals,
        "classes": report.classes,
        "object_properties": report.object_properties,
        "data_properties": report.data_properties,
        "expressivity": report.expressivity,
        "consistent": report.consistent,
        "notices": notices.map(|notice| notice.message.clone()).collect::<Vec<String>>(),
    })
}

/// The shortest name of an individual.
pub(crate) fn individual(kb: &KnowledgeBase, individual: IndividualId) -> String {
    kb.vocabulary().spell(NameKind::Individual, individual.index())
}

/// The names with a text in them, or all about one individual.
pub(crate) fn look_up(kb: &KnowledgeBase, arguments: &Arguments<'_>) -> Result<Value, CallError> {
    let text = arguments.optional_text("text")?.unwrap_or_default();
    let limit = arguments.count("limit", LIMIT)?;
    let kind = match arguments.optional_text("kind")? {
        None => None,
        Some("individual") => Some(NameKind::Individual),
        Some("class") => Some(NameKind::Class),
        Some("object-property") => Some(NameKind::ObjectProperty),
        Some("data-property") => Some(NameKind::DataProperty),
        Some(other) => {
            return Err(CallError(format!(
                "`kind` cannot be `{other}`: individual, class, object-property or data-property"
            )));
        }
    };
    let vocabulary = kb.vocabulary();
    let may_be_individual = kind.is_none_or(|kind| kind == NameKind::Individual);
    if may_be_individual && let Ok(individual) = vocabulary.individual(text) {
        return Ok(about(kb, &vocabulary, individual, limit));
    }
    let mut found = Vec::new();
    let mut n_found = 0;
    for kind in NameKind::ALL.into_iter().filter(|one| kind.is_none_or(|kind| kind == *one)) {
        for (number, iri) in names(kb, kind) {
            let label = kb.graph().symbols.label(iri);
            let has_text = |name: &str| name.to_lowercase().contains(&text.to_lowercase());
            if !has_text(iri) && !kb.graph().symbols.labels.of(iri).any(has_text) {
                continue;
            }
            n_found += 1;
            if found.len() < limit {
                let mut entry = json!({
                    "kind": kind.word(),
                    "name": vocabulary.spell(kind, number),
                    "iri": iri,
                });
                if let Some(label) = label {
                    entry["label"] = label.into();
                }
                if kind == NameKind::Class {
                    entry["instances"] = kb.graph().instances(Id::new(number)).len().into();
                }
                found.push(entry);
            }
        }
    }
    Ok(json!({ "count": n_found, "found": found }))
}

fn names(kb: &KnowledgeBase, kind: NameKind) -> Vec<(usize, &str)> {
    let symbols = &kb.graph().symbols;
    match kind {
        NameKind::Class => symbols.classes.iter().map(|(id, iri)| (id.index(), iri)).collect(),
        NameKind::ObjectProperty => {
            symbols.object_properties.iter().map(|(id, iri)| (id.index(), iri)).collect()
        }
        NameKind::DataProperty => {
            symbols.data_properties.iter().map(|(id, iri)| (id.index(), iri)).collect()
        }
        NameKind::Individual => {
            symbols.individuals.iter().map(|(id, iri)| (id.index(), iri)).collect()
        }
    }
}

/// The classes, edges and values of an individual, so many of each at most.
fn about(
    kb: &KnowledgeBase,
    vocabulary: &Vocabulary<'_>,
    individual: IndividualId,
    limit: usize,
) -> Value {
    let graph = kb.graph();
    let symbols = &graph.symbols;
    let classes =
        symbols.classes.iter().filter(|(class, _)| graph.instances(*class).contains(individual));
    let classes = classes.map(|(class, _)| vocabulary.spell(NameKind::Class, class.index()));
    let mut edges = Vec::new();
    for property in (0..symbols.object_properties.len()).map(ObjectPropertyId::new) {
        let rows = graph.edges(property).rows(Role::forward(property));
        let name = vocabulary.spell(NameKind::ObjectProperty, property.index());
        for &target in rows.of(individual.0) {
            let target = vocabulary.spell(NameKind::Individual, target as usize);
            edges.push(json!([name, target]));
        }
    }
    let mut values = Vec::new();
    for (property, _) in symbols.data_properties.iter() {
        let name = vocabulary.spell(NameKind::DataProperty, property.index());
        let of_property = graph.values(property).of(individual);
        values.extend(of_property.map(|value| json!([name, graph.literals.lexical(value)])));
    }
    let (n_edges, n_values) = (edges.len(), values.len());
    edges.truncate(limit);
    values.truncate(limit);
    json!({
        "individual": vocabulary.spell(NameKind::Individual, individual.index()),
        "iri": symbols.individuals.get(individual),
        "classes": classes.take(limit).collect::<Vec<String>>(),
        "edges": edges,
        "n_edges": n_edges,
        "values": values,
        "n_values": n_values,
    })
}
