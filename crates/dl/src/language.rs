//! The description logic to search in: a set of constructors.

use crate::{Choice, choices};

choices! {
    /// A way to make concepts that a search may use or not. Meets, classes, `⊤` and `⊥` are always
    /// there.
    pub enum Constructor {
        /// `¬ C`.
        Negation = "negation",
        /// `C ⊔ D`.
        Union = "union",
        /// `∃ r.C`.
        Exists = "exists",
        /// `∀ r.C`.
        Forall = "forall",
        /// `≥ n r.C` and `≤ n r.C`.
        Cardinality = "cardinality",
        /// `d ≥ v` and `d ≤ v` on numbers.
        Numbers = "numbers",
        /// `b = v`.
        Booleans = "booleans",
        /// `= n r.C`; this and what follows is beyond the paper.
        Exact = "exact",
        /// Roles read backwards.
        Inverse = "inverse",
        /// `d ≥ v` and `d ≤ v` on dates and times.
        Dates = "dates",
        /// `d = "s"`.
        Strings = "strings",
        /// `∃ r.{a}`.
        Values = "values",
        /// `{a}`.
        Nominals = "nominals",
        /// `∃ r.Self`.
        Itself = "self",
        /// `≥ n d`.
        DataCounts = "data-counts",
        /// `∃ d`: there is a value of the data property.
        Presence = "presence",
        /// `∃ d.[pattern "s.*"]`: the strings that begin or end with a text, have it or are so long.
        Patterns = "patterns",
    }
}

impl Constructor {
    const fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// A set of constructors; the default is `ALCQ(D)` (Table 1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Language {
    bits: u32,
}

impl Default for Language {
    fn default() -> Self {
        Self::EXISTS_AND_FORALL
            .with(Constructor::Negation)
            .with(Constructor::Union)
            .with(Constructor::Cardinality)
            .with_data()
    }
}

impl Language {
    /// EL.
    const EXISTS: Self = Self { bits: Constructor::Exists.bit() };

    /// AL, less its negation of classes: evolution has no constructor that stops at classes.
    const EXISTS_AND_FORALL: Self =
        Self { bits: Constructor::Exists.bit() | Constructor::Forall.bit() };

    /// Whether it has a constructor.
    pub fn has(self, constructor: Constructor) -> bool {
        self.bits & constructor.bit() != 0
    }

    /// The same with one more.
    #[must_use]
    pub fn with(self, constructor: Constructor) -> Self {
        Self { bits: self.bits | constructor.bit() }
    }

    /// The same with one less.
    #[must_use]
    pub fn without(self, constructor: Constructor) -> Self {
        Self { bits: self.bits & !constructor.bit() }
    }

    fn with_data(self) -> Self {
        self.with(Constructor::Numbers).with(Constructor::Booleans)
    }

    /// The constructors that it has, in the order of their definition.
    pub fn constructors(self) -> impl Iterator<Item = Constructor> {
        Constructor::ALL.iter().copied().filter(move |&constructor| self.has(constructor))
    }

    /// The constructors that it has beyond the logic of its name, and those of that logic that it
    /// lacks.
    pub fn difference_from_name(self) -> (Vec<Constructor>, Vec<Constructor>) {
        let named: Self = self.to_string().parse().expect("languages have names");
        let only_in = |one: Self, other: Self| {
            one.constructors().filter(|&constructor| !other.has(constructor)).collect()
        };
        (only_in(self, named), only_in(named, self))
    }
}

/// A name that is no description logic we search in.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "`{0}` is no language to search in: EL, AL or ALC, then any of I (inverse roles), O (nominals) and Q (cardinalities), then (D) (data), such as ALCQ(D)"
)]
pub struct UnknownLanguage(String);

impl std::str::FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(name: &str) -> Result<Self, UnknownLanguage> {
        let unknown = || UnknownLanguage(name.to_owned());
        let (rest, mut language) = match (name.strip_prefix("AL"), name.strip_prefix("EL")) {
            (Some(rest), _) => (rest, Self::EXISTS_AND_FORALL),
            // EL with complements is ALC.
            (_, Some(rest)) if !rest.contains('C') => (rest, Self::EXISTS),
            _ => return Err(unknown()),
        };
        let rest = match rest.strip_suffix("(D)") {
            Some(rest) => {
                language = language.with_data();
                rest
            }
            None => rest,
        };
        for letter in rest.chars() {
            language = match letter {
                'C' => language.with(Constructor::Negation).with(Constructor::Union),
                // The authors' code says N where it means qualified restrictions.
                'Q' | 'N' => language.with(Constructor::Cardinality),
                'I' => language.with(Constructor::Inverse),
                'O' => language.with(Constructor::Values).with(Constructor::Nominals),
                _ => return Err(unknown()),
            };
        }
        Ok(language)
    }
}

impl std::fmt::Display for Language {
    /// The logic that comes closest; [`Language::difference_from_name`] is the difference.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let has = |constructor| self.has(constructor);
        let letters = [
            ("C", has(Constructor::Negation) || has(Constructor::Union)),
            ("O", has(Constructor::Values) || has(Constructor::Nominals)),
            ("I", has(Constructor::Inverse)),
            ("Q", has(Constructor::Cardinality)),
            ("(D)", has(Constructor::Numbers) || has(Constructor::Booleans)),
        ];
        let beyond = [Constructor::Forall, Constructor::Negation, Constructor::Union];
        f.write_str(if beyond.into_iter().any(has) { "AL" } else { "EL" })?;
        letters.iter().filter(|(_, is_there)| *is_there).try_for_each(|(word, _)| f.write_str(word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_have_names() {
        for name in [
            "EL",
            "EL(D)",
            "ELIQ",
            "AL",
            "ALC",
            "ALC(D)",
            "ALCQ",
            "ALCQ(D)",
            "ALCIQ(D)",
            "ALCOIQ(D)",
        ] {
            let language = name.parse::<Language>().unwrap();
            assert_eq!(language.to_string(), name);
            assert_eq!(language.difference_from_name(), (vec![], vec![]), "{name}");
        }
        assert_eq!("ALCQ(D)".parse::<Language>().unwrap(), Language::default());
        assert!("SROIQ".parse::<Language>().is_err());
        assert!("ALX".parse::<Language>().is_err());
        assert!("ELC".parse::<Language>().is_err());
    }

    #[test]
    fn the_difference_from_a_name() {
        let language = Language::default().without(Constructor::Forall).with(Constructor::Dates);
        let (with, without) = language.difference_from_name();
        assert_eq!((with, without), (vec![Constructor::Dates], vec![Constructor::Forall]));
    }

    #[test]
    fn constructors_are_distinct_bits() {
        let all = Constructor::ALL.iter().fold(0u32, |bits, &one| bits | one.bit());
        assert_eq!(all.count_ones() as usize, Constructor::ALL.len());
    }
}
