//! Universities as statements.

use std::io::{self, Write};

use super::department::{Department, Rank};
use super::vocabulary::{
    self, ADVISOR, AGE, ASSISTS_IN, AUTHOR_OF, BACHELOR_FROM, CREDITS, DOCTORATE_FROM, HEAD_OF,
    MEMBER_OF, PART_OF, TAKES, TEACHES, UNIVERSITY_NAMESPACE, UNIVERSITY_ONTOLOGY, WORKS_FOR,
};
use super::{Entity, Kind, Universities};
use crate::vocabulary::{COMMENT, Name, ONTOLOGY_CLASS, TYPE, own};
use crate::write::{self, Domain, Node, Statements, write_all, write_number};

impl Universities {
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
    pub fn write_iris(&self, people: &[Entity], out: impl Write) -> io::Result<()> {
        write::iris(self, people, out)
    }
}

impl Domain for Universities {
    type Id = Entity;

    const NAMESPACE: &'static str = UNIVERSITY_NAMESPACE;
    const ONTOLOGY: &'static str = UNIVERSITY_ONTOLOGY;

    /// `student-7-2-1`: the seventh student of the second department of the first university.
    fn write_local_name(&self, entity: Entity, buffer: &mut Vec<u8>) {
        let Entity { kind, university, department, index } = entity;
        let kind_name = match kind {
            Kind::University => "university",
            Kind::Department => "department",
            Kind::Group => "group",
            Kind::Teacher => "teacher",
            Kind::Student => "student",
            Kind::Course => "course",
            Kind::Publication => "publication",
        };
        write_all(buffer, &[kind_name]);
        let number = |buffer: &mut Vec<u8>, number: u32| {
            buffer.push(b'-');
            write_number(buffer, number + 1);
        };
        match kind {
            Kind::University | Kind::Department => {}
            Kind::Publication => {
                number(buffer, index & 0xffff);
                number(buffer, index >> 16);
            }
            _ => number(buffer, index),
        }
        if kind != Kind::University {
            number(buffer, department);
        }
        number(buffer, university);
    }

    fn write(&self, document: &mut impl Statements<Self>) -> io::Result<()> {
        let settings = self.settings();
        let comment = format!(
            "{} invented universities, made by evolearner generate university with seed {}.",
            settings.universities, settings.seed
        );
        document.begin(Node::Ontology);
        document.fact(TYPE, Node::Name(ONTOLOGY_CLASS));
        document.fact(COMMENT, Node::Text(&comment));
        document.end()?;
        vocabulary::write(document)?;
        for university in 0..settings.universities {
            document.begin(Node::Individual(of_university(university)));
            document.fact(TYPE, Node::Name(own("University")));
            document.end()?;
        }
        for (university, number) in self.places() {
            let department = self.department(university, number);
            Place { university, number, document }.write(&department)?;
        }
        Ok(())
    }
}

fn of_university(university: u32) -> Entity {
    Entity { kind: Kind::University, university, department: 0, index: 0 }
}

/// A department that is written.
struct Place<'d, S> {
    university: u32,
    number: u32,
    document: &'d mut S,
}

impl<S: Statements<Universities>> Place<'_, S> {
    fn entity(&self, kind: Kind, index: u32) -> Node<'static, Entity> {
        let (university, department) = (self.university, self.number);
        Node::Individual(Entity { kind, university, department, index })
    }

    fn begin(&mut self, kind: Kind, index: u32, class: &'static str) {
        let entity = self.entity(kind, index);
        self.document.begin(entity);
        self.document.fact(TYPE, Node::Name(own(class)));
    }

    fn link(&mut self, role: Name, kind: Kind, index: u32) {
        let entity = self.entity(kind, index);
        self.document.fact(role, entity);
    }

    fn write(mut self, department: &Department) -> io::Result<()> {
        self.begin(Kind::Department, 0, "Department");
        self.document.fact(PART_OF, Node::Individual(of_university(self.university)));
        self.document.end()?;
        for group in 0..department.n_groups {
            self.begin(Kind::Group, group, "ResearchGroup");
            self.link(PART_OF, Kind::Department, 0);
            self.document.end()?;
        }
        for (number, course) in (0..).zip(&department.courses) {
            let class = if course.is_graduate { "GraduateCourse" } else { "Course" };
            self.begin(Kind::Course, number, class);
            self.document.fact(CREDITS, Node::Number(course.credits));
            self.document.end()?;
        }
        self.teachers(department)?;
        self.students(department)
    }

    fn teachers(&mut self, department: &Department) -> io::Result<()> {
        for (number, teacher) in (0..).zip(&department.teachers) {
            let class = match teacher.rank {
                Rank::Full => "FullProfessor",
                Rank::Associate => "AssociateProfessor",
                Rank::Assistant => "AssistantProfessor",
                Rank::Lecturer => "Lecturer",
            };
            self.begin(Kind::Teacher, number, class);
            self.document.fact(AGE, Node::Number(teacher.age));
            self.link(if number == 0 { HEAD_OF } else { WORKS_FOR }, Kind::Department, 0);
            let degrees =
                [(BACHELOR_FROM, teacher.bachelor_from), (DOCTORATE_FROM, teacher.doctorate_from)];
            for (role, university) in degrees {
                self.document.fact(role, Node::Individual(of_university(university)));
            }
            for (course, _) in
                (0..).zip(&department.courses).filter(|(_, course)| course.teacher == number)
            {
                self.link(TEACHES, Kind::Course, course);
            }
            for publication in 0..teacher.n_publications {
                self.link(AUTHOR_OF, Kind::Publication, number << 16 | publication);
            }
            self.document.end()?;
            for publication in 0..teacher.n_publications {
                self.begin(Kind::Publication, number << 16 | publication, "Publication");
                self.document.end()?;
            }
        }
        Ok(())
    }

    fn students(&mut self, department: &Department) -> io::Result<()> {
        for (number, student) in (0..).zip(&department.students) {
            let class =
                if student.is_graduate { "GraduateStudent" } else { "UndergraduateStudent" };
            self.begin(Kind::Student, number, class);
            self.document.fact(AGE, Node::Number(student.age));
            self.link(MEMBER_OF, Kind::Department, 0);
            for &course in &student.takes {
                self.link(TAKES, Kind::Course, course);
            }
            if let Some(advisor) = student.advisor {
                self.link(ADVISOR, Kind::Teacher, advisor);
                if let Some(publication) = student.wrote {
                    self.link(AUTHOR_OF, Kind::Publication, advisor << 16 | publication);
                }
            }
            if let Some(course) = student.assists_in {
                self.link(ASSISTS_IN, Kind::Course, course);
            }
            if let Some(university) = student.bachelor_from {
                self.document.fact(BACHELOR_FROM, Node::Individual(of_university(university)));
            }
            self.document.end()?;
        }
        Ok(())
    }
}
