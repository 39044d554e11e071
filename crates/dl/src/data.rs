//! Restrictions on data properties and their ranges.

use crate::id::DataPropertyId;
use crate::literal::{Datatype, Kind, Literal, Part, Value};
use crate::space::is_value_of;
use crate::text_facet::TextFacet;

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
    /// The values on one side of a bound, of the bound's kind and of any datatype.
    Compare(Comparison, Literal),
    /// The strings with a facet.
    Text(TextFacet),
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
    /// Whether a value lies in the range. A datatype has the values that OWL 2 gives it. A bound
    /// and a listed number are numerals: values of every numeric datatype are compared with them,
    /// as moments of every datatype are with a moment.
    pub fn contains(&self, literal: &Literal) -> bool {
        self.holds(literal.part(), false)
    }

    /// The same where a datatype has all numbers, or all moments, that fit into it: files declare
    /// one datatype and use another (`xsd:double` ranges over integers).
    pub fn admits(&self, literal: &Literal) -> bool {
        self.holds(literal.part(), true)
    }

    pub(crate) fn holds(&self, part: Part<'_>, is_lenient: bool) -> bool {
        match self {
            Self::Any => true,
            Self::Datatype(datatype) => {
                is_value_of(datatype, part.lexical, part.datatype, part.value)
                    || is_lenient && fits(datatype, part.value)
            }
            Self::Compare(comparison, bound) => {
                part.compare(bound.part()).is_some_and(|order| match comparison {
                    Comparison::AtMost => order.is_le(),
                    Comparison::Below => order.is_lt(),
                    Comparison::AtLeast => order.is_ge(),
                    Comparison::Above => order.is_gt(),
                })
            }
            Self::Text(facet) => part.datatype.is_string() && facet.holds(part.lexical),
            Self::OneOf(literals) => literals.iter().any(|other| part.same_value(other.part())),
            Self::Not(range) => !range.holds(part, is_lenient),
            Self::And(ranges) => ranges.iter().all(|range| range.holds(part, is_lenient)),
            Self::Or(ranges) => ranges.iter().any(|range| range.holds(part, is_lenient)),
        }
    }

    /// The number of facets, values and operators, as the OWL length counts them.
    fn length(&self) -> usize {
        match self {
            Self::Any | Self::Datatype(_) | Self::Compare(..) | Self::Text(_) => 1,
            Self::OneOf(literals) => literals.len().max(1),
            Self::Not(range) => 1 + range.length(),
            Self::And(ranges) | Self::Or(ranges) => {
                ranges.iter().map(Self::length).sum::<usize>() + ranges.len().saturating_sub(1)
            }
        }
    }
}

/// Whether a value is of a datatype's kind and a number that the datatype can have.
fn fits(datatype: &Datatype, value: Value) -> bool {
    match datatype.kind() {
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
