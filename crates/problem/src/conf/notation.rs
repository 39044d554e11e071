//! DL-Learner's own notation: text in, items out.
//!
//! Follows the grammar of DL-Learner's parser and that of its predecessor of before 2011, whose
//! files end settings with `;`, import with a call and mark examples with `+` and `-`. Accepted
//! beyond both: signs and exponents of numbers, a comma after the last element of a set, strings
//! with backslashes, names with a capital.

use super::decode::percent_decoded;
use super::item::{Content, Entry, Item, Value};
use crate::error::{Error, quoted};
use crate::place::{Place, Places};

/// Reads all items of a text.
pub(super) fn items(text: &str) -> Result<Vec<Item>, Error> {
    let mut reader = Reader { text, offset: 0, places: Places::of(text) };
    let mut items = Vec::new();
    loop {
        reader.skip()?;
        if reader.rest().is_empty() {
            return Ok(items);
        }
        if !reader.take(';') {
            items.push(reader.item()?);
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    offset: usize,
    places: Places<'a>,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.offset..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn take(&mut self, character: char) -> bool {
        let is_there = self.rest().starts_with(character);
        if is_there {
            self.offset += character.len_utf8();
        }
        is_there
    }

    fn take_while(&mut self, mut is_in: impl FnMut(char) -> bool) -> &'a str {
        let rest = self.rest();
        let taken = &rest[..rest.find(|c| !is_in(c)).unwrap_or(rest.len())];
        self.offset += taken.len();
        taken
    }

    fn place(&mut self) -> Place {
        self.places.at(self.offset)
    }

    fn unexpected(&mut self, expected: &str) -> Error {
        let found = match self.peek() {
            None => "the end of the text".to_owned(),
            Some(c) if is_name(c) => {
                quoted(self.rest().split(|c| !is_name(c)).next().unwrap_or_default())
            }
            Some(c) => quoted(c.encode_utf8(&mut [0; 4])),
        };
        Error::syntax(self.place(), format!("expected {expected}, found {found}"))
    }

    fn expect(&mut self, character: char, expected: &str) -> Result<(), Error> {
        self.skip()?;
        if self.take(character) { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    /// Passes blanks and comments.
    fn skip(&mut self) -> Result<(), Error> {
        loop {
            self.take_while(char::is_whitespace);
            if self.rest().starts_with("//") {
                self.take_while(|c| !matches!(c, '\n' | '\r'));
            } else if self.rest().starts_with("/*") {
                let Some(length) = self.rest()[2..].find("*/") else {
                    return Err(Error::syntax(
                        self.place(),
                        "expected `*/` at the end of this comment",
                    ));
                };
                self.offset += length + 4;
            } else {
                return Ok(());
            }
        }
    }

    fn item(&mut self) -> Result<Item, Error> {
        let place = self.place();
        let entry = match self.peek() {
            Some(sign @ ('+' | '-')) => {
                self.take(sign);
                self.skip()?;
                let name = match self.peek() {
                    Some('"') => self.string()?.to_owned(),
                    _ => self.name("the name of an example")?.to_owned(),
                };
                Entry::Example { is_positive: sign == '+', name }
            }
            _ => self.call_or_setting()?,
        };
        Ok(Item { place, entry })
    }

    fn call_or_setting(&mut self) -> Result<Entry, Error> {
        let bean = self.name("a setting such as `lp.type = \"posNegStandard\"`")?.to_owned();
        self.skip()?;
        if self.take('(') {
            let arguments =
                self.elements(')', "a string", |reader| reader.string().map(str::to_owned))?;
            return Ok(Entry::Call { name: bean, arguments });
        }
        let mut property = None;
        if self.take('.') {
            self.skip()?;
            property = Some(self.name("the name of a property after `.`")?.to_owned());
        }
        self.expect('=', "`=`")?;
        self.skip()?;
        let value = Value { place: self.place(), content: self.content()? };
        Ok(Entry::Setting { bean, property, value })
    }

    fn name(&mut self, expected: &str) -> Result<&'a str, Error> {
        match self.peek() {
            Some(c) if c.is_ascii_alphabetic() || c == '_' => Ok(self.take_while(is_name)),
            _ => Err(self.unexpected(expected)),
        }
    }

    fn content(&mut self) -> Result<Content, Error> {
        match self.peek() {
            Some('"') => Ok(Content::Text(percent_decoded(self.string()?))),
            Some('{') => {
                self.take('{');
                self.set()
            }
            Some('[') => {
                self.take('[');
                let pairs = self.elements(']', "a pair in parentheses", Self::pair)?;
                Ok(Content::Pairs(pairs))
            }
            Some('-') if !self.rest()[1..].starts_with(|c: char| c.is_ascii_digit()) => {
                self.take('-');
                Ok(Content::References(Vec::new()))
            }
            Some(c) if c == '-' || c.is_ascii_digit() => Ok(Content::Number(self.number()?)),
            _ => Ok(match self.name("a value")? {
                "true" => Content::Bool(true),
                "false" => Content::Bool(false),
                name => Content::Reference(name.to_owned()),
            }),
        }
    }

    fn number(&mut self) -> Result<String, Error> {
        let place = self.place();
        let mut previous = ' ';
        let written = self.take_while(|c| {
            let is_sign = matches!(c, '+' | '-') && matches!(previous, ' ' | 'e' | 'E');
            previous = c;
            is_sign || c.is_ascii_alphanumeric() || matches!(c, '.' | '_')
        });
        if written.parse::<f64>().is_err() {
            return Err(Error::syntax(
                place,
                format!("expected a number, found {}", quoted(written)),
            ));
        }
        Ok(written.to_owned())
    }

    /// What stands between quotes; newlines may, as in DL-Learner.
    fn string(&mut self) -> Result<&'a str, Error> {
        let place = self.place();
        if !self.take('"') {
            return Err(self.unexpected("a string in double quotes"));
        }
        let string = self.take_while(|c| c != '"');
        if !self.take('"') {
            return Err(Error::syntax(place, "expected `\"` at the end of this string"));
        }
        Ok(string)
    }

    /// A set of strings or of names; where both occur, as old files may, they are all strings.
    fn set(&mut self) -> Result<Content, Error> {
        let mut n_strings = 0;
        let names = self.elements('}', "a string or a name", |reader| {
            if reader.peek() == Some('"') {
                n_strings += 1;
                Ok(percent_decoded(reader.string()?))
            } else {
                Ok(reader.name("a string or a name")?.to_owned())
            }
        })?;
        Ok(if n_strings > 0 || names.is_empty() {
            Content::Set(names)
        } else {
            Content::References(names)
        })
    }

    fn pair(&mut self) -> Result<(String, String), Error> {
        if !self.take('(') {
            return Err(self.unexpected("`(` of a pair"));
        }
        self.skip()?;
        let left = percent_decoded(self.string()?);
        self.expect(',', "`,` between the two of a pair")?;
        self.skip()?;
        let right = match self.peek() {
            Some(c) if c == '-' || c.is_ascii_digit() => self.number()?,
            _ => percent_decoded(self.string()?),
        };
        self.expect(')', "`)` of a pair")?;
        Ok((left, right))
    }

    /// Elements with commas between them, up to a closing bracket.
    fn elements<T>(
        &mut self,
        close: char,
        expected: &str,
        mut element: impl FnMut(&mut Self) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        let mut elements = Vec::new();
        loop {
            self.skip()?;
            if self.take(close) {
                return Ok(elements);
            }
            if self.rest().is_empty() {
                return Err(self.unexpected(&format!("{expected} or `{close}`")));
            }
            elements.push(element(self)?);
            self.skip()?;
            if !self.take(',') && self.peek() != Some(close) {
                return Err(self.unexpected(&format!("`,` or `{close}`")));
            }
        }
    }
}

