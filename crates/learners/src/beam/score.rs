//! How good sets of examples are, and how good joins of them can be at best.

use evolearner_evaluate::{Covered, Examples, Side};
use evolearner_graph::bits::{WORD, count_ones, set_bit};
use evolearner_search::Rating;

/// Counts and rates sets of examples: positives in the first words, negatives in the others.
#[derive(Clone)]
pub(super) struct Scorer {
    rating: Rating,
    /// The first word of the negatives.
    half: usize,
    /// The positives and negatives that a concept can cover.
    pub(super) all: Covered,
    /// The bits of the weights of the examples, lowest first; none where all weigh the same.
    planes: Vec<Vec<u64>>,
}

impl Scorer {
    /// A scorer of sets whose universe has the examples of `full`.
    pub(super) fn new(rating: Rating, examples: &Examples, full: &[u64]) -> Self {
        let half = examples.positives().len().div_ceil(WORD);
        let all = Covered { positives: 0, negatives: 0 };
        let planes = planes_of(examples, half, full.len());
        let mut scorer = Self { rating, half, all, planes };
        scorer.all = scorer.covered(full);
        scorer
    }

    /// The first word of the negatives.
    pub(super) fn half(&self) -> usize {
        self.half
    }

    /// The same with weights, given by their bits: plane p has the examples whose weight has bit p.
    pub(super) fn weighted(&self, planes: Vec<Vec<u64>>, full: &[u64]) -> Self {
        let mut scorer = Self { planes, ..self.clone() };
        scorer.all = scorer.covered(full);
        scorer.rating = scorer.rating.with_total(scorer.all);
        scorer
    }

    pub(super) fn covered(&self, set: &[u64]) -> Covered {
        if !self.planes.is_empty() {
            return self.count_meet(set, set);
        }
        let (positives, negatives) = set.split_at(self.half);
        Covered { positives: count_ones(positives) as u32, negatives: count_ones(negatives) as u32 }
    }

    /// What is in both of two sets, by weight.
    #[expect(clippy::inline_always, reason = "it is compiled for the machine at hand")]
    #[inline(always)]
    pub(super) fn count_meet(&self, one: &[u64], other: &[u64]) -> Covered {
        if self.planes.is_empty() {
            return count_meet(one, other, self.half);
        }
        let sum = |words: std::ops::Range<usize>| -> u32 {
            let of_plane = |(bit, plane): (usize, &Vec<u64>)| -> u32 {
                let words = words.clone();
                words.map(|at| (one[at] & other[at] & plane[at]).count_ones()).sum::<u32>() << bit
            };
            self.planes.iter().enumerate().map(of_plane).sum()
        };
        Covered { positives: sum(0..self.half), negatives: sum(self.half..one.len()) }
    }

    /// What a concept covers that gets every example right.
    pub(super) fn perfect(&self) -> Covered {
        Covered { negatives: 0, ..self.all }
    }

    /// The positives among the members of a universe.
    pub(super) fn positives(&self, full: &[u64]) -> Vec<u64> {
        let of_positives = |(at, &word)| if at < self.half { word } else { 0 };
        full.iter().enumerate().map(of_positives).collect()
    }

    /// What the complement covers.
    #[inline]
    pub(super) fn uncovered(&self, covered: Covered) -> Covered {
        Covered {
            positives: self.all.positives - covered.positives,
            negatives: self.all.negatives - covered.negatives,
        }
    }

    #[inline]
    pub(super) fn quality(&self, covered: Covered) -> f64 {
        self.rating.quality(covered)
    }

    /// How much is learned about an example by whether it is in a set, in bits (information gain). A
    /// small set of positives alone may be inaccurate and still a part of the best join.
    pub(super) fn gain(&self, set: &[u64]) -> f64 {
        let covered = self.covered(set);
        let sides = [covered, self.uncovered(covered)];
        let n = |side: Covered| f64::from(side.positives) + f64::from(side.negatives);
        let left: f64 = sides.iter().map(|&side| n(side) * entropy(side)).sum();
        entropy(self.all) - left / n(self.all)
    }

