//! Damaged problem texts for every reader, for a bounded time.
//!
//! `EVOLEARNER_FUZZ_SECONDS` sets the time. `fuzz/` has the same check as a target for cargo-fuzz.

use crate::common::{TEXTS, check};
use evolearner_testing::fuzz::{damage, for_a_while};

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

#[test]
fn damaged_problems_never_panic_or_hang() {
    let chars = |text: &str| text.chars().collect::<Vec<char>>();
    let (pieces, texts) = (PIECES.map(chars), TEXTS.map(chars));
    for_a_while(1.0, |random, _| {
        let mut text = random.pick(&texts).clone();
        for _ in 0..=random.below(5) {
            damage(random, &mut text, &pieces, &texts);
        }
        let text: String = text.iter().collect();
        check(&text);
        text
    });
}
