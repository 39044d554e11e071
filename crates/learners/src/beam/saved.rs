//! What a search without chance writes down: the best concepts that it found.

use evolearner_dl::Concept;
use evolearner_evaluate::{Code, Covered, Space, concept};
use evolearner_graph::codec::{Decoder, Encoder};
use evolearner_search::{NotResumed, Start, read_codes, write_codes};

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
    let all = start.examples.total();
    // A concept has at least its two counts and the number of its codes.
    let n_found = saved.count(16)?;
    let mut found = Vec::with_capacity(n_found);
    for _ in 0..n_found {
        let covered = Covered { positives: saved.u32()?, negatives: saved.u32()? };
        let codes = read_codes(saved)?;
        let is_good = covered.positives <= all.positives
            && covered.negatives <= all.negatives
            && start.space.is_concept(&codes, usize::MAX);
        if !is_good {
            return Err(NotResumed::Damaged);
        }
        found.push((concept(start.space, &codes), covered));
    }
    Ok(found)
}
