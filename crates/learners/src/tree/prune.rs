//! Pruning by cost-complexity (Breiman et al. 1984, chapter 3): of all subtrees with the same root the
//! one with the lowest share of errors plus a price per leaf. The price is chosen by cross-validation.

use super::grow::{Node, Split, Tree};

/// Differences of prices that are due to rounding.
const ROUNDING: f64 = 1e-9;

/// The errors and leaves below a node.
#[derive(Clone, Copy)]
struct Cost {
    errors: u32,
    leaves: u32,
}

impl Tree {
    /// The smallest subtree that is best for a price per leaf, in shares of the examples.
    pub(super) fn pruned(&self, price: f64) -> Self {
        let price = price * f64::from(self.n_examples());
        let mut costs = vec![Cost { errors: 0, leaves: 1 }; self.nodes.len()];
        let mut is_leaf = vec![true; self.nodes.len()];
        for (place, node) in self.nodes.iter().enumerate().rev() {
            let errors = node.errors();
            costs[place].errors = errors;
            if let Some(Split { yes, no, .. }) = node.split {
                let [yes, no] = [costs[yes], costs[no]];
                let below = Cost { errors: yes.errors + no.errors, leaves: yes.leaves + no.leaves };
                let of = |cost: Cost| f64::from(cost.errors) + price * f64::from(cost.leaves);
                if of(below) + ROUNDING < of(costs[place]) {
                    costs[place] = below;
                    is_leaf[place] = false;
                }
            }
        }
        self.without_below(&is_leaf)
    }

    /// The prices from which on the best subtree is another one, ascending; the first is 0.
    pub(super) fn prices(&self) -> Vec<f64> {
        let n = f64::from(self.n_examples());
        let mut prices = vec![0.0];
        let mut tree = self.pruned(0.0);
        while tree.nodes.len() > 1 {
            let next = tree.weakest_link() / n;
            prices.push(next);
            tree = tree.pruned(next);
        }
        prices
    }

    fn n_examples(&self) -> u32 {
        self.nodes[0].examples.positives + self.nodes[0].examples.negatives
    }

    /// The fewest errors per leaf that any split of the tree spares.
    fn weakest_link(&self) -> f64 {
        let mut costs = vec![Cost { errors: 0, leaves: 1 }; self.nodes.len()];
        let mut weakest = f64::INFINITY;
        for (place, node) in self.nodes.iter().enumerate().rev() {
            costs[place].errors = node.errors();
            if let Some(Split { yes, no, .. }) = node.split {
                let [yes, no] = [costs[yes], costs[no]];
                let (errors, leaves) = (yes.errors + no.errors, yes.leaves + no.leaves);
                let spared = f64::from(node.errors()) - f64::from(errors);
                weakest = weakest.min(spared / f64::from(leaves - 1));
                costs[place] = Cost { errors, leaves };
            }
        }
        weakest
    }

    /// The same tree with leaves in some places.
    fn without_below(&self, is_leaf: &[bool]) -> Self {
        let mut nodes: Vec<Node> = Vec::new();
        // The places of nodes here, and the parents there that wait for them.
        let mut open = vec![(0, None)];
        while let Some((place, parent)) = open.pop() {
            let at = nodes.len();
            nodes.push(Node { split: None, ..self.nodes[place] });
            if let Some((parent, feature, is_yes)) = parent {
                let node: &mut Node = &mut nodes[parent];
                let split = node.split.get_or_insert(Split { feature, yes: at, no: at });
                if is_yes {
                    split.yes = at;
                } else {
                    split.no = at;
                }
            }
            if let (false, Some(split)) = (is_leaf[place], self.nodes[place].split) {
                open.push((split.no, Some((at, split.feature, false))));
                open.push((split.yes, Some((at, split.feature, true))));
            }
        }
        Self { nodes }
    }
}

/// Prices that stand for the intervals between others: their geometric means, and one that no split is
/// worth.
pub(super) fn between(prices: &[f64]) -> Vec<f64> {
    let means = prices.windows(2).map(|ends| (ends[0] * ends[1]).sqrt());
    means.chain(std::iter::once(f64::INFINITY)).collect()
}
