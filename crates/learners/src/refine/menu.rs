//! The most general concepts that can stand at a position, and their disjunctions by length.

use std::sync::Arc;

use evolearner_dl::{Constructor, Forall, Language};
use evolearner_evaluate::{Code, Op, Space};

use super::concepts::{ConceptIdx, Concepts};
use super::order::NameOrder;
use super::position::Position;
use super::{Clock, Compat, CutShort};

/// The most general concepts of a position.
pub struct Menu {
    /// The concepts with their lengths, short ones first.
    elements: Vec<(u32, ConceptIdx)>,
    has_union: bool,
    /// Their disjunctions of each length, as far as they were asked for.
    disjunctions: Vec<Option<Arc<[ConceptIdx]>>>,
}

/// What a menu is made of.
pub struct Ingredients<'i> {
    pub space: &'i Space,
    pub language: Language,
    pub hierarchy: &'i NameOrder,
    pub position: &'i Position,
    /// Whether it is the complement of a concept that is printed, so that the complement has to belong
    /// to the language.
    pub is_complement: bool,
    /// Whether the position is the root.
    pub is_root: bool,
    pub compat: Compat,
}

impl Menu {
    /// The menu of a position.
    pub fn new(from: &Ingredients<'_>, concepts: &mut Concepts) -> Self {
        let mut elements = Vec::new();
        from.classes(concepts, &mut elements);
        from.restrictions(concepts, &mut elements);
        from.data(concepts, &mut elements);
        let length = |concept| from.length(concepts, concept);
        let mut elements: Vec<(u32, ConceptIdx)> =
            elements.into_iter().map(|concept| (length(concept), concept)).collect();
        elements.sort_by_key(|&(length, _)| length);
        let has_union = from.is_complement || from.language.has(Constructor::Union);
        Self { elements, has_union, disjunctions: Vec::new() }
    }

    /// The disjunctions of exactly that length, single concepts included. An operand may occur twice, to
    /// be refined in two ways.
    pub fn of_length(
        &mut self,
        length: u32,
        concepts: &mut Concepts,
        clock: &mut Clock<'_>,
    ) -> Result<Arc<[ConceptIdx]>, CutShort> {
        let at = length as usize;
        if self.disjunctions.len() <= at {
            self.disjunctions.resize(at + 1, None);
        }
        if let Some(known) = &self.disjunctions[at] {
            return Ok(known.clone());
        }
        let mut found = Vec::new();
        self.extend(0, length, &mut Vec::new(), &mut found, concepts, clock)?;
        let found: Arc<[ConceptIdx]> = found.into();
        self.disjunctions[at] = Some(found.clone());
        Ok(found)
    }

    fn extend(
        &self,
        from: usize,
        left: u32,
        chosen: &mut Vec<ConceptIdx>,
        found: &mut Vec<ConceptIdx>,
        concepts: &mut Concepts,
        clock: &mut Clock<'_>,
    ) -> Result<(), CutShort> {
        for (at, &(length, concept)) in self.elements.iter().enumerate().skip(from) {
            if length > left {
                break;
            }
            // Choices that fit no length take time, too.
            clock.tick()?;
            chosen.push(concept);
            if length == left {
                found.push(concepts.join(false, chosen));
            } else if self.has_union && left > length + 1 {
                self.extend(at, left - length - 1, chosen, found, concepts, clock)?;
            }
            chosen.pop();
        }
        Ok(())
    }
}

