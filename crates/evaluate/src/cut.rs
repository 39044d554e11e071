//! Thresholds for numeric properties (§3.2, Algorithm 3).
//!
//! Up to k thresholds per property, those that tell positives from negatives best. All properties
//! are cut level by level: the sets into which one property cuts the examples are cut
//! further by every other, in the order of what is still unexplained in them (entropy).
//!
//! A property that no example has a value of is cut by the values within some steps of the
//! examples, or into bins over all its values, as the settings have it.
//!
//! A property may have several values, and `d ≤ v` asks whether *some* value satisfies it. A
//! threshold is then two tests, "the smallest value is at most v" and "the largest is above v", and
//! an example may pass both. The paper sums over both parts, which then count such an example twice;
//! by default the gain is that of the better test. For single values the two are the same. What the
//! paper leaves open, and what it says that cannot be done, is in `docs/paper.md`.

use evolearner_dl::{DataPropertyId, IndividualId, Kind, Value};
use evolearner_graph::Graph;

use crate::examples::Examples;
use crate::neighbourhood::Neighbourhood;
use crate::rules::Splitter;
use crate::stump::Stumps;

/// The steps within which values are looked for that no example has itself.
const MAX_STEPS: usize = 3;
/// The most boundaries of a property.
const MAX_BOUNDARIES: usize = 200;
/// Gains that differ by less are taken for equal.
const SAME_GAIN: f64 = 1e-12;

/// The thresholds of one property.
#[derive(Clone, PartialEq, Debug)]
pub struct Cuts {
    /// The property.
    pub property: DataPropertyId,
    /// Its thresholds, ascending.
    pub values: Vec<Value>,
}

/// The values of one property, as far as thresholds care.
struct Column {
    property: DataPropertyId,
    kind: Kind,
    /// The smallest and the largest value of each example; none where it has no value.
    extremes: Vec<Option<(f64, f64)>>,
}

impl Column {
    /// Whether no example has a value.
    fn is_empty(&self) -> bool {
        self.extremes.iter().all(Option::is_none)
    }
}

/// How many positives and negatives a set holds.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub(crate) struct Weight {
    positives: f64,
    negatives: f64,
}

impl Weight {
    fn total(self) -> f64 {
        self.positives + self.negatives
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            positives: self.positives + other.positives,
            negatives: self.negatives + other.negatives,
        }
    }

    pub(crate) fn minus(self, other: Self) -> Self {
        Self {
            positives: self.positives - other.positives,
            negatives: self.negatives - other.negatives,
        }
    }

    /// The entropy of being positive, in bits.
    pub(crate) fn entropy(self) -> f64 {
        [self.positives, self.negatives]
            .into_iter()
            .filter(|&count| count > 0.0)
            .map(|count| count / self.total())
            .map(|share| -share * share.log2())
            .sum()
    }
}

/// How much is still unexplained once it is known who is on which side of a threshold: of examples of
/// that weight, `low` have a value at or below it and all but `not_high` have one above it. The gain is
/// what that is less than before (Quinlan 1986), so the least unexplained is the highest gain.
type Unexplained = fn(all: Weight, low: Weight, not_high: Weight) -> f64;

/// The thresholds of the properties that have ordered values: those of the neighbourhood, which is that
/// of the examples. Numbers of successors that are read for it are counted.
pub(crate) fn cuts(
    near: &mut Neighbourhood,
    examples: &Examples,
    properties: &[(DataPropertyId, Kind)],
    splitter: Splitter,
    max_cuts: usize,
    max_cardinality: u32,
    n_read: &mut usize,
) -> Vec<Cuts> {
    match splitter {
        Splitter::None => Vec::new(),
        Splitter::Quantile => properties
            .iter()
            .map(|&(property, kind)| quantiles(near.graph(), property, kind, max_cuts))
            .collect(),
        Splitter::DlLearner => properties
            .iter()
            .map(|&(property, kind)| ends_and_means(near.graph(), property, kind, max_cuts))
            .collect(),
        Splitter::Entropy => {
            let columns = columns(near, properties, MAX_STEPS);
            by_entropy(examples, columns, max_cuts, left_by_better_test)
        }
        Splitter::Boundaries => {
            let weights = weights(examples);
            let own = columns(near, properties, 0);
            let mut stumps = Stumps::new(near, &weights, max_cardinality);
            let both = |(place, column): (usize, Column)| {
                let property = (column.property, column.kind);
                let mut keys = boundaries(&column, &weights);
                keys.extend(stumps.cuts(place, max_cuts));
                cuts_of(property, keys)
            };
            let cuts = own.into_iter().enumerate().map(both).collect();
            *n_read += stumps.n_read;
            cuts
        }
        Splitter::EntropyOrBins => {
            let (missing, carried): (Vec<_>, Vec<_>) =
                columns(near, properties, 0).into_iter().partition(Column::is_empty);
            let bins = missing
                .into_iter()
                .map(|column| bins(near.graph(), column.property, column.kind, max_cuts));
            let mut cuts = by_entropy(examples, carried, max_cuts, left_by_both_parts);
            cuts.extend(bins);
            cuts.sort_by_key(|cuts| cuts.property);
            cuts
        }
    }
}

