//! Independent work on several threads, results in order.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex};

use evolearner_search::parallel::team;

/// Does `n` works on so many threads. Each result is handed over as soon as it is there, one at a
/// time; which thread does which work has no bearing on them.
pub fn each<T: Send>(
    n_threads: usize,
    n: usize,
    work: impl Fn(usize) -> T + Sync,
    done: impl FnMut(usize, T) + Send,
) {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(done);
    team(n_threads.min(n), || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= n {
                return;
            }
            let result = work(index);
            let mut done = done.lock().expect("no handover panics");
            done(index, result);
        }
    });
}

/// How many works may go on at the same time, whichever threads do them.
pub(crate) struct Permits {
    n: usize,
    free: Mutex<usize>,
    is_free: Condvar,
}

/// The right to work until it is dropped.
pub(crate) struct Permit<'p>(&'p Permits);

impl Permits {
    pub(crate) fn new(n: usize) -> Self {
        Self { n, free: Mutex::new(n), is_free: Condvar::new() }
    }

    /// How many there are.
    pub(crate) fn n(&self) -> usize {
        self.n
    }

    /// Waits until one is free.
    pub(crate) fn take(&self) -> Permit<'_> {
        let free = self.free.lock().expect("no holder panics");
        let mut free = self.is_free.wait_while(free, |free| *free == 0).expect("no holder panics");
        *free -= 1;
        Permit(self)
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        if let Ok(mut free) = self.0.free.lock() {
            *free += 1;
        }
        self.0.is_free.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_works_go_on_than_there_are_permits() {
        let (permits, now, most) = (Permits::new(2), AtomicUsize::new(0), AtomicUsize::new(0));
        let mut done = Vec::new();
        let work = |index: usize| {
            let _permit = permits.take();
            most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            std::thread::yield_now();
            now.fetch_sub(1, Ordering::SeqCst);
            index
        };
        each(8, 200, work, |index, result| {
            assert_eq!(index, result);
            done.push(index);
        });
        done.sort_unstable();
        assert!(done.into_iter().eq(0..200));
        assert!((1..=2).contains(&most.into_inner()));
    }
}
