//! Role edges, both directions.

use evolearner_dl::{Column, IndividualId, LiteralId, Role};

use crate::prefetch::prefetch;

/// A relation as rows: for each source that has any, its targets in ascending order.
///
/// Only sources with a row are listed, so a role costs in proportion to its edges and not to the
/// universe. A scan over all rows is sequential; the row of one source is a binary search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rows {
    sources: Column<u32>,
    /// One more than sources: row `i` is `targets[starts[i]..starts[i + 1]]`.
    starts: Column<u32>,
    targets: Column<u32>,
    guess: Guess,
}

impl Rows {
    pub(crate) fn new(sources: Vec<u32>, starts: Vec<u32>, targets: Vec<u32>) -> Self {
        let guess = Guess::new(&sources);
        Self { sources: sources.into(), starts: starts.into(), targets: targets.into(), guess }
    }

    /// Rows of pairs that are sorted by source, then target, and distinct.
    pub(crate) fn from_sorted(pairs: &[(u32, u32)]) -> Self {
        debug_assert!(pairs.is_sorted_by(|a, b| a < b), "pairs ascend");
        let mut sources = Vec::new();
        let mut starts = Vec::new();
        let mut targets = Vec::with_capacity(pairs.len());
        for &(source, target) in pairs {
            if sources.last() != Some(&source) {
                sources.push(source);
                starts.push(targets.len() as u32);
            }
            targets.push(target);
        }
        starts.push(targets.len() as u32);
        Self::new(sources, starts, targets)
    }

    /// The same edges from the other end. Sources ascend, so that one counting pass by target leaves
    /// every row in order.
    pub(crate) fn turned(&self, n: usize) -> Self {
        if is_short(n, self.n_edges()) {
            let edges = self.iter().flat_map(|(source, row)| row.iter().map(move |&t| (t, source)));
            let mut pairs: Vec<(u32, u32)> = edges.collect();
            pairs.sort_unstable();
            return Self::from_sorted(&pairs);
        }
        // The place of the next source in the row of each target; at the end, the row's end.
        let mut next = vec![0u32; n + 1];
        for &target in &self.targets {
            next[target as usize + 1] += 1;
        }
        let mut sum = 0;
        for count in &mut next {
            sum += *count;
            *count = sum;
        }
        let mut turned = vec![0; self.n_edges()];
        for (source, row) in self.iter() {
            for &target in row {
                let place = &mut next[target as usize];
                turned[*place as usize] = source;
                *place += 1;
            }
        }
        let (mut sources, mut starts) = (Vec::new(), Vec::new());
        let mut start = 0;
        for (target, &end) in next[..n].iter().enumerate() {
            if end > start {
                sources.push(target as u32);
                starts.push(start);
                start = end;
            }
        }
        starts.push(start);
        Self::new(sources, starts, turned)
    }

    /// The edges of both.
    pub(crate) fn union(&self, other: &Self) -> Self {
        let (mut sources, mut starts) = (Vec::new(), Vec::new());
        let mut targets = Vec::with_capacity(self.n_edges().max(other.n_edges()));
        let (mut one, mut two) = (self.iter().peekable(), other.iter().peekable());
        loop {
            let source = match (one.peek(), two.peek()) {
                (Some(a), Some(b)) => a.0.min(b.0),
                (Some(only), None) | (None, Some(only)) => only.0,
                (None, None) => break,
            };
            let row_of_one = one.next_if(|row| row.0 == source).map_or(&[][..], |row| row.1);
            let row_of_two = two.next_if(|row| row.0 == source).map_or(&[][..], |row| row.1);
            sources.push(source);
            starts.push(targets.len() as u32);
            merge(row_of_one, row_of_two, &mut targets);
        }
        starts.push(targets.len() as u32);
        Self::new(sources, starts, targets)
    }

