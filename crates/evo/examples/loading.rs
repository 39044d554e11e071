//! Prints the table of `docs/loading.md`: how loading grows with the number of triples.
//!
//! `cargo run --profile bench -p evolearner-kit --example loading` takes 10^5, 10^6 and 10^7 triples;
//! arguments are other numbers. Files are made by the generator, read from disk, and gone at the
//! end. Times are those of the thread on its core, the best of several rounds in which loading,
//! the bare parser and opening the snapshot take turns.

#[path = "../benches/measure/mod.rs"]
mod measure;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::Duration;

use evolearner::{Graph, GraphSettings, Input};
use evolearner_owl::OntologyBuilder;
use measure::{Care, Notation, family_of, parse, timed};

const SIZES: [u64; 3] = [100_000, 1_000_000, 10_000_000];

/// The best time of each step so far.
#[derive(Clone, Copy)]
struct Times {
    read: Duration,
    map: Duration,
    saturate: Duration,
    freeze: Duration,
    total: Duration,
}

/// Loads a file step by step.
fn load(path: &Path) -> (Graph, Times) {
    let bytes = Box::new(File::open(path).expect("the file was just written"));
    let input = Input { name: path.display().to_string(), bytes, format: None };
    let mut builder = OntologyBuilder::new();
    let (outcome, read) = timed(|| builder.read(input));
    if let Err(error) = outcome {
        panic!("{error}");
    }
    let (ontology, map) = timed(|| builder.finish());
    let ((graph, steps), build) = timed(|| Graph::build(ontology, GraphSettings::default()));
    // The two steps know the wall clock only; their time on the core is shared out accordingly.
    let share = steps.saturate.as_secs_f64() / (steps.saturate + steps.freeze).as_secs_f64();
    let saturate = build.mul_f64(share);
    let freeze = build.saturating_sub(saturate);
    (graph, Times { read, map, saturate, freeze, total: read + map + build })
}

fn row(n_triples: u64, folder: &Path) -> String {
    let family = folder.join("family.nt");
    let mut file = BufWriter::new(File::create(&family).expect("a writable folder"));
    family_of(n_triples).write_ntriples(&mut file).expect("room on the disk");
    file.flush().expect("room on the disk");
    let snapshot = folder.join("family.evo");
    let bare = |care| {
        let file = File::open(&family).expect("the file was just written");
        timed(|| parse(Notation::NTriples, care, file)).1
    };

    let rounds = if n_triples > 5_000_000 { 5 } else { 9 };
    let (mut best, mut lenient, mut strict, mut open) =
        (None::<Times>, Duration::MAX, Duration::MAX, Duration::MAX);
    let (mut facts, mut counts, mut triples) = (0, evolearner::Counts::default(), 0);
    for round in 0..rounds {
        lenient = lenient.min(bare(Care::Lenient));
        strict = strict.min(bare(Care::Strict));
        let (graph, times) = load(&family);
        if best.is_none_or(|best| times.total < best.total) {
            best = Some(times);
        }
        if round == 0 {
            (facts, counts, triples) = (graph.heap_bytes().0, graph.counts(), graph.origin.triples);
            let file = File::create(&snapshot).expect("a writable folder");
            graph.write_snapshot(BufWriter::new(file)).expect("room on the disk");
        }
        drop(graph);
        let file = File::open(&snapshot).expect("the snapshot was just written");
        let (opened, time) = timed(|| Graph::read_snapshot(file));
        assert_eq!(opened.expect("a fresh snapshot").counts(), counts);
        open = open.min(time);
    }
    let best = best.expect("at least one round");
    let [read, map, saturate, freeze, total, lenient, strict, open] =
        [best.read, best.map, best.saturate, best.freeze, best.total, lenient, strict, open]
            .map(|time| time.as_secs_f64());
    let n_assertions = (counts.class + counts.object + counts.data) as f64;
    format!(
        "| {triples} | {n_assertions} | {read:.3} | {map:.3} | {saturate:.3} | {freeze:.3} | {total:.3} \
         | {:.2} | {lenient:.3} | {:.2} | {strict:.3} | {:.2} | {:.1} | {open:.4} | 1/{:.0} |",
        total / triples as f64 * 1e6,
        total / lenient,
        total / strict,
        facts as f64 / n_assertions,
        total / open,
    )
}

fn main() {
    let sizes: Vec<u64> = std::env::args()
        .skip(1)
        .map(|word| word.parse().unwrap_or_else(|_| panic!("no number: {word}")))
        .collect();
    let folder = tempfile::tempdir().expect("a temporary folder");
    println!(
        "| triples | assertions | parse | map | saturate | freeze | **total** | µs per triple \
         | bare lenient | ratio | bare strict | ratio | bytes per assertion | snapshot opens | of load |"
    );
    println!("|{}", "---:|".repeat(15));
    for size in if sizes.is_empty() { SIZES.to_vec() } else { sizes } {
        println!("{}", row(size, folder.path()));
    }
}
