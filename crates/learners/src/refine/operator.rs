//! The downward refinement operator ρ (Lehmann & Hitzler 2010, Concept learning in description logics
//! using refinement operators).
//!
//! [`Operator::refine`] gives the refinements of a concept that have exactly one length; asking for one
//! length after the other makes an infinite operator usable. A refinement never has a member that its
//! origin lacks. Every concept without members aside, every concept of the language with negation in
//! front of classes only is reached from `⊤`, up to equivalence on the graph and never through longer
//! concepts.
//!
//! `≤ n r.C` shrinks as C grows. So the complement of C is refined, and what is printed is the
//! complement of the result; [`At::is_complement`] says that a concept is refined for that purpose, and
//! that its complement has to belong to the language and has the length that counts.

use std::sync::Arc;

use evolearner_dl::{Constructor, Forall, Language};
use evolearner_evaluate::{Code, Op, Space};
use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::concepts::{ConceptIdx, Concepts, Metric, Shape};
use super::menu::{Ingredients, Menu};
use super::order::NameOrder;
use super::position::Position;
use super::syntactic::SyntacticOrder;
use super::{Clock, Compat, CutShort, compat};

/// The operator on one space, with all concepts that it made.
pub struct Operator {
    pub(super) space: Arc<Space>,
    /// The language, which may have less than that of the space.
    language: Language,
    pub(super) compat: Compat,
    /// The concepts.
    pub concepts: Concepts,
    pub(super) hierarchy: NameOrder,
    positions: Vec<Option<Arc<Position>>>,
    /// The menus of each position, for concepts and for complements.
    menus: Vec<[Option<Menu>; 2]>,
    /// Whether two classes have a common member.
    overlaps: HashMap<(u32, u32), bool, FixedState>,
    pub(super) facets: compat::Facets,
}

/// Where a concept stands.
#[derive(Clone, Copy)]
pub(super) struct At {
    /// 0 is the root, else one more than the place of the role whose filler it is.
    pub(super) position: usize,
    is_complement: bool,
}

impl At {
    const ROOT: Self = Self { position: 0, is_complement: false };

    fn filler(role: usize, is_complement: bool) -> Self {
        Self { position: 1 + role, is_complement }
    }
}

impl Operator {
    /// The operator on a space.
    pub fn new(space: &Arc<Space>, metric: Metric, compat: Compat) -> Self {
        let n_positions = 1 + space.roles.len();
        let order = (compat == Compat::DlLearner).then(|| SyntacticOrder::new(space));
        Self {
            space: space.clone(),
            language: space.language,
            compat,
            concepts: Concepts::new(space, metric, order),
            hierarchy: NameOrder::new(space),
            positions: vec![None; n_positions],
            menus: (0..n_positions).map(|_| [None, None]).collect(),
            overlaps: HashMap::with_hasher(FixedState::with_seed(17)),
            facets: compat::Facets::of(space),
        }
    }

    /// The same without a constructor.
    #[must_use]
    pub fn without(mut self, constructor: Constructor) -> Self {
        self.language = self.language.without(constructor);
        self
    }

    /// The space.
    pub fn space(&self) -> &Arc<Space> {
        &self.space
    }

