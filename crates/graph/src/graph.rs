//! The frozen graph: everything that is known of the individuals, laid out for reading.

use std::time::{Duration, Instant};

use evolearner_dl::{
    Budget, ClassId, Damage, DataPropertyId, Deferred, Id, IdVec, LiteralId, LiteralTable,
    ObjectPropertyId, Stopped, Symbols, Texts, parallel,
};
use evolearner_owl::{Axiom, Notices, Ontology};

use crate::adjacency::{Adjacency, sort_pairs};
use crate::origin::{Counts, Existentials, GraphSettings, Origin};
use crate::saturate::{saturate, unfold_existentials};
use crate::set::Set;
use crate::stated::Stated;
use crate::values::Values;

/// How long each step took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct BuildTimes {
    /// Reasoning.
    pub saturate: Duration,
    /// Laying out the result.
    pub freeze: Duration,
}

/// How much a graph has, and what it takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct GraphSize {
    /// Memberships, edges and values.
    pub(crate) counts: Counts,
    /// Their bytes.
    pub(crate) fact_bytes: u64,
    /// The bytes of names and literals.
    pub(crate) name_bytes: u64,
}

/// A knowledge base in its final form: immutable, shared freely between threads.
///
/// The parts of one that comes from a mapped snapshot are checked when they are first used. Where that finds
/// damage, functions without a way to report it unwind with a [`Damage`]: [`Graph::check`] finds it before,
/// and [`evolearner_dl::caught`] turns it into an error.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Graph {
    /// The names of everything.
    pub symbols: Symbols,
    /// The literals.
    pub literals: LiteralTable,
    pub(crate) classes: Deferred<IdVec<ClassId, Set>>,
    pub(crate) roles: IdVec<ObjectPropertyId, Deferred<Adjacency>>,
    pub(crate) values: IdVec<DataPropertyId, Deferred<Values>>,
    /// Their counts, so that counting does not make every section be checked.
    pub(crate) size: GraphSize,
    /// What the axioms say about classes and roles, where it holds in the graph.
    pub stated: Stated,
    /// How it was made.
    pub origin: Origin,
}

impl Graph {
    /// Saturates an ontology and freezes the result, whatever that takes.
    pub fn build(ontology: Ontology, settings: GraphSettings) -> (Self, BuildTimes) {
        Self::build_within(ontology, settings, &Budget::default())
            .expect("a budget without limits is never used up")
    }

    /// Saturates an ontology and freezes the result, unless the budget is used up before.
    pub fn build_within(
        ontology: Ontology,
        settings: GraphSettings,
        budget: &Budget,
    ) -> Result<(Self, BuildTimes), Stopped> {
        let (graph, times, _) = Self::build_with_axioms(ontology, settings, budget)?;
        Ok((graph, times))
    }

