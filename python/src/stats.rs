//! What is to be said about a graph, under the names that `evolearner inspect` uses.

use evolearner::{Counts, Graph};
use serde_json::{Value, json};

pub(crate) fn of(graph: &Graph, load_seconds: f64) -> Value {
    let (symbols, origin) = (&graph.symbols, &graph.origin);
    let notices: Vec<Value> = origin
        .notices
        .iter()
        .map(|notice| {
            json!({"message": notice.message, "count": notice.count, "example": notice.example})
        })
        .collect();
    let impossible: Vec<&str> =
        origin.impossible.iter().map(|&class| symbols.classes.get(class)).collect();
    json!({
        "individuals": symbols.individuals.len(),
        "classes": symbols.classes.len(),
        "object_properties": symbols.object_properties.len(),
        "data_properties": symbols.data_properties.len(),
        "axioms": origin.axioms,
        "triples": origin.triples,
        "expressivity": origin.expressivity,
        "consistent": origin.inconsistency.is_none(),
        "impossible_classes": impossible,
        "assertions": counts(origin.asserted),
        "inferred": counts(origin.inferred),
        "unfolded": origin.unfolded,
        "notices": notices,
        "seconds": load_seconds,
    })
}

fn counts(counts: Counts) -> Value {
    json!({"class": counts.class, "object": counts.object, "data": counts.data})
}
