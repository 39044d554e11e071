//! What an ontology states about classes and roles, as far as it holds in the graph.
//!
//! The frozen graph needs no axioms to answer questions; a simplifier does: that `Male ⊓ Brother`
//! is `Brother` has to follow from an axiom and not from the individuals at hand. Only what holds in
//! the graph is kept: with less inference less of it does.

use evolearner_dl::{ClassId, Concept, IdVec, IndividualId, Node, ObjectPropertyId, Role};
use evolearner_owl::Axiom;

use crate::adjacency::Adjacency;
use crate::set::Set;

/// Axioms about named classes and roles, as pairs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stated {
    /// `(class, superclass)`, direct ones, sorted.
    pub subclasses: Vec<(ClassId, ClassId)>,
    /// Pairs of disjoint classes, sorted.
    pub disjoint: Vec<(ClassId, ClassId)>,
    /// `(role, class)`: every successor is in the class; a domain is the range of the inverse.
    pub ranges: Vec<(Role, ClassId)>,
}

impl Stated {
    /// Reads the axioms and keeps what holds in the graph.
    pub(crate) fn new(
        axioms: &[Axiom],
        classes: &IdVec<ClassId, Set>,
        roles: &IdVec<ObjectPropertyId, Adjacency>,
    ) -> Self {
        let mut stated = Self::default();
        for axiom in axioms {
            stated.read(axiom);
        }
        stated.subclasses.retain(|&(class, superclass)| {
            class != superclass
                && classes[class].iter().all(|member| classes[superclass].contains(member))
        });
        stated.disjoint.retain(|&(one, other)| {
            one != other && !classes[one].iter().any(|member| classes[other].contains(member))
        });
        stated.ranges.retain(|&(role, class)| {
            let targets = roles[role.property].rows(role.inverted()).sources();
            targets.iter().all(|&target| classes[class].contains(IndividualId(target)))
        });
        for pairs in [&mut stated.subclasses, &mut stated.disjoint] {
            pairs.sort_unstable();
            pairs.dedup();
        }
        stated.ranges.sort_unstable();
        stated.ranges.dedup();
        stated
    }

    fn read(&mut self, axiom: &Axiom) {
        match axiom {
            Axiom::SubClassOf(sub, sup) => self.read_inclusion(sub, sup),
            Axiom::EquivalentClasses(concepts) => {
                for one in concepts {
                    for other in concepts.iter().filter(|other| *other != one) {
                        self.read_inclusion(one, other);
                    }
                }
            }
            Axiom::DisjointClasses(concepts) => self.read_disjoint(concepts),
            Axiom::DisjointUnion(class, concepts) => {
                self.read_disjoint(concepts);
                for member in concepts.iter().filter_map(named) {
                    self.subclasses.push((member, *class));
                }
            }
            Axiom::ObjectPropertyRange(role, concept) => {
                self.ranges.extend(conjuncts(concept).into_iter().map(|class| (*role, class)));
            }
            Axiom::ObjectPropertyDomain(role, concept) => {
                let inverse = role.inverted();
                self.ranges.extend(conjuncts(concept).into_iter().map(|class| (inverse, class)));
            }
            _ => {}
        }
    }

    fn read_inclusion(&mut self, sub: &Concept, sup: &Concept) {
        let members = match (sub.root(), named(sub)) {
            (_, Some(class)) => vec![class],
            (Node::Or(_), _) => sub.children().iter().filter_map(named).collect(),
            _ => Vec::new(),
        };
        for class in members {
            self.subclasses
                .extend(conjuncts(sup).into_iter().map(|superclass| (class, superclass)));
            if sup.root() == &Node::Not
                && let Some(other) = named(&sup.children()[0])
            {
                self.disjoint.push((class.min(other), class.max(other)));
            }
        }
    }

    fn read_disjoint(&mut self, concepts: &[Concept]) {
        let classes: Vec<ClassId> = concepts.iter().filter_map(named).collect();
        for (index, &one) in classes.iter().enumerate() {
            for &other in &classes[index + 1..] {
                self.disjoint.push((one.min(other), one.max(other)));
            }
        }
    }
}

fn named(concept: &Concept) -> Option<ClassId> {
    match concept.nodes() {
        [Node::Class(class)] => Some(*class),
        _ => None,
    }
}

/// The named classes that a concept is below by its form: itself, or the operands of a meet.
fn conjuncts(concept: &Concept) -> Vec<ClassId> {
    match (named(concept), concept.root()) {
        (Some(class), _) => vec![class],
        (None, Node::And(_)) => concept.children().iter().filter_map(named).collect(),
        _ => Vec::new(),
    }
}
