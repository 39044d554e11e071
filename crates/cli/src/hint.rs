//! Which flag helps against an error. Libraries do not know the flags of this program.

use evolearner::{LoadError, ReadErrorKind, TaskError};

/// What to try, to be read behind the message.
pub(crate) fn of(error: &anyhow::Error) -> &'static str {
    if let Some(TaskError::UnknownExamples(_)) = error.downcast_ref() {
        return "; --skip-unknown goes on without them";
    }
    match error.downcast_ref() {
        Some(LoadError::Read(read)) if matches!(read.kind, ReadErrorKind::UnknownFormat(_)) => {
            " (--kb-format)"
        }
        _ => "",
    }
}
