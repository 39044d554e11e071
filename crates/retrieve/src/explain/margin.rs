//! How far values lie from the bounds of a range.

use evolearner_dl::{Comparison, DataRange, Kind, LiteralId, LiteralTable};

use super::Nearest;

/// The value with the largest margin, where the range has bounds that values can be measured by.
pub(super) fn nearest(
    literals: &LiteralTable,
    values: &[u32],
    range: &DataRange,
) -> Option<Nearest> {
    values
        .iter()
        .map(|&value| LiteralId(value))
        .map(|value| Nearest { value, margin: margin(literals, value, range) })
        .filter(|nearest| nearest.margin.is_finite())
        .reduce(|best, other| if other.margin > best.margin { other } else { best })
}

/// How deep a value lies in a range, negative if outside. What has no distance is infinitely far
/// inside or outside.
fn margin(literals: &LiteralTable, value: LiteralId, range: &DataRange) -> f64 {
    let far = |is_inside: bool| if is_inside { f64::INFINITY } else { f64::NEG_INFINITY };
    let key = literals.value(value);
    match range {
        DataRange::Compare(_, bound) if bound.value().kind != key.kind => far(false),
        DataRange::Compare(comparison, bound) => match comparison {
            Comparison::AtMost | Comparison::Below => bound.value().key - key.key,
            Comparison::AtLeast | Comparison::Above => key.key - bound.value().key,
        },
        // Truth values are right or wrong, and not by how much.
        DataRange::OneOf(members) => members
            .iter()
            .filter(|member| member.value().kind == key.kind)
            .filter(|_| !matches!(key.kind, Kind::Text | Kind::Boolean))
            .map(|member| -(member.value().key - key.key).abs())
            .fold(far(false), f64::max),
        DataRange::Any | DataRange::Datatype(_) | DataRange::Text(_) => {
            far(literals.lies_in(value, range))
        }
        DataRange::Not(range) => -margin(literals, value, range),
        DataRange::And(ranges) => {
            ranges.iter().map(|range| margin(literals, value, range)).fold(far(true), f64::min)
        }
        DataRange::Or(ranges) => {
            ranges.iter().map(|range| margin(literals, value, range)).fold(far(false), f64::max)
        }
    }
}
