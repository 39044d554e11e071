//! DL-FOIL: separate and conquer with random refinements (Fanizzi, d'Amato & Esposito 2008, DL-FOIL
//! concept learning in description logics).
//!
//! A part starts at `⊤` and is specialised by the best of some random refinements until it covers no
//! negatives; then the positives that it covers are set aside and the next part begins. The original
//! does not end where no such specialisation exists. Here a part ends after some draws without a gain,
//! and the search after some parts that were not taken.

use std::sync::Arc;

use evolearner_dl::Constructor;
use evolearner_evaluate::{Code, Covered, Examples, tree_of};
use evolearner_search::{Context, Group, LimitOptions, Random, Rating, Stage, Start, options};

use crate::refine::method::ByRefinement;
use crate::refine::options::Reach;
use crate::refine::sides::{Sides, insert, is_empty, remove};
use crate::refine::stepwise::{Stepwise, offer};
use crate::refine::{Clock, Compat, ConceptIdx, Concepts, CutShort, Metric, Operator};

options! {
    /// How parts are specialised.
    pub struct FoilOptions in Group::Search => {
        /// Random refinements of which the best one is taken.
        draws: usize = 50, "docs/learners.md", within (1.0, 1e6);
        /// The least gain for which a part is specialised further.
        min_gain: f64 = 0.01, "docs/learners.md", within (0.0, 1e6);
    }
}

/// How much longer than its origin a refinement may be.
const GROWTH: u32 = 3;
/// A part ends after so many draws without gain, the search after so many parts that add no positive.
const MAX_FAILURES: u32 = 5;

/// Separate and conquer with random refinements.
pub static DLFOIL: ByRefinement = ByRefinement {
    id: "dlfoil",
    about: "DL-FOIL: specialises one disjunct after the other by the best of some random refinements.",
    shared: &["noise", "max-length", "nesting"],
    own: FoilOptions::OPTIONS,
    defaults: &[
        ("timeout", "10s"),
        ("evaluations", "1000000"),
        ("stop-when-solved", "true"),
        ("max-length", "30"),
        ("nesting", "7"),
    ],
    search: |start| Box::new(Covering::new(start)),
};

/// A concept and what it covers of the examples that are left.
struct Part {
    concept: ConceptIdx,
    members: Vec<u64>,
    left: Covered,
}

/// A search for one part after the other, between two evaluations.
struct Covering {
    operator: Operator,
    examples: Arc<Examples>,
    rating: Rating,
    options: FoilOptions,
    reach: Reach,
    noise: f64,
    seed: u64,
    all: Sides,
    /// The positives that no part covers, and all negatives.
    left: Sides,
    parts: Vec<ConceptIdx>,
    members: Vec<u64>,
    /// The part that is being specialised; nothing before its `⊤` was evaluated.
    current: Option<Part>,
    /// Refinements that were drawn and not tried yet.
    pending: Vec<ConceptIdx>,
    /// The best of those that were tried, with its gain.
    best: Option<(f64, Part)>,
    n_draws: u32,
    n_failed_draws: u32,
    n_failed_parts: u32,
    is_over: bool,
}

impl Covering {
    fn new(start: Start<'_>) -> Self {
        let all = Sides::new(start.examples);
        Self {
            operator: Operator::new(start.space, Metric::REPORTED, Compat::Off)
                .without(Constructor::Union),
            examples: start.examples.clone(),
            rating: start.rating.clone(),
            options: FoilOptions::read(start.options),
            reach: Reach::read(start.options),
            noise: start.options.get("noise"),
            seed: LimitOptions::read(start.options).seed,
            members: vec![0; all.positives.len()],
            left: all.clone(),
            all,
            parts: Vec::new(),
            current: None,
            pending: vec![Concepts::TOP],
            best: None,
            n_draws: 0,
            n_failed_draws: 0,
            n_failed_parts: 0,
            is_over: false,
        }
    }

    /// Evaluates a drawn refinement.
    fn try_concept(&mut self, concept: ConceptIdx, context: &mut Context<'_>) {
        let codes = self.codes(concept);
        let members = context.workers.own().members(&tree_of(&codes));
        *context.evaluations += 1;
        self.offer(concept, &members, context);
        let left = self.left.covered(&members);
        let part = Part { concept, members, left };
        let Some(current) = &self.current else {
            self.current = Some(part);
            return;
        };
        let gain = gain(current.left, left);
        let is_better = self.best.as_ref().is_none_or(|(best, known)| {
            let length = |part: &Part| self.operator.concepts.length(part.concept);
            gain > *best || gain == *best && length(&part) < length(known)
        });
        if is_better {
            self.best = Some((gain, part));
        }
    }

