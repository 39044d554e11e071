//! Searches that try one concept after the other and are resumed by doing the same again.

use evolearner_evaluate::{Code, Covered, Space, concept};
use evolearner_graph::codec::{Decoder, Encoder};
use evolearner_search::{
    Advance, Answer, Context, NotResumed, Progress, Rating, Search, StopReason,
};

use super::CutShort;

/// A search whose state follows from the number of its steps.
pub trait Stepwise: Send + 'static {
    /// Tries a concept; false if there is none left. What is cut short is done again by the next step.
    fn step(
        &mut self,
        context: &mut Context<'_>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<bool, CutShort>;

    /// Offers what is still to be offered when the run has ended.
    fn finish(&mut self, context: &mut Context<'_>) {
        let _ = context;
    }
}

/// Concepts are tried in pieces of so many.
const PIECE: u64 = 4_096;
/// Concepts that are tried between two looks at the time.
const LOOK: u64 = 16;

/// A stepwise search, with the number of its steps.
pub struct Counted {
    search: Box<dyn Stepwise>,
    n_done: u64,
}

impl Counted {
    /// A search at its beginning.
    pub fn new(search: Box<dyn Stepwise>) -> Self {
        Self { search, n_done: 0 }
    }

    /// The same search after the steps of one that was saved.
    pub fn resumed(
        mut self,
        context: &mut Context<'_>,
        saved: &mut Decoder<'_>,
    ) -> Result<Self, NotResumed> {
        let n_done = saved.u64()?;
        *context.evaluations = 0;
        while self.n_done < n_done {
            if self.search.step(context, &|| false) != Ok(true) {
                return Err(NotResumed::Damaged);
            }
            self.n_done += 1;
        }
        Ok(self)
    }
}

impl Search for Counted {
    fn advance(&mut self, context: &mut Context<'_>) -> Advance {
        let end = (self.n_done / PIECE + 1) * PIECE;
        let watch = context.watch;
        let is_over = || watch.reason().is_some();
        let was_solved = *context.best_quality >= 1.0;
        let mut advance = Advance::More;
        // The driver may end a run when it is solved, so a piece ends there.
        while self.n_done < end && (was_solved || *context.best_quality < 1.0) {
            // The first concept is tried in any case, so that there is something to report.
            let is_looked_at = self.n_done.is_multiple_of(LOOK);
            if self.n_done > 0 && (context.is_used_up() || is_looked_at && is_over()) {
                break;
            }
            match self.search.step(context, &is_over) {
                Ok(true) => self.n_done += 1,
                Ok(false) => {
                    advance = Advance::Done(StopReason::Complete);
                    break;
                }
                Err(_) => {
                    advance = Advance::Stopped;
                    break;
                }
            }
        }
        *context.report = context.front.fittest().cloned().map(|best| Progress {
            unit: "concept".into(),
            number: self.n_done,
            of: None,
            best,
            columns: Vec::new(),
        });
        advance
    }

    fn finish(&mut self, context: &mut Context<'_>) -> Option<Answer> {
        self.search.finish(context);
        None
    }

    fn save(&self, out: &mut Encoder) {
        out.u64(self.n_done);
    }
}

/// Offers a concept to the front. The length is that of the codes, so that most concepts need not be
/// expressed.
pub fn offer(
    space: &Space,
    rating: &Rating,
    codes: &[Code],
    length: usize,
    covered: Covered,
    context: &mut Context<'_>,
) {
    let quality = rating.quality(covered);
    context.saw(quality);
    if context.front.wants(length, quality) {
        let concept = concept(space, codes);
        if context.front.wants(concept.length(), quality) {
            context.front.offer(&concept, covered);
        }
    }
}
