//! The IRIs that the mapping to triples writes.

macro_rules! vocabulary {
    ($namespace:literal: $($name:ident = $local:literal,)+) => {
        $(pub(super) const $name: &str = concat!($namespace, $local);)+
    };
}

/// The prefixes that every OWL document has without declaring them (OWL 2 syntax, 2.4).
pub(super) const DEFAULT_PREFIXES: [(&str, &str); 5] = [
    ("owl", OWL),
    ("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"),
    ("rdfs", "http://www.w3.org/2000/01/rdf-schema#"),
    ("xsd", "http://www.w3.org/2001/XMLSchema#"),
    ("xml", "http://www.w3.org/XML/1998/namespace"),
];

pub(super) const OWL: &str = "http://www.w3.org/2002/07/owl#";

vocabulary! { "http://www.w3.org/1999/02/22-rdf-syntax-ns#":
    RDF_TYPE = "type",
    RDF_FIRST = "first",
    RDF_REST = "rest",
    RDF_NIL = "nil",
    RDF_LANG_STRING = "langString",
    RDF_PLAIN_LITERAL = "PlainLiteral",
}

vocabulary! { "http://www.w3.org/2000/01/rdf-schema#":
    RDFS_SUB_CLASS_OF = "subClassOf",
    RDFS_SUB_PROPERTY_OF = "subPropertyOf",
    RDFS_DOMAIN = "domain",
    RDFS_RANGE = "range",
    RDFS_DATATYPE = "Datatype",
}

vocabulary! { "http://www.w3.org/2001/XMLSchema#":
    XSD_STRING = "string",
    XSD_NON_NEGATIVE_INTEGER = "nonNegativeInteger",
}

vocabulary! { "http://www.w3.org/2002/07/owl#":
    ONTOLOGY = "Ontology",
    VERSION_IRI = "versionIRI",
    IMPORTS = "imports",
    CLASS = "Class",
    OBJECT_PROPERTY = "ObjectProperty",
    DATATYPE_PROPERTY = "DatatypeProperty",
    ANNOTATION_PROPERTY = "AnnotationProperty",
    NAMED_INDIVIDUAL = "NamedIndividual",
    RESTRICTION = "Restriction",
    ON_PROPERTY = "onProperty",
    ON_PROPERTIES = "onProperties",
    ON_CLASS = "onClass",
    ON_DATA_RANGE = "onDataRange",
    SOME_VALUES_FROM = "someValuesFrom",
    ALL_VALUES_FROM = "allValuesFrom",
    HAS_VALUE = "hasValue",
    HAS_SELF = "hasSelf",
    MIN_CARDINALITY = "minCardinality",
    MAX_CARDINALITY = "maxCardinality",
    CARDINALITY = "cardinality",
    MIN_QUALIFIED_CARDINALITY = "minQualifiedCardinality",
    MAX_QUALIFIED_CARDINALITY = "maxQualifiedCardinality",
    QUALIFIED_CARDINALITY = "qualifiedCardinality",
    INTERSECTION_OF = "intersectionOf",
    UNION_OF = "unionOf",
    COMPLEMENT_OF = "complementOf",
    DATATYPE_COMPLEMENT_OF = "datatypeComplementOf",
    ONE_OF = "oneOf",
    ON_DATATYPE = "onDatatype",
    WITH_RESTRICTIONS = "withRestrictions",
    EQUIVALENT_CLASS = "equivalentClass",
    DISJOINT_WITH = "disjointWith",
    DISJOINT_UNION_OF = "disjointUnionOf",
    ALL_DISJOINT_CLASSES = "AllDisjointClasses",
    ALL_DISJOINT_PROPERTIES = "AllDisjointProperties",
    ALL_DIFFERENT = "AllDifferent",
    MEMBERS = "members",
    EQUIVALENT_PROPERTY = "equivalentProperty",
    PROPERTY_DISJOINT_WITH = "propertyDisjointWith",
    PROPERTY_CHAIN_AXIOM = "propertyChainAxiom",
    INVERSE_OF = "inverseOf",
    FUNCTIONAL_PROPERTY = "FunctionalProperty",
    INVERSE_FUNCTIONAL_PROPERTY = "InverseFunctionalProperty",
    REFLEXIVE_PROPERTY = "ReflexiveProperty",
    IRREFLEXIVE_PROPERTY = "IrreflexiveProperty",
    SYMMETRIC_PROPERTY = "SymmetricProperty",
    ASYMMETRIC_PROPERTY = "AsymmetricProperty",
    TRANSITIVE_PROPERTY = "TransitiveProperty",
    HAS_KEY = "hasKey",
    SAME_AS = "sameAs",
    DIFFERENT_FROM = "differentFrom",
    NEGATIVE_PROPERTY_ASSERTION = "NegativePropertyAssertion",
    SOURCE_INDIVIDUAL = "sourceIndividual",
    ASSERTION_PROPERTY = "assertionProperty",
    TARGET_INDIVIDUAL = "targetIndividual",
    TARGET_VALUE = "targetValue",
}
pub(super) const XSD_BOOLEAN: &str = "http://www.w3.org/2001/XMLSchema#boolean";
