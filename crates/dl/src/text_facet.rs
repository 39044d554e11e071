//! What is asked of the characters of a string: the facets of OWL 2 that people read.
//!
//! `xsd:pattern` is a regular expression that the whole string has to match. Three shapes of it are
//! understood, for a text `s` of which every character stands for itself: `s.*`, `.*s` and `.*s.*`.
//! `.` has every character but the ends of lines, so that a pattern holds of strings of one line
//! only. <https://www.w3.org/TR/xmlschema11-2/#regexs>

use std::ops::RangeInclusive;

use crate::literal::{Datatype, Kind, Literal};

/// A facet of `xsd:string`; values of other datatypes lie in none.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TextFacet {
    /// `xsd:pattern`.
    Pattern(Pattern),
    /// `xsd:minLength`: at least so many characters.
    MinLength(u32),
    /// `xsd:maxLength`: at most so many characters.
    MaxLength(u32),
}

/// Where the text of a pattern stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TextPlace {
    /// `s.*`.
    Start,
    /// `.*s`.
    End,
    /// `.*s.*`.
    Anywhere,
}

/// A text that strings of one line have at some place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pattern {
    place: TextPlace,
    text: Box<str>,
}

/// Why a facet is refused; the message is what was expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadFacet {
    /// A regular expression of another shape.
    #[error("a text with .* before or behind it (\"AB.*\", \".*AB\" or \".*AB.*\")")]
    Pattern,
    /// A length that is no number.
    #[error("a length such as 3")]
    Length,
    /// A facet of another name.
    #[error("a bound, pattern, length, minLength or maxLength")]
    Name,
}

const LINE_ENDS: [char; 2] = ['\n', '\r'];
/// The characters that have a meaning in a regular expression of XML Schema, outside of `[…]`. `^` has
/// none, but may be escaped, and has one in most other dialects.
const ESCAPED: [char; 13] = ['\\', '|', '.', '?', '*', '+', '(', ')', '{', '}', '[', ']', '^'];

impl Pattern {
    /// A pattern, or nothing where the text is empty or of several lines.
    pub fn new(place: TextPlace, text: &str) -> Option<Self> {
        let is_one_line = !text.is_empty() && !text.contains(LINE_ENDS);
        is_one_line.then(|| Self { place, text: text.into() })
    }

    /// Where the text stands.
    pub fn place(&self) -> TextPlace {
        self.place
    }

    /// The text, as strings have it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The regular expression of XML Schema.
    pub fn regex(&self) -> String {
        let text = self.escaped_text();
        match self.place {
            TextPlace::Start => format!("{text}.*"),
            TextPlace::End => format!(".*{text}"),
            TextPlace::Anywhere => format!(".*{text}.*"),
        }
    }

    /// The regular expression that the text alone matches.
    pub fn escaped_text(&self) -> String {
        let mut escaped = String::new();
        for c in self.text.chars() {
            if ESCAPED.contains(&c) {
                escaped.push('\\');
            }
            escaped.push(c);
        }
        escaped
    }

    /// The pattern of a regular expression of one of the three shapes.
    pub fn from_regex(regex: &str) -> Option<Self> {
        let (has_before, rest) = match regex.strip_prefix(".*") {
            Some(rest) => (true, rest),
            None => (false, regex),
        };
        let mut text = String::new();
        let mut chars = rest.chars();
        let mut has_behind = false;
        while let Some(c) = chars.next() {
            match c {
                '.' if chars.as_str() == "*" => {
                    has_behind = true;
                    break;
                }
                '\\' => match chars.next()? {
                    't' => text.push('\t'),
                    c if c == '-' || ESCAPED.contains(&c) => text.push(c),
                    _ => return None,
                },
                '^' => text.push(c),
                c if ESCAPED.contains(&c) => return None,
                c => text.push(c),
            }
        }
        let place = match (has_before, has_behind) {
            (false, true) => TextPlace::Start,
            (true, false) => TextPlace::End,
            (true, true) => TextPlace::Anywhere,
            (false, false) => return None,
        };
        Self::new(place, &text)
    }

