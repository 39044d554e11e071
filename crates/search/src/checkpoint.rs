//! A run on paper, so that it can go on after an interruption.
//!
//! Generators are made from the seed, the generation and the slot, so a run has no hidden state: a
//! population and what was found so far are all there is. A resumed run ends with the same result
//! as one that was never interrupted. The file carries a fingerprint of the problem and the
//! settings: it continues the run that it came from and no other.

use std::cmp::Ordering;
use std::time::Duration;

use evolearner_graph::Graph;

use crate::space::{Space, NodeType};
use crate::evolve::{Phases, Run};
use crate::code::Code;
use crate::hall::{Entry, HallOfFame};
use crate::observe::{Generation, Observer};
use crate::problem::Problem;
use crate::settings::{Limits, Settings};
use crate::shorten::Candidate;
use crate::stop::CancelToken;
use crate::tree::{MAX_NODES, planted};
use crate::universe::World;

const MAGIC: [u8; 8] = *b"EVOCHECK";
const VERSION: u64 = 3;

/// Why a run cannot be resumed from some bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// Something else.
    #[error("this is no checkpoint")]
    NotACheckpoint,
    /// Cut off or changed.
    #[error("the checkpoint is damaged")]
    Damaged,
    /// From a run that ended before its first population was complete.
    #[error("the run ended within its first population, so there is nothing to go on from")]
    Unfinished,
    /// From a run with other examples, another knowledge base or other settings.
    #[error("the checkpoint is of a run on another problem or with other settings")]
    OtherRun,
}

