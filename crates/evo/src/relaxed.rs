//! A wider concept with fewer patterns, whose instances are asked for one by one.
//!
//! With a cardinality inside a cardinality, Virtuoso tries all combinations of successors for every individual of
//! the store. The instances of such a concept are found in two steps: the candidates are the instances of a wider
//! concept, which is one cheap query, and the concept itself is asked of a few hundred candidates at a time.

use evolearner_dl::{Concept, Node};
use evolearner_syntax::sparql::weight;

/// The heaviest part that only denies and is kept.
const MAX_DENIED: u64 = 4;

/// A concept that has all instances of another one: of cardinalities only that there is a successor is left, and
/// what only denies is left out unless it is small.
pub(crate) fn relaxed(concept: &Concept) -> Concept {
    // Of every part itself and its relaxation, since a part that denies is kept as it is or not at all.
    let (_, relaxed) = concept.fold(|node, parts: &mut Vec<(Concept, Concept)>| {
        let whole = Concept::node(node.clone(), parts.iter().map(|(part, _)| part.clone()));
        let is_top = |part: &Concept| *part.root() == Node::Top;
        let wider: Vec<Concept> = parts.drain(..).map(|(_, wider)| wider).collect();
        let relaxed = match node {
            Node::And(_) => {
                match wider.into_iter().filter(|part| !is_top(part)).collect::<Vec<_>>() {
                    none if none.is_empty() => Concept::top(),
                    left if left.len() == 1 => left.into_iter().next().unwrap_or_else(Concept::top),
                    left => Concept::and(left),
                }
            }
            Node::Or(_) if wider.iter().any(is_top) => Concept::top(),
            Node::Or(_) => Concept::or(wider),
            Node::AtLeast(0, _) => Concept::top(),
            Node::Some(role) | Node::AtLeast(_, role) => Concept::node(Node::Some(*role), wider),
            Node::Exactly(n, role) if *n > 0 => Concept::node(Node::Some(*role), wider),
            Node::Not | Node::Only(_) | Node::AtMost(..) | Node::Exactly(..)
                if weight(&whole) > MAX_DENIED =>
            {
                Concept::top()
            }
            _ => whole.clone(),
        };
        (whole, relaxed)
    });
    relaxed
}

#[cfg(test)]
mod tests {
    use evolearner_dl::Forall;
    use evolearner_syntax::{dl, parse_any};
    use evolearner_testing::concepts::{self, Sizes};
    use proptest::prelude::*;

    use super::*;
    use crate::KnowledgeBase;

    #[test]
    fn what_is_wide_becomes_narrow() {
        let kb = KnowledgeBase::embedded();
        let check = |text: &str, expect: &str| {
            let concept = parse_any(text, &kb.vocabulary()).expect("a concept");
            assert_eq!(dl::print(&relaxed(&concept), &kb.graph().symbols), expect, "{text}");
        };
        check("Parent ⊓ ≤ 1 hasChild.(≤ 4 hasSibling.∃ hasParent.∃ hasSibling.Sister)", "Parent");
        check("≥ 4 hasSibling.(≥ 3 hasChild.Male)", "∃ hasSibling.∃ hasChild.Male");
        check("Male ⊓ ¬Parent", "Male ⊓ ¬Parent");
        check("Male ⊔ ≤ 9 hasChild.⊤", "⊤");
    }

    evolearner_testing::laws! {
        #![cases(300)]

        #[test]
        fn every_instance_is_a_candidate(concept in {
            let kb = KnowledgeBase::embedded();
            let year = |year: i16| evolearner_dl::Literal::new(&year.to_string(), evolearner_dl::Datatype::xsd("integer"));
            concepts::concept_over(Sizes::of(&kb.graph().symbols), &(1850i16..2030).prop_map(year).boxed())
        }) {
            let kb = KnowledgeBase::embedded();
            let wider = relaxed(&concept);
            prop_assert!(weight(&wider) <= weight(&concept));
            let (inner, outer) =
                (kb.retrieve(&concept, Forall::Standard), kb.retrieve(&wider, Forall::Standard));
            prop_assert!(inner.iter().all(|individual| outer.contains(individual)));
        }
    }
}
