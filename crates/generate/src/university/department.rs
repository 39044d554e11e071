//! A department: who teaches, who studies, and what both do. It is made from the seed and its number
//! alone, whenever it is asked for, so that no university is ever in memory.

use crate::dice::Dice;

/// How a teacher is employed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    Full,
    Associate,
    Assistant,
    Lecturer,
}

/// A teacher of a department. The first one is its head.
pub(super) struct Teacher {
    pub(super) rank: Rank,
    pub(super) age: u32,
    pub(super) bachelor_from: u32,
    pub(super) doctorate_from: u32,
    pub(super) n_publications: u32,
}

/// A student of a department.
pub(super) struct Student {
    pub(super) is_graduate: bool,
    pub(super) age: u32,
    /// The courses that are taken, by number.
    pub(super) takes: Vec<u32>,
    /// A graduate student has one, by number among the teachers.
    pub(super) advisor: Option<u32>,
    /// The course of an assistant.
    pub(super) assists_in: Option<u32>,
    /// A publication of the advisor that was written together.
    pub(super) wrote: Option<u32>,
    /// A graduate student has a first degree.
    pub(super) bachelor_from: Option<u32>,
}

/// A course: who teaches it, and whether it is for graduate students.
pub(super) struct Course {
    pub(super) teacher: u32,
    pub(super) is_graduate: bool,
    pub(super) credits: u32,
}

/// All of a department.
pub(super) struct Department {
    pub(super) n_groups: u32,
    pub(super) teachers: Vec<Teacher>,
    pub(super) courses: Vec<Course>,
    pub(super) students: Vec<Student>,
}

/// A rank with how many there are at least, how many more there may be, the least age, and the least
/// number of publications.
const RANKS: [(Rank, u32, u32, u32, u32); 4] = [
    (Rank::Full, 6, 4, 42, 9),
    (Rank::Associate, 8, 5, 36, 6),
    (Rank::Assistant, 7, 4, 30, 3),
    (Rank::Lecturer, 4, 4, 28, 0),
];
/// Undergraduates and graduates for each teacher.
const STUDENTS: [u32; 2] = [8, 3];
/// The percentage of graduates who assist in a course.
const ASSISTANTS: u32 = 22;
/// The percentage of graduates who have written something.
const AUTHORS: u32 = 35;

impl Department {
    pub(super) fn new(dice: &mut Dice, n_universities: u32) -> Self {
        let mut teachers = Vec::new();
        for (rank, least, more, age, publications) in RANKS {
            for _ in 0..least + dice.below(more + 1) {
                teachers.push(Teacher {
                    rank,
                    age: age + dice.below(24),
                    bachelor_from: dice.below(n_universities),
                    doctorate_from: dice.below(n_universities),
                    n_publications: publications + dice.below(6),
                });
            }
        }
        let n_teachers = teachers.len() as u32;
        let mut courses = Vec::new();
        for teacher in 0..n_teachers {
            // Lecturers teach beginners.
            let is_lecturer = teachers[teacher as usize].rank == Rank::Lecturer;
            let n_graduate = if is_lecturer { 0 } else { dice.below(4) };
            // The head teaches graduates, so that they have a course.
            let n_each = [1 + dice.below(2), n_graduate.max(u32::from(teacher == 0))];
            for (is_graduate, n) in [false, true].into_iter().zip(n_each) {
                courses.extend((0..n).map(|_| Course {
                    teacher,
                    is_graduate,
                    credits: 3 + 3 * dice.below(3),
                }));
            }
        }
        let mut department =
            Self { n_groups: 5 + dice.below(6), teachers, courses, students: Vec::new() };
        for (is_graduate, per_teacher) in [false, true].into_iter().zip(STUDENTS) {
            for _ in 0..n_teachers * per_teacher {
                let student = department.student(is_graduate, dice, n_universities);
                department.students.push(student);
            }
        }
        department
    }

    fn student(&self, is_graduate: bool, dice: &mut Dice, n_universities: u32) -> Student {
        let of_kind = |course: &u32| self.courses[*course as usize].is_graduate == is_graduate;
        let offered: Vec<u32> = (0..self.courses.len() as u32).filter(of_kind).collect();
        let mut takes: Vec<u32> = (0..2 + dice.below(3))
            .map(|_| offered[dice.below(offered.len() as u32) as usize])
            .collect();
        takes.sort_unstable();
        takes.dedup();
        if !is_graduate {
            let age = 18 + dice.below(6);
            return Student {
                is_graduate,
                age,
                takes,
                advisor: None,
                assists_in: None,
                wrote: None,
                bachelor_from: None,
            };
        }
        let n_professors = self.teachers.iter().filter(|one| one.rank != Rank::Lecturer).count();
        // The head has more students than others.
        let advisor = if dice.chance(12) { 0 } else { dice.below(n_professors as u32) };
        let n_written = self.teachers[advisor as usize].n_publications;
        Student {
            is_graduate,
            age: 22 + dice.below(10),
            takes,
            advisor: Some(advisor),
            assists_in: dice.chance(ASSISTANTS).then(|| dice.below(self.courses.len() as u32)),
            wrote: dice.chance(AUTHORS).then(|| dice.below(n_written)),
            bachelor_from: Some(dice.below(n_universities)),
        }
    }
}
