//! A run from Python: names in, a report out, with callbacks and Ctrl-C on the way.

use std::num::NonZero;

use evolearner::problem::Statement;
use evolearner::{CancelToken, Observer, Policy, Step, Task};
use pyo3::exceptions::{PyUserWarning, PyValueError};
use pyo3::prelude::*;

use crate::arguments;
use crate::attend::{Desk, attend};
use crate::error;
use crate::generation::Generation;
use crate::knowledge_base::KnowledgeBase;
use crate::settings;

/// Learns a concept. The first part of the result is the report as JSON; the second is what ended
/// the run early (an interrupt, an exception of the callback), or nothing.
#[pyfunction]
#[pyo3(signature = (
    kb, positives, negatives, *, weights, learner, preset, options, ignore, threads, callback=None
))]
#[expect(
    clippy::needless_pass_by_value,
    clippy::too_many_arguments,
    reason = "arguments from Python are owned and have names there"
)]
pub(crate) fn learn<'py>(
    py: Python<'py>,
    kb: &KnowledgeBase,
    positives: &Bound<'py, PyAny>,
    negatives: &Bound<'py, PyAny>,
    weights: Vec<(String, f64)>,
    learner: &str,
    preset: &str,
    options: &str,
    ignore: &Bound<'py, PyAny>,
    threads: usize,
    callback: Option<Bound<'py, PyAny>>,
) -> PyResult<(String, Option<Bound<'py, PyAny>>)> {
    let kb = kb.inner();
    let cancel = CancelToken::default();
    let n_threads = match threads {
        0 => std::thread::available_parallelism().map_or(1, NonZero::get),
        n => n,
    };
    let learner = settings::learner(learner, preset, options)?;
    let learner = learner.with_threads(n_threads).with_cancel(cancel.clone());
    let (positives, negatives) = (arguments::names(positives)?, arguments::names(negatives)?);
    let statement = Statement { weights, ..Statement::of_examples(positives, negatives) };
    let policy = Policy::default().refusing_contradictions(true);
    let task = Task::resolve(kb, &statement, &arguments::names(ignore)?, policy);
    let task = task.map_err(|wrong| error::of_task(&wrong))?;
    for notice in &task.notices {
        error::warn::<PyUserWarning>(py, notice, 2)?;
    }

    let is_watched = callback.is_some();
    let answer = |step: Step| -> PyResult<()> {
        if let Some(callback) = &callback {
            let generation = Generation::new(py, kb, step)?;
            if callback.call1((generation,))?.is_truthy()? {
                cancel.cancel();
            }
        }
        Ok(())
    };
    let work = |desk: Desk<Step>| -> Result<String, String> {
        // The desk stays open to the end: the caller listens for Ctrl-C for as long as it is open.
        let mut watcher = Watcher(is_watched.then_some(&desk));
        let learned = learner.learn(kb, &task, &mut watcher).map_err(|bad| bad.to_string())?;
        serde_json::to_string(&learned.report()).map_err(|bad| bad.to_string())
    };
    let (report, outcome) = attend(py, || cancel.cancel(), answer, work);
    let report = report.map_err(PyValueError::new_err)?;
    Ok((report, outcome.err().map(|error| error.into_value(py).into_bound(py).into_any())))
}

/// Sends every step to the calling thread, where a callback waits for it.
struct Watcher<'d>(Option<&'d Desk<Step>>);

impl Observer for Watcher<'_> {
    fn step(&mut self, step: &Step) {
        if let Some(desk) = self.0 {
            desk.send(step.clone());
        }
    }
}
