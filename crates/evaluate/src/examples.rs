//! The examples: who belongs to the class that is to be described, and who does not.

use std::cmp::Ordering;
use std::sync::Arc;

use evolearner_dl::{ClassId, IndividualId, local_name};
use evolearner_graph::bits::{clear_bit, has_bit, set_bits};
use evolearner_graph::{Graph, Set};

use crate::evaluator::Covered;
use crate::weights::{Side, Weights};

/// Positive and negative examples, each without duplicates, in the order in which they were given,
/// and as sets of bits over all of them.
#[derive(Clone, PartialEq, Debug)]
pub struct Examples {
    positives: Vec<IndividualId>,
    negatives: Vec<IndividualId>,
    /// All of them, ascending.
    individuals: Vec<IndividualId>,
    /// The positives that a concept can cover, by their places in `individuals`.
    pub(crate) positive_bits: Vec<u64>,
    /// The negatives that a concept can cover, by their places in `individuals`.
    pub(crate) negative_bits: Vec<u64>,
    /// What each of them counts; nothing where all count the same.
    weights: Option<Arc<Weights>>,
}

/// What was odd about lists of examples.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ExamplesNotes {
    /// Examples that stood more than once in a list and are counted once.
    pub duplicates: usize,
    /// Individuals that are both positive and negative, as noisy data has them.
    pub contradictory: Vec<IndividualId>,
}

/// Why lists are no examples to learn from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoExamples {
    /// Nothing to describe.
    #[error("there are no positive examples")]
    Positives,
    /// Nothing to be distinguished from.
    #[error("there are no negative examples")]
    Negatives,
}

/// A weight or cost that is none.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
#[error("{0} is no weight: it must be a number above 0")]
pub struct BadWeight(pub f64);

impl Examples {
    /// The examples of these lists.
    pub fn new(
        positives: &[IndividualId],
        negatives: &[IndividualId],
    ) -> Result<(Self, ExamplesNotes), NoExamples> {
        if positives.is_empty() {
            return Err(NoExamples::Positives);
        }
        if negatives.is_empty() {
            return Err(NoExamples::Negatives);
        }
        let n_given = positives.len() + negatives.len();
        let (positives, negatives) = (distinct(positives), distinct(negatives));
        let duplicates = n_given - positives.len() - negatives.len();
        let mut sorted = negatives.clone();
        sorted.sort_unstable();
        let mut contradictory = positives.clone();
        contradictory.retain(|example| sorted.binary_search(example).is_ok());
        let mut individuals: Vec<IndividualId> =
            positives.iter().chain(&negatives).copied().collect();
        individuals.sort_unstable();
        individuals.dedup();
        let bits = |examples: &[IndividualId]| {
            let place =
                |example: &IndividualId| individuals.partition_point(|known| known < example);
            set_bits(individuals.len(), examples.iter().map(place))
        };
        let (positive_bits, negative_bits) = (bits(&positives), bits(&negatives));
        let examples =
            Self { positives, negatives, individuals, positive_bits, negative_bits, weights: None };
        Ok((examples, ExamplesNotes { duplicates, contradictory }))
    }

    /// Examples of these lists that count as much as they do here; individuals that are none here
    /// count 1.
    pub fn with_lists(
        &self,
        positives: &[IndividualId],
        negatives: &[IndividualId],
    ) -> Result<(Self, ExamplesNotes), NoExamples> {
        let (mut examples, notes) = Self::new(positives, negatives)?;
        if let Some(weights) = &self.weights {
            let given = examples.individuals.iter().map(|&individual| self.weight(individual));
            let weights = Weights::new(given.collect(), weights.costs());
            examples.weights = Some(Arc::new(weights));
        }
        Ok((examples, notes))
    }

    /// The same examples, each with a weight.
    pub fn with_weights(mut self, weight: impl Fn(IndividualId) -> f64) -> Result<Self, BadWeight> {
        let given: Vec<f64> = self.individuals.iter().map(|&one| weight(one)).collect();
        let costs = self.weights.as_ref().map_or([1.0; 2], |weights| weights.costs());
        self.set_weights(given, costs)?;
        Ok(self)
    }

