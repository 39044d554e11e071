//! Bounds and numbers between our concepts and the notations of OWL.
//!
//! In a concept, and in DL syntax, a bound is a numeral or a moment: values of every datatype are
//! compared with it. In OWL a facet has only values of its own datatype, and value spaces are
//! disjoint: `xsd:double[<= 25.0]` has no integer. What a concept says of a property is therefore
//! written with the datatypes that the values of the property are of, with a union where they are
//! of several; and a facet that is read is the bound alone where all values of the property are of
//! its datatype, and else keeps the datatype beside the bound.

use std::borrow::Cow;

use evolearner_dl::{Comparison, DataRange, Datatype, Facet, Kind, Literal, ValueType};

use crate::literal::{is_decimal, is_whole};

/// Whether bounds take over a datatype that stands beside them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Facets {
    /// `xsd:integer` and `≥ 5` are one facet, as OWL has it.
    OfDatatype,
    /// The datatype stays where it is.
    Alone,
}

/// The range with the bounds and listed values of the datatypes that a property's values are of.
pub(crate) fn typed<'a>(
    range: &'a DataRange,
    types: &[ValueType],
    facets: Facets,
) -> Cow<'a, DataRange> {
    if types.is_empty() {
        return Cow::Borrowed(range);
    }
    let each = |ranges: &[DataRange]| -> Box<[DataRange]> {
        ranges.iter().map(|range| typed(range, types, facets).into_owned()).collect()
    };
    match range {
        DataRange::Any | DataRange::Datatype(_) | DataRange::Text(_) => Cow::Borrowed(range),
        DataRange::Compare(..) => {
            Cow::Owned(of_each(std::slice::from_ref(range), types).unwrap_or_else(|| range.clone()))
        }
        DataRange::OneOf(literals) => {
            let literals = literals.iter().flat_map(|literal| listed(literal, types));
            Cow::Owned(DataRange::OneOf(literals.collect()))
        }
        DataRange::Not(range) => {
            Cow::Owned(DataRange::Not(Box::new(typed(range, types, facets).into_owned())))
        }
        DataRange::Or(ranges) => Cow::Owned(DataRange::Or(each(ranges))),
        DataRange::And(ranges) => {
            let bounds = match &ranges[..] {
                [DataRange::Datatype(datatype), bounds @ ..] if facets == Facets::OfDatatype => {
                    ValueType::of(datatype).and_then(|of| of_each(bounds, &[of]))
                }
                bounds => of_each(bounds, types),
            };
            Cow::Owned(bounds.unwrap_or_else(|| DataRange::And(each(ranges))))
        }
    }
}

/// Bounds of one kind, written for each of the types of that kind; nothing where the ranges are not
/// such bounds.
fn of_each(bounds: &[DataRange], types: &[ValueType]) -> Option<DataRange> {
    let bounds: Option<Vec<(Comparison, &Literal)>> = bounds
        .iter()
        .map(|range| match range {
            DataRange::Compare(comparison, bound) => Some((*comparison, bound)),
            _ => None,
        })
        .collect();
    let bounds = bounds.filter(|bounds| !bounds.is_empty())?;
    let kind = bounds[0].1.value().kind;
    let mut of_kind = types.iter().filter(|of| of.kind == kind).peekable();
    if kind == Kind::Text
        || of_kind.peek().is_none()
        || bounds.iter().any(|(_, bound)| bound.value().kind != kind)
    {
        return None;
    }
    let mut ranges: Vec<DataRange> = of_kind.filter_map(|of| of_one(&bounds, of)).collect();
    ranges.dedup();
    Some(if ranges.len() == 1 { ranges.remove(0) } else { DataRange::Or(ranges.into()) })
}

/// Bounds written for one type; nothing where none of its values lies within them.
fn of_one(bounds: &[(Comparison, &Literal)], of: &ValueType) -> Option<DataRange> {
    let mut ranges = Vec::new();
    let mut is_other = false;
    for (comparison, bound) in bounds {
        match of.facet(*comparison, bound) {
            Facet::Bound(bound) => {
                is_other |= *bound.datatype() != of.datatype;
                ranges.push(DataRange::Compare(*comparison, bound));
            }
            Facet::All => {}
            Facet::None => return None,
        }
    }
    if is_other || ranges.is_empty() {
        ranges.insert(0, DataRange::Datatype(of.datatype.clone()));
    }
    Some(if ranges.len() == 1 { ranges.remove(0) } else { DataRange::And(ranges.into()) })
}

