//! The individuals around the examples, close together in memory.
//!
//! A graph may have millions of individuals, and a search meets a few thousand of them again and
//! again. Each is given a small number when it is first met, and what is asked about it is read from
//! the graph once: its successors, its classes, its values. Thresholds, atoms, walks and evaluation
//! read the graph here and nowhere else, so that their cost follows the neighbourhood of the examples.

use std::sync::Arc;

use evolearner_dl::{ClassId, DataPropertyId, Id, IndividualId, Kind, LiteralId, Role, Value};
use evolearner_graph::bits::{WORD, has_bit, set_bit};
use evolearner_graph::{Graph, prefetch};

use crate::types::ClassForest;

/// The most individuals whose successors are read to [reach](Neighbourhood::reach) others: a bound on
/// time and memory where a hub leads from the examples to most of the graph.
const MAX_FOLLOWED: usize = 200_000;

/// All individuals that have a value of a property are read where there are at most so many for each
/// one that is asked about: reading one of a list takes about a tenth of looking one up.
const MOST_PER_ONE: usize = 8;

/// The individuals met so far, and what was asked about them.
#[derive(Clone, Debug)]
pub struct Neighbourhood {
    graph: Arc<Graph>,
    individuals: Vec<IndividualId>,
    /// How many of them are within no step, one step, two steps of those met first.
    within: Vec<usize>,
    /// One more than the number of each individual of the graph, 0 for those not met. Memory that
    /// is zero costs nothing until it is written.
    numbers: Vec<u32>,
    roles: Vec<Successors>,
    numeric: Vec<Extremes>,
    /// By property.
    present: Vec<Present>,
    classes: Vec<Members>,
    types: Types,
    /// What all of these take: asked for at every candidate, so it is not summed.
    bytes: usize,
}

/// Where a role leads, for the individuals that were asked about.
#[derive(Clone, Debug)]
struct Successors {
    role: Role,
    /// For each individual asked about, its part of `targets`.
    rows: Vec<Option<(u32, u32)>>,
    targets: Vec<u32>,
}

/// The smallest and the largest value of a property, for the first individuals that were met.
#[derive(Clone, Debug)]
struct Extremes {
    property: DataPropertyId,
    kind: Kind,
    of_individuals: Vec<(f64, f64)>,
}

/// Who of the first individuals that were met has a value of a property.
#[derive(Clone, Debug, Default)]
struct Present {
    n_known: usize,
    /// A bit per number.
    words: Vec<u64>,
}

/// The members of a class among the first individuals that were met.
#[derive(Clone, Debug)]
struct Members {
    class: ClassId,
    n_known: usize,
    /// A bit per number.
    words: Vec<u64>,
}

/// The classes of the individuals that were asked about, by place.
#[derive(Clone, Debug, Default)]
struct Types {
    /// Made when first asked for.
    forest: Option<ClassForest>,
    /// For each individual asked about, its part of `places`.
    rows: Vec<Option<(u32, u32)>>,
    places: Vec<u32>,
}

impl Neighbourhood {
    /// The neighbourhood of some individuals, all different: their numbers are their places. Classes,
    /// which ascend, roles, and properties with ordered values are asked about by their places in these
    /// lists.
    pub(crate) fn new(
        graph: Arc<Graph>,
        classes: &[ClassId],
        roles: &[Role],
        numeric: impl IntoIterator<Item = (DataPropertyId, Kind)>,
        of: &[IndividualId],
    ) -> Self {
        let n_data_properties = graph.symbols.data_properties.len();
        let mut numbers = vec![0; graph.n_individuals()];
        for (number, individual) in (1..).zip(of) {
            numbers[individual.index()] = number;
        }
        let members = |&class: &ClassId| Members { class, n_known: 0, words: Vec::new() };
        let successors = |&role: &Role| Successors { role, rows: Vec::new(), targets: Vec::new() };
        let extremes = |(property, kind)| Extremes { property, kind, of_individuals: Vec::new() };
        Self {
            graph,
            individuals: of.to_vec(),
            within: vec![of.len()],
            numbers,
            roles: roles.iter().map(successors).collect(),
            numeric: numeric.into_iter().map(extremes).collect(),
            present: vec![Present::default(); n_data_properties],
            classes: classes.iter().map(members).collect(),
            types: Types::default(),
            bytes: 0,
        }
    }

