//! Damaged and forged snapshots: an error, never a panic and never another graph.

use std::fs::File;
use std::io::Write;
use std::ops::Range;

use evolearner_dl::{Damage, DamageCause, caught};
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

/// Where the directory starts; see the module documentation of the writer.
const HEADER: usize = 56;

fn sample() -> (Graph, Vec<u8>) {
    let graph = from_ntriples(&[TEXT]);
    assert!(graph.origin.inconsistency.is_some(), "a witness to store");
    assert!(!graph.origin.notices.is_empty(), "a notice to store");
    let bytes = snapshot(&graph);
    (graph, bytes)
}

fn word(bytes: &[u8], at: usize) -> usize {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes")) as usize
}

/// A section of a file: its bytes, and where the directory has its checksum.
type Section = (Range<usize>, usize);

/// The sections of a good file, found by their checksums.
fn sections(bytes: &[u8]) -> Vec<Section> {
    let directory = HEADER..HEADER + word(bytes, 16);
    let mut start = (directory.end + word(bytes, 32)).next_multiple_of(8);
    let mut found = Vec::new();
    while start < bytes.len() {
        let mut ends = (start + 8..=bytes.len()).step_by(8);
        let (end, at) = ends
            .find_map(|end| {
                let wanted = checksum(&bytes[start..end]).to_le_bytes();
                let at = bytes[directory.clone()].windows(8).position(|word| word == wanted)?;
                Some((end, HEADER + at))
            })
            .expect("every byte belongs to a section");
        found.push((start..end, at));
        start = end;
    }
    found
}

/// Makes checksums and lengths fit the parts, as an attacker would who knows the format. Directory and
/// origin keep their lengths where there are as many bytes.
fn forge(bytes: &mut [u8], sections: &[Section]) {
    for (range, at) in sections {
        if let Some(section) = bytes.get(range.clone()) {
            let checksum = checksum(section).to_le_bytes();
            bytes[*at..at + 8].copy_from_slice(&checksum);
        }
    }
    let (header, body) = bytes.split_at_mut(HEADER);
    let (directory, rest) = body.split_at(word(header, 16).min(body.len()));
    let (origin, _) = rest.split_at(word(header, 32).min(rest.len()));
    for (part, at) in [(directory, 16), (origin, 32)] {
        header[at..at + 8].copy_from_slice(&(part.len() as u64).to_le_bytes());
        header[at + 8..at + 16].copy_from_slice(&checksum(part).to_le_bytes());
    }
    let before = (HEADER + directory.len() + origin.len()).next_multiple_of(8);
    let n_sections = (HEADER + body.len()).saturating_sub(before) as u64;
    header[48..].copy_from_slice(&n_sections.to_le_bytes());
}

/// The same bytes as a file that is mapped.
fn mapped(bytes: &[u8]) -> Result<Graph, SnapshotError> {
    let mut file: File = tempfile::tempfile().expect("a folder for temporary files");
    file.write_all(bytes).expect("room for a few bytes");
    Graph::map_snapshot(&file, "sample.evo")
}

/// Checks of a mapped file come as late as possible: what is asked first finds damage.
fn check_mapped(bytes: &[u8], original: &Graph, what: &str) {
    let Ok(graph) = mapped(bytes) else { return };
    match caught(|| graph == *original) {
        Ok(is_same) => assert!(is_same, "{what}: another graph"),
        Err(damage) => {
            assert_eq!(&*damage.file, "sample.evo");
            assert!(graph.check().is_err(), "{what}: {damage}");
        }
    }
}

#[test]
fn forging_nothing_changes_nothing() {
    let (graph, mut bytes) = sample();
    let original = bytes.clone();
    let sections = sections(&bytes);
    // Names of four kinds, labels, synonyms, literals, classes, one object property, four data properties.
    assert_eq!(sections.len(), 13);
    forge(&mut bytes, &sections);
    assert_eq!(bytes, original);
    assert_eq!(Graph::read_snapshot(&bytes[..]).expect("a fresh snapshot"), graph);
}

#[test]
fn a_mapped_snapshot_is_the_same_graph_and_is_written_as_the_same_bytes() {
    let (graph, bytes) = sample();
    let mapped = mapped(&bytes).expect("a fresh snapshot");
    let (counts, n_bytes) = (mapped.counts(), mapped.heap_bytes());
    assert_eq!((counts, n_bytes), (graph.counts(), graph.heap_bytes()));
    assert_eq!(snapshot(&mapped), bytes);
    assert_eq!(mapped.identity(), graph.identity());
    mapped.check().expect("nothing is damaged");
    let clone = mapped.clone();
    drop(mapped);
    assert_eq!(clone, graph);
    // What a graph without anything has.
    let empty = snapshot(&Graph::default());
    assert_eq!(self::mapped(&empty).expect("a fresh snapshot"), Graph::default());
}