/// All values of a property, ascending.
fn keys(graph: &Graph, property: DataPropertyId, kind: Kind) -> Vec<f64> {
    let key = |literal| graph.literals.value(evolearner_dl::LiteralId(literal)).key;
    let values = graph.values(property).between(graph.literals.of_kind(kind));
    values.iter().map(|&[literal, _]| key(literal)).collect()
}

/// The boundary below which about that many values lie; that of a run of equal values is its end.
fn boundary(keys: &[f64], rank: usize) -> Option<f64> {
    let below = *keys.get(rank.checked_sub(1)?)?;
    let above = keys[rank..].iter().copied().find(|&key| key > below)?;
    Some(between(below, above))
}

/// Thresholds between which about as many values lie.
fn quantiles(graph: &Graph, property: DataPropertyId, kind: Kind, max_cuts: usize) -> Cuts {
    let keys = keys(graph, property, kind);
    let cuts = (1..=max_cuts)
        .filter_map(|part| boundary(&keys, part * keys.len() / (max_cuts + 1)))
        .collect();
    cuts_of((property, kind), cuts)
}

/// The lowest and the highest value, and means of neighbouring distinct values at about equal distances
/// in their order: DL-Learner's formula.
fn ends_and_means(graph: &Graph, property: DataPropertyId, kind: Kind, max_cuts: usize) -> Cuts {
    let mut keys = keys(graph, property, kind);
    keys.dedup();
    let n = keys.len();
    let n_parts = max_cuts.min(n + 1);
    let ends = [keys.first(), keys.last()].into_iter().flatten().copied();
    let mut cuts: Vec<f64> = if n_parts > 0 { ends.collect() } else { Vec::new() };
    for part in 1..n_parts {
        let low = (part * n / n_parts).max((part * n / (n_parts - 1).max(1)).saturating_sub(1));
        if let Some(&[one, other]) = keys.get(low..low + 2) {
            cuts.push(between(one, other));
        }
    }
    cuts_of((property, kind), cuts)
}

/// The lower ends of bins with about as many values each: the smallest value, and the boundaries
/// between neighbouring bins. What the authors' program does where no example has a value; the
/// paper does not mention it.
fn bins(graph: &Graph, property: DataPropertyId, kind: Kind, max_cuts: usize) -> Cuts {
    let keys = keys(graph, property, kind);
    let lowest = keys.first().copied().filter(|_| max_cuts > 0);
    let boundaries = (1..max_cuts).filter_map(|part| boundary(&keys, part * keys.len() / max_cuts));
    cuts_of((property, kind), lowest.into_iter().chain(boundaries).collect())
}

