//! An ontology as a value: axioms, and the plain assertions in columns.

use evolearner_dl::{
    ClassId, Concept, DataPropertyId, DataRange, IdVec, IndividualId, Literal, LiteralId,
    LiteralTable, ObjectPropertyId, Role, Symbols,
};

use crate::notice::Notice;

/// What a set of files says, before anything is derived from it.
#[derive(Clone, Debug, Default)]
pub struct Ontology {
    /// The names of everything.
    pub symbols: Symbols,
    /// The literals.
    pub literals: LiteralTable,
    /// Everything that is not a plain assertion.
    pub axioms: Vec<Axiom>,
    /// The plain assertions.
    pub assertions: Assertions,
    /// What was not understood, or read differently.
    pub notices: Vec<Notice>,
    /// Counts for people.
    pub statistics: Statistics,
    /// The files, in the order in which they were read.
    pub inputs: Vec<InputRecord>,
}

/// A file that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputRecord {
    /// Its name, as the caller gave it.
    pub name: String,
    /// The XXH3-64 of its bytes, before they were decompressed.
    pub digest: u64,
    /// The number of these bytes.
    pub bytes: u64,
}

/// The assertions about individuals by classes and properties, with duplicates as in the files.
#[derive(Clone, Debug, Default)]
pub struct Assertions {
    /// The instances of each class.
    pub classes: IdVec<ClassId, Vec<IndividualId>>,
    /// The pairs of each object property.
    pub objects: IdVec<ObjectPropertyId, Vec<(IndividualId, IndividualId)>>,
    /// The values of each data property.
    pub data: IdVec<DataPropertyId, Vec<(IndividualId, LiteralId)>>,
}

/// Numbers about the files that the ontology itself no longer shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Triples read.
    pub triples: u64,
    /// Declarations of entities.
    pub declarations: u64,
    /// Annotations of entities.
    pub annotations: u64,
    /// Annotation properties with numbers or truth values on individuals, which serve as data
    /// properties.
    pub annotation_data_properties: usize,
}

/// A characteristic of an object property.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Characteristic {
    /// At most one successor.
    Functional,
    /// At most one predecessor.
    InverseFunctional,
    /// Everything is related to itself.
    Reflexive,
    /// Nothing is related to itself.
    Irreflexive,
    /// Edges hold both ways.
    Symmetric,
    /// Edges never hold both ways.
    Asymmetric,
    /// Two steps are one.
    Transitive,
}

/// An axiom of OWL 2 other than a plain assertion.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Axiom {
    /// Every instance of the first is one of the second.
    SubClassOf(Concept, Concept),
    /// The same instances.
    EquivalentClasses(Vec<Concept>),
    /// No two share an instance.
    DisjointClasses(Vec<Concept>),
    /// The class is the union of concepts that share no instance.
    DisjointUnion(ClassId, Vec<Concept>),
    /// The individual is an instance of an unnamed concept.
    ClassAssertion(Concept, IndividualId),
    /// Every edge of the first is one of the second.
    SubObjectPropertyOf(Role, Role),
    /// A path of these edges is an edge of the last.
    SubPropertyChainOf(Vec<Role>, Role),
    /// The same edges.
    EquivalentObjectProperties(Vec<Role>),
    /// No two share an edge.
    DisjointObjectProperties(Vec<Role>),
    /// The same edges read in opposite directions.
    InverseObjectProperties(Role, Role),
    /// Subjects of the edges.
    ObjectPropertyDomain(Role, Concept),
    /// Objects of the edges.
    ObjectPropertyRange(Role, Concept),
    /// A characteristic.
    Characteristic(Characteristic, Role),
    /// Every value of the first is one of the second.
    SubDataPropertyOf(DataPropertyId, DataPropertyId),
    /// The same values.
    EquivalentDataProperties(Vec<DataPropertyId>),
    /// No two share a value of an individual.
    DisjointDataProperties(Vec<DataPropertyId>),
    /// Subjects of the values.
    DataPropertyDomain(DataPropertyId, Concept),
    /// The values.
    DataPropertyRange(DataPropertyId, DataRange),
    /// At most one value.
    FunctionalDataProperty(DataPropertyId),
    /// Names of the same individual.
    SameIndividual(Vec<IndividualId>),
    /// Names of different individuals.
    DifferentIndividuals(Vec<IndividualId>),
    /// The edge is known not to hold.
    NegativeObjectAssertion(Role, IndividualId, IndividualId),
    /// The value is known not to hold.
    NegativeDataAssertion(DataPropertyId, IndividualId, Literal),
    /// Instances that agree on all these properties are the same.
    HasKey(Concept, Vec<Role>, Vec<DataPropertyId>),
}
