//! From covered examples to a number, at most 1.

use evolearner_dl::{Choice, choices};

use crate::evaluator::Covered;

/// The outcome of a concept on examples.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Confusion {
    /// Positives that it covers.
    pub tp: u32,
    /// Negatives that it covers.
    pub fp: u32,
    /// Negatives that it spares.
    pub tn: u32,
    /// Positives that it misses.
    pub fn_: u32,
}

impl Confusion {
    /// The outcome for so many covered examples of so many.
    pub fn new(covered: Covered, n_positives: u32, n_negatives: u32) -> Self {
        Self {
            tp: covered.positives,
            fp: covered.negatives,
            tn: n_negatives - covered.negatives,
            fn_: n_positives - covered.positives,
        }
    }

    /// Correct predictions among all.
    pub fn accuracy(self) -> f64 {
        ratio(self.tp + self.tn, self.tp + self.fp + self.tn + self.fn_)
    }

    /// Positives among what it covers.
    pub fn precision(self) -> f64 {
        ratio(self.tp, self.tp + self.fp)
    }

    /// What it covers among the positives.
    pub fn recall(self) -> f64 {
        ratio(self.tp, self.tp + self.fn_)
    }

    /// The harmonic mean of precision and recall.
    pub fn f1(self) -> f64 {
        ratio(2 * self.tp, 2 * self.tp + self.fp + self.fn_)
    }

    /// The mean of the share of positives covered and of negatives spared.
    pub fn balanced_accuracy(self) -> f64 {
        f64::midpoint(self.recall(), ratio(self.tn, self.tn + self.fp))
    }
}

/// A share; 0 where there is nothing to share.
fn ratio(part: u32, whole: u32) -> f64 {
    if whole == 0 { 0.0 } else { f64::from(part) / f64::from(whole) }
}

/// A measure of how well a concept does on the examples, at most 1.
pub trait Measure: Send + Sync {
    /// The word for it in results.
    fn id(&self) -> &str;

    /// The quality of an outcome.
    fn of(&self, outcome: Confusion) -> f64;
}

/// The quality by which a search compares concepts. One that covers no example at all explains
/// nothing and has quality 0, whatever it gets right by sparing negatives.
#[inline]
pub fn quality_of(measure: &dyn Measure, outcome: Confusion) -> f64 {
    if outcome.tp + outcome.fp == 0 { 0.0 } else { measure.of(outcome) }
}

choices! {
    /// The measures that have a name.
    #[non_exhaustive]
    pub enum Quality {
        /// Correct among all (§3.4).
        Accuracy = "accuracy",
        /// The harmonic mean of precision and recall.
        F1 = "f1",
        /// The mean of the shares of positives covered and negatives spared.
        ///
        /// Both sides weigh the same however many examples they have.
        BalancedAccuracy = "balanced-accuracy",
        /// Positives among what is covered.
        Precision = "precision",
        /// What is covered among the positives.
        Recall = "recall",
        /// The geometric mean of recall and specificity.
        GeometricMean = "geometric-mean",
        /// Matthews' correlation coefficient, from -1 for the reverse to 1.
        Matthews = "matthews",
        /// What is covered rightly, among all that is covered or should be.
        Jaccard = "jaccard",
        /// The mean of precision and recall (DL-Learner's default for class learning).
        MeanPrecisionRecall = "mean-precision-recall",
    }
}

impl Measure for Quality {
    fn id(&self) -> &str {
        self.word()
    }

    fn of(&self, outcome: Confusion) -> f64 {
        match self {
            Self::Accuracy => outcome.accuracy(),
            Self::F1 => outcome.f1(),
            Self::BalancedAccuracy => outcome.balanced_accuracy(),
            Self::Precision => outcome.precision(),
            Self::Recall => outcome.recall(),
            Self::GeometricMean => {
                let specificity = ratio(outcome.tn, outcome.tn + outcome.fp);
                (outcome.recall() * specificity).sqrt()
            }
            Self::Matthews => {
                let [tp, fp, tn, fn_] =
                    [outcome.tp, outcome.fp, outcome.tn, outcome.fn_].map(f64::from);
                let scale = ((tp + fp) * (tp + fn_) * (tn + fp) * (tn + fn_)).sqrt();
                if scale == 0.0 { 0.0 } else { (tp * tn - fp * fn_) / scale }
            }
            Self::Jaccard => ratio(outcome.tp, outcome.tp + outcome.fp + outcome.fn_),
            Self::MeanPrecisionRecall => f64::midpoint(outcome.precision(), outcome.recall()),
        }
    }
}

