//! Thresholds as bounds of the property's own datatype.
//!
//! A search compares floats. A bound that is written down must have the same values on either
//! side: of a property of whole numbers, `≤ 25.5` is `≤ 25` and `≥ 25.5` is `≥ 26`. Where the tidy
//! spelling of a threshold would let a value change sides (numbers above 2^53, moments closer than
//! a microsecond), the spelling of the outermost value on that side is taken.

use evolearner_dl::{
    Comparison, DataPropertyId, Facet, Kind, Literal, LiteralId, Value, ValueType,
};
use evolearner_graph::Graph;

/// Seconds in a day, and in a mean year.
const DAY: f64 = 86_400.0;
const YEAR: f64 = 365.2425 * DAY;

/// A threshold as the bound of `≤` and of `≥`.
pub fn bounds(graph: &Graph, property: DataPropertyId, cut: Value) -> [Literal; 2] {
    let types: Vec<&ValueType> = graph
        .symbols
        .value_types(property)
        .iter()
        .filter(|value_type| value_type.kind == cut.kind)
        .collect();
    let [at_most, at_least] = graph.literals.by_key(cut);
    let values = graph.values(property);
    let last = values.between(at_most.clone()).last();
    let first = values.between(at_least.clone()).first();
    [(Comparison::AtMost, at_most, last), (Comparison::AtLeast, at_least, first)].map(
        |(side, wanted, outermost)| {
            let n_values = |ids: std::ops::Range<u32>| values.between(ids).len();
            let n_wanted = n_values(wanted.clone());
            let has_them = |bound: &Literal| {
                let found = graph.literals.compare(side, bound);
                let n_found: usize = found.iter().map(|ids| n_values(ids.clone())).sum();
                let n_right: usize = found
                    .iter()
                    .map(|ids| n_values(ids.start.max(wanted.start)..ids.end.min(wanted.end)))
                    .sum();
                n_found == n_wanted && n_right == n_wanted
            };
            let tidy = candidates(side, cut).map(|cut| tidy(&types, side, cut));
            match (tidy.into_iter().find(has_them), outermost) {
                (Some(bound), _) => bound,
                (None, Some(&[literal, _])) => graph.literals.get(LiteralId(literal)),
                (None, None) => Literal::from_value(cut),
            }
        },
    )
}

/// The threshold, and moments near it that take fewer digits, the fewest first: some tools read no
/// more than three digits of a second.
fn candidates(side: Comparison, cut: Value) -> [Value; 3] {
    let rounded = |scale: f64| {
        let scaled = cut.key * scale;
        let key = if side == Comparison::AtMost { scaled.floor() } else { scaled.ceil() };
        Value { key: key / scale, ..cut }
    };
    match cut.kind {
        Kind::Time => [rounded(1.0), rounded(1000.0), cut],
        Kind::Duration if cut.key.abs() >= YEAR => [rounded(12.0 / YEAR), rounded(1.0 / DAY), cut],
        Kind::Duration => [rounded(1.0 / DAY), rounded(1.0), cut],
        _ => [cut; 3],
    }
}

/// The bound in the datatype of the property's values; where they are of several, a double or a
/// date-time, which are compared with all of them.
fn tidy(types: &[&ValueType], side: Comparison, cut: Value) -> Literal {
    let plain = Literal::from_value(cut);
    let [only] = types else { return plain };
    match only.facet(side, &plain) {
        Facet::Bound(bound) => bound,
        Facet::All | Facet::None => plain,
    }
}
