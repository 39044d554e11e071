//! All pairs that paths of one relation connect.
//!
//! Nodes on a common cycle reach the same, so it is the strongly connected components that are
//! closed (Tarjan, in one pass): they are finished successors first, and what a component reaches
//! is merged from its successors. The nearest successor comes first and covers most of what the
//! others reach, so that a relation that is closed already costs little more than reading it. On
//! chains and trees the time follows the size of the result.

use std::ops::Range;

use evolearner_dl::{Budget, Stopped};

use crate::adjacency::Rows;

const NONE: u32 = u32::MAX;

/// A set of nodes that reach one another, or a single node.
struct Component {
    /// Where its nodes stand in `members`.
    members: Range<usize>,
    /// Where what it reaches stands in `reached`.
    reached: Range<usize>,
}

struct Closure<'r> {
    rows: &'r Rows,
    /// For each node the order of the first visit, or `NONE`.
    visit: Vec<u32>,
    n_visited: u32,
    /// For each node the earliest visit that it leads back to.
    low: Vec<u32>,
    /// For each node its component, once that is finished.
    component: Vec<u32>,
    /// Visited nodes whose component is not finished.
    open: Vec<u32>,
    components: Vec<Component>,
    members: Vec<u32>,
    reached: Vec<u32>,
    /// For each node the last component that was found to reach it.
    seen_from: Vec<u32>,
    /// Pairs of all finished components.
    n_pairs: usize,
}

/// The transitive closure; nothing if it has more than `max_pairs` pairs. The pairs count against
/// the budget, on top of `n_facts` that are known already.
pub(super) fn transitive(
    n: usize,
    rows: &Rows,
    max_pairs: usize,
    n_facts: usize,
    budget: &Budget,
) -> Result<Option<Rows>, Stopped> {
    let mut closure = Closure {
        rows,
        visit: vec![NONE; n],
        n_visited: 0,
        low: vec![NONE; n],
        component: vec![NONE; n],
        open: Vec::new(),
        components: Vec::new(),
        members: Vec::new(),
        reached: Vec::new(),
        seen_from: vec![NONE; n],
        n_pairs: 0,
    };
    let mut path: Vec<(u32, &[u32])> = Vec::new();
    for &root in rows.sources() {
        if closure.visit[root as usize] == NONE {
            path.push(closure.enter(root));
        }
        while let Some((node, rest)) = path.last_mut() {
            let node = *node;
            if let Some((&target, others)) = rest.split_first() {
                *rest = others;
                if closure.visit[target as usize] == NONE {
                    path.push(closure.enter(target));
                } else if closure.component[target as usize] == NONE {
                    closure.lower(node, closure.visit[target as usize]);
                }
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                closure.lower(parent, closure.low[node as usize]);
            }
            if closure.low[node as usize] == closure.visit[node as usize] {
                closure.finish(node, budget)?;
                if closure.n_pairs > max_pairs {
                    return Ok(None);
                }
                budget.check_facts(n_facts + closure.n_pairs)?;
            }
        }
    }
    Ok(Some(closure.into_rows()))
}

impl<'r> Closure<'r> {
    fn enter(&mut self, node: u32) -> (u32, &'r [u32]) {
        self.visit[node as usize] = self.n_visited;
        self.low[node as usize] = self.n_visited;
        self.n_visited += 1;
        self.open.push(node);
        (node, self.rows.of(node))
    }

    fn lower(&mut self, node: u32, visit: u32) {
        let low = &mut self.low[node as usize];
        *low = visit.min(*low);
    }

    /// Closes the component whose first visited node is this one.
    fn finish(&mut self, first: u32, budget: &Budget) -> Result<(), Stopped> {
        let number = self.components.len() as u32;
        let start = self.members.len();
        while let Some(node) = self.open.pop() {
            self.component[node as usize] = number;
            self.members.push(node);
            if node == first {
                break;
            }
        }
        let members = start..self.members.len();
        // Successors were finished before and have smaller numbers. The largest is reached by none
        // of the others: taken first, it leaves the least to do for them.
        let mut successors = Vec::new();
        let mut is_cycle = false;
        for &member in &self.members[members.clone()] {
            for &target in self.rows.of(member) {
                let of_target = self.component[target as usize];
                if of_target == number {
                    is_cycle = true;
                } else {
                    successors.push(of_target);
                }
            }
        }
        successors.sort_unstable_by(|a, b| b.cmp(a));
        successors.dedup();
        let start = self.reached.len();
        if is_cycle {
            self.take(number, members.clone(), Source::Members);
        }
        for successor in successors {
            let Component { members, reached } = &self.components[successor as usize];
            let (members, reached) = (members.clone(), reached.clone());
            if self.seen_from[self.members[members.start] as usize] != number {
                budget.check()?;
                self.take(number, members, Source::Members);
                self.take(number, reached, Source::Reached);
            }
        }
        self.sort_reached(number, start);
        let reached = start..self.reached.len();
        self.n_pairs += members.len() * reached.len();
        self.components.push(Component { members, reached });
        Ok(())
    }

