//! From good concepts to perfect ones: one part is exchanged for every atom.
//!
//! A beam may lose a part that is worth nothing until the last join. In a good concept each part is
//! therefore replaced by each atom, and what gets every example right is kept, the shortest first.
//! Nothing else is: fitting a few more noisy examples in this way does not help on new ones
//! (docs/search.md).
//!
//! A concept of joins is monotone in each of its parts: with what it covers for the part `⊥` and for
//! the part `⊤`, it covers `low ∪ (high ∩ part)` for any other part. So a perfect one needs a part with
//! all positives that are not in `low`, and without the negatives in `high`.

use evolearner_evaluate::Code;

use super::layers::Layers;
use super::pool::Pool;
use super::sets::Made;

/// A concept as joins of sets of the pool that are not joins themselves.
#[derive(Clone)]
enum Tree {
    Atom(u32),
    And(Box<[Tree; 2]>),
    Or(Box<[Tree; 2]>),
}

/// An atom, and its length.
pub(super) type Atom = (u32, usize);

/// The shortest concept found that covers all positives and no negative, if there is one that differs
/// from one of these sets in a single atom; its codes.
pub(super) fn perfect(
    pool: &Pool,
    layers: &Layers,
    sets: impl Iterator<Item = u32>,
    atoms: &[Atom],
    max_length: usize,
) -> Option<Vec<Code>> {
    let sweep = Sweep { pool, atoms, full: &layers.typed.universe(super::ROOT).full };
    let mut best: Option<(usize, Tree)> = None;
    for set in sets {
        let tree = sweep.tree(set);
        let limit = best.as_ref().map_or(max_length + 1, |(length, _)| *length);
        if let Some(found) = sweep.exchange(&tree, limit) {
            best = Some(found);
        }
    }
    let (mut length, mut tree) = best?;
    // What is perfect may be perfect with shorter parts too.
    while let Some(shorter) = sweep.exchange(&tree, length) {
        (length, tree) = shorter;
    }
    let mut codes = Vec::new();
    sweep.append_codes(&tree, layers, &mut codes);
    Some(codes)
}

struct Sweep<'s> {
    pool: &'s Pool,
    atoms: &'s [Atom],
    full: &'s [u64],
}

impl Sweep<'_> {
    fn tree(&self, place: u32) -> Tree {
        let both = |one, other| Box::new([self.tree(one), self.tree(other)]);
        match self.pool.sets.made(place as usize) {
            Made::And(one, other) => Tree::And(both(one, other)),
            Made::Or(one, other) => Tree::Or(both(one, other)),
            _ => Tree::Atom(place),
        }
    }

    /// The shortest perfect concept below a length that has another atom in one place.
    fn exchange(&self, tree: &Tree, below: usize) -> Option<(usize, Tree)> {
        let mut best: Option<(usize, Tree)> = None;
        let positives = &self.pool.scorer.positives(self.full);
        for leaf in 0..leaves(tree) {
            let (high, low) = (self.with(tree, leaf, self.full), self.with(tree, leaf, &[]));
            let has_no_partner = low.iter().zip(positives).any(|(low, of)| low & !of != 0)
                || high.iter().zip(positives).any(|(high, of)| of & !high != 0);
            if has_no_partner {
                continue;
            }
            let needed: Vec<u64> = low.iter().zip(positives).map(|(low, of)| of & !low).collect();
            let barred: Vec<u64> =
                high.iter().zip(positives).map(|(high, of)| high & !of).collect();
            let rest = self.length_without(tree, leaf);
            for &(atom, of_atom) in self.atoms {
                let length = rest + of_atom;
                if length >= best.as_ref().map_or(below, |(length, _)| *length) {
                    continue;
                }
                let words = self.pool.sets.words(atom as usize).iter().zip(&needed).zip(&barred);
                let is_perfect = words
                    .into_iter()
                    .all(|((word, needed), barred)| needed & !word | word & barred == 0);
                if is_perfect {
                    best = Some((length, replaced(tree, leaf, atom)));
                }
            }
        }
        best
    }

    /// What a tree covers with other members of its leaf at a place; no words are the empty set.
    fn with(&self, tree: &Tree, leaf: usize, members: &[u64]) -> Vec<u64> {
        match tree {
            Tree::Atom(_) if leaf == 0 => {
                if members.is_empty() {
                    vec![0; self.full.len()]
                } else {
                    members.to_vec()
                }
            }
            Tree::Atom(place) => self.pool.sets.words(*place as usize).to_vec(),
            Tree::And(both) | Tree::Or(both) => {
                let n_first = leaves(&both[0]);
                // A leaf that is not in a branch is beyond all of its leaves.
                let second = leaf.checked_sub(n_first).unwrap_or(usize::MAX);
                let one = self.with(&both[0], leaf, members);
                let other = self.with(&both[1], second, members);
                let join = |(a, b): (u64, u64)| {
                    if matches!(tree, Tree::And(_)) { a & b } else { a | b }
                };
                one.into_iter().zip(other).map(join).collect()
            }
        }
    }

    /// The length of a tree without its leaf at a place.
    fn length_without(&self, tree: &Tree, leaf: usize) -> usize {
        match tree {
            Tree::Atom(_) if leaf == 0 => 0,
            Tree::Atom(place) => {
                let known = self.atoms.iter().find(|(atom, _)| atom == place);
                known.map_or(1, |(_, length)| *length)
            }
            Tree::And(both) | Tree::Or(both) => {
                let second = leaf.checked_sub(leaves(&both[0])).unwrap_or(usize::MAX);
                1 + self.length_without(&both[0], leaf) + self.length_without(&both[1], second)
            }
        }
    }

    fn append_codes(&self, tree: &Tree, layers: &Layers, codes: &mut Vec<Code>) {
        match tree {
            Tree::Atom(place) => codes.extend(self.pool.codes(*place as usize, layers)),
            Tree::And(both) | Tree::Or(both) => {
                codes.push(if matches!(tree, Tree::And(_)) { Code::AND } else { Code::OR });
                both.iter().for_each(|part| self.append_codes(part, layers, codes));
            }
        }
    }
}