    /// What is better than a quality.
    pub(super) fn better_than(&self, quality: f64) -> Limits {
        self.limits(|reached| reached > quality)
    }

    /// What is at least as good as a quality.
    pub(super) fn as_good_as(&self, quality: f64) -> Limits {
        self.limits(|reached| reached >= quality)
    }

    /// Measures do not fall with the positives that are covered and do not rise with the negatives,
    /// so that one walk along the border of what is good enough finds all limits.
    fn limits(&self, is_good: impl Fn(f64) -> bool) -> Limits {
        let Covered { positives, negatives } = self.all;
        let mut below = vec![0; positives as usize + 1];
        let mut next = negatives + 1;
        for tp in (0..=positives).rev() {
            let quality = |fp| self.quality(Covered { positives: tp, negatives: fp });
            while next > 0 && !is_good(quality(next - 1)) {
                next -= 1;
            }
            below[tp as usize] = next;
        }
        Limits { below, all: self.all }
    }
}

/// Numbers of examples, by their bits; the examples are given by the bits that they have in a set.
pub(super) fn planes(
    numbers: impl Iterator<Item = (usize, u32)> + Clone,
    n_words: usize,
) -> Vec<Vec<u64>> {
    let largest = numbers.clone().map(|(_, number)| number).max().unwrap_or(0);
    let n_planes = (u32::BITS - largest.leading_zeros()) as usize;
    let mut planes = vec![vec![0; n_words]; n_planes];
    for (slot, number) in numbers {
        for (bit, plane) in planes.iter_mut().enumerate() {
            if number >> bit & 1 == 1 {
                set_bit(plane, slot as u32);
            }
        }
    }
    planes
}

/// The weights of examples; none where all count the same.
fn planes_of(examples: &Examples, half: usize, n_words: usize) -> Vec<Vec<u64>> {
    let weights = [Side::Positive, Side::Negative].map(|side| examples.whole_weights(side));
    let [Some(positives), Some(negatives)] = &weights else { return Vec::new() };
    let positives = positives.iter().copied().enumerate();
    let negatives = negatives.iter().enumerate().map(|(at, &weight)| (half * WORD + at, weight));
    planes(positives.chain(negatives), n_words)
}

/// The entropy of being positive, in bits.
fn entropy(side: Covered) -> f64 {
    let (p, n) = (f64::from(side.positives), f64::from(side.negatives));
    let of =
        |count: f64| if count > 0.0 { -count / (p + n) * (count / (p + n)).log2() } else { 0.0 };
    of(p) + of(n)
}

/// Below how many negatives a set must stay to be good enough, by the positives that it covers; 0 where
/// none is.
#[derive(Clone)]
pub(super) struct Limits {
    below: Vec<u32>,
    all: Covered,
}

impl Limits {
    /// Whether a set is good enough.
    #[inline]
    pub(super) fn allow(&self, covered: Covered) -> bool {
        covered.negatives < self.below[covered.positives as usize]
    }

    /// Whether `⊓` of two sets can be good enough: it covers no more positives than either, and at
    /// least the negatives that cannot be outside of one of them.
    #[inline]
    pub(super) fn allow_meet(&self, one: Covered, other: Covered) -> bool {
        let positives = one.positives.min(other.positives);
        let negatives = (one.negatives + other.negatives).saturating_sub(self.all.negatives);
        self.allow(Covered { positives, negatives })
    }

    /// Whether `⊔` of two sets can be good enough: it covers no fewer negatives than either, and at
    /// most the positives of both.
    #[inline]
    pub(super) fn allow_union(&self, one: Covered, other: Covered) -> bool {
        let positives = (one.positives + other.positives).min(self.all.positives);
        let negatives = one.negatives.max(other.negatives);
        self.allow(Covered { positives, negatives })
    }