    /// Rows from their parts, or nothing if they do not fit that many sources and targets.
    pub(crate) fn from_parts(
        n_sources: usize,
        n_targets: usize,
        sources: Column<u32>,
        starts: Column<u32>,
        targets: Column<u32>,
    ) -> Option<Self> {
        let fits = starts.len() == sources.len() + 1
            && starts.first() == Some(&0)
            && starts.last().is_some_and(|&end| end as usize == targets.len())
            && starts.is_sorted_by(|a, b| a < b)
            && sources.is_sorted_by(|a, b| a < b)
            && sources.last().is_none_or(|&source| (source as usize) < n_sources)
            && targets.iter().all(|&target| (target as usize) < n_targets);
        let rows = Self { guess: Guess::new(&sources), sources, starts, targets };
        (fits && rows.iter().all(|(_, row)| row.is_sorted_by(|a, b| a < b))).then_some(rows)
    }

    /// Sources, starts and targets.
    pub fn parts(&self) -> (&[u32], &[u32], &[u32]) {
        (&self.sources, &self.starts, &self.targets)
    }

    /// The number of edges.
    pub fn n_edges(&self) -> usize {
        self.targets.len()
    }

    /// The sources, ascending.
    pub fn sources(&self) -> &[u32] {
        &self.sources
    }

    /// The targets of a source, ascending.
    pub fn of(&self, source: u32) -> &[u32] {
        match find(&self.sources, source, self.guess.place(source)) {
            Some(row) => self.row(row),
            None => &[],
        }
    }

    /// The targets of each of many sources, in the order of the sources.
    ///
    /// In a large graph every row lies in another corner of memory. So what is needed next is
    /// prefetched for many of them at once, and the waits for it overlap instead of adding up.
    pub fn of_each<'a>(&'a self, sources: &[u32], mut visit: impl FnMut(&'a [u32])) {
        let mut guesses = [0; AT_ONCE];
        let mut rows = [None; AT_ONCE];
        for sources in sources.chunks(AT_ONCE) {
            for (place, &source) in guesses.iter_mut().zip(sources) {
                *place = self.guess.place(source);
            }
            let guessed = guesses[..sources.len()].iter();
            prefetch(guessed.filter_map(|&place| self.sources.get(place).copied()));
            for (row, (&source, &place)) in rows.iter_mut().zip(sources.iter().zip(&guesses)) {
                *row = find(&self.sources, source, place);
            }
            let found = || rows[..sources.len()].iter().flatten();
            prefetch(found().map(|&row| self.starts[row]));
            prefetch(found().map(|&row| self.targets[self.starts[row] as usize]));
            for row in &rows[..sources.len()] {
                visit(row.map_or(&[], |row| self.row(row)));
            }
        }
    }

    /// The sources with their targets, ascending.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (u32, &[u32])> {
        self.sources.iter().enumerate().map(|(row, &source)| (source, self.row(row)))
    }

    fn row(&self, row: usize) -> &[u32] {
        &self.targets[self.starts[row] as usize..self.starts[row + 1] as usize]
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        size_of_val(&*self.sources) + size_of_val(&*self.starts) + size_of_val(&*self.targets)
    }
}

/// Appends the numbers of two ascending lists, each once and in order.
fn merge(mut one: &[u32], mut two: &[u32], merged: &mut Vec<u32>) {
    while let ([a, one_rest @ ..], [b, two_rest @ ..]) = (one, two) {
        merged.push(*a.min(b));
        if a <= b {
            one = one_rest;
        }
        if b <= a {
            two = two_rest;
        }
    }
    merged.extend_from_slice(one);
    merged.extend_from_slice(two);
}

/// Rows that are looked up together: as many lines as a first-level cache holds beside the rest.
const AT_ONCE: usize = 128;

/// Where a number should stand in an ascending list. Individuals are numbered densely, so that
/// this comes close.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Guess {
    first: u32,
    last: u32,
    /// Places per number, in units of 2⁻³².
    density: u64,
}

impl Guess {
    fn new(list: &[u32]) -> Self {
        let (first, last) = (list.first().copied(), list.last().copied());
        let (first, last) = (first.unwrap_or_default(), last.unwrap_or_default());
        let last_place = list.len().saturating_sub(1) as u64;
        // The list may come from a damaged file and not ascend: then the guess is a bad one.
        let density = (last_place << 32).checked_div(u64::from(last.saturating_sub(first)));
        Self { first, last: last.max(first), density: density.unwrap_or(0).min(1 << 32) }
    }

