//! Every construct of OWL 2 with the shape of its translation: table 1 of the mapping as data.

use super::vocabulary as v;

/// What a construct expects in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Class,
    DataRange,
    ObjectProperty,
    DataProperty,
    AnnotationProperty,
    Individual,
    Literal,
    /// An IRI, an anonymous individual or a literal: the value of an annotation.
    Value,
}

/// What an entity is declared as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EntityKind {
    Class,
    Datatype,
    ObjectProperty,
    DataProperty,
    AnnotationProperty,
    NamedIndividual,
}

impl EntityKind {
    pub(super) fn type_iri(self) -> &'static str {
        match self {
            Self::Class => v::CLASS,
            Self::Datatype => v::RDFS_DATATYPE,
            Self::ObjectProperty => v::OBJECT_PROPERTY,
            Self::DataProperty => v::DATATYPE_PROPERTY,
            Self::AnnotationProperty => v::ANNOTATION_PROPERTY,
            Self::NamedIndividual => v::NAMED_INDIVIDUAL,
        }
    }
}

/// How a construct becomes triples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    // The frame of the document.
    Ontology,
    Import,
    Declaration,
    Entity(EntityKind),
    Annotation,
    AnnotationAssertion,
    List,
    Facet,
    /// Rules, which no triple of OWL stands for.
    Skipped,

    // Axioms.
    /// `a P b`.
    Link(Role, &'static str, Role),
    /// `b P a`.
    LinkBack(Role, &'static str, Role),
    /// `a P b`, `b P c`, …
    Row(Role, &'static str),
    /// `a P b` for two, a node of a class with a list for more.
    Apart(Role, &'static str, &'static str, &'static str),
    /// `a rdf:type C`.
    Kind(Role, &'static str),
    SubObjectPropertyOf,
    DisjointUnion,
    HasKey,
    Assertion(Role, Role),
    NegativeAssertion(Role, Role),

    // Expressions.
    /// A node of a class with a list.
    Group(&'static str, &'static str, Role),
    /// A node of a class with one property.
    Single(&'static str, &'static str, Role),
    /// A restriction of a property by a filler.
    Restriction(Role, &'static str, Role),
    SelfRestriction,
    /// Property, unqualified, qualified, `onClass` or `onDataRange`, filler.
    Cardinality(Role, &'static str, &'static str, &'static str, Role),
    DatatypeRestriction,
    InverseOf,
    Chain,
}

/// The construct of a name, as both syntaxes spell it.
pub(super) fn shape(name: &str) -> Option<Shape> {
    use Role::{
        AnnotationProperty, Class, DataProperty, DataRange, Individual, Literal, ObjectProperty,
    };
    use Shape as S;
    Some(match name {
        "Ontology" => S::Ontology,
        "Import" => S::Import,
        "Declaration" => S::Declaration,
        "Class" => S::Entity(EntityKind::Class),
        "Datatype" => S::Entity(EntityKind::Datatype),
        "ObjectProperty" => S::Entity(EntityKind::ObjectProperty),
        "DataProperty" => S::Entity(EntityKind::DataProperty),
        "AnnotationProperty" => S::Entity(EntityKind::AnnotationProperty),
        "NamedIndividual" => S::Entity(EntityKind::NamedIndividual),
        "Annotation" => S::Annotation,
        "AnnotationAssertion" => S::AnnotationAssertion,
        "FacetRestriction" => S::Facet,
        "DLSafeRule" | "DGRule" | "DGAxiom" | "DescriptionGraph" => S::Skipped,

        "SubClassOf" => S::Link(Class, v::RDFS_SUB_CLASS_OF, Class),
        "EquivalentClasses" => S::Row(Class, v::EQUIVALENT_CLASS),
        "DisjointClasses" => S::Apart(Class, v::DISJOINT_WITH, v::ALL_DISJOINT_CLASSES, v::MEMBERS),
        "DisjointUnion" => S::DisjointUnion,
        "SubObjectPropertyOf" => S::SubObjectPropertyOf,
        "EquivalentObjectProperties" => S::Row(ObjectProperty, v::EQUIVALENT_PROPERTY),
        "DisjointObjectProperties" => S::Apart(
            ObjectProperty,
            v::PROPERTY_DISJOINT_WITH,
            v::ALL_DISJOINT_PROPERTIES,
            v::MEMBERS,
        ),
        "ObjectPropertyDomain" => S::Link(ObjectProperty, v::RDFS_DOMAIN, Class),
        "ObjectPropertyRange" => S::Link(ObjectProperty, v::RDFS_RANGE, Class),
        "InverseObjectProperties" => S::Link(ObjectProperty, v::INVERSE_OF, ObjectProperty),
        "FunctionalObjectProperty" => S::Kind(ObjectProperty, v::FUNCTIONAL_PROPERTY),
        "InverseFunctionalObjectProperty" => {
            S::Kind(ObjectProperty, v::INVERSE_FUNCTIONAL_PROPERTY)
        }
        "ReflexiveObjectProperty" => S::Kind(ObjectProperty, v::REFLEXIVE_PROPERTY),
        "IrreflexiveObjectProperty" => S::Kind(ObjectProperty, v::IRREFLEXIVE_PROPERTY),
        "SymmetricObjectProperty" => S::Kind(ObjectProperty, v::SYMMETRIC_PROPERTY),
        "AsymmetricObjectProperty" => S::Kind(ObjectProperty, v::ASYMMETRIC_PROPERTY),
        "TransitiveObjectProperty" => S::Kind(ObjectProperty, v::TRANSITIVE_PROPERTY),
        "SubDataPropertyOf" => S::Link(DataProperty, v::RDFS_SUB_PROPERTY_OF, DataProperty),
        "EquivalentDataProperties" => S::Row(DataProperty, v::EQUIVALENT_PROPERTY),
        "DisjointDataProperties" => S::Apart(
            DataProperty,
            v::PROPERTY_DISJOINT_WITH,
            v::ALL_DISJOINT_PROPERTIES,
            v::MEMBERS,
        ),
        "DataPropertyDomain" => S::Link(DataProperty, v::RDFS_DOMAIN, Class),
        "DataPropertyRange" => S::Link(DataProperty, v::RDFS_RANGE, DataRange),
        "FunctionalDataProperty" => S::Kind(DataProperty, v::FUNCTIONAL_PROPERTY),
        "DatatypeDefinition" => S::Link(DataRange, v::EQUIVALENT_CLASS, DataRange),
        "HasKey" => S::HasKey,
        "SameIndividual" => S::Row(Individual, v::SAME_AS),
        "DifferentIndividuals" => {
            S::Apart(Individual, v::DIFFERENT_FROM, v::ALL_DIFFERENT, v::MEMBERS)
        }
        "ClassAssertion" => S::LinkBack(Class, v::RDF_TYPE, Individual),
        "ObjectPropertyAssertion" => S::Assertion(ObjectProperty, Individual),
        "DataPropertyAssertion" => S::Assertion(DataProperty, Literal),
        "NegativeObjectPropertyAssertion" => S::NegativeAssertion(ObjectProperty, Individual),
        "NegativeDataPropertyAssertion" => S::NegativeAssertion(DataProperty, Literal),
        "SubAnnotationPropertyOf" => {
            S::Link(AnnotationProperty, v::RDFS_SUB_PROPERTY_OF, AnnotationProperty)
        }
        "AnnotationPropertyDomain" => S::Link(AnnotationProperty, v::RDFS_DOMAIN, Role::Value),
        "AnnotationPropertyRange" => S::Link(AnnotationProperty, v::RDFS_RANGE, Role::Value),

        "ObjectIntersectionOf" => S::Group(v::CLASS, v::INTERSECTION_OF, Class),
        "ObjectUnionOf" => S::Group(v::CLASS, v::UNION_OF, Class),
        "ObjectComplementOf" => S::Single(v::CLASS, v::COMPLEMENT_OF, Class),
        "ObjectOneOf" => S::Group(v::CLASS, v::ONE_OF, Individual),
        "ObjectSomeValuesFrom" => S::Restriction(ObjectProperty, v::SOME_VALUES_FROM, Class),
        "ObjectAllValuesFrom" => S::Restriction(ObjectProperty, v::ALL_VALUES_FROM, Class),
        "ObjectHasValue" => S::Restriction(ObjectProperty, v::HAS_VALUE, Individual),
        "ObjectHasSelf" => S::SelfRestriction,
        "ObjectMinCardinality" => S::Cardinality(
            ObjectProperty,
            v::MIN_CARDINALITY,
            v::MIN_QUALIFIED_CARDINALITY,
            v::ON_CLASS,
            Class,
        ),
        "ObjectMaxCardinality" => S::Cardinality(
            ObjectProperty,
            v::MAX_CARDINALITY,
            v::MAX_QUALIFIED_CARDINALITY,
            v::ON_CLASS,
            Class,
        ),
        "ObjectExactCardinality" => S::Cardinality(
            ObjectProperty,
            v::CARDINALITY,
            v::QUALIFIED_CARDINALITY,
            v::ON_CLASS,
            Class,
        ),
        "DataSomeValuesFrom" => S::Restriction(DataProperty, v::SOME_VALUES_FROM, DataRange),
        "DataAllValuesFrom" => S::Restriction(DataProperty, v::ALL_VALUES_FROM, DataRange),
        "DataHasValue" => S::Restriction(DataProperty, v::HAS_VALUE, Literal),
        "DataMinCardinality" => S::Cardinality(
            DataProperty,
            v::MIN_CARDINALITY,
            v::MIN_QUALIFIED_CARDINALITY,
            v::ON_DATA_RANGE,
            DataRange,
        ),
        "DataMaxCardinality" => S::Cardinality(
            DataProperty,
            v::MAX_CARDINALITY,
            v::MAX_QUALIFIED_CARDINALITY,
            v::ON_DATA_RANGE,
            DataRange,
        ),
        "DataExactCardinality" => S::Cardinality(
            DataProperty,
            v::CARDINALITY,
            v::QUALIFIED_CARDINALITY,
            v::ON_DATA_RANGE,
            DataRange,
        ),
        "DataIntersectionOf" => S::Group(v::RDFS_DATATYPE, v::INTERSECTION_OF, DataRange),
        "DataUnionOf" => S::Group(v::RDFS_DATATYPE, v::UNION_OF, DataRange),
        "DataComplementOf" => S::Single(v::RDFS_DATATYPE, v::DATATYPE_COMPLEMENT_OF, DataRange),
        "DataOneOf" => S::Group(v::RDFS_DATATYPE, v::ONE_OF, Literal),
        "DatatypeRestriction" => S::DatatypeRestriction,
        "ObjectInverseOf" => S::InverseOf,
        "ObjectPropertyChain" => S::Chain,
        _ => return None,
    })
}
