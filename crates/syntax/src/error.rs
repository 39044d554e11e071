//! What can go wrong, said so that the reader can mend it.

use std::fmt;

/// How many characters of a long line are shown on either side of the place.
const WINDOW: usize = 50;

/// A text that is no concept: where, what was expected there, and what stands there instead.
///
/// ```
/// # use evolearner_dl::Symbols;
/// # use evolearner_syntax::{Vocabulary, dl};
/// let symbols = Symbols::default();
/// let error = dl::parse("(⊤ ⊓ ", &Vocabulary::new(&symbols)).unwrap_err();
/// assert_eq!(error.column(), 6);
/// assert_eq!(
///     error.to_string(),
///     "column 6: expected a concept, found the end\n  (⊤ ⊓ \n       ^"
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    place: Box<Place>,
}

/// The contents of an error, apart, because every parsing function hands one up.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Place {
    line: usize,
    column: usize,
    /// Bytes read before the place: of two attempts the one that got further explains more.
    offset: usize,
    expected: String,
    found: String,
    hint: Option<String>,
    excerpt: String,
    caret: usize,
}

impl ParseError {
    pub(crate) fn new(text: &str, offset: usize, expected: String, found: String) -> Self {
        let before = &text[..offset];
        let line = before.matches('\n').count() + 1;
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line_end = text[offset..].find('\n').map_or(text.len(), |at| offset + at);
        let column = text[line_start..offset].chars().count() + 1;
        let n_skipped = (column - 1).saturating_sub(WINDOW);
        let shown: String = text[line_start..line_end]
            .chars()
            .skip(n_skipped)
            .take(2 * WINDOW)
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        let mut excerpt = String::new();
        if n_skipped > 0 {
            excerpt.push('…');
        }
        let caret = column - 1 - n_skipped + usize::from(n_skipped > 0);
        let is_cut = text[line_start..line_end].chars().nth(n_skipped + 2 * WINDOW).is_some();
        excerpt.push_str(&shown);
        if is_cut {
            excerpt.push('…');
        }
        let place = Place { line, column, offset, expected, found, hint: None, excerpt, caret };
        Self { place: Box::new(place) }
    }

    pub(crate) fn with_hint(mut self, hint: String) -> Self {
        self.place.hint = Some(hint);
        self
    }

    pub(crate) fn offset(&self) -> usize {
        self.place.offset
    }

    /// The line of the place, from 1.
    pub fn line(&self) -> usize {
        self.place.line
    }

    /// The place within its line, from 1, in characters.
    pub fn column(&self) -> usize {
        self.place.column
    }

    /// What could have stood there.
    pub fn expected(&self) -> &str {
        &self.place.expected
    }

    /// What stands there.
    pub fn found(&self) -> &str {
        &self.place.found
    }

    /// What to try, such as names that look alike.
    pub fn hint(&self) -> Option<&str> {
        self.place.hint.as_deref()
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.place.line > 1 {
            write!(f, "line {}, ", self.place.line)?;
        }
        write!(
            f,
            "column {}: expected {}, found {}",
            self.place.column, self.place.expected, self.place.found
        )?;
        if let Some(hint) = &self.place.hint {
            write!(f, " ({hint})")?;
        }
        write!(f, "\n  {}\n  {:>width$}", self.place.excerpt, '^', width = self.place.caret + 1)
    }
}

impl std::error::Error for ParseError {}

/// The kinds of things that have names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum NameKind {
    /// A named class.
    Class,
    /// An object property.
    ObjectProperty,
    /// A data property.
    DataProperty,
    /// An individual.
    Individual,
}

impl NameKind {
    /// All kinds.
    pub const ALL: [Self; 4] =
        [Self::Class, Self::ObjectProperty, Self::DataProperty, Self::Individual];

    /// The word for it in messages.
    pub fn word(self) -> &'static str {
        match self {
            Self::Class => "class",
            Self::ObjectProperty => "object property",
            Self::DataProperty => "data property",
            Self::Individual => "individual",
        }
    }

    /// The word with its article.
    pub(crate) fn phrase(self) -> &'static str {
        match self {
            Self::Class => "a class",
            Self::ObjectProperty => "an object property",
            Self::DataProperty => "a data property",
            Self::Individual => "an individual",
        }
    }
}

/// A name that stands for nothing, or for more than one thing.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct NameError {
    /// The name as it was written.
    pub name: String,
    /// What it should have named.
    pub kind: NameKind,
    /// The IRIs it could stand for where it is ambiguous, else names that look alike.
    pub candidates: Vec<String>,
    /// Whether candidates were searched for, which is done for the first few names of a list only.
    pub is_searched: bool,
    /// Whether it stands for several things rather than for none.
    pub is_ambiguous: bool,
    /// A kind of which the name does stand for something.
    pub other_kind: Option<NameKind>,
}

impl NameError {
    /// What to try.
    pub(crate) fn hint(&self) -> String {
        let names = self.candidates.join(", ");
        if self.is_ambiguous {
            return if names.is_empty() {
                "write its IRI".to_owned()
            } else {
                format!("it could be {names}")
            };
        }
        match (self.other_kind, self.candidates.is_empty()) {
            (Some(kind), _) => there_is(kind),
            (None, true) => "nothing has a name like it".to_owned(),
            (None, false) => format!("did you mean {names}?"),
        }
    }
}

/// The hint that a name stands for something of another kind.
pub(crate) fn there_is(kind: NameKind) -> String {
    format!("there is {} of that name", kind.phrase())
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = if self.is_ambiguous { "more than one" } else { "no" };
        write!(f, "{what} {} is called ‘{}’", self.kind.word(), self.name)?;
        if self.is_searched || self.is_ambiguous || self.other_kind.is_some() {
            write!(f, " ({})", self.hint())?;
        }
        Ok(())
    }
}

impl std::error::Error for NameError {}

/// A concept that a notation has no words for.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WriteError {
    /// A blank node is named, which queries and shapes cannot do.
    BlankIndividual(String),
    /// A property whose IRI does not end in a name, so that XML cannot write it as an element.
    PropertyName(String),
    /// A query that repeats the fillers of cardinalities would be too long.
    LongQuery,
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BlankIndividual(name) => {
                write!(f, "the blank node {name} has no name that the notation could use")
            }
            Self::PropertyName(iri) => {
                write!(
                    f,
                    "<{iri}> does not end in a name, so XML has no element for it; try Turtle"
                )
            }
            Self::LongQuery => f.write_str(
                "the numbers in the concept are too large for the form bool, which writes a variable for \
                 each of so many successors; try the form sets",
            ),
        }
    }
}

impl std::error::Error for WriteError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_stands_under_the_place() {
        let check = |text: &str, offset: usize, column: usize, expect: &str| {
            let error = ParseError::new(text, offset, "x".into(), "y".into());
            assert_eq!(error.column(), column);
            assert_eq!(error.to_string(), expect);
        };
        check("∃ r", 4, 3, "column 3: expected x, found y\n  ∃ r\n    ^");
        check("a\nbc", 3, 2, "line 2, column 2: expected x, found y\n  bc\n   ^");
        let long = "é".repeat(1000);
        let error = ParseError::new(&long, 1000, "x".into(), "y".into());
        assert_eq!(error.column(), 501);
        assert!(error.to_string().chars().count() < 300);
    }
}
