//! Facets of strings from the data to the query: what only a part of a code tells apart is learned,
//! printed, and found again by a SPARQL engine and by reading the definition.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::common::queries::{answers, instances, store};
use crate::common::{load_bytes, task};
use evolearner::syntax::rdf::{self, Definition};
use evolearner::syntax::{RdfFormat as Notation, Vocabulary, manchester, sparql};
use evolearner::{KnowledgeBase, Learned, Learner};
use evolearner_testing::Random;
use oxigraph::io::RdfFormat;

const PREFIXES: &str = "@prefix : <http://e/> . ";
const PATTERNS: [(&str, &str); 1] = [("with", "patterns")];
const N_OF_EACH: usize = 60;
/// Of each side so many are examples; the rest was never seen.
const N_EXAMPLES: usize = 30;

/// Things with a code each, in a Turtle file, and which of them are meant.
struct Codes {
    turtle: String,
    meant: Vec<String>,
    others: Vec<String>,
}

impl Codes {
    /// `#` stands for the code in what is stated of a thing.
    fn new(statement: &str, mut code: impl FnMut(bool, &mut Random) -> String) -> Self {
        let mut random = Random::new(5);
        let mut codes = Self { turtle: PREFIXES.to_owned(), meant: Vec::new(), others: Vec::new() };
        for number in 0..2 * N_OF_EACH {
            let is_meant = number % 2 == 0;
            let code = code(is_meant, &mut random);
            let statement = statement.replace('#', &code).replace('%', &number.to_string());
            let _ = writeln!(codes.turtle, ":t{number} a :Thing ; {statement} .");
            let side = if is_meant { &mut codes.meant } else { &mut codes.others };
            side.push(format!("http://e/t{number}"));
        }
        codes
    }

    fn kb(&self) -> KnowledgeBase {
        KnowledgeBase::from_bytes("kb.ttl", self.turtle.clone().into()).expect("Turtle")
    }

    fn learned(&self, method: &str, changes: &[(&str, &str)]) -> Learned {
        let kb = self.kb();
        let some = |names: &[String]| names[..N_EXAMPLES].to_vec();
        let task = task(&kb, some(&self.meant), some(&self.others));
        let learner = Learner::new(method, "default").expect("a learner");
        let with = |learner: Learner, &(name, text): &(&str, &str)| learner.with(name, text);
        let learner = changes.iter().try_fold(learner, with).expect("an option");
        learner.learn(&kb, &task, &mut ()).expect("options fit together")
    }

    /// What is printed has exactly the things that are meant, unseen ones included: read back and asked
    /// of a SPARQL engine that has the file, and as the definition of a class in the file.
    fn check(&self, expected: &str) {
        let kb = self.kb();
        let symbols = &kb.graph().symbols;
        let learned = self.learned("auto", &PATTERNS);
        let text = manchester::print(learned.concept(), symbols);
        assert_eq!(text, expected);
        let read = manchester::parse(&text, &Vocabulary::new(symbols)).expect("what was printed");
        let meant: BTreeSet<String> = self.meant.iter().cloned().collect();
        let query = sparql::select(&read, symbols).expect("a query");
        let found = answers(&store(self.turtle.as_bytes(), RdfFormat::Turtle), &query);
        assert_eq!(found, (meant.clone(), 0), "{query}");
        assert_eq!(instances(kb.graph(), &read), (meant.clone(), 0));

        let definition = Definition::new("http://e/Meant");
        let axiom = rdf::print(&definition, &read, symbols, Notation::Turtle).expect("Turtle");
        let graph = load_bytes("kb.ttl", format!("{}\n{axiom}", self.turtle).as_bytes())
            .expect("it loads")
            .graph;
        let class = graph.symbols.classes.find("http://e/Meant").expect("it is defined");
        let members = graph.instances(class);
        let names = members.iter().map(|member| graph.symbols.individuals.get(member).to_owned());
        assert_eq!(names.collect::<BTreeSet<_>>(), meant, "{axiom}");
    }
}

/// A code of letters that occur on both sides, with another one in front.
fn code(first: &str, random: &mut Random) -> String {
    let middle = ["QR", "KX", "ZT"][random.below(3)];
    format!("{first}-{middle}-{:03}", random.below(1000))
}

fn begins(is_meant: bool, random: &mut Random) -> String {
    let first = if is_meant { "K.X" } else { ["KQX", "QR", "ZT"][random.below(3)] };
    code(first, random)
}

#[test]
fn the_beginning_of_a_code_is_learned() {
    let codes = Codes::new(":code \"#\"", begins);
    codes.check(r#"code some xsd:string[pattern "K\\..*"]"#);
    let report = codes.learned("auto", &PATTERNS).report();
    assert_eq!(report.best.concept.dl, r#"∃ code.[pattern "K\\..*"]"#);
    assert_eq!(report.best.quality, 1.0);
    let without = codes.learned("auto", &[]).report();
    assert!(without.best.quality < 0.6, "nothing else tells them apart: {:?}", without.best);
}

#[test]
fn the_end_of_a_code_behind_a_role_is_learned() {
    let codes = Codes::new(":part :p% . :p% a :Part ; :code \"#\"", |is_meant, random| {
        let last = if is_meant { "ab" } else { ["ba", "bc"][random.below(2)] };
        format!("{}{last}", code("N", random))
    });
    codes.check(r#"part some (code some xsd:string[pattern ".*ab"])"#);
}

#[test]
fn a_token_within_a_name_is_learned() {
    let codes = Codes::new(":name \"#\"", |is_meant, random| {
        let word = if is_meant { "acid" } else { ["aci", "salt", "base"][random.below(3)] };
        let other = ["strong", "weak"];
        format!("{} {word} {}", other[random.below(2)], other[random.below(2)])
    });
    codes.check(r#"name some xsd:string[pattern ".*acid.*"]"#);
}

#[test]
fn the_length_of_a_code_is_learned() {
    let codes = Codes::new(":code \"#\"", |is_meant, random| {
        let n = if is_meant { 7 + random.below(3) } else { 2 + random.below(3) };
        (0..n).map(|_| ["a", "b", "é", "1"][random.below(4)]).collect()
    });
    codes.check("code some xsd:string[minLength 7]");
}

#[test]
fn other_methods_have_the_atoms_too() {
    let codes = Codes::new(":code \"#\"", begins);
    for method in ["evolve", "celoe", "tree", "exact"] {
        let learned = codes.learned(method, &PATTERNS);
        let shown = learned.report().best.concept.dl;
        let meant: BTreeSet<String> = codes.meant.iter().cloned().collect();
        assert_eq!(instances(codes.kb().graph(), learned.concept()), (meant, 0), "{shown}");
    }
}
