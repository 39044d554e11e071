//! Candidates with what is to be known of every subtree, kept up to date by as little as changes.
//!
//! A tree is its nodes in prefix order. Each knows how far its subtree reaches, how high it is and
//! what it means, so that a subtree is skipped in one step, and after a change only the path from
//! there to the root is gone over.

use std::ops::Range;

use crate::gene::{Gene, Op};

/// A gene, and what is known of the subtree that it is the root of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Node {
    /// A number for what the subtree means: the same for `C ⊓ D` and `D ⊓ C`, for `C ⊓ C` and `C`.
    pub(crate) name: u64,
    pub(crate) gene: Gene,
    /// The number of nodes, whether one of them is a number, and the height, packed: sixteen bytes
    /// a node, and no more.
    extent: u32,
}

/// The most nodes of a candidate. A tree of height 60 may have 2^61 of them, so height alone bounds
/// neither memory nor time.
pub(crate) const MAX_NODES: usize = 1_000;

const HEIGHT_BITS: u32 = 8;
const MAX_HEIGHT: usize = (1 << HEIGHT_BITS) - 1;
const HAS_NUMBERS: u32 = 1 << HEIGHT_BITS;
const SIZE_SHIFT: u32 = HEIGHT_BITS + 1;

impl Node {
    /// A gene above finished children.
    #[inline]
    fn new<const N: usize>(gene: Gene, name: u64, children: [Self; N]) -> Self {
        let mut size = 1;
        let mut height = 0;
        let mut numbers = if gene.is_concept() { 0 } else { HAS_NUMBERS };
        for child in children {
            size += child.size();
            height = height.max(1 + child.height());
            numbers |= child.extent & HAS_NUMBERS;
        }
        let extent = (size as u32) << SIZE_SHIFT | numbers | height.min(MAX_HEIGHT) as u32;
        Self { name, gene, extent }
    }

    /// Whether one of the nodes stands for a number and not for a concept.
    #[inline]
    pub(crate) fn has_numbers(self) -> bool {
        self.extent & HAS_NUMBERS != 0
    }

    /// The number of nodes of the subtree.
    #[inline]
    pub(crate) fn size(self) -> usize {
        (self.extent >> SIZE_SHIFT) as usize
    }

    /// The height in edges, as the static limit counts it (§3.4): 0 for a leaf.
    #[inline]
    pub(crate) fn height(self) -> usize {
        (self.extent as usize) & MAX_HEIGHT
    }
}

/// Appends the tree of these genes.
pub(crate) fn plant(genes: impl IntoIterator<Item = Gene>, nodes: &mut Vec<Node>) {
    let start = nodes.len();
    // Without its children a node is not finished, but it has its place.
    nodes.extend(genes.into_iter().map(|gene| Node { name: 0, gene, extent: 0 }));
    let tree = &mut nodes[start..];
    for at in (0..tree.len()).rev() {
        tree[at] = finished(&tree[at..]);
    }
}

/// Appends a tree with the subtree at `cut` replaced by another tree.
pub(crate) fn graft(tree: &[Node], cut: usize, scion: &[Node], child: &mut Vec<Node>) {
    let start = child.len();
    child.extend_from_slice(&tree[..cut]);
    child.extend_from_slice(scion);
    child.extend_from_slice(&tree[subtree(tree, cut).end..]);
    renew_above(tree, 0, cut, &mut child[start..]);
}

