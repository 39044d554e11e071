//! Cross-validation of one problem.

use anyhow::Result;
use evolearner::report::crossval::{BaselineModel, CrossvalReport, FoldModel, Summary};
use evolearner::syntax::dl;
use evolearner::{KnowledgeBase, Learner, StopReason, Task, measures};

use crate::folds::{Fold, Scheme, folds};
use crate::statistics::Mean;
use crate::trial::{History, Tested, Trial, baselines, run};
use evolearner::parallel::each;

/// How to cross-validate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CrossvalSettings {
    /// The number of parts.
    pub folds: usize,
    /// How examples are dealt.
    pub scheme: Scheme,
    /// How often they are dealt anew.
    pub repeats: usize,
    /// Folds learned at the same time; results do not depend on it.
    pub jobs: usize,
}

/// One fold with what was learned on it, and what needs no learner.
struct TestedFold {
    trial: Trial,
    baselines: [(&'static str, Tested); 3],
}

/// Learns and tests every fold. `done` is called with each fold that is finished. Once the learner is
/// cancelled, folds that run are cut short and left out, as are those not yet begun.
pub fn crossval(
    kb: &KnowledgeBase,
    task: &Task,
    learner: &Learner,
    how: CrossvalSettings,
    mut done: impl FnMut(usize, &Trial) + Send,
) -> Result<CrossvalReport> {
    learner.check()?;
    let mut all: Vec<Fold> = Vec::new();
    for repeat in 0..how.repeats {
        let seed = learner.options().get("seed");
        all.extend(folds(&task.examples, how.folds, how.scheme, seed, repeat)?);
    }
    let mut trials: Vec<Option<TestedFold>> = (0..all.len()).map(|_| None).collect();
    let work = |index: usize| -> Result<Option<TestedFold>> {
        if learner.cancel_token().is_cancelled() {
            return Ok(None);
        }
        let fold = &all[index];
        let trial = run(kb, task, fold, learner, History::End)?;
        if trial.stop == StopReason::Cancelled {
            return Ok(None);
        }
        let baselines = baselines(kb, task, fold, learner)?;
        Ok(Some(TestedFold { trial, baselines }))
    };
    let mut failed = None;
    each(how.jobs, all.len(), work, |index, tested| match tested {
        Ok(tested) => {
            if let Some(tested) = &tested {
                done(index, &tested.trial);
            }
            trials[index] = tested;
        }
        Err(error) => failed = Some(error),
    });
    if let Some(error) = failed {
        return Err(error);
    }
    let trials: Vec<(&Fold, TestedFold)> =
        all.iter().zip(trials).filter_map(|(fold, tested)| Some((fold, tested?))).collect();
    Ok(report(kb, learner, how, all.len(), &trials))
}

fn report(
    kb: &KnowledgeBase,
    learner: &Learner,
    how: CrossvalSettings,
    n_planned: usize,
    trials: &[(&Fold, TestedFold)],
) -> CrossvalReport {
    let learned: Vec<(&Tested, f64)> = trials
        .iter()
        .map(|(_, tested)| (&tested.trial.learned, tested.trial.time.as_secs_f64()))
        .collect();
    // One value lies at no distance from itself: a deviation takes two.
    let several = trials.len() >= 2;
    let names: Vec<&str> = trials
        .first()
        .map_or(Vec::new(), |(_, tested)| tested.baselines.iter().map(|(name, _)| *name).collect());
    let baselines: Vec<BaselineModel> = names
        .iter()
        .enumerate()
        .map(|(index, name)| {
            let tested: Vec<(&Tested, f64)> =
                trials.iter().map(|(_, fold)| (&fold.baselines[index].1, 0.0)).collect();
            BaselineModel {
                name: (*name).to_owned(),
                mean: summary(&tested, |mean| mean.mean),
                std: several.then(|| summary(&tested, |mean| mean.std)),
            }
        })
        .collect();
    let mean = (!trials.is_empty()).then(|| summary(&learned, |mean| mean.mean));
    let warnings = baselines
        .iter()
        .filter_map(|baseline| {
            let (ours, accuracy) = (mean?.accuracy, baseline.mean.accuracy);
            (accuracy >= ours).then(|| {
                format!(
                    "the learned concepts do not beat `{}` on held-back examples: accuracy {ours:.3} against {accuracy:.3}",
                    baseline.name
                )
            })
        })
        .collect();
    let model = |(fold, TestedFold { trial, .. }): &(&Fold, TestedFold)| FoldModel {
        fold: fold.fold,
        repeat: fold.repeat,
        train: measures(trial.learned.train),
        test: measures(trial.learned.test),
        length: trial.learned.concept.length(),
        nodes: trial.learned.concept.n_nodes(),
        concept: dl::print(&trial.learned.concept, &kb.graph().symbols),
        seconds: trial.time.as_secs_f64(),
    };
    CrossvalReport {
        version: CrossvalReport::VERSION,
        scheme: how.scheme.word(),
        complete: trials.len() == n_planned,
        folds_planned: n_planned,
        folds: trials.iter().map(model).collect(),
        mean,
        std: several.then(|| summary(&learned, |mean| mean.std)),
        interval: several.then(|| summary(&learned, Mean::interval)),
        baselines,
        warnings,
        learner: learner.id().to_owned(),
        seed: learner.options().get("seed"),
    }
}

/// One number per measure over all folds.
fn summary(tested: &[(&Tested, f64)], number: impl Fn(Mean) -> f64) -> Summary {
    let of = |measure: &dyn Fn(&Tested) -> f64| {
        let values: Vec<f64> = tested.iter().map(|(tested, _)| measure(tested)).collect();
        number(Mean::of(&values))
    };
    let seconds: Vec<f64> = tested.iter().map(|(_, seconds)| *seconds).collect();
    Summary {
        accuracy: of(&|tested| tested.test.accuracy()),
        f1: of(&|tested| tested.test.f1()),
        precision: of(&|tested| tested.test.precision()),
        recall: of(&|tested| tested.test.recall()),
        train_accuracy: of(&|tested| tested.train.accuracy()),
        train_f1: of(&|tested| tested.train.f1()),
        length: of(&|tested| tested.concept.length() as f64),
        seconds: number(Mean::of(&seconds)),
    }
}

#[cfg(test)]
mod tests {
    use evolearner::problem::Statement;
    use evolearner::{CancelToken, Policy};

    use super::*;

    /// Six examples, and a class that separates three of them from the others.
    fn problem() -> (KnowledgeBase, Task) {
        let turtle = "@prefix : <http://x/> .
            :a a :A . :b a :A . :c a :A . :d a :B . :e a :B . :f a :B .";
        let kb = KnowledgeBase::from_bytes("kb.ttl", turtle.into()).unwrap();
        let names = |letters: &str| letters.chars().map(|c| format!("http://x/{c}")).collect();
        let statement = Statement::of_examples(names("abc"), names("def"));
        let task = Task::resolve(&kb, &statement, &[], Policy::default()).unwrap();
        (kb, task)
    }

    fn learner(generations: u32, cancel: &CancelToken) -> Learner {
        let learner = Learner::new("evolve", "default").unwrap().with_cancel(cancel.clone());
        let learner = learner.with("population", 20).unwrap();
        learner.with("generations", generations).unwrap()
    }

    const HOW: CrossvalSettings =
        CrossvalSettings { folds: 3, scheme: Scheme::SmlBench, repeats: 1, jobs: 1 };

    #[test]
    fn a_fold_that_was_cut_short_does_not_count() {
        let (kb, task) = problem();
        let cancel = CancelToken::default();
        let report = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(std::time::Duration::from_millis(200));
                cancel.cancel();
            });
            // No machine comes to the end of these.
            let endless = learner(100_000_000, &cancel);
            crossval(&kb, &task, &endless, HOW, |_, _| panic!("no fold is finished"))
        })
        .unwrap();
        assert!(report.folds.is_empty() && report.mean.is_none() && report.warnings.is_empty());
        assert_eq!((report.complete, report.folds_planned), (false, 3));
    }

    #[test]
    fn one_fold_of_three_is_reported_as_such_and_has_no_interval() {
        let (kb, task) = problem();
        let cancel = CancelToken::default();
        let short = learner(1, &cancel);
        let report = crossval(&kb, &task, &short, HOW, |_, _| cancel.cancel()).unwrap();
        assert_eq!(report.folds.len(), 1);
        assert_eq!((report.complete, report.folds_planned), (false, 3));
        assert!(report.mean.is_some() && report.std.is_none() && report.interval.is_none());
        let short = learner(1, &CancelToken::default());
        let whole = crossval(&kb, &task, &short, HOW, |_, _| ()).unwrap();
        assert_eq!((whole.complete, whole.folds_planned, whole.folds.len()), (true, 3, 3));
        assert!(whole.std.is_some() && whole.interval.is_some());
    }
}
