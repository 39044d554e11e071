//! Why an individual is an instance of a concept, or why not.
//!
//! In: a graph, a concept, an individual. Out: an [`Explanation`], a tree of [`Verdict`]s with the
//! witnesses that decide them, and for a non-member the smallest [`Missing`] piece. It holds
//! ids and positions of the concept; a caller with the names can print it.

mod gap;
mod margin;
mod member;

use std::ops::Range;

use evolearner_dl::{Concept, IndividualId, LiteralId, Node, Role};
use evolearner_graph::Graph;

use evolearner_dl::Forall;
use gap::Gaps;
use margin::nearest;
pub(crate) use member::Members;
use member::Tally;

/// How concepts are read, and how long an explanation may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ExplainSettings {
    /// The reading of `∀`.
    pub forall: Forall,
    /// The most verdicts in the tree; the levels near the root come first.
    pub max_verdicts: usize,
    /// The most individuals or values in each list.
    pub max_listed: usize,
}

impl ExplainSettings {
    /// The same with `∀` read so.
    pub fn with_forall(self, forall: Forall) -> Self {
        Self { forall, ..self }
    }

    /// The same with at most so many verdicts, and so many individuals or values in each list.
    pub fn with_at_most(self, max_verdicts: usize, max_listed: usize) -> Self {
        Self { max_verdicts, max_listed, ..self }
    }
}

impl Default for ExplainSettings {
    /// Two hundred verdicts are more than a person reads, ten names as many as a line holds.
    fn default() -> Self {
        Self { forall: Forall::Standard, max_verdicts: 200, max_listed: 10 }
    }
}

/// The tree of verdicts on one individual.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Explanation {
    /// The verdicts, level by level; the first is that on the whole concept.
    pub verdicts: Vec<Verdict>,
    /// What would have to change for a non-member to become a member: all of these. Empty for
    /// members, and where nothing can help.
    pub missing: Vec<Missing>,
}

impl Explanation {
    /// The verdict on the whole concept.
    pub fn root(&self) -> &Verdict {
        &self.verdicts[0]
    }

    /// Whether the individual is an instance.
    pub fn is_member(&self) -> bool {
        self.root().holds
    }
}

/// Whether an individual is an instance of a part of the concept, and what decided it.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Verdict {
    /// The part, as a range of [`Concept::nodes`].
    pub part: Range<usize>,
    /// The individual.
    pub individual: IndividualId,
    /// Whether it is an instance.
    pub holds: bool,
    /// What decided it.
    pub reason: Reason,
    /// The verdicts on which this one rests, by position in [`Explanation::verdicts`].
    pub because: Vec<usize>,
    /// How many more of them there are than the settings allow.
    pub n_left_out: usize,
}

/// What decided a verdict.
#[derive(Clone, PartialEq, Debug)]
pub enum Reason {
    /// The node says it all: a class, a nominal, `⊤`, `⊥`.
    Plain,
    /// Operands of `⊓`, `⊔` or `¬`. Listed are those that decide: the ones that fail a `⊓` or
    /// satisfy a `⊔`, else all of them.
    Operands {
        /// How many there are.
        n_operands: usize,
        /// How many hold.
        n_holding: usize,
    },
    /// Successors. Listed is one of them: the smallest that makes `∃` true, breaks `∀` or is too
    /// many, or the one that comes closest to what is missing.
    Successors {
        /// The role.
        role: Role,
        /// How many successors there are.
        n_successors: usize,
        /// How many of them are in the filler.
        n_inside: usize,
        /// The smallest ones in the filler.
        inside: Vec<IndividualId>,
        /// The smallest ones outside.
        outside: Vec<IndividualId>,
    },
    /// Values of a data property.
    Values {
        /// How many distinct values there are.
        n_values: usize,
        /// How many of them are in the range.
        n_inside: usize,
        /// The smallest ones.
        values: Vec<LiteralId>,
        /// The value that is deepest in the range, or closest to it.
        nearest: Option<Nearest>,
    },
}

/// A value and how it lies to a range with bounds.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Nearest {
    /// The value.
    pub value: LiteralId,
    /// The distance to the bound that decides: positive inside the range, negative outside. Times
    /// and durations are measured in seconds.
    pub margin: f64,
}

/// A part of the concept whose verdict on the individual would have to be the opposite.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Missing {
    /// The part, as a range of [`Concept::nodes`].
    pub part: Range<usize>,
    /// Whether it would have to hold, or would have not to.
    pub wanted: bool,
    /// How things are.
    pub reason: Reason,
}

