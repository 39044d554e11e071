//! Damaged copies of the benchmark files: an error that says where, or a graph; never a panic, a
//! hang or a stack that overflows.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::common::load_bytes;
use evolearner::{Graph, LoadError};
use evolearner_owl::ErrorKind;
use evolearner_testing::data;
use evolearner_testing::fuzz::{flip_bits, generators};

/// No copy of a file below [`MAX_BYTES`] may take longer, however slow or busy the machine.
const MAX_TIME: Duration = Duration::from_mins(1);

/// Larger files tell nothing new and take long.
const MAX_BYTES: u64 = 1_000_000;

const HUGE_LITERAL: usize = 20 << 20;
const NESTING: usize = 30_000;

struct Sample {
    name: String,
    bytes: Vec<u8>,
    is_xml: bool,
}

fn samples() -> Vec<Sample> {
    let Some(folder) = data::folder() else { return Vec::new() };
    let is_small = |path: &PathBuf| fs::metadata(path).is_ok_and(|file| file.len() < MAX_BYTES);
    let samples: Vec<Sample> = data::knowledge_bases(&folder)
        .into_iter()
        .filter(is_small)
        .map(|path| {
            let bytes = fs::read(&path).expect("a readable file");
            let is_xml = bytes.windows(8).any(|window| window == b"<rdf:RDF");
            Sample { name: path.display().to_string(), bytes, is_xml }
        })
        .collect();
    assert!(!samples.is_empty(), "no small file among the data sets");
    samples
}

/// Loads a copy on a watch. An error names the input and, if it is about the text, the place.
fn load_watched(name: &str, bytes: &[u8]) -> Result<Graph, String> {
    let start = Instant::now();
    let outcome = load_bytes(name, bytes);
    let elapsed = start.elapsed();
    assert!(elapsed < MAX_TIME, "{name} took {elapsed:?}");
    match outcome {
        Ok(loaded) => Ok(loaded.graph),
        Err(LoadError::Read(error)) => {
            assert_eq!(error.input, name);
            let needs_place = !matches!(error.kind, ErrorKind::UnknownFormat(_) | ErrorKind::Io(_));
            assert!(error.position.is_some() || !needs_place, "no position: {error}");
            Err(error.to_string())
        }
        Err(error) => panic!("{name}: not an error of reading: {error}"),
    }
}

#[test]
fn a_truncated_file_is_an_error_or_a_smaller_one() {
    for sample in samples() {
        let whole = load_watched(&sample.name, &sample.bytes).expect("the undamaged file loads");
        let n_bytes = sample.bytes.trim_ascii_end().len();
        for place in 0..20 {
            let end = n_bytes * place / 20;
            match load_watched(&sample.name, &sample.bytes[..end]) {
                Err(_) => {}
                // Nothing at all is an empty file; Turtle may end after any statement.
                Ok(part) => {
                    let may_load = end == 0 || !sample.is_xml;
                    assert!(may_load, "{} cut at {end} of {n_bytes}", sample.name);
                    assert!(part.origin.triples < whole.origin.triples, "{}", sample.name);
                }
            }
        }
    }
}

#[test]
fn flipped_bits_never_panic() {
    let (mut n_errors, mut n_loaded) = (0, 0);
    for sample in samples() {
        let mut generators = generators();
        for case in 0..50 {
            let mut bytes = sample.bytes.clone();
            flip_bits(&mut generators[case % 2], &mut bytes, 1);
            match load_watched(&sample.name, &bytes) {
                Ok(_) => n_loaded += 1,
                Err(_) => n_errors += 1,
            }
        }
    }
    println!("{n_errors} errors, {n_loaded} copies loaded");
}

/// Lines as people count them, whatever ends them.
fn n_lines(text: &str) -> u64 {
    let n_returns = text.matches('\r').count() - text.matches("\r\n").count();
    (text.matches('\n').count() + n_returns + 1) as u64
}

