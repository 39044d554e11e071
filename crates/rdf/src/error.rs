//! What can go wrong while reading, and where.

use std::fmt;

use evolearner_dl::Stopped;

/// A failure to read a file, with the place where it happened.
#[derive(Debug)]
#[non_exhaustive]
pub struct Error {
    /// The name of the input, as its owner gave it.
    pub input: String,
    /// Line and column, both counted from 1, where they are known.
    pub position: Option<(u64, u64)>,
    /// What went wrong.
    pub kind: ErrorKind,
}

/// The reasons for which a file cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The bytes could not be had: the disk, the pipe or the archive failed.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// The bytes are not what the format allows.
    #[error("{0}")]
    Syntax(String),
    /// Neither the content nor the name shows the format.
    #[error("{0}")]
    UnknownFormat(String),
    /// The bytes are not text in the encoding of the file.
    #[error("{0}")]
    Encoding(String),
    /// The file exceeds a bound that files of practice are far from.
    #[error("{0}")]
    Limit(String),
    /// Reading was cancelled, or the budget of the caller is used up.
    #[error("{0}")]
    Stopped(#[from] Stopped),
}

impl Error {
    /// A failure to read an input, at a place that is not known.
    pub fn new(input: impl Into<String>, kind: impl Into<ErrorKind>) -> Self {
        Self { input: input.into(), position: None, kind: kind.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.position {
            Some((line, column)) => write!(f, "{}:{line}:{column}: {}", self.input, self.kind),
            None => write!(f, "{}: {}", self.input, self.kind),
        }
    }
}

impl std::error::Error for Error {}

/// A failure before it knows the name of its input.
///
/// The readers inside this crate return it; [`crate::read`] adds the name.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) position: Option<(u64, u64)>,
    pub(crate) kind: ErrorKind,
}

impl Failure {
    pub(crate) fn at(position: (u64, u64), kind: ErrorKind) -> Self {
        Self { position: Some(position), kind }
    }

    pub(crate) fn syntax(position: (u64, u64), message: impl Into<String>) -> Self {
        Self::at(position, ErrorKind::Syntax(message.into()))
    }

    pub(crate) fn limit(position: (u64, u64), message: impl Into<String>) -> Self {
        Self::at(position, ErrorKind::Limit(message.into()))
    }

    pub(crate) fn named(self, input: &str) -> Error {
        Error { input: input.to_owned(), position: self.position, kind: self.kind }
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self { position: None, kind: ErrorKind::Io(error) }
    }
}
