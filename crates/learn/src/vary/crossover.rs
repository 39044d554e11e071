//! Two candidates change subtrees (§3.3).

use crate::alphabet::{Alphabet, NodeType};
use crate::gene::{Gene, subtree_end};
use crate::random::Random;
use crate::settings::Crossover;

/// The share of crossovers that swap leaves where leaves are disfavoured (Koza 1992).
const LEAF_SHARE: f64 = 0.1;

/// Crosses candidates; keeps its scratch space between calls.
#[derive(Default)]
pub struct Crosser {
    types_one: Vec<(NodeType, u32)>,
    types_other: Vec<(NodeType, u32)>,
    shared: Vec<(u32, u32, NodeType)>,
}

impl Crosser {
    /// Appends the two children of two parents to `one_child` and `other_child`; tells whether
    /// there are any.
    ///
    /// First a type is drawn from those that both parents have below their roots, then a node of
    /// that type in each. The root is never cut off: the children would be the parents again.
    #[expect(clippy::too_many_arguments, reason = "two parents, two children, and what decides")]
    pub fn cross(
        &mut self,
        random: &mut Random,
        alphabet: &Alphabet,
        method: Crossover,
        one: &[Gene],
        other: &[Gene],
        one_child: &mut Vec<Gene>,
        other_child: &mut Vec<Gene>,
    ) -> bool {
        let leaves_only = match method {
            Crossover::OnePoint => None,
            Crossover::LeafBiased => Some(random.chance(LEAF_SHARE)),
        };
        let may_cut = |gene: Gene| leaves_only.is_none_or(|leaves| (gene.arity() == 0) == leaves);
        count_types(alphabet, one, may_cut, &mut self.types_one);
        count_types(alphabet, other, may_cut, &mut self.types_other);
        self.shared.clear();
        for &(node_type, n_one) in &self.types_one {
            if let Some(&(_, n_other)) = self.types_other.iter().find(|entry| entry.0 == node_type)
            {
                self.shared.push((n_one, n_other, node_type));
            }
        }
        if self.shared.is_empty() {
            return false;
        }
        let &(n_one, n_other, node_type) = match self.shared.as_slice() {
            [only] => only,
            several => random.pick(several),
        };
        let cut = |genes: &[Gene], nth: usize| {
            let start = (1..genes.len())
                .filter(|&at| may_cut(genes[at]) && alphabet.node_type(genes[at]) == node_type)
                .nth(nth)
                .expect("that many nodes were counted");
            start..subtree_end(genes, start)
        };
        let one_cut = cut(one, random.below(n_one as usize));
        let other_cut = cut(other, random.below(n_other as usize));
        one_child.extend_from_slice(&one[..one_cut.start]);
        one_child.extend_from_slice(&other[other_cut.clone()]);
        one_child.extend_from_slice(&one[one_cut.end..]);
        other_child.extend_from_slice(&other[..other_cut.start]);
        other_child.extend_from_slice(&one[one_cut]);
        other_child.extend_from_slice(&other[other_cut.end..]);
        true
    }
}

/// Counts the nodes of each type below the root, in the order in which types first occur.
fn count_types(
    alphabet: &Alphabet,
    genes: &[Gene],
    may_cut: impl Fn(Gene) -> bool,
    types: &mut Vec<(NodeType, u32)>,
) {
    types.clear();
    for &gene in &genes[1..] {
        if !may_cut(gene) {
            continue;
        }
        let node_type = alphabet.node_type(gene);
        match types.iter_mut().find(|entry| entry.0 == node_type) {
            Some((_, count)) => *count += 1,
            None => types.push((node_type, 1)),
        }
    }
}

#[cfg(test)]
pub(crate) use tests::is_well_typed;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabet::NodeType;
    use crate::fixture::molecules;
    use crate::gene::is_tree;
    use crate::init::grow_ramped;
    use crate::random::Stage;

    /// Every gene stands where its parent wants one of its type.
    pub(crate) fn is_well_typed(alphabet: &Alphabet, genes: &[Gene]) -> bool {
        let mut wanted = vec![NodeType::Concept];
        for &gene in genes {
            let Some(node_type) = wanted.pop() else { return false };
            if alphabet.node_type(gene) != node_type || !alphabet.contains(gene) {
                return false;
            }
            for place in (0..gene.arity()).rev() {
                wanted.push(alphabet.child_type(gene, place));
            }
        }
        wanted.is_empty()
    }

    #[test]
    fn children_are_well_typed_and_exchange_nodes() {
        let (_, _, alphabet) = molecules();
        let mut crosser = Crosser::default();
        let mut n_crossed = 0;
        for case in 0..5000 {
            let mut random = Random::new(9, Stage::Vary, 0, case);
            let (mut one, mut other) = (Vec::new(), Vec::new());
            grow_ramped(&mut random, &alphabet, (1, 4), NodeType::Concept, &mut one);
            grow_ramped(&mut random, &alphabet, (1, 4), NodeType::Concept, &mut other);
            let method = if case % 2 == 0 { Crossover::OnePoint } else { Crossover::LeafBiased };
            let (mut a, mut b) = (Vec::new(), Vec::new());
            if !crosser.cross(&mut random, &alphabet, method, &one, &other, &mut a, &mut b) {
                continue;
            }
            n_crossed += 1;
            assert!(is_tree(&a) && is_tree(&b));
            assert!(is_well_typed(&alphabet, &a) && is_well_typed(&alphabet, &b), "{a:?} {b:?}");
            assert_eq!(a.len() + b.len(), one.len() + other.len());
            assert_eq!((a[0], b[0]), (one[0], other[0]), "roots stay");
            let all = |x: &[Gene], y: &[Gene]| {
                let mut genes: Vec<Gene> = x.iter().chain(y).copied().collect();
                genes.sort_unstable();
                genes
            };
            assert_eq!(all(&a, &b), all(&one, &other));
        }
        assert!(n_crossed > 1500, "{n_crossed}");
    }

    #[test]
    fn single_nodes_do_not_cross() {
        let (_, _, alphabet) = molecules();
        let mut random = Random::new(1, Stage::Vary, 0, 0);
        let (mut a, mut b) = (Vec::new(), Vec::new());
        let crossed = Crosser::default().cross(
            &mut random,
            &alphabet,
            Crossover::OnePoint,
            &[Gene::TOP],
            &[Gene::AND, Gene::TOP, Gene::TOP],
            &mut a,
            &mut b,
        );
        assert!(!crossed && a.is_empty() && b.is_empty());
    }

    #[test]
    fn a_type_is_drawn_first_then_a_node() {
        // Five concepts and one number below each root: half of the cuts are at the number.
        let (_, _, alphabet) = molecules();
        use crate::gene::Op;
        let parent = |n: usize| {
            vec![
                Gene::new(Op::AtLeast, 0),
                Gene::new(Op::Number, n),
                Gene::AND,
                Gene::TOP,
                Gene::AND,
                Gene::TOP,
                Gene::BOTTOM,
            ]
        };
        let (one, other) = (parent(1), parent(2));
        let mut crosser = Crosser::default();
        let n_swapped = (0..4000)
            .filter(|&case| {
                let mut random = Random::new(2, Stage::Vary, 0, case);
                let (mut a, mut b) = (Vec::new(), Vec::new());
                crosser.cross(
                    &mut random,
                    &alphabet,
                    Crossover::OnePoint,
                    &one,
                    &other,
                    &mut a,
                    &mut b,
                );
                a[1] == other[1]
            })
            .count();
        assert!((1850..2150).contains(&n_swapped), "{n_swapped}");
    }
}
