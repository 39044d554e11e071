//! The best candidate of every number of nodes over a whole run, as it was evolved.

use evolearner_evaluate::{Code, Covered};

/// A candidate worth keeping, with how it did.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// The candidate.
    pub codes: Vec<Code>,
    /// What it covers.
    pub covered: Covered,
    /// Its quality.
    pub quality: f64,
    /// Its fitness.
    pub fitness: f64,
}

/// The best candidate of each number of nodes.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct HallOfFame {
    by_nodes: Vec<Option<Entry>>,
}

/// Longer candidates are not kept: nobody reads them.
const MAX_KEPT_NODES: usize = 128;

impl HallOfFame {
    /// Whether a candidate of that many nodes and that quality would be taken.
    #[inline]
    pub fn wants(&self, n_nodes: usize, quality: f64) -> bool {
        n_nodes < MAX_KEPT_NODES
            && match self.by_nodes.get(n_nodes) {
                Some(Some(entry)) => quality > entry.quality,
                _ => true,
            }
    }

    /// Takes a candidate if it is better than the one of its length; of equals the first stays.
    pub fn offer(&mut self, entry: Entry) {
        let n_nodes = entry.codes.len();
        if !self.wants(n_nodes, entry.quality) {
            return;
        }
        if self.by_nodes.len() <= n_nodes {
            self.by_nodes.resize(n_nodes + 1, None);
        }
        self.by_nodes[n_nodes] = Some(entry);
    }

    /// The candidates that are better than every shorter one, shortest first.
    pub fn front(&self) -> Vec<&Entry> {
        let mut front: Vec<&Entry> = Vec::new();
        for entry in self.by_nodes.iter().flatten() {
            if front.last().is_none_or(|last| entry.quality > last.quality) {
                front.push(entry);
            }
        }
        front
    }

    /// The fittest candidates, best first; of equals the shorter.
    pub fn fittest(&self, count: usize) -> Vec<&Entry> {
        let mut entries: Vec<&Entry> = self.entries().collect();
        entries.sort_by(|a, b| b.fitness.total_cmp(&a.fitness));
        entries.truncate(count);
        entries
    }

    /// All candidates kept, shortest first.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.by_nodes.iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(n_nodes: usize, quality: f64) -> Entry {
        Entry {
            codes: vec![Code::TOP; n_nodes],
            covered: Covered::default(),
            quality,
            fitness: quality * 2048.0 - n_nodes as f64,
        }
    }

    #[test]
    fn the_front_rises_with_length() {
        let mut hall = HallOfFame::default();
        for (n_nodes, quality) in [(5, 0.8), (1, 0.5), (3, 0.5), (7, 0.8), (9, 0.9), (5, 0.7)] {
            hall.offer(entry(n_nodes, quality));
        }
        let front: Vec<(usize, f64)> =
            hall.front().iter().map(|entry| (entry.codes.len(), entry.quality)).collect();
        assert_eq!(front, [(1, 0.5), (5, 0.8), (9, 0.9)]);
        assert_eq!(hall.fittest(1)[0].codes.len(), 9);
    }

    #[test]
    fn of_equals_the_shorter_is_fitter() {
        let mut hall = HallOfFame::default();
        hall.offer(entry(9, 1.0));
        hall.offer(entry(5, 1.0));
        hall.offer(entry(7, 1.0));
        assert_eq!(hall.fittest(1)[0].codes.len(), 5);
    }
}