    /// A place within the list, or beyond an empty one.
    #[inline]
    fn place(self, wanted: u32) -> usize {
        let offset = wanted.clamp(self.first, self.last) - self.first;
        ((u64::from(offset) * self.density) >> 32) as usize
    }
}

/// The place of a number in an ascending list, looked for from a guess in steps that double: that
/// stays within a few lines of the cache where a plain binary search visits the whole list.
#[inline]
fn find(list: &[u32], wanted: u32, guess: usize) -> Option<usize> {
    let at_guess = *list.get(guess)?;
    let (mut low, mut high) = (guess, guess + 1);
    let mut step = 4;
    if at_guess <= wanted {
        while high < list.len() && list[high] <= wanted {
            low = high;
            high = (high + step).min(list.len());
            step *= 2;
        }
    } else {
        while low > 0 && list[low] > wanted {
            high = low;
            low = low.saturating_sub(step);
            step *= 2;
        }
    }
    list[low..high].binary_search(&wanted).ok().map(|place| low + place)
}

/// The edges of one object property, from either end.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Adjacency {
    /// From subjects to objects.
    pub forward: Rows,
    /// From objects to subjects.
    pub backward: Rows,
}

impl Adjacency {
    /// Edges by their subjects, over a universe of `n` individuals.
    pub(crate) fn new(n: usize, forward: Rows) -> Self {
        let backward = forward.turned(n);
        Self { forward, backward }
    }

    /// Both directions from their parts, or nothing if they differ in size. That they hold the same
    /// edges is left to the checksum: finding out would cost as much as building one from the other.
    pub(crate) fn from_rows(forward: Rows, backward: Rows) -> Option<Self> {
        (forward.n_edges() == backward.n_edges()).then_some(Self { forward, backward })
    }

    /// The rows in the direction of a role of this property.
    pub fn rows(&self, role: Role) -> &Rows {
        if role.inverse { &self.backward } else { &self.forward }
    }

    /// The objects of a subject.
    pub fn objects(&self, subject: IndividualId) -> impl Iterator<Item = IndividualId> + '_ {
        self.forward.of(subject.0).iter().copied().map(IndividualId)
    }

    /// The bytes it takes beyond the value itself.
    pub fn heap_bytes(&self) -> usize {
        self.forward.heap_bytes() + self.backward.heap_bytes()
    }
}

/// Whether comparing that many pairs is cheaper than counting, which costs a pass over the universe.
fn is_short(n: usize, n_pairs: usize) -> bool {
    n_pairs < n / 4 || n_pairs < 256
}

/// What a counting pass sorts by: a number below a bound that the caller knows.
pub(crate) trait Number: Copy + Ord {
    fn number(self) -> u32;
}

impl Number for u32 {
    fn number(self) -> u32 {
        self
    }
}

impl Number for IndividualId {
    fn number(self) -> u32 {
        self.0
    }
}

impl Number for LiteralId {
    fn number(self) -> u32 {
        self.0
    }
}

/// Sorts pairs of numbers below `n_first` and `n_second` and removes duplicates. Two counting passes,
/// last key first, take linear time; a list that is short for its universe is sorted by comparison
/// instead, because counting costs a pass over the universe.
pub(crate) fn sort_pairs<A: Number, B: Number>(
    n_first: usize,
    n_second: usize,
    pairs: &mut Vec<(A, B)>,
) {
    if pairs.is_sorted() {
    } else if is_short(n_first.max(n_second), pairs.len()) {
        pairs.sort_unstable();
    } else {
        let mut scratch = pairs.clone();
        counting_pass(n_second, pairs, &mut scratch, |pair| pair.1);
        counting_pass(n_first, &scratch, pairs, |pair| pair.0);
    }
    pairs.dedup();
}

