//! A line of an OBO file in, its tag and the words of its value out.
//!
//! Values are taken apart only where they are used: descriptions and cross-references hold many a quote
//! that is never closed, and nothing of them is kept.

/// A line `tag: value` inside a frame.
#[derive(Clone, Debug)]
pub(super) struct Clause {
    pub(super) tag: String,
    /// Everything behind the colon, with escapes, qualifiers and comment.
    pub(super) value: String,
    pub(super) line: u64,
}

impl Clause {
    /// Splits a line that is neither empty, a comment nor the start of a frame.
    pub(super) fn parse(text: &str, line: u64) -> Result<Self, String> {
        let shown: String = text.chars().take(40).collect();
        let (tag, value) = text
            .split_once(':')
            .filter(|(tag, _)| !tag.is_empty() && !tag.contains(char::is_whitespace))
            .ok_or_else(|| format!("'tag: value' or '[Term]' is expected, not '{shown}'"))?;
        Ok(Self { tag: tag.to_owned(), value: value.trim().to_owned(), line })
    }

    /// The value as text without quotes, such as a name.
    pub(super) fn free_text(&self) -> String {
        let end = free_text_end(&self.value);
        unescape(self.value[..end].trim_end())
    }

    /// The value as `true` or `false`.
    pub(super) fn is_true(&self) -> Result<bool, String> {
        match self.words()?.as_ids().as_slice() {
            ["true"] => Ok(true),
            ["false"] => Ok(false),
            _ => Err(format!("'{}' is true or false", self.tag)),
        }
    }

    /// The value as names and quoted texts, up to a list of cross-references, qualifiers or a comment.
    pub(super) fn words(&self) -> Result<Words, String> {
        let mut found = Words { words: Vec::new(), qualifiers: Vec::new() };
        let mut rest = self.value.as_str();
        loop {
            rest = rest.trim_start();
            let end = match rest.as_bytes().first() {
                None | Some(b'!' | b'[') => return Ok(found),
                Some(b'{') => {
                    found.qualifiers = qualifiers(&rest[1..])?;
                    return Ok(found);
                }
                Some(b'"') => {
                    let end = find(&rest[1..], |c| c == '"')
                        .ok_or_else(|| format!("a quote in '{}' is not closed", self.tag))?;
                    found.words.push(Word::Text(unescape(&rest[1..=end])));
                    end + 2
                }
                Some(_) => {
                    let end = find(rest, char::is_whitespace).unwrap_or(rest.len());
                    found.words.push(Word::Id(unescape(&rest[..end])));
                    end
                }
            };
            rest = &rest[end..];
        }
    }
}

/// A part of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Id(String),
    /// What stood in quotes.
    Text(String),
}

/// The parts of a value, and the names of the qualifiers in braces behind them.
#[derive(Debug)]
pub(super) struct Words {
    pub(super) words: Vec<Word>,
    pub(super) qualifiers: Vec<String>,
}

impl Words {
    /// The words if none is quoted; no word otherwise, which fits no clause.
    pub(super) fn as_ids(&self) -> Vec<&str> {
        let ids = self.words.iter().map(|word| match word {
            Word::Id(id) => Some(id.as_str()),
            Word::Text(_) => None,
        });
        ids.collect::<Option<_>>().unwrap_or_default()
    }
}

/// The names of `name="value", …}`.
fn qualifiers(mut rest: &str) -> Result<Vec<String>, String> {
    let mut names = Vec::new();
    loop {
        rest = rest.trim_start_matches([' ', '\t', ',']);
        if rest.starts_with('}') {
            return Ok(names);
        }
        let (name, value) = rest.split_once('=').ok_or("qualifiers in braces are not closed")?;
        let value = value.trim_start();
        let end = match value.strip_prefix('"') {
            Some(quoted) => find(quoted, |c| c == '"').map(|end| end + 2),
            None => find(value, |c| matches!(c, ',' | '}')),
        };
        names.push(name.trim().to_owned());
        rest = &value[end.ok_or("qualifiers in braces are not closed")?..];
    }
}

/// Where a character stands that is not escaped.
fn find(text: &str, is_wanted: impl Fn(char) -> bool) -> Option<usize> {
    let mut characters = text.char_indices();
    while let Some((index, c)) = characters.next() {
        if c == '\\' {
            characters.next();
        } else if is_wanted(c) {
            return Some(index);
        }
    }
    None
}

/// Where the comment or the qualifiers of a text without quotes start.
fn free_text_end(text: &str) -> usize {
    let mut from = 0;
    while let Some(index) = find(&text[from..], |c| matches!(c, '!' | '{')).map(|at| from + at) {
        let is_apart = index == 0 || text[..index].ends_with(char::is_whitespace);
        let is_end = match text.as_bytes()[index] {
            b'!' => is_apart,
            _ => is_apart && qualifiers(&text[index + 1..]).is_ok_and(|names| !names.is_empty()),
        };
        if is_end {
            return index;
        }
        from = index + 1;
    }
    text.len()
}

/// `\n` is a line end, `\t` a tab, `\W` a space; any other character stands for itself (OBO 1.4, 1.5).
fn unescape(text: &str) -> String {
    if !text.contains('\\') {
        return text.to_owned();
    }
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        match (c, characters.as_str().chars().next()) {
            ('\\', Some(escaped)) => {
                characters.next();
                plain.push(match escaped {
                    'n' => '\n',
                    't' => '\t',
                    'W' => ' ',
                    other => other,
                });
            }
            _ => plain.push(c),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clause(text: &str) -> Clause {
        Clause::parse(text, 1).expect("a clause")
    }

    #[test]
    fn words_end_at_qualifiers_and_comments() {
        let id = |text: &str| Word::Id(text.to_owned());
        let text = |text: &str| Word::Text(text.to_owned());
        for (line, words, qualifiers) in [
            ("is_a: A:1 ! a name", vec![id("A:1")], vec![]),
            ("is_a: A:1{x}", vec![id("A:1{x}")], vec![]),
            (r#"r: p A:1 {a="! }", b=c} ! d"#, vec![id("p"), id("A:1")], vec!["a", "b"]),
            (r#"s: "a \"b\" ! c" EXACT [X:1 "y]"#, vec![text("a \"b\" ! c"), id("EXACT")], vec![]),
            (r"is_a: A\:\W1 B", vec![id("A: 1"), id("B")], vec![]),
            (r#"p: "" xsd:string"#, vec![text(""), id("xsd:string")], vec![]),
        ] {
            let found = clause(line).words().expect(line);
            assert_eq!(
                (found.words, found.qualifiers),
                (words, qualifiers.into_iter().map(str::to_owned).collect()),
                "{line}"
            );
        }
        for line in ["s: \"a", "s: \"a\\\"", "r: p A {a=\"b\"", "r: p A {a=\"b}", "r: p A {"] {
            assert!(clause(line).words().is_err(), "{line}");
        }
    }

    #[test]
    fn names_are_free_text() {
        for (line, expect) in [
            ("name: a \"b", "a \"b"),
            ("name: Hey! you {x} ! comment", "Hey! you {x}"),
            (r"name: a \! b\nc", "a ! b\nc"),
            (r#"name: a b {x="y"} ! c"#, "a b"),
            ("name:", ""),
        ] {
            assert_eq!(clause(line).free_text(), expect, "{line}");
        }
    }
}
