//! What the simplifier may take for granted about classes and roles.

use std::collections::{BTreeMap, BTreeSet};

use evolearner_dl::{ClassId, IdVec, Role};
use evolearner_graph::{Graph, Set};

use evolearner_dl::Forall;

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
    source: Source<'k>,
    forall: Forall,
}

#[derive(Clone, Copy, Debug, Default)]
enum Source<'k> {
    #[default]
    Nothing,
    Stated(&'k Hierarchy),
    Extensions(&'k Graph),
}

impl<'k> Knowledge<'k> {
    /// Logic alone.
    pub fn none() -> Self {
        Self::default()
    }

    /// What an ontology states: it holds in every graph of that ontology.
    pub fn stated(hierarchy: &'k Hierarchy) -> Self {
        Self { source: Source::Stated(hierarchy), ..Self::default() }
    }

    /// What happens to hold in a graph: a class is taken for a subclass of another if its instances
    /// are. A concept simplified so keeps its instances in this graph only, which is why it has to
    /// be asked for.
    pub fn from_extensions(graph: &'k Graph) -> Self {
        Self { source: Source::Extensions(graph), ..Self::default() }
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
            || match self.source {
                Source::Nothing => false,
                Source::Stated(hierarchy) => hierarchy.is_subclass(class, superclass),
                Source::Extensions(graph) => {
                    is_subset(graph.instances(class), graph.instances(superclass))
                }
            }
    }

    /// Whether the two are known to share no instance.
    pub fn are_disjoint(&self, one: ClassId, other: ClassId) -> bool {
        match self.source {
            Source::Nothing => false,
            Source::Stated(hierarchy) => hierarchy.are_disjoint(one, other),
            Source::Extensions(graph) => {
                share_nothing(graph.instances(one), graph.instances(other))
            }
        }
    }

    /// The classes that every successor of the role is stated to be in.
    pub fn range_of(&self, role: Role) -> &'k [ClassId] {
        match self.source {
            Source::Stated(hierarchy) => hierarchy.range_of(role),
            Source::Nothing | Source::Extensions(_) => &[],
        }
    }

    /// Whether every successor of the role is known to be in the class.
    pub(crate) fn leads_into(&self, role: Role, class: ClassId) -> bool {
        match self.source {
            Source::Extensions(graph) => {
                let instances = graph.instances(class);
                successors(graph, role).all(|individual| instances.contains(individual))
            }
            _ => self.range_of(role).iter().any(|&range| self.is_subclass(range, class)),
        }
    }

    /// Whether no successor of the role can be in the class.
    pub(crate) fn leads_past(&self, role: Role, class: ClassId) -> bool {
        match self.source {
            Source::Extensions(graph) => {
                let instances = graph.instances(class);
                !successors(graph, role).any(|individual| instances.contains(individual))
            }
            _ => self.range_of(role).iter().any(|&range| self.are_disjoint(range, class)),
        }
    }
}

fn successors(graph: &Graph, role: Role) -> impl Iterator<Item = evolearner_dl::IndividualId> {
    let rows = graph.edges(role.property).rows(role.inverted());
    rows.sources().iter().copied().map(evolearner_dl::IndividualId)
}

fn is_subset(one: &Set, other: &Set) -> bool {
    one.len() <= other.len()
        && match (one, other) {
            (Set::Dense { words: one, .. }, Set::Dense { words: other, .. }) => {
                one.iter().zip(other).all(|(one, other)| one & !other == 0)
            }
            _ => one.iter().all(|member| other.contains(member)),
        }
}

fn share_nothing(one: &Set, other: &Set) -> bool {
    match (one, other) {
        (Set::Dense { words: one, .. }, Set::Dense { words: other, .. }) => {
            one.iter().zip(other).all(|(one, other)| one & other == 0)
        }
        (Set::Dense { .. }, Set::Sparse(_)) => share_nothing(other, one),
        _ => !one.iter().any(|member| other.contains(member)),
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
