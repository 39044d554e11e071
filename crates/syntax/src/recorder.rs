//! Concepts without a knowledge base: the names are taken from the text itself.

use std::cell::RefCell;
use std::collections::BTreeSet;

use evolearner_dl::{Concept, Names, Notation, Symbols};

use crate::error::{NameError, NameKind, ParseError};
use crate::iri;
use crate::notation::parse_as;
use crate::vocabulary::{Name, Resolver, Vocabulary, namespace_in};

/// The namespace of names that a text gives without one.
pub const DEFAULT_NAMESPACE: &str = "http://example.org/#";

/// Reads a concept whose names are not known beforehand, and makes the vocabulary of them. Without a
/// notation it is read in whichever it is.
///
/// Its use decides whether a property is one of objects or of data: a comparison, a literal or a
/// datatype makes it a data property.
///
/// ```
/// use evolearner_syntax::{manchester, parse_unknown};
/// let (concept, symbols) = parse_unknown("Male ⊓ ∃ hasSibling.Parent", None)?;
/// assert_eq!(manchester::print(&concept, &symbols), "Male and (hasSibling some Parent)");
/// # Ok::<(), evolearner_syntax::ParseError>(())
/// ```
pub fn parse_unknown(
    text: &str,
    notation: impl Into<Option<Notation>>,
) -> Result<(Concept, Symbols), ParseError> {
    let notation = notation.into();
    let recorder = Recorder::default();
    parse_as(text, notation, &recorder)?;
    let symbols = recorder.into_symbols();
    let concept = parse_as(text, notation, &Recorded { vocabulary: Vocabulary::new(&symbols) })?;
    Ok((concept, symbols))
}

/// The IRI that a name stands for where there is no file to say so.
fn iri_of(name: Name<'_>) -> String {
    let text = name.text();
    match (name, text.split_once(':')) {
        (Name::Plain(_), Some((prefix, local))) => match free_namespace(prefix) {
            Some(space) => format!("{space}{local}"),
            None => text.to_owned(),
        },
        (Name::Iri(_), Some(_)) => text.to_owned(),
        _ => format!("{DEFAULT_NAMESPACE}{text}"),
    }
}

fn free_namespace(prefix: &str) -> Option<&'static str> {
    if prefix.is_empty() { Some(DEFAULT_NAMESPACE) } else { namespace_in(&[], prefix) }
}

/// Takes every name for what it is used as, and remembers it; `owl:Thing` and `owl:Nothing` are
/// classes wherever they stand.
#[derive(Default)]
struct Recorder {
    names: RefCell<[BTreeSet<String>; NameKind::ALL.len()]>,
}

impl Recorder {
    fn into_symbols(self) -> Symbols {
        let [classes, object_properties, data_properties, individuals] = self.names.into_inner();
        fn table<I: evolearner_dl::Id>(names: &BTreeSet<String>) -> Names<I> {
            Names::from_sorted(names.iter().map(String::as_str))
        }
        Symbols {
            classes: table(&classes),
            object_properties: table(&object_properties),
            data_properties: table(&data_properties),
            individuals: table(&individuals),
            prefixes: vec![(String::new(), DEFAULT_NAMESPACE.to_owned())],
            ..Symbols::default()
        }
    }
}

impl Resolver for Recorder {
    fn resolve(&self, kind: NameKind, name: Name<'_>) -> Result<usize, NameError> {
        let iri = iri_of(name);
        if kind != NameKind::Class && matches!(&*iri, iri::THING | iri::NOTHING) {
            return Err(NameError {
                name: name.text().to_owned(),
                kind,
                candidates: Vec::new(),
                is_searched: false,
                is_ambiguous: false,
                other_kind: Some(NameKind::Class),
            });
        }
        self.names.borrow_mut()[kind as usize].insert(iri);
        Ok(0)
    }

    fn knows(&self, _kind: NameKind, _name: Name<'_>) -> bool {
        false
    }

    fn namespace(&self, prefix: &str) -> Option<&str> {
        free_namespace(prefix)
    }
}

/// The second reading: every name means what it meant in the first.
struct Recorded<'a> {
    vocabulary: Vocabulary<'a>,
}

impl Resolver for Recorded<'_> {
    fn resolve(&self, kind: NameKind, name: Name<'_>) -> Result<usize, NameError> {
        self.vocabulary.resolve(kind, Name::Iri(&iri_of(name)))
    }

    fn knows(&self, kind: NameKind, name: Name<'_>) -> bool {
        self.vocabulary.knows(kind, Name::Iri(&iri_of(name)))
    }

    fn namespace(&self, prefix: &str) -> Option<&str> {
        free_namespace(prefix)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dl;

    #[test]
    fn names_come_from_the_text() {
        let check = |text: &str, expect: &str| {
            let (concept, symbols) = parse_unknown(text, None).unwrap();
            assert_eq!(dl::print(&concept, &symbols), expect);
        };
        check("Male and hasSibling some Parent", "Male ⊓ ∃ hasSibling.Parent");
        check("A ⊓ ex:A ⊓ <http://x#A>", ":A ⊓ <ex:A> ⊓ <http://x#A>");
        check("age some xsd:integer[> 5] or r min 2", "(age > 5) ⊔ ≥ 2 r.⊤");
        check("∃ d.⊤ ⊓ d ≥ 2", "∃ d.⊤ ⊓ (d ≥ 2)");
        check(
            "r value a and d value 5 and 'odd one'",
            "∃ r.{a} ⊓ (d = 5) ⊓ <http://example.org/#odd\\u0020one>",
        );
    }
}
