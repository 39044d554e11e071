//! What the bench and the tables of figures share: the bare parser, the benchmark problems, and a
//! clock for busy machines.
#![allow(dead_code, reason = "bench and example use their own parts")]

use std::collections::HashSet;
use std::fs;
use std::hint::black_box;
use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant};

use evolearner::generate::{Family, FamilySettings, PersonId};
use evolearner::problem::{Statement, parse_list};
use evolearner::{KnowledgeBase, Learner, Policy, Task};
use oxrdfxml::RdfXmlParser;
use oxttl::{NTriplesParser, TurtleParser};

/// The notations that are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// One triple a line.
    NTriples,
    /// A paragraph per subject.
    Turtle,
    /// What most benchmark files are in.
    RdfXml,
}

/// How carefully the bare parser checks IRIs and language tags.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Care {
    /// As our reader: faster, and therefore the harder bar.
    Lenient,
    /// As the library does by default.
    Strict,
}

/// Reads every triple with nothing but the parser; tells how many.
pub fn parse(notation: Notation, care: Care, bytes: impl Read) -> u64 {
    fn drain<T, E>(triples: impl Iterator<Item = Result<T, E>>) -> u64 {
        let whole = triples.map(|triple| black_box(triple.is_ok()));
        whole.fold(0, |n, is_whole| {
            assert!(is_whole, "the file is well-formed");
            n + 1
        })
    }
    let is_lenient = care == Care::Lenient;
    // Relative IRIs need a base; ours is another, which makes no difference.
    const BASE: &str = "http://base.invalid/";
    const BASE_IS_AN_IRI: &str = "a constant that parses";
    match notation {
        Notation::NTriples => {
            let parser = NTriplesParser::new();
            let parser = if is_lenient { parser.lenient() } else { parser };
            drain(parser.for_reader(bytes))
        }
        Notation::Turtle => {
            let parser = TurtleParser::new().with_base_iri(BASE).expect(BASE_IS_AN_IRI);
            let parser = if is_lenient { parser.lenient() } else { parser };
            drain(parser.for_reader(bytes))
        }
        Notation::RdfXml => {
            let parser = RdfXmlParser::new().with_base_iri(BASE).expect(BASE_IS_AN_IRI);
            let parser = if is_lenient { parser.lenient() } else { parser };
            drain(parser.for_reader(bytes))
        }
    }
}

/// People in a generated family of about that many triples.
pub fn family_of(n_triples: u64) -> Family {
    let people = (n_triples as f64 / 10.965).round() as u32;
    Family::generate(&FamilySettings { people, ..FamilySettings::default() })
}

/// A benchmark problem: its knowledge base and its examples.
pub fn benchmark(folder: &Path, name: &str) -> (KnowledgeBase, Task) {
    let folder = folder.join(name);
    // Large ones are compressed.
    let files = ["owl", "owl.gz"].map(|ending| folder.join(format!("{name}.{ending}")));
    let file = files.iter().find(|file| file.exists()).expect("the knowledge base is there");
    let kb = KnowledgeBase::from_path(file).expect("it loads");
    let list = |file: &str| {
        let text = fs::read_to_string(folder.join(file)).expect("the examples are there");
        parse_list(&text).expect("examples are a list")
    };
    let task = task(&kb, list("pos.txt"), list("neg.txt"));
    (kb, task)
}

/// The task of telling some individuals from others.
pub fn task(kb: &KnowledgeBase, positives: Vec<String>, negatives: Vec<String>) -> Task {
    let statement = Statement::of_examples(positives, negatives);
    Task::resolve(kb, &statement, &[], Policy::default()).expect("all are known")
}

/// The names of people of a family.
pub fn iris(family: &Family, people: &[PersonId]) -> Vec<String> {
    people.iter().map(|&person| family.iri(person).to_string()).collect()
}

/// The people closest to some, in the order of their distance, until there are so many.
pub fn around(family: &Family, centre: &[PersonId], n: usize) -> Vec<PersonId> {
    let mut seen: HashSet<PersonId> = centre.iter().copied().collect();
    let mut found = centre.to_vec();
    let mut next = 0;
    while next < found.len() && found.len() < n {
        let person = found[next];
        next += 1;
        let parents = family.parents(person).map_or(Vec::new(), |(one, other)| vec![one, other]);
        let relatives = family.children(person).chain(family.siblings(person)).chain(parents);
        found.extend(relatives.chain(family.spouse(person)).filter(|&one| seen.insert(one)));
    }
    found.truncate(n);
    found
}

/// The evolution of the paper with a seed.
pub fn paper(seed: u64) -> Learner {
    let learner = Learner::new("evolve", "paper").expect("the preset exists");
    learner.with("seed", seed).expect("a seed is a number")
}

/// Time that this thread has spent computing. Other programs on the machine slow a wall clock
/// down by as much as they like, and this one only through the caches. Where the system does not
/// tell, the wall clock has to do.
pub fn cpu_time() -> Duration {
    // The kernel brings the number up to date when a thread leaves its core.
    std::thread::yield_now();
    let nanoseconds = std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split(' ').next()?.parse::<u64>().ok());
    match nanoseconds {
        Some(nanoseconds) => Duration::from_nanos(nanoseconds),
        None => {
            static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
            START.get_or_init(Instant::now).elapsed()
        }
    }
}

/// Does some work; tells its result and its time on the core.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = cpu_time();
    let result = work();
    (result, cpu_time().saturating_sub(start))
}

/// The best time of each work. They take turns, so that whatever disturbs the machine for a while
/// disturbs all of them.
pub fn alternate<const N: usize>(rounds: usize, works: [&mut dyn FnMut(); N]) -> [Duration; N] {
    let mut best = [Duration::MAX; N];
    let mut works = works;
    for _ in 0..rounds {
        for (best, work) in best.iter_mut().zip(&mut works) {
            *best = (*best).min(timed(work).1);
        }
    }
    best
}
