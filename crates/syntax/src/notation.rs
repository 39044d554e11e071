//! The notations by name, and the guess of one from a text.

use evolearner_dl::Concept;

use crate::error::ParseError;
use crate::vocabulary::Resolver;
use crate::{dl, functional, functional_parse, manchester};

/// A notation that can be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Notation {
    /// Whichever the text is in.
    #[default]
    Any,
    /// `∃ hasSibling.Parent`
    Dl,
    /// `hasSibling some Parent`
    Manchester,
    /// `ObjectSomeValuesFrom(…)`
    Functional,
}

impl Notation {
    /// Reads a concept in this notation.
    pub fn parse(self, text: &str, resolver: &dyn Resolver) -> Result<Concept, ParseError> {
        match self {
            Self::Any => parse_any(text, resolver),
            Self::Dl => dl::parse(text, resolver),
            Self::Manchester => manchester::parse(text, resolver),
            Self::Functional => functional::parse(text, resolver),
        }
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
