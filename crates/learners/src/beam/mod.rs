//! Systematic search: a beam over atoms, and complete search of short concepts.
//!
//! Every concept is a set of examples, and concepts with the same set are one. `layers` finds the
//! distinct sets by length, over universes whose members are types (see
//! [`Typed`](evolearner_evaluate::Typed)). A beam of the best sets of each length grows by joins with
//! atoms and with each other; then `prove` rates *all* concepts of length 1, 2, … as long as the
//! budget lasts. The order of all work is fixed and its amount is counted, so that a run has the same
//! result everywhere; nothing is random.

mod atoms;
mod boost;
mod budget;
mod choose;
mod exact;
mod features;
mod fit;
mod layers;
mod options;
mod pool;
mod prove;
mod refine;
mod score;
mod sets;
mod sweep;
mod uneven;

use std::sync::Arc;

use evolearner_dl::{Concept, Constructor};
use evolearner_evaluate::{Code, Covered, Examples, Space, Typed, concept, tree_of};
use evolearner_graph::bits::WORD;
use evolearner_graph::codec::{Decoder, Encoder};
use evolearner_search::{
    Advance, Answer, Context, Front, Member, Method, NotResumed, OptionSpec, Progress, Proof,
    Rating, Row, Search, Start, StopReason, Watch, read_codes, write_codes,
};

use atoms::Atoms;
use budget::Budget;
use choose::choose;
use fit::{Fit, Fitted};
use layers::{Layers, ROOT};
use pool::{Best, Pool};
use prove::{Prover, Rated};
use score::Scorer;

pub use exact::Exact;
pub(crate) use features::Features;
pub(crate) use options::BeamOptions;

/// The most edges that are followed from the examples.
const MAX_EDGES: usize = 1_000_000;
/// How many sets of each length are swept for a perfect concept.
const N_SWEPT: usize = 20;
/// Constructors whose joins or negations are printed shorter than they are made, such as `{a, b}` for
/// `{a} ⊔ {b}` and `≤ 2 d` for `¬ (≥ 3 d)`: a proof would be about other lengths than those printed.
const PRINTED_SHORTER: [Constructor; 4] =
    [Constructor::Nominals, Constructor::Values, Constructor::Strings, Constructor::DataCounts];
/// The most examples that sets are made of. Of more, a sample decides what is worth counting on all.
const MAX_EXAMPLES: usize = 4_096;
/// The part of the work of a proof in which a shorter perfect concept is looked for.
const FIT_SHARE: u64 = 3;
/// The same where the best quality is not near the perfect one.
const FIT_SHARE_IF_FAR: u64 = 16;
/// The quality that is near the perfect one, as a share of it.
const NEARLY: f64 = 0.95;
/// The sets of each length that are joined with each other.
const N_JOINED: usize = 100;
/// How many sets of each length are offered to the front: of those that are equally good, the front
/// keeps the most positive. Of a sample, those that are best on it need not be best on all examples.
const N_OFFERED: [usize; 2] = [5, 20];

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
        &[("splitter", "boundaries"), ("with", "presence,dates")]
    }

    fn for_repetition(&self) -> &'static [(&'static str, &'static str)] {
        &[("width", "40"), ("work", "0")]
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
            for (concept, covered) in &found {
                context.front.offer(concept, *covered);
            }
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
    /// All examples, or some of them where there are very many.
    examples: Arc<Examples>,
    is_sample: bool,
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
    /// The same among sets without thresholds; empty where there are no others.
    plain_beam: Vec<Vec<u32>>,
    /// The best quality up to each length.
    best: Vec<f64>,
    /// The quality of a concept that gets every example right.
    perfect: f64,
    prover: Prover,
    phase: Phase,
    /// The best concept of each length, to be saved.
    found: Vec<(Concept, Covered)>,
    /// The length up to which no concept gets everything right.
    imperfect: usize,
    /// Work that was done for the beam, in units of a [`Budget`].
    spent: u64,
    /// Work that is left for the proof.
    work: u64,
}

/// What is done next.
#[derive(Clone, Copy, Debug)]
enum Phase {
    /// A length of the beam.
    Beam(usize),
    /// A shorter concept that gets everything right.
    Fit,
    /// A length of the proof.
    Prove(usize),
    /// Nothing.
    Over,
}

/// The step did not come to its end.
struct CutShort;

