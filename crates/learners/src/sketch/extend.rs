//! Longer fillings, made of the best ones.

use evolearner_dl::{Concept, Constructor, Node};
use evolearner_search::Context;

use super::fillings::{Candidate, joined};
use super::grammar::Grammar;
use super::judge::{Good, Offered, Tried};
use super::work::{CutShort, Work};
use super::{Phase, State};

/// The most candidates of a hole that are joined with what stands in it.
const MAX_JOINED: usize = 3000;

impl State {
    /// Joins every candidate of a hole with what stands there in the best fillings. It is over when
    /// the best answer stays.
    pub(super) fn extend(&mut self, work: &mut Work<'_>, context: &mut Context<'_>) {
        let before = self.judge.best.as_ref().map(|best| best.fitness);
        for good in self.judge.pool.clone() {
            if self.extend_one(&good, work, context).is_err() {
                self.phase = Phase::Over;
                return;
            }
        }
        let after = self.judge.best.as_ref().map(|best| best.fitness);
        if before == after || self.judge.is_perfect() {
            self.phase = Phase::Over;
        }
    }

    fn extend_one(
        &mut self,
        good: &Good,
        work: &mut Work<'_>,
        context: &mut Context<'_>,
    ) -> Result<(), CutShort> {
        let Self { fillings, templates, judge, .. } = self;
        let (grammar, template) = (&fillings.grammar, &templates[good.template]);
        let mut joins = vec![Node::And(2)];
        if grammar.space.language.has(Constructor::Union) {
            joins.push(Node::Or(2));
        }
        for (changed, hole) in template.holes.iter().enumerate() {
            let old = &good.fillings[changed];
            // The first two are `⊤` and `⊥`.
            for candidate in fillings.all(hole.place).iter().skip(2).take(MAX_JOINED) {
                for join in &joins {
                    work.spend(template.program.work)?;
                    let new = new_filling(grammar, join, old, candidate);
                    let offered: Vec<Offered<'_>> = (0..template.holes.len())
                        .map(|place| if place == changed { &new } else { &good.fillings[place] })
                        .map(|tried| Offered {
                            concept: &tried.concept,
                            members: &tried.members,
                            used: tried.used,
                            length: tried.concept.length(),
                            cost: tried.cost,
                        })
                        .collect();
                    judge.judge((good.template, template), &offered, context);
                    if context.is_used_up() {
                        return Err(CutShort);
                    }
                }
            }
        }
        Ok(())
    }
}

fn new_filling(grammar: &Grammar, join: &Node, old: &Tried, candidate: &Candidate) -> Tried {
    let concept = Concept::node(join.clone(), [old.concept.clone(), candidate.concept.clone()]);
    let members = joined(join, &old.members, &candidate.members);
    let cost = grammar.cost_of(&concept);
    Tried { concept, members, used: old.used | candidate.used, cost }
}