/// A listed value, written for each of the types of its kind.
fn listed(literal: &Literal, types: &[ValueType]) -> Vec<Literal> {
    let kind = literal.value().kind;
    let mut found: Vec<Literal> = types
        .iter()
        .filter(|of| of.kind == kind && !matches!(kind, Kind::Boolean | Kind::Text))
        .filter_map(
            |of| if of.is_space_of(literal) { Some(literal.clone()) } else { of.same(literal) },
        )
        .collect();
    found.dedup();
    if found.is_empty() { vec![literal.clone()] } else { found }
}

/// The range of facets on a datatype, of a property with values of these types. Where nothing is
/// known of the values, a bound of the datatype itself implies it.
pub(crate) fn with_base(
    base: Option<&Datatype>,
    mut ranges: Vec<DataRange>,
    types: &[ValueType],
) -> DataRange {
    let kind_of = |range: &DataRange| match range {
        DataRange::Compare(_, bound) => bound.value().kind,
        _ => Kind::Text,
    };
    let is_implied = |base: &Datatype, range: &DataRange| {
        let mut of_kind = types.iter().filter(|of| of.kind == kind_of(range)).peekable();
        match range {
            DataRange::Text(_) => base.is_string(),
            DataRange::Compare(_, bound) if of_kind.peek().is_none() => {
                bound.datatype().as_iri() == base.as_iri()
            }
            _ => of_kind.all(|of| of.is_within(base)),
        }
    };
    if let Some(base) = base
        && !base.is_top()
        && !ranges.iter().all(|range| is_implied(base, range))
    {
        ranges.insert(0, DataRange::Datatype(base.clone()));
    }
    if ranges.len() == 1 { ranges.remove(0) } else { DataRange::And(ranges.into()) }
}

/// The range of listed values as OWL means it, of a property with values of these types: a number
/// is a value of its own space only.
pub(crate) fn of_list(literals: Vec<Literal>, types: &[ValueType]) -> DataRange {
    let means_itself = |literal: &Literal| {
        types
            .iter()
            .filter(|of| of.kind == literal.value().kind)
            .all(|of| of.kind == Kind::Text || of.is_space_of(literal))
    };
    let (plain, strict): (Vec<Literal>, Vec<Literal>) =
        literals.into_iter().partition(means_itself);
    let alone = strict.is_empty();
    let mut ranges = Vec::new();
    if alone || !plain.is_empty() {
        ranges.push(DataRange::OneOf(plain.into()));
    }
    ranges.extend(strict.into_iter().map(|literal| {
        let datatype = DataRange::Datatype(literal.datatype().clone());
        DataRange::And(Box::new([datatype, DataRange::OneOf(Box::new([literal]))]))
    }));
    if ranges.len() == 1 { ranges.remove(0) } else { DataRange::Or(ranges.into()) }
}

/// The datatype of a bare number in DL syntax: that of the property's values where they are of one
/// and it can be spelled so; else a whole one is an integer, and one with a point or an exponent a
/// double.
pub(crate) fn of_bare_number(lexical: &str, types: &[ValueType]) -> Datatype {
    let mut numeric = types.iter().filter(|of| of.kind == Kind::Number);
    if let (Some(only), None) = (numeric.next(), numeric.next()) {
        let is_spelled = match &only.datatype {
            datatype if *datatype == Datatype::xsd("double") => !is_whole(lexical),
            datatype if *datatype == Datatype::xsd("float") => !is_whole(lexical),
            datatype if *datatype == Datatype::xsd("decimal") => is_decimal(lexical),
            _ => is_whole(lexical),
        };
        if is_spelled {
            return only.datatype.clone();
        }
    }
    Datatype::xsd(if is_whole(lexical) { "integer" } else { "double" })
}
