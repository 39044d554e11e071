//! Sketches: concepts in DL or Manchester syntax with holes.
//!
//! `?C` is a concept, `?C:5` one of at most that length, `?C{Ring, Nitro}` one that uses these names
//! alone, `?r` a role, `?n` a cardinality, `?v` a value: where a hole stands says what it is. A hole
//! whose name begins with `op` is `⊓` or `⊔`. The same name stands for the same thing.

use std::cell::RefCell;

use evolearner_dl::sketch::{Hole, HoleKind, HoleNames, MAX_HOLES, Sketch, number_of_hole};
use evolearner_dl::{DataPropertyId, ValueType};

use crate::error::{NameError, NameKind, ParseError};
use crate::expression;
use crate::token::Lexis;
use crate::vocabulary::{Name, Resolver, Vocabulary};

/// The most holes that are operators: each doubles the number of templates.
const MAX_OPERATORS: usize = 5;

/// Reads a sketch.
///
/// ```
/// # use evolearner_dl::Symbols;
/// # use evolearner_syntax::{Vocabulary, sketch};
/// let symbols = Symbols::default();
/// let sketch = sketch::parse("?C:5 ?op ⊤", &Vocabulary::new(&symbols))?;
/// assert_eq!((sketch.holes.len(), sketch.templates.len()), (1, 2));
/// assert_eq!(sketch.holes[0].max_length, Some(5));
/// # Ok::<(), evolearner_syntax::ParseError>(())
/// ```
pub fn parse(text: &str, vocabulary: &Vocabulary<'_>) -> Result<Sketch, ParseError> {
    let written = Written::read(text)?;
    let holes = Holes {
        vocabulary,
        kinds: RefCell::new(vec![None; written.holes.len()]),
        names: written.holes.iter().map(|hole| hole.name).collect(),
    };
    let mut templates = Vec::new();
    for choice in 0..1u32 << written.operators.len() {
        let text = written.with_operators(choice);
        let template = expression::parse(&text, Lexis::Sketch, &holes)?;
        templates.push(template);
    }
    let kinds = holes.kinds.into_inner();
    let mut found = Vec::new();
    for (hole, kind) in written.holes.iter().zip(kinds) {
        let kind = kind.expect("a parsed text has used all of its holes");
        found.push(hole.of_kind(kind, text, vocabulary)?);
    }
    Ok(Sketch { templates, holes: found })
}

/// A hole as it is written for the first time, or with what is said about it.
struct WrittenHole<'t> {
    name: &'t str,
    /// Where it begins.
    start: usize,
    max_length: Option<usize>,
    /// The names between braces, each with its place.
    names: Option<Vec<(&'t str, usize)>>,
}

/// A text with what it says about holes.
struct Written<'t> {
    holes: Vec<WrittenHole<'t>>,
    /// The names of operators, each with its places.
    operators: Vec<(&'t str, Vec<usize>)>,
    /// The text with blanks in the place of bounds and braces, so that places stay.
    masked: String,
}

impl<'t> Written<'t> {
    fn read(text: &'t str) -> Result<Self, ParseError> {
        let mut written =
            Self { holes: Vec::new(), operators: Vec::new(), masked: text.to_owned() };
        let mut at = 0;
        while let Some(first) = text[at..].chars().next() {
            at = match first {
                '"' | '\'' => skip_quoted(text, at),
                '?' => written.read_hole(text, at)?,
                _ => at + first.len_utf8(),
            };
        }
        let (n_holes, n_operators) = (written.holes.len(), written.operators.len());
        if n_holes > MAX_HOLES || n_operators > MAX_OPERATORS {
            let most = format!("at most {MAX_HOLES} holes and {MAX_OPERATORS} operators ?op");
            let found = format!("{n_holes} and {n_operators}");
            return Err(ParseError::new(text, 0, most, found));
        }
        Ok(written)
    }

