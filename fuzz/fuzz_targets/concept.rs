//! Concepts in every notation.
#![no_main]

#[path = "../../crates/syntax/tests/syntax/check.rs"]
mod check;

use evolearner_dl::{Names, Symbols};
use libfuzzer_sys::fuzz_target;

fn symbols() -> Symbols {
    Symbols {
        classes: Names::from_sorted(["http://a#A", "http://a#B.c", "http://a#and", "http://b#A"]),
        object_properties: Names::from_sorted(["http://a#p", "http://a#r-s"]),
        data_properties: Names::from_sorted(["http://a#d", "http://a#p"]),
        individuals: Names::from_sorted(["_:b0", "http://a#i", "http://a#true"]),
        prefixes: vec![(String::new(), "http://a#".into()), ("b".into(), "http://b#".into())],
        labels: vec![("http://a#A".into(), "the first".into())],
        ..Symbols::default()
    }
}

fuzz_target!(|text: &str| check::read_everywhere(text, &symbols()));
