//! Answers to problems as class definitions, for a reasoner to find their instances.
//!
//!     cargo run -p evolearner --example definitions OUT DATA NAME..
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

use evolearner::learning::{
    CancelToken, Constructor, Evolution, Language, Problem, SearchSpace, Settings, learn,
};
use evolearner::retrieval::{RetrieveSettings, retrieve};
use evolearner::syntax::{RdfFormat, functional, rdf};
use evolearner::{
    Concept, DataPropertyId, Graph, GraphSettings, IndividualId, Input, Node, Quantifier,
    decompress, load,
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
        let (positives, negatives) = (examples("pos.txt")?, examples("neg.txt")?);
        write(&out.join(&name), "kb.owl", &bytes, &positives, &negatives)?;
    }
    let (turtle, positives, negatives) = values();
    write(&out.join("values"), "kb.ttl", turtle.as_bytes(), &positives, &negatives)
}

/// A knowledge base with a property for each of the datatypes that OWL 2 has, and one for several.
fn values() -> (String, Vec<String>, Vec<String>) {
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
    (turtle, positives, negatives)
}

fn write(
    folder: &Path,
    kb: &str,
    bytes: &[u8],
    positives: &[String],
    negatives: &[String],
) -> Outcome<()> {
    fs::create_dir_all(folder)?;
    fs::write(folder.join(kb), bytes)?;
    let input = Input { name: kb.to_owned(), bytes: Box::new(bytes), format: None };
    let graph = load(vec![input], GraphSettings::default(), &mut |_| None)?.graph;
    let ids = |names: &[String]| -> Vec<IndividualId> {
        names.iter().filter_map(|name| graph.symbols.individuals.find(name)).collect()
    };
    let (positives, negatives) = (ids(positives), ids(negatives));
    let all: Vec<IndividualId> = graph.symbols.individuals.iter().map(|(id, _)| id).collect();
    let asked = if all.len() <= N_ALL {
        all
    } else {
        let mut asked: Vec<IndividualId> =
            [&*positives, &*negatives, &*all].into_iter().flat_map(some_of).collect();
        asked.sort_unstable();
        asked.dedup();
        asked
    };
    let name = |id: IndividualId| graph.symbols.individuals.get(id);
    let is_named = |id: &IndividualId| !name(*id).starts_with("_:");
    let asked: Vec<IndividualId> = asked.into_iter().filter(is_named).collect();
    let problem = Problem::new(&positives, &negatives)?.0;
    let mut members = String::new();
    let concepts = concepts(&graph, &problem);
    let steps = concepts.iter().map(depth).max().unwrap_or(0);
    fs::write(folder.join("steps.txt"), format!("{steps}\n"))?;
    for (number, concept) in concepts.iter().enumerate() {
        let found = retrieve(&graph, concept, RetrieveSettings::default());
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

/// The best concepts in the paper's language, and in the part of it that says the same in an open
/// world.
fn concepts(graph: &Graph, problem: &Problem) -> Vec<Concept> {
    let open = Language::default()
        .without(Constructor::Negation)
        .without(Constructor::Forall)
        .without(Constructor::Cardinality);
    let spaces = [Language::default(), open]
        .map(|language| SearchSpace { language, ..SearchSpace::default() });
    let mut spaces = spaces.to_vec();
    let properties: Vec<DataPropertyId> =
        graph.symbols.data_properties.iter().map(|(property, _)| property).collect();
    // Where there are only values, each of a few properties on its own.
    if graph.symbols.object_properties.is_empty() && properties.len() <= MAX_ALONE {
        spaces.extend(properties.iter().map(|only| SearchSpace {
            language: open.with(Constructor::Dates),
            ignored_data_properties: properties.iter().copied().filter(|p| p != only).collect(),
            ..SearchSpace::default()
        }));
    }
    let mut concepts: Vec<Concept> = Vec::new();
    for space in spaces {
        let settings = Settings {
            space,
            evolution: Evolution { population: 200, generations: 20, ..Evolution::default() },
            seed: 1,
            ..Settings::default()
        };
        let outcome = learn(graph, problem, &settings, 1, CancelToken::default(), &mut ());
        for row in outcome.front.front().iter().rev().take(N_CONCEPTS) {
            if !concepts.contains(&row.concept) {
                concepts.push(row.concept.clone());
            }
        }
    }
    concepts
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
