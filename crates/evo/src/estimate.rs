//! What to expect of a learner on new examples, and how surprising its answer is.
//!
//! The whole procedure is repeated: learned on four fifths of the examples and tested on the rest, for
//! each fifth, and all of it twice where that is quick. And it is repeated on shuffled labels, where
//! there is nothing to learn: an answer that shuffled labels often reach is no news.

use evolearner_dl::IndividualId;
use evolearner_evaluate::{Confusion, Examples};
use evolearner_report::model::{Baseline, Estimate};
use evolearner_search::parallel::join;
use evolearner_search::{AnswerOptions, BadOption, LimitOptions, Negatives, Random, Stage};

use crate::knowledge_base::KnowledgeBase;
use crate::learned::Learned;
use crate::learner::Learner;
use crate::parallel::{Permits, each};
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
/// between one second and three.
const WORK: u64 = 2_400_000_000;

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
        self.estimate_with(kb, task, effort, &Permits::new(self.threads_for_repetitions()))
    }

    /// The same beside other work, most often the run whose answer is to be judged: repetitions do not
    /// depend on it. Both together keep to the number of threads, and that work comes first.
    pub fn estimate_beside<T>(
        &self,
        kb: &KnowledgeBase,
        task: &Task,
        effort: Effort,
        work: impl FnOnce() -> T,
    ) -> (T, Result<Option<Estimate>, BadOption>) {
        let permits = Permits::new(self.threads_for_repetitions());
        std::thread::scope(|scope| {
            let of_work: Vec<_> = (0..self.n_threads()).map(|_| permits.take()).collect();
            let estimate = scope.spawn(|| self.estimate_with(kb, task, effort, &permits));
            let done = work();
            drop(of_work);
            (done, join(estimate))
        })
    }

    fn estimate_with(
        &self,
        kb: &KnowledgeBase,
        task: &Task,
        effort: Effort,
        permits: &Permits,
    ) -> Result<Option<Estimate>, BadOption> {
        let learner = self.for_repetition()?;
        let trial = Trial { kb, task, seed: LimitOptions::read(self.options()).seed, permits };
        let least = task.examples.positives().len().min(task.examples.negatives().len());
        // Whether an answer is right about unlabelled individuals is not known.
        let is_unlabelled =
            AnswerOptions::read(self.options()).negatives_are == Negatives::Unlabelled;
        if least < 2 || is_unlabelled {
            return Ok(None);
        }
        // A search that finds a perfect concept ends early; on shuffled labels it rarely does. The longer
        // of the two bounds what a repetition takes.
        let first = [Repetition::Whole, Repetition::Shuffled(0)];
        let Some(first) = trial.all(&first, |one| trial.learn(&learner, one))? else {
            return Ok(None);
        };
        let n_runs = WORK / first.iter().map(|one| one.found.work).max().unwrap_or(0).max(1);
        let n_folds = N_FOLDS.min(least);
        let is_quick = n_runs >= SHUFFLES.0 + (N_REPEATS * n_folds) as u64;
        let n_repeats = if is_quick { N_REPEATS } else { 1 };
        let folds = folds(&task.examples, n_folds, n_repeats, trial.seed);
        let n_shuffles = match effort {
            Effort::Shuffles(n) => n,
            // The baselines of all parts take about as long as one search of each.
            Effort::Auto => {
                n_runs.saturating_sub((folds.len() + n_folds) as u64).clamp(SHUFFLES.0, SHUFFLES.1)
            }
        };
        let restriction = self.as_baseline()?.with("candidates", "restrictions")?;
        // A name needs no thresholds, which would take most of the time.
        let name = self.as_baseline()?.with("candidates", "names")?.with("splitter", "none")?;
        // All that is left is independent, and one list keeps all threads busy to its end.
        let mut repetitions = Trial::tests(&learner, &folds);
        repetitions.extend(Trial::tests(&name, &folds[..n_folds]));
        repetitions.extend(Trial::tests(&restriction, &folds[..n_folds]));
        let shuffles =
            (1..n_shuffles).map(|number| (&learner, Repetition::Shuffled(number as u32)));
        repetitions.extend(shuffles);
        let score = |(learner, one): &(&Learner, Repetition<'_>)| trial.score(learner, one);
        let Some(scores) = trial.all(&repetitions, score)? else { return Ok(None) };
        let (scores, rest) = scores.split_at(folds.len());
        let (of_names, rest) = rest.split_at(n_folds);
        let (of_restrictions, of_shuffles) = rest.split_at(n_folds);
        let n_examples = task.examples.n_positives() + task.examples.n_negatives();
        let (accuracy, margin) = interval(scores, n_folds, f64::from(n_examples));
        let baseline =
            |name: &str, scores: &[f64]| Baseline { name: name.to_owned(), accuracy: mean(scores) };
        let baselines = vec![baseline("name", of_names), baseline("restriction", of_restrictions)];
        let [real, shuffled] = [&first[0], &first[1]].map(|one| one.found.answer.quality);
        let is_as_good = |quality: &&f64| **quality >= real;
        let n_as_good = of_shuffles.iter().chain([&shuffled]).filter(is_as_good).count() as u64;
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

/// What is repeated, and how.
#[derive(Clone, Copy)]
struct Trial<'t> {
    kb: &'t KnowledgeBase,
    task: &'t Task,
    seed: u64,
    permits: &'t Permits,
}

/// One more run of a learner.
#[derive(Clone, Copy)]
enum Repetition<'f> {
    /// On all examples.
    Whole,
    /// On some of them; the others are tested.
    Tested(&'f Fold),
    /// On all of them with labels that are dealt anew, by a number.
    Shuffled(u32),
}

impl Trial<'_> {
    /// The results of independent works, in order; nothing if the run was cancelled.
    fn all<W: Sync, T: Send>(
        &self,
        works: &[W],
        work: impl Fn(&W) -> Result<Option<T>, BadOption> + Sync,
    ) -> Result<Option<Vec<T>>, BadOption> {
        let mut results: Vec<_> = works.iter().map(|_| Ok(None)).collect();
        let done = |number: usize, result| results[number] = result;
        each(self.permits.n(), works.len(), |number| work(&works[number]), done);
        results.into_iter().collect()
    }

    /// A test of a learner on each part that is held back.
    fn tests<'f>(learner: &'f Learner, folds: &'f [Fold]) -> Vec<(&'f Learner, Repetition<'f>)> {
        folds.iter().map(|fold| (learner, Repetition::Tested(fold))).collect()
    }

    /// What is learned; nothing if the run was cancelled.
    fn learn(
        &self,
        learner: &Learner,
        repetition: &Repetition<'_>,
    ) -> Result<Option<Learned>, BadOption> {
        let _permit = self.permits.take();
        let task = match repetition {
            Repetition::Whole => self.task.clone(),
            Repetition::Tested(fold) => self.with_examples(&fold.learn.0, &fold.learn.1),
            Repetition::Shuffled(number) => self.shuffled(*number),
        };
        let learned = learner.learn(self.kb, &task, &mut ())?;
        Ok((!learner.cancel_token().is_cancelled()).then_some(learned))
    }

    /// The accuracy on what was held back; where nothing was, the quality of the answer.
    fn score(
        &self,
        learner: &Learner,
        repetition: &Repetition<'_>,
    ) -> Result<Option<f64>, BadOption> {
        let Some(learned) = self.learn(learner, repetition)? else { return Ok(None) };
        let Repetition::Tested(Fold { test: (positives, negatives), .. }) = repetition else {
            return Ok(Some(learned.found.answer.quality));
        };
        let tested = AnswerOptions::read(learner.options()).weighed(&self.task.examples);
        let (tested, _) = tested.with_lists(positives, negatives).expect("both sides are tested");
        let covered = tested.covered_by(&learned.predict(tested.individuals()));
        let all = tested.total();
        Ok(Some(Confusion::new(covered, all.positives, all.negatives).accuracy()))
    }

    /// The task with labels that are dealt anew.
    fn shuffled(&self, number: u32) -> Task {
        let examples = &self.task.examples;
        let mut all: Vec<IndividualId> =
            examples.positives().iter().chain(examples.negatives()).copied().collect();
        shuffle(&mut all, &mut Random::new(self.seed, Stage::Examples, 1, number));
        let (positives, negatives) = all.split_at(examples.positives().len());
        self.with_examples(positives, negatives)
    }

    fn with_examples(&self, positives: &[IndividualId], negatives: &[IndividualId]) -> Task {
        let (examples, _) = (self.task.examples)
            .with_lists(positives, negatives)
            .expect("both sides have examples that differ from all others");
        self.task.with_examples(self.kb.graph(), examples)
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
/// new examples is a count of its own, which varies too. Two right and two wrong examples are added to
/// that count (Agresti and Coull 1998): where all were right, its variance would be nothing.
fn interval(scores: &[f64], n_folds: usize, n_examples: f64) -> (f64, f64) {
    let mean = mean(scores);
    let n = scores.len() as f64;
    let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let of_mean = variance * (1.0 / n + 1.0 / (n_folds as f64 - 1.0));
    let share = (mean * n_examples + 2.0) / (n_examples + 4.0);
    let of_count = share * (1.0 - share) / n_examples;
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
            "the answer may be due to chance: a search on shuffled labels does as well in {as_good} of \
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
    fn an_interval_has_a_width_where_every_test_was_right() {
        let (mean, few) = interval(&[1.0; 10], 5, 12.0);
        let (_, many) = interval(&[1.0; 10], 5, 1200.0);
        assert_eq!(mean, 1.0);
        // Wilson's interval of 12 of 12 at the same level starts at 0.816.
        assert!((0.1..0.25).contains(&few) && many < 0.01, "{few} {many}");
    }

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
        // Without spread, what is left is the count: 2.353 · √(0.7988 · 0.2012 / 1000).
        assert!((narrow - 0.029_830).abs() < 1e-5, "{narrow}");
    }
}
