//! Where a fragment has less than the store.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Why some triples of a property are missing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GapReason {
    /// An individual has more values than are fetched.
    Cut,
    /// The store did not answer, or never the same.
    Failed,
    /// A budget was used up before.
    Budget,
    /// Blank nodes are not followed.
    Blank,
    /// An IRI is none, so that nothing can name it.
    Illegal,
    /// Axioms about the property reach beyond the fragment.
    Axioms,
}

impl GapReason {
    /// The reason as one word, for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Cut => "cut",
            Self::Failed => "failed",
            Self::Budget => "budget",
            Self::Blank => "blank",
            Self::Illegal => "illegal",
            Self::Axioms => "axioms",
        }
    }

    /// The reason in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Cut => "cut",
            Self::Failed => "no answer",
            Self::Budget => "not fetched, the budget is used up",
            Self::Blank => "leads to blank nodes, which are not followed",
            Self::Illegal => "has IRIs that are none",
            Self::Axioms => "axioms about it reach beyond the fragment",
        }
    }
}

/// Triples of a property that a fragment lacks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Gap {
    /// The property; `*` stands for all.
    pub property: String,
    /// How far from the examples.
    pub hop: usize,
    /// Why.
    pub reason: GapReason,
    /// How many individuals are affected.
    pub individuals: u64,
    /// How many triples are there, where it is known.
    pub kept: u64,
    /// How many triples there should be, where it is known.
    pub of: u64,
}

impl std::fmt::Display for Gap {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { property, individuals, .. } = self;
        write!(f, "{property}: {}", self.reason.words())?;
        if *individuals > 0 {
            let word = if *individuals == 1 { "individual" } else { "individuals" };
            write!(f, " for {individuals} {word}")?;
        }
        if self.of > 0 {
            write!(f, " ({} of {})", self.kept, self.of)?;
        }
        Ok(())
    }
}

/// What a fragment lacks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Exactness(BTreeMap<(String, usize, GapReason), (u64, u64, u64)>);

impl Exactness {
    /// Records that triples of a property of so many individuals are missing.
    pub(crate) fn miss(
        &mut self,
        property: &str,
        hop: usize,
        reason: GapReason,
        individuals: u64,
        (kept, of): (u64, u64),
    ) {
        let known = self.0.entry((property.to_owned(), hop, reason)).or_default();
        *known = (known.0 + individuals, known.1 + kept, known.2 + of);
    }

    /// What is missing, by property and hop.
    pub fn list(&self) -> Vec<Gap> {
        let one = |((property, hop, reason), (individuals, kept, of)): (
            &(String, usize, GapReason),
            &(u64, u64, u64),
        )| {
            Gap {
                property: property.clone(),
                hop: *hop,
                reason: *reason,
                individuals: *individuals,
                kept: *kept,
                of: *of,
            }
        };
        self.0.iter().map(one).collect()
    }
}
