//! Snapshots: whatever is accepted is a graph that can be looked at.
#![no_main]

use evolearner_graph::Graph;
use evolearner_testing::graphs;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(graph) = Graph::read_snapshot(bytes) {
        graphs::read_all(&graph);
    }
});