#[test]
fn a_wrong_encoding_is_an_error_with_a_position() {
    for sample in samples() {
        let text = String::from_utf8_lossy(&sample.bytes);
        // A character of its own at a known place: a comment at the end, where all may have one.
        let comment = if sample.is_xml { "<!-- Grüße -->" } else { "# Grüße" };
        let text = format!("{}\n{comment}", text.trim_end());
        let latin: Vec<u8> = text.chars().map(|c| u8::try_from(c).unwrap_or(b'?')).collect();
        let declares_latin = text[..text.len().min(200)].to_lowercase().contains("8859-1");
        match load_bytes(&sample.name, &latin) {
            Ok(_) => assert!(declares_latin, "{}: Latin-1 passes for UTF-8", sample.name),
            Err(LoadError::Read(error)) => {
                assert!(matches!(error.kind, ErrorKind::Encoding(_)), "{error}");
                let line = n_lines(&text);
                // Files whose own text is not ASCII fail earlier, and rightly so.
                let is_ours = text[..text.len() - comment.len()].is_ascii();
                let found = error.position.map(|place| place.0);
                assert!(found == Some(line) || !is_ours && found < Some(line), "{line}: {error}");
            }
            Err(error) => panic!("{error}"),
        }
        // UTF-16 without a mark, under a declaration that says UTF-8 (or none, which means it).
        // Zero bytes give it away, so it may be read for what it is; read as less it may not be.
        let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        if let Ok(graph) = load_watched(&sample.name, &wide) {
            let whole =
                load_watched(&sample.name, &sample.bytes).expect("the undamaged file loads");
            assert_eq!(graph.counts(), whole.counts(), "{}", sample.name);
        }
    }
}

/// Adds triples at the end of a file, in its own syntax.
fn with_addition(sample: &Sample, xml: &str, turtle: &str) -> Vec<u8> {
    let mut bytes = sample.bytes.trim_ascii_end().to_vec();
    if sample.is_xml {
        let close = b"</rdf:RDF>";
        let end = bytes.windows(close.len()).rposition(|window| window == close);
        bytes.truncate(end.expect("a root that is closed"));
        bytes.extend_from_slice(xml.as_bytes());
        bytes.extend_from_slice(close);
    } else {
        bytes.extend_from_slice(turtle.as_bytes());
    }
    bytes
}

#[test]
fn a_huge_literal_is_read_or_refused() {
    let huge = "x".repeat(HUGE_LITERAL);
    for sample in samples() {
        let xml = format!(
            "<rdf:Description rdf:about='http://e#x'><note xmlns='http://e#'>{huge}</note></rdf:Description>"
        );
        let turtle = format!("\n<http://e#x> <http://e#note> \"{huge}\" .\n");
        match load_watched(&sample.name, &with_addition(&sample, &xml, &turtle)) {
            Ok(graph) => {
                let longest = (0..graph.literals.len() as u32)
                    .map(|id| graph.literals.lexical(evolearner::LiteralId(id)).len())
                    .max();
                assert_eq!(longest, Some(HUGE_LITERAL), "{}", sample.name);
            }
            Err(error) => assert!(error.contains("longer than"), "{error}"),
        }
    }
}

const PREFIXES: &str = "@prefix owl: <http://www.w3.org/2002/07/owl#> .\n\
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n@prefix : <http://e#> .\n";
const XML_ROOT: &str = "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' \
    xmlns:rdfs='http://www.w3.org/2000/01/rdf-schema#' xmlns:owl='http://www.w3.org/2002/07/owl#'>";

/// `:A ⊑ ∃p.∃p.….B`, written by nesting.
fn nested_turtle() -> String {
    let open = "[ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom ";
    format!(
        "\n{PREFIXES}:p a owl:ObjectProperty .\n:a a :A .\n:A rdfs:subClassOf {}:B{} .\n",
        open.repeat(NESTING),
        " ]".repeat(NESTING)
    )
}

