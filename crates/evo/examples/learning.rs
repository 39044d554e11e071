//! The figures of `docs/learning.md`: how well and how fast the paper's settings learn the
//! benchmark problems on all their examples, on one core.
//!
//! `cargo run --release -p evolearner-kit --example learning [-- SEEDS [PROBLEM...]]`

#[path = "../benches/measure/mod.rs"]
mod measure;

use std::path::Path;

use evolearner_testing::data;
use measure::{benchmark, paper, timed};

/// The mean training accuracy of the authors' Python program on the same files and examples,
/// 800 × 200, recorded once. Its times are those of another machine and do not stand beside ours.
const AUTHORS: [(&str, f64); 8] = [
    ("carcinogenesis", 0.707),
    ("family", 1.000),
    ("hepatitis", 0.784),
    ("lymphography", 0.865),
    ("mammographic", 0.846),
    ("mutagenesis", 1.000),
    ("nctrer", 1.000),
    ("pyrimidine", 1.000),
];

fn main() {
    let mut arguments = std::env::args().skip(1);
    let n_seeds: u64 = arguments.next().and_then(|seeds| seeds.parse().ok()).unwrap_or(5);
    let chosen: Vec<String> = arguments.collect();
    let Some(folder) = data::folder() else { return };
    println!(
        "| problem | CPU s | accuracy | accuracy of the authors' program | F1 | length | init, ms |"
    );
    println!("|---|---|---|---|---|---|---|");
    for (name, accuracy) in AUTHORS {
        if chosen.is_empty() || chosen.iter().any(|one| one == name) {
            row(&folder, name, accuracy, n_seeds);
        }
    }
}

fn row(folder: &Path, name: &str, authors_accuracy: f64, n_seeds: u64) {
    let (kb, task) = benchmark(folder, name);
    let mut sums = [0.0; 5];
    for seed in 1..=n_seeds {
        let learner = paper(seed);
        let (learned, time) = timed(|| learner.learn(&kb, &task, &mut ()));
        let learned = learned.expect("the options of the paper fit together");
        let confusion = learned.confusion(&learned.found.answer);
        let length = learned.concept().length();
        let init = learned.found.spent.first.as_secs_f64() * 1000.0;
        let figures =
            [time.as_secs_f64(), confusion.accuracy(), confusion.f1(), length as f64, init];
        for (sum, figure) in sums.iter_mut().zip(figures) {
            *sum += figure / n_seeds as f64;
        }
    }
    let [seconds, accuracy, f1, length, init] = sums;
    println!(
        "| {name} | {seconds:.3} | {accuracy:.3} | {authors_accuracy:.3} | {f1:.3} | {length:.1} | \
         {init:.1} |"
    );
}
