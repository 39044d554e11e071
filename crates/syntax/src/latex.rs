//! LaTeX, for papers: `\textsf{Male} \sqcap \exists \textsf{hasSibling}.\textsf{Parent}`.
//!
//! The tokens of the DL syntax, each written for math mode. Names and strings are text, where spaces,
//! hyphens and accents keep their look; no package is needed.

use evolearner_dl::{Concept, Symbols};

use crate::dl;
use crate::token::{Lexis, Sign, Token, Tokens};

/// Writes a concept for math mode.
pub fn print(concept: &Concept, symbols: &Symbols) -> String {
    let text = dl::print(concept, symbols);
    let tokens = Tokens::read(&text, Lexis::Dl).expect("DL syntax is read back");
    let mut out = String::new();
    for index in 0.. {
        match tokens.get(index) {
            Token::End => break,
            Token::Sign(sign) => out.push_str(command(*sign)),
            Token::Plain(name) => write_text(&mut out, r"\textsf{", name, "}"),
            Token::Iri(iri) => write_text(&mut out, r"\textsf{", iri, "}"),
            Token::Label(label) => write_text(&mut out, r"\textsf{", label, "}"),
            Token::Text(text) => write_text(&mut out, r"\textrm{``", text, "''}"),
            Token::Language(tag) => write_text(&mut out, r"\textrm{@", tag, "}"),
            Token::Number(number) => out.push_str(number),
        }
        // `≥ 2 r` and `minLength 2` have a blank there, which math mode does not show.
        if is_word(tokens.get(index)) && is_word(tokens.get(index + 1)) {
            out.push_str(r"\,");
        }
    }
    out.trim().to_owned()
}

/// Whether a token is a name or a value, which signs part from others.
fn is_word(token: &Token<'_>) -> bool {
    token.name().is_some() || matches!(token, Token::Number(_) | Token::Text(_))
}

/// A sign in math mode. A blank, which math mode does not show, parts a command from a name behind it.
fn command(sign: Sign) -> &'static str {
    match sign {
        Sign::And => r" \sqcap ",
        Sign::Or => r" \sqcup ",
        Sign::Not => r"\neg ",
        Sign::Some => r"\exists ",
        Sign::Only => r"\forall ",
        Sign::Min | Sign::AtLeast => r" \geq ",
        Sign::Max | Sign::AtMost => r" \leq ",
        Sign::Above => " > ",
        Sign::Below => " < ",
        Sign::Equal | Sign::Exactly | Sign::Value => " = ",
        Sign::SelfWord => r"\textsf{Self}",
        Sign::Inverse | Sign::InverseMark => "^{-}",
        Sign::Top => r"\top",
        Sign::Bottom => r"\bot",
        Sign::True => r"\textrm{true}",
        Sign::False => r"\textrm{false}",
        Sign::Open => "(",
        Sign::Close => ")",
        Sign::OpenBrace => r"\{",
        Sign::CloseBrace => r"\}",
        Sign::OpenBracket => "[",
        Sign::CloseBracket => "]",
        Sign::Comma => ", ",
        Sign::Dot => ".",
        Sign::Carets => r"\textrm{\^{}\^{}}",
    }
}

/// Writes text between two pieces of LaTeX, with what LaTeX would take for its own escaped.
fn write_text(out: &mut String, before: &str, text: &str, after: &str) {
    out.push_str(before);
    for c in text.chars() {
        match c {
            '\\' => out.push_str(r"\textbackslash{}"),
            '^' | '~' => out.extend(['\\', c, '{', '}']),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => out.extend(['\\', c]),
            '<' => out.push_str(r"\textless{}"),
            '>' => out.push_str(r"\textgreater{}"),
            // The default encoding of fonts has a dash in its place.
            '|' => out.push_str(r"\textbar{}"),
            // Two quotes or dashes in a row, and `?` or `!` with a quote, would be joined to another sign.
            '\'' | '`' | '-' => out.extend(['{', c, '}']),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out.push_str(after);
}