    /// The same examples where missing a positive and covering a negative cost so much, beside what
    /// examples weigh.
    pub fn with_costs(mut self, missed: f64, covered: f64) -> Result<Self, BadWeight> {
        let given = match &self.weights {
            Some(weights) => weights.given().to_vec(),
            None => vec![1.0; self.individuals.len()],
        };
        self.set_weights(given, [missed, covered])?;
        Ok(self)
    }

    fn set_weights(&mut self, given: Vec<f64>, costs: [f64; 2]) -> Result<(), BadWeight> {
        let is_bad = |weight: &&f64| !(weight.is_finite() && **weight > 0.0);
        if let Some(&bad) = given.iter().chain(&costs).find(is_bad) {
            return Err(BadWeight(bad));
        }
        let first = given[0] * costs[0];
        let differ = given.iter().any(|one| costs.iter().any(|cost| one * cost != first));
        self.weights = differ.then(|| Arc::new(Weights::new(given, costs)));
        Ok(())
    }

    /// The same examples for concepts that are all a part of a class: what lies outside of it is
    /// covered by none of them.
    #[must_use]
    pub fn within(mut self, class: &Set) -> Self {
        for (place, &individual) in self.individuals.iter().enumerate() {
            if !class.contains(individual) {
                clear_bit(&mut self.positive_bits, place as u32);
                clear_bit(&mut self.negative_bits, place as u32);
            }
        }
        self
    }

    /// At most so many of the examples, of both sides as evenly as there are, at equal distances in
    /// their order; nothing where there are no more.
    pub fn sample(&self, most: usize) -> Option<Self> {
        let (n_positives, n_negatives) = (self.positives.len(), self.negatives.len());
        if n_positives + n_negatives <= most {
            return None;
        }
        let of_positives = n_positives.min((most / 2).max(most.saturating_sub(n_negatives)));
        let of_negatives = n_negatives.min(most - of_positives);
        let evenly = |all: &[IndividualId], n: usize| -> Vec<IndividualId> {
            (0..n).map(|at| all[at * all.len() / n]).collect()
        };
        let positives = evenly(&self.positives, of_positives);
        let negatives = evenly(&self.negatives, of_negatives);
        let (mut sample, _) = self.with_lists(&positives, &negatives).ok()?;
        for (place, individual) in (0..).zip(sample.individuals.clone()) {
            let before = self.individuals.partition_point(|known| *known < individual) as u32;
            if !has_bit(&self.positive_bits, before) {
                clear_bit(&mut sample.positive_bits, place);
            }
            if !has_bit(&self.negative_bits, before) {
                clear_bit(&mut sample.negative_bits, place);
            }
        }
        Some(sample)
    }

    /// The positive examples.
    pub fn positives(&self) -> &[IndividualId] {
        &self.positives
    }

    /// The negative examples.
    pub fn negatives(&self) -> &[IndividualId] {
        &self.negatives
    }

    /// All examples, ascending.
    pub fn individuals(&self) -> &[IndividualId] {
        &self.individuals
    }

    /// The positives that a concept can cover, a bit each by their places in [`Self::individuals`].
    pub fn positive_bits(&self) -> &[u64] {
        &self.positive_bits
    }

    /// The negatives that a concept can cover, a bit each by their places in [`Self::individuals`].
    pub fn negative_bits(&self) -> &[u64] {
        &self.negative_bits
    }

    /// What each example counts; nothing where all count the same.
    pub fn weights(&self) -> Option<&Arc<Weights>> {
        self.weights.as_ref()
    }

    /// What was given as the weight of an individual; 1 where nothing was.
    pub fn weight(&self, individual: IndividualId) -> f64 {
        let place = self.individuals.binary_search(&individual);
        let known = self.weights.as_ref().zip(place.ok());
        known.map_or(1.0, |(weights, place)| weights.given()[place])
    }

