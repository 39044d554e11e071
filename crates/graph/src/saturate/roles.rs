//! Edges that follow from edges: hierarchies, inverses, symmetry, transitivity, chains.
//!
//! In: the asserted pairs and the role axioms. Out: all pairs of every property, sorted. The
//! hierarchy is closed first, on the axioms alone; each property then collects the pairs of all
//! roles below it in one go. Only transitivity and chains have to iterate.

use evolearner_dl::{Id, IdVec, ObjectPropertyId, Role};
use evolearner_owl::{Axiom, Characteristic};

use super::sameness::Sameness;
use crate::adjacency::{Rows, sort_pairs};

/// Pairs of one property, as numbers of individuals.
pub(super) type Pairs = Vec<(u32, u32)>;

/// The largest number of pairs that closing one property may yield. A chain of 30,000 individuals
/// under a transitive property reaches it; a graph that large is of no use to a learner.
const MAX_PAIRS: usize = 1 << 28;

/// What the axioms say about roles.
pub(super) struct RoleBox {
    /// For each role (by [`code`]) all roles above it, itself included, sorted.
    supers: Vec<Vec<u32>>,
    transitive: Vec<bool>,
    functional: Vec<bool>,
    reflexive: Vec<ObjectPropertyId>,
    pub(super) chains: Vec<(Vec<Role>, Role)>,
}

/// The number of a role: its property times two, plus one for the inverse.
pub(super) fn code(role: Role) -> u32 {
    role.property.0 * 2 + u32::from(role.inverse)
}

fn decode(code: u32) -> Role {
    Role { property: ObjectPropertyId(code / 2), inverse: code % 2 == 1 }
}

impl RoleBox {
    pub(super) fn new(n_properties: usize, axioms: &[Axiom]) -> Self {
        let mut above: Vec<Vec<u32>> = vec![Vec::new(); n_properties * 2];
        let mut include = |sub: Role, sup: Role| {
            above[code(sub) as usize].push(code(sup));
            above[code(sub.inverted()) as usize].push(code(sup.inverted()));
        };
        let mut transitive = vec![false; n_properties * 2];
        let mut functional = vec![false; n_properties * 2];
        let mut reflexive = Vec::new();
        let mut chains = Vec::new();
        for axiom in axioms {
            match axiom {
                Axiom::SubObjectPropertyOf(sub, sup) => include(*sub, *sup),
                Axiom::EquivalentObjectProperties(roles) => {
                    for pair in roles.windows(2) {
                        include(pair[0], pair[1]);
                        include(pair[1], pair[0]);
                    }
                }
                Axiom::InverseObjectProperties(one, other) => {
                    include(*one, other.inverted());
                    include(other.inverted(), *one);
                }
                Axiom::Characteristic(Characteristic::Symmetric, role) => {
                    include(*role, role.inverted());
                }
                Axiom::Characteristic(Characteristic::Transitive, role) => {
                    transitive[code(*role) as usize] = true;
                    transitive[code(role.inverted()) as usize] = true;
                }
                Axiom::Characteristic(Characteristic::Functional, role) => {
                    functional[code(*role) as usize] = true;
                }
                Axiom::Characteristic(Characteristic::InverseFunctional, role) => {
                    functional[code(role.inverted()) as usize] = true;
                }
                Axiom::Characteristic(Characteristic::Reflexive, role) => {
                    reflexive.push(role.property);
                }
                Axiom::SubPropertyChainOf(links, sup) => match links.as_slice() {
                    [] => {}
                    [only] => include(*only, *sup),
                    [one, two] if one == sup && two == sup => {
                        transitive[code(*sup) as usize] = true;
                        transitive[code(sup.inverted()) as usize] = true;
                    }
                    _ => chains.push((links.clone(), *sup)),
                },
                _ => {}
            }
        }
        let supers = (0..above.len() as u32).map(|role| reach(&above, role)).collect();
        Self { supers, transitive, functional, reflexive, chains }
    }