    /// The graph around it.
    pub(crate) fn graph(&self) -> &Graph {
        &self.graph
    }

    /// How many individuals were met.
    pub fn len(&self) -> usize {
        self.individuals.len()
    }

    /// Whether none was met.
    pub fn is_empty(&self) -> bool {
        self.individuals.is_empty()
    }

    /// The number of an individual, which is met if it was not before.
    #[inline]
    pub fn number(&mut self, individual: IndividualId) -> u32 {
        let slot = &mut self.numbers[individual.index()];
        if *slot == 0 {
            self.individuals.push(individual);
            *slot = self.individuals.len() as u32;
        }
        *slot - 1
    }

    /// The individual of a number.
    #[inline]
    pub fn individual(&self, number: u32) -> IndividualId {
        self.individuals[number as usize]
    }

    /// How many roles are asked about.
    pub(crate) fn n_roles(&self) -> usize {
        self.roles.len()
    }

    /// The place of a role.
    pub(crate) fn place_of(&self, role: Role) -> usize {
        let place = self.roles.iter().position(|successors| successors.role == role);
        place.expect("the role is one of the neighbourhood's")
    }

    /// The successors of an individual by the role at a place, ascending. None of them is met by that:
    /// of thousands, a walk takes one.
    pub fn row(&self, role: usize, of: u32) -> &[u32] {
        let role = self.roles[role].role;
        self.graph.edges(role.property).rows(role).of(self.individuals[of as usize].0)
    }

    /// The numbers of the successors of an individual, which [were read](Self::read_successors).
    #[inline]
    pub(crate) fn successors(&self, role: usize, of: u32) -> &[u32] {
        let Successors { rows, targets, .. } = &self.roles[role];
        let (start, end) = rows[of as usize].expect("successors are read first");
        &targets[start as usize..end as usize]
    }

    /// Reads what is not known yet of the successors of some individuals.
    pub(crate) fn read_successors(&mut self, role_idx: usize, individuals: &[u32]) {
        let Successors { role, rows, .. } = &mut self.roles[role_idx];
        self.bytes += (self.individuals.len() - rows.len()) * size_of::<Option<(u32, u32)>>();
        rows.resize(self.individuals.len(), None);
        let is_unknown = |of: &&u32| rows[**of as usize].is_none();
        let unknown: Vec<u32> = individuals.iter().filter(is_unknown).copied().collect();
        if unknown.is_empty() {
            return;
        }
        let sources: Vec<u32> = unknown.iter().map(|&of| self.individuals[of as usize].0).collect();
        let (mut found, mut ends) = (Vec::<u32>::new(), Vec::new());
        self.graph.edges(role.property).rows(*role).of_each(&sources, |row| {
            found.extend_from_slice(row);
            ends.push(found.len());
        });
        self.bytes += size_of_val(&*found);
        // Like the rows, the numbers of large graphs lie far apart.
        prefetch(found.iter().map(|&target| self.numbers[target as usize]));
        let mut start = 0;
        for (of, end) in unknown.into_iter().zip(ends) {
            let first = self.roles[role_idx].targets.len();
            for &target in &found[start..end] {
                let target = self.number(IndividualId(target));
                self.roles[role_idx].targets.push(target);
            }
            let Successors { rows, targets, .. } = &mut self.roles[role_idx];
            rows[of as usize] = Some((first as u32, targets.len() as u32));
            start = end;
        }
    }

    /// How many individuals are within some steps of those met first: they have the first numbers. Of a
    /// large neighbourhood, only what was met first is followed further.
    pub(crate) fn reach(&mut self, steps: usize) -> usize {
        while self.within.len() <= steps {
            let n_followed = self.within[self.within.len() - 1].min(MAX_FOLLOWED) as u32;
            let followed: Vec<u32> = (0..n_followed).collect();
            for role in 0..self.roles.len() {
                self.read_successors(role, &followed);
            }
            self.within.push(self.individuals.len());
        }
        self.within[steps]
    }

