//! Normal forms that say the same in a fixed shape: negation normal form and canonical order.

use evolearner_dl::{Concept, DataRestriction, Node, Quantifier};

use evolearner_dl::Forall;
use crate::simplify::Arena;

/// Pushes negation down to the leaves. What remains below a `¬` is a class, a nominal, a value, a
/// self restriction, a data restriction without a number, or `= n r.C`: its negation would need
/// `C` twice, and nested ones would double at every level.
///
/// Under [`Forall::Nonempty`], `∃` and `∀` are no longer each other's negation, and `≤ 0 r.C`
/// stands for the negated `∃`.
pub fn nnf(concept: &Concept, forall: Forall) -> Concept {
    enum Task {
        /// The subtree at this position, negated or not.
        Visit(usize, bool),
        Emit(Node),
    }
    let nodes = concept.nodes();
    let ends = subtree_ends(nodes);
    let mut out = Vec::with_capacity(nodes.len());
    let mut tasks = vec![Task::Visit(0, false)];
    while let Some(task) = tasks.pop() {
        let (at, negated) = match task {
            Task::Visit(at, negated) => (at, negated),
            Task::Emit(node) => {
                out.push(node);
                continue;
            }
        };
        let child = at + 1;
        let node = &nodes[at];
        if let Node::Not = node {
            tasks.push(Task::Visit(child, !negated));
            continue;
        }
        if !negated {
            out.push(node.clone());
            let first = tasks.len();
            let mut operand = child;
            for _ in 0..node.arity() {
                tasks.push(Task::Visit(operand, false));
                operand = ends[operand];
            }
            tasks[first..].reverse();
            continue;
        }
        match node {
            Node::Bottom => out.push(Node::Top),
            Node::And(n) | Node::Or(n) => {
                let is_meet = matches!(node, Node::And(_));
                out.push(if is_meet { Node::Or(*n) } else { Node::And(*n) });
                let first = tasks.len();
                let mut operand = child;
                for _ in 0..*n {
                    tasks.push(Task::Visit(operand, true));
                    operand = ends[operand];
                }
                tasks[first..].reverse();
            }
            Node::Some(role) if forall == Forall::Standard => {
                out.push(Node::Only(*role));
                tasks.push(Task::Visit(child, true));
            }
            Node::Some(role) | Node::AtLeast(1, role) => {
                out.push(Node::AtMost(0, *role));
                tasks.push(Task::Visit(child, false));
            }
            Node::Only(role) if forall == Forall::Standard => {
                out.push(Node::Some(*role));
                tasks.push(Task::Visit(child, true));
            }
            Node::Only(role) => {
                out.extend([Node::Or(2), Node::Some(*role)]);
                tasks.push(Task::Emit(Node::Top));
                tasks.push(Task::Emit(Node::AtMost(0, *role)));
                tasks.push(Task::Visit(child, true));
            }
            Node::Top | Node::AtLeast(0, _) | Node::AtMost(u32::MAX, _) => {
                out.push(Node::Bottom);
            }
            Node::AtLeast(n, role) => {
                out.push(Node::AtMost(n - 1, *role));
                tasks.push(Task::Visit(child, false));
            }
            Node::AtMost(n, role) => {
                out.push(Node::AtLeast(n + 1, *role));
                tasks.push(Task::Visit(child, false));
            }
            Node::Exactly(0, role) => {
                out.push(Node::Some(*role));
                tasks.push(Task::Visit(child, false));
            }
            Node::Exactly(..) => {
                out.extend([Node::Not, node.clone()]);
                tasks.push(Task::Visit(child, false));
            }
            Node::Data(restriction) => match negated_count(restriction.quantifier) {
                Some(quantifier) => {
                    let restriction = DataRestriction { quantifier, ..(**restriction).clone() };
                    out.push(Node::Data(Box::new(restriction)));
                }
                None => out.extend([Node::Not, node.clone()]),
            },
            _ => out.extend([Node::Not, node.clone()]),
        }
    }
    Concept::from_preorder(out).expect("each node is followed by its children")
}

/// The quantifier of the negation, where that is a number again.
fn negated_count(quantifier: Quantifier) -> Option<Quantifier> {
    match quantifier {
        Quantifier::AtLeast(n) if n > 0 => Some(Quantifier::AtMost(n - 1)),
        Quantifier::AtMost(n) if n < u32::MAX => Some(Quantifier::AtLeast(n + 1)),
        _ => None,
    }
}

/// The same concept with the operands of `⊓` and `⊔` and the members of `{a, b}` in ascending
/// order: two concepts that differ in nothing else become equal.
pub fn canonical(concept: &Concept) -> Concept {
    let mut arena = Arena::default();
    let root = concept.fold(|node, children| {
        let mut children = std::mem::take(children);
        let mut node = node.clone();
        match &mut node {
            Node::And(_) | Node::Or(_) => children.sort_by(|&a, &b| arena.compare(a, b)),
            Node::OneOf(individuals) => individuals.sort_unstable(),
            _ => {}
        }
        arena.intern(node, &children)
    });
    arena.concept(root)
}

/// Where the subtree at each position ends.
pub(crate) fn subtree_ends(nodes: &[Node]) -> Vec<usize> {
    let mut ends = vec![0; nodes.len()];
    for at in (0..nodes.len()).rev() {
        let mut end = at + 1;
        for _ in 0..nodes[at].arity() {
            end = ends[end];
        }
        ends[at] = end;
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;
    use evolearner_dl::{ClassId, ObjectPropertyId, Role};

    fn class(id: u32) -> Concept {
        Concept::class(ClassId(id))
    }

    fn role() -> Role {
        Role::forward(ObjectPropertyId(0))
    }

    #[test]
    fn negation_goes_down() {
        let not = Concept::complement;
        let concept = not(Concept::and([
            class(1),
            Concept::some(role(), not(class(2))),
            Concept::node(Node::AtLeast(3, role()), [class(4)]),
        ]));
        let expected = Concept::or([
            not(class(1)),
            Concept::only(role(), class(2)),
            Concept::node(Node::AtMost(2, role()), [class(4)]),
        ]);
        assert_eq!(nnf(&concept, Forall::Standard), expected);
    }

    #[test]
    fn canonical_order_forgets_the_order() {
        let deep = |a, b| Concept::some(role(), Concept::or([class(a), class(b), Concept::top()]));
        let one = Concept::and([deep(1, 2), class(3), deep(4, 0)]);
        let other = Concept::and([deep(0, 4), deep(2, 1), class(3)]);
        assert_eq!(canonical(&one), canonical(&other));
        assert_eq!(canonical(&canonical(&one)), canonical(&one));
        assert_ne!(canonical(&one), canonical(&Concept::and([deep(1, 2), class(3)])));
    }

    #[test]
    fn deep_concepts_need_no_stack() {
        let nodes = [[Node::Not, Node::Some(role())]; 1]
            .concat()
            .into_iter()
            .cycle()
            .take(100_000)
            .chain([Node::Class(ClassId(0))]);
        let concept = Concept::from_preorder(nodes.collect()).unwrap();
        for forall in [Forall::Standard, Forall::Nonempty] {
            let normal = nnf(&concept, forall);
            assert!(normal.nodes().len() <= concept.nodes().len());
            assert_eq!(canonical(&normal), normal);
        }
    }
}
