//! Damaged and forged snapshots: an error, never a panic and never another graph.

use evolearner_graph::codec::checksum;
use evolearner_graph::{Existentials, Graph, GraphSettings, Inference, SnapshotError};
use evolearner_owl::{Format, Input, OntologyBuilder};
use evolearner_testing::fuzz::{for_a_while, generators};
use evolearner_testing::graphs::{from_ntriples, read_all, snapshot};

/// A graph that has something of everything a snapshot holds.
const TEXT: &str = r#"
<http://e/A> <http://www.w3.org/2000/01/rdf-schema#subClassOf> <http://e/B> .
<http://e/A> <http://www.w3.org/2000/01/rdf-schema#label> "the first"@en .
<http://e/A> <http://www.w3.org/2000/01/rdf-schema#label> "das erste"@de .
<http://e/A> <http://www.w3.org/2004/02/skos/core#altLabel> "number one"@en .
<http://e/A> <http://www.w3.org/2002/07/owl#disjointWith> <http://e/C> .
<http://e/a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://e/A> .
<http://e/a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://e/C> .
<http://e/a> <http://e/r> <http://e/b> .
<http://e/b> <http://e/r> _:x .
_:x <http://e/r> <http://e/é> .
<http://e/a> <http://e/n> "7"^^<http://www.w3.org/2001/XMLSchema#integer> .
<http://e/b> <http://e/n> "1.5"^^<http://www.w3.org/2001/XMLSchema#double> .
<http://e/b> <http://e/n> "NaN"^^<http://www.w3.org/2001/XMLSchema#double> .
<http://e/b> <http://e/when> "2020-02-29"^^<http://www.w3.org/2001/XMLSchema#date> .
<http://e/b> <http://e/is> "true"^^<http://www.w3.org/2001/XMLSchema#boolean> .
<http://e/b> <http://e/says> "grüß \"Gott\"\n"@de-AT .
"#;

/// Where the two parts start; see the module documentation of the writer.
const HEADER: usize = 48;

fn sample() -> (Graph, Vec<u8>) {
    let graph = from_ntriples(&[TEXT]);
    assert!(graph.origin.inconsistency.is_some(), "a witness to store");
    assert!(!graph.origin.notices.is_empty(), "a notice to store");
    let bytes = snapshot(&graph);
    (graph, bytes)
}

/// The length of the first part, by the header.
fn n_facts(bytes: &[u8]) -> usize {
    u64::from_le_bytes(bytes[16..24].try_into().expect("eight bytes")) as usize
}

/// Makes the header fit the parts, as an attacker would who knows the format. The first part keeps
/// its length where there are as many bytes.
fn forge(bytes: &mut [u8]) {
    let (header, body) = bytes.split_at_mut(HEADER);
    let (facts, origin) = body.split_at(n_facts(header).min(body.len()));
    for (part, at) in [(facts, 16), (origin, 32)] {
        header[at..at + 8].copy_from_slice(&(part.len() as u64).to_le_bytes());
        header[at + 8..at + 16].copy_from_slice(&checksum(part).to_le_bytes());
    }
}

#[test]
fn forging_nothing_changes_nothing() {
    let (graph, mut bytes) = sample();
    let original = bytes.clone();
    forge(&mut bytes);
    assert_eq!(bytes, original);
    assert_eq!(Graph::read_snapshot(&bytes[..]).expect("a fresh snapshot"), graph);
}

/// What Python compares knowledge bases by: length and checksum of the facts.
fn identity(graph: &Graph) -> Vec<u8> {
    snapshot(graph)[16..32].to_vec()
}

#[test]
fn one_file_under_two_names_is_one_graph_and_other_settings_make_another() {
    let of = |name: &str, text: &str, settings| {
        let mut builder = OntologyBuilder::new();
        let bytes = Box::new(std::io::Cursor::new(text.to_owned()));
        let input = Input { name: name.to_owned(), bytes, format: Some(Format::NTriples) };
        builder.read(input).expect("triples");
        Graph::build(builder.finish(), settings).0
    };
    let usual = GraphSettings::default();
    let (one, other) = (of("one.nt", TEXT, usual), of("other.nt", TEXT, usual));
    assert_ne!(one, other, "the names are kept");
    assert_eq!(identity(&one), identity(&other));
    assert_eq!(one.origin.digest(), other.origin.digest());
    // A comment is no fact, but it makes another file.
    let commented = of("one.nt", &format!("{TEXT}# The end.\n"), usual);
    assert_eq!(identity(&one), identity(&commented));
    assert_ne!(one.origin.digest(), commented.origin.digest());
    // An empty file's notice names the file.
    let (one, other) = (of("one.nt", "", usual), of("other.nt", "", usual));
    assert_ne!(one.origin.notices, other.origin.notices);
    assert_eq!(identity(&one), identity(&other));
    // Without axioms nothing follows, but reports say what was asked for.
    let without = usual.with_inference(Inference::None);
    assert_ne!(identity(&one), identity(&of("one.nt", "", without)));
}

