//! What to expect of a learner on new examples, and how surprising its answer is.
//!
//! The whole procedure is repeated: learned on four fifths of the examples and tested on the rest, for
//! each fifth, and all of it twice where that is quick. And it is repeated on shuffled labels, where
//! there is nothing to learn: an answer that shuffled labels often reach is no news.

use evolearner_dl::IndividualId;
use evolearner_evaluate::{Confusion, Covered, Examples};
use evolearner_report::model::{Baseline, Estimate};
use evolearner_search::{BadOption, LimitOptions, Random, Stage};

use crate::knowledge_base::KnowledgeBase;
use crate::learned::Learned;
use crate::learner::Learner;
use crate::parallel::each;
use crate::task::Task;

/// Parts that the examples are cut into.
const N_FOLDS: usize = 5;
/// How often they are cut anew, at most.
const N_REPEATS: usize = 2;
/// The share of cases in which the interval is to hold.
const LEVEL: f64 = 0.9;
/// The quantiles of Student's t for that level, for 1, 2, … degrees of freedom.
const QUANTILES: [f64; N_FOLDS * N_REPEATS - 1] =
    [6.314, 2.920, 2.353, 2.132, 2.015, 1.943, 1.895, 1.860, 1.833];
/// Shuffles, at least and at most, where no number is given.
const SHUFFLES: (u64, u64) = (5, 99);
/// What all runs may take together where no number is given, as [`Found::work`](evolearner_search::Found):
/// about three seconds.
const WORK: u64 = 2_800_000_000;

/// How much is done for an estimate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// As many shuffles as take a few seconds.
    Auto,
    /// So many shuffles.
    Shuffles(u64),
}

impl Learner {
    /// What to expect on new examples; nothing where there are too few examples to hold some back, or
    /// where the run was cancelled.
    pub fn estimate(
        &self,
        kb: &KnowledgeBase,
        task: &Task,
        effort: Effort,
    ) -> Result<Option<Estimate>, BadOption> {
        let learner = self.for_repetition()?;
        let n_threads = self.threads_for_repetitions();
        let trial = Repetition { learner: &learner, kb, task, n_threads };
        let seed = LimitOptions::read(self.options()).seed;
        let least = task.examples.positives().len().min(task.examples.negatives().len());
        if least < 2 {
            return Ok(None);
        }
        let Some(real) = trial.learn(task)? else { return Ok(None) };
        // A search that finds a perfect concept ends early; on shuffled labels it rarely does. The longer
        // of the two bounds what a repetition takes.
        let Some(shuffled) = trial.learn_shuffled(seed, 0)? else { return Ok(None) };
        let n_runs = WORK / real.found.work.max(shuffled.found.work).max(1);
        let n_folds = N_FOLDS.min(least);
        let is_quick = n_runs >= SHUFFLES.0 + (N_REPEATS * n_folds) as u64;
        let folds = folds(&task.examples, n_folds, if is_quick { N_REPEATS } else { 1 }, seed);
        let Some(scores) = trial.scores(&folds)? else { return Ok(None) };
        let n_examples = task.examples.n_positives() + task.examples.n_negatives();
        let (accuracy, margin) = interval(&scores, n_folds, f64::from(n_examples));
        let mut baselines = Vec::new();
        let restriction = self.as_baseline()?.with("candidates", "restrictions")?;
        // A name needs no thresholds, which would take most of the time.
        let name = self.as_baseline()?.with("candidates", "names")?.with("splitter", "none")?;
        for (name, baseline) in [("name", name), ("restriction", restriction)] {
            let trial = Repetition { learner: &baseline, ..trial };
            let Some(scores) = trial.scores(&folds[..n_folds])? else { return Ok(None) };
            baselines.push(Baseline { name: name.to_owned(), accuracy: mean(&scores) });
        }
        let n_shuffles = match effort {
            Effort::Shuffles(n) => n,
            Effort::Auto => n_runs.saturating_sub(folds.len() as u64).clamp(SHUFFLES.0, SHUFFLES.1),
        };
        let n_others = n_shuffles.saturating_sub(1) as usize;
        let others = trial.all(n_others, |number| {
            let shuffled = trial.learn_shuffled(seed, 1 + number as u32)?;
            Ok(shuffled.map(|shuffled| shuffled.found.answer.quality))
        })?;
        let Some(mut qualities) = others else { return Ok(None) };
        qualities.push(shuffled.found.answer.quality);
        let least = real.found.answer.quality;
        let n_as_good = qualities.iter().filter(|&&quality| quality >= least).count() as u64;
        Ok(Some(Estimate {
            accuracy,
            low: (accuracy - margin).max(0.0),
            high: (accuracy + margin).min(1.0),
            level: LEVEL,
            tests: scores.len(),
            as_good: n_as_good,
            shuffles: n_shuffles,
            p_value: (1 + n_as_good) as f64 / (1 + n_shuffles) as f64,
            baselines,
        }))
    }
}

