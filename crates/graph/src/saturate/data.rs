//! Data properties: their hierarchy, their restrictions, and what follows between those.

use evolearner_dl::{
    Budget, Comparison, Concept, DataPropertyId, DataRange, DataRestriction, Datatype, Id, IdVec,
    Kind, LiteralTable, Node, Quantifier, Stopped,
};
use evolearner_owl::Axiom;

use super::atoms::{Atom, Lit};
use super::roles::{Pairs, reach_all};
use crate::adjacency::sort_pairs;

/// What the axioms say about data properties.
pub(super) struct DataBox {
    /// For each property all properties above it, itself included, sorted.
    supers: Vec<Vec<u32>>,
    pub(super) functional: Vec<bool>,
}

impl DataBox {
    pub(super) fn new(
        n_properties: usize,
        axioms: &[Axiom],
        budget: &Budget,
    ) -> Result<Self, Stopped> {
        let mut above = vec![Vec::new(); n_properties];
        let mut functional = vec![false; n_properties];
        for axiom in axioms {
            match axiom {
                Axiom::SubDataPropertyOf(sub, sup) => above[sub.index()].push(sup.0),
                Axiom::EquivalentDataProperties(properties) => {
                    for pair in properties.windows(2) {
                        above[pair[0].index()].push(pair[1].0);
                        above[pair[1].index()].push(pair[0].0);
                    }
                }
                Axiom::FunctionalDataProperty(property) => functional[property.index()] = true,
                _ => {}
            }
        }
        Ok(Self { supers: reach_all(&above, budget)?, functional })
    }

    pub(super) fn is_sub(&self, sub: DataPropertyId, sup: DataPropertyId) -> bool {
        self.supers[sub.index()].binary_search(&sup.0).is_ok()
    }

    /// Lets every property collect the values of all properties below it; sorts and deduplicates the pairs of
    /// `n` individuals and so many literals.
    pub(super) fn close(
        &self,
        n: usize,
        n_literals: usize,
        mut values: IdVec<DataPropertyId, Pairs>,
        budget: &Budget,
    ) -> Result<IdVec<DataPropertyId, Pairs>, Stopped> {
        let mut inherited: Vec<Pairs> = vec![Vec::new(); values.len()];
        let mut n_facts: usize = values.values().iter().map(Vec::len).sum();
        for (sub, supers) in self.supers.iter().enumerate() {
            for &sup in supers {
                if sup as usize != sub {
                    n_facts += values[DataPropertyId::new(sub)].len();
                    budget.check_facts(n_facts)?;
                    inherited[sup as usize].extend_from_slice(&values[DataPropertyId::new(sub)]);
                }
            }
        }
        for (pairs, inherited) in values.values_mut().iter_mut().zip(inherited) {
            pairs.extend(inherited);
            sort_pairs(n, n_literals, pairs);
        }
        Ok(values)
    }

    /// The pairs of data atoms of which the second, or its negation, follows from the first.
    pub(super) fn relate_atoms(
        &self,
        atoms: &[(usize, Atom)],
        budget: &Budget,
    ) -> Result<Vec<(Lit, Lit)>, Stopped> {
        let restriction = |atom: &Atom| match atom {
            Atom::DataSome(property, range) => Some((1, *property, range.clone())),
            Atom::DataAtLeast(count, property, range) => Some((*count, *property, range.clone())),
            _ => None,
        };
        let restrictions: Vec<(usize, (u32, DataPropertyId, DataRange))> =
            atoms.iter().filter_map(|(index, atom)| Some((*index, restriction(atom)?))).collect();
        let mut related = Vec::new();
        for (sub, (sub_count, sub_property, sub_range)) in &restrictions {
            budget.check_facts(related.len())?;
            let at_most_one = self.has_one_value(*sub_property);
            if (*sub_count > 1 && at_most_one) || is_empty(sub_range) {
                related.push((Lit::of(*sub), Lit::BOTTOM));
            }
            for (sup, (sup_count, sup_property, sup_range)) in &restrictions {
                if sub != sup
                    && sub_count >= sup_count
                    && self.is_sub(*sub_property, *sup_property)
                    && is_subrange(sub_range, sup_range)
                {
                    related.push((Lit::of(*sub), Lit::of(*sup)));
                }
                if self.share_one_value(*sub_property, *sup_property)
                    && are_disjoint(sub_range, sup_range)
                {
                    related.push((Lit::of(*sub), Lit::of(*sup).not()));
                }
            }
        }
        Ok(related)
    }

