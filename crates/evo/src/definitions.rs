//! What an ontology states about its named classes, as it states it.
//!
//! A graph keeps what follows; a suggestion that is stated already, or that would define a class by
//! what is defined by it, is recognised by the axioms themselves. A snapshot has none.

use evolearner_dl::{ClassId, Concept, Node, Role};
use evolearner_owl::{Axiom, Ontology};

/// Statements about classes and roles.
#[derive(Clone, Debug, Default)]
pub(crate) struct Definitions {
    /// A class and a concept that is stated to have at least its instances.
    above: Vec<(ClassId, Concept)>,
    /// A class and a concept that is stated to have the same instances.
    same: Vec<(ClassId, Concept)>,
    /// Roles with a stated range; a domain is the range of the inverse.
    ranges: Vec<Role>,
}

impl Definitions {
    /// The statements of an ontology.
    pub(crate) fn of(ontology: &Ontology) -> Self {
        let mut found = Self::default();
        for axiom in &ontology.axioms {
            match axiom {
                Axiom::SubClassOf(sub, sup) => {
                    if let [Node::Class(class)] = sub.nodes() {
                        found.above.push((*class, sup.clone()));
                    }
                }
                Axiom::EquivalentClasses(concepts) => found.read_same(concepts),
                Axiom::DisjointUnion(class, parts) => {
                    found.same.push((*class, Concept::or(parts.iter().cloned())));
                }
                Axiom::ObjectPropertyDomain(role, _) => found.ranges.push(role.inverted()),
                Axiom::ObjectPropertyRange(role, _) => found.ranges.push(*role),
                _ => {}
            }
        }
        found
    }

    fn read_same(&mut self, concepts: &[Concept]) {
        for (at, one) in concepts.iter().enumerate() {
            let [Node::Class(class)] = one.nodes() else { continue };
            let others = concepts.iter().enumerate().filter(|(other, _)| *other != at);
            self.same.extend(others.map(|(_, other)| (*class, other.clone())));
        }
    }

    /// The concepts that are stated to have the same instances as a class.
    pub(crate) fn of_class(&self, class: ClassId) -> impl Iterator<Item = &Concept> {
        self.same.iter().filter(move |(of, _)| *of == class).map(|(_, concept)| concept)
    }

    /// The parts of everything that is stated to stand above a class, of meets each operand.
    pub(crate) fn conjuncts_above(&self, class: ClassId) -> Vec<Concept> {
        let stated = self.above.iter().chain(&self.same).filter(|(of, _)| *of == class);
        stated.flat_map(|(_, concept)| conjuncts(concept)).collect()
    }

    /// Whether a range of a role is stated.
    pub(crate) fn has_range(&self, role: Role) -> bool {
        self.ranges.contains(&role)
    }

    /// The classes that are defined by a class, directly or not.
    pub(crate) fn defined_by(&self, class: ClassId) -> Vec<ClassId> {
        let mut found = vec![class];
        let mut at = 0;
        while let Some(&by) = found.get(at) {
            at += 1;
            let mentions = |concept: &Concept| concept.nodes().contains(&Node::Class(by));
            for (defined, _) in self.same.iter().filter(|(_, concept)| mentions(concept)) {
                if !found.contains(defined) {
                    found.push(*defined);
                }
            }
        }
        found.remove(0);
        found
    }
}

/// The operands of a meet, also of nested ones; else the concept itself.
pub(crate) fn conjuncts(concept: &Concept) -> Vec<Concept> {
    let mut found = Vec::new();
    let mut open = vec![concept.clone()];
    while let Some(one) = open.pop() {
        if matches!(one.root(), Node::And(_)) {
            open.extend(one.children().into_iter().rev());
        } else {
            found.push(one);
        }
    }
    found
}
