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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use evolearner_evaluate::{Examples, SpaceRules, Splitter};
    use evolearner_testing::fixture::{graph, individual};

    use super::*;
    use crate::refine::{Clock, Metric};

    /// Every concept up to length 7 that is reached from a concept with these codes, as codes.
    fn reached(compat: Compat, from: &dyn Fn(&mut Operator) -> ConceptIdx) -> Vec<Vec<Code>> {
        let graph = graph(
            "@prefix : <http://x/> . :a a :A ; :r :b ; :d 1.5e0 ; :e 1.5e0 .
             :b a :B ; :d 2.5e0 ; :e 0.5e0 . :c a :A , :B ; :r :a , :b ; :d 0.5e0 ; :e 2.5e0 .",
        );
        let [a, b, c] = ["a", "b", "c"].map(|name| individual(&graph, &format!("http://x/{name}")));
        let examples = Examples::new(&[a, b], &[c]).expect("two lists").0;
        let rules = SpaceRules { splitter: Splitter::Quantile, ..SpaceRules::default() };
        let space = Arc::new(Space::new(Arc::new(graph), &examples, &rules));
        let mut operator = Operator::new(&space, Metric::REPORTED, compat);
        let from = from(&mut operator);
        let never = || false;
        let lengths = operator.concepts.length(from)..=7;
        let found = lengths.flat_map(|length| {
            operator.refine(from, length, &mut Clock::new(&never)).expect("there is time")
        });
        let found: Vec<ConceptIdx> = found.collect();
        let codes = found.into_iter().map(|concept| {
            let mut codes = Vec::new();
            operator.concepts.codes(concept, &mut codes);
            codes
        });
        codes.collect()
    }

    fn count(concepts: &[Vec<Code>], op: Op) -> usize {
        let has = |codes: &&Vec<Code>| codes.iter().filter(|code| code.op() == op).count() == 2;
        concepts.iter().filter(has).count()
    }

    #[test]
    fn two_lower_bounds_on_doubles_do_not_stand_together_in_dl_learner() {
        let bound = |operator: &mut Operator| {
            operator.concepts.leaf(Code::new(Op::Min, 0), Some(Code::new(Op::Cut, 0)), false)
        };
        assert_eq!(count(&reached(Compat::DlLearner, &bound), Op::Min), 0);
        assert!(count(&reached(Compat::Off, &bound), Op::Min) > 0);
    }

    #[test]
    fn a_universal_restriction_stands_beside_its_existential_one_in_dl_learner() {
        let beside = |compat, from: &dyn Fn(&mut Operator) -> ConceptIdx| {
            let is_both = |codes: &Vec<Code>| {
                codes[0] == Code::AND
                    && codes.iter().any(|code| code.op() == Op::Only)
                    && codes.iter().all(|&code| code != Code::OR)
            };
            reached(compat, from).iter().any(is_both)
        };
        let class =
            |operator: &mut Operator| operator.concepts.leaf(Code::new(Op::Class, 0), None, false);
        let some = |operator: &mut Operator| {
            operator.concepts.restriction(Code::new(Op::Some, 0), 0, crate::refine::Concepts::TOP)
        };
        assert!(!beside(Compat::DlLearner, &class) && beside(Compat::DlLearner, &some));
        assert!(beside(Compat::Off, &class) && beside(Compat::Off, &some));
    }
}
