//! Two candidates change subtrees (§3.3).

use evolearner_evaluate::{Code, NodeType, Space, Term};
use evolearner_search::Random;

use crate::evolve::options::Crossover;

/// The share of crossovers that swap leaves where leaves are disfavoured (Koza 1992).
const LEAF_SHARE: f64 = 0.1;

/// Tells where to cross candidates; keeps its scratch space between calls.
#[derive(Default)]
pub(in crate::evolve) struct Crosser {
    types_one: Vec<(NodeType, u32)>,
    types_other: Vec<(NodeType, u32)>,
    shared: Vec<(NodeType, [u32; 2])>,
}

impl Crosser {
    /// The nodes of two parents whose subtrees change places, if there are any.
    ///
    /// First a type is drawn from those that both parents have below their roots, then a node of
    /// that type in each. The root is never cut off: the children would be the parents again.
    pub(in crate::evolve) fn cut(
        &mut self,
        random: &mut Random,
        space: &Space,
        method: Crossover,
        parents: [&[Term]; 2],
    ) -> Option<[usize; 2]> {
        let leaves_only = match method {
            Crossover::OnePoint => None,
            Crossover::LeafBiased => Some(random.chance(LEAF_SHARE)),
        };
        if leaves_only.is_none() && parents.iter().all(|parent| !parent[0].has_numbers()) {
            // There is one type alone, and any node will do.
            let [one, other] = parents.map(|parent| parent.len() - 1);
            return (one > 0 && other > 0)
                .then(|| [1 + random.below(one), 1 + random.below(other)]);
        }
        let may_cut = |code: Code| leaves_only.is_none_or(|leaves| (code.arity() == 0) == leaves);
        count_types(space, parents[0], may_cut, &mut self.types_one);
        count_types(space, parents[1], may_cut, &mut self.types_other);
        self.shared.clear();
        for &(node_type, n_one) in &self.types_one {
            if let Some(&(_, n_other)) = self.types_other.iter().find(|entry| entry.0 == node_type)
            {
                self.shared.push((node_type, [n_one, n_other]));
            }
        }
        let &(node_type, counts) = match self.shared.as_slice() {
            [] => return None,
            [only] => only,
            several => random.pick(several),
        };
        let nth = counts.map(|count| random.below(count as usize));
        let cut = |parent: usize| {
            let tree = parents[parent];
            if counts[parent] as usize == tree.len() - 1 {
                return 1 + nth[parent];
            }
            let is_fit =
                |&at: &usize| may_cut(tree[at].code) && space.node_type(tree[at].code) == node_type;
            (1..tree.len()).filter(is_fit).nth(nth[parent]).expect("that many nodes were counted")
        };
        Some([cut(0), cut(1)])
    }
}

/// Counts the nodes of each type below the root, in the order in which types first occur.
fn count_types(
    space: &Space,
    tree: &[Term],
    may_cut: impl Fn(Code) -> bool,
    types: &mut Vec<(NodeType, u32)>,
) {
    types.clear();
    for node in &tree[1..] {
        if !may_cut(node.code) {
            continue;
        }
        let node_type = space.node_type(node.code);
        match types.iter_mut().find(|entry| entry.0 == node_type) {
            Some((_, count)) => *count += 1,
            None => types.push((node_type, 1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::init::grow_ramped;
    use crate::on_random_trees::space_of;
    use evolearner_evaluate::{Op, replace_subtree, subtree, tree_of};
    use evolearner_search::Stage;
    use evolearner_testing::fixture::molecules;

    /// The codes of the children of two parents, if they cross.
    fn cross(
        crosser: &mut Crosser,
        random: &mut Random,
        space: &Space,
        method: Crossover,
        parents: [&[Code]; 2],
    ) -> Option<[Vec<Code>; 2]> {
        let [one, other] = parents.map(tree_of);
        let [one_cut, other_cut] = crosser.cut(random, space, method, [&one, &other])?;
        let child = |tree: &[Term], cut: usize, donor: &[Term], from: usize| {
            let mut child = Vec::new();
            replace_subtree(tree, cut, &donor[subtree(donor, from)], &mut child);
            child.iter().map(|node| node.code).collect()
        };
        Some([child(&one, one_cut, &other, other_cut), child(&other, other_cut, &one, one_cut)])
    }

    #[test]
    fn children_are_well_typed_and_exchange_nodes() {
        let (space, _) = space_of(molecules());
        let mut crosser = Crosser::default();
        let mut n_crossed = 0;
        let seeds = evolearner_testing::seeds(9);
        for case in 0..5000 {
            let mut random = Random::new(seeds[case as usize / 2 % 2], Stage::Vary, 0, case);
            let (mut one, mut other) = (Vec::new(), Vec::new());
            grow_ramped(&mut random, &space, (1, 4), NodeType::Concept, &mut one);
            grow_ramped(&mut random, &space, (1, 4), NodeType::Concept, &mut other);
            let method = if case % 2 == 0 { Crossover::OnePoint } else { Crossover::LeafBiased };
            let crossed = cross(&mut crosser, &mut random, &space, method, [&one, &other]);
            let Some([a, b]) = crossed else { continue };
            n_crossed += 1;
            let is_concept = |codes: &[Code]| space.is_concept(codes, usize::MAX);
            assert!(is_concept(&a) && is_concept(&b), "{a:?} {b:?}");
            assert_eq!(a.len() + b.len(), one.len() + other.len());
            assert_eq!((a[0], b[0]), (one[0], other[0]), "roots stay");
            let all = |x: &[Code], y: &[Code]| {
                let mut codes: Vec<Code> = x.iter().chain(y).copied().collect();
                codes.sort_unstable();
                codes
            };
            assert_eq!(all(&a, &b), all(&one, &other));
        }
        assert!(n_crossed > 1500, "{n_crossed}");
    }

    #[test]
    fn single_nodes_do_not_cross() {
        let (space, _) = space_of(molecules());
        let mut random = Random::new(1, Stage::Vary, 0, 0);
        let parents: [&[Code]; 2] = [&[Code::TOP], &[Code::AND, Code::TOP, Code::TOP]];
        let method = Crossover::OnePoint;
        let crossed = cross(&mut Crosser::default(), &mut random, &space, method, parents);
        assert_eq!(crossed, None);
    }

    #[test]
    fn a_type_is_drawn_first_then_a_node() {
        // Five concepts and one number below each root: half of the cuts are at the number.
        let (space, _) = space_of(molecules());
        let parent = |n: usize| {
            vec![
                Code::new(Op::AtLeast, 0),
                Code::new(Op::Number, n),
                Code::AND,
                Code::TOP,
                Code::AND,
                Code::TOP,
                Code::BOTTOM,
            ]
        };
        let (one, other) = (parent(1), parent(2));
        let mut crosser = Crosser::default();
        let n_swapped = (0..4000)
            .filter(|&case| {
                let mut random = Random::new(2, Stage::Vary, 0, case);
                let method = Crossover::OnePoint;
                let crossed = cross(&mut crosser, &mut random, &space, method, [&one, &other]);
                crossed.expect("they cross")[0][1] == other[1]
            })
            .count();
        assert!((1850..2150).contains(&n_swapped), "{n_swapped}");
    }
}
