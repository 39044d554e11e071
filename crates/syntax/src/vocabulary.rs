//! Names to ids and back.
//!
//! In comes a name as a person writes it (a full IRI, `<IRI>`, `prefix:name`, a local name, a
//! quoted label); out goes the id of the one thing it stands for, or an error that lists what it
//! could have been. The way back picks the shortest spelling that leads to the same thing again.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use evolearner_dl::{
    ClassId, DataPropertyId, Datatype, Id, IndividualId, Interner, ObjectPropertyId, Symbols,
    ValueType, local_name,
};

use crate::error::{NameError, NameKind};
use crate::iri;
use crate::suggest;
use crate::token;

/// A name as it stands in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Name<'a> {
    /// As it is: an IRI, `prefix:name` or a local name.
    Plain(&'a str),
    /// Between `<` and `>`: an IRI and nothing else.
    Iri(&'a str),
    /// Between single quotes: a label.
    Label(&'a str),
}

impl<'a> Name<'a> {
    /// The text without its brackets or quotes.
    pub fn text(self) -> &'a str {
        match self {
            Self::Plain(text) | Self::Iri(text) | Self::Label(text) => text,
        }
    }
}

/// What a parser asks about names: a [`Vocabulary`] answers from a knowledge base.
pub trait Resolver {
    /// The number of the thing of that kind that a name stands for.
    fn resolve(&self, kind: NameKind, name: Name<'_>) -> Result<usize, NameError>;

    /// Whether a name stands for something of that kind, be it for several things.
    fn knows(&self, kind: NameKind, name: Name<'_>) -> bool;

    /// The namespace of a prefix.
    fn namespace(&self, prefix: &str) -> Option<&str>;

    /// The datatypes of the values of a data property, as far as they are known.
    fn value_types(&self, _property: DataPropertyId) -> &[ValueType] {
        &[]
    }
}

/// The names of a knowledge base, ready to be looked up in either direction.
///
/// A few local names are looked for one by one; when more of a kind are asked for, all of that
/// kind are indexed. Keep the vocabulary where many names are resolved or many concepts printed.
pub struct Vocabulary<'a> {
    symbols: &'a Symbols,
    /// How many local names of each kind have been looked for.
    n_asked: [AtomicUsize; NameKind::ALL.len()],
    local_names: [OnceLock<LocalNames>; NameKind::ALL.len()],
}

/// So many local names are looked for one by one before an index is made.
const FEW_NAMES: usize = 8;

/// The local names of one kind and, for each, what it stands for.
struct LocalNames {
    names: Interner,
    first: Vec<u32>,
    is_ambiguous: Vec<bool>,
}

impl<'a> Vocabulary<'a> {
    /// The vocabulary of these symbols.
    pub fn new(symbols: &'a Symbols) -> Self {
        Self { symbols, n_asked: Default::default(), local_names: Default::default() }
    }

    /// The symbols it is over.
    pub fn symbols(&self) -> &'a Symbols {
        self.symbols
    }

    /// The class of that name.
    pub fn class(&self, name: &str) -> Result<ClassId, NameError> {
        self.resolve(NameKind::Class, written(name)).map(Id::new)
    }

    /// The object property of that name.
    pub fn object_property(&self, name: &str) -> Result<ObjectPropertyId, NameError> {
        self.resolve(NameKind::ObjectProperty, written(name)).map(Id::new)
    }

    /// The data property of that name.
    pub fn data_property(&self, name: &str) -> Result<DataPropertyId, NameError> {
        self.resolve(NameKind::DataProperty, written(name)).map(Id::new)
    }

    /// The individual of that name.
    pub fn individual(&self, name: &str) -> Result<IndividualId, NameError> {
        self.resolve(NameKind::Individual, written(name)).map(Id::new)
    }

    /// The shortest spelling that DL and Manchester syntax read back as the same thing.
    pub fn spell(&self, kind: NameKind, index: usize) -> String {
        let mut out = String::new();
        self.write_name(&mut out, kind, index);
        out
    }

    pub(crate) fn write_name(&self, out: &mut String, kind: NameKind, index: usize) {
        let iri = name_at(self.symbols, kind, index);
        let means_it = |name: &str| self.find(kind, Name::Plain(name)) == Found::One(index);
        if let Some(label) = iri.strip_prefix("_:") {
            if token::is_safe_local(label) && means_it(iri) {
                return out.push_str(iri);
            }
        } else {
            let local = local_name(iri);
            if token::is_safe_name(local) && means_it(local) {
                return out.push_str(local);
            }
            if let Some(prefixed) = self.prefixed(iri)
                && means_it(&prefixed)
            {
                return out.push_str(&prefixed);
            }
        }
        iri::write_bracketed(out, iri);
    }

    pub(crate) fn write_datatype(&self, out: &mut String, iri: &str) {
        match self.prefixed(iri) {
            Some(prefixed) if datatype(self, Name::Plain(&prefixed)).as_deref() == Some(iri) => {
                out.push_str(&prefixed);
            }
            _ => iri::write_bracketed(out, iri),
        }
    }

    /// `prefix:name` where a prefix of the file, or one that everybody knows, fits; the longest
    /// namespace wins and a prefix with letters wins over the empty one.
    fn prefixed(&self, iri: &str) -> Option<String> {
        let own = self.symbols.prefixes.iter().map(|(prefix, space)| (&**prefix, &**space));
        let fitting = own.chain(iri::WELL_KNOWN).filter(|(prefix, space)| {
            (prefix.is_empty() || token::is_safe_name(prefix))
                && iri.strip_prefix(space).is_some_and(token::is_safe_local)
                && self.namespace(prefix) == Some(*space)
        });
        let (prefix, space) =
            fitting.max_by_key(|(prefix, space)| (space.len(), !prefix.is_empty()))?;
        Some(format!("{prefix}:{}", &iri[space.len()..]))
    }

    fn find(&self, kind: NameKind, name: Name<'_>) -> Found {
        let text = name.text();
        if let Name::Label(label) = name {
            return self.find_label(kind, label);
        }
        if let Some(index) = index_of(self.symbols, kind, text) {
            return Found::One(index);
        }
        if matches!(name, Name::Iri(_)) {
            return Found::None;
        }
        if let Some((prefix, local)) = text.split_once(':')
            && let Some(space) = self.namespace(prefix)
            && let Some(index) = index_of(self.symbols, kind, &format!("{space}{local}"))
        {
            return Found::One(index);
        }
        if self.n_asked[kind as usize].fetch_add(1, Ordering::Relaxed) < FEW_NAMES {
            return self.look_for(kind, text);
        }
        let local_names = self.local_names(kind);
        match local_names.names.find(text) {
            None => Found::None,
            Some(number) if local_names.is_ambiguous[number as usize] => Found::Many,
            Some(number) => Found::One(local_names.first[number as usize] as usize),
        }
    }

    /// Goes through all names, which for one is quicker than making an index of them.
    fn look_for(&self, kind: NameKind, local: &str) -> Found {
        let mut fitting = (0..n_names(self.symbols, kind)).filter(|&index| {
            let iri = name_at(self.symbols, kind, index);
            iri.ends_with(local) && local_name(iri) == local
        });
        match (fitting.next(), fitting.next()) {
            (None, _) => Found::None,
            (Some(index), None) => Found::One(index),
            (Some(_), Some(_)) => Found::Many,
        }
    }

    fn find_label(&self, kind: NameKind, label: &str) -> Found {
        let mut found = Found::None;
        for (iri, known) in &self.symbols.labels {
            if known == label
                && let Some(index) = index_of(self.symbols, kind, iri)
            {
                match found {
                    Found::None => found = Found::One(index),
                    _ => return Found::Many,
                }
            }
        }
        match found {
            // Names with odd letters are quoted as well.
            Found::None => self.find(kind, Name::Plain(label)),
            found => found,
        }
    }

    fn local_names(&self, kind: NameKind) -> &LocalNames {
        self.local_names[kind as usize].get_or_init(|| {
            let mut names = Interner::default();
            let mut first = Vec::new();
            let mut is_ambiguous: Vec<bool> = Vec::new();
            for index in 0..n_names(self.symbols, kind) {
                let number = names.intern(local_name(name_at(self.symbols, kind, index))) as usize;
                if number == first.len() {
                    first.push(index as u32);
                    is_ambiguous.push(false);
                } else {
                    is_ambiguous[number] = true;
                }
            }
            LocalNames { names, first, is_ambiguous }
        })
    }

    fn unknown(&self, kind: NameKind, name: Name<'_>) -> NameError {
        let other_kind = NameKind::ALL
            .into_iter()
            .find(|&other| other != kind && self.find(other, name) != Found::None);
        let candidates = match other_kind {
            Some(_) => Vec::new(),
            None => suggest::nearest(self.symbols, kind, name.text())
                .into_iter()
                .map(|index| self.spell(kind, index))
                .collect(),
        };
        NameError {
            name: name.text().to_owned(),
            kind,
            candidates,
            is_ambiguous: false,
            other_kind,
        }
    }

    fn ambiguous(&self, kind: NameKind, name: Name<'_>) -> NameError {
        const MAX_LISTED: usize = 8;
        let text = name.text();
        let candidates = (0..n_names(self.symbols, kind))
            .map(|index| name_at(self.symbols, kind, index))
            .filter(|iri| local_name(iri) == text || self.symbols.label(iri) == Some(text))
            .take(MAX_LISTED)
            .map(|iri| format!("<{iri}>"))
            .collect();
        NameError { name: text.to_owned(), kind, candidates, is_ambiguous: true, other_kind: None }
    }
}

impl Resolver for Vocabulary<'_> {
    fn resolve(&self, kind: NameKind, name: Name<'_>) -> Result<usize, NameError> {
        match self.find(kind, name) {
            Found::One(index) => Ok(index),
            Found::None => Err(self.unknown(kind, name)),
            Found::Many => Err(self.ambiguous(kind, name)),
        }
    }

    fn knows(&self, kind: NameKind, name: Name<'_>) -> bool {
        self.find(kind, name) != Found::None
    }

    fn namespace(&self, prefix: &str) -> Option<&str> {
        namespace_in(&self.symbols.prefixes, prefix)
    }

    fn value_types(&self, property: DataPropertyId) -> &[ValueType] {
        self.symbols.value_types(property)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Found {
    None,
    One(usize),
    Many,
}

/// A name from a list or an argument: brackets and quotes say which kind of name it is.
fn written(name: &str) -> Name<'_> {
    let name = name.trim();
    let between =
        |open: char, close: char| name.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
    match (between('<', '>'), between('\'', '\'')) {
        (Some(iri), _) => Name::Iri(iri),
        (_, Some(label)) => Name::Label(label),
        _ => Name::Plain(name),
    }
}

/// The namespace of a prefix: the file's own binding, else the one that everybody knows.
pub(crate) fn namespace_in<'a>(prefixes: &'a [(String, String)], prefix: &str) -> Option<&'a str> {
    let own = prefixes.iter().find(|(known, _)| known == prefix).map(|(_, space)| &**space);
    own.or_else(|| iri::WELL_KNOWN.into_iter().find(|known| known.0 == prefix).map(|known| known.1))
}