    /// The smallest and the largest value of the numeric property at a place within some steps of each
    /// of the individuals met first.
    pub(crate) fn extremes_within(&mut self, property_idx: usize, steps: usize) -> Vec<(f64, f64)> {
        let n_reached = self.reach(steps);
        let mut extremes = self.extremes(property_idx)[..n_reached].to_vec();
        // What is within n + 1 steps of an individual is within n steps of it or of a successor.
        for n_left in (0..steps).rev() {
            let of = |number: u32| {
                let is_followed = (number as usize) < MAX_FOLLOWED;
                let roles = if is_followed { 0..self.roles.len() } else { 0..0 };
                roles
                    .flat_map(|role| self.successors(role, number))
                    .map(|&successor| extremes[successor as usize])
                    .fold(extremes[number as usize], both)
            };
            extremes = (0..self.within[n_left] as u32).map(of).collect();
        }
        extremes
    }

    /// The places of the classes that an individual is a member of, ascending.
    pub fn types(&mut self, of: u32) -> &[u32] {
        let Types { forest, rows, places } = &mut self.types;
        if rows.len() <= of as usize {
            rows.resize(self.individuals.len(), None);
        }
        let (start, end) = *rows[of as usize].get_or_insert_with(|| {
            let (graph, classes) = (&self.graph, &self.classes);
            let forest = forest.get_or_insert_with(|| {
                let classes: Vec<ClassId> = classes.iter().map(|members| members.class).collect();
                ClassForest::new(graph, &classes)
            });
            let start = places.len() as u32;
            let class = |place: u32| classes[place as usize].class;
            forest.types(graph, class, self.individuals[of as usize], places);
            (start, places.len() as u32)
        });
        &places[start as usize..end as usize]
    }

    /// The members of the class at a place, a bit per number.
    pub(crate) fn members(&mut self, class_idx: usize) -> &[u64] {
        let Members { class, n_known, words } = &mut self.classes[class_idx];
        let n_words = self.individuals.len().div_ceil(WORD);
        self.bytes += (n_words - words.len()) * size_of::<u64>();
        words.resize(n_words, 0);
        let new = &self.individuals[*n_known..];
        let class = self.graph.instances(*class);
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

    /// For how many individuals the members of a class are known.
    pub(crate) fn n_members_known(&self, class_idx: usize) -> usize {
        self.classes[class_idx].n_known
    }

    /// Whether an individual is a member of the class at a place.
    #[inline]
    pub(crate) fn is_member(&self, class_idx: usize, of: u32) -> bool {
        let class = self.graph.instances(self.classes[class_idx].class);
        class.contains(self.individuals[of as usize])
    }

    /// The smallest and the largest value of the numeric property at a place, of every individual met.
    pub(crate) fn extremes(&mut self, property_idx: usize) -> &[(f64, f64)] {
        let Extremes { property, kind, of_individuals } = &mut self.numeric[property_idx];
        let values = self.graph.values(*property);
        let extremes = |row: &[u32]| {
            let keys = row.iter().map(|&literal| self.graph.literals.value(LiteralId(literal)));
            let keys = keys.filter(|value| value.kind == *kind).map(|value| (value.key, value.key));
            keys.fold(NO_VALUES, both)
        };
        let new = &self.individuals[of_individuals.len()..];
        self.bytes += new.len() * size_of::<(f64, f64)>();
        if values.individuals().len() < new.len() {
            // Few have values: they are looked up among the individuals, not the reverse.
            of_individuals.resize(self.individuals.len(), NO_VALUES);
            for (individual, row) in values.iter() {
                if let Some(number) = self.numbers[individual.index()].checked_sub(1) {
                    of_individuals[number as usize] = extremes(row);
                }
            }
        } else {
            let new: Vec<u32> = new.iter().map(|individual| individual.0).collect();
            values.of_each(&new, |row| of_individuals.push(extremes(row)));
        }
        of_individuals
    }

    /// The values of an individual, ascending.
    pub(crate) fn literals(
        &self,
        property: DataPropertyId,
        of: u32,
    ) -> impl ExactSizeIterator<Item = LiteralId> + '_ {
        self.graph.values(property).of(self.individuals[of as usize])
    }

