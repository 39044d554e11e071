//! The shortest concept that fits all examples: it covers every positive and no negative.
//!
//! What is to be found is a *demand*: some positives that are to be covered and some negatives that are
//! not. If `C ⊓ D` meets a demand, then both parts cover all of its positives, and D has to spare only
//! the negatives that C covers; for `C ⊔ D` likewise. So the shorter part is tried out of all that
//! there are ([`Sides`]), and what it leaves is a smaller demand on the longer one, whose length is
//! known. A demand that cannot be met with a length is remembered. Long concepts are never stored: this
//! is a search from the goal, where the layers of the fillers are one from the beginning.
//!
//! The idea of looking for the shortest concept is bounded fitting (ten Cate, Funk, Jung and Lutz,
//! `SAT-Based PAC Learning of Description Logic Concepts`, IJCAI 2023); there is no solver here.

mod sides;

use evolearner_evaluate::{Code, Covered};
use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::budget::Budget;
use super::layers::{Layers, ROOT};
use super::score::Scorer;
use sides::{Join, Polarity, Sides, code, contains};

/// Joins of a length are stored where there are at most so many pairs, needed or not.
const FEW_PAIRS: usize = 30_000;
/// The most demands that are remembered: a bound on memory.
const MAX_DEMANDS: usize = 4_000_000;

/// What came of looking for a concept of a length.
pub(super) enum Fitted {
    /// There is one.
    Fits(Vec<Code>),
    /// There is none.
    None,
    /// The budget did not suffice.
    CutShort,
}

/// Looks for a concept that fits all examples, length by length.
pub(super) struct Fit {
    sides: Sides,
    /// Demands by polarity, with the length up to which no concept meets them.
    failed: [HashMap<Box<[u64]>, u8, FixedState>; 2],
    /// The length up to which no concept fits.
    length: usize,
    /// The length up to which that holds of all concepts.
    complete_length: usize,
    /// Whether all restrictions were made that concepts up to that length may have.
    is_complete: bool,
    /// The negation of an atom, if it fits: it is of the next length.
    negated: Option<Vec<Code>>,
    n_tried: u64,
}

/// The budget is used up.
struct CutShort;

impl Fit {
    /// A search over the sets of some layers, where the negatives begin with a word.
    pub(super) fn new(layers: &Layers, scorer: Scorer) -> Self {
        Self {
            sides: Sides::new(layers, scorer),
            failed: [HashMap::default(), HashMap::default()],
            length: 0,
            complete_length: 0,
            is_complete: true,
            negated: None,
            n_tried: 0,
        }
    }

    /// The length up to which no concept was found to fit.
    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// The length up to which no concept fits, of all that there are.
    pub(super) fn complete_length(&self) -> usize {
        self.complete_length
    }

    /// The lengths up to which there are joins, and all else, among the stored sets.
    pub(super) fn lengths(&self) -> [usize; 2] {
        [self.sides.joined(), self.sides.length()]
    }

    /// How many sets and demands were looked at.
    pub(super) fn n_tried(&self) -> u64 {
        self.n_tried + self.sides.n_met
    }

    /// What a concept covers that fits.
    pub(super) fn perfect(&self) -> Covered {
        self.sides.covered(&self.sides.full)
    }

    /// The best of the stored sets of a length, by a measure that does not fall with what is got right.
    pub(super) fn best(
        &self,
        layers: &Layers,
        length: usize,
        quality: impl Fn(Covered) -> f64,
    ) -> Option<(Covered, Vec<Code>)> {
        let places = self.sides.of_length(Polarity::Even, length).iter();
        let rated = places.map(|&place| {
            let covered = self.sides.covered(self.sides.right(Polarity::Even, place));
            (quality(covered), covered, place)
        });
        let better =
            |best: (f64, _, _), next: (f64, _, _)| if next.0 > best.0 { next } else { best };
        let (_, covered, place) = rated.reduce(better)?;
        let mut codes = Vec::new();
        self.sides.append_codes(layers, Polarity::Even, place, &mut codes);
        Some((covered, codes))
    }

