//! The figures of `docs/retrieval.md`: what evaluating candidates costs, with and without a
//! memory of subtrees, on the benchmark problems; all ratios are within one run.
//!
//! `cargo run --release -p evolearner --example retrieval`; with `-- with-memory` or
//! `-- without-memory`, a small fixed workload on a generated family whose instructions callgrind
//! can count.

use std::fs::{self, File};
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use evolearner::generate::{Family, FamilySettings, Kinship};
use evolearner::learning::measure::{Batch, Memory, Replay};
use evolearner::learning::{Covered, Evolution, Problem, Settings};
use evolearner::problem::{Statement, parse_list};
use evolearner::retrieval::{RetrieveSettings, Retriever};
use evolearner::syntax::{Vocabulary, dl};
use evolearner::{Graph, GraphSettings, Input, Leniency, load, resolve};

const PROBLEMS: [&str; 8] = [
    "carcinogenesis",
    "family",
    "hepatitis",
    "lymphography",
    "mammographic",
    "mutagenesis",
    "nctrer",
    "pyrimidine",
];

/// Each figure is the best of so many rounds; what is compared takes turns.
const ROUNDS: usize = 5;

/// How far the runs go whose children are evaluated.
const GENERATIONS: u32 = 200;

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("with-memory") => return instructions(true),
        Some("without-memory") => return instructions(false),
        _ => {}
    }
    let Some(folder) = evolearner_testing::data::folder() else { return };
    println!(
        "| problem | children | nodes each | whole, ns | with memory, ns | ratio | \
         walks whole, M/s | with memory, M/s | all individuals, M/s |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|---:|");
    for name in PROBLEMS {
        let (graph, problem) = read(&folder.join(name), name);
        println!("| {name} | {} |", row(&graph, &problem));
    }
}

fn read(folder: &Path, name: &str) -> (Graph, Problem) {
    let path = folder.join(format!("{name}.owl"));
    let bytes = Box::new(File::open(&path).expect("the knowledge base is there"));
    let input = Input { name: path.display().to_string(), bytes, format: None };
    let graph = load(vec![input], GraphSettings::default(), &mut |_| None).expect("it loads").graph;
    let list = |file: &str| {
        let text = fs::read_to_string(folder.join(file)).expect("the examples are there");
        parse_list(&text).expect("examples are a list")
    };
    let statement = Statement::of_examples(list("pos.txt"), list("neg.txt"));
    let problem = resolve(&graph, &statement, Leniency::default()).expect("all are known").problem;
    (graph, problem)
}

/// Seconds that children took with and without a memory; of each generation the fastest round.
fn children(replay: &Replay<'_>) -> [f64; 2] {
    let mut fastest = vec![[f64::INFINITY; 2]; replay.generations.len()];
    for _ in 0..ROUNDS {
        let mut memories = [replay.empty_memory(), replay.no_memory()];
        for (step, fastest) in replay.generations.iter().zip(&mut fastest) {
            for (memory, fastest) in memories.iter_mut().zip(fastest) {
                replay.evaluate(memory, &step.parents);
                let start = Instant::now();
                black_box(replay.evaluate(memory, &step.children));
                *fastest = fastest.min(start.elapsed().as_secs_f64());
            }
        }
    }
    let sum = |which: usize| fastest.iter().map(|both| both[which]).sum();
    [sum(0), sum(1)]
}

/// Seconds of the fastest round of something.
fn fastest(mut run: impl FnMut()) -> f64 {
    let mut round = || {
        let start = Instant::now();
        run();
        start.elapsed().as_secs_f64()
    };
    (0..ROUNDS).map(|_| round()).fold(f64::INFINITY, f64::min)
}

