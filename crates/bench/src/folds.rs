//! Which examples are learned from and which are held back.

use anyhow::{Result, bail};
use evolearner::{Examples, IndividualId, Random, Stage};

/// How examples are dealt to folds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Scheme {
    /// As SML-Bench does: fold `i` of `k` holds the lines from `⌈i·n/k⌉` to `⌈(i+1)·n/k⌉` of each
    /// list, in the order of the file.
    #[default]
    SmlBench,
    /// The same after shuffling each list.
    Stratified,
}

impl Scheme {
    /// The scheme of that name.
    pub fn from_word(word: &str) -> Option<Self> {
        match word {
            "smlbench" => Some(Self::SmlBench),
            "stratified" => Some(Self::Stratified),
            _ => None,
        }
    }

    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            Self::SmlBench => "smlbench",
            Self::Stratified => "stratified",
        }
    }
}

/// One part held back, the rest to learn from.
#[derive(Clone, Debug)]
pub struct Fold {
    /// Which part, from 0.
    pub fold: usize,
    /// Which shuffle, from 0.
    pub repeat: usize,
    /// To learn from.
    pub train: Examples,
    /// Positives held back.
    pub test_positives: Vec<IndividualId>,
    /// Negatives held back.
    pub test_negatives: Vec<IndividualId>,
}

/// Deals the examples of a problem to `k` folds. A fold that would hold nothing back, or leave
/// nothing to learn from, is an error.
pub fn folds(
    examples: &Examples,
    k: usize,
    scheme: Scheme,
    seed: u64,
    repeat: usize,
) -> Result<Vec<Fold>> {
    let (n_positives, n_negatives) = (examples.positives().len(), examples.negatives().len());
    if k > n_positives.min(n_negatives) {
        bail!(
            "{k} folds are too many for {n_positives} positives and {n_negatives} negatives: \
             some would hold none back"
        );
    }
    let list = |examples: &[IndividualId], which: u32| -> Vec<IndividualId> {
        let mut list = examples.to_vec();
        if scheme == Scheme::Stratified {
            Random::new(seed, Stage::Examples, repeat as u32, which).shuffle(&mut list);
        }
        list
    };
    let positives = list(examples.positives(), 0);
    let negatives = list(examples.negatives(), 1);
    (0..k)
        .map(|fold| {
            let (test_positives, train_positives) = part(&positives, fold, k);
            let (test_negatives, train_negatives) = part(&negatives, fold, k);
            let (train, _) = examples.with_lists(&train_positives, &train_negatives)?;
            Ok(Fold { fold, repeat, train, test_positives, test_negatives })
        })
        .collect()
}

/// The part of a fold, and the rest.
fn part(list: &[IndividualId], fold: usize, k: usize) -> (Vec<IndividualId>, Vec<IndividualId>) {
    let end = |fold: usize| (fold * list.len()).div_ceil(k);
    let (start, end) = (end(fold), end(fold + 1));
    (list[start..end].to_vec(), [&list[..start], &list[end..]].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(n_positives: u32, n_negatives: u32) -> Examples {
        let positives: Vec<IndividualId> = (0..n_positives).map(IndividualId).collect();
        let negatives: Vec<IndividualId> = (100..100 + n_negatives).map(IndividualId).collect();
        Examples::new(&positives, &negatives).unwrap().0
    }

    #[test]
    fn smlbench_slices_in_file_order() {
        // ⌈i·7/3⌉: 0, 3, 5, 7.
        let folds = folds(&problem(7, 4), 3, Scheme::SmlBench, 1, 0).unwrap();
        let tests: Vec<Vec<u32>> = folds
            .iter()
            .map(|fold| fold.test_positives.iter().map(|example| example.0).collect())
            .collect();
        assert_eq!(tests, [vec![0, 1, 2], vec![3, 4], vec![5, 6]]);
        assert_eq!(folds[1].train.positives().len(), 5);
    }

    #[test]
    fn every_example_is_held_back_once() {
        for scheme in [Scheme::SmlBench, Scheme::Stratified] {
            for k in [2, 3, 10] {
                let problem = problem(23, 17);
                let folds = folds(&problem, k, scheme, 5, 0).unwrap();
                let mut tested: Vec<IndividualId> = folds
                    .iter()
                    .flat_map(|fold| [&fold.test_positives[..], &fold.test_negatives].concat())
                    .collect();
                tested.sort_unstable();
                let all = [problem.positives(), problem.negatives()].concat();
                assert_eq!(tested, all);
                for fold in &folds {
                    let seen = [fold.train.positives(), fold.train.negatives()].concat();
                    let held_back = [&fold.test_positives[..], &fold.test_negatives].concat();
                    assert!(held_back.iter().all(|example| !seen.contains(example)));
                }
            }
        }
    }

    #[test]
    fn shuffles_differ_by_seed_and_repeat_alone() {
        let tests = |seed, repeat| -> Vec<Vec<IndividualId>> {
            let folds = folds(&problem(30, 30), 5, Scheme::Stratified, seed, repeat).unwrap();
            folds.into_iter().map(|fold| fold.test_positives).collect()
        };
        assert_eq!(tests(1, 0), tests(1, 0));
        assert_ne!(tests(1, 0), tests(1, 1));
        assert_ne!(tests(1, 0), tests(2, 0));
    }
}
