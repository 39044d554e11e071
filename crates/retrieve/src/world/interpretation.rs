//! A finite interpretation: what saturation derived, read as all that there is.

use evolearner_dl::{
    Concept, DataRestriction, IndividualId, LiteralId, LiteralTable, Node, Quantifier, Role,
};
use evolearner_graph::Saturated;

use crate::bitset::BitSet;

/// The elements are the individuals, one for all names of the same. Whatever is not derived is false.
pub(super) struct Interpretation<'a> {
    pub(super) facts: Saturated,
    pub(super) literals: &'a LiteralTable,
    /// The names that stand for an element.
    pub(super) domain: BitSet,
}

impl<'a> Interpretation<'a> {
    pub(super) fn new(facts: Saturated, n: usize, literals: &'a LiteralTable) -> Self {
        let mut domain = BitSet::empty(n);
        if facts.representatives.is_empty() {
            domain.fill();
        } else {
            for &x in &facts.representatives {
                domain.insert(IndividualId(x));
            }
        }
        Self { facts, literals, domain }
    }

    /// The element that a name denotes.
    pub(super) fn element(&self, name: u32) -> u32 {
        self.facts.representatives.get(name as usize).copied().unwrap_or(name)
    }

    /// Whether a name stands for an element.
    pub(super) fn is_element(&self, name: u32) -> bool {
        self.domain.contains(IndividualId(name))
    }

    /// The elements that an element leads to.
    pub(super) fn successors(&self, role: Role, x: u32) -> impl Iterator<Item = u32> + '_ {
        let row = self.facts.edges[role.property].rows(role).of(x);
        row.iter().copied().filter(|&y| self.is_element(y))
    }

    /// The elements with successors.
    pub(super) fn sources(&self, role: Role) -> impl Iterator<Item = u32> + '_ {
        let rows = self.facts.edges[role.property].rows(role);
        rows.sources().iter().copied().filter(|&x| self.is_element(x))
    }

    /// The values of a data property, element by element.
    pub(super) fn values(
        &self,
        property: evolearner_dl::DataPropertyId,
    ) -> impl Iterator<Item = &[(u32, u32)]> + '_ {
        let rows = self.facts.values[property].chunk_by(|one, other| one.0 == other.0);
        rows.filter(|row| self.is_element(row[0].0))
    }

    /// The instances of a concept.
    pub(super) fn instances(&self, concept: &Concept) -> BitSet {
        self.instances_of_parts(concept).swap_remove(0)
    }

    /// The instances of every part of a concept, in prefix order.
    pub(super) fn instances_of_parts(&self, concept: &Concept) -> Vec<BitSet> {
        let nodes = concept.nodes();
        let mut sets: Vec<BitSet> = vec![BitSet::empty(0); nodes.len()];
        let mut open: Vec<usize> = Vec::new();
        for (index, node) in nodes.iter().enumerate().rev() {
            let children = open.split_off(open.len() - node.arity());
            sets[index] = self.of_node(node, &children, &sets);
            open.push(index);
        }
        sets
    }

    fn of_node(&self, node: &Node, children: &[usize], sets: &[BitSet]) -> BitSet {
        let mut members = BitSet::empty(self.domain.universe());
        match node {
            Node::Top => members.or(&self.domain),
            Node::Bottom => {}
            Node::Class(class) => {
                for &x in &self.facts.classes[*class] {
                    members.insert(IndividualId(x));
                }
                members.and(&self.domain);
            }
            Node::OneOf(individuals) => {
                for individual in individuals {
                    members.insert(IndividualId(self.element(individual.0)));
                }
            }
            Node::HasValue(role, y) => {
                let y = self.element(y.0);
                self.successors(role.inverted(), y).for_each(|x| members.insert(IndividualId(x)));
            }
            Node::HasSelf(role) => {
                let own = |x: &u32| self.successors(*role, *x).any(|y| y == *x);
                self.sources(*role).filter(own).for_each(|x| members.insert(IndividualId(x)));
            }
            Node::Data(restriction) => self.of_data(restriction, &mut members),
            Node::Not => {
                members.or(&self.domain);
                members.and_not(&sets[children[0]]);
            }
            Node::And(_) => {
                members.or(&self.domain);
                for &child in children {
                    members.and(&sets[child]);
                }
            }
            Node::Or(_) => {
                for &child in children {
                    members.or(&sets[child]);
                }
            }
            Node::Some(role) => {
                self.of_count(*role, &sets[children[0]], &mut members, |n| n >= 1);
            }
            Node::Only(role) => {
                let mut outside = self.domain.clone();
                outside.and_not(&sets[children[0]]);
                self.of_count(*role, &outside, &mut members, |n| n == 0);
            }
            Node::AtLeast(least, role) => {
                self.of_count(*role, &sets[children[0]], &mut members, |n| n >= *least as usize);
            }
            Node::AtMost(most, role) => {
                self.of_count(*role, &sets[children[0]], &mut members, |n| n <= *most as usize);
            }
            Node::Exactly(count, role) => {
                self.of_count(*role, &sets[children[0]], &mut members, |n| n == *count as usize);
            }
        }
        members
    }

    fn of_count(
        &self,
        role: Role,
        filler: &BitSet,
        members: &mut BitSet,
        fits: impl Fn(usize) -> bool,
    ) {
        for x in self.domain.iter() {
            let inside = self.successors(role, x.0).filter(|&y| filler.contains(IndividualId(y)));
            if fits(inside.count()) {
                members.insert(x);
            }
        }
    }

    fn of_data(&self, restriction: &DataRestriction, members: &mut BitSet) {
        let fits = |inside: usize, n_values: usize| match restriction.quantifier {
            Quantifier::Some => inside >= 1,
            Quantifier::Only => inside == n_values,
            Quantifier::AtLeast(n) => inside >= n as usize,
            Quantifier::AtMost(n) => inside <= n as usize,
            Quantifier::Exactly(n) => inside == n as usize,
        };
        if fits(0, 0) {
            members.or(&self.domain);
        }
        for row in self.values(restriction.property) {
            let x = IndividualId(row[0].0);
            let distinct = self.distinct(row);
            let is_inside = |id: &&LiteralId| restriction.range.contains(&self.literals.get(**id));
            let inside = distinct.iter().filter(is_inside).count();
            if fits(inside, distinct.len()) {
                members.insert(x);
            } else if members.contains(x) {
                let mut one = BitSet::empty(self.domain.universe());
                one.insert(x);
                members.and_not(&one);
            }
        }
    }

    /// The values of a row, each spelling of one value once.
    pub(super) fn distinct(&self, row: &[(u32, u32)]) -> Vec<LiteralId> {
        let mut distinct: Vec<LiteralId> = Vec::new();
        for &(_, literal) in row {
            let literal = LiteralId(literal);
            if !distinct.iter().any(|&other| self.literals.same_value(other, literal)) {
                distinct.push(literal);
            }
        }
        distinct
    }
}
