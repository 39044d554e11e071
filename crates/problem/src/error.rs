//! What can be wrong with a problem text, and where.

use std::fmt;

use crate::place::Place;

/// What kind of thing is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text does not follow the grammar of its format.
    Syntax,
    /// A value is not of the type or in the range that its key asks for.
    Value,
    /// The text is well-formed, but states no learning problem, or one of a kind we do not know.
    Problem,
    /// The problem asked for by name is not there, or none was named among several.
    Selection,
}

/// Why a problem text was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    kind: ErrorKind,
    message: String,
    place: Option<Place>,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), place: None }
    }

    pub(crate) fn syntax(place: Place, message: impl Into<String>) -> Self {
        Self { kind: ErrorKind::Syntax, message: message.into(), place: Some(place) }
    }

    pub(crate) fn value(place: Place, message: impl Into<String>) -> Self {
        Self { kind: ErrorKind::Value, message: message.into(), place: Some(place) }
    }

    pub(crate) fn at(mut self, place: Place) -> Self {
        self.place = Some(place);
        self
    }

    /// What kind of thing is wrong.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Where, if it is about one place.
    pub fn place(&self) -> Option<Place> {
        self.place
    }

    /// What is wrong, without the place.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some(place) => write!(f, "{place}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for Error {}

/// A short piece of foreign text for a message, in backticks and on one line.
pub(crate) fn quoted(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut shown: String = text
        .chars()
        .take(LONGEST)
        .map(|character| if character.is_control() { ' ' } else { character })
        .collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_stays_short_and_on_one_line() {
        assert_eq!(quoted("a\nb"), "`a b`");
        assert_eq!(quoted(&"é".repeat(99)), format!("`{}…`", "é".repeat(60)));
    }
}
