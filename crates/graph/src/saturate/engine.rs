//! The rules, run until nothing new follows.
//!
//! An *element* is an individual (`0..n`) or an unnamed successor (`n..`, see `unnamed.rs`). What is
//! known is a set of elements per literal. Each new fact is looked at once: it waits in the list
//! of its literal, and a literal's list is worked off as a whole, set by set.

use evolearner_dl::{Budget, IdVec, ObjectPropertyId, Role, Stopped};

use super::atoms::{Atom, Lit};
use super::roles::RoleBox;
use super::sameness::Sameness;
use super::tbox::TBox;
use super::unnamed::Unnamed;
use crate::adjacency::Adjacency;
use crate::set::GrowingSet;

/// Edges of all properties.
pub(super) type Edges = IdVec<ObjectPropertyId, Adjacency>;

/// Facts about elements, growing.
pub(super) struct Engine<'a> {
    pub(super) n: u32,
    pub(super) tbox: &'a TBox,
    pub(super) roles: &'a RoleBox,
    pub(super) edges: &'a Edges,
    /// Which names denote one individual; facts are about the representatives.
    pub(super) names: &'a Sameness,
    /// The elements of each literal.
    pub(super) known: Vec<GrowingSet>,
    /// Those of them whose consequences are still to be drawn.
    fresh: Vec<Vec<u32>>,
    /// The literals with fresh elements.
    waiting: Vec<Lit>,
    pub(super) unnamed: Unnamed,
    /// Edges between individuals that follow from memberships.
    pub(super) new_edges: Vec<(Role, u32, u32)>,
    pub(super) budget: &'a Budget,
    /// Edges and memberships known so far.
    pub(super) n_facts: usize,
}

impl<'a> Engine<'a> {
    pub(super) fn new(
        tbox: &'a TBox,
        roles: &'a RoleBox,
        edges: &'a Edges,
        names: &'a Sameness,
        budget: &'a Budget,
    ) -> Result<Self, Stopped> {
        let n_lits = tbox.implies.len();
        let mut engine = Self {
            n: names.len() as u32,
            tbox,
            roles,
            edges,
            names,
            known: vec![GrowingSet::default(); n_lits],
            fresh: vec![Vec::new(); n_lits],
            waiting: Vec::new(),
            unnamed: Unnamed::new(tbox, roles),
            new_edges: Vec::new(),
            budget,
            n_facts: edges.values().iter().map(|edges| edges.forward.n_edges()).sum(),
        };
        for &lit in tbox.universal.iter().filter(|lit| tbox.useful[lit.index()]) {
            for element in names.representatives() {
                engine.insert(lit, element);
            }
            engine.check_budget()?;
        }
        engine.start_from_edges();
        Ok(engine)
    }

    /// Whether what is known is within the budget.
    pub(super) fn check_budget(&self) -> Result<(), Stopped> {
        self.budget.check_facts(self.n_facts)
    }

