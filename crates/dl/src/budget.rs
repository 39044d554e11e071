//! What a long computation may use, and the means to end it from outside.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A switch by which a computation is ended from outside. Clones are the same switch.
#[derive(Clone, Debug, Default)]
pub struct CancelToken {
    is_cancelled: Arc<AtomicBool>,
}

impl CancelToken {
    /// Asks the computation to end: a learner with what it has, a loader with an error.
    pub fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether that was asked for.
    pub fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
    }
}

/// How much reading and reasoning may use. It is looked at every few thousand steps, so that a
/// cancelled or too large load ends within a moment. The default sets no limit and has one
/// thread.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Ends the computation.
    pub cancel: CancelToken,
    /// Facts that may be known at once, stated or derived: memberships, edges, implications.
    pub max_facts: u64,
    /// Bytes of one input after decompression.
    pub max_bytes: u64,
    /// Threads that may work at once, where the format can be cut into pieces. What comes out is the same.
    pub threads: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            cancel: CancelToken::default(),
            max_facts: u64::MAX,
            max_bytes: u64::MAX,
            threads: 1,
        }
    }
}

impl Budget {
    /// Whether the computation may go on.
    pub fn check(&self) -> Result<(), Stopped> {
        if self.cancel.is_cancelled() { Err(Stopped::Cancelled) } else { Ok(()) }
    }

    /// Whether it may go on with that many facts.
    pub fn check_facts(&self, n_facts: usize) -> Result<(), Stopped> {
        within(n_facts as u64, Resource::Facts, self.max_facts)?;
        self.check()
    }

    /// Whether it may go on with that many bytes of the input.
    pub fn check_bytes(&self, n_bytes: u64) -> Result<(), Stopped> {
        within(n_bytes, Resource::Bytes, self.max_bytes)?;
        self.check()
    }
}

fn within(n: u64, what: Resource, limit: u64) -> Result<(), Stopped> {
    if n > limit { Err(Stopped::LimitReached { what, limit }) } else { Ok(()) }
}

/// Why a computation ended without a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Stopped {
    /// Its [`CancelToken`] was switched.
    #[error("loading was cancelled")]
    Cancelled,
    /// It needed more than its [`Budget`] has.
    #[error("{what} {limit} {}", what.unit())]
    LimitReached {
        /// What it needed more of.
        what: Resource,
        /// How much of it there was.
        limit: u64,
    },
}

/// What a [`Budget`] limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Resource {
    /// Facts, stated or derived.
    Facts,
    /// Bytes of an input after decompression.
    Bytes,
}

impl Resource {
    fn unit(self) -> &'static str {
        match self {
            Self::Facts => {
                "facts; leave out transitive properties, chains or large groups of equal or \
                 disjoint names, or derive less"
            }
            Self::Bytes => "bytes",
        }
    }
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Facts => "what is stated and what follows from it are more than",
            Self::Bytes => "unpacked, the input is larger than",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_reached_by_one_more_and_cancelling_by_any_clone() {
        let budget = Budget { max_facts: 3, max_bytes: 10, ..Budget::default() };
        assert_eq!((budget.check_facts(3), budget.check_bytes(10)), (Ok(()), Ok(())));
        let facts = Stopped::LimitReached { what: Resource::Facts, limit: 3 };
        let bytes = Stopped::LimitReached { what: Resource::Bytes, limit: 10 };
        assert_eq!((budget.check_facts(4), budget.check_bytes(11)), (Err(facts), Err(bytes)));
        assert_eq!(bytes.to_string(), "unpacked, the input is larger than 10 bytes");
        budget.clone().cancel.cancel();
        assert_eq!(
            (budget.check(), budget.check_facts(0)),
            (Err(Stopped::Cancelled), Err(Stopped::Cancelled))
        );
    }
}
