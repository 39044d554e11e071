//! Looking for a perfect concept that is shorter than what is known, beside the proof.
//!
//! The search from the goal and the proof need nothing of each other: with several threads they go on at
//! the same time, with one the proof comes first. Each has sets of its own and a share of the work that is
//! fixed before, so that the number of threads shows in no result.

use std::panic::resume_unwind;
use std::thread::JoinHandle;

use evolearner_evaluate::{Code, Covered};
use evolearner_search::Watch;

use super::budget::Budget;
use super::fit::{Fit, Fitted};
use super::layers::Layers;
use super::score::Scorer;

/// The share of the work that restrictions may take: with short fillers there are fewer of them, and longer
/// joins of them can be tried.
const SHARE_OF_FILLERS: u64 = 10;

/// What is looked for.
pub(super) struct Goal {
    pub(super) layers: Layers,
    pub(super) scorer: Scorer,
    /// The length of the shortest perfect concept that is known, or one more than the longest allowed.
    pub(super) below: usize,
    pub(super) work: u64,
    pub(super) watch: Watch,
}

/// What was found.
pub(super) struct Reached {
    /// A perfect concept, and what it covers.
    pub(super) perfect: Option<(Vec<Code>, Covered)>,
    /// The length up to which none was found.
    pub(super) length: usize,
    /// The length up to which there is none.
    pub(super) complete_length: usize,
    pub(super) n_tried: u64,
    /// Whether the clock or a request ended it.
    pub(super) is_stopped: bool,
}

impl Goal {
    fn reach(mut self) -> Reached {
        let of_fillers = self.work / SHARE_OF_FILLERS;
        let mut budget = Budget::new(&self.watch, self.work - of_fillers);
        let mut of_fillers = Budget::new(&self.watch, of_fillers);
        let mut fit = Fit::new(&self.layers, self.scorer);
        let mut perfect = None;
        while fit.length() + 1 < self.below {
            match fit.next(&mut self.layers, &mut of_fillers, &mut budget) {
                Fitted::None => {}
                Fitted::CutShort => break,
                Fitted::Fits(codes) => {
                    perfect = Some((codes, fit.perfect()));
                    break;
                }
            }
        }
        Reached {
            perfect,
            length: fit.length(),
            complete_length: fit.complete_length(),
            n_tried: fit.n_tried(),
            is_stopped: of_fillers.is_stopped || budget.is_stopped,
        }
    }
}

/// A search for a goal that goes on, or will.
pub(super) struct Pursuit(Option<Stage>);

enum Stage {
    Later(Box<Goal>),
    Now(JoinHandle<Reached>),
}

impl Pursuit {
    /// Begins at once where there is a thread for it.
    pub(super) fn new(goal: Goal, n_threads: usize) -> Self {
        Self(Some(if n_threads > 1 {
            Stage::Now(std::thread::spawn(|| goal.reach()))
        } else {
            Stage::Later(Box::new(goal))
        }))
    }

    /// How many of some threads it leaves to others now.
    pub(super) fn leaves(&self, n_threads: usize) -> usize {
        let is_busy = matches!(&self.0, Some(Stage::Now(thread)) if !thread.is_finished());
        n_threads - usize::from(is_busy)
    }

    /// What was found, once that is known.
    pub(super) fn end(mut self) -> Reached {
        match self.0.take().expect("it ends once") {
            Stage::Later(goal) => goal.reach(),
            Stage::Now(thread) => thread.join().unwrap_or_else(|payload| resume_unwind(payload)),
        }
    }
}

impl Drop for Pursuit {
    /// No thread outlives its run: it stops when the run is cancelled, or when its work is done.
    fn drop(&mut self) {
        if let Some(Stage::Now(thread)) = self.0.take() {
            let _ = thread.join();
        }
    }
}
