//! Concepts in negation normal form, each stored once.
//!
//! A concept is an index; its parts are indices, so that all concepts of a search share what they have
//! in common and equal concepts are equal numbers. The operands of `⊓` and `⊔` are sorted, and a join
//! has no operand of its own kind. Duplicates stay: `A ⊔ A` is refined to `A1 ⊔ A2`.

use std::cmp::Ordering;
use std::hash::BuildHasher;

use evolearner_evaluate::{Code, Op, Space};
use foldhash::fast::FixedState;
use hashbrown::HashTable;

use super::syntactic::SyntacticOrder;

/// A concept of a [`Concepts`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ConceptIdx(u32);

/// How a concept is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// `⊤`.
    Top,
    /// `⊥`.
    Bottom,
    /// A concept without parts, or its negation. The value is that of a data restriction.
    Leaf {
        /// A class, an atom, or the operator of a data restriction.
        code: Code,
        /// The threshold or the truth value.
        value: Option<Code>,
        /// Whether `¬` stands before it.
        is_negated: bool,
    },
    /// `C ⊓ …`, or `C ⊔ …`.
    Join {
        /// Whether it is `⊓`.
        is_and: bool,
        /// Where the operands start, and how many there are.
        operands: (u32, u32),
    },
    /// `∃ r.C`, `∀ r.C`, or a cardinality restriction.
    Restriction {
        /// The operator and the place of the role.
        code: Code,
        /// The cardinality; 0 for `∃` and `∀`.
        number: u32,
        /// The filler.
        filler: ConceptIdx,
    },
}

/// What each constructor adds to the length of a concept.
#[derive(Clone, Copy, Debug)]
pub struct Metric {
    exists: u32,
    forall: u32,
    cardinality: u32,
    data: u32,
}

impl Metric {
    /// The length that is reported.
    pub const REPORTED: Self = Self { exists: 1, forall: 1, cardinality: 2, data: 3 };
    /// The length by which OCEL searches: `∃` is free.
    pub const OCEL: Self = Self { exists: 0, forall: 1, cardinality: 2, data: 2 };
}

struct Stored {
    shape: Shape,
    length: u32,
    /// The length of the complement.
    co_length: u32,
    depth: u32,
    /// The complement, once it was asked for.
    complement: Option<ConceptIdx>,
}

/// All concepts of a search.
pub struct Concepts {
    stored: Vec<Stored>,
    operands: Vec<ConceptIdx>,
    /// Each concept with its hash, so that a table of millions grows without looking at the concepts:
    /// that would take longer than a time limit allows.
    places: HashTable<(u32, u32)>,
    hasher: FixedState,
    metric: Metric,
    /// The length of each role: an inverse counts twice.
    role_lengths: Vec<u32>,
    /// The length of each atom.
    atom_lengths: Vec<u32>,
    /// The order of operands, where it is not that in which they were made.
    order: Option<SyntacticOrder>,
}

/// A length that no search reaches.
const ENDLESS: u32 = u32::MAX / 4;

impl Concepts {
    /// `⊤`.
    pub const TOP: ConceptIdx = ConceptIdx(0);
    /// `⊥`.
    pub const BOTTOM: ConceptIdx = ConceptIdx(1);

    /// A store with `⊤` and `⊥`.
    pub fn new(space: &Space, metric: Metric, order: Option<SyntacticOrder>) -> Self {
        let atoms = 0..space.atoms.len();
        let of_atom = |atom| space.length_of_leaf(Code::new(Op::Atom, atom)) as u32;
        let mut concepts = Self {
            stored: Vec::new(),
            operands: Vec::new(),
            places: HashTable::new(),
            hasher: FixedState::with_seed(17),
            metric,
            role_lengths: space.roles.iter().map(|role| 1 + u32::from(role.inverse)).collect(),
            atom_lengths: atoms.map(of_atom).collect(),
            order,
        };
        concepts.intern(Shape::Top);
        concepts.intern(Shape::Bottom);
        concepts
    }

    /// How a concept is made.
    pub fn shape(&self, concept: ConceptIdx) -> Shape {
        self.stored[concept.0 as usize].shape
    }

    /// The length by the metric of the store.
    pub fn length(&self, concept: ConceptIdx) -> u32 {
        self.stored[concept.0 as usize].length
    }

