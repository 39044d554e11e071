//! Random trees (Koza 1992): GROW, FULL and half of each.

use evolearner_evaluate::{Code, MAX_NODES, NodeType, Op, Space};
use evolearner_search::Random;

/// How deep the leaves of a random tree lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Anywhere between the lowest and the drawn height.
    Grow,
    /// All at the drawn height.
    Full,
}

/// Appends a random tree of a type to `codes`, of a height drawn between `low` and `high`.
///
/// Inner nodes are drawn from one list in which every primitive is as likely as any other. A
/// number has no inner nodes, so it is a leaf wherever it stands. From [`MAX_NODES`] nodes on, what
/// is still open is closed by leaves.
pub fn grow(
    random: &mut Random,
    space: &Space,
    shape: Shape,
    (low, high): (usize, usize),
    node_type: NodeType,
    codes: &mut Vec<Code>,
) {
    let height = low + random.below(high - low + 1);
    let n_leaves = space.terminals.len();
    let leaf_share = n_leaves as f64 / (n_leaves + space.primitives.len()) as f64;
    let mut open = vec![(node_type, 0)];
    while let Some((node_type, depth)) = open.pop() {
        let ends = depth >= height
            // A node with two children adds three to what is there and what is open.
            || codes.len() + open.len() + 3 > MAX_NODES
            || shape == Shape::Grow && depth >= low && random.chance(leaf_share)
            || space.primitives.is_empty();
        if node_type != NodeType::Concept || ends {
            codes.push(random_leaf(random, space, node_type));
            continue;
        }
        let code = *random.pick(&space.primitives);
        codes.push(code);
        for place in (0..code.arity()).rev() {
            open.push((space.child_type(code, place), depth + 1));
        }
    }
}

/// The same with a coin for the shape.
pub fn grow_ramped(
    random: &mut Random,
    space: &Space,
    heights: (usize, usize),
    node_type: NodeType,
    codes: &mut Vec<Code>,
) {
    let shape = if random.coin() { Shape::Grow } else { Shape::Full };
    grow(random, space, shape, heights, node_type, codes);
}

/// A leaf of a type, each as likely as any other.
pub(in crate::evolve) fn random_leaf(
    random: &mut Random,
    space: &Space,
    node_type: NodeType,
) -> Code {
    match node_type {
        NodeType::Concept => *random.pick(&space.terminals),
        NodeType::Number => Code::new(Op::Number, 1 + random.below(space.max_cardinality as usize)),
        NodeType::Truth => Code::new(Op::Truth, random.below(2)),
        NodeType::Cut(property) => {
            let property = &space.numeric[property as usize];
            let cut = random.below(property.cuts.len());
            Code::new(Op::Cut, property.first_cut as usize + cut)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::on_random_trees::space_of;
    use evolearner_evaluate::tree_of;
    use evolearner_search::Stage;
    use evolearner_testing::fixture::molecules;

    fn heights(shape: Shape, range: (usize, usize)) -> Vec<usize> {
        let (space, _) = space_of(molecules());
        let seeds = evolearner_testing::seeds(8);
        (0..2000)
            .map(|slot| {
                let mut random = Random::new(seeds[slot as usize % 2], Stage::Init, 0, slot);
                let mut codes = Vec::new();
                grow(&mut random, &space, shape, range, NodeType::Concept, &mut codes);
                assert!(space.is_concept(&codes, usize::MAX), "{codes:?}");
                tree_of(&codes)[0].height()
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
