//! Systematic search: a beam over atoms, and complete search of short concepts.
//!
//! Every concept is a set of examples, and concepts with the same set are one. `layers` finds the
//! distinct sets by length, over universes whose members are types (see
//! [`Typed`](evolearner_evaluate::Typed)). A beam of the best sets of each length grows by joins with
//! atoms and with each other; then `prove` rates *all* concepts of length 1, 2, … as long as the
//! budget lasts. The order of all work is fixed and its amount is counted, so that a run has the same
//! result everywhere; nothing is random.

mod atoms;
mod budget;
mod choose;
mod layers;
mod options;
mod pool;
mod prove;
mod refine;
mod score;
mod sets;

use std::sync::Arc;

use evolearner_dl::{Concept, Constructor};
use evolearner_evaluate::{Code, Covered, Examples, Space, Typed, concept};
use evolearner_graph::bits::WORD;
use evolearner_graph::codec::{Decoder, Encoder};
use evolearner_search::{
    Advance, Answer, Context, Front, Method, NotResumed, OptionSpec, Progress, Proof, Rating,
    Search, Start, StopReason, read_codes, write_codes,
};

use atoms::Atoms;
use budget::Budget;
use choose::choose;
use layers::{Layers, ROOT};
use options::BeamOptions;
use pool::{Best, Pool};
use prove::Prover;
use score::Scorer;

/// The most edges that are followed from the examples.
const MAX_EDGES: usize = 1_000_000;
/// The sets of each length that are joined with each other.
const N_JOINED: usize = 100;
/// How many sets of each length are offered to the front: of those that are equally good, the front
/// keeps the most positive.
const N_OFFERED: usize = 5;

/// A beam over systematically gathered atoms, and complete search of short concepts.
pub struct Beam;

impl Method for Beam {
    fn id(&self) -> &'static str {
        "beam"
    }

    fn about(&self) -> &'static str {
        "Tries every short concept, and longer ones by a beam of the best of each length."
    }

    fn options(&self) -> Vec<&'static OptionSpec> {
        BeamOptions::OPTIONS.iter().collect()
    }

    fn defaults(&self) -> &'static [(&'static str, &'static str)] {
        &[("splitter", "boundaries"), ("with", "presence")]
    }

    fn start(&self, start: Start<'_>) -> Box<dyn Search> {
        Box::new(Systematic::new(start))
    }

    /// Nothing is random, so that the steps that were done are done again. Where the run is to end
    /// before that is through, it has what was saved.
    fn resume(
        &self,
        start: Start<'_>,
        context: &mut Context<'_>,
        saved: &mut Decoder<'_>,
    ) -> Result<Box<dyn Search>, NotResumed> {
        let n_steps = saved.u64()?;
        let found = read_found(saved, start)?;
        let mut search = Systematic::new(start);
        let (evaluations, best_quality) = (*context.evaluations, *context.best_quality);
        *context.evaluations = 0;
        while search.n_steps < n_steps {
            if search.advance(context) != Advance::More {
                break;
            }
        }
        if search.n_steps < n_steps {
            search.n_steps = n_steps;
            found.iter().for_each(|(concept, covered)| context.front.offer(concept, *covered));
            if let Some(state) = &mut search.state {
                state.found = found;
            }
        }
        (*context.evaluations, *context.best_quality) = (evaluations, best_quality);
        *context.report = None;
        Ok(Box::new(search))
    }
}

/// A systematic search between two steps.
struct Systematic {
    space: Arc<Space>,
    examples: Arc<Examples>,
    rating: Rating,
    options: BeamOptions,
    n_steps: u64,
    state: Option<State>,
}

/// What was found so far.
struct State {
    layers: Layers,
    pool: Pool,
    atoms: Atoms,
    /// The sets that were kept of each length, best first.
    beam: Vec<Vec<u32>>,
    /// The best quality up to each length.
    best: Vec<f64>,
    /// The quality of a concept that gets every example right.
    perfect: f64,
    prover: Prover,
    phase: Phase,
    /// The best concept of each length, to be saved.
    found: Vec<(Concept, Covered)>,
    /// Work that is left for the proof.
    work: u64,
}

/// What is done next.
#[derive(Clone, Copy, Debug)]
enum Phase {
    /// A length of the beam.
    Beam(usize),
    /// A length of the proof.
    Prove(usize),
    /// Nothing.
    Over,
}

/// The step did not come to its end.
struct CutShort;

