//! English: a concept as a person would say it.
//!
//! `Male ⊓ ∃ hasSibling.Parent` is *a Male who has a sibling who is a Parent*. Labels are used
//! where there are any. How a role is said follows from its name by rule of thumb (`hasX`,
//! `isXOf`, `married`, `knows`); brackets are never needed, because the simple parts of a meet or
//! join are said first and `both … and`, `either … or` mark what belongs together.

mod data;
mod relation;
mod teller;
mod words;

use evolearner_dl::{Concept, Symbols};

/// Says a concept: a noun phrase such as *a Male who has a sibling*.
pub fn print(concept: &Concept, symbols: &Symbols) -> String {
    teller::Teller::new(concept, symbols).tell()
}
