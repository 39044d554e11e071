//! Whether learning depends on the size of the knowledge base: the same examples in a family, and in the
//! hundredth part of it that lies around one person. The examples are those who are closest to that person, so
//! that they have the same surroundings in both. A row of `docs/growing.md`.
//!
//! `cargo run --profile bench -p evolearner-kit --example growing -- SNAPSHOT`
//!
//! takes a snapshot of what `generate family` has written, of any number of people. The smaller knowledge base is
//! read from a pipe. Times are those of one thread on its core, without loading and without checking the
//! snapshot; the shortest of three rounds in which both take turns.

#[path = "../benches/measure/mod.rs"]
mod measure;

use std::collections::HashSet;
use std::io::{self, BufWriter, Write};
use std::thread;

use evolearner::generate::{Family, FamilySettings, Kinship, PersonId};
use evolearner::{GraphSettings, Input, KnowledgeBase, Learner};
use measure::{alternate, around, iris, task};

/// How many times smaller the other knowledge base is.
const SMALLER: usize = 100;
/// Of each side.
const N_EXAMPLES: usize = 500;

fn main() {
    let snapshot = std::env::args().nth(1).expect("a snapshot of a family");
    let whole = KnowledgeBase::from_path(snapshot).expect("it opens");
    let people = whole.graph().n_individuals() as u32;
    let family = Family::generate(&FamilySettings { people, ..FamilySettings::default() });
    let centre = family.people().nth(people as usize / 2).expect("there are people");
    let near = around(&family, &[centre], people as usize / SMALLER);
    let closest = |is_uncle: bool| -> Vec<PersonId> {
        let fits = |person: &&PersonId| Kinship::Uncle.holds(&family, **person) == is_uncle;
        near.iter().filter(fits).take(N_EXAMPLES).copied().collect()
    };
    let (uncles, others) = (closest(true), closest(false));
    let near: HashSet<String> = near.iter().map(|&one| family.iri(one).to_string()).collect();
    let kbs = [load(&family, |person| near.contains(person)), whole];
    let learn = |kb: &KnowledgeBase| {
        let task = task(kb, iris(&family, &uncles), iris(&family, &others));
        let learner = Learner::new("auto", "default").expect("the preset exists").with_threads(1);
        learner.learn(kb, &task, &mut ()).expect("the options fit together").report()
    };
    let found = kbs.each_ref().map(|kb| learn(kb).best.concept.dl);
    assert_eq!(found[0], found[1], "the same examples have the same answer");
    let [small, large] = alternate(3, [&mut || drop(learn(&kbs[0])), &mut || drop(learn(&kbs[1]))]);
    println!("| triples | learning, CPU s | ratio |\n|---|---|---|");
    for (kb, time) in kbs.iter().zip([small, large]) {
        let (n, seconds) = (kb.graph().origin.triples, time.as_secs_f64());
        println!("| {n} | {seconds:.3} | {:.2} |", seconds / small.as_secs_f64());
    }
    println!("\n{}", found[0]);
}

/// A family without those whom `is_kept` refuses.
fn load(family: &Family, is_kept: impl Fn(&str) -> bool + Send) -> KnowledgeBase {
    let (reader, writer) = io::pipe().expect("a pipe");
    thread::scope(|scope| {
        scope.spawn(move || {
            let mut lines = KeptLines { inner: BufWriter::new(writer), line: Vec::new(), is_kept };
            family.write_ntriples(&mut lines).expect("a pipe can be written");
            lines.flush().expect("a pipe can be written");
        });
        let input = Input { name: "family.nt".to_owned(), bytes: Box::new(reader), format: None };
        KnowledgeBase::open(vec![input], GraphSettings::default()).expect("it loads")
    })
}

/// Hands on the lines of N-Triples that name no person who is left out.
struct KeptLines<W, F> {
    inner: W,
    line: Vec<u8>,
    is_kept: F,
}

impl<W: Write, F: Fn(&str) -> bool> Write for KeptLines<W, F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n = bytes.iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |end| end + 1);
        self.line.extend_from_slice(&bytes[..n]);
        if bytes[..n].ends_with(b"\n") {
            let line = str::from_utf8(&self.line).expect("N-Triples are text");
            // The names of people end with a number, and those of classes and properties do not.
            let mut people = line.split(['<', '>']).filter(|term| {
                term.starts_with("http") && term.ends_with(|c: char| c.is_ascii_digit())
            });
            if people.all(&self.is_kept) {
                self.inner.write_all(&self.line)?;
            }
            self.line.clear();
        }
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
