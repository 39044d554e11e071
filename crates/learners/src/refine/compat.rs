//! What DL-Learner does differently from the papers, where a run asks for it.

use evolearner_dl::{Datatype, choices};
use evolearner_evaluate::{Code, Op, Space};
use evolearner_search::choice_options;

use super::concepts::{ConceptIdx, Shape};
use super::operator::Operator;

choices! {
    /// Whose behaviour is reproduced.
    pub enum Compat {
        /// The published definitions.
        Off = "off",
        /// The program DL-Learner, as far as a search can follow it.
        ///
        /// The rows of its oddities that are followed, and those that are not, are listed in
        /// docs/learners.md.
        DlLearner = "dl-learner",
    }
}

choice_options!(Compat);

/// The datatypes of numeric properties, as far as DL-Learner allows one bound of each kind on them.
pub struct Facets {
    datatypes: Vec<Option<Datatype>>,
}

impl Facets {
    /// The datatypes on a space: those of the first values.
    pub fn of(space: &Space) -> Self {
        let limited = ["double", "integer"].map(Datatype::xsd);
        let datatypes = space.numeric.iter().map(|numeric| {
            let types = space.graph.symbols.value_types.get(numeric.property.0 as usize)?;
            types.iter().map(|one| &one.datatype).find(|one| limited.contains(one)).cloned()
        });
        Self { datatypes: datatypes.collect() }
    }

    /// The kind of a bound that may occur only once in a conjunction: its operator and its datatype.
    pub fn bound(&self, shape: Shape) -> Option<(bool, &Datatype)> {
        match shape {
            Shape::Leaf { code, is_negated: false, .. }
                if matches!(code.op(), Op::Min | Op::Max) =>
            {
                let datatype = self.datatypes[code.argument()].as_ref()?;
                Some((code.op() == Op::Min, datatype))
            }
            _ => None,
        }
    }
}

impl Operator {
    /// DL-Learner makes `∀ r.⊥` of a class without subclasses.
    pub(super) fn is_last_class(&self, filler: ConceptIdx) -> bool {
        match self.concepts.shape(filler) {
            Shape::Leaf { code, is_negated: false, .. } if code.op() == Op::Class => {
                self.hierarchy.subclasses[code.argument()].is_empty()
            }
            _ => false,
        }
    }

    /// Whether a conjunct is never refined: DL-Learner's test that `∀ r.C` stands beside `∃ r` looks at
    /// the refined conjunct alone and so refuses all of them.
    pub(super) fn is_fixed_conjunct(&self, conjunct: ConceptIdx) -> bool {
        self.compat == Compat::DlLearner && self.role_of_forall(conjunct).is_some()
    }

    fn role_of_forall(&self, concept: ConceptIdx) -> Option<usize> {
        match self.concepts.shape(concept) {
            Shape::Restriction { code, .. } if code.op() == Op::Only => Some(code.argument()),
            _ => None,
        }
    }

    /// Whether DL-Learner refuses a conjunct: `∀ r.C` beside anything but a single `∃ r.D`, and a second
    /// bound of the same kind and datatype.
    pub(super) fn is_forbidden(
        &self,
        concept: ConceptIdx,
        conjuncts: &[ConceptIdx],
        other: ConceptIdx,
    ) -> bool {
        if self.compat == Compat::Off {
            return false;
        }
        if let Some(role) = self.role_of_forall(other) {
            let is_its_exists = match self.concepts.shape(concept) {
                Shape::Restriction { code, .. } => code == Code::new(Op::Some, role),
                _ => false,
            };
            return !is_its_exists;
        }
        let bound = |concept| self.facets.bound(self.concepts.shape(concept));
        let Some(new) = bound(other) else { return false };
        conjuncts.iter().any(|&conjunct| bound(conjunct) == Some(new))
    }
}
