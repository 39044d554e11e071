//! Errors as the exceptions that people expect: `KeyError` for names that nothing has,
//! `ValueError` for texts and settings that mean nothing, `OSError` for files.

use std::io;
use std::path::Path;

use evolearner::syntax::{NameError, ParseError, WriteError};
use evolearner::{LoadError, TaskError};
use pyo3::PyTypeInfo;
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;

/// How many unknown names a message lists.
const MAX_LISTED: usize = 5;

/// A file that could not be opened or written.
pub(crate) fn of_file(path: &Path, what: &str, error: &io::Error) -> PyErr {
    io::Error::new(error.kind(), format!("cannot {what} {}: {error}", path.display())).into()
}

pub(crate) fn of_loading(error: &LoadError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

pub(crate) fn of_parsing(error: &ParseError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

pub(crate) fn of_writing(error: &WriteError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

pub(crate) fn of_name(error: &NameError) -> PyErr {
    PyKeyError::new_err(error.to_string())
}

/// Several names at once.
pub(crate) fn of_names(errors: &[NameError]) -> PyErr {
    let mut lines: Vec<String> = errors.iter().take(MAX_LISTED).map(ToString::to_string).collect();
    if errors.len() > MAX_LISTED {
        lines.push(format!("and {} more", errors.len() - MAX_LISTED));
    }
    PyKeyError::new_err(lines.join("; "))
}

/// Examples or names that cannot be learned with.
pub(crate) fn of_task(error: &TaskError) -> PyErr {
    match error {
        TaskError::UnknownExamples(names) => of_names(names),
        TaskError::UnknownClass(name) => of_name(name),
        TaskError::UnknownIgnored(text) => PyKeyError::new_err(text.clone()),
        _ => PyValueError::new_err(error.to_string()),
    }
}

pub(crate) fn of_json(error: &serde_json::Error) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Warns about the line that is `stack_level` calls of Python away: 1 for a function that people
/// call themselves, 2 for one that Python code of this package calls.
pub(crate) fn warn<W: PyTypeInfo>(py: Python<'_>, text: &str, stack_level: u8) -> PyResult<()> {
    py.import("warnings")?.call_method1("warn", (text, py.get_type::<W>(), stack_level))?;
    Ok(())
}

/// Something of the wrong type, shown with its type.
pub(crate) fn of_type(expected: &str, found: &Bound<'_, PyAny>) -> PyErr {
    let shown = found.repr().map_or_else(|_| "an object".to_owned(), |repr| repr.to_string());
    let shown: String = shown.chars().take(200).collect();
    match found.get_type().name() {
        Ok(name) => PyTypeError::new_err(format!("expected {expected}, not {shown} ({name})")),
        Err(error) => error,
    }
}

/// A word that is none of a list.
pub(crate) fn of_choice(name: &str, found: &str, choices: &[&str]) -> PyErr {
    PyValueError::new_err(format!("{name} cannot be {found:?}: one of {}", choices.join(", ")))
}
