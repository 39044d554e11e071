//! The order of concepts in the OWL API, by which DL-Learner decides between equal scores.
//!
//! Concepts are compared by their kind, then by their property, their number and their parts; names are
//! compared as text. Operands of joins have to be sorted by this order already.

use std::cmp::Ordering;

use evolearner_evaluate::{Op, Space};

use super::concepts::{ConceptIdx, Concepts, Shape};

/// `⊤` has a name, by which it stands among the classes.
const THING: &str = "http://www.w3.org/2002/07/owl#Thing";

/// The order on one space, whose names are sorted.
pub struct SyntacticOrder {
    /// The classes before `⊤`.
    n_before_thing: u32,
}

/// What is compared before the parts of a concept: its kind, and what follows it.
type Head = (u8, u32, u32, u32);

impl SyntacticOrder {
    /// The order on a space.
    pub fn new(space: &Space) -> Self {
        let names = &space.graph.symbols.classes;
        let n_before_thing =
            space.classes.partition_point(|&class| names.get(class) < THING) as u32;
        Self { n_before_thing }
    }

    /// Compares two concepts.
    pub fn compare(&self, concepts: &Concepts, one: ConceptIdx, other: ConceptIdx) -> Ordering {
        if one == other {
            return Ordering::Equal;
        }
        let (shape, of_other) = (concepts.shape(one), concepts.shape(other));
        self.head(shape).cmp(&self.head(of_other)).then_with(|| match (shape, of_other) {
            (Shape::Join { .. }, Shape::Join { .. }) => {
                let (operands, others) = (concepts.operands(one), concepts.operands(other));
                let different = operands.iter().zip(others).find(|(one, other)| one != other);
                match different {
                    Some((&one, &other)) => self.compare(concepts, one, other),
                    None => operands.len().cmp(&others.len()),
                }
            }
            (Shape::Restriction { filler, .. }, Shape::Restriction { filler: of_other, .. }) => {
                self.compare(concepts, filler, of_other)
            }
            (
                Shape::Leaf { code, value, is_negated: true },
                Shape::Leaf { code: of_other, value: value_of_other, is_negated: true },
            ) => {
                let plain = |code, value| self.head(Shape::Leaf { code, value, is_negated: false });
                plain(code, value).cmp(&plain(of_other, value_of_other))
            }
            _ => Ordering::Equal,
        })
    }

    fn head(&self, shape: Shape) -> Head {
        match shape {
            // Classes have odd places, so that two more find room between any of them.
            Shape::Bottom => (0, 2 * self.n_before_thing, 0, 0),
            Shape::Top => (0, 2 * self.n_before_thing, 1, 0),
            Shape::Join { is_and: true, .. } => (1, 0, 0, 0),
            Shape::Join { is_and: false, .. } => (2, 0, 0, 0),
            Shape::Leaf { is_negated: true, .. } => (3, 0, 0, 0),
            Shape::Restriction { code, number, .. } => {
                let kind = match code.op() {
                    Op::Some => 5,
                    Op::Only => 6,
                    Op::AtLeast => 8,
                    Op::Exactly => 9,
                    _ => 10,
                };
                (kind, code.argument() as u32, number, 0)
            }
            Shape::Leaf { code, value, .. } => {
                let place = code.argument() as u32;
                let value = value.map_or(0, |value| value.argument() as u32);
                match code.op() {
                    Op::Class => (0, 2 * place + 1, 0, 0),
                    Op::Min => (12, place, 0, value),
                    Op::Max => (12, place, 1, value),
                    Op::Is => (14, place, 0, value),
                    _ => (15, place, 0, value),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use evolearner_evaluate::{Code, Examples, SpaceRules};
    use evolearner_testing::fixture::{graph, individual};

    use crate::refine::Metric;

    #[test]
    fn kinds_come_before_names_and_names_before_parts() {
        let graph = graph(
            "@prefix : <http://a/> . @prefix z: <http://z/> .
             :x a :A , z:Z ; :r :y ; :s :y ; :d 1 ; :e 1 . :y a :B ; :r :x ; :d 2 ; :e 2 .",
        );
        let [x, y] = ["x", "y"].map(|name| individual(&graph, &format!("http://a/{name}")));
        let examples = Examples::new(&[x], &[y]).expect("two lists").0;
        let space = Space::new(Arc::new(graph), &examples, &SpaceRules::default());
        let order = || Some(SyntacticOrder::new(&space));
        let mut concepts = Concepts::new(&space, Metric::REPORTED, order());
        let class = |place| Code::new(Op::Class, place);
        let [a, b, z] = [0, 1, 2].map(|place| concepts.leaf(class(place), None, false));
        let not_a = concepts.leaf(class(0), None, true);
        let some = |role| Code::new(Op::Some, role);
        let [some_b, some_top, of_s] = [(0, b), (0, Concepts::TOP), (1, a)]
            .map(|(role, filler)| concepts.restriction(some(role), 0, filler));
        let two = concepts.restriction(Code::new(Op::AtLeast, 0), 2, a);
        let bound = |op, property, cut| (Code::new(op, property), Some(Code::new(Op::Cut, cut)));
        let [low, high, of_e] = [bound(Op::Min, 0, 0), bound(Op::Max, 0, 0), bound(Op::Min, 1, 1)]
            .map(|(code, cut)| concepts.leaf(code, cut, false));
        // Made in another order than they are sorted in.
        let and = concepts.join(true, &[some_b, a]);
        let longer = concepts.join(true, &[not_a, some_b, a]);
        let or = concepts.join(false, &[b, a]);
        let sorted = [
            a,
            b,
            Concepts::BOTTOM,
            Concepts::TOP,
            z,
            longer,
            and,
            or,
            not_a,
            some_b,
            some_top,
            of_s,
            two,
            low,
            high,
            of_e,
        ];
        let mut found = sorted;
        found.sort_unstable();
        found.sort_by(|&one, &other| concepts.compare(one, other));
        assert_eq!(found, sorted);
        assert_eq!(concepts.operands(or), [a, b]);
        // Without an order operands stand as they were made, and concepts are equal.
        let mut plain = Concepts::new(&space, Metric::REPORTED, None);
        let [b, a] = [1, 0].map(|place| plain.leaf(class(place), None, false));
        let or = plain.join(false, &[a, b]);
        assert_eq!((plain.operands(or), plain.compare(a, b)), (&[b, a][..], Ordering::Equal));
    }
}
