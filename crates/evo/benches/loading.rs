//! Loading held against the bare RDF parser on the same bytes, on one core.
//!
//! `ratios` prints what the project promises: load, saturate and freeze take at most twice the
//! time of the bare parser, the graph takes at most forty bytes per assertion, a snapshot opens in
//! a fraction of the load time. Time is that of the thread on its core, the best of several rounds
//! in which all contestants take turns. Criterion then follows each of them over time by the wall
//! clock.

mod measure;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use evolearner::{Graph, GraphSettings, Input, load};
use evolearner_testing::data;
use measure::{Care, Notation, alternate, family_of, parse};
use oxrdfxml::RdfXmlSerializer;
use oxttl::NTriplesParser;

const FAMILY_TRIPLES: u64 = 1_000_000;
const ROUNDS: usize = 5;

struct Sample {
    name: &'static str,
    notation: Notation,
    bytes: Vec<u8>,
}

fn samples() -> Vec<Sample> {
    let family = family_of(FAMILY_TRIPLES);
    let (mut ntriples, mut turtle) = (Vec::new(), Vec::new());
    family.write_ntriples(&mut ntriples).expect("memory takes everything");
    family.write_turtle(&mut turtle).expect("memory takes everything");
    let xml = as_xml(&ntriples);
    let mut samples = vec![
        Sample { name: "family.nt", notation: Notation::NTriples, bytes: ntriples },
        Sample { name: "family.ttl", notation: Notation::Turtle, bytes: turtle },
        Sample { name: "family.rdf", notation: Notation::RdfXml, bytes: xml },
    ];
    if let Some(data) = data::folder() {
        let bytes = std::fs::read(data.join("carcinogenesis/carcinogenesis.owl"));
        let (notation, bytes) = (Notation::RdfXml, bytes.expect("the data sets have it"));
        samples.push(Sample { name: "carcinogenesis.owl", notation, bytes });
    }
    samples
}

/// The same triples as RDF/XML, which the generator does not write.
fn as_xml(ntriples: &[u8]) -> Vec<u8> {
    let mut writer = RdfXmlSerializer::new()
        .with_prefix("f", evolearner::generate::NAMESPACE)
        .expect("a namespace is an IRI")
        .for_writer(Vec::new());
    for triple in NTriplesParser::new().for_reader(ntriples) {
        let triple = triple.expect("the family is well-formed");
        writer.serialize_triple(triple.as_ref()).expect("memory takes everything");
    }
    writer.finish().expect("memory takes everything")
}

fn load_sample(sample: &Sample) -> Graph {
    let input =
        Input { name: sample.name.to_owned(), bytes: Box::new(&sample.bytes[..]), format: None };
    match load(vec![input], GraphSettings::default(), &mut |_| None) {
        Ok(loaded) => loaded.graph,
        Err(error) => panic!("{error}"),
    }
}

fn ratios(samples: &[Sample]) {
    println!(
        "{:<20}{:>10}{:>8}{:>9}{:>9}{:>9}{:>10}{:>9}",
        "file", "triples", "MB", "load s", "/lenient", "/strict", "B/assert.", "open/load"
    );
    for sample in samples {
        let graph = load_sample(sample);
        let mut snapshot = Vec::new();
        graph.write_snapshot(&mut snapshot).expect("memory takes everything");
        let bare = |care| black_box(parse(sample.notation, care, &sample.bytes[..]));
        let [ours, lenient, strict, open] = alternate(
            ROUNDS,
            [
                &mut || drop(black_box(load_sample(sample))),
                &mut || {
                    bare(Care::Lenient);
                },
                &mut || {
                    bare(Care::Strict);
                },
                &mut || {
                    black_box(Graph::read_snapshot(&snapshot[..]).is_ok());
                },
            ],
        )
        .map(|time| time.as_secs_f64());
        let counts = graph.counts();
        let n_assertions = counts.class + counts.object + counts.data;
        println!(
            "{:<20}{:>10}{:>8.1}{ours:>9.3}{:>9.2}{:>9.2}{:>10.1}{:>9.3}",
            sample.name,
            graph.origin.triples,
            sample.bytes.len() as f64 / 1e6,
            ours / lenient,
            ours / strict,
            graph.heap_bytes().0 as f64 / n_assertions as f64,
            open / ours,
        );
    }
}

fn loading(criterion: &mut Criterion) {
    let samples = samples();
    ratios(&samples);
    for sample in &samples {
        let mut group = criterion.benchmark_group(sample.name);
        group.sample_size(10).throughput(Throughput::Bytes(sample.bytes.len() as u64));
        group.bench_function("load", |bencher| bencher.iter(|| load_sample(sample)));
        for care in [Care::Lenient, Care::Strict] {
            group.bench_function(format!("parse {care:?}").to_lowercase(), |bencher| {
                bencher.iter(|| parse(sample.notation, care, &sample.bytes[..]));
            });
        }
        let mut snapshot = Vec::new();
        load_sample(sample).write_snapshot(&mut snapshot).expect("memory takes everything");
        group.bench_function("open snapshot", |bencher| {
            bencher.iter(|| Graph::read_snapshot(&snapshot[..]).is_ok());
        });
        group.finish();
    }
}

criterion_group!(benches, loading);
criterion_main!(benches);