#[test]
fn a_part_is_checked_when_it_is_used_and_not_before() {
    let (graph, bytes) = sample();
    let role = graph.symbols.object_properties.find("http://e/r").expect("the role of the sample");
    let edges = graph.edges(role).forward.parts().2.iter().flat_map(|target| target.to_le_bytes());
    let edges: Vec<u8> = edges.collect();
    let at = bytes.windows(edges.len()).position(|window| window == edges).expect("stored");
    let mut bytes = bytes;
    bytes[at] ^= 1;
    let mapped = mapped(&bytes).expect("what is opened at once is whole");
    let symbols = &mapped.symbols;
    assert_eq!(symbols.individuals, graph.symbols.individuals);
    assert_eq!(mapped.classes_of_sample(), graph.classes_of_sample());
    let damage = Damage { file: "sample.evo".into(), cause: DamageCause::Checksum };
    for _ in 0..2 {
        assert_eq!(caught(|| mapped.edges(role).forward.n_edges()), Err(damage.clone()));
        assert_eq!(mapped.check(), Err(damage.clone()));
    }
}

trait OfSample {
    fn classes_of_sample(&self) -> Vec<usize>;
}

impl OfSample for Graph {
    fn classes_of_sample(&self) -> Vec<usize> {
        self.symbols.classes.iter().map(|(class, _)| self.instances(class).len()).collect()
    }
}

/// What Python compares knowledge bases by, which the header has as well.
fn identity(graph: &Graph) -> (u64, u64) {
    let bytes = snapshot(graph);
    assert_eq!(graph.identity(), (word(&bytes, 16) as u64, word(&bytes, 24) as u64));
    graph.identity()
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
        let error = mapped(&bytes[..end]).expect_err("not whole");
        let is_fit = match end {
            // Nothing cannot be mapped everywhere.
            0 => matches!(error, SnapshotError::NotASnapshot | SnapshotError::Io(_)),
            1..8 => matches!(error, SnapshotError::NotASnapshot),
            _ => matches!(error, SnapshotError::Length(there, _) if there == end as u64),
        };
        assert!(is_fit, "mapped, cut at {end}: {error}");
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
    assert!(matches!(mapped(&bytes), Err(SnapshotError::Length(..))));
}

#[test]
fn an_older_version_is_refused_with_what_to_do() {
    let (_, mut bytes) = sample();
    for version in [0u32, 3, 4, 5, 7] {
        bytes[8..12].copy_from_slice(&version.to_le_bytes());
        let error = Graph::read_snapshot(&bytes[..]).expect_err("another version");
        assert!(matches!(error, SnapshotError::Version(found) if found == version), "{error}");
        assert!(error.to_string().contains("evolearner snapshot"), "{error}");
        assert!(matches!(mapped(&bytes), Err(SnapshotError::Version(_))));
    }
}

#[test]
fn a_changed_byte_is_an_error_at_every_place() {
    let (graph, bytes) = sample();
    for index in 0..bytes.len() {
        for bits in [0x01, 0x10, 0x80, 0xff] {
            let mut bytes = bytes.clone();
            bytes[index] ^= bits;
            assert!(Graph::read_snapshot(&bytes[..]).is_err(), "byte {index} ^ {bits:#x}");
            check_mapped(&bytes, &graph, &format!("byte {index} ^ {bits:#x}"));
        }
    }
}

#[test]
fn a_header_cannot_ask_for_memory() {
    let (_, original) = sample();
    let sections = sections(&original);
    for at in [16, 32, 48] {
        let mut bytes = original.clone();
        bytes[at..at + 8].copy_from_slice(&u64::MAX.to_le_bytes());
        assert!(matches!(Graph::read_snapshot(&bytes[..]), Err(SnapshotError::Length(..))));
        assert!(matches!(mapped(&bytes), Err(SnapshotError::Length(..))));
    }
    // The same inside: every count of the payload claims as much as fits a number.
    for index in HEADER..original.len() - 8 {
        let mut bytes = original.clone();
        bytes[index..index + 8].copy_from_slice(&[0xff; 8]);
        forge(&mut bytes, &sections);
        if let Ok(graph) = Graph::read_snapshot(&bytes[..]) {
            read_all(&graph);
        }
        if let Ok(graph) = mapped(&bytes) {
            let _ = caught(|| read_all(&graph));
        }
    }
}

/// A checksum is no signature: with a forged one the content itself has to be checked. For a
/// bounded time (`EVOLEARNER_FUZZ_SECONDS`).
#[test]
fn a_forged_snapshot_is_an_error_or_a_graph_that_can_be_read() {
    let (_, original) = sample();
    let sections = sections(&original);
    let (mut n_errors, mut n_graphs, mut n_late) = (0, 0, 0);
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
        forge(&mut bytes, &sections);
        let read = Graph::read_snapshot(&bytes[..]);
        if let Ok(graph) = mapped(&bytes) {
            // Either way finds the same, sooner or later.
            let is_whole = caught(|| read_all(&graph)).is_ok();
            assert_eq!(graph.check().is_ok(), read.is_ok());
            assert!(is_whole || read.is_err());
            n_late += usize::from(!is_whole);
        } else {
            assert!(read.is_err(), "it could be read, and not mapped");
        }
        match read {
            Ok(graph) => {
                read_all(&graph);
                n_graphs += 1;
            }
            Err(_) => n_errors += 1,
        }
        bytes
    });
    println!("{n_errors} errors, {n_late} of them late, {n_graphs} graphs");
    assert!(n_errors > n_late && n_late > 0 && n_graphs > 0, "all ways are taken");
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
        forge(&mut bytes, &[]);
        if let Ok(graph) = Graph::read_snapshot(&bytes[..]) {
            read_all(&graph);
        }
    }
}
