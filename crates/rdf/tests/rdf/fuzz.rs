//! Random damage for every reader, for a bounded time: no panic, no hang, errors have a place.
//!
//! `EVOLEARNER_FUZZ_SECONDS` sets the time per format.

use crate::common::check_read;
use evolearner_rdf::Format;
use evolearner_testing::fuzz::{damage, flip_bits, for_a_while};

const SEEDS: [(Format, &str); 9] = [
    (Format::RdfXml, include_str!("data/small.rdf")),
    (Format::Turtle, include_str!("data/all.ttl")),
    (Format::NTriples, include_str!("data/small.nq")),
    (Format::NQuads, include_str!("data/small.nq")),
    (Format::TriG, include_str!("data/small.trig")),
    (Format::JsonLd, include_str!("data/small.jsonld")),
    (Format::OwlXml, include_str!("data/all.owx")),
    (Format::OwlFunctional, include_str!("data/all.ofn")),
    (Format::Obo, include_str!("data/small.obo")),
];

/// Pieces that mean something to a parser.
const PIECES: [&str; 44] = [
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
    "[Term]\nid: ",
    " ! ",
    "{a=\"b\"}",
    "is_obsolete: true",
];

#[test]
fn damaged_files_never_panic_or_hang() {
    let bytes = |text: &str| text.as_bytes().to_vec();
    let (pieces, texts) = (PIECES.map(bytes), SEEDS.map(|(_, text)| bytes(text)));
    for (format, seed) in SEEDS {
        let mut n_errors = 0;
        let n_cases = for_a_while(0.5, |random, _| {
            let mut text = bytes(seed);
            for _ in 0..=random.below(3) {
                damage(random, &mut text, &pieces, &texts);
            }
            if random.chance(30) {
                flip_bits(random, &mut text, 3);
            }
            let forced = [None, Some(format)][random.below(2)];
            n_errors += usize::from(!check_read(&text, forced));
            String::from_utf8_lossy(&text).into_owned()
        });
        println!("{format}: {n_errors} errors in {n_cases} cases");
    }
}
