//! Contradictions, each with a witness.

use evolearner_dl::{DataPropertyId, Id, IdVec, IndividualId, LiteralId, Node, Role, Stopped};
use evolearner_owl::{Axiom, Characteristic, Ontology};

use super::Inconsistency;
use super::atoms::{Atom, Lit};
use super::counting::Difference;
use super::data::DataBox;
use super::engine::Engine;
use super::roles::Pairs;

/// The first contradiction found, looked for in a fixed order.
pub(super) fn check(
    engine: &Engine<'_>,
    difference: &Difference,
    values: &IdVec<DataPropertyId, Pairs>,
    data: &DataBox,
    ontology: &Ontology,
) -> Result<Option<Inconsistency>, Stopped> {
    let found = |witness: u32, reason: String| {
        Ok(Some(Inconsistency { witness: IndividualId(witness), reason }))
    };
    if let Some(witness) = difference.contradiction() {
        return found(witness, "it is the same as an individual stated to be different".to_owned());
    }
    let name_of = |role: Role| ontology.symbols.object_properties.get(role.property);
    for axiom in &ontology.axioms {
        engine.check_budget()?;
        match axiom {
            Axiom::Characteristic(Characteristic::Irreflexive, role) => {
                if let Some(x) = first_edge(engine, *role, |x, y| x == y) {
                    return found(
                        x,
                        format!("it is related to itself by irreflexive {}", name_of(*role)),
                    );
                }
            }
            Axiom::Characteristic(Characteristic::Asymmetric, role) => {
                let backward = engine.edges[role.property].rows(role.inverted());
                let both_ways = |x, y| backward.of(x).binary_search(&y).is_ok();
                if let Some(x) = first_edge(engine, *role, both_ways) {
                    return found(
                        x,
                        format!("it is related both ways by asymmetric {}", name_of(*role)),
                    );
                }
            }
            Axiom::DisjointObjectProperties(disjoint) => {
                for (index, one) in disjoint.iter().enumerate() {
                    engine.check_budget()?;
                    for other in &disjoint[index + 1..] {
                        let rows = engine.edges[other.property].rows(*other);
                        let in_both = |x, y| rows.of(x).binary_search(&y).is_ok();
                        if let Some(x) = first_edge(engine, *one, in_both) {
                            let names = (name_of(*one), name_of(*other));
                            return found(
                                x,
                                format!("it has an edge of disjoint {} and {}", names.0, names.1),
                            );
                        }
                    }
                }
            }
            Axiom::NegativeObjectAssertion(role, subject, object) => {
                let (subject, object) = (engine.names.of(*subject), engine.names.of(*object));
                let rows = engine.edges[role.property].rows(*role);
                if rows.of(subject).binary_search(&object).is_ok() {
                    return found(
                        subject,
                        format!("an edge of {} is stated not to hold", name_of(*role)),
                    );
                }
            }
            Axiom::NegativeDataAssertion(property, subject, literal) => {
                let subject = engine.names.of(*subject);
                let denied = ontology.literals.find(literal);
                if denied.is_some_and(|denied| {
                    super::with_value(&values[*property], subject, denied, ontology)
                }) {
                    let name = ontology.symbols.data_properties.get(*property);
                    return found(subject, format!("a value of {name} is stated not to hold"));
                }
            }
            Axiom::DisjointDataProperties(disjoint) => {
                for (index, one) in disjoint.iter().enumerate() {
                    engine.check_budget()?;
                    for other in &disjoint[index + 1..] {
                        let shared = values[*one].iter().find(|&&(x, literal)| {
                            super::with_value(&values[*other], x, LiteralId(literal), ontology)
                        });
                        if let Some(&(x, _)) = shared {
                            let name_of = |id| ontology.symbols.data_properties.get(id);
                            let names = (name_of(*one), name_of(*other));
                            return found(
                                x,
                                format!("it has a value of disjoint {} and {}", names.0, names.1),
                            );
                        }
                    }
                }
            }
            Axiom::ClassAssertion(concept, individual) if concept.root() == &Node::Bottom => {
                let reason = "it is stated to be in owl:Nothing or to have an edge of a bottom \
                              property, which nothing has";
                return found(engine.names.of(*individual), reason.to_owned());
            }
            _ => {}
        }
    }
    for (property, pairs) in values.iter().filter(|(p, _)| data.functional[p.index()]) {
        for pair in pairs.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
            let (one, other) = (LiteralId(pair[0].1), LiteralId(pair[1].1));
            if !ontology.literals.same_value(one, other) {
                let name = ontology.symbols.data_properties.get(property);
                return found(pair[0].0, format!("it has several values of functional {name}"));
            }
        }
    }
    if let Some((witness, lit)) = class_clash(engine) {
        let reason = match lit.map(|lit| engine.tbox.atoms.get(lit.atom())) {
            Some(Atom::Class(class)) => {
                let name = ontology.symbols.classes.get(*class);
                format!("it is an instance of {name} and cannot be one")
            }
            _ => "it falls under concepts that exclude each other".to_owned(),
        };
        return found(witness, reason);
    }
    Ok(None)
}

/// An individual under a concept and its negation. Negations that nothing else asks for are not
/// stored; for them the two sides of a disjointness are intersected.
fn class_clash(engine: &Engine<'_>) -> Option<(u32, Option<Lit>)> {
    let is_named = |x: &u32| *x < engine.n;
    let mut best: Option<(u32, Option<Lit>)> = None;
    let mut offer = |candidate: Option<(u32, Option<Lit>)>| {
        if let Some(candidate) = candidate
            && best.is_none_or(|best| candidate < best)
        {
            best = Some(candidate);
        }
    };
    offer(engine.known[Lit::BOTTOM.index()].iter().find(is_named).map(|x| (x, None)));
    for (index, sups) in engine.tbox.implies.iter().enumerate() {
        let lit = Lit::from_index(index);
        let both = engine.known[index].first_common(&engine.known[lit.not().index()]);
        offer(both.filter(is_named).map(|x| (x, Some(lit))));
        for &sup in sups.iter().filter(|sup| !engine.tbox.useful[sup.index()]) {
            if sup != Lit::BOTTOM {
                let both = engine.known[index].first_common(&engine.known[sup.not().index()]);
                offer(both.filter(is_named).map(|x| (x, Some(sup))));
            }
        }
    }
    best
}

fn first_edge(engine: &Engine<'_>, role: Role, matches: impl Fn(u32, u32) -> bool) -> Option<u32> {
    let rows = engine.edges[role.property].rows(role);
    rows.iter().find(|(x, targets)| targets.iter().any(|&y| matches(*x, y))).map(|(x, _)| x)
}
