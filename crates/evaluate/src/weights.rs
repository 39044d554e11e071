//! What each example counts: weights that users give, and the costs of the two errors.
//!
//! A weight is stored as a whole number in *planes*: plane p has the examples whose weight has bit p, so
//! that a weighted count is a few counts of bits. Counts of weights take the place of counts of examples
//! wherever concepts are compared.

use evolearner_graph::bits::set_bits;

/// The largest whole number that stands for a weight.
const MOST: f64 = 255.0;
/// Weights are multiplied by each number up to this until all are whole.
const MAX_FACTOR: u32 = 100;
/// The largest sum of all weights: twice of it is counted in 32 bits.
const MAX_SUM: f64 = (1u32 << 30) as f64;

/// The weights of examples, by their places among all examples.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// What was given for each individual, whichever side it is on.
    given: Vec<f64>,
    /// What a missed positive and a covered negative cost.
    costs: [f64; 2],
    /// The products as whole numbers, for both sides.
    whole: [Vec<u32>; 2],
    planes: [Vec<Vec<u64>>; 2],
}

/// One of the two lists of examples.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The positives.
    Positive,
    /// The negatives.
    Negative,
}

impl Weights {
    /// Weights above zero, and the costs of a missed positive and a covered negative.
    pub(crate) fn new(given: Vec<f64>, costs: [f64; 2]) -> Self {
        let n = given.len();
        let products: Vec<f64> =
            costs.iter().flat_map(|cost| given.iter().map(move |weight| weight * cost)).collect();
        let mut of_positives = whole_numbers(&products);
        let of_negatives = of_positives.split_off(n);
        let planes = [planes(&of_positives), planes(&of_negatives)];
        Self { given, costs, whole: [of_positives, of_negatives], planes }
    }

    /// What was given for each individual.
    pub(crate) fn given(&self) -> &[f64] {
        &self.given
    }

    /// What a missed positive and a covered negative cost.
    pub(crate) fn costs(&self) -> [f64; 2] {
        self.costs
    }

    /// The whole number that stands for the weight of the individual at a place.
    pub(crate) fn whole(&self, side: Side, place: usize) -> u32 {
        self.whole[side as usize][place]
    }

    /// What the members of both of two sets weigh, as examples of a side.
    pub fn of_meet(&self, side: Side, one: &[u64], other: &[u64]) -> u32 {
        let of_plane = |(bit, plane): (usize, &Vec<u64>)| -> u32 {
            let words = one.iter().zip(other).zip(plane);
            words.map(|((one, other), plane)| (one & other & plane).count_ones()).sum::<u32>()
                << bit
        };
        self.planes[side as usize].iter().enumerate().map(of_plane).sum()
    }
}

/// Numbers above zero as whole numbers from 1 to 255: exactly, where a factor up to 100 makes them whole,
/// else relative to the largest, rounded.
fn whole_numbers(weights: &[f64]) -> Vec<u32> {
    let largest = weights.iter().copied().fold(0.0, f64::max);
    let sum: f64 = weights.iter().sum();
    let fits = |factor: f64| largest * factor <= MOST && sum * factor <= MAX_SUM;
    let is_whole = |x: f64| (x - x.round()).abs() < 1e-9 && x.round() >= 1.0;
    let factors = (1..=MAX_FACTOR).map(f64::from);
    let exact = factors
        .map(|factor| factor / divisor(weights, factor))
        .find(|&factor| fits(factor) && weights.iter().all(|weight| is_whole(weight * factor)));
    if let Some(factor) = exact {
        return weights.iter().map(|weight| (weight * factor).round() as u32).collect();
    }
    // Divided by the largest first: a sum or a factor of very large or small weights may be infinite.
    let relative_sum: f64 = weights.iter().map(|weight| weight / largest).sum();
    let most = MOST.min(MAX_SUM / relative_sum);
    weights.iter().map(|weight| (weight / largest * most).round().max(1.0) as u32).collect()
}

/// The greatest common divisor of weights times a factor, as far as they are whole then; else 1.
fn divisor(weights: &[f64], factor: f64) -> f64 {
    let gcd = |mut a: u64, mut b: u64| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    match weights.iter().fold(0, |found, weight| gcd(found, (weight * factor).round() as u64)) {
        0 => 1.0,
        found => found as f64,
    }
}

/// Whole numbers by their bits, lowest first.
fn planes(numbers: &[u32]) -> Vec<Vec<u64>> {
    let largest = numbers.iter().copied().max().unwrap_or(0);
    let plane = |bit: u32| {
        let members = numbers.iter().enumerate().filter(|(_, number)| *number >> bit & 1 == 1);
        set_bits(numbers.len(), members.map(|(place, _)| place))
    };
    (0..u32::BITS - largest.leading_zeros()).map(plane).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_become_the_smallest_whole_numbers_that_are_exact() {
        let check = |weights: &[f64], expected: &[u32]| {
            assert_eq!(whole_numbers(weights), expected, "{weights:?}");
        };
        check(&[1.0, 1.0], &[1, 1]);
        check(&[2.0, 4.0, 6.0], &[1, 2, 3]);
        check(&[0.5, 1.0, 1.5], &[1, 2, 3]);
        check(&[0.01, 1.0], &[1, 100]);
        check(&[1e6, 2e6], &[1, 2]);
        // No factor makes these whole.
        check(&[1.0, std::f64::consts::SQRT_2], &[180, 255]);
        // Nothing that counts at all is rounded to nothing.
        check(&[1e-9, 1.0], &[1, 255]);
        // Neither their sum nor the factor that makes them whole is a finite number.
        check(&[1.7e308, 1.7e308, 1.7e300], &[255, 255, 1]);
        check(&[4e-320, 2e-320], &[255, 128]);
    }

    #[test]
    fn a_weighted_count_is_the_sum_of_the_weights_of_the_members() {
        let given: Vec<f64> = (1..=130).map(f64::from).collect();
        let weights = Weights::new(given.clone(), [1.0, 1.5]);
        let all = set_bits(130, 0..130);
        let some = set_bits(130, (0..130).filter(|place| place % 3 == 0));
        let sum: f64 = given.iter().step_by(3).sum();
        // Twice as much makes all of them whole, as far as they stay below 256 that way; they do not.
        let whole = |side| (0..130).step_by(3).map(|place| weights.whole(side, place)).sum::<u32>();
        assert_eq!(weights.of_meet(Side::Positive, &all, &some), whole(Side::Positive));
        assert_eq!(weights.of_meet(Side::Negative, &some, &all), whole(Side::Negative));
        let ratio = f64::from(whole(Side::Negative)) / f64::from(whole(Side::Positive));
        assert!(
            (ratio - 1.5).abs() < 0.02 && f64::from(whole(Side::Positive)) <= sum * 2.0,
            "{ratio}"
        );
    }
}
