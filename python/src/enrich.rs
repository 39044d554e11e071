//! Suggestions for a whole ontology from Python.

use std::collections::BTreeMap;
use std::num::NonZero;

use evolearner::{CancelToken, EnrichSettings, enrich as suggest};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::attend::{Desk, attend};
use crate::knowledge_base::KnowledgeBase;
use crate::{arguments, error, settings};

/// Suggests axioms. The result is the report as JSON; `callback` gets the number of classes that are
/// done and of all. Ctrl-C ends it.
#[pyfunction]
#[pyo3(signature = (
    kb, classes, *, min_instances, max_examples, suggestions, min_quality, learner, preset, options,
    threads, callback=None
))]
#[expect(
    clippy::needless_pass_by_value,
    clippy::too_many_arguments,
    reason = "arguments from Python are owned and have names there"
)]
pub(crate) fn enrich<'py>(
    py: Python<'py>,
    kb: &KnowledgeBase,
    classes: &Bound<'py, PyAny>,
    min_instances: usize,
    max_examples: usize,
    suggestions: usize,
    min_quality: f64,
    learner: &str,
    preset: &str,
    options: &str,
    threads: usize,
    callback: Option<Bound<'py, PyAny>>,
) -> PyResult<String> {
    let kb = kb.inner();
    let vocabulary = kb.vocabulary();
    let names = arguments::names(classes)?;
    let classes = names
        .iter()
        .map(|name| vocabulary.class(name).map_err(|unknown| error::of_name(&unknown)))
        .collect::<PyResult<Vec<_>>>()?;
    let settings = EnrichSettings {
        classes,
        min_instances: min_instances.max(1),
        max_examples: max_examples.max(1),
        max_suggestions: suggestions,
        min_quality,
        n_threads: match threads {
            0 => std::thread::available_parallelism().map_or(1, NonZero::get),
            n => n,
        },
    };
    let cancel = CancelToken::default();
    let learner = settings::learner(learner, preset, options)?;
    let learner =
        EnrichSettings::adapt(learner).map_err(|bad| PyValueError::new_err(bad.to_string()))?;
    let learner = learner.with_cancel(cancel.clone());
    let is_watched = callback.is_some();
    let answer = |progress: (usize, usize)| -> PyResult<()> {
        if let Some(callback) = &callback {
            callback.call1(progress)?;
        }
        Ok(())
    };
    let work = |desk: Desk<(usize, usize)>| -> Result<String, String> {
        let report = suggest(kb, &learner, &settings, &BTreeMap::new(), move |n_done, n, _| {
            if is_watched {
                desk.send((n_done, n));
            }
        });
        let report = report.map_err(|bad| bad.to_string())?;
        serde_json::to_string(&report).map_err(|bad| bad.to_string())
    };
    let (report, outcome) = attend(py, || cancel.cancel(), answer, work);
    outcome?;
    report.map_err(PyValueError::new_err)
}
