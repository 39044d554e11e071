//! Answers to problems as class definitions, for a reasoner to find their instances.
//!
//!     cargo run -p evolearner-kit --example definitions OUT DATA NAME..
//!
//! For each problem, and for a small one with values of many datatypes, writes a folder below OUT:
//! the knowledge base (`kb.owl`, `kb.ttl`), each definition in functional syntax and in RDF/XML, how
//! many roles follow each other in one (`steps.txt`), the individuals to ask about (`asked.txt`) and
//! those of them that are members (`members.tsv`: class,
//! `same` or `within`, individual). `same` stands for concepts of classes, `⊓`, `⊔`, `∃` and data
//! ranges, whose instances a reasoner finds in an open world too; of the others it finds a part.

use std::fmt::Write;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use evolearner::problem::Statement;
use evolearner::syntax::{RdfFormat, functional, rdf};
use evolearner::{
    Concept, Forall, IndividualId, KnowledgeBase, Learner, Node, Policy, Quantifier, Task,
    decompress,
};

/// The namespace of the defined classes.
const DEFINED: &str = "http://example.org/answer#";
/// Concepts per problem and language, the best ones.
const N_CONCEPTS: usize = 2;
/// Of larger knowledge bases only some individuals are asked about: so many of the positives, of the
/// negatives, and of all.
const N_ALL: usize = 250;
const N_ASKED: usize = 20;
/// With more data properties none is asked about on its own.
const MAX_ALONE: usize = 10;

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

fn main() -> Outcome<()> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let (Some(out), Some(data)) = (arguments.next(), arguments.next()) else {
        return Err("usage: definitions OUT DATA NAME..".into());
    };
    for name in arguments {
        let folder = data.join(&name);
        let file = name.to_string_lossy().into_owned() + ".owl";
        let bytes = match fs::read(folder.join(&file)) {
            Ok(bytes) => bytes,
            Err(_) => {
                let compressed = fs::File::open(folder.join(file + ".gz"))?;
                let mut bytes = Vec::new();
                decompress(Box::new(compressed))?.read_to_end(&mut bytes)?;
                bytes
            }
        };
        let examples = |list: &str| -> Outcome<Vec<String>> {
            Ok(fs::read_to_string(folder.join(list))?
                .split_whitespace()
                .map(str::to_owned)
                .collect())
        };
        let statement = Statement::of_examples(examples("pos.txt")?, examples("neg.txt")?);
        write(&out.join(&name), "kb.owl", bytes, &statement)?;
    }
    let (turtle, statement) = values();
    write(&out.join("values"), "kb.ttl", turtle.into_bytes(), &statement)
}

/// A knowledge base with a property for each of the datatypes that OWL 2 has, and one for several.
fn values() -> (String, Statement) {
    let mut turtle = "@prefix : <http://x#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> . <http://x> a owl:Ontology . :Thing a owl:Class .\n"
        .to_owned();
    let properties = "whole int big decimal float double moment mixed".split(' ');
    for property in properties {
        let _ = writeln!(turtle, ":{property} a owl:DatatypeProperty .");
    }
    let (mut positives, mut negatives) = (Vec::new(), Vec::new());
    for n in 0..24 {
        let mixed = match n % 3 {
            0 => format!("{n}"),
            1 => format!("{n}.5"),
            _ => format!("\"{n}.25\"^^xsd:double"),
        };
        let _ = writeln!(
            turtle,
            ":i{n:02} a :Thing, owl:NamedIndividual ; :whole {} ; :int \"{n}\"^^xsd:int ;
                :big 12345678901234567890123456{n:02} ; :decimal {n}.25 ;
                :float \"{n}.1\"^^xsd:float ; :double {n}.3e0 ;
                :moment \"2020-01-01T00:00:00.0{n:02}Z\"^^xsd:dateTime ; :mixed {mixed} .",
            n * 3
        );
        let examples = if (6..17).contains(&n) { &mut positives } else { &mut negatives };
        examples.push(format!("http://x#i{n:02}"));
    }
    (turtle, Statement::of_examples(positives, negatives))
}