    /// The length of the complement.
    pub fn co_length(&self, concept: ConceptIdx) -> u32 {
        self.stored[concept.0 as usize].co_length
    }

    /// How deep restrictions are nested.
    pub fn depth(&self, concept: ConceptIdx) -> u32 {
        self.stored[concept.0 as usize].depth
    }

    /// The operands of a join; nothing for other concepts.
    pub fn operands(&self, concept: ConceptIdx) -> &[ConceptIdx] {
        match self.shape(concept) {
            Shape::Join { operands: (start, n), .. } => {
                &self.operands[start as usize..(start + n) as usize]
            }
            _ => &[],
        }
    }

    /// The conjuncts: none for `⊤`, the concept itself where it is no `⊓`.
    pub fn conjuncts(&self, concept: ConceptIdx) -> Vec<ConceptIdx> {
        match self.shape(concept) {
            Shape::Top => Vec::new(),
            Shape::Join { is_and: true, .. } => self.operands(concept).to_vec(),
            _ => vec![concept],
        }
    }

    /// A class, an atom or a data restriction.
    pub fn leaf(&mut self, code: Code, value: Option<Code>, is_negated: bool) -> ConceptIdx {
        self.intern(Shape::Leaf { code, value, is_negated })
    }

    /// `∃ r.C` and the like.
    pub fn restriction(&mut self, code: Code, number: u32, filler: ConceptIdx) -> ConceptIdx {
        self.intern(Shape::Restriction { code, number, filler })
    }

    /// A join: operands of its own kind are flattened, one operand alone is the join.
    pub fn join(&mut self, is_and: bool, parts: &[ConceptIdx]) -> ConceptIdx {
        let mut operands = Vec::with_capacity(parts.len());
        for &part in parts {
            match self.shape(part) {
                Shape::Join { is_and: same, .. } if same == is_and => {
                    operands.extend_from_slice(self.operands(part));
                }
                _ => operands.push(part),
            }
        }
        match &self.order {
            Some(order) => operands.sort_by(|&a, &b| order.compare(self, a, b)),
            None => operands.sort_unstable(),
        }
        match operands[..] {
            [] if is_and => return Self::TOP,
            [] => return Self::BOTTOM,
            [one] => return one,
            _ => {}
        }
        let hash = self.hasher.hash_one((is_and, &operands)) as u32;
        let is_same = |&(known, place): &(u32, u32)| {
            let place = ConceptIdx(place);
            known == hash
                && matches!(self.shape(place), Shape::Join { is_and: same, .. } if same == is_and)
                && self.operands(place) == operands
        };
        if let Some(&(_, place)) = self.places.find(spread(hash), is_same) {
            return ConceptIdx(place);
        }
        let start = self.operands.len() as u32;
        let n = operands.len() as u32;
        self.operands.extend(operands);
        self.store(Shape::Join { is_and, operands: (start, n) }, hash)
    }

    fn intern(&mut self, shape: Shape) -> ConceptIdx {
        let hash = self.hasher.hash_one(shape) as u32;
        let is_same = |&(known, place): &(u32, u32)| {
            known == hash && self.stored[place as usize].shape == shape
        };
        match self.places.find(spread(hash), is_same) {
            Some(&(_, place)) => ConceptIdx(place),
            None => self.store(shape, hash),
        }
    }

    fn store(&mut self, shape: Shape, hash: u32) -> ConceptIdx {
        let (length, co_length, depth) = self.extent(shape);
        let place = self.stored.len() as u32;
        self.stored.push(Stored { shape, length, co_length, depth, complement: None });
        self.places.insert_unique(spread(hash), (hash, place), |entry| spread(entry.0));
        ConceptIdx(place)
    }

