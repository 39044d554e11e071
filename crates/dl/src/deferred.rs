//! Parts of a stored file that are checked when they are first used.
//!
//! A large file opens at once if its parts are checked as late as they are needed; but then damage is found
//! in the middle of other work, in functions without a way to report it. So [`Deferred::check`] is the way
//! for callers that can handle an error, and any other use of a damaged part unwinds with a [`Damage`]:
//! without the message of a panic, up to [`caught`], which front ends put around a command.

use std::fmt;
use std::ops::Deref;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, OnceLock};

/// A stored file has a part that is not what was written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}: the snapshot is damaged: {cause}")]
pub struct Damage {
    /// The name of the file.
    pub file: Arc<str>,
    /// What is wrong.
    pub cause: DamageCause,
}

/// What is wrong with a part of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DamageCause {
    /// The bytes are not those that were written.
    #[error("its checksum does not match")]
    Checksum,
    /// The parts contradict each other.
    #[error("its {0} do not fit together")]
    Content(&'static str),
}

type Source<T> = Arc<dyn Fn() -> Result<T, Damage> + Send + Sync>;

/// A value that is there, or is made of a part of a file when it is first used.
pub struct Deferred<T> {
    value: OnceLock<T>,
    /// Absent where the value is there from the start.
    source: Option<Source<T>>,
}

impl<T> Deferred<T> {
    /// A value that is made when it is first used.
    pub fn later(source: impl Fn() -> Result<T, Damage> + Send + Sync + 'static) -> Self {
        Self { value: OnceLock::new(), source: Some(Arc::new(source)) }
    }

    /// The value, or what is wrong with it.
    pub fn check(&self) -> Result<&T, Damage> {
        match (self.value.get(), &self.source) {
            (Some(value), _) => Ok(value),
            (None, Some(source)) => {
                let value = source()?;
                // Two threads may check at the same time: they find the same.
                Ok(self.value.get_or_init(|| value))
            }
            (None, None) => unreachable!("a value without a source is there from the start"),
        }
    }

    #[cold]
    fn first_use(&self) -> &T {
        self.check().unwrap_or_else(|damage| resume_unwind(Box::new(damage)))
    }
}

impl<T> Deref for Deferred<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        match self.value.get() {
            Some(value) => value,
            None => self.first_use(),
        }
    }
}

impl<T> From<T> for Deferred<T> {
    fn from(value: T) -> Self {
        Self { value: OnceLock::from(value), source: None }
    }
}

impl<T: Default> Default for Deferred<T> {
    fn default() -> Self {
        Self::from(T::default())
    }
}

impl<T: Clone> Clone for Deferred<T> {
    fn clone(&self) -> Self {
        Self { value: self.value.clone(), source: self.source.clone() }
    }
}

impl<T: PartialEq> PartialEq for Deferred<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq> Eq for Deferred<T> {}

impl<T: fmt::Debug> fmt::Debug for Deferred<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value.get() {
            Some(value) => value.fmt(f),
            None => f.write_str("not looked at yet"),
        }
    }
}

/// Does some work; where it comes upon a damaged file, that is the error. A panic stays one.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, Damage> {
    catch_unwind(AssertUnwindSafe(work)).or_else(|payload| match payload.downcast::<Damage>() {
        Ok(damage) => Err(*damage),
        Err(payload) => resume_unwind(payload),
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    fn damage() -> Damage {
        Damage { file: "family.evo".into(), cause: DamageCause::Content("edges") }
    }

    #[test]
    fn a_part_is_made_once_and_when_it_is_used() {
        let n_made = Arc::new(AtomicUsize::new(0));
        let count = n_made.clone();
        let part = Deferred::later(move || Ok(count.fetch_add(1, Ordering::Relaxed) + 7));
        assert_eq!(format!("{part:?}"), "not looked at yet");
        assert_eq!(n_made.load(Ordering::Relaxed), 0);
        assert_eq!((*part, *part.clone(), part.check()), (7, 7, Ok(&7)));
        assert_eq!(n_made.load(Ordering::Relaxed), 1);
        assert_eq!(part, Deferred::from(7));
    }

    #[test]
    fn damage_is_an_error_where_one_can_be_handled_and_unwinds_elsewhere() {
        let part = Deferred::<usize>::later(|| Err(damage()));
        assert_eq!(part.check(), Err(damage()));
        assert_eq!(caught(|| *part + 1), Err(damage()));
        assert_eq!(caught(|| 1), Ok(1));
        assert_eq!(
            damage().to_string(),
            "family.evo: the snapshot is damaged: its edges do not fit together"
        );
    }

    #[test]
    fn a_panic_stays_a_panic() {
        let payload = catch_unwind(|| caught(|| resume_unwind(Box::new("another"))));
        assert_eq!(payload.expect_err("it unwinds").downcast_ref(), Some(&"another"));
    }
}