fn row(graph: &Graph, problem: &Problem) -> String {
    let settings = Settings::paper();
    let replay = Replay::new(graph, problem, &settings, GENERATIONS);
    let sum = |of: fn(&Batch) -> usize| {
        replay.generations.iter().map(|step| of(&step.children)).sum::<usize>() as f64
    };
    let (n_children, n_nodes) = (sum(Batch::n_candidates), sum(Batch::n_nodes));
    let [kept, whole] = children(&replay);

    let evolution = Evolution { population: 1000, ..settings.evolution };
    let settings = Settings { evolution, ..settings };
    let walks = Replay::new(graph, problem, &settings, 0);
    let first = &walks.generations[0].parents;
    let walks_whole = fastest(|| {
        black_box(walks.evaluate(&mut walks.no_memory(), first));
    });
    let walks_kept = fastest(|| {
        black_box(walks.evaluate(&mut walks.empty_memory(), first));
    });
    let concepts = walks.first_concepts();
    let mut retriever = Retriever::new(graph, RetrieveSettings::default());
    let retrieved = fastest(|| {
        for concept in &concepts {
            let found = retriever.retrieve(black_box(concept));
            retriever.recycle(black_box(found));
        }
    });
    format!(
        "{n_children} | {:.1} | {:.0} | {:.0} | {:.0} % | {:.2} | {:.2} | {:.2}",
        n_nodes / n_children,
        1e9 * whole / n_children,
        1e9 * kept / n_children,
        100.0 * kept / whole,
        1e-3 / walks_whole,
        1e-3 / walks_kept,
        1e-3 / retrieved,
    )
}

/// A family, eight concepts retrieved from all of it, and the children of a run evaluated.
fn instructions(is_remembering: bool) {
    const CONCEPTS: [&str; 8] = [
        "Male ⊓ Parent",
        "Male ⊔ ¬ Parent",
        "∃ hasChild.Male",
        "∀ hasChild.(Male ⊔ Parent)",
        "≥ 2 hasChild.Male",
        "≤ 1 hasSibling.(∃ hasChild.⊤)",
        "∃ hasSibling.(Parent ⊓ ¬ Male)",
        "Male ⊓ ((∃ hasSibling.Parent) ⊔ (∃ married.(∃ hasSibling.Parent)))",
    ];
    let family = Family::generate(&FamilySettings { people: 2000, ..FamilySettings::default() });
    let mut bytes = Vec::new();
    family.write_ntriples(&mut bytes).expect("memory takes everything");
    let input = Input { name: "family.nt".into(), bytes: Box::new(&*bytes), format: None };
    let graph = load(vec![input], GraphSettings::default(), &mut |_| None).expect("it loads").graph;
    let vocabulary = Vocabulary::new(&graph.symbols);
    let concepts: Vec<_> = CONCEPTS
        .iter()
        .map(|text| dl::parse(text, &vocabulary).unwrap_or_else(|error| panic!("{error}")))
        .collect();
    let mut retriever = Retriever::new(&graph, RetrieveSettings::default());
    for (text, concept) in CONCEPTS.iter().zip(&concepts) {
        let found = counted_retrieval(&mut retriever, concept);
        println!("{text}: {found}");
    }
    let uncles = family.problem(Kinship::Uncle, 200);
    let iris = |people: &[evolearner::generate::PersonId]| {
        people.iter().map(|&person| family.iri(person).to_string()).collect()
    };
    let statement = Statement::of_examples(iris(&uncles.positives), iris(&uncles.negatives));
    let problem = resolve(&graph, &statement, Leniency::default()).expect("all are known").problem;
    let settings = Settings::paper();
    let replay = Replay::new(&graph, &problem, &settings, 20);
    let mut memory = if is_remembering { replay.empty_memory() } else { replay.no_memory() };
    let mut n_children = 0;
    for step in &replay.generations {
        replay.evaluate(&mut memory, &step.parents);
        n_children += counted_evaluation(&replay, &mut memory, &step.children).len();
    }
    println!("{n_children} children");
}

#[inline(never)]
fn counted_retrieval(retriever: &mut Retriever<'_>, concept: &evolearner::Concept) -> usize {
    retriever.retrieve(concept).count()
}

#[inline(never)]
fn counted_evaluation(replay: &Replay<'_>, memory: &mut Memory, batch: &Batch) -> Vec<Covered> {
    replay.evaluate(memory, batch)
}