impl Systematic {
    fn new(start: Start<'_>) -> Self {
        let sample = start.examples.sample(MAX_EXAMPLES);
        let is_sample = sample.is_some();
        let examples = sample.map_or_else(|| start.examples.clone(), Arc::new);
        Self {
            space: start.space.clone(),
            rating: start.rating.with_weights(examples.n_positives(), examples.n_negatives()),
            examples,
            is_sample,
            options: BeamOptions::read(start.options),
            n_steps: 0,
            state: None,
        }
    }

    /// The same search at its beginning, with another rating.
    fn rated_by(&self, rating: Rating) -> Self {
        Self {
            space: self.space.clone(),
            examples: self.examples.clone(),
            is_sample: self.is_sample,
            rating,
            options: self.options.clone(),
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
        let perfect = scorer.quality(scorer.perfect());
        State {
            pool: Pool::new(scorer.clone(), root.n_words()),
            layers: Layers::new(self.space.clone(), typed),
            atoms: Atoms::new(self.options.filler_length),
            beam: vec![Vec::new()],
            plain_beam: vec![Vec::new()],
            best: vec![f64::NEG_INFINITY],
            perfect,
            prover: Prover::new(scorer),
            phase: Phase::Beam(1),
            found: Vec::new(),
            imperfect: 0,
            spent: 0,
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
                state.extend_beam(length, self.options.width, self.is_sample, context)?;
                let is_last = state.best[length] >= state.perfect
                    || length == self.options.max_length
                    || context.is_used_up();
                if is_last && state.best[length] < state.perfect {
                    state.sweep(self.options.max_length, self.is_sample, context);
                }
                state.phase = match (is_last, self.is_sample) {
                    (false, _) => Phase::Beam(length + 1),
                    (true, false) => Phase::Fit,
                    (true, true) => Phase::Over,
                };
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
            Phase::Fit => {
                let length = state.fit(self.options.max_length, context)?;
                state.phase = Phase::Prove(1);
                Ok(length)
            }
            Phase::Over => Err(CutShort),
        }
    }
}

impl State {
    /// Finds the best sets of a length, and offers the very best to the front.
    fn extend_beam(
        &mut self,
        length: usize,
        width: usize,
        is_sample: bool,
        context: &mut Context<'_>,
    ) -> Result<(), CutShort> {
        let kept = self.join(length, width, context.watch, context.evaluations)?;
        let Self { layers, pool, .. } = self;
        for &place in kept.iter().take(N_OFFERED[usize::from(is_sample)]) {
            let codes = pool.codes(place as usize, layers);
            let covered = if is_sample {
                context.workers.own().covered(&tree_of(&codes))
            } else {
                pool.covered(place as usize)
            };
            offer(context.front, layers, &codes, covered);
        }
        let found = kept.first().map_or(f64::NEG_INFINITY, |&first| pool.quality(first as usize));
        self.best.push(found.max(self.best[length - 1]));
        self.beam.push(kept);
        Ok(())
    }

    /// The places of the best sets of a length, best first: atoms, and joins of shorter ones.
    ///
    /// Sets that differ in a threshold are many and much alike, and would be all that is kept. So a beam
    /// without thresholds comes first, and what it keeps takes part in the other.
    fn join(
        &mut self,
        length: usize,
        width: usize,
        watch: &Watch,
        n_evaluations: &mut u64,
    ) -> Result<Vec<u32>, CutShort> {
        let Self { layers, pool, atoms, beam, plain_beam, .. } = self;
        let mut budget = Budget::new(watch, u64::MAX);
        atoms.gather(length, layers, pool, &mut budget);
        let n_gathered = u64::MAX - budget.left();
        let mut plain = Vec::new();
        if atoms.have_thresholds() {
            let known = atoms.plain(length).iter().copied();
            let partners = |length| atoms.plain(length).iter().map(|&place| place as usize);
            let mut joins =
                Joins { layers, beam: plain_beam, budget: &mut budget, watch, n_evaluations };
            plain = joins.best(length, width, pool, known, partners);
        }
        let known = atoms.of_length(length).map(|place| place as u32).chain(plain.iter().copied());
        let partners = |length| atoms.of_length(length);
        let mut joins = Joins { layers, beam, budget: &mut budget, watch, n_evaluations };
        let kept = joins.best(length, width, pool, known, partners);
        plain_beam.push(plain);
        if budget.is_stopped {
            return Err(CutShort);
        }
        // Successors are read one by one, words of sets many at once.
        self.spent += n_gathered + (u64::MAX - budget.left());
        Ok(kept)
    }