    fn holds(&self, string: &str) -> bool {
        !string.contains(LINE_ENDS) && self.is_in(string)
    }

    fn is_in(&self, string: &str) -> bool {
        match self.place {
            TextPlace::Start => string.starts_with(&*self.text),
            TextPlace::End => string.ends_with(&*self.text),
            TextPlace::Anywhere => string.contains(&*self.text),
        }
    }
}

impl TextFacet {
    /// The facets of that name, of which a string must have all: a length is a lower and an upper one.
    pub fn of_name(name: &str, value: &Literal) -> Result<Vec<Self>, BadFacet> {
        let length = || {
            let value = value.value();
            let is_length = value.kind == Kind::Number
                && value.key.fract() == 0.0
                && (0.0..=f64::from(u32::MAX)).contains(&value.key);
            is_length.then_some(value.key as u32).ok_or(BadFacet::Length)
        };
        match name {
            "pattern" => {
                let pattern = Pattern::from_regex(value.lexical());
                Ok(vec![Self::Pattern(pattern.ok_or(BadFacet::Pattern)?)])
            }
            "minLength" => Ok(vec![Self::MinLength(length()?)]),
            "maxLength" => Ok(vec![Self::MaxLength(length()?)]),
            "length" => Ok(vec![Self::MinLength(length()?), Self::MaxLength(length()?)]),
            _ => Err(BadFacet::Name),
        }
    }