impl Ingredients<'_> {
    fn has(&self, constructor: Constructor) -> bool {
        self.language.has(constructor)
    }

    fn length(&self, concepts: &Concepts, concept: ConceptIdx) -> u32 {
        if self.is_complement { concepts.co_length(concept) } else { concepts.length(concept) }
    }

    /// Whether every class is taken without looking at its members, as DL-Learner does at the root.
    fn is_untested(&self) -> bool {
        self.is_root && self.compat == Compat::DlLearner
    }

    fn classes(&self, concepts: &mut Concepts, elements: &mut Vec<ConceptIdx>) {
        let has_negation = self.has(Constructor::Negation);
        let class = |place: u32| Code::new(Op::Class, place as usize);
        if !self.is_complement || has_negation {
            for place in self.general() {
                elements.push(concepts.leaf(class(place), None, false));
            }
        }
        if self.is_complement || has_negation {
            for place in self.specific() {
                elements.push(concepts.leaf(class(place), None, true));
            }
        }
    }

    /// The most general classes with some of the members, but not all.
    fn general(&self) -> Vec<u32> {
        if self.is_untested() {
            return self.hierarchy.top_classes.clone();
        }
        let Position { n, members, .. } = self.position;
        let is_improper = |class: u32| members[class as usize] == *n;
        let mut found =
            closest(&self.hierarchy.top_classes, &self.hierarchy.subclasses, is_improper);
        found.retain(|&class| members[class as usize] > 0);
        found
    }

    /// The most specific classes with some of the members, but not all.
    fn specific(&self) -> Vec<u32> {
        if self.is_untested() {
            return self.hierarchy.bottom_classes.clone();
        }
        let Position { n, members, .. } = self.position;
        let is_improper = |class: u32| members[class as usize] == 0;
        let mut found =
            closest(&self.hierarchy.bottom_classes, &self.hierarchy.superclasses, is_improper);
        found.retain(|&class| members[class as usize] < *n);
        found
    }

    fn restrictions(&self, concepts: &mut Concepts, elements: &mut Vec<ConceptIdx>) {
        let is_compat = self.compat == Compat::DlLearner;
        let is_standard = self.space.forall == Forall::Standard;
        // With the other reading of ∀ the complement of a restriction is no restriction.
        let has = |constructor| self.has(constructor) && (is_standard || !self.is_complement);
        let (exists, forall) = (has(Constructor::Exists), has(Constructor::Forall));
        let (exists, forall) = if self.is_complement { (forall, exists) } else { (exists, forall) };
        let counts = self.has(Constructor::Cardinality);
        let is_used = |&&role: &&u32| {
            // DL-Learner does not invert roles in fillers.
            let is_inverse = self.space.roles[role as usize].inverse;
            self.position.most_successors[role as usize] > 0
                && !(is_compat && is_inverse && !self.is_root)
        };
        for &role in self.hierarchy.top_roles.iter().filter(is_used) {
            if exists {
                let code = Code::new(Op::Some, role as usize);
                elements.push(concepts.restriction(code, 0, Concepts::TOP));
            } else if counts && !self.is_complement {
                let code = Code::new(Op::AtLeast, role as usize);
                elements.push(concepts.restriction(code, 1, Concepts::TOP));
            }
            if counts && self.is_complement && self.most_at_least(role) >= 2 {
                let code = Code::new(Op::AtLeast, role as usize);
                elements.push(concepts.restriction(code, 2, Concepts::TOP));
            }
        }
        // ∀ s.C holds wherever ∀ r.C does, if s is below r: the order of roles is the other way round,
        // and with the other reading of ∀ there is none. So every role has its element.
        let roles = if is_compat { &self.hierarchy.top_roles } else { &self.hierarchy.roles };
        for &role in roles.iter().filter(is_used) {
            if forall {
                let code = Code::new(Op::Only, role as usize);
                elements.push(concepts.restriction(code, 0, Concepts::TOP));
            }
            let most = self.most_at_most(role);
            if counts && most >= 1 {
                let code = Code::new(Op::AtMost, role as usize);
                let filler = if is_compat { Concepts::TOP } else { Concepts::BOTTOM };
                elements.push(concepts.restriction(code, most, filler));
            }
        }
    }

    /// The highest cardinality of `≥` that somebody here satisfies.
    fn most_at_least(&self, role: u32) -> u32 {
        let most = self.space.max_cardinality + u32::from(self.is_complement);
        self.position.most_successors[role as usize].min(most)
    }

    /// The highest cardinality of `≤` that somebody here does not satisfy.
    fn most_at_most(&self, role: u32) -> u32 {
        let is_lower = self.is_complement || self.compat == Compat::DlLearner;
        let most = self.space.max_cardinality.saturating_sub(u32::from(is_lower));
        self.position.most_successors[role as usize].saturating_sub(1).min(most)
    }

    fn data(&self, concepts: &mut Concepts, elements: &mut Vec<ConceptIdx>) {
        let is_negated = self.is_complement;
        let numeric = self.space.numeric.iter().zip(&self.position.has_number).enumerate();
        for (place, (property, _)) in numeric.filter(|(_, (_, has))| **has) {
            let first = property.first_cut as usize;
            let ends = [first, first + property.cuts.len() - 1];
            for op in property.ops() {
                // The weakest bound comes first: the lowest one of ≥, the highest one of ¬ ≥.
                let end = ends[usize::from((op == Op::Max) != is_negated)];
                let cut = Code::new(Op::Cut, end);
                elements.push(concepts.leaf(Code::new(op, place), Some(cut), is_negated));
            }
        }
        for (place, _) in self.position.has_truth.iter().enumerate().filter(|(_, has)| **has) {
            for truth in [0, 1] {
                let truth = Code::new(Op::Truth, truth);
                elements.push(concepts.leaf(Code::new(Op::Is, place), Some(truth), is_negated));
            }
        }
        for place in 0..self.space.atoms.len() {
            elements.push(concepts.leaf(Code::new(Op::Atom, place), None, is_negated));
        }
    }
}

/// The classes that are met first on the ways from some classes in one direction, where improper ones
/// are passed over; ascending.
pub fn closest(from: &[u32], next: &[Vec<u32>], is_improper: impl Fn(u32) -> bool) -> Vec<u32> {
    let mut found = Vec::new();
    let mut reached = from.to_vec();
    let mut at = 0;
    while let Some(&class) = reached.get(at) {
        at += 1;
        if !is_improper(class) {
            found.push(class);
            continue;
        }
        for &other in &next[class as usize] {
            if !reached.contains(&other) {
                reached.push(other);
            }
        }
    }
    found.sort_unstable();
    found
}
