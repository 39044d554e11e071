//! What follows from numbers of successors, and which names denote the same or different things.

use evolearner_dl::{DataPropertyId, IdVec, Role, Stopped};
use evolearner_owl::{Axiom, Ontology};
use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::atoms::{Atom, Lit};
use super::engine::{Edges, Engine};
use super::roles::{Pairs, RoleBox};
use super::sameness::Sameness;

/// Which individuals are known to be different.
#[derive(Default)]
pub(super) struct Difference {
    /// For each individual the groups of pairwise different individuals that it belongs to.
    groups: HashMap<u32, Vec<u32>, FixedState>,
}

impl Difference {
    pub(super) fn new(ontology: &Ontology, sameness: &Sameness) -> Self {
        let mut groups: HashMap<u32, Vec<u32>, FixedState> = HashMap::default();
        for (group, axiom) in ontology.axioms.iter().enumerate() {
            if let Axiom::DifferentIndividuals(individuals) = axiom {
                for &individual in individuals {
                    groups.entry(sameness.of(individual)).or_default().push(group as u32);
                }
            }
        }
        Self { groups }
    }

    fn stated(&self, one: u32, other: u32) -> bool {
        match (self.groups.get(&one), self.groups.get(&other)) {
            (Some(one), Some(other)) => one.iter().any(|group| other.contains(group)),
            _ => false,
        }
    }

    /// An individual that is different from itself, because two different names of it were merged.
    pub(super) fn contradiction(&self) -> Option<u32> {
        let twice = |groups: &Vec<u32>| {
            let mut sorted = groups.clone();
            sorted.sort_unstable();
            sorted.windows(2).any(|pair| pair[0] == pair[1])
        };
        let mut found: Vec<u32> =
            self.groups.iter().filter(|(_, groups)| twice(groups)).map(|(&x, _)| x).collect();
        found.sort_unstable();
        found.first().copied()
    }
}

