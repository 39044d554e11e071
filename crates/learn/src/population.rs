//! The candidates of one generation, side by side in memory.

use crate::evaluate::Covered;
use crate::gene::Gene;
use crate::survey::Survey;

/// Candidates and how they did. The genes of all of them stand in one array.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Population {
    genes: Vec<Gene>,
    /// Where each candidate ends.
    ends: Vec<u32>,
    /// What each covers.
    pub(crate) covered: Vec<Covered>,
    /// The quality of each.
    pub(crate) quality: Vec<f64>,
    /// The fitness of each.
    pub(crate) fitness: Vec<f64>,
    /// The nodes of each.
    pub(crate) n_nodes: Vec<u32>,
    /// What is known of each without evaluating it.
    pub(crate) surveys: Vec<Survey>,
}

impl Population {
    /// The number of candidates.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The genes of a candidate.
    #[inline]
    pub(crate) fn genes(&self, slot: usize) -> &[Gene] {
        let start = if slot == 0 { 0 } else { self.ends[slot - 1] as usize };
        &self.genes[start..self.ends[slot] as usize]
    }

    /// Appends a candidate that is still to be evaluated.
    pub(crate) fn push(&mut self, genes: &[Gene], survey: Survey) {
        self.genes.extend_from_slice(genes);
        self.ends.push(self.genes.len() as u32);
        self.n_nodes.push(genes.len() as u32);
        self.surveys.push(survey);
    }

    /// Appends all candidates of another population, evaluated or not.
    pub(crate) fn append(&mut self, other: &Self) {
        let offset = self.genes.len() as u32;
        self.genes.extend_from_slice(&other.genes);
        self.ends.extend(other.ends.iter().map(|end| end + offset));
        self.n_nodes.extend_from_slice(&other.n_nodes);
        self.surveys.extend_from_slice(&other.surveys);
        self.covered.extend_from_slice(&other.covered);
        self.quality.extend_from_slice(&other.quality);
        self.fitness.extend_from_slice(&other.fitness);
    }

    /// Empties the population and keeps its memory.
    pub(crate) fn clear(&mut self) {
        self.genes.clear();
        self.ends.clear();
        self.covered.clear();
        self.quality.clear();
        self.fitness.clear();
        self.n_nodes.clear();
        self.surveys.clear();
    }

    /// The slot of the fittest candidate; of equals the first.
    pub(crate) fn best(&self) -> usize {
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
    pub(crate) fn fittest(&self, count: usize) -> Vec<usize> {
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