    /// Looks for a perfect concept that differs from a good one in a single atom.
    fn sweep(&mut self, max_length: usize, is_sample: bool, context: &mut Context<'_>) {
        let Self { layers, pool, atoms, beam, .. } = self;
        let of_length =
            |length: usize| atoms.of_length(length).map(move |place| (place as u32, length));
        let atoms: Vec<sweep::Atom> = (1..beam.len()).flat_map(of_length).collect();
        let good = beam.iter().flat_map(|kept| kept.iter().copied().take(N_SWEPT));
        // A tree has about four atoms, and each is exchanged for all others.
        self.spent += (4 * N_SWEPT * beam.len() * atoms.len() * pool.sets.n_words()) as u64;
        let Some(codes) = sweep::perfect(pool, layers, good, &atoms, max_length) else { return };
        let covered = if is_sample {
            context.workers.own().covered(&tree_of(&codes))
        } else {
            pool.scorer.perfect()
        };
        let concept = concept(&layers.space, &codes);
        context.front.offer(&concept, covered);
        let length = concept.length();
        let quality = self.perfect;
        for best in self.best.iter_mut().skip(length) {
            *best = best.max(quality);
        }
    }

    /// Rates all concepts of a length; false if there is not enough work left for it.
    fn prove(&mut self, length: usize, context: &mut Context<'_>) -> Result<bool, CutShort> {
        if is_printed_shorter(&self.layers.space)
            || length > 2 && !self.layers.typed.left_out().is_empty()
        {
            return Ok(false);
        }
        let mut budget = Budget::new(context.watch, self.work);
        let rated = self.prover.rate(&mut self.layers, length, self.best[length], &mut budget);
        if budget.is_stopped {
            return Err(CutShort);
        }
        self.work = budget.left();
        if matches!(rated, Rated::CutShort) {
            return Ok(false);
        }
        if let Rated::Better(better) = rated {
            offer(context.front, &self.layers, &better.codes, better.covered);
            let quality = self.pool.scorer.quality(better.covered);
            for best in &mut self.best[length..] {
                *best = best.max(quality);
            }
        }
        self.proof(length, context);
        Ok(true)
    }

    /// Reports the length up to which all concepts were tried.
    fn proof(&self, length: usize, context: &mut Context<'_>) {
        let imperfect = self.imperfect;
        let nesting = nesting(&self.layers.typed, length.max(imperfect));
        context.front.prove(Proof { length, imperfect, nesting });
    }
}

/// How deep restrictions are nested, where deeper ones of a length exist: a restriction in a restriction
/// adds two to the length, a name one.
fn nesting(typed: &Typed, length: usize) -> Option<usize> {
    typed.nesting().filter(|nesting| length > 2 * nesting + 2)
}

/// Whether some concepts are printed shorter than they are made.
fn is_printed_shorter(space: &Space) -> bool {
    PRINTED_SHORTER.into_iter().any(|one| space.language.has(one))
}

impl State {
    /// Looks for a concept that gets everything right and is shorter than what is known; the length up
    /// to which there is none.
    fn fit(&mut self, max_length: usize, context: &mut Context<'_>) -> Result<usize, CutShort> {
        let known = self.best.iter().position(|&best| best >= self.perfect);
        // Where nothing is nearly perfect, most often there is nothing perfect.
        let is_near = self.best.last().is_some_and(|best| *best >= NEARLY * self.perfect);
        let work = self.work / if is_near { FIT_SHARE } else { FIT_SHARE_IF_FAR };
        // With short fillers there are fewer restrictions, and longer joins of them can be tried.
        let of_fillers = work / 10;
        let mut budget = Budget::new(context.watch, work - of_fillers);
        let mut of_fillers = Budget::new(context.watch, of_fillers);
        let mut fit = Fit::new(&self.layers, self.pool.scorer.half());
        let below = known.unwrap_or(max_length + 1);
        while fit.length() + 1 < below {
            match fit.next(&mut self.layers, &mut of_fillers, &mut budget) {
                Fitted::None => {}
                Fitted::CutShort => break,
                Fitted::Fits(codes) => {
                    offer(context.front, &self.layers, &codes, fit.perfect());
                    let longer = self.best.iter_mut().skip(fit.length() + 1);
                    longer.for_each(|best| *best = self.perfect);
                    break;
                }
            }
        }
        *context.evaluations += fit.n_tried();
        if of_fillers.is_stopped || budget.is_stopped {
            return Err(CutShort);
        }
        self.work -= work - of_fillers.left() - budget.left();
        if self.is_complete() && fit.complete_length() > 0 {
            self.imperfect = fit.complete_length();
            self.proof(0, context);
        }
        Ok(fit.length())
    }

