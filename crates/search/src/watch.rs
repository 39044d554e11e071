//! Why a run ended, and the means to end it.

use std::time::Instant;

pub use evolearner_dl::CancelToken;

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
