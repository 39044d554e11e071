//! What candidates look at, close together in memory.
//!
//! A graph may have millions of individuals, and a search meets a few thousand of them again and
//! again. Each is given a small number when it is first met, and what is asked about it is fetched
//! from the graph once: its successors, its classes, its values.

use evolearner_dl::{Id, IndividualId, Kind, LiteralId};
use evolearner_graph::{Graph, Set};
use foldhash::fast::FixedState;
use hashbrown::HashMap;

use crate::bits::{WORD, has_bit, set_bit, trim};
use crate::gene::{Gene, Op};
use crate::universe::World;

/// The individuals met so far, and what was asked about them.
#[derive(Clone, Debug)]
pub(crate) struct Neighbourhood {
    individuals: Vec<IndividualId>,
    /// One more than the number of each individual of the graph, 0 for those not met. Memory that
    /// is zero costs nothing until it is written.
    numbers: Vec<u32>,
    /// The successors by each role of the alphabet.
    successors: Vec<Successors>,
    /// The smallest and the largest value of each numeric property, by individual.
    columns: Vec<Vec<(f64, f64)>>,
    /// The members of classes, truth values and atoms.
    leaves: HashMap<[Gene; 2], Leaf, FixedState>,
}

/// Rows of one role, fetched one by one.
#[derive(Clone, Debug, Default)]
struct Successors {
    /// For each individual asked about, its part of `targets`.
    rows: Vec<Option<(u32, u32)>>,
    targets: Vec<u32>,
}

/// The members of a leaf, as far as somebody has asked.
#[derive(Clone, Debug, Default)]
struct Leaf {
    known: Vec<u64>,
    members: Vec<u64>,
}

impl Neighbourhood {
    /// An empty neighbourhood in a graph.
    pub(crate) fn new(world: World<'_>) -> Self {
        Self {
            individuals: Vec::new(),
            numbers: vec![0; world.graph.n_individuals()],
            successors: vec![Successors::default(); world.alphabet.roles.len()],
            columns: vec![Vec::new(); world.alphabet.numeric.len()],
            leaves: HashMap::default(),
        }
    }

    /// The number of an individual.
    #[inline]
    pub(crate) fn number(&mut self, individual: IndividualId) -> u32 {
        let slot = &mut self.numbers[individual.index()];
        if *slot == 0 {
            self.individuals.push(individual);
            *slot = self.individuals.len() as u32;
        }
        *slot - 1
    }

    /// The successors of an individual by a role, ascending by number.
    pub(crate) fn successors(&mut self, world: World<'_>, role_idx: usize, of: u32) -> &[u32] {
        let known = self.successors[role_idx].rows.get(of as usize).copied().flatten();
        let (start, end) = match known {
            Some(row) => row,
            None => self.fetch_successors(world, role_idx, of),
        };
        &self.successors[role_idx].targets[start as usize..end as usize]
    }

    fn fetch_successors(&mut self, world: World<'_>, role_idx: usize, of: u32) -> (u32, u32) {
        let role = world.alphabet.roles[role_idx];
        let row = world.graph.edges(role.property).rows(role).of(self.individuals[of as usize].0);
        let start = self.successors[role_idx].targets.len();
        for &target in row {
            let target = self.number(IndividualId(target));
            self.successors[role_idx].targets.push(target);
        }
        let Successors { rows, targets } = &mut self.successors[role_idx];
        targets[start..].sort_unstable();
        if rows.len() <= of as usize {
            rows.resize(of as usize + 1, None);
        }
        let row = (start as u32, targets.len() as u32);
        rows[of as usize] = Some(row);
        row
    }

    /// Sets the bits of the individuals that are members of a leaf: a gene with, where it has one,
    /// its number.
    pub(crate) fn project(
        &mut self,
        world: World<'_>,
        individuals: &[u32],
        leaf: &[Gene],
        members: &mut [u64],
    ) {
        match leaf[0].op() {
            Op::Min | Op::Max => {
                let split = world.alphabet.split(leaf[1]).1.key;
                let column = self.column(world, individuals, leaf[0].argument());
                if leaf[0].op() == Op::Min {
                    gather(individuals, members, |x| column[x as usize].1 >= split);
                } else {
                    gather(individuals, members, |x| column[x as usize].0 <= split);
                }
            }
            _ => {
                let known = self.leaf(world, individuals, leaf);
                gather(individuals, members, |x| has_bit(known, x));
            }
        }
    }

