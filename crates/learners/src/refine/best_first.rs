//! Best-first search by refinement: the concept with the best score is refined to one more length.
//!
//! A node is refined again and again, to the next length each time; its horizontal expansion is the
//! length that comes next. Concepts that were seen are not tried again. Nothing is random.

use std::cmp::Ordering;

use evolearner_evaluate::{Covered, tree_of};
use evolearner_graph::bits::{has_bit, set_bit};
use evolearner_search::{Context, Rating, Start};

use super::options::Reach;
use super::queue::{Queue, Queued};
use super::stepwise::{Stepwise, offer};
use super::{Clock, ConceptIdx, Concepts, CutShort, Operator};

/// What one best-first search has that another has not.
pub trait Guide: Send + 'static {
    /// The accuracy that scores are made of, or nothing for a concept that is too weak to be refined.
    fn accuracy(&self, covered: Covered) -> Option<f64>;

    /// How promising a node is.
    fn score(&self, node: &SearchNode, concepts: &Concepts) -> f64;

    /// Whether a concept is refined at all.
    fn is_refined(&self, covered: Covered) -> bool {
        let _ = covered;
        true
    }

    /// The refinements of a node that come next.
    fn refine(
        &self,
        operator: &mut Operator,
        node: &SearchNode,
        clock: &mut Clock<'_>,
    ) -> Result<Vec<ConceptIdx>, CutShort> {
        operator.refine(node.concept, node.expansion, clock)
    }

    /// Whether a node is refined to one length after the other, or once.
    fn is_repeated(&self) -> bool {
        true
    }

    /// Whether refinements as long as their origin are refined at once.
    fn is_eager(&self) -> bool {
        false
    }
}

/// A concept that may be refined.
#[derive(Clone, Copy, Debug)]
pub struct SearchNode {
    /// The concept.
    pub concept: ConceptIdx,
    /// The accuracy of the concept.
    pub accuracy: f64,
    /// The accuracy of the concept that it is a refinement of; nothing for `⊤`.
    pub of_parent: Option<f64>,
    /// The length of its next refinements.
    pub expansion: u32,
    /// How many refinements it had when it was refined last.
    pub n_refinements: u32,
}

/// A best-first search between two evaluations.
pub struct BestFirst<G> {
    operator: Operator,
    rating: Rating,
    guide: G,
    reach: Reach,
    nodes: Vec<SearchNode>,
    queue: Queue,
    /// Nodes that are refined before those of the queue, the next one last.
    eager: Vec<u32>,
    /// Concepts that were tried, by their indices.
    seen: Vec<u64>,
    /// The refinements of a node that are not tried yet, the next one last.
    pending: Vec<ConceptIdx>,
    /// The node whose refinements these are.
    refined: u32,
}

impl<G: Guide> BestFirst<G> {
    /// A search at its beginning.
    pub fn new(start: Start<'_>, guide: G, operator: Operator, reach: Reach) -> Self {
        Self {
            operator,
            rating: start.rating.clone(),
            guide,
            reach,
            nodes: Vec::new(),
            queue: Queue::default(),
            eager: Vec::new(),
            seen: Vec::new(),
            pending: vec![Concepts::TOP],
            refined: 0,
        }
    }

    /// Refines the best node; false if there is none.
    fn refine(&mut self, is_over: &dyn Fn() -> bool) -> Result<bool, CutShort> {
        let next = self.eager.last().copied().or(self.queue.first().map(|entry| entry.node));
        let Some(place) = next else { return Ok(false) };
        let node = self.nodes[place as usize];
        let refined = self.guide.refine(&mut self.operator, &node, &mut Clock::new(is_over));
        if refined == Err(CutShort::Time) {
            return Err(CutShort::Time);
        }
        if self.eager.pop().is_none() {
            let order = by_score(&self.nodes, &self.operator.concepts);
            self.queue.pop(order);
        }
        let Ok(refinements) = refined else { return Ok(true) };
        self.refined = place;
        let node = &mut self.nodes[place as usize];
        node.expansion += 1;
        node.n_refinements = refinements.len() as u32;
        let concepts = &self.operator.concepts;
        self.seen.resize(concepts.len().div_ceil(64), 0);
        let seen = &mut self.seen;
        for concept in refinements.into_iter().rev() {
            let index = concept.index() as u32;
            let is_within = concepts.length(concept) <= self.reach.max_length
                && concepts.depth(concept) <= self.reach.max_depth;
            if is_within && !has_bit(seen, index) {
                set_bit(seen, index);
                self.pending.push(concept);
            }
        }
        if self.guide.is_repeated() {
            self.put_back(place);
        }
        Ok(true)
    }

    /// Puts a node into the queue, unless its next refinements would be too long.
    fn put_back(&mut self, place: u32) {
        let node = &self.nodes[place as usize];
        if node.expansion <= self.reach.max_length {
            let score = self.guide.score(node, &self.operator.concepts);
            let order = by_score(&self.nodes, &self.operator.concepts);
            self.queue.push(Queued { score, node: place }, order);
        }
    }

    fn try_concept(&mut self, idx: ConceptIdx, context: &mut Context<'_>) {
        let mut codes = Vec::with_capacity(16);
        self.operator.concepts.codes(idx, &mut codes);
        let covered = context.workers.own().covered(&tree_of(&codes));
        *context.evaluations += 1;
        let Some(accuracy) = self.guide.accuracy(covered) else { return };
        let length = self.operator.concepts.length(idx);
        let space = self.operator.space();
        offer(space, &self.rating, &codes, length as usize, covered, context);
        if !self.guide.is_refined(covered) {
            return;
        }
        let parent = self.nodes.get(self.refined as usize);
        let of_parent = parent.map(|parent| parent.accuracy);
        let is_as_long =
            parent.is_some_and(|parent| self.operator.concepts.length(parent.concept) == length);
        let place = self.nodes.len() as u32;
        self.nodes.push(SearchNode {
            concept: idx,
            accuracy,
            of_parent,
            expansion: length,
            n_refinements: 0,
        });
        if is_as_long && self.guide.is_eager() {
            self.eager.push(place);
        } else {
            self.put_back(place);
        }
    }
}

/// The better score first, of equals the concept that is greater in the order of the concepts, then the
/// older node.
fn by_score<'n>(
    nodes: &'n [SearchNode],
    concepts: &'n Concepts,
) -> impl Fn(&Queued, &Queued) -> Ordering + 'n {
    let concept = |entry: &Queued| nodes[entry.node as usize].concept;
    move |one, other| {
        let by_score = one.score.total_cmp(&other.score);
        by_score.then_with(|| concepts.compare(concept(one), concept(other))).then(one.cmp(other))
    }
}

impl<G: Guide> Stepwise for BestFirst<G> {
    fn step(
        &mut self,
        context: &mut Context<'_>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<bool, CutShort> {
        while self.pending.is_empty() {
            if !self.refine(is_over)? {
                return Ok(false);
            }
        }
        if let Some(next) = self.pending.pop() {
            self.try_concept(next, context);
        }
        Ok(true)
    }
}
