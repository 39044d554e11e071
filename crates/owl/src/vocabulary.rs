//! The terms of RDF, RDFS, OWL 2 and XML Schema that the mapping knows.

/// `rdf:`
pub(crate) const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
/// `rdfs:`
pub(crate) const RDFS: &str = "http://www.w3.org/2000/01/rdf-schema#";
/// `owl:`
pub(crate) const OWL: &str = "http://www.w3.org/2002/07/owl#";
/// `xsd:`
pub(crate) const XSD: &str = "http://www.w3.org/2001/XMLSchema#";

/// `skos:`
pub(crate) const SKOS: &str = "http://www.w3.org/2004/02/skos/core#";

/// `oboInOwl:`
pub(crate) const OBO_IN_OWL: &str = "http://www.geneontology.org/formats/oboInOwl#";
/// `obo:`
pub(crate) const OBO: &str = "http://purl.obolibrary.org/obo/";

/// Whether an IRI belongs to the languages themselves and not to a user's vocabulary.
pub(crate) fn is_reserved(iri: &str) -> bool {
    // All four namespaces share this beginning; most other IRIs differ in it already.
    iri.starts_with("http://www.w3.org/")
        && [RDF, RDFS, OWL, XSD].iter().any(|namespace| iri.starts_with(namespace))
}

macro_rules! terms {
    ($($name:ident = $namespace:ident $local:literal),+ $(,)?) => {$(
        #[doc = concat!("`", $local, "`")]
        pub(crate) const $name: Vocab = Vocab { namespace: $namespace, local: $local };
    )+};
}

/// A term of a reserved vocabulary.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Vocab {
    namespace: &'static str,
    local: &'static str,
}

impl Vocab {
    /// The whole IRI.
    pub(crate) fn iri(self) -> String {
        format!("{}{}", self.namespace, self.local)
    }
}

terms! {
    TYPE = RDF "type", FIRST = RDF "first", REST = RDF "rest", NIL = RDF "nil",
    SUB_CLASS_OF = RDFS "subClassOf", SUB_PROPERTY_OF = RDFS "subPropertyOf",
    DOMAIN = RDFS "domain", RANGE = RDFS "range", LABEL = RDFS "label",
    PREF_LABEL = SKOS "prefLabel", ALT_LABEL = SKOS "altLabel",
    EXACT_SYNONYM = OBO_IN_OWL "hasExactSynonym", RELATED_SYNONYM = OBO_IN_OWL "hasRelatedSynonym",
    NARROW_SYNONYM = OBO_IN_OWL "hasNarrowSynonym", BROAD_SYNONYM = OBO_IN_OWL "hasBroadSynonym",
    ALTERNATIVE_TERM = OBO "IAO_0000118",
    IMPORTS = OWL "imports",
    EQUIVALENT_CLASS = OWL "equivalentClass", DISJOINT_WITH = OWL "disjointWith",
    DISJOINT_UNION_OF = OWL "disjointUnionOf", COMPLEMENT_OF = OWL "complementOf",
    DATATYPE_COMPLEMENT_OF = OWL "datatypeComplementOf",
    INTERSECTION_OF = OWL "intersectionOf", UNION_OF = OWL "unionOf", ONE_OF = OWL "oneOf",
    ON_PROPERTY = OWL "onProperty", ON_CLASS = OWL "onClass", ON_DATA_RANGE = OWL "onDataRange",
    SOME_VALUES_FROM = OWL "someValuesFrom", ALL_VALUES_FROM = OWL "allValuesFrom",
    HAS_VALUE = OWL "hasValue", HAS_SELF = OWL "hasSelf",
    CARDINALITY = OWL "cardinality", MIN_CARDINALITY = OWL "minCardinality",
    MAX_CARDINALITY = OWL "maxCardinality",
    QUALIFIED_CARDINALITY = OWL "qualifiedCardinality",
    MIN_QUALIFIED_CARDINALITY = OWL "minQualifiedCardinality",
    MAX_QUALIFIED_CARDINALITY = OWL "maxQualifiedCardinality",
    ON_DATATYPE = OWL "onDatatype", WITH_RESTRICTIONS = OWL "withRestrictions",
    INVERSE_OF = OWL "inverseOf", EQUIVALENT_PROPERTY = OWL "equivalentProperty",
    PROPERTY_DISJOINT_WITH = OWL "propertyDisjointWith",
    PROPERTY_CHAIN_AXIOM = OWL "propertyChainAxiom", HAS_KEY = OWL "hasKey",
    SAME_AS = OWL "sameAs", DIFFERENT_FROM = OWL "differentFrom",
    MEMBERS = OWL "members", DISTINCT_MEMBERS = OWL "distinctMembers",
    SOURCE_INDIVIDUAL = OWL "sourceIndividual", ASSERTION_PROPERTY = OWL "assertionProperty",
    TARGET_INDIVIDUAL = OWL "targetIndividual", TARGET_VALUE = OWL "targetValue",
    BOTTOM_OBJECT_PROPERTY = OWL "bottomObjectProperty",
    BOTTOM_DATA_PROPERTY = OWL "bottomDataProperty",
}
