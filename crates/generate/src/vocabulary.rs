//! The classes and roles of the family knowledge base, and the axioms between them.

/// A name of the vocabulary: a prefix and what follows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    pub(crate) prefix: Prefix,
    pub(crate) local: &'static str,
}

/// The namespaces in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prefix {
    /// What this knowledge base defines itself; the empty prefix.
    Own,
    Rdf,
    Rdfs,
    Owl,
    Xsd,
}

impl Prefix {
    pub(crate) const ALL: [Self; 5] = [Self::Own, Self::Rdf, Self::Rdfs, Self::Owl, Self::Xsd];

    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::Own => "",
            Self::Rdf => "rdf",
            Self::Rdfs => "rdfs",
            Self::Owl => "owl",
            Self::Xsd => "xsd",
        }
    }

    /// The namespace; nothing for that of the knowledge base itself.
    pub(crate) const fn iri(self) -> Option<&'static str> {
        match self {
            Self::Own => None,
            Self::Rdf => Some("http://www.w3.org/1999/02/22-rdf-syntax-ns#"),
            Self::Rdfs => Some("http://www.w3.org/2000/01/rdf-schema#"),
            Self::Owl => Some("http://www.w3.org/2002/07/owl#"),
            Self::Xsd => Some("http://www.w3.org/2001/XMLSchema#"),
        }
    }
}

/// Where all names of a generated family live.
pub const NAMESPACE: &str = "http://evolearner.org/family#";

/// The IRI of the ontology itself.
pub const ONTOLOGY: &str = "http://evolearner.org/family";

pub(crate) const fn own(local: &'static str) -> Name {
    Name { prefix: Prefix::Own, local }
}

pub(crate) const fn rdfs(local: &'static str) -> Name {
    Name { prefix: Prefix::Rdfs, local }
}

pub(crate) const fn owl(local: &'static str) -> Name {
    Name { prefix: Prefix::Owl, local }
}

pub(crate) const TYPE: Name = Name { prefix: Prefix::Rdf, local: "type" };
pub(crate) const LABEL: Name = rdfs("label");
pub(crate) const COMMENT: Name = rdfs("comment");
pub(crate) const ONTOLOGY_CLASS: Name = owl("Ontology");
pub(crate) const SUB_CLASS_OF: Name = rdfs("subClassOf");
pub(crate) const DOMAIN: Name = rdfs("domain");
pub(crate) const RANGE: Name = rdfs("range");

pub(crate) const HAS_CHILD: Name = own("hasChild");
pub(crate) const HAS_PARENT: Name = own("hasParent");
pub(crate) const HAS_SIBLING: Name = own("hasSibling");
pub(crate) const MARRIED: Name = own("married");
pub(crate) const BIRTH_YEAR: Name = own("birthYear");

/// Each class with its direct superclasses.
const CLASSES: [(&str, &[&str]); 18] = [
    ("Person", &[]),
    ("Male", &["Person"]),
    ("Female", &["Person"]),
    ("Parent", &["Person"]),
    ("Father", &["Parent", "Male"]),
    ("Mother", &["Parent", "Female"]),
    ("Grandparent", &["Parent"]),
    ("Grandfather", &["Grandparent", "Male"]),
    ("Grandmother", &["Grandparent", "Female"]),
    ("Child", &["Person"]),
    ("Son", &["Child", "Male"]),
    ("Daughter", &["Child", "Female"]),
    ("Grandchild", &["Child"]),
    ("Grandson", &["Grandchild", "Male"]),
    ("Granddaughter", &["Grandchild", "Female"]),
    ("PersonWithASibling", &["Person"]),
    ("Brother", &["PersonWithASibling", "Male"]),
    ("Sister", &["PersonWithASibling", "Female"]),
];

/// Each role with what is special about it.
const ROLES: [(Name, Name, Name); 4] = [
    (HAS_CHILD, owl("inverseOf"), HAS_PARENT),
    (HAS_PARENT, owl("inverseOf"), HAS_CHILD),
    (HAS_SIBLING, TYPE, owl("SymmetricProperty")),
    (MARRIED, TYPE, owl("SymmetricProperty")),
];

/// All axioms of the schema, grouped by subject. `birthYear` is described only if it is used.
pub(crate) fn axioms(with_birth_years: bool) -> Vec<(Name, Vec<(Name, Name)>)> {
    let mut axioms = Vec::new();
    for (class, parents) in CLASSES {
        let mut facts = vec![(TYPE, owl("Class"))];
        facts.extend(parents.iter().map(|parent| (SUB_CLASS_OF, own(parent))));
        if class == "Male" {
            facts.push((owl("disjointWith"), own("Female")));
        }
        axioms.push((own(class), facts));
    }
    let person = own("Person");
    for (role, predicate, object) in ROLES {
        let mut facts = vec![(TYPE, owl("ObjectProperty")), (predicate, object)];
        facts.extend([(DOMAIN, person), (RANGE, person)]);
        axioms.push((role, facts));
    }
    if with_birth_years {
        let integer = Name { prefix: Prefix::Xsd, local: "integer" };
        let kinds = [(TYPE, owl("DatatypeProperty")), (TYPE, owl("FunctionalProperty"))];
        let facts = kinds.into_iter().chain([(DOMAIN, person), (RANGE, integer)]).collect();
        axioms.push((BIRTH_YEAR, facts));
    }
    axioms
}
