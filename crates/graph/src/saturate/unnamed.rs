//! Successors that must exist but have no name.
//!
//! Of `x : ∃ r.C` it follows that x has an r-successor in C. What more is known of that successor
//! depends on C and on what x passes along the edge (its universals, the range, inverse roles),
//! and on nothing else. So one element serves all x that pass the same: it is called by the set of
//! literals that it starts with, its *core*, and there are only as many as there are cores.
//! Facts flow back from it to every x (`∃ s.D` for what it turned out to be).

use evolearner_dl::{Role, Stopped};
use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::atoms::{Atom, Lit};
use super::engine::{Edges, Engine};
use super::roles::RoleBox;
use super::tbox::TBox;

/// The most unnamed elements per literal. There are as many as there are different cores: about one
/// per existential in ontologies of practice, exponentially many in constructed ones.
const MAX_PER_LITERAL: usize = 2;
/// The most unnamed elements where there are few literals.
const MAX_OF_FEW: usize = 200;

/// An existential or a minimum, as an obligation to have successors.
pub(super) struct Obligation {
    lit: Lit,
    pub(super) count: u32,
    pub(super) role: Role,
    filler: Lit,
    /// The flows along its role, by number.
    along: usize,
}

/// At most one successor: of elements with the literal, by the role, in the filler.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Bound {
    of: Lit,
    role: Role,
    filler: Lit,
}

/// What flows along the edges of a role.
struct Along {
    role: Role,
    /// If an element has the first, its successor has the second.
    passes: Vec<(Lit, Lit)>,
    /// If the successor has the first, the element has the second.
    returns: Vec<(Lit, Lit)>,
    /// Bounds on the role or one above it.
    bounds: Vec<Bound>,
    /// Whether successors by this role are counted.
    is_counted: bool,
}

/// The literals that follow for an element from having an unnamed element as a successor. They are
/// kept because many elements in a row need the same ones; what becomes known in between is passed
/// on by the rules.
#[derive(Default)]
struct Returned {
    from: Option<(usize, u32)>,
    lits: Vec<Lit>,
}

/// The unnamed elements and the edges that lead to them.
pub(super) struct Unnamed {
    by_core: HashMap<Box<[Lit]>, u32, FixedState>,
    /// The edges into each unnamed element.
    incoming: Vec<Vec<(Role, u32)>>,
    pub(super) obligations: Vec<Obligation>,
    along: Vec<Along>,
    /// The unnamed element that meets an obligation of an element.
    pub(super) met_by: HashMap<(u32, u32), u32, FixedState>,
}

