//! A family as statements.

use std::io::{self, Write};

use super::{Family, PersonId, Sex};
use crate::vocabulary::{
    BIRTH_YEAR, COMMENT, HAS_CHILD, HAS_PARENT, HAS_SIBLING, LABEL, MARRIED, NAMESPACE, Name,
    ONTOLOGY, ONTOLOGY_CLASS, TYPE, axioms, own,
};
use crate::write::{self, Domain, Node, Statements, write_all, write_number};

impl Family {
    /// Writes all triples as N-Triples and returns how many there are.
    pub fn write_ntriples(&self, out: impl Write) -> io::Result<u64> {
        write::ntriples(self, out)
    }

    /// Writes all triples as Turtle, a paragraph per subject, and returns how many there are.
    pub fn write_turtle(&self, out: impl Write) -> io::Result<u64> {
        write::turtle(self, out)
    }

    /// Writes all triples as RDF/XML, an element per subject, and returns how many there are.
    pub fn write_rdfxml(&self, out: impl Write) -> io::Result<u64> {
        write::rdfxml(self, out)
    }

    /// Writes the IRIs of some people, one a line: the form of an example list.
    pub fn write_iris(&self, people: &[PersonId], out: impl Write) -> io::Result<()> {
        write::iris(self, people, out)
    }

    /// The most specific classes of a person, and `Male` or `Female`.
    fn classes(&self, person: PersonId) -> impl Iterator<Item = Name> {
        let is_child = self.parents(person).is_some();
        let classes = match self.sex(person) {
            Sex::Male => ["Male", "Father", "Grandfather", "Son", "Grandson", "Brother"],
            Sex::Female => {
                ["Female", "Mother", "Grandmother", "Daughter", "Granddaughter", "Sister"]
            }
        };
        let holds = [
            true,
            self.is_parent(person),
            self.is_grandparent(person),
            is_child,
            self.is_grandchild(person),
            self.siblings(person).next().is_some(),
        ];
        classes.into_iter().zip(holds).filter(|(_, holds)| *holds).map(|(class, _)| own(class))
    }
}

impl Domain for Family {
    type Id = PersonId;

    const NAMESPACE: &'static str = NAMESPACE;
    const ONTOLOGY: &'static str = ONTOLOGY;

    /// The same as [`Family::local_name`], without the detour over the formatting machinery: it is
    /// the innermost loop of writing.
    fn write_local_name(&self, person: PersonId, buffer: &mut Vec<u8>) {
        let (given, family_name) = self.names(person);
        write_all(buffer, &[given, "-", family_name, "-"]);
        write_number(buffer, person.number());
    }

    fn write(&self, document: &mut impl Statements<Self>) -> io::Result<()> {
        self.write_schema(document)?;
        self.people().try_for_each(|person| self.write_person(person, document))
    }
}

impl Family {
    fn write_schema(&self, document: &mut impl Statements<Self>) -> io::Result<()> {
        let settings = self.settings();
        let comment = format!(
            "An invented family of {} people, made by evolearner generate family with seed {}.",
            settings.people, settings.seed
        );
        document.begin(Node::Ontology);
        document.fact(TYPE, Node::Name(ONTOLOGY_CLASS));
        document.fact(COMMENT, Node::Text(&comment));
        document.end()?;
        for (subject, facts) in axioms(settings.birth_years) {
            document.begin(Node::Name(subject));
            for (predicate, object) in facts {
                document.fact(predicate, Node::Name(object));
            }
            document.end()?;
        }
        Ok(())
    }

    fn write_person(
        &self,
        person: PersonId,
        document: &mut impl Statements<Self>,
    ) -> io::Result<()> {
        document.begin(Node::Individual(person));
        for class in self.classes(person) {
            document.fact(TYPE, Node::Name(class));
        }
        if self.settings().labels {
            document.fact(LABEL, Node::Text(&self.label(person)));
        }
        if self.settings().birth_years {
            document.fact(BIRTH_YEAR, Node::Number(u32::from(self.birth_year(person))));
        }
        if let Some((father, mother)) = self.parents(person) {
            document.fact(HAS_PARENT, Node::Individual(father));
            document.fact(HAS_PARENT, Node::Individual(mother));
        }
        for sibling in self.siblings(person) {
            document.fact(HAS_SIBLING, Node::Individual(sibling));
        }
        if let Some(spouse) = self.spouse(person) {
            document.fact(MARRIED, Node::Individual(spouse));
        }
        for child in self.children(person) {
            document.fact(HAS_CHILD, Node::Individual(child));
        }
        document.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_to_a_local_name_agree() {
        let family = Family::generate(&crate::FamilySettings::default());
        for person in family.people() {
            let mut buffer = Vec::new();
            family.write_local_name(person, &mut buffer);
            assert_eq!(String::from_utf8(buffer).unwrap(), family.local_name(person).to_string());
        }
    }
}
