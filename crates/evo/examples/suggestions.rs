//! Do suggestions pay? Labels that are asked for one by one, by suggestion and at random, on problems
//! whose labels are known.
//!
//! `cargo run --release -p evolearner-kit --example suggestions -- FOLDER stated|concept PROBLEM...`
//!
//! Labels are those that the problems state, or those of somebody who has a concept in mind: the one that
//! is learned from all examples. The first have errors which no concept explains, the second have none.
//! FOLDER has a folder per problem with `PROBLEM.owl`, `pos.txt` and `neg.txt`. A third of the examples is
//! held back for testing, the others have hidden labels; two of each side are known at the start. A row
//! is the accuracy on the test after so many labels.

use std::error::Error;
use std::io::Write;

use evolearner::problem::Statement;
use evolearner::{Examples, IndividualId, KnowledgeBase, Learner, Policy, Random, Stage, Task};

/// Splits of each problem.
const N_SPLITS: u64 = 16;
/// The most labels that are asked for, at random and by suggestion.
const MAX_LABELS: [usize; 2] = [180, 100];
/// From so many labels on, the accuracy is looked at after every few of them.
const MANY_LABELS: usize = 40;
const FEW: usize = 4;

/// Labelled individuals, positives first.
type Labelled = (Vec<IndividualId>, Vec<IndividualId>);

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [folder, labels, problems @ ..] = &args[..] else {
        return Err("give a folder, the kind of labels, and the names of problems in it".into());
    };
    println!("problem,way,split,labels,accuracy");
    for problem in problems {
        let list = |name: &str| -> Result<Vec<String>, Box<dyn Error>> {
            let text = std::fs::read_to_string(format!("{folder}/{problem}/{name}"))?;
            Ok(text
                .lines()
                .map(str::trim)
                .filter(|line| !line.is_empty())
                .map(Into::into)
                .collect())
        };
        let kb = KnowledgeBase::from_path(format!("{folder}/{problem}/{problem}.owl"))?;
        let statement = Statement::of_examples(list("pos.txt")?, list("neg.txt")?);
        let task = Task::resolve(&kb, &statement, &[], Policy::default())?;
        let task = if labels == "concept" { with_labels_of_a_concept(&kb, &task)? } else { task };
        for split in 0..N_SPLITS {
            let simulation = Simulation::new(&kb, &task, split)?;
            let all = simulation.pool.clone();
            println!(
                "{problem},all,{split},{},{}",
                all.0.len() + all.1.len(),
                simulation.test(&all)?
            );
            for way in ["suggestion", "random"] {
                simulation.run(way == "suggestion", |n_labels, accuracy| {
                    println!("{problem},{way},{split},{n_labels},{accuracy}");
                    // Rows are seen as they come.
                    let _ = std::io::stdout().flush();
                })?;
            }
        }
    }
    Ok(())
}

/// The same examples with the labels that the answer for all of them gives.
fn with_labels_of_a_concept(kb: &KnowledgeBase, task: &Task) -> Result<Task, Box<dyn Error>> {
    let learned = Learner::new("auto", "default")?.learn(kb, task, &mut ())?;
    let all = task.examples.individuals();
    let (mut positives, mut negatives) = (Vec::new(), Vec::new());
    for (&example, is_inside) in all.iter().zip(learned.predict(all)) {
        if is_inside { &mut positives } else { &mut negatives }.push(example);
    }
    let (examples, _) = Examples::new(&positives, &negatives)?;
    Ok(task.with_examples(kb.graph(), examples))
}

/// A problem of which some labels are known.
struct Simulation<'p> {
    kb: &'p KnowledgeBase,
    task: &'p Task,
    learner: Learner,
    pool: Labelled,
    held_back: Labelled,
    split: u64,
}

impl<'p> Simulation<'p> {
    fn new(kb: &'p KnowledgeBase, task: &'p Task, split: u64) -> Result<Self, Box<dyn Error>> {
        let learner = Learner::new("auto", "default")?.with("width", 40)?.with("work", 0)?;
        let side = |of: &[IndividualId], slot: u32| {
            let mut all = of.to_vec();
            shuffle(&mut all, &mut Random::new(split, Stage::Examples, 0, slot));
            let test = all.split_off(all.len() - all.len() / 3);
            (all, test)
        };
        let positives = side(task.examples.positives(), 0);
        let negatives = side(task.examples.negatives(), 1);
        let (pool, held_back) = ((positives.0, negatives.0), (positives.1, negatives.1));
        Ok(Self { kb, task, learner, pool, held_back, split })
    }

    fn task_of(&self, known: &Labelled) -> Result<Task, Box<dyn Error>> {
        let (examples, _) = Examples::new(&known.0, &known.1)?;
        Ok(self.task.with_examples(self.kb.graph(), examples))
    }

    /// The accuracy on what is held back of what is learned from these labels.
    fn test(&self, known: &Labelled) -> Result<f64, Box<dyn Error>> {
        let learned = self.learner.learn(self.kb, &self.task_of(known)?, &mut ())?;
        let n_right = |of: &[IndividualId], is_inside: bool| {
            learned.predict(of).into_iter().filter(|&is_covered| is_covered == is_inside).count()
        };
        let n = self.held_back.0.len() + self.held_back.1.len();
        let n_right = n_right(&self.held_back.0, true) + n_right(&self.held_back.1, false);
        Ok(n_right as f64 / n as f64)
    }

    /// Asks for one label after the other.
    fn run(&self, suggests: bool, mut row: impl FnMut(usize, f64)) -> Result<(), Box<dyn Error>> {
        let (mut known, mut hidden) = ((Vec::new(), Vec::new()), self.pool.clone());
        known.0.extend(hidden.0.drain(..2));
        known.1.extend(hidden.1.drain(..2));
        let mut random = Random::new(self.split, Stage::Examples, 1, u32::from(suggests));
        loop {
            let n_labels = known.0.len() + known.1.len();
            if n_labels <= MANY_LABELS || n_labels.is_multiple_of(FEW) {
                row(n_labels, self.test(&known)?);
            }
            let mut candidates: Vec<_> = hidden.0.iter().chain(&hidden.1).copied().collect();
            if n_labels >= MAX_LABELS[usize::from(suggests)] || candidates.is_empty() {
                return Ok(());
            }
            candidates.sort_unstable();
            let any = candidates[random.below(candidates.len())];
            let asked =
                if suggests { self.suggested(&known, &candidates)?.unwrap_or(any) } else { any };
            for (known, hidden) in [(&mut known.0, &mut hidden.0), (&mut known.1, &mut hidden.1)] {
                if let Some(at) = hidden.iter().position(|&x| x == asked) {
                    known.push(hidden.swap_remove(at));
                }
            }
        }
    }

    fn suggested(
        &self,
        known: &Labelled,
        candidates: &[IndividualId],
    ) -> Result<Option<IndividualId>, Box<dyn Error>> {
        let task = self.task_of(known)?;
        let found = self.learner.suggest(self.kb, &task, &[], candidates, 1)?;
        let found = found.map_or_else(Vec::new, |found| found.individuals);
        Ok(found.first().map(|found| found.individual))
    }
}

fn shuffle<T>(items: &mut [T], random: &mut Random) {
    for at in (1..items.len()).rev() {
        items.swap(at, random.below(at + 1));
    }
}