    /// Goes on after all drawn refinements were tried.
    fn go_on(
        &mut self,
        context: &mut Context<'_>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<(), CutShort> {
        let Some(current) = &self.current else {
            self.pending.push(Concepts::TOP);
            return Ok(());
        };
        if let Some((gain, part)) = self.best.take() {
            if gain > self.options.min_gain {
                self.current = Some(part);
                self.n_failed_draws = 0;
            } else {
                self.n_failed_draws += 1;
            }
            return Ok(());
        }
        let allowed = self.noise / 100.0 * f64::from(self.examples.total().negatives);
        let is_good = f64::from(current.left.negatives) <= allowed;
        if is_good || self.n_failed_draws >= MAX_FAILURES {
            self.end_part(context);
            return Ok(());
        }
        let (concept, n_before) = (current.concept, self.n_draws);
        self.draw(concept, is_over)?;
        if self.pending.is_empty() {
            // It has no refinements at all.
            self.n_failed_draws = MAX_FAILURES;
        }
        self.n_draws = n_before + 1;
        Ok(())
    }

    /// Draws some refinements of a concept.
    fn draw(&mut self, concept: ConceptIdx, is_over: &dyn Fn() -> bool) -> Result<(), CutShort> {
        let own = self.operator.concepts.length(concept);
        let mut refinements = Vec::new();
        for length in own..=(own + GROWTH).min(self.reach.max_length) {
            match self.operator.refine(concept, length, &mut Clock::new(is_over)) {
                Ok(found) => refinements.extend(found),
                Err(CutShort::Time) => return Err(CutShort::Time),
                Err(CutShort::Work) => break,
            }
        }
        let concepts = &self.operator.concepts;
        refinements.retain(|&one| concepts.depth(one) <= self.reach.max_depth);
        let n_parts = (self.parts.len() as u32) + self.n_failed_parts;
        let mut random = Random::new(self.seed, Stage::Vary, n_parts, self.n_draws);
        for place in 0..refinements.len().min(self.options.draws) {
            let other = place + random.below(refinements.len() - place);
            refinements.swap(place, other);
        }
        refinements.truncate(self.options.draws);
        refinements.reverse();
        self.pending = refinements;
        Ok(())
    }

    /// Takes the part, if it is better than a guess among the examples that are left.
    fn end_part(&mut self, context: &mut Context<'_>) {
        let Some(part) = self.current.take() else { return };
        (self.n_failed_draws, self.n_draws) = (0, 0);
        let Covered { positives, negatives } = part.left;
        let before = self.left.covered(&self.everybody());
        let share = |covered: Covered| {
            f64::from(covered.positives) / f64::from((covered.positives + covered.negatives).max(1))
        };
        if positives == 0 || negatives > 0 && share(part.left) <= share(before) {
            self.n_failed_parts += 1;
            self.is_over = self.n_failed_parts >= MAX_FAILURES;
            return;
        }
        self.parts.push(part.concept);
        remove(&mut self.left.positives, &part.members);
        insert(&mut self.members, &part.members);
        let union = self.operator.concepts.join(false, &self.parts);
        let members = std::mem::take(&mut self.members);
        self.offer(union, &members, context);
        self.members = members;
        let has_union = self.operator.space().language.has(Constructor::Union);
        self.is_over = !has_union || is_empty(&self.left.positives);
    }

    fn everybody(&self) -> Vec<u64> {
        let mut everybody = self.all.positives.clone();
        insert(&mut everybody, &self.all.negatives);
        everybody
    }

    fn offer(&self, concept: ConceptIdx, members: &[u64], context: &mut Context<'_>) {
        let length = self.operator.concepts.length(concept) as usize;
        let covered = self.all.covered(members);
        let codes = self.codes(concept);
        offer(self.operator.space(), &self.rating, &codes, length, covered, context);
    }

    fn codes(&self, concept: ConceptIdx) -> Vec<Code> {
        let mut codes = Vec::new();
        self.operator.concepts.codes(concept, &mut codes);
        codes
    }
}

/// The gain of FOIL: the positives that stay covered, each by the information that a covered example is
/// positive.
fn gain(before: Covered, after: Covered) -> f64 {
    let information = |covered: Covered| {
        let n = f64::from(covered.positives + covered.negatives);
        (f64::from(covered.positives) / n).ln()
    };
    if after.positives == 0 {
        return f64::NEG_INFINITY;
    }
    f64::from(after.positives) * (information(after) - information(before))
}

impl Stepwise for Covering {
    fn step(
        &mut self,
        context: &mut Context<'_>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<bool, CutShort> {
        while !self.is_over {
            if let Some(next) = self.pending.pop() {
                self.try_concept(next, context);
                return Ok(true);
            }
            self.go_on(context, is_over)?;
        }
        Ok(false)
    }
}
