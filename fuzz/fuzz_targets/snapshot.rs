//! Snapshots: whatever is accepted is a graph that can be looked at.
#![no_main]

#[path = "../../crates/graph/tests/common/mod.rs"]
mod common;

use evolearner_graph::Graph;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(graph) = Graph::read_snapshot(bytes) {
        common::read_all(&graph);
    }
});
