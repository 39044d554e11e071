//! One candidate changes (§3.3, Table 8).

use crate::alphabet::{Alphabet, NodeType};
use crate::gene::{Gene, subtree_end};
use crate::init::grow_ramped;
use crate::random::Random;
use crate::settings::Mutation;

/// The heights of the random trees of uniform mutation (§3.3).
const HEIGHTS: (usize, usize) = (1, 3);

/// Appends a changed copy of a candidate to `child`.
pub fn mutate(
    random: &mut Random,
    alphabet: &Alphabet,
    method: Mutation,
    genes: &[Gene],
    child: &mut Vec<Gene>,
) {
    match method {
        Mutation::Uniform => uniform(random, alphabet, genes, child),
        Mutation::Shrink => shrink(random, genes, child),
        Mutation::NodeReplacement => replace_node(random, alphabet, genes, child),
        Mutation::Insert => insert(random, alphabet, genes, child),
    }
}

/// A node, the root included, gives way to a random tree of its type.
fn uniform(random: &mut Random, alphabet: &Alphabet, genes: &[Gene], child: &mut Vec<Gene>) {
    let at = random.below(genes.len());
    let end = subtree_end(genes, at);
    child.extend_from_slice(&genes[..at]);
    grow_ramped(random, alphabet, HEIGHTS, alphabet.node_type(genes[at]), child);
    child.extend_from_slice(&genes[end..]);
}

/// An inner node gives way to one of its descendants that is a concept too.
fn shrink(random: &mut Random, genes: &[Gene], child: &mut Vec<Gene>) {
    let has_concept_below = |at: &usize| {
        let end = subtree_end(genes, *at);
        genes[*at].is_concept() && genes[at + 1..end].iter().any(|gene| gene.is_concept())
    };
    let inner: Vec<usize> = (0..genes.len()).filter(has_concept_below).collect();
    if inner.is_empty() {
        child.extend_from_slice(genes);
        return;
    }
    let at = *random.pick(&inner);
    let end = subtree_end(genes, at);
    let below: Vec<usize> = (at + 1..end).filter(|&below| genes[below].is_concept()).collect();
    let kept = *random.pick(&below);
    child.extend_from_slice(&genes[..at]);
    child.extend_from_slice(&genes[kept..subtree_end(genes, kept)]);
    child.extend_from_slice(&genes[end..]);
}

/// A node gives way to another that takes the same children.
fn replace_node(random: &mut Random, alphabet: &Alphabet, genes: &[Gene], child: &mut Vec<Gene>) {
    let at = random.below(genes.len());
    let place = child.len() + at;
    child.extend_from_slice(genes);
    let gene = genes[at];
    if gene.arity() == 0 {
        child[place] = crate::init::random_leaf(random, alphabet, alphabet.node_type(gene));
        return;
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
        child[place] = *random.pick(&candidates);
    }
}

/// A concept becomes a child of a new node in its place; other children are random leaves.
fn insert(random: &mut Random, alphabet: &Alphabet, genes: &[Gene], child: &mut Vec<Gene>) {
    let concepts: Vec<usize> = (0..genes.len()).filter(|&at| genes[at].is_concept()).collect();
    let at = *random.pick(&concepts);
    let end = subtree_end(genes, at);
    let takes_concept = |gene: &&Gene| {
        (0..gene.arity()).any(|place| alphabet.child_type(**gene, place) == NodeType::Concept)
    };
    let parents: Vec<Gene> = alphabet.primitives.iter().filter(takes_concept).copied().collect();
    child.extend_from_slice(&genes[..at]);
    let parent = *random.pick(&parents);
    let places: Vec<usize> = (0..parent.arity())
        .filter(|&place| alphabet.child_type(parent, place) == NodeType::Concept)
        .collect();
    let kept = *random.pick(&places);
    child.push(parent);
    for place in 0..parent.arity() {
        if place == kept {
            child.extend_from_slice(&genes[at..end]);
        } else {
            let node_type = alphabet.child_type(parent, place);
            child.push(crate::init::random_leaf(random, alphabet, node_type));
        }
    }
    child.extend_from_slice(&genes[end..]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::molecules;
    use crate::gene::{Op, is_tree};
    use crate::random::Stage;
    use crate::settings::Named;
    use crate::vary::is_well_typed;

    #[test]
    fn mutants_are_well_typed() {
        let (_, _, alphabet) = molecules();
        for &method in Mutation::ALL {
            for case in 0..2000 {
                let mut random = Random::new(4, Stage::Vary, 0, case);
                let mut genes = Vec::new();
                grow_ramped(&mut random, &alphabet, (0, 4), NodeType::Concept, &mut genes);
                let mut child = Vec::new();
                mutate(&mut random, &alphabet, method, &genes, &mut child);
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
        for case in 0..200 {
            let mut random = Random::new(6, Stage::Vary, 0, case);
            let mut child = Vec::new();
            uniform(&mut random, &alphabet, &genes, &mut child);
            if child[0] == genes[0] && child.len() == 3 && child[2] == Gene::TOP {
                assert_eq!(child[1].op(), Op::Number);
            }
        }
    }
}