/// The expected accuracy of a concept where the negatives are unlabelled individuals, a share π of which is
/// positive: one less the risk of du Plessis, Niu and Sugiyama (2014), without the part below zero (Kiryo et
/// al. 2017), for positives that are not labelled beside the unlabelled but out of the same individuals.
///
/// Positives among the unlabelled are missed as often as labelled ones. The errors among true negatives are
/// not known: they are what is covered of the unlabelled, less what positives must make up of that, `fp − π ·
/// (fp + tn) · recall`, at least 0. Covering as many of the unlabelled as are expected to be positive costs
/// nothing. Where none is expected to be, this is accuracy.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PositiveUnlabelled {
    /// The share of positives among the unlabelled, π.
    pub share: f64,
}

impl Measure for PositiveUnlabelled {
    fn id(&self) -> &'static str {
        "positive-unlabelled"
    }

    fn of(&self, outcome: Confusion) -> f64 {
        let recall = outcome.recall();
        let labelled = f64::from(outcome.tp + outcome.fn_);
        let unlabelled = f64::from(outcome.fp + outcome.tn);
        let hidden = self.share * unlabelled;
        let missed = (labelled + hidden) * (1.0 - recall);
        let wrongly_covered = (f64::from(outcome.fp) - hidden * recall).max(0.0);
        1.0 - (missed + wrongly_covered) / (labelled + unlabelled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_of_a_known_outcome() {
        let confusion = Confusion { tp: 6, fp: 2, tn: 8, fn_: 4 };
        let check = |quality: Quality, expected: f64| {
            assert!((quality.of(confusion) - expected).abs() < 1e-12, "{quality:?}");
        };
        check(Quality::Accuracy, 0.7);
        check(Quality::Precision, 0.75);
        check(Quality::Recall, 0.6);
        check(Quality::F1, 12.0 / 18.0);
        check(Quality::BalancedAccuracy, 0.7);
        check(Quality::GeometricMean, (0.6f64 * 0.8).sqrt());
        check(Quality::Jaccard, 0.5);
        check(Quality::MeanPrecisionRecall, 0.675);
    }

    #[test]
    fn matthews_is_the_coefficient_itself() {
        // Chicco and Jurman 2020, use case A1: TP 90, FP 4, TN 1, FN 5 has MCC +0.135.
        let mcc = Quality::Matthews.of(Confusion { tp: 90, fp: 4, tn: 1, fn_: 5 });
        assert!((mcc - 0.135).abs() < 5e-4, "{mcc}");
        let reverse = Confusion { tp: 0, fp: 5, tn: 0, fn_: 5 };
        assert_eq!(Quality::Matthews.of(reverse), -1.0);
    }

    #[test]
    fn unlabelled_ones_cost_nothing_up_to_their_share_of_positives() {
        let measure = PositiveUnlabelled { share: 0.25 };
        let quality =
            |tp: u32, fp: u32| measure.of(Confusion { tp, fp, tn: 40 - fp, fn_: 10 - tp });
        for fp in 0..=10 {
            assert_eq!(quality(10, fp), 1.0, "ten of forty are expected");
        }
        // Of fifty, ten are covered that are negative.
        assert_eq!(quality(10, 20), 0.8);
        // Half of the positives, labelled or not: as many of the unlabelled are expected to be covered.
        assert_eq!(quality(5, 5), 0.8);
        assert_eq!(quality(0, 0), 0.6);
        for tp in 0..10 {
            for fp in 0..40 {
                assert!(
                    quality(tp, fp) <= quality(tp + 1, fp)
                        && quality(tp, fp) >= quality(tp, fp + 1)
                );
            }
        }
    }

    /// Otherwise nothing would be lost by missing all labelled positives.
    #[test]
    fn where_no_unlabelled_one_is_positive_the_measure_is_accuracy() {
        let measure = PositiveUnlabelled { share: 0.0 };
        for tp in 0..=3 {
            for fp in 0..=5 {
                let outcome = Confusion { tp, fp, tn: 5 - fp, fn_: 3 - tp };
                let accuracy = Quality::Accuracy.of(outcome);
                assert!((measure.of(outcome) - accuracy).abs() < 1e-12, "{outcome:?}");
            }
        }
    }

    #[test]
    fn covering_nothing_is_worth_nothing() {
        let nothing = Confusion { tp: 0, fp: 0, tn: 9, fn_: 1 };
        for &quality in Quality::ALL {
            assert_eq!(quality_of(&quality, nothing), 0.0);
        }
    }

    #[test]
    fn a_perfect_concept_has_quality_one() {
        let perfect = Confusion { tp: 3, fp: 0, tn: 5, fn_: 0 };
        for &quality in Quality::ALL {
            assert_eq!(quality.of(perfect), 1.0, "{quality:?}");
        }
    }
}
