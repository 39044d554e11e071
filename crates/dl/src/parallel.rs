//! Independent work on several threads that live as long as the call; which thread does what has no
//! bearing on results.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::ScopedJoinHandle;

/// Does the same work on so many threads, the calling one among them, and returns what each came to.
pub fn team<T: Send>(n_threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    if n_threads <= 1 {
        return vec![work()];
    }
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..n_threads).map(|_| scope.spawn(&work)).collect();
        let own = work();
        std::iter::once(own).chain(others.into_iter().map(join)).collect()
    })
}

/// The results of `n` works, in order. Each thread takes the next one.
pub fn in_order<T: Send>(n_threads: usize, n: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let take = || {
        let taken = std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)));
        taken.take_while(|&at| at < n).map(|at| (at, work(at))).collect::<Vec<_>>()
    };
    let mut results: Vec<_> = team(n_threads.min(n), take).into_iter().flatten().collect();
    results.sort_unstable_by_key(|&(at, _)| at);
    results.into_iter().map(|(_, result)| result).collect()
}

/// The results of a work on each of some items, in order. Each thread takes the next item.
pub fn map<A: Send, B: Send>(
    n_threads: usize,
    items: Vec<A>,
    work: impl Fn(A) -> B + Sync,
) -> Vec<B> {
    let items: Vec<Mutex<Option<A>>> =
        items.into_iter().map(|item| Mutex::new(Some(item))).collect();
    in_order(n_threads, items.len(), |at| {
        let item = items[at].lock().unwrap_or_else(PoisonError::into_inner).take();
        work(item.expect("each is taken once"))
    })
}

/// Waits for a thread. What it unwound with goes on here: a scope would replace it by a message of its own.
pub fn join<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|payload| resume_unwind(payload))
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::*;

    #[test]
    fn results_are_in_order_on_any_number_of_threads() {
        for (n_threads, n) in [(0, 0), (1, 5), (2, 1), (3, 100), (8, 3)] {
            let squares: Vec<usize> = (0..n).map(|at| at * at).collect();
            assert_eq!(in_order(n_threads, n, |at| at * at), squares);
        }
    }

    #[test]
    fn items_are_handed_over_and_stay_in_order() {
        for n_threads in [1, 3] {
            let words = vec!["a".to_owned(), String::new(), "bc".to_owned()];
            assert_eq!(map(n_threads, words, |word| word.len()), [1, 0, 2]);
        }
    }

    #[test]
    fn what_a_thread_unwinds_with_goes_on() {
        let own = std::thread::current().id();
        let work = || assert_eq!(std::thread::current().id(), own, "of another thread");
        let payload = catch_unwind(|| team(2, work)).expect_err("a thread unwinds");
        let message = payload.downcast::<String>().expect("it is a message");
        assert!(message.contains("of another thread"), "{message}");
    }
}
