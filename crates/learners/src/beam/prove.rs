//! Complete search: no concept up to a length does better than the best one known.
//!
//! Sets up to length L − 2 suffice to rate every concept of length L: the operands of a join have at
//! most that length, and a negation is the complement of what is rated at L − 1. Sets of the lengths
//! L − 3 and L − 2 can take part in one join only, with a partner of length 1 or 2; they are kept only
//! if the bounds of [`Partners`] allow that join to beat the best concept known. Bounds hold for every
//! measure that does not fall with the positives that are covered and does not rise with the
//! negatives.

use std::ops::Range;

use evolearner_dl::Constructor;
use evolearner_evaluate::{Code, Covered};
use evolearner_graph::bits::for_this_machine;
use evolearner_search::parallel::in_order;

use super::budget::Budget;
use super::layers::{Layers, ROOT, Sign, pairs_of_lengths};
use super::score::{Limits, Partners, Scorer};
use super::sets::{Made, Sets, and, hash, not, or};

/// All sets up to this length are kept, whatever the length of the proof.
const SHORT: usize = 3;
/// The pairs of sets that a thread is given at a time: some tenths of a millisecond.
const PAIRS_PER_BLOCK: usize = 1 << 16;
/// Blocks after which what they found is put together. It does not depend on the number of threads, so that
/// neither what bounds spare nor what is spent does.
const BLOCKS_PER_ROUND: usize = 32;

/// A concept of the examples that beats what was known.
#[derive(Debug)]
pub(super) struct Better {
    pub(super) covered: Covered,
    pub(super) codes: Vec<Code>,
}

/// What came of rating all concepts of a length.
pub(super) enum Rated {
    /// One is better than what was known; this is the best.
    Better(Better),
    /// None is.
    NoBetter,
    /// The budget did not suffice.
    CutShort,
}

/// Rates all concepts of a length.
pub(super) struct Prover {
    scorer: Scorer,
    /// What the sets of the layers cover, by their places.
    covered: Vec<Covered>,
}

/// A place of a set: in the layers, or, from their end on, in the tail.
type Place = u32;

/// The sets of one proof.
struct Operands<'p> {
    layers: &'p Layers,
    scorer: &'p Scorer,
    n_threads: usize,
    /// The sets of the layers that take part.
    n_full: usize,
    /// What all sets cover, by place.
    covered: Vec<Covered>,
    /// Longer sets that can take part in one join.
    tail: Sets,
    /// The lengths from `first_of_tail` on, as places in the tail.
    tail_starts: Vec<usize>,
    first_of_tail: usize,
    has_union: bool,
    has_negation: bool,
}

/// The best concept found so far that is better than what was known.
struct Found {
    limits: Limits,
    best: Option<(Covered, Made, bool)>,
}

impl Found {
    #[inline]
    fn offer(&mut self, scorer: &Scorer, covered: Covered, made: Made, is_negated: bool) {
        if self.limits.allow(covered) {
            self.limits = scorer.better_than(scorer.quality(covered));
            self.best = Some((covered, made, is_negated));
        }
    }
}

impl Prover {
    pub(super) fn new(scorer: Scorer) -> Self {
        Self { scorer, covered: Vec::new() }
    }

    /// Rates all concepts of a length against a quality that is known.
    pub(super) fn rate(
        &mut self,
        layers: &mut Layers,
        length: usize,
        quality: f64,
        n_threads: usize,
        budget: &mut Budget<'_>,
    ) -> Rated {
        let full_length = length.saturating_sub(4).max(SHORT.min(length.saturating_sub(2)));
        let is_known =
            layers.extend(ROOT, full_length, budget) && layers.extend_fillers(ROOT, length, budget);
        if !is_known {
            return Rated::CutShort;
        }
        let layers = &*layers;
        let sets = &layers.layer(ROOT).sets;
        let n_full = layers.layer(ROOT).of_length(full_length).end.max(1);
        let new = self.covered.len()..sets.len();
        self.covered.extend(new.map(|place| self.scorer.covered(sets.words(place))));
        let language = layers.space.language;
        let mut operands = Operands {
            layers,
            scorer: &self.scorer,
            n_threads,
            n_full,
            covered: self.covered[..n_full.min(self.covered.len())].to_vec(),
            tail: Sets::new(sets.n_words()),
            tail_starts: vec![0],
            first_of_tail: full_length + 1,
            has_union: language.has(Constructor::Union),
            has_negation: language.has(Constructor::Negation) && length > 1,
        };
        let mut found = Found { limits: self.scorer.better_than(quality), best: None };
        for of_tail in full_length + 1..=length.saturating_sub(2) {
            if !operands.grow_tail(of_tail, length, &found.limits, budget) {
                return Rated::CutShort;
            }
        }
        if !operands.rate(length, &mut found, budget) {
            return Rated::CutShort;
        }
        match found.best {
            Some((covered, made, is_negated)) => {
                Rated::Better(Better { covered, codes: operands.codes(made, is_negated) })
            }
            None => Rated::NoBetter,
        }
    }
}

