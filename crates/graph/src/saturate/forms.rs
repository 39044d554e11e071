//! Implications between atoms that hold by their form alone: along the hierarchies of roles and
//! data properties, along transitive roles and chains, and by what roles are like.

use evolearner_dl::{Budget, Role, Stopped};

use super::atoms::{Atom, Atoms, Lit};
use super::data::DataBox;
use super::roles::RoleBox;
use super::tbox::Compiler;

/// How many existentials chains may add for each atom there is. A regular hierarchy of roles adds
/// a few; only one that OWL 2 forbids goes on forever.
const MAX_PATHS_PER_ATOM: usize = 6;

impl Compiler {
    /// Whether an axiom may call for a successor that no edge is about.
    pub(super) fn demands_successors(&self) -> bool {
        self.implications.iter().any(|&(_, sup)| {
            sup != Lit::BOTTOM && !matches!(self.atoms.get(sup.atom()), Atom::Class(_))
        })
    }

    /// Adds implications for existentials along paths: over a transitive role t below s, `∃ s.C`
    /// follows from `∃ t.∃ t.C` by way of `∃ t.C`, and over a chain `r ∘ t ⊑ s` from `∃ r.∃ t.C`.
    /// Edges between individuals are closed under chains already, so these matter only for unnamed
    /// successors. Returns whether there were more paths than the bound allows.
    pub(super) fn add_paths(&mut self, roles: &RoleBox, has_unnamed: bool) -> bool {
        let transitive: Vec<Role> = roles.transitive_roles().collect();
        let chains = both_ways(&roles.chains);
        let has_chains = has_unnamed && !chains.is_empty();
        if transitive.is_empty() && !has_chains {
            return false;
        }
        if has_unnamed {
            for &role in transitive.iter().filter(|role| roles.is_sub(**role, role.inverted())) {
                self.atoms.has_self(role);
                self.atoms.some(role, Lit::TOP);
            }
        }
        let end = self.atoms.len() * (1 + MAX_PATHS_PER_ATOM);
        let mut next = 0;
        while next < self.atoms.len().min(end) {
            let atom = self.atoms.get(next).clone();
            let exists = Lit::of(next);
            next += 1;
            let Atom::Some(role, filler) = atom else { continue };
            for &below in transitive.iter().filter(|&&below| roles.is_sub(below, role)) {
                self.atoms.some(below, filler);
            }
            if !has_chains {
                continue;
            }
            for (links, sup) in chains.iter().filter(|(_, sup)| roles.is_sub(*sup, role)) {
                let path = match links.as_slice() {
                    [first, rest @ ..] if first == sup => {
                        // The chain may repeat its tail: `∃ r.C` holds with C after any number of them.
                        let tail = match self.atoms.get(filler.atom()) {
                            Atom::Tail(of, _) if of == sup => filler,
                            _ => self.atoms.add(Atom::Tail(*sup, filler)),
                        };
                        let longer = self.path(rest, tail);
                        self.imply(filler, tail);
                        self.imply(longer, tail);
                        self.atoms.some(*sup, tail)
                    }
                    [rest @ .., last] if last == sup => {
                        let end = self.atoms.some(*sup, filler);
                        self.path(rest, end)
                    }
                    links => self.path(links, filler),
                };
                self.imply(path, exists);
                if roles.is_transitive(role) && !links.contains(sup) {
                    let path = self.path(links, exists);
                    self.imply(path, exists);
                }
            }
        }
        next < self.atoms.len()
    }

    /// `∃ r.∃ s.….C`.
    fn path(&mut self, links: &[Role], filler: Lit) -> Lit {
        links.iter().rev().fold(filler, |filler, &link| self.atoms.some(link, filler))
    }

    /// Adds what follows from the form of the atoms.
    pub(super) fn relate_atoms(
        &mut self,
        roles: &RoleBox,
        data: &DataBox,
        budget: &Budget,
    ) -> Result<(), Stopped> {
        let all: Vec<(usize, Atom)> =
            self.atoms.iter().map(|(index, atom)| (index, atom.clone())).collect();
        let known = |atoms: &Atoms, atom: Atom| atoms.find(&atom);
        let mut found = Vec::new();
        let mut counts: Vec<u32> = all
            .iter()
            .filter_map(|(_, atom)| match atom {
                Atom::AtLeast(count, ..) => Some(*count),
                _ => None,
            })
            .collect();
        counts.sort_unstable();
        counts.dedup();
        for (index, atom) in &all {
            budget.check_facts(found.len())?;
            let lit = Lit::of(*index);
            let (count, role, filler) = match atom {
                Atom::Some(role, filler) => (1, *role, *filler),
                Atom::AtLeast(count, role, filler) => (*count, *role, *filler),
                Atom::HasSelf(role) => {
                    for sup in roles.supers(*role) {
                        let itself = Atom::HasSelf(Role { inverse: false, ..sup });
                        found.extend(known(&self.atoms, itself).map(|sup| (lit, sup)));
                        let some = Atom::Some(sup, Lit::TOP);
                        found.extend(known(&self.atoms, some).map(|some| (lit, some)));
                    }
                    continue;
                }
                _ => continue,
            };
            if count > 1 && roles.functional_roles().any(|sup| roles.is_sub(role, sup)) {
                found.push((lit, Lit::BOTTOM));
            }
            for sup in roles.supers(role) {
                for filler in [filler, Lit::TOP] {
                    let some = Atom::Some(sup, filler);
                    found.extend(known(&self.atoms, some).map(|some| (lit, some)));
                    for &lower in counts.iter().filter(|&&lower| lower <= count) {
                        let least = Atom::AtLeast(lower, sup, filler);
                        found.extend(known(&self.atoms, least).map(|least| (lit, least)));
                    }
                }
                // There and back again is one step of a role that is symmetric and transitive.
                if roles.is_transitive(sup) && roles.is_sub(sup, sup.inverted()) {
                    let itself = Atom::HasSelf(Role { inverse: false, ..sup });
                    found.extend(known(&self.atoms, itself).map(|itself| (lit, itself)));
                }
            }
        }
        found.extend(data.relate_atoms(&all, budget)?);
        for (sub, sup) in found {
            self.imply(sub, sup);
        }
        Ok(())
    }
}

/// The chains, and the same read from the other end.
fn both_ways(chains: &[(Vec<Role>, Role)]) -> Vec<(Vec<Role>, Role)> {
    let backwards = chains.iter().map(|(links, sup)| {
        (links.iter().rev().map(|link| link.inverted()).collect(), sup.inverted())
    });
    let mut all: Vec<(Vec<Role>, Role)> = chains.iter().cloned().chain(backwards).collect();
    all.sort();
    all.dedup();
    all
}
