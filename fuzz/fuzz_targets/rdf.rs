//! Files of every format: the first byte chooses one, or leaves it to the content.
#![no_main]

#[path = "../../crates/rdf/tests/rdf/common/mod.rs"]
mod common;

use evolearner_rdf::Format;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, bytes)) = bytes.split_first() else { return };
    common::check_read(bytes, Format::ALL.get(usize::from(*choice)).copied());
});