    /// Looks for a concept of the next length; all shorter ones do not fit. Restrictions that take more
    /// than their own budget are left out, and with them the claim to be complete.
    pub(super) fn next(
        &mut self,
        layers: &mut Layers,
        of_fillers: &mut Budget<'_>,
        budget: &mut Budget<'_>,
    ) -> Fitted {
        let length = self.length + 1;
        match self.joins(layers, length, budget) {
            Err(CutShort) => return Fitted::CutShort,
            Ok(Some(codes)) => return Fitted::Fits(codes),
            Ok(None) => {}
        }
        if let Some(codes) = self.negated.take() {
            return Fitted::Fits(codes);
        }
        self.is_complete = self.is_complete && layers.extend_fillers(ROOT, length, of_fillers);
        let (mut fits, negated) = (None, &mut self.negated);
        let is_done = self.sides.make_atoms(layers, of_fillers, |polarity, made| {
            let found = if polarity == Polarity::Even { &mut fits } else { &mut *negated };
            if found.is_none() {
                let is_negated = polarity == Polarity::Odd;
                let mut codes = if is_negated { vec![Code::NOT] } else { Vec::new() };
                layers.append_made(ROOT, made, &mut codes, &|_, _| {});
                *found = Some(codes);
            }
        });
        if !self.sides.has_negation {
            self.negated = None;
        }
        if let Some(codes) = fits {
            return Fitted::Fits(codes);
        }
        self.is_complete = self.is_complete && is_done;
        self.complete_length += usize::from(self.is_complete);
        self.length = length;
        Fitted::None
    }

    /// Looks for a join of a length.
    fn joins(
        &mut self,
        layers: &Layers,
        length: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Code>>, CutShort> {
        let sides = &mut self.sides;
        // The parts of a join are shorter by two.
        while sides.length() + 2 < length {
            if !sides.add_atoms(budget) {
                return Err(CutShort);
            }
        }
        // The shorter part of a join is among the stored sets; what is longer is so where it is cheap.
        while sides.joined() < sides.length()
            && (2 * sides.joined() + 1 < length || sides.n_pairs(sides.joined() + 1) <= FEW_PAIRS)
        {
            if !sides.add_joins(budget) {
                return Err(CutShort);
            }
        }
        let demand = sides.full.clone();
        self.meet(layers, &demand, length, Polarity::Even, budget)
    }

    /// A concept of at most a length that meets a demand: the positives and negatives that it has to
    /// get right.
    fn meet(
        &mut self,
        layers: &Layers,
        demand: &[u64],
        length: usize,
        polarity: Polarity,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Code>>, CutShort> {
        let failed = self.failed[polarity as usize].get(demand).map_or(0, |&n| usize::from(n));
        if failed >= length {
            return Ok(None);
        }
        self.n_tried += 1;
        let sides = &self.sides;
        for length in failed + 1..=length {
            let places = sides.of_length(polarity, length);
            if !budget.spend(1 + 2 * places.len() as u64) {
                return Err(CutShort);
            }
            let meets = |place: &&u32| contains(sides.right(polarity, **place), demand);
            if let Some(&place) = places.iter().find(meets) {
                let mut codes = Vec::new();
                sides.append_codes(layers, polarity, place, &mut codes);
                return Ok(Some(codes));
            }
        }
        if length > sides.joined() {
            for join in [Join::Meet, Join::Union] {
                let found = self.split(layers, demand, length, (polarity, join), budget)?;
                if found.is_some() {
                    return Ok(found);
                }
            }
            if self.sides.has_negation {
                let found = self.meet(layers, demand, length - 1, polarity.other(), budget)?;
                if let Some(mut codes) = found {
                    codes.insert(0, Code::NOT);
                    return Ok(Some(codes));
                }
            }
        }
        if self.failed.iter().map(HashMap::len).sum::<usize>() < MAX_DEMANDS {
            let length = u8::try_from(length).unwrap_or(u8::MAX);
            self.failed[polarity as usize].insert(demand.into(), length);
        }
        Ok(None)
    }

    /// A join of at most a length that meets a demand.
    fn split(
        &mut self,
        layers: &Layers,
        demand: &[u64],
        length: usize,
        (polarity, join): (Polarity, Join),
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Code>>, CutShort> {
        if !self.sides.has(polarity, join) {
            return Ok(None);
        }
        let half = self.sides.half;
        // Both parts have to get this right, and one of them the rest.
        let (of_both, of_one) = match join {
            Join::Meet => (0..half, half..demand.len()),
            Join::Union => (half..demand.len(), 0..half),
        };
        let mut rest = demand.to_vec();
        for of_part in 1..=(length - 1) / 2 {
            let n_parts = self.sides.of_length(polarity, of_part).len();
            if !budget.spend(n_parts as u64) {
                return Err(CutShort);
            }
            for at in 0..n_parts {
                let part = self.sides.of_length(polarity, of_part)[at];
                let right = self.sides.right(polarity, part);
                if !contains(&right[of_both.clone()], &demand[of_both.clone()]) {
                    continue;
                }
                for at in of_one.clone() {
                    rest[at] = demand[at] & !right[at];
                }
                if rest == demand {
                    continue;
                }
                let of_rest = length - 1 - of_part;
                if let Some(found) = self.meet(layers, &rest, of_rest, polarity, budget)? {
                    let mut codes = vec![code(polarity, join)];
                    self.sides.append_codes(layers, polarity, part, &mut codes);
                    codes.extend(found);
                    return Ok(Some(codes));
                }
            }
        }
        Ok(None)
    }
}
