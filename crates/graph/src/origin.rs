//! How a graph was made: from which files, with which settings, and what was found on the way.

use evolearner_dl::ClassId;
use evolearner_owl::{InputRecord, Notice};

use crate::codec::Fields;
use crate::saturate::{Inconsistency, Inference};

/// What becomes of individuals asserted to have a successor that has no name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Existentials {
    /// It is knowledge for reasoning, and nothing that could be counted.
    #[default]
    Ignore,
    /// It becomes a blank individual.
    Materialize,
}

impl Existentials {
    /// All choices.
    pub const ALL: [Self; 2] = [Self::Ignore, Self::Materialize];

    /// The word for it in options, reports and snapshots.
    pub fn word(self) -> &'static str {
        match self {
            Self::Ignore => "ignore",
            Self::Materialize => "materialize",
        }
    }

    /// The choice of that word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|choice| choice.word() == word)
    }
}

/// How an ontology becomes a graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct GraphSettings {
    /// How much is derived.
    pub inference: Inference,
    /// What becomes of unnamed successors.
    pub existentials: Existentials,
}

impl GraphSettings {
    /// The same with so much derived.
    pub fn with_inference(self, inference: Inference) -> Self {
        Self { inference, ..self }
    }

    /// The same with this done about unnamed successors.
    pub fn with_existentials(self, existentials: Existentials) -> Self {
        Self { existentials, ..self }
    }
}

/// A number for each kind of assertion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Memberships in named classes.
    pub class: u64,
    /// Edges.
    pub object: u64,
    /// Data values.
    pub data: u64,
}

/// How a graph was made.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Origin {
    /// The files, in the order in which they were read, imports last.
    pub inputs: Vec<InputRecord>,
    /// How much was derived.
    pub inference: Inference,
    /// What became of unnamed successors.
    pub existentials: Existentials,
    /// The version of the program that derived it.
    pub version: String,
    /// Triples in the files.
    pub triples: u64,
    /// Axioms in the files: declarations, annotations and assertions included.
    pub axioms: u64,
    /// Annotation properties that serve as data properties.
    pub annotation_data_properties: u64,
    /// The description logic that the axioms need.
    pub expressivity: String,
    /// Distinct assertions in the files.
    pub asserted: Counts,
    /// Assertions that were derived.
    pub inferred: Counts,
    /// Blank individuals made for unnamed successors.
    pub unfolded: u64,
    /// The first contradiction, if any.
    pub inconsistency: Option<Inconsistency>,
    /// Classes that can have no instance.
    pub impossible: Vec<ClassId>,
    /// What was read or reasoned differently from what the files may have meant.
    pub notices: Vec<Notice>,
}

impl Origin {
    /// A fingerprint of what decides the graph: the contents of the files, the settings and the
    /// version of the program. The names of the files are not part of it.
    pub fn digest(&self) -> u64 {
        let mut fields = Fields::new();
        for input in &self.inputs {
            fields.field("input", format_args!("{:016x}", input.digest));
        }
        fields
            .field("inference", self.inference.word())
            .field("existentials", self.existentials.word())
            .field("version", &self.version)
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_has_a_word_of_its_own() {
        for choice in Inference::ALL {
            assert_eq!(Inference::from_word(choice.word()), Some(choice));
        }
        for choice in Existentials::ALL {
            assert_eq!(Existentials::from_word(choice.word()), Some(choice));
        }
        assert_eq!((Inference::from_word("some"), Existentials::from_word("")), (None, None));
    }

    #[test]
    fn the_digest_follows_contents_settings_and_version_and_no_name() {
        let input = |name: &str, digest| InputRecord { name: name.to_owned(), digest, bytes: 1 };
        let of = |inputs: Vec<InputRecord>| Origin { inputs, ..Origin::default() };
        let plain = of(vec![input("a", 1), input("b", 2)]);
        assert_eq!(plain.digest(), of(vec![input("c", 1), input("d", 2)]).digest());
        let others = [
            of(vec![input("a", 1), input("b", 3)]),
            of(vec![input("b", 2), input("a", 1)]),
            of(vec![input("a", 1)]),
            Origin { inference: Inference::None, ..plain.clone() },
            Origin { existentials: Existentials::Materialize, ..plain.clone() },
            Origin { version: "0.0.1".to_owned(), ..plain.clone() },
        ];
        let mut digests: Vec<u64> = others.iter().map(Origin::digest).collect();
        digests.push(plain.digest());
        digests.sort_unstable();
        digests.dedup();
        assert_eq!(digests.len(), others.len() + 1);
    }
}
