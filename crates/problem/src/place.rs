//! Places in a text: bytes are what parsers count, lines and columns are what people do.

use std::fmt;

/// A place in a text, both counted from one; columns count characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl Place {
    const START: Self = Self { line: 1, column: 1 };

    /// The place of a byte offset; offsets beyond the end or inside a character are moved down.
    pub(crate) fn of(text: &str, offset: usize) -> Self {
        Places::of(text).at(offset)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// The places of many offsets: going forwards, a text is counted once altogether.
pub(crate) struct Places<'a> {
    text: &'a str,
    offset: usize,
    place: Place,
}

impl<'a> Places<'a> {
    pub(crate) fn of(text: &'a str) -> Self {
        Self { text, offset: 0, place: Place::START }
    }

    pub(crate) fn at(&mut self, offset: usize) -> Place {
        let offset = self.text.floor_char_boundary(offset);
        if offset < self.offset {
            (self.offset, self.place) = (0, Place::START);
        }
        let passed = &self.text[self.offset..offset];
        match passed.rfind('\n') {
            Some(newline) => {
                self.place.line += passed.bytes().filter(|byte| *byte == b'\n').count();
                self.place.column = passed[newline + 1..].chars().count() + 1;
            }
            None => self.place.column += passed.chars().count(),
        }
        self.offset = offset;
        self.place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_characters_are_counted() {
        let text = "ab\nöc\r\nd";
        let mut places = Places::of(text);
        for (offset, line, column) in [
            (0, 1, 1),
            (2, 1, 3),
            (3, 2, 1),
            (4, 2, 1),
            (5, 2, 2),
            (8, 3, 1),
            (1, 1, 2),
            (99, 3, 2),
        ] {
            assert_eq!(Place::of(text, offset), Place { line, column }, "offset {offset}");
            assert_eq!(places.at(offset), Place { line, column }, "offset {offset}");
        }
    }
}
