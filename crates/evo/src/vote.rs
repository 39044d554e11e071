//! The vote of a committee, and the concept that has the same members.

use evolearner_dl::Concept;

/// The most parts of a concept for a vote: with more members there are too many ways to win it.
const MAX_PARTS: usize = 10_000;

/// Concepts that vote for what they cover and against the rest, each with its weight. What has more
/// than half of the weight on its side is covered.
#[derive(Clone, Debug)]
pub struct Vote {
    members: Vec<(Concept, f64)>,
    half: f64,
}

impl Vote {
    /// A vote of some members, whose weights are positive.
    pub fn new(members: Vec<(Concept, f64)>) -> Self {
        let half = members.iter().map(|(_, weight)| weight).sum::<f64>() / 2.0;
        Self { members, half }
    }

    /// The members, and what their votes count.
    pub fn members(&self) -> &[(Concept, f64)] {
        &self.members
    }

    /// The result, where it is known which members cover an individual.
    pub fn decides(&self, covers: impl IntoIterator<Item = bool>) -> bool {
        let votes = self.members.iter().zip(covers).filter(|(_, covers)| *covers);
        votes.fold(0.0, |sum, ((_, weight), _)| sum + weight) > self.half
    }

    /// A concept with the same instances, made of the members by `⊓` and `⊔`: a vote only gains by one
    /// more member on its side. Nothing where that would be very long.
    pub fn concept(&self) -> Option<Concept> {
        let mut n_parts = 0;
        Some(match self.from(0, 0.0, &mut n_parts)? {
            Won::Always => Concept::top(),
            Won::Never => Concept::bottom(),
            Won::By(concept) => concept,
        })
    }

    /// When the vote is won, where the members before a place have brought so much weight. Weights are
    /// added in the order in which [`Self::decides`] adds them, so that both agree to the last bit.
    fn from(&self, place: usize, sum: f64, n_parts: &mut usize) -> Option<Won> {
        let rest = self.members[place..].iter();
        if sum > self.half {
            return Some(Won::Always);
        }
        if rest.fold(sum, |sum, (_, weight)| sum + weight) <= self.half {
            return Some(Won::Never);
        }
        let (member, weight) = &self.members[place];
        *n_parts += 1;
        if *n_parts > MAX_PARTS {
            return None;
        }
        let with = self.from(place + 1, sum + weight, n_parts)?;
        let without = self.from(place + 1, sum, n_parts)?;
        let both = match with {
            Won::Never => return Some(without),
            Won::Always => member.clone(),
            Won::By(rest) if without == Won::By(rest.clone()) => return Some(without),
            Won::By(rest) => Concept::and([member.clone(), rest]),
        };
        Some(match without {
            Won::Always => Won::Always,
            Won::Never => Won::By(both),
            Won::By(rest) => Won::By(Concept::or([both, rest])),
        })
    }
}

/// When a vote is won.
#[derive(PartialEq)]
enum Won {
    Always,
    Never,
    By(Concept),
}

#[cfg(test)]
mod tests {
    use evolearner_dl::{ClassId, Node};
    use proptest::prelude::*;

    use super::*;

    /// Whether a concept of classes, `⊓` and `⊔` holds where these classes do.
    fn holds(concept: &Concept, classes: &[bool]) -> bool {
        concept.fold(|node, parts: &mut Vec<bool>| match node {
            Node::Top => true,
            Node::Bottom => false,
            Node::Class(class) => classes[class.0 as usize],
            Node::And(_) => parts.iter().all(|&part| part),
            Node::Or(_) => parts.iter().any(|&part| part),
            _ => unreachable!("a vote has no other nodes"),
        })
    }

    proptest! {
        #[test]
        fn the_concept_of_a_vote_has_the_members_that_the_vote_has(
            weights in proptest::collection::vec(prop_oneof![0.01..2.0, Just(0.5), Just(0.1)], 1..9)
        ) {
            let members =
                (0..).zip(&weights).map(|(class, weight)| (Concept::class(ClassId(class)), *weight));
            let vote = Vote::new(members.collect());
            let concept = vote.concept().expect("it is short");
            for case in 0..1u32 << weights.len() {
                let covers: Vec<bool> = (0..weights.len()).map(|at| case >> at & 1 == 1).collect();
                prop_assert_eq!(holds(&concept, &covers), vote.decides(covers.clone()));
            }
        }
    }

    #[test]
    fn a_vote_of_very_many_members_is_no_concept() {
        let members = (0..40).map(|class| (Concept::class(ClassId(class)), 1.0));
        assert!(Vote::new(members.collect()).concept().is_none());
    }
}
