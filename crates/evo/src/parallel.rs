//! Independent work on several threads, results in order.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

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
    std::thread::scope(|scope| {
        for _ in 0..n_threads.clamp(1, n.max(1)) {
            scope.spawn(|| {
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
    });
}
