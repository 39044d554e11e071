//! One candidate changes (§3.3, Table 8).

use crate::alphabet::{Alphabet, NodeType};
use crate::gene::Gene;
use crate::init::{grow_ramped, random_leaf};
use crate::random::Random;
use crate::settings::Mutation;
use crate::tree::{Node, subtree};

/// The heights of the random trees of uniform mutation (§3.3).
const HEIGHTS: (usize, usize) = (1, 3);

/// Chooses a subtree, tells where, and appends the genes that take its place.
pub(crate) fn mutate(
    random: &mut Random,
    alphabet: &Alphabet,
    method: Mutation,
    tree: &[Node],
    scion: &mut Vec<Gene>,
) -> usize {
    match method {
        Mutation::Uniform => uniform(random, alphabet, tree, scion),
        Mutation::Shrink => shrink(random, tree, scion),
        Mutation::NodeReplacement => replace_node(random, alphabet, tree, scion),
        Mutation::Insert => insert(random, alphabet, tree, scion),
    }
}

/// A node, the root included, gives way to a random tree of its type.
fn uniform(
    random: &mut Random,
    alphabet: &Alphabet,
    tree: &[Node],
    scion: &mut Vec<Gene>,
) -> usize {
    let at = random.below(tree.len());
    grow_ramped(random, alphabet, HEIGHTS, alphabet.node_type(tree[at].gene), scion);
    at
}

/// An inner node gives way to one of its descendants that is a concept too.
fn shrink(random: &mut Random, tree: &[Node], scion: &mut Vec<Gene>) -> usize {
    let is_concept = |at: &usize| tree[*at].gene.is_concept();
    let below = |at: usize| (at + 1..subtree(tree, at).end).filter(is_concept);
    let has_concept_below = |at: &usize| below(*at).next().is_some();
    let inner: Vec<usize> = (0..tree.len()).filter(is_concept).filter(has_concept_below).collect();
    if inner.is_empty() {
        scion.extend(genes(tree));
        return 0;
    }
    let at = *random.pick(&inner);
    let below: Vec<usize> = below(at).collect();
    let kept = *random.pick(&below);
    scion.extend(genes(&tree[subtree(tree, kept)]));
    at
}

/// A node gives way to another that takes the same children.
fn replace_node(
    random: &mut Random,
    alphabet: &Alphabet,
    tree: &[Node],
    scion: &mut Vec<Gene>,
) -> usize {
    let at = random.below(tree.len());
    let gene = tree[at].gene;
    let root = scion.len();
    scion.extend(genes(&tree[subtree(tree, at)]));
    if gene.arity() == 0 {
        scion[root] = random_leaf(random, alphabet, alphabet.node_type(gene));
        return at;
    }
    // A threshold belongs to its property, so only the same property takes the same child.
    let takes_same = |other: &&Gene| {
        other.arity() == gene.arity()
            && (0..gene.arity()).all(|place| {
                alphabet.child_type(**other, place) == alphabet.child_type(gene, place)
            })
    };
    let candidates: Vec<Gene> = alphabet.primitives.iter().filter(takes_same).copied().collect();
    if !candidates.is_empty() {
        scion[root] = *random.pick(&candidates);
    }
    at
}

/// A concept becomes a child of a new node in its place; other children are random leaves.
fn insert(random: &mut Random, alphabet: &Alphabet, tree: &[Node], scion: &mut Vec<Gene>) -> usize {
    let concepts: Vec<usize> = (0..tree.len()).filter(|&at| tree[at].gene.is_concept()).collect();
    let at = *random.pick(&concepts);
    let takes_concept = |gene: &&Gene| {
        (0..gene.arity()).any(|place| alphabet.child_type(**gene, place) == NodeType::Concept)
    };
    let parents: Vec<Gene> = alphabet.primitives.iter().filter(takes_concept).copied().collect();
    let parent = *random.pick(&parents);
    let places: Vec<usize> = (0..parent.arity())
        .filter(|&place| alphabet.child_type(parent, place) == NodeType::Concept)
        .collect();
    let kept = *random.pick(&places);
    scion.push(parent);
    for place in 0..parent.arity() {
        if place == kept {
            scion.extend(genes(&tree[subtree(tree, at)]));
        } else {
            let node_type = alphabet.child_type(parent, place);
            scion.push(random_leaf(random, alphabet, node_type));
        }
    }
    at
}

fn genes(tree: &[Node]) -> impl Iterator<Item = Gene> + '_ {
    tree.iter().map(|node| node.gene)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::molecules;
    use crate::gene::{Op, is_tree};
    use crate::random::Stage;
    use crate::settings::Named;
    use crate::tree::{graft, planted};
    use crate::vary::is_well_typed;

    /// The genes of a changed candidate.
    fn mutant(
        random: &mut Random,
        alphabet: &Alphabet,
        method: Mutation,
        genes: &[Gene],
    ) -> Vec<Gene> {
        let (tree, mut scion, mut child) = (planted(genes), Vec::new(), Vec::new());
        let cut = mutate(random, alphabet, method, &tree, &mut scion);
        graft(&tree, cut, &planted(&scion), &mut child);
        super::genes(&child).collect()
    }

    #[test]
    fn mutants_are_well_typed() {
        let (_, _, alphabet) = molecules();
        let seeds = evolearner_testing::seeds(4);
        for &method in Mutation::ALL {
            for case in 0..2000 {
                let mut random = Random::new(seeds[case as usize % 2], Stage::Vary, 0, case);
                let mut genes = Vec::new();
                grow_ramped(&mut random, &alphabet, (0, 4), NodeType::Concept, &mut genes);
                let child = mutant(&mut random, &alphabet, method, &genes);
                assert!(
                    is_tree(&child) && is_well_typed(&alphabet, &child),
                    "{method:?} {child:?}"
                );
                match method {
                    Mutation::Shrink => assert!(child.len() <= genes.len()),
                    Mutation::NodeReplacement => assert_eq!(child.len(), genes.len()),
                    Mutation::Insert => assert!(child.len() > genes.len()),
                    Mutation::Uniform => {}
                }
            }
        }
    }

    #[test]
    fn a_number_is_only_redrawn() {
        let (_, _, alphabet) = molecules();
        let genes = [Gene::new(Op::AtLeast, 0), Gene::new(Op::Number, 3), Gene::TOP];
        let tree = planted(&genes);
        let mut drawn = std::collections::BTreeSet::new();
        for case in 0..200 {
            let mut random = Random::new(6, Stage::Vary, 0, case);
            let mut scion = Vec::new();
            if mutate(&mut random, &alphabet, Mutation::Uniform, &tree, &mut scion) == 1 {
                let [number] = scion[..] else { panic!("a number and nothing else: {scion:?}") };
                assert_eq!(number.op(), Op::Number);
                drawn.insert(number.argument());
            }
        }
        assert!(drawn.len() > 2, "the number is hardly drawn: {drawn:?}");
    }
}