fn write(folder: &Path, name: &str, bytes: Vec<u8>, statement: &Statement) -> Outcome<()> {
    fs::create_dir_all(folder)?;
    fs::write(folder.join(name), &bytes)?;
    let kb = KnowledgeBase::from_bytes(name, bytes)?;
    let graph = kb.graph();
    let task = task(&kb, statement, &[])?;
    let (positives, negatives) = (task.examples.positives(), task.examples.negatives());
    let all: Vec<IndividualId> = graph.symbols.individuals.iter().map(|(id, _)| id).collect();
    let asked = if all.len() <= N_ALL {
        all
    } else {
        let mut asked: Vec<IndividualId> =
            [positives, negatives, &*all].into_iter().flat_map(some_of).collect();
        asked.sort_unstable();
        asked.dedup();
        asked
    };
    let name = |id: IndividualId| graph.symbols.individuals.get(id);
    let is_named = |id: &IndividualId| !name(*id).starts_with("_:");
    let asked: Vec<IndividualId> = asked.into_iter().filter(is_named).collect();
    let mut members = String::new();
    let concepts = concepts(&kb, statement)?;
    let steps = concepts.iter().map(depth).max().unwrap_or(0);
    fs::write(folder.join("steps.txt"), format!("{steps}\n"))?;
    for (number, concept) in concepts.iter().enumerate() {
        let found = kb.retrieve(concept, Forall::Standard);
        let kind = if is_open(concept) { "same" } else { "within" };
        for notation in ["functional", "rdf"] {
            let class = format!("{DEFINED}{notation}-{number}");
            let document = if notation == "rdf" {
                let definition = rdf::Definition::new(&class);
                rdf::print(&definition, concept, &graph.symbols, RdfFormat::RdfXml)?
            } else {
                let text = functional::print(concept, &graph.symbols);
                format!("Ontology(<{class}-document>\nEquivalentClasses(<{class}> {text})\n)\n")
            };
            let ending = if notation == "rdf" { "rdf" } else { "ofn" };
            fs::write(folder.join(format!("{number}.{ending}")), document)?;
            let _ = writeln!(members, "{class}\t{kind}\t");
            for id in asked.iter().filter(|id| found.contains(**id)) {
                let _ = writeln!(members, "{class}\t{kind}\t{}", name(*id));
            }
        }
    }
    fs::write(folder.join("members.tsv"), members)?;
    let asked: Vec<&str> = asked.into_iter().map(name).collect();
    fs::write(folder.join("asked.txt"), asked.join("\n") + "\n")?;
    Ok(())
}

/// Some of many, evenly spread.
fn some_of(all: &[IndividualId]) -> Vec<IndividualId> {
    let step = all.len().div_ceil(N_ASKED).max(1);
    all.iter().copied().step_by(step).collect()
}

/// The examples of a statement that the knowledge base has, without some names.
fn task(kb: &KnowledgeBase, statement: &Statement, ignored: &[String]) -> Outcome<Task> {
    let policy = Policy::default().skipping_unknown(true);
    Ok(Task::resolve(kb, statement, ignored, policy)?)
}

/// The best concepts in the paper's language, and in the part of it that says the same in an open
/// world.
fn concepts(kb: &KnowledgeBase, statement: &Statement) -> Outcome<Vec<Concept>> {
    let paper =
        Learner::new("evolve", "default")?.with("population", 200)?.with("generations", 20)?;
    let open = paper.clone().with("without", "negation,forall,cardinality")?;
    let mut runs = vec![(paper, Vec::new()), (open.clone(), Vec::new())];
    let symbols = &kb.graph().symbols;
    let properties: Vec<&str> = symbols.data_properties.iter().map(|(_, name)| name).collect();
    // Where there are only values, each of a few properties on its own.
    if symbols.object_properties.is_empty() && properties.len() <= MAX_ALONE {
        let with_dates = open.with("with", "dates")?;
        for &alone in &properties {
            let others = properties.iter().filter(|&&other| other != alone);
            runs.push((with_dates.clone(), others.map(|&other| other.to_owned()).collect()));
        }
    }
    let mut concepts: Vec<Concept> = Vec::new();
    for (learner, ignored) in runs {
        let learned = learner.learn(kb, &task(kb, statement, &ignored)?, &mut ())?;
        for row in learned.found.front.front().iter().rev().take(N_CONCEPTS) {
            if !concepts.contains(&row.concept) {
                concepts.push(row.concept.clone());
            }
        }
    }
    Ok(concepts)
}

/// How many roles follow each other.
fn depth(concept: &Concept) -> usize {
    concept.fold(|node, children: &mut Vec<usize>| {
        let below = children.iter().copied().max().unwrap_or(0);
        match node {
            Node::Some(_)
            | Node::Only(_)
            | Node::AtLeast(..)
            | Node::AtMost(..)
            | Node::Exactly(..)
            | Node::HasValue(..)
            | Node::HasSelf(_) => below + 1,
            _ => below,
        }
    })
}

/// Whether an open world has the same instances.
fn is_open(concept: &Concept) -> bool {
    concept.nodes().iter().all(|node| match node {
        Node::Not | Node::Only(_) | Node::AtLeast(..) | Node::AtMost(..) | Node::Exactly(..) => {
            false
        }
        Node::Data(restriction) => restriction.quantifier == Quantifier::Some,
        _ => true,
    })
}
