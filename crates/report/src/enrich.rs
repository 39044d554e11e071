//! What could be added to an ontology: definitions and superclasses of its classes, domains and ranges
//! of its properties, and individuals that speak against them.

use std::fmt::Write;

use evolearner_dl::local_name;
use serde::{Deserialize, Serialize};

use crate::model::ConceptModel;
use crate::names::IndividualName;

/// The result of `enrich`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EnrichReport {
    /// The version of this format.
    pub version: u32,
    /// The classes that were looked at, in the order of their IRIs.
    pub classes: Vec<EnrichedClass>,
    /// Classes that nothing was looked for in, with the reason.
    pub skipped: Vec<SkippedClass>,
    /// Domains and ranges that no axiom states.
    pub properties: Vec<PropertySuggestion>,
    /// The method that learned.
    pub learner: String,
    /// Whether every class was looked at; not so after an interrupt.
    pub complete: bool,
    /// How long it took.
    pub seconds: f64,
}

/// A class, and what could be said of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EnrichedClass {
    /// Its IRI.
    pub iri: String,
    /// Its name for people.
    pub name: String,
    /// How many instances it has.
    pub instances: usize,
    /// The class that it is told apart in, by its name; nothing for all individuals.
    pub within: Option<String>,
    /// How many others there are in that class.
    pub others: usize,
    /// Concepts that may define it, best first.
    pub equivalent: Vec<SuggestedAxiom>,
    /// Concepts that may stand above it, strongest first.
    pub superclasses: Vec<SuggestedAxiom>,
    /// Individuals that speak against the first definition, most suspect first; at most
    /// [`Self::MAX_SUSPECTS`].
    pub suspects: Vec<Suspect>,
    /// How many suspects there are in all.
    pub n_suspects: usize,
    /// How many suggestions were left out because they are stated already.
    pub known: usize,
}

impl EnrichedClass {
    /// The most suspects that are listed.
    pub const MAX_SUSPECTS: usize = 1000;

    /// Whether there is something to suggest or to look at.
    pub fn has_something(&self) -> bool {
        !(self.equivalent.is_empty() && self.superclasses.is_empty() && self.suspects.is_empty())
    }
}

/// An axiom that could be added.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SuggestedAxiom {
    /// The concept.
    pub concept: ConceptModel,
    /// The concept in words.
    pub sentence: String,
    /// Its length.
    pub length: usize,
    /// Instances of the class that it covers.
    pub covered: usize,
    /// Others that it covers.
    pub others_covered: usize,
    /// The share of what it covers that is in the class.
    pub precision: f64,
    /// The share of the class that it covers.
    pub recall: f64,
    /// The harmonic mean of the two.
    pub f1: f64,
    /// F1 of a definition learned in the same way from two thirds of the individuals, on the rest; of
    /// the first definition alone.
    #[serde(default)]
    pub expected: Option<f64>,
    /// The axiom with its figures as annotations, in OWL functional syntax.
    pub axiom: String,
}

/// An individual that speaks against a definition.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Suspect {
    /// The individual.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub individual: IndividualName,
    /// Whether it is stated or derived to be an instance.
    pub is_instance: bool,
    /// The share of the definitions that do about as well as the first that it speaks against.
    pub agreement: f64,
}

/// A class that nothing was looked for in.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SkippedClass {
    /// Its IRI.
    pub iri: String,
    /// Why.
    pub reason: String,
}

/// A domain or range that could be stated.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PropertySuggestion {
    /// The IRI of the property.
    pub property: String,
    /// Its name for people.
    pub name: String,
    /// `domain` or `range`.
    pub side: String,
    /// The class that all subjects, or all objects, belong to.
    pub class: String,
    /// How many individuals show it.
    pub shown_by: usize,
    /// The axiom in OWL functional syntax.
    pub axiom: String,
}

