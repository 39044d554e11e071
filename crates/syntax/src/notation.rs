//! The notations by name, and the guess of one from a text.

use evolearner_dl::{Concept, Notation};

use crate::error::ParseError;
use crate::vocabulary::Resolver;
use crate::{dl, functional, functional_parse, manchester};

/// Reads a concept in a notation, or in whichever it is.
pub fn parse_as(
    text: &str,
    notation: impl Into<Option<Notation>>,
    resolver: &dyn Resolver,
) -> Result<Concept, ParseError> {
    match notation.into() {
        None => parse_any(text, resolver),
        Some(Notation::Dl) => dl::parse(text, resolver),
        Some(Notation::Manchester) => manchester::parse(text, resolver),
        Some(Notation::Functional) => functional::parse(text, resolver),
    }
}

/// Reads a concept in whichever notation it is.
///
/// A text that starts with a constructor of OWL functional syntax and a bracket is taken for
/// that. All others are read as DL syntax, whose grammar knows Manchester's words too; where that
/// fails, as Manchester syntax, in which a name may contain dots. The error is that of the
/// attempt that got further, or of the first where the text has signs that only DL syntax has.
pub fn parse_any(text: &str, resolver: &dyn Resolver) -> Result<Concept, ParseError> {
    if functional_parse::looks_functional(text) {
        return functional::parse(text, resolver);
    }
    dl::parse(text, resolver).or_else(|dl_error| {
        manchester::parse(text, resolver).map_err(|manchester_error| {
            // A text with the signs of DL syntax was meant as such.
            let has_signs = text.contains(['∃', '∀', '⊓', '⊔', '¬', '≥', '≤']);
            if !has_signs && manchester_error.offset() > dl_error.offset() {
                manchester_error
            } else {
                dl_error
            }
        })
    })
}
