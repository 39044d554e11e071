//! The candidates of one generation, side by side in memory.

use evolearner_evaluate::{Code, Covered, Term};

/// Candidates and how they did. The nodes of all of them stand in one array.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Population {
    nodes: Vec<Term>,
    /// Where each candidate ends.
    ends: Vec<u32>,
    /// What each covers.
    pub(super) covered: Vec<Covered>,
    /// The quality of each.
    pub(super) quality: Vec<f64>,
    /// The fitness of each.
    pub(super) fitness: Vec<f64>,
    /// The nodes of each.
    pub(super) n_nodes: Vec<u32>,
}

impl Population {
    /// The number of candidates.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The tree of a candidate.
    #[inline]
    pub(super) fn tree(&self, slot: usize) -> &[Term] {
        let start = if slot == 0 { 0 } else { self.ends[slot - 1] as usize };
        &self.nodes[start..self.ends[slot] as usize]
    }

    /// The codes of a candidate.
    pub(super) fn codes(&self, slot: usize) -> Vec<Code> {
        self.tree(slot).iter().map(|node| node.code).collect()
    }

    /// Appends a candidate that is still to be evaluated.
    pub(super) fn push(&mut self, tree: &[Term]) {
        self.nodes.extend_from_slice(tree);
        self.close();
    }

    /// Makes a candidate of the nodes that no candidate has yet.
    fn close(&mut self) {
        let start = self.ends.last().map_or(0, |&end| end as usize);
        self.n_nodes.push((self.nodes.len() - start) as u32);
        self.ends.push(self.nodes.len() as u32);
    }

    /// Appends all candidates of another population, evaluated or not.
    pub(super) fn append(&mut self, other: &Self) {
        let offset = self.nodes.len() as u32;
        self.nodes.extend_from_slice(&other.nodes);
        self.ends.extend(other.ends.iter().map(|end| end + offset));
        self.n_nodes.extend_from_slice(&other.n_nodes);
        self.covered.extend_from_slice(&other.covered);
        self.quality.extend_from_slice(&other.quality);
        self.fitness.extend_from_slice(&other.fitness);
    }

    /// Leaves out the candidates from a slot on, which are not evaluated yet.
    pub(super) fn truncate(&mut self, n_left: usize) {
        self.ends.truncate(n_left);
        self.n_nodes.truncate(n_left);
        self.nodes.truncate(self.ends.last().map_or(0, |&end| end as usize));
    }

    /// Empties the population and keeps its memory.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.ends.clear();
        self.covered.clear();
        self.quality.clear();
        self.fitness.clear();
        self.n_nodes.clear();
    }

    /// The slot of the fittest candidate; of equals the first.
    pub(super) fn best(&self) -> usize {
        let mut best = 0;
        for slot in 1..self.fitness.len() {
            if self.fitness[slot] > self.fitness[best] {
                best = slot;
            }
        }
        best
    }

    /// The slots of the fittest candidates, best first; of equals the first. Elites are few, so
    /// looking for one after the other is quicker than sorting.
    pub(super) fn fittest(&self, count: usize) -> Vec<usize> {
        let mut slots: Vec<usize> = Vec::new();
        for _ in 0..count.min(self.fitness.len()) {
            let left = (0..self.fitness.len()).filter(|slot| !slots.contains(slot));
            let best =
                left.reduce(
                    |best, slot| if self.fitness[slot] > self.fitness[best] { slot } else { best },
                );
            slots.extend(best);
        }
        slots
    }
}