impl Systematic {
    fn new(start: Start<'_>) -> Self {
        Self {
            space: start.space.clone(),
            examples: start.examples.clone(),
            rating: start.rating.clone(),
            options: BeamOptions::read(start.options),
            n_steps: 0,
            state: None,
        }
    }

    /// The state before the first step. Where a concept without parts gets everything right, the
    /// neighbourhood of the examples is not looked at.
    fn begin(&self) -> State {
        let alone = self.state(Typed::new(&self.space, &self.examples, 0, 0));
        let full = |leaf: &evolearner_evaluate::Leaf| {
            alone.pool.scorer.quality(alone.pool.scorer.covered(&leaf.members)) >= alone.perfect
        };
        if alone.layers.typed.universe(ROOT).leaves.iter().any(full) {
            return alone;
        }
        self.state(Typed::new(&self.space, &self.examples, self.options.nesting, MAX_EDGES))
    }

    fn state(&self, typed: Typed) -> State {
        let typed = Arc::new(typed);
        let root = typed.universe(ROOT);
        let half = self.examples.positives().len().div_ceil(WORD);
        let scorer = Scorer::new(self.rating.clone(), &root.full, half);
        let perfect = scorer.quality(Covered { positives: scorer.all.positives, negatives: 0 });
        State {
            pool: Pool::new(scorer.clone(), root.n_words()),
            layers: Layers::new(self.space.clone(), typed),
            atoms: Atoms::new(self.options.filler_length),
            beam: vec![Vec::new()],
            best: vec![f64::NEG_INFINITY],
            perfect,
            prover: Prover::new(scorer),
            phase: Phase::Beam(1),
            found: Vec::new(),
            work: self.options.work * 1_000_000,
        }
    }

    /// Whether there is nothing left to do.
    fn is_over(&self) -> bool {
        self.state.as_ref().is_some_and(|state| matches!(state.phase, Phase::Over))
    }

    /// Does a step; the length that it was about.
    fn step(&mut self, context: &mut Context<'_>) -> Result<usize, CutShort> {
        if self.state.is_none() {
            self.state = Some(self.begin());
        }
        let state = self.state.as_mut().expect("it has begun");
        match state.phase {
            Phase::Beam(length) => {
                state.extend_beam(length, self.options.width, context)?;
                let is_last = state.best[length] >= state.perfect
                    || length == self.options.max_length
                    || context.is_used_up();
                state.phase = if is_last { Phase::Prove(1) } else { Phase::Beam(length + 1) };
                Ok(length)
            }
            Phase::Prove(length) => {
                let is_proven = state.prove(length, context)?;
                let is_last = !is_proven
                    || state.best[length] >= state.perfect
                    || length + 1 == state.best.len();
                state.phase = if is_last { Phase::Over } else { Phase::Prove(length + 1) };
                Ok(length)
            }
            Phase::Over => Err(CutShort),
        }
    }
}

impl State {
    /// Finds the best sets of a length.
    fn extend_beam(
        &mut self,
        length: usize,
        width: usize,
        context: &mut Context<'_>,
    ) -> Result<(), CutShort> {
        let Self { layers, pool, atoms, beam, .. } = self;
        let mut budget = Budget::new(context.watch, u64::MAX);
        atoms.gather(length, layers, pool, &mut budget);
        if budget.is_stopped {
            return Err(CutShort);
        }
        let mut best = Best::new(width, &pool.scorer);
        let of_length = atoms.of_length(length);
        *context.evaluations += of_length.len() as u64;
        of_length.for_each(|place| best.offer_known(pool, place));
        let mut join = |one: u32, others: &mut dyn ExactSizeIterator<Item = usize>| {
            let n_words = pool.sets.n_words() as u64;
            *context.evaluations += others.len() as u64;
            let is_going_on = budget.spend(others.len() as u64 * n_words);
            best.offer_joins(pool, layers, one as usize, others);
            is_going_on && *context.evaluations < context.watch.max_evaluations
        };
        let first = |length: usize| &beam[length][..beam[length].len().min(N_JOINED)];
        for of_one in 1..length.saturating_sub(1) {
            let of_other = length - 1 - of_one;
            let with_atoms =
                beam[of_one].iter().all(|&one| join(one, &mut atoms.of_length(of_other)));
            if with_atoms && of_one <= of_other {
                let others = || first(of_other).iter().map(|&place| place as usize);
                first(of_one).iter().all(|&one| join(one, &mut others()));
            }
        }
        if budget.is_stopped {
            return Err(CutShort);
        }
        let kept = pool.keep(best);
        for &place in kept.iter().take(N_OFFERED) {
            let codes = pool.codes(place as usize, layers);
            offer(context.front, layers, &codes, pool.covered(place as usize));
        }
        let found = kept.first().map_or(f64::NEG_INFINITY, |&first| pool.quality(first as usize));
        self.best.push(found.max(self.best[length - 1]));
        self.beam.push(kept);
        Ok(())
    }

