//! Who marries whom within one generation.
//!
//! In come the adults of a generation with the village they grew up in, out go couples. People
//! mostly find each other in their own village; a few move before, and that ties the villages
//! together. Some marry a newcomer of whom no parents are known. Siblings and first cousins do
//! not marry, and years of birth are close.

use super::{Person, PersonId, Sex};
use crate::dice::Dice;

/// A person who may marry, and where.
#[derive(Clone, Copy)]
pub(super) struct Single {
    pub(super) person: PersonId,
    pub(super) village: u32,
}

/// A couple to be: the second one is still to come into the population if absent.
pub(super) struct Match {
    pub(super) single: Single,
    pub(super) partner: Option<PersonId>,
}

/// How many in a hundred marry at all.
const MARRYING: u32 = 86;
/// How many in a hundred of those look among the people they know first.
const LOCAL: u32 = 75;
/// How many in a hundred of those who found no spouse marry a newcomer instead.
const NEWCOMER: u32 = 50;
/// How many in a hundred leave their village before.
const MOVING: u32 = 8;

/// Chooses the couples of one generation.
pub(super) fn marry(
    dice: &mut Dice,
    rows: &[Person],
    mut singles: Vec<Single>,
    n_villages: u32,
) -> Vec<Match> {
    singles.retain(|_| dice.chance(MARRYING));
    for single in &mut singles {
        if dice.chance(MOVING) {
            single.village = dice.below(n_villages);
        }
    }
    // A stable sort: the order within a village is part of what the seed decides.
    singles.sort_by_key(|single| single.village);

    let mut matches = Vec::new();
    for village in singles.chunk_by(|a, b| a.village == b.village) {
        marry_in_village(dice, rows, village, &mut matches);
    }
    matches
}

fn marry_in_village(
    dice: &mut Dice,
    rows: &[Person],
    singles: &[Single],
    matches: &mut Vec<Match>,
) {
    let sex = |single: &Single| rows[single.person.index()].sex;
    let (mut men, mut women): (Vec<Single>, Vec<Single>) =
        singles.iter().partition(|single| sex(single) == Sex::Male);
    // Otherwise the eldest families would always choose first.
    dice.shuffle(&mut men);
    dice.shuffle(&mut women);
    for man in men {
        let bride = dice
            .chance(LOCAL)
            .then(|| women.iter().position(|woman| may_marry(rows, man.person, woman.person)))
            .flatten()
            .map(|idx| women.swap_remove(idx).person);
        if bride.is_some() || dice.chance(NEWCOMER) {
            matches.push(Match { single: man, partner: bride });
        }
    }
    women.retain(|_| dice.chance(NEWCOMER));
    matches.extend(women.into_iter().map(|single| Match { single, partner: None }));
}

fn may_marry(rows: &[Person], man: PersonId, woman: PersonId) -> bool {
    let (his, hers) = (&rows[man.index()], &rows[woman.index()]);
    let years_younger = i32::from(hers.birth_year) - i32::from(his.birth_year);
    (-4..=10).contains(&years_younger) && !are_close_kin(rows, his, hers)
}

/// Whether the two share a parent or a grandparent.
fn are_close_kin(rows: &[Person], one: &Person, other: &Person) -> bool {
    let mothers = |person: &Person| {
        let of = |parent: Option<PersonId>| parent.and_then(|p| rows[p.index()].mother.get());
        // No person marries twice, so a shared mother and a shared father are the same thing.
        [person.mother.get(), of(person.father.get()), of(person.mother.get())]
    };
    let others = mothers(other);
    mothers(one).iter().flatten().any(|mother| others.contains(&Some(*mother)))
}
