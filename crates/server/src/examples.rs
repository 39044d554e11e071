//! Which individuals are the examples of a problem, by what a request says.

use evolearner::problem::Statement;
use evolearner::{Graph, Leniency, Resolved, resolve};

use crate::problem::Problem;

/// Finds the examples of two lists, or of a class against the rest.
pub(crate) fn find(
    graph: &Graph,
    positives: &[String],
    negatives: &[String],
    target_class: Option<&str>,
    skip_unknown: bool,
) -> Result<Resolved, Problem> {
    let statement = match target_class {
        Some(_) if !positives.is_empty() || !negatives.is_empty() => {
            return Err(Problem::unusable(
                "give either a target class or lists of examples, not both",
            ));
        }
        Some(class) => Statement { target_class: Some(class.to_owned()), ..Statement::default() },
        None => Statement::of_examples(positives.to_vec(), negatives.to_vec()),
    };
    let leniency = Leniency { skip_unknown, strict: false };
    resolve(graph, &statement, leniency).map_err(Problem::unusable)
}
