//! Reads N-Triples with nothing but the parser, as our reader uses it, and prints how many there are. What `time`
//! says of it is what `docs/growing.md` compares loading with.
//!
//! `cargo run --profile bench -p evolearner-kit --example bare -- FILE`
//!
//! The release profile hardly optimises examples, and with them the parser, whose code is generic.

#[path = "../benches/measure/mod.rs"]
mod measure;

use std::fs::File;

use measure::{Care, Notation, parse};

fn main() {
    let path = std::env::args().nth(1).expect("a file of N-Triples, or a pipe with a name");
    let file = File::open(path).expect("it can be read");
    println!("{}", parse(Notation::NTriples, Care::Lenient, file));
}
