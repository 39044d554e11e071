//! Cross-validation of one problem.

use evolearner::Graph;
use evolearner::learning::{CancelToken, Problem, ProblemError, Settings};
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

/// Learns and tests every fold. `done` hears of each fold that is finished.
pub fn crossval(
    graph: &Graph,
    problem: &Problem,
    settings: &Settings,
    how: CrossvalSettings,
    cancel: &CancelToken,
    mut done: impl FnMut(usize, &Trial) + Send,
) -> Result<CrossvalReport, ProblemError> {
    let mut all: Vec<Fold> = Vec::new();
    for repeat in 0..how.repeats {
        all.extend(folds(problem, how.folds, how.scheme, settings.seed, repeat)?);
    }
    let mut trials: Vec<Option<Trial>> = vec![None; all.len()];
    let work = |index: usize| {
        // What is not begun when somebody interrupts is left out.
        (!cancel.is_cancelled()).then(|| {
            let fold = &all[index];
            run(graph, fold, settings, History::End, cancel.clone(), &mut ())
        })
    };
    each(how.jobs, all.len(), work, |index, trial| {
        if let Some(trial) = &trial {
            done(index, trial);
        }
        trials[index] = trial;
    });
    let trials: Vec<(&Fold, Trial)> =
        all.iter().zip(trials).filter_map(|(fold, trial)| Some((fold, trial?))).collect();
    Ok(report(graph, settings, how, &trials))
}

fn report(
    graph: &Graph,
    settings: &Settings,
    how: CrossvalSettings,
    trials: &[(&Fold, Trial)],
) -> CrossvalReport {
    let learned: Vec<(&Tested, f64)> =
        trials.iter().map(|(_, trial)| (&trial.learned, trial.time.as_secs_f64())).collect();
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
                std: summary(&tested, |mean| mean.std),
            }
        })
        .collect();
    let mean = summary(&learned, |mean| mean.mean);
    let warnings = baselines
        .iter()
        .filter(|baseline| baseline.mean.accuracy >= mean.accuracy)
        .map(|baseline| {
            format!(
                "the learned concepts do not beat `{}` on held-back examples: accuracy {:.3} against {:.3}",
                baseline.name, mean.accuracy, baseline.mean.accuracy
            )
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
        folds: trials.iter().map(model).collect(),
        mean,
        std: summary(&learned, |mean| mean.std),
        interval: summary(&learned, Mean::interval),
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
