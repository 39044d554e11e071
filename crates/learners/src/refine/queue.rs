//! The order in which concepts are refined.

use std::cmp::Ordering;

/// A node in the queue; the best one is the greatest, of equals the oldest.
pub struct Queued {
    /// How promising it is.
    pub score: f64,
    /// Its place among the nodes, which is its age.
    pub node: u32,
}

impl Ord for Queued {
    fn cmp(&self, other: &Self) -> Ordering {
        self.score.total_cmp(&other.score).then(other.node.cmp(&self.node))
    }
}

impl PartialOrd for Queued {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Queued {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Queued {}