    /// Whether all concepts are tried, each with the length that it is printed with.
    fn is_complete(&self) -> bool {
        !is_printed_shorter(&self.layers.space) && self.layers.typed.left_out().is_empty()
    }
}

/// Joins of the sets that a beam has kept.
struct Joins<'j, 'w> {
    layers: &'j Layers,
    beam: &'j [Vec<u32>],
    budget: &'j mut Budget<'w>,
    watch: &'j Watch,
    n_evaluations: &'j mut u64,
}

impl Joins<'_, '_> {
    /// The best of some known sets of a length, of joins of kept sets with partners, and of joins of the
    /// best kept sets with each other; their places, best first.
    fn best<P: ExactSizeIterator<Item = usize>>(
        &mut self,
        length: usize,
        width: usize,
        pool: &mut Pool,
        known: impl Iterator<Item = u32>,
        partners: impl Fn(usize) -> P,
    ) -> Vec<u32> {
        let mut best = Best::new(width, &pool.scorer);
        for place in known {
            *self.n_evaluations += 1;
            best.offer_known(pool, place as usize);
        }
        for of_one in 1..length.saturating_sub(1) {
            let of_other = length - 1 - of_one;
            let goes_on = self.beam[of_one]
                .iter()
                .all(|&one| self.rate(pool, &mut best, one, partners(of_other)));
            if goes_on && of_one <= of_other {
                let first = |length: usize| {
                    let kept = &self.beam[length];
                    kept[..kept.len().min(N_JOINED)].iter().map(|&place| place as usize)
                };
                first(of_one).all(|one| self.rate(pool, &mut best, one as u32, first(of_other)));
            }
        }
        pool.keep(best)
    }

    /// Rates the joins of one set with others; false if that was to be the last.
    fn rate(
        &mut self,
        pool: &Pool,
        best: &mut Best,
        one: u32,
        others: impl ExactSizeIterator<Item = usize>,
    ) -> bool {
        let n_others = others.len() as u64;
        *self.n_evaluations += n_others;
        best.offer_joins(pool, self.layers, one as usize, others);
        self.budget.spend(n_others * pool.sets.n_words() as u64)
            && *self.n_evaluations < self.watch.max_evaluations
    }
}

fn offer(front: &mut Front, layers: &Layers, codes: &[Code], covered: Covered) {
    front.offer(&concept(&layers.space, codes), covered);
}

/// Writes the best concepts of a run.
pub(crate) fn write_found(space: &Space, found: &[(Concept, Covered)], out: &mut Encoder) {
    let found = found.iter();
    let found = found.filter_map(|(concept, covered)| Some((space.compile(concept)?, covered)));
    let found: Vec<(Vec<Code>, &Covered)> = found.collect();
    out.count(found.len());
    for (codes, covered) in found {
        out.u32(covered.positives);
        out.u32(covered.negatives);
        write_codes(out, &codes);
    }
}

/// Reads the best concepts of a run that was saved.
pub(crate) fn read_found(
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
        let answer =
            Answer { concept: row.concept.clone(), covered: row.covered, because, rating: None };
        Some(self.balanced(&answer, context).unwrap_or(answer))
    }

    fn committee(&mut self, context: &mut Context<'_>, answer: &Row) -> Vec<Member> {
        if self.options.committee < 2 {
            return Vec::new();
        }
        self.boosted(context, answer)
    }

    /// The sets that the beam kept; of a sample, they are not rated on all examples.
    fn rivals(&self, quality: f64) -> Vec<Concept> {
        let Some(state) = self.state.as_ref().filter(|_| !self.is_sample) else {
            return Vec::new();
        };
        let State { pool, layers, beam, .. } = state;
        let mut places: Vec<u32> = beam.iter().flatten().copied().collect();
        places.retain(|&place| pool.quality(place as usize) >= quality);
        places.sort_unstable();
        places.dedup();
        let codes = places.into_iter().map(|place| pool.codes(place as usize, layers));
        codes.map(|codes| concept(&self.space, &codes)).collect()
    }

    fn work(&self, evaluations: u64) -> u64 {
        let state = self.state.as_ref();
        let of_sets = state.map_or(0, |state| 6 * state.layers.typed.n_bits() as u64 + state.spent);
        30 * evaluations + 3 * self.space.n_read as u64 + of_sets
    }

    fn save(&self, out: &mut Encoder) {
        out.u64(self.n_steps);
        let found = self.state.as_ref().map_or(&[][..], |state| &state.found);
        write_found(&self.space, found, out);
    }
}
