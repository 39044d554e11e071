//! Why a run ended, and the means to end it.

use std::time::Instant;

use evolearner_dl::{CancelToken, choices};

choices! {
    /// Why a run ended.
    #[non_exhaustive]
    pub enum StopReason {
        /// All generations are done.
        Generations = "generations",
        /// The search has nothing left to try.
        Complete = "complete",
        /// A concept of the wanted quality is known.
        Solved = "solved",
        /// The time is up.
        Time = "time",
        /// The evaluations are used up.
        Evaluations = "evaluations",
        /// It was cancelled.
        Cancelled = "cancelled",
    }
}

/// What a search looks at between two pieces of work.
#[derive(Clone, Debug)]
pub struct Watch {
    pub(crate) deadline: Option<Instant>,
    pub(crate) cancel: CancelToken,
    /// The most evaluations of the whole run.
    pub max_evaluations: u64,
}

impl Watch {
    /// A watch with a deadline, a switch, and the most evaluations of a run.
    pub fn new(deadline: Option<Instant>, cancel: CancelToken, max_evaluations: u64) -> Self {
        Self { deadline, cancel, max_evaluations }
    }

    /// Whether the run is to end because of time or by request.
    pub fn reason(&self) -> Option<StopReason> {
        if self.cancel.is_cancelled() {
            return Some(StopReason::Cancelled);
        }
        self.deadline.filter(|&deadline| Instant::now() >= deadline).map(|_| StopReason::Time)
    }
}
