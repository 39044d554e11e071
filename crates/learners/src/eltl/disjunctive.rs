//! Disjunctions of EL concepts: each covers positives that those before it left over.

use std::collections::BinaryHeap;

use evolearner_dl::Constructor;
use evolearner_evaluate::{Code, tree_of};
use evolearner_graph::bits::{has_bit, set_bit};
use evolearner_search::{Context, Rating, Start};

use super::{TreeOptions, depth, operator};
use crate::refine::options::Reach;
use crate::refine::queue::Queued;
use crate::refine::sides::{Sides, insert, n_common, remove};
use crate::refine::stepwise::{Stepwise, offer};
use crate::refine::{Clock, ConceptIdx, Concepts, CutShort, Operator};

/// What a covered negative costs for the first disjunct, and how much less for each further one.
const NEGATIVE_PRICE: (f64, f64) = (1.2, 0.1);
/// What a unit of length costs.
const LENGTH_PRICE: f64 = 0.1;
/// A disjunct with a lower score is none.
const MIN_SCORE: f64 = -1.0;
/// The share of positives that may be left over.
const MAX_LEFT: f64 = 0.05;
/// With more positives than this a disjunct must cover several that are left.
const MANY: u32 = 10;
/// How many it must cover then.
const MIN_COVERED: u32 = 3;

/// A search for one disjunct after the other.
pub struct Disjunctive {
    operator: Operator,
    rating: Rating,
    reach: Reach,
    max_depth: u32,
    tree_evaluations: u64,
    all: Sides,
    /// Examples that no disjunct covers.
    left: Sides,
    /// How many positives there are, and what they count.
    n_positives: u32,
    weight: f64,
    /// The number of examples by what they count in sum. Length has its price in examples.
    unit: f64,
    disjuncts: Vec<ConceptIdx>,
    /// What the disjuncts cover.
    members: Vec<u64>,
    price: f64,
    round: Round,
    is_over: bool,
}

/// The search for one disjunct.
struct Round {
    trees: Vec<ConceptIdx>,
    queue: BinaryHeap<Queued>,
    seen: Vec<u64>,
    pending: Vec<ConceptIdx>,
    n_tried: u64,
    best: Option<Best>,
}

struct Best {
    score: f64,
    tree: ConceptIdx,
    members: Vec<u64>,
}

impl Round {
    fn new() -> Self {
        Self {
            trees: Vec::new(),
            queue: BinaryHeap::new(),
            seen: Vec::new(),
            pending: vec![Concepts::TOP],
            n_tried: 0,
            best: None,
        }
    }
}

impl Disjunctive {
    /// A search at its beginning.
    pub fn new(start: Start<'_>) -> Self {
        let all = Sides::new(start.examples);
        let reach = Reach::read(start.options);
        let total = start.examples.total();
        Self {
            operator: operator(start),
            rating: start.rating.clone(),
            reach,
            max_depth: depth(start, reach),
            tree_evaluations: TreeOptions::read(start.options).tree_evaluations,
            members: vec![0; all.positives.len()],
            left: all.clone(),
            all,
            n_positives: start.examples.n_positives(),
            weight: f64::from(total.positives),
            unit: f64::from(start.examples.n_positives() + start.examples.n_negatives())
                / f64::from(total.positives + total.negatives),
            disjuncts: Vec::new(),
            price: NEGATIVE_PRICE.0,
            round: Round::new(),
            is_over: false,
        }
    }

    /// Ends the round and begins the next one, unless that was the last.
    fn end_round(&mut self, context: &mut Context<'_>) {
        let round = std::mem::replace(&mut self.round, Round::new());
        let Some(best) = round.best.filter(|best| best.score > MIN_SCORE) else {
            self.is_over = true;
            return;
        };
        self.disjuncts.push(best.tree);
        remove(&mut self.left.positives, &best.members);
        remove(&mut self.left.negatives, &best.members);
        insert(&mut self.members, &best.members);
        self.price = (self.price - NEGATIVE_PRICE.1).max(1.0);
        let union = self.operator.concepts.join(false, &self.disjuncts);
        self.offer(union, &self.members.clone(), context);
        let n_left = f64::from(self.left.covered(&self.left.positives).positives);
        let has_union = self.operator.space().language.has(Constructor::Union);
        self.is_over = !has_union || n_left <= (MAX_LEFT * self.weight).ceil();
    }

    fn offer(&self, concept: ConceptIdx, members: &[u64], context: &mut Context<'_>) {
        let codes = self.codes(concept);
        let length = self.operator.concepts.length(concept) as usize;
        let covered = self.all.covered(members);
        offer(self.operator.space(), &self.rating, &codes, length, covered, context);
    }

    fn codes(&self, concept: ConceptIdx) -> Vec<Code> {
        let mut codes = Vec::new();
        self.operator.concepts.codes(concept, &mut codes);
        codes
    }

    /// Refines the best tree; false if there is none.
    fn refine(&mut self, is_over: &dyn Fn() -> bool) -> Result<bool, CutShort> {
        let Some(next) = self.round.queue.peek().map(|entry| entry.node) else { return Ok(false) };
        let tree = self.round.trees[next as usize];
        let refined = self.operator.refine_tree(tree, self.max_depth, &mut Clock::new(is_over));
        if refined == Err(CutShort::Time) {
            return Err(CutShort::Time);
        }
        let Round { queue, seen, pending, .. } = &mut self.round;
        queue.pop();
        let concepts = &self.operator.concepts;
        seen.resize(concepts.len().div_ceil(64), 0);
        for concept in refined.unwrap_or_default().into_iter().rev() {
            let index = concept.index() as u32;
            if concepts.length(concept) <= self.reach.max_length && !has_bit(seen, index) {
                set_bit(seen, index);
                pending.push(concept);
            }
        }
        Ok(true)
    }

    fn try_tree(&mut self, tree: ConceptIdx, context: &mut Context<'_>) {
        let members = context.workers.own().members(&tree_of(&self.codes(tree)));
        *context.evaluations += 1;
        self.round.n_tried += 1;
        let least = if self.n_positives > MANY { MIN_COVERED } else { 1 };
        if n_common(&self.left.positives, &members) < least {
            return;
        }
        if self.disjuncts.is_empty() {
            self.offer(tree, &members, context);
        }
        let left = self.left.covered(&members);
        let length = f64::from(self.operator.concepts.length(tree));
        let gain = f64::from(left.positives) - self.price * f64::from(left.negatives);
        let score = gain * self.unit - LENGTH_PRICE * length;
        if self.round.best.as_ref().is_none_or(|best| score > best.score) {
            self.round.best = Some(Best { score, tree, members });
        }
        let node = self.round.trees.len() as u32;
        self.round.trees.push(tree);
        self.round.queue.push(Queued { score, node });
    }
}

impl Stepwise for Disjunctive {
    fn step(
        &mut self,
        context: &mut Context<'_>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<bool, CutShort> {
        while !self.is_over {
            if self.round.n_tried >= self.tree_evaluations {
                self.end_round(context);
            } else if let Some(next) = self.round.pending.pop() {
                self.try_tree(next, context);
                return Ok(true);
            } else if !self.refine(is_over)? {
                self.end_round(context);
            }
        }
        Ok(false)
    }
}
