//! The state of an evolution in bytes.

use std::cmp::Ordering;

use evolearner_evaluate::{Covered, Term, tree_of};
use evolearner_graph::codec::{Decoder, Encoder};
use evolearner_search::{Context, NotResumed, read_codes, write_codes};

use super::Evolution;
use super::hall::Entry;
use super::population::Population;

impl Evolution {
    pub(super) fn write(&self, out: &mut Encoder) {
        out.u32(self.generation);
        out.count(self.population.len());
        for slot in 0..self.population.len() {
            write_codes(out, &self.population.codes(slot));
        }
        let hall: Vec<&Entry> = self.hall.entries().collect();
        out.count(hall.len());
        for entry in hall {
            write_codes(out, &entry.codes);
        }
    }

    /// Takes over a state. Candidates are evaluated anew: no file can claim what one covers.
    pub(super) fn restore(
        &mut self,
        context: &mut Context<'_>,
        saved: &mut Decoder<'_>,
    ) -> Result<(), NotResumed> {
        self.generation = saved.u32()?;
        let mut population = Population::default();
        for slot in 0..saved.count(8)? {
            let (tree, covered) = self.read_candidate(context, saved)?;
            population.push(&tree);
            self.rate(&mut population, slot, covered);
        }
        for _ in 0..saved.count(8)? {
            let (tree, covered) = self.read_candidate(context, saved)?;
            let entry = self.entry(tree.iter().map(|term| term.code).collect(), covered);
            context.saw(entry.quality);
            self.hall.offer(entry);
        }
        // What needs no search was evaluated and counted in the run that was interrupted.
        let n_evaluations = *context.evaluations;
        *context.evaluations = 0;
        self.evaluate_atomic(context);
        *context.evaluations = n_evaluations;
        match population.len().cmp(&self.options.population) {
            Ordering::Equal => {
                self.population = population.into();
                Ok(())
            }
            Ordering::Less if self.generation == 0 => Err(NotResumed::Unfinished),
            _ => Err(NotResumed::Damaged),
        }
    }

    fn read_candidate(
        &self,
        context: &mut Context<'_>,
        saved: &mut Decoder<'_>,
    ) -> Result<(Vec<Term>, Covered), NotResumed> {
        let codes = read_codes(saved)?;
        if !self.space.is_concept(&codes, self.options.max_depth) {
            return Err(NotResumed::Damaged);
        }
        let tree = tree_of(&codes);
        let covered = context.workers.own().covered(&tree);
        Ok((tree, covered))
    }
}
