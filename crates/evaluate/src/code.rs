//! Concepts as flat arrays of codes.
//!
//! A [`Code`] is one node of the paper's trees (§3, "Tree Representation"): operators, roles and
//! atomic concepts, and numbers as leaves of their own. A concept is its codes in prefix order,
//! four bytes each; copying a subtree is copying a slice.

/// One node of a candidate: an operator and, for most, what it is applied to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Code(u32);

/// What a code does. The argument of each is an index into the [`Space`](crate::Space).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Op {
    /// `⊤`.
    Top,
    /// `⊥`.
    Bottom,
    /// A named class.
    Class,
    /// `¬ C`.
    Not,
    /// `C ⊓ D`.
    And,
    /// `C ⊔ D`.
    Or,
    /// `∃ r.C`.
    Some,
    /// `∀ r.C`.
    Only,
    /// `≥ n r.C`; the number is the first child.
    AtLeast,
    /// `≤ n r.C`; the number is the first child.
    AtMost,
    /// `= n r.C`; the number is the first child.
    Exactly,
    /// An atomic concept beyond the paper.
    Atom,
    /// `d ≥ v`; the threshold is the child.
    Min,
    /// `d ≤ v`; the threshold is the child.
    Max,
    /// `b = v`; the truth value is the child.
    Is,
    /// A cardinality.
    Number,
    /// `false` or `true`.
    Truth,
    /// A threshold, by its place among all thresholds.
    Cut,
}

const N_OPS: usize = 18;

const OPS: [Op; N_OPS] = [
    Op::Top,
    Op::Bottom,
    Op::Class,
    Op::Not,
    Op::And,
    Op::Or,
    Op::Some,
    Op::Only,
    Op::AtLeast,
    Op::AtMost,
    Op::Exactly,
    Op::Atom,
    Op::Min,
    Op::Max,
    Op::Is,
    Op::Number,
    Op::Truth,
    Op::Cut,
];

/// The number of children of each operator.
const ARITY: [u8; N_OPS] = [0, 0, 0, 1, 2, 2, 1, 1, 2, 2, 2, 0, 1, 1, 1, 0, 0, 0];

const ARGUMENT_BITS: u32 = 27;

const MAX_ARGUMENT: usize = (1 << ARGUMENT_BITS) - 1;

/// The highest cardinality that a candidate can hold. `≤ n` and `= n` look for n + 1 successors,
/// and successors are counted in sixteen bits.
pub const MAX_CARDINALITY: u32 = u16::MAX as u32 - 1;

impl Code {
    /// `⊤`.
    pub const TOP: Self = Self((Op::Top as u32) << ARGUMENT_BITS);
    /// `⊥`.
    pub const BOTTOM: Self = Self((Op::Bottom as u32) << ARGUMENT_BITS);
    /// `¬`.
    pub const NOT: Self = Self((Op::Not as u32) << ARGUMENT_BITS);
    /// `⊓`.
    pub const AND: Self = Self((Op::And as u32) << ARGUMENT_BITS);
    /// `⊔`.
    pub const OR: Self = Self((Op::Or as u32) << ARGUMENT_BITS);

    /// An operator with its argument. A cardinality above [`MAX_CARDINALITY`] becomes that one; other
    /// arguments are places in an space, which has fewer than 2²⁷ symbols.
    pub fn new(op: Op, argument: usize) -> Self {
        let most = if op == Op::Number { MAX_CARDINALITY as usize } else { MAX_ARGUMENT };
        Self((op as u32) << ARGUMENT_BITS | argument.min(most) as u32)
    }

    /// The code of those bits, if there is one.
    pub fn from_bits(bits: u32) -> Option<Self> {
        let op = *OPS.get((bits >> ARGUMENT_BITS) as usize)?;
        let code = Self(bits);
        (code == Self::new(op, code.argument())).then_some(code)
    }

    /// The bits of the code.
    pub fn bits(self) -> u32 {
        self.0
    }

    /// The operator.
    #[inline]
    pub fn op(self) -> Op {
        OPS[(self.0 >> ARGUMENT_BITS) as usize]
    }

    /// The argument.
    #[inline]
    pub fn argument(self) -> usize {
        (self.0 & ((1 << ARGUMENT_BITS) - 1)) as usize
    }

    /// The number of children.
    #[inline]
    pub fn arity(self) -> usize {
        ARITY[(self.0 >> ARGUMENT_BITS) as usize] as usize
    }

    /// Whether the code stands for a concept, not for a number.
    #[inline]
    pub fn is_concept(self) -> bool {
        self.0 >> ARGUMENT_BITS < Op::Number as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_huge_cardinality_does_not_become_another_operator() {
        for argument in [MAX_CARDINALITY as usize, 4_000_000_000, usize::MAX] {
            let code = Code::new(Op::Number, argument);
            assert_eq!((code.op(), code.argument()), (Op::Number, MAX_CARDINALITY as usize));
        }
        let code = Code::new(Op::Class, usize::MAX);
        assert_eq!((code.op(), code.argument()), (Op::Class, MAX_ARGUMENT));
        let number = (Op::Number as u32) << ARGUMENT_BITS;
        assert!(Code::from_bits(number | MAX_CARDINALITY).is_some());
        assert_eq!(Code::from_bits(number | (MAX_CARDINALITY + 1)), None);
        assert_eq!(Code::from_bits((N_OPS as u32) << ARGUMENT_BITS), None);
    }
}