    /// How many different values an individual has.
    pub(crate) fn n_values(&self, property: DataPropertyId, of: u32) -> usize {
        n_different(&self.graph, self.literals(property, of))
    }

    /// Which of many individuals have so many different values. Rows are read in the order of memory.
    pub(crate) fn have_values(
        &mut self,
        n: u32,
        property: DataPropertyId,
        of: &[u32],
    ) -> Vec<bool> {
        let values = self.graph.values(property);
        if n == 1 && values.individuals().len() <= MOST_PER_ONE * of.len() {
            let present = self.present(property);
            return of.iter().map(|&of| has_bit(present, of)).collect();
        }
        let individuals: Vec<u32> = of.iter().map(|&of| self.individuals[of as usize].0).collect();
        let mut have = Vec::with_capacity(of.len());
        values.of_each(&individuals, |row| {
            let n_values = n_different(&self.graph, row.iter().copied().map(LiteralId));
            have.push(n_values >= n as usize);
        });
        have
    }

    /// Who has a value of a property, a bit per number. All that have one are a list in the graph, which
    /// is read from end to end; rows lie apart.
    fn present(&mut self, property: DataPropertyId) -> &[u64] {
        let Present { n_known, words } = &mut self.present[property.index()];
        if *n_known < self.individuals.len() {
            let n_words = self.individuals.len().div_ceil(WORD);
            self.bytes += (n_words - words.len()) * size_of::<u64>();
            words.resize(n_words, 0);
            for &individual in self.graph.values(property).individuals() {
                if let Some(number) = self.numbers[individual as usize].checked_sub(1) {
                    set_bit(words, number);
                }
            }
            *n_known = self.individuals.len();
        }
        words
    }

    /// The values of an individual that are of one kind, ascending.
    pub fn values(
        &self,
        property: DataPropertyId,
        kind: Kind,
        of: u32,
    ) -> impl Iterator<Item = Value> + '_ {
        self.literals(property, of)
            .map(|literal| self.graph.literals.value(literal))
            .filter(move |value| value.kind == kind)
    }

    /// The memory that it takes, about.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes + self.individuals.len() * 16
    }
}

/// How many different values some literals have, which ascend: spellings of one value are neighbours.
fn n_different(graph: &Graph, literals: impl Iterator<Item = LiteralId>) -> usize {
    let mut previous = None;
    let is_new = |literal: &LiteralId| {
        let previous = previous.replace(*literal);
        previous.is_none_or(|one| !graph.literals.same_value(one, *literal))
    };
    literals.filter(is_new).count()
}

/// The extremes of no values, which lie on neither side of any threshold.
pub(crate) const NO_VALUES: (f64, f64) = (f64::INFINITY, f64::NEG_INFINITY);