    /// Whether no `⊓` of a set can be good enough with another one, nor with any that covers more negatives.
    #[inline]
    pub(super) fn end_meets(&self, one: Covered, other: Covered) -> bool {
        let least = (one.negatives + other.negatives).saturating_sub(self.all.negatives);
        least >= self.below(one.positives)
    }

    /// Whether no `⊔` of a set can be good enough with another one, nor with any that covers fewer positives.
    #[inline]
    pub(super) fn end_unions(&self, one: Covered, other: Covered) -> bool {
        one.negatives >= self.below(one.positives + other.positives)
    }

    /// Below how many negatives a set must stay that covers so many positives, or all that there are.
    #[inline]
    pub(super) fn below(&self, positives: u32) -> u32 {
        self.below[positives.min(self.all.positives) as usize]
    }
}

/// What a set must cover so that a join with one of some partners can be good enough. Exact for the
/// bounds of [`Limits`]: a set that fails has no partner that they allow.
pub(super) struct Partners {
    /// The fewest positives for a `⊔`, by the negatives that the set covers.
    union_least: Vec<i64>,
    /// The most negatives for a `⊓`, by the positives that the set covers.
    meet_most: Vec<i64>,
}

impl Partners {
    pub(super) fn new(limits: &Limits, partners: impl Iterator<Item = Covered>) -> Self {
        let Covered { positives, negatives } = limits.all;
        let (n_positives, n_negatives) = (positives as usize, negatives as usize);
        // The most positives of a partner with at most so many negatives, and the reverse.
        let mut most_positives = vec![i64::MIN; n_negatives + 1];
        let mut least_negatives = vec![i64::MAX; n_positives + 1];
        for Covered { positives, negatives } in partners {
            let most = &mut most_positives[negatives as usize];
            *most = (*most).max(i64::from(positives));
            let least = &mut least_negatives[positives as usize];
            *least = (*least).min(i64::from(negatives));
        }
        for at in 1..=n_negatives {
            most_positives[at] = most_positives[at].max(most_positives[at - 1]);
        }
        for at in (0..n_positives).rev() {
            least_negatives[at] = least_negatives[at].min(least_negatives[at + 1]);
        }
        // The fewest positives that go with so many negatives: the limits, read the other way.
        let mut union_least = vec![i64::MAX; n_negatives + 1];
        for at in (0..=n_negatives).rev() {
            let needed = limits.below.partition_point(|&below| below as usize <= at);
            if needed <= n_positives && most_positives[at] >= 0 {
                union_least[at] = i64::from(needed as u32) - most_positives[at];
            }
            if at < n_negatives {
                union_least[at] = union_least[at].min(union_least[at + 1]);
            }
        }
        let mut meet_most = vec![i64::MIN; n_positives + 1];
        for at in 0..=n_positives {
            let below = i64::from(limits.below[at]);
            if below > 0 && least_negatives[at] < i64::MAX {
                meet_most[at] = below - 1 - least_negatives[at] + i64::from(negatives);
            }
            if at > 0 {
                meet_most[at] = meet_most[at].max(meet_most[at - 1]);
            }
        }
        Self { union_least, meet_most }
    }

    /// Whether a set that covers so much, or at most these positives and at least these negatives,
    /// can take part in a join that is good enough.
    #[inline]
    pub(super) fn allow(&self, covered: Covered) -> bool {
        let Covered { positives, negatives } = covered;
        i64::from(positives) >= self.union_least[negatives as usize]
            || i64::from(negatives) <= self.meet_most[positives as usize]
    }
}

/// What is in both of two sets.
#[expect(clippy::inline_always, reason = "it is compiled for the machine at hand")]
#[inline(always)]
fn count_meet(one: &[u64], other: &[u64], half: usize) -> Covered {
    let sum = |one: &[u64], other: &[u64]| -> u32 {
        one.iter().zip(other).map(|(one, other)| (one & other).count_ones()).sum()
    };
    Covered {
        positives: sum(&one[..half], &other[..half]),
        negatives: sum(&one[half..], &other[half..]),
    }
}
