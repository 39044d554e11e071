//! `SPaCEL`: partial definitions and their exceptions by one search (Tran, Dietrich, Guesgen & Marsland
//! 2017, Parallel symmetric class expression learning).
//!
//! A partial definition covers positives and no negatives; the answer is a disjunction of some. A
//! counter-partial definition covers negatives and no positives; its negation takes exceptions out of a
//! concept that covers both. Refinement needs neither `⊔` nor `¬`, which come back by these
//! combinations. One queue takes the place of the workers of the original, so that a run has the same
//! result everywhere.

mod definitions;

use std::collections::BinaryHeap;
use std::sync::Arc;

use evolearner_dl::Constructor;
use evolearner_evaluate::{Code, Examples, tree_of};
use evolearner_graph::bits::{has_bit, set_bit};
use evolearner_search::{Context, Start};

use crate::refine::method::ByRefinement;
use crate::refine::options::{Reach, RefineOptions};
use crate::refine::queue::Queued;
use crate::refine::sides::Sides;
use crate::refine::stepwise::Stepwise;
use crate::refine::{Clock, Compat, ConceptIdx, Concepts, CutShort, Metric, Operator};
use definitions::Definitions;

/// The options that it has.
const OPTIONS: &[&str] = &[
    "noise",
    "compat",
    "gain-bonus",
    "expansion-penalty",
    "refinement-penalty",
    "max-length",
    "nesting",
];

/// What the accuracy adds to the score, beside the share of negatives that are not covered.
const ACCURACY_WEIGHT: f64 = 0.01;

/// Partial definitions with exceptions.
pub static SPACEL: ByRefinement = ByRefinement {
    id: "spacel",
    about: "SPaCEL: joins partial definitions, each less the exceptions that other concepts describe.",
    shared: OPTIONS,
    own: &[],
    defaults: &[
        ("timeout", "10s"),
        ("evaluations", "1000000"),
        ("stop-when-solved", "true"),
        ("max-length", "30"),
        ("nesting", "7"),
        ("gain-bonus", "0.2"),
        ("expansion-penalty", "0.05"),
    ],
    search: |start| Box::new(TwoWay::new(start)),
};

/// A concept that covers examples of both sides.
#[derive(Clone, Copy)]
struct Node {
    concept: ConceptIdx,
    /// The share of negatives that it does not cover.
    correctness: f64,
    accuracy: f64,
    of_parent: f64,
    /// The length of its next refinements.
    expansion: u32,
    n_refinements: u32,
}

/// A search in both directions between two evaluations.
struct TwoWay {
    operator: Operator,
    examples: Arc<Examples>,
    options: RefineOptions,
    reach: Reach,
    all: Sides,
    definitions: Definitions,
    nodes: Vec<Node>,
    queue: BinaryHeap<Queued>,
    seen: Vec<u64>,
    /// The refinements that are not tried yet, the next one last, and the accuracy of their origin.
    pending: Vec<ConceptIdx>,
    of_origin: f64,
}

impl TwoWay {
    fn new(start: Start<'_>) -> Self {
        let options = RefineOptions::read(start.options);
        // The program has an operator of its own, older than the one whose oddities are known.
        let operator = Operator::new(start.space, Metric::REPORTED, Compat::Off);
        let operator = operator.without(Constructor::Union).without(Constructor::Negation);
        Self {
            operator,
            examples: start.examples.clone(),
            reach: Reach::read(start.options),
            all: Sides::new(start.examples),
            definitions: Definitions::new(start),
            options,
            nodes: Vec::new(),
            queue: BinaryHeap::new(),
            seen: Vec::new(),
            pending: vec![Concepts::TOP],
            of_origin: 0.0,
        }
    }