/// The extremes of the values of both.
pub(crate) fn both(one: (f64, f64), other: (f64, f64)) -> (f64, f64) {
    (one.0.min(other.0), one.1.max(other.1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use evolearner_testing::fixture::{Fixture, molecules, people};

    /// A neighbourhood of the positives by all names of a graph.
    fn around((graph, positives, _): Fixture) -> (Neighbourhood, Vec<(DataPropertyId, Kind)>) {
        let classes: Vec<ClassId> = graph.symbols.classes.iter().map(|(class, _)| class).collect();
        let roles = graph.symbols.object_properties.iter().map(|(role, _)| Role::forward(role));
        let roles: Vec<Role> = roles.flat_map(|role| [role, role.inverted()]).collect();
        let numeric = graph.symbols.data_properties.iter();
        let numeric: Vec<_> = numeric.map(|(property, _)| (property, Kind::Number)).collect();
        let near =
            Neighbourhood::new(Arc::new(graph), &classes, &roles, numeric.clone(), &positives);
        (near, numeric)
    }

    /// The individuals within some steps of one, by following every edge.
    fn within(near: &Neighbourhood, start: IndividualId, steps: usize) -> Vec<IndividualId> {
        let mut reached = vec![start];
        for _ in 0..steps {
            for individual in reached.clone() {
                for Successors { role, .. } in &near.roles {
                    let row = near.graph.edges(role.property).rows(*role).of(individual.0);
                    reached.extend(row.iter().map(|&successor| IndividualId(successor)));
                }
            }
            reached.sort_unstable();
            reached.dedup();
        }
        reached
    }

    #[test]
    fn the_first_numbers_are_within_the_fewest_steps() {
        for fixture in [molecules(), people(300)] {
            let (mut near, _) = around(fixture);
            let starts = near.individuals.clone();
            // A later question changes nothing: what was met first keeps its number.
            for steps in [0, 2, 1, 3] {
                let n_reached = near.reach(steps);
                let mut found = near.individuals[..n_reached].to_vec();
                found.sort_unstable();
                let mut expected: Vec<IndividualId> =
                    starts.iter().flat_map(|&start| within(&near, start, steps)).collect();
                expected.sort_unstable();
                expected.dedup();
                assert_eq!(found, expected, "{steps} steps");
            }
        }
    }

    #[test]
    fn extremes_within_some_steps_are_those_of_the_individuals_there() {
        for fixture in [molecules(), people(300)] {
            let (mut near, numeric) = around(fixture);
            let starts = near.individuals.clone();
            for steps in 0..4 {
                for (place, &(property, kind)) in numeric.iter().enumerate() {
                    let found = near.extremes_within(place, steps);
                    for (&start, &found) in starts.iter().zip(&found) {
                        let values = within(&near, start, steps).into_iter().flat_map(|x| {
                            let literals = near.graph.values(property).of(x);
                            literals.map(|literal| near.graph.literals.value(literal))
                        });
                        let keys = values.filter(|value| value.kind == kind).map(|value| value.key);
                        let expected = keys.map(|key| (key, key)).fold(NO_VALUES, both);
                        assert_eq!(found, expected, "{steps} steps");
                    }
                }
            }
        }
    }

    #[test]
    fn those_with_values_are_found_by_a_list_as_by_rows() {
        for fixture in [molecules(), people(300)] {
            let (mut near, numeric) = around(fixture);
            // The second time some are known already.
            for steps in [1, 2] {
                let all: Vec<u32> = (0..near.reach(steps) as u32).collect();
                for ((property, _), n) in numeric.iter().flat_map(|one| [(one, 1), (one, 2)]) {
                    let property = *property;
                    let expected: Vec<bool> =
                        all.iter().map(|&of| near.n_values(property, of) >= n as usize).collect();
                    // Asked about alone, an individual is looked up; with all others, it is listed.
                    let alone = all.iter().map(|&of| near.have_values(n, property, &[of])[0]);
                    assert_eq!(alone.collect::<Vec<bool>>(), expected);
                    assert_eq!(near.have_values(n, property, &all), expected);
                }
            }
        }
    }

    #[test]
    fn what_was_asked_is_what_the_graph_says() {
        let (mut near, _) = around(people(300));
        near.reach(2);
        for number in 0..near.reach(1) as u32 {
            let individual = near.individual(number);
            for place in 0..near.roles.len() {
                let role = near.roles[place].role;
                let row = near.graph.edges(role.property).rows(role).of(individual.0);
                assert_eq!(near.row(place, number), row);
                let found = near.successors(place, number).iter();
                let found: Vec<u32> = found.map(|&of| near.individual(of).0).collect();
                assert_eq!(found, row);
            }
            let is_member = |place: &u32| near.is_member(*place as usize, number);
            let expected: Vec<u32> = (0..near.classes.len() as u32).filter(is_member).collect();
            assert_eq!(near.types(number), expected);
        }
    }
}
