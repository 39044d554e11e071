//! What the simplifier may take for granted about classes and roles.

use std::collections::{BTreeMap, BTreeSet};

use evolearner_dl::{ClassId, Forall, IdVec, Role};
use evolearner_graph::Graph;

/// Subclasses, disjoint classes and ranges as an ontology states them, closed under what follows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hierarchy {
    /// The proper superclasses of each class, direct and indirect, ascending.
    supers: IdVec<ClassId, Box<[ClassId]>>,
    /// Pairs, the smaller class first.
    disjoint: BTreeSet<(ClassId, ClassId)>,
    ranges: BTreeMap<Role, Vec<ClassId>>,
}

impl Hierarchy {
    /// A hierarchy of `n_classes` classes from pairs `(class, superclass)`, pairs of disjoint
    /// classes, and ranges of roles. The range of an inverse role is the domain of the role.
    pub fn new(
        n_classes: usize,
        subclasses: impl IntoIterator<Item = (ClassId, ClassId)>,
        disjoint: impl IntoIterator<Item = (ClassId, ClassId)>,
        ranges: impl IntoIterator<Item = (Role, ClassId)>,
    ) -> Self {
        let mut direct: IdVec<ClassId, Vec<ClassId>> = IdVec::from_fn(n_classes, |_| Vec::new());
        for (class, superclass) in subclasses {
            direct[class].push(superclass);
        }
        // A walk per class: hierarchies are shallow, and one with cycles is no special case.
        let supers = IdVec::from_fn(n_classes, |class| {
            let mut seen = BTreeSet::new();
            let mut open = direct[class].clone();
            while let Some(superclass) = open.pop() {
                if superclass != class && seen.insert(superclass) {
                    open.extend(&direct[superclass]);
                }
            }
            seen.into_iter().collect()
        });
        let mut by_role: BTreeMap<Role, Vec<ClassId>> = BTreeMap::new();
        for (role, class) in ranges {
            by_role.entry(role).or_default().push(class);
        }
        for classes in by_role.values_mut() {
            classes.sort_unstable();
            classes.dedup();
        }
        let disjoint = disjoint.into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
        Self { supers, disjoint, ranges: by_role }
    }

    /// The hierarchy that the ontology of a graph states.
    pub fn of(graph: &Graph) -> Self {
        let stated = &graph.stated;
        Self::new(
            graph.symbols.classes.len(),
            stated.subclasses.iter().copied(),
            stated.disjoint.iter().copied(),
            stated.ranges.iter().copied(),
        )
    }

    /// Whether every instance of the first is one of the second.
    pub fn is_subclass(&self, class: ClassId, superclass: ClassId) -> bool {
        class == superclass || self.supers[class].binary_search(&superclass).is_ok()
    }

    /// Whether the two share no instance, because they or superclasses of them are disjoint.
    pub fn are_disjoint(&self, one: ClassId, other: ClassId) -> bool {
        let with_supers =
            |class: ClassId| self.supers[class].iter().copied().chain(std::iter::once(class));
        !self.disjoint.is_empty()
            && with_supers(one)
                .any(|a| with_supers(other).any(|b| self.disjoint.contains(&(a.min(b), a.max(b)))))
    }

    /// The classes that every successor of the role is in, as far as stated.
    pub fn range_of(&self, role: Role) -> &[ClassId] {
        self.ranges.get(&role).map_or(&[], Vec::as_slice)
    }
}

/// What is known beyond logic when a concept is simplified, and how its `∀` is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Knowledge<'k> {
    hierarchy: Option<&'k Hierarchy>,
    forall: Forall,
}

impl<'k> Knowledge<'k> {
    /// Logic alone.
    pub fn none() -> Self {
        Self::default()
    }

    /// What an ontology states: it holds in every graph of that ontology.
    pub fn stated(hierarchy: &'k Hierarchy) -> Self {
        Self { hierarchy: Some(hierarchy), ..Self::default() }
    }

    /// The same for another reading of `∀`.
    pub fn with_forall(self, forall: Forall) -> Self {
        Self { forall, ..self }
    }

    /// How `∀` is read.
    pub fn forall(&self) -> Forall {
        self.forall
    }

    /// Whether every instance of the first is known to be one of the second.
    pub fn is_subclass(&self, class: ClassId, superclass: ClassId) -> bool {
        class == superclass
            || self.hierarchy.is_some_and(|known| known.is_subclass(class, superclass))
    }

    /// Whether the two are known to share no instance.
    pub fn are_disjoint(&self, one: ClassId, other: ClassId) -> bool {
        self.hierarchy.is_some_and(|known| known.are_disjoint(one, other))
    }

    /// The classes that every successor of the role is stated to be in.
    pub fn range_of(&self, role: Role) -> &'k [ClassId] {
        self.hierarchy.map_or(&[], |known| known.range_of(role))
    }

    /// Whether every successor of the role is known to be in the class.
    pub(crate) fn leads_into(&self, role: Role, class: ClassId) -> bool {
        self.range_of(role).iter().any(|&range| self.is_subclass(range, class))
    }

    /// Whether no successor of the role can be in the class.
    pub(crate) fn leads_past(&self, role: Role, class: ClassId) -> bool {
        self.range_of(role).iter().any(|&range| self.are_disjoint(range, class))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use evolearner_dl::ObjectPropertyId;

    #[test]
    fn hierarchies_are_closed() {
        let class = ClassId;
        let role = Role::forward(ObjectPropertyId(0));
        let hierarchy = Hierarchy::new(
            5,
            [(class(0), class(1)), (class(1), class(2)), (class(2), class(1))],
            [(class(3), class(2))],
            [(role, class(0))],
        );
        let known = Knowledge::stated(&hierarchy);
        assert!(known.is_subclass(class(0), class(2)) && known.is_subclass(class(4), class(4)));
        assert!(!known.is_subclass(class(2), class(0)));
        assert!(known.are_disjoint(class(0), class(3)) && !known.are_disjoint(class(0), class(4)));
        assert!(known.leads_into(role, class(2)) && known.leads_past(role, class(3)));
        assert!(!known.leads_into(role.inverted(), class(2)));
        assert!(!Knowledge::none().is_subclass(class(0), class(1)));
    }
}
