//! What a systematic search knows between two steps, and the steps.

use evolearner_dl::Constructor;
use evolearner_evaluate::{Code, Covered, Space, Typed, concept, tree_of};
use evolearner_search::{Context, Front, Proof, Watch};

use super::atoms::Atoms;
use super::budget::Budget;
use super::goal::{Goal, Pursuit};
use super::joins::{Joined, Joins};
use super::layers::Layers;
use super::pool::Pool;
use super::prove::{Prover, Rated};
use super::sweep;

/// How many sets of each length are swept for a perfect concept.
const N_SWEPT: usize = 20;
/// Constructors whose joins or negations are printed shorter than they are made, such as `{a, b}` for
/// `{a} ⊔ {b}` and `≤ 2 d` for `¬ (≥ 3 d)`: a proof would be about other lengths than those printed.
const PRINTED_SHORTER: [Constructor; 4] =
    [Constructor::Nominals, Constructor::Values, Constructor::Strings, Constructor::DataCounts];
/// The part of the work of a proof in which a shorter perfect concept is looked for.
const FIT_SHARE: u64 = 3;
/// The same where the best quality is not near the perfect one.
const FIT_SHARE_IF_FAR: u64 = 16;
/// The quality that is near the perfect one, as a share of it.
const NEARLY: f64 = 0.95;
/// How many sets of each length are offered to the front: of those that are equally good, the front
/// keeps the most positive. Of a sample, those that are best on it need not be best on all examples.
const N_OFFERED: [usize; 2] = [5, 20];

/// What was found so far.
pub(super) struct State {
    /// The sets that atoms are made of: their universes are as deep as atoms are nested.
    pub(super) layers: Layers,
    /// Those for deeper concepts, where some are tried.
    pub(super) deep_layers: Option<Layers>,
    pub(super) pool: Pool,
    pub(super) atoms: Atoms,
    /// The sets that were kept of each length, best first.
    pub(super) beam: Vec<Vec<u32>>,
    /// The same among sets without thresholds; empty where there are no others.
    pub(super) plain_beam: Vec<Vec<u32>>,
    /// The best quality up to each length.
    pub(super) best: Vec<f64>,
    /// The quality of a concept that gets every example right.
    pub(super) perfect: f64,
    pub(super) prover: Prover,
    pub(super) phase: Phase,
    /// The length up to which all concepts were rated.
    pub(super) proven: usize,
    /// The search for a shorter perfect concept.
    pub(super) pursuit: Option<Pursuit>,
    /// The length up to which no concept gets everything right.
    pub(super) imperfect: usize,
    /// Work that was done for the beam, in units of a [`Budget`].
    pub(super) spent: u64,
    /// Work that is left for the proof.
    pub(super) work: u64,
}

/// What is done next.
#[derive(Clone, Copy, Debug)]
pub(super) enum Phase {
    /// A length of the beam.
    Beam(usize),
    /// A length of the proof.
    Prove(usize),
    /// The end of the search for a shorter concept that gets everything right.
    Reach,
    /// Nothing.
    Over,
}

/// The step did not come to its end.
pub(super) struct CutShort;

