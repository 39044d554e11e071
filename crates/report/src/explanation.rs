//! Why an individual is an instance of a concept, for people and for programs.

use std::collections::BTreeMap;
use std::fmt::Write;

use evolearner_dl::{Concept, IndividualId, LiteralId, Node, Role, local_name};
use evolearner_graph::Graph;
use evolearner_retrieve::{Explanation, Reason, Verdict};
use evolearner_syntax::{NameKind, Vocabulary, dl};
use serde::Serialize;

use crate::model::VERSION;
use crate::names::{self, NameStyle};

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

impl ExplainReport {
    /// The report of an explanation.
    pub fn new(graph: &Graph, concept: &Concept, explanation: &Explanation) -> Self {
        Self::with_names(graph, concept, explanation, NameStyle::Ids)
    }

    /// The report of an explanation under the names that people want to read.
    pub fn with_names(
        graph: &Graph,
        concept: &Concept,
        explanation: &Explanation,
        style: NameStyle,
    ) -> Self {
        let vocabulary = style.vocabulary(concept, &graph.symbols);
        let words = Words { graph, vocabulary, concept };
        // Verdicts stand level by level: from the back, what one rests on is already made.
        let mut models: Vec<Option<VerdictModel>> = Vec::new();
        models.resize_with(explanation.verdicts.len(), || None);
        for (index, verdict) in explanation.verdicts.iter().enumerate().rev() {
            let because = verdict.because.iter().filter_map(|&at| models[at].take()).collect();
            models[index] = Some(words.verdict(verdict, because));
        }
        let tree = models.swap_remove(0).expect("there is a verdict on the whole concept");
        let missing = explanation
            .missing
            .iter()
            .map(|missing| {
                let part = words.part(missing.part.clone());
                let needs = if missing.wanted { "needs" } else { "must not be in" };
                match words.reason(missing.part.start, &missing.reason) {
                    Some(reason) => format!("{needs} {part}; {reason}"),
                    None => format!("{needs} {part}"),
                }
            })
            .collect();
        let labels = match style {
            NameStyle::Both => names::labels(concept, &graph.symbols),
            _ => BTreeMap::new(),
        };
        Self { version: VERSION, member: explanation.is_member(), tree, missing, labels }
    }

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
        for (iri, label) in &self.labels {
            let _ = writeln!(out, "{}  {}", local_name(iri), label.replace(char::is_control, " "));
        }
        out
    }
}

/// Turns ids into words.
struct Words<'a> {
    graph: &'a Graph,
    vocabulary: Vocabulary<'a>,
    concept: &'a Concept,
}

impl Words<'_> {
    fn verdict(&self, verdict: &Verdict, because: Vec<VerdictModel>) -> VerdictModel {
        VerdictModel {
            concept: self.part(verdict.part.clone()),
            individual: self.individual(verdict.individual),
            holds: verdict.holds,
            reason: self.reason(verdict.part.start, &verdict.reason),
            because,
            left_out: verdict.n_left_out,
        }
    }

    fn part(&self, part: std::ops::Range<usize>) -> String {
        let nodes = self.concept.nodes()[part].to_vec();
        let part = Concept::from_preorder(nodes).expect("parts are subtrees");
        dl::print_in(&part, &self.vocabulary)
    }

    fn individual(&self, individual: IndividualId) -> String {
        self.vocabulary.spell(NameKind::Individual, individual.0 as usize)
    }

    fn role(&self, role: Role) -> String {
        let name = self.vocabulary.spell(NameKind::ObjectProperty, role.property.0 as usize);
        if role.inverse { format!("{name}⁻") } else { name }
    }

    fn value(&self, value: LiteralId) -> &str {
        self.graph.literals.lexical(value)
    }

    /// What decided a verdict, where the concept itself does not show it.
    fn reason(&self, at: usize, reason: &Reason) -> Option<String> {
        match reason {
            Reason::Plain => None,
            Reason::Operands { n_operands, n_holding } => match self.concept.nodes()[at] {
                Node::Not => None,
                _ => Some(format!("{n_holding} of {n_operands} hold")),
            },
            Reason::Successors { role, n_successors, n_inside, inside, outside } => {
                let role = self.role(*role);
                if *n_successors == 0 {
                    return Some(format!("has no {role}"));
                }
                let mut text = format!("{n_inside} of {n_successors} {role} fit");
                let names = |of: &[IndividualId]| {
                    of.iter().map(|&x| self.individual(x)).collect::<Vec<_>>().join(", ")
                };
                // Who does not fit decides where all have to, and is all there is where none does.
                let is_only = matches!(self.concept.nodes()[at], Node::Only(_));
                if !outside.is_empty() && (is_only || *n_inside == 0) {
                    let _ = write!(text, ", not {}", names(outside));
                } else if !inside.is_empty() {
                    let _ = write!(text, ": {}", names(inside));
                }
                Some(text)
            }
            Reason::Values { n_values, nearest, values, .. } => {
                if *n_values == 0 {
                    return Some("has no value".to_owned());
                }
                Some(match nearest {
                    Some(nearest) => {
                        let side = if nearest.margin >= 0.0 { "inside" } else { "off" };
                        let value = self.value(nearest.value);
                        format!("has {value}, {} {side}", tidy(nearest.margin.abs()))
                    }
                    None => {
                        let values: Vec<&str> =
                            values.iter().map(|&value| self.value(value)).collect();
                        format!("has {}", values.join(", "))
                    }
                })
            }
        }
    }
}

/// A distance without the noise of subtracting floats.
fn tidy(distance: f64) -> String {
    let rounded = format!("{distance:.9}");
    rounded.trim_end_matches('0').trim_end_matches('.').to_owned()
}