impl Unnamed {
    pub(super) fn new(tbox: &TBox, roles: &RoleBox) -> Self {
        let mut obligations = Vec::new();
        let mut along: Vec<Along> = Vec::new();
        for (index, atom) in tbox.atoms.iter() {
            let (count, role, filler) = match atom {
                Atom::Some(role, filler) => (1, *role, *filler),
                Atom::AtLeast(count, role, filler) => (*count, *role, *filler),
                _ => continue,
            };
            let flows = along.iter().position(|along| along.role == role);
            let along_idx = flows.unwrap_or_else(|| {
                along.push(Along::new(tbox, roles, role));
                along.len() - 1
            });
            obligations.push(Obligation {
                lit: Lit::of(index),
                count,
                role,
                filler,
                along: along_idx,
            });
        }
        Self {
            by_core: HashMap::default(),
            incoming: Vec::new(),
            obligations,
            along,
            met_by: HashMap::default(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.incoming.is_empty()
    }
}

impl Along {
    fn new(tbox: &TBox, roles: &RoleBox, role: Role) -> Self {
        let mut passes = Vec::new();
        let mut returns = Vec::new();
        let mut bounds: Vec<Bound> = roles
            .functional_roles()
            .filter(|&sup| roles.is_sub(role, sup))
            .map(|sup| Bound { of: Lit::TOP, role: sup, filler: Lit::TOP })
            .collect();
        let mut is_counted = false;
        for (index, atom) in tbox.atoms.iter() {
            let exists = Lit::of(index);
            let (other, filler) = match atom {
                Atom::Some(other, filler) => (*other, *filler),
                Atom::AtLeast(count, other, filler) => {
                    if roles.is_sub(role, *other) {
                        is_counted = true;
                        if *count == 2 {
                            bounds.push(Bound { of: exists.not(), role: *other, filler: *filler });
                        }
                    }
                    continue;
                }
                _ => continue,
            };
            let is_transitive = roles.is_transitive(other);
            if roles.is_sub(role, other) {
                passes.push((exists.not(), filler.not()));
                // That there is a successor at all follows without one.
                if filler != Lit::TOP {
                    returns.push((filler, exists));
                }
                if is_transitive {
                    passes.push((exists.not(), exists.not()));
                    returns.push((exists, exists));
                }
            }
            if roles.is_sub(role.inverted(), other) {
                passes.push((filler, exists));
                returns.push((exists.not(), filler.not()));
                if is_transitive {
                    passes.push((exists, exists));
                    returns.push((exists.not(), exists.not()));
                }
            }
        }
        Self { role, passes, returns, bounds, is_counted }
    }

    /// Whether anything could follow for the predecessor from a successor in the filler.
    fn can_matter(&self, filler: Lit) -> bool {
        self.is_counted
            || !self.bounds.is_empty()
            || self.returns.iter().any(|&(has, _)| has != filler)
    }
}

impl<'a> Engine<'a> {
    /// The number of edges into an element from which facts flow back; none for an individual.
    pub(super) fn n_incoming(&self, element: u32) -> usize {
        element.checked_sub(self.n).map_or(0, |index| self.unnamed.incoming[index as usize].len())
    }

    /// One of them.
    pub(super) fn incoming(&self, element: u32, at: usize) -> (Role, u32) {
        self.unnamed.incoming[(element - self.n) as usize][at]
    }

    /// Whether reasoning through unnamed successors was cut short.
    pub(super) fn is_cut_short(&self) -> bool {
        self.unnamed.incoming.len() >= MAX_OF_FEW + MAX_PER_LITERAL * self.known.len()
    }

    /// The unnamed element with that core.
    pub(super) fn unnamed_element(&mut self, mut core: Vec<Lit>) -> u32 {
        core.sort_unstable();
        core.dedup();
        if let Some(&known) = self.unnamed.by_core.get(core.as_slice()) {
            return known;
        }
        let element = self.n + self.unnamed.incoming.len() as u32;
        self.unnamed.incoming.push(Vec::new());
        let tbox: &'a TBox = self.tbox;
        for &lit in core.iter().chain(&tbox.universal) {
            self.insert(lit, element);
        }
        self.unnamed.by_core.insert(core.into(), element);
        element
    }

    /// Meets every obligation by an individual or by an unnamed element; returns whether that
    /// changed anything.
    pub(super) fn meet_obligations(&mut self) -> Result<bool, Stopped> {
        if self.is_cut_short() {
            return Ok(false);
        }
        let mut changed = self.identify_nominals();
        // Most of what could be passed is known of nothing at all.
        let alive: Vec<Vec<(Lit, Lit)>> = self
            .unnamed
            .along
            .iter()
            .map(|along| {
                let is_alive = |lit: Lit| lit == Lit::TOP || !self.known[lit.index()].is_empty();
                along.passes.iter().copied().filter(|&(has, _)| is_alive(has)).collect()
            })
            .collect();
        // What is nested in an existential has a smaller number: going down, nesting of any depth
        // is worked off in one go.
        for index in (0..self.unnamed.obligations.len()).rev() {
            let obligation = &self.unnamed.obligations[index];
            if self.known[obligation.lit.index()].is_empty() {
                continue;
            }
            // Without individuals the axioms themselves are examined, and an impossible successor
            // matters too.
            let along = obligation.along;
            let matters = self.n == 0
                || self.unnamed.along[along].can_matter(obligation.filler)
                || self.nominal(obligation.filler).is_some();
            if !matters {
                continue;
            }
            let elements: Vec<u32> = self.known[obligation.lit.index()].iter().collect();
            let mut returned = Returned::default();
            let mut met_any = false;
            for element in elements {
                // What leads to unnamed elements is remembered for each individual.
                self.budget.check_facts(self.n_facts + self.unnamed.met_by.len())?;
                met_any |= self.meet(index, element, &alive[along], &mut returned);
            }
            if met_any {
                changed = true;
                self.propagate()?;
            }
        }
        Ok(changed)
    }

    /// The one individual that a filler allows.
    fn nominal(&self, filler: Lit) -> Option<u32> {
        let Atom::OneOf(individuals) = self.tbox.atoms.get(filler.atom()) else { return None };
        let first = self.names.representative(*individuals.first()?);
        let is_one = individuals.iter().all(|&name| self.names.representative(name) == first);
        (is_one && !filler.is_negated() && self.n > 0).then_some(first)
    }

    /// An unnamed element that can only be one individual is that individual.
    fn identify_nominals(&mut self) -> bool {
        let mut changed = false;
        for atom_idx in 0..self.tbox.atoms.len() {
            let Some(individual) = self.nominal(Lit::of(atom_idx)) else { continue };
            let unnamed: Vec<u32> = self.known[Lit::of(atom_idx).index()]
                .iter()
                .filter(|&element| element >= self.n)
                .collect();
            for element in unnamed {
                for index in 1..self.known.len() {
                    let lit = Lit::from_index(index);
                    match (self.knows(lit, element), self.knows(lit, individual)) {
                        (true, false) if self.tbox.useful[index] => self.insert(lit, individual),
                        (false, true) => self.insert(lit, element),
                        _ => continue,
                    }
                    changed = true;
                }
                for at in 0..self.n_incoming(element) {
                    let (role, source) = self.incoming(element, at);
                    if source < self.n {
                        self.new_edges.push((role, source, individual));
                    }
                }
            }
        }
        changed
    }

    fn meet(
        &mut self,
        index: usize,
        element: u32,
        passes: &[(Lit, Lit)],
        returned: &mut Returned,
    ) -> bool {
        let edges: &'a Edges = self.edges;
        let obligation = &self.unnamed.obligations[index];
        let (role, filler, count) = (obligation.role, obligation.filler, obligation.count);
        if element >= self.n && self.knows(Lit::BOTTOM, element) {
            // What cannot be needs no successors, and would have ever new ones to contradict.
            return false;
        }
        if element < self.n {
            let successors = edges[role.property].rows(role).of(element);
            if let Some(individual) = self.nominal(filler) {
                if successors.binary_search(&individual).is_err() {
                    self.new_edges.push((role, element, individual));
                }
                return false;
            }
            if count == 1 && successors.iter().any(|&successor| self.knows(filler, successor)) {
                return false;
            }
            if let Some(successor) = self.only_successor(index, element) {
                let was_known = self.knows(filler, successor);
                self.insert(filler, successor);
                let is_news = !was_known && self.knows(filler, successor);
                if successors.binary_search(&successor).is_err() {
                    self.new_edges.push((role, element, successor));
                }
                return is_news;
            }
        }
        let mut changed = self.fill_predecessors(index, element);
        let (core, joint) = self.core(index, element, passes);
        if self.is_cut_short() {
            return changed;
        }
        let n_before = self.unnamed.incoming.len();
        let unnamed = self.unnamed_element(core);
        // What a new element turns out to be is still to be looked at, and will flow back then.
        let is_new = self.unnamed.incoming.len() > n_before;
        if self.unnamed.met_by.insert((element, index as u32), unnamed) == Some(unnamed) {
            return changed;
        }
        changed = true;
        for joint_index in joint {
            let role = self.unnamed.obligations[joint_index].role;
            self.unnamed.incoming[(unnamed - self.n) as usize].push((role, element));
            if !is_new {
                self.pull(joint_index, unnamed, element, returned);
            }
        }
        if self.knows(Lit::BOTTOM, unnamed) {
            self.insert(Lit::BOTTOM, element);
        }
        changed
    }

    /// The bounds that hold of the successor that an element has for an obligation.
    fn bounds(&self, index: usize, element: u32) -> impl Iterator<Item = Bound> + '_ {
        let obligation = &self.unnamed.obligations[index];
        let bounds = self.unnamed.along[obligation.along].bounds.iter().copied();
        bounds.filter(move |bound| {
            let is_inside = || {
                bound.filler == Lit::TOP
                    || bound.filler == obligation.filler
                    || self
                        .unnamed
                        .met_by
                        .get(&(element, index as u32))
                        .is_some_and(|&successor| self.knows(bound.filler, successor))
            };
            self.knows(bound.of, element) && is_inside()
        })
    }

    /// Where at most one successor is allowed and an individual is one, it is the one.
    fn only_successor(&self, index: usize, element: u32) -> Option<u32> {
        self.bounds(index, element).find_map(|bound| {
            let successors = self.edges[bound.role.property].rows(bound.role).of(element);
            successors.iter().copied().find(|&successor| self.knows(bound.filler, successor))
        })
    }

    /// Where an unnamed element may have one successor and was reached backwards along that role,
    /// where it was reached from is the successor and gets the filler. Returns whether that is new.
    fn fill_predecessors(&mut self, index: usize, element: u32) -> bool {
        let n_incoming = self.n_incoming(element);
        let mut is_changed = false;
        if n_incoming == 0 {
            return is_changed;
        }
        let bounds: Vec<Bound> = self.bounds(index, element).collect();
        let filler = self.unnamed.obligations[index].filler;
        for at in 0..if bounds.is_empty() { 0 } else { n_incoming } {
            let (role, predecessor) = self.incoming(element, at);
            let is_the_one = bounds.iter().any(|bound| {
                self.roles.is_sub(role.inverted(), bound.role)
                    && self.knows(bound.filler, predecessor)
            });
            if is_the_one && !self.knows(filler, predecessor) {
                self.insert(filler, predecessor);
                is_changed |= self.knows(filler, predecessor);
            }
        }
        is_changed
    }

    /// What the successor that meets an obligation starts with, and all obligations that it meets:
    /// where one successor is allowed, several are met by one.
    fn core(&self, index: usize, element: u32, passes: &[(Lit, Lit)]) -> (Vec<Lit>, Vec<usize>) {
        let obligation = &self.unnamed.obligations[index];
        let passed = |passes: &[(Lit, Lit)], core: &mut Vec<Lit>| {
            core.extend(
                passes.iter().filter(|pass| self.knows(pass.0, element)).map(|pass| pass.1),
            );
        };
        let mut core = vec![obligation.filler];
        passed(passes, &mut core);
        let mut joint = vec![index];
        let bounds: Vec<Bound> = if self.unnamed.along[obligation.along].bounds.is_empty() {
            Vec::new()
        } else {
            self.bounds(index, element).collect()
        };
        if !bounds.is_empty() {
            for (other_idx, other) in self.unnamed.obligations.iter().enumerate() {
                if other_idx != index
                    && self.knows(other.lit, element)
                    && self.bounds(other_idx, element).any(|bound| bounds.contains(&bound))
                {
                    joint.push(other_idx);
                    core.push(other.filler);
                    passed(&self.unnamed.along[other.along].passes, &mut core);
                }
            }
        }
        (core, joint)
    }

    fn pull(&mut self, index: usize, unnamed: u32, element: u32, returned: &mut Returned) {
        let along = self.unnamed.obligations[index].along;
        if returned.from != Some((along, unnamed)) {
            let returns = self.unnamed.along[along].returns.iter();
            returned.lits =
                returns.filter(|pair| self.knows(pair.0, unnamed)).map(|pair| pair.1).collect();
            returned.from = Some((along, unnamed));
        }
        for &lit in &returned.lits {
            self.insert(lit, element);
        }
    }
}