    /// Reads the hole that begins here; where the text goes on.
    fn read_hole(&mut self, text: &'t str, start: usize) -> Result<usize, ParseError> {
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let name_end = end_of(text, start + 1, is_name);
        let name = &text[start + 1..name_end];
        if name.is_empty() {
            let expected = "the name of a hole, such as ?C".to_owned();
            return Err(ParseError::new(text, start, expected, "‘?’".to_owned()));
        }
        if name.starts_with("op") {
            match self.operators.iter_mut().find(|(known, _)| *known == name) {
                Some((_, places)) => places.push(start),
                None => self.operators.push((name, vec![start])),
            }
            return Ok(name_end);
        }
        let mut end = name_end;
        let mut hole = WrittenHole { name, start, max_length: None, names: None };
        if text[end..].starts_with(':') {
            let digits = end + 1..end_of(text, end + 1, |c| c.is_ascii_digit());
            let bad = || {
                let expected = "a length from 1, such as ?C:5".to_owned();
                ParseError::new(text, digits.start, expected, "none".to_owned())
            };
            let length: usize = text[digits.clone()].parse().map_err(|_| bad())?;
            if length == 0 {
                return Err(bad());
            }
            hole.max_length = Some(length);
            end = digits.end;
        }
        let brace = end_of(text, end, char::is_whitespace);
        // Braces stand right behind a hole; after a blank, `{a}` would be another concept.
        if brace == end && text[end..].starts_with('{') {
            let Some(length) = text[end..].find('}') else {
                let expected = "‘}’ behind the names of a hole".to_owned();
                return Err(ParseError::new(text, end, expected, "none".to_owned()));
            };
            let inside = end + 1..end + length;
            let mut names = Vec::new();
            let mut from = inside.start;
            for part in text[inside].split(',') {
                let blanks = part.len() - part.trim_start().len();
                names.push((part.trim(), from + blanks));
                from += part.len() + 1;
            }
            hole.names = Some(names);
            end += length + 1;
        }
        self.masked.replace_range(name_end..end, &" ".repeat(end - name_end));
        match self.holes.iter_mut().find(|known| known.name == name) {
            Some(known) => {
                // What is said about a hole holds wherever it stands.
                known.max_length = known.max_length.or(hole.max_length);
                known.names = known.names.take().or(hole.names);
            }
            None => self.holes.push(hole),
        }
        Ok(end)
    }

    /// The text where each operator is `⊔` if its bit is set and `⊓` if not.
    fn with_operators(&self, choice: u32) -> String {
        let mut text = self.masked.clone();
        for (index, (name, places)) in self.operators.iter().enumerate() {
            let sign = if choice >> index & 1 == 1 { "⊔" } else { "⊓" };
            // `?op` is as long as a sign, so that nothing moves.
            let spelled = format!("{sign}{}", " ".repeat(1 + name.len() - sign.len()));
            for &place in places {
                text.replace_range(place..=place + name.len(), &spelled);
            }
        }
        text
    }
}

fn end_of(text: &str, from: usize, is_part: impl Fn(char) -> bool) -> usize {
    text[from..].find(|c| !is_part(c)).map_or(text.len(), |end| from + end)
}

/// The end of a quoted text; the parser finds out whether it is closed.
fn skip_quoted(text: &str, start: usize) -> usize {
    let quote = text.as_bytes()[start];
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(start + 1) {
        if byte == quote && !is_escaped {
            return at + 1;
        }
        is_escaped = byte == b'\\' && !is_escaped;
    }
    text.len()
}

impl WrittenHole<'_> {
    /// The hole, now that its kind is known.
    fn of_kind(
        &self,
        kind: HoleKind,
        text: &str,
        vocabulary: &Vocabulary<'_>,
    ) -> Result<Hole, ParseError> {
        let error = |place: usize, expected: &str| {
            ParseError::new(text, place, expected.to_owned(), format!("‘?{}’", self.name))
        };
        if self.max_length.is_some() && kind != HoleKind::Concept {
            return Err(error(self.start, "a length behind a concept alone"));
        }
        let mut names = None;
        if let Some(written) = &self.names {
            if matches!(kind, HoleKind::Number | HoleKind::Value) {
                return Err(error(self.start, "names behind a concept or a role alone"));
            }
            let mut found = HoleNames::default();
            for &(name, place) in written {
                let class = vocabulary.class(name);
                let role = vocabulary.object_property(name);
                let data = vocabulary.data_property(name);
                let is_known = match kind {
                    HoleKind::Role => role.is_ok(),
                    _ => class.is_ok() || role.is_ok() || data.is_ok(),
                };
                if !is_known {
                    let unknown = if kind == HoleKind::Role { role.err() } else { class.err() };
                    let expected = "names of classes and properties".to_owned();
                    let error = ParseError::new(text, place, expected, format!("‘{name}’"));
                    return Err(match unknown {
                        Some(unknown) => error.with_hint(unknown.hint()),
                        None => error,
                    });
                }
                found.classes.extend(class);
                found.object_properties.extend(role);
                found.data_properties.extend(data);
            }
            names = Some(found);
        }
        Ok(Hole { name: self.name.to_owned(), kind, max_length: self.max_length, names })
    }
}

/// A vocabulary in which holes are names.
struct Holes<'v, 's> {
    vocabulary: &'v Vocabulary<'s>,
    names: Vec<&'v str>,
    /// What each hole was first used as.
    kinds: RefCell<Vec<Option<HoleKind>>>,
}

impl Holes<'_, '_> {
    fn find(&self, name: Name<'_>) -> Option<usize> {
        let Name::Plain(text) = name else { return None };
        let name = text.strip_prefix('?')?;
        self.names.iter().position(|known| *known == name)
    }
}

/// What a hole is where a name of that kind may stand.
fn hole_kind(kind: NameKind) -> Option<HoleKind> {
    match kind {
        NameKind::Class => Some(HoleKind::Concept),
        NameKind::ObjectProperty => Some(HoleKind::Role),
        NameKind::DataProperty | NameKind::Individual => None,
    }
}