    /// Adds nodes to what a component reaches, each once.
    fn take(&mut self, number: u32, nodes: Range<usize>, from: Source) {
        for at in nodes {
            let node = match from {
                Source::Members => self.members[at],
                Source::Reached => self.reached[at],
            };
            let seen_from = &mut self.seen_from[node as usize];
            if *seen_from != number {
                *seen_from = number;
                self.reached.push(node);
            }
        }
    }

    /// Puts what was reached last in order. Where it is a large part of all nodes, their marks are
    /// read instead.
    fn sort_reached(&mut self, number: u32, start: usize) {
        let reached = &mut self.reached[start..];
        if reached.is_sorted() {
        } else if reached.len() < self.seen_from.len() / 8 {
            reached.sort_unstable();
        } else {
            let marked = self.seen_from.iter().enumerate().filter(|(_, from)| **from == number);
            for (place, (node, _)) in reached.iter_mut().zip(marked) {
                *place = node as u32;
            }
        }
    }

    fn into_rows(self) -> Rows {
        let sources = self.rows.sources();
        let mut starts = Vec::with_capacity(sources.len() + 1);
        let mut targets = Vec::with_capacity(self.n_pairs);
        for &source in sources {
            starts.push(targets.len() as u32);
            let component = &self.components[self.component[source as usize] as usize];
            targets.extend_from_slice(&self.reached[component.reached.clone()]);
        }
        starts.push(targets.len() as u32);
        Rows::new(sources.to_vec(), starts, targets)
    }
}

#[derive(Clone, Copy)]
enum Source {
    Members,
    Reached,
}

#[cfg(test)]
mod tests {
    use evolearner_dl::Resource;

    use super::*;

    /// Pairs by composing until nothing is new.
    fn by_definition(pairs: &[(u32, u32)]) -> Vec<(u32, u32)> {
        let mut closed: std::collections::BTreeSet<(u32, u32)> = pairs.iter().copied().collect();
        loop {
            let longer: Vec<(u32, u32)> = closed
                .iter()
                .flat_map(|&(s, m)| pairs.iter().filter(move |p| p.0 == m).map(move |p| (s, p.1)))
                .collect();
            let before = closed.len();
            closed.extend(longer);
            if closed.len() == before {
                return closed.into_iter().collect();
            }
        }
    }

    fn closed(n: usize, pairs: &[(u32, u32)]) -> Rows {
        let rows = Rows::from_sorted(pairs);
        let closed = transitive(n, &rows, usize::MAX, 0, &Budget::default());
        closed.expect("no limit").expect("no limit")
    }

    #[test]
    fn the_closure_is_what_composing_finds() {
        let mut state = 7u64;
        let mut below = |bound: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % bound
        };
        for case in 0..400 {
            let n = 1 + below(14);
            let mut pairs: Vec<(u32, u32)> =
                (0..below(n * 2 + 1)).map(|_| (below(n) as u32, below(n) as u32)).collect();
            pairs.sort_unstable();
            pairs.dedup();
            let expected = Rows::from_sorted(&by_definition(&pairs));
            let found = closed(n as usize, &pairs);
            assert_eq!(found, expected, "case {case}: {pairs:?}");
            let again: Vec<(u32, u32)> =
                found.iter().flat_map(|(s, row)| row.iter().map(move |&t| (s, t))).collect();
            assert_eq!(closed(n as usize, &again), expected, "case {case}: closed twice");
        }
    }

    #[test]
    fn a_long_chain_needs_no_stack_and_ends_at_the_limit() {
        let pairs: Vec<(u32, u32)> = (0..3000).map(|node| (node, node + 1)).collect();
        let rows = Rows::from_sorted(&pairs);
        assert_eq!(closed(3001, &pairs).n_edges(), 3000 * 3001 / 2);
        let budget = Budget { max_facts: 100_000, ..Budget::default() };
        let stopped = transitive(3001, &rows, usize::MAX, 0, &budget).expect_err("too many");
        assert_eq!(stopped, Stopped::LimitReached { what: Resource::Facts, limit: 100_000 });
        assert_eq!(transitive(3001, &rows, 100_000, 0, &Budget::default()), Ok(None));
    }
}