fn by_entropy(
    examples: &Examples,
    columns: Vec<Column>,
    max_cuts: usize,
    left: Unexplained,
) -> Vec<Cuts> {
    let weights = weights(examples);
    let mut found: Vec<Vec<f64>> = vec![Vec::new(); columns.len()];
    let mut open: Vec<usize> = (0..columns.len()).collect();
    let mut sets: Vec<Vec<u32>> = vec![(0..weights.len() as u32).collect()];
    while !open.is_empty() && !sets.is_empty() && max_cuts > 0 {
        let mut next = Vec::new();
        open.retain(|&column_idx| {
            let column = &columns[column_idx];
            for set in &sets {
                let Some(cut) = best_cut(column, set, &weights, &found[column_idx], left) else {
                    continue;
                };
                found[column_idx].push(cut);
                for part in parts(column, set, cut) {
                    // A part as large as the whole would be cut again and again.
                    if part.len() < set.len() {
                        next.push(part);
                    }
                }
                if found[column_idx].len() >= max_cuts {
                    return false;
                }
            }
            true
        });
        let entropy = |set: &[u32]| weight(set, &weights).entropy();
        let mut ranked: Vec<(f64, Vec<u32>)> = next
            .into_iter()
            .map(|set| (entropy(&set), set))
            .filter(|(entropy, _)| *entropy > 0.0)
            .collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        sets = ranked.into_iter().map(|(_, set)| set).collect();
        // The same part of the same examples says nothing new.
        sets.dedup();
    }
    columns
        .into_iter()
        .zip(found)
        .map(|(column, keys)| cuts_of((column.property, column.kind), keys))
        .collect()
}

/// What each example counts for; one that is both positive and negative counts for both.
fn weights(examples: &Examples) -> Vec<Weight> {
    let individuals = examples.individuals();
    let mut weights = vec![Weight::default(); individuals.len()];
    let place = |example: &IndividualId| individuals.partition_point(|known| known < example);
    for positive in examples.positives() {
        weights[place(positive)].positives = 1.0;
    }
    for negative in examples.negatives() {
        weights[place(negative)].negatives = 1.0;
    }
    weights
}

/// The values of the examples, or, where no example has one, those within as few steps as possible.
fn columns(
    near: &mut Neighbourhood,
    properties: &[(DataPropertyId, Kind)],
    max_steps: usize,
) -> Vec<Column> {
    let properties = properties.iter().enumerate();
    properties.map(|(place, &property)| column(near, place, property, max_steps)).collect()
}

/// The same for the property at a place of the neighbourhood.
fn column(
    near: &mut Neighbourhood,
    place: usize,
    (property, kind): (DataPropertyId, Kind),
    max_steps: usize,
) -> Column {
    let mut column = Column { property, kind, extremes: Vec::new() };
    for steps in 0..=max_steps {
        let extremes = near.extremes_within(place, steps).into_iter();
        column.extremes =
            extremes.map(|(low, high)| (low <= high).then_some((low, high))).collect();
        if !column.is_empty() {
            break;
        }
    }
    column
}

/// A threshold between any two neighbouring values that are not of examples of one side only. One
/// between two values of positives alone covers more positives and no more negatives if it is moved,
/// so that it is never needed.
fn boundaries(column: &Column, weights: &[Weight]) -> Vec<f64> {
    let mut keys = Vec::new();
    // `d ≤ v` asks for the smallest value, `d ≥ v` for the largest.
    for end in [|(low, _): (f64, f64)| low, |(_, high): (f64, f64)| high] {
        let extremes = column.extremes.iter().zip(weights);
        let mut values: Vec<(f64, Weight)> =
            extremes.filter_map(|(of, &weight)| Some((end((*of)?), weight))).collect();
        values.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut groups: Vec<(f64, Weight)> = Vec::new();
        for (key, weight) in values {
            match groups.last_mut() {
                Some((last, sum)) if *last == key => *sum = sum.plus(weight),
                _ => groups.push((key, weight)),
            }
        }
        let is_one_sided = |a: Weight, b: Weight| {
            let both = a.plus(b);
            both.positives == 0.0 || both.negatives == 0.0
        };
        let pairs = groups.windows(2).filter(|pair| !is_one_sided(pair[0].1, pair[1].1));
        keys.extend(pairs.map(|pair| between(pair[0].0, pair[1].0)));
    }
    keys.sort_by(f64::total_cmp);
    keys.dedup();
    evenly(&keys, MAX_BOUNDARIES)
}

/// The thresholds of a property, ascending and each once.
fn cuts_of((property, kind): (DataPropertyId, Kind), mut keys: Vec<f64>) -> Cuts {
    keys.sort_by(f64::total_cmp);
    keys.dedup();
    let values = keys.into_iter().map(|key| Value { kind, key }).collect();
    Cuts { property, values }
}