impl Operands<'_> {
    fn words(&self, place: Place) -> &[u64] {
        let place = place as usize;
        if place < self.n_full {
            self.layers.layer(ROOT).sets.words(place)
        } else {
            self.tail.words(place - self.n_full)
        }
    }

    /// The places of the sets of a length.
    fn of_length(&self, length: usize) -> Range<Place> {
        if length < self.first_of_tail {
            let range = self.layers.layer(ROOT).of_length(length);
            return range.start as Place..range.end as Place;
        }
        let ends =
            self.tail_starts.get(length - self.first_of_tail..length + 2 - self.first_of_tail);
        let place = |at: usize| (self.n_full + at) as Place;
        ends.map_or(0..0, |ends| place(ends[0])..place(ends[1]))
    }

    fn codes(&self, made: Made, is_negated: bool) -> Vec<Code> {
        let mut codes = Vec::new();
        if is_negated {
            codes.push(Code::NOT);
        }
        self.append_codes(made, &mut codes);
        codes
    }

    fn append_codes(&self, made: Made, codes: &mut Vec<Code>) {
        self.layers.append_made(ROOT, made, codes, &|part, codes| match part
            .checked_sub(self.n_full)
        {
            Some(in_tail) => self.append_codes(self.tail.made(in_tail), codes),
            None => self.layers.append_codes(ROOT, part, codes),
        });
    }

    /// Adds the sets of a length that can take part in a join of length `to`.
    fn grow_tail(
        &mut self,
        length: usize,
        to: usize,
        limits: &Limits,
        budget: &mut Budget<'_>,
    ) -> bool {
        let scorer = self.scorer;
        let shorter = |most: usize| (1..=most).flat_map(|length| self.of_length(length));
        let partners = |most: usize| {
            Partners::new(limits, shorter(most).map(|place| self.covered[place as usize]))
        };
        let direct = partners(to - 1 - length);
        // `¬ C ⊓ D` and `¬ (C ⊓ D)`, where one more negation fits.
        let negated = (self.has_negation && length + 3 <= to).then(|| {
            let most = to - 2 - length;
            let complements =
                shorter(most).map(|place| scorer.uncovered(self.covered[place as usize]));
            [partners(most), Partners::new(limits, complements)]
        });
        let wants = |covered: Covered| {
            direct.allow(covered)
                || negated.as_ref().is_some_and(|negated| {
                    let covered = scorer.uncovered(covered);
                    negated.iter().any(|partners| partners.allow(covered))
                })
        };
        let mut new = NewSets {
            scorer,
            known: &self.layers.layer(ROOT).sets,
            n_known: self.n_full,
            tail: std::mem::replace(&mut self.tail, Sets::new(0)),
            covered: Vec::new(),
        };
        let mut wanted = |set: &[u64], made: Made| {
            let covered = scorer.covered(set);
            if wants(covered) {
                new.insert(set, made, covered);
            }
        };
        self.layers.leaves(ROOT, length, &mut wanted);
        let mut is_done = true;
        for sign in [Sign::Positive, Sign::Negative] {
            is_done = is_done
                && self.layers.restrictions(ROOT, length, sign, budget, |set, made| {
                    wanted(set, made);
                    true
                });
        }
        if is_done && self.has_negation {
            let full = &self.layers.typed.universe(ROOT).full;
            let mut out = vec![0; full.len()];
            for place in self.of_length(length - 1) {
                let covered = scorer.uncovered(self.covered[place as usize]);
                if wants(covered) {
                    match (place as usize).checked_sub(self.n_full) {
                        Some(in_tail) => not(new.tail.words(in_tail), full, &mut out),
                        None => not(self.words(place), full, &mut out),
                    }
                    new.insert(&out, Made::Not(place), covered);
                }
            }
        }
        is_done = is_done && self.tail_joins(length, &wants, &mut new, budget);
        self.tail = new.tail;
        self.covered.extend(new.covered);
        self.tail_starts.push(self.tail.len());
        is_done
    }

    /// Adds the joins of a length; the operands are sets of the layers.
    fn tail_joins(
        &self,
        length: usize,
        wants: &(impl Fn(Covered) -> bool + Sync),
        new: &mut NewSets<'_>,
        budget: &mut Budget<'_>,
    ) -> bool {
        let n_words = self.layers.typed.universe(ROOT).n_words() as u64;
        for (of_one, of_other) in pairs_of_lengths(length) {
            let others = self.of_length(of_other);
            let first = |one: Place| if of_one == of_other { one + 1 } else { others.start };
            let partners = |one: Place| first(one).min(others.end)..others.end;
            let ones: Vec<Place> = self.of_length(of_one).collect();
            let per_block = (PAIRS_PER_BLOCK / others.len().max(1)).max(1);
            for round in ones.chunks(per_block * BLOCKS_PER_ROUND) {
                let n_known = new.tail.len();
                self.tail_round(round, per_block, &partners, wants, new);
                // A new set costs a hash, a copy and now and then a larger table.
                let n_new = (new.tail.len() - n_known) as u64;
                let n_pairs: u64 = round.iter().map(|&one| partners(one).len() as u64).sum();
                if !budget.spend(n_pairs * (2 * n_words + 8) + n_new * 250) {
                    return false;
                }
            }
        }
        true
    }

    /// Adds the joins of some sets with their partners. Several threads only find them; they are added in
    /// the order in which one thread finds them.
    fn tail_round(
        &self,
        ones: &[Place],
        per_block: usize,
        partners: &(impl Fn(Place) -> Range<Place> + Sync),
        wants: &(impl Fn(Covered) -> bool + Sync),
        new: &mut NewSets<'_>,
    ) {
        let blocks: Vec<&[Place]> = ones.chunks(per_block).collect();
        if self.n_threads == 1 || blocks.len() == 1 {
            let mut take = |set: &[u64], made, covered| new.insert(set, made, covered);
            return self.tail_block(ones, partners, wants, &mut take);
        }
        let known = &*new;
        let found = in_order(self.n_threads, blocks.len(), |block| {
            let (mut words, mut found) = (Vec::new(), Vec::new());
            let mut take = |set: &[u64], made, covered| {
                let hash = hash(set);
                if !known.contains(set, hash) {
                    words.extend_from_slice(set);
                    found.push((hash, made, covered));
                }
            };
            self.tail_block(blocks[block], partners, wants, &mut take);
            (words, found)
        });
        for (words, found) in found {
            for (set, (hash, made, covered)) in words.chunks_exact(new.tail.n_words()).zip(found) {
                new.insert_hashed(set, hash, made, covered);
            }
        }
    }

    fn tail_block(
        &self,
        ones: &[Place],
        partners: &impl Fn(Place) -> Range<Place>,
        wants: &impl Fn(Covered) -> bool,
        take: &mut impl FnMut(&[u64], Made, Covered),
    ) {
        let all = self.scorer.all;
        let mut out = vec![0; self.layers.typed.universe(ROOT).n_words()];
        for_this_machine(
            #[inline(always)]
            || {
                for &one in ones {
                    let of_one = self.covered[one as usize];
                    for other in partners(one) {
                        let of_other = self.covered[other as usize];
                        let meet = self.scorer.count_meet(self.words(one), self.words(other));
                        let union = Covered {
                            positives: of_one.positives + of_other.positives - meet.positives,
                            negatives: of_one.negatives + of_other.negatives - meet.negatives,
                        };
                        let is_news = |covered: Covered| covered != of_one && covered != of_other;
                        if is_news(meet) && wants(meet) && meet != Covered::default() {
                            and(self.words(one), self.words(other), &mut out);
                            take(&out, Made::And(one, other), meet);
                        }
                        if self.has_union && is_news(union) && wants(union) && union != all {
                            or(self.words(one), self.words(other), &mut out);
                            take(&out, Made::Or(one, other), union);
                        }
                    }
                }
            },
        );
    }

    /// Rates all concepts of a length.
    fn rate(&self, length: usize, found: &mut Found, budget: &mut Budget<'_>) -> bool {
        let Self { layers, scorer, has_negation, .. } = self;
        layers.leaves(ROOT, length, &mut |set, made| {
            found.offer(scorer, scorer.covered(set), made, false);
        });
        if *has_negation {
            layers.leaves(ROOT, length - 1, &mut |set, made| {
                found.offer(scorer, scorer.uncovered(scorer.covered(set)), made, true);
            });
        }
        for sign in [Sign::Positive, Sign::Negative] {
            let is_done = layers.restrictions(ROOT, length, sign, budget, |set, made| {
                found.offer(scorer, scorer.covered(set), made, false);
                true
            }) && (!has_negation
                || layers.restrictions(ROOT, length - 1, sign, budget, |set, made| {
                    found.offer(scorer, scorer.uncovered(scorer.covered(set)), made, true);
                    true
                }));
            if !is_done {
                return false;
            }
        }
        self.rate_joins(length, false, found, budget)
            && (!has_negation || self.rate_joins(length - 1, true, found, budget))
    }

    /// Rates all joins of a length, or their complements: `¬ (C ⊔ D)` is a meet of complements and
    /// `¬ (C ⊓ D)` a union of them.
    fn rate_joins(
        &self,
        length: usize,
        is_negated: bool,
        found: &mut Found,
        budget: &mut Budget<'_>,
    ) -> bool {
        let (rates_meets, rates_unions) =
            if is_negated { (self.has_union, true) } else { (true, self.has_union) };
        for (of_one, of_other) in pairs_of_lengths(length) {
            let side = |length: usize, fits: &dyn Fn(Covered) -> bool| -> Vec<(Place, Covered)> {
                let covered = self.of_length(length).map(|place| {
                    let covered = self.covered[place as usize];
                    (place, if is_negated { self.scorer.uncovered(covered) } else { covered })
                });
                covered.filter(|&(_, covered)| fits(covered)).collect()
            };
            if rates_meets {
                let fits = |covered: Covered| found.limits.below(covered.positives) > 0;
                let (ones, mut others) = (side(of_one, &fits), side(of_other, &fits));
                others.sort_unstable_by_key(|&(place, covered)| (covered.negatives, place));
                if !self.meets(&ones, &others, is_negated, found, budget) {
                    return false;
                }
            }
            if rates_unions {
                let below = found.limits.below(u32::MAX);
                let fits = |covered: Covered| covered.negatives < below;
                let (ones, mut others) = (side(of_one, &fits), side(of_other, &fits));
                others.sort_unstable_by_key(|&(place, covered)| {
                    (std::cmp::Reverse(covered.positives), place)
                });
                if !self.unions(&ones, &others, is_negated, found, budget) {
                    return false;
                }
            }
        }
        true
    }

    /// Rates meets; the others ascend by the negatives that they cover.
    fn meets(
        &self,
        ones: &[(Place, Covered)],
        others: &[(Place, Covered)],
        is_negated: bool,
        found: &mut Found,
        budget: &mut Budget<'_>,
    ) -> bool {
        let made = if is_negated { Made::Or } else { Made::And };
        self.in_rounds(
            ones,
            others.len(),
            found,
            budget,
            #[inline(always)]
            |&(one, of_one), found| {
                let mut n_seen = 0;
                for &(other, of_other) in others {
                    n_seen += 1;
                    let least = of_one.negatives + of_other.negatives;
                    let least = least.saturating_sub(self.scorer.all.negatives);
                    if least >= found.limits.below(of_one.positives) {
                        break;
                    }
                    if found.limits.allow_meet(of_one, of_other) {
                        let meet = self.meet(one, other, is_negated);
                        found.offer(self.scorer, meet, made(one, other), is_negated);
                    }
                }
                n_seen
            },
        )
    }

    /// Rates unions; the others descend by the positives that they cover.
    fn unions(
        &self,
        ones: &[(Place, Covered)],
        others: &[(Place, Covered)],
        is_negated: bool,
        found: &mut Found,
        budget: &mut Budget<'_>,
    ) -> bool {
        let made = if is_negated { Made::And } else { Made::Or };
        self.in_rounds(
            ones,
            others.len(),
            found,
            budget,
            #[inline(always)]
            |&(one, of_one), found| {
                let mut n_seen = 0;
                for &(other, of_other) in others {
                    n_seen += 1;
                    let below = found.limits.below(of_one.positives + of_other.positives);
                    if of_one.negatives >= below {
                        break;
                    }
                    if found.limits.allow_union(of_one, of_other) {
                        let meet = self.meet(one, other, is_negated);
                        let union = Covered {
                            positives: of_one.positives + of_other.positives - meet.positives,
                            negatives: of_one.negatives + of_other.negatives - meet.negatives,
                        };
                        found.offer(self.scorer, union, made(one, other), is_negated);
                    }
                }
                n_seen
            },
        )
    }

    /// Rates the joins of each set with its partners, of which there are at most so many; `rate` does so for
    /// one set and says how many partners were looked at.
    fn in_rounds(
        &self,
        ones: &[(Place, Covered)],
        n_others: usize,
        found: &mut Found,
        budget: &mut Budget<'_>,
        rate: impl Fn(&(Place, Covered), &mut Found) -> u64 + Sync,
    ) -> bool {
        let per_block = (PAIRS_PER_BLOCK / n_others.max(1)).max(1);
        for round in ones.chunks(per_block * BLOCKS_PER_ROUND) {
            let blocks: Vec<_> = round.chunks(per_block).collect();
            let rated = in_order(self.n_threads, blocks.len(), |block| {
                let mut found = Found { limits: found.limits.clone(), best: None };
                let mut n_seen = 0;
                for_this_machine(
                    #[inline(always)]
                    || blocks[block].iter().for_each(|one| n_seen += rate(one, &mut found)),
                );
                (n_seen, found.best)
            });
            let mut n_seen = 0;
            for (of_block, best) in rated {
                n_seen += of_block;
                if let Some((covered, made, is_negated)) = best {
                    found.offer(self.scorer, covered, made, is_negated);
                }
            }
            if !budget.spend(self.cost(n_seen)) {
                return false;
            }
        }
        true
    }

    /// The work of rating so many pairs: the bounds spare most of them the words.
    fn cost(&self, n_pairs: u64) -> u64 {
        n_pairs * (self.layers.typed.universe(ROOT).n_words() as u64 / 2 + 1)
    }

    /// What is in both of two sets, or in neither.
    #[expect(clippy::inline_always, reason = "it is compiled for the machine at hand")]
    #[inline(always)]
    fn meet(&self, one: Place, other: Place, is_negated: bool) -> Covered {
        let meet = self.scorer.count_meet(self.words(one), self.words(other));
        if !is_negated {
            return meet;
        }
        let all = self.scorer.all;
        let (one, other) = (self.covered[one as usize], self.covered[other as usize]);
        Covered {
            positives: all.positives + meet.positives - one.positives - other.positives,
            negatives: all.negatives + meet.negatives - one.negatives - other.negatives,
        }
    }
}

/// The sets that are added to a tail.
struct NewSets<'p> {
    scorer: &'p Scorer,
    /// Sets that are not added again: the first so many of these, and those of the tail.
    known: &'p Sets,
    n_known: usize,
    tail: Sets,
    covered: Vec<Covered>,
}

impl NewSets<'_> {
    fn insert(&mut self, set: &[u64], made: Made, covered: Covered) {
        self.insert_hashed(set, hash(set), made, covered);
    }

    fn insert_hashed(&mut self, set: &[u64], hash: u64, made: Made, covered: Covered) {
        if !self.is_in_layers(set, hash) && self.tail.insert_hashed(set, hash, made) {
            debug_assert_eq!(self.scorer.covered(set), covered);
            self.covered.push(covered);
        }
    }

    fn contains(&self, set: &[u64], hash: u64) -> bool {
        self.is_in_layers(set, hash) || self.tail.find_hashed(set, hash).is_some()
    }

    fn is_in_layers(&self, set: &[u64], hash: u64) -> bool {
        self.known.find_hashed(set, hash).is_some_and(|place| place < self.n_known)
    }
}
