//! How soon after loading the default search has a useful answer: one whose accuracy is within .01 of
//! the final one.
//!
//! `cargo run --release -p evolearner-kit --example first_answer [-- ROUNDS [PROBLEM...]]`
//!
//! learns each benchmark problem on all its examples on one thread and prints the shortest time of the
//! rounds (5 unless told). Times are those of the thread on its core, so that other programs on the
//! machine do not count. Preparing is finding out what concepts may be made of, thresholds above all; the
//! first step also finds the types.

#[path = "../benches/measure/mod.rs"]
mod measure;

use std::time::Duration;

use evolearner::{KnowledgeBase, Learner, Task};
use evolearner_testing::data;

use measure::{benchmark, cpu_time};

/// How far the accuracy of a useful answer may be from that of the final one.
const CLOSE: f64 = 0.01;
/// Within which time there should be a useful answer.
const BAR: Duration = Duration::from_millis(100);

/// The times of one run since loading, each the shortest of all rounds.
#[derive(Clone, Copy)]
struct Times {
    prepared: Duration,
    first_step: Duration,
    useful: Duration,
    over: Duration,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let n_rounds: usize = arguments.next().and_then(|rounds| rounds.parse().ok()).unwrap_or(5);
    let chosen: Vec<String> = arguments.collect();
    let Some(folder) = data::folder() else { return };
    println!(
        "| problem | prepared, ms | first step, ms | useful, ms | at length | final, ms | accuracy |"
    );
    println!("|---|---|---|---|---|---|---|");
    let (mut n_soon, mut n_all) = (0, 0);
    for name in data::PROBLEMS {
        if !chosen.is_empty() && !chosen.iter().any(|one| one == name) {
            continue;
        }
        let (kb, task) = benchmark(&folder, name);
        let (mut best, at_length, accuracy) = run(&kb, &task);
        for _ in 1..n_rounds {
            best = best.shortest(run(&kb, &task).0);
        }
        let [prepared, first_step, useful, over] =
            [best.prepared, best.first_step, best.useful, best.over]
                .map(|time| time.as_secs_f64() * 1000.0);
        println!(
            "| {name} | {prepared:.1} | {first_step:.1} | {useful:.1} | {at_length} | {over:.1} | \
             {accuracy:.3} |"
        );
        n_all += 1;
        n_soon += usize::from(best.useful <= BAR);
    }
    println!("\n{n_soon} of {n_all} within {} ms", BAR.as_millis());
}

/// Learns once: the times, the length that the search was at when it had a useful answer, and the
/// accuracy of the final one.
fn run(kb: &KnowledgeBase, task: &Task) -> (Times, u64, f64) {
    let learner = Learner::new("beam", "default").expect("the preset exists").with_threads(1);
    let start = cpu_time();
    let since_start = || cpu_time().saturating_sub(start);
    let mut learning = learner.start(kb, task).expect("the defaults fit together");
    let prepared = since_start();
    let mut times = Vec::new();
    let stop = loop {
        let stop = learning.advance(&mut ());
        times.push(since_start());
        if let Some(stop) = stop {
            break stop;
        }
    };
    let steps = learning.history().to_vec();
    let learned = learning.finish(stop);
    let over = since_start();
    let accuracy = learned.confusion(&learned.found.answer).accuracy();
    let is_useful = |place: &usize| {
        learned.confusion(&steps[*place].progress.best).accuracy() >= accuracy - CLOSE
    };
    // Every step reports something; where none is useful, the answer itself is the first.
    let useful = (0..steps.len()).find(is_useful);
    let at_length = useful.map_or(0, |place| steps[place].progress.number);
    let useful = useful.map_or(over, |place| times[place]);
    (Times { prepared, first_step: times[0], useful, over }, at_length, accuracy)
}

impl Times {
    fn shortest(self, other: Self) -> Self {
        Self {
            prepared: self.prepared.min(other.prepared),
            first_step: self.first_step.min(other.first_step),
            useful: self.useful.min(other.useful),
            over: self.over.min(other.over),
        }
    }
}