    /// What the examples of a side count, as whole numbers and in the order of their list; nothing where
    /// all count the same.
    pub fn whole_weights(&self, side: Side) -> Option<Vec<u32>> {
        let weights = self.weights.as_ref()?;
        let list = match side {
            Side::Positive => &self.positives,
            Side::Negative => &self.negatives,
        };
        let place = |example: &IndividualId| self.individuals.partition_point(|x| x < example);
        Some(list.iter().map(|example| weights.whole(side, place(example))).collect())
    }

    /// What the examples count that are covered by a concept whose members among
    /// [`Self::individuals`] are known.
    pub fn covered_by(&self, members: &[bool]) -> Covered {
        let members = (0..members.len()).filter(|&place| members[place]);
        self.covered_bits(&set_bits(self.individuals.len(), members))
    }

    /// The same for members as a set of bits.
    pub fn covered_bits(&self, members: &[u64]) -> Covered {
        let count = |side, examples: &[u64]| -> u32 {
            match &self.weights {
                Some(weights) => weights.of_meet(side, members, examples),
                None => members.iter().zip(examples).map(|(a, b)| (a & b).count_ones()).sum(),
            }
        };
        Covered {
            positives: count(Side::Positive, &self.positive_bits),
            negatives: count(Side::Negative, &self.negative_bits),
        }
    }

    /// What all examples count, those included that no concept can cover: their numbers where all count
    /// the same.
    pub fn total(&self) -> Covered {
        let sum = |side, n: usize| match self.whole_weights(side) {
            Some(weights) => weights.iter().sum(),
            None => n as u32,
        };
        Covered {
            positives: sum(Side::Positive, self.positives.len()),
            negatives: sum(Side::Negative, self.negatives.len()),
        }
    }

    /// How many positives there are.
    pub fn n_positives(&self) -> u32 {
        self.positives.len() as u32
    }

    /// How many negatives there are.
    pub fn n_negatives(&self) -> u32 {
        self.negatives.len() as u32
    }

    /// The smallest class that all examples belong to; of equally large ones the most specific.
    ///
    /// The negatives count as well: a class of the positives alone would be part of the answer.
    pub fn common_class(&self, graph: &Graph) -> Option<ClassId> {
        let size = |class: ClassId| graph.instances(class).len();
        let is_common = |class: &ClassId| {
            let instances = graph.instances(*class);
            instances.len() >= self.individuals.len()
                && self.individuals.iter().all(|&individual| instances.contains(individual))
        };
        let classes = || graph.symbols.classes.iter().map(|(class, _)| class);
        let common = classes().filter(is_common).min_by(|&a, &b| {
            size(a).cmp(&size(b)).then_with(|| {
                match (graph.is_subclass(a, b), graph.is_subclass(b, a)) {
                    (true, false) => Ordering::Less,
                    (false, true) => Ordering::Greater,
                    _ => a.cmp(&b),
                }
            })
        })?;
        // With the same instances `PatientByAgeGroup` says no more than `Patient`.
        let name = |class: ClassId| local_name(graph.symbols.classes.get(class));
        let plainer = classes().filter(|&class| {
            size(class) == size(common)
                && class != common
                && !name(class).is_empty()
                && name(common).contains(name(class))
                && graph.is_subclass(common, class)
        });
        Some(plainer.min_by_key(|&class| name(class).len()).unwrap_or(common))
    }
}

