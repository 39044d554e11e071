//! The classes and roles of the university knowledge base, and the axioms between them.

use std::io;

use super::Universities;
use crate::vocabulary::{DOMAIN, Name, Prefix, RANGE, SUB_CLASS_OF, TYPE, owl, own, rdfs};
use crate::write::{Node, Statements};

/// Where all names of generated universities live.
pub const UNIVERSITY_NAMESPACE: &str = "http://evolearner.org/university#";

/// The IRI of the ontology itself.
pub const UNIVERSITY_ONTOLOGY: &str = "http://evolearner.org/university";

pub(super) const ADVISOR: Name = own("advisor");
pub(super) const AGE: Name = own("age");
pub(super) const ASSISTS_IN: Name = own("assistsIn");
pub(super) const AUTHOR_OF: Name = own("authorOf");
pub(super) const BACHELOR_FROM: Name = own("bachelorFrom");
pub(super) const CREDITS: Name = own("credits");
pub(super) const DOCTORATE_FROM: Name = own("doctorateFrom");
pub(super) const HEAD_OF: Name = own("headOf");
pub(super) const MEMBER_OF: Name = own("memberOf");
pub(super) const PART_OF: Name = own("partOf");
pub(super) const TAKES: Name = own("takes");
pub(super) const TEACHES: Name = own("teaches");
pub(super) const WORKS_FOR: Name = own("worksFor");
const GRADUATE_OF: Name = own("graduateOf");

/// Each class with its direct superclass.
const CLASSES: [(&str, Option<&str>); 22] = [
    ("Organization", None),
    ("University", Some("Organization")),
    ("Department", Some("Organization")),
    ("ResearchGroup", Some("Organization")),
    ("Person", None),
    ("Employee", Some("Person")),
    ("Teacher", Some("Employee")),
    ("Professor", Some("Teacher")),
    ("FullProfessor", Some("Professor")),
    ("AssociateProfessor", Some("Professor")),
    ("AssistantProfessor", Some("Professor")),
    ("Lecturer", Some("Teacher")),
    ("Chair", Some("Professor")),
    ("Student", Some("Person")),
    ("UndergraduateStudent", Some("Student")),
    ("GraduateStudent", Some("Student")),
    ("TeachingAssistant", Some("Person")),
    ("Author", Some("Person")),
    ("Work", None),
    ("Course", Some("Work")),
    ("GraduateCourse", Some("Course")),
    ("Publication", Some("Work")),
];

/// Classes that are defined: a class and a restriction, `Chair ≡ Professor ⊓ ∃ headOf.Department`.
pub(super) const DEFINITIONS: [(&str, &str, Name, &str); 5] = [
    ("Chair", "Professor", HEAD_OF, "Department"),
    ("Employee", "Person", WORKS_FOR, "Organization"),
    ("Student", "Person", TAKES, "Course"),
    ("TeachingAssistant", "Person", ASSISTS_IN, "Course"),
    ("Author", "Person", AUTHOR_OF, "Publication"),
];

/// Roles with what they lead from and to, and the role that they are part of.
const ROLES: [(Name, &str, &str, Option<Name>); 12] = [
    (MEMBER_OF, "Person", "Organization", None),
    (WORKS_FOR, "Person", "Organization", Some(MEMBER_OF)),
    (HEAD_OF, "Person", "Department", Some(WORKS_FOR)),
    (PART_OF, "Organization", "Organization", None),
    (TEACHES, "Teacher", "Course", None),
    (TAKES, "Person", "Course", None),
    (ASSISTS_IN, "Person", "Course", None),
    (ADVISOR, "Person", "Professor", None),
    (AUTHOR_OF, "Person", "Publication", None),
    (GRADUATE_OF, "Person", "University", None),
    (BACHELOR_FROM, "Person", "University", Some(GRADUATE_OF)),
    (DOCTORATE_FROM, "Person", "University", Some(GRADUATE_OF)),
];

const RDF_NIL: Name = Name { prefix: Prefix::Rdf, local: "nil" };
const RDF_FIRST: Name = Name { prefix: Prefix::Rdf, local: "first" };
const RDF_REST: Name = Name { prefix: Prefix::Rdf, local: "rest" };

/// Writes all axioms.
pub(super) fn write(document: &mut impl Statements<Universities>) -> io::Result<()> {
    for (class, parent) in CLASSES {
        document.begin(Node::Name(own(class)));
        document.fact(TYPE, Node::Name(owl("Class")));
        if let Some(parent) = parent {
            document.fact(SUB_CLASS_OF, Node::Name(own(parent)));
        }
        if let Some(at) = DEFINITIONS.iter().position(|(defined, ..)| *defined == class) {
            document.fact(owl("equivalentClass"), Node::Blank(4 * at as u32));
        }
        document.end()?;
    }
    for (at, (_, class, role, filler)) in (0..).zip(DEFINITIONS) {
        define(4 * at, own(class), (role, own(filler)), document)?;
    }
    for (role, domain, range, part_of) in ROLES {
        document.begin(Node::Name(role));
        document.fact(TYPE, Node::Name(owl("ObjectProperty")));
        if role == PART_OF {
            document.fact(TYPE, Node::Name(owl("TransitiveProperty")));
        }
        document.fact(DOMAIN, Node::Name(own(domain)));
        document.fact(RANGE, Node::Name(own(range)));
        if let Some(whole) = part_of {
            document.fact(rdfs("subPropertyOf"), Node::Name(whole));
        }
        document.end()?;
    }
    for (property, domain) in [(AGE, "Person"), (CREDITS, "Course")] {
        document.begin(Node::Name(property));
        document.fact(TYPE, Node::Name(owl("DatatypeProperty")));
        document.fact(TYPE, Node::Name(owl("FunctionalProperty")));
        document.fact(DOMAIN, Node::Name(own(domain)));
        document.fact(RANGE, Node::Name(Name { prefix: Prefix::Xsd, local: "integer" }));
        document.end()?;
    }
    Ok(())
}

/// Writes `class ⊓ ∃ role.filler` as four nodes without names, from a number on.
fn define(
    first: u32,
    class: Name,
    (role, filler): (Name, Name),
    document: &mut impl Statements<Universities>,
) -> io::Result<()> {
    let [meet, list, rest, restriction] = [0, 1, 2, 3].map(|n| Node::Blank(first + n));
    let groups = [
        (meet, vec![(TYPE, Node::Name(owl("Class"))), (owl("intersectionOf"), list)]),
        (list, vec![(RDF_FIRST, Node::Name(class)), (RDF_REST, rest)]),
        (rest, vec![(RDF_FIRST, restriction), (RDF_REST, Node::Name(RDF_NIL))]),
        (
            restriction,
            vec![
                (TYPE, Node::Name(owl("Restriction"))),
                (owl("onProperty"), Node::Name(role)),
                (owl("someValuesFrom"), Node::Name(filler)),
            ],
        ),
    ];
    for (subject, facts) in groups {
        document.begin(subject);
        for (predicate, object) in facts {
            document.fact(predicate, object);
        }
        document.end()?;
    }
    Ok(())
}
