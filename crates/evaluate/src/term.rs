//! Trees of codes that carry the size, the height and the key of every subtree.
//!
//! A tree is its terms in prefix order. A subtree is skipped in one step, and after a replacement
//! only the path from there to the root is computed again.

use std::ops::Range;

use crate::code::{Code, Op};

/// A code, and what is known of the subtree that it is the root of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// A structural hash: the same for `C ⊓ D` and `D ⊓ C`, for `C ⊓ C` and `C`, for `¬ ¬ C` and `C`.
    pub key: u64,
    /// The root of the subtree.
    pub code: Code,
    /// The number of nodes, whether one of them is a number, and the height, packed: sixteen bytes
    /// a node, and no more.
    extent: u32,
}

/// The most nodes of a candidate. A tree of height 60 may have 2^61 of them, so height alone bounds
/// neither memory nor time.
pub const MAX_NODES: usize = 1_000;

const HEIGHT_BITS: u32 = 8;
const MAX_HEIGHT: usize = (1 << HEIGHT_BITS) - 1;
const HAS_NUMBERS: u32 = 1 << HEIGHT_BITS;
const SIZE_SHIFT: u32 = HEIGHT_BITS + 1;

impl Term {
    /// A code above children that have their keys.
    #[inline]
    fn new<const N: usize>(code: Code, key: u64, children: [Self; N]) -> Self {
        let mut size = 1;
        let mut height = 0;
        let mut numbers = if code.is_concept() { 0 } else { HAS_NUMBERS };
        for child in children {
            size += child.size();
            height = height.max(1 + child.height());
            numbers |= child.extent & HAS_NUMBERS;
        }
        let extent = (size as u32) << SIZE_SHIFT | numbers | height.min(MAX_HEIGHT) as u32;
        Self { key, code, extent }
    }

    /// Whether one of the nodes stands for a number and not for a concept.
    #[inline]
    pub fn has_numbers(self) -> bool {
        self.extent & HAS_NUMBERS != 0
    }

    /// The number of nodes of the subtree.
    #[inline]
    pub fn size(self) -> usize {
        (self.extent >> SIZE_SHIFT) as usize
    }

    /// The height in edges, as the static limit counts it (§3.4): 0 for a leaf.
    #[inline]
    pub fn height(self) -> usize {
        (self.extent as usize) & MAX_HEIGHT
    }
}

/// Appends the tree of these codes.
pub fn append_tree(codes: impl IntoIterator<Item = Code>, nodes: &mut Vec<Term>) {
    let start = nodes.len();
    // Without its children a node is not finished, but it has its place.
    nodes.extend(codes.into_iter().map(|code| Term { key: 0, code, extent: 0 }));
    let tree = &mut nodes[start..];
    for at in (0..tree.len()).rev() {
        tree[at] = finished(&tree[at..]);
    }
}

/// Appends a tree with the subtree at `cut` replaced by another tree.
pub fn replace_subtree(tree: &[Term], cut: usize, replacement: &[Term], child: &mut Vec<Term>) {
    let start = child.len();
    child.extend_from_slice(&tree[..cut]);
    child.extend_from_slice(replacement);
    child.extend_from_slice(&tree[subtree(tree, cut).end..]);
    renew_above(tree, 0, cut, &mut child[start..]);
}

/// Goes over the nodes from `at` down to a cut, from below. They stand where they stood.
fn renew_above(tree: &[Term], at: usize, cut: usize, child: &mut [Term]) {
    if at == cut {
        return;
    }
    let first = subtree(tree, at + 1);
    let next = if cut < first.end { first.start } else { first.end };
    renew_above(tree, next, cut, child);
    child[at] = finished(&child[at..]);
}

/// The nodes of the subtree at a node.
#[inline]
pub fn subtree(tree: &[Term], at: usize) -> Range<usize> {
    at..at + tree[at].size()
}

/// The nodes from the first child of a tree's root on.
#[inline]
pub fn first_child(tree: &[Term]) -> &[Term] {
    &tree[1..]
}

/// The nodes from the second child of a tree's root on.
#[inline]
pub fn second_child(tree: &[Term]) -> &[Term] {
    &tree[1 + tree[1].size()..]
}