    /// As [`Self::build_within`]; also gives the axioms back, with the numbers that individuals have
    /// in the graph.
    pub fn build_with_axioms(
        mut ontology: Ontology,
        settings: GraphSettings,
        budget: &Budget,
    ) -> Result<(Self, BuildTimes, Vec<Axiom>), Stopped> {
        let start = Instant::now();
        let mut notices;
        let expressivity = crate::expressivity::name(&ontology);
        let asserted_axioms = ontology.axioms.len() as u64;
        let mut unfolded = 0;
        let (saturated, asserted) = loop {
            let counted = Asserted::count(&mut ontology, budget.threads);
            let is_unfolded = settings.existentials == Existentials::Materialize;
            let assertions = if is_unfolded {
                ontology.assertions.clone()
            } else {
                std::mem::take(&mut ontology.assertions)
            };
            notices = Notices::default();
            let inference = settings.inference;
            let saturated = saturate(&ontology, assertions, inference, &mut notices, budget)?;
            let n_new =
                if is_unfolded { unfold_existentials(&mut ontology, &saturated) } else { 0 };
            if n_new == 0 {
                break (saturated, counted);
            }
            unfolded += n_new as u64;
        };
        budget.check()?;
        let saturate_time = start.elapsed();
        let start = Instant::now();

        let n = ontology.symbols.individuals.len();
        let classes = IdVec::from_vec(parallel::map(
            budget.threads,
            saturated.classes.into_vec(),
            |members| Set::from_sorted(n, &members),
        ));
        let Ontology {
            symbols,
            literals,
            axioms,
            notices: mut all_notices,
            statistics,
            inputs,
            ..
        } = ontology;
        let stated = Stated::new(&axioms, &classes, &saturated.edges);
        all_notices.extend(notices.finish());
        let values = parallel::map(budget.threads, saturated.values.into_vec(), |pairs| {
            Values::from_sorted(&pairs).into()
        });
        let mut graph = Self {
            symbols,
            literals,
            classes: classes.into(),
            roles: IdVec::from_vec(
                saturated.edges.into_vec().into_iter().map(Deferred::from).collect(),
            ),
            values: IdVec::from_vec(values),
            size: GraphSize::default(),
            stated,
            origin: Origin::default(),
        };
        graph.set_value_types();
        graph.set_derived(&asserted);
        graph.size = graph.measured();
        let (all, stated_counts) = (graph.counts(), asserted.counts());
        graph.origin = Origin {
            inputs,
            inference: settings.inference,
            existentials: settings.existentials,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            triples: statistics.triples,
            axioms: statistics.declarations
                + statistics.annotations
                + asserted_axioms
                + stated_counts.class
                + stated_counts.object
                + stated_counts.data,
            annotation_data_properties: statistics.annotation_data_properties as u64,
            expressivity,
            asserted: stated_counts,
            inferred: Counts {
                class: all.class - stated_counts.class,
                object: all.object - stated_counts.object,
                data: all.data - stated_counts.data,
            },
            unfolded,
            inconsistency: saturated.inconsistency,
            impossible: saturated.impossible,
            notices: all_notices,
        };
        let times = BuildTimes { saturate: saturate_time, freeze: start.elapsed() };
        Ok((graph, times, axioms))
    }

    /// Notes which datatypes the values of each property are of, for all who write and read bounds.
    fn set_value_types(&mut self) {
        let types = self.values.iter().map(|(_, values)| {
            let by_literal = values.by_value().chunk_by(|one, other| one[0] == other[0]);
            self.literals.value_types(by_literal.map(|run| LiteralId(run[0][0])))
        });
        self.symbols.value_types = types.collect();
    }

    /// Notes what the files state: of which classes and properties the graph has more, and whether
    /// every individual has a class.
    fn set_derived(&mut self, asserted: &Asserted) {
        let symbols = &self.symbols;
        let classes = self.classes.iter();
        let classes =
            classes.filter(|(class, members)| members.len() > asserted.classes[class.index()]);
        let roles = self.roles.iter();
        let roles =
            roles.filter(|(role, edges)| edges.forward.n_edges() > asserted.objects[role.index()]);
        let values = self.values.iter();
        let values =
            values.filter(|(property, values)| values.len() > asserted.data[property.index()]);
        let classes = classes.map(|(class, _)| symbols.classes.get(class));
        let roles = roles.map(|(role, _)| symbols.object_properties.get(role));
        let values = values.map(|(property, _)| symbols.data_properties.get(property));
        let mut derived: Vec<String> =
            classes.chain(roles).chain(values).map(str::to_owned).collect();
        derived.sort_unstable();
        derived.dedup();
        self.symbols.derived = derived;
        self.symbols.all_typed = asserted.all_typed;
    }

    /// The number of individuals.
    pub fn n_individuals(&self) -> usize {
        self.symbols.individuals.len()
    }

    /// The instances of a class.
    pub fn instances(&self, class: ClassId) -> &Set {
        &self.classes[class]
    }

    /// The edges of an object property.
    pub fn edges(&self, property: ObjectPropertyId) -> &Adjacency {
        &self.roles[property]
    }

    /// The values of a data property.
    pub fn values(&self, property: DataPropertyId) -> &Values {
        &self.values[property]
    }

    /// Whether the axioms put a class below another, directly or not.
    pub fn is_subclass(&self, class: ClassId, superclass: ClassId) -> bool {
        let pairs = &self.stated.subclasses;
        let mut reached = vec![class];
        let mut next = 0;
        while let Some(&below) = reached.get(next) {
            next += 1;
            if below == superclass {
                return true;
            }
            let start = pairs.partition_point(|pair| pair.0 < below);
            for &(_, above) in pairs[start..].iter().take_while(|pair| pair.0 == below) {
                if !reached.contains(&above) {
                    reached.push(above);
                }
            }
        }
        false
    }