#[test]
fn a_snapshot_says_how_the_graph_was_made() {
    let mut builder = OntologyBuilder::new();
    for (name, text) in [("first.nt", TEXT), ("second.nt", "")] {
        let bytes = Box::new(text.as_bytes());
        let input = Input { name: name.to_owned(), bytes, format: Some(Format::NTriples) };
        builder.read(input).expect("triples");
    }
    let settings = GraphSettings::default()
        .with_inference(Inference::Classes)
        .with_existentials(Existentials::Materialize);
    let (graph, _) = Graph::build(builder.finish(), settings);
    let read = Graph::read_snapshot(&snapshot(&graph)[..]).expect("a fresh snapshot");
    let origin = &read.origin;
    let inputs: Vec<_> =
        origin.inputs.iter().map(|input| (&input.name[..], input.digest, input.bytes)).collect();
    let expected = [
        ("first.nt", checksum(TEXT.as_bytes()), TEXT.len() as u64),
        ("second.nt", checksum(b""), 0),
    ];
    assert_eq!(inputs, expected);
    assert_eq!(origin.inference, Inference::Classes);
    assert_eq!(origin.existentials, Existentials::Materialize);
    assert_eq!(origin.version, env!("CARGO_PKG_VERSION"));
    assert_eq!(read, graph);
}

#[test]
fn a_truncated_snapshot_is_an_error_at_every_length() {
    let (_, bytes) = sample();
    for end in 0..bytes.len() {
        let error = Graph::read_snapshot(&bytes[..end]).expect_err("not whole");
        let is_fit = match end {
            0..8 => matches!(error, SnapshotError::NotASnapshot),
            _ => matches!(error, SnapshotError::Length(there, _) if there == end as u64),
        };
        assert!(is_fit, "cut at {end}: {error}");
    }
}

#[test]
fn a_snapshot_that_goes_on_is_an_error() {
    let (_, mut bytes) = sample();
    bytes.push(0);
    let error = Graph::read_snapshot(&bytes[..]).expect_err("a byte too many");
    assert!(matches!(error, SnapshotError::Length(..)), "{error}");
    // It was once said that 1141 of 1140 bytes are there.
    assert!(error.to_string().contains("more follows"), "{error}");
}

#[test]
fn a_changed_byte_is_an_error_at_every_place() {
    let (_, bytes) = sample();
    for index in 0..bytes.len() {
        for bits in [0x01, 0x10, 0x80, 0xff] {
            let mut bytes = bytes.clone();
            bytes[index] ^= bits;
            assert!(Graph::read_snapshot(&bytes[..]).is_err(), "byte {index} ^ {bits:#x}");
        }
    }
}

#[test]
fn a_header_cannot_ask_for_memory() {
    let (_, mut bytes) = sample();
    bytes[16..24].copy_from_slice(&u64::MAX.to_le_bytes());
    assert!(matches!(Graph::read_snapshot(&bytes[..]), Err(SnapshotError::Length(..))));
    // The same inside: every count of the payload claims as much as fits a number.
    for index in HEADER..bytes.len() - 8 {
        let (_, mut bytes) = sample();
        bytes[index..index + 8].copy_from_slice(&[0xff; 8]);
        forge(&mut bytes);
        if let Ok(graph) = Graph::read_snapshot(&bytes[..]) {
            read_all(&graph);
        }
    }
}

/// A checksum is no signature: with a forged one the content itself has to be checked. For a
/// bounded time (`EVOLEARNER_FUZZ_SECONDS`).
#[test]
fn a_forged_snapshot_is_an_error_or_a_graph_that_can_be_read() {
    let (_, original) = sample();
    let (mut n_errors, mut n_graphs) = (0, 0);
    for_a_while(2.0, |random, _| {
        let mut bytes = original.clone();
        for _ in 0..=random.below(3) {
            let index = HEADER + random.below(bytes.len() - HEADER);
            match random.below(5) {
                0 => bytes[index] ^= 1 << random.below(8),
                1 => bytes[index] = bytes[index].wrapping_add(1),
                2 => bytes.truncate(index + 1),
                3 => bytes.insert(index, random.below(256) as u8),
                _ => {
                    let other = HEADER + random.below(bytes.len() - HEADER);
                    bytes.swap(index, other);
                }
            }
        }
        forge(&mut bytes);
        match Graph::read_snapshot(&bytes[..]) {
            Ok(graph) => {
                read_all(&graph);
                n_graphs += 1;
            }
            Err(_) => n_errors += 1,
        }
        bytes
    });
    println!("{n_errors} errors, {n_graphs} graphs");
    assert!(n_errors > 0 && n_graphs > 0, "both ways are taken");
}

#[test]
fn random_payloads_are_errors_or_graphs_that_can_be_read() {
    let mut generators = generators();
    let (_, original) = sample();
    for case in 0..2000 {
        let random = &mut generators[case % 2];
        let mut bytes = original[..HEADER].to_vec();
        let small = random.below(2) == 0;
        bytes.extend((0..random.below(600)).map(|_| {
            // Mostly zeros: a random number of eight bytes is never a length that fits.
            if small && random.below(8) > 0 { 0 } else { random.below(256) as u8 }
        }));
        forge(&mut bytes);
        if let Ok(graph) = Graph::read_snapshot(&bytes[..]) {
            read_all(&graph);
        }
    }
}
