//! A decision tree over features, by the greatest decrease of impurity (Breiman, Friedman, Olshen and
//! Stone, `Classification and Regression Trees`, 1984).

use evolearner_evaluate::{Code, Covered};
use evolearner_graph::bits::count_ones;
use evolearner_search::Watch;

use crate::beam::Features;

/// A tree; the first node is the root.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
}

/// A node, and what the examples count that come to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) examples: Covered,
    pub(super) split: Option<Split>,
}

/// The feature that a node asks for, and the nodes that follow.
#[derive(Clone, Copy, Debug)]
pub(super) struct Split {
    pub(super) feature: usize,
    pub(super) yes: usize,
    pub(super) no: usize,
}

impl Node {
    /// Whether the node is positive where it is a leaf.
    pub(super) fn is_positive(&self) -> bool {
        self.examples.positives > self.examples.negatives
    }

    /// What the examples count that the node gets wrong where it is a leaf.
    pub(super) fn errors(&self) -> u32 {
        self.examples.positives.min(self.examples.negatives)
    }
}

impl Tree {
    /// A tree that tells some examples apart as far as its leaves have so many of them; nothing where the
    /// run is to end before.
    pub(super) fn grow(
        features: &Features,
        examples: &[u64],
        min_leaf: u32,
        watch: &Watch,
    ) -> Option<Self> {
        let mut nodes = vec![Node { examples: features.covered(examples), split: None }];
        let mut open = vec![(0, examples.to_vec())];
        while let Some((place, examples)) = open.pop() {
            if watch.reason().is_some() {
                return None;
            }
            let Some(feature) = best_split(features, &examples, nodes[place].examples, min_leaf)
            else {
                continue;
            };
            let set = features.set(feature);
            let [yes, no] = [true, false].map(|is_in| -> Vec<u64> {
                let words = examples.iter().zip(set);
                words.map(|(example, &set)| example & if is_in { set } else { !set }).collect()
            });
            let first = nodes.len();
            for side in [&yes, &no] {
                nodes.push(Node { examples: features.covered(side), split: None });
            }
            nodes[place].split = Some(Split { feature, yes: first, no: first + 1 });
            open.extend([(first, yes), (first + 1, no)]);
        }
        Some(Self { nodes })
    }

    /// The examples that the tree puts into positive leaves.
    pub(super) fn covered_among(&self, features: &Features, examples: &[u64]) -> Vec<u64> {
        let mut covered = vec![0; examples.len()];
        let mut open = vec![(0, examples.to_vec())];
        while let Some((place, examples)) = open.pop() {
            match self.nodes[place].split {
                Some(Split { feature, yes, no }) => {
                    let words = || examples.iter().zip(features.set(feature));
                    open.push((yes, words().map(|(word, set)| word & set).collect()));
                    open.push((no, words().map(|(word, set)| word & !set).collect()));
                }
                None if self.nodes[place].is_positive() => {
                    covered.iter_mut().zip(&examples).for_each(|(all, word)| *all |= word);
                }
                None => {}
            }
        }
        covered
    }

    /// The tree as a concept: the union of the paths to its positive leaves, where paths share what they
    /// begin with. It says of every individual what the tree says of it.
    pub(super) fn codes(&self, features: &Features) -> Vec<Code> {
        // Children come after their parents.
        let mut codes: Vec<Vec<Code>> = vec![Vec::new(); self.nodes.len()];
        for (place, node) in self.nodes.iter().enumerate().rev() {
            codes[place] = match node.split {
                None if node.is_positive() => vec![Code::TOP],
                None => vec![Code::BOTTOM],
                Some(Split { feature, yes, no }) => {
                    let [yes, no] = [yes, no].map(|place| std::mem::take(&mut codes[place]));
                    either(&features.codes(feature), &yes, &no)
                }
            };
        }
        codes.swap_remove(0)
    }
}

/// `(F ⊓ yes) ⊔ (¬ F ⊓ no)`, without what `⊤` and `⊥` make needless.
fn either(feature: &[Code], yes: &[Code], no: &[Code]) -> Vec<Code> {
    const ALL: &[Code] = &[Code::TOP];
    const NONE: &[Code] = &[Code::BOTTOM];
    let not = &*[&[Code::NOT], feature].concat();
    let (and, or): (&[Code], &[Code]) = (&[Code::AND], &[Code::OR]);
    match (yes, no) {
        (one, other) if one == other => one.to_vec(),
        (ALL, NONE) => feature.to_vec(),
        (NONE, ALL) => not.to_vec(),
        (ALL, _) => [or, feature, no].concat(),
        (_, ALL) => [or, not, yes].concat(),
        (NONE, _) => [and, not, no].concat(),
        (_, NONE) => [and, feature, yes].concat(),
        _ => [or, and, feature, yes, and, not, no].concat(),
    }
}

/// The feature with the purest sides, of equals the first; nothing where none makes the sides purer than
/// the whole.
fn best_split(features: &Features, examples: &[u64], all: Covered, min_leaf: u32) -> Option<usize> {
    let mut best = impurity(all) - SMALLEST_DECREASE;
    let mut found = None;
    let mut side = vec![0; examples.len()];
    let n_all = count_ones(examples) as u32;
    for feature in 0..features.len() {
        let words = examples.iter().zip(features.set(feature));
        side.iter_mut().zip(words).for_each(|(out, (example, set))| *out = example & set);
        let yes = features.covered(&side);
        let no = Covered {
            positives: all.positives - yes.positives,
            negatives: all.negatives - yes.negatives,
        };
        let n_yes = count_ones(&side) as u32;
        if n_yes < min_leaf || n_all - n_yes < min_leaf {
            continue;
        }
        let impurity = impurity(yes) + impurity(no);
        if impurity < best {
            best = impurity;
            found = Some(feature);
        }
    }
    found
}

/// A decrease of impurity that is not due to rounding.
const SMALLEST_DECREASE: f64 = 1e-9;

/// Gini's impurity times the number of examples, but for a factor of two.
fn impurity(examples: Covered) -> f64 {
    let (positives, negatives) = (f64::from(examples.positives), f64::from(examples.negatives));
    let n = positives + negatives;
    if n > 0.0 { positives * negatives / n } else { 0.0 }
}
