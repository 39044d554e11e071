//! How the time of learning grows: with population and generations, and with the knowledge base
//! around the same examples; and what the first population costs. Figures of `docs/learning.md`.
//!
//! `cargo run --release -p evolearner --example scaling`

#[path = "../benches/measure/mod.rs"]
mod measure;

use std::collections::{HashSet, VecDeque};
use std::fs::{self, File};
use std::path::Path;
use std::time::Duration;

use evolearner::generate::{Family, FamilySettings, Kinship, PersonId};
use evolearner::learning::{CancelToken, Problem, Run, Settings};
use evolearner::problem::{Statement, parse_list};
use evolearner::{Format, Graph, GraphSettings, Input, Leniency, load, resolve};
use measure::timed;

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

fn graph_of(name: &str, bytes: Box<dyn std::io::Read + Send>, format: Option<Format>) -> Graph {
    let input = Input { name: name.to_owned(), bytes, format };
    load(vec![input], GraphSettings::default(), &mut |_| None).expect("it loads").graph
}

fn problem_of(graph: &Graph, positives: Vec<String>, negatives: Vec<String>) -> Problem {
    let statement = Statement::of_examples(positives, negatives);
    resolve(graph, &statement, Leniency::default()).expect("all are known").problem
}

fn iris(family: &Family, people: &[PersonId]) -> Vec<String> {
    people.iter().map(|&person| family.iri(person).to_string()).collect()
}

/// A run of the paper's settings up to its end, without loading.
fn learn(graph: &Graph, problem: &Problem, settings: &Settings) {
    let run = Run::new(graph, problem, settings, 1, CancelToken::default(), &mut ());
    run.finish(&mut ());
}

/// Twice the population, and twice the generations, should take at most twice the time.
fn growth_with_settings() {
    let family = Family::generate(&FamilySettings::default());
    let mut turtle = Vec::new();
    family.write_turtle(&mut turtle).expect("memory can be written");
    let graph = graph_of("family", Box::new(std::io::Cursor::new(turtle)), Some(Format::Turtle));
    let uncles = family.problem(Kinship::Uncle, usize::MAX);
    let problem =
        problem_of(&graph, iris(&family, &uncles.positives), iris(&family, &uncles.negatives));
    let time = |population: usize, generations: u32| -> Duration {
        let of = |seed| {
            let mut settings = Settings { seed, ..Settings::paper() };
            settings.evolution.population = population;
            settings.evolution.generations = generations;
            timed(|| learn(&graph, &problem, &settings)).1
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
    let read = |text: String| {
        graph_of("family", Box::new(std::io::Cursor::new(text)), Some(Format::NTriples))
    };
    let (small, large) = (read(small), read(text));
    let problem = |graph| {
        problem_of(graph, iris(&family, &uncles.positives), iris(&family, &uncles.negatives))
    };
    let (in_small, in_large) = (problem(&small), problem(&large));
    // The time of the generations alone, of five seeds; the best of several rounds, in turns.
    let generations = |graph: &Graph, problem: &Problem| -> f64 {
        let of = |seed| {
            let settings = Settings { seed, ..Settings::paper() };
            let mut run = Run::new(graph, problem, &settings, 1, CancelToken::default(), &mut ());
            timed(|| while run.advance(&mut ()).is_none() {}).1
        };
        (1..=5).map(of).sum::<Duration>().as_secs_f64()
    };
    let (mut best_small, mut best_large) = (f64::MAX, f64::MAX);
    for _ in 0..5 {
        best_small = best_small.min(generations(&small, &in_small));
        best_large = best_large.min(generations(&large, &in_large));
    }
    let n_generations = 5.0 * 200.0;
    for (graph, seconds) in [(&small, best_small), (&large, best_large)] {
        let milliseconds = seconds / n_generations * 1e3;
        let n = graph.n_individuals();
        println!("| {n} | {milliseconds:.3} | {:.2} |", seconds / best_small);
    }
}

/// The people closest to some, until there are so many.
fn around(family: &Family, centre: &[PersonId], n: usize) -> HashSet<PersonId> {
    let mut found: HashSet<PersonId> = centre.iter().copied().collect();
    let mut open: VecDeque<PersonId> = centre.iter().copied().collect();
    while let Some(person) = open.pop_front() {
        let parents = family.parents(person).map_or(Vec::new(), |(one, other)| vec![one, other]);
        let relatives = family.children(person).chain(family.siblings(person)).chain(parents);
        for relative in relatives.chain(family.spouse(person)) {
            if found.len() < n && found.insert(relative) {
                open.push_back(relative);
            }
        }
    }
    found
}

/// A thousand candidates made by walks and evaluated, on the largest benchmark problem.
fn first_population() {
    let Some(folder) = evolearner_testing::data::folder() else { return };
    let folder = folder.join("carcinogenesis");
    let file = File::open(folder.join("carcinogenesis.owl")).expect("the data sets are whole");
    let graph = graph_of("carcinogenesis", Box::new(file), None);
    let list = |name: &str| {
        let path: &Path = &folder.join(name);
        parse_list(&fs::read_to_string(path).expect("the examples are there")).expect("a list")
    };
    let problem = problem_of(&graph, list("pos.txt"), list("neg.txt"));
    let mut settings = Settings::paper();
    settings.evolution.population = 1000;
    settings.evolution.generations = 0;
    let mut best = Duration::MAX;
    for _ in 0..20 {
        let run = Run::new(&graph, &problem, &settings, 1, CancelToken::default(), &mut ());
        best = best.min(run.finish(&mut ()).phases.init);
    }
    println!(
        "\ninitialising 1000 candidates on carcinogenesis: {:.1} ms, best of 20",
        best.as_secs_f64() * 1e3
    );
}
