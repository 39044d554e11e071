//! The frozen graph: everything that is known of the individuals, laid out for reading.

use std::time::{Duration, Instant};

use evolearner_dl::{
    Budget, ClassId, DataPropertyId, Id, IdVec, LiteralId, LiteralTable, Names, ObjectPropertyId,
    Stopped, Symbols,
};
use evolearner_owl::{Assertions, Axiom, Notices, Ontology};

use crate::adjacency::Adjacency;
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

/// A knowledge base in its final form: immutable, shared freely between threads.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Graph {
    /// The names of everything.
    pub symbols: Symbols,
    /// The literals.
    pub literals: LiteralTable,
    pub(crate) classes: IdVec<ClassId, Set>,
    pub(crate) roles: IdVec<ObjectPropertyId, Adjacency>,
    pub(crate) values: IdVec<DataPropertyId, Values>,
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
        let mut notices = Notices::default();
        let expressivity = crate::expressivity::name(&ontology);
        let asserted_axioms = ontology.axioms.len() as u64;
        let mut saturated = saturate(&ontology, settings.inference, &mut notices, budget)?;
        let mut unfolded = 0;
        if settings.existentials == Existentials::Materialize {
            loop {
                let n_new = unfold_existentials(&mut ontology, &saturated);
                if n_new == 0 {
                    break;
                }
                unfolded += n_new as u64;
                notices = Notices::default();
                saturated = saturate(&ontology, settings.inference, &mut notices, budget)?;
            }
        }
        budget.check()?;
        let saturate_time = start.elapsed();
        let start = Instant::now();

        let n = ontology.symbols.individuals.len();
        let asserted = count_asserted(&mut ontology);
        let classes = saturated.classes.into_vec();
        let classes = classes.iter().map(|members| Set::from_sorted(n, members)).collect();
        let classes = IdVec::from_vec(classes);
        let stated = Stated::new(&ontology, &classes, &saturated.edges);
        let Ontology {
            symbols,
            literals,
            axioms,
            assertions,
            notices: mut all_notices,
            statistics,
            inputs,
            ..
        } = ontology;
        all_notices.extend(notices.finish());
        let values = saturated.values.into_vec();
        let mut graph = Self {
            symbols,
            literals,
            classes,
            roles: saturated.edges,
            values: IdVec::from_vec(
                values.iter().map(|pairs| Values::from_sorted(pairs)).collect(),
            ),
            stated,
            origin: Origin::default(),
        };
        graph.set_value_types();
        graph.set_derived(&assertions);
        let all = graph.counts();
        graph.origin = Origin {
            inputs,
            inference: settings.inference,
            existentials: settings.existentials,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            triples: statistics.triples,
            axioms: statistics.declarations
                + statistics.annotations
                + asserted_axioms
                + asserted.class
                + asserted.object
                + asserted.data,
            annotation_data_properties: statistics.annotation_data_properties as u64,
            expressivity,
            asserted,
            inferred: Counts {
                class: all.class - asserted.class,
                object: all.object - asserted.object,
                data: all.data - asserted.data,
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
    pub(crate) fn set_value_types(&mut self) {
        let types = self.values.iter().map(|(_, values)| {
            let by_literal = values.by_value().chunk_by(|one, other| one.0 == other.0);
            self.literals.value_types(by_literal.map(|run| LiteralId(run[0].0)))
        });
        self.symbols.value_types = types.collect();
    }

    /// Notes what the files state: of which classes and properties the graph has more, and whether
    /// every individual has a class.
    fn set_derived(&mut self, asserted: &Assertions) {
        let symbols = &self.symbols;
        let classes = self.classes.iter();
        let classes =
            classes.filter(|(class, members)| members.len() > asserted.classes[*class].len());
        let roles = self.roles.iter();
        let roles =
            roles.filter(|(role, edges)| edges.forward.n_edges() > asserted.objects[*role].len());
        let values = self.values.iter();
        let values =
            values.filter(|(property, values)| values.len() > asserted.data[*property].len());
        let classes = classes.map(|(class, _)| symbols.classes.get(class));
        let roles = roles.map(|(role, _)| symbols.object_properties.get(role));
        let values = values.map(|(property, _)| symbols.data_properties.get(property));
        let mut derived: Vec<String> =
            classes.chain(roles).chain(values).map(str::to_owned).collect();
        derived.sort_unstable();
        derived.dedup();
        self.symbols.derived = derived;
        let mut typed = vec![false; self.n_individuals()];
        for members in asserted.classes.values() {
            for member in members {
                typed[member.index()] = true;
            }
        }
        self.symbols.all_typed = typed.iter().all(|&is_typed| is_typed);
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
        Counts {
            class: self.classes.values().iter().map(|set| set.len() as u64).sum(),
            object: self.roles.values().iter().map(|role| role.forward.n_edges() as u64).sum(),
            data: self.values.values().iter().map(|values| values.len() as u64).sum(),
        }
    }

    /// The bytes of memberships, edges and values, and those of names and literals.
    pub fn heap_bytes(&self) -> (usize, usize) {
        let facts = self.classes.values().iter().map(Set::heap_bytes).sum::<usize>()
            + self.roles.values().iter().map(Adjacency::heap_bytes).sum::<usize>()
            + self.values.values().iter().map(Values::heap_bytes).sum::<usize>();
        let names = names_bytes(&self.symbols.individuals)
            + names_bytes(&self.symbols.classes)
            + names_bytes(&self.symbols.object_properties)
            + names_bytes(&self.symbols.data_properties)
            + self.literals.heap_bytes();
        (facts, names)
    }
}

fn names_bytes<I: Id>(names: &Names<I>) -> usize {
    let (text, ends) = names.parts();
    text.len() + size_of_val(ends)
}

/// Counts distinct assertions; sorts them on the way.
fn count_asserted(ontology: &mut Ontology) -> Counts {
    fn distinct<T: Ord>(lists: &mut [Vec<T>]) -> u64 {
        lists
            .iter_mut()
            .map(|list| {
                if !list.is_sorted() {
                    list.sort_unstable();
                }
                list.dedup();
                list.len() as u64
            })
            .sum()
    }
    Counts {
        class: distinct(ontology.assertions.classes.values_mut()),
        object: distinct(ontology.assertions.objects.values_mut()),
        data: distinct(ontology.assertions.data.values_mut()),
    }
}
