//! The figures of `docs/retrieval.md`: what evaluating candidates costs, with and without a
//! memory of subtrees, on the benchmark problems; all ratios are within one run.
//!
//! `cargo run --release -p evolearner-kit --example retrieval`; with `-- with-memory` or
//! `-- without-memory`, a small fixed workload on a generated family whose instructions callgrind
//! can count.

#[path = "../benches/measure/mod.rs"]
mod measure;

use std::hint::black_box;
use std::time::Instant;

use evolearner::generate::{Family, FamilySettings, Kinship};
use evolearner::retrieval::{RetrieveSettings, Retriever};
use evolearner::syntax::dl;
use evolearner::{Concept, Covered, KnowledgeBase, Learner, Task};
use evolearner_evaluate::Evaluator;
use evolearner_learners::evolve::replay::{Batch, Replay};
use evolearner_testing::data;
use measure::{benchmark, iris, paper, task};

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
    let Some(folder) = data::folder() else { return };
    println!(
        "| problem | children | nodes each | whole, ns | with memory, ns | ratio | \
         walks whole, M/s | with memory, M/s | all individuals, M/s |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|---:|");
    for name in PROBLEMS {
        let (kb, task) = benchmark(&folder, name);
        println!("| {name} | {} |", row(&kb, &task));
    }
}

/// Seconds that children took with and without a memory; of each generation the fastest round.
fn children(replay: &Replay) -> [f64; 2] {
    let mut fastest = vec![[f64::INFINITY; 2]; replay.generations.len()];
    for _ in 0..ROUNDS {
        let mut evaluators = [replay.fresh_evaluator(), replay.forgetful_evaluator()];
        for (step, fastest) in replay.generations.iter().zip(&mut fastest) {
            for (evaluator, fastest) in evaluators.iter_mut().zip(fastest) {
                Replay::evaluate(evaluator, &step.parents);
                let start = Instant::now();
                black_box(Replay::evaluate(evaluator, &step.children));
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

/// The generations of a learner's run up to one of them.
fn replay(kb: &KnowledgeBase, task: &Task, learner: &Learner, n: u32) -> Replay {
    Replay::new(kb.shared_graph(), task.examples.clone(), learner.options(), n)
}

fn row(kb: &KnowledgeBase, task: &Task) -> String {
    let replayed = replay(kb, task, &paper(1), GENERATIONS);
    let sum = |of: fn(&Batch) -> usize| {
        replayed.generations.iter().map(|step| of(&step.children)).sum::<usize>() as f64
    };
    let (n_children, n_nodes) = (sum(Batch::n_candidates), sum(Batch::n_nodes));
    let [kept, whole] = children(&replayed);

    let wide = paper(1).with("population", 1000).expect("a population is a number");
    let walks = replay(kb, task, &wide, 0);
    let first = &walks.generations[0].parents;
    let walks_whole = fastest(|| {
        black_box(Replay::evaluate(&mut walks.forgetful_evaluator(), first));
    });
    let walks_kept = fastest(|| {
        black_box(Replay::evaluate(&mut walks.fresh_evaluator(), first));
    });
    let concepts = walks.first_concepts();
    let mut retriever = Retriever::new(kb.graph(), RetrieveSettings::default());
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
    let kb = KnowledgeBase::from_bytes("family.nt", bytes).expect("it loads");
    let vocabulary = kb.vocabulary();
    let concepts: Vec<_> = CONCEPTS
        .iter()
        .map(|text| dl::parse(text, &vocabulary).unwrap_or_else(|error| panic!("{error}")))
        .collect();
    let mut retriever = Retriever::new(kb.graph(), RetrieveSettings::default());
    for (text, concept) in CONCEPTS.iter().zip(&concepts) {
        let found = counted_retrieval(&mut retriever, concept);
        println!("{text}: {found}");
    }
    let uncles = family.problem(Kinship::Uncle, 200);
    let task = task(&kb, iris(&family, &uncles.positives), iris(&family, &uncles.negatives));
    let replay = replay(&kb, &task, &paper(1), 20);
    let mut evaluator =
        if is_remembering { replay.fresh_evaluator() } else { replay.forgetful_evaluator() };
    let mut n_children = 0;
    for step in &replay.generations {
        Replay::evaluate(&mut evaluator, &step.parents);
        n_children += counted_evaluation(&mut evaluator, &step.children).len();
    }
    println!("{n_children} children");
}

#[inline(never)]
fn counted_retrieval(retriever: &mut Retriever<'_>, concept: &Concept) -> usize {
    retriever.retrieve(concept).count()
}

#[inline(never)]
fn counted_evaluation(evaluator: &mut Evaluator, batch: &Batch) -> Vec<Covered> {
    Replay::evaluate(evaluator, batch)
}