fn distinct(examples: &[IndividualId]) -> Vec<IndividualId> {
    let mut seen = hashbrown::HashSet::<IndividualId, foldhash::fast::FixedState>::default();
    examples.iter().copied().filter(|&example| seen.insert(example)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use evolearner_testing::fixture::{graph, individual};

    #[test]
    fn the_common_class_is_the_most_specific_one_of_all_examples() {
        let graph = graph(
            "@prefix : <http://x/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
             :Acid rdfs:subClassOf :Compound . :Base rdfs:subClassOf :Compound .
             :Compound rdfs:subClassOf :Entity . :Named rdfs:subClassOf :Entity .
             :a1 a :Acid . :a2 a :Acid . :b1 a :Base . :b2 a :Base . :atom a :Atom .
             :CompoundByUse rdfs:subClassOf :Compound .
             :a1 a :CompoundByUse . :a2 a :CompoundByUse . :b1 a :CompoundByUse .
             :b2 a :CompoundByUse . :a1 a :Named . :a2 a :Named . :b1 a :Named . :b2 a :Named . :atom a :Named .",
        );
        let common = |positives: &[&str], negatives: &[&str]| {
            let find = |names: &[&str]| -> Vec<IndividualId> {
                names.iter().map(|name| individual(&graph, &format!("http://x/{name}"))).collect()
            };
            let (examples, _) = Examples::new(&find(positives), &find(negatives)).unwrap();
            let class = examples.common_class(&graph);
            class.map(|class| graph.symbols.classes.get(class).to_owned())
        };
        // Acid would be part of the answer; CompoundByUse has the same instances.
        assert_eq!(common(&["a1", "a2"], &["b1"]).as_deref(), Some("http://x/Compound"));
        assert_eq!(common(&["a1"], &["a2"]).as_deref(), Some("http://x/Acid"));
        // Named and Entity have the same instances; one is below the other.
        assert_eq!(common(&["a1"], &["atom"]).as_deref(), Some("http://x/Named"));
    }

    #[test]
    fn examples_count_once_and_contradictions_are_reported() {
        let ids = |numbers: &[u32]| numbers.iter().map(|&n| IndividualId(n)).collect::<Vec<_>>();
        let (examples, notes) = Examples::new(&ids(&[3, 1, 3]), &ids(&[2, 1])).unwrap();
        assert_eq!(examples.positives(), ids(&[3, 1]));
        assert_eq!(notes, ExamplesNotes { duplicates: 1, contradictory: ids(&[1]) });
        assert_eq!(Examples::new(&[], &ids(&[1])), Err(NoExamples::Positives));
        assert_eq!(Examples::new(&ids(&[1]), &[]), Err(NoExamples::Negatives));
    }

    #[test]
    fn weights_follow_examples_into_other_lists() {
        let ids = |numbers: &[u32]| numbers.iter().map(|&n| IndividualId(n)).collect::<Vec<_>>();
        let (examples, _) = Examples::new(&ids(&[5, 1, 3]), &ids(&[2, 4])).unwrap();
        let weigh = |individual: IndividualId| f64::from(individual.0);
        assert_eq!(examples.clone().with_weights(|_| 0.0), Err(BadWeight(0.0)));
        assert!(examples.clone().with_costs(f64::NAN, 1.0).is_err());
        let equal = examples.clone().with_weights(|_| 7.0).unwrap();
        assert_eq!(equal, examples, "nothing is said by weights that are all the same");
        let weighted = examples.with_weights(weigh).unwrap().with_costs(2.0, 1.0).unwrap();
        assert_eq!(weighted.total(), Covered { positives: 18, negatives: 6 });
        let (part, _) = weighted.with_lists(&ids(&[4]), &ids(&[3, 5])).unwrap();
        assert_eq!(part.total(), Covered { positives: 8, negatives: 8 });
        assert_eq!(part.covered_by(&[false, true, true]), Covered { positives: 8, negatives: 5 });
        assert_eq!(part.weight(IndividualId(3)), 3.0);
    }

    #[test]
    fn a_sample_has_both_sides_as_evenly_as_there_are() {
        let all = |range: std::ops::Range<u32>| range.map(IndividualId).collect::<Vec<_>>();
        let (examples, _) = Examples::new(&all(0..1000), &all(1000..1010)).unwrap();
        assert_eq!(examples.sample(1010), None, "there are no more");
        let sample = examples.sample(100).expect("there are more");
        assert_eq!((sample.positives().len(), sample.negatives().len()), (90, 10));
        assert_eq!(sample.positives()[..3], [0, 11, 22].map(IndividualId));
        let (examples, _) = Examples::new(&all(0..500), &all(500..1000)).unwrap();
        let sample = examples.sample(100).expect("there are more");
        assert_eq!((sample.positives().len(), sample.negatives().len()), (50, 50));
    }
}
