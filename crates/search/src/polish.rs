//! The last touch on an answer: more general names, no needless part, numbers that people would write.

use std::sync::Arc;

use evolearner_dl::{
    Comparison, Concept, DataPropertyId, DataRange, Kind, Literal, LiteralId, Node, Value,
};
use evolearner_evaluate::{
    Covered, Evaluator, Examples, Space, bounds, concept, generalise, shorten, tree_of,
};
use evolearner_graph::Graph;
use evolearner_retrieve::{RetrieveSettings, retrieve_among};

use crate::rating::Rating;
use crate::watch::Watch;

/// What polishing looks at.
pub(crate) struct Polish<'r> {
    pub(crate) space: &'r Arc<Space>,
    pub(crate) examples: &'r Examples,
    pub(crate) rating: &'r Rating,
    pub(crate) watch: &'r Watch,
}

impl Polish<'_> {
    /// A concept that does at least as well on the examples: with more general names, without parts
    /// that no example needs. It is the same one where it is not made of the space.
    pub(crate) fn names_and_parts(
        &self,
        evaluator: &mut Evaluator,
        n_evaluations: &mut u64,
        found: &Concept,
        covered: Covered,
    ) -> Concept {
        let Some(codes) = self.space.compile(found) else { return found.clone() };
        let mut evaluate = |tree: &[evolearner_evaluate::Term]| {
            if *n_evaluations >= self.watch.max_evaluations || self.watch.reason().is_some() {
                return None;
            }
            *n_evaluations += 1;
            Some(evaluator.covered(tree))
        };
        let quality = |covered| self.rating.quality(covered);
        let mut candidate = (tree_of(&codes), covered);
        loop {
            let before = candidate.0.clone();
            candidate = shorten(self.space, candidate, &mut evaluate, quality);
            candidate = generalise(self.space, candidate, &mut evaluate, quality);
            if candidate.0 == before || self.watch.reason().is_some() {
                break;
            }
        }
        let codes: Vec<_> = candidate.0.iter().map(|term| term.code).collect();
        concept(self.space, &codes)
    }

    /// The same concept with its thresholds moved to the middle of where they cover the same examples,
    /// and rounded there.
    pub(crate) fn thresholds(&self, found: &Concept) -> Concept {
        let mut nodes = found.nodes().to_vec();
        let members = self.members(found);
        for at in 0..nodes.len() {
            if self.watch.reason().is_some() {
                break;
            }
            let Some((property, comparison, value)) = comparison(&nodes[at]) else { continue };
            let keeps = |value: Value| {
                let changed = with_bound(self.graph(), &nodes, at, comparison, value);
                self.members(&changed) == members
            };
            if let Some(value) = round(self.graph(), property, comparison, value, keeps) {
                nodes = with_bound(self.graph(), &nodes, at, comparison, value).nodes().to_vec();
            }
        }
        Concept::from_preorder(nodes).expect("it has the shape of a concept")
    }

    fn graph(&self) -> &Graph {
        &self.space.graph
    }

    fn members(&self, concept: &Concept) -> Vec<bool> {
        let settings = RetrieveSettings::new(self.space.forall);
        retrieve_among(self.graph(), concept, settings, self.examples.individuals())
    }
}

/// The property, side and value of a threshold on numbers.
fn comparison(node: &Node) -> Option<(DataPropertyId, Comparison, Value)> {
    let Node::Data(restriction) = node else { return None };
    let DataRange::Compare(comparison, bound) = &restriction.range else { return None };
    let value = bound.value();
    let is_side = matches!(comparison, Comparison::AtMost | Comparison::AtLeast);
    (is_side && value.kind == Kind::Number).then_some((restriction.property, *comparison, value))
}

/// A concept with another threshold at a place.
fn with_bound(
    graph: &Graph,
    nodes: &[Node],
    at: usize,
    comparison: Comparison,
    value: Value,
) -> Concept {
    let mut nodes = nodes.to_vec();
    if let Node::Data(restriction) = &mut nodes[at] {
        let [at_most, at_least] = bounds(graph, restriction.property, value);
        let bound: Literal = if comparison == Comparison::AtMost { at_most } else { at_least };
        restriction.range = DataRange::Compare(comparison, bound);
    }
    Concept::from_preorder(nodes).expect("only a number is different")
}

