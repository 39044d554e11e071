//! Knowledge bases in Turtle, all the way to a saturated graph.
#![no_main]

#[path = "../../crates/graph/tests/common/mod.rs"]
mod common;

use evolearner_graph::{Graph, GraphSettings};
use evolearner_owl::{Format, Input, OntologyBuilder};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut builder = OntologyBuilder::new();
    let format = Some(Format::Turtle);
    if builder.read(Input { name: "x.ttl".into(), bytes: Box::new(bytes), format }).is_ok() {
        common::read_all(&Graph::build(builder.finish(), GraphSettings::default()).0);
    }
});
