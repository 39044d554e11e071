//! Compares [`evolearner_rdf::read`] with the bare parsers of the RDF library on the same bytes.
//!
//! `cargo run --release -p evolearner-rdf --example read_speed -- FILE…` takes N-Triples and
//! RDF/XML files; without a file it makes a million triples of N-Triples. Each is read
//! alternately by both, and the best of several rounds counts.

use std::time::{Duration, Instant};

use evolearner_rdf::{Input, Term, TripleSink, read};
use oxrdfio::{RdfFormat, RdfParser};

/// Takes everything and does nothing.
struct Nothing;

impl TripleSink for Nothing {
    fn triple(&mut self, subject: Term<'_>, predicate: &str, object: Term<'_>) {
        std::hint::black_box((subject, predicate, object));
    }

    fn prefix(&mut self, _prefix: &str, _iri: &str) {}
}

fn million_triples() -> Vec<u8> {
    let mut text = Vec::new();
    for index in 0..1_000_000_u32 {
        let subject = format!("<http://example.org/person/{}>", index / 5);
        let rest = match index % 5 {
            0 => "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://example.org/Person>"
                .to_owned(),
            1 => format!(
                "<http://example.org/age> \"{}\"^^<http://www.w3.org/2001/XMLSchema#integer>",
                index % 90
            ),
            _ => format!(
                "<http://example.org/knows> <http://example.org/person/{}>",
                index % 977 * 7
            ),
        };
        text.extend_from_slice(format!("{subject} {rest} .\n").as_bytes());
    }
    text
}

fn timed(work: impl FnOnce() -> u64) -> (Duration, u64) {
    let start = Instant::now();
    let n_triples = work();
    (start.elapsed(), n_triples)
}

fn compare(name: &str, bytes: &[u8]) {
    let format = match name.rsplit('.').next() {
        Some("nt") => RdfFormat::NTriples,
        Some("ttl") => RdfFormat::Turtle,
        _ => RdfFormat::RdfXml,
    };
    let bare = |is_lenient: bool| {
        let parser = RdfParser::from_format(format);
        let parser = if is_lenient { parser.lenient() } else { parser };
        let triples = parser.for_reader(bytes).inspect(|triple| {
            std::hint::black_box(triple.is_ok());
        });
        triples.count() as u64
    };
    let ours = || {
        let input = Input { name: name.to_owned(), bytes: Box::new(bytes), format: None };
        match read(input, &mut Nothing) {
            Ok(report) => report.n_triples,
            Err(error) => panic!("{error}"),
        }
    };
    let mut best = [Duration::MAX; 3];
    let mut n_triples = 0;
    for _ in 0..7 {
        let rounds = [timed(ours), timed(|| bare(true)), timed(|| bare(false))];
        for (best, (time, count)) in best.iter_mut().zip(rounds) {
            *best = (*best).min(time);
            n_triples = count;
        }
    }
    let [ours, lenient, strict] = best.map(|time| time.as_secs_f64());
    println!(
        "{name}: {n_triples} triples, {:.1} MB; read {ours:.3} s, bare lenient {lenient:.3} s (ratio {:.3}), bare strict {strict:.3} s (ratio {:.3})",
        bytes.len() as f64 / 1e6,
        ours / lenient,
        ours / strict,
    );
}

fn main() {
    let files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        compare("million.nt", &million_triples());
    }
    for file in &files {
        match std::fs::read(file) {
            Ok(bytes) => compare(file, &bytes),
            Err(error) => println!("{file}: {error}"),
        }
    }
}