/// At most so many of some values, at equal distances in their order.
fn evenly(keys: &[f64], most: usize) -> Vec<f64> {
    if keys.len() <= most {
        return keys.to_vec();
    }
    (0..most).map(|part| keys[(2 * part + 1) * keys.len() / (2 * most)]).collect()
}

fn weight(set: &[u32], weights: &[Weight]) -> Weight {
    set.iter().fold(Weight::default(), |sum, &example| sum.plus(weights[example as usize]))
}

/// The two sets that a threshold makes: with a value at or below it, and with one above it.
fn parts(column: &Column, set: &[u32], cut: f64) -> [Vec<u32>; 2] {
    let with = |test: fn((f64, f64), f64) -> bool| {
        let passes = |example: &u32| {
            column.extremes[*example as usize].is_some_and(|extremes| test(extremes, cut))
        };
        set.iter().copied().filter(passes).collect()
    };
    [with(|(low, _), cut| low <= cut), with(|(_, high), cut| high > cut)]
}

/// The threshold with the highest gain on a set that is not yet used; of equals the larger.
fn best_cut(
    column: &Column,
    set: &[u32],
    weights: &[Weight],
    used: &[f64],
    left: Unexplained,
) -> Option<f64> {
    let with_value: Vec<(f64, f64, Weight)> = set
        .iter()
        .filter_map(|&example| {
            let (low, high) = column.extremes[example as usize]?;
            Some((low, high, weights[example as usize]))
        })
        .collect();
    let all = with_value.iter().fold(Weight::default(), |sum, entry| sum.plus(entry.2));
    let mut points: Vec<f64> = with_value.iter().flat_map(|entry| [entry.0, entry.1]).collect();
    points.sort_by(f64::total_cmp);
    points.dedup();
    let mut by_low = with_value.clone();
    by_low.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut by_high = with_value;
    by_high.sort_by(|a, b| a.1.total_cmp(&b.1));
    let (mut n_low, mut n_high) = (0, 0);
    let (mut low, mut not_high) = (Weight::default(), Weight::default());
    let mut best: Option<(f64, f64)> = None;
    for pair in points.windows(2) {
        // Those whose smallest value is at or below the point, and those whose largest is.
        while n_low < by_low.len() && by_low[n_low].0 <= pair[0] {
            low = low.plus(by_low[n_low].2);
            n_low += 1;
        }
        while n_high < by_high.len() && by_high[n_high].1 <= pair[0] {
            not_high = not_high.plus(by_high[n_high].2);
            n_high += 1;
        }
        let left = left(all, low, not_high);
        if best.is_none_or(|(least, _)| left < least + SAME_GAIN) {
            let cut = between(pair[0], pair[1]);
            if !used.contains(&cut) {
                best = Some((left, cut));
            }
        }
    }
    best.map(|(_, cut)| cut)
}

/// What the better of the two tests that a threshold is leaves unexplained.
fn left_by_better_test(all: Weight, low: Weight, not_high: Weight) -> f64 {
    let of_test = |part: Weight| left(all, [part, all.minus(part)]);
    let left = of_test(low);
    if not_high == low { left } else { left.min(of_test(not_high)) }
}

/// What the paper's formula leaves unexplained; examples on both sides of the threshold belong to both
/// parts.
fn left_by_both_parts(all: Weight, low: Weight, not_high: Weight) -> f64 {
    left(all, [low, all.minus(not_high)])
}

/// How much is still unexplained once it is known who is in which part; the gain is what that is less
/// than before (Quinlan 1986).
pub(crate) fn left(all: Weight, parts: [Weight; 2]) -> f64 {
    parts.map(|part| part.total() / all.total() * part.entropy()).iter().sum()
}

