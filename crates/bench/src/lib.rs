//! Evaluation: honest cross-validation, suites of problems × variants × seeds, and the protocol of
//! SML-Bench in both directions.
//!
//! ```
//! use evolearner::problem::Statement;
//! use evolearner::{KnowledgeBase, Learner, Policy, Task};
//! use evolearner_bench::{CrossvalSettings, Scheme, crossval};
//!
//! let kb = KnowledgeBase::embedded();
//! let mothers = Statement { target_class: Some("Mother".to_owned()), ..Statement::default() };
//! let task = Task::resolve(&kb, &mothers, &[], Policy::default())?;
//! let learner = Learner::new("evolve", "default")?.with("generations", 20)?;
//! let how = CrossvalSettings { folds: 2, scheme: Scheme::Stratified, repeats: 1, jobs: 1 };
//! let report = crossval(&kb, &task, &learner, how, |_, _| {})?;
//! assert_eq!(report.folds.len(), 2);
//! assert!(report.mean.is_some_and(|mean| mean.accuracy > 0.9));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod folds;
mod statistics;
mod trial;
mod crossval;
mod suite;
mod rows;
mod fingerprint;
mod protocol;
mod memory;
mod external;
mod runner;
mod table;
mod plot;
mod document;
mod checkout;
mod data;

pub use checkout::checkout_suite;
pub use crossval::{CrossvalSettings, crossval};
pub use data::{Checked, Gathered, gather};
pub use document::{section, update_page, write_all};
pub use external::{System, Verdict};
pub use folds::{Fold, Scheme, folds};
pub use protocol::{Config, Counts, parse_counts};
pub use rows::{Row, RowFile};
pub use runner::{Places, Results, Step, SuiteProgress, run_suite, write_steps};
pub use statistics::{Mean, wilcoxon};
pub use suite::{
    Figure, Measure, PaperCurve, PaperFigures, ProblemFiles, ProblemSpec, Suite, Variant,
};
pub use table::{Cell, cell, comma_separated, latex, markdown};
pub use trial::{Emerged, History, Tested, Trial, baselines, run, test};
