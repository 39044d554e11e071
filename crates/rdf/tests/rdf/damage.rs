//! Damaged and hostile files end in an error with a position, never in a panic or a hang.

use std::fmt::Write;
use std::time::{Duration, Instant};

use crate::common::{Kept, load, read_as};
use evolearner_dl::{Budget, Resource, Stopped};
use evolearner_rdf::{ErrorKind, Format, Input, read_within};
use evolearner_testing::fuzz::{flip_bits, generators};

const TURTLE: &str = include_str!("data/all.ttl");
const FUNCTIONAL: &str = include_str!("data/all.ofn");
const OWL_XML: &str = include_str!("data/all.owx");
const OBO: &str = include_str!("data/small.obo");

const RDF_XML: &str = r##"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE rdf:RDF [ <!ENTITY owl 'http://www.w3.org/2002/07/owl#'> <!ENTITY e "http://e.org/#"> ]>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:owl="&owl;" xmlns:e="&e;" xml:base="http://e.org/">
  <owl:Class rdf:about="#A"><owl:unionOf rdf:parseType="Collection"><owl:Class rdf:about="&e;B"/></owl:unionOf></owl:Class>
  <e:A rdf:ID="a" e:d="1"><e:r rdf:resource="#b"/><e:l xml:lang="en">Äx &amp; y</e:l></e:A>
</rdf:RDF>
"##;

const JSON_LD: &str = r#"{"@context": {"e": "http://e.org/"}, "@id": "e:a", "@type": "e:A",
  "e:r": {"@id": "e:b"}, "e:l": {"@value": "Äx", "@language": "en"}, "e:n": [1, 2.5, true]}"#;

const N_TRIPLES: &str = "<http://a> <http://b> <http://c> .\n_:x <http://b> \"Ä \\\" \"@en .\n<http://a> <http://b> \"1\"^^<http://d> .\n";

