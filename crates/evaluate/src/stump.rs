//! Thresholds for values that successors of the examples have.
//!
//! `≥ 2 r.(d ≥ v)` covers an example if the second largest value of d among its r-successors is at
//! least v, and `∀ r.∃ s.(d ≥ v)` if the smallest of the largest values is. Each restriction with a
//! threshold is in this way one number per example, compared with v: a *column*. The thresholds are
//! the cuts that separate positives from negatives best on one of the columns, by information gain.
//! Columns go through up to three roles; through one role also for the successors of one class.

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use crate::cut::{Weight, between};
use crate::levels::{Level, LevelEdges, Levels};
use crate::neighbourhood::Neighbourhood;

/// Roles that a column may go through.
const MAX_STEPS: usize = 3;
/// The most edges that are followed.
const MAX_EDGES: usize = 300_000;
/// The most classes whose members among the successors have columns of their own.
const MAX_CLASSES: usize = 40;
/// The most numbers that are read to make columns.
const MAX_READ: usize = 20_000_000;

/// A number for each individual of a level: a restriction holds of those with at least v. Where no v
/// makes it hold it is -∞, where every one does ∞.
type Column = Vec<f64>;

/// The best thresholds of a property on successors of the examples.
pub(crate) struct Stumps<'n> {
    near: &'n mut Neighbourhood,
    levels: Levels,
    weights: &'n [Weight],
    /// The members of the classes of each universe of the first level, once they were asked for: they
    /// are the same for all properties.
    classes: Vec<Option<Vec<Vec<u32>>>>,
    max_cardinality: usize,
    /// Numbers that were read to make columns.
    pub(crate) n_read: usize,
}

impl<'n> Stumps<'n> {
    pub(crate) fn new(
        near: &'n mut Neighbourhood,
        weights: &'n [Weight],
        max_cardinality: u32,
    ) -> Self {
        let levels = Levels::new(near, weights.len(), MAX_STEPS, MAX_EDGES);
        let classes = vec![None; levels.all.get(1).map_or(0, Vec::len)];
        let max_cardinality = max_cardinality as usize;
        Self { near, levels, weights, classes, max_cardinality, n_read: 0 }
    }

    /// The thresholds of the property at a place of the neighbourhood, at most so many.
    pub(crate) fn cuts(&mut self, place: usize, max_cuts: usize) -> Vec<f64> {
        let mut ranked: Vec<(f64, f64)> = Vec::new();
        // `d ≤ v` is `-d ≥ -v`.
        for sign in [1.0, -1.0] {
            for column in self.columns(place, sign) {
                ranked
                    .extend(best_cut(&column, self.weights).map(|(gain, cut)| (gain, sign * cut)));
            }
        }
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.total_cmp(&b.1)));
        let mut keys: Vec<f64> = Vec::new();
        for (_, key) in ranked {
            if keys.len() < max_cuts && !keys.contains(&key) {
                keys.push(key);
            }
        }
        keys
    }

    /// The columns of the examples.
    fn columns(&mut self, place: usize, sign: f64) -> Vec<Column> {
        let mut below: Vec<Vec<Column>> = Vec::new();
        for depth in (1..self.levels.all.len()).rev() {
            let mut here = Vec::new();
            for index in 0..self.levels.all[depth].len() {
                let mut columns = self.lifted(depth, index, &below);
                columns.extend(self.own(depth, index, place, sign));
                here.push(columns);
            }
            below = here;
        }
        self.lifted(0, 0, &below)
    }

    /// The columns of the members of a level by their own values: of all of them and, next to the
    /// examples, of those of one class.
    fn own(&mut self, depth: usize, index: usize, place: usize, sign: f64) -> Vec<Column> {
        let Self { near, levels, classes, .. } = self;
        let individuals = &levels.all[depth][index].individuals;
        let extremes = near.extremes(place);
        let value = |&of: &u32| {
            let (low, high) = extremes[of as usize];
            match (low <= high, sign > 0.0) {
                (false, _) => f64::NEG_INFINITY,
                (true, true) => high,
                (true, false) => -low,
            }
        };
        let all: Column = individuals.iter().map(value).collect();
        if all.iter().all(|&value| value == f64::NEG_INFINITY) {
            return Vec::new();
        }
        let mut columns = Vec::new();
        if depth == 1 {
            let members = classes[index].get_or_insert_with(|| members_of(near, individuals));
            for members in &*members {
                let mut column = vec![f64::NEG_INFINITY; all.len()];
                for &member in members {
                    column[member as usize] = all[member as usize];
                }
                columns.push(column);
            }
        }
        columns.push(all);
        columns
    }

    /// The columns of a level that follow from those of the next one.
    fn lifted(&mut self, depth: usize, index: usize, below: &[Vec<Column>]) -> Vec<Column> {
        let level: &Level = &self.levels.all[depth][index];
        let mut columns = Vec::new();
        // The deeper, the less is counted: the columns multiply.
        let most = match depth {
            0 => self.max_cardinality.max(1),
            1 => 2,
            _ => 1,
        };
        for edges in &level.edges {
            let Some(of_target) = below.get(edges.target) else { continue };
            for column in of_target {
                // Each column that is made counts as if it were read for itself.
                let n_left = (MAX_READ - self.n_read) / edges.len().max(1);
                let n_made = n_left.min(most + 1);
                self.n_read += n_made * edges.len();
                columns.extend(lift(level, edges, column, most).into_iter().take(n_made));
                if n_made <= most {
                    return columns;
                }
            }
        }
        columns
    }
}