impl<'a> Run<'a> {
    /// The state of the run between two generations.
    pub fn checkpoint(&self) -> Vec<u8> {
        let mut out = Writer::default();
        out.number(VERSION);
        out.number(self.fingerprint());
        out.number(u64::from(self.generation));
        out.number(self.evaluations);
        out.number(self.elapsed().as_nanos() as u64);
        for phase in [self.phases.splits, self.phases.init, self.phases.evolve] {
            out.number(phase.as_nanos() as u64);
        }
        out.number(self.population.len() as u64);
        for slot in 0..self.population.len() {
            out.codes(&self.population.codes(slot));
        }
        let hall: Vec<&Entry> = self.hall.entries().collect();
        out.number(hall.len() as u64);
        for entry in hall {
            out.codes(&entry.codes);
        }
        out.number(self.history.len() as u64);
        for generation in &self.history {
            out.number(u64::from(generation.number));
            out.number(generation.seconds.to_bits());
            out.number(generation.evaluations);
            out.number(generation.mean_fitness.to_bits());
            out.codes(&generation.best.codes);
        }
        let checksum = hash(&out.bytes);
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&checksum.to_le_bytes());
        bytes.extend(out.bytes);
        bytes
    }

    /// A run that goes on from a checkpoint.
    pub fn resume(
        graph: &'a Graph,
        problem: &Problem,
        settings: &'a Settings,
        n_threads: usize,
        cancel: CancelToken,
        observer: &mut dyn Observer,
        bytes: &[u8],
    ) -> Result<Self, CheckpointError> {
        let rest = bytes.strip_prefix(&MAGIC).ok_or(CheckpointError::NotACheckpoint)?;
        let (checksum, payload) = rest.split_first_chunk::<8>().ok_or(CheckpointError::Damaged)?;
        if hash(payload) != u64::from_le_bytes(*checksum) {
            return Err(CheckpointError::Damaged);
        }
        let mut run = Self::prepare(graph, problem, settings, n_threads, cancel);
        let mut input = Reader { bytes: payload };
        if input.number()? != VERSION || input.number()? != run.fingerprint() {
            return Err(CheckpointError::OtherRun);
        }
        run.read(&mut input)?;
        observer.start(&run.space);
        if input.bytes.is_empty() { Ok(run) } else { Err(CheckpointError::Damaged) }
    }

    fn read(&mut self, input: &mut Reader<'_>) -> Result<(), CheckpointError> {
        self.generation = input.small()?;
        self.evaluations = input.number()?;
        if self.evaluations > u64::MAX / 2 {
            return Err(CheckpointError::Damaged);
        }
        self.earlier = Duration::from_nanos(input.number()?);
        self.phases = Phases {
            splits: Duration::from_nanos(input.number()?),
            init: Duration::from_nanos(input.number()?),
            evolve: Duration::from_nanos(input.number()?),
        };
        for slot in 0..input.count()? {
            let (tree, covered) = self.candidate(input)?;
            self.population.push(&tree);
            let (quality, fitness) = self.fitness(covered, self.population.n_nodes[slot]);
            self.population.covered.push(covered);
            self.population.quality.push(quality);
            self.population.fitness.push(fitness);
        }
        let mut hall = HallOfFame::default();
        for _ in 0..input.count()? {
            hall.offer(self.entry_from(input)?);
        }
        self.hall = hall;
        for _ in 0..input.count()? {
            let generation = Generation {
                number: input.small()?,
                seconds: f64::from_bits(input.number()?),
                evaluations: input.number()?,
                mean_fitness: f64::from_bits(input.number()?),
                best: self.entry_from(input)?,
            };
            self.history.push(generation);
        }
        self.evaluate_atomic();
        match self.population.len().cmp(&self.settings.evolution.population) {
            Ordering::Equal => Ok(()),
            Ordering::Less if self.generation == 0 && self.population.len() > 0 => {
                Err(CheckpointError::Unfinished)
            }
            _ => Err(CheckpointError::Damaged),
        }
    }

    fn entry_from(&mut self, input: &mut Reader<'_>) -> Result<Entry, CheckpointError> {
        let (tree, covered) = self.candidate(input)?;
        let (quality, fitness) = self.fitness(covered, tree.len() as u32);
        let codes = tree.iter().map(|node| node.code).collect();
        Ok(Entry { codes, covered, quality, fitness })
    }

    /// A candidate, evaluated anew: no file can claim what it covers.
    fn candidate(&mut self, input: &mut Reader<'_>) -> Result<Candidate, CheckpointError> {
        let n = input.count()?;
        let codes: Vec<Code> = (0..n)
            .map(|_| Code::from_bits(input.small()?).ok_or(CheckpointError::Damaged))
            .collect::<Result<_, CheckpointError>>()?;
        if !is_candidate(&self.space, &codes, self.settings.evolution.max_depth) {
            return Err(CheckpointError::Damaged);
        }
        let tree = planted(&codes);
        let world = World { graph: self.graph, space: &self.space, examples: &self.examples };
        let covered = self.workers[0].evaluator.evaluate(world, &tree);
        Ok((tree, covered))
    }

    /// A number for everything that decides the course of the run; how long it may go on does not.
    fn fingerprint(&self) -> u64 {
        let mut settings = self.settings.clone();
        settings.limits = Limits::default();
        settings.evolution.generations = 0;
        let text = format!(
            "{settings:?} {:?} {:?} {:?} {:?}",
            self.space,
            self.examples.individuals,
            self.examples.positives,
            self.examples.negatives
        );
        hash(text.as_bytes())
    }
}

/// Whether codes are exactly one concept over the space: each of a type that its place asks for,
/// and no node more than `max_height` edges below the root.
fn is_candidate(space: &Space, codes: &[Code], max_height: usize) -> bool {
    // The types and depths of the nodes still to come, the next one last.
    let mut wanted = vec![(NodeType::Concept, 0)];
    let mut genes_left = codes.iter();
    while let Some((node_type, depth)) = wanted.pop() {
        let Some(&code) = genes_left.next() else { return false };
        if depth > max_height || !space.contains(code) || space.node_type(code) != node_type {
            return false;
        }
        let children = (0..code.arity()).rev();
        wanted.extend(children.map(|place| (space.child_type(code, place), depth + 1)));
    }
    genes_left.next().is_none() && codes.len() <= MAX_NODES
}

#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    fn number(&mut self, number: u64) {
        self.bytes.extend_from_slice(&number.to_le_bytes());
    }

    fn codes(&mut self, codes: &[Code]) {
        self.number(codes.len() as u64);
        for code in codes {
            self.number(u64::from(code.bits()));
        }
    }
}

struct Reader<'b> {
    bytes: &'b [u8],
}