    /// The length, that of the complement, and the nesting of restrictions.
    fn extent(&self, shape: Shape) -> (u32, u32, u32) {
        match shape {
            Shape::Top | Shape::Bottom => (1, 1, 0),
            Shape::Leaf { code, is_negated, .. } => {
                let plain = match code.op() {
                    Op::Atom => self.atom_lengths[code.argument()],
                    Op::Min | Op::Max | Op::Is => self.metric.data,
                    _ => 1,
                };
                if is_negated { (plain + 1, plain, 0) } else { (plain, plain + 1, 0) }
            }
            Shape::Join { operands: (start, n), .. } => {
                let operands = &self.operands[start as usize..(start + n) as usize];
                let sum = |length: &dyn Fn(ConceptIdx) -> u32| {
                    let sum: u32 = operands.iter().map(|&operand| length(operand)).sum();
                    (sum + n - 1).min(ENDLESS)
                };
                let depth = operands.iter().map(|&operand| self.depth(operand)).max();
                let co_length = sum(&|operand| self.co_length(operand));
                (sum(&|operand| self.length(operand)), co_length, depth.unwrap_or(0))
            }
            Shape::Restriction { code, filler, .. } => {
                let role = self.role_lengths[code.argument()];
                let (length, co_length) = (self.length(filler), self.co_length(filler));
                let depth = self.depth(filler) + 1;
                let Metric { exists, forall, cardinality, .. } = self.metric;
                let lengths = match code.op() {
                    Op::Some => (exists + role + length, forall + role + co_length),
                    Op::Only => (forall + role + length, exists + role + co_length),
                    Op::Exactly => (cardinality + role + length, ENDLESS),
                    _ => (cardinality + role + length, cardinality + role + length),
                };
                (lengths.0.min(ENDLESS), lengths.1.min(ENDLESS), depth)
            }
        }
    }

    /// The complement in negation normal form. Nothing for `= n r.C`, whose complement is a `⊔`.
    pub fn complement(&mut self, concept: ConceptIdx) -> Option<ConceptIdx> {
        if let Some(known) = self.stored[concept.0 as usize].complement {
            return Some(known);
        }
        let complement = match self.shape(concept) {
            Shape::Top => Self::BOTTOM,
            Shape::Bottom => Self::TOP,
            Shape::Leaf { code, value, is_negated } => self.leaf(code, value, !is_negated),
            Shape::Join { is_and, .. } => {
                let parts = self.operands(concept).to_vec();
                let parts: Option<Vec<_>> =
                    parts.into_iter().map(|part| self.complement(part)).collect();
                self.join(!is_and, &parts?)
            }
            Shape::Restriction { code, number, filler } => match code.op() {
                Op::Some | Op::Only => {
                    let op = if code.op() == Op::Some { Op::Only } else { Op::Some };
                    let filler = self.complement(filler)?;
                    self.restriction(Code::new(op, code.argument()), 0, filler)
                }
                Op::AtLeast if number == 1 => {
                    let filler = self.complement(filler)?;
                    self.restriction(Code::new(Op::Only, code.argument()), 0, filler)
                }
                Op::AtLeast => {
                    self.restriction(Code::new(Op::AtMost, code.argument()), number - 1, filler)
                }
                Op::AtMost => {
                    self.restriction(Code::new(Op::AtLeast, code.argument()), number + 1, filler)
                }
                _ => return None,
            },
        };
        self.stored[concept.0 as usize].complement = Some(complement);
        Some(complement)
    }

    /// Appends the codes of a concept.
    pub fn codes(&self, concept: ConceptIdx, codes: &mut Vec<Code>) {
        match self.shape(concept) {
            Shape::Top => codes.push(Code::TOP),
            Shape::Bottom => codes.push(Code::BOTTOM),
            Shape::Leaf { code, value, is_negated } => {
                codes.extend(is_negated.then_some(Code::NOT));
                codes.push(code);
                codes.extend(value);
            }
            Shape::Join { is_and, .. } => {
                let operands = self.operands(concept);
                for (at, &operand) in operands.iter().enumerate() {
                    if at + 1 < operands.len() {
                        codes.push(if is_and { Code::AND } else { Code::OR });
                    }
                    self.codes(operand, codes);
                }
            }
            Shape::Restriction { code, number, filler } => {
                codes.push(code);
                if number > 0 {
                    codes.push(Code::new(Op::Number, number as usize));
                }
                self.codes(filler, codes);
            }
        }
    }

    /// Compares concepts by the order of operands; they are equal where there is none.
    pub fn compare(&self, one: ConceptIdx, other: ConceptIdx) -> Ordering {
        self.order.as_ref().map_or(Ordering::Equal, |order| order.compare(self, one, other))
    }

    /// How many concepts there are.
    pub fn len(&self) -> usize {
        self.stored.len()
    }
}

/// A hash of 64 bits, as tables want it.
fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl ConceptIdx {
    /// The place in the store.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
