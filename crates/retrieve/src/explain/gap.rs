//! How much would have to be different for a verdict to be the opposite.
//!
//! Counted are single facts about the individual: a class, a value, a successor more or less. All
//! operands that fail a `⊓` have to change, but only the cheapest one of a `⊔`. What the
//! successors themselves lack is their own affair and counts as one successor.

use evolearner_dl::{IndividualId, Node, Quantifier};

use super::member::{Members, Tally};

/// No number of facts changes `⊤` or `⊥`.
const NEVER: u64 = u64::MAX;

pub(super) struct Gaps<'a> {
    pub(super) members: Members<'a>,
}

/// A node of the part of a tree that is about the individual itself.
#[derive(Clone, Copy)]
struct Gap {
    at: usize,
    holds: bool,
    cost: u64,
}

impl<'a> Gaps<'a> {
    pub(super) fn new(members: Members<'a>) -> Self {
        Self { members }
    }

    /// The number of facts that stand between an individual and the opposite verdict.
    pub(super) fn gap(&mut self, at: usize, individual: IndividualId) -> u64 {
        self.measured(at, individual).first().map_or(NEVER, |gap| gap.cost)
    }

    /// The leaves and restrictions that would have to change, with their present verdicts. Empty
    /// if nothing helps.
    pub(super) fn pieces(&mut self, at: usize, individual: IndividualId) -> Vec<(usize, bool)> {
        let gaps = self.measured(at, individual);
        let gap_at = |at: usize| {
            let index = gaps.binary_search_by_key(&at, |gap| gap.at);
            gaps[index.expect("operands were measured with their join")]
        };
        let mut pieces = Vec::new();
        let mut open = vec![gap_at(at)];
        while let Some(gap) = open.pop() {
            if gap.cost == NEVER {
                return Vec::new();
            }
            let node = &self.members.nodes[gap.at];
            if !matches!(node, Node::Not | Node::And(_) | Node::Or(_)) {
                pieces.push((gap.at, gap.holds));
                continue;
            }
            let operands = self.members.operands(gap.at).into_iter().map(gap_at);
            match node {
                Node::Not => open.extend(operands),
                _ if changes_all(node, gap.holds) => {
                    let first = open.len();
                    open.extend(operands.filter(|operand| operand.holds == gap.holds));
                    open[first..].reverse();
                }
                _ => open.extend(
                    operands
                        .filter(|operand| operand.holds == gap.holds)
                        .min_by_key(|gap| gap.cost),
                ),
            }
        }
        pieces
    }

    /// All nodes that are about the individual itself, in prefix order.
    fn measured(&mut self, at: usize, individual: IndividualId) -> Vec<Gap> {
        let end = self.members.ends[at];
        let mut skeleton = Vec::new();
        let mut next = at;
        while next < end {
            skeleton.push(next);
            next = match self.members.nodes[next] {
                Node::Not | Node::And(_) | Node::Or(_) => next + 1,
                _ => self.members.ends[next],
            };
        }
        let mut gaps: Vec<Gap> = Vec::with_capacity(skeleton.len());
        let mut stack: Vec<Gap> = Vec::new();
        for &at in skeleton.iter().rev() {
            let node = &self.members.nodes[at];
            let gap = match node {
                Node::Not | Node::And(_) | Node::Or(_) => {
                    let operands = stack.split_off(stack.len() - node.arity());
                    combined(at, node, &operands)
                }
                _ => {
                    let holds = self.members.holds(at, individual);
                    Gap { at, holds, cost: self.of_atom(at, individual, holds) }
                }
            };
            stack.push(gap);
            gaps.push(gap);
        }
        gaps.reverse();
        gaps
    }

    fn of_atom(&mut self, at: usize, individual: IndividualId, holds: bool) -> u64 {
        let members = &mut self.members;
        let quantifier = match &members.nodes[at] {
            Node::Top | Node::Bottom => return NEVER,
            Node::Some(_) => Quantifier::Some,
            Node::Only(_) => Quantifier::Only,
            Node::AtLeast(n, _) => Quantifier::AtLeast(*n),
            Node::AtMost(n, _) => Quantifier::AtMost(*n),
            Node::Exactly(n, _) => Quantifier::Exactly(*n),
            Node::Data(restriction) => {
                let tally = members.count_values(at, individual);
                return of_restriction(restriction.quantifier, tally, holds);
            }
            _ => return 1,
        };
        of_restriction(quantifier, members.count_successors(at, individual), holds)
    }
}

/// Whether all operands of that verdict have to change, or one of them will do.
fn changes_all(node: &Node, holds: bool) -> bool {
    matches!(node, Node::And(_)) != holds
}

fn combined(at: usize, node: &Node, operands: &[Gap]) -> Gap {
    let holds = match node {
        Node::And(_) => operands.iter().all(|operand| operand.holds),
        Node::Or(_) => operands.iter().any(|operand| operand.holds),
        _ => return Gap { at, holds: !operands[0].holds, cost: operands[0].cost },
    };
    let costs =
        operands.iter().filter(|operand| operand.holds == holds).map(|operand| operand.cost);
    let cost = if changes_all(node, holds) {
        costs.fold(0, u64::saturating_add)
    } else {
        costs.min().unwrap_or(NEVER)
    };
    Gap { at, holds, cost }
}

fn of_restriction(quantifier: Quantifier, tally: Tally, holds: bool) -> u64 {
    let n_inside = u64::from(tally.n_inside);
    match (quantifier, holds) {
        (Quantifier::Some, true) => n_inside,
        (Quantifier::Only, false) => u64::from(tally.n_all - tally.n_inside).max(1),
        (Quantifier::AtLeast(0), true) => NEVER,
        (Quantifier::AtLeast(n), true) => n_inside + 1 - u64::from(n),
        (Quantifier::AtMost(n), true) => u64::from(n) + 1 - n_inside,
        (Quantifier::AtLeast(n) | Quantifier::AtMost(n) | Quantifier::Exactly(n), false) => {
            u64::from(n).abs_diff(n_inside)
        }
        (Quantifier::Some, false) | (Quantifier::Only | Quantifier::Exactly(_), true) => 1,
    }
}
