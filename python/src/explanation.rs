//! Why an individual is an instance of a concept, or why not.

use evolearner::report::explanation::ExplainReport;
use pyo3::prelude::*;

use crate::error;

/// Why an individual is an instance of a concept, or why not.
///
/// Printing it shows the tree of verdicts; ``member`` is the verdict on the whole concept,
/// ``missing`` lists what a non-member lacks, and ``tree`` is the same tree as dictionaries.
#[pyclass(frozen, module = "evolearner")]
pub(crate) struct Explanation {
    report: ExplainReport,
}

impl Explanation {
    pub(crate) fn new(report: ExplainReport) -> Self {
        Self { report }
    }
}

#[pymethods]
impl Explanation {
    /// Whether the individual is an instance.
    #[getter]
    fn member(&self) -> bool {
        self.report.member
    }

    /// What a non-member lacks, one sentence each.
    #[getter]
    fn missing(&self) -> Vec<String> {
        self.report.missing.clone()
    }

    /// The verdict on the whole concept, with those that it rests on.
    #[getter]
    fn tree<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let text = serde_json::to_string(&self.report.tree);
        let text = text.map_err(|bad| error::of_json(&bad))?;
        py.import("json")?.call_method1("loads", (text,))
    }

    fn __bool__(&self) -> bool {
        self.report.member
    }

    fn __str__(&self) -> String {
        self.report.text()
    }

    fn __repr__(&self) -> String {
        self.report.text()
    }
}
