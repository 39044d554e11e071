//! What candidates look at, close together in memory.
//!
//! A graph may have millions of individuals, and a search meets a few thousand of them again and
//! again. Each is given a small number when it is first met, and what is asked about it is fetched
//! from the graph once: its successors, its classes, its values.

use evolearner_dl::{Id, IndividualId, Kind, LiteralId};
use evolearner_graph::{Graph, Set};

use crate::code::{Code, Op};
use crate::space::Space;
use evolearner_graph::bits::{WORD, has_bit, set_bit};

/// The column of a class is filled for all known individuals if these are at most so many times as
/// many as those asked for; otherwise each individual is looked up.
const UNASKED_PER_ASKED: usize = 4;

/// The individuals met so far, and what was asked about them.
#[derive(Clone, Debug)]
pub(crate) struct Neighbourhood {
    individuals: Vec<IndividualId>,
    /// One more than the number of each individual of the graph, 0 for those not met. Memory that
    /// is zero costs nothing until it is written.
    numbers: Vec<u32>,
    /// The successors by each role of the space.
    successors: Vec<Successors>,
    /// The smallest and the largest value of each numeric property, by number.
    columns: Vec<Vec<(f64, f64)>>,
    /// The members of each class of the space.
    classes: Vec<Members>,
    /// What successors, columns and classes take: asked for at every candidate, so it is not summed.
    bytes: usize,
}

/// Rows of one role, fetched where somebody asks.
#[derive(Clone, Debug, Default)]
struct Successors {
    /// For each individual asked about, its part of `targets`.
    rows: Vec<Option<(u32, u32)>>,
    targets: Vec<u32>,
}

/// The members of a class among the first individuals that were met.
#[derive(Clone, Debug, Default)]
struct Members {
    n_known: usize,
    /// A bit per number.
    words: Vec<u64>,
}

impl Neighbourhood {
    /// An empty neighbourhood in a graph.
    pub(crate) fn new(space: &Space) -> Self {
        Self {
            individuals: Vec::new(),
            numbers: vec![0; space.graph.n_individuals()],
            successors: vec![Successors::default(); space.roles.len()],
            columns: vec![Vec::new(); space.numeric.len()],
            classes: vec![Members::default(); space.classes.len()],
            bytes: 0,
        }
    }

