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
            if let Some(&(_, n_other)) = self.types_other.iter().find(|entry| entry.0 == node_type) {
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
