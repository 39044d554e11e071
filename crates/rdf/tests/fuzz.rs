//! Random damage for every reader, for a bounded time: no panic, no hang, errors have a place.
//!
//! `EVOLEARNER_FUZZ_SECONDS` sets the time per format. Half of the cases have a fixed seed, so a
//! longer run starts with the same; the others are new each time.

mod common;

use std::time::{Duration, Instant};

use common::check_read;
use evolearner_rdf::Format;

const SEEDS: [(Format, &str); 8] = [
    (Format::RdfXml, include_str!("data/small.rdf")),
    (Format::Turtle, include_str!("data/all.ttl")),
    (Format::NTriples, include_str!("data/small.nq")),
    (Format::NQuads, include_str!("data/small.nq")),
    (Format::TriG, include_str!("data/small.trig")),
    (Format::JsonLd, include_str!("data/small.jsonld")),
    (Format::OwlXml, include_str!("data/all.owx")),
    (Format::OwlFunctional, include_str!("data/all.ofn")),
];

/// Pieces that mean something to a parser.
const PIECES: [&str; 40] = [
    "<",
    ">",
    "\"",
    "'",
    "\\",
    "&",
    ";",
    "#",
    "@",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ".",
    ":",
    "_:",
    "^^",
    "\r",
    "\n",
    "\0",
    "\u{feff}",
    "\u{10ffff}",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<?",
    "?>",
    "<!DOCTYPE",
    "<!ENTITY",
    "&lt;",
    "&#0;",
    "%",
    "xml:base=''",
    "@base <>",
    "\\u12",
    "\"@context\"",
    "\"@id\"",
];

/// xorshift: random numbers without a dependency; from 0 it would never move.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

fn damage(random: &mut Random, text: &mut Vec<u8>) {
    let start = random.below(text.len());
    let end = (start + random.below(30)).min(text.len());
    match random.below(6) {
        0 => text.truncate(start),
        1 => drop(text.drain(start..end)),
        2 => {
            let piece = PIECES[random.below(PIECES.len())];
            drop(text.splice(start..start, piece.bytes()));
        }
        3 => {
            let copy = text[start..end].to_vec();
            let target = random.below(text.len());
            drop(text.splice(target..target, copy));
        }
        4 if start < text.len() => text[start] = random.below(256) as u8,
        _ if start < text.len() => text[start] ^= 1 << random.below(8),
        _ => {}
    }
}

#[test]
fn damaged_files_never_panic_or_hang() {
    let seconds = std::env::var("EVOLEARNER_FUZZ_SECONDS").ok();
    let seconds: f64 = seconds.and_then(|text| text.parse().ok()).unwrap_or(0.5);
    for (format, seed) in SEEDS {
        // Cases of a fixed seed and of a fresh one take turns.
        let mut generators =
            evolearner_testing::seeds(0x9e37_79b9_7f4a_7c15).map(|seed| Random(seed | 1));
        let (start, mut n_cases, mut n_errors) = (Instant::now(), 0, 0);
        while start.elapsed().as_secs_f64() < seconds {
            let random = &mut generators[n_cases % 2];
            let mut text = seed.as_bytes().to_vec();
            for _ in 0..=random.below(5) {
                damage(random, &mut text);
            }
            let case = Instant::now();
            let forced = [None, Some(format)][random.below(2)];
            let is_read = check_read(&text, forced);
            assert!(case.elapsed() < Duration::from_secs(5), "{format} hangs");
            n_cases += 1;
            n_errors += usize::from(!is_read);
        }
        println!("{format}: {n_cases} cases, {n_errors} errors");
    }
}