    /// How many memberships, edges and values there are in all.
    pub fn counts(&self) -> Counts {
        self.size.counts
    }

    /// The bytes of memberships, edges and values, and those of names and literals.
    pub fn heap_bytes(&self) -> (usize, usize) {
        (self.size.fact_bytes as usize, self.size.name_bytes as usize)
    }

    pub(crate) fn measured(&self) -> GraphSize {
        let (classes, symbols) = (self.classes.values(), &self.symbols);
        let (roles, values) = (self.roles.values(), self.values.values());
        let fact_bytes = classes.iter().map(Set::heap_bytes).sum::<usize>()
            + roles.iter().map(|role| role.heap_bytes()).sum::<usize>()
            + values.iter().map(|values| values.heap_bytes()).sum::<usize>();
        let names = [
            symbols.individuals.texts(),
            symbols.classes.texts(),
            symbols.object_properties.texts(),
            symbols.data_properties.texts(),
        ];
        let name_bytes =
            names.map(Texts::heap_bytes).iter().sum::<usize>() + self.literals.heap_bytes();
        GraphSize {
            counts: Counts {
                class: classes.iter().map(|set| set.len() as u64).sum(),
                object: roles.iter().map(|role| role.forward.n_edges() as u64).sum(),
                data: values.iter().map(|values| values.len() as u64).sum(),
            },
            fact_bytes: fact_bytes as u64,
            name_bytes: name_bytes as u64,
        }
    }

    /// Looks at all parts: an error if they come from a damaged file.
    pub fn check(&self) -> Result<(), Damage> {
        let symbols = &self.symbols;
        symbols.classes.check()?;
        symbols.object_properties.check()?;
        symbols.data_properties.check()?;
        symbols.individuals.check()?;
        symbols.labels.check()?;
        symbols.synonyms.check()?;
        self.literals.check()?;
        self.classes.check()?;
        self.roles.values().iter().try_for_each(|edges| edges.check().map(drop))?;
        self.values.values().iter().try_for_each(|values| values.check().map(drop))
    }
}

/// How many distinct assertions there are of each class and property.
struct Asserted {
    classes: Vec<usize>,
    objects: Vec<usize>,
    data: Vec<usize>,
    /// Whether every individual has a class.
    all_typed: bool,
}

impl Asserted {
    /// Counts the assertions; sorts and deduplicates them on the way.
    fn count(ontology: &mut Ontology, n_threads: usize) -> Self {
        let n = ontology.symbols.individuals.len();
        let assertions = &mut ontology.assertions;
        let n_literals = ontology.literals.len();
        let classes = sorted(n_threads, assertions.classes.values_mut(), |members| {
            if !members.is_sorted() {
                members.sort_unstable();
            }
            members.dedup();
        });
        let objects =
            sorted(n_threads, assertions.objects.values_mut(), |pairs| sort_pairs(n, n, pairs));
        let data = sorted(n_threads, assertions.data.values_mut(), |pairs| {
            sort_pairs(n, n_literals, pairs);
        });
        let mut typed = vec![false; n];
        for member in assertions.classes.values().iter().flatten() {
            typed[member.index()] = true;
        }
        let all_typed = typed.iter().all(|&is_typed| is_typed);
        Self { classes, objects, data, all_typed }
    }

    fn counts(&self) -> Counts {
        let sum = |numbers: &[usize]| numbers.iter().sum::<usize>() as u64;
        Counts { class: sum(&self.classes), object: sum(&self.objects), data: sum(&self.data) }
    }
}

/// Sorts and deduplicates lists; returns how long they are then.
fn sorted<T: Send>(
    n_threads: usize,
    lists: &mut [Vec<T>],
    sort: impl Fn(&mut Vec<T>) + Sync,
) -> Vec<usize> {
    parallel::map(n_threads, lists.iter_mut().collect(), |list| {
        sort(list);
        list.len()
    })
}
