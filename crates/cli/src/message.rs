//! Messages on stderr: progress, notices, warnings, errors.
//!
//! A message that cannot be written (the reader has gone, the disk is full) is dropped: it is no
//! reason to lose a result. `eprintln!` would panic there, so nothing else writes to stderr.

use std::fmt::Display;
use std::io::{self, Write};

use crate::output::printable;

/// Writes a line.
pub(crate) fn line(text: impl Display) {
    let text = format!("{text}\n");
    let _ = io::stderr().lock().write_all(printable(&text).as_bytes());
}

/// Something that is done differently from what may have been meant.
pub(crate) fn notice(text: impl Display) {
    line(format_args!("notice: {text}"));
}

/// Something that went wrong and is not the end of the work.
pub(crate) fn warning(text: impl Display) {
    line(format_args!("warning: {text}"));
}