    /// How many individuals were met.
    pub(crate) fn len(&self) -> usize {
        self.individuals.len()
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

    /// The successors of an individual by a role, which must have been
    /// [fetched](Self::fetch_successors).
    #[inline]
    pub(crate) fn successors(&self, role_idx: usize, of: u32) -> &[u32] {
        let Successors { rows, targets } = &self.successors[role_idx];
        let (start, end) = rows[of as usize].expect("successors are fetched first");
        &targets[start as usize..end as usize]
    }

    /// Fetches what is not known yet of the successors of some individuals.
    pub(crate) fn fetch_successors(&mut self, space: &Space, role_idx: usize, individuals: &[u32]) {
        let rows = &mut self.successors[role_idx].rows;
        self.bytes += (self.individuals.len() - rows.len()) * size_of::<Option<(u32, u32)>>();
        rows.resize(self.individuals.len(), None);
        let is_unknown = |of: &&u32| rows[**of as usize].is_none();
        let unknown: Vec<u32> = individuals.iter().filter(is_unknown).copied().collect();
        if unknown.is_empty() {
            return;
        }
        let sources: Vec<u32> = unknown.iter().map(|&of| self.individuals[of as usize].0).collect();
        let role = space.roles[role_idx];
        let (mut found, mut ends) = (Vec::<u32>::new(), Vec::new());
        space.graph.edges(role.property).rows(role).of_each(&sources, |row| {
            found.extend_from_slice(row);
            ends.push(found.len());
        });
        self.bytes += size_of_val(&*found);
        // Like the rows, the numbers of large graphs lie far apart: they are awaited together.
        let is_met = |&target: &u32| self.numbers[target as usize] > 0;
        std::hint::black_box(found.iter().filter(|target| is_met(target)).count());
        let mut start = 0;
        for (of, end) in unknown.into_iter().zip(ends) {
            let first = self.successors[role_idx].targets.len();
            for &target in &found[start..end] {
                let target = self.number(IndividualId(target));
                self.successors[role_idx].targets.push(target);
            }
            let Successors { rows, targets } = &mut self.successors[role_idx];
            rows[of as usize] = Some((first as u32, targets.len() as u32));
            start = end;
        }
    }

    /// Sets the bits of the individuals that are members of a leaf: a code and, where it has one,
    /// its number.
    pub(crate) fn project(
        &mut self,
        space: &Space,
        individuals: &[u32],
        [code, number]: [Code; 2],
        members: &mut [u64],
    ) {
        let graph = &*space.graph;
        let n_met = self.individuals.len();
        // A few individuals are asked about one by one.
        let is_worth_it = |n_known: usize| n_met - n_known <= UNASKED_PER_ASKED * individuals.len();
        match code.op() {
            Op::Class => {
                let class = graph.instances(space.classes[code.argument()]);
                if is_worth_it(self.classes[code.argument()].n_known) {
                    let class = self.class(class, code.argument());
                    gather(individuals, members, |x| has_bit(class, x));
                } else {
                    gather(individuals, members, |x| class.contains(self.individuals[x as usize]));
                }
            }
            Op::Min => {
                let cut = space.cut(number).1.key;
                let column = self.column(space, code.argument());
                gather(individuals, members, |x| column[x as usize].1 >= cut);
            }
            Op::Max => {
                let cut = space.cut(number).1.key;
                let column = self.column(space, code.argument());
                gather(individuals, members, |x| column[x as usize].0 <= cut);
            }
            Op::Is => {
                let values = graph.values(space.boolean[code.argument()]);
                let is_wanted = |literal| {
                    let value = graph.literals.value(literal);
                    value.kind == Kind::Boolean && (value.key != 0.0) == (number.argument() == 1)
                };
                let has_wanted = |x| values.of(self.individuals[x as usize]).any(is_wanted);
                gather(individuals, members, has_wanted);
            }
            Op::Atom => {
                let atom = space.atoms[code.argument()].0;
                gather(individuals, members, |x| atom.holds(graph, self.individuals[x as usize]));
            }
            _ => unreachable!("this is no leaf"),
        }
    }

    /// The extreme values of a numeric property, by number.
    fn column(&mut self, space: &Space, property_idx: usize) -> &[(f64, f64)] {
        let property = &space.numeric[property_idx];
        let (values, kind) = (space.graph.values(property.property), property.cuts[0].kind);
        let column = &mut self.columns[property_idx];
        let extremes = |row: &[u32]| {
            let literals = row.iter().map(|&literal| LiteralId(literal));
            extremes(&space.graph, literals, kind).unwrap_or(NO_VALUES)
        };
        let new = &self.individuals[column.len()..];
        self.bytes += new.len() * size_of::<(f64, f64)>();
        if values.individuals().len() < new.len() {
            // Few have values: they are looked up among the individuals, not the reverse.
            column.resize(self.individuals.len(), NO_VALUES);
            for (individual, row) in values.iter() {
                if let Some(number) = self.numbers[individual.index()].checked_sub(1) {
                    column[number as usize] = extremes(row);
                }
            }
        } else {
            let new: Vec<u32> = new.iter().map(|individual| individual.0).collect();
            values.of_each(&new, |row| column.push(extremes(row)));
        }
        column
    }

    /// The members of a class, by number.
    fn class(&mut self, class: &Set, class_idx: usize) -> &[u64] {
        let Members { n_known, words } = &mut self.classes[class_idx];
        let n_words = self.individuals.len().div_ceil(WORD);
        self.bytes += (n_words - words.len()) * size_of::<u64>();
        words.resize(n_words, 0);
        let new = &self.individuals[*n_known..];
        if class.len() < new.len() {
            // A class with few members: they are looked up among the individuals.
            for member in class.iter() {
                if let Some(number) = self.numbers[member.index()].checked_sub(1) {
                    set_bit(words, number);
                }
            }
        } else {
            for (number, &individual) in (*n_known..).zip(new) {
                // Not a branch, which would wait for one answer before it asks for the next.
                words[number / WORD] |= u64::from(class.contains(individual)) << (number % WORD);
            }
        }
        *n_known = self.individuals.len();
        words
    }

    /// The memory that it takes, about.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes + self.individuals.len() * 16
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
