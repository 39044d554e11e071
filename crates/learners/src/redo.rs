//! Going on with a search in which nothing is random.

use evolearner_search::{Advance, Context, Search};

/// Does so many steps of a search again, without counting them again. Fewer, where the run is to end
/// before.
pub(crate) fn redo(search: &mut impl Search, n_steps: u64, context: &mut Context<'_>) {
    let (evaluations, best_quality) = (*context.evaluations, *context.best_quality);
    *context.evaluations = 0;
    for _ in 0..n_steps {
        if search.advance(context) != Advance::More {
            break;
        }
    }
    (*context.evaluations, *context.best_quality) = (evaluations, best_quality);
    *context.report = None;
}
