//! Laws for data ranges: the same values in fewer words.

use std::cmp::Ordering;

use evolearner_dl::{Comparison, DataRange, Kind, Literal};

/// Whether a simple range has no value.
pub(super) fn is_nothing(range: &DataRange) -> bool {
    matches!(range, DataRange::OneOf(literals) if literals.is_empty())
}

fn nothing() -> DataRange {
    DataRange::OneOf(Box::default())
}

/// A range with the same values that is not longer. No value is written as an empty list.
pub(super) fn simplify_range(range: &DataRange) -> DataRange {
    match range {
        DataRange::Datatype(datatype) if datatype.is_top() => DataRange::Any,
        // Text has no order.
        DataRange::Compare(_, bound) if bound.value().kind == Kind::Text => nothing(),
        DataRange::Any | DataRange::Datatype(_) | DataRange::Compare(..) | DataRange::Text(_) => {
            range.clone()
        }
        DataRange::OneOf(literals) => {
            let mut distinct: Vec<Literal> = Vec::new();
            for literal in literals {
                let is_same =
                    |other: &Literal| other.same_value(literal) && literal.same_value(other);
                if !distinct.iter().any(is_same) {
                    distinct.push(literal.clone());
                }
            }
            DataRange::OneOf(distinct.into())
        }
        DataRange::Not(inner) => match simplify_range(inner) {
            DataRange::Any => nothing(),
            DataRange::Not(inner) => *inner,
            inner if is_nothing(&inner) => DataRange::Any,
            inner => DataRange::Not(Box::new(inner)),
        },
        DataRange::And(ranges) => joined(true, ranges),
        DataRange::Or(ranges) => joined(false, ranges),
    }
}

fn joined(is_meet: bool, ranges: &[DataRange]) -> DataRange {
    let (neutral, dominant) =
        if is_meet { (DataRange::Any, nothing()) } else { (nothing(), DataRange::Any) };
    let mut operands: Vec<DataRange> = Vec::new();
    for range in ranges {
        match simplify_range(range) {
            DataRange::And(inner) if is_meet => operands.extend(inner),
            DataRange::Or(inner) if !is_meet => operands.extend(inner),
            range if range == neutral => {}
            range => operands.push(range),
        }
    }
    let is_complement = |one: &DataRange| {
        operands.iter().any(|other| matches!(other, DataRange::Not(inner) if **inner == *one))
    };
    let contradict = |one: &DataRange, other: &DataRange| is_meet && exclude(one, other);
    let is_dominated = operands.iter().enumerate().any(|(index, one)| {
        *one == dominant
            || is_complement(one)
            || operands[index + 1..].iter().any(|other| contradict(one, other))
    });
    if is_dominated {
        return dominant;
    }
    // Of two operands where one implies the other, a meet keeps the smaller, a join the larger.
    let makes_idle = |by: &DataRange, idle: &DataRange| {
        if is_meet { range_implies(by, idle) } else { range_implies(idle, by) }
    };
    let is_idle = |index: usize| {
        operands.iter().enumerate().any(|(other_idx, other)| {
            other_idx != index
                && makes_idle(other, &operands[index])
                && (other_idx < index || !makes_idle(&operands[index], other))
        })
    };
    let mut kept: Vec<DataRange> = (0..operands.len())
        .filter(|&index| !is_idle(index))
        .map(|index| operands[index].clone())
        .collect();
    match kept.len() {
        0 => neutral,
        1 => kept.remove(0),
        _ if is_meet => DataRange::And(kept.into()),
        _ => DataRange::Or(kept.into()),
    }
}

/// Whether every value of one range is known to lie in the other.
pub(super) fn range_implies(one: &DataRange, other: &DataRange) -> bool {
    if one == other {
        return true;
    }
    match (one, other) {
        (_, DataRange::Any) => true,
        (DataRange::OneOf(literals), _) if is_by_value(other) => {
            literals.iter().all(|literal| other.contains(literal))
        }
        (DataRange::Or(ranges), _) => ranges.iter().all(|range| range_implies(range, other)),
        (_, DataRange::And(ranges)) => ranges.iter().all(|range| range_implies(one, range)),
        (DataRange::And(ranges), _) if ranges.iter().any(|range| range_implies(range, other)) => {
            true
        }
        (_, DataRange::Or(ranges)) => ranges.iter().any(|range| range_implies(one, range)),
        (DataRange::Not(one), DataRange::Not(other)) => range_implies(other, one),
        (_, DataRange::Not(other)) => exclude(one, other),
        (DataRange::Compare(one, low), DataRange::Compare(other, high)) => {
            use Comparison::{Above, AtLeast, AtMost, Below};
            match (one, other) {
                (AtMost, Below) => is_below(low, high),
                (AtMost | Below, AtMost | Below) => is_at_most(low, high),
                (AtLeast, Above) => is_below(high, low),
                (AtLeast | Above, AtLeast | Above) => is_at_most(high, low),
                _ => false,
            }
        }
        (DataRange::Text(one), DataRange::Text(other)) => one.implies(other),
        (DataRange::Text(_), DataRange::Datatype(datatype)) => datatype.is_string(),
        _ => false,
    }
}

/// Whether a bound is below another for values of every datatype: numbers whose digits differ only
/// behind the precision of a float are one float.
fn is_below(low: &Literal, high: &Literal) -> bool {
    let (low, high) = (low.value(), high.value());
    low.kind == high.kind && low.kind != Kind::Text && low.key < high.key
}

/// Whether a bound is at most another for values of every datatype.
fn is_at_most(low: &Literal, high: &Literal) -> bool {
    low.compare(high).is_some_and(Ordering::is_le)
}

/// Whether two ranges are known to share no value.
pub(super) fn exclude(one: &DataRange, other: &DataRange) -> bool {
    match (one, other) {
        (DataRange::OneOf(literals), range) | (range, DataRange::OneOf(literals))
            if is_by_value(range) =>
        {
            !literals.iter().any(|literal| range.contains(literal))
        }
        (DataRange::Compare(one, a), DataRange::Compare(other, b)) => {
            use Comparison::{Above, AtLeast, AtMost, Below};
            if a.value().kind != b.value().kind {
                return true;
            }
            match (one, other) {
                (AtMost, AtLeast) => is_below(a, b),
                (AtLeast, AtMost) => is_below(b, a),
                (AtMost | Below, AtLeast | Above) => is_at_most(a, b),
                (AtLeast | Above, AtMost | Below) => is_at_most(b, a),
                _ => false,
            }
        }
        (DataRange::Not(_), DataRange::Not(_)) => false,
        (DataRange::Not(outside), range) | (range, DataRange::Not(outside)) => {
            range_implies(range, outside)
        }
        (DataRange::Text(one), DataRange::Text(other)) => one.excludes(other),
        _ => false,
    }
}

/// Whether a range takes all spellings of a value or none. A datatype or facet may not: a string that was
/// read as a number is of its datatype, while the same number of another datatype is not.
fn is_by_value(range: &DataRange) -> bool {
    match range {
        DataRange::Datatype(_) | DataRange::Text(_) => false,
        DataRange::Any | DataRange::Compare(..) | DataRange::OneOf(_) => true,
        DataRange::Not(range) => is_by_value(range),
        DataRange::And(ranges) | DataRange::Or(ranges) => ranges.iter().all(is_by_value),
    }
}
