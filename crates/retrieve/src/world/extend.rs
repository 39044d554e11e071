//! Facts that make what an interpretation lacks true.
//!
//! A lack is an element that has to be an instance of a concept. Facts are added for it: memberships,
//! edges, values, new elements, names made the same. Nothing is taken back, so that a concept that
//! denies something which holds cannot be met. Of the operands of a union one is chosen.

use std::collections::BTreeMap;

use evolearner_dl::{
    Concept, DataRestriction, Id, IndividualId, LiteralId, Names, Node, Quantifier, Role,
};
use evolearner_owl::{Axiom, Ontology};

use super::axioms::Lack;
use super::interpretation::Interpretation;

/// The most new elements of one interpretation beyond the individuals.
const MAX_NEW: usize = 3000;

/// What was added so far, and the choices of an attempt.
pub(super) struct Extension {
    pub(super) ontology: Ontology,
    /// The individuals that were there before.
    n_named: usize,
    n_new: usize,
    /// Decides which operand of a union is taken, and whether elements share their successors.
    attempt: usize,
    /// The new element that serves all who lack the same successor.
    shared: BTreeMap<(Role, Concept, bool), u32>,
}

/// No facts can meet a lack.
pub(super) struct Impossible;

/// A part of a concept that an element has to satisfy, or its negation.
struct Demand {
    element: u32,
    part: usize,
    wanted: bool,
}

impl Extension {
    pub(super) fn new(ontology: Ontology, attempt: usize) -> Self {
        let n_named = ontology.symbols.individuals.len();
        Self { ontology, n_named, n_new: 0, attempt, shared: BTreeMap::new() }
    }

    /// The number of elements, new ones included.
    pub(super) fn len(&self) -> usize {
        self.n_named + self.n_new
    }

    /// Adds facts for everything that is lacking.
    pub(super) fn meet(
        &mut self,
        model: &Interpretation<'_>,
        lacks: &[Lack],
    ) -> Result<(), Impossible> {
        for (index, group) in lacks.chunk_by(|one, other| one.1 == other.1).enumerate() {
            let concept = &group[0].1;
            let parts = model.instances_of_parts(concept);
            for &(element, _) in group {
                let mut demands = vec![Demand { element, part: 0, wanted: true }];
                while let Some(demand) = demands.pop() {
                    self.meet_one(model, concept, &parts, &demand, index, &mut demands)?;
                }
            }
        }
        self.name_new_elements();
        Ok(())
    }

    fn meet_one(
        &mut self,
        model: &Interpretation<'_>,
        concept: &Concept,
        parts: &[crate::BitSet],
        &Demand { element, part, wanted }: &Demand,
        salt: usize,
        demands: &mut Vec<Demand>,
    ) -> Result<(), Impossible> {
        // Of elements that are new since the last saturation nothing holds yet.
        let is_known = (element as usize) < model.domain.universe();
        let holds = |part: usize, x: u32| {
            (x as usize) < model.domain.universe() && parts[part].contains(IndividualId(x))
        };
        if is_known && holds(part, element) == wanted {
            return Ok(());
        }
        let successors = |role| {
            let all: Vec<u32> =
                if is_known { model.successors(role, element).collect() } else { Vec::new() };
            all
        };
        let node = &concept.nodes()[part];
        match (node, wanted) {
            (Node::Top, true) | (Node::Bottom, false) => {}
            (Node::Top, false) | (Node::Bottom, true) => return Err(Impossible),
            (Node::Class(class), true) => {
                self.ontology.assertions.classes[*class].push(IndividualId(element));
            }
            (Node::HasValue(role, y), true) => self.edge(*role, element, y.0),
            (Node::HasSelf(role), true) => self.edge(*role, element, element),
            (Node::OneOf(names), true) => {
                let name = names.get(self.attempt % names.len().max(1)).ok_or(Impossible)?;
                self.same(element, name.0);
            }
            (Node::Data(restriction), true) => self.value(model, restriction, element)?,
            // What holds is not taken back; of a new element it does not hold.
            (
                Node::Class(_)
                | Node::HasValue(..)
                | Node::HasSelf(_)
                | Node::OneOf(_)
                | Node::Data(_),
                false,
            ) => {
                if is_known {
                    return Err(Impossible);
                }
            }
            (Node::Not, _) => demands.push(Demand { element, part: part + 1, wanted: !wanted }),
            (Node::And(n), true) | (Node::Or(n), false) => {
                for part in operands(concept, part, *n) {
                    demands.push(Demand { element, part, wanted });
                }
            }
            (Node::Or(n), true) | (Node::And(n), false) => {
                let could = |&part: &usize| !is_known || !is_settled(concept, part, wanted);
                let possible: Vec<usize> =
                    operands(concept, part, *n).into_iter().filter(could).collect();
                let turn = self.attempt / 2 + salt * usize::from(self.attempt > 3);
                let part = possible.get(turn % possible.len().max(1)).ok_or(Impossible)?;
                demands.push(Demand { element, part: *part, wanted });
            }
            (Node::Some(role), true) | (Node::Only(role), false) => {
                let shares = self.attempt.is_multiple_of(2);
                self.new_successors(concept, element, *role, part, wanted, 1, shares, demands)?;
            }
            (Node::Some(role), false) | (Node::Only(role), true) => {
                for y in successors(*role) {
                    demands.push(Demand { element: y, part: part + 1, wanted });
                }
            }
            (Node::AtLeast(count, role), true) => {
                self.new_successors(concept, element, *role, part, true, *count, false, demands)?;
            }
            (Node::AtMost(count, role), false) => {
                let least = count.saturating_add(1);
                self.new_successors(concept, element, *role, part, true, least, false, demands)?;
            }
            (Node::AtLeast(least, role), false) => {
                let most = least.checked_sub(1).ok_or(Impossible)?;
                let inside = successors(*role).into_iter().filter(|&y| holds(part + 1, y));
                self.merge(&inside.collect::<Vec<_>>(), most)?;
            }
            (Node::AtMost(most, role), true) => {
                let inside = successors(*role).into_iter().filter(|&y| holds(part + 1, y));
                self.merge(&inside.collect::<Vec<_>>(), *most)?;
            }
            (Node::Exactly(count, role), _) => {
                let inside: Vec<u32> =
                    successors(*role).into_iter().filter(|&y| holds(part + 1, y)).collect();
                let n_inside = inside.len() as u32;
                if wanted && n_inside > *count {
                    self.merge(&inside, *count)?;
                } else {
                    let n = if wanted { count - n_inside } else { 1 };
                    self.new_successors(concept, element, *role, part, true, n, false, demands)?;
                }
            }
        }
        Ok(())
    }