fn counting_pass<P: Copy, N: Number>(n: usize, from: &[P], to: &mut [P], key: fn(&P) -> N) {
    let mut next = vec![0u32; n + 1];
    for pair in from {
        next[key(pair).number() as usize + 1] += 1;
    }
    let mut sum = 0;
    for count in &mut next {
        sum += *count;
        *count = sum;
    }
    for pair in from {
        let slot = &mut next[key(pair).number() as usize];
        to[*slot as usize] = *pair;
        *slot += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_wherever_they_stand() {
        let lists: [Vec<u32>; 5] = [
            vec![],
            vec![7],
            (0..1000).collect(),
            (0..1000).map(|n| n * n).collect(),
            (0..500).chain(1_000_000..1_000_300).chain([u32::MAX - 1]).collect(),
        ];
        for list in &lists {
            let around = list.iter().flat_map(|&n| [n.saturating_sub(1), n, n + 1]);
            for wanted in around.chain([0, 3, u32::MAX]) {
                let found = find(list, wanted, Guess::new(list).place(wanted));
                assert_eq!(found, list.binary_search(&wanted).ok(), "{wanted}");
            }
        }
    }

    #[test]
    fn many_rows_are_the_same_as_one_after_the_other() {
        let pairs: Vec<(u32, u32)> = (0..900u32)
            .filter(|source| source % 7 < 4)
            .flat_map(|source| (0..source % 5).map(move |n| (source * 3, source + n)))
            .collect();
        for rows in [Rows::from_sorted(&pairs), Rows::from_sorted(&[])] {
            let sources: Vec<u32> = (0..3000).map(|n| n * 7919 % 3000).collect();
            let mut found = Vec::new();
            rows.of_each(&sources, |row| found.push(row));
            let expected: Vec<&[u32]> = sources.iter().map(|&source| rows.of(source)).collect();
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn counting_sorts_like_comparing() {
        let n = 50;
        let mut pairs: Vec<(u32, u32)> =
            (0..1000u32).map(|i| (i * 7919 % 50, i * 104_729 % 37)).collect();
        let mut expected = pairs.clone();
        expected.sort_unstable();
        expected.dedup();
        sort_pairs(n, n, &mut pairs);
        assert_eq!(pairs, expected);
        for n_pairs in [0, 40, pairs.len()] {
            let mut back: Vec<(u32, u32)> = pairs[..n_pairs].iter().map(|&(s, o)| (o, s)).collect();
            back.sort_unstable();
            let rows = Rows::from_sorted(&pairs[..n_pairs]);
            assert_eq!(rows.turned(n), Rows::from_sorted(&back));
        }
    }

    #[test]
    fn a_union_has_every_edge_once() {
        let relation = |step: u32| -> Vec<(u32, u32)> {
            let mut pairs: Vec<(u32, u32)> =
                (0..300).map(|i| (i * step % 31, i * i % 17)).collect();
            pairs.sort_unstable();
            pairs.dedup();
            pairs
        };
        for (one, two) in [(7, 5), (7, 7), (2, 62)] {
            let (one, two) = (relation(one), relation(two));
            let mut both = [one.clone(), two.clone()].concat();
            both.sort_unstable();
            both.dedup();
            let union = Rows::from_sorted(&one).union(&Rows::from_sorted(&two));
            assert_eq!(union, Rows::from_sorted(&both));
            assert_eq!(Rows::from_sorted(&[]).union(&union), union);
        }
    }

    #[test]
    fn rows_read_both_ways() {
        let adjacency = Adjacency::new(10, Rows::from_sorted(&[(1, 2), (1, 5), (7, 2)]));
        assert_eq!(adjacency.forward.of(1), [2, 5]);
        assert_eq!(adjacency.forward.of(2), [] as [u32; 0]);
        assert_eq!(adjacency.backward.of(2), [1, 7]);
        let (sources, starts, targets) = adjacency.forward.parts();
        let rows = |n| {
            let parts = [sources, starts, targets].map(|part| Column::from(part.to_vec()));
            let [sources, starts, targets] = parts;
            Rows::from_parts(n, 10, sources, starts, targets)
        };
        assert_eq!(rows(10).as_ref(), Some(&adjacency.forward));
        assert_eq!(rows(7), None);
    }
}
