//! Whether an interpretation satisfies axioms, and what it lacks where it does not.

use std::collections::{BTreeMap, BTreeSet};

use evolearner_dl::{
    Concept, DataRange, DataRestriction, IndividualId, LiteralId, Node, Quantifier, Role,
};
use evolearner_owl::{Axiom, Characteristic};

use crate::bitset::BitSet;

use super::interpretation::Interpretation;

/// An element that has to be an instance of a concept and is not.
pub(super) type Lack = (u32, Concept);

/// The interpretation breaks an axiom in a way that more facts do not mend.
pub(super) struct Broken;

/// What the interpretation lacks to satisfy the axioms; nothing of a model.
pub(super) fn lacks(model: &Interpretation<'_>, axioms: &[Axiom]) -> Result<Vec<Lack>, Broken> {
    let mut found = Vec::new();
    // Many individuals may be stated to be instances of one concept.
    let mut stated: BTreeMap<&Concept, BitSet> = BTreeMap::new();
    for axiom in axioms {
        match axiom {
            Axiom::SubClassOf(sub, sup) => included(model, sub, sup, &mut found),
            Axiom::EquivalentClasses(concepts) => {
                for (one, other) in concepts.iter().zip(concepts.iter().cycle().skip(1)) {
                    included(model, one, other, &mut found);
                }
            }
            Axiom::DisjointClasses(concepts) => disjoint(model, concepts)?,
            Axiom::DisjointUnion(class, concepts) => {
                disjoint(model, concepts)?;
                let (class, union) = (Concept::class(*class), Concept::or(concepts.clone()));
                included(model, &class, &union, &mut found);
                included(model, &union, &class, &mut found);
            }
            Axiom::ClassAssertion(concept, individual) => {
                let x = model.element(individual.0);
                let members = stated.entry(concept).or_insert_with(|| model.instances(concept));
                if !members.contains(IndividualId(x)) {
                    found.push((x, concept.clone()));
                }
            }
            Axiom::ObjectPropertyDomain(role, concept) => {
                let sources = Concept::some(*role, Concept::top());
                included(model, &sources, concept, &mut found);
            }
            Axiom::ObjectPropertyRange(role, concept) => {
                let targets = Concept::some(role.inverted(), Concept::top());
                included(model, &targets, concept, &mut found);
            }
            Axiom::DataPropertyDomain(property, concept) => {
                let restriction = DataRestriction {
                    property: *property,
                    quantifier: Quantifier::Some,
                    range: DataRange::Any,
                };
                let sources = Concept::leaf(Node::Data(Box::new(restriction)));
                included(model, &sources, concept, &mut found);
            }
            other => {
                if !holds(model, other) {
                    return Err(Broken);
                }
            }
        }
    }
    Ok(found)
}

fn included(model: &Interpretation<'_>, sub: &Concept, sup: &Concept, found: &mut Vec<Lack>) {
    let mut missing = model.instances(sub);
    missing.and_not(&model.instances(sup));
    found.extend(missing.iter().map(|x| (x.0, sup.clone())));
}

fn disjoint(model: &Interpretation<'_>, concepts: &[Concept]) -> Result<(), Broken> {
    let mut seen = BitSet::empty(model.domain.universe());
    for concept in concepts {
        let members = model.instances(concept);
        let mut shared = members.clone();
        shared.and(&seen);
        if !shared.is_empty() {
            return Err(Broken);
        }
        seen.or(&members);
    }
    Ok(())
}

