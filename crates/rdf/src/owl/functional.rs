//! OWL functional-style syntax documents (<https://www.w3.org/TR/owl2-syntax/>).

use std::collections::HashMap;

use super::builder::{Builder, file_label};
use super::node::Node;
use super::token::{Token, Tokens};
use super::vocabulary::DEFAULT_PREFIXES;
use crate::error::Failure;
use crate::term::TripleSink;
use crate::text::Text;
use crate::triples::Summary;

/// Reads a whole document and hands its triples to the sink.
pub(crate) fn read_functional(
    text: &mut Text<'_>,
    sink: &mut impl TripleSink,
) -> Result<Summary, Failure> {
    let mut reader = Reader {
        tokens: Tokens::new(text),
        prefixes: DEFAULT_PREFIXES
            .iter()
            .map(|(prefix, iri)| ((*prefix).to_owned(), (*iri).to_owned()))
            .collect(),
        builder: Builder::new(sink),
    };
    while let Some(token) = reader.tokens.next()? {
        reader.token(token)?;
    }
    let end = reader.tokens.start();
    reader.builder.finish().map_err(|message| Failure::syntax(end, message))
}

struct Reader<'t, 'a, 's, S> {
    tokens: Tokens<'t, 'a>,
    prefixes: HashMap<String, String>,
    builder: Builder<'s, S>,
}

impl<S: TripleSink> Reader<'_, '_, '_, S> {
    fn token(&mut self, token: Token) -> Result<(), Failure> {
        let start = self.tokens.start();
        let done = match token {
            Token::Close => self.builder.close(),
            Token::Open => self.builder.open_list(),
            Token::Iri(iri) => self.builder.argument(Node::Iri(iri)),
            Token::Text(lexical) => {
                let literal = self.literal(lexical)?;
                self.builder.argument(literal)
            }
            // A name with a prefix may stand before a list, as in `HasKey(:A (:p) ())`.
            Token::Word(word) if !word.contains(':') && self.tokens.is_open_next()? => {
                self.tokens.next()?;
                if word == "Prefix" && self.builder.is_outside() {
                    return self.prefix_declaration();
                }
                self.builder.open(&word)
            }
            Token::Word(word) => match self.node(&word) {
                Ok(node) => self.builder.argument(node),
                Err(message) => Err(message),
            },
            Token::Equals => Err("unexpected '='".to_owned()),
            Token::Typed => Err("unexpected '^^'".to_owned()),
            Token::Language(tag) => Err(format!("unexpected '@{tag}'")),
        };
        done.map_err(|message| Failure::syntax(start, message))
    }

    /// Behind `Prefix(`.
    fn prefix_declaration(&mut self) -> Result<(), Failure> {
        let name = self.tokens.next()?;
        let start = self.tokens.start();
        let parts = (name, self.tokens.next()?, self.tokens.next()?, self.tokens.next()?);
        let (
            Some(Token::Word(name)),
            Some(Token::Equals),
            Some(Token::Iri(iri)),
            Some(Token::Close),
        ) = parts
        else {
            return Err(Failure::syntax(start, "expected 'name:=<IRI>)'"));
        };
        let Some(prefix) = name.strip_suffix(':') else {
            return Err(Failure::syntax(start, "the name of a prefix ends in ':'"));
        };
        self.builder.prefix(prefix, &iri);
        self.prefixes.insert(prefix.to_owned(), iri);
        Ok(())
    }

    /// Behind the quoted part of a literal: nothing, `@tag` or `^^datatype`.
    fn literal(&mut self, lexical: String) -> Result<Node, Failure> {
        match self.tokens.peek()? {
            Some(b'@') => match self.tokens.next()? {
                Some(Token::Language(tag)) if !tag.is_empty() => Ok(Node::tagged(lexical, &tag)),
                _ => Err(self.fail("a language tag is expected")),
            },
            Some(b'^') => {
                self.tokens.next()?;
                let datatype = match self.tokens.next()? {
                    Some(Token::Iri(iri)) => Ok(iri),
                    Some(Token::Word(word)) => self.expand(&word),
                    _ => Err("a datatype is expected".to_owned()),
                };
                match datatype {
                    Ok(datatype) => Ok(Node::literal(lexical, Some(datatype))),
                    Err(message) => Err(self.fail(&message)),
                }
            }
            _ => Ok(Node::literal(lexical, None)),
        }
    }

    /// A word that is no construct: a blank node, a number or an abbreviated IRI.
    fn node(&self, word: &str) -> Result<Node, String> {
        if let Some(label) = word.strip_prefix("_:") {
            return Ok(Node::Blank(file_label(label)));
        }
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(Node::Number(word.to_owned()));
        }
        self.expand(word).map(Node::Iri)
    }

    fn expand(&self, word: &str) -> Result<String, String> {
        let Some((prefix, local)) = word.split_once(':') else {
            return Err(format!("'{word}' is neither a construct nor a name with a prefix"));
        };
        match self.prefixes.get(prefix) {
            Some(iri) => Ok(format!("{iri}{local}")),
            None => Err(format!("the prefix '{prefix}:' is not declared")),
        }
    }

    fn fail(&self, message: &str) -> Failure {
        Failure::syntax(self.tokens.start(), message)
    }
}
