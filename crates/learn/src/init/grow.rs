//! Random trees (Koza 1992): GROW, FULL and half of each.

use crate::alphabet::{Alphabet, NodeType};
use crate::gene::{Gene, Op};
use crate::random::Random;
use crate::tree::MAX_NODES;

/// How deep the leaves of a random tree lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Anywhere between the lowest and the drawn height.
    Grow,
    /// All at the drawn height.
    Full,
}

/// Appends a random tree of a type to `genes`, of a height drawn between `low` and `high`.
///
/// Inner nodes are drawn from one list in which every primitive is as likely as any other. A
/// number has no inner nodes, so it is a leaf wherever it stands. From [`MAX_NODES`] nodes on, what
/// is still open is closed by leaves.
pub fn grow(
    random: &mut Random,
    alphabet: &Alphabet,
    shape: Shape,
    (low, high): (usize, usize),
    node_type: NodeType,
    genes: &mut Vec<Gene>,
) {
    let height = low + random.below(high - low + 1);
    let n_leaves = alphabet.terminals.len();
    let leaf_share = n_leaves as f64 / (n_leaves + alphabet.primitives.len()) as f64;
    let mut open = vec![(node_type, 0)];
    while let Some((node_type, depth)) = open.pop() {
        let ends = depth >= height
            // A node with two children adds three to what is there and what is open.
            || genes.len() + open.len() + 3 > MAX_NODES
            || shape == Shape::Grow && depth >= low && random.chance(leaf_share)
            || alphabet.primitives.is_empty();
        if node_type != NodeType::Concept || ends {
            genes.push(random_leaf(random, alphabet, node_type));
            continue;
        }
        let gene = *random.pick(&alphabet.primitives);
        genes.push(gene);
        for place in (0..gene.arity()).rev() {
            open.push((alphabet.child_type(gene, place), depth + 1));
        }
    }
}

/// The same with a coin for the shape.
pub fn grow_ramped(
    random: &mut Random,
    alphabet: &Alphabet,
    heights: (usize, usize),
    node_type: NodeType,
    genes: &mut Vec<Gene>,
) {
    let shape = if random.coin() { Shape::Grow } else { Shape::Full };
    grow(random, alphabet, shape, heights, node_type, genes);
}

/// A leaf of a type, each as likely as any other.
pub(crate) fn random_leaf(random: &mut Random, alphabet: &Alphabet, node_type: NodeType) -> Gene {
    match node_type {
        NodeType::Concept => *random.pick(&alphabet.terminals),
        NodeType::Number => {
            Gene::new(Op::Number, 1 + random.below(alphabet.max_cardinality as usize))
        }
        NodeType::Truth => Gene::new(Op::Truth, random.below(2)),
        NodeType::Split(property) => {
            let property = &alphabet.numeric[property as usize];
            let split = random.below(property.splits.len());
            Gene::new(Op::Split, property.first_split as usize + split)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::molecules;
    use crate::random::Stage;
    use crate::tree::planted;
    use crate::vary::is_well_typed;

    fn heights(shape: Shape, range: (usize, usize)) -> Vec<usize> {
        let (_, _, alphabet) = molecules();
        let seeds = evolearner_testing::seeds(8);
        (0..2000)
            .map(|slot| {
                let mut random = Random::new(seeds[slot as usize % 2], Stage::Init, 0, slot);
                let mut genes = Vec::new();
                grow(&mut random, &alphabet, shape, range, NodeType::Concept, &mut genes);
                assert!(is_well_typed(&alphabet, &genes));
                planted(&genes)[0].height()
            })
            .collect()
    }

    #[test]
    fn heights_stay_within_bounds() {
        for range in [(0, 0), (1, 3), (2, 6)] {
            for shape in [Shape::Grow, Shape::Full] {
                let heights = heights(shape, range);
                // A number below the last primitive is one level more than was drawn.
                assert!(heights.iter().all(|&height| height <= range.1 + usize::from(range.1 > 0)));
                assert!(heights.iter().any(|&height| height >= range.1));
            }
        }
    }

    #[test]
    fn full_trees_are_higher_than_grown_ones() {
        let mean =
            |heights: Vec<usize>| heights.iter().sum::<usize>() as f64 / heights.len() as f64;
        assert!(mean(heights(Shape::Full, (2, 6))) > mean(heights(Shape::Grow, (2, 6))) + 0.2);
    }
}