/// A procedure that is repeated.
#[derive(Clone, Copy)]
struct Repetition<'r> {
    learner: &'r Learner,
    kb: &'r KnowledgeBase,
    task: &'r Task,
    n_threads: usize,
}

impl Repetition<'_> {
    /// What is learned for a task; nothing if the run was cancelled.
    fn learn(&self, task: &Task) -> Result<Option<Learned>, BadOption> {
        let learned = self.learner.learn(self.kb, task, &mut ())?;
        Ok((!self.learner.cancel_token().is_cancelled()).then_some(learned))
    }

    /// The results of independent works, in order; nothing if the run was cancelled.
    fn all<T: Send>(
        &self,
        n: usize,
        work: impl Fn(usize) -> Result<Option<T>, BadOption> + Sync,
    ) -> Result<Option<Vec<T>>, BadOption> {
        let mut results: Vec<_> = (0..n).map(|_| Ok(None)).collect();
        each(self.n_threads, n, work, |number, result| results[number] = result);
        results.into_iter().collect()
    }

    /// The accuracy on each part that was held back; nothing if the run was cancelled.
    fn scores(&self, folds: &[Fold]) -> Result<Option<Vec<f64>>, BadOption> {
        self.all(folds.len(), |number| {
            let Fold { learn, test: (positives, negatives) } = &folds[number];
            let (examples, _) = Examples::new(&learn.0, &learn.1)
                .expect("both sides keep examples that differ from all others");
            let task = self.task.with_examples(self.kb.graph(), examples);
            let Some(learned) = self.learn(&task)? else { return Ok(None) };
            let covers = |of: &[IndividualId]| {
                learned.predict(of).into_iter().filter(|&is_covered| is_covered).count() as u32
            };
            let covered = Covered { positives: covers(positives), negatives: covers(negatives) };
            let counts = (positives.len() as u32, negatives.len() as u32);
            Ok(Some(Confusion::new(covered, counts.0, counts.1).accuracy()))
        })
    }

    /// What is learned when the labels are dealt anew; nothing if the run was cancelled.
    fn learn_shuffled(&self, seed: u64, number: u32) -> Result<Option<Learned>, BadOption> {
        let examples = &self.task.examples;
        let mut all: Vec<IndividualId> =
            examples.positives().iter().chain(examples.negatives()).copied().collect();
        shuffle(&mut all, &mut Random::new(seed, Stage::Examples, 1, number));
        let (positives, negatives) = all.split_at(examples.positives().len());
        let (shuffled, _) = Examples::new(positives, negatives)
            .expect("both sides have as many different examples as before");
        self.learn(&self.task.with_examples(self.kb.graph(), shuffled))
    }
}

/// Positives and negatives.
type Sides = (Vec<IndividualId>, Vec<IndividualId>);

/// Examples to learn from, and examples to test on.
struct Fold {
    learn: Sides,
    test: Sides,
}

