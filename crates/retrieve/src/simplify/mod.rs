//! A shorter concept with the same instances.
//!
//! Laws of logic, and of the [`Knowledge`] at hand, are applied from the leaves up. A law looks at
//! a node whose children are already simple; what it makes is built by the same laws. A result to
//! which a law could still be applied is therefore never left behind, and simplifying twice is
//! simplifying once. Each law makes the concept shorter in both measures, or leaves the length and
//! moves towards one form; that is why it ends.
//!
//! The work is a list of tasks, not a recursion: depth costs no stack.

mod arena;
mod implies;
mod join;
mod range;
mod restriction;

use evolearner_dl::{Concept, Node};
use foldhash::fast::FixedState;
use hashbrown::HashMap;

use crate::knowledge::Knowledge;
use evolearner_dl::Forall;

pub(crate) use arena::{Arena, Term};

/// A concept with the same instances that is not longer, neither in nodes nor in length.
///
/// Operands keep their order. `knowledge` must hold in the graphs that the concept is for, and
/// must name the reading of `∀`.
pub fn simplify(concept: &Concept, knowledge: &Knowledge<'_>) -> Concept {
    let mut simplifier = Simplifier {
        arena: Arena::new(knowledge.forall()),
        knowledge: *knowledge,
        negations: HashMap::default(),
    };
    let root = concept.fold(|node, children| simplifier.build(node.clone(), children));
    simplifier.arena.concept(root)
}

struct Simplifier<'k> {
    arena: Arena,
    knowledge: Knowledge<'k>,
    /// Negations that were pushed down once need not be again.
    negations: HashMap<Term, Term, FixedState>,
}

/// What to do, in order.
enum Task {
    /// Pushes a simple term.
    Push(Term),
    /// Makes a node of the last terms pushed.
    Build(Node),
    /// Notes that the last term is the negation of this one.
    Negated(Term),
}

/// What became of a node over simple children.
enum Step {
    Done(Term),
    /// These tasks push one term, which takes the place of the node.
    Again(Vec<Task>),
}

impl Simplifier<'_> {
    /// The simple term for a node over simple children, which are taken out of the vector.
    fn build(&mut self, node: Node, children: &mut Vec<Term>) -> Term {
        let mut values = std::mem::take(children);
        let mut tasks = vec![Task::Build(node)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Push(term) => values.push(term),
                Task::Build(node) => {
                    let children = values.split_off(values.len() - node.arity());
                    match self.rewrite(node, &children) {
                        Step::Done(term) => values.push(term),
                        Step::Again(plan) => tasks.extend(plan.into_iter().rev()),
                    }
                }
                Task::Negated(term) => {
                    let negation = *values.last().expect("tasks push one term");
                    self.negations.insert(term, negation);
                }
            }
        }
        values.pop().expect("tasks push one term")
    }

    fn rewrite(&mut self, node: Node, children: &[Term]) -> Step {
        match node {
            Node::Not => self.negate(children[0]),
            Node::And(_) => self.join(true, children),
            Node::Or(_) => self.join(false, children),
            Node::Some(role)
            | Node::Only(role)
            | Node::AtLeast(_, role)
            | Node::AtMost(_, role)
            | Node::Exactly(_, role) => self.restriction(node, role, children[0]),
            Node::Data(restriction) => self.data(*restriction),
            Node::OneOf(individuals) => {
                let mut individuals = individuals.into_vec();
                individuals.sort_unstable();
                individuals.dedup();
                let is_empty = individuals.is_empty();
                self.leaf(if is_empty { Node::Bottom } else { Node::OneOf(individuals.into()) })
            }
            // Being one's own successor reads the same from either end.
            Node::HasSelf(role) => {
                self.leaf(Node::HasSelf(evolearner_dl::Role::forward(role.property)))
            }
            Node::Top | Node::Bottom | Node::Class(_) | Node::HasValue(..) => self.leaf(node),
        }
    }

    fn leaf(&mut self, node: Node) -> Step {
        Step::Done(self.arena.intern(node, &[]))
    }

    /// `¬ C`: the negation goes down where that is shorter than `¬` in front.
    fn negate(&mut self, term: Term) -> Step {
        if let Some(&known) = self.negations.get(&term) {
            return Step::Done(known);
        }
        if self.arena.flip(term) >= 1 {
            return Step::Done(self.arena.intern(Node::Not, &[term]));
        }
        let children = self.arena.children(term);
        let mut plan = Vec::with_capacity(2 * children.len() + 2);
        let push_negated = |plan: &mut Vec<Task>| {
            for &child in children {
                plan.extend([Task::Push(child), Task::Build(Node::Not)]);
            }
        };
        match self.arena.node(term) {
            Node::Not => return Step::Done(children[0]),
            Node::Top => plan.push(Task::Build(Node::Bottom)),
            Node::Bottom => plan.push(Task::Build(Node::Top)),
            Node::And(n) => {
                push_negated(&mut plan);
                plan.push(Task::Build(Node::Or(*n)));
            }
            Node::Or(n) => {
                push_negated(&mut plan);
                plan.push(Task::Build(Node::And(*n)));
            }
            Node::Some(role) => {
                push_negated(&mut plan);
                plan.push(Task::Build(Node::Only(*role)));
            }
            Node::Only(role) => {
                push_negated(&mut plan);
                plan.push(Task::Build(Node::Some(*role)));
            }
            // Numbers that say nothing were removed before: `n > 0` here, and below `n < u32::MAX`.
            Node::AtLeast(n, role) => {
                plan.extend([Task::Push(children[0]), Task::Build(Node::AtMost(n - 1, *role))]);
            }
            Node::AtMost(n, role) => {
                plan.extend([Task::Push(children[0]), Task::Build(Node::AtLeast(n + 1, *role))]);
            }
            Node::Data(restriction) => {
                plan.push(Task::Build(restriction::negated_data(restriction)));
            }
            _ => unreachable!("the negation of other nodes is longer by one"),
        }
        plan.push(Task::Negated(term));
        Step::Again(plan)
    }

    fn is_standard(&self) -> bool {
        self.knowledge.forall() == Forall::Standard
    }
}
