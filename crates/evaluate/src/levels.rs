//! The individuals that paths of roles lead to from the examples, level by level.

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use crate::neighbourhood::Neighbourhood;

/// Individuals that paths of roles lead to. Paths of one length that lead to the same individuals
/// share them.
pub(crate) struct Level {
    /// Their numbers in the neighbourhood, ascending.
    pub(crate) individuals: Vec<u32>,
    /// The roles that lead on from them.
    pub(crate) edges: Vec<LevelEdges>,
}

/// Where a role leads from some individuals.
pub(crate) struct LevelEdges {
    /// The place of the role.
    pub(crate) role: usize,
    /// The place of what it leads to among the next level.
    pub(crate) target: usize,
    /// The successors of individual `i` are `targets[starts[i]..starts[i + 1]]`, as places in the
    /// target.
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl LevelEdges {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.targets.len()
    }

    /// The successors of the individual at a place.
    pub(crate) fn of(&self, place: usize) -> &[u32] {
        &self.targets[self.starts[place] as usize..self.starts[place + 1] as usize]
    }
}

/// All levels; the first one is the examples alone.
pub(crate) struct Levels {
    /// Each a list: paths of one length may lead to different individuals.
    pub(crate) all: Vec<Vec<Level>>,
    /// Whether roles lead further than the last level.
    pub(crate) is_cut: bool,
    /// The places of the roles that lead from the examples to too many individuals to be followed.
    pub(crate) left_out: Vec<usize>,
}

impl Levels {
    /// The levels within some steps of the first `n` individuals of a neighbourhood. A level is left
    /// out, with all below it, if there are more edges than `max_edges` up to there; of the first
    /// level, single roles are.
    pub(crate) fn new(
        near: &mut Neighbourhood,
        n: usize,
        max_steps: usize,
        max_edges: usize,
    ) -> Self {
        let first = Level { individuals: (0..n as u32).collect(), edges: Vec::new() };
        let mut found = Self { all: vec![vec![first]], is_cut: true, left_out: Vec::new() };
        let mut n_left = max_edges;
        for step in 1..=max_steps {
            let level = found.all.last_mut().expect("the examples are a level");
            let mut next = NextLevel::default();
            for of in level.iter() {
                match next.follow(near, of, step == 1, &mut n_left) {
                    Some(left_out) => found.left_out.extend(left_out),
                    None => return found,
                }
            }
            if next.all.is_empty() {
                found.is_cut = !found.left_out.is_empty();
                return found;
            }
            for (of, edges) in level.iter_mut().zip(next.edges) {
                of.edges = edges;
            }
            found.all.push(next.all);
        }
        let last = found.all.last().expect("the examples are a level");
        let leads_on = |&of: &u32| (0..near.n_roles()).any(|role| !near.row(role, of).is_empty());
        found.is_cut = !found.left_out.is_empty()
            || last.iter().flat_map(|level| &level.individuals).any(leads_on);
        found
    }
}

/// A level that is being made.
#[derive(Default)]
struct NextLevel {
    all: Vec<Level>,
    by_individuals: HashMap<Vec<u32>, usize, FixedState>,
    /// The edges of each member of the level before.
    edges: Vec<Vec<LevelEdges>>,
}

impl NextLevel {
    /// Follows all roles; those that were left out. Nothing if there are too many edges.
    fn follow(
        &mut self,
        near: &mut Neighbourhood,
        of: &Level,
        may_leave_out: bool,
        n_left: &mut usize,
    ) -> Option<Vec<usize>> {
        let (mut edges, mut left_out) = (Vec::new(), Vec::new());
        for role in 0..near.n_roles() {
            let n_edges: usize = of.individuals.iter().map(|&x| near.row(role, x).len()).sum();
            if n_edges > *n_left {
                if !may_leave_out {
                    return None;
                }
                left_out.push(role);
            } else if n_edges > 0 {
                *n_left -= n_edges;
                edges.push(self.edges(near, role, of, n_edges));
            }
        }
        self.edges.push(edges);
        Some(left_out)
    }

    fn edges(
        &mut self,
        near: &mut Neighbourhood,
        role: usize,
        of: &Level,
        n_edges: usize,
    ) -> LevelEdges {
        near.read_successors(role, &of.individuals);
        let (mut starts, mut targets) = (vec![0], Vec::with_capacity(n_edges));
        for &individual in &of.individuals {
            targets.extend_from_slice(near.successors(role, individual));
            starts.push(targets.len() as u32);
        }
        let mut reached = targets.clone();
        reached.sort_unstable();
        reached.dedup();
        for target in &mut targets {
            *target = reached.partition_point(|known| known < target) as u32;
        }
        let target = *self.by_individuals.entry(reached).or_insert_with_key(|reached| {
            self.all.push(Level { individuals: reached.clone(), edges: Vec::new() });
            self.all.len() - 1
        });
        LevelEdges { role, target, starts, targets }
    }
}
