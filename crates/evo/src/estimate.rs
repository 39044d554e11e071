//! What to expect of a learner on new examples, and how surprising its answer is.
//!
//! The whole procedure is repeated: learned on four fifths of the examples and tested on the rest, for
//! each fifth, twice. And it is repeated on shuffled labels, where there is nothing to learn: an answer
//! that shuffled labels often reach is no news.

use evolearner_dl::IndividualId;
use evolearner_evaluate::{Confusion, Covered, Examples};
use evolearner_report::model::{Baseline, Estimate};
use evolearner_search::{BadOption, LimitOptions, Random, Stage};

use crate::knowledge_base::KnowledgeBase;
use crate::learner::Learner;
use crate::task::Task;

/// Parts that the examples are cut into.
const N_FOLDS: usize = 5;
/// How often they are cut anew.
const N_REPEATS: usize = 2;
/// The share of cases in which the interval is to hold.
const LEVEL: f64 = 0.9;
/// The quantile of Student's t for that level and one degree less than there are tests.
const QUANTILE: f64 = 1.833;
/// Shuffles, at least and at most, where no number is given.
const SHUFFLES: (u64, u64) = (19, 99);
/// Evaluations of concepts that all shuffles may take together, where no number is given.
const EVALUATIONS: u64 = 40_000_000;

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
        let trial = Repetition { learner: &learner, kb, task };
        let seed = LimitOptions::read(self.options()).seed;
        let folds = folds(&task.examples, seed);
        if folds.is_empty() {
            return Ok(None);
        }
        let Some(scores) = trial.scores(&folds)? else { return Ok(None) };
        let n_examples = task.examples.n_positives() + task.examples.n_negatives();
        let (accuracy, margin) = interval(&scores, f64::from(n_examples));
        let mut baselines = Vec::new();
        for (name, candidates) in [("name", "names"), ("restriction", "restrictions")] {
            let baseline = self.as_baseline()?.with("candidates", candidates)?;
            let trial = Repetition { learner: &baseline, kb, task };
            let Some(scores) = trial.scores(&folds)? else { return Ok(None) };
            baselines.push(Baseline { name: name.to_owned(), accuracy: mean(&scores) });
        }
        let Some((n_as_good, n_shuffles)) = trial.shuffled(seed, effort)? else {
            return Ok(None);
        };
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
struct Repetition<'r> {
    learner: &'r Learner,
    kb: &'r KnowledgeBase,
    task: &'r Task,
}

impl Repetition<'_> {
    /// The accuracy on each part that was held back; nothing if the run was cancelled.
    fn scores(&self, folds: &[Fold]) -> Result<Option<Vec<f64>>, BadOption> {
        let mut scores = Vec::with_capacity(folds.len());
        for fold in folds {
            let Ok((examples, _)) = Examples::new(&fold.learn.0, &fold.learn.1) else { continue };
            let task = self.task.with_examples(self.kb.graph(), examples);
            let learned = self.learner.learn(self.kb, &task, &mut ())?;
            if self.learner.cancel_token().is_cancelled() {
                return Ok(None);
            }
            let covers = |of: &[IndividualId]| {
                learned.predict(of).into_iter().filter(|&is_covered| is_covered).count() as u32
            };
            let (positives, negatives) = &fold.test;
            let covered = Covered { positives: covers(positives), negatives: covers(negatives) };
            let counts = (positives.len() as u32, negatives.len() as u32);
            scores.push(Confusion::new(covered, counts.0, counts.1).accuracy());
        }
        Ok((scores.len() > 1).then_some(scores))
    }

    /// How often a search on shuffled labels does as well as on the real ones, and how often it was
    /// tried; nothing if the run was cancelled.
    fn shuffled(&self, seed: u64, effort: Effort) -> Result<Option<(u64, u64)>, BadOption> {
        let real = self.learner.learn(self.kb, self.task, &mut ())?.found;
        let mut n_shuffles = match effort {
            Effort::Shuffles(n) => n,
            Effort::Auto => SHUFFLES.1,
        };
        let examples = &self.task.examples;
        let mut all: Vec<IndividualId> =
            examples.positives().iter().chain(examples.negatives()).copied().collect();
        let (mut n_as_good, mut number) = (0, 0);
        while number < n_shuffles {
            shuffle(&mut all, &mut Random::new(seed, Stage::Examples, 1, number as u32));
            let (positives, negatives) = all.split_at(examples.positives().len());
            let Ok((shuffled, _)) = Examples::new(positives, negatives) else { break };
            let task = self.task.with_examples(self.kb.graph(), shuffled);
            let found = self.learner.learn(self.kb, &task, &mut ())?.found;
            if self.learner.cancel_token().is_cancelled() {
                return Ok(None);
            }
            n_as_good += u64::from(found.answer.quality >= real.answer.quality);
            if effort == Effort::Auto && number == 0 {
                // Work is counted, not time: the same task gets the same number everywhere.
                n_shuffles = (EVALUATIONS / found.evaluations.max(1)).clamp(SHUFFLES.0, SHUFFLES.1);
            }
            number += 1;
        }
        Ok(Some((n_as_good, n_shuffles)))
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
/// of both sides. None where a side has a single example.
fn folds(examples: &Examples, seed: u64) -> Vec<Fold> {
    let least = examples.positives().len().min(examples.negatives().len());
    let n_folds = N_FOLDS.min(least);
    if n_folds < 2 {
        return Vec::new();
    }
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
    (0..N_REPEATS).flat_map(|repeat| (0..n_folds).map(move |part| fold(repeat, part))).collect()
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
fn interval(scores: &[f64], n_examples: f64) -> (f64, f64) {
    let mean = mean(scores);
    let n = scores.len() as f64;
    let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let of_mean = variance * (1.0 / n + 1.0 / (N_FOLDS as f64 - 1.0));
    let of_count = mean * (1.0 - mean) / n_examples;
    (mean, QUANTILE * (of_mean + of_count).sqrt())
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
        let folds = folds(&examples, 1);
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
    fn a_single_example_cannot_be_held_back() {
        let ids = [IndividualId(0), IndividualId(1), IndividualId(2)];
        let (examples, _) = Examples::new(&ids[..1], &ids[1..]).expect("there are examples");
        assert!(folds(&examples, 1).is_empty());
    }

    #[test]
    fn an_interval_is_wider_for_scores_that_differ_and_for_fewer_examples() {
        let (mean, narrow) = interval(&[0.8, 0.8, 0.8, 0.8], 1000.0);
        assert!((mean - 0.8).abs() < 1e-12);
        let (_, wider) = interval(&[0.7, 0.9, 0.7, 0.9], 1000.0);
        let (_, fewer) = interval(&[0.8, 0.8, 0.8, 0.8], 100.0);
        assert!(narrow < wider && narrow < fewer, "{narrow} {wider} {fewer}");
        // Without spread, what is left is the count: 1.833 · √(0.8 · 0.2 / 1000).
        assert!((narrow - 0.023_186).abs() < 1e-5, "{narrow}");
    }
}
