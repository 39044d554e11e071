//! One candidate changes (§3.3, Table 8).

use evolearner_evaluate::{Code, NodeType, Space, Term, subtree};
use evolearner_search::Random;

use crate::evolve::init::{grow_ramped, random_leaf};
use crate::evolve::options::Mutation;

/// The heights of the random trees of uniform mutation (§3.3).
const HEIGHTS: (usize, usize) = (1, 3);

/// Chooses a subtree, tells where, and appends the codes that take its place.
pub(in crate::evolve) fn mutate(
    random: &mut Random,
    space: &Space,
    method: Mutation,
    tree: &[Term],
    replacement: &mut Vec<Code>,
) -> usize {
    match method {
        Mutation::Uniform => uniform(random, space, tree, replacement),
        Mutation::Shrink => shrink(random, tree, replacement),
        Mutation::NodeReplacement => replace_node(random, space, tree, replacement),
        Mutation::Insert => insert(random, space, tree, replacement),
    }
}

/// A node, the root included, gives way to a random tree of its type.
fn uniform(
    random: &mut Random,
    space: &Space,
    tree: &[Term],
    replacement: &mut Vec<Code>,
) -> usize {
    let at = random.below(tree.len());
    grow_ramped(random, space, HEIGHTS, space.node_type(tree[at].code), replacement);
    at
}

/// An inner node gives way to one of its descendants that is a concept too.
fn shrink(random: &mut Random, tree: &[Term], replacement: &mut Vec<Code>) -> usize {
    let is_concept = |at: &usize| tree[*at].code.is_concept();
    let below = |at: usize| (at + 1..subtree(tree, at).end).filter(is_concept);
    let has_concept_below = |at: &usize| below(*at).next().is_some();
    let inner: Vec<usize> = (0..tree.len()).filter(is_concept).filter(has_concept_below).collect();
    if inner.is_empty() {
        replacement.extend(codes(tree));
        return 0;
    }
    let at = *random.pick(&inner);
    let below: Vec<usize> = below(at).collect();
    let kept = *random.pick(&below);
    replacement.extend(codes(&tree[subtree(tree, kept)]));
    at
}

/// A node gives way to another that takes the same children.
fn replace_node(
    random: &mut Random,
    space: &Space,
    tree: &[Term],
    replacement: &mut Vec<Code>,
) -> usize {
    let at = random.below(tree.len());
    let code = tree[at].code;
    let root = replacement.len();
    replacement.extend(codes(&tree[subtree(tree, at)]));
    if code.arity() == 0 {
        replacement[root] = random_leaf(random, space, space.node_type(code));
        return at;
    }
    // A threshold belongs to its property, so only the same property takes the same child.
    let takes_same = |other: &&Code| {
        other.arity() == code.arity()
            && (0..code.arity())
                .all(|place| space.child_type(**other, place) == space.child_type(code, place))
    };
    let candidates: Vec<Code> = space.primitives.iter().filter(takes_same).copied().collect();
    if !candidates.is_empty() {
        replacement[root] = *random.pick(&candidates);
    }
    at
}

/// A concept becomes a child of a new node in its place; other children are random leaves.
fn insert(random: &mut Random, space: &Space, tree: &[Term], replacement: &mut Vec<Code>) -> usize {
    let concepts: Vec<usize> = (0..tree.len()).filter(|&at| tree[at].code.is_concept()).collect();
    let at = *random.pick(&concepts);
    let takes_concept = |code: &&Code| {
        (0..code.arity()).any(|place| space.child_type(**code, place) == NodeType::Concept)
    };
    let parents: Vec<Code> = space.primitives.iter().filter(takes_concept).copied().collect();
    let parent = *random.pick(&parents);
    let places: Vec<usize> = (0..parent.arity())
        .filter(|&place| space.child_type(parent, place) == NodeType::Concept)
        .collect();
    let kept = *random.pick(&places);
    replacement.push(parent);
    for place in 0..parent.arity() {
        if place == kept {
            replacement.extend(codes(&tree[subtree(tree, at)]));
        } else {
            let node_type = space.child_type(parent, place);
            replacement.push(random_leaf(random, space, node_type));
        }
    }
    at
}

fn codes(tree: &[Term]) -> impl Iterator<Item = Code> + '_ {
    tree.iter().map(|node| node.code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::on_random_trees::space_of;
    use evolearner_dl::Choice;
    use evolearner_evaluate::{Op, replace_subtree, tree_of};
    use evolearner_search::Stage;
    use evolearner_testing::fixture::molecules;

    /// The codes of a changed candidate.
    fn mutant(random: &mut Random, space: &Space, method: Mutation, codes: &[Code]) -> Vec<Code> {
        let (tree, mut replacement, mut child) = (tree_of(codes), Vec::new(), Vec::new());
        let cut = mutate(random, space, method, &tree, &mut replacement);
        replace_subtree(&tree, cut, &tree_of(&replacement), &mut child);
        super::codes(&child).collect()
    }

    #[test]
    fn mutants_are_well_typed() {
        let (space, _) = space_of(molecules());
        let seeds = evolearner_testing::seeds(4);
        for &method in Mutation::ALL {
            for case in 0..2000 {
                let mut random = Random::new(seeds[case as usize % 2], Stage::Vary, 0, case);
                let mut codes = Vec::new();
                grow_ramped(&mut random, &space, (0, 4), NodeType::Concept, &mut codes);
                let child = mutant(&mut random, &space, method, &codes);
                assert!(space.is_concept(&child, usize::MAX), "{method:?} {child:?}");
                match method {
                    Mutation::Shrink => assert!(child.len() <= codes.len()),
                    Mutation::NodeReplacement => assert_eq!(child.len(), codes.len()),
                    Mutation::Insert => assert!(child.len() > codes.len()),
                    Mutation::Uniform => {}
                }
            }
        }
    }

    #[test]
    fn a_number_is_only_redrawn() {
        let (space, _) = space_of(molecules());
        let codes = [Code::new(Op::AtLeast, 0), Code::new(Op::Number, 3), Code::TOP];
        let tree = tree_of(&codes);
        let mut drawn = std::collections::BTreeSet::new();
        for case in 0..200 {
            let mut random = Random::new(6, Stage::Vary, 0, case);
            let mut replacement = Vec::new();
            if mutate(&mut random, &space, Mutation::Uniform, &tree, &mut replacement) == 1 {
                let [number] = replacement[..] else {
                    panic!("a number and nothing else: {replacement:?}")
                };
                assert_eq!(number.op(), Op::Number);
                drawn.insert(number.argument());
            }
        }
        assert!(drawn.len() > 2, "the number is hardly drawn: {drawn:?}");
    }
}