    /// Its name within XML Schema.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Pattern(_) => "pattern",
            Self::MinLength(_) => "minLength",
            Self::MaxLength(_) => "maxLength",
        }
    }

    /// Its value: a regular expression or a number.
    pub fn value(&self) -> Literal {
        match self {
            Self::Pattern(pattern) => Literal::new(&pattern.regex(), Datatype::xsd("string")),
            Self::MinLength(n) | Self::MaxLength(n) => {
                Literal::new(&n.to_string(), Datatype::xsd("integer"))
            }
        }
    }

    /// Whether it holds of a string.
    pub fn holds(&self, string: &str) -> bool {
        // A length is that of characters, of which each takes one to four bytes.
        let n_chars = || string.chars().count();
        match self {
            Self::Pattern(pattern) => pattern.holds(string),
            Self::MinLength(n) => string.len() >= *n as usize && n_chars() >= *n as usize,
            Self::MaxLength(n) => string.len() <= *n as usize || n_chars() <= *n as usize,
        }
    }

    /// Whether every string that it holds of has the other facet, as far as their texts show.
    pub fn implies(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Pattern(one), Self::Pattern(other)) => {
                (one.place == other.place || other.place == TextPlace::Anywhere)
                    && other.is_in(&one.text)
            }
            (_, Self::MinLength(n)) => *self.lengths().start() >= *n,
            (_, Self::MaxLength(n)) => *self.lengths().end() <= *n,
            _ => false,
        }
    }

    /// Whether no string has both, as far as their texts show.
    pub fn excludes(&self, other: &Self) -> bool {
        let is_disjoint = |one: RangeInclusive<u32>, other: RangeInclusive<u32>| {
            one.start() > other.end() || other.start() > one.end()
        };
        is_disjoint(self.lengths(), other.lengths())
            || match (self, other) {
                (Self::Pattern(one), Self::Pattern(other)) if one.place == other.place => {
                    !one.is_in(&other.text)
                        && !other.is_in(&one.text)
                        && one.place != TextPlace::Anywhere
                }
                _ => false,
            }
    }

    /// The lengths that it leaves possible.
    fn lengths(&self) -> RangeInclusive<u32> {
        match self {
            Self::Pattern(pattern) => {
                u32::try_from(pattern.text.chars().count()).unwrap_or(u32::MAX)..=u32::MAX
            }
            Self::MinLength(n) => *n..=u32::MAX,
            Self::MaxLength(n) => 0..=*n,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(place: TextPlace, text: &str) -> TextFacet {
        TextFacet::Pattern(Pattern::new(place, text).unwrap())
    }

    #[test]
    fn patterns_are_regular_expressions_of_xml_schema() {
        let check = |place, text: &str, regex: &str| {
            let pattern = Pattern::new(place, text).unwrap();
            assert_eq!(pattern.regex(), regex);
            assert_eq!(Pattern::from_regex(regex), Some(pattern));
        };
        check(TextPlace::Start, "AB-", "AB-.*");
        check(TextPlace::End, "Ltd.", ".*Ltd\\.");
        check(TextPlace::Anywhere, "(x)", ".*\\(x\\).*");
        check(TextPlace::Start, ".*", "\\.\\*.*");
        check(TextPlace::End, "a\\", ".*a\\\\");
        check(TextPlace::Anywhere, "5$^é\t", ".*5$\\^é\t.*");
        let also = |regex: &str, place, text: &str| {
            assert_eq!(Pattern::from_regex(regex), Pattern::new(place, text), "{regex}");
        };
        also("a\\-b.*", TextPlace::Start, "a-b");
        also("a\\tb.*", TextPlace::Start, "a\tb");
        also("a^.*", TextPlace::Start, "a^");
        for other in
            ["", ".*", ".*.*", "AB", "A.B.*", "A+.*", "[AB].*", "A.*B", "A.*B.*", "a\\$.*", "a\\"]
        {
            assert_eq!(Pattern::from_regex(other), None, "{other}");
        }
        assert_eq!(Pattern::from_regex("a\\n.*"), None);
        assert_eq!(Pattern::new(TextPlace::Start, "a\nb"), None);
        assert_eq!(Pattern::new(TextPlace::Start, ""), None);
    }

    #[test]
    fn lengths_are_those_of_characters_and_patterns_of_one_line() {
        assert!(TextFacet::MinLength(2).holds("éé") && !TextFacet::MinLength(3).holds("éé"));
        assert!(TextFacet::MaxLength(2).holds("éé") && !TextFacet::MaxLength(1).holds("éé"));
        assert!(pattern(TextPlace::Start, "a").holds("ab"));
        assert!(!pattern(TextPlace::Start, "a").holds("a\nb"));
        assert!(!pattern(TextPlace::End, "a").holds("\ra"));
    }

    /// All strings of up to four of three characters, against all facets of up to two.
    #[test]
    fn implied_and_excluded_facets_are_so_for_all_short_strings() {
        let mut texts = vec![String::new()];
        for at in 0..40 {
            texts.extend(["a", "b", "."].map(|c| texts[at].clone() + c));
        }
        let mut facets: Vec<TextFacet> = (0..4).map(TextFacet::MinLength).collect();
        facets.extend((0..4).map(TextFacet::MaxLength));
        for text in texts.iter().filter(|text| (1..3).contains(&text.len())) {
            let places = [TextPlace::Start, TextPlace::End, TextPlace::Anywhere];
            facets.extend(places.map(|place| pattern(place, text)));
        }
        for one in &facets {
            for other in &facets {
                let mut of_one = texts.iter().filter(|text| one.holds(text));
                if one.implies(other) {
                    assert!(of_one.clone().all(|text| other.holds(text)), "{one:?} {other:?}");
                }
                if one.excludes(other) {
                    assert!(!of_one.any(|text| other.holds(text)), "{one:?} {other:?}");
                }
            }
        }
        assert!(pattern(TextPlace::Start, "AB").implies(&pattern(TextPlace::Start, "A")));
        assert!(pattern(TextPlace::Start, "AB").excludes(&pattern(TextPlace::Start, "CD")));
        assert!(!pattern(TextPlace::Start, "AB").implies(&pattern(TextPlace::End, "B")));
    }
}