/// The mean of two values, without the noise in the last digits that halving floats leaves. Next
/// to an infinite value, a number that is as far from the finite one as that is from zero.
pub(crate) fn between(low: f64, high: f64) -> f64 {
    let beyond = |key: f64| key.abs().max(1.0);
    let mean = match (low.is_infinite(), high.is_infinite()) {
        (false, false) => f64::midpoint(low, high),
        (true, true) => 0.0,
        (false, true) => (low + beyond(low)).min(f64::MAX),
        (true, false) => (high - beyond(high)).max(f64::MIN),
    };
    let rounded = format!("{mean:.12e}").parse().unwrap_or(mean);
    if low < rounded && rounded < high { rounded } else { mean }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use evolearner_testing::fixture;

    use super::*;
    use crate::rules::SpaceRules;
    use crate::space::Space;

    fn column(values: &[&[f64]]) -> Column {
        let extremes = |values: &&[f64]| {
            let low = values.iter().copied().reduce(f64::min)?;
            let high = values.iter().copied().reduce(f64::max)?;
            Some((low, high))
        };
        Column {
            property: DataPropertyId(0),
            kind: Kind::Number,
            extremes: values.iter().map(extremes).collect(),
        }
    }

    fn labelled(labels: &str) -> Vec<Weight> {
        labels
            .chars()
            .map(|label| match label {
                '+' => Weight { positives: 1.0, negatives: 0.0 },
                _ => Weight { positives: 0.0, negatives: 1.0 },
            })
            .collect()
    }

    fn best_of(values: &[&[f64]], labels: &str, used: &[f64], left: Unexplained) -> Option<f64> {
        let set: Vec<u32> = (0..values.len() as u32).collect();
        best_cut(&column(values), &set, &labelled(labels), used, left)
    }

    #[test]
    fn entropy_of_four_and_three() {
        let weight = Weight { positives: 4.0, negatives: 3.0 };
        assert!((weight.entropy() - 0.985_228_136_034_251_4).abs() < 1e-12);
        assert_eq!(Weight { positives: 4.0, negatives: 0.0 }.entropy(), 0.0);
    }

    #[test]
    fn the_best_split_separates_the_classes() {
        let check = |values: &[&[f64]], labels: &str, used: &[f64], expected: Option<f64>| {
            let found = best_of(values, labels, used, left_by_better_test);
            assert_eq!(found, expected, "{labels}");
        };
        check(&[&[1.0], &[2.0], &[4.0], &[5.0]], "++--", &[], Some(3.0));
        // The perfect one is used: 1.5 and 4.5 gain the same, the larger wins.
        check(&[&[1.0], &[2.0], &[4.0], &[5.0]], "++--", &[3.0], Some(4.5));
        // Missing values take no part; one value alone cannot be cut.
        check(&[&[1.0], &[], &[1.0]], "+-+", &[], None);
        // An individual with several values counts on both sides: `some value above 6` separates.
        check(&[&[1.0, 9.0], &[1.0, 8.0], &[1.0, 4.0], &[2.0]], "++--", &[], Some(6.0));
        // And `some value at most 2` does here.
        check(&[&[1.0, 9.0], &[1.0, 9.0], &[3.0, 9.0]], "++-", &[], Some(2.0));
    }

    /// Four examples with a weight each, and forty atoms below them with the charges 1 to 40.
    fn charges() -> (Arc<Graph>, Examples) {
        let examples = [":a :weight 1 . :b :weight 2 . :c :weight 4 . :d :weight 5 .".to_owned()];
        let atom = |charge: usize| {
            let example = ["a", "b", "c", "d"][charge % 4];
            format!(":{example} :has :h{charge} . :h{charge} :charge {charge} .")
        };
        let lines: Vec<String> = examples.into_iter().chain((1..=40).map(atom)).collect();
        let graph = fixture::graph(&format!("@prefix : <http://x/> .\n{}", lines.join("\n")));
        let find = |name: &str| fixture::individual(&graph, &format!("http://x/{name}"));
        let examples = Examples::new(&[find("a"), find("b")], &[find("c"), find("d")]);
        let examples = examples.expect("examples").0;
        (Arc::new(graph), examples)
    }

    #[test]
    fn with_the_papers_settings_a_property_of_no_example_has_ten_bins_over_all_values() {
        let (graph, examples) = charges();
        let found = |splitter: Splitter| -> Vec<Vec<f64>> {
            let rules = SpaceRules { splitter, ..SpaceRules::default() };
            let space = Space::new(graph.clone(), &examples, &rules);
            let keys = |cuts: &[Value]| cuts.iter().map(|value| value.key).collect();
            space.numeric.iter().map(|numeric| keys(&numeric.cuts)).collect()
        };
        let paper = found(Splitter::EntropyOrBins);
        let ours = found(Splitter::Entropy);
        let [charge, weight] = &paper[..] else { panic!("two properties: {paper:?}") };
        // Forty values, four in each bin: the smallest, then between 4 and 5, 8 and 9, and so on.
        assert_eq!(*charge, [1.0, 4.5, 8.5, 12.5, 16.5, 20.5, 24.5, 28.5, 32.5, 36.5]);
        // What examples have is cut by information gain, here and there.
        assert!(weight.contains(&3.0), "{weight:?}");
        assert_eq!(*weight, ours[1]);
        assert_ne!(*charge, ours[0]);
    }

    #[test]
    fn bins_of_few_values_repeat_no_threshold() {
        let (graph, _) = charges();
        let property = |name: &str| {
            graph.symbols.data_properties.find(&format!("http://x/{name}")).expect("it exists")
        };
        let check = |name: &str, n: usize, expected: &[f64]| {
            let found = bins(&graph, property(name), Kind::Number, n);
            assert_eq!(found.values.iter().map(|value| value.key).collect::<Vec<_>>(), expected);
        };
        check("weight", 10, &[1.0, 1.5, 3.0, 4.5]);
        check("weight", 2, &[1.0, 3.0]);
        check("weight", 1, &[1.0]);
        check("weight", 0, &[]);
    }

    #[test]
    fn ends_and_means_of_eight_values_in_four_parts() {
        let values: Vec<String> = (1..=8).map(|n| format!(":i{n} :d {n}")).collect();
        let turtle = format!("@prefix : <http://x/> . {} .", values.join(" . "));
        let graph = evolearner_testing::fixture::graph(&turtle);
        let cuts = ends_and_means(&graph, DataPropertyId(0), Kind::Number, 4);
        let keys: Vec<f64> = cuts.values.iter().map(|value| value.key).collect();
        // By the formula: i = max(2, 1), max(4, 4), max(6, 7); the last one has no neighbour.
        assert_eq!(keys, [1.0, 3.5, 5.5, 8.0]);
        let none = ends_and_means(&graph, DataPropertyId(0), Kind::Number, 0);
        assert!(none.values.is_empty());
    }

    #[test]
    fn information_gain_by_hand() {
        // 4 positives and 4 negatives; a part with 3 and 1 leaves 0.8113 bits on each side.
        let all = Weight { positives: 4.0, negatives: 4.0 };
        let part = Weight { positives: 3.0, negatives: 1.0 };
        for left in [left_by_better_test, left_by_both_parts] {
            let gain = all.entropy() - left(all, part, part);
            assert!((gain - 0.188_721_875_540_867_1).abs() < 1e-12);
        }
    }

    #[test]
    fn with_the_papers_settings_an_example_on_both_sides_counts_on_both() {
        // `some value above 6` separates, but all four have a value at or below 6, which leaves
        // 4/4 · 1 + 2/4 · 0 bits. At 8.5, with one positive above it, it is 4/4 · 1 + 1/4 · 0, and of
        // equals the larger wins. At 3 it is 4/4 · 1 + 3/4 · 0.9183.
        let values: [&[f64]; 4] = [&[1.0, 9.0], &[1.0, 8.0], &[1.0, 4.0], &[2.0]];
        assert_eq!(best_of(&values, "++--", &[], left_by_better_test), Some(6.0));
        assert_eq!(best_of(&values, "++--", &[], left_by_both_parts), Some(8.5));
        let weight = |positives, negatives| Weight { positives, negatives };
        let left = left_by_both_parts(weight(2.0, 2.0), weight(2.0, 2.0), weight(0.0, 1.0));
        assert!((left - 1.0 - 0.75 * 0.918_295_834_054_489_6).abs() < 1e-12, "{left}");
    }

    #[test]
    fn means_are_tidy() {
        assert_eq!(between(0.1, 0.2), 0.15);
        assert_eq!(between(1.0, 2.0), 1.5);
        assert_eq!(between(9.0, f64::INFINITY), 18.0);
        assert_eq!(between(f64::NEG_INFINITY, 0.5), -0.5);
        assert_eq!(between(f64::NEG_INFINITY, f64::INFINITY), 0.0);
        let (low, high) = (1.0, 1.0 + f64::EPSILON);
        assert!(between(low, high) >= low && between(low, high) < high);
    }
}
