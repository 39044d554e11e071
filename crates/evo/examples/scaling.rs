//! How the time of learning grows: with population and generations, and with the knowledge base
//! around the same examples; and what the first population costs. Figures of `docs/learning.md`.
//!
//! `cargo run --release -p evolearner-kit --example scaling`

#[path = "../benches/measure/mod.rs"]
mod measure;

use std::collections::HashSet;
use std::time::Duration;

use evolearner::generate::{Family, FamilySettings, Kinship, PersonId};
use evolearner::{KnowledgeBase, Task};
use evolearner_testing::data;
use measure::{around, benchmark, iris, paper, task, timed};

/// The people of the large knowledge bases; each small one has a hundredth of them.
const PEOPLE: [u32; 2] = [1_000_000, 200_000];
const SMALLER: usize = 100;
const EXAMPLES: usize = 40;

fn main() {
    growth_with_settings();
    println!("\n| individuals | ms per generation of 800 | ratio |");
    println!("|---|---|---|");
    PEOPLE.into_iter().for_each(growth_with_knowledge);
    first_population();
}

/// Twice the population, and twice the generations, should take at most twice the time.
fn growth_with_settings() {
    let family = Family::generate(&FamilySettings::default());
    let mut turtle = Vec::new();
    family.write_turtle(&mut turtle).expect("memory can be written");
    let kb = KnowledgeBase::from_bytes("family.ttl", turtle).expect("it loads");
    let uncles = family.problem(Kinship::Uncle, usize::MAX);
    let task = task(&kb, iris(&family, &uncles.positives), iris(&family, &uncles.negatives));
    let time = |population: usize, generations: u32| -> Duration {
        let of = |seed| {
            let learner = paper(seed).with("population", population).expect("a number");
            let learner = learner.with("generations", generations).expect("a number");
            timed(|| learner.learn(&kb, &task, &mut ()).is_ok()).1
        };
        (1..=5).map(of).sum()
    };
    println!("| population × generations | CPU s, five seeds | per candidate, µs |");
    println!("|---|---|---|");
    for (population, generations) in
        [(400, 100), (800, 100), (800, 200), (1600, 200), (1600, 400), (3200, 400)]
    {
        let seconds = time(population, generations).as_secs_f64();
        let candidates = 5.0 * population as f64 * f64::from(generations);
        println!(
            "| {population} × {generations} | {seconds:.3} | {:.3} |",
            seconds / candidates * 1e6
        );
    }
}

/// The same examples in a family of many people, and in what lies around the examples in it.
fn growth_with_knowledge(people: u32) {
    let family = Family::generate(&FamilySettings { people, ..FamilySettings::default() });
    let uncles = family.problem(Kinship::Uncle, EXAMPLES);
    let mut triples = Vec::new();
    family.write_ntriples(&mut triples).expect("memory can be written");
    let text = String::from_utf8(triples).expect("N-Triples are text");
    let examples: Vec<PersonId> = [&uncles.positives[..], &uncles.negatives].concat();
    let near = around(&family, &examples, people as usize / SMALLER);
    let near: HashSet<String> = near.iter().map(|&person| family.iri(person).to_string()).collect();
    let everybody: HashSet<String> =
        family.people().map(|person| family.iri(person).to_string()).collect();
    let is_kept = |line: &&str| {
        let mut terms = line.split(['<', '>']).filter(|term| everybody.contains(*term));
        terms.all(|term| near.contains(term))
    };
    let small = text.lines().filter(is_kept).collect::<Vec<_>>().join("\n");
    let read =
        |text: String| KnowledgeBase::from_bytes("family.nt", text.into_bytes()).expect("it loads");
    let (small, large) = (read(small), read(text));
    let task = |kb: &KnowledgeBase| {
        task(kb, iris(&family, &uncles.positives), iris(&family, &uncles.negatives))
    };
    let (in_small, in_large) = (task(&small), task(&large));
    // The time of the generations alone, of five seeds; the best of several rounds, in turns.
    let generations = |kb: &KnowledgeBase, task: &Task| -> f64 {
        let of = |seed| {
            let mut learning = paper(seed).start(kb, task).expect("the options fit together");
            // The first step makes the first population.
            learning.advance(&mut ());
            timed(|| while learning.advance(&mut ()).is_none() {}).1
        };
        (1..=5).map(of).sum::<Duration>().as_secs_f64()
    };
    let (mut best_small, mut best_large) = (f64::MAX, f64::MAX);
    for _ in 0..5 {
        best_small = best_small.min(generations(&small, &in_small));
        best_large = best_large.min(generations(&large, &in_large));
    }
    let n_generations = 5.0 * 200.0;
    for (kb, seconds) in [(&small, best_small), (&large, best_large)] {
        let milliseconds = seconds / n_generations * 1e3;
        let n = kb.graph().n_individuals();
        println!("| {n} | {milliseconds:.3} | {:.2} |", seconds / best_small);
    }
}

/// A thousand candidates made by walks and evaluated, on the largest benchmark problem.
fn first_population() {
    let Some(folder) = data::folder() else { return };
    let (kb, task) = benchmark(&folder, "carcinogenesis");
    let learner = paper(1).with("population", 1000).expect("a number");
    let learner = learner.with("generations", 0).expect("a number");
    let mut best = Duration::MAX;
    for _ in 0..20 {
        let learned = learner.learn(&kb, &task, &mut ()).expect("the options fit together");
        best = best.min(learned.found.spent.first);
    }
    println!(
        "\ninitialising 1000 candidates on carcinogenesis: {:.1} ms, best of 20",
        best.as_secs_f64() * 1e3
    );
}
