//! Several classes from Python: names and labels in, a report out, and decisions by that report.

use std::num::NonZero;

use evolearner::report::several::SeveralReport;
use evolearner::{
    CancelToken, Classifier, LabelledExamples, LabelsError, Policy, learn_several as learn_labels,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::attend::{Desk, attend};
use crate::knowledge_base::KnowledgeBase;
use crate::{arguments, error, settings};

/// Learns a concept for each label. The first part of the result is the report as JSON; the second is what
/// ended the run early, or nothing.
#[pyfunction]
#[pyo3(signature = (kb, individuals, labels, *, weights, learner, preset, options, ignore, threads))]
#[expect(
    clippy::needless_pass_by_value,
    clippy::too_many_arguments,
    reason = "arguments from Python are owned and have names there"
)]
pub(crate) fn learn_several<'py>(
    py: Python<'py>,
    kb: &KnowledgeBase,
    individuals: &Bound<'py, PyAny>,
    labels: Vec<String>,
    weights: Vec<(String, f64)>,
    learner: &str,
    preset: &str,
    options: &str,
    ignore: &Bound<'py, PyAny>,
    threads: usize,
) -> PyResult<(String, Option<Bound<'py, PyAny>>)> {
    let kb = kb.inner();
    let cancel = CancelToken::default();
    let n_threads = match threads {
        0 => std::thread::available_parallelism().map_or(1, NonZero::get),
        n => n,
    };
    let learner = settings::learner(learner, preset, options)?;
    let learner = learner.with_threads(n_threads).with_cancel(cancel.clone());
    let rows: Vec<(String, String)> =
        arguments::names(individuals)?.into_iter().zip(labels).collect();
    let ignored = arguments::names(ignore)?;
    let policy = Policy::default();
    let examples = LabelledExamples::resolve(kb, &rows, &ignored, policy);
    let examples = examples.and_then(|examples| match weights.as_slice() {
        [] => Ok(examples),
        weights => examples.with_weights(kb, weights, policy),
    });
    let examples = examples.map_err(|wrong| match wrong {
        LabelsError::Names(wrong) => error::of_task(&wrong),
        wrong => PyValueError::new_err(wrong.to_string()),
    })?;
    let work = |_desk: Desk<()>| -> Result<String, String> {
        let report = learn_labels(kb, &learner, &examples, 0).map_err(|bad| bad.to_string())?;
        serde_json::to_string(&report).map_err(|bad| bad.to_string())
    };
    let (report, outcome) = attend(py, || cancel.cancel(), |()| Ok(()), work);
    let report = report.map_err(PyValueError::new_err)?;
    Ok((report, outcome.err().map(|error| error.into_value(py).into_bound(py).into_any())))
}

/// The places of the labels that a report of several classes decides for.
#[pyfunction]
pub(crate) fn decide(
    py: Python<'_>,
    kb: &KnowledgeBase,
    report: &str,
    individuals: &Bound<'_, PyAny>,
) -> PyResult<Vec<usize>> {
    let classifier = classifier(kb, report)?;
    let ids = arguments::individuals(kb.inner(), individuals)?;
    Ok(py.detach(|| classifier.decide(kb.inner(), &ids)))
}

/// For each individual, the share of the weight that the committee of each label gives it; nothing where
/// no committee votes.
#[pyfunction]
pub(crate) fn shares(
    py: Python<'_>,
    kb: &KnowledgeBase,
    report: &str,
    individuals: &Bound<'_, PyAny>,
) -> PyResult<Option<Vec<Vec<f64>>>> {
    let classifier = classifier(kb, report)?;
    let ids = arguments::individuals(kb.inner(), individuals)?;
    Ok(py.detach(|| classifier.shares(kb.inner(), &ids)))
}

fn classifier(kb: &KnowledgeBase, report: &str) -> PyResult<Classifier> {
    let report: SeveralReport =
        serde_json::from_str(report).map_err(|wrong| error::of_json(&wrong))?;
    Classifier::of_report(kb.inner(), &report).map_err(|wrong| error::of_parsing(&wrong))
}
