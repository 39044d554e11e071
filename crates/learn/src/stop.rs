//! Why a run ended, and the means to end it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Why a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// All generations are done.
    Generations,
    /// A concept with quality 1 is known.
    Solved,
    /// The time is up.
    Time,
    /// The evaluations are used up.
    Evaluations,
    /// Somebody asked for it.
    Cancelled,
}

impl StopReason {
    /// The word for it in results.
    pub fn word(self) -> &'static str {
        match self {
            Self::Generations => "generations",
            Self::Solved => "solved",
            Self::Time => "time",
            Self::Evaluations => "evaluations",
            Self::Cancelled => "cancelled",
        }
    }
}

/// A switch by which a run is ended from outside. Clones are the same switch.
#[derive(Clone, Debug, Default)]
pub struct CancelToken {
    is_cancelled: Arc<AtomicBool>,
}

impl CancelToken {
    /// Asks the run to end with what it has.
    pub fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked.
    pub fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
    }
}

/// What a run looks at between candidates.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    pub(crate) deadline: Option<Instant>,
    pub(crate) cancel: CancelToken,
}

impl Watch {
    /// Whether it is time to end, and why.
    pub(crate) fn reason(&self) -> Option<StopReason> {
        if self.cancel.is_cancelled() {
            return Some(StopReason::Cancelled);
        }
        self.deadline.filter(|&deadline| Instant::now() >= deadline).map(|_| StopReason::Time)
    }
}
