//! The triples of the OWL vocabulary become axioms.

use evolearner_dl::{Concept, IndividualId};

use super::Mapping;
use super::expression::NotUnderstood;
use super::kinds::Flags;
use crate::notice::Notices;
use crate::ontology::{Axiom, Characteristic};
use crate::store::TermId;
use crate::vocabulary::{self as v, OWL, RDF, RDFS, Vocab};

/// Makes an axiom of two concepts.
type MakeAxiom = fn(Concept, Concept) -> Axiom;

/// Axioms under way, and what could not be one.
struct Collector<'n> {
    axioms: Vec<Axiom>,
    notices: &'n mut Notices,
}

impl Collector<'_> {
    /// Takes an axiom or counts why there is none.
    fn take(&mut self, construct: &str, axiom: Result<Axiom, NotUnderstood>, example: &str) {
        match axiom {
            Ok(axiom) => self.axioms.push(axiom),
            Err(reason) => self.notices.add(&format!("{construct} left out: {reason}"), example),
        }
    }
}

impl Mapping<'_> {
    /// All axioms, and the number of annotations.
    pub(super) fn axioms(&self, notices: &mut Notices) -> (Vec<Axiom>, u64) {
        let mut collector = Collector { axioms: Vec::new(), notices };
        self.class_axioms(&mut collector);
        self.property_axioms(&mut collector);
        self.characteristics(&mut collector);
        self.individual_axioms(&mut collector);
        self.anonymous_types(&mut collector);
        self.impossible_edges(&mut collector);
        let annotations = self.count_annotations(&mut collector);
        (collector.axioms, annotations)
    }

    fn class_axioms(&self, collector: &mut Collector<'_>) {
        let structure = &self.structure;
        let binary: [(Vocab, &str, MakeAxiom); 3] = [
            (v::SUB_CLASS_OF, "subClassOf", Axiom::SubClassOf),
            (v::EQUIVALENT_CLASS, "equivalentClass", |a, b| Axiom::EquivalentClasses(vec![a, b])),
            (v::DISJOINT_WITH, "disjointWith", |a, b| Axiom::DisjointClasses(vec![a, b])),
        ];
        for (predicate, construct, make) in binary {
            for &(one, other) in structure.pairs(predicate) {
                if self.kinds.is_data_range(structure, one) {
                    collector.notices.add("datatype definition left out", structure.name(one));
                    continue;
                }
                let axiom = self.concept(one).and_then(|one| Ok(make(one, self.concept(other)?)));
                collector.take(construct, axiom, structure.name(one));
            }
        }
        // A boolean straight on a named class defines it.
        for predicate in [v::INTERSECTION_OF, v::UNION_OF, v::ONE_OF, v::COMPLEMENT_OF] {
            for &(class, operand) in structure.pairs(predicate) {
                if structure.is_blank(class) || self.kinds.of(class).has(Flags::DATATYPE) {
                    continue;
                }
                let axiom = self.definition(class, predicate, operand);
                collector.take("definition", axiom, structure.name(class));
            }
        }
        for &(class, head) in structure.pairs(v::DISJOINT_UNION_OF) {
            let axiom = (|| {
                let class_id = self.ids.class(class).ok_or("disjoint union of no class")?;
                Ok(Axiom::DisjointUnion(class_id, self.concepts(head)?))
            })();
            collector.take("disjointUnionOf", axiom, structure.name(class));
        }
        let disjoint = structure.nodes_of_type("AllDisjointClasses");
        for &(node, head) in structure.pairs(v::MEMBERS) {
            if disjoint.contains(&node) {
                let axiom = self.concepts(head).map(Axiom::DisjointClasses);
                collector.take("AllDisjointClasses", axiom, structure.name(node));
            }
        }
    }

    fn definition(
        &self,
        class: TermId,
        predicate: Vocab,
        operand: TermId,
    ) -> Result<Axiom, NotUnderstood> {
        let class = self.ids.class(class).map(Concept::class).ok_or("name that is no class")?;
        let definition = if predicate == v::INTERSECTION_OF {
            Concept::and(self.concepts(operand)?)
        } else if predicate == v::UNION_OF {
            Concept::or(self.concepts(operand)?)
        } else if predicate == v::COMPLEMENT_OF {
            Concept::complement(self.concept(operand)?)
        } else {
            let individuals = self.individuals(operand)?;
            Concept::or([Concept::leaf(evolearner_dl::Node::OneOf(individuals.into()))])
        };
        Ok(Axiom::EquivalentClasses(vec![class, definition]))
    }

    fn concepts(&self, head: TermId) -> Result<Vec<Concept>, NotUnderstood> {
        let members = self.structure.resource_list(head).ok_or("broken list of classes")?;
        members.into_iter().map(|member| self.concept(member)).collect()
    }

    fn individuals(&self, head: TermId) -> Result<Vec<IndividualId>, NotUnderstood> {
        let members = self.structure.resource_list(head).ok_or("broken list of individuals")?;
        members
            .into_iter()
            .map(|member| self.ids.individual(member).ok_or("unknown individual"))
            .collect()
    }

    fn is_object(&self, term: TermId) -> bool {
        self.role(term).is_ok()
    }

    fn property_axioms(&self, collector: &mut Collector<'_>) {
        let structure = &self.structure;
        for &(one, other) in structure.pairs(v::SUB_PROPERTY_OF) {
            self.property_pair(
                collector,
                "subPropertyOf",
                one,
                other,
                Axiom::SubObjectPropertyOf,
                Axiom::SubDataPropertyOf,
            );
        }
        for &(one, other) in structure.pairs(v::EQUIVALENT_PROPERTY) {
            self.property_pair(
                collector,
                "equivalentProperty",
                one,
                other,
                |a, b| Axiom::EquivalentObjectProperties(vec![a, b]),
                |a, b| Axiom::EquivalentDataProperties(vec![a, b]),
            );
        }
        for &(one, other) in structure.pairs(v::PROPERTY_DISJOINT_WITH) {
            self.property_pair(
                collector,
                "propertyDisjointWith",
                one,
                other,
                |a, b| Axiom::DisjointObjectProperties(vec![a, b]),
                |a, b| Axiom::DisjointDataProperties(vec![a, b]),
            );
        }
        let disjoint = structure.nodes_of_type("AllDisjointProperties");
        for &(node, head) in structure.pairs(v::MEMBERS) {
            if disjoint.contains(&node) {
                let axiom = self.disjoint_properties(head);
                collector.take("AllDisjointProperties", axiom, structure.name(node));
            }
        }
        for &(one, other) in structure.pairs(v::INVERSE_OF) {
            if !structure.is_blank(one) {
                let axiom = self
                    .role(one)
                    .and_then(|one| Ok(Axiom::InverseObjectProperties(one, self.role(other)?)));
                collector.take("inverseOf", axiom, structure.name(one));
            }
        }
        for &(property, head) in structure.pairs(v::PROPERTY_CHAIN_AXIOM) {
            let axiom = (|| {
                let links = structure.resource_list(head).ok_or("broken list of properties")?;
                let links = links.into_iter().map(|link| self.role(link)).collect::<Result<_, _>>();
                Ok(Axiom::SubPropertyChainOf(links?, self.role(property)?))
            })();
            collector.take("propertyChainAxiom", axiom, structure.name(property));
        }
        for &(property, class) in structure.pairs(v::DOMAIN) {
            if self.is_object(property) {
                let axiom = self
                    .role(property)
                    .and_then(|role| Ok(Axiom::ObjectPropertyDomain(role, self.concept(class)?)));
                collector.take("domain", axiom, structure.name(property));
            }
            if let Some(data) = self.ids.data_property(property) {
                let axiom = self.concept(class).map(|class| Axiom::DataPropertyDomain(data, class));
                collector.take("domain", axiom, structure.name(property));
            }
        }
        for &(property, range) in structure.pairs(v::RANGE) {
            if self.is_object(property) && !self.kinds.is_data_range(structure, range) {
                let axiom = self
                    .role(property)
                    .and_then(|role| Ok(Axiom::ObjectPropertyRange(role, self.concept(range)?)));
                collector.take("range", axiom, structure.name(property));
            } else if let Some(data) = self.ids.data_property(property) {
                let axiom =
                    self.data_range(range, 0).map(|range| Axiom::DataPropertyRange(data, range));
                collector.take("range", axiom, structure.name(property));
            }
        }
    }

    /// An axiom on two properties of the same kind; on annotation properties it says nothing.
    fn property_pair(
        &self,
        collector: &mut Collector<'_>,
        construct: &str,
        one: TermId,
        other: TermId,
        of_objects: fn(evolearner_dl::Role, evolearner_dl::Role) -> Axiom,
        of_data: fn(evolearner_dl::DataPropertyId, evolearner_dl::DataPropertyId) -> Axiom,
    ) {
        let annotation = self.kinds.of(one).has(Flags::ANNOTATION)
            || self.kinds.of(other).has(Flags::ANNOTATION.and(Flags::RESERVED));
        let mut understood = annotation;
        if let (Ok(one), Ok(other)) = (self.role(one), self.role(other)) {
            collector.axioms.push(of_objects(one, other));
            understood = true;
        }
        if let (Some(one), Some(other)) =
            (self.ids.data_property(one), self.ids.data_property(other))
        {
            collector.axioms.push(of_data(one, other));
            understood = true;
        }
        if !understood {
            let message = format!("{construct} left out: properties of no or different kinds");
            collector.notices.add(&message, self.structure.name(one));
        }
    }

    fn disjoint_properties(&self, head: TermId) -> Result<Axiom, NotUnderstood> {
        let members = self.structure.resource_list(head).ok_or("broken list of properties")?;
        if members.iter().all(|&member| self.is_object(member)) {
            let roles =
                members.into_iter().map(|member| self.role(member)).collect::<Result<_, _>>();
            return Ok(Axiom::DisjointObjectProperties(roles?));
        }
        members
            .into_iter()
            .map(|member| self.ids.data_property(member).ok_or("properties of different kinds"))
            .collect::<Result<_, _>>()
            .map(Axiom::DisjointDataProperties)
    }

    fn characteristics(&self, collector: &mut Collector<'_>) {
        for (name, characteristic) in [
            ("FunctionalProperty", Characteristic::Functional),
            ("InverseFunctionalProperty", Characteristic::InverseFunctional),
            ("ReflexiveProperty", Characteristic::Reflexive),
            ("IrreflexiveProperty", Characteristic::Irreflexive),
            ("SymmetricProperty", Characteristic::Symmetric),
            ("AsymmetricProperty", Characteristic::Asymmetric),
            ("TransitiveProperty", Characteristic::Transitive),
        ] {
            let mut properties: Vec<TermId> =
                self.structure.nodes_of_type(name).into_iter().collect();
            properties.sort_unstable();
            for property in properties {
                if let Ok(role) = self.role(property) {
                    collector.axioms.push(Axiom::Characteristic(characteristic, role));
                }
                if let (Some(data), Characteristic::Functional) =
                    (self.ids.data_property(property), characteristic)
                {
                    collector.axioms.push(Axiom::FunctionalDataProperty(data));
                }
            }
        }
    }

    fn individual_axioms(&self, collector: &mut Collector<'_>) {
        let structure = &self.structure;
        let pair = |one, other| match (self.ids.individual(one), self.ids.individual(other)) {
            (Some(one), Some(other)) => Ok(vec![one, other]),
            _ => Err("name that is no individual"),
        };
        for &(one, other) in structure.pairs(v::SAME_AS) {
            let axiom = pair(one, other).map(Axiom::SameIndividual);
            collector.take("sameAs", axiom, structure.name(one));
        }
        for &(one, other) in structure.pairs(v::DIFFERENT_FROM) {
            let axiom = pair(one, other).map(Axiom::DifferentIndividuals);
            collector.take("differentFrom", axiom, structure.name(one));
        }
        let different = structure.nodes_of_type("AllDifferent");
        for predicate in [v::MEMBERS, v::DISTINCT_MEMBERS] {
            for &(node, head) in structure.pairs(predicate) {
                if different.contains(&node) {
                    let axiom = self.individuals(head).map(Axiom::DifferentIndividuals);
                    collector.take("AllDifferent", axiom, structure.name(node));
                }
            }
        }
        for &(node, property) in structure.pairs(v::ASSERTION_PROPERTY) {
            let axiom = self.negative_assertion(node, property);
            collector.take("NegativePropertyAssertion", axiom, structure.name(property));
        }
        for &(class, head) in structure.pairs(v::HAS_KEY) {
            let axiom = (|| {
                let members = structure.resource_list(head).ok_or("broken list of properties")?;
                let (mut roles, mut data) = (Vec::new(), Vec::new());
                for member in members {
                    match (self.role(member), self.ids.data_property(member)) {
                        (Ok(role), _) => roles.push(role),
                        (_, Some(property)) => data.push(property),
                        _ => return Err("key of an unknown property"),
                    }
                }
                Ok(Axiom::HasKey(self.concept(class)?, roles, data))
            })();
            collector.take("hasKey", axiom, structure.name(class));
        }
    }

    fn negative_assertion(&self, node: TermId, property: TermId) -> Result<Axiom, NotUnderstood> {
        let structure = &self.structure;
        let subject = structure
            .resource(node, v::SOURCE_INDIVIDUAL)
            .and_then(|subject| self.ids.individual(subject))
            .ok_or("no source individual")?;
        if let Some(literal) = structure.literal(node, v::TARGET_VALUE) {
            let property = self.ids.data_property(property).ok_or("no data property")?;
            return Ok(Axiom::NegativeDataAssertion(property, subject, self.literal(literal)));
        }
        let object = structure
            .resource(node, v::TARGET_INDIVIDUAL)
            .and_then(|object| self.ids.individual(object))
            .ok_or("no target")?;
        Ok(Axiom::NegativeObjectAssertion(self.role(property)?, subject, object))
    }

    /// Individuals typed with an expression instead of a name.
    fn anonymous_types(&self, collector: &mut Collector<'_>) {
        let structure = &self.structure;
        let nothing = structure.store.terms.find(&format!("{OWL}Nothing"));
        for &(subject, class) in structure.pairs(v::TYPE) {
            if !structure.is_blank(class) && Some(class) != nothing {
                continue;
            }
            if let Some(individual) = self.ids.individual(subject) {
                if Some(class) == nothing {
                    let message = "instance of owl:Nothing, which can have none";
                    collector.notices.add(message, structure.name(subject));
                }
                let axiom =
                    self.concept(class).map(|class| Axiom::ClassAssertion(class, individual));
                collector.take("type", axiom, structure.name(subject));
            }
        }
    }

    /// An edge of a bottom property holds of nothing: its subject is an instance of `⊥`.
    fn impossible_edges(&self, collector: &mut Collector<'_>) {
        let objects = self.structure.pairs(v::BOTTOM_OBJECT_PROPERTY).iter().map(|pair| pair.0);
        let values = self.structure.column(v::BOTTOM_DATA_PROPERTY).literals.iter();
        let objects = objects.map(|subject| ("owl:bottomObjectProperty", subject));
        let values = values.map(|&(subject, _)| ("owl:bottomDataProperty", subject));
        for (property, subject) in objects.chain(values) {
            if let Some(individual) = self.ids.individual(subject) {
                let message = format!("edge of {property}, which can have none");
                collector.notices.add(&message, self.structure.name(subject));
                collector.axioms.push(Axiom::ClassAssertion(Concept::bottom(), individual));
            }
        }
    }

    /// Counts annotations, and reserved predicates that nothing above has read.
    fn count_annotations(&self, collector: &mut Collector<'_>) -> u64 {
        let store = self.structure.store;
        let mut n_annotations = 0;
        for (predicate_idx, column) in store.columns.iter().enumerate() {
            let iri = store.predicates.get(predicate_idx as u32);
            let is_entity = |subject: TermId| !self.kinds.of(subject).has(Flags::ONTOLOGY);
            let subjects = column.resources.iter().map(|pair| pair.0);
            let subjects = subjects.chain(column.literals.iter().map(|pair| pair.0));
            let count = subjects.filter(|&subject| is_entity(subject)).count() as u64;
            let is_annotation = match iri.strip_prefix(RDFS) {
                Some("label" | "comment" | "seeAlso" | "isDefinedBy") => true,
                _ => matches!(
                    iri.strip_prefix(OWL),
                    Some(
                        "versionInfo"
                            | "deprecated"
                            | "priorVersion"
                            | "backwardCompatibleWith"
                            | "incompatibleWith"
                    )
                ),
            };
            if is_annotation {
                n_annotations += count;
            } else if iri.starts_with(RDF)
                && !matches!(&iri[RDF.len()..], "type" | "first" | "rest")
            {
                collector.notices.add_many("RDF container or reification left out", count, iri);
            } else if iri.strip_prefix(OWL) == Some("onProperties") {
                collector.notices.add_many(
                    "data range over several properties left out",
                    count,
                    iri,
                );
            }
        }
        n_annotations
    }
}
