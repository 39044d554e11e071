//! All fillings of a sum of costs.

use evolearner_search::Context;

use super::fillings::Candidate;
use super::judge::{Offered, Template};
use super::work::{CutShort, Work};
use super::{Phase, State};

impl State {
    /// Tries all fillings whose costs have that sum, and decides what comes next.
    pub(super) fn try_sum(&mut self, sum: usize, work: &mut Work<'_>, context: &mut Context<'_>) {
        let outcome = self.all_of_sum(sum, work, context);
        if outcome.is_err() || context.is_used_up() {
            self.phase = if work.is_stopped { Phase::All } else { Phase::Extend };
            return;
        }
        self.complete = Some(sum);
        self.next_sum = sum + 1;
        if self.judge.is_perfect() || self.is_last(sum) {
            self.phase = Phase::Over;
        }
    }

    /// Whether no filling of a greater sum of costs is allowed. Where prices are, a name may cost
    /// nothing, and no cost says how long a concept is.
    pub(super) fn is_last(&self, sum: usize) -> bool {
        let most = |template: &Template| -> usize {
            let room = self.judge.max_length.saturating_sub(template.length);
            let of_holes = template.holes.iter().map(|hole| hole.max_length.min(room));
            of_holes.fold(0, usize::saturating_add).min(room)
        };
        !self.fillings.grammar.has_prices()
            && self.templates.iter().all(|template| sum >= most(template))
    }

    fn all_of_sum(
        &mut self,
        sum: usize,
        work: &mut Work<'_>,
        context: &mut Context<'_>,
    ) -> Result<(), CutShort> {
        for number in 0..self.templates.len() {
            let template = &self.templates[number];
            if template.holes.is_empty() {
                if sum == 0 {
                    work.spend(template.program.work)?;
                    self.judge.judge((number, template), &[], context);
                }
                continue;
            }
            for costs in parts_of(sum, template.holes.len()) {
                self.all_of_costs(number, &costs, work, context)?;
            }
        }
        Ok(())
    }

    /// Tries all fillings in which the hole at each place costs so much.
    fn all_of_costs(
        &mut self,
        number: usize,
        costs: &[usize],
        work: &mut Work<'_>,
        context: &mut Context<'_>,
    ) -> Result<(), CutShort> {
        let template = &self.templates[number];
        let has_prices = self.fillings.grammar.has_prices();
        let places = template.holes.iter().zip(costs);
        if !has_prices && places.clone().any(|(hole, &cost)| cost > hole.max_length) {
            return Ok(());
        }
        for (hole, &cost) in places.clone() {
            self.fillings.grow(hole.place, cost, work)?;
        }
        let candidates: Vec<&[Candidate]> =
            places.map(|(hole, &cost)| self.fillings.of_cost(hole.place, cost)).collect();
        if candidates.iter().any(|of_hole| of_hole.is_empty()) {
            return Ok(());
        }
        let mut at = vec![0; candidates.len()];
        loop {
            work.spend(template.program.work)?;
            let offered: Vec<Offered<'_>> = at
                .iter()
                .zip(&candidates)
                .zip(costs)
                .map(|((&at, of_hole), &cost)| offered(&of_hole[at], cost))
                .collect();
            self.judge.judge((number, template), &offered, context);
            if context.is_used_up() {
                return Err(CutShort);
            }
            // The next one: the last hole changes first.
            let Some(hole) =
                (0..at.len()).rev().find(|&hole| at[hole] + 1 < candidates[hole].len())
            else {
                return Ok(());
            };
            at[hole] += 1;
            at[hole + 1..].fill(0);
        }
    }
}

/// A candidate for a hole.
pub(super) fn offered(candidate: &Candidate, cost: usize) -> Offered<'_> {
    let Candidate { concept, members, used, length } = candidate;
    Offered { concept, members, used: *used, length: *length, cost }
}

/// All ways to write a number as a sum of so many.
fn parts_of(sum: usize, n_parts: usize) -> Vec<Vec<usize>> {
    let mut found = vec![(Vec::new(), sum)];
    for place in 1..=n_parts {
        let is_last = place == n_parts;
        found = found
            .into_iter()
            .flat_map(|(parts, left)| {
                let first = if is_last { left } else { 0 };
                (first..=left).map(move |part| {
                    let mut parts: Vec<usize> = parts.clone();
                    parts.push(part);
                    (parts, left - part)
                })
            })
            .collect();
    }
    found.into_iter().map(|(parts, _)| parts).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_is_split_in_every_way() {
        assert_eq!(parts_of(3, 1), [vec![3]]);
        assert_eq!(parts_of(2, 2), [vec![0, 2], vec![1, 1], vec![2, 0]]);
        assert_eq!(parts_of(4, 3).len(), 15);
    }
}
