//! What an evolution reports at its end: the best of each length, shortened.

use evolearner_dl::Concept;
use evolearner_evaluate::{Code, concept, shorten, tree_of};
use evolearner_search::Context;

use super::Evolution;
use super::hall::Entry;
use super::options::AnswerFrom;

/// How many of the fittest candidates are offered beside the best of each size.
const N_FITTEST: usize = 10;

impl Evolution {
    /// Offers everything that was kept to the front.
    pub(super) fn offer_all(&mut self, context: &mut Context<'_>) {
        if self.options.answer_from == AnswerFrom::WholeRun {
            for code in [Code::TOP, Code::BOTTOM] {
                context.front.offer_counted(&concept(&self.space, &[code]));
            }
        }
        let mut entries = std::mem::take(&mut self.atomic);
        let of_evolution: Vec<Entry> = self.hall.front().into_iter().cloned().collect();
        if context.front.simplifies() {
            for entry in &of_evolution {
                entries.push(self.shortened(entry, context));
            }
        }
        entries.extend(of_evolution);
        entries.extend(self.hall.fittest(N_FITTEST).into_iter().cloned());
        for entry in &entries {
            let concept: Concept = concept(&self.space, &entry.codes);
            context.front.offer(&concept, entry.covered);
        }
    }

    /// A candidate without what it does not need.
    fn shortened(&self, entry: &Entry, context: &mut Context<'_>) -> Entry {
        let (tree, covered) = shorten(
            &self.space,
            (tree_of(&entry.codes), entry.covered),
            |tree| {
                if context.watch.reason().is_some() || context.is_used_up() {
                    return None;
                }
                *context.evaluations += 1;
                Some(context.workers.own().covered(tree))
            },
            |covered| self.rating.search_quality(covered),
        );
        self.entry(tree.iter().map(|term| term.code).collect(), covered)
    }
}
