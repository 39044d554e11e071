//! The figures of `docs/search.md` on how sure an answer is: how often the interval holds, and how
//! p-values are spread where there is nothing to learn.
//!
//! `cargo run --release -p evolearner-kit --example certainty [-- SPLITS [PICTURE.svg]]`
//!
//! Interval: the examples are cut in halves, one is learned from, and the score of the answer on the
//! other one is in the interval or not. The generated problem has uncles of a family, with a tenth of
//! the labels wrong in both halves. P-values: labels are dealt at random.

#[path = "../benches/measure/mod.rs"]
mod measure;

use std::fs;

use evolearner::generate::{Family, FamilySettings, Kinship};
use evolearner::parallel::each;
use evolearner::report::chart::{Axis, Chart, Frame, series};
use evolearner::{
    Confusion, Covered, Effort, Examples, IndividualId, KnowledgeBase, Learner, Task,
};
use evolearner_testing::{Random, data};
use measure::{benchmark, iris, task};

/// Shuffles for a p-value: it is a twentieth at least.
const N_SHUFFLES: u64 = 19;
/// One label of so many is wrong.
const ONE_WRONG_OF: usize = 10;
/// Examples of the generated problem on each side.
const N_GENERATED: usize = 200;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let n_splits: usize = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(200);
    let picture = arguments.next();
    println!("| problem | splits | in the interval | mean expected | mean reached | mean width |");
    println!("|---|---|---|---|---|---|");
    let (kb, uncles) = generated();
    held("generated, with noise", &kb, &uncles, n_splits);
    let Some(folder) = data::folder() else { return };
    for name in ["lymphography", "mammographic", "hepatitis"] {
        let (kb, task) = benchmark(&folder, name);
        held(name, &kb, &task, n_splits);
    }
    let (kb, task) = benchmark(&folder, "lymphography");
    p_values(&kb, &task, n_splits, picture.as_deref());
}

/// Uncles of a family, with wrong labels.
fn generated() -> (KnowledgeBase, Task) {
    let family = Family::generate(&FamilySettings { people: 2000, ..FamilySettings::default() });
    let uncles = family.problem(Kinship::Uncle, N_GENERATED);
    let mut triples = Vec::new();
    family.write_ntriples(&mut triples).expect("memory can be written");
    let kb = KnowledgeBase::from_bytes("family.nt", triples).expect("it loads");
    let (mut positives, mut negatives) =
        (iris(&family, &uncles.positives), iris(&family, &uncles.negatives));
    for at in (0..positives.len().min(negatives.len())).step_by(ONE_WRONG_OF) {
        std::mem::swap(&mut positives[at], &mut negatives[at]);
    }
    let task = task(&kb, positives, negatives);
    (kb, task)
}

fn learner() -> Learner {
    Learner::new("auto", "default").expect("the preset exists").with_threads(1)
}

fn n_threads() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

fn shuffled(of: &[IndividualId], random: &mut Random) -> Vec<IndividualId> {
    let mut all = of.to_vec();
    for at in (1..all.len()).rev() {
        all.swap(at, random.below(at + 1));
    }
    all
}

fn with_examples(
    kb: &KnowledgeBase,
    task: &Task,
    positives: &[IndividualId],
    negatives: &[IndividualId],
) -> Task {
    let (examples, _) = Examples::new(positives, negatives).expect("both sides have examples");
    task.with_examples(kb.graph(), examples)
}

/// How often the score on one half is in the interval that the other half gives.
fn held(name: &str, kb: &KnowledgeBase, task: &Task, n_splits: usize) {
    let split = |number: usize| {
        let mut random = Random::new(number as u64 + 1);
        let positives = shuffled(task.examples.positives(), &mut random);
        let negatives = shuffled(task.examples.negatives(), &mut random);
        let (p_half, n_half) = (positives.len() / 2, negatives.len() / 2);
        let half = with_examples(kb, task, &positives[..p_half], &negatives[..n_half]);
        let learned = learner().learn(kb, &half, &mut ()).expect("the options fit together");
        let estimate = learner().estimate(kb, &half, Effort::Shuffles(1));
        let estimate = estimate.expect("the options fit together").expect("examples are many");
        let n_in = |of: &[IndividualId]| {
            learned.predict(of).into_iter().filter(|&is_in| is_in).count() as u32
        };
        let (p_rest, n_rest) = (&positives[p_half..], &negatives[n_half..]);
        let covered = Covered { positives: n_in(p_rest), negatives: n_in(n_rest) };
        let reached = Confusion::new(covered, p_rest.len() as u32, n_rest.len() as u32).accuracy();
        let is_held = (estimate.low..=estimate.high).contains(&reached);
        [f64::from(u8::from(is_held)), estimate.accuracy, reached, estimate.high - estimate.low]
    };
    let mut sums = [0.0; 4];
    each(n_threads(), n_splits, split, |_, figures| {
        sums.iter_mut().zip(figures).for_each(|(sum, figure)| *sum += figure);
    });
    let [held, expected, reached, width] = sums.map(|sum| sum / n_splits as f64);
    println!(
        "| {name} | {n_splits} | {:.1} % | {expected:.3} | {reached:.3} | {width:.3} |",
        100.0 * held
    );
}

/// The p-values of labels without meaning: as many are at most p as p says.
fn p_values(kb: &KnowledgeBase, task: &Task, n_labels: usize, picture: Option<&str>) {
    let p_value = |number: usize| {
        let mut random = Random::new(number as u64 + 1);
        let all = [task.examples.positives(), task.examples.negatives()].concat();
        let all = shuffled(&all, &mut random);
        let (positives, negatives) = all.split_at(task.examples.positives().len());
        let dealt = with_examples(kb, task, positives, negatives);
        // Shuffles of a run with the same seed would be the same for all labels.
        let learner = learner().with("seed", number + 1).expect("a seed is a number");
        let estimate = learner.estimate(kb, &dealt, Effort::Shuffles(N_SHUFFLES));
        estimate.expect("the options fit together").expect("examples are many").p_value
    };
    let mut found = Vec::new();
    each(n_threads(), n_labels, p_value, |_, p_value| found.push(p_value));
    let share = |most: f64| {
        found.iter().filter(|&&p_value| p_value <= most + 1e-9).count() as f64 / found.len() as f64
    };
    println!("\n| p at most | share of {n_labels} |\n|---|---|");
    for most in [0.05, 0.1, 0.25, 0.5, 0.75, 1.0] {
        println!("| {most:.2} | {:.3} |", share(most));
    }
    let Some(path) = picture else { return };
    let legend = ["labels at random", "as many as p says"];
    let steps = (0..=N_SHUFFLES + 1).map(|at| at as f64 / (N_SHUFFLES + 1) as f64);
    let frame = Frame::of_picture(320.0, 260.0, 48.0, &legend);
    let mut chart = Chart::new(frame, Axis::around(0.0, 1.0, 0.0), Axis::around(0.0, 1.0, 0.0));
    chart.name_x("p-value");
    chart.steps(&series(0), steps.map(|most| (most, share(most))));
    chart.lines(&series(1), [(0.0, 0.0), (1.0, 1.0)]);
    let title = "Share of p-values up to each, where there is nothing to learn";
    fs::write(path, chart.picture(title, &legend)).expect("the picture can be written");
}