/// The root of the tree that starts here, whose children have their keys already.
#[inline]
fn finished(tree: &[Term]) -> Term {
    let code = tree[0].code;
    let own = mix(u64::from(code.bits()), 0);
    match code.arity() {
        0 => Term::new(code, own, []),
        1 => {
            let child = first_child(tree)[0];
            Term::new(code, key_of_one(code, own, child.key), [child])
        }
        _ => {
            let (first, second) = (first_child(tree)[0], second_child(tree)[0]);
            let key = key_of_two(code, own, first.key, second.key);
            Term::new(code, key, [first, second])
        }
    }
}

#[inline]
fn key_of_one(code: Code, own: u64, child: u64) -> u64 {
    if code.op() == Op::Not { !child } else { mix(own, child) }
}

#[inline]
fn key_of_two(code: Code, own: u64, first: u64, second: u64) -> u64 {
    match code.op() {
        Op::And | Op::Or if first == second => first,
        // Symmetric in both, so that the order of operands does not matter.
        Op::And | Op::Or => mix(own ^ (first ^ second), first.wrapping_add(second)),
        _ => mix(own ^ first, second),
    }
}

/// Spreads every bit of both over all bits: the halves of a product, after a rotation that keeps
/// nodes that stand above one another apart.
#[inline]
fn mix(one: u64, other: u64) -> u64 {
    let product = u128::from(one ^ 0x9E37_79B9_7F4A_7C15)
        * u128::from(other.rotate_left(23) ^ 0xD1B5_4A32_D192_ED03);
    product as u64 ^ (product >> 64) as u64
}

/// The tree of these codes.
pub fn tree_of(codes: &[Code]) -> Vec<Term> {
    let mut nodes = Vec::new();
    append_tree(codes.iter().copied(), &mut nodes);
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_that_mean_the_same_have_one_key() {
        let (a, b) = (Code::new(Op::Class, 0), Code::new(Op::Class, 1));
        let key = |codes: &[Code]| tree_of(codes)[0].key;
        assert_eq!(key(&[Code::AND, a, b]), key(&[Code::AND, b, a]));
        assert_eq!(key(&[Code::OR, a, a]), key(&[a]));
        assert_eq!(key(&[Code::NOT, Code::NOT, a]), key(&[a]));
        assert_ne!(key(&[Code::AND, a, b]), key(&[Code::OR, a, b]));
        let (some, only) = (Code::new(Op::Some, 0), Code::new(Op::Only, 0));
        assert_ne!(key(&[some, a]), key(&[only, a]));
        assert_ne!(key(&[some, Code::AND, a, b]), key(&[Code::AND, some, a, b]));
    }

    #[test]
    fn heights_are_counted_in_edges() {
        let check = |codes: &[Code], height: usize| {
            let tree = tree_of(codes);
            assert_eq!((tree[0].height(), tree[0].size()), (height, codes.len()), "{codes:?}");
        };
        let some = Code::new(Op::Some, 0);
        check(&[Code::TOP], 0);
        check(&[Code::AND, Code::TOP, Code::NOT, Code::TOP], 2);
        check(&[some, some, Code::TOP], 2);
        let at_least = [Code::new(Op::AtLeast, 0), Code::new(Op::Number, 2), some, Code::TOP];
        check(&at_least, 2);
        check(&[Code::new(Op::Min, 0), Code::new(Op::Cut, 0)], 1);
    }

    #[test]
    fn a_subtree_is_replaced_at_any_height() {
        for height in [MAX_HEIGHT - 1, MAX_HEIGHT, MAX_HEIGHT + 1, 3 * MAX_HEIGHT] {
            let mut codes = vec![Code::new(Op::Some, 0); height];
            codes.push(Code::TOP);
            let mut child = Vec::new();
            replace_subtree(
                &tree_of(&codes),
                height,
                &tree_of(&[Code::NOT, Code::TOP]),
                &mut child,
            );
            codes.splice(height.., [Code::NOT, Code::TOP]);
            assert_eq!(child, tree_of(&codes));
        }
    }
}
