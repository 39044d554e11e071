//! The concepts that a run found, rated on all individuals.

use std::collections::BTreeSet;

use evolearner_dl::{Concept, Forall, IndividualId, Node};
use evolearner_retrieve::{BitSet, Subsumed};

use super::scope::Scope;
use super::{EnrichSettings, f1, is_trivial};
use crate::definitions::conjuncts;
use crate::knowledge_base::KnowledgeBase;
use crate::learned::Learned;

/// The most concepts that are rated on all individuals, beside the best of each length.
const MAX_RIVALS: usize = 40;
/// The longest superclass: a long one that holds for every instance is made to measure.
const MAX_SUPERCLASS_LENGTH: usize = 7;
/// A superclass says something if it holds for at most this share of the others.
const MAX_SHARE_OF_OTHERS: f64 = 0.9;

/// A concept with who satisfies it.
#[derive(Clone)]
pub(super) struct Rated {
    pub(super) concept: Concept,
    pub(super) members: BitSet,
    pub(super) n_instances: usize,
    pub(super) covered: usize,
    pub(super) others_covered: usize,
}

impl Rated {
    pub(super) fn f1(&self) -> f64 {
        f1(self.covered, self.others_covered, self.n_instances)
    }

    /// Individuals that it gets wrong.
    fn n_wrong(&self) -> usize {
        self.n_instances - self.covered + self.others_covered
    }

    pub(super) fn precision(&self) -> f64 {
        self.covered as f64 / (self.covered + self.others_covered).max(1) as f64
    }

    pub(super) fn recall(&self) -> f64 {
        self.covered as f64 / self.n_instances.max(1) as f64
    }
}

/// The concepts that a run found.
pub(super) struct Candidates<'k> {
    kb: &'k KnowledgeBase,
    scope: &'k Scope,
    forall: Forall,
    rated: Vec<Rated>,
}

impl<'k> Candidates<'k> {
    pub(super) fn of(
        kb: &'k KnowledgeBase,
        scope: &'k Scope,
        learned: &Learned,
        forall: Forall,
    ) -> Self {
        let mut rivals: Vec<&Concept> = learned.found.rivals.iter().collect();
        rivals.sort_by_key(|concept| (concept.length(), negations(concept)));
        rivals.truncate(MAX_RIVALS);
        let rows = learned.found.front.rows().map(|row| &row.concept);
        let found = std::iter::once(learned.concept()).chain(rows).chain(rivals);
        let mut candidates = Self { kb, scope, forall, rated: Vec::new() };
        for concept in found.filter(|concept| !is_trivial(concept)) {
            // It was learned against the instances of the class around, and so holds within that
            // class.
            let around = scope.around.map(Concept::class);
            let whole = Concept::and(around.into_iter().chain([concept.clone()]));
            let rated = candidates.rate(kb.simplify(&whole, forall));
            let is_same = |known: &Rated| {
                known.members == rated.members && names(&known.concept) == names(&rated.concept)
            };
            if !candidates.rated.iter().any(is_same) {
                candidates.rated.push(rated);
            }
        }
        // The best first; of equals the one that says less of what is absent.
        let mut rated = std::mem::take(&mut candidates.rated);
        rated.sort_by(|a, b| {
            let bits = |one: &Rated| scope.description_length(one.n_wrong(), one.concept.length());
            let negations = |one: &Rated| negations(&one.concept);
            bits(a).total_cmp(&bits(b)).then_with(|| negations(a).cmp(&negations(b)))
        });
        candidates.rated = rated;
        candidates
    }

    fn rate(&self, concept: Concept) -> Rated {
        let members = self.kb.retrieve(&concept, self.forall);
        let count = |of: &[IndividualId]| of.iter().filter(|&&one| members.contains(one)).count();
        let (covered, others_covered) = (count(&self.scope.instances), count(&self.scope.others));
        let n_instances = self.scope.instances.len();
        Rated { concept, members, n_instances, covered, others_covered }
    }