    /// The extreme values of a numeric property, for these individuals at least.
    fn column(
        &mut self,
        world: World<'_>,
        individuals: &[u32],
        property_idx: usize,
    ) -> &[(f64, f64)] {
        let property = &world.alphabet.numeric[property_idx];
        let (values, kind) = (world.graph.values(property.property), property.splits[0].kind);
        let column = &mut self.columns[property_idx];
        if column.is_empty() && values.individuals().len() < individuals.len() {
            column.resize(self.individuals.len(), NO_VALUES);
            for (individual, row) in values.iter() {
                if let Some(number) = self.numbers[individual.index()].checked_sub(1) {
                    let literals = row.iter().map(|&literal| LiteralId(literal));
                    let found = extremes(world.graph, literals, kind);
                    column[number as usize] = found.unwrap_or(NO_VALUES);
                }
            }
        }
        column.resize(self.individuals.len(), NOT_ASKED);
        for &x in individuals {
            let slot = &mut column[x as usize];
            if slot.0.is_nan() {
                let values = values.of(self.individuals[x as usize]);
                *slot = extremes(world.graph, values, kind).unwrap_or(NO_VALUES);
            }
        }
        column
    }

    /// The members of a class, truth value or atom, among these individuals at least.
    fn leaf(&mut self, world: World<'_>, individuals: &[u32], genes: &[Gene]) -> &[u64] {
        let number = if genes[0].arity() > 0 { genes[1] } else { genes[0] };
        let leaf = self.leaves.entry([genes[0], number]).or_default();
        let n_words = self.individuals.len().div_ceil(WORD);
        if let Some(class) = class_of(world, genes[0])
            && leaf.known.is_empty()
            && class.len() < individuals.len()
        {
            // A class with few members: they are looked up among the individuals, not the reverse.
            leaf.members.resize(n_words, 0);
            for member in class.iter() {
                if let Some(number) = self.numbers[member.index()].checked_sub(1) {
                    set_bit(&mut leaf.members, number);
                }
            }
            leaf.known.resize(n_words, u64::MAX);
            trim(&mut leaf.known, self.individuals.len());
        }
        leaf.known.resize(n_words, 0);
        leaf.members.resize(n_words, 0);
        for &x in individuals {
            if !has_bit(&leaf.known, x) {
                set_bit(&mut leaf.known, x);
                if is_member(world, genes[0], number, self.individuals[x as usize]) {
                    set_bit(&mut leaf.members, x);
                }
            }
        }
        &leaf.members
    }

    /// The memory that it takes, about.
    pub(crate) fn bytes(&self) -> usize {
        let n = self.individuals.len();
        let successors: usize =
            self.successors.iter().map(|role| role.rows.len() * 12 + role.targets.len() * 4).sum();
        n * 16 + successors + self.columns.len() * n * 16 + self.leaves.len() * n / 4
    }
}

/// The class that a gene stands for.
fn class_of(world: World<'_>, gene: Gene) -> Option<&Set> {
    (gene.op() == Op::Class).then(|| world.graph.instances(world.alphabet.classes[gene.argument()]))
}

fn is_member(world: World<'_>, gene: Gene, number: Gene, individual: IndividualId) -> bool {
    let World { graph, alphabet, .. } = world;
    match gene.op() {
        Op::Class => graph.instances(alphabet.classes[gene.argument()]).contains(individual),
        Op::Atom => alphabet.atoms[gene.argument()].0.holds(graph, individual),
        Op::Is => {
            let wanted = number.argument() == 1;
            graph.values(alphabet.boolean[gene.argument()]).of(individual).any(|literal| {
                let value = graph.literals.value(literal);
                value.kind == Kind::Boolean && (value.key != 0.0) == wanted
            })
        }
        _ => unreachable!("thresholds have columns, and the rest are no leaves"),
    }
}

/// Sets the bit of each individual that passes, by its place.
#[inline]
fn gather(individuals: &[u32], members: &mut [u64], passes: impl Fn(u32) -> bool) {
    for (word, chunk) in members.iter_mut().zip(individuals.chunks(WORD)) {
        *word = chunk
            .iter()
            .enumerate()
            .fold(0, |word, (bit, &individual)| word | u64::from(passes(individual)) << bit);
    }
}

/// The extremes of no values, which lie on neither side of any threshold.
const NO_VALUES: (f64, f64) = (f64::INFINITY, f64::NEG_INFINITY);

/// The extremes of values that nobody has asked for yet.
const NOT_ASKED: (f64, f64) = (f64::NAN, f64::NAN);

/// The smallest and the largest of the values of one kind.
pub(crate) fn extremes(
    graph: &Graph,
    values: impl Iterator<Item = LiteralId>,
    kind: Kind,
) -> Option<(f64, f64)> {
    values
        .map(|literal| graph.literals.value(literal))
        .filter(|value| value.kind == kind)
        .map(|value| (value.key, value.key))
        .reduce(|(low, high), (key, _)| (low.min(key), high.max(key)))
}