fn leaves(tree: &Tree) -> usize {
    match tree {
        Tree::Atom(_) => 1,
        Tree::And(both) | Tree::Or(both) => leaves(&both[0]) + leaves(&both[1]),
    }
}

/// The same tree with another atom in the place of a leaf.
fn replaced(tree: &Tree, leaf: usize, atom: u32) -> Tree {
    let both = |both: &[Tree; 2]| {
        let n_first = leaves(&both[0]);
        if leaf < n_first {
            Box::new([replaced(&both[0], leaf, atom), both[1].clone()])
        } else {
            Box::new([both[0].clone(), replaced(&both[1], leaf - n_first, atom)])
        }
    };
    match tree {
        Tree::Atom(_) => Tree::Atom(atom),
        Tree::And(parts) => Tree::And(both(parts)),
        Tree::Or(parts) => Tree::Or(both(parts)),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use evolearner_dl::IndividualId;
    use evolearner_evaluate::{Examples, Quality};
    use evolearner_search::Rating;

    use super::*;
    use crate::beam::score::Scorer;

    /// A pool over four positives and four negatives.
    fn pool() -> Pool {
        let ids: Vec<IndividualId> = (0..8).map(IndividualId).collect();
        let (examples, _) = Examples::new(&ids[..4], &ids[4..]).expect("there are examples");
        let rating = Rating::new(Arc::new(Quality::Accuracy), 1000.0, true, &examples);
        Pool::new(Scorer::new(rating, &examples, &FULL), FULL.len())
    }

    const FULL: [u64; 2] = [0b1111, 0b1111];

    /// The shortest perfect concept after one exchange in `(a ⊓ b) ⊔ c`, as members and length.
    fn exchanged(atoms: &[([u64; 2], usize)]) -> Option<(Vec<u64>, usize)> {
        let mut pool = pool();
        for (place, (set, _)) in (0..).zip(atoms) {
            pool.insert(set, Made::Leaf(place));
        }
        let set = |place: usize| atoms[place].0;
        let both = [set(0)[0] & set(1)[0], set(0)[1] & set(1)[1]];
        pool.insert(&both, Made::And(0, 1));
        let either = [both[0] | set(2)[0], both[1] | set(2)[1]];
        pool.insert(&either, Made::Or(atoms.len() as u32, 2));
        let places: Vec<Atom> = (0..).zip(atoms).map(|(place, atom)| (place, atom.1)).collect();
        let sweep = Sweep { pool: &pool, atoms: &places, full: &FULL };
        let (length, tree) = sweep.exchange(&sweep.tree(pool.len() as u32 - 1), 100)?;
        Some((sweep.with(&tree, usize::MAX, &[]), length))
    }

    #[test]
    fn the_shortest_atom_that_makes_a_concept_perfect_takes_the_place_of_another() {
        let (a, b, c) = ([0b1111, 0b0011], [0b0011, 0b1100], [0b1100, 0b0001]);
        // With the fourth or the fifth in the place of c it is perfect.
        let better = [0b1100, 0];
        let atoms = [(a, 1), (b, 1), (c, 1), (better, 5), ([0b1110, 0], 3)];
        assert_eq!(exchanged(&atoms), Some((vec![0b1111, 0], 1 + 1 + 1 + 1 + 3)));
        assert_eq!(exchanged(&atoms[..4]), Some((vec![0b1111, 0], 1 + 1 + 1 + 1 + 5)));
        assert_eq!(exchanged(&atoms[..3]), None);
    }
}
