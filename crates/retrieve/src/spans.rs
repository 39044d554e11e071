//! Data ranges as sets of literal ids.
//!
//! Literal ids are sorted by value, so a range of values is a few spans of ids, and the algebra of
//! ranges is an algebra of spans. Only a datatype and a facet of strings have to look at literals one
//! by one, and then only at those that the property uses.

use std::ops::Range;

use evolearner_dl::{Comparison, DataRange, Kind, Literal, LiteralId, LiteralTable};
use evolearner_graph::Values;

/// Disjoint spans of literal ids, ascending.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Spans(Vec<Range<u32>>);

impl Spans {
    /// The literals of a range. Literals that no individual has as a value of the property may be in
    /// it or not.
    ///
    /// Recursive, as ranges themselves are: they are boxes in boxes, and dropping one that is too
    /// deep to be walked would overflow the stack as well.
    pub(crate) fn of(literals: &LiteralTable, values: &Values, range: &DataRange) -> Self {
        let n_literals = literals.len() as u32;
        match range {
            DataRange::Any => Self::all(literals),
            DataRange::Datatype(_) | DataRange::Text(_) => {
                Self::by_literal(literals, values, range)
            }
            DataRange::Compare(comparison, bound) => {
                Self::two(literals.compare(*comparison, bound))
            }
            DataRange::OneOf(members) => members.iter().fold(Self(Vec::new()), |spans, literal| {
                spans.union(&same_value(literals, literal))
            }),
            DataRange::Not(range) => Self::of(literals, values, range).complement(n_literals),
            DataRange::And(ranges) => ranges
                .iter()
                .map(|range| Self::of(literals, values, range))
                .fold(Self::all(literals), |spans, other| spans.intersection(&other)),
            DataRange::Or(ranges) => ranges
                .iter()
                .map(|range| Self::of(literals, values, range))
                .fold(Self(Vec::new()), |spans, other| spans.union(&other)),
        }
    }

    /// All literals of the table.
    pub(crate) fn all(literals: &LiteralTable) -> Self {
        Self::one(0..literals.len() as u32)
    }

    fn by_literal(literals: &LiteralTable, values: &Values, range: &DataRange) -> Self {
        let mut spans: Vec<Range<u32>> = Vec::new();
        let mut seen = None;
        for &[literal, _] in values.by_value() {
            if seen.replace(literal) == Some(literal)
                || !literals.lies_in(LiteralId(literal), range)
            {
                continue;
            }
            match spans.last_mut() {
                Some(last) if last.end == literal => last.end += 1,
                _ => spans.push(literal..literal + 1),
            }
        }
        Self(spans)
    }

    fn one(span: Range<u32>) -> Self {
        Self(if span.is_empty() { Vec::new() } else { vec![span] })
    }

    fn two([one, other]: [Range<u32>; 2]) -> Self {
        Self::one(one).union(&Self::one(other))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Range<u32>> + '_ {
        self.0.iter().cloned()
    }

    pub(crate) fn contains(&self, literal: u32) -> bool {
        let after = self.0.partition_point(|span| span.start <= literal);
        after > 0 && self.0[after - 1].contains(&literal)
    }

    /// The ids below `n_literals` outside the spans.
    pub(crate) fn complement(&self, n_literals: u32) -> Self {
        let mut spans = Vec::with_capacity(self.0.len() + 1);
        let mut from = 0;
        for span in &self.0 {
            if from < span.start {
                spans.push(from..span.start);
            }
            from = span.end;
        }
        if from < n_literals {
            spans.push(from..n_literals);
        }
        Self(spans)
    }

    fn intersection(&self, other: &Self) -> Self {
        let (mut ours, mut theirs) = (self.0.iter().peekable(), other.0.iter().peekable());
        let mut spans = Vec::new();
        while let (Some(one), Some(two)) = (ours.peek(), theirs.peek()) {
            let both = one.start.max(two.start)..one.end.min(two.end);
            if !both.is_empty() {
                spans.push(both);
            }
            if one.end < two.end {
                ours.next()
            } else {
                theirs.next()
            };
        }
        Self(spans)
    }

    fn union(&self, other: &Self) -> Self {
        let mut all: Vec<Range<u32>> = self.0.iter().chain(&other.0).cloned().collect();
        all.sort_unstable_by_key(|span| span.start);
        let mut spans: Vec<Range<u32>> = Vec::with_capacity(all.len());
        for span in all {
            match spans.last_mut() {
                Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
                _ => spans.push(span),
            }
        }
        Self(spans)
    }
}

/// The literals of the table that mean the same value: those on both sides of it for numbers and
/// times, at most one for text.
fn same_value(literals: &LiteralTable, literal: &Literal) -> Spans {
    if literal.value().kind == Kind::Text {
        return Spans::one(literals.find(literal).map_or(0..0, |id| id.0..id.0 + 1));
    }
    let at_least = Spans::two(literals.compare(Comparison::AtLeast, literal));
    at_least.intersection(&Spans::two(literals.compare(Comparison::AtMost, literal)))
}

/// Whether two literals of the table mean the same value, so that they count once.
pub(crate) fn mean_the_same(literals: &LiteralTable, one: u32, other: u32) -> bool {
    literals.same_value(LiteralId(one), LiteralId(other))
}

/// The number of distinct values among ascending literals that lie in the spans.
pub(crate) fn n_distinct(literals: &LiteralTable, row: &[u32], spans: &Spans) -> u32 {
    let mut last = None;
    let mut n_values = 0;
    for &literal in row.iter().filter(|&&literal| spans.contains(literal)) {
        // Spellings of one value are neighbours.
        if !last.is_some_and(|last| mean_the_same(literals, last, literal)) {
            n_values += 1;
        }
        last = Some(literal);
    }
    n_values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_form_an_algebra() {
        let a = Spans(vec![1..3, 5..9]);
        let b = Spans(vec![2..6, 8..12]);
        assert_eq!(a.union(&b), Spans::one(1..12));
        assert_eq!(a.intersection(&b), Spans(vec![2..3, 5..6, 8..9]));
        assert_eq!(a.complement(10), Spans(vec![0..1, 3..5, 9..10]));
        assert_eq!(a.complement(10).complement(10), a);
        assert!(a.contains(8) && !a.contains(9) && !a.contains(0) && a.contains(1));
    }
}
