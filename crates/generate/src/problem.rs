//! Example lists for concepts that the knowledge base does not name.

use crate::dice::Dice;
use crate::family::{Family, PersonId, Sex};

/// What is to be learned.
///
/// Neither is a class of the knowledge base. Both need two ways to hold: by blood and by
/// marriage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kinship {
    /// `Male ⊓ (∃ hasSibling.Parent ⊔ ∃ married.∃ hasSibling.Parent)`
    Uncle,
    /// `Female ⊓ (∃ hasSibling.Parent ⊔ ∃ married.∃ hasSibling.Parent)`
    Aunt,
}

impl Kinship {
    /// All problems a family comes with.
    pub const ALL: [Self; 2] = [Self::Uncle, Self::Aunt];

    /// The name of the problem, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Uncle => "uncle",
            Self::Aunt => "aunt",
        }
    }

    /// Whether it holds for the person.
    pub fn holds(self, family: &Family, person: PersonId) -> bool {
        let sex = match self {
            Self::Uncle => Sex::Male,
            Self::Aunt => Sex::Female,
        };
        family.sex(person) == sex && family.is_uncle_or_aunt(person)
    }
}

/// Positive and negative examples for one concept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What it is called.
    pub name: &'static str,
    /// People for whom it holds.
    pub positives: Vec<PersonId>,
    /// As many people for whom it does not hold.
    pub negatives: Vec<PersonId>,
}

impl Family {
    /// Draws the examples of a problem, at most `limit` of each kind.
    ///
    /// All instances are positives, unless there are more than `limit` or more than
    /// non-instances. As many negatives are drawn from all others, men and women alike. Both
    /// lists are in random order: people are numbered by generation, and folds cut from an
    /// ordered list would test one generation with another.
    pub fn problem(&self, kinship: Kinship, limit: usize) -> Problem {
        let (mut positives, mut negatives): (Vec<_>, Vec<_>) =
            self.people().partition(|&person| kinship.holds(self, person));
        let n_each = limit.min(positives.len()).min(negatives.len());
        // Stream 0 made the people; each problem has its own, so that none depends on another.
        let mut dice = Dice::new(self.settings().seed, 1 + kinship as u64);
        for examples in [&mut positives, &mut negatives] {
            dice.thin(examples, n_each);
            examples.shrink_to_fit();
            dice.shuffle(examples);
        }
        Problem { name: kinship.name(), positives, negatives }
    }
}
