//! JSON with places: text in, a tree out whose nodes know where they began.
//!
//! A general JSON library forgets where a key stood and drops keys that occur twice; a problem
//! file is written by people, who want the line. Follows RFC 8259; nesting is bounded.

use crate::error::{Error, quoted};
use crate::place::Place;

/// How deep arrays and objects may nest; the formats we read need five levels.
const DEEPEST: usize = 64;

/// A value and the byte where it begins.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Node {
    pub(crate) offset: usize,
    pub(crate) value: Value,
}

/// What a value is.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Value {
    Null,
    Bool(bool),
    /// A number as written: the reader of a setting knows which type it wants.
    Number(String),
    Text(String),
    Array(Vec<Node>),
    /// Members in the order of the text, repeated keys included.
    Object(Vec<Member>),
}

/// A key with its value, and the byte where the key begins.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Member {
    pub(crate) key: String,
    pub(crate) offset: usize,
    pub(crate) node: Node,
}

impl Value {
    /// The word for it in a message.
    pub(crate) fn noun(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a truth value",
            Self::Number(_) => "a number",
            Self::Text(_) => "a string",
            Self::Array(_) => "a list",
            Self::Object(_) => "an object",
        }
    }
}

/// Reads one JSON value and nothing after it.
pub(crate) fn parse(text: &str) -> Result<Node, Error> {
    let mut reader = Reader { text, offset: 0 };
    reader.skip_blanks();
    let node = reader.node(0)?;
    reader.skip_blanks();
    if reader.offset < text.len() {
        return Err(reader.unexpected("the end of the text"));
    }
    Ok(node)
}

