//! Why an individual is an instance of a concept, for people and for programs.

use std::collections::BTreeMap;
use std::fmt::Write;

use evolearner_dl::local_name;
use serde::Serialize;

use crate::model::VERSION;

/// The result of `explain`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExplainReport {
    /// The version of this format.
    pub version: u32,
    /// Whether the individual is an instance.
    pub member: bool,
    /// The verdict on the whole concept, with those that it rests on.
    pub tree: VerdictModel,
    /// What a non-member lacks, one sentence each.
    pub missing: Vec<String>,
    /// What the axioms say in an open world, where that was asked for: entailed, excluded, unknown or
    /// not decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub world: Option<String>,
    /// The labels of the names in the concept, by IRI, where the text lists them.
    #[serde(skip)]
    pub labels: BTreeMap<String, String>,
}

/// A verdict on a part of the concept.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct VerdictModel {
    /// The part, in DL syntax.
    pub concept: String,
    /// The part as a noun phrase, such as “a Male who has a sibling”.
    pub words: String,
    /// The individual.
    pub individual: String,
    /// Whether it is an instance of the part.
    pub holds: bool,
    /// What decided it, if the part does not say so itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The verdicts on which it rests.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "openapi", schema(no_recursion))]
    pub because: Vec<VerdictModel>,
    /// How many more there are.
    #[serde(skip_serializing_if = "is_zero")]
    pub left_out: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// The explanations of several individuals.
#[derive(Clone, Debug, Serialize)]
pub struct ManyExplanations {
    /// The version of this format.
    pub version: u32,
    /// One for each individual, in the order in which they were given.
    pub explanations: Vec<ExplainReport>,
}

impl ManyExplanations {
    /// Several explanations.
    pub fn new(explanations: Vec<ExplainReport>) -> Self {
        Self { version: VERSION, explanations }
    }
}

/// How a committee votes on an individual, and why.
#[derive(Clone, Debug, Serialize)]
pub struct VoteReport {
    /// The version of this format.
    pub version: u32,
    /// Whether the individual has more than half of the weight on its side.
    pub member: bool,
    /// The individual.
    pub individual: String,
    /// The votes, in the order of the committee.
    pub votes: Vec<MemberVote>,
}

/// The vote of one member.
#[derive(Clone, Debug, Serialize)]
pub struct MemberVote {
    /// What it counts.
    pub weight: f64,
    /// Why it is for or against.
    pub explanation: ExplainReport,
}

impl VoteReport {
    /// The result and the votes, for a terminal.
    pub fn text(&self) -> String {
        let sum = |is_for: bool| -> f64 {
            let votes = self.votes.iter().filter(|vote| vote.explanation.member == is_for);
            votes.map(|vote| vote.weight).sum()
        };
        let mark = if self.member { '✓' } else { '✗' };
        let (individual, n) = (&self.individual, self.votes.len());
        let (won, lost) = (sum(true), sum(false));
        let mut out =
            format!("{mark} {individual}: {won:.2} for and {lost:.2} against, of {n} members\n");
        for MemberVote { weight, explanation } in &self.votes {
            let sign = if explanation.member { '+' } else { '-' };
            let text = explanation.text();
            let mut lines = text.lines();
            let _ = writeln!(out, "  {sign}{weight:.2}  {}", lines.next().unwrap_or_default());
            lines.for_each(|line| {
                let _ = writeln!(out, "         {line}");
            });
        }
        out
    }
}

impl ExplainReport {
    /// The tree with indentation, for a terminal.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let mut open = vec![(&self.tree, 0)];
        while let Some((verdict, depth)) = open.pop() {
            let mark = if verdict.holds { '✓' } else { '✗' };
            let indent = "  ".repeat(depth.min(40));
            let _ = write!(out, "{indent}{mark} {} ∈ {}", verdict.individual, verdict.concept);
            if let Some(reason) = &verdict.reason {
                let _ = write!(out, "   ({reason})");
            }
            out.push('\n');
            if verdict.left_out > 0 {
                let _ = writeln!(out, "{indent}  … and {} more", verdict.left_out);
            }
            open.extend(verdict.because.iter().rev().map(|below| (below, depth + 1)));
        }
        for missing in &self.missing {
            let _ = writeln!(out, "{missing}");
        }
        if let Some(world) = &self.world {
            let _ = writeln!(out, "in an open world: {world}");
        }
        for (iri, label) in &self.labels {
            let _ = writeln!(out, "{}  {}", local_name(iri), label.replace(char::is_control, " "));
        }
        out
    }
}