fn samples() -> [(Format, &'static str); 7] {
    [
        (Format::RdfXml, RDF_XML),
        (Format::Turtle, TURTLE),
        (Format::NTriples, N_TRIPLES),
        (Format::JsonLd, JSON_LD),
        (Format::OwlXml, OWL_XML),
        (Format::OwlFunctional, FUNCTIONAL),
        (Format::Obo, OBO),
    ]
}

/// Reads under a watch: nothing may take long.
fn read_watched(bytes: &[u8], format: Format) -> bool {
    let start = Instant::now();
    let (report, _) = read_as("x", bytes, Some(format));
    assert!(start.elapsed() < Duration::from_secs(20), "{format} hangs");
    if let Err(error) = &report {
        let is_placed = error.position.is_some() || matches!(error.kind, ErrorKind::Io(_));
        assert!(is_placed, "no position: {error}");
    }
    report.is_ok()
}

#[test]
fn truncated_files_are_errors() {
    for (format, text) in samples() {
        let whole = text.trim_end().len();
        for end in 1..whole {
            let is_ok = read_watched(&text.as_bytes()[..end], format);
            // Line- and statement-based formats may end after any statement.
            let may_be_whole = match format {
                Format::Turtle | Format::NTriples | Format::Obo => text.is_char_boundary(end),
                _ => false,
            };
            assert!(!is_ok || may_be_whole, "{format} cut at {end} of {whole}");
        }
    }
}

#[test]
fn flipped_bits_never_panic() {
    let mut generators = generators();
    for (format, text) in samples() {
        for case in 0..400 {
            let mut bytes = text.as_bytes().to_vec();
            flip_bits(&mut generators[case % 2], &mut bytes, 4);
            read_watched(&bytes, format);
            let _ = read_as("x.owl", &bytes, None);
        }
    }
}

#[test]
fn wrong_encodings_are_errors_with_a_position() {
    for (format, text) in samples() {
        let latin: Vec<u8> = text.chars().map(|c| u32::from(c) as u8).collect();
        let (report, _) = read_as("x", &latin, None);
        let error = report.expect_err("Latin-1 is not UTF-8");
        assert!(matches!(error.kind, ErrorKind::Encoding(_)), "{error}");
        let (line, column) = error.position.expect("a position");
        let shown: Vec<&str> = text.lines().collect();
        let character = shown[line as usize - 1].chars().nth(column as usize - 1);
        assert_eq!(character, Some('Ä'), "{format}: {error}");
    }
}

#[test]
fn syntax_errors_have_the_right_line() {
    for (name, text, line) in [
        ("a.ttl", "@prefix : <http://e/> .\n\n:a :b ; .\n:a :b .\n", 3),
        ("a.nt", "<http://a> <http://b> <http://c> .\n<http://a> <http://b> .\n", 2),
        (
            "a.nt",
            "<http://a> <http://b> <http://c> .\n<http://a> <http://b <http://c> .\n<http://a> <http://b> <http://c> .\n",
            2,
        ),
        (
            "a.rdf",
            "<?xml version='1.0'?>\r\n<!DOCTYPE a [\r\n<!ENTITY a 'x'>\r\n]>\r\n<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>\r\n<rdf:li/>\r\n</rdf:RDF>",
            6,
        ),
        (
            "a.rdf",
            "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>\n<rdf:Description rdf:about='&b;'/>\n</rdf:RDF>",
            2,
        ),
        (
            "a.rdf",
            "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>\n\n</rdf:Rdf>",
            3,
        ),
        (
            "a.owx",
            "<Ontology xmlns='http://www.w3.org/2002/07/owl#'>\n<SubClassOf>\n<Class IRI='#a'/></SubClassOf>\n</Ontology>",
            3,
        ),
        (
            "a.owx",
            "<Ontology xmlns='http://www.w3.org/2002/07/owl#'>\n<Class IRI='&x;'/>\n</Ontology>",
            2,
        ),
        ("a.ofn", "Ontology(\n  SubClassOf(a:b owl:Thing))", 2),
        ("a.ofn", "Ontology(\n  SubClassOf(owl:Thing)\n)", 2),
        ("a.ofn", "Ontology(\n  ObjectUnionOf(owl:Thing owl:Thing)\n)", 2),
        ("a.ofn", "Ontology()\nOntology()", 2),
        ("a.json", "{\"@id\": \"http://a\",\n \"http://b\": [1 2]}", 2),
    ] {
        let (report, _) = read_as(name, text.as_bytes(), None);
        let error = report.expect_err(text);
        assert_eq!(error.position.map(|(line, _)| line), Some(line), "{error}\n{text}");
    }
}

#[test]
fn unknown_formats_name_the_formats_and_no_flag() {
    let (report, _) = read_as("x.owl", b"<!DOCTYPE html><html></html>", None);
    let error = report.expect_err("HTML").to_string();
    assert!(error.contains("turtle") && !error.contains("--"), "{error}");
}

#[test]
fn empty_files_are_empty() {
    for name in ["a.owl", "a.ttl", "a.nt", "-"] {
        for text in ["", " \n", "\u{feff}"] {
            let (report, _) = load(name, text.as_bytes());
            assert_eq!((report.n_triples, report.notes.len()), (0, 1), "{name} {text:?}");
        }
    }
}

#[test]
fn entities_cannot_explode() {
    let mut laughs = String::from("<!DOCTYPE a [\n<!ENTITY l0 'lolololol'>");
    for level in 1..12 {
        let reference = format!("&l{};", level - 1);
        let _ = write!(laughs, "\n<!ENTITY l{level} '{}'>", reference.repeat(10));
    }
    laughs +=
        "]>\n<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>&l11;</rdf:RDF>";
    // The quadratic kind: one long entity, named many times in one literal.
    let long = format!(
        "<!DOCTYPE a [<!ENTITY a '{}'>]><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:e='http://e#'><rdf:Description><e:p>{}</e:p></rdf:Description></rdf:RDF>",
        "x".repeat(60_000),
        "&a;".repeat(1_000_000),
    );
    for text in [laughs, long] {
        for format in [Format::RdfXml, Format::OwlXml] {
            let (report, _) = read_as("a.owl", text.as_bytes(), Some(format));
            let error = report.expect_err("an explosion");
            let is_refused = matches!(error.kind, ErrorKind::Limit(_) | ErrorKind::Syntax(_));
            assert!(is_refused && error.position.is_some(), "{error}");
        }
    }
}

#[test]
fn external_entities_are_not_fetched() {
    let text = "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/hostname'>]>\n<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:e='http://e#'><rdf:Description><e:p>TEXT</e:p></rdf:Description></rdf:RDF>";
    let (report, _) = load("a.owl", text.as_bytes());
    assert!(report.notes.iter().any(|note| note.contains("&e;")), "{report:?}");
    let used = text.replace("TEXT", "&e;");
    let error = read_as("a.owl", used.as_bytes(), None).0.expect_err("external");
    assert_eq!(error.position.map(|(line, _)| line), Some(2), "{error}");
}

/// Nesting of 30,000 levels in each format, on a thread with the usual small stack.
#[test]
fn deep_nesting_does_not_overflow_the_stack() {
    const LEVELS: usize = 30_000;
    let xml =
        "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:e='http://e#'>";
    let owl = "<Ontology xmlns='http://www.w3.org/2002/07/owl#'><SubClassOf><Class IRI='#a'/>";
    let nest = |start: &str, open: &str, middle: &str, close: &str, end: &str| {
        [start, &open.repeat(LEVELS), middle, &close.repeat(LEVELS), end].concat()
    };
    let cases = [
        (Format::Turtle, nest("@prefix : <http://e#> . :a :p ", "[ :p ", ":b", "]", " .")),
        (Format::Turtle, nest("@prefix : <http://e#> . :a :p ", "(", ":b", ")", " .")),
        (Format::TriG, nest("@prefix : <http://e#> . :g { :a :p ", "[ :p ", ":b", "]", " }")),
        (Format::RdfXml, nest(xml, "<e:A><e:p>", "", "</e:p></e:A>", "</rdf:RDF>")),
        (Format::JsonLd, nest("", "{\"http://e#p\": ", "1", "}", "")),
        (Format::JsonLd, nest("", "[", "", "]", "")),
        (
            Format::OwlXml,
            nest(
                owl,
                "<ObjectComplementOf>",
                "<Class IRI='#b'/>",
                "</ObjectComplementOf>",
                "</SubClassOf></Ontology>",
            ),
        ),
        (
            Format::OwlFunctional,
            nest("Ontology(SubClassOf(owl:Thing ", "ObjectComplementOf(", "owl:Thing", ")", "))"),
        ),
        (Format::OwlFunctional, nest("Ontology(", "Annotation(", "", ")", ")")),
    ];
    for (format, text) in cases {
        let start = Instant::now();
        let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(move || {
            let (report, _) = read_as("x", text.as_bytes(), Some(format));
            report.map(|report| report.n_triples).map_err(|error| error.to_string())
        });
        let outcome = thread.expect("a thread").join().expect("no overflow");
        println!("{format}: {outcome:?} in {:?}", start.elapsed());
    }
}

/// The parser of JSON-LD calls itself for every level. The stack is smaller than that of any thread
/// that reads, and a page larger than that of other tests, so that none of theirs is used again.
#[test]
fn json_is_read_up_to_a_depth_that_fits_the_stack_and_refused_beyond() {
    const LEVELS: usize = 100;
    let kinds = [
        ("{\"http://e#p\": ", "}", 1),
        ("{\"http://e#q\": 1, \"http://e#p\": ", ", \"@id\": \"http://e#a\"}", 1),
        ("{\"@context\": {\"p\": \"http://e#p\"}, \"p\": ", "}", 1),
        ("{\"@id\": \"http://e#a\", \"@graph\": ", "}", 1),
        ("{\"@reverse\": {\"http://e#p\": ", "}}", 2),
        ("{\"http://e#p\": [", "]}", 2),
        ("{\"http://e#p\": {\"@list\": [", "]}}", 3),
        ("{\"@included\": [", "]}", 2),
        ("[", "]", 1),
    ];
    for (open, close, n_levels) in kinds {
        let n = LEVELS / n_levels;
        let nested = |n: usize| [&open.repeat(n), "{}", &close.repeat(n)].concat();
        for (n, is_deep) in [(n - 2, false), (n + 1, true), (300 * n, true)] {
            let text = nested(n);
            let thread =
                std::thread::Builder::new().stack_size((1 << 20) + 4096).spawn(move || {
                    let (report, _) = read_as("x", text.as_bytes(), Some(Format::JsonLd));
                    report.map(|report| report.n_triples).map_err(|error| error.to_string())
                });
            let outcome = thread.expect("a thread").join().expect("no overflow");
            let is_refused =
                matches!(&outcome, Err(error) if error.contains("deeper than 100 levels"));
            assert_eq!(is_refused, is_deep, "{n} times {open}: {outcome:?}");
        }
    }
}

#[test]
fn huge_literals_are_read_or_refused() {
    let huge = "x".repeat(20 << 20);
    for (format, text) in [
        (Format::NTriples, format!("<http://a> <http://b> \"{huge}\" .\n")),
        (Format::Turtle, format!("<http://a> <http://b> '''{huge}''' .\n")),
        (Format::JsonLd, format!("{{\"@id\": \"http://a\", \"http://b\": \"{huge}\"}}")),
        (Format::RdfXml, RDF_XML.replace("Äx", &huge)),
        (Format::OwlXml, OWL_XML.replace("nested", &huge)),
        (Format::OwlFunctional, FUNCTIONAL.replace("nested", &huge)),
    ] {
        let start = Instant::now();
        let (report, _) = read_as("x", text.as_bytes(), Some(format));
        println!(
            "{format}: {:?} in {:?}",
            report.as_ref().map_err(ToString::to_string),
            start.elapsed()
        );
        if let Err(error) = report {
            assert!(matches!(error.kind, ErrorKind::Limit(_)) && error.position.is_some());
        }
    }
}

#[test]
fn odd_bases_do_no_harm() {
    for base in ["", "#", "foo", "foo:", "http:", "//x", "?", "http://e/%", " ", "é"] {
        let xml = format!(
            "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xml:base='{base}'><rdf:Description rdf:about='#a'><rdf:type rdf:resource='../b'/></rdf:Description></rdf:RDF>"
        );
        let owl = format!(
            "<Ontology xmlns='http://www.w3.org/2002/07/owl#' xml:base='{base}' ontologyIRI=''><Declaration><Class IRI='#a'/></Declaration></Ontology>"
        );
        let turtle = format!("@base <{base}> . <#a> a <../b> .");
        let json = format!(
            "{{\"@context\": {{\"@base\": \"{base}\"}}, \"@id\": \"#a\", \"@type\": \"../b\"}}"
        );
        for text in [xml, owl, turtle, json] {
            let (report, kept) = read_as("x", text.as_bytes(), None);
            assert!(report.is_ok() && !kept.triples.is_empty(), "{text}");
            for [subject, _, object] in &kept.triples {
                assert!(subject.contains(':') && object.contains(':'), "{subject} {object}");
            }
        }
    }
}

#[test]
fn depth_does_not_cost_quadratic_time() {
    const LEVELS: usize = 30_000;
    let xml =
        "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:e='http://e#'>";
    for open in
        ["<e:A rdf:about='#a'><e:p>", "<e:A xmlns:f='http://f#'><e:p>", "<e:A e:l='x'><e:p>"]
    {
        let text =
            [xml, &open.repeat(LEVELS), &"</e:p></e:A>".repeat(LEVELS), "</rdf:RDF>"].concat();
        let start = Instant::now();
        let (report, _) = read_as("x", text.as_bytes(), None);
        let error = report.expect_err("too deep");
        assert!(matches!(error.kind, ErrorKind::Limit(_)), "{error}");
        let column = xml.len() + open.repeat(10_000).len() + 2;
        assert_eq!(error.position, Some((1, column as u64)), "{error}");
        assert!(start.elapsed() < Duration::from_secs(20), "{open}");
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    std::io::Write::write_all(&mut packed, bytes).expect("memory takes everything");
    packed.finish().expect("memory takes everything")
}

#[test]
fn an_archive_within_an_archive_is_refused() {
    let once = gzip(N_TRIPLES.as_bytes());
    assert!(read_as("x.nt.gz", &once, None).0.is_ok());
    for forced in [None, Some(Format::NTriples)] {
        let (report, _) = read_as("x.nt.gz.gz", &gzip(&once), forced);
        let message = report.expect_err("two layers").to_string();
        assert!(message.contains("holds another archive (gzip); unpack it once"), "{message}");
    }
}

#[test]
fn what_an_archive_holds_is_bounded_by_what_the_caller_allows() {
    let text = N_TRIPLES.repeat(10_000);
    let packed = gzip(text.as_bytes());
    assert!(packed.len() * 100 < text.len(), "the archive is small");
    let read = |budget: &Budget, format| {
        let input = Input { name: "x".to_owned(), bytes: Box::new(&packed[..]), format };
        read_within(input, budget, &mut Kept::default()).map(|report| report.n_triples)
    };
    let enough = Budget { max_bytes: text.len() as u64, ..Budget::default() };
    assert_eq!(read(&enough, None).expect("it fits"), 30_000);
    let limit = text.len() as u64 - 1;
    let too_little = Budget { max_bytes: limit, ..Budget::default() };
    for format in [Format::NTriples, Format::Turtle, Format::TriG] {
        let error = read(&too_little, Some(format)).expect_err("one byte is missing");
        let stopped = Stopped::LimitReached { what: Resource::Bytes, limit };
        assert!(matches!(error.kind, ErrorKind::Stopped(found) if found == stopped), "{error}");
    }
    let cancelled = Budget::default();
    cancelled.cancel.cancel();
    let error = read(&cancelled, None).expect_err("it is cancelled");
    assert!(matches!(error.kind, ErrorKind::Stopped(Stopped::Cancelled)), "{error}");
}
