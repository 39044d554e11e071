//! Cross-validation of one problem.

use anyhow::Result;
use evolearner::Graph;
use evolearner::learning::{CancelToken, Problem, Settings, StopReason};
use evolearner::report::crossval::{BaselineModel, CrossvalReport, FoldModel, Summary};
use evolearner::syntax::dl;

use crate::folds::{Fold, Scheme, folds};
use crate::parallel::each;
use crate::statistics::Mean;
use crate::trial::{History, Tested, Trial, run};

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

/// Learns and tests every fold. `done` is called with each fold that is finished. Once `cancel` is
/// set, folds that run are cut short and left out, as are those not yet begun.
pub fn crossval(
    graph: &Graph,
    problem: &Problem,
    settings: &Settings,
    how: CrossvalSettings,
    cancel: &CancelToken,
    mut done: impl FnMut(usize, &Trial) + Send,
) -> Result<CrossvalReport> {
    let mut all: Vec<Fold> = Vec::new();
    for repeat in 0..how.repeats {
        all.extend(folds(problem, how.folds, how.scheme, settings.seed, repeat)?);
    }
    let mut trials: Vec<Option<Trial>> = vec![None; all.len()];
    let work = |index: usize| {
        if cancel.is_cancelled() {
            return None;
        }
        let fold = &all[index];
        let trial = run(graph, fold, settings, History::End, cancel.clone(), &mut ());
        (trial.stop != StopReason::Cancelled).then_some(trial)
    };
    each(how.jobs, all.len(), work, |index, trial| {
        if let Some(trial) = &trial {
            done(index, trial);
        }
        trials[index] = trial;
    });
    let trials: Vec<(&Fold, Trial)> =
        all.iter().zip(trials).filter_map(|(fold, trial)| Some((fold, trial?))).collect();
    Ok(report(graph, settings, how, all.len(), &trials))
}

fn report(
    graph: &Graph,
    settings: &Settings,
    how: CrossvalSettings,
    n_planned: usize,
    trials: &[(&Fold, Trial)],
) -> CrossvalReport {
    let learned: Vec<(&Tested, f64)> =
        trials.iter().map(|(_, trial)| (&trial.learned, trial.time.as_secs_f64())).collect();
    // One value lies at no distance from itself: a deviation takes two.
    let several = trials.len() >= 2;
    let names: Vec<&str> = trials
        .first()
        .map_or(Vec::new(), |(_, trial)| trial.baselines.iter().map(|(name, _)| *name).collect());
    let baselines: Vec<BaselineModel> = names
        .iter()
        .enumerate()
        .map(|(index, name)| {
            let tested: Vec<(&Tested, f64)> =
                trials.iter().map(|(_, trial)| (&trial.baselines[index].1, 0.0)).collect();
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
    let model = |(fold, trial): &(&Fold, Trial)| FoldModel {
        fold: fold.fold,
        repeat: fold.repeat,
        train: trial.learned.train.into(),
        test: trial.learned.test.into(),
        length: trial.learned.concept.length(),
        nodes: trial.learned.concept.n_nodes(),
        concept: dl::print(&trial.learned.concept, &graph.symbols),
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
        seed: settings.seed,
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
    use evolearner::{GraphSettings, Input, Leniency, load, resolve};

    use super::*;

    /// Six examples, and what tells three of them from the others.
    fn problem() -> (Graph, Problem) {
        let turtle = "@prefix : <http://x/> .
            :a a :A . :b a :A . :c a :A . :d a :B . :e a :B . :f a :B .";
        let input =
            Input { name: "kb.ttl".to_owned(), bytes: Box::new(turtle.as_bytes()), format: None };
        let graph = load(vec![input], GraphSettings::default(), &mut |_| None).unwrap().graph;
        let names = |letters: &str| letters.chars().map(|c| format!("http://x/{c}")).collect();
        let statement = Statement::of_examples(names("abc"), names("def"));
        let problem = resolve(&graph, &statement, Leniency::default()).unwrap().problem;
        (graph, problem)
    }

    fn settings(generations: u32) -> Settings {
        let mut settings = Settings::recommended();
        settings.evolution.population = 20;
        settings.evolution.generations = generations;
        settings
    }

    const HOW: CrossvalSettings =
        CrossvalSettings { folds: 3, scheme: Scheme::SmlBench, repeats: 1, jobs: 1 };

    #[test]
    fn a_fold_that_was_cut_short_does_not_count() {
        let (graph, problem) = problem();
        let cancel = CancelToken::default();
        let report = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(std::time::Duration::from_millis(200));
                cancel.cancel();
            });
            // No machine comes to the end of these.
            let endless = settings(u32::MAX);
            crossval(&graph, &problem, &endless, HOW, &cancel, |_, _| panic!("no fold is finished"))
        })
        .unwrap();
        assert!(report.folds.is_empty() && report.mean.is_none() && report.warnings.is_empty());
        assert_eq!((report.complete, report.folds_planned), (false, 3));
    }

    #[test]
    fn one_fold_of_three_is_reported_as_such_and_has_no_interval() {
        let (graph, problem) = problem();
        let cancel = CancelToken::default();
        let short = settings(1);
        let report =
            crossval(&graph, &problem, &short, HOW, &cancel, |_, _| cancel.cancel()).unwrap();
        assert_eq!(report.folds.len(), 1);
        assert_eq!((report.complete, report.folds_planned), (false, 3));
        assert!(report.mean.is_some() && report.std.is_none() && report.interval.is_none());
        let whole = crossval(&graph, &problem, &short, HOW, &CancelToken::default(), |_, _| ());
        let whole = whole.unwrap();
        assert_eq!((whole.complete, whole.folds_planned, whole.folds.len()), (true, 3, 3));
        assert!(whole.std.is_some() && whole.interval.is_some());
    }
}
