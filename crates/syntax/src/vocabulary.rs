//! Names to ids and back.
//!
//! In comes a name as a person writes it (a full IRI, `<IRI>`, `prefix:name`, a local name, a
//! quoted label); out goes the id of the one thing it stands for, or an error that lists what it
//! could have been. The way back picks the shortest spelling that leads to the same thing again.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use evolearner_dl::sketch::HoleKind;
use evolearner_dl::{
    ClassId, DataPropertyId, Id, IndividualId, Interner, ObjectPropertyId, Symbols, ValueType,
    local_name,
};

use crate::datatype::datatype;
use crate::error::{NameError, NameKind};
use crate::iri;
use crate::suggest::Spellings;
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

    /// The hole of a sketch that a name stands for; only a sketch has any.
    fn hole(&self, _kind: HoleKind, _name: &str) -> Option<usize> {
        None
    }
}

/// The names of a knowledge base, ready to be looked up in either direction.
///
/// A few local names are looked for one by one; when more of a kind are asked for, all of that
/// kind are indexed. Keep the vocabulary where many names are resolved or many concepts printed.
pub struct Vocabulary<'a> {
    symbols: &'a Symbols,
    /// Whether names are written as quoted labels where these lead back to the same thing.
    writes_labels: bool,
    /// How many local names of each kind have been looked for.
    n_asked: [AtomicUsize; NameKind::ALL.len()],
    local_names: [OnceLock<LocalNames>; NameKind::ALL.len()],
    spellings: [OnceLock<Spellings>; NameKind::ALL.len()],
    n_labels_asked: AtomicUsize,
    /// The positions of labels in the order of their texts.
    labels: OnceLock<Vec<u32>>,
}

