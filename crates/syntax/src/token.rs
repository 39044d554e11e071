//! Text to tokens, for all notations: in goes the text, out go words, names, literals and signs,
//! each with its place.

use std::borrow::Cow;

use crate::error::ParseError;
use crate::iri;
use crate::vocabulary::Name;

/// What a notation lets a name look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lexis {
    /// A dot ends a name: `hasSibling.Parent` is three tokens.
    Dl,
    /// A dot may stand within a name.
    Manchester,
    /// As in Manchester syntax, and no word is special.
    Functional,
    /// As in DL syntax, and `?` begins the name of a hole.
    Sketch,
}

impl Lexis {
    /// Whether names and numbers are those of DL syntax.
    pub(crate) fn is_dl(self) -> bool {
        matches!(self, Self::Dl | Self::Sketch)
    }
}

/// A sign or a word with a meaning of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sign {
    And,
    Or,
    Not,
    Some,
    Only,
    Min,
    Max,
    Exactly,
    Value,
    SelfWord,
    Inverse,
    InverseMark,
    Top,
    Bottom,
    True,
    False,
    AtLeast,
    AtMost,
    Above,
    Below,
    Equal,
    Open,
    Close,
    OpenBrace,
    CloseBrace,
    OpenBracket,
    CloseBracket,
    Comma,
    Dot,
    Carets,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Token<'a> {
    Sign(Sign),
    /// A name as it is.
    Plain(&'a str),
    /// A name between `<` and `>`.
    Iri(Cow<'a, str>),
    /// A name between single quotes.
    Label(String),
    /// A bare number.
    Number(&'a str),
    /// A string.
    Text(String),
    /// `@en`.
    Language(&'a str),
    End,
}

impl Token<'_> {
    /// The name that the token is.
    pub(crate) fn name(&self) -> Option<Name<'_>> {
        match self {
            Self::Plain(text) => Some(Name::Plain(text)),
            Self::Iri(iri) => Some(Name::Iri(iri)),
            Self::Label(label) => Some(Name::Label(label)),
            _ => None,
        }
    }

    /// Whether a literal starts here.
    pub(crate) fn starts_literal(&self) -> bool {
        matches!(self, Self::Number(_) | Self::Text(_) | Self::Sign(Sign::True | Sign::False))
    }
}

/// The tokens of a text with the byte at which each starts; the last one is always the end.
pub(crate) struct Tokens<'a> {
    pub(crate) text: &'a str,
    tokens: Vec<(Token<'a>, usize)>,
}

impl<'a> Tokens<'a> {
    pub(crate) fn read(text: &'a str, lexis: Lexis) -> Result<Self, ParseError> {
        let mut lexer = Lexer { text, at: 0, lexis };
        let mut tokens = Vec::new();
        loop {
            lexer.skip_blanks();
            let start = lexer.at;
            let token = lexer.token()?;
            let is_end = token == Token::End;
            tokens.push((token, start));
            if is_end {
                return Ok(Self { text, tokens });
            }
        }
    }

    /// The token at an index; the end for all behind it.
    pub(crate) fn get(&self, index: usize) -> &Token<'a> {
        &self.tokens[index.min(self.tokens.len() - 1)].0
    }

    pub(crate) fn is(&self, index: usize, sign: Sign) -> bool {
        *self.get(index) == Token::Sign(sign)
    }

    /// An error at a token.
    pub(crate) fn error(&self, index: usize, expected: impl Into<String>) -> ParseError {
        const MAX_SHOWN: usize = 40;
        let index = index.min(self.tokens.len() - 1);
        let (token, start) = &self.tokens[index];
        let found = if *token == Token::End {
            "the end".to_owned()
        } else {
            let end = self.tokens[index + 1].1;
            let text = self.text[*start..end].trim_end();
            let mut shown: String = text.chars().take(MAX_SHOWN).collect();
            if shown.len() < text.len() {
                shown.push('…');
            }
            format!("‘{shown}’")
        };
        ParseError::new(self.text, *start, expected.into(), found)
    }
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    lexis: Lexis,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn error(&self, expected: &str, found: &str) -> ParseError {
        ParseError::new(self.text, self.at, expected.to_owned(), found.to_owned())
    }

    fn take(&mut self, n_bytes: usize) -> &'a str {
        let taken = &self.rest()[..n_bytes];
        self.at += n_bytes;
        taken
    }

    fn token(&mut self) -> Result<Token<'a>, ParseError> {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return Ok(Token::End) };
        if is_name_start(first) {
            return Ok(self.name());
        }
        if first == '?' && self.lexis == Lexis::Sketch {
            let n_bytes = rest[1..].find(|c| !is_name_char(c)).map_or(rest.len(), |end| 1 + end);
            return Ok(Token::Plain(self.take(n_bytes)));
        }
        if let Some(n_bytes) = number_length(rest) {
            return Ok(Token::Number(self.take(n_bytes)));
        }
        match first {
            '"' => return self.quoted('"').map(Token::Text),
            '\'' => return self.quoted('\'').map(Token::Label),
            '<' => {
                if let Some(n_bytes) = bracketed_length(rest) {
                    let inner = &self.take(n_bytes)[1..n_bytes - 1];
                    return Ok(Token::Iri(if inner.contains('\\') {
                        Cow::Owned(iri::unescape(inner))
                    } else {
                        Cow::Borrowed(inner)
                    }));
                }
            }
            '@' => {
                let is_tag = |c: char| c.is_ascii_alphanumeric() || c == '-';
                let n_bytes = rest[1..].find(|c| !is_tag(c)).unwrap_or(rest.len() - 1);
                if n_bytes > 0 {
                    return Ok(Token::Language(&self.take(1 + n_bytes)[1..]));
                }
            }
            _ => {}
        }
        for &(spelling, sign) in SIGNS {
            if rest.starts_with(spelling) {
                self.at += spelling.len();
                return Ok(Token::Sign(sign));
            }
        }
        Err(self.error("a concept", &format!("‘{first}’")))
    }

    fn name(&mut self) -> Token<'a> {
        let rest = self.rest();
        // A full IRI without brackets goes on to the next blank, bracket or comma.
        let scheme = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        if rest[scheme..].starts_with("://") {
            let is_end = |c: char| c.is_whitespace() || "()[]{},<>\"⊓⊔⁻".contains(c);
            return Token::Plain(self.take(rest.find(is_end).unwrap_or(rest.len())));
        }
        let has_dots = !self.lexis.is_dl();
        let mut end = 0;
        for (at, c) in rest.char_indices() {
            if is_name_char(c) || c == ':' {
                end = at + c.len_utf8();
            } else if !(c == '-' || (c == '.' && has_dots)) {
                break;
            }
        }
        let word = self.take(end);
        match keyword(word) {
            Some(sign) if self.lexis != Lexis::Functional => Token::Sign(sign),
            _ => Token::Plain(word),
        }
    }

    fn quoted(&mut self, quote: char) -> Result<String, ParseError> {
        let mut out = String::new();
        let mut chars = self.rest().char_indices().skip(1);
        while let Some((at, c)) = chars.next() {
            if c == quote {
                self.at += at + 1;
                return Ok(out);
            }
            if c != '\\' {
                out.push(c);
                continue;
            }
            match chars.next() {
                Some((_, 'n')) => out.push('\n'),
                Some((_, 'r')) => out.push('\r'),
                Some((_, 't')) => out.push('\t'),
                Some((_, c @ ('"' | '\'' | '\\'))) => out.push(c),
                _ => {
                    self.at += at;
                    return Err(self.error("\\\", \\\\, \\n, \\r or \\t", "another escape"));
                }
            }
        }
        Err(self.error("a quote that is closed", "one that is not"))
    }
}