    fn edge(&mut self, role: Role, from: u32, to: u32) {
        let (subject, object) = if role.inverse { (to, from) } else { (from, to) };
        let pair = (IndividualId(subject), IndividualId(object));
        self.ontology.assertions.objects[role.property].push(pair);
    }

    fn same(&mut self, one: u32, other: u32) {
        self.ontology
            .axioms
            .push(Axiom::SameIndividual(vec![IndividualId(one), IndividualId(other)]));
    }

    /// Makes so many of these names denote one element that `most` are left.
    fn merge(&mut self, names: &[u32], most: u32) -> Result<(), Impossible> {
        if most == 0 {
            return Err(Impossible);
        }
        let kept = (most as usize).min(names.len());
        for (index, &name) in names[kept..].iter().enumerate() {
            let with = (self.attempt / 2 + index) % kept;
            self.same(names[with], name);
        }
        Ok(())
    }

    #[expect(clippy::too_many_arguments, reason = "one demand with its place")]
    fn new_successors(
        &mut self,
        concept: &Concept,
        element: u32,
        role: Role,
        part: usize,
        wanted: bool,
        count: u32,
        shares: bool,
        demands: &mut Vec<Demand>,
    ) -> Result<(), Impossible> {
        let filler = part + 1;
        let nodes = concept.nodes()[filler..concept.subtree_end(filler)].to_vec();
        let key = (role, Concept::from_preorder(nodes).ok_or(Impossible)?, wanted);
        if shares && let Some(&known) = self.shared.get(&key) {
            self.edge(role, element, known);
            return Ok(());
        }
        for _ in 0..count {
            if self.n_new >= MAX_NEW {
                return Err(Impossible);
            }
            let new = self.len() as u32;
            self.n_new += 1;
            self.edge(role, element, new);
            demands.push(Demand { element: new, part: filler, wanted });
            self.shared.insert(key.clone(), new);
        }
        Ok(())
    }

    /// Adds a value of the range, one that some individual has.
    fn value(
        &mut self,
        model: &Interpretation<'_>,
        restriction: &DataRestriction,
        element: u32,
    ) -> Result<(), Impossible> {
        if !matches!(restriction.quantifier, Quantifier::Some | Quantifier::AtLeast(1)) {
            return Err(Impossible);
        }
        let literals = model.literals;
        let mut used: Vec<u32> =
            model.facts.values[restriction.property].iter().map(|pair| pair.1).collect();
        used.sort_unstable();
        used.dedup();
        let mut used = used.into_iter().map(LiteralId);
        let value = used.find(|&id| restriction.range.contains(&literals.get(id)));
        let pair = (IndividualId(element), value.ok_or(Impossible)?);
        self.ontology.assertions.data[restriction.property].push(pair);
        Ok(())
    }

    /// Gives new elements names behind all others.
    fn name_new_elements(&mut self) {
        if self.ontology.symbols.individuals.len() == self.len() {
            return;
        }
        let new: Vec<String> =
            (0..self.n_new).map(|index| format!("\u{10FFFF}{index:09}")).collect();
        let old = &self.ontology.symbols.individuals;
        let old = (0..self.n_named).map(|index| old.get(IndividualId::new(index)));
        self.ontology.symbols.individuals =
            Names::from_sorted(old.chain(new.iter().map(String::as_str)));
    }
}

/// Where the operands of a join start.
fn operands(concept: &Concept, part: usize, n: u32) -> Vec<usize> {
    let mut starts = Vec::with_capacity(n as usize);
    let mut at = part + 1;
    for _ in 0..n {
        starts.push(at);
        at = concept.subtree_end(at);
    }
    starts
}

/// Whether a part that an element does not satisfy can never be satisfied by more facts: it denies
/// something that holds, or is `⊥`.
fn is_settled(concept: &Concept, part: usize, wanted: bool) -> bool {
    let (mut part, mut wanted) = (part, wanted);
    while matches!(concept.nodes()[part], Node::Not) {
        (part, wanted) = (part + 1, !wanted);
    }
    match concept.nodes()[part] {
        Node::Bottom => wanted,
        Node::Top
        | Node::Class(_)
        | Node::HasValue(..)
        | Node::HasSelf(_)
        | Node::OneOf(_)
        | Node::Data(_) => !wanted,
        _ => false,
    }
}