/// How many names of a list that stand for nothing, or for too much, are explained.
const MAX_EXPLAINED: usize = 5;

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
        Self {
            symbols,
            writes_labels: false,
            n_asked: Default::default(),
            local_names: Default::default(),
            spellings: Default::default(),
            n_labels_asked: AtomicUsize::new(0),
            labels: OnceLock::new(),
        }
    }

    /// The same vocabulary, which writes names as labels in single quotes where a label leads
    /// back to the same thing, and else as before: what is written can still be read.
    #[must_use]
    pub fn with_labels(self) -> Self {
        Self { writes_labels: true, ..self }
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

    /// The individuals of a list of names, in its order and one after the other.
    ///
    /// What may be meant is searched for the first five names that are not found: the search goes
    /// through all names of the knowledge base, and a list may have as many.
    pub fn individuals<'n>(
        &self,
        names: impl IntoIterator<Item = &'n str>,
    ) -> impl Iterator<Item = Result<IndividualId, NameError>> {
        let kind = NameKind::Individual;
        let mut n_explained = 0;
        names.into_iter().map(move |name| {
            let name = written(name);
            match self.find(kind, name) {
                Found::One(index) => Ok(Id::new(index)),
                found => {
                    let is_searched = n_explained < MAX_EXPLAINED;
                    n_explained += 1;
                    Err(self.refuse(kind, name, found, is_searched))
                }
            }
        })
    }

    /// The shortest spelling that DL and Manchester syntax read back as the same thing.
    pub fn spell(&self, kind: NameKind, index: usize) -> String {
        let mut out = String::new();
        self.write_name(&mut out, kind, index);
        out
    }

    pub(crate) fn write_name(&self, out: &mut String, kind: NameKind, index: usize) {
        let iri = name_at(self.symbols, kind, index);
        if let Some(label) = self.label_for(kind, index) {
            return token::write_label(out, label);
        }
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

    /// The label to write instead of a name: printable, and of nothing else of that kind.
    fn label_for(&self, kind: NameKind, index: usize) -> Option<&'a str> {
        if !self.writes_labels {
            return None;
        }
        let label = self.symbols.label(name_at(self.symbols, kind, index))?;
        let is_printable = !label.trim().is_empty() && !label.chars().any(char::is_control);
        (is_printable && self.find_label(kind, label) == Found::One(index)).then_some(label)
    }

    pub(crate) fn write_datatype(&self, out: &mut String, iri: &str) {
        match self.prefixed(iri) {
            Some(prefixed)
                if datatype(self, Name::Plain(&prefixed)).as_deref() == Some(iri)
                    && !self.knows(NameKind::Class, Name::Plain(&prefixed)) =>
            {
                out.push_str(&prefixed);
            }
            _ => iri::write_bracketed(out, iri),
        }
    }

    /// `prefix:name` where a prefix of the file, or a well-known one, fits; the longest
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
        let prefixed = format!("{prefix}:{}", &iri[space.len()..]);
        token::keyword(&prefixed).is_none().then_some(prefixed)
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
        let fitting = (0..n_names(self.symbols, kind)).filter(|&index| {
            let iri = name_at(self.symbols, kind, index);
            iri.ends_with(local) && local_name(iri) == local
        });
        Found::of(fitting)
    }

    fn find_label(&self, kind: NameKind, label: &str) -> Found {
        let labels = &self.symbols.labels;
        let found = if self.n_labels_asked.fetch_add(1, Ordering::Relaxed) < FEW_NAMES {
            self.one_with_label(
                kind,
                label,
                (0..labels.len()).filter(|&at| labels.text(at) == label),
            )
        } else {
            let order = self.labels.get_or_init(|| {
                let mut order: Vec<u32> = (0..labels.len() as u32).collect();
                order.sort_by(|&a, &b| labels.text(a as usize).cmp(labels.text(b as usize)));
                order
            });
            let start = order.partition_point(|&at| labels.text(at as usize) < label);
            let positions = order[start..].iter().map(|&at| at as usize);
            self.one_with_label(kind, label, positions.take_while(|&at| labels.text(at) == label))
        };
        match found {
            // Names with odd letters are quoted as well.
            Found::None => self.find(kind, Name::Plain(label)),
            found => found,
        }
    }

    /// What a label stands for that is in these places: the things that are called so in the preferred
    /// language, and where there is none, those that are called so in another one.
    fn one_with_label(
        &self,
        kind: NameKind,
        label: &str,
        places: impl Iterator<Item = usize>,
    ) -> Found {
        let (mut preferred, mut others) = (Vec::new(), Vec::new());
        for iri in places.map(|at| self.symbols.labels.iri(at)) {
            let Some(index) = index_of(self.symbols, kind, iri) else { continue };
            let is_preferred = self.symbols.label(iri) == Some(label);
            let things = if is_preferred { &mut preferred } else { &mut others };
            // A thing may be called the same in several languages, which stand beside each other.
            if things.last() != Some(&index) {
                things.push(index);
            }
        }
        Found::of(if preferred.is_empty() { others } else { preferred }.into_iter())
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

    /// Says that a name does not stand for one thing, and what may be meant.
    fn refuse(&self, kind: NameKind, name: Name<'_>, found: Found, is_searched: bool) -> NameError {
        match found {
            Found::Many => self.ambiguous(kind, name, is_searched),
            _ => self.unknown(kind, name, is_searched),
        }
    }

    fn unknown(&self, kind: NameKind, name: Name<'_>, is_searched: bool) -> NameError {
        let other_kind = NameKind::ALL
            .into_iter()
            .find(|&other| other != kind && self.find(other, name) != Found::None);
        let candidates = match other_kind {
            None if is_searched => {
                let spellings = self.spellings[kind as usize]
                    .get_or_init(|| Spellings::new(self.symbols, kind));
                let near = spellings.nearest(self.symbols, kind, name.text());
                near.into_iter().map(|index| self.spell(kind, index)).collect()
            }
            _ => Vec::new(),
        };
        NameError {
            name: name.text().to_owned(),
            kind,
            candidates,
            is_searched,
            is_ambiguous: false,
            other_kind,
        }
    }

    fn ambiguous(&self, kind: NameKind, name: Name<'_>, is_searched: bool) -> NameError {
        const MAX_LISTED: usize = 8;
        let text = name.text();
        let n_listed = if is_searched { MAX_LISTED } else { 0 };
        let candidates = (0..n_names(self.symbols, kind))
            .map(|index| name_at(self.symbols, kind, index))
            .filter(|iri| {
                local_name(iri) == text || self.symbols.labels.of(iri).any(|label| label == text)
            })
            .take(n_listed)
            .map(|iri| format!("<{iri}>"))
            .collect();
        NameError {
            name: text.to_owned(),
            kind,
            candidates,
            is_searched,
            is_ambiguous: true,
            other_kind: None,
        }
    }
}

