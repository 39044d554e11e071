//! The best concept of each length, with the figures of the concept as it is printed.

use std::cmp::Ordering;
use std::sync::Arc;

use evolearner_dl::{Concept, Forall, Node, Quantifier};
use evolearner_evaluate::{Covered, Examples};
use evolearner_graph::Graph;
use evolearner_retrieve::{Hierarchy, Knowledge, RetrieveSettings, retrieve_among, simplify};

use crate::rating::Rating;

/// A concept that a run found, and how it does on the examples.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The concept as it is reported: simplified where the options ask for it.
    pub concept: Concept,
    /// What it covers.
    pub covered: Covered,
    /// The measure of what it covers.
    pub quality: f64,
    /// The same less the price of its length.
    pub fitness: f64,
}

/// The best concept of each length. Of equally good ones the more positive stays, then the first.
#[derive(Clone)]
pub struct Front {
    rules: Arc<Rules>,
    by_length: Vec<Option<Row>>,
    /// What is known of all other concepts.
    proof: Option<Proof>,
}

/// That no concept up to a length is better than the rows up to that length, of all concepts that a run
/// may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The length.
    pub length: usize,
    /// The length up to which no concept gets every example right.
    pub imperfect: usize,
    /// How deep restrictions were nested, where deeper ones of these lengths exist.
    pub nesting: Option<usize>,
}

/// What decides how an offered concept becomes a row.
struct Rules {
    graph: Arc<Graph>,
    examples: Arc<Examples>,
    rating: Rating,
    forall: Forall,
    /// What the ontology states, where concepts are simplified by it.
    hierarchy: Option<Hierarchy>,
}

impl Front {
    /// An empty front.
    pub fn new(
        graph: Arc<Graph>,
        examples: Arc<Examples>,
        rating: Rating,
        forall: Forall,
        simplifies: bool,
    ) -> Self {
        let hierarchy = simplifies.then(|| Hierarchy::of(&graph));
        let rules = Arc::new(Rules { graph, examples, rating, forall, hierarchy });
        Self { rules, by_length: Vec::new(), proof: None }
    }

    /// States that the rows up to a length are the best that there are.
    pub fn prove(&mut self, proof: Proof) {
        self.proof = Some(proof);
    }

    /// Up to which length the rows are known to be the best that there are.
    pub fn proof(&self) -> Option<Proof> {
        self.proof
    }

    /// Whether concepts are shortened and simplified.
    pub fn simplifies(&self) -> bool {
        self.rules.hierarchy.is_some()
    }

    /// A front by the same rules, without any row.
    #[must_use]
    pub fn emptied(&self) -> Self {
        Self { rules: self.rules.clone(), by_length: Vec::new(), proof: self.proof }
    }

    /// An empty front that rates differently.
    #[must_use]
    pub fn rated_by(&self, rating: Rating) -> Self {
        let Rules { graph, examples, forall, hierarchy, .. } = &*self.rules;
        let rules = Rules {
            graph: graph.clone(),
            examples: examples.clone(),
            rating,
            forall: *forall,
            hierarchy: hierarchy.clone(),
        };
        Self { rules: Arc::new(rules), by_length: Vec::new(), proof: None }
    }

    /// The row that a concept would be.
    pub fn row(&self, concept: &Concept, covered: Covered) -> Row {
        let rules = &*self.rules;
        let concept = match &rules.hierarchy {
            Some(hierarchy) => {
                simplify(concept, &Knowledge::stated(hierarchy).with_forall(rules.forall))
            }
            None => concept.clone(),
        };
        let quality = rules.rating.quality(covered);
        let fitness = rules.rating.fitness(quality, concept.n_nodes());
        Row { concept, covered, quality, fitness }
    }

    /// Whether a concept of that length and quality would be taken as it is: no shorter or equally
    /// long one is as good. To be asked before a concept is expressed and simplified.
    pub fn wants(&self, length: usize, quality: f64) -> bool {
        let rows = self.by_length.iter().take(length + 1).flatten();
        rows.into_iter().all(|row| row.quality < quality)
    }

    /// Takes a concept that covers so much, if none of its length is better.
    pub fn offer(&mut self, concept: &Concept, covered: Covered) {
        let row = self.row(concept, covered);
        self.take(row);
    }

    /// Takes a concept, counting what it covers by retrieval.
    pub fn offer_counted(&mut self, concept: &Concept) {
        let row = self.row(concept, Covered::default());
        let row = self.counted(&row);
        self.take(row);
    }

