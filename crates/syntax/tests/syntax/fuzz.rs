//! Damaged and shuffled texts for every parser, for a bounded time.
//!
//! `EVOLEARNER_FUZZ_SECONDS` sets the time. Half of the cases have a fixed seed, so a longer run
//! starts with the same; the others are new each time. `fuzz/` has the same check as targets for cargo-fuzz.

use std::time::Instant;

use evolearner_syntax::{dl, functional, manchester};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use crate::{check, random};

/// Pieces that mean something to a parser.
pub const WORDS: &[&str] = &[
    "⊓",
    "⊔",
    "¬",
    "∃",
    "∀",
    "≥",
    "≤",
    "=",
    "<",
    ">",
    "<=",
    ">=",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ",",
    ".",
    "⁻",
    "^-",
    "^^",
    "-",
    "@en",
    "\"x\"",
    "\"",
    "'",
    "5",
    "2.5",
    "2e3",
    "7f",
    "true",
    "and",
    "or",
    "not",
    "some",
    "only",
    "min",
    "max",
    "exactly",
    "value",
    "Self",
    "inverse",
    "Male",
    "hasSibling",
    "age",
    "d",
    "p",
    "anna",
    "xsd:double",
    "rdfs:Literal",
    "Top",
    "_:b0",
    "<http://a#Male>",
    "<http://www.w3.org/2002/07/owl#Thing>",
    "ObjectIntersectionOf",
    "DataSomeValuesFrom",
    "DatatypeRestriction",
    "xsd:minInclusive",
    "ObjectInverseOf",
    "DataOneOf",
    "DataComplementOf",
    "DataUnionOf",
];

/// Characters that are more, less or other than they look.
const ODD: [&str; 12] = [
    "\0",
    "\u{feff}",
    "\u{200b}",
    "\u{301}",
    "\u{2028}",
    "\u{10ffff}",
    "ß",
    "İ",
    "👩‍👧",
    "\r\n",
    "\u{a0}",
    "∃∃",
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

    fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from[self.below(from.len())]
    }
}

/// Words, gaps and signs, each on its own.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    for c in text.chars() {
        match pieces.last_mut() {
            Some(last) if c.is_alphanumeric() && last.ends_with(char::is_alphanumeric) => {
                last.push(c);
            }
            _ => pieces.push(c.to_string()),
        }
    }
    pieces
}

fn damage(random: &mut Random, pieces: &mut Vec<String>, other: &[String]) {
    let n = pieces.len();
    let start = random.below(n);
    let end = n.min(start + random.below(8));
    match random.below(9) {
        0 => pieces.truncate(start),
        1 => drop(pieces.drain(start..end)),
        2 => pieces.insert(start, random.pick(WORDS).to_owned()),
        3 => pieces.insert(start, random.pick(&ODD).to_owned()),
        4 if n > 0 => pieces.swap(start, random.below(n)),
        5 => {
            let copy = pieces[start..end].to_vec();
            let target = random.below(n);
            drop(pieces.splice(target..target, copy));
        }
        6 => {
            let from = random.below(other.len());
            drop(pieces.splice(start.., other[from..].iter().cloned()));
        }
        7 => {
            let repeated = pieces[start..end].concat().repeat(1 + random.below(200));
            pieces.insert(start, repeated);
        }
        _ if n > 0 => random.pick(WORDS).clone_into(&mut pieces[start]),
        _ => {}
    }
}

#[test]
fn damaged_texts_never_panic() {
    let seconds = std::env::var("EVOLEARNER_FUZZ_SECONDS").ok();
    let seconds: f64 = seconds.and_then(|text| text.parse().ok()).unwrap_or(2.0);
    let symbols = random::symbols();
    let (mut runner, concepts) = (TestRunner::deterministic(), random::concept());
    let mut texts: Vec<Vec<String>> = Vec::new();
    for _ in 0..100 {
        let concept = concepts.new_tree(&mut runner).expect("a concept").current();
        texts.push(pieces(&dl::print(&concept, &symbols)));
        texts.push(pieces(&manchester::print(&concept, &symbols)));
        texts.push(pieces(&functional::print(&concept, &symbols)));
    }
    // Cases of a fixed seed and of a fresh one take turns.
    let mut generators =
        evolearner_testing::seeds(0x9e37_79b9_7f4a_7c15).map(|seed| Random(seed | 1));
    let (start, mut n_cases) = (Instant::now(), 0);
    while start.elapsed().as_secs_f64() < seconds {
        let random = &mut generators[n_cases % 2];
        let mut text = texts[random.below(texts.len())].clone();
        let other = random.below(texts.len());
        for _ in 0..=random.below(4) {
            damage(random, &mut text, &texts[other]);
        }
        check::read_everywhere(&text.concat(), &symbols);
        n_cases += 1;
    }
    println!("{n_cases} cases");
}
