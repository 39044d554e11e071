//! The values of a data property, by individual and by value.

use evolearner_dl::{Column, IndividualId, LiteralId};

use crate::adjacency::Rows;

/// The column of one data property. Literal ids are ordered by value, so the rows by value are
/// sorted by value too, and a threshold is a binary search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Values {
    by_individual: Rows,
    /// `[literal, individual]`, ascending.
    by_value: Column<[u32; 2]>,
}

impl Values {
    /// The column of sorted, distinct pairs.
    pub(crate) fn from_sorted(pairs: &[(u32, u32)]) -> Self {
        let mut by_value: Vec<[u32; 2]> = pairs.iter().map(|&(i, l)| [l, i]).collect();
        by_value.sort_unstable();
        Self { by_individual: Rows::from_sorted(pairs), by_value: by_value.into() }
    }

    /// A column from its parts, or nothing if they do not fit together. That both orders hold the
    /// same values is left to the checksum: finding out would cost as much as sorting anew.
    pub(crate) fn from_parts(
        n: usize,
        n_literals: usize,
        by_individual: Rows,
        by_value: Column<[u32; 2]>,
    ) -> Option<Self> {
        let fits = by_value.len() == by_individual.n_edges()
            && by_value.is_sorted_by(|a, b| a < b)
            && by_value.last().is_none_or(|last| (last[0] as usize) < n_literals)
            && by_value.iter().all(|pair| (pair[1] as usize) < n);
        fits.then_some(Self { by_individual, by_value })
    }

    /// The rows by individual; their targets are literal ids.
    pub(crate) fn rows(&self) -> &Rows {
        &self.by_individual
    }

    /// The number of values of all individuals.
    pub fn len(&self) -> usize {
        self.by_value.len()
    }

    /// Whether no individual has a value.
    pub fn is_empty(&self) -> bool {
        self.by_value.is_empty()
    }

    /// The values of an individual, ascending.
    pub fn of(&self, individual: IndividualId) -> impl ExactSizeIterator<Item = LiteralId> + '_ {
        self.by_individual.of(individual.0).iter().copied().map(LiteralId)
    }

    /// The values of each of many individuals, in the order of the individuals.
    pub fn of_each<'a>(&'a self, individuals: &[u32], visit: impl FnMut(&'a [u32])) {
        self.by_individual.of_each(individuals, visit);
    }

    /// The individuals that have any value, ascending.
    pub fn individuals(&self) -> &[u32] {
        self.by_individual.sources()
    }

    /// The individuals with their values, ascending.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (IndividualId, &[u32])> {
        self.by_individual.iter().map(|(individual, values)| (IndividualId(individual), values))
    }

    /// The values in ascending order with their individuals: `[literal, individual]`.
    pub fn by_value(&self) -> &[[u32; 2]] {
        &self.by_value
    }

    /// The part of [`Self::by_value`] whose literals lie in a range of ids.
    pub fn between(&self, literals: std::ops::Range<u32>) -> &[[u32; 2]] {
        let start = self.by_value.partition_point(|pair| pair[0] < literals.start);
        let end = self.by_value.partition_point(|pair| pair[0] < literals.end);
        &self.by_value[start..end.max(start)]
    }

    /// The bytes it takes beyond the value itself.
    pub fn heap_bytes(&self) -> usize {
        self.by_individual.heap_bytes() + size_of_val(&*self.by_value)
    }
}
