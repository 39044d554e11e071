//! One ontology in all eight formats is one graph, however it is encoded and compressed.

use std::io::{self, Read, Write};

use crate::common::{Kept, load};
use evolearner_dl::checksum;
use evolearner_rdf::{Format, Input, read};
use oxrdfio::{JsonLdProfileSet, RdfFormat, RdfParser, RdfSerializer};

const TURTLE: &str = include_str!("data/all.ttl");
const FUNCTIONAL: &str = include_str!("data/all.ofn");
const OWL_XML: &str = include_str!("data/all.owx");

/// The Turtle file, written again by an independent serializer.
fn rewritten(format: RdfFormat) -> String {
    let mut writer = RdfSerializer::from_format(format).for_writer(Vec::new());
    let mut quads: Vec<_> = RdfParser::from_format(RdfFormat::Turtle)
        .for_slice(TURTLE)
        .map(|quad| quad.expect("the test data is valid"))
        .collect();
    // RDF/XML and JSON-LD nest what belongs together only if it comes together.
    quads.sort_by_key(|quad| quad.subject.to_string());
    for quad in &quads {
        writer.serialize_quad(quad).expect("a quad of the default graph");
    }
    String::from_utf8(writer.finish().expect("a vector")).expect("UTF-8")
}

/// Every format with its text.
fn all() -> [(Format, String); 8] {
    let json = RdfFormat::JsonLd { profile: JsonLdProfileSet::empty() };
    let ntriples = rewritten(RdfFormat::NTriples);
    let nquads = ntriples.replace(" .\n", " <http://example.org/g> .\n");
    [
        (Format::RdfXml, rewritten(RdfFormat::RdfXml)),
        (Format::Turtle, TURTLE.to_owned()),
        (Format::NTriples, ntriples.clone()),
        (Format::NQuads, nquads),
        (Format::TriG, format!("GRAPH <http://example.org/g> {{\n{ntriples}}}")),
        (Format::JsonLd, rewritten(json)),
        (Format::OwlXml, OWL_XML.to_owned()),
        (Format::OwlFunctional, FUNCTIONAL.to_owned()),
    ]
}

fn expected() -> Kept {
    load("all.ttl", TURTLE.as_bytes()).1
}

fn assert_same(kept: &Kept, expect: &Kept, what: &str) {
    let (found, expect) = (kept.canonical(), expect.canonical());
    let extra: Vec<_> = found.difference(&expect).collect();
    let missing: Vec<_> = expect.difference(&found).collect();
    assert!(
        extra.is_empty() && missing.is_empty(),
        "{what}\nextra: {extra:#?}\nmissing: {missing:#?}"
    );
}

#[test]
fn eight_formats_give_one_graph() {
    let expect = expected();
    for (format, text) in all() {
        let (report, kept) = load("noname", text.as_bytes());
        assert_eq!(report.format, format);
        assert_eq!(report.n_triples, kept.triples.len() as u64);
        assert_same(&kept, &expect, &format.to_string());
    }
}

fn utf16(text: &str, mark: bool, big: bool) -> Vec<u8> {
    let units = mark.then_some('\u{feff}').into_iter().chain(text.chars());
    let mut buffer = [0; 2];
    units
        .flat_map(|c| {
            let units = c.encode_utf16(&mut buffer).to_vec();
            units.into_iter().flat_map(
                |unit| {
                    if big { unit.to_be_bytes() } else { unit.to_le_bytes() }
                },
            )
        })
        .collect()
}

