//! Which names denote the same individual.

use evolearner_dl::IndividualId;

/// A partition of the individuals into classes of names for one thing.
#[derive(Clone, Debug)]
pub(super) struct Sameness {
    parent: Vec<u32>,
    n_merges: usize,
}

impl Sameness {
    pub(super) fn new(n: usize) -> Self {
        Self { parent: (0..n as u32).collect(), n_merges: 0 }
    }

    /// The number of names.
    pub(super) fn len(&self) -> usize {
        self.parent.len()
    }

    /// The name that stands for all names of an individual: the smallest.
    pub(super) fn representative(&self, element: u32) -> u32 {
        let mut element = element;
        // Unnamed elements lie beyond the individuals and stand for themselves.
        while let Some(&parent) = self.parent.get(element as usize) {
            if parent == element {
                break;
            }
            element = parent;
        }
        element
    }

    /// The names that stand for an individual, ascending.
    pub(super) fn representatives(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.parent.len() as u32).filter(|&name| self.parent[name as usize] == name)
    }

    /// Makes two names denote the same individual; returns whether that is new.
    pub(super) fn merge(&mut self, one: u32, other: u32) -> bool {
        let (one, other) = (self.representative(one), self.representative(other));
        if one == other {
            return false;
        }
        self.parent[one.max(other) as usize] = one.min(other);
        self.n_merges += 1;
        true
    }

    /// Whether every name denotes an individual of its own.
    pub(super) fn is_trivial(&self) -> bool {
        self.n_merges == 0
    }

    /// Points every name straight at its representative.
    pub(super) fn flatten(&mut self) {
        for element in 0..self.parent.len() as u32 {
            self.parent[element as usize] = self.representative(element);
        }
    }

    /// The names of each individual that has several: representative first, then ascending.
    pub(super) fn groups(&self) -> Vec<Vec<u32>> {
        if self.is_trivial() {
            return Vec::new();
        }
        let mut pairs: Vec<(u32, u32)> = (0..self.parent.len() as u32)
            .map(|element| (self.representative(element), element))
            .collect();
        pairs.sort_unstable();
        pairs
            .chunk_by(|a, b| a.0 == b.0)
            .filter(|group| group.len() > 1)
            .map(|group| group.iter().map(|pair| pair.1).collect())
            .collect()
    }

    /// The representative of every name; nothing where each has its own individual.
    pub(super) fn table(&self) -> Vec<u32> {
        if self.is_trivial() {
            return Vec::new();
        }
        (0..self.parent.len() as u32).map(|name| self.representative(name)).collect()
    }

    pub(super) fn of(&self, individual: IndividualId) -> u32 {
        self.representative(individual.0)
    }
}
