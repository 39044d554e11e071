//! A committee: an answer, and short concepts that correct it where it is wrong.
//!
//! The first member is the answer. Each further one is the best short concept under weights that rise
//! where the vote so far is wrong (`AdaBoost`, Freund and Schapire 1997, with half steps). Weights are
//! whole numbers in bit planes: plane p has the examples whose weight has bit p, so that a weighted
//! count is a few counts of bits.

use std::sync::Arc;

use evolearner_evaluate::{Examples, Quality, Side, concept};
use evolearner_graph::bits::{WORD, has_bit};
use evolearner_search::{Context, Member, Rating, Row, Watch};

use super::budget::Budget;
use super::layers::ROOT;
use super::score::planes;
use super::{State, Systematic};

/// The longest concept of a further member.
const MAX_LENGTH: usize = 7;
/// The sets that are kept of each length.
const WIDTH: usize = 60;
/// How far weights move towards what boosting asks for.
const STEP: f64 = 0.5;
/// Bits of a weight.
const N_PLANES: usize = 5;
/// The mean weight.
const MEAN_WEIGHT: f64 = 4.0;
/// The least share of wrong weight that a member is taken to have: a perfect one would outvote all.
const LEAST_ERROR: f64 = 1e-3;

impl Systematic {
    /// The committee that the options ask for. It ends earlier where no short concept helps.
    pub(super) fn boosted(&self, context: &Context<'_>, answer: &Row) -> Vec<Member> {
        let watch = context.watch;
        let covers = context.front.covers(&answer.concept, &self.examples);
        let n_positives = self.examples.positives().len();
        let is_right = |place: usize, covered: bool| covered == (place < n_positives);
        let mut boosting = Boosting::new(&self.examples);
        let right: Vec<bool> =
            covers.iter().enumerate().map(|(place, &covered)| is_right(place, covered)).collect();
        let Some(weight) = boosting.take(&right, 1.0) else { return Vec::new() };
        let mut members = vec![Member { concept: answer.concept.clone(), weight }];
        let accuracy = Arc::new(Quality::Accuracy);
        let rating = Rating::new(accuracy, self.rating.parsimony(), true, &self.examples);
        let mut state = self.rated_by(rating).begin();
        for length in 1..=MAX_LENGTH {
            let State { atoms, layers, pool, .. } = &mut state;
            atoms.gather(length, layers, pool, &mut Budget::new(watch, u64::MAX));
        }
        let (atoms, full) = (state.pool.clone(), state.layers.typed.universe(ROOT).full.clone());
        let half = n_positives.div_ceil(WORD) * WORD;
        let slot =
            |place: usize| if place < n_positives { place } else { half + place - n_positives };
        while members.len() < self.options.committee && watch.reason().is_none() {
            let planes = boosting.planes(full.len(), slot);
            state.pool = atoms.rated_by(atoms.scorer.weighted(planes, &full));
            let Some(place) = state.best(watch) else { break };
            let set = state.pool.sets.words(place);
            let covered = |place: usize| has_bit(set, slot(place) as u32);
            let right: Vec<bool> =
                (0..covers.len()).map(|place| is_right(place, covered(place))).collect();
            let concept = concept(&self.space, &state.pool.codes(place, &state.layers));
            let is_known = members.iter().any(|member| member.concept == concept);
            let Some(weight) = boosting.take(&right, STEP).filter(|_| !is_known) else { break };
            members.push(Member { concept, weight });
        }
        members
    }
}

impl State {
    /// The best short set of the pool and its joins; of equals the shorter.
    fn best(&mut self, watch: &Watch) -> Option<usize> {
        self.beam = vec![Vec::new()];
        self.plain_beam = vec![Vec::new()];
        let mut best: Option<usize> = None;
        for length in 1..=MAX_LENGTH {
            let kept = self.join(length, WIDTH, 1, watch, &mut 0).ok()?;
            let first = kept.first().map(|&place| place as usize);
            let is_better = |place: &usize| {
                best.is_none_or(|best| self.pool.quality(*place) > self.pool.quality(best))
            };
            best = first.filter(is_better).or(best);
            self.beam.push(kept);
        }
        best
    }
}

/// The weights of the examples.
struct Boosting {
    /// They sum up to 1.
    weights: Vec<f64>,
}

impl Boosting {
    /// The weights that the examples have.
    fn new(examples: &Examples) -> Self {
        let sides = [Side::Positive, Side::Negative].map(|side| examples.whole_weights(side));
        let weights: Vec<f64> = match sides {
            [Some(positives), Some(negatives)] => {
                positives.into_iter().chain(negatives).map(f64::from).collect()
            }
            _ => vec![1.0; examples.positives().len() + examples.negatives().len()],
        };
        let sum: f64 = weights.iter().sum();
        Self { weights: weights.into_iter().map(|weight| weight / sum).collect() }
    }

    /// Takes a member that is right about these examples; what its vote counts. Nothing if it is wrong
    /// about half of the weight or more.
    fn take(&mut self, right: &[bool], step: f64) -> Option<f64> {
        let wrong = self.weights.iter().zip(right).filter(|(_, is_right)| !**is_right);
        let error: f64 = wrong.map(|(weight, _)| weight).sum::<f64>().max(LEAST_ERROR);
        if error >= 0.5 {
            return None;
        }
        let vote = step * 0.5 * ((1.0 - error) / error).ln();
        for (weight, is_right) in self.weights.iter_mut().zip(right) {
            *weight *= if *is_right { (-vote).exp() } else { vote.exp() };
        }
        let sum: f64 = self.weights.iter().sum();
        self.weights.iter_mut().for_each(|weight| *weight /= sum);
        Some(vote)
    }

    /// The weights as whole numbers in bit planes.
    fn planes(&self, n_words: usize, slot: impl Fn(usize) -> usize) -> Vec<Vec<u64>> {
        let most = f64::from((1u32 << N_PLANES) - 1);
        let scale = MEAN_WEIGHT * self.weights.len() as f64;
        let whole = |weight: f64| (weight * scale).round().clamp(1.0, most) as u32;
        let numbers = self.weights.iter().enumerate();
        planes(numbers.map(|(place, &weight)| (slot(place), whole(weight))), n_words)
    }
}