/// A compression by name.
type Packer = (&'static str, fn(&[u8]) -> Vec<u8>);

const PACKERS: [Packer; 4] =
    [("plain", <[u8]>::to_vec), ("gzip", gzip), ("bzip2", bzip2), ("zstd", zstd)];

/// Two members, as concatenated archives have.
fn gzip(bytes: &[u8]) -> Vec<u8> {
    let (first, second) = bytes.split_at(bytes.len() / 2);
    [first, second]
        .into_iter()
        .flat_map(|half| {
            let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            writer.write_all(half).expect("a vector");
            writer.finish().expect("a vector")
        })
        .collect()
}

fn bzip2(bytes: &[u8]) -> Vec<u8> {
    let (first, second) = bytes.split_at(bytes.len() / 2);
    [first, second]
        .into_iter()
        .flat_map(|half| {
            let mut writer = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
            writer.write_all(half).expect("a vector");
            writer.finish().expect("a vector")
        })
        .collect()
}

/// A skippable frame between two real ones.
fn zstd(bytes: &[u8]) -> Vec<u8> {
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};
    let (first, second) = bytes.split_at(bytes.len() / 2);
    let mut packed = compress_to_vec(first, CompressionLevel::Fastest);
    packed.extend_from_slice(&[0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
    packed.extend(compress_to_vec(second, CompressionLevel::Fastest));
    packed
}

#[test]
fn encodings_and_compression_do_not_matter() {
    let expect = expected();
    for (format, text) in all() {
        let mut encoded = vec![
            ("UTF-8", text.clone().into_bytes()),
            ("UTF-8", [b"\xef\xbb\xbf", text.as_bytes()].concat()),
            ("UTF-16LE", utf16(&text, true, false)),
            ("UTF-16BE", utf16(&text, true, true)),
            ("UTF-16LE", utf16(&text, false, false)),
            ("UTF-16BE", utf16(&text, false, true)),
        ];
        if matches!(format, Format::RdfXml | Format::OwlXml) {
            let body = text.split_once("?>").expect("a declaration").1;
            let latin = format!("<?xml version='1.0' encoding='ISO-8859-1'?>{body}");
            let latin = latin.chars().map(|c| u8::try_from(u32::from(c)).expect("Latin-1"));
            encoded.push(("windows-1252", latin.collect()));
        }
        for (encoding, bytes) in encoded {
            for (packing, pack) in PACKERS {
                let (report, kept) = load("noname", &pack(&bytes));
                assert_eq!((report.format, report.encoding), (format, encoding));
                assert_eq!(report.notes.is_empty(), encoding == "UTF-8", "{report:?}");
                assert_same(&kept, &expect, &format!("{format} {encoding} {packing}"));
            }
        }
    }
}

/// Bytes that come three at a time, as from a slow pipe.
struct Slow<'a>(&'a [u8]);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = buffer.len().min(3);
        self.0.read(&mut buffer[..n])
    }
}

#[test]
fn the_digest_is_that_of_the_stored_bytes_however_they_come() {
    for (format, text) in all() {
        for (packing, pack) in PACKERS {
            // A parser could stop where the document ends.
            let text = text.clone() + &" \n".repeat(40_000);
            let packed = pack(text.as_bytes());
            for bytes in [Box::new(&packed[..]) as Box<dyn Read + Send>, Box::new(Slow(&packed))] {
                let input = Input { name: "noname".to_owned(), bytes, format: None };
                let report = read(input, &mut Kept::default()).expect("a valid file");
                let found = (report.digest, report.n_bytes);
                assert_eq!(found, (checksum(&packed), packed.len() as u64), "{format} {packing}");
            }
        }
    }
}

#[test]
fn line_ends_do_not_matter() {
    let expect = expected();
    for (format, text) in all() {
        for line_end in ["\r", "\r\n"] {
            let (report, kept) = load("noname", text.replace('\n', line_end).as_bytes());
            assert_eq!(report.format, format);
            assert_same(&kept, &expect, &format!("{format} {line_end:?}"));
        }
    }
}

#[test]
fn prefixes_reach_the_sink() {
    for (format, text) in all() {
        let (_, kept) = load("noname", text.as_bytes());
        let has_default =
            kept.prefixes.contains(&(String::new(), "http://example.org/o#".to_owned()));
        let declares = matches!(format, Format::Turtle | Format::OwlXml | Format::OwlFunctional);
        assert_eq!(has_default, declares, "{format}: {:?}", kept.prefixes);
    }
}

#[test]
fn truncated_and_damaged_archives_are_errors_that_say_so() {
    let (_, text) = &all()[2];
    for (packing, pack) in PACKERS.into_iter().skip(1) {
        let packed = pack(text.as_bytes());
        for end in (8..packed.len()).step_by(packed.len() / 50) {
            let (report, _) = crate::common::read_as("a.nt", &packed[..end], None);
            // A cut between two members leaves a whole file that ends in mid-line.
            let error = report.expect_err(packing).to_string();
            assert!(error.contains("archive") || error.contains("a.nt:"), "{error}");
        }
        let mut damaged = packed.clone();
        let middle = damaged.len() / 3;
        damaged[middle..middle + 8].fill(0xff);
        // Bytes come out before the checksum does, so the parser may be the first to complain.
        let (report, _) = crate::common::read_as("a.nt", &damaged, None);
        let error = report.expect_err(packing).to_string();
        assert!(error.contains("archive") || error.contains("a.nt:"), "{error}");
    }
}
