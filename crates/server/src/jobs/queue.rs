//! A queue that is fair to clients: they take turns, however many jobs one of them has.

use std::collections::VecDeque;

/// Jobs that wait, by client.
#[derive(Default)]
pub(super) struct FairQueue {
    /// The client whose turn it is comes first; each has at least one job.
    clients: VecDeque<(String, VecDeque<u64>)>,
}

impl FairQueue {
    /// How many jobs wait.
    pub(super) fn len(&self) -> usize {
        self.clients.iter().map(|(_, jobs)| jobs.len()).sum()
    }

    /// How many jobs of a client wait.
    pub(super) fn len_of(&self, client: &str) -> usize {
        self.clients.iter().find(|(name, _)| name == client).map_or(0, |(_, jobs)| jobs.len())
    }

    pub(super) fn push(&mut self, client: &str, job: u64) {
        match self.clients.iter_mut().find(|(name, _)| name == client) {
            Some((_, jobs)) => jobs.push_back(job),
            None => self.clients.push_back((client.to_owned(), VecDeque::from([job]))),
        }
    }

    /// The next job; its client goes to the end of the line.
    pub(super) fn pop(&mut self) -> Option<u64> {
        let (client, mut jobs) = self.clients.pop_front()?;
        let job = jobs.pop_front();
        if !jobs.is_empty() {
            self.clients.push_back((client, jobs));
        }
        job
    }

    /// Takes a job out, and says whether it was in.
    pub(super) fn remove(&mut self, job: u64) -> bool {
        let n_before = self.len();
        for (_, jobs) in &mut self.clients {
            jobs.retain(|&other| other != job);
        }
        self.clients.retain(|(_, jobs)| !jobs.is_empty());
        self.len() < n_before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_take_turns() {
        let mut queue = FairQueue::default();
        for job in 0..4 {
            queue.push("many", job);
        }
        queue.push("few", 10);
        queue.push("few", 11);
        queue.push("one", 20);
        assert_eq!((queue.len(), queue.len_of("many"), queue.len_of("nobody")), (7, 4, 0));
        assert!(queue.remove(11));
        assert!(!queue.remove(11));
        let order: Vec<u64> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(order, [0, 10, 20, 1, 2, 3]);
    }
}