    /// What the edges alone say: who has a successor, who is its own.
    fn start_from_edges(&mut self) {
        if self.edges.is_empty() {
            return;
        }
        for (index, atom) in self.tbox.atoms.iter() {
            match atom {
                Atom::Some(role, Lit::TOP) => {
                    let edges: &'a Edges = self.edges;
                    let sources = edges[role.property].rows(*role).sources();
                    self.insert_all(Lit::of(index), sources.iter().copied());
                }
                Atom::HasSelf(role) => {
                    let edges: &'a Edges = self.edges;
                    for (source, targets) in edges[role.property].forward.iter() {
                        if targets.binary_search(&source).is_ok() {
                            self.insert(Lit::of(index), source);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    pub(super) fn knows(&self, lit: Lit, element: u32) -> bool {
        lit == Lit::TOP || self.known[lit.index()].contains(element)
    }

    /// Adds a fact.
    pub(super) fn insert(&mut self, lit: Lit, element: u32) {
        if lit == Lit::TOP {
            return;
        }
        let index = lit.index();
        // Of unnamed elements everything is kept: they are few, and a contradiction in one of them
        // is found nowhere else.
        let is_kept = self.tbox.useful[index] || lit == Lit::BOTTOM || element >= self.n;
        if is_kept && self.known[index].insert(element) {
            self.n_facts += 1;
            if self.fresh[index].is_empty() {
                self.waiting.push(lit);
            }
            self.fresh[index].push(element);
            if self.known[lit.not().index()].contains(element) {
                self.insert(Lit::BOTTOM, element);
            }
        }
    }

    /// Adds a fact about each of some elements: what is the same for all of them is looked at once.
    pub(super) fn insert_all(&mut self, lit: Lit, elements: impl IntoIterator<Item = u32>) {
        let (index, negated) = (lit.index(), lit.not().index());
        let can_clash = lit == Lit::TOP || !self.known[negated].is_empty();
        if can_clash || !(self.tbox.useful[index] || lit == Lit::BOTTOM) {
            for element in elements {
                self.insert(lit, element);
            }
            return;
        }
        let (known, fresh) = (&mut self.known[index], &mut self.fresh[index]);
        let n_before = fresh.len();
        fresh.extend(elements.into_iter().filter(|&element| known.insert(element)));
        self.n_facts += fresh.len() - n_before;
        if n_before == 0 && !fresh.is_empty() {
            self.waiting.push(lit);
        }
    }

    /// Draws all consequences of the facts that wait.
    pub(super) fn propagate(&mut self) -> Result<(), Stopped> {
        while let Some(lit) = self.waiting.pop() {
            let elements = std::mem::take(&mut self.fresh[lit.index()]);
            self.apply(lit, &elements)?;
        }
        Ok(())
    }

    fn apply(&mut self, lit: Lit, elements: &[u32]) -> Result<(), Stopped> {
        let tbox: &'a TBox = self.tbox;
        if lit == Lit::BOTTOM {
            // What cannot be cannot be a successor either.
            for &element in elements {
                for at in 0..self.n_incoming(element) {
                    let (_, predecessor) = self.incoming(element, at);
                    self.insert(Lit::BOTTOM, predecessor);
                }
            }
            return Ok(());
        }
        self.check_budget()?;
        for &sup in &tbox.implies[lit.index()] {
            self.check_budget()?;
            let first = if tbox.useful[sup.index()] || sup == Lit::BOTTOM { 0 } else { self.n };
            self.insert_all(sup, elements.iter().copied().filter(|&element| element >= first));
        }
        for &meet in &tbox.in_meet[lit.index()] {
            for &element in elements {
                self.operand_holds(meet as usize, element);
            }
        }
        for &meet in &tbox.in_meet[lit.not().index()] {
            self.insert_all(Lit::of(meet as usize).not(), elements.iter().copied());
        }
        match tbox.atoms.get(lit.atom()) {
            Atom::And(operands) if !lit.is_negated() => {
                for &operand in operands {
                    self.insert_all(operand, elements.iter().copied());
                }
            }
            Atom::And(_) => {
                for &element in elements {
                    self.operand_holds(lit.atom(), element);
                }
            }
            Atom::Some(role, filler) => self.apply_existential(lit, *role, *filler, elements)?,
            Atom::HasSelf(role) if !lit.is_negated() => {
                for &element in elements.iter().filter(|&&element| element < self.n) {
                    self.new_edges.push((*role, element, element));
                }
            }
            _ => {}
        }
        for &existential in &tbox.filled_by[lit.index()] {
            let Atom::Some(role, _) = tbox.atoms.get(existential as usize) else { continue };
            self.insert_predecessors(Lit::of(existential as usize), *role, lit, elements)?;
        }
        Ok(())
    }

    /// With all operands the meet holds; if the meet is known not to hold and all operands but one
    /// do, that one does not.
    fn operand_holds(&mut self, meet: usize, element: u32) {
        let tbox: &'a TBox = self.tbox;
        let Atom::And(operands) = tbox.atoms.get(meet) else { return };
        let mut missing = None;
        for &operand in operands {
            if !self.knows(operand, element) {
                if missing.is_some() {
                    return;
                }
                missing = Some(operand);
            }
        }
        match missing {
            None => self.insert(Lit::of(meet), element),
            Some(last) if self.knows(Lit::of(meet).not(), element) => {
                self.insert(last.not(), element);
            }
            Some(_) => {}
        }
    }

    /// `∃ r.C` is known of elements, or is known not to hold of them.
    fn apply_existential(
        &mut self,
        lit: Lit,
        role: Role,
        filler: Lit,
        elements: &[u32],
    ) -> Result<(), Stopped> {
        let is_transitive = self.roles.is_transitive(role);
        if lit.is_negated() {
            let edges: &'a Edges = self.edges;
            for &element in elements {
                self.check_budget()?;
                if element < self.n && !edges.is_empty() {
                    for &successor in edges[role.property].rows(role).of(element) {
                        self.insert(filler.not(), successor);
                        if is_transitive {
                            self.insert(lit, successor);
                        }
                    }
                }
                // Read from its own end: who leads here by the inverse is not in the filler.
                for at in 0..self.n_incoming(element) {
                    let (incoming, predecessor) = self.incoming(element, at);
                    if self.roles.is_sub(incoming.inverted(), role) {
                        self.insert(filler.not(), predecessor);
                        if is_transitive {
                            self.insert(lit, predecessor);
                        }
                    }
                }
            }
        } else if is_transitive {
            self.insert_predecessors(lit, role, lit, elements)?;
        }
        Ok(())
    }

    /// Adds `target` to everything with a `role`-edge into one of the elements, all of which have
    /// `lit`.
    fn insert_predecessors(
        &mut self,
        target: Lit,
        role: Role,
        lit: Lit,
        elements: &[u32],
    ) -> Result<(), Stopped> {
        let edges: &'a Edges = self.edges;
        if !edges.is_empty() {
            let rows = edges[role.property].rows(role.inverted());
            if elements.len() > rows.sources().len() / 8 {
                for (element, predecessors) in rows.iter() {
                    if self.known[lit.index()].contains(element) {
                        self.check_budget()?;
                        for &predecessor in predecessors {
                            self.insert(target, predecessor);
                        }
                    }
                }
            } else {
                for &element in elements {
                    self.check_budget()?;
                    for &predecessor in rows.of(element) {
                        self.insert(target, predecessor);
                    }
                }
            }
        }
        if !self.unnamed.is_empty() {
            for &element in elements {
                for at in 0..self.n_incoming(element) {
                    let (incoming, predecessor) = self.incoming(element, at);
                    if self.roles.is_sub(incoming, role) {
                        self.insert(target, predecessor);
                    }
                }
            }
        }
        Ok(())
    }
}
