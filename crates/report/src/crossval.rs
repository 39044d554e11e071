//! The result of cross-validation.

use std::fmt::Write;

use serde::Serialize;

use crate::model::{Measures, VERSION};

/// One fold.
#[derive(Clone, Debug, Serialize)]
pub struct FoldModel {
    /// Which part was held back, from 0.
    pub fold: usize,
    /// Which shuffle, from 0.
    pub repeat: usize,
    /// On the examples that were learned from.
    pub train: Measures,
    /// On those held back.
    pub test: Measures,
    /// The length as the paper's tables count it.
    pub length: usize,
    /// The tree nodes.
    pub nodes: usize,
    /// In DL syntax.
    pub concept: String,
    /// The time of learning, without loading.
    pub seconds: f64,
}

/// One number per measure.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Summary {
    /// Test accuracy.
    pub accuracy: f64,
    /// Test F1.
    pub f1: f64,
    /// Test precision.
    pub precision: f64,
    /// Test recall.
    pub recall: f64,
    /// Training accuracy.
    pub train_accuracy: f64,
    /// Training F1.
    pub train_f1: f64,
    /// Length.
    pub length: f64,
    /// Seconds per fold.
    pub seconds: f64,
}

/// What needs no learner, on the same folds.
#[derive(Clone, Debug, Serialize)]
pub struct BaselineModel {
    /// What it is.
    pub name: String,
    /// Its means.
    pub mean: Summary,
    /// Its standard deviations.
    pub std: Summary,
}

/// The result of `crossval`.
#[derive(Clone, Debug, Serialize)]
pub struct CrossvalReport {
    /// The version of this format.
    pub version: u32,
    /// How examples were dealt.
    pub scheme: &'static str,
    /// The folds.
    pub folds: Vec<FoldModel>,
    /// Means over the folds.
    pub mean: Summary,
    /// Standard deviations over the folds.
    pub std: Summary,
    /// Half the widths of the 95 % intervals of the means.
    pub interval: Summary,
    /// What needs no learner.
    pub baselines: Vec<BaselineModel>,
    /// What people should know.
    pub warnings: Vec<String>,
    /// The seed.
    pub seed: u64,
}

impl CrossvalReport {
    /// The version that goes into a report.
    pub const VERSION: u32 = VERSION;

    /// The report as a table for people.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let n_folds = self.folds.len();
        let _ = writeln!(
            out,
            "{:<14} {:>14} {:>14} {:>10} {:>10} {:>10} {:>10} {:>8} {:>8}",
            "",
            "test accuracy",
            "test F1",
            "precision",
            "recall",
            "train acc",
            "train F1",
            "length",
            "time s"
        );
        let mut row = |name: &str, mean: &Summary, plus: &Summary| {
            let _ = writeln!(
                out,
                "{name:<14} {:>6.3} ± {:.3} {:>6.3} ± {:.3}  {:>10.3} {:>10.3} {:>10.3} {:>10.3} {:>8.1} {:>8.3}",
                mean.accuracy,
                plus.accuracy,
                mean.f1,
                plus.f1,
                mean.precision,
                mean.recall,
                mean.train_accuracy,
                mean.train_f1,
                mean.length,
                mean.seconds
            );
        };
        row("EvoLearner", &self.mean, &self.std);
        for baseline in &self.baselines {
            row(&baseline.name, &baseline.mean, &baseline.std);
        }
        let _ = writeln!(
            out,
            "\n{n_folds} folds ({}), seed {}; ± is the standard deviation over folds. 95 % interval of \
             the mean: accuracy {:.3} to {:.3}, F1 {:.3} to {:.3}",
            self.scheme,
            self.seed,
            self.mean.accuracy - self.interval.accuracy,
            (self.mean.accuracy + self.interval.accuracy).min(1.0),
            self.mean.f1 - self.interval.f1,
            (self.mean.f1 + self.interval.f1).min(1.0),
        );
        for warning in &self.warnings {
            let _ = writeln!(out, "warning: {warning}");
        }
        out
    }
}
