//! Text in, tokens of the functional-style syntax out, one at a time.

use std::io::BufRead;

use crate::error::Failure;
use crate::text::Text;

/// What a single name or literal may take in memory.
const MAX_TOKEN: usize = 256 << 20;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Open,
    Close,
    Equals,
    /// `^^`.
    Typed,
    /// `<…>`, without the brackets.
    Iri(String),
    /// A name with or without a prefix, a blank node, or a number.
    Word(String),
    /// `"…"`, without the quotes and escapes.
    Text(String),
    /// `@en`, without the `@`.
    Language(String),
}

/// A stream of tokens that knows where each starts.
pub(super) struct Tokens<'t, 'a> {
    text: &'t mut Text<'a>,
    start: (u64, u64),
}

impl<'t, 'a> Tokens<'t, 'a> {
    pub(super) fn new(text: &'t mut Text<'a>) -> Self {
        Self { text, start: (1, 1) }
    }

    /// Where the last token starts.
    pub(super) fn start(&self) -> (u64, u64) {
        self.start
    }

    /// The next token, or `None` at the end of the text.
    pub(super) fn next(&mut self) -> Result<Option<Token>, Failure> {
        self.skip_space()?;
        self.start = self.text.position();
        let Some(first) = self.peek()? else {
            return Ok(None);
        };
        let token = match first {
            b'(' => Token::Open,
            b')' => Token::Close,
            b'=' => Token::Equals,
            b'^' => {
                self.text.consume(1);
                if self.peek()? != Some(b'^') {
                    return Err(self.fail("a single '^'"));
                }
                Token::Typed
            }
            b'<' => return self.iri().map(Some),
            b'"' => return self.string().map(Some),
            b'@' => {
                self.text.consume(1);
                return Ok(Some(Token::Language(self.word()?)));
            }
            _ => {
                let word = self.word()?;
                if word.is_empty() {
                    return Err(self.fail(&format!("unexpected '{}'", char::from(first))));
                }
                return Ok(Some(Token::Word(word)));
            }
        };
        self.text.consume(1);
        Ok(Some(token))
    }

    /// Whether an opening bracket comes next: then it is a construct and no name.
    pub(super) fn is_open_next(&mut self) -> Result<bool, Failure> {
        self.skip_space()?;
        Ok(self.peek()? == Some(b'('))
    }

    /// The byte that comes next, white space included.
    pub(super) fn peek(&mut self) -> Result<Option<u8>, Failure> {
        match self.text.fill_buf() {
            Ok(ready) => Ok(ready.first().copied()),
            Err(error) => Err(self.text.take_failure().unwrap_or_else(|| error.into())),
        }
    }

    fn skip_space(&mut self) -> Result<(), Failure> {
        let mut is_comment = false;
        loop {
            self.peek()?;
            let ready = self.text.fill_buf()?;
            if ready.is_empty() {
                return Ok(());
            }
            let mut n_skipped = 0;
            for byte in ready {
                match byte {
                    b'\n' | b'\r' => is_comment = false,
                    b' ' | b'\t' => {}
                    _ if is_comment => {}
                    b'#' => is_comment = true,
                    _ => break,
                }
                n_skipped += 1;
            }
            let is_done = n_skipped < ready.len();
            self.text.consume(n_skipped);
            if is_done {
                return Ok(());
            }
        }
    }

    /// Takes bytes as long as `goes_on` says so; `false` if the text ends first.
    fn take_while(
        &mut self,
        taken: &mut Vec<u8>,
        goes_on: impl Fn(u8) -> bool,
    ) -> Result<bool, Failure> {
        loop {
            self.peek()?;
            let ready = self.text.fill_buf()?;
            if ready.is_empty() {
                return Ok(false);
            }
            let end = ready.iter().position(|byte| !goes_on(*byte));
            let n_taken = end.unwrap_or(ready.len());
            taken.extend_from_slice(&ready[..n_taken]);
            self.text.consume(n_taken);
            if taken.len() > MAX_TOKEN {
                let message = "a name or literal is longer than 256 MiB";
                return Err(Failure::limit(self.start, message));
            }
            if end.is_some() {
                return Ok(true);
            }
        }
    }