/// Goes over the nodes from `at` down to a cut, from below. They stand where they stood.
fn renew_above(tree: &[Node], at: usize, cut: usize, child: &mut [Node]) {
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
pub(crate) fn subtree(tree: &[Node], at: usize) -> Range<usize> {
    at..at + tree[at].size()
}

/// The nodes from the first child of a tree's root on.
#[inline]
pub(crate) fn first_child(tree: &[Node]) -> &[Node] {
    &tree[1..]
}

/// The nodes from the second child of a tree's root on.
#[inline]
pub(crate) fn second_child(tree: &[Node]) -> &[Node] {
    &tree[1 + tree[1].size()..]
}

/// The root of the tree that starts here, whose children are finished.
#[inline]
fn finished(tree: &[Node]) -> Node {
    let gene = tree[0].gene;
    let own = mix(u64::from(gene.bits()), 0);
    match gene.arity() {
        0 => Node::new(gene, own, []),
        1 => {
            let child = first_child(tree)[0];
            Node::new(gene, name_of_one(gene, own, child.name), [child])
        }
        _ => {
            let (first, second) = (first_child(tree)[0], second_child(tree)[0]);
            let name = name_of_two(gene, own, first.name, second.name);
            Node::new(gene, name, [first, second])
        }
    }
}

#[inline]
fn name_of_one(gene: Gene, own: u64, child: u64) -> u64 {
    if gene.op() == Op::Not { !child } else { mix(own, child) }
}

#[inline]
fn name_of_two(gene: Gene, own: u64, first: u64, second: u64) -> u64 {
    match gene.op() {
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

/// The tree of these genes.
pub(crate) fn planted(genes: &[Gene]) -> Vec<Node> {
    let mut nodes = Vec::new();
    plant(genes.iter().copied(), &mut nodes);
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabet::NodeType;
    use crate::fixture::molecules;
    use crate::init::grow_ramped;
    use crate::random::{Random, Stage};

    #[test]
    fn trees_that_mean_the_same_have_one_name() {
        let (a, b) = (Gene::new(Op::Class, 0), Gene::new(Op::Class, 1));
        let name = |genes: &[Gene]| planted(genes)[0].name;
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
        let check = |genes: &[Gene], height: usize| {
            let tree = planted(genes);
            assert_eq!((tree[0].height(), tree[0].size()), (height, genes.len()), "{genes:?}");
        };
        let some = Gene::new(Op::Some, 0);
        check(&[Gene::TOP], 0);
        check(&[Gene::AND, Gene::TOP, Gene::NOT, Gene::TOP], 2);
        check(&[some, some, Gene::TOP], 2);
        let at_least = [Gene::new(Op::AtLeast, 0), Gene::new(Op::Number, 2), some, Gene::TOP];
        check(&at_least, 2);
        check(&[Gene::new(Op::Min, 0), Gene::new(Op::Split, 0)], 1);
    }

    #[test]
    fn a_grafted_tree_is_like_one_planted_anew() {
        let (_, _, alphabet) = molecules();
        let seeds = evolearner_testing::seeds(12);
        for case in 0..3000 {
            let mut random = Random::new(seeds[case as usize % 2], Stage::Vary, 0, case);
            let (mut stock, mut scion) = (Vec::new(), Vec::new());
            grow_ramped(&mut random, &alphabet, (0, 6), NodeType::Concept, &mut stock);
            let tree = planted(&stock);
            let cut = random.below(stock.len());
            let node_type = alphabet.node_type(stock[cut]);
            grow_ramped(&mut random, &alphabet, (0, 3), node_type, &mut scion);
            let mut child = Vec::new();
            graft(&tree, cut, &planted(&scion), &mut child);
            let genes = [&stock[..cut], &scion, &stock[subtree(&tree, cut).end..]].concat();
            assert_eq!(child, planted(&genes), "{stock:?} {cut} {scion:?}");
        }
    }

    #[test]
    fn no_tree_is_too_high_to_be_grafted() {
        for height in [MAX_HEIGHT - 1, MAX_HEIGHT, MAX_HEIGHT + 1, 3 * MAX_HEIGHT] {
            let mut genes = vec![Gene::new(Op::Some, 0); height];
            genes.push(Gene::TOP);
            let mut child = Vec::new();
            graft(&planted(&genes), height, &planted(&[Gene::NOT, Gene::TOP]), &mut child);
            genes.splice(height.., [Gene::NOT, Gene::TOP]);
            assert_eq!(child, planted(&genes));
        }
    }
}
