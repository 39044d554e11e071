//! The population grows generation by generation until it has the size asked for.
//!
//! Couples of the same generation have their children, the children marry each other or
//! newcomers, and so on, from settlers born around 1850 to the present. How many settlers start
//! is chosen so that the size is reached after about five generations. Every person has
//! parents or a spouse: there are no unrelated people.

use super::marry::{Match, Single, marry};
use super::{Option32, Person, PersonId, Sex, given_names, names};
use crate::dice::Dice;

/// Settlers are born in the twenty years from here on.
const FIRST_YEAR: u16 = 1840;
/// The latest year of birth.
const LAST_YEAR: u16 = 2015;
/// Who is born later is too young to be married.
const LAST_YEAR_MARRIED: u16 = 1990;
/// The least age of a parent.
const YOUNGEST_PARENT: u16 = 19;
/// No woman becomes a mother older.
const OLDEST_MOTHER: u16 = 45;
/// How many people come from one settler couple after about five generations (measured).
const PEOPLE_PER_SETTLER_COUPLE: u32 = 18;
/// Small enough that all inhabitants know each other, large enough to find a spouse.
const SETTLER_COUPLES_PER_VILLAGE: u32 = 12;

/// A married pair of the current generation.
#[derive(Clone, Copy)]
struct Couple {
    husband: PersonId,
    wife: PersonId,
    village: u32,
}

/// A child to be born: whose (an index into the couples), and when.
struct Birth {
    couple_idx: u32,
    year: u16,
}

/// Chances of 0, 1, .. 6 children for women born before the year given: families become smaller.
/// The first row is that of the settlers: who founds a family has a child.
const N_CHILDREN: [(u16, [u32; 7]); 4] = [
    (1866, [0, 9, 15, 22, 24, 18, 12]),
    (1880, [8, 8, 14, 20, 22, 16, 12]),
    (1920, [12, 14, 26, 22, 14, 8, 4]),
    (u16::MAX, [18, 20, 38, 16, 6, 2, 0]),
];

/// Makes exactly `n_people` people.
pub(super) fn grow(dice: &mut Dice, n_people: u32) -> Vec<Person> {
    let n_villages = n_people / PEOPLE_PER_SETTLER_COUPLE / SETTLER_COUPLES_PER_VILLAGE;
    let mut town = Town {
        dice,
        n_people: n_people as usize,
        n_villages: n_villages.max(1),
        rows: Vec::with_capacity(n_people as usize),
    };
    let mut couples = Vec::new();
    while town.room() > 0 {
        if couples.is_empty() {
            if town.room() == 1 {
                town.add_last_one();
                break;
            }
            couples = town.settle();
        }
        let singles = town.bear(&couples);
        couples = town.wed(singles);
    }
    town.rows
}

/// The population while it grows.
struct Town<'a> {
    dice: &'a mut Dice,
    n_people: usize,
    n_villages: u32,
    rows: Vec<Person>,
}

