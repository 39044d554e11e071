//! What a second thread brings to one search: how much sooner the default search is through.
//!
//! `cargo run --release -p evolearner-kit --example threads [-- ROUNDS [WORK [PROBLEM...]]]`
//!
//! learns each benchmark problem on all its examples with one thread and with two, in turns, and prints the
//! shortest elapsed times of the rounds (9 unless told). They tell something on an idle machine only. `WORK`
//! is the option of that name. Both runs must have the same answer and prove the same.

#[path = "../benches/measure/mod.rs"]
mod measure;

use std::time::{Duration, Instant};

use evolearner::{KnowledgeBase, Learner, Task};
use evolearner_testing::data;

use measure::benchmark;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let n_rounds: usize = arguments.next().and_then(|rounds| rounds.parse().ok()).unwrap_or(9);
    let work = arguments.next().and_then(|work| work.parse().ok());
    let chosen: Vec<String> = arguments.collect();
    let Some(folder) = data::folder() else { return };
    println!("| problem | one thread, ms | two, ms | ratio |");
    println!("|---|---|---|---|");
    for name in data::PROBLEMS {
        if !chosen.is_empty() && !chosen.iter().any(|one| one == name) {
            continue;
        }
        let (kb, task) = benchmark(&folder, name);
        let mut shortest = [Duration::MAX; 2];
        let mut answers = [String::new(), String::new()];
        for _ in 0..n_rounds {
            for at in 0..2 {
                let (time, answer) = run(&kb, &task, at + 1, work);
                shortest[at] = shortest[at].min(time);
                answers[at] = answer;
            }
        }
        assert_eq!(answers[0], answers[1], "{name}: threads show in no result");
        let [one, two] = shortest.map(|time| time.as_secs_f64() * 1e3);
        println!("| {name} | {one:.1} | {two:.1} | {:.2} |", one / two);
    }
}

/// How long a run takes, and what it finds and proves.
fn run(kb: &KnowledgeBase, task: &Task, n_threads: usize, work: Option<u64>) -> (Duration, String) {
    let learner = Learner::new("beam", "default").expect("the preset exists");
    let mut learner = learner.with_threads(n_threads);
    if let Some(work) = work {
        learner = learner.with("work", work).expect("a number");
    }
    let start = Instant::now();
    let learned = learner.learn(kb, task, &mut ()).expect("the options fit together");
    let found = &learned.found;
    (
        start.elapsed(),
        format!("{:?} {:?}", found.answer, (found.front.front(), found.front.proof())),
    )
}
