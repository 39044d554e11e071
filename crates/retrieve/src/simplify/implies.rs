//! What can be seen at a glance to follow from what.
//!
//! Three questions about two simple terms, each answered `true` only where it is certain. They are
//! asked of every pair of operands, so they look at a bounded number of subterms and then give up.

use std::cell::Cell;

use evolearner_dl::{DataRange, Node, Quantifier, Role};

use super::range::{exclude, range_implies};
use super::{Arena, Simplifier, Term};
use crate::knowledge::Knowledge;
use evolearner_dl::Forall;

/// How many pairs of subterms one question may look at. It also bounds the recursion.
const FUEL: u32 = 100;

impl Simplifier<'_> {
    /// Whether every instance of one is known to be an instance of the other.
    pub(super) fn implies(&self, one: Term, other: Term) -> bool {
        self.glance().implies(one, other)
    }

    /// Whether the two are known to share no instance.
    pub(super) fn exclude(&self, one: Term, other: Term) -> bool {
        self.glance().exclude(one, other)
    }

    /// Whether everything is known to be an instance of one of the two.
    pub(super) fn cover(&self, one: Term, other: Term) -> bool {
        self.glance().cover(one, other)
    }

    fn glance(&self) -> Glance<'_> {
        Glance { arena: &self.arena, knowledge: &self.knowledge, fuel: Cell::new(FUEL) }
    }
}

struct Glance<'a> {
    arena: &'a Arena,
    knowledge: &'a Knowledge<'a>,
    fuel: Cell<u32>,
}

/// What a restriction is on.
#[derive(PartialEq)]
enum Subject {
    Role(Role),
    Data(evolearner_dl::DataPropertyId),
}

/// What a restriction asks for.
enum Filler<'a> {
    Term(Term),
    Range(&'a DataRange),
}

impl<'a> Glance<'a> {
    fn is_spent(&self) -> bool {
        let rest = self.fuel.get();
        self.fuel.set(rest.saturating_sub(1));
        rest == 0
    }

    fn all(&self, term: Term, test: impl Fn(Term) -> bool) -> bool {
        self.arena.children(term).iter().all(|&child| test(child))
    }

    fn any(&self, term: Term, test: impl Fn(Term) -> bool) -> bool {
        self.arena.children(term).iter().any(|&child| test(child))
    }

    fn implies(&self, one: Term, other: Term) -> bool {
        if self.is_spent() {
            return false;
        }
        if self.arena.key(one) == self.arena.key(other) {
            return true;
        }
        let (one_node, other_node) = (self.arena.node(one), self.arena.node(other));
        match (one_node, other_node) {
            (Node::Bottom, _) | (_, Node::Top) => return true,
            (Node::Or(_), _) => return self.all(one, |one| self.implies(one, other)),
            (_, Node::And(_)) => return self.all(other, |other| self.implies(one, other)),
            _ => {}
        }
        if matches!(one_node, Node::And(_)) && self.any(one, |one| self.implies(one, other)) {
            return true;
        }
        if matches!(other_node, Node::Or(_)) && self.any(other, |other| self.implies(one, other)) {
            return true;
        }
        match (one_node, other_node) {
            (Node::Class(one), Node::Class(other)) => self.knowledge.is_subclass(*one, *other),
            (_, Node::Not) => self.exclude(one, self.arena.children(other)[0]),
            (Node::OneOf(one), Node::OneOf(other)) => one.iter().all(|x| other.contains(x)),
            (_, Node::Class(class)) => self
                .needs_successor(one)
                .is_some_and(|role| self.knowledge.leads_into(role.inverted(), *class)),
            (Node::HasValue(role, individual), Node::Some(other_role)) => {
                role == other_role
                    && match self.arena.node(self.arena.children(other)[0]) {
                        Node::Top => true,
                        Node::OneOf(individuals) => individuals.contains(individual),
                        _ => false,
                    }
            }
            (Node::HasSelf(role), Node::Some(other_role)) => {
                role.property == other_role.property
                    && *self.arena.node(self.arena.children(other)[0]) == Node::Top
            }
            // ¬ ∃ r.C says that there are none, which is at most any number.
            (Node::Not, _) => {
                match (self.restriction(self.arena.children(one)[0]), self.restriction(other)) {
                    (
                        Some((on, Quantifier::Some, none)),
                        Some((other_on, Quantifier::AtMost(_), few)),
                    ) => on == other_on && self.filler_implies(&few, &none),
                    _ => false,
                }
            }
            _ => match (self.restriction(one), self.restriction(other)) {
                (
                    Some((on, quantifier, filler)),
                    Some((other_on, other_quantifier, other_filler)),
                ) => {
                    on == other_on
                        && self.quantifier_implies(
                            quantifier,
                            other_quantifier,
                            || self.filler_implies(&filler, &other_filler),
                            || self.filler_implies(&other_filler, &filler),
                        )
                }
                _ => false,
            },
        }
    }

