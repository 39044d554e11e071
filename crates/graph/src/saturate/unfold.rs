//! Unnamed successors as individuals of their own (`--existentials materialize`).
//!
//! Where an individual is asserted to be `∃ r.C` and no successor is known to be in C, a blank
//! individual is made that is one. Only assertions are unfolded, not axioms: the graph stays
//! finite, and each new individual comes from an assertion about one individual.

use evolearner_dl::{Concept, Id, IdVec, IndividualId, Names, Node, ObjectPropertyId, Role};
use evolearner_owl::{Axiom, Ontology};

use super::Saturated;

/// Adds an individual for each asserted successor without a name, one level deep; returns how many.
/// Fillers that are existential themselves become assertions, to be unfolded in their turn.
pub(crate) fn unfold_existentials(ontology: &mut Ontology, saturated: &Saturated) -> usize {
    let mut wanted: Vec<(IndividualId, Role, Concept)> = Vec::new();
    for axiom in &ontology.axioms {
        let Axiom::ClassAssertion(concept, individual) = axiom else { continue };
        let conjuncts = match concept.root() {
            Node::And(_) => concept.children(),
            _ => vec![concept.clone()],
        };
        for conjunct in conjuncts {
            if let Node::Some(role) = conjunct.root() {
                let filler = conjunct.children().swap_remove(0);
                if !has_successor_in(saturated, *individual, *role, &filler) {
                    wanted.push((*individual, *role, filler));
                }
            }
        }
    }
    wanted.sort();
    wanted.dedup();
    if wanted.is_empty() {
        return 0;
    }
    let first_new = insert_individuals(ontology, wanted.len());
    for (index, (individual, role, filler)) in wanted.iter().enumerate() {
        let successor = IndividualId::new(first_new + index);
        let individual = shifted(*individual, first_new, wanted.len());
        let (subject, object) =
            if role.inverse { (successor, individual) } else { (individual, successor) };
        ontology.assertions.objects[role.property].push((subject, object));
        let filler = shift_concept(filler, first_new, wanted.len());
        match filler.root() {
            Node::Class(class) => ontology.assertions.classes[*class].push(successor),
            Node::Top => {}
            _ => ontology.axioms.push(Axiom::ClassAssertion(filler, successor)),
        }
    }
    wanted.len()
}

fn has_successor_in(
    saturated: &Saturated,
    individual: IndividualId,
    role: Role,
    filler: &Concept,
) -> bool {
    let edges: &IdVec<ObjectPropertyId, _> = &saturated.edges;
    let successors = edges[role.property].rows(role).of(individual.0);
    match filler.root() {
        Node::Top => !successors.is_empty(),
        Node::Class(class) => {
            let members = &saturated.classes[*class];
            successors.iter().any(|successor| members.binary_search(successor).is_ok())
        }
        _ => false,
    }
}

/// Makes room for new blank individuals. Ids follow names, so all individuals whose names come
/// later move up; returns the first new id.
fn insert_individuals(ontology: &mut Ontology, count: usize) -> usize {
    let old = &ontology.symbols.individuals;
    let first_new = old.iter().take_while(|(_, name)| *name < "_:e").count();
    let n_before = old.iter().filter(|(_, name)| name.starts_with("_:e")).count();
    // Names of an earlier level sort first, because they are numbered first.
    let first_new = first_new + n_before;
    let new: Vec<String> = (0..count).map(|index| format!("_:e{:09}", n_before + index)).collect();
    let names: Vec<&str> = old.iter().map(|(_, name)| name).collect();
    let (before, after) = names.split_at(first_new);
    let all =
        before.iter().copied().chain(new.iter().map(String::as_str)).chain(after.iter().copied());
    let individuals = Names::from_sorted(all);
    ontology.symbols.individuals = individuals;
    let shift = |id: &mut IndividualId| *id = shifted(*id, first_new, count);
    for members in ontology.assertions.classes.values_mut() {
        members.iter_mut().for_each(shift);
    }
    for pairs in ontology.assertions.objects.values_mut() {
        for (subject, object) in pairs {
            shift(subject);
            shift(object);
        }
    }
    for pairs in ontology.assertions.data.values_mut() {
        for (individual, _) in pairs {
            shift(individual);
        }
    }
    for axiom in &mut ontology.axioms {
        shift_axiom(axiom, first_new, count);
    }
    first_new
}

fn shifted(id: IndividualId, first_new: usize, count: usize) -> IndividualId {
    if id.index() < first_new { id } else { IndividualId::new(id.index() + count) }
}

fn shift_concept(concept: &Concept, first_new: usize, count: usize) -> Concept {
    let shift = |node: &Node| match node {
        Node::OneOf(individuals) => {
            Node::OneOf(individuals.iter().map(|&id| shifted(id, first_new, count)).collect())
        }
        Node::HasValue(role, individual) => {
            Node::HasValue(*role, shifted(*individual, first_new, count))
        }
        other => other.clone(),
    };
    Concept::from_preorder(concept.nodes().iter().map(shift).collect())
        .expect("the tree keeps its shape")
}

fn shift_axiom(axiom: &mut Axiom, first_new: usize, count: usize) {
    let shift = |id: &mut IndividualId| *id = shifted(*id, first_new, count);
    let shift_all = |concepts: &mut [Concept]| {
        for concept in concepts {
            *concept = shift_concept(concept, first_new, count);
        }
    };
    match axiom {
        Axiom::SubClassOf(sub, sup) => {
            shift_all(std::slice::from_mut(sub));
            shift_all(std::slice::from_mut(sup));
        }
        Axiom::EquivalentClasses(concepts)
        | Axiom::DisjointClasses(concepts)
        | Axiom::DisjointUnion(_, concepts) => shift_all(concepts),
        Axiom::ClassAssertion(concept, individual) => {
            shift_all(std::slice::from_mut(concept));
            shift(individual);
        }
        Axiom::ObjectPropertyDomain(_, concept)
        | Axiom::ObjectPropertyRange(_, concept)
        | Axiom::DataPropertyDomain(_, concept)
        | Axiom::HasKey(concept, ..) => shift_all(std::slice::from_mut(concept)),
        Axiom::SameIndividual(individuals) | Axiom::DifferentIndividuals(individuals) => {
            individuals.iter_mut().for_each(shift);
        }
        Axiom::NegativeObjectAssertion(_, subject, object) => {
            shift(subject);
            shift(object);
        }
        Axiom::NegativeDataAssertion(_, subject, _) => shift(subject),
        Axiom::SubObjectPropertyOf(..)
        | Axiom::SubPropertyChainOf(..)
        | Axiom::EquivalentObjectProperties(_)
        | Axiom::DisjointObjectProperties(_)
        | Axiom::InverseObjectProperties(..)
        | Axiom::Characteristic(..)
        | Axiom::SubDataPropertyOf(..)
        | Axiom::EquivalentDataProperties(_)
        | Axiom::DisjointDataProperties(_)
        | Axiom::DataPropertyRange(..)
        | Axiom::FunctionalDataProperty(_) => {}
    }
}
