//! What axioms say of an answer in an open world.

use std::fmt::Write;

use evolearner_dl::local_name;
use serde::{Deserialize, Serialize};

/// The most individuals that a sentence names.
const MAX_NAMED: usize = 5;

/// The verdicts on the examples under OWL's own semantics.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WorldModel {
    /// Examples that are instances in every model.
    pub entailed: usize,
    /// Examples that are instances in no model.
    pub excluded: usize,
    /// Examples that are instances in some models and not in others.
    pub unknown: usize,
    /// Examples of which neither was shown.
    pub not_decided: usize,
    /// The IRIs of the unknown ones: the closed world decides them by what is not stated.
    pub relies_on: Vec<String>,
}

impl WorldModel {
    /// What it comes to, for people.
    pub fn sentences(&self) -> Vec<String> {
        let n = self.entailed + self.excluded + self.unknown + self.not_decided;
        let mut counts = format!(
            "in an open world {} of {n} examples are entailed, {} excluded, {} unknown",
            self.entailed, self.excluded, self.unknown
        );
        if self.not_decided > 0 {
            let _ = write!(counts, ", {} not decided", self.not_decided);
        }
        let mut sentences = vec![counts];
        if self.unknown > 0 {
            let named: Vec<&str> =
                self.relies_on.iter().take(MAX_NAMED).map(|iri| local_name(iri)).collect();
            let more = if self.unknown > MAX_NAMED { ", …" } else { "" };
            let examples = if self.unknown == 1 { "example" } else { "examples" };
            sentences.push(format!(
                "this answer relies on {} {examples} for which nothing is stated either way: {}{more}",
                self.unknown,
                named.join(", ")
            ));
        }
        sentences
    }
}
