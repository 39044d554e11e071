//! The task of a request: its examples, and the names that no concept may use.

use evolearner::problem::Statement;
use evolearner::{KnowledgeBase, Policy, Task};

use crate::api_error::ApiError;

/// The task of two lists of examples, or of a class against the rest.
pub(crate) fn task(
    kb: &KnowledgeBase,
    positives: &[String],
    negatives: &[String],
    target_class: Option<&str>,
    ignored: &[String],
    skips_unknown: bool,
) -> Result<Task, ApiError> {
    let statement = statement(positives, negatives, target_class)?;
    let policy = Policy::default().skipping_unknown(skips_unknown);
    Task::resolve(kb, &statement, ignored, policy).map_err(ApiError::unusable)
}

/// Two lists of examples, or a class against the rest.
pub(crate) fn statement(
    positives: &[String],
    negatives: &[String],
    target_class: Option<&str>,
) -> Result<Statement, ApiError> {
    Ok(match target_class {
        Some(_) if !positives.is_empty() || !negatives.is_empty() => {
            return Err(ApiError::unusable(
                "give either a target class or lists of examples, not both",
            ));
        }
        Some(class) => Statement { target_class: Some(class.to_owned()), ..Statement::default() },
        None => Statement::of_examples(positives.to_vec(), negatives.to_vec()),
    })
}