impl State {
    /// Finds the best sets of a length, and offers the very best to the front.
    pub(super) fn extend_beam(
        &mut self,
        length: usize,
        width: usize,
        is_sample: bool,
        context: &mut Context<'_>,
    ) -> Result<(), CutShort> {
        let n_threads = context.workers.n_threads();
        let kept = self.join(length, width, n_threads, context.watch, context.evaluations)?;
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
    pub(super) fn join(
        &mut self,
        length: usize,
        width: usize,
        n_threads: usize,
        watch: &Watch,
        n_evaluations: &mut u64,
    ) -> Result<Vec<u32>, CutShort> {
        let Self { layers, pool, atoms, beam, plain_beam, .. } = self;
        let mut budget = Budget::new(watch, u64::MAX);
        atoms.gather(length, layers, pool, &mut budget);
        let n_gathered = u64::MAX - budget.left();
        let n_known = pool.len();
        let (mut plain, mut n_plain_words) = (Vec::new(), 0);
        if atoms.have_thresholds() {
            let joins = Joins { layers, beam: plain_beam, n_threads, watch };
            let known = atoms.plain(length);
            let partners = |length| atoms.plain(length);
            let joined = joins.best(length, width, pool, known, partners, n_evaluations);
            let Joined { kept, n_words } = joined.ok_or(CutShort)?;
            (plain, n_plain_words) = (kept, n_words);
        }
        let known = [atoms.of_length(length), &plain].concat();
        let joins = Joins { layers, beam, n_threads, watch };
        let partners = |length| atoms.of_length(length);
        let joined = joins.best(length, width, pool, &known, partners, n_evaluations);
        let Some(Joined { kept, n_words }) = joined.filter(|_| !budget.is_stopped) else {
            pool.truncate(n_known);
            return Err(CutShort);
        };
        plain_beam.push(plain);
        // Successors are read one by one, words of sets many at once.
        self.spent += n_gathered + n_plain_words + n_words;
        Ok(kept)
    }

    /// How many bits the sets of all universes have.
    pub(super) fn n_bits(&self) -> usize {
        let deep = self.deep_layers.as_ref().map_or(0, |layers| layers.typed.n_bits());
        self.layers.typed.n_bits() + deep
    }

    /// Looks for a perfect concept that differs from a good one in a single atom.
    pub(super) fn sweep(&mut self, max_length: usize, is_sample: bool, context: &mut Context<'_>) {
        let Self { layers, pool, atoms, beam, .. } = self;
        let of_length =
            |length: usize| atoms.of_length(length).iter().map(move |&place| (place, length));
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
    pub(super) fn prove(
        &mut self,
        length: usize,
        context: &mut Context<'_>,
    ) -> Result<bool, CutShort> {
        if is_printed_shorter(&self.layers.space)
            || length > 2 && !self.layers.typed.left_out().is_empty()
        {
            return Ok(false);
        }
        let mut budget = Budget::new(context.watch, self.work);
        let layers = self.deep_layers.as_mut().unwrap_or(&mut self.layers);
        let (all, pursuit) = (context.workers.n_threads(), self.pursuit.as_ref());
        let n_threads = || pursuit.map_or(all, |pursuit| pursuit.leaves(all));
        let rated = self.prover.rate(layers, length, self.best[length], &n_threads, &mut budget);
        if budget.is_stopped {
            return Err(CutShort);
        }
        self.work = budget.left();
        if matches!(rated, Rated::CutShort) {
            return Ok(false);
        }
        if let Rated::Better(better) = rated {
            offer(context.front, layers, &better.codes, better.covered);
            let quality = self.pool.scorer.quality(better.covered);
            for best in &mut self.best[length..] {
                *best = best.max(quality);
            }
        }
        self.proven = length;
        self.proof(length, context);
        Ok(true)
    }

    /// Reports the length up to which all concepts were tried.
    fn proof(&self, length: usize, context: &mut Context<'_>) {
        let imperfect = self.imperfect;
        let layers = self.deep_layers.as_ref().unwrap_or(&self.layers);
        // Nothing is better than a perfect concept, however deep it is nested.
        let is_perfect = self.best[length] >= self.perfect;
        let tried = if is_perfect { length - 1 } else { length };
        let nesting = nesting(&layers.typed, tried.max(imperfect));
        context.front.prove(Proof { length, imperfect, nesting });
    }
}

impl State {
    /// Begins to look for a concept that gets everything right and is shorter than what is known, with a
    /// share of the work.
    pub(super) fn pursue(&mut self, max_length: usize, context: &Context<'_>) {
        let known = self.best.iter().position(|&best| best >= self.perfect);
        // Where nothing is nearly perfect, most often there is nothing perfect.
        let is_near = self.best.last().is_some_and(|best| *best >= NEARLY * self.perfect);
        let work = self.work / if is_near { FIT_SHARE } else { FIT_SHARE_IF_FAR };
        if work == 0 {
            return;
        }
        self.work -= work;
        let goal = Goal {
            layers: self.deep_layers.as_ref().unwrap_or(&self.layers).clone(),
            scorer: self.pool.scorer.clone(),
            below: known.unwrap_or(max_length + 1),
            work,
            watch: context.watch.clone(),
        };
        self.pursuit = Some(Pursuit::new(goal, context.workers.n_threads()));
    }

    /// Waits for what was begun, and offers what was found.
    pub(super) fn reach(&mut self, context: &mut Context<'_>) -> Result<(), CutShort> {
        let Some(pursuit) = self.pursuit.take() else { return Ok(()) };
        let reached = pursuit.end();
        if reached.is_stopped {
            return Err(CutShort);
        }
        *context.evaluations += reached.n_tried;
        if let Some((codes, covered)) = reached.perfect {
            offer(context.front, &self.layers, &codes, covered);
            let longer = self.best.iter_mut().skip(reached.length + 1);
            longer.for_each(|best| *best = self.perfect);
            // All shorter concepts were tried, so nothing is better than a perfect one of this length.
            if self.proven > 0 && self.proven == reached.length {
                self.proven += 1;
            }
        }
        if self.is_complete() {
            self.imperfect = reached.complete_length;
        }
        if self.imperfect.max(self.proven) > 0 {
            self.proof(self.proven, context);
        }
        Ok(())
    }

    /// Whether all concepts are tried, each with the length that it is printed with.
    fn is_complete(&self) -> bool {
        !is_printed_shorter(&self.layers.space) && self.layers.typed.left_out().is_empty()
    }
}

/// How deep restrictions are nested, where deeper ones of a length exist: a restriction in a restriction
/// adds two to the length, a name one.
pub(super) fn nesting(typed: &Typed, length: usize) -> Option<usize> {
    typed.nesting().filter(|nesting| length > 2 * nesting + 2)
}

/// Whether some concepts are printed shorter than they are made.
pub(super) fn is_printed_shorter(space: &Space) -> bool {
    PRINTED_SHORTER.into_iter().any(|one| space.language.has(one))
}

pub(super) fn offer(front: &mut Front, layers: &Layers, codes: &[Code], covered: Covered) {
    front.offer(&concept(&layers.space, codes), covered);
}
