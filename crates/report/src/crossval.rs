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
    /// Its standard deviations; nothing for fewer than two folds.
    pub std: Option<Summary>,
}

/// The result of `crossval`.
#[derive(Clone, Debug, Serialize)]
pub struct CrossvalReport {
    /// The version of this format.
    pub version: u32,
    /// How examples were dealt.
    pub scheme: &'static str,
    /// Whether every planned fold is there; not so after an interrupt.
    pub complete: bool,
    /// How many folds there are without an interrupt.
    pub folds_planned: usize,
    /// The folds that were finished.
    pub folds: Vec<FoldModel>,
    /// Means over the folds; nothing where no fold was finished.
    pub mean: Option<Summary>,
    /// Standard deviations over the folds; nothing for fewer than two.
    pub std: Option<Summary>,
    /// Half the widths of the 95 % intervals of the means; nothing for fewer than two folds.
    pub interval: Option<Summary>,
    /// What needs no learner.
    pub baselines: Vec<BaselineModel>,
    /// What people should know.
    pub warnings: Vec<String>,
    /// The method that learned.
    pub learner: String,
    /// The seed.
    pub seed: u64,
}

impl CrossvalReport {
    /// The version that goes into a report.
    pub const VERSION: u32 = VERSION;

    /// The report as a table for people.
    pub fn text(&self) -> String {
        let mut out = String::new();
        if let Some(mean) = &self.mean {
            out.push_str(HEADING);
            row(&mut out, &self.learner, mean, self.std.as_ref());
            for baseline in &self.baselines {
                row(&mut out, &baseline.name, &baseline.mean, baseline.std.as_ref());
            }
            out.push('\n');
        }
        let (n_folds, n_planned) = (self.folds.len(), self.folds_planned);
        if self.complete {
            let _ = write!(out, "{n_folds} folds");
        } else {
            let _ = write!(out, "interrupted: {n_folds} of {n_planned} folds");
        }
        let _ = write!(out, " ({}), seed {}", self.scheme, self.seed);
        if let (Some(mean), Some(half)) = (&self.mean, &self.interval) {
            let _ = write!(
                out,
                "; ± is the standard deviation over folds. 95 % interval of \
                 the mean: accuracy {:.3} to {:.3}, F1 {:.3} to {:.3}",
                mean.accuracy - half.accuracy,
                (mean.accuracy + half.accuracy).min(1.0),
                mean.f1 - half.f1,
                (mean.f1 + half.f1).min(1.0),
            );
        }
        out.push('\n');
        for warning in &self.warnings {
            let _ = writeln!(out, "warning: {warning}");
        }
        out
    }
}

const HEADING: &str = "                test accuracy        test F1  precision     recall  \
                       train acc   train F1   length   time s\n";

/// A line of the table.
fn row(out: &mut String, name: &str, mean: &Summary, std: Option<&Summary>) {
    let figure = |mean: f64, std: Option<f64>| match std {
        Some(std) => format!("{mean:>6.3} ± {std:.3}"),
        None => format!("{mean:>14.3}"),
    };
    let _ = writeln!(
        out,
        "{name:<14} {} {} {:>10.3} {:>10.3} {:>10.3} {:>10.3} {:>8.1} {:>8.3}",
        figure(mean.accuracy, std.map(|std| std.accuracy)),
        figure(mean.f1, std.map(|std| std.f1)),
        mean.precision,
        mean.recall,
        mean.train_accuracy,
        mean.train_f1,
        mean.length,
        mean.seconds
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(n_folds: usize, folds_planned: usize) -> CrossvalReport {
        let measures = Measures {
            tp: 1,
            fp: 0,
            tn: 1,
            fn_: 0,
            accuracy: 1.0,
            precision: 1.0,
            recall: 1.0,
            f1: 1.0,
        };
        let fold = |fold| FoldModel {
            fold,
            repeat: 0,
            train: measures,
            test: measures,
            length: 1,
            nodes: 1,
            concept: "A".to_owned(),
            seconds: 0.1,
        };
        let several = (n_folds >= 2).then(Summary::default);
        CrossvalReport {
            version: CrossvalReport::VERSION,
            scheme: "smlbench",
            complete: n_folds == folds_planned,
            folds_planned,
            folds: (0..n_folds).map(fold).collect(),
            mean: (n_folds > 0).then(Summary::default),
            std: several,
            interval: several,
            baselines: Vec::new(),
            warnings: Vec::new(),
            learner: "evolve".to_owned(),
            seed: 1,
        }
    }

    #[test]
    fn an_interrupted_report_says_how_many_folds_it_has() {
        let one = report(1, 3).text();
        assert!(one.contains("interrupted: 1 of 3 folds"), "{one}");
        assert!(!one.contains("interval") && !one.contains('±'), "{one}");
        let none = report(0, 3).text();
        assert_eq!(none, "interrupted: 0 of 3 folds (smlbench), seed 1\n");
        let json = serde_json::to_value(report(1, 3)).expect("a report is JSON");
        assert_eq!((&json["complete"], &json["folds_planned"]), (&false.into(), &3.into()));
        assert!(json["interval"].is_null() && json["std"].is_null(), "{json}");
    }

    #[test]
    fn a_whole_report_has_an_interval() {
        let text = report(3, 3).text();
        assert!(text.contains("3 folds (smlbench)") && text.contains("95 % interval"), "{text}");
        assert!(!text.contains("interrupted"), "{text}");
        // The columns stand below their headings, with and without deviations.
        let width = |text: &str| text.lines().next().map(|line| line.chars().count());
        let cells = |text: &str| text.lines().nth(1).map(|line| line.chars().count());
        assert_eq!(width(&text), cells(&text));
        assert_eq!(width(&text), cells(&report(1, 3).text()));
    }
}