/// The members of the classes that some, but not all, of some individuals have, the most frequent
/// classes first; members are places.
fn members_of(near: &mut Neighbourhood, individuals: &[u32]) -> Vec<Vec<u32>> {
    let mut members: HashMap<u32, Vec<u32>, FixedState> = HashMap::default();
    for (place, &individual) in (0..).zip(individuals) {
        for &class in near.types(individual) {
            members.entry(class).or_default().push(place);
        }
    }
    let mut members: Vec<(u32, Vec<u32>)> = members.into_iter().collect();
    members.retain(|(_, members)| members.len() < individuals.len());
    members.sort_unstable_by_key(|(class, members)| (std::cmp::Reverse(members.len()), *class));
    members.truncate(MAX_CLASSES);
    members.into_iter().map(|(_, members)| members).collect()
}

/// The columns that follow from a column of successors: the largest number, the second largest, …, up
/// to so many (`≥ n r.C`), and then the smallest one (`∀ r.C`).
fn lift(level: &Level, edges: &LevelEdges, column: &Column, most: usize) -> Vec<Column> {
    let n_individuals = level.individuals.len();
    let mut lifted = vec![vec![f64::NEG_INFINITY; n_individuals]; most];
    let mut smallest = Vec::with_capacity(n_individuals);
    let mut largest = vec![f64::NEG_INFINITY; most];
    for place in 0..n_individuals {
        largest.fill(f64::NEG_INFINITY);
        let mut least = f64::INFINITY;
        for &successor in edges.of(place) {
            let value = column[successor as usize];
            least = least.min(value);
            // Branchless: which values are among the largest is unpredictable.
            let mut passed_on = value;
            for known in &mut largest {
                let is_larger = passed_on > *known;
                let kept = if is_larger { passed_on } else { *known };
                passed_on = if is_larger { *known } else { passed_on };
                *known = kept;
            }
        }
        for (lifted, &value) in lifted.iter_mut().zip(&largest) {
            lifted[place] = value;
        }
        smallest.push(least);
    }
    lifted.push(smallest);
    lifted
}

/// The cut of a column with the highest gain, and its gain.
fn best_cut(column: &Column, weights: &[Weight]) -> Option<(f64, f64)> {
    let mut sorted: Vec<(f64, Weight)> =
        column.iter().copied().zip(weights.iter().copied()).collect();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let all = sorted.iter().fold(Weight::default(), |sum, entry| sum.plus(entry.1));
    let mut below = Weight::default();
    let mut best: Option<(f64, f64)> = None;
    for pair in sorted.windows(2) {
        below = below.plus(pair[0].1);
        let (low, high) = (pair[0].0, pair[1].0);
        // Between -∞ and a number every threshold says only that there is one.
        if low < high && low.is_finite() && high.is_finite() {
            let gain = all.entropy() - crate::cut::left(all, [below, all.minus(below)]);
            if best.is_none_or(|(highest, _)| gain > highest) {
                best = Some((gain, between(low, high)));
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use evolearner_testing::fixture::{graph, individual};

    use crate::examples::Examples;
    use crate::rules::{SpaceRules, Splitter};
    use crate::space::Space;

    /// The thresholds of `d` for two positives and two negatives.
    fn cuts(turtle: &str) -> Vec<f64> {
        let graph = graph(&format!("@prefix : <http://x/> . {turtle}"));
        let all =
            |names: [&str; 2]| names.map(|name| individual(&graph, &format!("http://x/{name}")));
        let (positives, negatives) = (all(["p1", "p2"]), all(["n1", "n2"]));
        let examples = Examples::new(&positives, &negatives).unwrap().0;
        let rules =
            SpaceRules { splitter: Splitter::Boundaries, max_cuts: 1, ..SpaceRules::default() };
        let space = Space::new(Arc::new(graph), &examples, &rules);
        space.numeric.iter().flat_map(|numeric| &numeric.cuts).map(|cut| cut.key).collect()
    }

    #[test]
    fn a_threshold_that_only_counting_needs_is_found() {
        // The largest value is 9 everywhere; the second largest separates.
        let values = |name: &str, second: u8| {
            format!(":{name} :r [ :d 9.0 ] , [ :d {second}.0 ] , [ :d 0.0 ] . ")
        };
        let turtle = values("p1", 5) + &values("p2", 7) + &values("n1", 1) + &values("n2", 2);
        assert_eq!(cuts(&turtle), [3.5]);
    }

    #[test]
    fn a_threshold_behind_two_roles_is_found() {
        // The largest value of each r-successor's s-successors; the smallest of these separates.
        let values = |name: &str, low: u8| {
            format!(":{name} :r [ :s [ :d 9.0 ] ] , [ :s [ :d {low}.0 ] , [ :d 0.0 ] ] . ")
        };
        let turtle = values("p1", 5) + &values("p2", 7) + &values("n1", 1) + &values("n2", 2);
        assert_eq!(cuts(&turtle), [3.5]);
    }

    #[test]
    fn a_threshold_for_the_successors_of_one_class_is_found() {
        // Among all successors the values overlap.
        let values = |name: &str, of_class: u8, other: u8| {
            format!(":{name} :r [ a :A ; :d {of_class}.0 ] , [ a :B ; :d {other}.0 ] . ")
        };
        let turtle =
            values("p1", 5, 1) + &values("p2", 7, 8) + &values("n1", 1, 7) + &values("n2", 2, 5);
        assert_eq!(cuts(&turtle), [3.5]);
    }
}
