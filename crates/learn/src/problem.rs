//! A learning problem: who is an example of the class, and who is not.

use evolearner_dl::IndividualId;

/// Positive and negative examples, each without duplicates, in the order in which they were given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    positives: Vec<IndividualId>,
    negatives: Vec<IndividualId>,
}

/// What was odd about the lists of examples.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ProblemNotes {
    /// Examples that stood more than once in a list and are counted once.
    pub duplicates: usize,
    /// Individuals that are both positive and negative, as noisy data has them.
    pub contradictory: Vec<IndividualId>,
}

/// Why lists of examples are no problem to learn from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProblemError {
    /// Nothing to describe.
    #[error("there are no positive examples")]
    NoPositives,
    /// Nothing to tell apart from.
    #[error("there are no negative examples")]
    NoNegatives,
}

impl Problem {
    /// A problem of these examples.
    pub fn new(
        positives: &[IndividualId],
        negatives: &[IndividualId],
    ) -> Result<(Self, ProblemNotes), ProblemError> {
        if positives.is_empty() {
            return Err(ProblemError::NoPositives);
        }
        if negatives.is_empty() {
            return Err(ProblemError::NoNegatives);
        }
        let problem = Self { positives: distinct(positives), negatives: distinct(negatives) };
        let n_given = positives.len() + negatives.len();
        let n_kept = problem.positives.len() + problem.negatives.len();
        let mut contradictory = problem.positives.clone();
        let mut sorted = problem.negatives.clone();
        sorted.sort_unstable();
        contradictory.retain(|example| sorted.binary_search(example).is_ok());
        let notes = ProblemNotes { duplicates: n_given - n_kept, contradictory };
        Ok((problem, notes))
    }

    /// The positive examples.
    pub fn positives(&self) -> &[IndividualId] {
        &self.positives
    }

    /// The negative examples.
    pub fn negatives(&self) -> &[IndividualId] {
        &self.negatives
    }
}

fn distinct(examples: &[IndividualId]) -> Vec<IndividualId> {
    let mut seen = hashbrown::HashSet::<IndividualId, foldhash::fast::FixedState>::default();
    examples.iter().copied().filter(|&example| seen.insert(example)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_count_once_and_contradictions_are_told() {
        let ids = |numbers: &[u32]| numbers.iter().map(|&n| IndividualId(n)).collect::<Vec<_>>();
        let (problem, notes) = Problem::new(&ids(&[3, 1, 3]), &ids(&[2, 1])).unwrap();
        assert_eq!(problem.positives(), ids(&[3, 1]));
        assert_eq!(notes, ProblemNotes { duplicates: 1, contradictory: ids(&[1]) });
        assert_eq!(Problem::new(&[], &ids(&[1])), Err(ProblemError::NoPositives));
        assert_eq!(Problem::new(&ids(&[1]), &[]), Err(ProblemError::NoNegatives));
    }
}