/// Explains whether an individual is an instance of a concept.
pub fn explain(
    graph: &Graph,
    concept: &Concept,
    individual: IndividualId,
    settings: ExplainSettings,
) -> Explanation {
    let members = Members::new(graph, concept, settings.forall);
    let mut explainer = Explainer { gaps: Gaps::new(members), settings };
    let mut verdicts = vec![explainer.verdict(0, individual)];
    let mut next = 0;
    // Verdicts are worked off in the order in which they are made: level by level.
    while next < verdicts.len() {
        let Verdict { part, individual, holds, .. } = verdicts[next].clone();
        let decisive = explainer.decisive(part.start, individual, holds);
        for (index, &(at, individual)) in decisive.iter().enumerate() {
            if verdicts.len() >= settings.max_verdicts {
                verdicts[next].n_left_out = decisive.len() - index;
                break;
            }
            let position = verdicts.len();
            verdicts[next].because.push(position);
            verdicts.push(explainer.verdict(at, individual));
        }
        next += 1;
    }
    let pieces = if verdicts[0].holds { Vec::new() } else { explainer.gaps.pieces(0, individual) };
    let missing = pieces.into_iter().take(settings.max_verdicts).map(|(at, holds)| Missing {
        part: at..explainer.gaps.members.ends[at],
        wanted: !holds,
        reason: explainer.reason(at, individual),
    });
    Explanation { missing: missing.collect(), verdicts }
}

struct Explainer<'a> {
    gaps: Gaps<'a>,
    settings: ExplainSettings,
}

impl Explainer<'_> {
    fn verdict(&mut self, at: usize, individual: IndividualId) -> Verdict {
        let members = &mut self.gaps.members;
        Verdict {
            part: at..members.ends[at],
            individual,
            holds: members.holds(at, individual),
            reason: self.reason(at, individual),
            because: Vec::new(),
            n_left_out: 0,
        }
    }

    fn reason(&mut self, at: usize, individual: IndividualId) -> Reason {
        let members = &mut self.gaps.members;
        let max_listed = self.settings.max_listed;
        match &members.nodes[at] {
            Node::Not | Node::And(_) | Node::Or(_) => {
                let operands = self.gaps.members.operands(at);
                let members = &mut self.gaps.members;
                let holding =
                    operands.iter().filter(|&&operand| members.holds(operand, individual));
                Reason::Operands { n_holding: holding.count(), n_operands: operands.len() }
            }
            Node::Data(restriction) => {
                let Tally { n_all, n_inside } = members.count_values(at, individual);
                let values = members.values(at, individual);
                let literals = &members.graph.literals;
                Reason::Values {
                    n_values: n_all as usize,
                    n_inside: n_inside as usize,
                    nearest: nearest(literals, &values, &restriction.range),
                    values: values.into_iter().take(max_listed).map(LiteralId).collect(),
                }
            }
            node => {
                let Some(role) = node.role() else { return Reason::Plain };
                let successors = members.successors(at, individual);
                let mut n_inside = 0;
                let (mut inside, mut outside) = (Vec::new(), Vec::new());
                for &successor in successors {
                    let is_inside = members.is_in_filler(at, individual, IndividualId(successor));
                    n_inside += usize::from(is_inside);
                    let list = if is_inside { &mut inside } else { &mut outside };
                    if list.len() < max_listed {
                        list.push(IndividualId(successor));
                    }
                }
                Reason::Successors {
                    role,
                    n_successors: successors.len(),
                    n_inside,
                    inside,
                    outside,
                }
            }
        }
    }

    /// The parts and individuals whose verdicts decide about this one.
    fn decisive(
        &mut self,
        at: usize,
        individual: IndividualId,
        holds: bool,
    ) -> Vec<(usize, IndividualId)> {
        let node = &self.gaps.members.nodes[at];
        match node {
            Node::Not => vec![(at + 1, individual)],
            Node::And(_) | Node::Or(_) => {
                // A ⊓ that holds and a ⊔ that does not rest on all of their operands anyway.
                let operands = self.gaps.members.operands(at);
                let members = &mut self.gaps.members;
                operands
                    .into_iter()
                    .filter(|&operand| members.holds(operand, individual) == holds)
                    .map(|operand| (operand, individual))
                    .collect()
            }
            Node::Some(_)
            | Node::Only(_)
            | Node::AtLeast(..)
            | Node::AtMost(..)
            | Node::Exactly(..) => {
                let wants_inside = match (node, holds) {
                    (Node::Only(_) | Node::AtMost(..), true) => return Vec::new(),
                    (Node::Only(_), false) => false,
                    (Node::Exactly(n, _), false) => {
                        self.gaps.members.count_successors(at, individual).n_inside > *n
                    }
                    (Node::AtMost(..), false) => true,
                    _ => holds,
                };
                let is_broken = matches!(node, Node::Only(_));
                self.witness(at, individual, wants_inside, is_broken)
                    .map(|witness| (at + 1, witness))
                    .into_iter()
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    /// The smallest successor inside the filler, or outside; where one outside is wanted only for
    /// what it lacks, the one that lacks least.
    fn witness(
        &mut self,
        at: usize,
        individual: IndividualId,
        wants_inside: bool,
        wants_first: bool,
    ) -> Option<IndividualId> {
        let members = &mut self.gaps.members;
        let successors = members.successors(at, individual).iter().copied().map(IndividualId);
        let mut suitable = Vec::new();
        let n_wanted =
            if wants_inside || wants_first { 1 } else { self.settings.max_listed.max(1) };
        for successor in successors {
            if members.holds(at + 1, successor) == wants_inside {
                suitable.push(successor);
                if suitable.len() == n_wanted {
                    break;
                }
            }
        }
        suitable.into_iter().min_by_key(|&successor| {
            if n_wanted == 1 { 0 } else { self.gaps.gap(at + 1, successor) }
        })
    }
}
