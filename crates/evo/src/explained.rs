//! Why an individual is an instance of a concept, in words.

use std::collections::BTreeMap;
use std::fmt::Write;

use evolearner_dl::{Concept, IndividualId, LiteralId, Node, Role};
use evolearner_graph::Graph;
use evolearner_report::explanation::{ExplainReport, VerdictModel};
use evolearner_report::model::VERSION;
use evolearner_report::names::NameStyle;
use evolearner_retrieve::{Explanation, Reason, Verdict};
use evolearner_syntax::{NameKind, Vocabulary, dl, english};

use crate::names::{labels, vocabulary_in};

/// The report of an explanation under the names that people want to read.
pub fn explain_report(
    graph: &Graph,
    concept: &Concept,
    explanation: &Explanation,
    style: NameStyle,
) -> ExplainReport {
    let vocabulary = vocabulary_in(style, concept, &graph.symbols);
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
            let part = dl::print_in(&words.part(missing.part.clone()), &words.vocabulary);
            let needs = if missing.wanted { "needs" } else { "must not be in" };
            match words.reason(missing.part.start, &missing.reason) {
                Some(reason) => format!("{needs} {part}; {reason}"),
                None => format!("{needs} {part}"),
            }
        })
        .collect();
    let labels = match style {
        NameStyle::Both => labels(concept, &graph.symbols),
        _ => BTreeMap::new(),
    };
    ExplainReport {
        version: VERSION,
        member: explanation.is_member(),
        tree,
        missing,
        world: None,
        labels,
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
        let part = self.part(verdict.part.clone());
        VerdictModel {
            concept: dl::print_in(&part, &self.vocabulary),
            words: english::print(&part, &self.graph.symbols),
            individual: self.individual(verdict.individual),
            holds: verdict.holds,
            reason: self.reason(verdict.part.start, &verdict.reason),
            because,
            left_out: verdict.n_left_out,
        }
    }

    fn part(&self, part: std::ops::Range<usize>) -> Concept {
        let nodes = self.concept.nodes()[part].to_vec();
        Concept::from_preorder(nodes).expect("parts are subtrees")
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