impl Town<'_> {
    /// How many people are still to come.
    fn room(&self) -> usize {
        self.n_people - self.rows.len()
    }

    fn row(&self, person: PersonId) -> &Person {
        &self.rows[person.index()]
    }

    fn row_mut(&mut self, person: PersonId) -> &mut Person {
        &mut self.rows[person.index()]
    }

    /// Couples without known parents; there is room for at least one. Happens at the start, and
    /// again should all lines end before the population is complete.
    fn settle(&mut self) -> Vec<Couple> {
        let room = self.room() as u32;
        let n_couples = (room / PEOPLE_PER_SETTLER_COUPLE).clamp(1, room / 2);
        let n_names = names::FAMILY.len() as u32;
        let first_name = self.dice.below(n_names);
        // A step that shares no divisor with the number of names visits all before one returns.
        let family_name = |n: u32| ((first_name + n % n_names * 31) % n_names) as u8;
        let mut couples = Vec::with_capacity(n_couples as usize);
        for n in 0..n_couples {
            let birth_year = FIRST_YEAR + 2 + self.dice.below(18) as u16;
            let husband = self.add(Sex::Male, birth_year, family_name(2 * n));
            let brides_birth_year = birth_year - 2 + self.dice.below(9) as u16;
            let wife = self.add(Sex::Female, brides_birth_year, family_name(2 * n + 1));
            let village = u64::from(n) * u64::from(self.n_villages) / u64::from(n_couples);
            couples.push(self.unite(husband, wife, village as u32));
        }
        couples
    }

    /// The couples have their children; returns those who reach the age to marry.
    fn bear(&mut self, couples: &[Couple]) -> Vec<Single> {
        let mut births = Vec::new();
        for (couple_idx, couple) in (0..).zip(couples) {
            self.plan_births(couple_idx, couple, &mut births);
        }
        if births.is_empty() {
            // Without this a generation could end with neither children nor unmarried people.
            let year = self.year_of_marriage(&couples[0]) + 1;
            births.push(Birth { couple_idx: 0, year });
        }
        let room = self.room();
        self.dice.thin(&mut births, room);

        let mut singles = Vec::new();
        for siblings in births.chunk_by(|a, b| a.couple_idx == b.couple_idx) {
            let couple = couples[siblings[0].couple_idx as usize];
            for birth in siblings {
                let person = self.add_child(couple.husband, couple.wife, birth.year);
                if birth.year <= LAST_YEAR_MARRIED {
                    singles.push(Single { person, village: couple.village });
                }
            }
        }
        singles
    }

    fn plan_births(&mut self, couple_idx: u32, couple: &Couple, births: &mut Vec<Birth>) {
        let mothers_birth_year = self.row(couple.wife).birth_year;
        let n_children = N_CHILDREN
            .iter()
            .find(|(before, _)| mothers_birth_year < *before)
            .map_or(0, |(_, weights)| self.dice.weighted(weights));
        let mut year = self.year_of_marriage(couple) + self.dice.below(10) as u16;
        let last_year = LAST_YEAR.min(mothers_birth_year + OLDEST_MOTHER);
        for _ in 0..n_children {
            if year > last_year {
                break;
            }
            births.push(Birth { couple_idx, year });
            let are_twins = self.dice.chance(2);
            year += if are_twins { 0 } else { 1 + self.dice.below(4) as u16 };
        }
    }

    /// The first year in which both are old enough.
    fn year_of_marriage(&self, couple: &Couple) -> u16 {
        let birth_year = |person| self.row(person).birth_year;
        birth_year(couple.husband).max(birth_year(couple.wife)) + YOUNGEST_PARENT
    }

    /// The grown-up children marry, as far as there is room for the newcomers among them.
    fn wed(&mut self, singles: Vec<Single>) -> Vec<Couple> {
        let matches = marry(self.dice, &self.rows, singles, self.n_villages);
        let (mut to_come, mut complete) = (Vec::new(), Vec::new());
        for Match { single, partner } in matches {
            match partner {
                Some(partner) => complete.push((single, partner)),
                None => to_come.push(single),
            }
        }
        let room = self.room();
        self.dice.thin(&mut to_come, room);
        for single in to_come {
            let partner = self.add_newcomer_for(single.person);
            complete.push((single, partner));
        }
        // Their children are numbered in this order: neighbours stay together.
        complete.sort_by_key(|(single, _)| single.village);
        complete
            .into_iter()
            .map(|(single, partner)| match self.row(single.person).sex {
                Sex::Male => self.unite(single.person, partner, single.village),
                Sex::Female => self.unite(partner, single.person, single.village),
            })
            .collect()
    }

    fn unite(&mut self, husband: PersonId, wife: PersonId, village: u32) -> Couple {
        self.row_mut(husband).spouse = wife.into();
        self.row_mut(wife).spouse = husband.into();
        Couple { husband, wife, village }
    }

    fn add_child(&mut self, father: PersonId, mother: PersonId, year: u16) -> PersonId {
        let sex = if self.dice.chance(51) { Sex::Male } else { Sex::Female };
        let child = self.add(sex, year, self.row(father).family_name);
        let first_sibling = match self.row(father).n_children {
            0 => child,
            _ => PersonId(self.row(father).first_child),
        };
        while self.rows[first_sibling.index()..child.index()]
            .iter()
            .any(|sibling| sibling.sex == sex && sibling.given_name == self.row(child).given_name)
        {
            self.row_mut(child).given_name = self.given_name(sex);
        }
        let row = self.row_mut(child);
        row.father = father.into();
        row.mother = mother.into();
        for parent in [father, mother] {
            let row = self.row_mut(parent);
            row.first_child = first_sibling.0;
            row.n_children += 1;
        }
        child
    }

    fn add_newcomer_for(&mut self, person: PersonId) -> PersonId {
        let Person { sex, birth_year, family_name, .. } = *self.row(person);
        // Men are about two years older than their wives.
        let spread = self.dice.below(7) as u16;
        let birth_year = match sex {
            Sex::Male => birth_year - 1 + spread,
            Sex::Female => birth_year - 5 + spread,
        };
        let n_names = names::FAMILY.len() as u32;
        let other_name = (u32::from(family_name) + 1 + self.dice.below(n_names - 1)) % n_names;
        self.add(sex.other(), birth_year.min(LAST_YEAR_MARRIED), other_name as u8)
    }

    /// One person is missing and there is no couple that could have a child: the youngest child, who
    /// then is the last row, becomes a twin. Only a population of one has no child.
    fn add_last_one(&mut self) {
        let parents = self.rows.last().and_then(|last| {
            let parents = last.father.get().zip(last.mother.get());
            parents.map(|(father, mother)| (father, mother, last.birth_year))
        });
        if let Some((father, mother, year)) = parents {
            self.add_child(father, mother, year);
        } else {
            self.add(Sex::Female, FIRST_YEAR, 0);
        }
    }

    fn add(&mut self, sex: Sex, birth_year: u16, family_name: u8) -> PersonId {
        let id = PersonId(self.rows.len() as u32);
        let given_name = self.given_name(sex);
        self.rows.push(Person {
            father: Option32::NONE,
            mother: Option32::NONE,
            spouse: Option32::NONE,
            first_child: 0,
            birth_year,
            n_children: 0,
            given_name,
            family_name,
            sex,
        });
        id
    }

    fn given_name(&mut self, sex: Sex) -> u8 {
        self.dice.below(given_names(sex).len() as u32) as u8
    }
}
