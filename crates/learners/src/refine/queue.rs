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

/// A binary heap whose order is given with each call, for orders that depend on more than an entry.
#[derive(Default)]
pub struct Queue {
    /// The children of an entry stand at twice its place and one, and two more.
    entries: Vec<Queued>,
}

impl Queue {
    /// The greatest entry.
    pub fn first(&self) -> Option<&Queued> {
        self.entries.first()
    }

    /// Adds an entry.
    pub fn push(&mut self, entry: Queued, order: impl Fn(&Queued, &Queued) -> Ordering) {
        self.entries.push(entry);
        let mut place = self.entries.len() - 1;
        while place > 0 {
            let parent = (place - 1) / 2;
            if order(&self.entries[place], &self.entries[parent]).is_le() {
                break;
            }
            self.entries.swap(place, parent);
            place = parent;
        }
    }

    /// Takes the greatest entry out.
    pub fn pop(&mut self, order: impl Fn(&Queued, &Queued) -> Ordering) -> Option<Queued> {
        if self.entries.is_empty() {
            return None;
        }
        let taken = self.entries.swap_remove(0);
        let mut place = 0;
        loop {
            let children = 2 * place + 1..(2 * place + 3).min(self.entries.len());
            let greater = children.max_by(|&a, &b| order(&self.entries[a], &self.entries[b]));
            let Some(child) = greater else { break };
            if order(&self.entries[child], &self.entries[place]).is_le() {
                break;
            }
            self.entries.swap(place, child);
            place = child;
        }
        Some(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use evolearner_testing::laws;
    use evolearner_testing::proptest::prelude::*;

    laws! {
        #![cases(64)]

        #[test]
        fn a_queue_gives_what_a_sorted_list_gives(scores in prop::collection::vec(0_u8..20, 0..60)) {
            let mut queue = Queue::default();
            let mut sorted = std::collections::BinaryHeap::new();
            for (node, score) in (0..).zip(&scores) {
                let entry = || Queued { score: f64::from(*score), node };
                queue.push(entry(), Ord::cmp);
                sorted.push(entry());
                // Every third step takes one out, so that both are mixed.
                if node % 3 == 2 {
                    let taken = queue.pop(Ord::cmp).map(|entry| entry.node);
                    prop_assert_eq!(taken, sorted.pop().map(|entry| entry.node));
                }
            }
            while let Some(entry) = queue.pop(Ord::cmp) {
                prop_assert_eq!(Some(entry.node), sorted.pop().map(|entry| entry.node));
            }
            prop_assert!(sorted.is_empty());
        }
    }
}
