//! A family knowledge base: people, who they descend from and whom they married.
//!
//! In comes a [`FamilySettings`], out goes a [`Family`]: a table with one row of fixed size per
//! person, from which classes, roles and example lists are computed when asked for. Kinship is
//! never stored twice, so it cannot contradict itself.

mod grow;
mod marry;
mod names;
mod write;

use std::fmt;

use crate::dice::Dice;
use crate::vocabulary::NAMESPACE;

/// What kind of family knowledge base is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FamilySettings {
    /// How many people there are, exactly. Each of them makes about 11 triples.
    pub people: u32,
    /// Where chance starts; the same seed gives the same bytes.
    pub seed: u64,
    /// Whether each person gets an `rdfs:label`. It says nothing the IRI does not say, hence off.
    pub labels: bool,
    /// Whether each person gets a `birthYear`: the one data property, so that learning has
    /// something numeric to split.
    pub birth_years: bool,
}

impl Default for FamilySettings {
    /// 200 people, about as many as the family benchmark of the paper has (§4).
    fn default() -> Self {
        Self { people: 200, seed: 1, labels: false, birth_years: true }
    }
}

/// One person of a [`Family`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PersonId(u32);

impl PersonId {
    /// The position of this person in [`Family::people`].
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The number at the end of the IRI, which alone makes it unique. People count from 1.
    pub(crate) fn number(self) -> u32 {
        self.0 + 1
    }
}

/// Male or female; in this knowledge base every person is one of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sex {
    /// An instance of `Male`.
    Male,
    /// An instance of `Female`.
    Female,
}

impl Sex {
    fn other(self) -> Self {
        match self {
            Self::Male => Self::Female,
            Self::Female => Self::Male,
        }
    }
}

/// The row of a person. Children of a couple are born one after the other, so that a start and a
/// count name them all.
#[derive(Clone, Copy)]
struct Person {
    father: Option32,
    mother: Option32,
    spouse: Option32,
    first_child: u32,
    birth_year: u16,
    n_children: u8,
    given_name: u8,
    family_name: u8,
    sex: Sex,
}

const _: () = assert!(size_of::<Person>() == 24, "large families count on it");

/// An optional row number in four bytes. `u32::MAX` means no person: there are at most
/// `u32::MAX` people and they are counted from 0.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Option32(u32);

impl Option32 {
    const NONE: Self = Self(u32::MAX);

    fn get(self) -> Option<PersonId> {
        (self != Self::NONE).then_some(PersonId(self.0))
    }
}

impl From<PersonId> for Option32 {
    fn from(person: PersonId) -> Self {
        Self(person.0)
    }
}

/// A generated population and its kinship.
pub struct Family {
    settings: FamilySettings,
    rows: Vec<Person>,
}

impl Family {
    /// Makes the population; time and memory grow with the number of people.
    pub fn generate(settings: &FamilySettings) -> Self {
        let rows = grow::grow(&mut Dice::new(settings.seed, 0), settings.people);
        Self { settings: settings.clone(), rows }
    }

    /// What this family was made from.
    pub fn settings(&self) -> &FamilySettings {
        &self.settings
    }

    /// All people: each generation after its parents, siblings next to each other.
    pub fn people(&self) -> impl ExactSizeIterator<Item = PersonId> + use<> {
        (0..self.rows.len() as u32).map(PersonId)
    }

    fn row(&self, person: PersonId) -> &Person {
        &self.rows[person.index()]
    }

    /// Male or female.
    pub fn sex(&self, person: PersonId) -> Sex {
        self.row(person).sex
    }

    /// The year of birth.
    pub fn birth_year(&self, person: PersonId) -> u16 {
        self.row(person).birth_year
    }

    /// Father and mother; `None` for those who start a family line. No person has only one.
    pub fn parents(&self, person: PersonId) -> Option<(PersonId, PersonId)> {
        let row = self.row(person);
        row.father.get().zip(row.mother.get())
    }

    /// Husband or wife.
    pub fn spouse(&self, person: PersonId) -> Option<PersonId> {
        self.row(person).spouse.get()
    }

    /// Sons and daughters, the eldest first.
    pub fn children(&self, person: PersonId) -> impl ExactSizeIterator<Item = PersonId> + use<> {
        let row = self.row(person);
        (row.first_child..row.first_child + u32::from(row.n_children)).map(PersonId)
    }

    /// Brothers and sisters. All of them are full siblings: no person marries twice.
    pub fn siblings(&self, person: PersonId) -> impl Iterator<Item = PersonId> + use<> {
        self.parents(person)
            .map(|(father, _)| self.children(father))
            .into_iter()
            .flatten()
            .filter(move |&child| child != person)
    }

    /// Whether the person has a child.
    pub fn is_parent(&self, person: PersonId) -> bool {
        self.row(person).n_children > 0
    }

    /// Whether the person has a grandchild.
    pub fn is_grandparent(&self, person: PersonId) -> bool {
        self.children(person).any(|child| self.is_parent(child))
    }

    /// Whether a grandparent of the person is known.
    pub fn is_grandchild(&self, person: PersonId) -> bool {
        self.parents(person).is_some_and(|(father, mother)| {
            self.parents(father).is_some() || self.parents(mother).is_some()
        })
    }

    /// Whether there is a person who is this person's nephew or niece, by blood or by marriage:
    /// `∃ hasSibling.Parent ⊔ ∃ married.∃ hasSibling.Parent`.
    pub fn is_uncle_or_aunt(&self, person: PersonId) -> bool {
        let by_blood = |person| self.siblings(person).any(|sibling| self.is_parent(sibling));
        by_blood(person) || self.spouse(person).is_some_and(by_blood)
    }

    /// The part of the IRI after `#`, readable and unique: `anna-berger-12`.
    pub fn local_name(&self, person: PersonId) -> impl fmt::Display + use<> {
        let (given, family) = self.names(person);
        let number = person.number();
        fmt::from_fn(move |f| write!(f, "{given}-{family}-{number}"))
    }

    /// The whole IRI: `http://evolearner.org/family#anna-berger-12`.
    pub fn iri(&self, person: PersonId) -> impl fmt::Display + use<> {
        let local_name = self.local_name(person);
        fmt::from_fn(move |f| write!(f, "{NAMESPACE}{local_name}"))
    }

    /// The name as people write it: `Anna Berger`.
    pub fn label(&self, person: PersonId) -> String {
        let (given, family) = self.names(person);
        let mut label = format!("{given} {family}");
        for start in [0, given.len() + 1] {
            label[start..=start].make_ascii_uppercase();
        }
        label
    }

    /// Given name and family name, in lower case.
    pub(crate) fn names(&self, person: PersonId) -> (&'static str, &'static str) {
        let row = self.row(person);
        let given_names = given_names(row.sex);
        (given_names[usize::from(row.given_name)], names::FAMILY[usize::from(row.family_name)])
    }
}

fn given_names(sex: Sex) -> &'static [&'static str] {
    match sex {
        Sex::Male => &names::MALE,
        Sex::Female => &names::FEMALE,
    }
}