impl Resolver for Vocabulary<'_> {
    fn resolve(&self, kind: NameKind, name: Name<'_>) -> Result<usize, NameError> {
        match self.find(kind, name) {
            Found::One(index) => Ok(index),
            found => Err(self.refuse(kind, name, found, true)),
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

impl Found {
    /// What all things that fit come to.
    fn of(mut fitting: impl Iterator<Item = usize>) -> Self {
        match (fitting.next(), fitting.next()) {
            (None, _) => Self::None,
            (Some(index), None) => Self::One(index),
            (Some(_), Some(_)) => Self::Many,
        }
    }
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

/// The namespace of a prefix: the file's own binding, else the well-known one.
pub(crate) fn namespace_in<'a>(prefixes: &'a [(String, String)], prefix: &str) -> Option<&'a str> {
    let own = prefixes.iter().find(|(known, _)| known == prefix).map(|(_, space)| &**space);
    own.or_else(|| iri::WELL_KNOWN.into_iter().find(|known| known.0 == prefix).map(|known| known.1))
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
    use evolearner_dl::{LabelLanguages, Names};

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
            labels: [("http://c#x y".into(), "the odd one".into())].into_iter().collect(),
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
    fn labels_are_written_where_they_lead_back() {
        let mut symbols = symbols();
        symbols.labels = [
            ("http://a#Dog", "Hund"),
            ("http://a#Male", "it's \\ odd"),
            ("http://a#Top", "line\nbreak"),
            ("http://b#1st", "twice"),
            ("http://b#Dog", "twice"),
        ]
        .map(|(iri, label)| (iri.to_owned(), label.to_owned()))
        .into_iter()
        .collect();
        let vocabulary = Vocabulary::new(&symbols).with_labels();
        let spelled: Vec<_> =
            (0..6).map(|index| vocabulary.spell(NameKind::Class, index)).collect();
        assert_eq!(spelled[..3], ["'Hund'", r"'it\'s \\ odd'", ":Top"]);
        assert_eq!(spelled[3..5], ["b:1st", "b:Dog"]);
        for (index, name) in spelled.iter().enumerate() {
            let read = crate::dl::parse(name, &vocabulary).unwrap();
            let class = evolearner_dl::Node::Class(ClassId(index as u32));
            assert_eq!(read.nodes(), [class], "{name}");
        }
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
    fn labels_are_found_by_the_index_as_without_it() {
        let mut symbols = symbols();
        let label = |iri: &str, text: &str| (iri.to_owned(), text.to_owned());
        symbols.labels = [
            label("http://a#Dog", "dog"),
            label("http://a#Male", "he"),
            label("http://a#anna", "he"),
            label("http://b#Dog", "dog"),
        ]
        .into_iter()
        .collect();
        for name in ["dog", "he", "Male", "nothing", "a", "zebra"] {
            let vocabulary = Vocabulary::new(&symbols);
            let found: Vec<Found> = (0..FEW_NAMES + 2)
                .map(|_| vocabulary.find(NameKind::Class, Name::Label(name)))
                .collect();
            assert!(found.iter().all(|again| *again == found[0]), "{name}: {found:?}");
        }
    }

    #[test]
    fn labels_of_every_language_are_read_and_those_of_the_preferred_one_written() {
        let mut symbols = symbols();
        symbols.labels = [
            ("http://a#Dog", "de", "Hund"),
            ("http://a#Dog", "en", "dog"),
            ("http://a#Male", "de", "Arm"),
            ("http://a#Male", "en", "Arm"),
            ("http://b#1st", "de", "Gift"),
            ("http://b#1st", "en", "poison"),
            ("http://b#Dog", "en", "Gift"),
        ]
        .map(|(iri, language, text)| (iri.to_owned(), language.to_owned(), text.to_owned()))
        .into_iter()
        .collect();
        let check = |languages: &str, expect: [&str; 5]| {
            let label_languages = LabelLanguages::new(languages.split(','));
            let symbols = Symbols { label_languages, ..symbols.clone() };
            let vocabulary = Vocabulary::new(&symbols).with_labels();
            // More often than labels are looked for one by one.
            for _ in 0..FEW_NAMES {
                let spelled = [0, 1, 2, 3, 4].map(|index| vocabulary.spell(NameKind::Class, index));
                assert_eq!(spelled, expect, "{languages}");
                for (index, name) in spelled.iter().enumerate() {
                    assert_eq!(vocabulary.class(name), Ok(ClassId(index as u32)), "{name}");
                }
                assert_eq!(vocabulary.class("'Hund'"), Ok(ClassId(0)));
                assert_eq!(vocabulary.class("'dog'"), Ok(ClassId(0)));
                assert_eq!(vocabulary.class("'poison'"), Ok(ClassId(3)));
            }
        };
        check("en", ["'dog'", "'Arm'", ":Top", "'poison'", "'Gift'"]);
        // The gift has no German label, and shares its English one with the poison's German one.
        check("de", ["'Hund'", "'Arm'", ":Top", "b:1st", "b:Dog"]);
    }

    #[test]
    fn only_the_first_unknown_names_of_a_list_are_explained() {
        let symbols = symbols();
        let vocabulary = Vocabulary::new(&symbols);
        let names: Vec<String> = (0..500).map(|number| format!("ana{number}")).collect();
        let found: Vec<_> = vocabulary.individuals(names.iter().map(String::as_str)).collect();
        let messages: Vec<String> =
            found.into_iter().map(|found| found.unwrap_err().to_string()).collect();
        assert_eq!(messages[0], "no individual is called ‘ana0’ (did you mean anna?)");
        assert_eq!(messages[499], "no individual is called ‘ana499’");
        let n_explained = messages.iter().filter(|message| message.ends_with(')')).count();
        assert_eq!(n_explained, MAX_EXPLAINED);
        // A name that is found or that follows is not touched by that.
        assert_eq!(vocabulary.individuals(["anna"]).next(), Some(Ok(IndividualId(1))));
        let error = vocabulary.individual("ana0").unwrap_err();
        assert_eq!(error.candidates, ["anna"]);
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