struct Reader<'a> {
    text: &'a str,
    offset: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.offset).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let is_there = self.peek() == Some(byte);
        self.offset += usize::from(is_there);
        is_there
    }

    fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.offset += 1;
        }
    }

    fn skip_digits(&mut self) -> usize {
        let start = self.offset;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.offset += 1;
        }
        self.offset - start
    }

    fn unexpected(&self, expected: &str) -> Error {
        // Offsets are only ever moved over whole characters, but a slice must not rely on it.
        let rest = &self.text[self.text.floor_char_boundary(self.offset)..];
        let found = match rest.chars().next() {
            Some(character) => quoted(character.encode_utf8(&mut [0; 4])),
            None => "the end of the text".to_owned(),
        };
        Error::syntax(
            Place::of(self.text, self.offset),
            format!("expected {expected}, found {found}"),
        )
    }

    fn node(&mut self, depth: usize) -> Result<Node, Error> {
        let offset = self.offset;
        if depth > DEEPEST {
            let message = format!("nested more than {DEEPEST} levels deep");
            return Err(Error::syntax(Place::of(self.text, offset), message));
        }
        let value = match self.peek() {
            Some(b'{') => self.object(depth)?,
            Some(b'[') => self.array(depth)?,
            Some(b'"') => Value::Text(self.string()?),
            Some(b'-' | b'0'..=b'9') => self.number()?,
            _ => self.word()?,
        };
        Ok(Node { offset, value })
    }

    fn word(&mut self) -> Result<Value, Error> {
        let words =
            [("true", Value::Bool(true)), ("false", Value::Bool(false)), ("null", Value::Null)];
        for (word, value) in words {
            if self.text.as_bytes()[self.offset..].starts_with(word.as_bytes()) {
                self.offset += word.len();
                return Ok(value);
            }
        }
        Err(self.unexpected("a JSON value"))
    }

    fn object(&mut self, depth: usize) -> Result<Value, Error> {
        let mut members = Vec::new();
        self.offset += 1;
        self.skip_blanks();
        if self.take(b'}') {
            return Ok(Value::Object(members));
        }
        loop {
            let offset = self.offset;
            if self.peek() != Some(b'"') {
                return Err(self.unexpected("a key in double quotes"));
            }
            let key = self.string()?;
            self.skip_blanks();
            if !self.take(b':') {
                return Err(self.unexpected("`:` after the key"));
            }
            self.skip_blanks();
            members.push(Member { key, offset, node: self.node(depth + 1)? });
            self.skip_blanks();
            if self.take(b'}') {
                return Ok(Value::Object(members));
            }
            if !self.take(b',') {
                return Err(self.unexpected("`,` or `}`"));
            }
            self.skip_blanks();
        }
    }

    fn array(&mut self, depth: usize) -> Result<Value, Error> {
        let mut nodes = Vec::new();
        self.offset += 1;
        self.skip_blanks();
        if self.take(b']') {
            return Ok(Value::Array(nodes));
        }
        loop {
            nodes.push(self.node(depth + 1)?);
            self.skip_blanks();
            if self.take(b']') {
                return Ok(Value::Array(nodes));
            }
            if !self.take(b',') {
                return Err(self.unexpected("`,` or `]`"));
            }
            self.skip_blanks();
        }
    }

    fn number(&mut self) -> Result<Value, Error> {
        let start = self.offset;
        self.take(b'-');
        if !self.take(b'0') && self.skip_digits() == 0 {
            return Err(self.unexpected("a digit"));
        }
        if self.take(b'.') && self.skip_digits() == 0 {
            return Err(self.unexpected("a digit after the point"));
        }
        if self.take(b'e') || self.take(b'E') {
            let _ = self.take(b'+') || self.take(b'-');
            if self.skip_digits() == 0 {
                return Err(self.unexpected("a digit of the exponent"));
            }
        }
        Ok(Value::Number(self.text[start..self.offset].to_owned()))
    }

    fn string(&mut self) -> Result<String, Error> {
        let start = self.offset;
        let mut string = String::new();
        self.offset += 1;
        loop {
            let rest = &self.text[self.offset..];
            let Some(n_plain) = rest.find(|c: char| matches!(c, '"' | '\\' | '\0'..='\x1f')) else {
                return Err(Error::syntax(
                    Place::of(self.text, start),
                    "expected `\"` at the end of this string",
                ));
            };
            string.push_str(&rest[..n_plain]);
            self.offset += n_plain;
            if self.take(b'"') {
                return Ok(string);
            }
            if !self.take(b'\\') {
                return Err(Error::syntax(
                    Place::of(self.text, start),
                    "expected `\"` on the line where this string begins",
                ));
            }
            string.push(self.escape()?);
        }
    }

    fn escape(&mut self) -> Result<char, Error> {
        let character = match self.peek() {
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode_escape(),
            _ => return Err(self.unexpected("an escape such as `\\n` or `\\u00e4`")),
        };
        self.offset += 1;
        Ok(character)
    }

    /// Four digits after `u`, or two such escapes for a character beyond the first plane.
    fn unicode_escape(&mut self) -> Result<char, Error> {
        let start = self.offset;
        let first = self.hex()?;
        let code = match first {
            0xd800..0xdc00 if self.take(b'\\') => match self.hex()? {
                second @ 0xdc00..0xe000 => 0x1_0000 + ((first - 0xd800) << 10) + second - 0xdc00,
                _ => first,
            },
            _ => first,
        };
        char::from_u32(code).ok_or_else(|| {
            Error::syntax(Place::of(self.text, start), "expected a pair of surrogates")
        })
    }

    fn hex(&mut self) -> Result<u32, Error> {
        if !self.take(b'u') {
            return Err(self.unexpected("`u` of a second surrogate"));
        }
        let digits = self.text.get(self.offset..self.offset + 4);
        let digits = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let code = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let code = code.ok_or_else(|| self.unexpected("four hexadecimal digits"))?;
        self.offset += 4;
        Ok(code)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The tree of the usual library, which keeps the last of equal keys, and has no numbers
    /// beyond its range.
    fn plain(node: &Node) -> Option<serde_json::Value> {
        Some(match &node.value {
            Value::Null => serde_json::Value::Null,
            Value::Bool(truth) => (*truth).into(),
            Value::Number(written) => serde_json::from_str(written).ok()?,
            Value::Text(text) => text.as_str().into(),
            Value::Array(nodes) => nodes.iter().map(plain).collect::<Option<_>>()?,
            Value::Object(members) => {
                let members = members.iter().map(|m| Some((m.key.clone(), plain(&m.node)?)));
                members.collect::<Option<_>>()?
            }
        })
    }

    #[test]
    fn places_and_repeated_keys_are_kept() {
        let node = parse(" {\"a\": 1,\n \"a\": [true]}").expect("JSON");
        let Value::Object(members) = node.value else { panic!("an object") };
        let offsets: Vec<_> =
            members.iter().map(|m| (m.key.as_str(), m.offset, m.node.offset)).collect();
        assert_eq!(offsets, [("a", 2, 7), ("a", 11, 16)]);
    }

    #[test]
    fn errors_say_what_was_expected() {
        for (text, expect) in [
            ("", "line 1, column 1: expected a JSON value, found the end of the text"),
            ("{\n  a: 1}", "line 2, column 3: expected a key in double quotes, found `a`"),
            ("{\"a\" 1}", "line 1, column 6: expected `:` after the key, found `1`"),
            ("[1 2]", "line 1, column 4: expected `,` or `]`, found `2`"),
            ("[1,]", "line 1, column 4: expected a JSON value, found `]`"),
            ("[\"é\" ö", "line 1, column 6: expected `,` or `]`, found `ö`"),
            ("{} {}", "line 1, column 4: expected the end of the text, found `{`"),
            ("[\"a\nb\"]", "line 1, column 2: expected `\"` on the line where this string begins"),
            ("\"a", "line 1, column 1: expected `\"` at the end of this string"),
            ("\"\\ud800\"", "line 1, column 3: expected a pair of surrogates"),
            ("-", "line 1, column 2: expected a digit, found the end of the text"),
        ] {
            assert_eq!(parse(text).expect_err(text).to_string(), expect);
        }
        let error = parse(&"[".repeat(1_000_000)).expect_err("too deep").to_string();
        assert_eq!(error, "line 1, column 66: nested more than 64 levels deep");
    }

    evolearner_testing::laws! {
        #![cases(256)]

        #[test]
        fn agrees_with_the_usual_library(
            text in "[\\[\\]{}:,\" \\\\ua-fD89C0-3.eE+-]{0,24}|\\[(\"(\\\\u[dD][89cC][0-9]{2}|[a-zé]){0,4}\"|-?[0-2.eE]{1,5}),null\\]"
        ) {
            let ours = parse(&text).ok();
            let theirs: Option<serde_json::Value> = serde_json::from_str(&text).ok();
            prop_assert_eq!(ours.as_ref().and_then(plain), theirs);
        }
    }
}
