//! Names and labels: which of the two people read.
//!
//! Ontologies of medicine and chemistry name things by number (`HP_0001513`, `CHEBI_33853`) and
//! say in a label what the number stands for. Everything here is about showing that label.

use evolearner_dl::local_name;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Which names people read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum NameStyle {
    /// Labels where most names are identifiers without meaning and have a label, else names.
    #[default]
    Automatic,
    /// Labels in single quotes, where a label stands for one thing only.
    Labels,
    /// Names.
    Ids,
    /// Names, and a list of what each is labelled.
    Both,
}

impl NameStyle {
    /// Whether labels are shown, where so many names of so many need one.
    pub fn shows_labels(self, n_opaque: usize, n_names: usize) -> bool {
        match self {
            Self::Automatic => 2 * n_opaque > n_names,
            Self::Labels => true,
            Self::Ids | Self::Both => false,
        }
    }
}

/// A concept with labels in place of names.
#[derive(Clone, Debug)]
pub struct Labelled {
    /// DL syntax, which can be read back.
    pub dl: String,
    /// Manchester syntax, which can be read back.
    pub manchester: String,
    /// How many different names are in it.
    pub n_names: usize,
    /// How many of them are identifiers without meaning that have a label.
    pub n_opaque: usize,
}

/// Whether a name is an identifier without meaning: it has digits, and no more letters than digits.
pub fn is_opaque(name: &str) -> bool {
    let n_digits = name.chars().filter(char::is_ascii_digit).count();
    let n_letters = name.chars().filter(|c| c.is_alphabetic()).count();
    n_digits > 0 && n_letters <= n_digits
}

/// An individual in a report: its IRI for programs, its name and label for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IndividualName {
    /// The IRI.
    pub iri: String,
    /// The shortest spelling that is understood.
    pub name: String,
    /// The label, if there is one.
    pub label: Option<String>,
}

impl IndividualName {
    /// What people read of each of these.
    pub(crate) fn shown(individuals: &[Self], style: NameStyle) -> Vec<String> {
        let needs_label = |x: &&Self| x.label.is_some() && is_opaque(local_name(&x.iri));
        let n_opaque = individuals.iter().filter(needs_label).count();
        let labels = style.shows_labels(n_opaque, individuals.len());
        let shown = individuals.iter().map(|individual| match &individual.label {
            Some(label) if labels => label.clone(),
            Some(label) if style == NameStyle::Both => format!("{} ({label})", individual.name),
            _ => individual.name.clone(),
        });
        shown.collect()
    }
}

impl Serialize for IndividualName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.iri)
    }
}

/// Of a report that was read back, the IRI alone is known.
impl<'de> Deserialize<'de> for IndividualName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let iri = String::deserialize(deserializer)?;
        Ok(Self { name: local_name(&iri).to_owned(), label: None, iri })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_without_meaning_are_known_by_their_digits() {
        for name in ["HP_0001513", "CHEBI_33853", "Q42", "73211009", "C0004238"] {
            assert!(is_opaque(name), "{name}");
        }
        for name in ["Male", "Carbon-22", "hasPart", "Top10", ""] {
            assert!(!is_opaque(name), "{name}");
        }
    }

    #[test]
    fn individuals_without_telling_names_are_shown_by_label() {
        let individual = |name: &str, label: Option<&str>| IndividualName {
            iri: format!("http://e/{name}"),
            name: name.to_owned(),
            label: label.map(str::to_owned),
        };
        let opaque = [individual("Q42", Some("Douglas Adams")), individual("Q5", None)];
        let shown = |style| IndividualName::shown(&opaque[..1], style);
        assert_eq!(shown(NameStyle::Automatic), ["Douglas Adams"]);
        assert_eq!(shown(NameStyle::Ids), ["Q42"]);
        assert_eq!(shown(NameStyle::Both), ["Q42 (Douglas Adams)"]);
        // Half of them is not most of them.
        assert_eq!(IndividualName::shown(&opaque, NameStyle::Automatic), ["Q42", "Q5"]);
        assert_eq!(IndividualName::shown(&opaque, NameStyle::Labels), ["Douglas Adams", "Q5"]);
        let readable = [individual("anna", Some("Anna Müller"))];
        assert_eq!(IndividualName::shown(&readable, NameStyle::Automatic), ["anna"]);
    }
}
