//! Edges that follow from edges: hierarchies, inverses, symmetry, transitivity, chains.
//!
//! In: the asserted pairs and the role axioms. Out: all pairs of every property, as rows. The
//! hierarchy is closed first, on the axioms alone; each property then collects the pairs of all
//! roles below it in one go. Only transitivity and chains have to iterate.

use std::borrow::Cow;

use evolearner_dl::{Budget, IdVec, ObjectPropertyId, Role, Stopped, parallel};
use evolearner_owl::{Axiom, Characteristic};

use super::closure;
use super::sameness::Sameness;
use crate::adjacency::{Rows, sort_pairs};

/// Pairs of one property, as numbers of individuals.
pub(super) type Pairs = Vec<(u32, u32)>;

/// The largest number of pairs that closing one property may yield, whatever the budget. A chain of
/// 23,000 individuals under a transitive property reaches it; a graph that large is of no use to a
/// learner.
const MAX_PAIRS: usize = 1 << 28;

/// What the axioms say about roles.
pub(super) struct RoleBox {
    /// For each role (by [`code`]) all roles above it, itself included, sorted.
    supers: Vec<Vec<u32>>,
    /// For each property the roles below it, itself not among them.
    below: Vec<Vec<Role>>,
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
    pub(super) fn new(
        n_properties: usize,
        axioms: &[Axiom],
        budget: &Budget,
    ) -> Result<Self, Stopped> {
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
        let supers = reach_all(&above, budget)?;
        let mut below: Vec<Vec<Role>> = vec![Vec::new(); n_properties];
        for (sub, supers) in supers.iter().enumerate() {
            for &sup in supers {
                if sup % 2 == 0 && sub as u32 != sup {
                    below[sup as usize / 2].push(decode(sub as u32));
                }
            }
        }
        Ok(Self { supers, below, transitive, functional, reflexive, chains })
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

    /// All pairs of all properties, and which properties had to be cut short.
    pub(super) fn close(
        &self,
        names: &Sameness,
        mut asserted: IdVec<ObjectPropertyId, Pairs>,
        budget: &Budget,
    ) -> Result<(IdVec<ObjectPropertyId, Rows>, Vec<ObjectPropertyId>), Stopped> {
        let n = names.len();
        for &property in &self.reflexive {
            asserted[property].extend(names.representatives().map(|x| (x, x)));
        }
        let asserted = parallel::map(budget.threads, asserted.into_vec(), |mut pairs: Pairs| {
            sort_pairs(n, n, &mut pairs);
            Rows::from_sorted(&pairs)
        });
        let mut cut = Vec::new();
        let mut closed = self.spread(n, IdVec::from_vec(asserted), budget)?;
        if !self.transitive.contains(&true) && self.chains.is_empty() {
            return Ok((closed, cut));
        }
        // Edges are only ever added: a property with as many as after its last closing is closed.
        let mut n_when_closed: IdVec<ObjectPropertyId, Option<usize>> =
            IdVec::from_fn(closed.len(), |_| None);
        loop {
            let before = n_edges(&closed);
            for role in self.transitive_roles().filter(|role| !role.inverse) {
                let rows = &closed[role.property];
                if n_when_closed[role.property] == Some(rows.n_edges()) {
                    continue;
                }
                let n_others = n_edges(&closed) - rows.n_edges();
                match closure::transitive(n, rows, MAX_PAIRS, n_others, budget)? {
                    Some(rows) => closed[role.property] = rows,
                    None => cut.push(role.property),
                }
                n_when_closed[role.property] = Some(closed[role.property].n_edges());
            }
            for (links, sup) in &self.chains {
                let target = &closed[sup.property];
                let room = MAX_PAIRS.saturating_sub(target.n_edges());
                let Some(paths) = compose(n, &closed, links, room, budget)? else {
                    cut.push(sup.property);
                    continue;
                };
                let paths = if sup.inverse { paths.turned(n) } else { paths };
                closed[sup.property] = target.union(&paths);
            }
            closed = self.spread(n, closed, budget)?;
            if n_edges(&closed) == before {
                cut.sort_unstable();
                cut.dedup();
                return Ok((closed, cut));
            }
        }
    }

    /// Lets every property collect the pairs of all roles below it.
    fn spread(
        &self,
        n: usize,
        mut rows: IdVec<ObjectPropertyId, Rows>,
        budget: &Budget,
    ) -> Result<IdVec<ObjectPropertyId, Rows>, Stopped> {
        let mut n_facts = n_edges(&rows);
        let mut collected: Vec<(ObjectPropertyId, Rows)> = Vec::new();
        for (property, own) in rows.iter() {
            let parts = self.below[property.0 as usize].iter();
            let parts = parts.filter(|role| rows[role.property].n_edges() > 0);
            let mut parts: Vec<Cow<'_, Rows>> = parts
                .map(|role| match &rows[role.property] {
                    rows if role.inverse => Cow::Owned(rows.turned(n)),
                    rows => Cow::Borrowed(rows),
                })
                .collect();
            if parts.is_empty() {
                continue;
            }
            parts.push(Cow::Borrowed(own));
            let all = union(parts);
            n_facts += all.n_edges() - own.n_edges();
            budget.check_facts(n_facts)?;
            collected.push((property, all));
        }
        for (property, all) in collected {
            rows[property] = all;
        }
        Ok(rows)
    }
}

fn n_edges(rows: &IdVec<ObjectPropertyId, Rows>) -> usize {
    rows.values().iter().map(Rows::n_edges).sum()
}

/// The edges of all parts. Neighbours are joined first, so that each edge is copied only as often as
/// the number of parts can be halved.
fn union(mut parts: Vec<Cow<'_, Rows>>) -> Rows {
    while parts.len() > 1 {
        parts = parts
            .chunks(2)
            .map(|pair| match pair {
                [one, other] => Cow::Owned(one.union(other)),
                single => single[0].clone(),
            })
            .collect();
    }
    parts.pop().map(Cow::into_owned).unwrap_or_default()
}

/// What each node reaches, itself included, sorted.
pub(super) fn reach_all(above: &[Vec<u32>], budget: &Budget) -> Result<Vec<Vec<u32>>, Stopped> {
    let mut n_reached = 0;
    (0..above.len() as u32)
        .map(|node| {
            let reached = reach(above, node);
            n_reached += reached.len();
            budget.check_facts(n_reached)?;
            Ok(reached)
        })
        .collect()
}

/// Everything that a node reaches, itself included, sorted.
fn reach(above: &[Vec<u32>], start: u32) -> Vec<u32> {
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

/// The ends of all paths along a chain of roles; nothing if there are more than `max_pairs`.
fn compose(
    n: usize,
    closed: &IdVec<ObjectPropertyId, Rows>,
    links: &[Role],
    max_pairs: usize,
    budget: &Budget,
) -> Result<Option<Rows>, Stopped> {
    let rows_of = |role: Role| match &closed[role.property] {
        rows if role.inverse => Cow::Owned(rows.turned(n)),
        rows => Cow::Borrowed(rows),
    };
    let n_facts = n_edges(closed);
    let mut paths = rows_of(links[0]);
    for &link in &links[1..] {
        let steps = rows_of(link);
        let (mut sources, mut starts, mut targets) = (Vec::new(), Vec::new(), Vec::new());
        let mut seen_from = vec![u32::MAX; n];
        for (start, middles) in paths.iter() {
            let first = targets.len();
            for &end in middles.iter().flat_map(|&middle| steps.of(middle)) {
                let seen_from = &mut seen_from[end as usize];
                if *seen_from != start {
                    *seen_from = start;
                    targets.push(end);
                }
            }
            if targets.len() == first {
                continue;
            }
            targets[first..].sort_unstable();
            sources.push(start);
            starts.push(first as u32);
            if targets.len() > max_pairs {
                return Ok(None);
            }
            budget.check_facts(n_facts + targets.len())?;
        }
        starts.push(targets.len() as u32);
        paths = Cow::Owned(Rows::new(sources, starts, targets));
    }
    Ok((paths.n_edges() <= max_pairs).then(|| paths.into_owned()))
}
