//! What is known of a knowledge base that was fetched from a store, and what the store says of an answer.

use serde::{Deserialize, Serialize};

use crate::model::Measures;

/// A knowledge base that was fetched from a store.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EndpointModel {
    /// The address of the store.
    pub url: String,
    /// What the server calls itself.
    pub server: String,
    /// How many restrictions on roles may be nested in a concept.
    pub depth: usize,
    /// Whether concepts up to the depth have the answers of the store on every example.
    pub exact: bool,
    /// What is missing, by property.
    pub inexact: Vec<GapModel>,
    /// Properties that occur and were not fetched.
    pub left_out: Vec<String>,
    /// The number of triples.
    pub triples: u64,
    /// The number of individuals at each distance from the examples.
    pub individuals: Vec<u64>,
    /// The number of requests of this run.
    pub requests: u64,
    /// What the store says of the answer, if it was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<StoreAnswer>,
}

/// Triples of a property that were not fetched.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GapModel {
    /// The property; `*` stands for all.
    pub property: String,
    /// How far from the examples.
    pub hop: usize,
    /// Why, in a word.
    pub reason: String,
    /// How many individuals are affected.
    pub individuals: u64,
    /// How many triples there are, where it is known.
    pub kept: u64,
    /// How many triples there should be, where it is known.
    pub of: u64,
    /// The same as a sentence.
    pub statement: String,
}

/// What a store says of a concept.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StoreAnswer {
    /// The form of the queries.
    pub dialect: String,
    /// Whether the concept says nothing that was not fetched.
    pub exact: bool,
    /// How the concept does on the examples by the answers of the store.
    pub measures: Measures,
    /// The examples on which the store says otherwise, by IRI.
    pub differing: Vec<String>,
    /// How many instances the store has, if it can tell.
    pub instances: Option<u64>,
    /// Some instances that are no examples, by IRI.
    pub new: Vec<String>,
    /// What could not be asked, and why.
    pub remarks: Vec<String>,
}

impl EndpointModel {
    /// Lines for people.
    pub fn lines(&self) -> Vec<String> {
        const MAX_GAPS: usize = 5;
        const MAX_NEW: usize = 5;
        let mut lines = Vec::new();
        if self.exact {
            lines.push(format!("exact: yes, for concepts of depth {}", self.depth));
        }
        for gap in self.inexact.iter().take(MAX_GAPS) {
            lines.push(format!("exact: no; {}", gap.statement));
        }
        if self.inexact.len() > MAX_GAPS {
            lines.push(format!("exact: no; and {} more", self.inexact.len() - MAX_GAPS));
        }
        let Some(answer) = &self.answer else { return lines };
        let Measures { tp, fp, tn, fn_, .. } = answer.measures;
        let agrees = match answer.differing.len() {
            0 => "as here".to_owned(),
            n => format!("{n} examples otherwise than here, e.g. {}", answer.differing[0]),
        };
        lines.push(format!("on the store: tp {tp}, fp {fp}, tn {tn}, fn {fn_}, {agrees}"));
        if let Some(n) = answer.instances {
            let new = &answer.new[..answer.new.len().min(MAX_NEW)];
            let shown =
                if new.is_empty() { String::new() } else { format!("; new: {}", new.join(", ")) };
            lines.push(format!("{n} instances there{shown}"));
        }
        lines.extend(answer.remarks.iter().cloned());
        lines
    }
}
