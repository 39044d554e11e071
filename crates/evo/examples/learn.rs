//! Learns who is an uncle in a family, from examples of uncles and of others.
//!
//! `cargo run --release -p evolearner-kit --example learn`

use evolearner::{KnowledgeBase, Learner, Observer, Policy, Step, Task, embedded_statement};

/// Prints a line for every tenth step; `&mut ()` in its place prints nothing.
struct Lines;

impl Observer for Lines {
    fn step(&mut self, step: &Step) {
        let (progress, best) = (&step.progress, &step.progress.best);
        if progress.number.is_multiple_of(10) {
            println!("{} {}: quality {:.3}", progress.unit, progress.number, best.quality);
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // `KnowledgeBase::from_path` and `Statement::of_examples` take a file and names of one's own.
    let kb = KnowledgeBase::embedded();
    let task = Task::resolve(&kb, &embedded_statement(), &[], Policy::default())?;
    // The options are those of `evolearner learn --help`.
    let learner = Learner::new("evolve", "default")?.with("stop-when-solved", true)?;
    let learned = learner.learn(&kb, &task, &mut Lines)?;
    let report = learned.report();
    println!("{}", report.best.concept.dl);
    println!("{}", report.best.sentence);
    println!("accuracy {:.3} on {} examples", report.best.train.accuracy, {
        report.positives + report.negatives
    });
    assert_eq!(report.stop, "solved");
    Ok(())
}

#[test]
fn it_runs() -> Result<(), Box<dyn std::error::Error>> {
    main()
}