impl Reader<'_> {
    fn number(&mut self) -> Result<u64, CheckpointError> {
        let (number, rest) = self.bytes.split_first_chunk().ok_or(CheckpointError::Damaged)?;
        self.bytes = rest;
        Ok(u64::from_le_bytes(*number))
    }

    /// A number of at most 32 bits.
    fn small(&mut self) -> Result<u32, CheckpointError> {
        u32::try_from(self.number()?).map_err(|_| CheckpointError::Damaged)
    }

    /// A number of things of at least eight bytes each.
    fn count(&mut self) -> Result<usize, CheckpointError> {
        let count = self.number()?;
        if count <= self.bytes.len() as u64 / 8 {
            Ok(count as usize)
        } else {
            Err(CheckpointError::Damaged)
        }
    }
}

/// FNV-1a, 64 bits: small, stable, and good enough to notice damage.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::molecules;
    use crate::code::Op;
    use crate::settings::Evolution;

    /// A checkpoint with another first candidate and the checksum that goes with it.
    fn forged(checkpoint: &[u8], codes: &[Code]) -> Vec<u8> {
        // In front of the first candidate stand version, fingerprint, generation, evaluations, four
        // times and the size of the population.
        let (head, candidates) = checkpoint[16..].split_at(9 * 8);
        let (n_genes, rest) = candidates.split_first_chunk().expect("there is a candidate");
        let mut out = Writer { bytes: head.to_vec() };
        out.codes(codes);
        out.bytes.extend(&rest[u64::from_le_bytes(*n_genes) as usize * 8..]);
        let mut bytes = MAGIC.to_vec();
        bytes.extend(hash(&out.bytes).to_le_bytes());
        bytes.extend(out.bytes);
        bytes
    }

    #[test]
    fn a_forged_checkpoint_with_ill_typed_or_too_high_trees_is_refused() {
        let (graph, problem, _) = molecules();
        let evolution = Evolution { population: 20, generations: 3, ..Evolution::default() };
        let settings = Settings { evolution, ..Settings::paper() };
        let token = CancelToken::default;
        let run = Run::new(&graph, &problem, &settings, 1, token(), &mut ());
        assert!(run.space.n_splits() > 0 && !run.space.boolean.is_empty());
        let checkpoint = run.checkpoint();
        let resume = |codes: &[Code]| {
            let bytes = forged(&checkpoint, codes);
            let run = Run::resume(&graph, &problem, &settings, 1, token(), &mut (), &bytes);
            run.map(|run| run.finish(&mut ()).generations)
        };
        let some = Code::new(Op::Some, 0);
        let at_least = Code::new(Op::AtLeast, 0);
        let (number, truth) = (Code::new(Op::Number, 1), Code::new(Op::Truth, 1));
        let split = Code::new(Op::Split, 0);
        let high = |n: usize| [vec![Code::NOT; n], vec![Code::TOP]].concat();
        let good: [&[Code]; 4] = [
            &[Code::TOP],
            &[some, Code::AND, Code::TOP, at_least, number, Code::BOTTOM],
            &[Code::OR, Code::new(Op::Min, 0), split, Code::new(Op::Is, 0), truth],
            &high(settings.evolution.max_depth),
        ];
        for codes in good {
            assert_eq!(resume(codes), Ok(3), "{codes:?}");
        }
        // A balanced tree of 1,023 nodes is low enough and too large.
        let mut wide = vec![Code::TOP];
        while wide.len() <= MAX_NODES {
            wide = [vec![Code::AND], wide.clone(), wide].concat();
        }
        let bad: [&[Code]; 12] = [
            &[],
            &[number],
            &[split],
            &[Code::AND, Code::TOP],
            &[Code::TOP, Code::TOP],
            &[Code::AND, number, Code::TOP],
            &[at_least, Code::TOP, Code::TOP],
            &[at_least, number, number],
            &[Code::new(Op::Min, 0), Code::TOP],
            &[Code::new(Op::Min, 1), split],
            &high(settings.evolution.max_depth + 1),
            &wide,
        ];
        for codes in bad {
            assert_eq!(resume(codes), Err(CheckpointError::Damaged), "{} codes", codes.len());
        }
    }
}