    fn exclude(&self, one: Term, other: Term) -> bool {
        if self.is_spent() {
            return false;
        }
        let (one_node, other_node) = (self.arena.node(one), self.arena.node(other));
        match (one_node, other_node) {
            (Node::Bottom, _) | (_, Node::Bottom) => return true,
            (Node::Or(_), _) => return self.all(one, |one| self.exclude(one, other)),
            (_, Node::Or(_)) => return self.all(other, |other| self.exclude(one, other)),
            _ => {}
        }
        if matches!(one_node, Node::And(_)) && self.any(one, |one| self.exclude(one, other)) {
            return true;
        }
        if matches!(other_node, Node::And(_)) && self.any(other, |other| self.exclude(one, other)) {
            return true;
        }
        match (one_node, other_node) {
            (_, Node::Not) => self.implies(one, self.arena.children(other)[0]),
            (Node::Not, _) => self.implies(other, self.arena.children(one)[0]),
            (Node::Class(one), Node::Class(other)) => self.knowledge.are_disjoint(*one, *other),
            (Node::OneOf(one), Node::OneOf(other)) => !one.iter().any(|x| other.contains(x)),
            (_, Node::Class(class)) => self.domain_excludes(one, *class),
            (Node::Class(class), _) => self.domain_excludes(other, *class),
            _ => match (self.restriction(one), self.restriction(other)) {
                (
                    Some((on, quantifier, filler)),
                    Some((other_on, other_quantifier, other_filler)),
                ) => {
                    on == other_on
                        && (self.quantifiers_exclude(
                            quantifier,
                            other_quantifier,
                            &filler,
                            &other_filler,
                        ) || self.quantifiers_exclude(
                            other_quantifier,
                            quantifier,
                            &other_filler,
                            &filler,
                        ))
                }
                _ => false,
            },
        }
    }

    fn cover(&self, one: Term, other: Term) -> bool {
        if self.is_spent() {
            return false;
        }
        let (one_node, other_node) = (self.arena.node(one), self.arena.node(other));
        match (one_node, other_node) {
            (Node::Top, _) | (_, Node::Top) => return true,
            (Node::And(_), _) => return self.all(one, |one| self.cover(one, other)),
            (_, Node::And(_)) => return self.all(other, |other| self.cover(one, other)),
            (Node::Or(_), _) if self.any(one, |one| self.cover(one, other)) => return true,
            (_, Node::Or(_)) if self.any(other, |other| self.cover(one, other)) => return true,
            (_, Node::Not) => return self.implies(self.arena.children(other)[0], one),
            (Node::Not, _) => return self.implies(self.arena.children(one)[0], other),
            _ => {}
        }
        let few_or_many =
            |few: Term, many: Term| match (self.restriction(few), self.restriction(many)) {
                (Some((on, Quantifier::AtMost(most), few)), Some((other_on, quantifier, many))) => {
                    let least = match quantifier {
                        Quantifier::Some => 1,
                        Quantifier::AtLeast(least) => least,
                        _ => return false,
                    };
                    on == other_on
                        && least <= most.saturating_add(1)
                        && self.filler_implies(&few, &many)
                }
                _ => false,
            };
        few_or_many(one, other) || few_or_many(other, one)
    }

