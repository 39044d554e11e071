//! The name of the description logic that an ontology needs, in the usual letters.

use evolearner_dl::{Concept, DataRange, Node, Quantifier, Role};
use evolearner_owl::{Axiom, Characteristic, Ontology};

/// The features of a logic, one per letter.
#[derive(Default)]
struct Features {
    negation: bool,
    union: bool,
    full_existential: bool,
    hierarchy: bool,
    complex_roles: bool,
    transitive: bool,
    nominals: bool,
    inverse: bool,
    functional: bool,
    number: bool,
    qualified: bool,
    data: bool,
}

/// The name, such as `ALCHIQ(D)`.
pub(crate) fn name(ontology: &Ontology) -> String {
    let mut features =
        Features { data: !ontology.symbols.data_properties.is_empty(), ..Features::default() };
    for axiom in &ontology.axioms {
        features.read(axiom);
    }
    features.name()
}

impl Features {
    fn read(&mut self, axiom: &Axiom) {
        match axiom {
            Axiom::SubClassOf(sub, sup) => self.read_concepts([sub, sup]),
            Axiom::EquivalentClasses(concepts) => self.read_concepts(concepts),
            Axiom::DisjointClasses(concepts) => {
                self.negation |= concepts.iter().any(|concept| concept.nodes().len() > 1);
                self.read_concepts(concepts);
            }
            Axiom::DisjointUnion(_, concepts) => {
                self.union = true;
                self.read_concepts(concepts);
            }
            Axiom::ClassAssertion(concept, _)
            | Axiom::DataPropertyDomain(_, concept)
            | Axiom::HasKey(concept, ..) => self.read_concepts([concept]),
            Axiom::ObjectPropertyDomain(role, concept)
            | Axiom::ObjectPropertyRange(role, concept) => {
                self.read_role(*role);
                self.read_concepts([concept]);
            }
            Axiom::SubObjectPropertyOf(sub, sup) => {
                self.hierarchy = true;
                self.read_role(*sub);
                self.read_role(*sup);
            }
            Axiom::EquivalentObjectProperties(_)
            | Axiom::SubDataPropertyOf(..)
            | Axiom::EquivalentDataProperties(_) => self.hierarchy = true,
            Axiom::SubPropertyChainOf(..)
            | Axiom::DisjointObjectProperties(_)
            | Axiom::DisjointDataProperties(_) => self.complex_roles = true,
            Axiom::InverseObjectProperties(..) => self.inverse = true,
            Axiom::Characteristic(characteristic, _) => match characteristic {
                Characteristic::Functional => self.functional = true,
                Characteristic::InverseFunctional => {
                    self.functional = true;
                    self.inverse = true;
                }
                Characteristic::Symmetric => self.inverse = true,
                Characteristic::Transitive => self.transitive = true,
                Characteristic::Reflexive
                | Characteristic::Irreflexive
                | Characteristic::Asymmetric => self.complex_roles = true,
            },
            Axiom::FunctionalDataProperty(_) => self.functional = true,
            Axiom::DataPropertyRange(_, range) => self.data |= *range != DataRange::Any,
            Axiom::SameIndividual(_)
            | Axiom::DifferentIndividuals(_)
            | Axiom::NegativeObjectAssertion(..)
            | Axiom::NegativeDataAssertion(..) => {}
        }
    }

    fn read_role(&mut self, role: Role) {
        self.inverse |= role.inverse;
    }

    fn read_concepts<'a>(&mut self, concepts: impl IntoIterator<Item = &'a Concept>) {
        for concept in concepts {
            let nodes = concept.nodes();
            for (index, node) in nodes.iter().enumerate() {
                let filler_is_top = nodes.get(index + 1) == Some(&Node::Top);
                match node {
                    Node::Top | Node::Bottom | Node::Class(_) | Node::And(_) => {}
                    Node::Not => self.negation = true,
                    Node::Or(_) => self.union = true,
                    Node::Some(role) => {
                        self.read_role(*role);
                        self.full_existential |= !filler_is_top;
                    }
                    Node::Only(role) | Node::HasSelf(role) => {
                        self.read_role(*role);
                        self.complex_roles |= matches!(node, Node::HasSelf(_));
                    }
                    Node::AtLeast(_, role) | Node::AtMost(_, role) | Node::Exactly(_, role) => {
                        self.read_role(*role);
                        self.number = true;
                        self.qualified |= !filler_is_top;
                    }
                    Node::HasValue(role, _) => {
                        self.read_role(*role);
                        self.nominals = true;
                    }
                    Node::OneOf(_) => self.nominals = true,
                    Node::Data(restriction) => {
                        self.data = true;
                        self.number |=
                            !matches!(restriction.quantifier, Quantifier::Some | Quantifier::Only);
                    }
                }
            }
        }
    }

    fn name(&self) -> String {
        // Union and full existentials together give negation, and negation gives both.
        let has_c = self.negation || (self.union && self.full_existential);
        let mut name = String::new();
        if self.complex_roles {
            name.push_str("SR");
        } else if has_c && self.transitive {
            name.push('S');
        } else {
            name.push_str(if has_c { "ALC" } else { "AL" });
            if !has_c && self.union {
                name.push('U');
            }
            if !has_c && self.full_existential {
                name.push('E');
            }
            if self.transitive {
                name.push('+');
            }
        }
        for (has, letter) in [
            (self.hierarchy && !self.complex_roles, 'H'),
            (self.nominals, 'O'),
            (self.inverse, 'I'),
            (self.qualified, 'Q'),
            (self.number && !self.qualified, 'N'),
            (self.functional && !self.number, 'F'),
        ] {
            if has {
                name.push(letter);
            }
        }
        if self.data {
            name.push_str("(D)");
        }
        name
    }
}
