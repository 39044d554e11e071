//! The two native OWL syntaxes and OBO, turned into the triples that OWL itself prescribes for them.
//!
//! All are trees of the same constructs, so they share everything but their tokens: a reader
//! reports to the [`builder`] what opens, stands inside and closes, and the builder writes triples
//! after table 1 of <https://www.w3.org/TR/owl2-mapping-to-rdf/>. Only one way leads on from
//! here: what reads triples reads these files too.
//!
//! Nesting lives on a heap-allocated stack; no reader recurses.

mod builder;
mod construct;
mod mapping;
mod node;
mod vocabulary;

mod functional;
mod obo;
mod token;
mod xml;

pub(crate) use functional::read_functional;
pub(crate) use obo::read_obo;
pub(crate) use xml::read_owlxml;