impl EnrichReport {
    /// The report as tables for people.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for class in self.classes.iter().filter(|class| class.has_something()) {
            let within = class.within.as_deref().unwrap_or("all individuals");
            let EnrichedClass { name, instances, others, .. } = class;
            let _ = writeln!(out, "{name}: {instances} instances, {others} others of {within}");
            for (sign, suggestions) in [("≡", &class.equivalent), ("⊑", &class.superclasses)] {
                for suggestion in suggestions {
                    let expected = suggestion
                        .expected
                        .map_or(String::new(), |expected| format!("  expected {expected:.3}"));
                    let _ = writeln!(
                        out,
                        "  {sign} {}\n      F1 {:.3}  precision {:.3}  recall {:.3}  length {}{expected}",
                        suggestion.concept.dl,
                        suggestion.f1,
                        suggestion.precision,
                        suggestion.recall,
                        suggestion.length,
                    );
                }
            }
            for suspect in class.suspects.iter().take(MAX_SHOWN) {
                let _ = writeln!(out, "  ? {}", suspect.sentence(name));
            }
            if class.n_suspects > MAX_SHOWN {
                let _ = writeln!(out, "  ? and {} more", class.n_suspects - MAX_SHOWN);
            }
            out.push('\n');
        }
        for PropertySuggestion { name, side, class, shown_by, .. } in &self.properties {
            let _ = writeln!(out, "{name}: {side} {class} ({shown_by} individuals)");
        }
        if !self.properties.is_empty() {
            out.push('\n');
        }
        let n_definitions =
            self.classes.iter().filter(|class| !class.equivalent.is_empty()).count();
        let n_suspects: usize = self.classes.iter().map(|class| class.n_suspects).sum();
        let _ = writeln!(
            out,
            "classes looked at: {}, with suggested definitions: {n_definitions}; suspects: {n_suspects}{}; \
             {:.1} s{}",
            self.classes.len(),
            self.left_out(),
            self.seconds,
            if self.complete { "" } else { "; interrupted, not every class was looked at" },
        );
        out
    }

    /// How many classes were left out, behind the other figures.
    fn left_out(&self) -> String {
        self.skipped.first().map_or_else(String::new, |first| {
            let (n, name, reason) = (self.skipped.len(), local_name(&first.iri), &first.reason);
            format!("; left out: {n}, e.g. {name} ({reason})")
        })
    }

    /// An ontology with all axioms of which F1, or of superclasses precision, is at least that, and the
    /// domains and ranges.
    pub fn ontology(&self, least: f64) -> String {
        let mut out = String::from(ONTOLOGY_START);
        for class in &self.classes {
            let equivalent = class.equivalent.iter().filter(|one| one.f1 >= least).take(1);
            let superclasses = class.superclasses.iter().filter(|one| one.precision >= least);
            for suggestion in equivalent.chain(superclasses) {
                let _ = writeln!(out, "{}", suggestion.axiom);
            }
        }
        for property in &self.properties {
            let _ = writeln!(out, "{}", property.axiom);
        }
        out.push_str(ONTOLOGY_END);
        out
    }
}

/// How many suspects of a class are shown as text.
const MAX_SHOWN: usize = 5;

/// The beginning of an ontology in functional syntax: the annotations that axioms have.
pub(crate) const ONTOLOGY_START: &str = "\
Prefix(xsd:=<http://www.w3.org/2001/XMLSchema#>)
Ontology(<urn:evolearner:suggestions>
Declaration(AnnotationProperty(<urn:evolearner:f1>))
Declaration(AnnotationProperty(<urn:evolearner:precision>))
Declaration(AnnotationProperty(<urn:evolearner:recall>))
";

/// Its end.
pub(crate) const ONTOLOGY_END: &str = ")\n";

impl Suspect {
    /// What is suspect.
    pub fn sentence(&self, class: &str) -> String {
        let name = self.individual.label.as_ref().unwrap_or(&self.individual.name);
        if self.is_instance {
            format!("{name} is a {class} and does not look like one")
        } else {
            format!("{name} looks like a {class} and is not one")
        }
    }
}