    /// The roles whose edges include those of a role, itself among them.
    pub(super) fn supers(&self, role: Role) -> impl Iterator<Item = Role> + '_ {
        self.supers[code(role) as usize].iter().copied().map(decode)
    }

    pub(super) fn is_sub(&self, sub: Role, sup: Role) -> bool {
        self.supers[code(sub) as usize].binary_search(&code(sup)).is_ok()
    }

    pub(super) fn is_transitive(&self, role: Role) -> bool {
        self.transitive[code(role) as usize]
    }

    /// All transitive roles.
    pub(super) fn transitive_roles(&self) -> impl Iterator<Item = Role> + '_ {
        (0..self.transitive.len() as u32).filter(|&c| self.transitive[c as usize]).map(decode)
    }

    /// All roles with at most one successor each.
    pub(super) fn functional_roles(&self) -> impl Iterator<Item = Role> + '_ {
        (0..self.functional.len() as u32).filter(|&c| self.functional[c as usize]).map(decode)
    }

    /// All pairs of all properties; tells which properties had to be cut short.
    pub(super) fn close(
        &self,
        names: &Sameness,
        mut asserted: IdVec<ObjectPropertyId, Pairs>,
    ) -> (IdVec<ObjectPropertyId, Pairs>, Vec<ObjectPropertyId>) {
        let n = names.len();
        for &property in &self.reflexive {
            asserted[property].extend(names.representatives().map(|x| (x, x)));
        }
        for pairs in asserted.values_mut() {
            sort_pairs(n, pairs);
        }
        let mut cut = Vec::new();
        let mut closed = self.spread(n, asserted);
        if !self.transitive.contains(&true) && self.chains.is_empty() {
            return (closed, cut);
        }
        loop {
            let before: usize = closed.values().iter().map(Vec::len).sum();
            for role in self.transitive_roles().filter(|role| !role.inverse) {
                if !close_transitively(n, &mut closed[role.property]) {
                    cut.push(role.property);
                }
            }
            for (links, sup) in &self.chains {
                let paths = compose(n, &closed, links);
                let paths = if sup.inverse { swapped(&paths) } else { paths };
                let target = &mut closed[sup.property];
                if target.len() + paths.len() > MAX_PAIRS {
                    cut.push(sup.property);
                    continue;
                }
                target.extend(paths);
                sort_pairs(n, target);
            }
            closed = self.spread(n, closed);
            let after: usize = closed.values().iter().map(Vec::len).sum();
            if after == before {
                cut.sort_unstable();
                cut.dedup();
                return (closed, cut);
            }
        }
    }

    /// Lets every property collect the pairs of all roles below it.
    fn spread(
        &self,
        n: usize,
        pairs: IdVec<ObjectPropertyId, Pairs>,
    ) -> IdVec<ObjectPropertyId, Pairs> {
        let mut below: Vec<Vec<Role>> = vec![Vec::new(); pairs.len()];
        for (sub, supers) in self.supers.iter().enumerate() {
            for &sup in supers {
                if sup % 2 == 0 && sub as u32 != sup {
                    below[sup as usize / 2].push(decode(sub as u32));
                }
            }
        }
        if below.iter().all(Vec::is_empty) {
            return pairs;
        }
        let collected = below.into_iter().enumerate().map(|(property, roles)| {
            let mut all = pairs[ObjectPropertyId::new(property)].clone();
            for role in &roles {
                let source = &pairs[role.property];
                if role.inverse {
                    all.extend(source.iter().map(|&(s, o)| (o, s)));
                } else {
                    all.extend_from_slice(source);
                }
            }
            if !roles.is_empty() {
                sort_pairs(n, &mut all);
            }
            all
        });
        IdVec::from_vec(collected.collect())
    }
}

/// Everything that a node reaches, itself included, sorted.
pub(super) fn reach(above: &[Vec<u32>], start: u32) -> Vec<u32> {
    let mut reached = vec![start];
    let mut seen = hashbrown::HashSet::<u32, foldhash::fast::FixedState>::default();
    seen.insert(start);
    let mut next = 0;
    while let Some(&node) = reached.get(next) {
        next += 1;
        for &other in &above[node as usize] {
            if seen.insert(other) {
                reached.push(other);
            }
        }
    }
    reached.sort_unstable();
    reached
}

fn swapped(pairs: &[(u32, u32)]) -> Pairs {
    pairs.iter().map(|&(s, o)| (o, s)).collect()
}

/// Adds a pair for every path; tells whether the result is complete.
fn close_transitively(n: usize, pairs: &mut Pairs) -> bool {
    let rows = Rows::from_sorted(pairs);
    let mut closed = Vec::with_capacity(pairs.len());
    let mut visited_from = vec![u32::MAX; n];
    let mut queue = Vec::new();
    for (source, targets) in rows.iter() {
        queue.clear();
        for &target in targets {
            visited_from[target as usize] = source;
            queue.push(target);
        }
        let mut next = 0;
        while let Some(&node) = queue.get(next) {
            next += 1;
            for &target in rows.of(node) {
                if visited_from[target as usize] != source {
                    visited_from[target as usize] = source;
                    queue.push(target);
                }
            }
        }
        if closed.len() + queue.len() > MAX_PAIRS {
            return false;
        }
        queue.sort_unstable();
        closed.extend(queue.iter().map(|&target| (source, target)));
    }
    *pairs = closed;
    true
}

/// The ends of all paths along a chain of roles.
fn compose(n: usize, closed: &IdVec<ObjectPropertyId, Pairs>, links: &[Role]) -> Pairs {
    let pairs_of = |role: Role| {
        let pairs = &closed[role.property];
        if role.inverse { swapped(pairs) } else { pairs.clone() }
    };
    let mut paths = pairs_of(links[0]);
    for &link in &links[1..] {
        let mut steps = pairs_of(link);
        sort_pairs(n, &mut steps);
        let steps = Rows::from_sorted(&steps);
        let mut longer = Vec::new();
        for &(start, middle) in &paths {
            longer.extend(steps.of(middle).iter().map(|&end| (start, end)));
            if longer.len() > MAX_PAIRS {
                sort_pairs(n, &mut longer);
                if longer.len() > MAX_PAIRS {
                    return longer;
                }
            }
        }
        sort_pairs(n, &mut longer);
        paths = longer;
    }
    paths
}