    fn iri(&mut self) -> Result<Token, Failure> {
        self.text.consume(1);
        let mut taken = Vec::new();
        let is_inside = |byte: u8| byte > b' ' && !matches!(byte, b'<' | b'>' | b'"');
        if self.take_while(&mut taken, is_inside)? && self.peek()? == Some(b'>') {
            self.text.consume(1);
            return Ok(Token::Iri(self.string_of(taken)?));
        }
        Err(self.fail("an IRI without its '>'"))
    }

    fn string(&mut self) -> Result<Token, Failure> {
        self.text.consume(1);
        let mut taken = Vec::new();
        loop {
            if !self.take_while(&mut taken, |byte| !matches!(byte, b'"' | b'\\'))? {
                return Err(self.fail("a literal without its closing quote"));
            }
            let byte = self.peek()?;
            self.text.consume(1);
            if byte == Some(b'"') {
                return Ok(Token::Text(self.string_of(taken)?));
            }
            // Only \" and \\ are escapes (OWL 2 syntax, 2.3); others stay as they are.
            match self.peek()? {
                Some(escaped @ (b'"' | b'\\')) => {
                    taken.push(escaped);
                    self.text.consume(1);
                }
                _ => taken.push(b'\\'),
            }
        }
    }

    fn word(&mut self) -> Result<String, Failure> {
        let is_inside = |byte: u8| {
            byte > b' '
                && !matches!(byte, b'(' | b')' | b'<' | b'>' | b'"' | b'=' | b'^' | b'@' | b'\\')
        };
        let mut taken = Vec::new();
        while self.take_while(&mut taken, is_inside)? && self.peek()? == Some(b'\\') {
            // A local name may escape punctuation (SPARQL, PN_LOCAL_ESC).
            self.text.consume(1);
            if let Some(escaped) = self.peek()?.filter(u8::is_ascii_punctuation) {
                taken.push(escaped);
                self.text.consume(1);
            }
        }
        self.string_of(taken)
    }

    /// The text is checked UTF-8 and tokens end at ASCII characters, so this does not fail.
    fn string_of(&self, bytes: Vec<u8>) -> Result<String, Failure> {
        String::from_utf8(bytes).map_err(|_| self.fail("a torn character"))
    }

    fn fail(&self, message: &str) -> Failure {
        Failure::syntax(self.start, message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Result<Vec<Token>, Failure> {
        let mut text = Text::new(Box::new(std::io::Cursor::new(text.to_owned())))?;
        let mut tokens = Tokens::new(&mut text);
        let mut all = Vec::new();
        while let Some(token) = tokens.next()? {
            all.push(token);
        }
        Ok(all)
    }

    #[test]
    fn tokens_are_told_apart() {
        let word = |text: &str| Token::Word(text.to_owned());
        let quoted = |text: &str| Token::Text(text.to_owned());
        for (text, expect) in [
            (
                "A(:b<x>)",
                vec![word("A"), Token::Open, word(":b"), Token::Iri("x".to_owned()), Token::Close],
            ),
            (
                "a:=<b> # c (\r\n2",
                vec![word("a:"), Token::Equals, Token::Iri("b".to_owned()), word("2")],
            ),
            (
                r#""a\"b\\c\d"@en-GB"#,
                vec![quoted(r#"a"b\c\d"#), Token::Language("en-GB".to_owned())],
            ),
            ("\"1\"^^xsd:int", vec![quoted("1"), Token::Typed, word("xsd:int")]),
            (r"a:b\(c\)", vec![word("a:b(c)")]),
            ("é:ü", vec![word("é:ü")]),
            ("", vec![]),
        ] {
            assert_eq!(tokens(text).expect("tokens"), expect, "{text}");
        }
    }

    #[test]
    fn torn_tokens_are_errors_where_they_start() {
        for (text, position) in [
            ("a\n \"b", (2, 2)),
            ("<a b>", (1, 1)),
            ("<a", (1, 1)),
            ("a ^b", (1, 3)),
            ("(>", (1, 2)),
        ] {
            let failure = tokens(text).expect_err("torn");
            assert_eq!(failure.position, Some(position), "{text}");
        }
    }
}
