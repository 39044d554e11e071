//! Triples that were handed to a sink, to be handed to another one later.
//!
//! Their texts stand one behind the other in one string: a triple costs no allocation, and a thread that
//! replays a recording frees two blocks of memory where the statements of a parser would be several each.

use crate::term::{Term, TripleSink};

/// What a piece of the text is.
#[derive(Clone, Copy, Debug)]
enum Piece {
    Iri,
    Blank,
    /// A lexical form; its datatype follows.
    Literal,
    /// As [`Piece::Literal`], and the language follows the datatype.
    Tagged,
    /// A predicate, a datatype or a language.
    Part,
}

/// Triples in the order in which they came.
#[derive(Debug, Default)]
pub(crate) struct Recording {
    text: String,
    /// What each piece is, and where it ends.
    pieces: Vec<(Piece, usize)>,
}

impl Recording {
    fn push(&mut self, piece: Piece, text: &str) {
        self.text.push_str(text);
        self.pieces.push((piece, self.text.len()));
    }

    fn push_term(&mut self, term: Term<'_>) {
        match term {
            Term::Iri(iri) => self.push(Piece::Iri, iri),
            Term::Blank(label) => self.push(Piece::Blank, label),
            Term::Literal { lexical, datatype, language } => {
                let piece = if language.is_some() { Piece::Tagged } else { Piece::Literal };
                self.push(piece, lexical);
                self.push(Piece::Part, datatype);
                if let Some(language) = language {
                    self.push(Piece::Part, language);
                }
            }
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Hands all triples on; returns how many there are.
    pub(crate) fn replay(&self, sink: &mut impl TripleSink) -> u64 {
        let mut start = 0;
        let mut pieces = self.pieces.iter().map(|&(piece, end)| {
            let text = &self.text[start..end];
            start = end;
            (piece, text)
        });
        let mut n_triples = 0;
        while let (Some(subject), Some((_, predicate)), Some(object)) =
            (next_term(&mut pieces), pieces.next(), next_term(&mut pieces))
        {
            sink.triple(subject, predicate, object);
            n_triples += 1;
        }
        n_triples
    }
}

fn next_term<'t>(pieces: &mut impl Iterator<Item = (Piece, &'t str)>) -> Option<Term<'t>> {
    let (piece, text) = pieces.next()?;
    Some(match piece {
        Piece::Blank => Term::Blank(text),
        Piece::Iri | Piece::Part => Term::Iri(text),
        Piece::Literal | Piece::Tagged => {
            let (_, datatype) = pieces.next()?;
            let language = match piece {
                Piece::Tagged => Some(pieces.next()?.1),
                _ => None,
            };
            Term::Literal { lexical: text, datatype, language }
        }
    })
}

impl TripleSink for Recording {
    fn triple(&mut self, subject: Term<'_>, predicate: &str, object: Term<'_>) {
        self.push_term(subject);
        self.push(Piece::Part, predicate);
        self.push_term(object);
    }

    /// Prefixes are kept apart: they are reported once for all blocks.
    fn prefix(&mut self, _prefix: &str, _iri: &str) {}
}