    /// Rates all concepts of a length; false if there is not enough work left for it.
    fn prove(&mut self, length: usize, context: &mut Context<'_>) -> Result<bool, CutShort> {
        // Where joins of nominals are printed as one nominal, a printed concept is shorter than what
        // was tried.
        let has_nominals = self.layers.space.language.has(Constructor::Nominals);
        if has_nominals || length > 2 && !self.layers.typed.left_out().is_empty() {
            return Ok(false);
        }
        let mut budget = Budget::new(context.watch, self.work);
        let rated = self.prover.rate(&mut self.layers, length, self.best[length], &mut budget);
        if budget.is_stopped {
            return Err(CutShort);
        }
        self.work = budget.left();
        let Some(better) = rated else { return Ok(false) };
        if let Some(better) = better {
            offer(context.front, &self.layers, &better.codes, better.covered);
            let quality = self.pool.scorer.quality(better.covered);
            for best in &mut self.best[length..] {
                *best = best.max(quality);
            }
        }
        // A restriction in a restriction adds two to the length, a name one.
        let is_relevant = |nesting: &usize| length > 2 * nesting + 2;
        let nesting = self.layers.typed.nesting().filter(is_relevant);
        context.front.prove(Proof { length, nesting });
        Ok(true)
    }
}

fn offer(front: &mut Front, layers: &Layers, codes: &[Code], covered: Covered) {
    front.offer(&concept(&layers.space, codes), covered);
}

/// Reads the best concepts of a run that was saved.
fn read_found(
    saved: &mut Decoder<'_>,
    start: Start<'_>,
) -> Result<Vec<(Concept, Covered)>, NotResumed> {
    let (n_positives, n_negatives) = (start.examples.n_positives(), start.examples.n_negatives());
    // A concept has at least its two counts and the number of its codes.
    let n_found = saved.count(16)?;
    let mut found = Vec::with_capacity(n_found);
    for _ in 0..n_found {
        let covered = Covered { positives: saved.u32()?, negatives: saved.u32()? };
        let codes = read_codes(saved)?;
        let is_good = covered.positives <= n_positives
            && covered.negatives <= n_negatives
            && start.space.is_concept(&codes, usize::MAX);
        if !is_good {
            return Err(NotResumed::Damaged);
        }
        found.push((concept(start.space, &codes), covered));
    }
    Ok(found)
}

impl Search for Systematic {
    fn advance(&mut self, context: &mut Context<'_>) -> Advance {
        if self.is_over() {
            return Advance::Done(StopReason::Complete);
        }
        let Ok(length) = self.step(context) else { return Advance::Stopped };
        self.n_steps += 1;
        if let Some(state) = &mut self.state {
            let rows = context.front.front().into_iter();
            state.found = rows.map(|row| (row.concept.clone(), row.covered)).collect();
        }
        let best = choose(context.front, self.options.answer).map(|(row, _)| row.clone());
        if let Some(best) = best {
            context.saw(best.quality);
            *context.report = Some(Progress {
                unit: "length".into(),
                number: length as u64,
                of: Some(self.options.max_length as u64),
                best,
                columns: Vec::new(),
            });
        }
        if self.is_over() { Advance::Done(StopReason::Complete) } else { Advance::More }
    }

    fn finish(&mut self, context: &mut Context<'_>) -> Option<Answer> {
        let (row, because) = choose(context.front, self.options.answer)?;
        Some(Answer { concept: row.concept.clone(), covered: row.covered, because })
    }

    fn save(&self, out: &mut Encoder) {
        out.u64(self.n_steps);
        let found = self.state.iter().flat_map(|state| &state.found);
        let found =
            found.filter_map(|(concept, covered)| Some((self.space.compile(concept)?, covered)));
        let found: Vec<(Vec<Code>, &Covered)> = found.collect();
        out.count(found.len());
        for (codes, covered) in found {
            out.u32(covered.positives);
            out.u32(covered.negatives);
            write_codes(out, &codes);
        }
    }
}