    fn has_one_value(&self, property: DataPropertyId) -> bool {
        self.supers[property.index()].iter().any(|&sup| self.functional[sup as usize])
    }

    /// Whether a value of the one is always the value of the other too.
    fn share_one_value(&self, one: DataPropertyId, other: DataPropertyId) -> bool {
        self.supers[one.index()]
            .iter()
            .any(|&sup| self.functional[sup as usize] && self.is_sub(other, DataPropertyId(sup)))
    }
}

/// `∃ d.⊤`.
pub(super) fn has_any(property: DataPropertyId) -> Concept {
    Concept::leaf(Node::Data(Box::new(DataRestriction {
        property,
        quantifier: Quantifier::Some,
        range: DataRange::Any,
    })))
}

/// Whether every value of the first range is one of the second, as far as their form shows.
fn is_subrange(sub: &DataRange, sup: &DataRange) -> bool {
    if sub == sup {
        return true;
    }
    match (sub, sup) {
        (_, DataRange::Any) => true,
        (DataRange::OneOf(literals), _) => literals.iter().all(|literal| sup.admits(literal)),
        (_, DataRange::And(ranges)) => ranges.iter().all(|range| is_subrange(sub, range)),
        (DataRange::Or(ranges), _) => ranges.iter().all(|range| is_subrange(range, sup)),
        (_, DataRange::Or(ranges)) => ranges.iter().any(|range| is_subrange(sub, range)),
        (DataRange::And(ranges), _) => ranges.iter().any(|range| is_subrange(range, sup)),
        (DataRange::Compare(sub_side, sub_bound), DataRange::Compare(sup_side, sup_bound)) => {
            let (sub, sup) = (sub_bound.value(), sup_bound.value());
            sub.kind == sup.kind
                && match (sub_side, sup_side) {
                    (Comparison::AtMost | Comparison::Below, Comparison::AtMost)
                    | (Comparison::Below, Comparison::Below) => sub.key <= sup.key,
                    (Comparison::AtMost, Comparison::Below) => sub.key < sup.key,
                    (Comparison::AtLeast | Comparison::Above, Comparison::AtLeast)
                    | (Comparison::Above, Comparison::Above) => sub.key >= sup.key,
                    (Comparison::AtLeast, Comparison::Above) => sub.key > sup.key,
                    _ => false,
                }
        }
        (DataRange::Compare(_, bound), DataRange::Datatype(datatype)) => {
            is_whole_kind(datatype, bound.value().kind)
        }
        (DataRange::Datatype(sub), DataRange::Datatype(sup)) => {
            sub.kind().is_some_and(|kind| is_whole_kind(sup, kind))
        }
        (DataRange::Text(sub), DataRange::Text(sup)) => sub.implies(sup),
        (DataRange::Text(_), DataRange::Datatype(datatype)) => datatype.is_string(),
        (DataRange::Not(sub), DataRange::Not(sup)) => is_subrange(sup, sub),
        (_, DataRange::Not(outside)) => are_disjoint(sub, outside),
        _ => false,
    }
}