/// The IRI of the datatype of that name; nothing where its prefix is unknown.
pub(crate) fn datatype(resolver: &dyn Resolver, name: Name<'_>) -> Option<String> {
    let text = name.text();
    if matches!(name, Name::Iri(_)) {
        return Some(text.to_owned());
    }
    match text.split_once(':') {
        Some((prefix, local)) => match resolver.namespace(prefix) {
            Some(space) => Some(format!("{space}{local}")),
            None => local.starts_with("//").then(|| text.to_owned()),
        },
        None => match text {
            "Literal" => Some(format!("{}Literal", iri::RDFS)),
            "real" | "rational" => Some(format!("{}{text}", iri::OWL)),
            _ => is_xsd_name(text).then(|| format!("{}{text}", iri::XSD)),
        },
    }
}

/// Whether an IRI is that of a datatype that OWL names itself.
pub(crate) fn is_standard_datatype(iri: &str) -> bool {
    iri.strip_prefix(iri::XSD).is_some_and(is_xsd_name)
        || iri.strip_prefix(iri::RDFS) == Some("Literal")
        || matches!(iri.strip_prefix(iri::OWL), Some("real" | "rational"))
        || matches!(iri.strip_prefix(iri::RDF), Some("langString" | "PlainLiteral" | "XMLLiteral"))
}

