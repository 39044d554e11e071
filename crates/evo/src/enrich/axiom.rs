//! Suggestions as axioms of OWL, with their figures as annotations.

use std::fmt::Write;

use evolearner_dl::ClassId;
use evolearner_report::enrich::SuggestedAxiom;
use evolearner_syntax::english;

use super::candidates::Rated;
use crate::knowledge_base::KnowledgeBase;
use crate::names::concept_model;

/// A rated concept as a suggestion for a class.
pub(super) fn suggestion(
    kb: &KnowledgeBase,
    class: ClassId,
    rated: &Rated,
    expected: Option<f64>,
    is_definition: bool,
) -> SuggestedAxiom {
    let symbols = &kb.graph().symbols;
    let concept = concept_model(&rated.concept, symbols);
    let (f1, precision, recall) = (rated.f1(), rated.precision(), rated.recall());
    let mut annotations = String::new();
    for (name, value) in [("f1", f1), ("precision", precision), ("recall", recall)] {
        let _ =
            write!(annotations, "Annotation(<urn:evolearner:{name}> \"{value:.4}\"^^xsd:double) ");
    }
    let axiom = if is_definition { "EquivalentClasses" } else { "SubClassOf" };
    let iri = symbols.classes.get(class);
    SuggestedAxiom {
        axiom: format!("{axiom}({annotations}<{iri}> {})", concept.functional),
        concept,
        sentence: english::print_about(&rated.concept, symbols, None),
        length: rated.concept.length(),
        covered: rated.covered,
        others_covered: rated.others_covered,
        precision,
        recall,
        f1,
        expected,
    }
}