/// Whether a datatype has all values of a kind. Numbers are numbers here, whichever datatype they
/// are written with, but a datatype of whole numbers has not all of them.
fn is_whole_kind(datatype: &Datatype, kind: Kind) -> bool {
    datatype.kind() == Some(kind)
        && matches!(
            datatype,
            Datatype::Iri(iri) if matches!(
                iri.rsplit_once('#'),
                Some((_, "decimal" | "double" | "float" | "real" | "boolean"))
            )
        )
}

fn is_empty(range: &DataRange) -> bool {
    match range {
        DataRange::OneOf(literals) => literals.is_empty(),
        DataRange::And(ranges) => ranges.iter().enumerate().any(|(index, one)| {
            is_empty(one) || ranges[index + 1..].iter().any(|other| are_disjoint(one, other))
        }),
        DataRange::Or(ranges) => ranges.iter().all(is_empty),
        DataRange::Not(range) => matches!(**range, DataRange::Any),
        _ => false,
    }
}

/// The kind that all values of a range have.
fn kind_of(range: &DataRange) -> Option<Kind> {
    match range {
        DataRange::Datatype(datatype) => datatype.kind(),
        DataRange::Compare(_, bound) => Some(bound.value().kind),
        DataRange::And(ranges) => ranges.iter().find_map(kind_of),
        _ => None,
    }
}

/// Whether no value lies in both ranges, as far as their form shows.
fn are_disjoint(one: &DataRange, other: &DataRange) -> bool {
    if let (Some(one), Some(other)) = (kind_of(one), kind_of(other))
        && one != other
    {
        return true;
    }
    match (one, other) {
        (DataRange::OneOf(literals), range) | (range, DataRange::OneOf(literals)) => {
            !literals.iter().any(|literal| range.admits(literal))
        }
        (DataRange::Or(ranges), range) | (range, DataRange::Or(ranges)) => {
            ranges.iter().all(|part| are_disjoint(part, range))
        }
        (DataRange::And(ranges), range) | (range, DataRange::And(ranges)) => {
            ranges.iter().any(|part| are_disjoint(part, range))
        }
        (DataRange::Not(outside), range) | (range, DataRange::Not(outside)) => {
            is_subrange(range, outside)
        }
        (DataRange::Compare(one_side, one), DataRange::Compare(other_side, other)) => {
            let is_upper =
                |side: &Comparison| matches!(side, Comparison::AtMost | Comparison::Below);
            let (upper, lower) = match (is_upper(one_side), is_upper(other_side)) {
                (true, false) => ((one_side, one), (other_side, other)),
                (false, true) => ((other_side, other), (one_side, one)),
                _ => return false,
            };
            let touches = *upper.0 == Comparison::AtMost && *lower.0 == Comparison::AtLeast;
            let (upper, lower) = (upper.1.value(), lower.1.value());
            upper.key < lower.key || (!touches && upper.key == lower.key)
        }
        (DataRange::Text(one), DataRange::Text(other)) => one.excludes(other),
        _ => false,
    }
}

/// The individuals with at least `count` different values in a range, ascending. Different
/// spellings of one value count once.
pub(super) fn with_values_in(
    pairs: &[(u32, u32)],
    count: u32,
    range: &DataRange,
    literals: &LiteralTable,
) -> Vec<u32> {
    let mut found = Vec::new();
    let mut cache: hashbrown::HashMap<u32, bool, foldhash::fast::FixedState> =
        hashbrown::HashMap::default();
    for row in pairs.chunk_by(|a, b| a.0 == b.0) {
        let mut n_values = 0;
        let mut last = None;
        for &(_, literal) in row {
            let id = evolearner_dl::LiteralId(literal);
            let inside = *cache.entry(literal).or_insert_with(|| literals.admitted_by(id, range));
            if inside {
                // Ids follow values: equal values are neighbours.
                let is_new = last.is_none_or(|last| !literals.same_value(last, id));
                n_values += u32::from(is_new);
                last = Some(id);
            }
        }
        if n_values >= count {
            found.push(row[0].0);
        }
    }
    found
}