/// The same as an element, to stand in any root.
fn nested_xml() -> String {
    let open = "<owl:Restriction><owl:onProperty rdf:resource='http://e#p'/><owl:someValuesFrom>";
    let close = "</owl:someValuesFrom></owl:Restriction>";
    format!(
        "<owl:Class xmlns:owl='http://www.w3.org/2002/07/owl#' rdf:about='http://e#A'>\
         <rdfs:subClassOf xmlns:rdfs='http://www.w3.org/2000/01/rdf-schema#'>{}\
         <owl:Class rdf:about='http://e#B'/>{}</rdfs:subClassOf></owl:Class>",
        open.repeat(NESTING),
        close.repeat(NESTING)
    )
}

/// The same by labels, so that no parser sees any nesting and the mapping sees all of it.
fn flat_turtle() -> String {
    let mut text = format!(
        "{PREFIXES}:p a owl:ObjectProperty .\n:a a :A , _:n0 .\n:A rdfs:subClassOf _:n0 .\n"
    );
    for level in 0..NESTING {
        let next = level + 1;
        let _ = writeln!(
            text,
            "_:n{level} a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom _:n{next} ."
        );
    }
    let _ = writeln!(text, "_:n{NESTING} owl:complementOf :B .");
    text
}

fn flat_xml() -> String {
    let mut text = format!(
        "{XML_ROOT}<owl:Class rdf:about='http://e#A'><rdfs:subClassOf rdf:nodeID='n0'/></owl:Class>\
         <rdf:Description rdf:about='http://e#a'><rdf:type rdf:resource='http://e#A'/></rdf:Description>"
    );
    for level in 0..NESTING {
        let next = level + 1;
        let _ = write!(
            text,
            "<owl:Restriction rdf:nodeID='n{level}'><owl:onProperty rdf:resource='http://e#p'/>\
             <owl:allValuesFrom rdf:nodeID='n{next}'/></owl:Restriction>"
        );
    }
    let _ = write!(
        text,
        "<owl:Class rdf:nodeID='n{NESTING}'><owl:complementOf rdf:resource='http://e#B'/></owl:Class></rdf:RDF>"
    );
    text
}

/// A chain of complements: nothing here can be shortened by a quantifier.
fn flat_complements() -> String {
    let mut text = format!("{PREFIXES}:a a _:n0 .\n:B a owl:Class .\n");
    for level in 0..NESTING {
        let next = level + 1;
        let target = if next == NESTING { ":B".to_owned() } else { format!("_:n{next}") };
        let _ = writeln!(text, "_:n{level} a owl:Class ; owl:complementOf {target} .");
    }
    text
}

#[test]
fn deep_nesting_inside_a_file_is_read_or_refused() {
    let (xml, turtle) = (nested_xml(), nested_turtle());
    for sample in samples() {
        let bytes = with_addition(&sample, &xml, &turtle);
        match load_watched(&sample.name, &bytes) {
            Ok(graph) => assert!(graph.origin.triples as usize > NESTING, "{}", sample.name),
            Err(error) => assert!(sample.is_xml && error.contains("deep"), "{error}"),
        }
    }
}

/// Whole loads on a thread with the stack that a worker thread gets by default.
#[test]
fn deep_nesting_does_not_overflow_the_stack() {
    let cases = [
        ("nested.ttl", nested_turtle()),
        ("nested.owl", format!("{XML_ROOT}{}</rdf:RDF>", nested_xml())),
        ("flat.ttl", flat_turtle()),
        ("flat.owl", flat_xml()),
        ("complements.ttl", flat_complements()),
    ];
    for (name, text) in cases {
        let start = Instant::now();
        let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(move || {
            let graph = load_watched(name, text.as_bytes());
            graph.map(|graph| (graph.origin.triples, graph.counts()))
        });
        let outcome = thread.expect("a thread").join().expect("no panic");
        println!("{name}: {outcome:?} in {:?}", start.elapsed());
        match outcome {
            Ok((triples, counts)) => {
                assert!(triples as usize >= NESTING, "{name}");
                assert!(counts.class >= 1, "{name}: the assertion on :a is still there");
            }
            // RDF/XML bounds the depth of elements, and says where it gave up.
            Err(error) => {
                assert!(name == "nested.owl" && error.contains("nested.owl:1:"), "{error}");
            }
        }
    }
}
