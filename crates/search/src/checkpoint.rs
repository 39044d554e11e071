//! A run in bytes, so that it can go on after an interruption.
//!
//! Searches have no hidden state: their random numbers follow from the seed and the step. A resumed
//! run therefore ends with the same result as one that was never interrupted. The bytes carry a
//! fingerprint of the graph, the task, the options and the version: they continue the run that they
//! came from and no other.

use std::time::Duration;

use evolearner_dl::Concept;
use evolearner_evaluate::{Code, Covered, Space};
use evolearner_graph::codec::{Damaged, Decoder, Encoder, checksum};

use crate::front::Row;
use crate::run::{Run, Setup, Spent, State};
use crate::search::{NotResumed, Progress, Start, Step};

const MAGIC: [u8; 8] = *b"EVOCHECK";
const VERSION: u32 = 4;

impl Run {
    /// The state of the run between two steps.
    pub fn checkpoint(&self) -> Vec<u8> {
        let state = &self.state;
        let mut out = Encoder::new();
        out.u32(VERSION);
        out.u64(Self::fingerprint(&self.setup));
        out.u64(state.evaluations);
        duration(&mut out, self.elapsed());
        for phase in [state.spent.prepare, state.spent.first, state.spent.search] {
            duration(&mut out, phase);
        }
        out.count(state.history.len());
        for step in &state.history {
            write_step(&mut out, &state.space, step);
        }
        self.search.save(&mut out);
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&checksum(out.as_bytes()).to_le_bytes());
        bytes.extend(out.into_bytes());
        bytes
    }

    /// A run that goes on from a checkpoint.
    pub fn resume(setup: Setup, bytes: &[u8]) -> Result<Self, NotResumed> {
        let rest = bytes.strip_prefix(&MAGIC).ok_or(NotResumed::NotACheckpoint)?;
        let (sum, payload) = rest.split_first_chunk::<8>().ok_or(NotResumed::Damaged)?;
        if checksum(payload) != u64::from_le_bytes(*sum) {
            return Err(NotResumed::Damaged);
        }
        let mut input = Decoder::new(payload);
        if input.u32()? != VERSION || input.u64()? != Self::fingerprint(&setup) {
            return Err(NotResumed::OtherRun);
        }
        Self::resumed(setup, |setup, state| {
            read_state(&mut input, state)?;
            let mut report = None;
            // The parts of the state that a search starts from are shared, not moved.
            let (space, examples) = (state.space.clone(), state.examples.clone());
            let rating = state.rating.clone();
            let start = Start {
                space: &space,
                examples: &examples,
                rating: &rating,
                names: &setup.names,
                options: &setup.options,
            };
            let search = setup.method.resume(start, &mut state.context(&mut report), &mut input)?;
            input.finish()?;
            Ok(search)
        })
    }
}

fn read_state(input: &mut Decoder<'_>, state: &mut State) -> Result<(), NotResumed> {
    state.evaluations = input.u64()?;
    if state.evaluations > u64::MAX / 2 {
        return Err(NotResumed::Damaged);
    }
    state.earlier = read_duration(input)?;
    state.spent = Spent {
        prepare: read_duration(input)?,
        first: read_duration(input)?,
        search: read_duration(input)?,
        finish: Duration::ZERO,
    };
    // A step has at least its ten numbers.
    for _ in 0..input.count(10 * 8)? {
        let step = read_step(input, state)?;
        state.history.push(step);
    }
    Ok(())
}

fn write_step(out: &mut Encoder, space: &Space, step: &Step) {
    let Step { seconds, evaluations, progress } = step;
    out.f64(*seconds);
    out.u64(*evaluations);
    out.str(&progress.unit);
    out.u64(progress.number);
    out.u64(progress.of.map_or(u64::MAX, |of| of));
    let Row { concept, covered, quality, fitness } = &progress.best;
    out.u32(covered.positives);
    out.u32(covered.negatives);
    out.f64(*quality);
    out.f64(*fitness);
    let codes = space.compile(concept).unwrap_or_else(|| vec![Code::TOP]);
    write_codes(out, &codes);
    out.count(progress.columns.len());
    for (name, figure) in &progress.columns {
        out.str(name);
        out.f64(*figure);
    }
}

fn read_step(input: &mut Decoder<'_>, state: &State) -> Result<Step, NotResumed> {
    let (seconds, evaluations) = (input.f64()?, input.u64()?);
    let unit = input.str()?.to_owned().into();
    let (number, of) = (input.u64()?, input.u64()?);
    let covered = Covered { positives: input.u32()?, negatives: input.u32()? };
    let all = state.examples.total();
    if covered.positives > all.positives || covered.negatives > all.negatives {
        return Err(NotResumed::Damaged);
    }
    let (quality, fitness) = (input.f64()?, input.f64()?);
    let codes = read_codes(input)?;
    if !state.space.is_concept(&codes, usize::MAX) {
        return Err(NotResumed::Damaged);
    }
    let concept: Concept = evolearner_evaluate::concept(&state.space, &codes);
    let mut columns = Vec::new();
    for _ in 0..input.count(16)? {
        columns.push((input.str()?.to_owned().into(), input.f64()?));
    }
    let best = Row { concept, covered, quality, fitness };
    let of = (of != u64::MAX).then_some(of);
    Ok(Step { seconds, evaluations, progress: Progress { unit, number, of, best, columns } })
}

fn duration(out: &mut Encoder, time: Duration) {
    out.u64(time.as_nanos() as u64);
}

fn read_duration(input: &mut Decoder<'_>) -> Result<Duration, Damaged> {
    input.u64().map(Duration::from_nanos)
}

/// Writes the codes of a tree.
pub fn write_codes(out: &mut Encoder, codes: &[Code]) {
    out.array(codes, |code: Code| code.bits().to_le_bytes());
}

/// Reads codes, which need not be a tree.
pub fn read_codes(input: &mut Decoder<'_>) -> Result<Vec<Code>, Damaged> {
    let codes = input.array(|bytes| Code::from_bits(u32::from_le_bytes(bytes)))?;
    codes.into_iter().collect::<Option<Vec<Code>>>().ok_or(Damaged("codes"))
}