/// Writes a label so that [`Token::Label`] is read back.
pub(crate) fn write_label(out: &mut String, label: &str) {
    out.push('\'');
    for c in label.chars() {
        if matches!(c, '\'' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out.push('\'');
}

/// Longer spellings stand before their beginnings.
const SIGNS: &[(&str, Sign)] = &[
    ("⊓", Sign::And),
    ("&&", Sign::And),
    ("&", Sign::And),
    ("∧", Sign::And),
    ("⊔", Sign::Or),
    ("||", Sign::Or),
    ("|", Sign::Or),
    ("∨", Sign::Or),
    ("¬", Sign::Not),
    ("!", Sign::Not),
    ("∃", Sign::Some),
    ("∀", Sign::Only),
    ("⊤", Sign::Top),
    ("⊥", Sign::Bottom),
    ("≥", Sign::AtLeast),
    (">=", Sign::AtLeast),
    ("≤", Sign::AtMost),
    ("<=", Sign::AtMost),
    (">", Sign::Above),
    ("<", Sign::Below),
    ("==", Sign::Equal),
    ("=", Sign::Equal),
    ("⁻¹", Sign::InverseMark),
    ("⁻", Sign::InverseMark),
    ("^-1", Sign::InverseMark),
    ("^-", Sign::InverseMark),
    ("^^", Sign::Carets),
    ("-", Sign::InverseMark),
    ("−", Sign::InverseMark),
    ("(", Sign::Open),
    (")", Sign::Close),
    ("{", Sign::OpenBrace),
    ("}", Sign::CloseBrace),
    ("[", Sign::OpenBracket),
    ("]", Sign::CloseBracket),
    (",", Sign::Comma),
    (".", Sign::Dot),
    ("⋅", Sign::Dot),
    ("·", Sign::Dot),
    ("⨅", Sign::And),
    ("⨆", Sign::Or),
    ("∩", Sign::And),
    ("∪", Sign::Or),
];

/// The sign that a word stands for. Such a word is never printed as a name.
pub(crate) fn keyword(word: &str) -> Option<Sign> {
    Some(match word {
        "and" | "AND" | "that" => Sign::And,
        "or" | "OR" => Sign::Or,
        "not" | "NOT" => Sign::Not,
        "some" | "exists" | "SOME" | "EXISTS" => Sign::Some,
        "only" | "forall" | "ONLY" | "FORALL" => Sign::Only,
        "min" | "MIN" => Sign::Min,
        "max" | "MAX" => Sign::Max,
        "exactly" | "EXACTLY" => Sign::Exactly,
        "value" | "VALUE" => Sign::Value,
        "Self" | "self" => Sign::SelfWord,
        "inverse" | "inv" | "inverseOf" => Sign::Inverse,
        "Top" | "TOP" | "Thing" | "owl:Thing" => Sign::Top,
        "Bottom" | "BOTTOM" | "Nothing" | "owl:Nothing" => Sign::Bottom,
        "true" => Sign::True,
        "false" => Sign::False,
        _ => return None,
    })
}

fn is_name_start(c: char) -> bool {
    c.is_alphabetic() || c == '_' || c == ':'
}

fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether a name reads as one token in every notation, and is no keyword.
pub(crate) fn is_safe_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && is_safe_local(name)
        && keyword(name).is_none()
}

/// Whether a name reads as one token behind a prefix.
pub(crate) fn is_safe_local(name: &str) -> bool {
    name.chars().all(|c| is_name_char(c) || c == '-')
        && name.starts_with(is_name_char)
        && name.ends_with(is_name_char)
}

/// The length of the bare number at the start of a text. The trailing `f` of Manchester's floats
/// belongs to it unless a longer word follows.
fn number_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let digits =
        |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let sign = usize::from(matches!(bytes.first(), Some(b'+' | b'-')));
    let n_whole = digits(sign);
    if n_whole == 0 {
        return None;
    }
    let mut end = sign + n_whole;
    if bytes.get(end) == Some(&b'.') && digits(end + 1) > 0 {
        end += 1 + digits(end + 1);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let n_digits = digits((end + 1 + sign).min(bytes.len()));
        if n_digits > 0 {
            end += 1 + sign + n_digits;
        }
    }
    if matches!(bytes.get(end), Some(b'f' | b'F'))
        && !text[end + 1..].starts_with(|c: char| is_name_char(c))
    {
        end += 1;
    }
    Some(end)
}

