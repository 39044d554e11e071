//! What is to be known of a candidate before it is evaluated, found in one pass.

use crate::gene::{Gene, Op};

/// Height and name of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Survey {
    /// The height in edges, as the static limit counts it (§3.4): 0 for a leaf.
    pub(crate) height: u8,
    /// A number for what the tree means: the same for `C ⊓ D` and `D ⊓ C`, for `C ⊓ C` and `C`.
    pub(crate) name: u64,
}

/// Surveys a tree from the leaves up.
pub(crate) fn survey(genes: &[Gene], stack: &mut Vec<Survey>) -> Survey {
    stack.clear();
    for &gene in genes.iter().rev() {
        let own = own_name(gene);
        let surveyed = match gene.arity() {
            0 => Survey { height: 0, name: own },
            1 => {
                let child = stack.pop().expect("genes are one tree");
                Survey {
                    height: child.height.saturating_add(1),
                    name: name_of_one(gene, own, child.name),
                }
            }
            _ => {
                let first = stack.pop().expect("genes are one tree");
                let second = stack.pop().expect("genes are one tree");
                Survey {
                    height: first.height.max(second.height).saturating_add(1),
                    name: name_of_two(gene, own, first.name, second.name),
                }
            }
        };
        stack.push(surveyed);
    }
    stack.pop().expect("genes are one tree")
}

/// The name of a leaf, and what a gene adds to the names of its children.
#[inline]
pub(crate) fn own_name(gene: Gene) -> u64 {
    mix(u64::from(gene.bits()) + 1)
}

#[inline]
pub(crate) fn name_of_one(gene: Gene, own: u64, child: u64) -> u64 {
    if gene.op() == Op::Not { !child } else { mix(own ^ child.rotate_left(23)) }
}

#[inline]
pub(crate) fn name_of_two(gene: Gene, own: u64, first: u64, second: u64) -> u64 {
    match gene.op() {
        Op::And | Op::Or if first == second => first,
        // Symmetric in both, so that the order of operands does not matter.
        Op::And | Op::Or => mix(own ^ first.wrapping_add(second) ^ mix(first ^ second)),
        _ => mix(own ^ first.rotate_left(41) ^ second.rotate_left(23)),
    }
}

/// Spreads every bit over all bits (the finisher of `SplitMix64`).
#[inline]
fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ bits >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(genes: &[Gene]) -> Survey {
        survey(genes, &mut Vec::new())
    }

    #[test]
    fn trees_that_mean_the_same_have_one_name() {
        let (a, b) = (Gene::new(Op::Class, 0), Gene::new(Op::Class, 1));
        let name = |genes: &[Gene]| of(genes).name;
        assert_eq!(name(&[Gene::AND, a, b]), name(&[Gene::AND, b, a]));
        assert_eq!(name(&[Gene::OR, a, a]), name(&[a]));
        assert_eq!(name(&[Gene::NOT, Gene::NOT, a]), name(&[a]));
        assert_ne!(name(&[Gene::AND, a, b]), name(&[Gene::OR, a, b]));
        let (some, only) = (Gene::new(Op::Some, 0), Gene::new(Op::Only, 0));
        assert_ne!(name(&[some, a]), name(&[only, a]));
        assert_ne!(name(&[some, Gene::AND, a, b]), name(&[Gene::AND, some, a, b]));
    }

    #[test]
    fn heights_are_counted_in_edges() {
        let check = |genes: &[Gene], height: u8| {
            assert_eq!(of(genes).height, height, "{genes:?}");
        };
        let some = Gene::new(Op::Some, 0);
        check(&[Gene::TOP], 0);
        check(&[Gene::AND, Gene::TOP, Gene::NOT, Gene::TOP], 2);
        check(&[some, some, Gene::TOP], 2);
        let at_least = [Gene::new(Op::AtLeast, 0), Gene::new(Op::Number, 2), some, Gene::TOP];
        check(&at_least, 2);
        check(&[Gene::new(Op::Min, 0), Gene::new(Op::Split, 0)], 1);
    }
}