fn is_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content(value: &str) -> Content {
        let mut items = items(&format!("/* c */ a.b = {value} // end")).expect(value);
        match items.remove(0).entry {
            Entry::Setting { value, .. } => value.content,
            other => panic!("{other:?}"),
        }
    }

    fn strings(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn all_values_are_read() {
        for (value, expect) in [
            ("true", Content::Bool(true)),
            ("false;", Content::Bool(false)),
            ("0", Content::Number("0".to_owned())),
            ("1.5", Content::Number("1.5".to_owned())),
            ("1.", Content::Number("1.".to_owned())),
            ("-2e-3", Content::Number("-2e-3".to_owned())),
            ("\"a // b%22\"", Content::Text("a // b\"".to_owned())),
            ("\"C:\\x\"", Content::Text("C:\\x".to_owned())),
            ("ks", Content::Reference("ks".to_owned())),
            ("-", Content::References(Vec::new())),
            ("{}", Content::Set(Vec::new())),
            ("{ \"a\", /* b */ \"c%2C\" , }", Content::Set(strings(&["a", "c,"]))),
            ("{ks1,ks2}", Content::References(strings(&["ks1", "ks2"]))),
            ("{a,\"b\"}", Content::Set(strings(&["a", "b"]))),
            ("[]", Content::Pairs(Vec::new())),
            ("[(\"a\",\"b\")]", Content::Pairs(vec![("a".to_owned(), "b".to_owned())])),
            ("[(\"a\", 1.0)]", Content::Pairs(vec![("a".to_owned(), "1.0".to_owned())])),
        ] {
            assert_eq!(content(value), expect, "{value}");
        }
    }

    #[test]
    fn old_statements_are_read() {
        let items = items("import(\"a.owl\", \"OWL\");\n+\"a\"\n-b\n;;ocel.x={};").expect("items");
        let (line, entries): (Vec<_>, Vec<_>) =
            items.into_iter().map(|item| (item.place.line, item.entry)).unzip();
        assert_eq!(line, [1, 2, 3, 4]);
        let example =
            |is_positive, name: &str| Entry::Example { is_positive, name: name.to_owned() };
        assert_eq!(
            entries[..3],
            [
                Entry::Call { name: "import".to_owned(), arguments: strings(&["a.owl", "OWL"]) },
                example(true, "a"),
                example(false, "b"),
            ]
        );
    }

    #[test]
    fn errors_say_what_was_expected_and_where() {
        for (text, expect) in [
            ("/* x", "line 1, column 1: expected `*/` at the end of this comment"),
            ("a.b = \"x", "line 1, column 7: expected `\"` at the end of this string"),
            ("\n a.b \"x\"", "line 2, column 6: expected `=`, found `\"`"),
            ("a.b.c = 1", "line 1, column 4: expected `=`, found `.`"),
            ("a. = 1", "line 1, column 4: expected the name of a property after `.`, found `=`"),
            ("a =", "line 1, column 4: expected a value, found the end of the text"),
            ("a = {\"x\" \"y\"}", "line 1, column 10: expected `,` or `}`, found `\"`"),
            ("a = {\"x\",", "line 1, column 10: expected a string or a name or `}`, found the end"),
            ("a = [\"x\"]", "line 1, column 6: expected `(` of a pair, found `\"`"),
            ("a = 1x", "line 1, column 5: expected a number, found `1x`"),
            ("a = é", "line 1, column 5: expected a value, found `é`"),
            ("# x", "line 1, column 1: expected a setting such as"),
            ("+ = 1", "line 1, column 3: expected the name of an example, found `=`"),
        ] {
            let error = items(text).expect_err(text).to_string();
            assert!(error.starts_with(expect), "{error}");
        }
    }
}