    /// The refinements of a concept at the root that have exactly that length, each once.
    pub fn refine(
        &mut self,
        concept: ConceptIdx,
        length: u32,
        clock: &mut Clock<'_>,
    ) -> Result<Vec<ConceptIdx>, CutShort> {
        let mut found = Vec::new();
        self.refine_at(At::ROOT, concept, length, true, clock, &mut found)?;
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    pub(super) fn position(&mut self, position: usize) -> Arc<Position> {
        let space = &self.space;
        let made = self.positions[position].get_or_insert_with(|| {
            Arc::new(match position {
                0 => Position::root(space),
                _ => Position::filler(space, position - 1),
            })
        });
        made.clone()
    }

    fn length(&self, at: At, concept: ConceptIdx) -> u32 {
        if at.is_complement {
            self.concepts.co_length(concept)
        } else {
            self.concepts.length(concept)
        }
    }

    /// Whether `⊓` may stand there: in a complement it is printed as `⊔`.
    fn has_meets(&self, at: At) -> bool {
        !at.is_complement || self.language.has(Constructor::Union)
    }

    /// Appends the refinements of that length, with further conjuncts where these are asked for.
    fn refine_at(
        &mut self,
        at: At,
        concept: ConceptIdx,
        length: u32,
        extends: bool,
        clock: &mut Clock<'_>,
        found: &mut Vec<ConceptIdx>,
    ) -> Result<(), CutShort> {
        clock.tick()?;
        match self.concepts.shape(concept) {
            Shape::Bottom => return Ok(()),
            Shape::Top => {
                found.extend_from_slice(&self.general(at, length, clock)?);
                return Ok(());
            }
            Shape::Leaf { code, value, is_negated } => {
                if length == self.length(at, concept) {
                    self.refine_leaf(at, code, value, is_negated, found);
                }
            }
            Shape::Join { is_and, .. } => {
                self.refine_operands(at, concept, is_and, length, clock, found)?;
            }
            Shape::Restriction { code, number, filler } => {
                self.refine_filler(at, concept, length, clock, found)?;
                self.change_restriction(at, (code, number, filler), length, found);
            }
        }
        if extends && self.has_meets(at) {
            self.add_conjunct(at, concept, length, clock, found)?;
        }
        Ok(())
    }

    /// The disjunctions of the most general concepts.
    fn general(
        &mut self,
        at: At,
        length: u32,
        clock: &mut Clock<'_>,
    ) -> Result<Arc<[ConceptIdx]>, CutShort> {
        let position = self.position(at.position);
        let Self { space, language, hierarchy, concepts, menus, compat, .. } = self;
        let menu = &mut menus[at.position][usize::from(at.is_complement)];
        let menu = menu.get_or_insert_with(|| {
            let from = Ingredients {
                space,
                language: *language,
                hierarchy,
                position: &position,
                is_complement: at.is_complement,
                is_root: at.position == 0,
                compat: *compat,
            };
            Menu::new(&from, concepts)
        });
        menu.of_length(length, concepts, clock)
    }

    /// Refines one operand after the other.
    fn refine_operands(
        &mut self,
        at: At,
        concept: ConceptIdx,
        is_and: bool,
        length: u32,
        clock: &mut Clock<'_>,
        found: &mut Vec<ConceptIdx>,
    ) -> Result<(), CutShort> {
        let mut operands = self.concepts.operands(concept).to_vec();
        let own = self.length(at, concept);
        for place in 0..operands.len() {
            let operand = operands[place];
            let is_repeated = place > 0 && operands[place - 1] == operand;
            if is_repeated || is_and && self.is_fixed_conjunct(operand) {
                continue;
            }
            let others = own - self.length(at, operand);
            let Some(left) = length.checked_sub(others).filter(|&left| left > 0) else { continue };
            // A conjunct of a conjunct is one of the whole, which is extended as a whole.
            let mut parts = Vec::new();
            self.refine_at(at, operand, left, !is_and, clock, &mut parts)?;
            for part in parts {
                clock.tick()?;
                operands[place] = part;
                found.push(self.concepts.join(is_and, &operands));
            }
            operands[place] = operand;
        }
        Ok(())
    }

    /// Refines the filler of a restriction.
    fn refine_filler(
        &mut self,
        at: At,
        concept: ConceptIdx,
        length: u32,
        clock: &mut Clock<'_>,
        found: &mut Vec<ConceptIdx>,
    ) -> Result<(), CutShort> {
        let Shape::Restriction { code, number, filler } = self.concepts.shape(concept) else {
            return Ok(());
        };
        let role = code.argument();
        let is_upward = code.op() == Op::AtMost && self.compat == Compat::Off;
        let inner = match code.op() {
            Op::Exactly => return Ok(()),
            Op::Some | Op::Only => At::filler(role, at.is_complement),
            _ => At::filler(role, is_upward),
        };
        let refined = if is_upward { self.concepts.complement(filler) } else { Some(filler) };
        let Some(refined) = refined else { return Ok(()) };
        let added = self.length(at, concept) - self.length(inner, refined);
        let Some(left) = length.checked_sub(added).filter(|&left| left > 0) else { return Ok(()) };
        let mut fillers = Vec::new();
        self.refine_at(inner, refined, left, true, clock, &mut fillers)?;
        for filler in fillers {
            clock.tick()?;
            let filler = if is_upward { self.concepts.complement(filler) } else { Some(filler) };
            let Some(filler) = filler else { continue };
            found.push(self.concepts.restriction(code, number, filler));
        }
        Ok(())
    }

    /// Changes the role, the operator or the number of a restriction.
    fn change_restriction(
        &mut self,
        at: At,
        (code, number, filler): (Code, u32, ConceptIdx),
        length: u32,
        found: &mut Vec<ConceptIdx>,
    ) {
        let (op, role) = (code.op(), code.argument());
        let position = self.position(at.position);
        let successors = |role: u32| position.most_successors[role as usize];
        let language = self.language;
        let mut changed: Vec<(Code, u32, ConceptIdx)> = Vec::new();
        if matches!(op, Op::Some | Op::AtLeast) {
            let subroles = self.hierarchy.subroles[role].iter();
            let subroles = subroles.filter(|&&role| successors(role) >= number.max(1));
            changed.extend(subroles.map(|&role| (Code::new(op, role as usize), number, filler)));
        }
        let limit = self.space.max_cardinality + u32::from(at.is_complement);
        let most = successors(role as u32).min(limit);
        match op {
            // In a complement the filler of ∃ is one of ∀, and that of ≥ is not.
            Op::Some if !at.is_complement => {
                let counts = language.has(Constructor::Cardinality);
                if counts && most >= 2 {
                    changed.push((Code::new(Op::AtLeast, role), 2, filler));
                }
                if language.has(Constructor::Exact) {
                    // Higher numbers are reached by way of ≥, where there is one.
                    let numbers = 1..=if counts { most.min(1) } else { most };
                    let exactly = Code::new(Op::Exactly, role);
                    changed.extend(numbers.map(|number| (exactly, number, filler)));
                }
            }
            Op::AtLeast => {
                if number < most {
                    changed.push((code, number + 1, filler));
                }
                if language.has(Constructor::Exact) && !at.is_complement {
                    changed.push((Code::new(Op::Exactly, role), number, filler));
                }
            }
            Op::AtMost => {
                if number > 1 {
                    changed.push((code, number - 1, filler));
                }
                if filler == Concepts::BOTTOM {
                    changed.push((code, number, Concepts::TOP));
                }
            }
            Op::Only => {
                let is_last = match self.compat {
                    Compat::Off => filler == Concepts::TOP,
                    Compat::DlLearner => self.is_last_class(filler),
                };
                if is_last && self.space.forall == Forall::Standard {
                    changed.push((code, 0, Concepts::BOTTOM));
                }
            }
            _ => {}
        }
        for (code, number, filler) in changed {
            let concept = self.concepts.restriction(code, number, filler);
            if self.length(at, concept) == length {
                found.push(concept);
            }
        }
    }

    /// Adds a most general concept, or a disjunction of some, as a conjunct.
    fn add_conjunct(
        &mut self,
        at: At,
        concept: ConceptIdx,
        length: u32,
        clock: &mut Clock<'_>,
        found: &mut Vec<ConceptIdx>,
    ) -> Result<(), CutShort> {
        let own = self.length(at, concept) + 1;
        let Some(left) = length.checked_sub(own).filter(|&left| left > 0) else { return Ok(()) };
        let conjuncts = self.concepts.conjuncts(concept);
        for &other in &*self.general(at, left, clock)? {
            clock.tick()?;
            let is_left_out = conjuncts.contains(&other)
                || conjuncts.iter().any(|&conjunct| self.are_disjoint(conjunct, other))
                || self.is_forbidden(concept, &conjuncts, other);
            if !is_left_out {
                found.push(self.concepts.join(true, &[concept, other]));
            }
        }
        Ok(())
    }

    /// Whether both are classes without a common member.
    fn are_disjoint(&mut self, one: ConceptIdx, other: ConceptIdx) -> bool {
        let class = |concept| match self.concepts.shape(concept) {
            Shape::Leaf { code, is_negated: false, .. } if code.op() == Op::Class => {
                Some(code.argument() as u32)
            }
            _ => None,
        };
        let (Some(one), Some(other)) = (class(one), class(other)) else { return false };
        !self.overlap(one, other)
    }

    /// Whether two classes have a common member.
    pub(super) fn overlap(&mut self, one: u32, other: u32) -> bool {
        let pair = (one.min(other), one.max(other));
        let space = &self.space;
        *self.overlaps.entry(pair).or_insert_with(|| {
            let members = |place: u32| space.graph.instances(space.classes[place as usize]);
            let (mut few, mut many) = (members(one), members(other));
            if few.len() > many.len() {
                (few, many) = (many, few);
            }
            few.iter().any(|member| many.contains(member))
        })
    }
}
