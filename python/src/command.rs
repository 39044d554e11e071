//! The command line, called from Python.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs the command line and returns its exit status: 0 done, 1 not good enough, 2 failed.
///
/// The first argument is the name of the program.
#[pyfunction]
pub(crate) fn run_command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| evolearner_cli::run(arguments))
}
