//! A concept as it is spoken of: negations and trivial parts resolved, bounds put together.

use std::borrow::Cow;
use std::collections::BTreeMap;

use evolearner_dl::{
    ClassId, Comparison, DataPropertyId, DataRange, DataRestriction, IndividualId, Node,
    Quantifier, Role,
};

use super::sentence::SentenceWriter;

/// A subtree, named by where it starts, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Part {
    pub(super) at: usize,
    pub(super) is_negated: bool,
    /// A second bound on the values of the same property.
    bound: Option<usize>,
}

impl Part {
    pub(super) fn new(at: usize) -> Self {
        Self { at, is_negated: false, bound: None }
    }

    pub(super) fn negated(self) -> Self {
        Self { is_negated: !self.is_negated, ..self }
    }
}

/// How many successors lie in the filler.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Amount {
    Some,
    None,
    /// Two or more.
    AtLeast(u32),
    /// One or more.
    AtMost(u32),
    Exactly(u32),
    NotExactly(u32),
}

/// What a part says. A `bool` is whether it is negated.
pub(super) enum View<'a> {
    Top,
    Bottom,
    Class(ClassId, bool),
    OneOf(&'a [IndividualId], bool),
    Value(Role, IndividualId, bool),
    OneSelf(Role, bool),
    Data(DataPropertyId, Quantifier, Cow<'a, DataRange>, bool),
    /// All of two or more.
    Meet(Vec<Part>),
    NotMeet(Vec<Part>),
    /// One of two or more.
    Join(Vec<Part>),
    Neither(Vec<Part>),
    Related(Role, Amount, Part),
    Only(Role, Part),
}

impl<'a> SentenceWriter<'a> {
    pub(super) fn view(&self, part: Part) -> View<'a> {
        let mut part = part;
        loop {
            let is_negated = part.is_negated;
            let filler = Part::new(part.at + 1);
            return match &self.nodes[part.at] {
                Node::Not => {
                    part = filler.negated_if(!is_negated);
                    continue;
                }
                Node::Top | Node::Bottom => {
                    constant(matches!(self.nodes[part.at], Node::Top) != is_negated)
                }
                Node::Class(class) => View::Class(*class, is_negated),
                Node::OneOf(individuals) => View::OneOf(individuals, is_negated),
                Node::HasValue(role, individual) => View::Value(*role, *individual, is_negated),
                Node::HasSelf(role) => View::OneSelf(*role, is_negated),
                Node::Data(restriction) => self.values(restriction, part),
                Node::And(_) | Node::Or(_) => {
                    let is_meet = matches!(self.nodes[part.at], Node::And(_));
                    let parts = self.flat(part.at, is_meet);
                    if parts.is_empty() {
                        return constant(is_meet != is_negated);
                    }
                    if let [only] = parts[..] {
                        part = only.negated_if(is_negated);
                        continue;
                    }
                    self.list(parts, is_meet, is_negated)
                }
                Node::Some(role) => related(*role, 1, is_negated, filler),
                Node::AtLeast(n, role) => related(*role, *n, is_negated, filler),
                Node::AtMost(n, role) => related(*role, n.saturating_add(1), !is_negated, filler),
                Node::Exactly(0, role) => related(*role, 1, !is_negated, filler),
                Node::Exactly(n, role) if is_negated => {
                    View::Related(*role, Amount::NotExactly(*n), filler)
                }
                Node::Exactly(n, role) => View::Related(*role, Amount::Exactly(*n), filler),
                Node::Only(role) => {
                    let outside = self.resolved(filler.negated());
                    if is_negated {
                        View::Related(*role, Amount::Some, outside)
                    } else if self.nodes[outside.at] == Node::Top && outside.is_negated {
                        View::Top
                    } else if outside.is_negated && self.nodes[outside.at] != Node::Bottom {
                        View::Only(*role, filler)
                    } else {
                        // Only what is not in a concept, or nothing: none.
                        View::Related(*role, Amount::None, outside)
                    }
                }
            };
        }
    }

    /// The part without double negations.
    pub(super) fn resolved(&self, mut part: Part) -> Part {
        while self.nodes[part.at] == Node::Not {
            part = Part::new(part.at + 1).negated_if(!part.is_negated);
        }
        part
    }

    fn values(&self, restriction: &'a DataRestriction, part: Part) -> View<'a> {
        let mut range = Cow::Borrowed(&restriction.range);
        if let Some(second) = part.bound
            && let Node::Data(second) = &self.nodes[second]
        {
            let both = [restriction.range.clone(), second.range.clone()];
            range = Cow::Owned(DataRange::And(both.into()));
        }
        let (quantifier, is_negated) = match restriction.quantifier {
            // Not only values in a range: some value outside.
            Quantifier::Only if part.is_negated => {
                range = Cow::Owned(DataRange::Not(Box::new(range.into_owned())));
                (Quantifier::Some, false)
            }
            quantifier => (quantifier, part.is_negated),
        };
        View::Data(restriction.property, quantifier, range, is_negated)
    }

    fn list(&self, parts: Vec<Part>, is_meet: bool, is_negated: bool) -> View<'a> {
        // De Morgan, where it removes negations.
        if is_negated && parts.iter().any(|part| part.is_negated) {
            let parts = parts.into_iter().map(Part::negated).collect();
            return if is_meet { View::Join(parts) } else { View::Meet(self.with_bounds(parts)) };
        }
        match (is_meet, is_negated) {
            (true, false) => View::Meet(self.with_bounds(parts)),
            (true, true) => View::NotMeet(parts),
            (false, false) => View::Join(parts),
            (false, true) => View::Neither(parts),
        }
    }

    /// The parts of a conjunction or disjunction, with those of the same kind within it, without
    /// what changes nothing.
    fn flat(&self, at: usize, is_meet: bool) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut pending = vec![at];
        while let Some(at) = pending.pop() {
            let part = self.resolved(Part::new(at));
            let is_same = match &self.nodes[part.at] {
                Node::And(_) => is_meet,
                Node::Or(_) => !is_meet,
                _ => false,
            };
            if is_same && !part.is_negated {
                let n_before = pending.len();
                let mut start = part.at + 1;
                for _ in 0..self.nodes[part.at].arity() {
                    pending.push(start);
                    start = self.ends[start];
                }
                pending[n_before..].reverse();
                continue;
            }
            let is_neutral = match &self.nodes[part.at] {
                Node::Top => is_meet != part.is_negated,
                Node::Bottom => is_meet == part.is_negated,
                _ => false,
            };
            if !is_neutral {
                parts.push(part);
            }
        }
        parts
    }

    /// A lower and an upper bound on one property become one part.
    fn with_bounds(&self, parts: Vec<Part>) -> Vec<Part> {
        let mut merged: Vec<Part> = Vec::with_capacity(parts.len());
        // Where a bound of each direction waits for one of the other.
        let mut waiting: BTreeMap<(DataPropertyId, bool), (usize, f64)> = BTreeMap::new();
        for part in parts {
            let Some((property, is_lower, key)) = self.bound(part) else {
                merged.push(part);
                continue;
            };
            let other = waiting.get(&(property, !is_lower)).copied().filter(|(_, other_key)| {
                let (low, high) = if is_lower { (key, *other_key) } else { (*other_key, key) };
                low < high
            });
            if let Some((position, _)) = other {
                merged[position].bound = Some(part.at);
                waiting.remove(&(property, !is_lower));
            } else {
                waiting.insert((property, is_lower), (merged.len(), key));
                merged.push(part);
            }
        }
        merged
    }

    /// The property, the direction and the bound of a plain comparison.
    fn bound(&self, part: Part) -> Option<(DataPropertyId, bool, f64)> {
        if part.is_negated || part.bound.is_some() {
            return None;
        }
        let Node::Data(restriction) = &self.nodes[part.at] else { return None };
        match (&restriction.range, restriction.quantifier) {
            (DataRange::Compare(comparison, bound), Quantifier::Some) => {
                let is_lower = matches!(comparison, Comparison::AtLeast | Comparison::Above);
                Some((restriction.property, is_lower, bound.value().key))
            }
            _ => None,
        }
    }
}

impl Part {
    fn negated_if(self, is_negated: bool) -> Self {
        if is_negated { self.negated() } else { self }
    }
}

fn constant<'a>(is_top: bool) -> View<'a> {
    if is_top { View::Top } else { View::Bottom }
}

/// At least so many, or fewer.
fn related<'a>(role: Role, n: u32, is_negated: bool, filler: Part) -> View<'a> {
    let amount = match (n, is_negated) {
        (0, is_negated) => return constant(!is_negated),
        (1, false) => Amount::Some,
        (1, true) => Amount::None,
        (n, false) => Amount::AtLeast(n),
        (n, true) => Amount::AtMost(n - 1),
    };
    View::Related(role, amount, filler)
}