    /// The best definitions that are not stated, and how many were left out because they are.
    pub(super) fn definitions(&self, settings: &EnrichSettings) -> (Vec<Rated>, usize) {
        let definitions = self.kb.definitions();
        let stated: Vec<Vec<Concept>> = definitions
            .of_class(self.scope.class)
            .map(|concept| sorted_conjuncts(&self.kb.simplify(concept, self.forall)))
            .collect();
        let is_good = |rated: &&Rated| rated.f1() >= settings.min_quality;
        let good: Vec<&Rated> = self.rated.iter().filter(is_good).collect();
        let concepts: Vec<Concept> = good.iter().map(|rated| rated.concept.clone()).collect();
        let derived = self.kb.subsumed(self.scope.class, &concepts);
        let is_known = |rated: &Rated, derived: &Subsumed| {
            derived.is_above && derived.is_below
                || stated.contains(&sorted_conjuncts(&rated.concept))
        };
        let pairs = good.iter().zip(&derived);
        let new: Vec<&Rated> = pairs
            .filter(|(rated, derived)| !is_known(rated, derived))
            .map(|(&one, _)| one)
            .collect();
        let n_known = good.len() - new.len();
        let mut chosen: Vec<&Rated> = new.iter().copied().take(settings.max_suggestions).collect();
        // The last place is that of the concept with the fewest exceptions, however long.
        let best = |a: &&&Rated, b: &&&Rated| {
            let shorter = b.concept.length().cmp(&a.concept.length());
            a.f1().total_cmp(&b.f1()).then(shorter)
        };
        if let (Some(best), Some(last)) = (new.iter().max_by(best), chosen.last_mut())
            && last.f1() < best.f1()
            && new.iter().take(settings.max_suggestions).all(|one| one.f1() < best.f1())
        {
            *last = best;
        }
        (chosen.into_iter().cloned().collect(), n_known)
    }

    /// The strongest concepts that hold for every instance, without what is stated above the class, and
    /// that do not hold for nearly all others as well. Those that hold for no other are definitions.
    pub(super) fn superclasses(&self, settings: &EnrichSettings) -> Vec<Rated> {
        let class = self.scope.class;
        let stated = self.kb.definitions().conjuncts_above(class);
        let graph = self.kb.graph();
        // A complement says what a class is not, of which there is no end.
        let is_left_out = |part: &Concept| match part.nodes() {
            [Node::Class(above)] => graph.is_subclass(class, *above),
            [Node::Not, ..] => true,
            _ => stated.contains(part),
        };
        let mut found: Vec<Rated> = Vec::new();
        let holds = |rated: &&Rated| rated.covered == rated.n_instances;
        let is_short = |rated: &&Rated| rated.concept.length() <= MAX_SUPERCLASS_LENGTH;
        for rated in self.rated.iter().filter(holds).filter(is_short) {
            let parts = conjuncts(&rated.concept);
            let n_parts = parts.len();
            let new: Vec<Concept> = parts.into_iter().filter(|part| !is_left_out(part)).collect();
            if new.is_empty() {
                continue;
            }
            let rated =
                if new.len() == n_parts { rated.clone() } else { self.rate(Concept::and(new)) };
            let n_others = self.scope.others.len() as f64;
            let says_something = rated.others_covered as f64 <= MAX_SHARE_OF_OTHERS * n_others;
            let is_new = found.iter().all(|known| known.concept != rated.concept);
            if rated.others_covered > 0 && says_something && is_new {
                found.push(rated);
            }
        }
        found.sort_by(|a, b| {
            let by_length = a.concept.length().cmp(&b.concept.length());
            a.others_covered.cmp(&b.others_covered).then(by_length)
        });
        // One that covers the same individuals says nothing new.
        found.dedup_by(|next, kept| next.others_covered == kept.others_covered);
        let concepts: Vec<Concept> = found.iter().map(|rated| rated.concept.clone()).collect();
        let mut derived = self.kb.subsumed(class, &concepts).into_iter();
        found.retain(|_| derived.next().is_none_or(|one| !one.is_above));
        found.truncate(settings.max_suggestions);
        found
    }
}

/// The names of a concept.
fn names(concept: &Concept) -> BTreeSet<&Node> {
    let is_name = |node: &&Node| matches!(node, Node::Class(_) | Node::Data(_));
    let is_role = |node: &&Node| node.role().is_some();
    concept.nodes().iter().filter(|node| is_name(node) || is_role(node)).collect()
}

/// The operands of a meet in an order of their own, to be compared.
fn sorted_conjuncts(concept: &Concept) -> Vec<Concept> {
    let mut parts = conjuncts(concept);
    parts.sort_unstable();
    parts
}

/// How much of a concept says what is absent.
fn negations(concept: &Concept) -> usize {
    let is_negative = |node: &&Node| matches!(node, Node::Not | Node::Only(_) | Node::AtMost(..));
    concept.nodes().iter().filter(is_negative).count()
}
