//! Damaged problem texts for every reader, for a bounded time.
//!
//! `EVOLEARNER_FUZZ_SECONDS` sets the time. Half of the cases have a fixed seed, so a longer run
//! starts with the same; the others are new each time. `fuzz/` has the same check as a target for cargo-fuzz.

mod common;

use std::time::{Duration, Instant};

use common::{TEXTS, check};

/// Pieces that mean something to a parser.
const PIECES: [&str; 36] = [
    "[",
    "]",
    "{",
    "}",
    "(",
    ")",
    "\"",
    "'",
    "\"\"\"",
    ",",
    ":",
    ";",
    "=",
    ".",
    "+",
    "-",
    "%",
    "#",
    "/*",
    "*/",
    "//",
    "<",
    ">",
    "\\",
    "\\ud800",
    "\n",
    "\r",
    "\0",
    "\u{feff}",
    "é",
    "null",
    "1e999",
    "[[",
    "positives",
    "pos",
    "lp.type",
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

fn damage(random: &mut Random, text: &mut Vec<char>) {
    let start = random.below(text.len());
    let end = (start + random.below(30)).min(text.len());
    let target = random.below(text.len());
    match random.below(6) {
        0 => text.truncate(start),
        1 => drop(text.drain(start..end)),
        2 => drop(text.splice(start..start, PIECES[random.below(PIECES.len())].chars())),
        3 => {
            let copy = text[start..end].to_vec();
            drop(text.splice(target..target, copy));
        }
        4 => {
            let other: Vec<char> = TEXTS[random.below(TEXTS.len())].chars().collect();
            let from = random.below(other.len());
            drop(text.splice(start.., other[from..].iter().copied()));
        }
        _ if start < text.len() => text.swap(start, target),
        _ => {}
    }
}

#[test]
fn damaged_problems_never_panic_or_hang() {
    let seconds = std::env::var("EVOLEARNER_FUZZ_SECONDS").ok();
    let seconds: f64 = seconds.and_then(|text| text.parse().ok()).unwrap_or(1.0);
    // Cases of a fixed seed and of a fresh one take turns.
    let mut generators =
        evolearner_testing::seeds(0x9e37_79b9_7f4a_7c15).map(|seed| Random(seed | 1));
    let (start, mut n_cases) = (Instant::now(), 0);
    while start.elapsed().as_secs_f64() < seconds {
        let random = &mut generators[n_cases % 2];
        let mut text: Vec<char> = TEXTS[random.below(TEXTS.len())].chars().collect();
        for _ in 0..=random.below(5) {
            damage(random, &mut text);
        }
        let case = Instant::now();
        check(&text.iter().collect::<String>());
        assert!(
            case.elapsed() < Duration::from_secs(5),
            "hangs: {}",
            text.iter().collect::<String>()
        );
        n_cases += 1;
    }
    println!("{n_cases} cases");
}
