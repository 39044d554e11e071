//! Random trees over the atoms of a pool: what labels leave open beyond short concepts.
//!
//! No short concept may fit many labels, and those that nearly fit agree on most others. A tree has as many
//! nodes as the labels need. Each takes the best of a few atoms that are drawn (Breiman, `Random Forests`,
//! 2001), so that trees differ where labels leave a choice. Every tree is grown from all labels: samples of few
//! labels would leave out what was asked about.

use evolearner_graph::bits::has_bit;
use evolearner_search::{Random, Stage, Watch};

use super::pool::Pool;

/// The trees.
const N_TREES: u32 = 100;
/// The most draws for each atom that a node compares: atoms that do not divide its labels are not compared.
const N_DRAWS: usize = 10;

/// What random trees say of all members of a universe.
pub(super) struct Forest {
    /// The members that each tree has inside.
    trees: Vec<Vec<u64>>,
}

/// What trees are made of.
pub(super) struct Grown<'g> {
    pub(super) pool: &'g Pool,
    /// Places of atoms in the pool.
    pub(super) atoms: &'g [u32],
    /// Those with labels, positives in the first words.
    pub(super) labelled: &'g [u64],
    /// Those with and without labels.
    pub(super) all: &'g [u64],
}

impl Forest {
    /// Trees that fit labels; nothing where the work is to end before.
    pub(super) fn new(grown: &Grown<'_>, watch: &Watch) -> Option<Self> {
        let tree = |slot| watch.reason().is_none().then(|| grown.tree(slot));
        Some(Self { trees: (0..N_TREES).map(tree).collect::<Option<_>>()? })
    }

    /// The share of the trees that have a member inside.
    pub(super) fn share(&self, member: u32) -> f64 {
        let n_inside = self.trees.iter().filter(|tree| has_bit(tree, member)).count();
        n_inside as f64 / self.trees.len() as f64
    }
}

impl Grown<'_> {
    /// The members that a tree has inside.
    fn tree(&self, slot: u32) -> Vec<u64> {
        let mut random = Random::new(0, Stage::Examples, 0, slot);
        let mut inside = vec![0; self.all.len()];
        let mut open = vec![(self.labelled.to_vec(), self.all.to_vec(), false)];
        while let Some((labelled, all, is_parent_positive)) = open.pop() {
            let (positives, negatives) = self.count(labelled.iter().copied());
            let is_positive = positives > negatives || positives == negatives && is_parent_positive;
            match self.split(&labelled, &mut random) {
                Some(atom) => {
                    let set = self.pool.sets.words(atom as usize);
                    for is_in in [true, false] {
                        let flip = if is_in { 0 } else { u64::MAX };
                        let part = |of: &[u64]| -> Vec<u64> {
                            of.iter().zip(set).map(|(word, set)| word & (set ^ flip)).collect()
                        };
                        open.push((part(&labelled), part(&all), is_positive));
                    }
                }
                None if is_positive => {
                    inside.iter_mut().zip(&all).for_each(|(inside, word)| *inside |= word);
                }
                None => {}
            }
        }
        inside
    }

    /// The atom with the purest sides among as many as the root of their number, drawn from those that divide the
    /// labels; none where labels are all the same or no atom was drawn that divides them.
    fn split(&self, labelled: &[u64], random: &mut Random) -> Option<u32> {
        let (positives, negatives) = self.count(labelled.iter().copied());
        if positives == 0.0 || negatives == 0.0 || self.atoms.is_empty() {
            return None;
        }
        let n_compared = self.atoms.len().isqrt() + 1;
        let mut found: Vec<(f64, u32)> = Vec::new();
        for _ in 0..n_compared * N_DRAWS {
            let atom = *random.pick(self.atoms);
            let set = self.pool.sets.words(atom as usize);
            let (p, n) = self.count(labelled.iter().zip(set).map(|(word, set)| word & set));
            let impurity = |p: f64, n: f64| p * n / (p + n);
            if p + n > 0.0 && p + n < positives + negatives {
                found.push((impurity(p, n) + impurity(positives - p, negatives - n), atom));
            }
            if found.len() == n_compared {
                break;
            }
        }
        found.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, atom)| atom)
    }

    /// The positives and the negatives of a set.
    fn count(&self, words: impl Iterator<Item = u64>) -> (f64, f64) {
        let half = self.pool.scorer.half();
        let (mut positives, mut negatives) = (0, 0);
        for (at, word) in words.enumerate() {
            *(if at < half { &mut positives } else { &mut negatives }) += word.count_ones();
        }
        (f64::from(positives), f64::from(negatives))
    }
}
