//! Learning problems in every format.
#![no_main]

#[path = "../../crates/problem/tests/problem/common/mod.rs"]
mod common;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| common::check(text));