/// Whether an axiom about roles, data properties or names is satisfied. Saturation closes these, so
/// that one which is not satisfied is a contradiction or beyond what it knows.
fn holds(model: &Interpretation<'_>, axiom: &Axiom) -> bool {
    let has = |role: Role, x: u32, y: u32| {
        model.facts.edges[role.property].rows(role).of(x).binary_search(&y).is_ok()
    };
    let all_edges = |role: Role, test: &dyn Fn(u32, u32) -> bool| {
        model.sources(role).all(|x| model.successors(role, x).all(|y| test(x, y)))
    };
    let is_sub = |sub: Role, sup: Role| all_edges(sub, &|x, y| has(sup, x, y));
    let at_most_one =
        |role: Role| model.sources(role).all(|x| model.successors(role, x).count() < 2);
    match axiom {
        Axiom::SubObjectPropertyOf(sub, sup) => is_sub(*sub, *sup),
        Axiom::EquivalentObjectProperties(roles) => {
            roles.iter().zip(roles.iter().cycle().skip(1)).all(|(one, other)| is_sub(*one, *other))
        }
        Axiom::InverseObjectProperties(one, other) => {
            is_sub(*one, other.inverted()) && is_sub(other.inverted(), *one)
        }
        Axiom::SubPropertyChainOf(links, sup) => composed(model, links, *sup),
        Axiom::DisjointObjectProperties(roles) => roles.iter().enumerate().all(|(index, one)| {
            let others = &roles[index + 1..];
            all_edges(*one, &|x, y| !others.iter().any(|&other| has(other, x, y)))
        }),
        Axiom::Characteristic(characteristic, role) => match characteristic {
            Characteristic::Functional => at_most_one(*role),
            Characteristic::InverseFunctional => at_most_one(role.inverted()),
            Characteristic::Reflexive => model.domain.iter().all(|x| has(*role, x.0, x.0)),
            Characteristic::Irreflexive => all_edges(*role, &|x, y| x != y),
            Characteristic::Symmetric => all_edges(*role, &|x, y| has(*role, y, x)),
            Characteristic::Asymmetric => all_edges(*role, &|x, y| !has(*role, y, x)),
            Characteristic::Transitive => composed(model, &[*role, *role], *role),
        },
        Axiom::SubDataPropertyOf(sub, sup) => is_data_sub(model, *sub, *sup),
        Axiom::EquivalentDataProperties(all) => all
            .iter()
            .zip(all.iter().cycle().skip(1))
            .all(|(one, other)| is_data_sub(model, *one, *other)),
        Axiom::FunctionalDataProperty(property) => {
            model.values(*property).all(|row| model.distinct(row).len() < 2)
        }
        Axiom::DataPropertyRange(property, range)
            if !matches!(range, DataRange::Any | DataRange::Datatype(_)) =>
        {
            model.values(*property).all(|row| {
                row.iter().all(|&(_, id)| model.literals.admitted_by(LiteralId(id), range))
            })
        }
        Axiom::SameIndividual(names) => {
            let elements: BTreeSet<u32> = names.iter().map(|name| model.element(name.0)).collect();
            elements.len() < 2
        }
        Axiom::DifferentIndividuals(names) => {
            let elements: BTreeSet<u32> = names.iter().map(|name| model.element(name.0)).collect();
            elements.len() == names.len()
        }
        Axiom::NegativeObjectAssertion(role, x, y) => {
            !has(*role, model.element(x.0), model.element(y.0))
        }
        Axiom::NegativeDataAssertion(property, x, literal) => {
            let x = model.element(x.0);
            let row = model.values(*property).find(|row| row[0].0 == x).unwrap_or_default();
            row.iter().all(|&(_, id)| !model.literals.get(LiteralId(id)).same_value(literal))
        }
        // Not looked at: with one of these no interpretation counts as a model.
        Axiom::DisjointDataProperties(_) | Axiom::HasKey(..) => false,
        // Files declare one datatype and use another, which saturation does not mind either. The rest
        // is about concepts.
        Axiom::DataPropertyRange(..)
        | Axiom::SubClassOf(..)
        | Axiom::EquivalentClasses(_)
        | Axiom::DisjointClasses(_)
        | Axiom::DisjointUnion(..)
        | Axiom::ClassAssertion(..)
        | Axiom::ObjectPropertyDomain(..)
        | Axiom::ObjectPropertyRange(..)
        | Axiom::DataPropertyDomain(..) => true,
    }
}

fn is_data_sub(
    model: &Interpretation<'_>,
    sub: evolearner_dl::DataPropertyId,
    sup: evolearner_dl::DataPropertyId,
) -> bool {
    let wanted = &model.facts.values[sup];
    model.values(sub).flatten().all(|pair| wanted.binary_search(pair).is_ok())
}

/// Whether every path of the links is an edge of the role.
fn composed(model: &Interpretation<'_>, links: &[Role], sup: Role) -> bool {
    let Some((first, rest)) = links.split_first() else { return true };
    model.sources(*first).all(|x| {
        let mut reached: BTreeSet<u32> = model.successors(*first, x).collect();
        for link in rest {
            reached = reached.iter().flat_map(|&y| model.successors(*link, y)).collect();
        }
        let wanted: BTreeSet<u32> = model.successors(sup, x).collect();
        reached.is_subset(&wanted)
    })
}
