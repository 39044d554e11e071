//! A run from Python: names in, a report out, with callbacks and Ctrl-C on the way.

use std::num::NonZero;
use std::sync::Arc;

use evolearner::learning::{
    Alphabet, CancelToken, Generation as Step, Named, Observer, Outcome, Problem, Settings,
};
use evolearner::report::model::{Context, LearnReport, Semantics};
use evolearner::{Graph, IndividualId, Names, learning};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;

use crate::arguments;
use crate::attend::{Desk, attend};
use crate::generation::Generation;
use crate::knowledge_base::KnowledgeBase;
use crate::settings::{Entry, resolve};

/// Learns a concept. The first part of the result is the report as JSON; the second is what ended
/// the run early (an interrupt, an exception of the callback), or nothing.
#[pyfunction]
#[pyo3(signature = (kb, positives, negatives, *, preset, entries, ignore, threads, callback=None))]
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
    preset: &str,
    entries: Vec<Entry>,
    ignore: &Bound<'py, PyAny>,
    threads: usize,
    callback: Option<Bound<'py, PyAny>>,
) -> PyResult<(String, Option<Bound<'py, PyAny>>)> {
    let graph = kb.graph();
    let mut settings = resolve(preset, &entries)?;
    let ignored = Names::ignoring(graph, &arguments::names(ignore)?);
    ignored
        .map_err(|unknown| PyKeyError::new_err(unknown.to_string()))?
        .restrict(&mut settings.space);
    let positives = arguments::individuals(&graph.symbols, &arguments::names(positives)?)?;
    let negatives = arguments::individuals(&graph.symbols, &arguments::names(negatives)?)?;
    let problem = Problem::new(&positives, &negatives);
    let (problem, notes) = problem.map_err(|error| PyValueError::new_err(error.to_string()))?;
    if let Some(&first) = notes.contradictory.first() {
        return Err(PyValueError::new_err(both(graph, first, notes.contradictory.len())));
    }
    let n_threads = match threads {
        0 => std::thread::available_parallelism().map_or(1, NonZero::get),
        n => n,
    };

    let cancel = CancelToken::default();
    let stop = cancel.clone();
    let is_watched = callback.is_some();
    let answer = |(alphabet, step): (Arc<Alphabet>, Step)| -> PyResult<()> {
        if let Some(callback) = &callback {
            let generation = Generation::new(py, graph, &alphabet, &step)?;
            if callback.call1((generation,))?.is_truthy()? {
                cancel.cancel();
            }
        }
        Ok(())
    };
    let work = |desk: Desk<(Arc<Alphabet>, Step)>| {
        let mut watcher = Watcher { desk: is_watched.then_some(&desk), alphabet: None };
        let outcome =
            learning::learn(graph, &problem, &settings, n_threads, stop.clone(), &mut watcher);
        let report = report(kb, &problem, &settings, &outcome);
        serde_json::to_string(&report)
    };
    let (report, outcome) = attend(py, || cancel.cancel(), answer, work);
    let report = report.map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok((report, outcome.err().map(|error| error.into_value(py).into_bound(py).into_any())))
}

/// What is wrong with examples that are both positive and negative.
fn both(graph: &Graph, first: IndividualId, count: usize) -> String {
    let name = graph.symbols.individuals.get(first);
    match count {
        1 => format!("{name} is both positive and negative"),
        _ => format!("{count} individuals are both positive and negative, for instance {name}"),
    }
}

/// Tells the calling thread about every generation, if it wants to know.
struct Watcher<'d> {
    desk: Option<&'d Desk<(Arc<Alphabet>, Step)>>,
    alphabet: Option<Arc<Alphabet>>,
}

impl Observer for Watcher<'_> {
    fn start(&mut self, alphabet: &Alphabet) {
        if self.desk.is_some() {
            self.alphabet = Some(Arc::new(alphabet.clone()));
        }
    }

    fn generation(&mut self, generation: &Step) {
        if let (Some(desk), Some(alphabet)) = (self.desk, &self.alphabet) {
            desk.tell((alphabet.clone(), generation.clone()));
        }
    }
}

fn report(
    kb: &KnowledgeBase,
    problem: &Problem,
    settings: &Settings,
    outcome: &Outcome,
) -> LearnReport {
    let graph = kb.graph();
    let context = Context {
        graph,
        problem,
        settings,
        load_seconds: kb.load_seconds(),
        semantics: Semantics {
            world: "closed",
            inference: kb.inference().to_owned(),
            forall: settings.space.forall.word().to_owned(),
            existentials: kb.existentials().to_owned(),
        },
    };
    LearnReport::new(&context, outcome)
}