/// The threshold that a person would write in the place of another one; nothing where all values lie
/// on one side. What a concept covers changes in one direction as a threshold moves, so that the ends
/// of the gap in which it stays are found by bisection.
fn round(
    graph: &Graph,
    property: DataPropertyId,
    comparison: Comparison,
    value: Value,
    keeps: impl Fn(Value) -> bool,
) -> Option<Value> {
    let kind = value.kind;
    let key = |&[literal, _]: &[u32; 2]| graph.literals.value(LiteralId(literal)).key;
    let mut keys: Vec<f64> =
        graph.values(property).between(graph.literals.of_kind(kind)).iter().map(key).collect();
    keys.dedup();
    keys.retain(|key| key.is_finite());
    // Between `keys[place - 1]` and `keys[place]`.
    let place = match comparison {
        Comparison::AtMost => keys.partition_point(|&key| key <= value.key),
        _ => keys.partition_point(|&key| key < value.key),
    };
    if place == 0 || place == keys.len() {
        return None;
    }
    let middle = |place: usize| Value { kind, key: f64::midpoint(keys[place - 1], keys[place]) };
    let stays = |place: usize| keeps(middle(place));
    if !stays(place) {
        return None;
    }
    let lowest = place - furthest(place - 1, |steps| stays(place - steps));
    let highest = place + furthest(keys.len() - 1 - place, |steps| stays(place + steps));
    let rounded = roundest(keys[lowest - 1], keys[highest]);
    let rounded = Value { kind, key: rounded };
    keeps(rounded).then_some(rounded)
}

/// The most steps up to a limit that are possible, where all fewer ones are: doubling, then halving.
fn furthest(limit: usize, is_possible: impl Fn(usize) -> bool) -> usize {
    let (mut possible, mut step) = (0, 1);
    while possible < limit && is_possible((possible + step).min(limit)) {
        possible = (possible + step).min(limit);
        step *= 2;
    }
    let mut impossible = (possible + step).min(limit + 1);
    while impossible - possible > 1 {
        let middle = usize::midpoint(possible, impossible);
        if is_possible(middle) {
            possible = middle;
        } else {
            impossible = middle;
        }
    }
    possible
}

/// The number with the fewest digits in the middle half between two others.
fn roundest(low: f64, high: f64) -> f64 {
    let middle = f64::midpoint(low, high);
    let width = high - low;
    if !(width.is_finite() && width > 0.0) {
        return middle;
    }
    let first = width.log10().ceil() as i32;
    for exponent in (first - 4..=first).rev() {
        for part in [1.0, 0.5] {
            let step = part * 10f64.powi(exponent);
            let rounded = (middle / step).round() * step;
            // A product of floats has noise in its last digits; its shortest spelling has not.
            let digits = (1 - exponent).max(0) as usize;
            let rounded: f64 = format!("{rounded:.digits$}").parse().unwrap_or(rounded);
            if (rounded - middle).abs() <= width / 4.0 {
                return rounded;
            }
        }
    }
    middle
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_are_round_and_in_the_middle_half() {
        for (low, high, expected) in [
            (0.56, 1.3, 1.0),
            (60.0, 62.0, 61.0),
            (60.0, 63.0, 62.0),
            (61.2, 61.9, 61.5),
            (-0.4, 0.9, 0.0),
            (0.233, 0.2341, 0.2335),
            (1e6, 3e6, 2e6),
            (-7.0, -6.0, -6.5),
        ] {
            assert_eq!(roundest(low, high), expected, "between {low} and {high}");
        }
    }

    #[test]
    fn the_furthest_step_is_found_by_doubling_and_halving() {
        for limit in 0..40 {
            for most in 0..=limit {
                assert_eq!(furthest(limit, |steps| steps <= most), most, "{most} of {limit}");
            }
        }
    }
}
