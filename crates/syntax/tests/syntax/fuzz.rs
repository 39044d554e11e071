//! Damaged and shuffled texts for every parser, for a bounded time.
//!
//! `EVOLEARNER_FUZZ_SECONDS` sets the time. `fuzz/` has the same check as targets for cargo-fuzz.

use evolearner_syntax::{dl, functional, manchester};
use evolearner_testing::concepts;
use evolearner_testing::fuzz::{damage, for_a_while};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use crate::check;

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

#[test]
fn damaged_texts_never_panic() {
    let symbols = concepts::symbols();
    let (mut runner, concept) = (TestRunner::deterministic(), concepts::concept());
    let mut texts: Vec<Vec<String>> = Vec::new();
    for _ in 0..100 {
        let concept = concept.new_tree(&mut runner).expect("a concept").current();
        texts.push(pieces(&dl::print(&concept, &symbols)));
        texts.push(pieces(&manchester::print(&concept, &symbols)));
        texts.push(pieces(&functional::print(&concept, &symbols)));
    }
    let words: Vec<Vec<String>> =
        WORDS.iter().chain(&ODD).map(|&word| vec![word.to_owned()]).collect();
    for_a_while(2.0, |random, _| {
        let mut text = random.pick(&texts).clone();
        for _ in 0..=random.below(4) {
            damage(random, &mut text, &words, &texts);
        }
        check::read_everywhere(&text.concat(), &symbols);
        text
    });
}
