//! Partial definitions, exceptions, and the answer that is made of them.

use std::sync::Arc;

use evolearner_dl::Constructor;
use evolearner_evaluate::{Code, Space, concept};
use evolearner_search::{Context, Rating, Start};

use crate::refine::sides::{Sides, insert, is_empty, n_common, remove};

/// What was found so far.
pub struct Definitions {
    space: Arc<Space>,
    rating: Rating,
    all: Sides,
    /// The examples that no partial definition, and no exception, covers.
    left: Sides,
    found: Vec<Part>,
    exceptions: Vec<Part>,
    has_negation: bool,
    has_union: bool,
    /// The definitions from which on there is a new row of the front.
    next_offer: usize,
}

/// The front gets a row when there are one in so many more definitions. Every row is counted by retrieval
/// in the end, which for each of hundreds of definitions would outlast a time limit.
const OFFER_SHARE: usize = 4;

/// A concept with the examples that it covers.
struct Part {
    codes: Vec<Code>,
    members: Vec<u64>,
}

impl Definitions {
    /// Nothing at all.
    pub fn new(start: Start<'_>) -> Self {
        let all = Sides::new(start.examples);
        Self {
            space: start.space.clone(),
            rating: start.rating.clone(),
            left: all.clone(),
            all,
            found: Vec::new(),
            exceptions: Vec::new(),
            has_negation: start.space.language.has(Constructor::Negation),
            has_union: start.space.language.has(Constructor::Union),
            next_offer: 1,
        }
    }

    /// Whether every positive has a partial definition. A language without `⊔` has room for one alone.
    pub fn are_complete(&self) -> bool {
        is_empty(&self.left.positives)
    }

    /// Whether some members are positives without a partial definition.
    pub fn leaves_positives(&self, members: &[u64]) -> bool {
        n_common(&self.left.positives, members) > 0
    }

    /// Whether some members are negatives without an exception.
    pub fn leaves_negatives(&self, members: &[u64]) -> bool {
        self.has_negation && n_common(&self.left.negatives, members) > 0
    }

    /// Takes a concept that covers no negatives, or few, if it covers positives that are left.
    pub fn add(&mut self, codes: &[Code], members: &[u64], context: &mut Context<'_>) {
        if !self.leaves_positives(members) {
            return;
        }
        remove(&mut self.left.positives, members);
        self.found.push(Part { codes: codes.to_vec(), members: members.to_vec() });
        if self.found.len() >= self.next_offer || self.are_complete() {
            self.next_offer = self.found.len() + self.found.len() / OFFER_SHARE + 1;
            self.offer(context);
        }
    }

    /// Takes a concept that covers no positives, if it covers negatives that are left. With an exception
    /// for every negative, `⊤` without the exceptions is a definition of everything.
    pub fn add_exception(&mut self, codes: &[Code], members: &[u64], context: &mut Context<'_>) {
        if !self.leaves_negatives(members) {
            return;
        }
        remove(&mut self.left.negatives, members);
        self.exceptions.push(Part { codes: codes.to_vec(), members: members.to_vec() });
        if is_empty(&self.left.negatives) {
            let mut everybody = self.all.positives.clone();
            insert(&mut everybody, &self.all.negatives);
            self.combine(&[Code::TOP], &everybody, context);
        }
    }

    /// Takes exceptions out of a concept until it covers no negatives, those first that take most of
    /// them; false if that is impossible or no positive that is left would be gained.
    pub fn combine(&mut self, codes: &[Code], members: &[u64], context: &mut Context<'_>) -> bool {
        if !self.has_negation || self.leaves_negatives(members) || !self.leaves_positives(members) {
            return false;
        }
        let mut negatives: Vec<u64> =
            members.iter().zip(&self.all.negatives).map(|(one, other)| one & other).collect();
        let mut without = codes.to_vec();
        let mut members = members.to_vec();
        while !is_empty(&negatives) {
            let most = self.exceptions.iter().enumerate().max_by_key(|(place, exception)| {
                (n_common(&exception.members, &negatives), std::cmp::Reverse(*place))
            });
            let Some((_, exception)) = most else { return false };
            remove(&mut negatives, &exception.members);
            remove(&mut members, &exception.members);
            let mut joined = vec![Code::AND];
            joined.append(&mut without);
            joined.push(Code::NOT);
            joined.extend(&exception.codes);
            without = joined;
        }
        self.add(&without, &members, context);
        true
    }

    /// Offers the disjunction of as many definitions as are needed, those first that cover most of the
    /// positives that are left; where there is no `⊔`, the best one alone.
    pub fn offer(&self, context: &mut Context<'_>) {
        if self.found.is_empty() {
            return;
        }
        let mut left = self.all.positives.clone();
        let mut members = vec![0; left.len()];
        let mut codes: Vec<Code> = Vec::new();
        loop {
            let most = self.found.iter().enumerate().max_by_key(|(place, definition)| {
                (n_common(&definition.members, &left), std::cmp::Reverse(*place))
            });
            let Some((_, part)) = most.filter(|(_, part)| n_common(&part.members, &left) > 0)
            else {
                break;
            };
            remove(&mut left, &part.members);
            insert(&mut members, &part.members);
            if codes.is_empty() {
                codes.clone_from(&part.codes);
            } else {
                codes.insert(0, Code::OR);
                codes.extend(&part.codes);
            }
            if !self.has_union {
                break;
            }
        }
        let covered = self.all.covered(&members);
        let quality = self.rating.quality(covered);
        context.saw(quality);
        let concept = concept(&self.space, &codes);
        if context.front.wants(concept.length(), quality) {
            context.front.offer(&concept, covered);
        }
    }
}
