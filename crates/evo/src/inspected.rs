//! What is in a graph and how it was made, as plain data.

use evolearner_graph::{Counts, Graph, Origin};
use evolearner_report::inspect::{
    AssertionCounts, GraphBytes, InconsistencyModel, InputModel, InspectReport, LoadSeconds,
    NoticeModel, OriginModel,
};
use evolearner_report::model::VERSION;

/// The report of a graph that took so long to load.
pub(crate) fn inspect_report(graph: &Graph, seconds: LoadSeconds) -> InspectReport {
    let (symbols, origin) = (&graph.symbols, &graph.origin);
    let (facts, names) = graph.heap_bytes();
    let annotation_data_properties = origin.annotation_data_properties;
    let inconsistency = origin.inconsistency.as_ref();
    let notices = origin.notices.iter().map(|notice| NoticeModel {
        message: notice.message.clone(),
        count: notice.count,
        example: notice.example.clone(),
    });
    let impossible_classes = origin.impossible.iter();
    InspectReport {
        version: VERSION,
        individuals: symbols.individuals.len(),
        classes: symbols.classes.len(),
        object_properties: symbols.object_properties.len(),
        data_properties: symbols.data_properties.len() - annotation_data_properties as usize,
        annotation_data_properties,
        axioms: origin.axioms,
        triples: origin.triples,
        expressivity: origin.expressivity.clone(),
        consistent: inconsistency.is_none(),
        inconsistency: inconsistency.map(|inconsistency| InconsistencyModel {
            witness: symbols.individuals.get(inconsistency.witness).to_owned(),
            reason: inconsistency.reason.clone(),
        }),
        impossible_classes: impossible_classes
            .map(|&class| symbols.classes.get(class).to_owned())
            .collect(),
        assertions: assertion_counts(origin.asserted),
        inferred: assertion_counts(origin.inferred),
        unfolded: origin.unfolded,
        origin: origin_model(origin),
        bytes: GraphBytes { facts, names },
        notices: notices.collect(),
        seconds,
    }
}

/// How a graph was made.
pub(crate) fn origin_model(origin: &Origin) -> OriginModel {
    let hex = |digest: u64| format!("{digest:016x}");
    let inputs = origin.inputs.iter().map(|input| InputModel {
        name: input.name.clone(),
        bytes: input.bytes,
        digest: hex(input.digest),
    });
    OriginModel {
        inputs: inputs.collect(),
        inference: origin.inference.word().to_owned(),
        existentials: origin.existentials.word().to_owned(),
        version: origin.version.clone(),
        digest: hex(origin.digest()),
    }
}

fn assertion_counts(counts: Counts) -> AssertionCounts {
    AssertionCounts { class: counts.class, object: counts.object, data: counts.data }
}
