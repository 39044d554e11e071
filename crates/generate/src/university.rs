//! Universities with departments, teachers, students, courses and publications, in the manner of the
//! Lehigh University Benchmark (Guo, Pan and Heflin 2005), with axioms, numbers and concepts of our own.

mod department;
mod problem;
mod vocabulary;
mod write;

use crate::dice::Dice;
use department::Department;

pub use problem::{Target, UniversityProblem};
pub use vocabulary::{UNIVERSITY_NAMESPACE, UNIVERSITY_ONTOLOGY};

/// Which universities are wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UniversitySettings {
    /// How many universities there are. Each of them makes about 54,000 triples.
    pub universities: u32,
    /// Where chance starts; the same seed gives the same bytes.
    pub seed: u64,
}

impl Default for UniversitySettings {
    fn default() -> Self {
        Self { universities: 1, seed: 1 }
    }
}

/// Generated universities. Only their settings are kept: a department is made when it is asked for.
#[derive(Clone, Debug)]
pub struct Universities {
    settings: UniversitySettings,
}

/// What an individual is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Kind {
    University,
    Department,
    Group,
    Teacher,
    Student,
    Course,
    /// A publication of a teacher; the index has the number of the teacher in its upper half.
    Publication,
}

/// An individual of [`Universities`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entity {
    pub(crate) kind: Kind,
    pub(crate) university: u32,
    pub(crate) department: u32,
    pub(crate) index: u32,
}

/// The fewest departments of a university, and how many more there may be.
const DEPARTMENTS: (u32, u32) = (12, 8);

impl Universities {
    /// Universities by their settings.
    pub fn new(settings: &UniversitySettings) -> Self {
        Self { settings: settings.clone() }
    }

    /// What they are made from.
    pub fn settings(&self) -> &UniversitySettings {
        &self.settings
    }

    /// How many departments a university has.
    fn n_departments(&self, university: u32) -> u32 {
        let mut dice = Dice::new(self.settings.seed, u64::from(university) << 32);
        DEPARTMENTS.0 + dice.below(DEPARTMENTS.1 + 1)
    }

    /// The numbers of all departments with those of their universities.
    fn places(&self) -> impl Iterator<Item = (u32, u32)> {
        (0..self.settings.universities).flat_map(|university| {
            (0..self.n_departments(university)).map(move |number| (university, number))
        })
    }

    /// A department has a source of chance of its own.
    fn department(&self, university: u32, number: u32) -> Department {
        let stream = u64::from(university) << 32 | u64::from(number + 1);
        Department::new(&mut Dice::new(self.settings.seed, stream), self.settings.universities)
    }
}
