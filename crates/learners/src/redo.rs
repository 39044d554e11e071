//! Going on with a search in which nothing is random: its steps are done again.

use evolearner_dl::Concept;
use evolearner_evaluate::{Covered, Space};
use evolearner_graph::codec::{Decoder, Encoder};
use evolearner_search::{Advance, Context, Front, NotResumed, Search, Start};

use crate::beam::{read_found, write_found};

/// The steps of a search so far, and the best concepts after them.
#[derive(Default)]
pub(crate) struct Steps {
    pub(crate) n_done: u64,
    found: Vec<(Concept, Covered)>,
}

/// A search that does the same in every run.
pub(crate) trait Repeatable: Search {
    /// Its steps.
    fn steps(&mut self) -> &mut Steps;
}

impl Steps {
    /// Counts a step.
    pub(crate) fn count(&mut self, front: &Front) {
        self.n_done += 1;
        let rows = front.front().into_iter();
        self.found = rows.map(|row| (row.concept.clone(), row.covered)).collect();
    }

    pub(crate) fn save(&self, space: &Space, out: &mut Encoder) {
        out.u64(self.n_done);
        write_found(space, &self.found, out);
    }

    fn read(saved: &mut Decoder<'_>, start: Start<'_>) -> Result<Self, NotResumed> {
        Ok(Self { n_done: saved.u64()?, found: read_found(saved, start)? })
    }

    /// Does the steps again, without counting what they evaluate. Where the run is to end before that is
    /// through, it has what was saved.
    fn redo(self, search: &mut impl Repeatable, context: &mut Context<'_>) {
        let (evaluations, best_quality) = (*context.evaluations, *context.best_quality);
        *context.evaluations = 0;
        while search.steps().n_done < self.n_done && search.advance(context) == Advance::More {}
        if search.steps().n_done < self.n_done {
            for (concept, covered) in &self.found {
                context.front.offer(concept, *covered);
            }
            *search.steps() = self;
        }
        (*context.evaluations, *context.best_quality) = (evaluations, best_quality);
        *context.report = None;
    }
}

/// A search at its start, brought to where it was saved.
pub(crate) fn resumed<S: Repeatable + 'static>(
    mut search: S,
    start: Start<'_>,
    context: &mut Context<'_>,
    saved: &mut Decoder<'_>,
) -> Result<Box<dyn Search>, NotResumed> {
    Steps::read(saved, start)?.redo(&mut search, context);
    Ok(Box::new(search))
}
