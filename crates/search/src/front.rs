//! The best concept of each length, with the figures of the concept as it is printed.

use std::cmp::Ordering;

use evolearner_dl::{Concept, Node, Quantifier};

use crate::evaluate::Covered;

/// A concept that a run found, and how it does on the examples.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The concept as it is reported: simplified where the settings ask for it.
    pub concept: Concept,
    /// What it covers, counted by retrieval.
    pub covered: Covered,
    /// The measure of what it covers.
    pub quality: f64,
    /// The same less the price of its length.
    pub fitness: f64,
}

/// The best concept of each length. Of equally good ones the more positive stays, then the first.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Front {
    by_length: Vec<Option<Row>>,
}

impl Front {
    /// Takes a concept if none of its length is better.
    pub fn offer(&mut self, row: Row) {
        let length = row.concept.length();
        if self.by_length.len() <= length {
            self.by_length.resize(length + 1, None);
        }
        let place = &mut self.by_length[length];
        let is_better = place.as_ref().is_none_or(|kept| {
            let ordering = row.quality.total_cmp(&kept.quality);
            ordering.then_with(|| negativity(&kept.concept).cmp(&negativity(&row.concept)))
                == Ordering::Greater
        });
        if is_better {
            *place = Some(row);
        }
    }

    /// The best concept of each length, shortest first.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.by_length.iter().flatten()
    }

    /// The concepts that are better than every shorter one, shortest first.
    pub fn front(&self) -> Vec<&Row> {
        let mut front: Vec<&Row> = Vec::new();
        for row in self.rows() {
            if front.last().is_none_or(|last| row.quality > last.quality) {
                front.push(row);
            }
        }
        front
    }

    /// The fittest concept; of equals the shorter.
    pub fn fittest(&self) -> Option<&Row> {
        self.front()
            .into_iter()
            .reduce(|best, row| if row.fitness > best.fitness { row } else { best })
    }
}

/// How much of a concept says what is absent: the numbers of `¬`, `≤` and `∀`, compared in this
/// order. All three hold for individuals of which nothing is known, so readers trust them less.
fn negativity(concept: &Concept) -> [usize; 3] {
    let mut counts = [0; 3];
    for node in concept.nodes() {
        let place = match node {
            Node::Not => 0,
            Node::AtMost(..) => 1,
            Node::Only(_) => 2,
            Node::Data(restriction) => match restriction.quantifier {
                Quantifier::AtMost(_) => 1,
                Quantifier::Only => 2,
                _ => continue,
            },
            _ => continue,
        };
        counts[place] += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use evolearner_dl::{ClassId, Id, ObjectPropertyId, Role};

    fn row(concept: Concept, quality: f64) -> Row {
        let fitness = quality * 2048.0 - concept.n_nodes() as f64;
        Row { concept, covered: Covered::default(), quality, fitness }
    }

    fn chain(n_negations: usize) -> Concept {
        let class = Concept::class(ClassId::new(0));
        (0..n_negations).fold(class, |concept, _| Concept::node(Node::Not, [concept]))
    }

    #[test]
    fn the_front_rises_with_length() {
        let mut front = Front::default();
        for (n_negations, quality) in [(4, 0.8), (0, 0.5), (2, 0.5), (6, 0.8), (8, 0.9), (4, 0.7)] {
            front.offer(row(chain(n_negations), quality));
        }
        let found: Vec<(usize, f64)> =
            front.front().iter().map(|row| (row.concept.length(), row.quality)).collect();
        assert_eq!(found, [(1, 0.5), (5, 0.8), (9, 0.9)]);
        assert_eq!(front.fittest().map(|best| best.concept.length()), Some(9));
    }

    #[test]
    fn of_equally_good_and_long_concepts_the_positive_one_is_kept() {
        let role = Role::forward(ObjectPropertyId::new(0));
        let restriction = |node| Concept::node(node, [Concept::class(ClassId::new(0))]);
        let (only, some) = (restriction(Node::Only(role)), restriction(Node::Some(role)));
        for order in [[&only, &some], [&some, &only]] {
            let mut front = Front::default();
            for concept in order {
                front.offer(row(concept.clone(), 0.7));
            }
            assert_eq!(front.fittest().map(|row| &row.concept), Some(&some));
        }
    }
}
