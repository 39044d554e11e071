//! Refinement of concepts without parts: along the hierarchy of classes, and from one threshold to the
//! next.

use evolearner_evaluate::{Code, Op};

use super::compat::Compat;
use super::concepts::ConceptIdx;
use super::menu::closest;
use super::operator::{At, Operator};

impl Operator {
    /// Appends what a class, a negated class or a bound is replaced by.
    pub(super) fn refine_leaf(
        &mut self,
        at: At,
        code: Code,
        value: Option<Code>,
        is_negated: bool,
        found: &mut Vec<ConceptIdx>,
    ) {
        match (code.op(), value) {
            (Op::Class, _) => {
                let classes = self.next_classes(at.position, code.argument() as u32, is_negated);
                for class in classes {
                    let code = Code::new(Op::Class, class as usize);
                    found.push(self.concepts.leaf(code, None, is_negated));
                }
            }
            (Op::Min | Op::Max, Some(cut)) => {
                let property = &self.space.numeric[code.argument()];
                let first = property.first_cut as usize;
                let rises = (code.op() == Op::Min) != is_negated;
                let next = if rises { cut.argument() + 1 } else { cut.argument().wrapping_sub(1) };
                if (first..first + property.cuts.len()).contains(&next) {
                    let cut = Some(Code::new(Op::Cut, next));
                    found.push(self.concepts.leaf(code, cut, is_negated));
                }
            }
            _ => {}
        }
    }

    /// The classes that a class, or a negated one, is replaced by. Classes with the same members here
    /// are passed over.
    pub(super) fn next_classes(
        &mut self,
        position: usize,
        class: u32,
        is_negated: bool,
    ) -> Vec<u32> {
        let position = self.position(position);
        let next =
            if is_negated { &self.hierarchy.superclasses } else { &self.hierarchy.subclasses };
        let direct = &next[class as usize];
        if self.compat == Compat::DlLearner {
            return direct.clone();
        }
        let members = |class: u32| position.members[class as usize];
        let mut found = closest(direct, next, |other| members(other) == members(class));
        // A class without members, or the negation of one that has all, has no members.
        let empty = if is_negated { position.n } else { 0 };
        found.retain(|&class| members(class) != empty);
        found
    }
}