impl Resolver for Holes<'_, '_> {
    fn resolve(&self, kind: NameKind, name: Name<'_>) -> Result<usize, NameError> {
        let Some(hole) = self.find(name) else { return self.vocabulary.resolve(kind, name) };
        let used_as = self.kinds.borrow()[hole];
        if let Some(hole_kind) = hole_kind(kind)
            && used_as.is_none_or(|used_as| used_as == hole_kind)
        {
            self.kinds.borrow_mut()[hole] = Some(hole_kind);
            return Ok(number_of_hole(hole) as usize);
        }
        let other_kind = match used_as {
            Some(HoleKind::Concept) => Some(NameKind::Class),
            Some(HoleKind::Role) => Some(NameKind::ObjectProperty),
            _ => None,
        };
        Err(NameError {
            name: name.text().to_owned(),
            kind,
            candidates: Vec::new(),
            is_searched: true,
            is_ambiguous: false,
            other_kind,
        })
    }

    fn knows(&self, kind: NameKind, name: Name<'_>) -> bool {
        let Some(hole) = self.find(name) else { return self.vocabulary.knows(kind, name) };
        let used_as = self.kinds.borrow()[hole];
        hole_kind(kind).is_some_and(|kind| used_as.is_none_or(|used_as| used_as == kind))
    }

    fn namespace(&self, prefix: &str) -> Option<&str> {
        self.vocabulary.namespace(prefix)
    }

    fn value_types(&self, property: DataPropertyId) -> &[ValueType] {
        self.vocabulary.value_types(property)
    }

    fn hole(&self, kind: HoleKind, name: &str) -> Option<usize> {
        let hole = self.find(Name::Plain(name))?;
        let mut kinds = self.kinds.borrow_mut();
        (*kinds[hole].get_or_insert(kind) == kind).then_some(hole)
    }
}

#[cfg(test)]
mod tests {
    use evolearner_dl::{Names, Node, Symbols};

    use super::*;

    fn symbols() -> Symbols {
        let classes = ["http://x/Compound", "http://x/Nitro", "http://x/Ring"];
        Symbols {
            classes: Names::from_sorted(classes),
            object_properties: Names::from_sorted(["http://x/has"]),
            data_properties: Names::from_sorted(["http://x/charge"]),
            ..Symbols::default()
        }
    }

    fn read(text: &str) -> Result<Sketch, ParseError> {
        let symbols = symbols();
        parse(text, &Vocabulary::new(&symbols))
    }

    #[test]
    fn where_a_hole_stands_says_what_it_is() {
        let sketch =
            read("Compound ⊓ ∃ ?r.(?C:3 ⊓ charge ≥ ?v) ⊓ ≥ ?n has.?D{Ring, has} ⊓ ?C").unwrap();
        let kinds: Vec<(&str, HoleKind)> =
            sketch.holes.iter().map(|hole| (hole.name.as_str(), hole.kind)).collect();
        let expected = [
            ("r", HoleKind::Role),
            ("C", HoleKind::Concept),
            ("v", HoleKind::Value),
            ("n", HoleKind::Number),
            ("D", HoleKind::Concept),
        ];
        assert_eq!(kinds, expected);
        assert_eq!(sketch.holes[1].max_length, Some(3));
        let names = sketch.holes[4].names.as_ref().unwrap();
        assert_eq!((names.classes.len(), names.object_properties.len()), (1, 1));
        assert_eq!(sketch.templates.len(), 1);
        assert!(read("has some ?C").is_ok() && read("?r some Ring").is_ok());
        assert!(read("inverse ?r some Ring").is_ok());
    }

    #[test]
    fn an_open_operator_gives_two_templates() {
        let sketch = read("Ring ?op (Nitro ?op ?C)").unwrap();
        let [meet, join] = &sketch.templates[..] else { panic!("one operator") };
        assert!(meet.nodes().iter().all(|node| !matches!(node, Node::Or(_))));
        assert!(join.nodes().iter().all(|node| !matches!(node, Node::And(_))));
    }

    #[test]
    fn what_is_no_sketch_is_refused_with_its_place() {
        let check = |text: &str, column: usize, part: &str| {
            let error = read(text).expect_err(text);
            assert_eq!(error.column(), column, "{error}");
            assert!(error.to_string().contains(part), "{error}");
        };
        check("? ⊓ Ring", 1, "the name of a hole");
        check("?C:0", 4, "a length from 1");
        check("?C:", 4, "a length from 1");
        check("?C{Rign}", 4, "did you mean");
        check("?C{Ring", 3, "‘}’");
        check("∃ ?C.Ring ⊓ ?C", 13, "there is an object property of that name");
        check("?d ≥ 5", 1, "a property");
        check("∃ ?r:3.Ring", 3, "a length behind a concept alone");
        check("Ring ⊓ ∃ has.", 14, "a concept");
        check("?C ⊓ ∃ has.?C ?C", 15, "the end");
    }

    #[test]
    fn a_question_mark_is_no_name_outside_of_sketches() {
        let symbols = symbols();
        assert!(crate::dl::parse("?C", &Vocabulary::new(&symbols)).is_err());
    }
}