    /// A term as a restriction on a role or a data property.
    fn restriction(&self, term: Term) -> Option<(Subject, Quantifier, Filler<'a>)> {
        let (role, quantifier) = match self.arena.node(term) {
            Node::Some(role) => (*role, Quantifier::Some),
            Node::Only(role) => (*role, Quantifier::Only),
            Node::AtLeast(n, role) => (*role, Quantifier::AtLeast(*n)),
            Node::AtMost(n, role) => (*role, Quantifier::AtMost(*n)),
            Node::Exactly(n, role) => (*role, Quantifier::Exactly(*n)),
            Node::Data(data) => {
                let range = Filler::Range(&data.range);
                return Some((Subject::Data(data.property), data.quantifier, range));
            }
            _ => return None,
        };
        Some((Subject::Role(role), quantifier, Filler::Term(self.arena.children(term)[0])))
    }

    /// The role of which an instance of the term has a successor for certain.
    fn needs_successor(&self, term: Term) -> Option<Role> {
        match self.arena.node(term) {
            Node::HasValue(role, _) | Node::HasSelf(role) => Some(*role),
            _ => match self.restriction(term)? {
                (Subject::Role(role), quantifier, _) if least(quantifier) > 0 => Some(role),
                _ => None,
            },
        }
    }

    fn domain_excludes(&self, term: Term, class: evolearner_dl::ClassId) -> bool {
        self.needs_successor(term)
            .is_some_and(|role| self.knowledge.leads_past(role.inverted(), class))
    }

    fn filler_implies(&self, one: &Filler<'_>, other: &Filler<'_>) -> bool {
        match (one, other) {
            (Filler::Term(one), Filler::Term(other)) => self.implies(*one, *other),
            (Filler::Range(one), Filler::Range(other)) => range_implies(one, other),
            _ => false,
        }
    }

    /// `up`: the first filler implies the second; `down`: the other way.
    fn quantifier_implies(
        &self,
        one: Quantifier,
        other: Quantifier,
        up: impl FnOnce() -> bool,
        down: impl FnOnce() -> bool,
    ) -> bool {
        let is_nonempty = self.knowledge.forall() == Forall::Nonempty;
        match (one, other) {
            (Quantifier::Only, Quantifier::Only) => up(),
            (Quantifier::Only, Quantifier::Some) => is_nonempty && up(),
            (_, Quantifier::Only) => false,
            (_, Quantifier::Some) => least(one) >= 1 && up(),
            (_, Quantifier::AtLeast(n)) => least(one) >= n && up(),
            (_, Quantifier::AtMost(n)) => most(one).is_some_and(|most| most <= n) && down(),
            (_, Quantifier::Exactly(_)) => one == other && up() && down(),
        }
    }

    /// Whether the first asks for more than the second allows.
    fn quantifiers_exclude(
        &self,
        many: Quantifier,
        few: Quantifier,
        filler: &Filler<'_>,
        few_filler: &Filler<'_>,
    ) -> bool {
        let fillers_exclude = || match (filler, few_filler) {
            (Filler::Term(one), Filler::Term(other)) => self.exclude(*one, *other),
            (Filler::Range(one), Filler::Range(other)) => exclude(one, other),
            _ => false,
        };
        match few {
            Quantifier::Only => least(many) >= 1 && fillers_exclude(),
            _ => {
                most(few).is_some_and(|most| least(many) > most)
                    && self.filler_implies(filler, few_filler)
            }
        }
    }
}

/// How many there are at least.
fn least(quantifier: Quantifier) -> u32 {
    match quantifier {
        Quantifier::Some => 1,
        Quantifier::AtLeast(n) | Quantifier::Exactly(n) => n,
        Quantifier::Only | Quantifier::AtMost(_) => 0,
    }
}

/// How many there are at most, if that is limited.
fn most(quantifier: Quantifier) -> Option<u32> {
    match quantifier {
        Quantifier::AtMost(n) | Quantifier::Exactly(n) => Some(n),
        _ => None,
    }
}
