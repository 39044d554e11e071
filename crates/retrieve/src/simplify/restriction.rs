//! Laws for restrictions on roles and data properties.

use evolearner_dl::{DataRange, DataRestriction, Node, Quantifier, Role};

use super::range::{is_nothing, simplify_range};
use super::{Simplifier, Step, Task, Term};

impl Simplifier<'_> {
    /// A restriction by a role over a simple filler.
    pub(super) fn restriction(&mut self, node: Node, role: Role, filler: Term) -> Step {
        if let Some(plan) = self.within_range(&node, role, filler) {
            return Step::Again(plan);
        }
        let again = |node: Node| Step::Again(vec![Task::Push(filler), Task::Build(node)]);
        let none_of = || {
            let some = Task::Build(Node::Some(role));
            Step::Again(vec![Task::Push(filler), some, Task::Build(Node::Not)])
        };
        let filler_node = self.arena.node(filler);
        // Nothing has more members of a nominal as successors than it has members.
        let most = match filler_node {
            Node::Bottom => 0,
            Node::OneOf(individuals) => individuals.len(),
            _ => usize::MAX,
        };
        match (&node, filler_node) {
            (Node::Some(_), Node::Bottom) => return self.leaf(Node::Bottom),
            (Node::Some(_), Node::OneOf(individuals)) if individuals.len() == 1 => {
                let individual = individuals[0];
                return self.leaf(Node::HasValue(role, individual));
            }
            (Node::Only(_), Node::Top) if self.is_standard() => return self.leaf(Node::Top),
            (Node::Only(_), Node::Bottom) if !self.is_standard() => return self.leaf(Node::Bottom),
            (Node::AtLeast(0, _) | Node::AtMost(u32::MAX, _), _) => return self.leaf(Node::Top),
            (Node::AtLeast(1, _), _) | (Node::Only(_), Node::Top) => {
                return again(Node::Some(role));
            }
            (Node::AtMost(0, _) | Node::Exactly(0, _), _) => return none_of(),
            (Node::AtLeast(n, _) | Node::Exactly(n, _), _) if *n as usize > most => {
                return self.leaf(Node::Bottom);
            }
            (Node::AtMost(n, _), _) if *n as usize >= most => return self.leaf(Node::Top),
            _ => {}
        }
        Step::Done(self.arena.intern(node, &[filler]))
    }

    /// Leaves out of a filler what is true, or false, of every successor anyway.
    fn within_range(&self, node: &Node, role: Role, filler: Term) -> Option<Vec<Task>> {
        let rebuilt = |first: Task| Some(vec![first, Task::Build(node.clone())]);
        match (self.of_all_successors(role, filler), self.arena.node(filler)) {
            (_, Node::Top | Node::Bottom) => return None,
            (Some(true), _) => return rebuilt(Task::Build(Node::Top)),
            (Some(false), _) => return rebuilt(Task::Build(Node::Bottom)),
            (None, Node::And(_) | Node::Or(_)) => {}
            (None, _) => return None,
        }
        let operands = self.arena.children(filler);
        let kept: Vec<Term> = operands
            .iter()
            .copied()
            .filter(|&operand| self.of_all_successors(role, operand).is_none())
            .collect();
        (kept.len() < operands.len()).then(|| {
            let n_kept = kept.len() as u32;
            let is_meet = matches!(self.arena.node(filler), Node::And(_));
            let mut plan: Vec<Task> = kept.into_iter().map(Task::Push).collect();
            plan.push(Task::Build(if is_meet { Node::And(n_kept) } else { Node::Or(n_kept) }));
            plan.push(Task::Build(node.clone()));
            plan
        })
    }

    /// Whether a concept is known to hold of all successors of a role, or of none. Looks through
    /// one join and one negation: fillers are simple, and deeper ones are rare.
    fn of_all_successors(&self, role: Role, term: Term) -> Option<bool> {
        let of_class = |term: Term| match self.arena.node(term) {
            Node::Class(class) if self.knowledge.leads_into(role, *class) => Some(true),
            Node::Class(class) if self.knowledge.leads_past(role, *class) => Some(false),
            _ => None,
        };
        let of_literal = |term: Term| match self.arena.node(term) {
            Node::Not => of_class(self.arena.children(term)[0]).map(|holds| !holds),
            _ => of_class(term),
        };
        let mut of_operands = self.arena.children(term).iter().map(|&operand| of_literal(operand));
        match self.arena.node(term) {
            Node::And(_) if of_operands.clone().any(|holds| holds == Some(false)) => Some(false),
            Node::And(_) => of_operands.all(|holds| holds == Some(true)).then_some(true),
            Node::Or(_) if of_operands.clone().any(|holds| holds == Some(true)) => Some(true),
            Node::Or(_) => of_operands.all(|holds| holds == Some(false)).then_some(false),
            _ => of_literal(term),
        }
    }

    /// A restriction on a data property.
    pub(super) fn data(&mut self, mut restriction: DataRestriction) -> Step {
        restriction.range = simplify_range(&restriction.range);
        let most = match &restriction.range {
            DataRange::OneOf(literals) => literals.len(),
            _ => usize::MAX,
        };
        let is_any = restriction.range == DataRange::Any;
        let some = |restriction: DataRestriction| {
            Task::Build(Node::Data(Box::new(DataRestriction {
                quantifier: Quantifier::Some,
                ..restriction
            })))
        };
        match restriction.quantifier {
            Quantifier::Some if is_nothing(&restriction.range) => self.leaf(Node::Bottom),
            Quantifier::Only if is_any && self.is_standard() => self.leaf(Node::Top),
            Quantifier::Only if is_any => Step::Again(vec![some(restriction)]),
            Quantifier::Only if is_nothing(&restriction.range) && !self.is_standard() => {
                self.leaf(Node::Bottom)
            }
            Quantifier::AtLeast(0) | Quantifier::AtMost(u32::MAX) => self.leaf(Node::Top),
            Quantifier::AtLeast(1) => Step::Again(vec![some(restriction)]),
            Quantifier::AtMost(0) | Quantifier::Exactly(0) => {
                Step::Again(vec![some(restriction), Task::Build(Node::Not)])
            }
            Quantifier::AtLeast(n) | Quantifier::Exactly(n) if n as usize > most => {
                self.leaf(Node::Bottom)
            }
            Quantifier::AtMost(n) if n as usize >= most => self.leaf(Node::Top),
            _ => self.leaf(Node::Data(Box::new(restriction))),
        }
    }
}

/// The negation of a data restriction with a number, which is one again.
pub(super) fn negated_data(restriction: &DataRestriction) -> Node {
    let quantifier = match restriction.quantifier {
        Quantifier::AtLeast(n) => Quantifier::AtMost(n - 1),
        Quantifier::AtMost(n) => Quantifier::AtLeast(n + 1),
        _ => unreachable!("the negation of others is longer by one"),
    };
    Node::Data(Box::new(DataRestriction { quantifier, ..restriction.clone() }))
}