fn is_xsd_name(name: &str) -> bool {
    const MORE: [&str; 9] = [
        "string",
        "anyURI",
        "token",
        "normalizedString",
        "language",
        "Name",
        "NCName",
        "hexBinary",
        "base64Binary",
    ];
    // The datatypes with an order are those that the vocabulary gives a kind other than text.
    MORE.contains(&name)
        || Datatype::xsd(name).kind().is_some_and(|kind| kind != evolearner_dl::Kind::Text)
}

pub(crate) fn n_names(symbols: &Symbols, kind: NameKind) -> usize {
    match kind {
        NameKind::Class => symbols.classes.len(),
        NameKind::ObjectProperty => symbols.object_properties.len(),
        NameKind::DataProperty => symbols.data_properties.len(),
        NameKind::Individual => symbols.individuals.len(),
    }
}

pub(crate) fn name_at(symbols: &Symbols, kind: NameKind, index: usize) -> &str {
    match kind {
        NameKind::Class => symbols.classes.get(Id::new(index)),
        NameKind::ObjectProperty => symbols.object_properties.get(Id::new(index)),
        NameKind::DataProperty => symbols.data_properties.get(Id::new(index)),
        NameKind::Individual => symbols.individuals.get(Id::new(index)),
    }
}

fn index_of(symbols: &Symbols, kind: NameKind, iri: &str) -> Option<usize> {
    match kind {
        NameKind::Class => symbols.classes.find(iri).map(Id::index),
        NameKind::ObjectProperty => symbols.object_properties.find(iri).map(Id::index),
        NameKind::DataProperty => symbols.data_properties.find(iri).map(Id::index),
        NameKind::Individual => symbols.individuals.find(iri).map(Id::index),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use evolearner_dl::Names;

    fn symbols() -> Symbols {
        Symbols {
            classes: Names::from_sorted([
                "http://a#Dog",
                "http://a#Male",
                "http://a#Top",
                "http://b#1st",
                "http://b#Dog",
                "http://c#x y",
            ]),
            individuals: Names::from_sorted(["_:b1", "http://a#anna", "http://a#berta"]),
            prefixes: vec![(String::new(), "http://a#".into()), ("b".into(), "http://b#".into())],
            labels: vec![("http://c#x y".into(), "the odd one".into())],
            ..Symbols::default()
        }
    }

    #[test]
    fn names_are_spelled_as_short_as_they_are_understood() {
        let symbols = symbols();
        let vocabulary = Vocabulary::new(&symbols);
        let spelled: Vec<_> =
            (0..6).map(|index| vocabulary.spell(NameKind::Class, index)).collect();
        assert_eq!(spelled, [":Dog", "Male", ":Top", "b:1st", "b:Dog", "<http://c#x\\u0020y>"]);
        assert_eq!(vocabulary.spell(NameKind::Individual, 0), "_:b1");
    }

    #[test]
    fn every_form_of_a_name_is_found() {
        let symbols = symbols();
        let vocabulary = Vocabulary::new(&symbols);
        for name in ["http://a#Male", "<http://a#Male>", ":Male", "Male", " Male "] {
            assert_eq!(vocabulary.class(name), Ok(ClassId(1)), "{name}");
        }
        assert_eq!(vocabulary.class("'the odd one'"), Ok(ClassId(5)));
        assert_eq!(vocabulary.individual("_:b1"), Ok(IndividualId(0)));
    }

    #[test]
    fn the_index_finds_what_looking_for_it_finds() {
        let symbols = symbols();
        for name in ["Dog", "Male", "Top", "1st", "x y", "og", "", "http", "a#Male", "Quark"] {
            let vocabulary = Vocabulary::new(&symbols);
            let found: Vec<Found> = (0..FEW_NAMES + 2)
                .map(|_| vocabulary.find(NameKind::Class, Name::Plain(name)))
                .collect();
            assert!(found.iter().all(|again| *again == found[0]), "{name}: {found:?}");
        }
    }

    #[test]
    fn what_is_not_found_is_explained() {
        let symbols = symbols();
        let vocabulary = Vocabulary::new(&symbols);
        let check = |name: &str, expect: &str| {
            assert_eq!(vocabulary.class(name).unwrap_err().to_string(), expect);
        };
        check(
            "Dog",
            "more than one class is called ‘Dog’ (it could be <http://a#Dog>, <http://b#Dog>)",
        );
        check("Mael", "no class is called ‘Mael’ (did you mean Male?)");
        check("anna", "no class is called ‘anna’ (there is an individual of that name)");
        check("Quark", "no class is called ‘Quark’ (nothing has a name like it)");
    }
}