/// The length of `<IRI>` at the start of a text; nothing where `<` compares.
fn bracketed_length(text: &str) -> Option<usize> {
    let end = text[1..].find(|c: char| c == '<' || c == '>' || c.is_whitespace())?;
    (text.as_bytes()[1 + end] == b'>').then_some(end + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_end_where_the_notation_says() {
        let check = |text: &str, lexis: Lexis, expect: &[&str]| {
            let tokens = Tokens::read(text, lexis).unwrap();
            let names: Vec<_> = tokens
                .tokens
                .iter()
                .filter_map(|(token, _)| token.name())
                .map(Name::text)
                .collect();
            assert_eq!(names, expect, "{text}");
        };
        check("∃ r.C", Lexis::Dl, &["r", "C"]);
        check("r.C", Lexis::Manchester, &["r.C"]);
        check("r. C", Lexis::Manchester, &["r", "C"]);
        check(
            "Nitrogen-34 r- ex:a-b :c _:d",
            Lexis::Dl,
            &["Nitrogen-34", "r", "ex:a-b", ":c", "_:d"],
        );
        check("http://x.org/a#b,<http://y> d<5", Lexis::Dl, &["http://x.org/a#b", "http://y", "d"]);
        check("'has sibling' and some", Lexis::Dl, &["has sibling"]);
        check("and some", Lexis::Functional, &["and", "some"]);
    }

    #[test]
    fn numbers() {
        let check = |text: &str, expect: Option<&str>| {
            assert_eq!(number_length(text).map(|end| &text[..end]), expect, "{text}");
        };
        check("2.5)", Some("2.5"));
        check("2.r", Some("2"));
        check("-1.5E-3x", Some("-1.5E-3"));
        check("2e", Some("2"));
        check("+7f", Some("+7f"));
        check("7foo", Some("7"));
        check("-", None);
        check(".5", None);
    }
}