impl Engine<'_> {
    /// Whether two elements are known to be different: stated so, or one is known to be
    /// what the other is known not to be.
    fn are_different(&self, difference: &Difference, one: u32, other: u32) -> bool {
        if one == other {
            return false;
        }
        difference.stated(one, other) || self.exclude(one, other) || self.exclude(other, one)
    }

    /// Whether one element is something that excludes something that the other is. Negations that
    /// nothing else asks for are not stored of individuals; for them the implications are read.
    fn exclude(&self, one: u32, other: u32) -> bool {
        (2..self.known.len()).map(Lit::from_index).any(|lit| {
            self.known[lit.index()].contains(one)
                && (self.known[lit.not().index()].contains(other)
                    || one < self.n
                        && self.tbox.implies[lit.index()].iter().any(|sup| {
                            sup.is_negated()
                                && !self.tbox.useful[sup.index()]
                                && self.known[sup.not().index()].contains(other)
                        }))
        })
    }

    /// Applies minima and maxima; returns whether there are new facts. Names found to be the same go
    /// into `same`.
    pub(super) fn count(
        &mut self,
        difference: &Difference,
        same: &mut Vec<(u32, u32)>,
    ) -> Result<bool, Stopped> {
        let mut changed = false;
        let unnamed = self.unnamed_successors();
        for atom_idx in 0..self.tbox.atoms.len() {
            let lit = Lit::of(atom_idx);
            match self.tbox.atoms.get(atom_idx) {
                Atom::AtLeast(count, role, filler) => {
                    let (count, role, filler) = (*count as usize, *role, *filler);
                    changed |= self.count_up(lit, count, role, filler, difference)?;
                    changed |= self.count_unnamed(lit, count, role, filler, &unnamed, difference);
                    self.count_down(lit, count, role, filler, difference, same)?;
                }
                Atom::OneOf(individuals) => {
                    let individuals: Vec<u32> =
                        individuals.iter().map(|&name| self.names.representative(name)).collect();
                    let members: Vec<u32> =
                        self.known[lit.index()].iter().filter(|&x| x < self.n).collect();
                    for x in members {
                        self.check_budget()?;
                        if individuals.contains(&x) {
                            continue;
                        }
                        let possible: Vec<u32> = individuals
                            .iter()
                            .copied()
                            .filter(|&other| !self.are_different(difference, x, other))
                            .collect();
                        match possible.as_slice() {
                            [] => self.insert(Lit::BOTTOM, x),
                            [only, others @ ..] if others.iter().all(|other| other == only) => {
                                same.push((x, *only));
                            }
                            _ => {}
                        }
                    }
                }
                _ => {}
            }
        }
        Ok(changed)
    }

    /// The unnamed successors of each element: element, role, successor, how many of that kind.
    fn unnamed_successors(&self) -> Vec<(u32, Role, u32, u32)> {
        let counts = |(_, atom): (usize, &Atom)| matches!(atom, Atom::AtLeast(..));
        if self.unnamed.is_empty() || !self.tbox.atoms.iter().any(counts) {
            return Vec::new();
        }
        let entry = |(&(element, index), &successor): (&(u32, u32), &u32)| {
            let obligation = &self.unnamed.obligations[index as usize];
            (element, obligation.role, successor, obligation.count)
        };
        let mut all: Vec<(u32, Role, u32, u32)> = self.unnamed.met_by.iter().map(entry).collect();
        all.sort_unstable();
        all
    }

    /// `≥ n r.C` also holds where successors must exist that cannot be the same.
    fn count_unnamed(
        &mut self,
        lit: Lit,
        count: usize,
        role: Role,
        filler: Lit,
        unnamed: &[(u32, Role, u32, u32)],
        difference: &Difference,
    ) -> bool {
        let mut found = Vec::new();
        for row in unnamed.chunk_by(|a, b| a.0 == b.0) {
            let element = row[0].0;
            if self.knows(lit, element) {
                continue;
            }
            let named: &[u32] = if element < self.n {
                self.edges[role.property].rows(role).of(element)
            } else {
                &[]
            };
            let mut candidates: Vec<(usize, u32)> = row
                .iter()
                .filter(|(_, along, successor, _)| {
                    self.roles.is_sub(*along, role) && self.knows(filler, *successor)
                })
                .map(|&(_, _, successor, n)| (n as usize, successor))
                .collect();
            candidates.extend(
                named.iter().filter(|&&successor| self.knows(filler, successor)).map(|&y| (1, y)),
            );
            if candidates.iter().map(|candidate| candidate.0).sum::<usize>() < count {
                continue;
            }
            // Where several are of one kind, they are many at once: take these first.
            candidates.sort_unstable_by_key(|&(n, successor)| (std::cmp::Reverse(n), successor));
            let mut chosen: Vec<u32> = Vec::new();
            let mut n_different = 0;
            for (n, successor) in candidates {
                if chosen.iter().all(|&other| self.are_different(difference, other, successor)) {
                    chosen.push(successor);
                    n_different += n;
                }
            }
            if n_different >= count {
                found.push(element);
            }
        }
        for &element in &found {
            self.insert(lit, element);
        }
        !found.is_empty()
    }

    /// `≥ n r.C` holds where n different successors are known in C.
    fn count_up(
        &mut self,
        lit: Lit,
        count: usize,
        role: Role,
        filler: Lit,
        difference: &Difference,
    ) -> Result<bool, Stopped> {
        if self.edges.is_empty() {
            return Ok(false);
        }
        let rows = self.edges[role.property].rows(role);
        let mut found = Vec::new();
        for (source, targets) in rows.iter() {
            if targets.len() < count || self.knows(lit, source) {
                continue;
            }
            let mut different: Vec<u32> = Vec::new();
            for &target in targets.iter().filter(|&&target| self.knows(filler, target)) {
                self.check_budget()?;
                if different.iter().all(|&other| self.are_different(difference, other, target)) {
                    different.push(target);
                    if different.len() == count {
                        break;
                    }
                }
            }
            if different.len() == count {
                found.push(source);
            }
        }
        for &source in &found {
            self.insert(lit, source);
        }
        Ok(!found.is_empty())
    }

    /// Where fewer than n successors in C are allowed, surplus names denote the same individual.
    fn count_down(
        &self,
        lit: Lit,
        count: usize,
        role: Role,
        filler: Lit,
        difference: &Difference,
        same: &mut Vec<(u32, u32)>,
    ) -> Result<(), Stopped> {
        if self.edges.is_empty() {
            return Ok(());
        }
        let rows = self.edges[role.property].rows(role);
        for x in self.known[lit.not().index()].iter().filter(|&x| x < self.n) {
            let inside: Vec<u32> = rows
                .of(x)
                .iter()
                .copied()
                .filter(|&successor| self.knows(filler, successor))
                .collect();
            if count == 2 {
                // One is allowed: all are the same, and neighbours are enough to say so.
                same.extend(inside.windows(2).map(|pair| (pair[0], pair[1])));
                continue;
            }
            if inside.len() != count {
                continue;
            }
            // Only where one pair is left that could be the same is the merge forced.
            let mut mergeable = Vec::new();
            for (index, &one) in inside.iter().enumerate() {
                self.check_budget()?;
                for &other in &inside[index + 1..] {
                    if !self.are_different(difference, one, other) {
                        mergeable.push((one, other));
                    }
                }
                if mergeable.len() > 1 {
                    break;
                }
            }
            if mergeable.len() == 1 {
                same.extend(mergeable);
            }
        }
        Ok(())
    }

    /// Instances of a keyed class that share a value of every key property are the same. Keys speak
    /// of named individuals only, as instances and as values (OWL 2 Direct Semantics, 2.3.5): an
    /// element counts as named if one of the names that denote it is no blank node.
    pub(super) fn apply_keys(
        &self,
        values: &IdVec<DataPropertyId, Pairs>,
        ontology: &Ontology,
        same: &mut Vec<(u32, u32)>,
    ) -> Result<(), Stopped> {
        if self.tbox.keys.is_empty() {
            return Ok(());
        }
        let mut is_named = vec![false; self.n as usize];
        for (individual, name) in ontology.symbols.individuals.iter() {
            if !name.starts_with("_:") {
                is_named[self.names.of(individual) as usize] = true;
            }
        }
        for (lit, roles, properties) in &self.tbox.keys {
            let mut by_key: HashMap<Vec<u32>, u32, FixedState> = HashMap::default();
            let instances: Vec<u32> = if *lit == Lit::TOP {
                (0..self.n).collect()
            } else {
                self.known[lit.index()].iter().filter(|&x| x < self.n).collect()
            };
            for x in instances.into_iter().filter(|&x| is_named[x as usize]) {
                let mut keys: Vec<Vec<u32>> = vec![Vec::new()];
                let named_successors = |role: Role| -> Vec<u32> {
                    let successors = self.edges[role.property].rows(role).of(x).iter();
                    successors.copied().filter(|&y| is_named[y as usize]).collect()
                };
                let columns = roles.iter().map(|&role| named_successors(role)).chain(
                    properties.iter().map(|&property| {
                        let pairs = &values[property];
                        let start = pairs.partition_point(|pair| pair.0 < x);
                        pairs[start..]
                            .iter()
                            .take_while(|pair| pair.0 == x)
                            .map(|pair| pair.1)
                            .collect()
                    }),
                );
                for column in columns {
                    self.budget.check_facts(self.n_facts + keys.len() * column.len())?;
                    keys = keys
                        .into_iter()
                        .flat_map(|key| {
                            column.iter().map(move |&value| {
                                let mut longer = key.clone();
                                longer.push(value);
                                longer
                            })
                        })
                        .collect();
                }
                for key in keys {
                    if let Some(&other) = by_key.get(&key) {
                        same.push((x, other));
                    } else {
                        by_key.insert(key, x);
                    }
                }
            }
        }
        Ok(())
    }
}

/// Names that a functional role makes the same.
pub(super) fn merge_functional(roles: &RoleBox, edges: &Edges, sameness: &mut Sameness) -> bool {
    let mut merged = false;
    for role in roles.functional_roles() {
        for (_, targets) in edges[role.property].rows(role).iter() {
            for pair in targets.windows(2) {
                merged |= sameness.merge(pair[0], pair[1]);
            }
        }
    }
    merged
}
