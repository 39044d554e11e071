//! Restrictions on data properties and the ranges that they speak of.

use crate::id::DataPropertyId;
use crate::literal::{Datatype, Kind, Literal, Value};

/// What is asked of the values of a data property.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DataRestriction {
    /// The property.
    pub property: DataPropertyId,
    /// How many values must lie in the range.
    pub quantifier: Quantifier,
    /// The range.
    pub range: DataRange,
}

/// How many of the values must lie in the range.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Quantifier {
    /// At least one.
    Some,
    /// All of them, also when there is none.
    Only,
    /// At least so many distinct ones.
    AtLeast(u32),
    /// At most so many distinct ones.
    AtMost(u32),
    /// Exactly so many distinct ones.
    Exactly(u32),
}

/// How a value is compared with a bound.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Comparison {
    /// `≤`
    AtMost,
    /// `<`
    Below,
    /// `≥`
    AtLeast,
    /// `>`
    Above,
}

/// A set of data values.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum DataRange {
    /// Every value.
    Any,
    /// The values of a datatype.
    Datatype(Datatype),
    /// The values on one side of a bound, of the bound's kind.
    Compare(Comparison, Literal),
    /// Exactly these values.
    OneOf(Box<[Literal]>),
    /// The values outside.
    Not(Box<DataRange>),
    /// The values in all of them.
    And(Box<[DataRange]>),
    /// The values in any of them.
    Or(Box<[DataRange]>),
}

impl DataRange {
    /// Whether a value lies in the range. Numbers are compared by value whatever their datatype:
    /// `"1"^^xsd:integer` and `"1.0"^^xsd:double` are the same number.
    pub fn contains(&self, literal: &Literal) -> bool {
        match self {
            Self::Any => true,
            Self::Datatype(datatype) => {
                datatype_contains(datatype, literal.datatype(), literal.value())
            }
            Self::Compare(comparison, bound) => {
                let (value, bound) = (literal.value(), bound.value());
                value.kind == bound.kind
                    && value.kind != Kind::Text
                    && match comparison {
                        Comparison::AtMost => value.key <= bound.key,
                        Comparison::Below => value.key < bound.key,
                        Comparison::AtLeast => value.key >= bound.key,
                        Comparison::Above => value.key > bound.key,
                    }
            }
            Self::OneOf(literals) => literals.iter().any(|other| literal.same_value(other)),
            Self::Not(range) => !range.contains(literal),
            Self::And(ranges) => ranges.iter().all(|range| range.contains(literal)),
            Self::Or(ranges) => ranges.iter().any(|range| range.contains(literal)),
        }
    }

    /// The number of facets, values and operators, as the OWL length counts them.
    fn length(&self) -> usize {
        match self {
            Self::Any | Self::Datatype(_) | Self::Compare(..) => 1,
            Self::OneOf(literals) => literals.len().max(1),
            Self::Not(range) => 1 + range.length(),
            Self::And(ranges) | Self::Or(ranges) => {
                ranges.iter().map(Self::length).sum::<usize>() + ranges.len().saturating_sub(1)
            }
        }
    }
}

/// Whether a literal is a value of a datatype; of two numeric datatypes either is taken for the
/// other, because files declare one and use another (`xsd:double` ranges over integers).
pub(crate) fn datatype_contains(datatype: &Datatype, of_literal: &Datatype, value: Value) -> bool {
    datatype == of_literal
        || datatype.is_top()
        || match datatype.kind() {
            Some(Kind::Text) | None => false,
            Some(kind) => kind == value.kind && datatype.admits_number(value.key),
        }
}

impl DataRestriction {
    /// The number of tree nodes: the restriction and what it compares with.
    pub(crate) fn n_nodes(&self) -> usize {
        1 + self.range.length() + usize::from(self.has_cardinality())
    }

    /// The length as the paper's tables report it: 3 for `d ≤ v`.
    pub(crate) fn length(&self) -> usize {
        2 + self.range.length() + usize::from(self.has_cardinality())
    }

    fn has_cardinality(&self) -> bool {
        !matches!(self.quantifier, Quantifier::Some | Quantifier::Only)
    }
}
