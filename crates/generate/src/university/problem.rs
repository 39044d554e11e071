//! Example lists for concepts that the knowledge base does not name.

use super::department::{Course, Department, Rank};
use super::{Entity, Kind, Universities};
use crate::dice::Dice;

/// What is to be learned. None is a class of the knowledge base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// `GraduateStudent ⊓ ∃ advisor.Chair`
    AdvisedByChair,
    /// `Professor ⊓ ≥ 2 teaches.GraduateCourse`
    GraduateTeacher,
    /// `Student ⊓ ∃ authorOf.⊤ ⊓ (age ≤ 26)`
    YoungAuthor,
}

impl Target {
    /// All problems that universities come with.
    pub const ALL: [Self; 3] = [Self::AdvisedByChair, Self::GraduateTeacher, Self::YoungAuthor];

    /// The name of the problem, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::AdvisedByChair => "advised-by-chair",
            Self::GraduateTeacher => "graduate-teacher",
            Self::YoungAuthor => "young-author",
        }
    }

    /// The people of a department who are examples, and whether it holds of each.
    fn people(self, department: &Department) -> Vec<(Kind, u32, bool)> {
        let students = (0..).zip(&department.students);
        match self {
            Self::AdvisedByChair => students
                .filter(|(_, student)| student.is_graduate)
                .map(|(number, student)| (Kind::Student, number, student.advisor == Some(0)))
                .collect(),
            Self::GraduateTeacher => (0..)
                .zip(&department.teachers)
                .map(|(number, teacher)| {
                    let is_counted =
                        |course: &&Course| course.teacher == number && course.is_graduate;
                    let n_courses = department.courses.iter().filter(is_counted).count();
                    (Kind::Teacher, number, teacher.rank != Rank::Lecturer && n_courses >= 2)
                })
                .collect(),
            Self::YoungAuthor => students
                .map(|(number, student)| {
                    (Kind::Student, number, student.wrote.is_some() && student.age <= 26)
                })
                .collect(),
        }
    }
}

/// Positive and negative examples for one concept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UniversityProblem {
    /// What it is called.
    pub name: &'static str,
    /// People for whom it holds.
    pub positives: Vec<Entity>,
    /// As many people for whom it does not hold.
    pub negatives: Vec<Entity>,
}

impl Universities {
    /// Draws the examples of a problem, at most `limit` of each kind: all instances unless there are
    /// more, and as many others; both in random order.
    pub fn problem(&self, target: Target, limit: usize) -> UniversityProblem {
        let (mut positives, mut negatives) = (Vec::new(), Vec::new());
        for (university, number) in self.places() {
            let department = self.department(university, number);
            for (kind, index, holds) in target.people(&department) {
                let entity = Entity { kind, university, department: number, index };
                if holds { positives.push(entity) } else { negatives.push(entity) }
            }
        }
        let n_each = limit.min(positives.len()).min(negatives.len());
        let mut dice = Dice::new(self.settings().seed, u64::MAX - target as u64);
        for examples in [&mut positives, &mut negatives] {
            dice.thin(examples, n_each);
            examples.shrink_to_fit();
            dice.shuffle(examples);
        }
        UniversityProblem { name: target.name(), positives, negatives }
    }
}
