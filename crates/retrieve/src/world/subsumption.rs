//! Which concepts stand above or below a class by the axioms alone.
//!
//! A new individual of which nothing is known but that it is in the class is an instance of exactly what
//! stands above the class; one of which nothing is known but that it is in a concept is in the class if
//! the concept stands below. All concepts are asked about in one saturation, which is sound: what is not
//! derived may follow all the same.

use evolearner_dl::{Budget, ClassId, Concept, Id, IdVec, IndividualId, Names};
use evolearner_graph::{Graph, derive};
use evolearner_owl::{Assertions, Axiom, Ontology};

use super::{WorldError, names_datatype};

/// What stands above or below a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Subsumed {
    /// Every instance of the class is one of the concept.
    pub is_above: bool,
    /// Every instance of the concept is one of the class.
    pub is_below: bool,
}

/// For each concept, where it is derived to stand towards a class. Facts about individuals play no part.
pub fn subsumed(
    graph: &Graph,
    axioms: &[Axiom],
    class: ClassId,
    concepts: &[Concept],
    budget: &Budget,
) -> Result<Vec<Subsumed>, WorldError> {
    let mut symbols = graph.symbols.clone();
    let (n_classes, n_individuals) = (symbols.classes.len(), symbols.individuals.len());
    // Numbers of equal width behind the greatest character: new names come last, in their order.
    let new: Vec<String> = (0..=concepts.len()).map(|n| format!("\u{10FFFF}{n:06}")).collect();
    symbols.classes = {
        let known = symbols.classes.iter().map(|(_, name)| name);
        Names::from_sorted(known.chain(new[..concepts.len()].iter().map(String::as_str)))
    };
    symbols.individuals = {
        let known = symbols.individuals.iter().map(|(_, name)| name);
        Names::from_sorted(known.chain(new.iter().map(String::as_str)))
    };
    let subject = IndividualId::new(n_individuals);
    let mut assertions = Assertions {
        classes: IdVec::from_fn(symbols.classes.len(), |_| Vec::new()),
        objects: IdVec::from_fn(symbols.object_properties.len(), |_| Vec::new()),
        data: IdVec::from_fn(symbols.data_properties.len(), |_| Vec::new()),
    };
    assertions.classes[class].push(subject);
    let mut stated: Vec<Axiom> = axioms.iter().filter(|axiom| !is_fact(axiom)).cloned().collect();
    for (at, concept) in concepts.iter().enumerate().filter(|(_, one)| !names_datatype(one)) {
        let named = Concept::class(ClassId::new(n_classes + at));
        stated.push(Axiom::EquivalentClasses(vec![named, concept.clone()]));
        let witness = IndividualId::new(n_individuals + 1 + at);
        stated.push(Axiom::ClassAssertion(concept.clone(), witness));
    }
    let literals = graph.literals.clone();
    let ontology =
        Ontology { symbols, literals, axioms: stated, assertions, ..Ontology::default() };
    let facts = derive(&ontology, budget)?;
    let is_in = |class: ClassId, one: IndividualId| facts.classes[class].contains(&one.0);
    Ok((0..concepts.len())
        .map(|at| Subsumed {
            is_above: is_in(ClassId::new(n_classes + at), subject),
            is_below: is_in(class, IndividualId::new(n_individuals + 1 + at)),
        })
        .collect())
}

/// Whether an axiom is about named individuals.
fn is_fact(axiom: &Axiom) -> bool {
    matches!(
        axiom,
        Axiom::ClassAssertion(..)
            | Axiom::SameIndividual(_)
            | Axiom::DifferentIndividuals(_)
            | Axiom::NegativeObjectAssertion(..)
            | Axiom::NegativeDataAssertion(..)
    )
}
