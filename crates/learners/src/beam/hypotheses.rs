//! Concepts that some labelled individuals leave possible, told apart by everyone who may be labelled.
//!
//! A search needs one concept for each set of *examples*. Whom to label next depends on concepts that agree
//! on the examples and differ on others, so that here a set is over the examples and the candidates for a
//! label. Candidates weigh nothing: the beam keeps what fits the labels best, and of equals some that are
//! chosen by a hash, which is as good as a sample.

use std::sync::Arc;

use evolearner_dl::Concept;
use evolearner_evaluate::{Examples, Quality, Space, Typed, concept};
use evolearner_graph::bits::{WORD, has_bit, set_bit};
use evolearner_search::{Rating, Watch};

use super::MAX_EDGES;
use super::atoms::{Atoms, nesting_of_atoms};
use super::forest::{Forest, Grown};
use super::layers::{Layers, ROOT};
use super::pool::Pool;
use super::prove::Prover;
use super::score::Scorer;
use super::sets::Made;
use super::state::{Phase, State};

/// Concepts that may be meant.
pub struct Hypotheses {
    state: State,
    /// Where they are in the pool, with their lengths.
    places: Vec<(u32, usize)>,
    forest: Forest,
    /// The number of labelled positives and of all.
    n_positives: usize,
    n_labelled: usize,
}

/// How far hypotheses are looked for.
#[derive(Clone, Copy, Debug)]
pub struct HypothesisBounds {
    /// The longest filler of an atom.
    pub filler_length: usize,
    /// How deep restrictions are nested at most.
    pub nesting: usize,
    /// How many are kept of each length.
    pub width: usize,
    /// The longest concept.
    pub max_length: usize,
    /// How much longer a concept may be than the shortest that fits all labels.
    pub beyond: usize,
}

impl Hypotheses {
    /// The hypotheses of a space. Examples are the labelled ones, and among the negatives, after those that
    /// are labelled, the candidates. Nothing where the work is to end before.
    pub fn new(
        space: &Arc<Space>,
        examples: &Examples,
        n_labelled_negatives: usize,
        reach: HypothesisBounds,
        watch: &Watch,
    ) -> Option<Self> {
        let nesting = reach.nesting.min(nesting_of_atoms(reach.filler_length));
        let typed = Arc::new(Typed::new(space, examples, nesting, MAX_EDGES));
        let root = typed.universe(ROOT);
        let n_positives = examples.positives().len();
        let n_labelled = n_positives + n_labelled_negatives;
        let rating = Rating::new(Arc::new(Quality::Accuracy), 1.0, false, examples);
        let mut labelled = vec![0; root.n_words()];
        for place in 0..n_labelled {
            set_bit(&mut labelled, slot(place, n_positives) as u32);
        }
        let scorer =
            Scorer::new(rating, examples, &root.full).weighted(vec![labelled.clone()], &root.full);
        let mut state = State {
            pool: Pool::new(scorer.clone(), root.n_words()),
            perfect: scorer.quality(scorer.perfect()),
            layers: Layers::new(space.clone(), typed.clone()),
            deep_layers: None,
            atoms: Atoms::new(reach.filler_length),
            beam: vec![Vec::new()],
            plain_beam: vec![Vec::new()],
            best: vec![f64::NEG_INFINITY],
            prover: Prover::new(scorer),
            phase: Phase::Over,
            proven: 0,
            pursuit: None,
            imperfect: 0,
            spent: 0,
            work: 0,
        };
        let mut last = reach.max_length;
        while state.beam.len() <= last {
            let length = state.beam.len();
            let kept = state.join(length, reach.width, 1, watch, &mut 0).ok()?;
            let fits = |&first: &u32| state.pool.quality(first as usize) >= state.perfect;
            if kept.first().is_some_and(fits) {
                last = last.min(length + reach.beyond);
            }
            state.beam.push(kept);
        }
        let lengths = 1..state.beam.len();
        let is_feature =
            |&place: &u32| !matches!(state.pool.sets.made(place as usize), Made::Not(_));
        let atoms: Vec<u32> = lengths
            .flat_map(|length| state.atoms.of_length(length).iter().copied().filter(is_feature))
            .collect();
        let grown =
            Grown { pool: &state.pool, atoms: &atoms, labelled: &labelled, all: &root.full };
        let forest = Forest::new(&grown, watch)?;
        let mut places: Vec<(u32, usize)> = Vec::new();
        for (length, kept) in state.beam.iter().enumerate() {
            places.extend(kept.iter().map(|&place| (place, length)));
        }
        places.sort_unstable();
        places.dedup_by_key(|(place, _)| *place);
        Some(Self { state, places, forest, n_positives, n_labelled })
    }

    /// How many there are; never none, as `⊤` is one.
    #[expect(clippy::len_without_is_empty, reason = "it is never empty")]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// The length of one.
    pub fn length(&self, at: usize) -> usize {
        self.places[at].1
    }

    /// How many labels one gets wrong.
    pub fn errors(&self, at: usize) -> u32 {
        let covered = self.state.pool.covered(self.places[at].0 as usize);
        self.state.pool.scorer.all.positives - covered.positives + covered.negatives
    }

    /// Whether one has a candidate inside.
    #[inline]
    pub fn has(&self, at: usize, candidate: usize) -> bool {
        let place = slot(self.n_labelled + candidate, self.n_positives) as u32;
        has_bit(self.state.pool.sets.words(self.places[at].0 as usize), place)
    }

    /// The share of random trees, grown from the labels, that have a candidate inside.
    pub fn tree_share(&self, candidate: usize) -> f64 {
        self.forest.share(slot(self.n_labelled + candidate, self.n_positives) as u32)
    }

    /// One as a concept.
    pub fn concept(&self, at: usize) -> Concept {
        let State { pool, layers, .. } = &self.state;
        concept(&layers.space, &pool.codes(self.places[at].0 as usize, layers))
    }
}

fn slot(place: usize, n_positives: usize) -> usize {
    if place < n_positives {
        place
    } else {
        n_positives.div_ceil(WORD) * WORD + place - n_positives
    }
}
