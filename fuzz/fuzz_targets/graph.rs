//! Knowledge bases in Turtle, all the way to a saturated graph.
#![no_main]

use evolearner_graph::{Graph, GraphSettings};
use evolearner_owl::{Format, Input, OntologyBuilder};
use evolearner_testing::graphs;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut builder = OntologyBuilder::new();
    let format = Some(Format::Turtle);
    if builder.read(Input { name: "x.ttl".into(), bytes: Box::new(bytes), format }).is_ok() {
        graphs::read_all(&Graph::build(builder.finish(), GraphSettings::default()).0);
    }
});
