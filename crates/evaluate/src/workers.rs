//! Threads that live as long as a run, each with an evaluator of its own.
//!
//! A [`Job`] owns its data and comes back when it is done, so that nothing is borrowed across
//! threads. Jobs come back in the order in which they were given: which thread ran one does not
//! show in a result.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;

use crate::evaluator::Evaluator;
use crate::examples::Examples;
use crate::space::Space;

/// A piece of work for one evaluator.
pub trait Job: Send + 'static {
    /// Does it.
    fn run(&mut self, evaluator: &mut Evaluator);
}

type Task = Box<dyn FnOnce(&mut Evaluator) + Send>;

/// The evaluator of the calling thread, and threads with one each.
pub struct Workers {
    own: Evaluator,
    threads: Vec<Thread>,
}

struct Thread {
    /// Taken when the thread is to end: it ends when nothing can be sent any more.
    tasks: Option<Sender<Task>>,
    handle: Option<JoinHandle<()>>,
}

impl Workers {
    /// Workers for so many threads, the calling one included. Each keeps at most that many bytes of
    /// sets.
    pub fn new(
        n_threads: usize,
        space: &Arc<Space>,
        examples: &Arc<Examples>,
        max_bytes: usize,
    ) -> Self {
        let evaluator = || Evaluator::new(space.clone(), examples.clone(), max_bytes);
        let start = |_| {
            let (tasks, inbox) = channel::<Task>();
            let mut evaluator = evaluator();
            let handle = std::thread::spawn(move || {
                for task in inbox {
                    task(&mut evaluator);
                }
            });
            Thread { tasks: Some(tasks), handle: Some(handle) }
        };
        Self { own: evaluator(), threads: (1..n_threads).map(start).collect() }
    }

    /// How many jobs run at the same time.
    pub fn n_threads(&self) -> usize {
        1 + self.threads.len()
    }

    /// The evaluator of the calling thread.
    pub fn own(&mut self) -> &mut Evaluator {
        &mut self.own
    }

    /// Runs at most [`Self::n_threads`] jobs at the same time, the first one on the calling thread.
    pub fn run<J: Job>(&mut self, jobs: Vec<J>) -> Vec<J> {
        assert!(jobs.len() <= self.n_threads(), "there is a thread for each job");
        let (done, results) = channel();
        let n_jobs = jobs.len();
        let mut jobs = jobs.into_iter();
        let first = jobs.next();
        for (index, (mut job, thread)) in jobs.zip(&self.threads).enumerate() {
            let done = done.clone();
            let task: Task = Box::new(move |evaluator| {
                job.run(evaluator);
                // The caller waits for this result unless it panicked itself.
                let _ = done.send((index, job));
            });
            thread
                .tasks
                .as_ref()
                .expect("threads end with their owner")
                .send(task)
                .expect("it runs");
        }
        drop(done);
        let Some(mut first) = first else { return Vec::new() };
        first.run(&mut self.own);
        let mut others: Vec<(usize, J)> = results.into_iter().collect();
        if 1 + others.len() < n_jobs {
            self.resume();
        }
        others.sort_by_key(|(index, _)| *index);
        std::iter::once(first).chain(others.into_iter().map(|(_, job)| job)).collect()
    }
}

impl Workers {
    /// Unwinds with what a thread unwound with.
    fn resume(&mut self) -> ! {
        for thread in &mut self.threads {
            thread.tasks = None;
        }
        let handles = self.threads.iter_mut().filter_map(|thread| thread.handle.take());
        let payloads: Vec<_> = handles.filter_map(|handle| handle.join().err()).collect();
        match payloads.into_iter().next() {
            Some(payload) => resume_unwind(payload),
            None => unreachable!("a result is missing, so its thread unwound"),
        }
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        for thread in &mut self.threads {
            thread.tasks = None;
        }
        for thread in &mut self.threads {
            if let Some(handle) = thread.handle.take() {
                // A job that panicked has ended its thread; its result was missed already.
                let _ = handle.join();
            }
        }
    }
}
