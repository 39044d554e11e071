//! English: a concept as a person would say it.
//!
//! `Male ⊓ ∃ hasSibling.Parent` is *a Male who has a sibling who is a Parent*. Labels are used
//! where there are any. How a role is said follows from the shape of its name (`hasX`, `isXOf`,
//! `married`, `worksAt`) and from lists of common words; a name whose part of speech is unknown is
//! quoted. The simple parts of a conjunction or disjunction come first, `both … and`, `either … or`
//! mark what belongs together, and commas and semicolons separate what has clauses or lists of its
//! own; brackets are left for lists that are nested more deeply.

mod article;
mod clause;
mod data;
mod flag;
mod lexicon;
mod name;
mod noun;
mod noun_phrase;
mod range;
mod relation;
mod sentence;
mod shape;
mod verb;
mod view;

use evolearner_dl::{ClassId, Concept, Symbols};

/// Writes a concept as a noun phrase such as *a Male who has a sibling*.
pub fn print(concept: &Concept, symbols: &Symbols) -> String {
    sentence::SentenceWriter::new(concept, symbols, None).write()
}

/// Like [`print()`], for a concept that describes members of one class: *a Disease that …* rather
/// than *something that …* where the concept itself names no class to begin with.
///
/// ```
/// use evolearner_syntax::{Notation, english, parse_unknown};
/// let (concept, symbols) = parse_unknown("∃ hasSymptom.Fever ⊓ ¬Disease", Notation::Dl)?;
/// let disease = symbols.classes.find("http://example.org/#Disease").unwrap();
/// let symptom = concept.children()[0].clone();
/// assert_eq!(
///     english::print_about(&symptom, &symbols, Some(disease)),
///     "a Disease that has a symptom that is a Fever"
/// );
/// # Ok::<(), evolearner_syntax::ParseError>(())
/// ```
pub fn print_about(concept: &Concept, symbols: &Symbols, subject: Option<ClassId>) -> String {
    sentence::SentenceWriter::new(concept, symbols, subject).write()
}
