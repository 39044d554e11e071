//! Laws for `⊓` and `⊔`. Each is written once: what holds of one holds of the other with `⊤` and
//! `⊥`, implication and its converse exchanged.

use evolearner_dl::{Node, Role};
use foldhash::fast::FixedState;
use hashbrown::HashSet;

use super::{Simplifier, Step, Task, Term};

/// Above so many operands no pair is compared: a join that wide is a list, made by a machine.
const WIDEST_COMPARED: usize = 64;

impl Simplifier<'_> {
    /// A join of simple operands; a meet if `is_meet`.
    pub(super) fn join(&mut self, is_meet: bool, children: &[Term]) -> Step {
        let (neutral, dominant) =
            if is_meet { (Node::Top, Node::Bottom) } else { (Node::Bottom, Node::Top) };
        let mut operands = self.flattened(is_meet, &neutral, children);
        if self.is_dominated(is_meet, &dominant, &operands) {
            return self.leaf(dominant);
        }
        if operands.len() <= WIDEST_COMPARED {
            self.drop_idle(is_meet, &mut operands);
        }
        match operands.len() {
            0 => return self.leaf(neutral),
            1 => return Step::Done(operands[0]),
            _ => {}
        }
        let plan = self
            .without_impossible(is_meet, &operands)
            .or_else(|| self.with_nominals_merged(is_meet, &operands))
            .or_else(|| self.with_restrictions_merged(is_meet, &operands))
            .or_else(|| self.factored(is_meet, &operands));
        match plan {
            Some(plan) => Step::Again(plan),
            None => {
                let node = join_node(is_meet, operands.len());
                Step::Done(self.arena.intern(node, &operands))
            }
        }
    }

    /// The operands with nested joins of the same kind opened, without repetition and `⊤` or `⊥`.
    fn flattened(&self, is_meet: bool, neutral: &Node, children: &[Term]) -> Vec<Term> {
        let mut seen: HashSet<u32, FixedState> = HashSet::default();
        let mut operands = Vec::with_capacity(children.len());
        for child in children {
            let is_same = match self.arena.node(*child) {
                Node::And(_) => is_meet,
                Node::Or(_) => !is_meet,
                _ => false,
            };
            let opened =
                if is_same { self.arena.children(*child) } else { std::slice::from_ref(child) };
            for &operand in opened {
                if self.arena.node(operand) != neutral && seen.insert(self.arena.key(operand)) {
                    operands.push(operand);
                }
            }
        }
        operands
    }

    /// Whether the whole is `⊥` (or `⊤` for `⊔`): an operand is, or two contradict each other.
    fn is_dominated(&self, is_meet: bool, dominant: &Node, operands: &[Term]) -> bool {
        let keys: HashSet<u32, FixedState> =
            operands.iter().map(|&operand| self.arena.key(operand)).collect();
        let is_alone_or_against = |&operand: &Term| {
            let node = self.arena.node(operand);
            node == dominant
                || *node == Node::Not
                    && keys.contains(&self.arena.key(self.arena.children(operand)[0]))
        };
        operands.iter().any(is_alone_or_against)
            || operands.len() <= WIDEST_COMPARED
                && operands.iter().enumerate().any(|(index, &one)| {
                    operands[index + 1..].iter().any(|&other| self.clash(is_meet, one, other))
                })
    }

    fn clash(&self, is_meet: bool, one: Term, other: Term) -> bool {
        if is_meet { self.exclude(one, other) } else { self.cover(one, other) }
    }

    /// Absorption, and `Male ⊓ Brother`: drops operands that another makes idle. Of two that say
    /// the same the smaller stays, of two as small the first.
    fn drop_idle(&self, is_meet: bool, operands: &mut Vec<Term>) {
        let makes_idle = |by: Term, idle: Term| {
            if is_meet { self.implies(by, idle) } else { self.implies(idle, by) }
        };
        let mut index = 0;
        while index < operands.len() {
            let operand = operands[index];
            let rank = |at: usize| (self.arena.size(operands[at]), at);
            let is_idle = (0..operands.len()).filter(|&other| other != index).any(|other| {
                makes_idle(operands[other], operand)
                    && (rank(other) < rank(index) || !makes_idle(operand, operands[other]))
            });
            if is_idle {
                operands.remove(index);
            } else {
                index += 1;
            }
        }
    }

    /// `A ⊓ (¬A ⊔ B)` is `A ⊓ B`: inside an operand of the other kind, what the rest rules out.
    fn without_impossible(&self, is_meet: bool, operands: &[Term]) -> Option<Vec<Task>> {
        if operands.len() > WIDEST_COMPARED {
            return None;
        }
        for (index, &operand) in operands.iter().enumerate() {
            if !self.is_join(!is_meet, operand) {
                continue;
            }
            let parts = self.arena.children(operand);
            if parts.len() > WIDEST_COMPARED {
                continue;
            }
            let is_possible = |part: Term| {
                let mut others = operands.iter().enumerate().filter(|(other, _)| *other != index);
                !others.any(|(_, &other)| self.clash(is_meet, other, part))
            };
            let kept: Vec<Term> = parts.iter().copied().filter(|&part| is_possible(part)).collect();
            if kept.len() < parts.len() {
                let mut plan = Vec::new();
                for &other in operands {
                    if other == operand {
                        plan.extend(kept.iter().copied().map(Task::Push));
                        plan.push(Task::Build(join_node(!is_meet, kept.len())));
                    } else {
                        plan.push(Task::Push(other));
                    }
                }
                plan.push(Task::Build(join_node(is_meet, operands.len())));
                return Some(plan);
            }
        }
        None
    }

    /// `{a} ⊔ {b}` is `{a, b}`.
    fn with_nominals_merged(&self, is_meet: bool, operands: &[Term]) -> Option<Vec<Task>> {
        let mut nominals = operands.iter().filter_map(|&operand| match self.arena.node(operand) {
            Node::OneOf(individuals) => Some(individuals.to_vec()),
            _ => None,
        });
        let mut merged = nominals.next()?;
        let mut is_merged = false;
        for other in nominals {
            is_merged = true;
            if is_meet {
                merged.retain(|individual| other.contains(individual));
            } else {
                merged.extend(other);
            }
        }
        is_merged.then(|| {
            let is_nominal = |operand: Term| matches!(self.arena.node(operand), Node::OneOf(_));
            replaced(is_meet, operands, is_nominal, vec![Task::Build(Node::OneOf(merged.into()))])
        })
    }

    /// `∃ r.C ⊔ ∃ r.D` is `∃ r.(C ⊔ D)`, and so for `∀` and `⊓`.
    fn with_restrictions_merged(&self, is_meet: bool, operands: &[Term]) -> Option<Vec<Task>> {
        let role_of = |operand: Term| match self.arena.node(operand) {
            Node::Only(role) if is_meet => Some(*role),
            Node::Some(role) | Node::HasValue(role, _) if !is_meet => Some(*role),
            _ => None,
        };
        let mut seen: HashSet<Role, FixedState> = HashSet::default();
        let mut roles = operands.iter().filter_map(|&operand| role_of(operand));
        let role = roles.find(|&role| !seen.insert(role))?;
        let mut merged = Vec::new();
        let mut n_fillers = 0;
        for &operand in operands.iter().filter(|&&operand| role_of(operand) == Some(role)) {
            merged.push(match self.arena.node(operand) {
                Node::HasValue(_, individual) => Task::Build(Node::OneOf([*individual].into())),
                _ => Task::Push(self.arena.children(operand)[0]),
            });
            n_fillers += 1;
        }
        merged.push(Task::Build(join_node(is_meet, n_fillers)));
        merged.push(Task::Build(if is_meet { Node::Only(role) } else { Node::Some(role) }));
        let is_merged = |operand: Term| role_of(operand) == Some(role);
        Some(replaced(is_meet, operands, is_merged, merged))
    }

    /// `(A ⊓ B) ⊔ (A ⊓ C)` is `A ⊓ (B ⊔ C)`, where all operands share `A`.
    fn factored(&self, is_meet: bool, operands: &[Term]) -> Option<Vec<Task>> {
        if !operands.iter().all(|&operand| self.is_join(!is_meet, operand)) {
            return None;
        }
        let key = |term: &Term| self.arena.key(*term);
        let first = self.arena.children(operands[0]);
        let mut common: HashSet<u32, FixedState> = first.iter().map(key).collect();
        for &operand in &operands[1..] {
            let here: HashSet<u32, FixedState> =
                self.arena.children(operand).iter().map(key).collect();
            common.retain(|key| here.contains(key));
        }
        if common.is_empty() {
            return None;
        }
        let mut plan: Vec<Task> = first
            .iter()
            .filter(|term| common.contains(&key(term)))
            .copied()
            .map(Task::Push)
            .collect();
        let n_common = plan.len();
        for &operand in operands {
            let parts = self.arena.children(operand);
            let rest: Vec<Term> =
                parts.iter().filter(|term| !common.contains(&key(term))).copied().collect();
            plan.extend(rest.iter().copied().map(Task::Push));
            plan.push(Task::Build(join_node(!is_meet, rest.len())));
        }
        plan.push(Task::Build(join_node(is_meet, operands.len())));
        plan.push(Task::Build(join_node(!is_meet, n_common + 1)));
        Some(plan)
    }

    fn is_join(&self, is_meet: bool, term: Term) -> bool {
        match self.arena.node(term) {
            Node::And(_) => is_meet,
            Node::Or(_) => !is_meet,
            _ => false,
        }
    }
}

/// The join with some operands replaced by what `merged` builds, at the place of the first.
fn replaced(
    is_meet: bool,
    operands: &[Term],
    is_replaced: impl Fn(Term) -> bool,
    merged: Vec<Task>,
) -> Vec<Task> {
    let mut merged = Some(merged);
    let mut plan = Vec::new();
    let mut n_operands = 0;
    for &operand in operands {
        if !is_replaced(operand) {
            plan.push(Task::Push(operand));
            n_operands += 1;
        } else if let Some(merged) = merged.take() {
            plan.extend(merged);
            n_operands += 1;
        }
    }
    plan.push(Task::Build(join_node(is_meet, n_operands)));
    plan
}

fn join_node(is_meet: bool, n_operands: usize) -> Node {
    if is_meet { Node::And(n_operands as u32) } else { Node::Or(n_operands as u32) }
}