    fn take(&mut self, row: Row) {
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

    /// Whether a concept covers each of some examples: the positives, then the negatives.
    pub fn covers(&self, concept: &Concept, examples: &Examples) -> Vec<bool> {
        let Rules { graph, forall, .. } = &*self.rules;
        let all: Vec<_> =
            examples.positives().iter().chain(examples.negatives()).copied().collect();
        retrieve_among(graph, concept, RetrieveSettings::new(*forall), &all)
    }

    /// Puts a concept in the place of a row, if it is no longer and does as well; the row that is
    /// then the answer.
    pub(crate) fn replace(&mut self, row: &Row, concept: &Concept) -> Row {
        let new = self.row(concept, Covered::default());
        let new = self.counted(&new);
        let (old_length, length) = (row.concept.length(), new.concept.length());
        if new.quality < row.quality || length > old_length {
            return row.clone();
        }
        if let Some(place) = self.by_length.get_mut(old_length) {
            if place.as_ref().is_some_and(|kept| kept.concept == row.concept) {
                *place = None;
            }
            let place = &mut self.by_length[length];
            if place.as_ref().is_none_or(|kept| kept.quality <= new.quality) {
                *place = Some(new.clone());
            }
        }
        new
    }

    /// A row with what its concept covers counted by retrieval: the figures are those of the concept
    /// that is printed, whatever a search evaluated.
    pub fn counted(&self, row: &Row) -> Row {
        let Rules { graph, examples, rating, forall, .. } = &*self.rules;
        let settings = RetrieveSettings::new(*forall);
        let members = retrieve_among(graph, &row.concept, settings, examples.individuals());
        let covered = examples.covered_by(&members);
        let quality = rating.quality(covered);
        let fitness = rating.fitness(quality, row.concept.n_nodes());
        Row { concept: row.concept.clone(), covered, quality, fitness }
    }

    /// The same rows, each counted by retrieval.
    #[must_use]
    pub fn recounted(&self) -> Self {
        let mut front = self.emptied();
        for row in self.rows() {
            let counted = self.counted(row);
            debug_assert_eq!(
                counted.covered, row.covered,
                "the concept that is printed covers what was evaluated: {:?}",
                row.concept
            );
            front.take(counted);
        }
        front
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
    use evolearner_evaluate::Quality;
    use evolearner_testing::fixture::molecules;

    /// A front on four examples of either kind that does not simplify.
    fn front() -> Front {
        let (graph, positives, negatives) = molecules();
        let examples = Arc::new(Examples::new(&positives, &negatives).unwrap().0);
        let rating = Rating::new(Arc::new(Quality::Accuracy), 2048.0, true, &examples);
        Front::new(Arc::new(graph), examples, rating, Forall::Standard, false)
    }

    fn chain(n_negations: usize) -> Concept {
        let class = Concept::class(ClassId::new(0));
        (0..n_negations).fold(class, |concept, _| Concept::node(Node::Not, [concept]))
    }

    fn covering(positives: u32, negatives: u32) -> Covered {
        Covered { positives, negatives }
    }

    #[test]
    fn the_front_rises_with_length() {
        let mut front = front();
        for (n_negations, positives, negatives) in
            [(4, 2, 1), (0, 1, 1), (2, 1, 1), (6, 2, 1), (8, 2, 0), (4, 1, 1)]
        {
            front.offer(&chain(n_negations), covering(positives, negatives));
        }
        let found: Vec<(usize, f64)> =
            front.front().iter().map(|row| (row.concept.length(), row.quality)).collect();
        assert_eq!(found, [(1, 0.5), (5, 0.75), (9, 1.0)]);
        assert_eq!(front.fittest().map(|best| best.concept.length()), Some(9));
    }

    #[test]
    fn of_equally_good_and_long_concepts_the_positive_one_is_kept() {
        let role = Role::forward(ObjectPropertyId::new(0));
        let restriction = |node| Concept::node(node, [Concept::class(ClassId::new(0))]);
        let (only, some) = (restriction(Node::Only(role)), restriction(Node::Some(role)));
        for order in [[&only, &some], [&some, &only]] {
            let mut front = front();
            for concept in order {
                front.offer(concept, covering(1, 1));
            }
            assert_eq!(front.fittest().map(|row| &row.concept), Some(&some));
        }
    }
}