/// All folds of all repeats: every example is in one test of each repeat, and every test has its share
/// of both sides.
fn folds(examples: &Examples, n_folds: usize, n_repeats: usize, seed: u64) -> Vec<Fold> {
    let fold = |repeat: usize, part: usize| {
        let side = |of: &[IndividualId], slot: u32| {
            let mut all = of.to_vec();
            shuffle(&mut all, &mut Random::new(seed, Stage::Examples, 2 + repeat as u32, slot));
            let test = all.drain(part * all.len() / n_folds..(part + 1) * all.len() / n_folds);
            let test: Vec<IndividualId> = test.collect();
            (all, test)
        };
        let (positives, negatives) = (side(examples.positives(), 0), side(examples.negatives(), 1));
        Fold { learn: (positives.0, negatives.0), test: (positives.1, negatives.1) }
    };
    (0..n_repeats).flat_map(|repeat| (0..n_folds).map(move |part| fold(repeat, part))).collect()
}

fn shuffle<T>(items: &mut [T], random: &mut Random) {
    for at in (1..items.len()).rev() {
        items.swap(at, random.below(at + 1));
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The mean of test scores and what to add and subtract. Tests share most of what was learned from, so
/// that their mean varies more than that of independent ones (Nadeau and Bengio 2003); and a score on
/// new examples is a count of its own, which varies too.
fn interval(scores: &[f64], n_folds: usize, n_examples: f64) -> (f64, f64) {
    let mean = mean(scores);
    let n = scores.len() as f64;
    let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let of_mean = variance * (1.0 / n + 1.0 / (n_folds as f64 - 1.0));
    let of_count = mean * (1.0 - mean) / n_examples;
    (mean, QUANTILES[scores.len() - 2] * (of_mean + of_count).sqrt())
}

/// A warning where a single name or restriction does as well on new examples, or where there may be
/// nothing to learn.
pub fn not_worth_it(estimate: &Estimate) -> Option<String> {
    const USUAL: f64 = 0.05;
    let better = estimate.baselines.iter().find(|simple| simple.accuracy >= estimate.accuracy);
    if estimate.p_value > USUAL && estimate.shuffles as f64 >= 1.0 / USUAL - 1.0 {
        let Estimate { as_good, shuffles, .. } = estimate;
        return Some(format!(
            "the answer may say nothing: a search on shuffled labels does as well in {as_good} of \
             {shuffles} cases"
        ));
    }
    better.map(|simple| {
        format!(
            "learning may not pay: a single {} does as well on new examples ({:.2} against {:.2})",
            simple.name, simple.accuracy, estimate.accuracy
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_tested_once_in_each_repeat() {
        let all = |range: std::ops::Range<u32>| range.map(IndividualId).collect::<Vec<_>>();
        let (examples, _) = Examples::new(&all(0..23), &all(23..40)).expect("there are examples");
        let folds = folds(&examples, N_FOLDS, N_REPEATS, 1);
        assert_eq!(folds.len(), N_FOLDS * N_REPEATS);
        for repeat in folds.chunks(N_FOLDS) {
            let mut tested: Vec<IndividualId> = Vec::new();
            for fold in repeat {
                let (learn, test) = (&fold.learn, &fold.test);
                assert_eq!(learn.0.len() + test.0.len(), 23);
                assert!((4..=5).contains(&test.0.len()) && (3..=4).contains(&test.1.len()));
                assert!(test.0.iter().all(|example| !learn.0.contains(example)));
                tested.extend(test.0.iter().chain(&test.1));
            }
            tested.sort_unstable();
            assert_eq!(tested, all(0..40));
        }
    }

    #[test]
    fn an_interval_is_wider_for_scores_that_differ_and_for_fewer_examples() {
        let (mean, narrow) = interval(&[0.8, 0.8, 0.8, 0.8], N_FOLDS, 1000.0);
        assert!((mean - 0.8).abs() < 1e-12);
        let (_, wider) = interval(&[0.7, 0.9, 0.7, 0.9], N_FOLDS, 1000.0);
        let (_, fewer) = interval(&[0.8, 0.8, 0.8, 0.8], N_FOLDS, 100.0);
        assert!(narrow < wider && narrow < fewer, "{narrow} {wider} {fewer}");
        // Without spread, what is left is the count: 2.353 · √(0.8 · 0.2 / 1000).
        assert!((narrow - 0.029_763).abs() < 1e-5, "{narrow}");
    }
}