    /// Refines the best node; false if there is none.
    fn refine(
        &mut self,
        context: &mut Context<'_>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<bool, CutShort> {
        let Some(place) = self.queue.peek().map(|entry| entry.node) else { return Ok(false) };
        let Node { concept, expansion, accuracy, .. } = self.nodes[place as usize];
        let refined = self.operator.refine(concept, expansion, &mut Clock::new(is_over));
        if refined == Err(CutShort::Time) {
            return Err(CutShort::Time);
        }
        self.queue.pop();
        // Exceptions that were found since may complete it.
        let codes = self.codes(concept);
        let members = context.workers.own().members(&tree_of(&codes));
        if self.definitions.combine(&codes, &members, context) {
            return Ok(true);
        }
        let Ok(refinements) = refined else { return Ok(true) };
        self.of_origin = accuracy;
        let concepts = &self.operator.concepts;
        self.seen.resize(concepts.len().div_ceil(64), 0);
        let node = &mut self.nodes[place as usize];
        node.expansion += 1;
        node.n_refinements = refinements.len() as u32;
        for concept in refinements.into_iter().rev() {
            let index = concept.index() as u32;
            if concepts.depth(concept) <= self.reach.max_depth && !has_bit(&self.seen, index) {
                set_bit(&mut self.seen, index);
                self.pending.push(concept);
            }
        }
        self.put_back(place);
        Ok(true)
    }

    fn put_back(&mut self, place: u32) {
        let node = &self.nodes[place as usize];
        if node.expansion <= self.reach.max_length {
            let score = self.score(node);
            self.queue.push(Queued { score, node: place });
        }
    }

    /// correctness + 0.2 · gain + 0.01 · accuracy − 0.05 · expansion − 0.0001 · refinements.
    fn score(&self, node: &Node) -> f64 {
        let RefineOptions { gain_bonus, expansion_penalty, refinement_penalty, compat, .. } =
            self.options;
        let gain = match compat {
            Compat::Off => node.accuracy - node.of_parent,
            // The program rewards a loss of accuracy.
            Compat::DlLearner => node.of_parent - node.accuracy,
        };
        node.correctness + gain_bonus * gain + ACCURACY_WEIGHT * node.accuracy
            - expansion_penalty * (f64::from(node.expansion) - 1.0)
            - refinement_penalty * f64::from(node.n_refinements)
    }

    fn try_concept(&mut self, concept: ConceptIdx, context: &mut Context<'_>) {
        let codes = self.codes(concept);
        let members = context.workers.own().members(&tree_of(&codes));
        *context.evaluations += 1;
        let covered = self.all.covered(&members);
        let all = self.examples.total();
        let (n_positives, n_negatives) = (f64::from(all.positives), f64::from(all.negatives));
        let negatives = f64::from(covered.negatives);
        if covered.positives == 0 {
            self.definitions.add_exception(&codes, &members, context);
            return;
        }
        if negatives <= self.options.noise / 100.0 * n_negatives {
            self.definitions.add(&codes, &members, context);
            return;
        }
        let adds_nothing = !self.definitions.leaves_positives(&members)
            && !self.definitions.leaves_negatives(&members);
        if adds_nothing || self.definitions.combine(&codes, &members, context) {
            return;
        }
        let n_right = f64::from(covered.positives) + n_negatives - negatives;
        let accuracy = n_right / (n_positives + n_negatives);
        let place = self.nodes.len() as u32;
        self.nodes.push(Node {
            concept,
            correctness: 1.0 - negatives / n_negatives,
            accuracy,
            of_parent: if self.nodes.is_empty() { accuracy } else { self.of_origin },
            expansion: self.operator.concepts.length(concept),
            n_refinements: 0,
        });
        self.put_back(place);
    }

    fn codes(&self, concept: ConceptIdx) -> Vec<Code> {
        let mut codes = Vec::new();
        self.operator.concepts.codes(concept, &mut codes);
        codes
    }
}

impl Stepwise for TwoWay {
    fn step(
        &mut self,
        context: &mut Context<'_>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<bool, CutShort> {
        while !self.definitions.are_complete() {
            if let Some(next) = self.pending.pop() {
                self.try_concept(next, context);
                return Ok(true);
            }
            if !self.refine(context, is_over)? {
                break;
            }
        }
        Ok(false)
    }

    fn finish(&mut self, context: &mut Context<'_>) {
        self.definitions.offer(context);
    }
}
